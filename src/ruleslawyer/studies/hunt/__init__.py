"""Questions of a rulebook that nobody asked."""
