"""Real card lists against a ruleset: what the rules do not cover, what can never be played, what two cards bring about."""
