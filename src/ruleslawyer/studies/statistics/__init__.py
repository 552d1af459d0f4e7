"""How games of a scope go, for a designer: many whole games are played, and what is counted comes with intervals."""
