"""A ruling for a gap alone: the option speaks where no answer does, and repeals none; in every engine.

The counts are those of `tests/tiny/t140_gap_ruled`: an answer at 0, two that differ at 1, none at 2 and 3.
"""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.engines.explore.search import explore
from ruleslawyer.exploration.explore import EngineName, explore_graph
from ruleslawyer.exploration.reference import ReferenceExploration
from ruleslawyer.exploration.variants.family import explore_family
from ruleslawyer.exploration.variants.side_effects import side_effects
from ruleslawyer.rulebook.claims.readings import for_gap, is_gap, parse_rulings, rulable, sides, valid_rulings
from ruleslawyer.rulebook.claims.result import Altered, ScopeResult
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.transition import TransitionSystem
from tests.agree.families import assert_same_family
from tests.agree.random_systems import random_exploration
from tests.bank import TINY

CLASH = ("contradiction", "stride", "then_two", "then_one")


@pytest.fixture(scope="module")
def walk() -> Ruleset:
    return Project.load(TINY).ruleset("t140_gap_ruled")


def counted(result: ScopeResult) -> tuple[int, int, int, int]:
    return result.states, result.transitions, result.ended, result.deadlocked


@pytest.mark.parametrize("engine", ["networkx", "native"])
@pytest.mark.parametrize(
    ("reading", "rulings", "counts", "events"),
    [
        ({}, {"stride?": "jump"}, (4, 3, 1, 0), {CLASH}),
        ({}, {"stride": "jump"}, (3, 2, 1, 0), set()),
        ({"stride": "then_two"}, {"stride?": "jump"}, (4, 3, 1, 0), {CLASH}),
        ({}, {"stride?": "wavers"}, (3, 2, 0, 0), {CLASH, ("unresolved", "stride", "wavers")}),
        ({}, {"stride?": "jump", "stride:then_two/then_one": "then_one"}, (4, 3, 1, 0), set()),
    ],
)
def test_counts_and_events(
    walk: Ruleset,
    engine: EngineName,
    reading: dict[str, str],
    rulings: dict[str, str],
    counts: tuple[int, int, int, int],
    events: set[tuple[str, ...]],
) -> None:
    result = walk.explore("tiny", reading, rulings, direct=True, engine=engine)
    assert counted(result) == counts
    assert {e.event.key for e in result.events} == events
    assert result.unreplayed == ()
    assert set(result.rulings) == set(rulings)
    assert all(e.material for e in result.events if e.event.kind == "unresolved")


def test_a_ruled_option_is_a_rule_that_may_be_live(walk: Ruleset) -> None:
    """`jump` speaks, although the reading chooses another option; `stay` is chosen nowhere."""
    assert {"jump", "one_more", "at_first"} <= walk.explore("tiny", rulings={"stride?": "jump"}).live
    never = walk.explore("tiny", {"stride": "then_two"}, {"stride?": "wavers"}).never_live
    assert never == ("wavers",)


def test_all_readings_at_once(walk: Ruleset) -> None:
    """What the gap is ruled to be stays open nowhere; where answers differ, every reading is explored."""
    system = walk.transition_system("tiny", rulings={"stride?": "jump"})
    found = explore_family(system)
    assert_same_family(system, found)
    by_reading = {row.reading["stride"]: row.states for row in found.rows}
    assert by_reading == {"then_two": 4, "then_one": 4, "one_more": 4, "jump": 4, "stay": 2, "wavers": 4, "at_first": 2}


def test_nothing_is_open_where_no_answers_differ() -> None:
    """Of a question that is answered or not, a ruling for the gap leaves no choice."""
    partial = Project.load(TINY).ruleset("t23_partial_gap")
    assert explore_family(partial.transition_system("tiny", rulings={"stride?": "stay"})).all_choices == {}
    assert counted(partial.explore("tiny", rulings={"stride?": "stay"})) == (2, 2, 0, 0)


def test_proofs(walk: Ruleset) -> None:
    """Five is reached from three by two, and three from one by two: where answers differ, the reading decides."""

    def word(reading: dict[str, str], rulings: dict[str, str]) -> str:
        (proof,) = walk.prove(["not_five"], reading, rulings, timeout=20.0)
        return proof.verdict

    good = "PROVED", "HOLDS IN SCOPE"
    assert word({}, {"stride?": "one_more"}) in good
    assert word({"stride": "then_two"}, {"stride?": "jump"}) == "VIOLATED"
    assert word({"stride": "one_more"}, {"stride?": "jump"}) in good
    assert word({}, {"stride": "jump"}) in good


def test_certificates_say_it(walk: Ruleset, tmp_path: Path) -> None:
    """A certificate is verified under the rules that it names, its ruling for a gap among them."""
    found = walk.prove_for_any(None, {}, {"stride?": "one_more"}, players=1, total=20.0, certificates=tmp_path)
    assert any(one.verdict == "PROVED" for one in found)
    (file,) = tmp_path.rglob("*.json")
    assert '"stride?": "one_more"' in file.read_text("utf-8")
    assert all(one.accepted for one in Project.load(TINY).certify(tmp_path))


