"""Diagnostics, files, processes and places in a source, which every part may use."""
