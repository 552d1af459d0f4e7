"""What the solver says of a ruleset, with what explorations add where it is silent; and what ends."""
