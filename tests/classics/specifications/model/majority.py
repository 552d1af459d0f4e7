"""A majority found in one pass: the only candidate that may have one.

After Majority.tla (R. Boyer and J Moore, 1981), for all words of at most five letters. A place behind the end of a word
has no letter.
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from ruleslawyer.lang import Checks, Map, Range, Ruleset, Sort, domain, state

majority = Ruleset("majority")
majority.closed_world(assumed="nothing happens but what a rule describes")


class Place(Sort):
    """A place of a word, numbered from 1."""

    number: int


class Letter(Enum):
    """What is counted."""

    A = "a"
    B = "b"
    C = "c"


@state
class State:
    word: Map[Place, Letter | None]
    next: Annotated[int, Range(1)]
    candidate: Letter
    lead: Annotated[int, Range(0)]


@majority.initial("1")
def begin(s: State, word: Map[Place, Letter | None], candidate: Letter) -> None:
    """Any word, and any candidate."""
    domain(all(word[p] is not None or all(q.number < p.number or word[q] is None for q in Place) for p in Place))
    for p in Place:
        s.word[p] = word[p]
    s.next = 1
    s.candidate = candidate


@majority.chance("2")
def read(s: State, letter: Letter) -> None:
    """The next letter."""
    domain(any(p.number == s.next and s.word[p] == letter for p in Place))
    if s.lead == 0:
        s.candidate = letter
        s.lead = 1
    elif s.candidate == letter:
        s.lead += 1
    else:
        s.lead -= 1
    s.next += 1


@majority.ended("3")
def over(s: State) -> bool:
    """All is read."""
    return all(s.word[p] is None for p in Place if p.number >= s.next)


def seen(s: State, letter: Letter) -> int:
    """How often it was read."""
    return sum(1 for p in Place if p.number < s.next and s.word[p] == letter)


checks = Checks(majority)


@checks.always("3")
def nobody_else_has_a_majority(s: State) -> bool:
    return not over(s) or all(c == s.candidate or 2 * seen(s, c) <= s.next - 1 for c in Letter)


@checks.always("3")
def the_lead_is_what_others_lack(s: State) -> bool:
    """The inductive invariant of the source."""
    return (
        s.lead <= seen(s, s.candidate)
        and 2 * (seen(s, s.candidate) - s.lead) <= s.next - 1 - s.lead
        and all(c == s.candidate or 2 * seen(s, c) <= s.next - 1 - s.lead for c in Letter)
    )


@checks.eventually("3")
def it_ends(s: State) -> bool:
    return over(s)
