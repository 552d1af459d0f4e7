"""How much of what could be wrong would be noticed: faults put into a ruleset, and what scopes, plays, sweeps say."""
