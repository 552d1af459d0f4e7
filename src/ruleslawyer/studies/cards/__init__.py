"""Lists of cards against a ruleset: what no rule covers, what is never played, what two cards bring about."""
