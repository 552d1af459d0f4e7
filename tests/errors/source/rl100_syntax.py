# whole: a bracket that is never closed
x = (1
