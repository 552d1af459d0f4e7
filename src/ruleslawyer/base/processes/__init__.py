"""Work in processes of their own: how many there may be, and that none outlives the one that it works for."""
