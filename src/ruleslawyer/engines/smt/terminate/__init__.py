"""That turns and games end: ranking functions."""
