"""Graph analyses of the native engine against the networkx explorer, and on rulesets that were worked out by hand."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from typer.testing import CliRunner

from ruleslawyer.base import arrays
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.cli.main import app
from ruleslawyer.engines.explore.liveness import Fairness
from ruleslawyer.engines.explore.properties import verdicts
from ruleslawyer.engines.explore.search import Exploration, explore
from ruleslawyer.engines.native.analyses import Analysis, analyses
from ruleslawyer.engines.native.explore import search_natively
from ruleslawyer.engines.native.graph import Graph, GraphTooLarge
from ruleslawyer.engines.native.liveness import Answer, check_liveness, with_trace
from ruleslawyer.engines.native.met import observe
from ruleslawyer.engines.native.searched_graph import ChoiceGraph, edges, word_on_plays
from ruleslawyer.exploration.native import explore_natively
from ruleslawyer.exploration.rules_seen import rule_activity
from ruleslawyer.exploration.variants.ablation import AblationSearch, Variant, variants
from ruleslawyer.ir.rules import FOLLOWED, NATURE, Check, Fair
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.claims.promised import member_of
from ruleslawyer.rulebook.claims.readings import choices
from ruleslawyer.rulebook.claims.verdict import WITH_PROBABILITY_1, Verdict, Word
from ruleslawyer.semantics.fairness import FairSet, chance_actions
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import replay
from ruleslawyer.semantics.transition import Instance, TransitionSystem
from tests.agree.random_systems import of_seed
from tests.agree.strategies import ROOT, names
from tests.agree.test_native import classic_scopes, reference_of, system_of
from tests.agree.test_regressions import Case, systems
from tests.bank import TINY

NAMES = [name for name in names(TINY) if name != "t175_large_numbers"]  # it needs more than 64 bits
WAR = ROOT / "examples" / "war"


@pytest.fixture(autouse=True, scope="module")
def small_pieces() -> Iterator[None]:
    """These graphs too are worked on in several pieces."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arrays, "STEP", 5)
        yield


def graph_of(system: TransitionSystem) -> Graph:
    """As `--analyse` has it."""
    found = explore_natively(system, workers=1).graph
    assert isinstance(found, Graph)
    return found


def tiny(name: str) -> Exploration:
    return reference_of(TINY, name, "tiny")


@cache
def tiny_graph(name: str) -> Graph:
    return graph_of(tiny(name).system)


def found(name: str) -> dict[str, Analysis]:
    """The analyses of a tiny ruleset, each play replayed; of a kind that is found more than once the first."""
    reference, graph = tiny(name), tiny_graph(name)
    made: dict[str, Analysis] = {}
    for one in analyses(graph, unfinished(reference)):
        made.setdefault(one.name, one)
        trace = one.trace(graph)
        if trace is not None:
            replay(graph.system, trace)
            assert one.play is not None
            if one.play.back is not None:
                states = [trace.start.after, *(step.after for step in trace.steps)]
                assert states[-1] == states[one.play.back]
    return made


def unfinished(reference: Exploration) -> str:
    ends = [o.event.kind for o in reference.events.values() if o.event.cuts]
    return f"plays end early: {ends[0]}" if ends else ""


def answers(graph: Graph) -> Iterator[Answer]:
    """The verdicts on plays, each with the play of the graph that shows it."""
    return (answer(graph, check) for check in graph.system.system.checks.values() if check.kind in FOLLOWED)


def answer(graph: Graph, check: Check) -> Answer:
    found, word = check_liveness(graph, check), word_of_plays(graph, check)
    return (
        with_trace(graph, check, found) if found.word == word else Answer(Verdict(check.name, check.kind, (), word, ""))
    )


def word_of_plays(graph: Graph, check: Check) -> Word:
    assert isinstance(graph, ChoiceGraph)
    return word_on_plays(graph, check)


