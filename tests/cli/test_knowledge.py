"""The knowledge of players along plays: counts by hand of two games of the cookbook, verdicts, where it is cut, and who
does not ask."""

from __future__ import annotations

import io
import shutil
import sys
import time
from functools import cache
from pathlib import Path

import pytest

from ruleslawyer.api import Project
from ruleslawyer.engines.explore.search import Network
from ruleslawyer.exploration import information as of_information
from ruleslawyer.exploration import knowledge
from ruleslawyer.exploration.explore import explore_graph
from ruleslawyer.exploration.explored import ExploredGraph, network_of
from ruleslawyer.exploration.information import information
from ruleslawyer.exploration.knowledge import verdicts_on_knowledge
from ruleslawyer.front.worked import cookbook
from ruleslawyer.play.extensive.game import Extensive, Position
from ruleslawyer.play.rules import visible_args
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.semantics.dice import Dice
from ruleslawyer.semantics.transition import Instance
from ruleslawyer.studies.games.simple import WORLDS, Belief, decision_at
from tests.cli.command import Command

PEEK = {
    "nobody_knows_anothers_card_before_one_is_turned_up": "HOLDS IN SCOPE",
    "whoever_sees_the_middle_card_knows_the_others": "HOLDS IN SCOPE",
    "it_is_remembered": "HOLDS IN SCOPE",
    "whoever_speaks_knows_who_is_higher": "VIOLATED",
}
"""Three cards, of which a player sees his own: two are left for the other one, and one once he has seen the middle
card. If it stays face down, whoever holds the second of three cannot tell who is higher."""


@cache
def game(name: str) -> Extensive:
    return Extensive(Project.load(cookbook()).ruleset(name).transition_system("tiny"))


def test_verdicts_and_their_reasons(command: Command) -> None:
    """Places: 1, 3 and 6 as cards are dealt, 6 with the middle card up, before Bob speaks 6 with it seen and 6 without,
    and 12 ends: 40. Where he has to guess, both orders of the other cards are possible."""
    found = command("explore", "peek", "--json", "--fresh", project=cookbook()).json
    said = {one["property"]: one for one in found["properties"]}
    assert {name: one["verdict"] for name, one in said.items()} == PEEK
    every = "in all 40 places of plays, by all that each seat saw on the way"
    assert said["nobody_knows_anothers_card_before_one_is_turned_up"]["reason"] == every
    guess = said["whoever_speaks_knows_who_is_higher"]
    assert guess["reason"] == "after 3 actions; Bob: 2 states are possible"
    assert guess["play"][1:] == ["deal(to=Ann, card=Jack)", "deal(to=Bob, card=Queen)", "leave(who=Ann)"]
    assert found["unreplayed"] == []


def test_one_seat_along_plays(command: Command) -> None:
    """Views of Ann: nothing, 3 own cards, the same with Bob's face down, 6 with the middle card, 3 when it is hidden
    again, 12 ends: 28. Sets: in place of these 3 the 6 that she tells apart by having seen it, and 3 where she has not:
    34."""
    found = command("explore", "peek", "--as", "Ann", "--json", project=cookbook()).json
    assert (found["states"], found["views"], found["largest_view"]) == (34, 28, 2)
    assert (found["sets"], found["largest"]["states"], found["told_apart"]) == (34, 2, 6)
    assert found["first_told_apart"]["play"][-2:] == ["turn_up(who=Ann)", "turn_down(who=Ann)"]
    assert (found["first_told_apart"]["states"], found["first_told_apart"]["look"]) == (1, 2)


DRAFT = '''"""One card is dealt."""

from __future__ import annotations

from ruleslawyer.lang import CHANCE, Chance, Map, Ruleset, Sort, effect, state

game = Ruleset("draft")


class Player(Sort):
    """Who plays."""


class Card(Sort):
    """A card."""


@state
class State:
    """Who has which card."""

    holder: Map[Card, Player | None]


@game.initial("1")
def nothing_is_dealt(s: State) -> None:
    """Nobody has a card."""


@game.awaits
def everybody(s: State) -> frozenset[Player] | Chance:
    """Chance deals first."""
    return CHANCE if any(s.holder[c] is None for c in Card) else frozenset(Player)


@game.seen("1")
def sees(s: State, card: Card, who: Player) -> bool:
    """One's own cards."""
    return s.holder[card] == who


@game.chance("1", openly)
def deal(s: State, to: Player, card: Card) -> None:
    """A card to somebody."""
    with effect("1"):
        s.holder[card] = to


@deal.domain
def left(s: State, to: Player, card: Card) -> bool:
    """Of those that nobody has."""
    return s.holder[card] is None
'''


