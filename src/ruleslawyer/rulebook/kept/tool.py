"""The identity of the tool that answers: its version to the letter, and those of the programs that it asks."""

from __future__ import annotations

import hashlib
import platform
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).parents[2]
_PROJECTS = ("bundled/", "project/blank/", "project/template/")
"""Projects that come with the tool: none of its own sources."""
_ASKED = ("cvc5", "highspy", "llvmlite", "networkx", "numpy", "tomli", "tree-sitter", "tree-sitter-toml", "z3-solver")


@cache
def tool() -> bytes:
    """A digest of the tool's own sources, of Python, and of the versions of the libraries that compute."""
    from importlib.metadata import PackageNotFoundError, version  # who asks for help keeps no answers

    found = hashlib.blake2b(f"{platform.python_version()} {platform.machine()}".encode(), digest_size=20)
    for name in _ASKED:
        try:
            found.update(f"\0{name} {version(name)}".encode())
        except PackageNotFoundError:
            continue
    for file in sorted(_PACKAGE.rglob("*.py")):
        relative = file.relative_to(_PACKAGE)
        if not relative.as_posix().startswith(_PROJECTS):
            found.update(f"\0{relative.as_posix()}\0".encode())
            found.update(file.read_bytes())
    return found.digest()