def assert_same_graph(graph: Graph, reference: Exploration) -> None:
    """The same edges with the same instances, as far as those are fixed; numbers go by depth."""
    states = [graph.state(node) for node in range(graph.size)]
    depths = [reference.graph.nodes[state]["depth"] for state in states]
    assert depths == sorted(depths)
    system = graph.system.system
    ours: Counter[Any] = Counter()
    crossing = 0
    for a, b, label in zip(graph.digraph.sources, graph.digraph.to, graph.labels, strict=True):
        ours[states[a], graph.action(int(label)), states[b]] += 1
        crossing += int(label) >> 31
    theirs = Counter((a, data["instance"].action, b) for a, b, data in reference.graph.edges(data=True))
    assert ours == theirs
    assert crossing == sum(
        any(s.kind == "duty" and system.duties[s.name].turn_end for s in data["substeps"])
        for _, _, data in reference.graph.edges(data=True)
    )
    labels = {(int(a), int(c)) for a, c in zip(graph.digraph.sources, graph.choices, strict=True)}
    assert len(labels) == graph.digraph.edges  # a choice is one edge


def assert_same_verdicts(graph: Graph, reference: Exploration) -> None:
    """The same words, and plays that show what they say; as short as those of the reference, or as they have to be."""
    theirs, system = {v.name: v for v in verdicts(reference)}, graph.system
    for one in answers(graph):
        verdict = one.verdict
        check = graph.system.system.checks[verdict.name]
        assert verdict.word == theirs[verdict.name].word, verdict.name
        assert verdict.member == theirs[verdict.name].member, verdict.name
        if one.play is None:
            continue
        trace = graph.trace(one.play)
        replay(graph.system, trace)
        assert verdict.trace is not None
        states = [trace.start.after, *(step.after for step in trace.steps)]
        assert None not in states
        if check.kind == "leads_to":
            of = next((m for m in system.members_of(check) if member_of(system, check, m) == verdict.member), None)
            if of is None:
                continue
            said = [system.leads(check, state, of)[0] for state in states if state is not None]
            if verdict.word == "UNKNOWN":
                assert said[-1] is None
                continue
            leads = [both or (False, True) for both in said]  # where it cannot be evaluated nothing is waited for
            asked = max(i for i, (first, then) in enumerate(leads[: verdict.trace.length + 1]) if first and not then)
            assert not any(then for _, then in leads[asked:])
            if one.play.back is not None:
                assert states[one.play.back] == states[-1]
                assert trace.length > one.play.back
            else:
                assert reference.game.out_degree(states[-1]) == 0
        else:
            shown = theirs[verdict.name].trace
            assert shown is not None and trace.length == shown.length


@pytest.mark.parametrize("name", NAMES)
def test_tiny(name: str) -> None:
    reference, graph = tiny(name), tiny_graph(name)
    assert_same_graph(graph, reference)
    assert_same_verdicts(graph, reference)
    expected = tomllib.loads((TINY / name / "expected.toml").read_text(encoding="utf-8"))
    for one in answers(graph):
        if one.verdict.name in expected.get("switched_off", {}):
            continue  # what the graph says is no verdict then
        assert one.verdict.word == expected["properties"][one.verdict.name]
        if one.verdict.word == "VIOLATED" and one.verdict.trace is not None:
            assert one.verdict.trace.length == expected["violations"][one.verdict.name]


def by_nature(reference: Exploration) -> Fairness:
    """The fair sets of networkx where each outcome of chance comes again and again in each state."""
    chance = chance_actions(reference.system.system)

    def sets(before: State, instance: Instance, after: State) -> tuple[FairSet, ...]:
        return (FairSet(NATURE, (before, after), True),) if instance.action in chance and before != after else ()

    return Fairness(reference.game, sets)


