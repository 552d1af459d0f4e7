"""Scoped instances as models for other checkers: SPIN's Promela and Rumur's Murphi."""
