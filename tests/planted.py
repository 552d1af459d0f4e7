"""A file with a fault in it: one text in place of another."""

from __future__ import annotations

from pathlib import Path


def planted(name: str, path: Path, old: str, new: str) -> str:
    """The text of a file with the fault of that name; a ValueError where its old text does not stand there once."""
    text = path.read_text(encoding="utf-8")
    if text.count(old) != 1:
        raise ValueError(f"{name}: its text is {text.count(old)} times in {path}: {old}")
    return text.replace(old, new)
