"""Whole games: figures of many that generated code plays, best play in scopes small enough to be solved, and bots."""
