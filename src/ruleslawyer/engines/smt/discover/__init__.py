"""What always holds and nobody wrote down."""
