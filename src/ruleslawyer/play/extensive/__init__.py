"""A scope as a game in extensive form: one decision after another, what each seat knows, and who gets what."""
