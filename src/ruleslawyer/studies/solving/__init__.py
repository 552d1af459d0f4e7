"""Best play: who can force what in a scope that is explored whole, and what bots show where it is not."""
