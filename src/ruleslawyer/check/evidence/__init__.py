"""Findings: what is wrong with a text, each with evidence that one command recomputes."""
