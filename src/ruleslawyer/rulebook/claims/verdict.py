"""Verdicts: what is claimed of a property, and on what evidence. Never a bare "ok"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

if TYPE_CHECKING:  # whoever makes a word needs no play
    from ruleslawyer.semantics.trace import Trace

UP_TO: Literal["HOLDS UP TO"] = "HOLDS UP TO"
"""The word for what is so of all plays as far as the scope's caps let them be followed."""
Word = Literal["PROVED", "HOLDS IN SCOPE", "HOLDS UP TO", "VIOLATED", "VACUOUS", "UNKNOWN"]

Ending = Literal["every turn ends", "every game ends"]
ENDINGS: tuple[Ending, ...] = get_args(Ending)
WITH_PROBABILITY_1: Literal["ENDS WITH PROBABILITY 1"] = "ENDS WITH PROBABILITY 1"
"""The word for games of which plays go round that chance lets come about with probability 0 alone."""
EndingWord = Literal["CERTIFICATE", "LASSO", "ENDS WITH PROBABILITY 1", "HOLDS IN SCOPE", "UNKNOWN", "NOT APPLICABLE"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on one property.

    reason: how it is known, or why it is not. states: how many rest states were visited. trace: the shortest play
    that violates it, or that reaches a `sometimes`; once round, where it goes on for ever. off: the rules of its cone
    that the scope switches off. assumed: the clauses of the host on which it rests. fair, strongly_fair: what a
    `leads_to` assumes of plays. member: where it is promised to each of some members, of whom it is violated, by
    parameter: ``(("seat", "A"),)``. up_to: the caps of the scope that plays met, where it holds up to them alone.
    """

    name: str
    kind: str
    cites: tuple[str, ...]
    word: Word
    reason: str
    states: int = 0
    trace: Trace | None = None
    off: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    fair: tuple[str, ...] = ()
    strongly_fair: tuple[str, ...] = ()
    member: tuple[tuple[str, str], ...] = ()
    up_to: tuple[tuple[str, int], ...] = ()

    @property
    def text(self) -> str:
        """The word in full: ``HOLDS UP TO turn 6``."""
        return f"{self.word} {caps_text(self.up_to)}" if self.up_to else self.word


UNCHECKED = "UNCHECKED"
"""The verdict on a proof that was found, and not accepted when its questions were made anew and asked."""
FOR_ANY = "PROVED for any number"
"""How the verdict of a proof begins."""
FOR_ANY_NUMBER = "any number"
"""The name in place of a scope's, for a verdict on any number of cards."""


PLAYERS = 2
"""How many play where something is proved for any number of cards, and nobody says how many."""
TAKEN_AS_GIVEN = "no check of the model fails, and every write stays in its range"
"""What a proof for any number assumes of the model."""


def proved_for_any(sorts: Sequence[str], fixed: Sequence[tuple[str, int]], numbers: Sequence[str] = ()) -> str:
    """The words for a proof about any number of some sorts, with how many members the others have: the players, where
    they are none of the first; and of which numbers of the book the value does not matter. Where there are no sorts but
    the players, turns are all that there are many of."""
    many = f"{FOR_ANY} of {', '.join(sorts) or 'turns'}"
    return "; ".join(filter(None, (many, members(fixed) if fixed else "", any_value(numbers))))


def any_value(numbers: Sequence[str]) -> str:
    """The numbers of the book that may have any value, in a few words; empty where all have their own."""
    return f"any {', '.join(name.rpartition('.')[2].replace('_', ' ') for name in numbers)}" if numbers else ""


def describe_numbers(numbers: Sequence[str]) -> str:
    """The numbers by which something is proved, in words. numbers: those that may have any value."""
    return f"{any_value(numbers)}, else the numbers of the book" if numbers else "the numbers of the book"


def of_any_number(sorts: Sequence[str]) -> str:
    """The sorts that a proof for any number is about, in a sentence."""
    return f"any number of {', '.join(sorts)}, one at least of each"


def caps_text(caps: Sequence[tuple[str, int]]) -> str:
    """The caps of a scope in a few words: ``turn 6, coins 9``."""
    return ", ".join(f"{field} {most}" for field, most in caps)


def count_actions(number: int) -> str:
    """A number of actions, in words."""
    return f"{number} action{'' if number == 1 else 's'}"


def members(sizes: Sequence[tuple[str, int]]) -> str:
    """How many members each sort has, in a sentence."""
    return ", ".join(f"{number} {_members(sort, number)}" for sort, number in sizes) or "no members"


def _members(sort: str, number: int) -> str:
    """A sort's name in a sentence: of two `PhotoCard` they are photo cards."""
    word = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|_", " ", sort).lower()
    if number == 1:
        return word
    if re.search(r"[^aeiou]y$", word):
        return f"{word[:-1]}ies"
    return f"{word}es" if re.search(r"(s|x|z|ch|sh)$", word) else f"{word}s"
