"""Mistakes of a model, its scopes and its view, and which of them are mended surely."""
