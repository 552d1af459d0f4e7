"""Properties proved: the portfolio of methods, and what a run's verdicts are worth."""
