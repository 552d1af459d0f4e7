# constants that are calculated
DOUBLE = CALM * 2
BOTH = (1, 1)
MIXED = (1, Phase.BUY)
