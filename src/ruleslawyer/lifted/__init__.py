"""The rules once each, as terms over sorts of any size: what proofs for any number of cards are about."""
