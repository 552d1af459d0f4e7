"""The solver engine: proofs for unbounded numbers and open attributes, and bounded search, by z3."""
