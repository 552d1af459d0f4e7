"""Proofs by ranking functions that turns and games end."""
