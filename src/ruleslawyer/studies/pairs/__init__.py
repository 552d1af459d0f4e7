"""Every pair of keywords in one scope: whether they change what each other does."""
