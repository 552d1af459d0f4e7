"""The rulebook as a file that runs anywhere: one module for all scopes, its description, and clients."""
