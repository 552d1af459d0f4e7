"""Studies: something is varied, explored or played, and what is news is kept."""
