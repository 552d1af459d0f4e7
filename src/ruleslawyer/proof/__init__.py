"""Proofs of a ruleset by the solver, with what explorations add where it is silent; and what ends."""
