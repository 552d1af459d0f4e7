"""Certificates: an invariant with the questions that show it, asked again of another solver."""
