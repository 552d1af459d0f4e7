"""Clauses that cannot all stand: minimal cores, and the least that has to give way."""
