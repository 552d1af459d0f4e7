"""Members that leaves hold, or that two of are keys of one: representatives and orbits, by trying every order."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslawyer.engines.explore.search import explore
from ruleslawyer.exploration.symmetry import symmetry_of
from tests.agree.test_symmetry import assert_unique, assert_whole, orbits_of
from tests.agree.written import system_written

MODEL = """
@state
class State:
    {field}


@book.action("2")
def go(s: State, who: Player, thing: Thing, other: Thing) -> None:
    \"\"\"One thing is written of two.\"\"\"
    with effect("2"):
        {write}


@go.permit("2")
def may(s: State, who: Player, thing: Thing, other: Thing) -> bool:
    return {permit}
"""
FIELDS = {
    "a pointer": ("to: Map[Thing, Thing | None]", "s.to[thing] = other", "True"),
    "a relation": ("likes: Map[Thing, Map[Thing, bool]]", "s.likes[thing][other] = True", "thing != other"),
    "who is behind whom": ("row: Pile[Thing]\n    last: Thing | None", "s.last = other", "thing not in s.row"),
    "owners of both sorts": (
        "to: Map[Thing, Thing | None]\n    of: Map[Thing, Player | None]",
        "s.to[thing] = other\n        s.of[other] = who",
        "True",
    ),
    "sets of each": (
        "seen: Map[Thing, frozenset[Thing]]",
        "s.seen[thing] = s.seen[thing] | frozenset({other})",
        "True",
    ),
    "a set and a pointer": (
        "held: Map[Player, frozenset[Thing]]\n    at: Map[Player, Thing | None]",
        "s.held[who] = s.held[who] | frozenset({thing})\n        s.at[who] = other",
        "thing != other",
    ),
}


def scope(players: int, things: int) -> str:
    return f'interchangeable = ["Player", "Thing"]\n[sorts]\nPlayer = {players}\nThing = {things}\n'


@pytest.mark.parametrize("name", FIELDS)
def test_orbits_are_those_of_all_orders(tmp_path: Path, name: str) -> None:
    field, write, permit = FIELDS[name]
    system = system_written(tmp_path, "alike", MODEL.format(field=field, write=write, permit=permit), scope(2, 3))
    assert_whole(orbits_of(system), explore(system), symmetry_of(system).groups)


@pytest.mark.parametrize("name", FIELDS)
def test_representatives_are_unique(tmp_path: Path, name: str) -> None:
    field, write, permit = FIELDS[name]
    system = system_written(tmp_path, "alike", MODEL.format(field=field, write=write, permit=permit), scope(2, 5))
    assert_unique(orbits_of(system))
