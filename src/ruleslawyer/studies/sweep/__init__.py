"""Scopes that nobody chose: made by covering arrays, explored, and what they meet shrunk to the least scope."""
