"""The code of rules under a ruling is made from that of the rules without it, and is what it would be by itself."""

import re
from dataclasses import replace
from itertools import islice

import pytest

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.engines.native.compiling import code_of, ruled_code_of
from ruleslawyer.engines.native.image import POINTERS
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.scope_data import Layout
from ruleslawyer.rulebook.claims.readings import is_gap, mend, rulable, sides
from tests.agree.strategies import bundle
from tests.bank import TINY
from tests.bundled import bundled

PROJECT = bundled()
RULED = {"daemons": 3, "memesis": 5}
"""Of the clashes of a rulebook, and of its gaps, so many are ruled, evenly spread."""


@pytest.mark.parametrize("name", ["daemons", pytest.param("memesis", marks=pytest.mark.campaign)])
def test_a_ruling_makes_the_same_code_anew(name: str) -> None:
    rules = PROJECT.ruleset(name).system
    known, code = code_of(rules, 64)
    keys, kinds = rulable(rules), set()
    gaps, clashes = [k for k in keys if is_gap(k)], [k for k in keys if ":" in k]
    for key in (key for some in (gaps, clashes) for key in some[:: len(some) // RULED[name]]):
        for side in sides(rules, key)[:1]:
            try:
                ruled = mend(rules, {key: side})
            except UsageError:  # the right of way would run in a circle
                continue
            if ruled is rules:
                continue
            made, own = ruled_code_of(known, code, ruled), code_of(ruled, 64)
            assert made is not None
            assert made[0].texts == own[0].texts
            assert sorted(made[1]) == sorted(own[1])
            assert (made[1] is code) is is_gap(key), "which option speaks in a gap is no code"
            assert own[0].names.symbols.keys() <= made[0].names.symbols.keys()
            kinds.add(is_gap(key))
    assert kinds == {True, False}, "of both kinds some could be ruled"


def test_rules_that_differ_otherwise_have_code_of_their_own() -> None:
    clash, another = (bundle(TINY, name).system for name in ("t03_clash", "t15_term_clash"))
    assert ruled_code_of(*code_of(clash, 64), another) is None


def test_what_hangs_on_a_scope_is_not_that_of_another() -> None:
    """Scopes by turns, of one code: each has the entries that it has by itself."""
    ruleset = PROJECT.ruleset("daemons")

    def said(low: Lowering, scope: str) -> tuple[dict[tuple[str, ...], int], list[list[int]]]:
        values, arrays = Layout(low, ruleset.scope(scope)).entries({}, ())
        found = dict(zip(low.names.entries, values, strict=True))
        return {name: number for name, number in found.items() if name[0] not in POINTERS}, [a.tolist() for a in arrays]

    scopes, (shared, _) = ("tiny", "small", "tiny"), code_of(ruleset.system, 64)
    alone = {scope: said(code_of(ruleset.system, 64)[0], scope) for scope in set(scopes)}
    assert alone["tiny"] != alone["small"]
    assert [said(shared, scope) for scope in scopes] == [alone[scope] for scope in scopes]


def test_code_that_asks_more_checks_is_made_of_code_that_asks_few() -> None:
    """As of an answer that promises something: the code is what it would be by itself, and back again."""
    promised = PROJECT.ruleset("daemons").by_the_book.system.promising(None)
    without = replace(promised, checks=dict(islice(promised.checks.items(), 1)))
    assert {check.of for check in promised.checks.values()} > {None}, "some are of steps of one action"
    known, code = code_of(without, 64)
    made, own = ruled_code_of(known, code, promised), code_of(promised, 64)
    assert made is not None
    assert made[0].texts == own[0].texts and sorted(made[1]) == sorted(own[1])
    again = ruled_code_of(*made, without)
    assert again is not None and again[0].texts.items() >= known.texts.items()


@pytest.mark.parametrize("name", ["mere_mortals", pytest.param("megacorp", marks=pytest.mark.campaign)])
def test_code_that_asks_promises_is_what_it_would_be_by_itself_but_for_names(name: str) -> None:
    """Functions of one name are numbered as they are come to: two in Mere Mortals the other way round."""
    rules = PROJECT.ruleset(name).by_the_book.system
    promised = rules.promising(None)
    found, (own, _) = ruled_code_of(*code_of(rules, 64), promised), code_of(promised, 64)
    assert found is not None and len(promised.checks) > len(rules.checks)
    made, called = found[0], {found[0].made[key]: own.made[key] for key in own.made}
    assert made.made.keys() == own.made.keys() and made.texts.keys() == own.texts.keys()
    for key, text in ((own.made[key], made.texts[made.made[key]]) for key in own.made):
        assert re.sub(r"@([\w.]+)", lambda one: f"@{called.get(one[1], one[1])}", text) == own.texts[key]