@pytest.mark.parametrize("name", NAMES)
def test_analyses_of_tiny(name: str) -> None:
    """A round is found exactly where networkx finds a circle; dead ends and lost games where it does."""
    reference = tiny(name)
    made, other = found(name), reference.graph
    actions = reference.system.system.actions
    play: nx.DiGraph[Any] = nx.DiGraph()
    play.add_nodes_from(other)
    play.add_edges_from((a, b) for a, b, d in other.edges(data=True) if not actions[d["instance"].action].outside_play)
    assert made["deadlock"].states == len(reference.deadlocks)
    still = any(a == b for a, b in play.edges())
    assert (made["idle action"].word == "FOUND") is still
    turning = [c for c in nx.strongly_connected_components(play) if len(c) > 1]
    game = made["unending game"]
    round_ = game.word in ("FOUND", WITH_PROBABILITY_1)
    assert (round_ or made["idle round"].word == "FOUND") is bool(turning)
    if round_:
        assert game.states == sum(map(len, turning))
        assert game.play is not None and game.play.back is not None
    if round_ and not unfinished(reference):
        assert (game.word == WITH_PROBABILITY_1) is (by_nature(reference).ring(list(reference.nodes)) is None)
    if not unfinished(reference):
        ends = [s for s, ended in other.nodes(data="ended") if ended]
        can = set(ends).union(*(nx.ancestors(play, s) for s in ends))
        unsaid = reference.system.system.unsaid
        assert made["no end"].states == (0 if "ended" in unsaid else len(other) - len(can))
        assert (made["no end"].word == "NOT APPLICABLE") is ("ended" in unsaid)
        won = [s for s in ends if reference.system.winners(s)]
        can = set(won).union(*(nx.ancestors(play, s) for s in won))
        assert made["no winner"].states == (0 if {"ended", "winners"} & set(unsaid) else len(other) - len(can))
    several = [s for s, ended in other.nodes(data="ended") if ended and len(reference.system.winners(s)) > 1]
    assert made["several winners"].states == len(several)


@pytest.mark.parametrize(("root", "name", "scope"), classic_scopes(), ids=lambda part: str(part).rpartition("/")[2])
def test_classics(root: Path, name: str, scope: str) -> None:
    reference = reference_of(root, name, scope)
    graph = graph_of(reference.system)
    if graph.size <= 3000:
        assert_same_graph(graph, reference)
    assert graph.digraph.edges == reference.transitions
    assert_same_verdicts(graph, reference)


def test_random_rulesets() -> None:
    for seed in range(12):
        reference = of_seed(seed)[1]
        if reference.complete:
            assert_same_graph(graph_of(reference.system), reference)


# --- by hand ---------------------------------------------------------------------------------------------------------


def test_a_turn_without_end_and_a_pump() -> None:
    idle = found("t68_idle")
    assert idle["idle round"].word == "FOUND"
    assert idle["unending game"].word == "NONE IN SCOPE"  # passes alone are told once, as idle
    assert found("t57_passes")["unending turn"].word == "NOT APPLICABLE"
    turns = found("t58_turns")
    assert turns["unending turn"].word == "NONE IN SCOPE"
    assert turns["unending game"].states == 3
    pump = found("t46_cap")["pump"]
    assert pump.word == "FOUND"
    assert "only the scope's cap stops it" in pump.text
    assert pump.play is not None
    assert len(pump.play.labels) == 1
    assert found("t37_gain_lose")["pump"].word == "NONE IN SCOPE"


FIDGET = '''
@book.ended("9")
def over(s: State) -> bool:
    """When the end was called."""
    return s.turns == 9


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    """Everybody, always."""
    return frozenset(Player)


@book.initial("1")
def begin(s: State) -> None:
    """Nothing happens."""


@state
class State:
    up: bool
    coins: Annotated[int, Range(0)]
    turns: Annotated[int, Range(0, 9)]
    done: bool


@book.action("2")
def turn_it(s: State, who: Player) -> None:
    """Turn the thing over; face up it is worth a coin."""
    with effect("2"):
        s.up = not s.up
        s.coins += 1 if s.up else 0


@turn_it.permit("2")
def may_turn(s: State, who: Player) -> bool:
    return s.turns < 2


@book.action("3", outside_play=True)
def leave(s: State, who: Player) -> None:
    """Leave the table."""
    with effect("3"):
        s.turns = 9


@leave.permit("3")
def may_leave(s: State, who: Player) -> bool:
    return True


@book.action("4")
def finish(s: State, who: Player) -> None:
    """End the turn; nothing of it is left."""
    with effect("4"):
        s.done = True
        s.coins = 0


@finish.permit("4")
def may_finish(s: State, who: Player) -> bool:
    return s.turns < 2


@book.duty("5", turn_end=True)
def count_it(s: State) -> None:
    """After the second turn the first one comes again."""
    with effect("5"):
        s.done = False
        s.turns = 1 - s.turns


@count_it.when
def is_over(s: State) -> bool:
    return s.done
'''


