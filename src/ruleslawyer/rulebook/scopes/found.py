"""The scopes that are meant where none is named, each found by what it is and not by how it is called."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from ruleslawyer.base.files.kept import read_note, write_note
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System

SECONDS = 10
"""How long somebody who names no scope waits for an answer, as far as is known of earlier ones."""
MOST_DRAWN = 64
"""Cards up to which random plays get on: among more, few choices that are drawn are allowed."""
WORDS = {
    "usual_scope": f"the largest that begins as a game does and answers in {SECONDS} s",
    "whole_game": "the whole game: most cards for each player",
    "drawn_game": f"the largest game of at most {MOST_DRAWN} cards",
}
"""How each is found, for the help."""


def usual_scope(system: System, closed: Iterable[Scope], slow: Collection[str]) -> str:
    """The largest scope of those that begin nearest to where the rules begin, with all rules, and that are not known to
    be slow. closed: one at least, each of which leaves nothing open."""
    every = list(closed)
    quick = [one for one in every if not one.campaign and one.name not in slow] or every

    def key(one: Scope) -> tuple[object, ...]:
        started = len({field for field, *_ in one.initial})
        return bool(one.off), started, *_size(system, one), len(one.shrunk), one.name

    return min(quick, key=key).name


def whole_game(system: System, closed: Iterable[Scope], most: int | None = None) -> str:
    """The scope with most cards for each player, and of the fewest players. most: of those that have at most so many
    cards, where there are any."""
    every, sort = list(closed), sort_of_cards(system)
    if most is not None and sort is not None:
        every = [one for one in every if one.size(sort) <= most] or every
    every = [one for one in every if not one.off] or every
    return min(every, key=lambda one: (*_size(system, one), _seats(system, one), len(one.shrunk), one.name)).name


def open_scope(system: System, scopes: Iterable[Scope]) -> str | None:
    """The largest scope that leaves something open."""
    found = [one for one in scopes if one.is_open]
    return min(found, key=lambda one: (*_size(system, one), one.name)).name if found else None


def sort_of_cards(system: System) -> str | None:
    """The sort with most attributes besides the players and grids; None where no sort has any."""
    sorts = [name for name, one in system.sorts.items() if not one.grid and name != system.players and one.attributes]
    return max(sorts, key=lambda name: len(system.sorts[name].attributes), default=None)


def _size(system: System, scope: Scope) -> tuple[bool, float, float]:
    """The size of a scope, the largest first: whether several play it, and how many cards, and members of any sort,
    there are for each player."""
    sort, seats = sort_of_cards(system), _seats(system, scope)
    cards = scope.size(sort) if sort is not None else 0
    return seats < 2, -cards / max(1, seats), -sum(map(len, scope.names.values())) / max(1, seats)


def _seats(system: System, scope: Scope) -> int:
    """How many play; where the rules have no players, how many there are of the first sort."""
    return scope.size(system.players if system.players in scope.names else next(iter(scope.names)))


def note_seconds(root: Path, ruleset: str, took: Mapping[str, float]) -> None:
    """Note how long scopes took to explore, for who names none the next time."""
    known = seconds_of(root, ruleset)
    new = {**known, **{name: round(one, 1) for name, one in took.items()}}
    if new != known:
        write_note(root, f"scopes/{ruleset}", new)


def seconds_of(root: Path, ruleset: str) -> dict[str, float]:
    """How long scopes took to explore, as far as it was noted."""

    def reading(found: Mapping[str, float]) -> dict[str, float]:
        return {str(name): float(seconds) for name, seconds in found.items()}

    return read_note(root, f"scopes/{ruleset}", reading) or {}
