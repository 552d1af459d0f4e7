"""The argument of a proof: what is shown for it, and how that hangs together."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Asked:
    """A rule, or a chain of them, that was asked whether it breaks something. rules: each by its kind and name, the
    last first. uses: the other parts that the answers use; assumes: which assumptions; symbols: all that they speak
    of, by name."""

    rules: tuple[tuple[str, str], ...]
    uses: tuple[str, ...]
    assumes: tuple[str, ...]
    symbols: frozenset[str]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of an argument: what is shown, and each rule that was asked."""

    item: str
    rules: tuple[Asked, ...]
