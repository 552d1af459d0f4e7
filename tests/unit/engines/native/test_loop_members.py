"""Among whom loops look: what is printed on members for anything to come of them, in rules that were read by hand."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import product

import pytest

from ruleslawyer.api import Ruleset
from ruleslawyer.engines.native import loop_members
from ruleslawyer.engines.native.compiling import MAKERS
from ruleslawyer.engines.native.loop_members import LoopDomain, domain_of_fold, lists_of
from ruleslawyer.engines.native.lowering import Lowering, Purpose
from ruleslawyer.engines.native.printed import PrintedScope, Purity
from ruleslawyer.engines.native.scope_data import Layout
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.walk import walk
from tests.bundled import bundled

PURPOSES: tuple[Purpose, Purpose] = ("search", "family")


@cache
def ruleset(name: str) -> Ruleset:
    return bundled().ruleset(name)


def loop(name: str, rule: str, number: int = 0, *, trusted: bool = True) -> LoopDomain | None:
    """What is known of a loop of a helper or a property."""
    system = ruleset(name).system
    function = system.helpers[rule] if rule in system.helpers else system.checks[rule].function
    folds = [node for node in walk(function.body) if isinstance(node, n.Fold)]
    outer = {f.slot: f.domain.type.item for f in folds[:number] if isinstance(f.domain.type, t.Set)}
    things = {i: p.type for i, p in enumerate(function.parameters)} | outer
    known = {i: type_ for i, type_ in things.items() if isinstance(type_, t.Sort | t.Enum)}
    return domain_of_fold(Purity(system, trusted=trusted), folds[number], known)


def who(name: str, rule: str, scope: str, *by: int, number: int = 0) -> set[str]:
    """Among whom a loop looks; `by`: where other things are these, or any."""
    found, dealt = loop(name, rule, number), ruleset(name).scope(scope)
    assert found is not None
    printed = PrintedScope(ruleset(name).system, dealt)
    lists, every = lists_of(printed, found), [range(printed.size(type_)) for _, type_ in found.by]
    each = [by] if by else product(*every)
    return {dealt.names["Card"][m] for one in each for m in lists.members(*one)}


def test_what_a_helper_asks_for_is_found() -> None:
    """What gives a keyword has BOND: of the scope `challenge` the Chip alone."""
    assert who("megacorp", "bears", "challenge") == {"Chip"}


def test_what_holds_for_all_others_is_passed_over() -> None:
    """Of cards that are not UNIQUE no copy is too many: of the scope `mesa` nobody is left, of `unique` two."""
    assert who("megacorp", "one_copy_of_a_unique_card_in_a_network", "mesa") == set()
    assert who("megacorp", "one_copy_of_a_unique_card_in_a_network", "unique") == {"Star", "Twin"}


def test_one_of_several_ways_is_enough() -> None:
    """Values are eliminated by whatever has that power as a Lead, as an Ally, or where it lies otherwise: the Rex."""
    assert who("mere_mortals", "eliminates_values", "unstoppable") == {"Rex"}
    assert who("mere_mortals", "eliminates_values", "medium") == set()


def test_a_list_hangs_on_the_member_of_the_loop_outside() -> None:
    """Who can have two Personalities of one character is asked of those of that character alone, and of no Army."""
    dealt = ruleset("mere_mortals").scope("medium")
    names, character, kind = dealt.names["Card"], *(dealt.attributes["Card", x] for x in ("character", "kind"))
    assert character is not None
    assert kind is not None
    army = ruleset("mere_mortals").system.enums["Kind"].members.index("ARMY")
    for one, name in enumerate(names):
        alike = {
            names[m]
            for m in range(len(names))
            if m != one
            and character[m] is not None
            and character[m] == character[one]
            and army not in (kind[m], kind[one])
        }
        found = who("mere_mortals", "one_personality_of_a_character", "medium", one, number=1)
        assert found == alike, name


def test_long_lists_hang_on_less(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is no room for a list of each, one of all is made: longer, and short of none."""
    rule = "one_personality_of_a_character"
    each = [who("mere_mortals", rule, "medium", one, number=1) for one in range(3)]
    monkeypatch.setattr(loop_members, "MOST_LISTED", 1)
    assert {frozenset(who("mere_mortals", rule, "medium", one, number=1)) for one in range(3)} == {
        frozenset(who("mere_mortals", rule, "medium", 0, number=1))
    }
    assert all(some <= who("mere_mortals", rule, "medium", 0, number=1) for some in each)


@pytest.mark.parametrize("rule", ["eliminates_values", "one_personality_of_a_character"])
def test_of_nobody_nobody_is_listed(rule: str) -> None:
    """A sort may have no members in a scope: its lists are empty, and there is one to look at."""
    dealt = ruleset("mere_mortals").scope("medium")
    attributes = {key: () if key[0] == "Card" else values for key, values in dealt.attributes.items()}
    empty = replace(dealt, names={**dealt.names, "Card": ()}, attributes=attributes)
    for number in range(2 if rule == "one_personality_of_a_character" else 1):
        found = loop("mere_mortals", rule, number)
        assert found is not None
        assert lists_of(PrintedScope(ruleset("mere_mortals").system, empty), found).numbers.sum() == 0


@pytest.mark.parametrize("rule", ["docked_to", "bears"])
def test_nothing_is_known_where_anything_may_fail(rule: str) -> None:
    """Where nothing is trusted to have a value, only what stands in the loop itself is known."""
    assert (loop("megacorp", rule, trusted=False) is not None) is (rule == "docked_to")


def test_lists_are_made_once_whatever_the_code_is_for(monkeypatch: pytest.MonkeyPatch) -> None:
    system, dealt = replace(ruleset("daemons").system), ruleset("daemons").scope("tiny")
    rule = next(name for name in system.helpers if loop_of(name) is not None)
    search, family = (Layout(Lowering(system, 64, MAKERS, purpose), dealt) for purpose in PURPOSES)
    for layout in (search, family):
        found = loop_of(rule)
        assert found is not None
        layout.low.names.among[found.key] = found
        made = layout.lists(found.key)
        monkeypatch.setattr(loop_members, "lists_of", lambda *_: pytest.fail("made again"))
    assert made is search.lists(next(iter(search.low.names.among)))


def loop_of(rule: str) -> LoopDomain | None:
    folds = [node for node in walk(ruleset("daemons").system.helpers[rule].body) if isinstance(node, n.Fold)]
    return loop("daemons", rule) if folds else None
