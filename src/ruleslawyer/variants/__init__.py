"""What would be otherwise: without a clause, under another answer, under all readings, with a ruling."""
