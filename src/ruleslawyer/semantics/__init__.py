"""The reference meaning of a ruleset: legality and stepping, once, over the direct run or the interpreter."""
