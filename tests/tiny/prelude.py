"""What the rulesets beside this file are added to: a game without an end, that all play and nobody wins."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from ruleslawyer.lang import (
    CHANCE,
    SILENT,
    Chance,
    Checks,
    Constants,
    Grid,
    Map,
    Pile,
    Range,
    Ruleset,
    Silent,
    Size,
    Sort,
    allows,
    ask,
    close_frame,
    domain,
    effect,
    emit,
    frame,
    frame_of,
    gain,
    is_open,
    lose,
    moment,
    narrow,
    no,
    number,
    open_frame,
    permit,
    remembers,
    says,
    simultaneous,
    state,
    the,
    until,
    when,
    yes,
)

book = Ruleset("tiny")
book.closed_world(assumed="what no clause permits is not allowed")
checks = Checks(book)


class Player(Sort):
    """Who plays."""


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    """Nobody wins."""
    return frozenset()


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return False


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    """Everybody, always."""
    return frozenset(Player)


@book.initial("1")
def begin(s: State) -> None:
    """How it starts."""
