"""What options of the bundled rulesets show: the declarations are read, and the smallest scopes show nothing else."""

import pytest

from ruleslawyer.check.options import FILE, is_held, load_declarations, undeclared_effects
from ruleslawyer.exploration.variants.options import ask_options
from ruleslawyer.rulebook.claims.limits import Limits
from tests.bundled import bundled

PROJECT = bundled()
HELD = [name for name in PROJECT.rulesets if is_held(PROJECT.root, name)]
SMALLEST = {"megacorp": ("bargain", "dawn", "piles", "ruin", "start2", "upkeep")}
"""Scopes of few states, of the rulebook with the most questions; `check` and `readings` ask in the others."""


def test_every_rulebook_is_held_to_its_declarations() -> None:
    assert {"daemons", "megacorp", "memesis", "mere_mortals", "mnemonic"} <= set(HELD)


@pytest.mark.parametrize("name", HELD)
def test_what_is_declared_exists(name: str) -> None:
    declared = load_declarations(PROJECT.root, name, PROJECT.ruleset(name).system)
    written = [(tuple(one.reading.items()), one.shows) for one in declared]
    assert len(written) == len(set(written)), f"{FILE} of {name} says something twice"


@pytest.mark.parametrize("name", SMALLEST)
def test_the_smallest_scopes_show_nothing_else(name: str) -> None:
    ruleset = PROJECT.ruleset(name)
    declared = load_declarations(PROJECT.root, name, ruleset.system)
    found = [ask_options(ruleset.transition_system(scope), Limits(100)) for scope in SMALLEST[name]]
    asked = [one for one in found if one is not None]
    assert len(asked) == len(found) and all(not one.stopped for one in asked)
    assert [str(shown[0]) for shown in undeclared_effects(asked, declared)] == []
    shown = {one.shows for options in asked for one in options.shown}
    assert {"deadlock", "no play", "stops", "one_card_is_sold_in_a_turn"} <= shown
