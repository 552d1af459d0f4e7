"""What a ruling changes, against two explorations of the ferry that were worked out by hand (tiny: a coin for each)."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.check.evidence.finding import Finding, Proposal
from ruleslawyer.check.evidence.query import Evidence
from ruleslawyer.check.evidence.settle import Settled, settlement
from ruleslawyer.check.explorations import Explorations
from ruleslawyer.cli.output import progress
from ruleslawyer.exploration import native
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.claims.result import Altered
from ruleslawyer.semantics.transition import TransitionSystem
from tests.bank import TINY

FERRY = Path(__file__).parents[2] / "projects" / "ferry"
HEAVY = "cross:own_turn/too_heavy"


@pytest.fixture(scope="module")
def ferry() -> Ruleset:
    return Project.load(FERRY).ruleset("ferry")


def tried(ferry: Ruleset, id_: str, rulings: dict[str, str], reading: dict[str, str] | None = None) -> Settled:
    finding: Finding = next(f for f in ferry.findings() if f.id == id_)
    proposal = Proposal("tiny", reading or {}, rulings)
    (found,) = settlement(replace(finding, proposals=(proposal,)), Explorations(ferry, progress).result)
    return found


def test_a_clash_that_is_ruled_opens_the_game(ferry: Ruleset) -> None:
    """Without: each of two beginnings, the light cart, stuck. With: the other cart as well, in either order, and the
    end. Nobody keeps two coins in the one or the other."""
    found = tried(ferry, "002", {HEAVY: "permit"})
    assert found.is_shown
    assert found.gone == ("contradiction: cross: own_turn against too_heavy", "deadlock: cross forbidden by too_heavy")
    assert found.stays == ("two_coins_at_least is VIOLATED",)
    assert (found.vanished, found.appeared, found.verdicts, found.cut_short) == ((), (), (), ())
    assert found.numbers == {"states": (4, 8), "transitions": (2, 8), "ended": (0, 2), "deadlocked": (2, 0)}
    assert not found.nothing_else


def test_the_other_side_of_the_clash_leaves_the_dead_end(ferry: Ruleset) -> None:
    """The text would say then that nobody may act: the deadlock is one of the finding's own, and is not settled."""
    found = tried(ferry, "002", {HEAVY: "forbid"})
    assert found.problem == "still met under the ruling: deadlock: cross forbidden by too_heavy"
    assert found.gone == ("contradiction: cross: own_turn against too_heavy",)
    assert found.stays == ("deadlock: cross forbidden by too_heavy", "two_coins_at_least is VIOLATED")
    assert found.numbers["states"] == (4, 4)
    assert found.nothing_else


def test_a_question_that_is_ruled_as_it_is_read_changes_nothing_else(ferry: Ruleset) -> None:
    found = tried(ferry, "001", {"payee": "owner_is_paid"})
    assert found.gone == ("contradiction: payee: owner_is_paid against other_is_paid",)
    assert found.nothing_else


def test_what_a_ruling_brings_about(ferry: Ruleset) -> None:
    """The same carter goes on, and heavy carts may cross. Ann sends the other's cart (hay) first, has no coin, and
    keeps the iron that is heavy besides; Bob sends the iron first, and only lacks the coin. Own carts first, both end.
    """
    found = tried(ferry, "003", {"follower": "the_same"}, {HEAVY: "permit"})
    assert found.is_shown
    assert found.gone == ("gap: follower: no clause answers",)
    assert set(found.appeared) == {
        "deadlock: cross forbidden by too_heavy, cross forbidden by cannot_pay",
        "deadlock: cross forbidden by cannot_pay",
    }
    assert found.numbers == {"states": (8, 8), "transitions": (8, 6), "ended": (2, 2), "deadlocked": (0, 2)}
    assert found.new_deadlocks == found.appeared and found.new_events == ()
    assert found.came == "2 new kinds of deadlock"


def walked(
    rulings: dict[str, str], reading: dict[str, str] | None = None, also: str = "", partly: bool = False
) -> tuple[Settled, ...]:
    """What settles the gap of the tiny walk: an answer at 0, two that differ at 1, none at 2 and 3."""
    walk = Project.load(TINY).ruleset("t140_gap_ruled")
    about = [("gap", "stride"), *([(also, "stride")] if also else [])]
    evidence = tuple(Evidence("event", "tiny", {}, {"kind": k, "subject": s}, {}) for k, s in about)
    proposals = tuple(Proposal("tiny", reading or {}, {key: option}, partly=partly) for key, option in rulings.items())
    finding = Finding(
        "001", "How far?", "gap", "low", "open", "", "", "", ("2",), ("stride",), evidence, "…", "001-how-far.md",
        proposals,
    )  # fmt: skip
    return settlement(finding, Explorations(walk, progress).result)


