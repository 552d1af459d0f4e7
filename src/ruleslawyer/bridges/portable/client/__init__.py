"""Clients of a rulebook as a file: they are copied beside it, and import nothing of the tool."""