def test_rounds_worked_out_by_hand(tmp_path: Path) -> None:
    """A thing turned over and back pays a coin: a pump until the cap, and, coins returned with the turn, a round of
    turns, left only by leaving the table. Within a turn coins grow, so that no state comes twice."""
    case = Case("fidget", "A coin for a turn of the hand.", FIDGET, (0, 0, 0))
    system = systems(tmp_path, case)[0]
    scope = replace(system.scope, caps={"coins": 6})
    graph = graph_of(TransitionSystem(Interpreter(system.system, scope)))
    made = {one.name: one for one in analyses(graph)}
    assert made["unending turn"].word == "NONE IN SCOPE"
    rounds = made["unending game"]
    assert rounds.word == "FOUND"
    assert rounds.play is not None
    assert rounds.details == {"broken_by": (), "concede": ("leave",)}
    assert [graph.action(label) for label in rounds.play.labels] == ["finish", "finish"]
    pump = made["pump"]
    assert (pump.word, pump.details["counters"]) == ("FOUND", ("coins",))
    assert pump.play is not None
    assert [graph.action(label) for label in pump.play.labels] == ["turn_it", "turn_it"]
    assert made["no end"].states == graph.size - sum(1 for n in range(graph.size) if system.is_over(graph.state(n)))
    poor = case.text.replace("s.coins += 1 if s.up else 0", "s.coins = 0")
    (tmp_path / "poor").mkdir()
    system = systems(tmp_path / "poor", replace(case, name="poor", text=poor))[0]
    graph = graph_of(system)
    made = {one.name: one for one in analyses(graph)}
    turn = made["unending turn"]
    assert turn.word == "FOUND"
    assert turn.play is not None
    assert [graph.action(label) for label in turn.play.labels] == ["turn_it", "turn_it"]
    assert turn.details == {"broken_by": ("finish",), "concede": ("leave",)}
    assert made["pump"].word == "NONE IN SCOPE"


@pytest.mark.parametrize("order", ["winners_card_first", "losers_card_first", "free_order"])
@pytest.mark.parametrize("cards", [2, 3, 4, 5])
def test_war(cards: int, order: str) -> None:
    """Endless deals with the winner's card first exactly where n is neither 2^k nor 3·2^k (Spivey 2010)."""
    system = system_of(WAR, "war", f"n{cards}", {"goes_under_first": order})
    graph = graph_of(system)
    game_ends, an_end_is_possible = (a.verdict.word for a in answers(graph))
    if order == "winners_card_first":
        endless = cards not in (1, 2, 3, 4, 6, 8)
        assert (game_ends == "VIOLATED") is endless
        assert (an_end_is_possible == "VIOLATED") is endless
    if order == "free_order":
        assert an_end_is_possible == "HOLDS IN SCOPE"
        assert (game_ends == "VIOLATED") is (cards > 2)
    rounds = next(a for a in analyses(graph) if a.name == "unending game")
    assert (rounds.word == "FOUND") is (game_ends == "VIOLATED")
    lost = next(a for a in analyses(graph) if a.name == "no end")
    assert (lost.word == "FOUND") is (an_end_is_possible == "VIOLATED")


def test_fairness() -> None:
    """Staying in the middle for ever is fair to moving on only where nobody minds."""
    graph = graph_of(tiny("t69_leads_to").system)
    ends = graph.system.system.checks["ends"]
    assert answer(graph, replace(ends, fair=(Fair("move"),))).verdict.word == "HOLDS IN SCOPE"
    assert answer(graph, replace(ends, strongly_fair=(Fair("move", ("who",)),))).verdict.word == "HOLDS IN SCOPE"
    assert answer(graph, replace(ends, fair=(Fair("stay"),))).verdict.word == "VIOLATED"