def test_a_ruling_for_a_gap_leaves_the_answers() -> None:
    """0 to 1 by the answer, 1 to 2 as it is read, and from 2, where it is met, to 4: of 3, where it is met too, nobody
    asks. Ruled altogether the answer at 0 is repealed, and the two that differ at 1 are not asked."""
    (gap,) = walked({"stride?": "jump"})
    assert gap.is_shown
    assert gap.gone == ("gap: stride: no clause answers",)
    assert (gap.vanished, gap.appeared, gap.verdicts) == ((), (), ())
    assert gap.numbers["states"] == (5, 4)
    assert gap.after.altered == Altered(0, 0)
    (whole,) = walked({"stride": "jump"})
    assert whole.is_shown
    assert whole.vanished == ("contradiction: stride: then_two against then_one",)
    assert whole.after.altered == Altered(0, 1)


def test_a_violation_that_a_ruling_brings_is_counted() -> None:
    """From 1 to 3, as it is read, and with the ruling to 5."""
    (found,) = walked({"stride?": "jump"}, {"stride": "then_two"})
    assert found.is_shown
    assert found.new_violations == ("not_five",)
    assert found.came == "1 new violation"


def test_a_ruling_that_is_silent_settles_nothing() -> None:
    (found,) = walked({"stride?": "wavers"})
    assert found.problem == "still met under the ruling: unresolved: stride: the chosen option is silent here"


def test_each_of_several_proposals_settles_its_part() -> None:
    """The gap and the contradiction, each by its own ruling; one alone leaves the other."""
    clash = "stride:then_two/then_one"
    assert all(run.is_shown for run in walked({"stride?": "jump", clash: "then_one"}, also="contradiction"))
    (alone,) = walked({"stride?": "jump"}, also="contradiction")
    assert alone.problem == "still met under the ruling: contradiction: stride: then_two against then_one"


def test_a_part_is_called_a_part() -> None:
    """What a proposal leaves is named where it says so; one that leaves nothing is no part."""
    (found,) = walked({"stride?": "jump"}, also="contradiction", partly=True)
    assert (found.is_shown, found.word) == (True, "SETTLED IN PART")
    assert found.left == ("contradiction: stride: then_two against then_one",)
    assert found.json()["settled"] is False
    (all_of_it,) = walked({"stride?": "jump"}, partly=True)
    assert (all_of_it.word, all_of_it.problem) == ("NOT SETTLED", "it settles all of it: `partly` is not so")


def test_a_ruling_for_a_gap_where_answers_differ(ferry: Ruleset) -> None:
    """Between two answers that differ there is no gap."""
    with pytest.raises(UsageError, match="where no answer speaks it is silent too"):
        tried(ferry, "001", {"payee?": "owner_is_paid"})


def test_code_that_is_there_explores_once_without_a_ruling(ferry: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    """It finds out that a scope is small, and what it found is what rulings are compared with."""
    before, made = tried(ferry, "002", {HEAVY: "permit"}), native.explore_natively
    ferry.explore("tiny", engine="native")
    searched: list[bool] = []

    def explore(system: TransitionSystem, *given: Any) -> native.NativeExploration:
        searched.append(bool(system.rulings))
        return made(system, *given)

    monkeypatch.setattr(native, "explore_natively", explore)
    found = tried(ferry, "002", {HEAVY: "permit"})
    assert searched == [False, True]
    assert (found.before.engine, found.gone, found.numbers) == ("networkx", before.gone, before.numbers)
    assert found.after.altered == before.after.altered == Altered(0, 0)


def test_a_ruling_about_something_else(ferry: Ruleset) -> None:
    found = tried(ferry, "001", {"follower": "the_other"})
    assert found.problem == "nothing that the evidence names, and tiny meets, is gone"
    assert found.vanished == ("gap: follower: no clause answers",)
    assert not found.is_shown


def test_a_ruling_about_nothing(ferry: Ruleset) -> None:
    found = tried(ferry, "002", {HEAVY: "permit", "cross:own_turn/cannot_pay": "forbid"})
    assert found.problem == "in tiny, cross:own_turn/cannot_pay decides nothing"


def test_what_is_not_explored_to_its_end_is_not_shown(ferry: Ruleset) -> None:
    def explore(scope: str, reading: Any, rulings: Any = None) -> Any:
        return ferry.explore(scope, reading, rulings, limits=Limits(states=3 if rulings else None))

    finding = next(f for f in ferry.findings() if f.id == "001")
    (found,) = settlement(finding, explore)
    assert found.problem.startswith("tiny was not explored to its end with the ruling: ")
