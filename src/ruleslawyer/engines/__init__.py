"""The engines: strangers to one another, each over the same semantics."""
