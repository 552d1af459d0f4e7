"""How many cores this machine gives the tool: what is done beside something else is done on them."""

from __future__ import annotations

import os


def processors() -> int:
    """One at least, where the machine does not tell."""
    return os.cpu_count() or 1
