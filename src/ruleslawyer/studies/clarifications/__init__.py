"""Contradictions settled: the smallest clarifications, each tried out."""
