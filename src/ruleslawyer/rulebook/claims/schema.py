"""The version of what scripts read."""

SCHEMA = 1
"""As docs/schemas describes it: raised when a key goes or means something else."""
