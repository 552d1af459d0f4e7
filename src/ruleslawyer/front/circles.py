"""Circles among rules that lead to others: each is found once, in the order of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ruleslawyer.base.origin import Span


def circles(leads: Mapping[str, Mapping[str, Span]]) -> Iterator[tuple[list[str], Span]]:
    """The rules of each circle, and where the last of them leads back to the first."""
    done: set[str] = set()

    def visit(name: str, path: list[str]) -> Iterator[tuple[list[str], Span]]:
        for other, span in leads.get(name, {}).items():
            if other in path:
                yield path[path.index(other) :], span
            elif other not in done:
                yield from visit(other, [*path, other])
        done.add(name)

    for name in leads:
        if name not in done:
            yield from visit(name, [name])
