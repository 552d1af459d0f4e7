"""The clause register: what the book says, paraphrased, and how much of it the model speaks of."""
