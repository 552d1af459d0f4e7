"""The native engine: a rulebook is compiled once, and a scope is data that the code reads while it runs."""
