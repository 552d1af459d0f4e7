"""The argument of a proof: what is shown for it, and how that hangs together."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Asked:
    """A rule, or a chain of them, that was asked whether it breaks something. rules: each by its kind and name, the
    last first. uses, assumes: the other parts and the assumptions that the answers use; symbols: all they speak of."""

    rules: tuple[tuple[str, str], ...]
    uses: tuple[str, ...]
    assumes: tuple[str, ...]
    symbols: frozenset[str]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of an argument: what is shown, and each rule that was asked."""

    item: str
    rules: tuple[Asked, ...]
