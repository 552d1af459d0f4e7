"""The report of a check: one plain page that opens without a server, and the same as data."""
