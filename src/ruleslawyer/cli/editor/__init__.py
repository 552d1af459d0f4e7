"""Answers to an editor about a project: mistakes, what a clause says and where it stands, and who cites it."""
