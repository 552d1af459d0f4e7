"""Among whom loops look: what is printed on members for anything to come of them, in rules of MegaCorp read by hand."""

from __future__ import annotations

from functools import cache

import pytest

from ruleslawyer.api import Ruleset
from ruleslawyer.engines.native.among import members, required_attributes
from ruleslawyer.engines.native.purity import Purity
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.walk import walk
from tests.bundled import bundled


@cache
def megacorp() -> Ruleset:
    return bundled().ruleset("megacorp")


def who(rule: str, scope: str) -> set[str]:
    """Among whom the first loop of a helper or a property looks."""
    ruleset = megacorp()
    system = ruleset.system
    function = system.helpers[rule] if rule in system.helpers else system.checks[rule].function
    fold = next(node for node in walk(function.body) if isinstance(node, n.Fold))
    dealt = ruleset.scope(scope)
    names = dealt.names["Card"]
    return {names[m] for m in members(dealt, "Card", required_attributes(Purity(system), fold))}


def test_what_a_helper_asks_for_is_found() -> None:
    """What gives a keyword has BOND: of the scope `challenge` the Chip alone."""
    assert who("bears", "challenge") == {"Chip"}


def test_what_holds_for_all_others_is_passed_over() -> None:
    """Of cards that are not UNIQUE no copy is too many: of the scope `mesa` nobody is left, of `unique` two."""
    assert who("one_copy_of_a_unique_card_in_a_network", "mesa") == set()
    assert who("one_copy_of_a_unique_card_in_a_network", "unique") == {"Star", "Twin"}


@pytest.mark.parametrize("rule", ["something_must_move", "bears"])
def test_nothing_is_known_where_anything_may_fail(rule: str) -> None:
    """Where nothing is trusted to have a value, only what stands in the loop itself is known."""
    system = megacorp().system
    fold = next(node for node in walk(system.helpers[rule].body) if isinstance(node, n.Fold))
    found = required_attributes(Purity(system, trusted=False), fold)
    assert bool(found) is (rule == "something_must_move")
