"""A project: the folder whose pyproject.toml lists rulesets, and how a new one begins."""
