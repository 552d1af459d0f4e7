"""The check of a ruleset: everything that it declares, asked and held against what is expected."""
