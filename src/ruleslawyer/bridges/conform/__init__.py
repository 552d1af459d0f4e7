"""Another implementation of a ruleset, held against the reference over JSON lines."""
