"""Scope files: how large the game is that is looked at, from TOML to a `Scope`."""
