"""The ledger of silence: what a model decides and no clause makes, and who answers for it.

The answers stand in a file beside the model, by the text of the line, and not as citations in the language. So they
change no rule, and a condition of several parts may have several.
"""
