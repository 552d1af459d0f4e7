"""Cores, corrections and clarifications: worked out by hand, minimal, and true when the game is explored again."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.engines.explore.search import explore
from ruleslawyer.engines.smt.subsets import enumerate_subsets
from ruleslawyer.exploration.study import Study
from ruleslawyer.exploration.variants.ablation import drop_clauses
from ruleslawyer.proof.cores import MUST_ACT, NOT_PERMITTED, deadlock_conflict
from ruleslawyer.rulebook.claims.clashes import Pair
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C
from ruleslawyer.rulebook.claims.result import ScopeResult
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import TransitionSystem
from ruleslawyer.studies.clarifications.contradictions import Contradictions
from ruleslawyer.studies.clarifications.corrections import (
    MOST,
    OUT_OF_TIME,
    Clarification,
    dropped_clauses,
    minimal_corrections,
    precedence_options,
    rulings_of,
)
from tests.agree.random_systems import random_exploration
from tests.bank import TINY
from tests.cli.command import copied


@cache
def cores_of(name: str, project: Path = TINY) -> tuple[Ruleset, Contradictions]:
    ruleset = Project.load(project).ruleset(name)
    return ruleset, ruleset.cores(["tiny"])


def words(found: Contradictions) -> dict[str, str]:
    return {result.pair.key: result.word for result in found.pairs}


def smallest(found: Contradictions) -> list[list[str]]:
    """The smallest sets of the only subject that clashes."""
    (clash,) = found.clashes
    return [[str(c) for c in correction.clarifications] for correction in clash.smallest.corrections]


@pytest.mark.parametrize(
    ("name", "core", "settled_by"),
    [
        ("t03_clash", ("may", "must_not"), ["move:may/must_not = permit", "move:may/must_not = forbid"]),
        ("t15_term_clash", ("boots", "sledge"), ["without sledge", "without boots"]),
        ("t20_answers_differ", ("one", "two"), ["stride:one/two = one", "stride:one/two = two"]),
        (
            "t30_seat_clash", ("any_amount", "beyond"),
            ["bid:any_amount/beyond = permit", "bid:any_amount/beyond = forbid"],
        ),
        ("t72_member_clash", ("hungry", "sick"), ["meal:hungry/sick = permit", "meal:hungry/sick = forbid"]),
        ("t102_deed_clash", ("step", "stuck"), ["step:step/stuck = permit", "step:step/stuck = forbid"]),
        ("t111_bounds_cross", ("slow", "fast"), ["without fast", "without slow"]),
    ],
)  # fmt: skip
def test_two_clauses(name: str, core: tuple[str, str], settled_by: list[str]) -> None:
    _, found = cores_of(name)
    assert [clash.cores.subsets.cores for clash in found.clashes] == [(core,)]
    assert found.clashes[0].cores.subsets.corrections == tuple(sorted((c,) for c in core))
    assert smallest(found) == [[way] for way in settled_by]
    assert found.whole is not None and found.whole.left == ()


def test_one_clarification_for_three_pairs() -> None:
    """Three permits against one forbid, always all at once: any of them that prevails takes the forbid away."""
    _, found = cores_of("t08_two_pairs")
    assert words(found) == {
        "move:first/beaten": "PROVED APART", "move:first/stays": "CLASH", "move:second/beaten": "PROVED APART",
        "move:second/stays": "CLASH", "move:third/beaten": "PRECEDENCE", "move:third/stays": "CLASH",
    }  # fmt: skip
    (clash,) = found.clashes
    assert clash.cores.subsets.cores == (("first", "stays"), ("second", "stays"), ("third", "stays"))
    assert clash.cores.subsets.corrections == (("stays",), ("first", "second", "third"))
    assert smallest(found) == [[f"move:{permit}/stays = permit"] for permit in ("first", "second", "third")]


def test_agreement_is_no_clash() -> None:
    assert not set(words(cores_of("t19_answers_agree")[1]).values()) - {"PROVED APART"}
    assert not set(words(cores_of("t110_bounds")[1]).values()) - {"PROVED APART"}


def test_a_deadlock_of_three_clauses() -> None:
    """Nothing permits the one purchase, and a forbid is in the way of the other; or else nobody has to act."""
    _, found = cores_of("t121_guest")
    (deadlock,) = found.deadlocks
    assert deadlock.cores.subsets.cores == ((MUST_ACT, NOT_PERMITTED, "a_cheap_one_is_enough"),)
    assert deadlock.cores.subsets.corrections == (("a_cheap_one_is_enough",), (MUST_ACT,), (NOT_PERMITTED,))
    (tried,) = deadlock.tried
    assert [str(c) for c in tried.clarifications] == [
        "buy:affordable/a_cheap_one_is_enough = permit"
    ] and tried.is_settled


APART = '''"""Two permits that never hold together, each against the same forbid."""

from ruleslawyer.lang import Ruleset, Sort, effect, state

book = Ruleset("t03_clash")
book.closed_world(assumed="what no clause permits is not allowed")


class Player(Sort):
    """Who plays."""


@state
class State:
    late: bool
    done: bool


@book.initial("1")
def begin(s: State{choice}) -> None:
    """How it starts."""
    with effect("1"):
        s.late = {late}


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    return frozenset(Player)


@book.ended("9")
def over(s: State) -> bool:
    return s.done


@book.winners("9")
def won(s: State) -> frozenset[Player]:
    return frozenset()


@book.action("2")
def move(s: State, who: Player) -> None:
    """Go on."""
    with effect("2"):
        s.done = s.late
        s.late = True


@move.permit("3")
def early_birds(s: State, who: Player) -> bool:
    return not s.late


@move.permit("4")
def latecomers(s: State, who: Player) -> bool:
    return s.late


@move.forbid("5")
def nobody(s: State, who: Player) -> bool:
    return True
'''


NAP = """
@rest.permit("7")
def weary(s: State, who: Player) -> bool:
    return s.late


