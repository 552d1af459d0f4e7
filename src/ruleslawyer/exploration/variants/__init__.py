"""Variants of a ruleset: without a clause, under another answer, under all readings, with a ruling."""
