"""Minimal sets: of things that cannot stand together, and that hit every group."""
