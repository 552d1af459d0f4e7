"""What an editor asks of a project: mistakes, what a clause says and where it stands, and who cites it."""
