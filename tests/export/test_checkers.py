"""Exported models, checked by SPIN and by Rumur: exactly our numbers of rest states and transitions."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from ruleslawyer.bridges.export.instance import ScopedInstance
from ruleslawyer.engines.native.explore import search_natively
from ruleslawyer.semantics.transition import TransitionSystem
from tests.agree.strategies import CLASSICS, ROOT, bundle, names
from tests.agree.test_native import system_of
from tests.bank import TINY
from tests.export.checkers import Counts, instance, needs, rumur, spin

CHECKERS = [
    pytest.param(spin, marks=needs("spin", "gcc"), id="spin"),
    pytest.param(rumur, marks=needs("rumur", "gcc"), id="rumur"),
]
Checker = Callable[[ScopedInstance, Path], Counts]
SAMPLE = (
    "t29_joint",  # parameters, and valuations that mean nothing
    "t33_chance",
    "t35_duties",
    "t36_stays_due",  # a branch that ends after a duty
    "t42_matters_map",  # leaves that are forgotten at rest
    "t46_cap",
    "t47_pile",  # several beginnings; writes that read one another
    "t63_unwritten",  # of two beginnings one fails
    "t75_arithmetic",  # quotients
    "t92_switches",  # an action and a duty that do not exist
    "t106_deed_precedence",
    "t107_deeds_at_once",
    "t182_equal_cards",
    "t218_first_in_order",  # a trigger's order, and the first to call
)
PLACES = [(root, name) for root in CLASSICS for name in names(root)]
TOO_LARGE = {"t175_large_numbers"}
"""A number of theirs has no room in Promela or Murphi: it is refused (tests/cli/test_large_numbers.py)."""
LARGE = {"all_turns", "twelve", "eight", "casella"}
"""Scopes of classics with hundreds of thousands of states, or large formulas."""


@cache
def megacorp() -> ScopedInstance:
    """Grounded once for all that is asked of it."""
    return instance(system_of(ROOT, "megacorp", "start2"))


def native(system: TransitionSystem) -> Counts:
    found = search_natively(system, workers=1).found
    assert found.complete
    return found.size, found.transitions


def by_hand(name: str, check: Checker, folder: Path) -> None:
    """What was worked out by hand, under the default reading and under the others."""
    expected = tomllib.loads((TINY / name / "expected.toml").read_text("utf-8"))
    cases = [(expected, {}, ()), *((e, e["choose"], tuple(e.get("ruled", ()))) for e in expected.get("readings", []))]
    for number, (counts, reading, ruled) in enumerate(cases):
        place = folder / str(number)
        place.mkdir()
        found = check(instance(system_of(TINY, name, "tiny", reading, ruled)), place)
        assert found == (counts["states"], counts["transitions"]), (name, reading)


@pytest.mark.parametrize("check", CHECKERS)
@pytest.mark.parametrize("name", SAMPLE)
def test_tiny(name: str, check: Checker, tmp_path: Path) -> None:
    by_hand(name, check, tmp_path)


@pytest.mark.parametrize("check", CHECKERS)
def test_a_range_that_was_met_in_part(check: Checker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """0, 1, 3, 7: after three states the text gives room for twice the 7, and counts right; after one for less than
    the 7, and says that a step leaves it."""
    model = "ruleslawyer.bridges.export.instance.MET"
    for met in (3, 1):
        monkeypatch.setattr(model, met)
        partly = instance(system_of(TINY, "t35_duties", "tiny"))
        (tmp_path / str(met)).mkdir()
        if met == 3:
            assert check(partly, tmp_path / "3") == (4, 3)
        else:
            with pytest.raises(AssertionError, match=r"precondition false|out-of-range value into v_number"):
                check(partly, tmp_path / "1")


@pytest.mark.parametrize("check", CHECKERS)
@pytest.mark.parametrize(("name", "scope"), [("peterson", "two"), ("twophase", "three")])
def test_classic(name: str, scope: str, check: Checker, tmp_path: Path) -> None:
    system = system_of(ROOT / "tests" / "classics" / name, name, scope)
    assert check(instance(system), tmp_path) == native(system)


@pytest.mark.parametrize("check", CHECKERS)
def test_megacorp(check: Checker, tmp_path: Path) -> None:
    """Numbers without bounds, piles, frames with joint bids, and duties; Rumur needs minutes to read a later scope."""
    assert check(megacorp(), tmp_path) == native(system_of(ROOT, "megacorp", "start2"))


@pytest.mark.campaign
@needs("spin", "gcc")
def test_megacorp_further_on(tmp_path: Path) -> None:
    """Many duties, one of them longer than SPIN's buffer."""
    system = system_of(ROOT, "megacorp", "upkeep")
    assert spin(instance(system), tmp_path) == native(system)


@pytest.mark.campaign
@pytest.mark.parametrize("check", CHECKERS)
@pytest.mark.parametrize("name", [name for name in names(TINY) if name not in TOO_LARGE])
def test_every_tiny(name: str, check: Checker, tmp_path: Path) -> None:
    by_hand(name, check, tmp_path)


@pytest.mark.campaign
@pytest.mark.parametrize("check", CHECKERS)
@pytest.mark.parametrize(("root", "name"), PLACES, ids=[name for _, name in PLACES])
def test_every_classic(root: Path, name: str, check: Checker, tmp_path: Path) -> None:
    for path in sorted(bundle(root, name).config.scopes.glob("*.toml")):
        if path.stem not in LARGE:
            place = tmp_path / path.stem
            place.mkdir()
            system = system_of(root, name, path.stem)
            assert check(instance(system), place) == native(system), path.stem


@pytest.mark.campaign
@pytest.mark.parametrize("check", CHECKERS)
@pytest.mark.parametrize("scope", ["tiny", "trade", "market", "upkeep"])
def test_more_of_megacorp(scope: str, check: Checker, tmp_path: Path) -> None:
    system = system_of(ROOT, "megacorp", scope)
    assert check(instance(system), tmp_path) == native(system)
