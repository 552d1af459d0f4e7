"""The ledger of silence: what a model decides and no clause makes, and who answers for it."""