def test_nobody_of_that_name(command: Command) -> None:
    answer = command("explore", "peek", "--as", "Eve", project=cookbook())
    assert (
        answer.code == 2 and answer.err == "error: --as: there is no player `Eve`\n  = help: there is: `Ann`, `Bob`\n"
    )


def test_where_it_is_cut(command: Command) -> None:
    """Nothing is said of what lies beyond; with a state that was not visited, nothing at all."""
    found = explore_graph(game("peek").system, engine="networkx")
    cut = {verdict.name: (verdict.word, verdict.reason) for verdict in verdicts_on_knowledge(found, most=5)}
    assert set(cut.values()) == {("UNKNOWN", "cut at 5 places of plays, after 2 actions")}
    assert information(found, 0, 5).cut == "cut at 5 information sets, after 1 action"
    short = command("explore", "peek", "--json", "--max-states", "3", project=cookbook()).json
    assert {one["verdict"] for one in short["properties"]} == {"UNKNOWN"}
    seat = command("explore", "peek", "--as", "Ann", "--json", "--max-states", "3", project=cookbook())
    assert seat.code == 1 and seat.json["stopped"] == "stopped at the limit of 3 states"


def test_the_play_that_is_told_hangs_on_no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Engines find states and choices in orders of their own: told backwards, the same play comes first."""
    found = explore_graph(game("peek").system, engine="networkx")
    usual = verdicts_on_knowledge(found), information(found, 0)

    def backwards(found: ExploredGraph) -> Network:
        graph = network_of(found)
        made = graph.__class__()
        made.add_nodes_from(reversed([*graph.nodes(data=True)]))
        made.add_edges_from(reversed([*graph.edges(data=True)]))
        return made

    for module in (knowledge, of_information):
        monkeypatch.setattr(module, "network_of", backwards)
    assert (verdicts_on_knowledge(found), information(found, 0)) == usual


def test_the_limit_of_seconds_holds_there_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that was done in time leaves so much for what players know, and no more: on the way, where whoever looks
    at the clock finds that it is late, and before it begins."""
    found = explore_graph(game("peek").system, engine="networkx")
    with monkeypatch.context() as late:
        late.setattr(Limits, "too_long", lambda limits, seconds: f"stopped at the limit of {limits.seconds:g} s")
        on_the_way = verdicts_on_knowledge(found, Limits(seconds=60))
    monkeypatch.setattr(knowledge, "_Plays", lambda *_: time.sleep(60))
    before = verdicts_on_knowledge(found, Limits(seconds=1, spent=2.0))
    assert {one.word for one in (*on_the_way, *before)} == {"UNKNOWN"}
    assert {one.reason.partition(" s")[0] for one in on_the_way} == {"stopped at the limit of 60"}
    assert {one.reason.partition(" s")[0] for one in before} == {"stopped at the limit of 1"}


def test_who_does_not_ask_says_so(command: Command) -> None:
    """A proof leaves it to explorations; of random plays it is said in a line, or UNKNOWN."""
    (named,) = command("prove", "peek", "it_is_remembered", "--json", project=cookbook()).json["results"]
    assert (named["verdict"], named["method"]) == ("HOLDS IN SCOPE", "exploration")
    for asked in (("games", "peek", "--fuzz", "--games", "2", "--scope", "tiny"), ("sweep", "peek", "--cards", "1")):
        found = command(*asked, "--json", project=cookbook())
        assert found.code in (0, 1) and "not asked here, as they ask what players know (`explore` does): " in found.err
    drawn = command("explore", "peek", "--simulate", "3", "--json", project=cookbook()).json
    reasons = {one["verdict"]: one["reason"] for one in drawn["properties"]}
    assert reasons == {"UNKNOWN": "what a player knows is so in all plays that were the same to him"}


def test_a_shuffle_is_forgotten() -> None:
    """States of Memory by hand: an empty table and two with one card, for each turn = 6; of two layouts, those where
    nobody has looked, for each turn = 2, one player at one card and the other's turn = 4, both at one or two cards each
    for each turn = 18: 54. Each player hears all but cards, so that a state alone says what is known: 54 places."""
    found = explore_graph(game("memory").system, engine="networkx")
    assert (found.counts.states, found.counts.transitions) == (54, 152)
    assert {
        (one.word, one.reason.partition(",")[0]) for one in verdicts_on_knowledge(found) if one.kind == "always"
    } == {("HOLDS IN SCOPE", "in all 54 places of plays")}