@rest.forbid("8")
def restless(s: State, who: Player) -> bool:
    return s.late
"""


def written(folder: Path, text: str) -> Path:
    project = copied(folder, "t03_clash")
    (project / "t03_clash" / "model.py").write_text(text, encoding="utf-8")
    return project


def test_two_clarifications_for_two_places(tmp_path: Path) -> None:
    """Where the pairs are met apart, one clarification leaves the other pair: each has to be decided, either way."""
    text = APART.replace("{choice}", ", late: bool").replace("{late}", "late")
    _, found = cores_of("t03_clash", written(tmp_path, text))
    assert set(words(found).values()) == {"CLASH"}
    assert len(smallest(found)) == 4 and {len(ways) for ways in smallest(found)} == {2}
    assert found.smallest_sets == 4 and found.whole is not None and found.whole.left == ()


def test_a_large_scope_is_explored_by_generated_code_again(tmp_path: Path) -> None:
    """What is settled does not depend on the explorer."""
    project = copied(tmp_path, "t03_clash")
    scope = project / "t03_clash" / "scopes" / "tiny.toml"
    scope.write_text("large = true\n" + scope.read_text(encoding="utf-8"), encoding="utf-8")
    _, found = cores_of("t03_clash", project)
    assert [result.engine for result in found.scopes] == ["native"]
    assert smallest(found) == smallest(cores_of("t03_clash")[1])
    assert found.whole is not None and found.whole.left == ()


def test_what_a_clarification_brings_up(tmp_path: Path) -> None:
    """By default nobody gets beyond the first clash, and no exploration meets the second; where the first permit
    prevails it is met."""
    text = APART.replace("{choice}", "").replace("{late}", "False")
    _, found = cores_of("t03_clash", written(tmp_path, text))
    assert [(result.word, result.scope) for result in found.pairs] == [("CLASH", "tiny"), ("NOT MET", "")]
    (explored,) = found.explored_clashes
    ways = [[str(c) for c in correction.clarifications] for correction in explored.smallest.corrections]
    assert ways == [["move:early_birds/nobody = forbid"]]


def test_what_clashes_only_when_all_are_settled(tmp_path: Path) -> None:
    """The second action is open to whoever has taken the first, which is forbidden by default: its clash belongs to
    another subject, and is settled with the others."""
    text = APART.replace("{choice}", "").replace("{late}", "False")
    before, after = text[: text.index('@move.permit("4")')], text[text.index('@move.forbid("5")') :]
    rest = before[before.index("@book.action") : before.index("@move.permit")].replace("move", "rest")
    text = before + after + "\n\n" + rest.replace('"2"', '"6"') + NAP
    _, found = cores_of("t03_clash", written(tmp_path, text))
    assert [clash.cores.subject for clash in found.explored_clashes] == ["move"]
    assert found.whole is not None and found.whole.left == ()
    keys = [c.key for c in found.whole.clarifications]
    assert keys == ["move:early_birds/nobody", "rest:weary/restless"] and found.smallest_sets is None


def test_many_pairs_that_have_nothing_in_common() -> None:
    """Twelve of them need twelve clarifications, in more ways than are shown."""
    twelve = [Pair("norms", "move", f"may_{i}", f"must_not_{i}", ()) for i in range(12)]
    found = minimal_corrections("move", twelve, lambda chosen: True, lambda chosen: (), twelve)
    assert len(found.corrections) == MOST and not found.complete
    assert {len(correction.clarifications) for correction in found.corrections} == {12}


def test_what_there_was_no_time_for_is_counted() -> None:
    """Two pairs need one of four clarifications each: of the four sets of two, one is tried before the time is over."""
    two = [Pair("answers", "payee", "owner", "other", ()), Pair("answers", "payee", "bank", "nobody", ())]
    study = Study(60, OUT_OF_TIME)

    def rerun(chosen: Sequence[Clarification]) -> tuple[tuple[str, ...], ...]:
        study.end = study.began
        return ()

    found = minimal_corrections("payee", two, lambda chosen: True, rerun, two, study)
    assert len(found.corrections) == 1 and not found.complete
    assert (found.tried, found.untried, found.stopped) == (1, 3, OUT_OF_TIME)


def test_an_exploration_without_an_end_settles_nothing() -> None:
    """Both ways are tried, and nothing is known of the one; the other settles it, but it may not be the only one."""
    pair = Pair("answers", "payee", "owner", "other", ())
    found = minimal_corrections(
        "payee", [pair], lambda chosen: True, lambda chosen: None if chosen[0].choice == "owner" else (), [pair]
    )
    assert [c.clarifications[0].choice for c in found.corrections] == ["other"]
    assert (found.complete, found.tried, found.unfinished, found.untried) == (False, 2, 1, 0)


def test_ctrl_c_keeps_what_was_tried() -> None:
    pair = Pair("answers", "payee", "owner", "other", ())
    answers: list[tuple[tuple[str, ...], ...]] = [()]

    def rerun(chosen: Sequence[Clarification]) -> tuple[tuple[str, ...], ...]:
        if not answers:
            raise KeyboardInterrupt
        return answers.pop()

    found = minimal_corrections("payee", [pair], lambda chosen: True, rerun, [pair])
    assert len(found.corrections) == 1 and not found.complete
    assert (found.tried, found.untried, found.stopped) == (1, 1, BY_CTRL_C)


def test_what_stays_where_it_was_met_is_not_explored() -> None:
    pair = Pair("answers", "payee", "owner", "other", ())
    explored: list[str] = []

    def rerun(chosen: Sequence[Clarification]) -> tuple[tuple[str, ...], ...]:
        explored.extend(c.choice for c in chosen)
        return ()

    found = minimal_corrections("payee", [pair], lambda chosen: chosen[0].choice == "owner", rerun, [pair])
    assert explored == ["owner"] and found.complete and found.tried == 2 and len(found.corrections) == 1


# --- the laws ---------------------------------------------------------------------------------------------------------


def met(result: ScopeResult) -> set[tuple[str, ...]]:
    return {(e.event.subject, *e.event.pair) for e in result.events if e.event.kind == "contradiction"}


@pytest.mark.parametrize(
    "name", ["t03_clash", "t08_two_pairs", "t20_answers_differ", "t30_seat_clash", "t105_insteads_differ"]
)
def test_every_correction_settles_when_it_is_ruled(name: str) -> None:
    """Each set is given as `--ruling` would give it, and explored: no clash of its subject is met."""
    ruleset, found = cores_of(name)
    for clash in found.clashes:
        for correction in clash.smallest.corrections:
            after = ruleset.explore("tiny", rulings=rulings_of(correction.clarifications))
            assert not dropped_clauses(correction.clarifications)
            assert not any(subject == clash.cores.subject for subject, *_ in met(after))


@pytest.mark.parametrize("name", ["t03_clash", "t08_two_pairs", "t20_answers_differ", "t105_insteads_differ"])
def test_every_correction_is_one_when_its_clauses_give_way(name: str) -> None:
    """A correction names clauses: let every other clause prevail over them, explore, and no pair clashes."""
    ruleset, found = cores_of(name)
    for clash in found.clashes:
        for correction in clash.cores.subsets.corrections:
            chosen = [way for pair in clash.cores.pairs for way in precedence_options(pair) if way.loser in correction]
            assert len(chosen) == len(clash.cores.pairs)  # minimal: no pair has both of its clauses in it
            after = ruleset.explore("tiny", rulings=rulings_of(chosen))
            assert not any(subject == clash.cores.subject for subject, *_ in met(after))


@pytest.mark.parametrize(
    "name",
    ["t03_clash", "t08_two_pairs", "t15_term_clash", "t20_answers_differ", "t30_seat_clash", "t72_member_clash",
     "t102_deed_clash", "t105_insteads_differ", "t111_bounds_cross"],
)  # fmt: skip
def test_a_core_stands_without_any_one_of_its_clauses(name: str) -> None:
    """The rules without one clause of a core, explored: that clash is gone. That a deed is demanded is no clause."""
    ruleset, found = cores_of(name)
    for clash in found.clashes:
        for pair in clash.cores.pairs:
            for clause in {pair.first, pair.second} - ruleset.system.deeds.keys():
                less = drop_clauses(ruleset.system, [clause])
                system = TransitionSystem(Interpreter(less, ruleset.scope("tiny")))
                events = (o.event for o in explore(system).events.values())
                assert (pair.subject, pair.first, pair.second) not in {(e.subject, *e.pair) for e in events}


def somebody_can_act(system: TransitionSystem, state: State) -> bool:
    """By the reference semantics: some allowed instance that is neither conceding nor an idle pass."""
    for judged in system.candidates(state):
        action = system.system.actions[judged.instance.action]
        idle = action.passes and judged.is_allowed and system.take(state, judged.instance).state == state
        if judged.is_allowed and not action.outside_play and not idle:
            return True
    return False


def test_deadlocks_of_random_rulesets() -> None:
    """In each deadlock, some of the forbids that hold leave somebody a move, or nobody, as the rules without the other
    ones say; and every core is minimal."""
    for seed in (289, 320, 1132):  # of 0 to 1199, those where the cores of a deadlock name two forbids or more
        sample, explored = random_exploration(random.Random(seed))
        assert explored.deadlocks
        for deadlock in explored.deadlocks[:2]:
            there = deadlock_conflict(explored.system, deadlock.state)
            forbids = [name for name in there.clauses if name not in (MUST_ACT, NOT_PERMITTED)]
            for kept in (c for size in range(len(forbids) + 1) for c in combinations(forbids, size)):
                less = drop_clauses(sample.system, [name for name in forbids if name not in kept])
                system = TransitionSystem(Interpreter(less, sample.scope), sample.reading, sample.rulings)
                stands = there.stands(frozenset((MUST_ACT, NOT_PERMITTED, *kept)))
                assert stands == somebody_can_act(system, deadlock.state), (seed, kept)
            for core in enumerate_subsets(tuple(there.clauses), there.stands).cores:
                assert not there.stands(frozenset(core))
                assert all(there.stands(frozenset(core) - {name}) for name in core)
