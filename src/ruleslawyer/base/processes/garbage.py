"""How often Python looks for garbage that refers to itself: rules are large and stay, and it goes through them all."""

from __future__ import annotations

import gc

SELDOM = 50_000, 20, 50
"""Objects that are more than before, and how often those are looked at before older ones are, and all. By default a
check spends a fourteenth of its time so, and hardly anything that it makes refers to itself."""


def collect_seldom() -> None:
    """Let this process look for such garbage as seldom as that from now on."""
    gc.set_threshold(*SELDOM)


def collect_now() -> None:
    """Look for all such garbage, while nobody waits; what is left is not gone through again until the next time."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
