"""Candidates for invariants, what refutes them, and the largest inductive set of them."""
