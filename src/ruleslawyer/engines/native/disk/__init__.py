"""A search whose states lie on disk: partitions, levels that are checkpoints, runs that are merged."""
