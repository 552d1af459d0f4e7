"""A rulebook as it is read: its register, scopes, checks, answers, table, and what lint says of it."""
