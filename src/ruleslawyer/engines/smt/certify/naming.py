"""How the files of certificates are called, and how it is known that one was not changed."""

from __future__ import annotations

from hashlib import sha256

MANIFEST = "certificate.json"


def digest(data: bytes) -> str:
    return f"sha256:{sha256(data).hexdigest()}"


def file_name(name: str) -> str:
    """A rule's or a property's name as a file's: one for each, whatever stands in it."""
    return "".join(c if c.isascii() and (c.isalnum() or c in "_.-") else f"+{ord(c):x}+" for c in name)
