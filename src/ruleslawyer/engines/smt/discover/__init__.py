"""Discovery of facts that always hold and that nobody wrote down."""
