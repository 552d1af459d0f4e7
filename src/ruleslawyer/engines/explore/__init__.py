"""The networkx explorer: the readable reference for counts, verdicts and pictures."""