def test_what_is_chosen_openly_is_told() -> None:
    """Bob hears at which spot Ann looks, and not which card lies there; nor which card is dealt to her."""
    rules = game("memory")
    state = next(state for instance, state in rules.starts() if instance.args == (0,))
    for _ in range(2):
        state = rules.step(state, rules.every(state)[0])
    look = Instance("look_at", (0, 0))
    assert visible_args(rules, look, state, rules.step(state, look), 1) == {"who": "Ann", "spot": "Left"}
    peek = game("peek")
    (_, begun), deal = next(peek.starts()), Instance("deal", (0, 1))
    assert visible_args(peek, deal, begun, peek.step(begun, deal), 1) == {"to": "Ann", "card": "?"}


def test_to_whom_chance_deals_is_told(tmp_path: Path) -> None:
    """Ann sees that Bob has a card more, and so to whom it went; where nobody counts, only if it is dealt openly."""
    (tmp_path / "checks/draft/scopes").mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text('[tool.ruleslawyer.rulesets.draft]\nmodules = ["model"]\n', "utf-8")
    (tmp_path / "checks/draft/scopes/tiny.toml").write_text(
        '[sorts]\nPlayer = ["Ann", "Bob"]\nCard = ["Ace"]\n', "utf-8"
    )
    uncounted = 'seen("1", uncounted="1")'
    for sight, openly, to in (
        ('seen("1")', "", "Bob"),
        (uncounted, "", "?"),
        (uncounted, ', openly="1"', "Bob"),
    ):
        (tmp_path / "model.py").write_text(DRAFT.replace(", openly", openly).replace('seen("1")', sight), "utf-8")
        rules = Extensive(Project.load(tmp_path).ruleset("draft").transition_system("tiny"))
        (_, begun), deal = next(rules.starts()), Instance("deal", (1, 0))
        assert visible_args(rules, deal, begun, rules.step(begun, deal), 0) == {"to": to, "card": "?"}


def test_cards_are_counted_and_what_is_behind_a_screen_is_not(command: Command, tmp_path: Path) -> None:
    """By hand: the card is with one of two, the gem in one of three places. Without the clause about counting Ann sees
    where the gem went, and is never in doubt."""
    shutil.copytree(cookbook(), tmp_path / "book")
    rules = game("screen")
    state = next(state for _, state in rules.starts())
    for name, of in (("deal", (1, 0)), ("put", (0, 2))):
        state = rules.step(state, Instance(name, of))
    assert rules.sees(state, 0) == {
        "holder": {}, "lies": {}, "said": False, "right": False, "?": {"Card": [{"holder": "Bob", "?": 1}]},
    }  # fmt: skip
    found = {}
    for text in ('seen("4", uncounted="4")', 'seen("4")'):
        model = tmp_path / "book/model/screen.py"
        model.write_text(model.read_text("utf-8").replace('seen("4", uncounted="4")', text), "utf-8")
        known = command("explore", "screen", "--json", project=tmp_path / "book").json["properties"]
        found[text] = {one["property"]: one["verdict"] for one in known}["nobody_can_count_behind_a_screen"]
    assert found == {'seen("4", uncounted="4")': "HOLDS IN SCOPE", 'seen("4")': "VACUOUS"}


def test_a_seat_that_plays_counts_too(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("state\nquit\n"))
    shown = command("play", "screen", "--as", "Ann", project=cookbook())
    assert "unknown, of Card: 1 (holder nobody)\n" in shown.out, shown.out


def test_a_bot_does_not_see_what_is_hidden() -> None:
    """Bob has the Queen, and the middle card is face down: what he takes for possible looks the same to him, and among
    twenty draws Ann's card is once the Jack and once the King."""
    rules = game("peek")
    (_, state) = next(rules.starts())
    for instance in (Instance("deal", (0, 0)), Instance("deal", (1, 1)), Instance("leave", (0,))):
        state = rules.step(state, instance)
    found = decision_at(rules, Position(state))
    drawn = [world for seed in range(4) for world in Belief(rules, Dice(seed)).worlds(state, found)]
    assert len(drawn) == 4 * WORLDS
    assert {str(rules.sees(world, 1)) for world in drawn} == {str(rules.sees(state, 1))}
    assert {rules.codec.state(world)["hand"]["Ann"] for world in drawn} == {"Jack", "King"}


@pytest.mark.campaign
def test_another_engine_knows_the_same(command: Command) -> None:
    found = command("explore", "peek", "--engine", "native", "--json", "--fresh", project=cookbook()).json
    assert found["engine"] == "native"
    assert {one["property"]: one["verdict"] for one in found["properties"]} == PEEK
    seat = command("explore", "peek", "--as", "Ann", "--engine", "native", "--json", project=cookbook()).json
    assert (seat["views"], seat["sets"], seat["told_apart"]) == (28, 34, 6)
