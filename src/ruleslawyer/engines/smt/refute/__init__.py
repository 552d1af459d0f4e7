"""Plays against a property: paths unrolled, the least of them, and states that induction fails in."""
