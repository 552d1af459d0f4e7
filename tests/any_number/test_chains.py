"""k-induction: what needs two or three rules one after the other is proved, what needs more is not, and another run
proves it again; it has no certificate, and says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslawyer.engines.smt.lifted.issue import About, issue
from ruleslawyer.engines.smt.lifted.prove import prove_again, prove_for_any
from ruleslawyer.engines.smt.lifted.verdict import IN_CHAINS, AnyNumber, lemmas_of
from tests.any_number.rulesets import project, violated

LINE = '''"""What nobody puts in at one end never comes out at the other."""


class Card(Sort):
    """A card."""


@state
class State:
{fields}

@book.action("2")
def turn(s: State, who: Player, card: Card) -> None:
    """All goes one place on."""
    with effect("2"):
{moves}
        s.p0 = None


@turn.permit("2")
def may(s: State, who: Player, card: Card) -> bool:
    return True


@checks.always("3")
def nothing_comes_out(s: State) -> bool:
    return s.p{last} is None


@checks.step("4", of=turn)
def nothing_is_got(before: State, after: State, who: Player, card: Card) -> bool:
    return after.p{last} != card
'''


def found_in(folder: Path, places: int) -> tuple[dict[str, AnyNumber], list[AnyNumber], dict[str, str]]:
    """The verdicts of a ruleset with so many places, those of another run, and why there is no certificate."""
    every = range(places)
    fields = "".join(f"    p{k}: Card | None\n" for k in every)
    moves = "\n".join(f"        s.p{k} = s.p{k - 1}" for k in reversed(every) if k)
    ruleset = project(folder, "line", LINE.format(fields=fields, moves=moves, last=places - 1))
    assert not violated(ruleset, (1, 2))
    found = prove_for_any(ruleset.system, 2, total=20.0, timeout=1.0)
    again, lapsed = prove_again(ruleset.system, 2, lemmas_of(found), 1.0, 20.0)
    assert not lapsed
    return {one.property: one for one in found}, again, issue(None, ruleset.system, About("line", 2), found, 5.0)


@pytest.mark.parametrize("places", [2, 3])
def test_rules_one_after_the_other(tmp_path: Path, places: int) -> None:
    """By hand: what stands in the last place stood in the first as many turns before as there are places between, and
    nothing stands there after a turn or at the beginning."""
    found, again, why = found_in(tmp_path, places)
    assert {one.verdict for one in found.values()} == {"PROVED"}
    assert found["nothing_comes_out"].method == f"induction{IN_CHAINS}"
    assert [(one.property, one.verdict) for one in again] == [(name, "PROVED") for name in found]
    assert "one after the other" in why["nothing_comes_out"]


def test_four_places_are_too_many(tmp_path: Path) -> None:
    found, _, _ = found_in(tmp_path, 4)
    assert {one.verdict for one in found.values()} == {"UNKNOWN"}
