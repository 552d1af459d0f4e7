"""Questions about any number of cards: instances of our own choice, quantifier-free, to z3 and cvc5."""