def test_rules_seen() -> None:
    code = search_natively(tiny("t04_over").system)
    seen = rule_activity(edges(code), observe(code))
    assert set(seen) == {"never live", "never decisive", "always forbidden"}


def test_ablation_verb() -> None:
    found = CliRunner().invoke(app, ["--project", str(TINY), "adequacy", "t55_possible", "--clauses", "--json"])
    assert found.exit_code == 0, found.output
    made = json.loads(found.stdout)
    assert {c["name"]: c["change"] for c in made["clauses"]} == {"from_the_hall": "moves", "round_the_cellar": "moves"}
    assert made["redundant"] == []
    noticed = {c["name"]: c["properties"] for c in made["clauses"]}
    assert noticed["round_the_cellar"] == []
    assert {p["name"] for p in noticed["from_the_hall"]} == {"can_leave_the_hall"}
    words = ["adequacy", "t55_possible", "--clauses", "--clause", "from_the_wall"]
    wrong = CliRunner().invoke(app, ["--project", str(TINY), *words])
    assert isinstance(wrong.exception, UsageError)


def test_too_large() -> None:
    code = search_natively(system_of(TINY, "t46_cap", "tiny"), workers=1)
    with pytest.raises(GraphTooLarge, match="more than the limit of -1 MiB"):
        edges(code, memory=-1)


def test_incomplete() -> None:
    """What an incomplete exploration found is true; that nothing was found says nothing."""
    code = search_natively(system_of(TINY, "t57_passes", "tiny"), Limits(states=1), workers=1)
    assert not code.found.complete
    graph = edges(code)
    assert not graph.whole
    assert {a.word for a in analyses(graph)} <= {"UNKNOWN", "NOT APPLICABLE", "FOUND"}


# --- ablation --------------------------------------------------------------------------------------------------------


def less(system: TransitionSystem, variant: Variant) -> TransitionSystem:
    known = set(choices(variant.system))
    reading = {k: v for k, v in system.reading.items() if k in known}
    return TransitionSystem(Interpreter(variant.system, system.scope), reading, system.rulings)


def behaviour(reference: Exploration) -> tuple[Any, Any]:
    """What a play can do, and what is said of it: allowed instances with their results; verdicts and properties."""
    system = reference.system
    moves, judged = {}, {}
    for state in reference.graph:
        for candidate in system.candidates(state):
            if candidate.judgement is not None:
                one = candidate.judgement
                judged[state, candidate.instance] = one.verdict, [(k, part.verdict) for k, part in one.parts]
            if candidate.is_allowed:
                moves[state, candidate.instance] = system.take(state, candidate.instance).state
    return (dict.fromkeys(reference.initial), moves), (judged, {v.name: v.word for v in verdicts(reference)})


def assert_ablated(reference: Exploration) -> None:
    """Each clause's removal has the effect that exploring without it shows."""
    work = AblationSearch(reference.system, Limits(), 1)
    moves, said = behaviour(reference)
    for variant in variants(reference.system.system):
        without = explore(less(reference.system, variant), Limits(states=2_000))
        if not without.complete:
            continue
        (found,) = work.without([variant])
        moves_less, said_less = behaviour(without)
        expected = "moves" if moves != moves_less else "verdicts" if said != said_less else "nothing"
        assert found.change == expected, (variant.kind, variant.name)
        if expected == "moves":
            assert (found.states, found.transitions) == (without.states, without.transitions)
            changed = {n for n, word in said[1].items() if said_less[1][n] != word}
            assert {n for n, _, _ in found.properties} == changed


@pytest.mark.parametrize("name", NAMES)
def test_ablation(name: str) -> None:
    """Each clause in turn."""
    assert_ablated(tiny(name))


def test_ablation_of_random_rulesets() -> None:
    for seed in range(100, 106):
        reference = of_seed(seed)[1]
        if reference.complete and reference.states <= 300:
            assert_ablated(reference)
