"""A scope's rules as terms of z3."""
