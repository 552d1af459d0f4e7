"""What the rules say of members that are alike, against the whole graph; and by hand, what leaves it open."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.engines.explore.search import explore
from ruleslawyer.engines.native.orbits import explore_symmetric
from ruleslawyer.exploration.alike import ScopeFunctions
from ruleslawyer.exploration.symmetry import symmetry_of
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.semantics.interchange import alike
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.transition import TransitionSystem
from tests.agree.strategies import ROOT, bundle, names
from tests.agree.test_symmetry import assert_whole
from tests.agree.written import system_written, things
from tests.bank import TINY


def alike_everywhere(name: str) -> TransitionSystem | None:
    """A tiny ruleset with three members of each sort that has no attributes; all of them are declared alike."""
    found = bundle(TINY, name)
    scope = found.scope("tiny")
    sorts = [sort for sort, kind in found.system.sorts.items() if not kind.attributes and not kind.grid]
    grown = {s: tuple(f"{s}{k}" for k in range(max(2, len(scope.names[s])))) for s in sorts}
    keyed = {owner for (owner, _), values in scope.attributes.items() if values and owner not in sorts}
    if keyed:
        grown = {s: scope.names[s] for s in sorts}
    scope = replace(scope, names={**scope.names, **grown}, interchangeable=tuple(scope.names), initial=())
    return TransitionSystem(Interpreter(found.system, scope)) if alike(scope) else None


@pytest.mark.parametrize("name", [name for name in names(TINY) if name != "t175_large_numbers"])
def test_what_is_shown_is_so(name: str) -> None:
    """Where nothing that the rules say tells members apart, one state of each orbit stands for the whole graph."""
    system = alike_everywhere(name)
    if system is None:
        return
    groups = alike(system.scope)
    try:
        symmetry = symmetry_of(system)
    except UsageError:  # the beginnings differ, or the rules leave it open and the proof does not succeed
        return
    reference = explore(system, Limits(2_000))
    if ScopeFunctions(system, groups).apart() is None and reference.complete:
        assert_whole(explore_symmetric(system, groups, symmetry.varying, workers=1), reference, groups)


LOOP = """
@state
class State:
    at: Map[Thing, Annotated[int, Range(0, 2)]]
    sum: Annotated[int, Range(0, 4)]
    last: Thing | None


@book.action("2")
def go(s: State, who: Player) -> None:
    \"\"\"All things.\"\"\"
    with effect("2"):
        for thing in Thing:
            {body}


@go.permit("2")
def may(s: State, who: Player) -> bool:
    return {permit}
"""
ALIKE = {
    "its own entry": ("s.at[thing] = 2 - s.at[thing]", "True"),
    "a constant": ("s.sum = 3", "True"),
    "a sum": ("s.sum += 1", "s.sum == 0"),
    "all are asked": ("s.at[thing] = 1", "sum(s.at[thing] for thing in Thing) < 2"),
}
ORDERED = {
    "the last one": ("s.last = thing", "True"),
    "what another wrote": ("s.at[thing] = s.sum\n            s.sum = 1", "True"),
    "a sum that may fall": ("s.sum += 1 - s.at[thing]", "s.sum < 4"),
    "what fails behind what holds": ("s.at[thing] = 1", "any(2 // s.at[thing] == 1 for thing in Thing)"),
}


@pytest.mark.parametrize("name", [*ALIKE, *ORDERED])
def test_by_hand(tmp_path: Path, name: str) -> None:
    body, permit = {**ALIKE, **ORDERED}[name]
    scope = 'interchangeable = ["Thing"]\n' + things(3)
    system = system_written(tmp_path, "loop", LOOP.format(body=body, permit=permit), scope)
    apart = ScopeFunctions(system, alike(system.scope)).apart()
    assert (apart is None) is (name in ALIKE)
    if apart is not None:
        assert "the order in which" in apart.what


PILES = """
@state
class State:
    pile: Pile[Thing]
    other: Pile[Thing]
    at: Map[Player, Pile[Thing]]


@book.action("2")
def go(s: State, who: Player) -> None:
    \"\"\"All things.\"\"\"
    with effect("2"):
        s.pile = s.other
        s.other = s.at[who]
        s.at[who] = s.pile


@go.permit("2")
def may(s: State, who: Player) -> bool:
    return {permit}
"""
SURE = {
    "or": "all(thing not in s.pile or s.pile.top == thing for thing in Thing)",
    "and": "any(thing in s.pile and s.pile.bottom == thing for thing in Thing)",
    "deeper": "all(thing not in s.pile or (len(s.other) > 0 and s.pile.top != thing) for thing in Thing)",
    "of somebody": "all(thing not in s.at[p] or s.at[p].top == thing for p in Player for thing in Thing)",
}
UNSURE = {
    "another pile": "all(thing not in s.other or s.pile.top == thing for thing in Thing)",
    "too late": "all(s.pile.top == thing or thing not in s.pile for thing in Thing)",
    "the wrong way": "all(thing in s.pile or s.pile.top == thing for thing in Thing)",
    "the wrong word": "any(thing not in s.pile and s.pile.top == thing for thing in Thing)",
    "unasked": "all(len(s.other) > 0 or s.pile.top == thing for thing in Thing)",
    "another's": "all(thing not in s.at[who] or any(s.at[p].top == thing for p in Player) for thing in Thing)",
    "only in one place": "all((thing not in s.pile or s.pile.top == thing) and s.pile.top == thing for thing in Thing)",
}


@pytest.mark.parametrize("name", [*SURE, *UNSURE])
def test_the_top_of_a_pile_that_is_not_empty_is_there(tmp_path: Path, name: str) -> None:
    scope = 'interchangeable = ["Thing"]\n' + things(3)
    system = system_written(tmp_path, "loop", PILES.format(permit={**SURE, **UNSURE}[name]), scope)
    assert (ScopeFunctions(system, alike(system.scope)).apart() is None) is (name in SURE)


def test_what_is_left_open_is_refused(tmp_path: Path) -> None:
    body, permit = ORDERED["the last one"]
    system = system_written(
        tmp_path, "loop", LOOP.format(body=body, permit=permit), 'interchangeable = ["Thing"]\n' + things(3)
    )
    with pytest.raises(UsageError, match="are not interchangeable: the order in which"):
        symmetry_of(system)


def test_the_whole_draft() -> None:
    """52 cards, of which nothing reads what they are: as counted by hand in the scope's file."""
    found = bundle(ROOT, "mnemonic")
    system = TransitionSystem(Interpreter(found.system, found.scope("draft_whole")))
    symmetry = symmetry_of(system)
    assert ScopeFunctions(system, symmetry.groups).apart() is None
    orbits = explore_symmetric(system, symmetry.groups, symmetry.varying, workers=1)
    assert (orbits.by_code.found.complete, orbits.by_code.found.size) == (True, 343)
