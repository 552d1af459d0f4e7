"""One scope explored, whichever engine does it: the result with its replayed plays, orbits and quotients."""
