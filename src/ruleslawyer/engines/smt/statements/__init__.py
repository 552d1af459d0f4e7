"""What is asked of a ruleset, what is taken as given, and both in words."""
