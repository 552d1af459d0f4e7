"""A scope's rules as terms: for z3, and as SMT-LIB text."""
