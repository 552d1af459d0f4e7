"""What is wrong with a model, its scopes and its view, and which of it is mended surely."""
