"""Claims and their conditions: verdicts, results, limits, premises, readings and rulings. Engines need them."""
