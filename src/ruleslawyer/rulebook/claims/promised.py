"""The verdict on what is promised to each of some members by itself, from what is so of each: one way for every
explorer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TypeVar

from ruleslawyer.ir.rules import Check
from ruleslawyer.rulebook.claims.verdict import Verdict, Word
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.transition import TransitionSystem

Member = tuple[tuple[str, str], ...]
"""The members to whom a promise is made, by parameter: ``(("seat", "A"),)``; nothing where it takes the state alone."""
NOBODY = "there is no member to whom it is promised"
NAMED = 6
"""So many members are named where the same is so of more."""


@dataclass(frozen=True, slots=True)
class Single:
    """The result for one promise. member: of whom it is, if it is made to several."""

    word: Word
    reason: str
    member: Member = ()


T = TypeVar("T", bound="Single | Verdict")


def each_promise(system: TransitionSystem, check: Check, ask: Callable[[tuple[int, ...]], T], nobody: T) -> T:
    """The result for all to whom a property is promised: that of the first of whom it is violated, who is named then;
    else of one of whom it is not known; else it is kept, if it is asked of one. ask: of the values of one choice of
    members. nobody: the result where there is no member."""
    if not check.members:
        return ask(())
    return _combine([(member_of(system, check, values), ask(values)) for values in system.members_of(check)], nobody)


def member_of(system: TransitionSystem, check: Check, values: Iterable[int]) -> Member:
    """The names of a choice of members, by parameter."""
    codec = Codec(system.system, system.scope)
    return tuple((p.name, codec.members(p.type)[value]) for p, value in zip(check.members, values, strict=True))


def member_text(member: Member) -> str:
    """A choice of members in a line, as an instance has it: ``seat=A``."""
    return ", ".join(f"{name}={value}" for name, value in member)


def _combine(found: list[tuple[Member, T]], nobody: T) -> T:
    broken = [(member, one) for member, one in found if one.word == "VIOLATED"]
    if broken:
        (member, first), *others = broken
        likewise = f"; so for {_names(m for m, _ in others)}" if others else ""
        return replace(first, member=member, reason=f"{member_text(member)}: {first.reason}{likewise}")
    unknown = next((one for _, one in found if one.word == "UNKNOWN"), None)
    if unknown is not None:
        return unknown
    kept = [one for _, one in found if one.word != "VACUOUS"]
    if not kept:
        return found[0][1] if found else nobody
    never = [member for member, one in found if one.word == "VACUOUS"]
    unasked = f"; it is never asked of {_names(never)}" if never else ""
    return replace(kept[0], reason=f"of each by itself: {len(kept)} of {len(found)} ask for it{unasked}")


def _names(members: Iterable[Member]) -> str:
    texts = [member_text(one) if len(one) == 1 else f"({member_text(one)})" for one in members]
    more = len(texts) - NAMED
    return ", ".join(texts[:NAMED]) + (f" and {more} more" if more > 0 else "")
