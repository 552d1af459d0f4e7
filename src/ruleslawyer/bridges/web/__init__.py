"""The table in a browser: one person plays there, against bots or every seat, and keeps a tree of what was tried."""
