"""How many cores this machine gives the tool: what is done beside something else is done on them."""

from __future__ import annotations

import os

_most: int | None = None


def processors() -> int:
    """One at least, where the machine does not tell."""
    return _most or os.cpu_count() or 1


def use_only(number: int) -> None:
    """This process takes no more from now on: others have their own."""
    global _most
    _most = number
