"""The front end: reads a project's modules without importing them, and lowers them to the surface IR."""
