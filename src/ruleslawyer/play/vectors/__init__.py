"""Conformance vectors: plays that show every rule both ways, and the mutants that measure them."""
