"""The scopes that are meant where none is named, each found by what it is and not by how it is called."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ruleslawyer.base.diagnostics import ModelError, UsageError
from ruleslawyer.base.files.notes import read_note, write_note
from ruleslawyer.ir.scope import OPEN

if TYPE_CHECKING:
    from ruleslawyer.ir.scope import Scope
    from ruleslawyer.ir.system import System
    from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

SECONDS = 10
"""How long somebody who names no scope waits for an answer, as far as is known of earlier ones."""
MOST_DRAWN = 64
"""Cards up to which random plays get on: among more, few choices that are drawn are allowed."""
WORDS = {
    "usual_scope": f"the largest that begins as a game does and answers in {SECONDS} s",
    "whole_game": "the whole game: most cards for each player",
    "drawn_game": f"the largest game of at most {MOST_DRAWN} cards",
    "proof_scope": "the one that leaves something open, else the largest that answers soon",
}
"""How each is found, for the help."""


def usual_scope(ruleset: LoadedRuleset) -> str:
    """The largest scope of those that begin nearest to where the rules begin, with all rules, and that are not known to
    take longer than `SECONDS`. A `UsageError` where every scope leaves something open."""
    closed, size = _closed(ruleset), _size_in(ruleset.system)
    slow = {name for name, seconds in _seconds_of(ruleset).items() if seconds > SECONDS}
    quick = [one for one in closed if not one.campaign and one.name not in slow] or closed
    return min(
        quick,
        key=lambda one: (
            bool(one.off), len({field for field, *_ in one.initial}), *(-number for number in size(one)),
            len(one.shrunk), one.name,
        ),
    ).name  # fmt: skip


def whole_game(ruleset: LoadedRuleset, most: int | None = None) -> str:
    """The scope with most cards for each player, and of the fewest players. most: of those that have at most so many
    cards, where there are any. A `UsageError` where every scope leaves something open."""
    closed, size = _closed(ruleset), _size_in(ruleset.system)
    sort = sort_of_cards(ruleset.system)
    if most is not None and sort is not None:
        closed = [one for one in closed if one.size(sort) <= most] or closed
    closed = [one for one in closed if not one.off] or closed

    def key(one: Scope) -> tuple[object, ...]:
        return *(-number for number in size(one)), one.size(_seats(ruleset.system, one)), len(one.shrunk), one.name

    return min(closed, key=key).name


def open_scope(ruleset: LoadedRuleset) -> str | None:
    """The scope in which `check` asks the solver: one that leaves something open, the largest where there are several,
    or that of the name that such a scope had to have before; None where there is none."""
    size = _size_in(ruleset.system)
    found = [one for one in _scopes(ruleset) if one.is_open]
    if not found:
        return OPEN if OPEN in ruleset.scopes() else None
    return min(found, key=lambda one: (not one.prove, *(-number for number in size(one)), one.name)).name


def note_seconds(ruleset: LoadedRuleset, took: Mapping[str, float]) -> None:
    """Note how long scopes took to explore, for who names none the next time."""
    known = _seconds_of(ruleset)
    if {**known, **took} != known:
        write_note(ruleset.root, _note(ruleset), {**known, **{name: round(one, 1) for name, one in took.items()}})


def sort_of_cards(system: System) -> str | None:
    """The sort with most attributes besides the players and grids; None where no sort has any."""
    sorts = [name for name, one in system.sorts.items() if not one.grid and name != system.players and one.attributes]
    return max(sorts, key=lambda name: len(system.sorts[name].attributes), default=None)


def _size_in(system: System) -> Any:
    """The size of a scope, as numbers to compare: whether several play it, how many cards there are for each player,
    and how much there is of everything."""
    sort = sort_of_cards(system)

    def size(scope: Scope) -> tuple[bool, float, float]:
        seats = scope.size(_seats(system, scope))
        cards = scope.size(sort) if sort is not None else 0
        return seats > 1, cards / max(1, seats), sum(map(len, scope.names.values())) / max(1, seats)

    return size


def _seats(system: System, scope: Scope) -> str:
    """The sort of the players; where the rules have none, the first that there is."""
    return system.players if system.players in scope.names else next(iter(scope.names))


def _closed(ruleset: LoadedRuleset) -> list[Scope]:
    found = [one for one in _scopes(ruleset) if not one.is_open]
    if not found:
        about = "there is no scope" if not ruleset.scopes() else "every scope leaves something open"
        raise UsageError(f"{about} of {ruleset.name}", "--scope", "write one: docs/howto/scope.md")
    return found


def _scopes(ruleset: LoadedRuleset) -> Iterator[Scope]:
    """The scopes; those with mistakes, of which `lint` speaks, are none of them unless there is no other."""
    wrong, good = None, False
    for name in ruleset.scopes():
        try:
            yield ruleset.scope(name)
            good = True
        except ModelError as error:
            wrong = error
    if wrong is not None and not good:
        raise wrong


def _seconds_of(ruleset: LoadedRuleset) -> dict[str, float]:
    def reading(found: Any) -> dict[str, float]:
        return {str(name): float(seconds) for name, seconds in found.items()}

    return read_note(ruleset.root, _note(ruleset), reading) or {}


def _note(ruleset: LoadedRuleset) -> str:
    return f"scopes/{ruleset.name}"
