"""Hypotheses that exclude one another prove everything: what plays take is never said to be never taken, and what is
not, is."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.engines.smt.lifted.prove import prove_for_any
from tests.any_number.rulesets import NAMES, project, trap
from tests.any_number.test_substeps import LARGE, SMALL, plays_of, scopes
from tests.bundled import label

DEAD = '''"""Who has none may give one: nobody ever has."""


class Card(Sort):
    """A card."""


@state
class State:
    given: Map[Card, bool]
    late: bool


@book.action("2")
def give(s: State, who: Player, card: Card) -> None:
    """Give what was given."""
    with effect("2"):
        s.late = True


@give.permit("2")
def may(s: State, who: Player, card: Card) -> bool:
    return s.given[card]


@checks.always("3")
def nothing_is_given(s: State) -> bool:
    return all(not s.given[card] for card in Card)


@checks.step("3", of=give)
def it_is_early(before: State, after: State, who: Player, card: Card) -> bool:
    return not after.late
'''


def test_a_rule_that_is_never_taken_is_named(tmp_path: Path) -> None:
    found = prove_for_any(project(tmp_path, "dead", DEAD).system, 2, total=20.0)
    assert {(one.property, one.verdict, one.never) for one in found} == {
        ("nothing_is_given", "VACUOUS", ("give",)),
        ("it_is_early", "VACUOUS", ("give",)),
    }


def excluded(ruleset: Ruleset, total: float) -> set[str]:
    """The rules that plays take, and that are said never to be."""
    taken = set[str]()
    for scope in scopes(ruleset):
        plays = plays_of(ruleset, scope, each=1, most=60)
        list(plays)
        taken |= set(plays.met)
    found = prove_for_any(ruleset.system, 2, total=total)
    return taken & {rule for one in found for rule in one.never}


def test_what_plays_take_is_not_excluded() -> None:
    for root, name in SMALL[3::40]:
        assert not excluded(Project.load(root).ruleset(name), 2.0), name


@pytest.mark.campaign
@pytest.mark.parametrize(("root", "name"), [*SMALL, *LARGE], ids=label)
def test_nowhere(root: Path, name: str) -> None:
    assert not excluded(Project.load(root).ruleset(name), 120.0)


@pytest.mark.campaign
@pytest.mark.parametrize("name", NAMES)
def test_of_what_misleads(tmp_path: Path, name: str) -> None:
    ruleset = trap(tmp_path, name)
    plays = plays_of(ruleset, "cards3", each=1, most=60)
    list(plays)
    found = prove_for_any(ruleset.system, 2, total=20.0)
    assert not set(plays.met) & {rule for one in found for rule in one.never}