def test_what_it_alters_beyond_the_gap(walk: Ruleset) -> None:
    """For the gap alone: from 2, where it is met, to 4, so that 3 is not reached (where it is met as well). All of the
    question: 0, which an answer decides, goes to 2; 1 is not reached, and its contradiction is decided too."""
    for engine in ("networkx", "native"):
        before, gap, whole, none = (
            explore_graph(walk.transition_system("tiny", {}, rulings), engine=engine)
            for rulings in ({}, {"stride?": "jump"}, {"stride": "jump"}, {"stride?": "one_more"})
        )
        assert side_effects(before, gap, {"stride?"}) == Altered(0, 0)
        assert side_effects(before, whole, {"stride"}) == Altered(0, 1)
        assert side_effects(before, none, {"stride?"}) == Altered(0, 0)


def test_engines_see_the_same_changed() -> None:
    """Whether steps are taken again, or the edges of generated code are compared: every other ruling on a question of
    the bank leaves as many states out, and as many otherwise."""
    bank, seen = Project.load(TINY), set[Altered | None]()
    for ruleset in (bank.ruleset(name) for name in bank.rulesets if bank.ruleset(name).system.questions):
        for question, option in ((q.name, o.name) for q in ruleset.system.questions.values() for o in q.options[::2]):
            systems = [ruleset.transition_system("tiny", {}, rulings) for rulings in ({}, {question: option})]
            engines: tuple[EngineName, ...] = "networkx", "native"
            plain, code = (
                side_effects(explore_graph(systems[0], engine=e), explore_graph(systems[1], engine=e), {question})
                for e in engines
            )
            assert plain == code, (ruleset.name, question, option)
            seen.add(plain)
    assert {Altered(0, 0), Altered(0, 1)} < seen
    assert any(a and a.unreached for a in seen)


def test_what_it_takes_out_of_reach(walk: Ruleset) -> None:
    """A move that stays at 2 for ever never ends the game: 4, in which nothing is asked, is not reached."""
    before, after = (explore_graph(walk.transition_system("tiny", {}, r)) for r in ({}, {"stride?": "stay"}))
    assert side_effects(before, after, {"stride?"}) == Altered(1, 0)


@pytest.mark.parametrize("seed", range(30))
def test_states_without_the_gap_stay_as_they_are(seed: int) -> None:
    """The law: with a ruling for a gap no state moves otherwise in which the gap is not met, and that is still reached;
    and where the ruling says what is read anyway, the graph is the same, and no gap is met."""
    dice = Random(seed)
    sample, found = random_exploration(dice)
    system = found.system
    open_ = [n for n, q in system.system.questions.items() if n not in sample.rulings and q.at_gap is None]
    for name in open_:
        question = system.system.questions[name]
        for option in (o.name for o in question.options if o.kind == "reading"):
            filled = replace(
                system.system, questions={**system.system.questions, name: replace(question, at_gap=option)}
            )
            reading = {**system.reading, for_gap(name): option}
            ruled = TransitionSystem(Interpreter(filled, sample.scope), reading, (*sample.rulings, for_gap(name)))
            after = explore(ruled)
            assert ("gap", name) not in after.events
            difference = side_effects(ReferenceExploration(found), ReferenceExploration(after), {for_gap(name)})
            assert difference is None or difference.otherwise == 0
            if option == system.reading.get(name, question.default):
                assert set(after.graph) == set(found.graph)
                assert after.transitions == found.transitions


# --- as it is written -------------------------------------------------------------------------------------------------


def test_both_ways_to_write_it() -> None:
    assert parse_rulings(["payee?=owner", "a:b/c=b"]) == {"payee?": "owner", "a:b/c": "b"}
    assert parse_rulings(["payee:gap = owner"]) == {"payee?": "owner"}
    with pytest.raises(UsageError, match="chosen twice"):
        parse_rulings(["payee:gap=owner", "payee?=other"])


def test_what_can_be_ruled(walk: Ruleset) -> None:
    gaps = [key for key in rulable(walk.system) if is_gap(key)]
    assert gaps == ["stride?"]
    assert sides(walk.system, "stride?") == ("one_more", "jump", "stay", "wavers")
    with_answers_alone = Project.load(TINY).ruleset("t20_answers_differ").system
    assert not any(map(is_gap, rulable(with_answers_alone)))


@pytest.mark.parametrize(
    ("rulings", "said"),
    [
        ({"strid?": "jump"}, "is no question"),
        ({"stride?": "jmp"}, "has no option `jmp`"),
        ({"stride?": "at_first"}, "where no answer speaks it is silent too"),
        ({"stride:then_two/then_one?": "then_two"}, "is a clash: it has no gap"),
        ({"stride?": "jump", "stride": "jump"}, "ruled twice"),
        ({"?": "jump"}, "is no question"),
    ],
)
def test_mistakes(walk: Ruleset, rulings: dict[str, str], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        valid_rulings(walk.system, rulings)
