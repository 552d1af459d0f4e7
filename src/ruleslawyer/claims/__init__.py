"""What is claimed and under what: verdicts, results, limits, premises, readings and rulings. Engines need it."""
