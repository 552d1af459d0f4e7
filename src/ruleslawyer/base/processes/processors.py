"""How many cores this machine gives the tool: what is done beside something else is done on them."""

from __future__ import annotations

import os

_most: int | None = None
_most_at_length: int | None = None


def processors(*, at_length: bool = False) -> int:
    """One at least, where the machine does not tell. `at_length`: for work that may outlast all that is done beside."""
    return (at_length and _most_at_length) or _most or os.cpu_count() or 1


def use_only(number: int, *, at_length: int | None = None) -> None:
    """This process takes no more from now on: others have their own. `at_length`: for what takes long."""
    global _most, _most_at_length
    _most, _most_at_length = number, at_length
