"""The surface IR: what the author wrote, typed, with spans and clauses. Data only."""
