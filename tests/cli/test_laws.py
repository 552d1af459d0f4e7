"""`sweep --laws`: a brawl of two, in which each fault that is put into it breaks the law that is against it.

Ann has an Ape with an attack of 1, Bob a Bear with one of 2, face down. Whoever strikes takes the other's Life, which
begins at 10; buying costs 1 of 5 gold.

Long: the game and its laws are half of it, and each test changes one place in them.
"""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path

import pytest

from ruleslawyer.studies.laws.compare import LawTrialResult, LawViolation, Trial
from ruleslawyer.studies.laws.drawn import SampledState
from ruleslawyer.studies.laws.law import Law
from tests.cli.command import Answer, Command

GAME = '''"""A brawl."""

from enum import Enum
from typing import Annotated

from ruleslawyer.lang import Map, Range, Ruleset, Sort, effect, frame, open_frame, close_frame, state

brawl = Ruleset("brawl")
brawl.closed_world(assumed="what no line allows is not done")


class Player(Sort):
    """Who fights."""


class Does(Enum):
    HEAL = "heals"
    ROAR = "roars"


class Card(Sort):
    owner: Player
    attack: Annotated[int, Range(0, 9)]
    does: Does | None


@state
class State:
    hidden: Map[Card, bool]
    used: Map[Card, bool]
    life: Map[Player, int]
    gold: Map[Player, int]
    bought: Map[Player, bool]
    last: Card | None
    voted: Map[Player, bool]


@frame("7")
class Vote:
    """Something is voted on."""

    awaits: frozenset[Player]


@brawl.initial("1")
def begin(s: State) -> None:
    """How it starts."""
    with effect("1"):
        for p in Player:
            s.life[p] = 10
            s.gold[p] = 5


@brawl.awaits
def awaited(s: State) -> frozenset[Player]:
    return AWAITED


@brawl.action("2")
def strike(s: State, who: Player, card: Card) -> None:
    """Strike with a card."""
    with effect("2"):
        s.used[card] = True
        for p in Player:
            if p != who:
                s.life[p] = s.life[p] - (DAMAGE)
        AFTERWARDS


@strike.domain
def own(s: State, who: Player, card: Card) -> bool:
    return card.owner == who


@strike.permit("2")
def seen_and_fresh(s: State, who: Player, card: Card) -> bool:
    return not s.hidden[card] and not s.used[card]


@brawl.action("3")
def turn_up(s: State, who: Player, card: Card) -> None:
    """Turn a card up."""
    with effect("3"):
        s.hidden[card] = False


@turn_up.permit("3")
def own_hidden(s: State, who: Player, card: Card) -> bool:
    return card.owner == who and s.hidden[card]


@brawl.action("4")
def buy(s: State, who: Player) -> None:
    """Buy something."""
    with effect("4"):
        s.gold[who] = s.gold[who] - (PRICE)
        s.bought[who] = True


@buy.permit("4")
def once(s: State, who: Player) -> bool:
    return not s.bought[who]


@brawl.action("5")
def call(s: State, who: Player) -> None:
    """Call a vote."""
    with effect("5"):
        open_frame(s, Vote(awaits=frozenset(Player)))


@call.permit("5")
def nobody_has_voted(s: State, who: Player) -> bool:
    return all(not s.voted[p] for p in Player)


@brawl.action("6", at=Vote)
def vote(s: State, f: Vote, who: Player) -> None:
    """Vote."""
    with effect("6"):
        s.voted[who] = True
        f.awaits = f.awaits - frozenset({who})
        if len(f.awaits) == 0:
            close_frame(s, Vote)


@vote.permit("6")
def may_vote(s: State, f: Vote, who: Player) -> bool:
    return VOTES
'''
SOUND = {"AWAITED": "frozenset(Player)", "DAMAGE": "card.attack", "AFTERWARDS": "pass", "PRICE": "1", "VOTES": "True"}
SCOPE = """title = "Two"

[sorts]
Player = ["Ann", "Bob"]
Card.Ape = { owner = "Ann", attack = 1 }
Card.Bear = { owner = "Bob", attack = 2 }

[initial]
hidden = { Bear = true }
"""
LAWS = """
[[law]]
name = "hidden_cards_act_as_blank_ones"
clauses = ["3"]
reason = "who sees them not knows nothing of them"
of = "Card"
where = { hidden = true }
blank = ["attack", "does"]
same = ["awaited", "allowed", "comes_out"]

[[law]]
name = "turning_up_changes_no_waiting"
clauses = ["3"]
reason = "a card is turned up by itself"
of = "Card"
where = { hidden = true }
stands = { hidden = false }
same = ["awaited"]

[[law]]
name = "one_more_attack_hurts_by_one"
clauses = ["2"]
reason = "damage is attack"
of = "Card"
where = { hidden = false }
more = { attack = 1 }
hurts = ["-life"]
by = 1

[[law]]
name = "abilities_make_nothing_dearer"
clauses = ["4"]
reason = "the price is said"
of = "Card"
where = { does = "none" }
printed = { does = ["HEAL", "ROAR"] }
pays = ["gold"]

[[law]]
name = "choices_commute"
clauses = ["2"]
reason = "each strikes by itself"
commute = true

[[law]]
name = "gold_allows_nothing"
clauses = ["4"]
reason = "whoever has not bought may buy"
of = "Player"
stands = { gold = [0, 1, 2] }
same = ["allowed"]

[[law]]
name = "what_lies_open_is_named_by_nothing"
clauses = ["2"]
reason = "who struck last is nobody's care"
of = "Card"
where = { hidden = false }
noted = ["last"]
same = ["awaited", "allowed", "comes_out"]

[[law]]
name = "who_has_voted_sees_no_vote_called"
clauses = ["5"]
reason = "there is one vote"
of = "Player"
where = { voted = true }
never = ["call"]

[[law]]
name = "what_lies_open_stays_open"
clauses = ["3"]
reason = "nothing is covered"
of = "Card"
where = { hidden = false }
stays = ["hidden"]

[[law]]
name = "who_struck_last_is_named_by_nobody_who_waits"
clauses = ["2"]
reason = "all go on, however the card of the last strike lies"
of = "Card"
where = { hidden = false }
named_by = { last = {} }
during = { last = "some" }
stands = { hidden = true }
same = ["awaited"]

[[law]]
name = "where_somebody_has_bought_nobody_has_struck_last"
clauses = ["2"]
reason = "what was bought says nothing of a strike"
of = "Card"
during = { last = "none" }
then = { bought = true }
stays = ["last"]
"""
NAMES = (
    "hidden_cards_act_as_blank_ones", "turning_up_changes_no_waiting", "one_more_attack_hurts_by_one",
    "abilities_make_nothing_dearer", "choices_commute", "gold_allows_nothing",
    "what_lies_open_is_named_by_nothing", "who_has_voted_sees_no_vote_called", "what_lies_open_stays_open",
    "who_struck_last_is_named_by_nobody_who_waits", "where_somebody_has_bought_nobody_has_struck_last",
)  # fmt: skip


def brawl(folder: Path, laws: str = LAWS, **faults: str) -> Path:
    text = GAME
    for name, code in {**SOUND, **faults}.items():
        text = text.replace(name, code)
    (folder / "brawl" / "scopes").mkdir(parents=True)
    (folder / "checks" / "brawl").mkdir(parents=True)
    table = '[tool.ruleslawyer.rulesets.brawl]\ntitle = "Brawl"\nmodules = ["brawl.model"]\nscopes = "brawl/scopes"\n'
    (folder / "pyproject.toml").write_text(table, encoding="utf-8")
    (folder / "brawl" / "model.py").write_text(text, encoding="utf-8")
    (folder / "brawl" / "scopes" / "two.toml").write_text(SCOPE, encoding="utf-8")
    (folder / "checks" / "brawl" / "laws.toml").write_text(laws, encoding="utf-8")
    return folder


def tried(command: Command, project: Path, *more: str) -> Answer:
    return command("sweep", "--laws", "brawl", "--times", "40", "--minutes", "2", *more, project=project)


def test_a_sound_game_keeps_its_laws(command: Command, tmp_path: Path) -> None:
    """Each is met as often as it is asked for; who is out is said nowhere, so that two laws are not tried."""
    answer = tried(command, brawl(tmp_path), "--json", *(word for name in NAMES for word in ("--law", name)))
    assert answer.code == 0
    assert {law["name"]: law["word"] for law in answer.json["laws"]} == dict.fromkeys(NAMES, "kept")
    assert all(law["met"] >= 40 for law in answer.json["laws"])
    assert answer.json["complete"]


@pytest.mark.parametrize(
    ("fault", "law", "at", "says"),
    [
        (  # the Bear adds 2 while it lies hidden, a blank one nothing: Bob is left with 10 - 1 - 2, or with 10 - 1
            {"DAMAGE": "card.attack + sum(c.attack for c in Card if s.hidden[c])"}, NAMES[0], "strike",
            ("strike(who=Ann, card=Ape) comes out otherwise: life[Bob] = 7, and 9",),
        ),
        (
            {"AWAITED": "frozenset(p for p in Player if all(c.owner != p or not s.hidden[c] for c in Card))"},
            NAMES[1], "awaited", ("awaited is {Ann}, and {Ann, Bob}",),
        ),
        (  # twice 1 and twice 2 of 10; the Bear, once it lies open, twice 2 and twice 3
            {"DAMAGE": "2 * card.attack"}, NAMES[2], "strike",
            tuple(  # a sweep may deal the Ape to Bob
                f"strike(who={who}, card={card}): life[{other}] is {one}, and {one - 2}"
                for who, other in (("Ann", "Bob"), ("Bob", "Ann")) for card, one in (("Ape", 8), ("Bear", 6))
            ),
        ),
        (
            {"PRICE": "1 + sum(1 for c in Card if c.does is not None)"}, NAMES[3], "buy",
            ("buy(who=Ann) costs 1, and 2 with that", "buy(who=Bob) costs 1, and 2 with that"),
        ),
        (
            {"AFTERWARDS": "s.last = card"}, NAMES[4], "strike and strike",
            tuple(  # a sweep may deal the Ape to Bob
                f"strike(who=Ann, card={one}) and strike(who=Bob, card={other}): the order decides last"
                for one, other in (("Ape", "Bear"), ("Bear", "Ape"))
            ),
        ),
        (  # a player is named by each choice of one's own, and that is what the law is about
            {"not s.bought[who]": "not s.bought[who] and s.gold[who] > 2"}, NAMES[5], "buy",
            ("buy(who=Ann) is allowed only without that", "buy(who=Bob) is allowed only without that"),
        ),
        (  # whose card is named waits
            {"AWAITED": "frozenset(p for p in Player if s.last is None or s.last.owner != p)"}, NAMES[6], "awaited",
            ("awaited is {Ann, Bob}, and {Bob}", "awaited is {Ann, Bob}, and {Ann}"),
        ),
        (
            {"all(not s.voted[p] for p in Player)": "True"}, NAMES[7], "call",
            ("call(who=Ann) is allowed meanwhile", "call(who=Bob) is allowed meanwhile"),
        ),
        (
            {"AFTERWARDS": "s.hidden[card] = True"}, NAMES[8], "strike",
            tuple(  # a sweep may deal the Ape to Bob
                f"strike(who={who}, card={card}) changes hidden of {card}"
                for who in ("Ann", "Bob") for card in ("Ape", "Bear")
            ),
        ),
        (  # the one who struck last waits for the other, as long as his card lies hidden
            {
                "AWAITED": "frozenset("
                "p for p in Player if all(c != s.last or not s.hidden[c] or c.owner != p for c in Card))"
            },
            NAMES[9], "awaited", ("awaited is {Ann, Bob}, and {Bob}", "awaited is {Ann, Bob}, and {Ann}"),
        ),
        (
            {"AFTERWARDS": "s.last = card"}, NAMES[10], "strike",
            tuple(f"strike(who={who}, card={card}) changes last" for who in ("Ann", "Bob") for card in ("Ape", "Bear")),
        ),
        (
            {"VOTES": "any(c.owner == who and not s.hidden[c] for c in Card)"},
            "whoever_is_awaited_has_a_choice", "Vote", ("awaited is Bob, who can do nothing, as others can",),
        ),
    ],
    ids=[
        "hidden", "waiting", "hurts", "dearer", "order", "allowed", "named", "meanwhile", "stays", "leading", "then",
        "choice",
    ],
)  # fmt: skip
def test_a_fault_breaks_its_law(
    command: Command, tmp_path: Path, fault: dict[str, str], law: str, at: str, says: tuple[str, ...]
) -> None:
    answer = tried(command, brawl(tmp_path, **fault), "--json", "--law", law)
    assert answer.code == 1
    (found,) = answer.json["laws"]
    (broken,) = (one for one in found["broken"] if one["at"] == at)
    assert (found["word"], broken["says"] in says, broken["least"]) == ("broken", True, True), broken
    assert (broken["printed"], broken["play"][0]) == ({}, "initial()")
    text = tried(command, tmp_path, "--law", law).out
    assert f"{law}, at {at}" in text
    assert any(one in text for one in says)


STAGED = """ruleset = "brawl"
title = "A vote is on"

[[scenario]]
name = "6 a vote is on, and Bob's Bear lies hidden"
clauses = ["6"]
scope = "two"
given = { "hidden[Bear]" = true, Vote = { awaits = ["Ann", "Bob"] } }
when = [{ action = "vote", who = "Ann" }]
allowed = true
"""


def test_states_are_taken_from_scenarios_too(command: Command, tmp_path: Path) -> None:
    """No play comes to a vote that nobody may call; a scenario gives one, in which Bob can do nothing."""
    votes = {
        "VOTES": "any(c.owner == who and not s.hidden[c] for c in Card)",
        "all(not s.voted[p] for p in Player)": "False",
    }
    project, law = brawl(tmp_path, **votes), "whoever_is_awaited_has_a_choice"
    answer = command("sweep", "--laws", "brawl", "--law", law, "--minutes", "0.05", "--json", project=project)
    assert answer.json["laws"][0]["word"] == "not tried"
    (project / "checks" / "brawl" / "scenarios").mkdir()
    (project / "checks" / "brawl" / "scenarios" / "votes.toml").write_text(STAGED, encoding="utf-8")
    answer = tried(command, project, "--json", "--law", law)
    (broken,) = answer.json["laws"][0]["broken"]
    assert (broken["at"], broken["says"]) == ("Vote", "awaited is Bob, who can do nothing, as others can")
    assert broken["play"] == ["checks/brawl/scenarios/votes.toml:5"]


def test_a_sort_may_have_no_members(command: Command, tmp_path: Path) -> None:
    """What would lie on a card has no value that could be drawn."""
    token = 'class Token(Sort):\n    """What lies on cards."""\n\n\n'
    token += "@state\nclass State:\n    on: Map[Card, Map[Token, bool]]\n"
    project = brawl(tmp_path, **{"@state\nclass State:\n": token})
    scope = SCOPE.replace("[sorts]\n", "[sorts]\nToken = []\n")
    (project / "brawl" / "scopes" / "two.toml").write_text(scope, encoding="utf-8")
    answer = command("sweep", "--laws", "brawl", "--times", "100", "--json", project=project)
    assert answer.code == 0, answer.err
    assert "on" in answer.json["states"]["never_drawn"]


def test_what_is_known_is_no_news(command: Command, tmp_path: Path) -> None:
    known = f'\n[[known]]\nlaw = "{NAMES[4]}"\nat = "strike and strike"\nreason = "who struck last is written down"\n'
    project = brawl(tmp_path, LAWS + known, AFTERWARDS="s.last = card")
    answer = tried(command, project, "--json", "--law", NAMES[4])
    assert answer.code == 0
    assert answer.json["laws"][0]["word"] == "broken as known"
    assert "(known: who struck last is written down)" in tried(command, project, "--law", NAMES[4]).out


WRITES = """writes_it_down = brawl.doubt(
    "is it written down who struck last?", not_at_all=no("no", default=True), always=yes("yes")
)
"""


@pytest.mark.parametrize(
    ("afterwards", "word"),
    [("if writes_it_down(s):\n            s.last = card", "broken as known"), ("s.last = card", "broken")],
    ids=["there", "also elsewhere"],
)
def test_what_is_known_under_an_option_is_news_without_it(
    command: Command, tmp_path: Path, afterwards: str, word: str
) -> None:
    known = f'\n[[known]]\nlaw = "{NAMES[4]}"\nat = "strike and strike"\nreason = "so it is read"\n'
    known += 'under = { writes_it_down = "always" }\n'
    asked = {"Sort, effect": "Sort, effect, no, yes", '@brawl.action("3")': f'{WRITES}\n\n@brawl.action("3")'}
    project = brawl(tmp_path, LAWS + known, AFTERWARDS=afterwards, **asked)
    (law,) = tried(command, project, "--json", "--law", NAMES[4]).json["laws"]
    (broken,) = (one for one in law["broken"] if one["at"] == "strike and strike")
    assert law["word"] == word
    expected = {"writes_it_down": "always"} if word == "broken as known" else {}
    assert broken["reading"] == expected
    assert broken["suffices"] == (["writes_it_down=not_at_all"] if expected else [])


def test_a_law_that_nothing_meets_was_not_tried(command: Command, tmp_path: Path) -> None:
    """Nobody is ever out, and nothing but a strike hurts: that is not said to be kept."""
    project = brawl(tmp_path, LAWS.replace("by = 1", 'by = 1\nwithout = ["strike"]'))
    answer = command("sweep", "--laws", "brawl", "--law", NAMES[2], "--minutes", "0.02", "--json", project=project)
    assert answer.code == 1
    assert (answer.json["stopped"], answer.json["laws"][0]["word"]) == ("stopped after 0.02 minutes", "not tried")
    answer = tried(command, project, "--law", "nobody_out_is_chosen", "--json")
    assert (answer.code, answer.json["laws"][0]["word"]) == (0, "not tried")
    assert "nothing was tried" in tried(command, project, "--law", "nobody_out_is_chosen").out


def test_plays_of_unlike_length_are_not_compared_and_that_is_said(command: Command, tmp_path: Path) -> None:
    """Behind each strike there is a vote, so that no two strikes come one behind the other."""
    laws = LAWS.replace("commute = true", 'commute = true\nwithout = ["turn_up"]')
    project = brawl(tmp_path, laws, AFTERWARDS="open_frame(s, Vote(awaits=frozenset(Player)))")
    answer = command("sweep", "--laws", "brawl", "--law", NAMES[4], "--minutes", "0.02", project=project)
    assert answer.code == 1
    told = " ".join(answer.out.split())
    assert "nothing was tried" in told
    assert f"{NAMES[4]} was met 0 of 1 000 times; not compared" in told
    assert "as the plays are of unlike length: one choice leaves no other, opens something, or ends the game" in told


def test_equal_seeds_draw_equal_states(command: Command, tmp_path: Path) -> None:
    project = brawl(tmp_path, DAMAGE="2 * card.attack")
    answers = [tried(command, project, "--json", "--seed", "5", "--law", NAMES[2]).json for _ in range(2)]
    for answer in answers:
        del answer["seconds"]
    assert json.dumps(answers[0]) == json.dumps(answers[1])


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('of = "Card"\n', 'of = "Crad"\n', "unknown of `Crad`"),
        ("hidden = true", "hiden = true", "`hiden` is said of no Card"),
        ("hidden = true", "hidden = 3", "`hidden` has no value `3`"),
        ("hidden = true", "attack = 77", "`attack` has no value `77`"),
        ('"comes_out"]', '"comes_outt"]', "`same`: there is no `comes_outt`"),
        ("more = { attack = 1 }", 'more = { does = "HEAL" }', "`does` is said of no Card"),
        ('hurts = ["-life"]', 'hurts = ["-lief"]', "`lief` is no field of numbers"),
        ('noted = ["last"]', 'noted = ["gold"]', "`noted`: there is no `gold`"),
        ("by = 1", 'by = "one"', "`by` is a number"),
        ("commute = true", "commute = true\nmore = { attack = 1 }", "a law says one thing that differs"),
        ('pays = ["gold"]', "", "says nothing that stays"),
        (f'name = "{NAMES[1]}"', f'name = "{NAMES[0]}"', "there are two laws"),
        ("[[law]]", '[[known]]\nlaw = "no_law"\nat = "buy"\nreason = "so"\n[[law]]', "unknown law `no_law`"),
        ('stays = ["hidden"]', 'stays = ["hidden"]\nsame = ["allowed"]', "a choice leaves this as it is"),
        ('never = ["call"]', 'never = ["calls"]', "`never`: there is no `calls`"),
        ('stays = ["hidden"]', 'stays = ["hidden"]\nnamed_by = { used = {} }', "`used` of a Card names no Card"),
        ("named_by = { last = {} }", "named_by = { last = { hidden = true } }", "`last` is said of the whole game"),
        ('during = { last = "some" }', "during = { hidden = true }", "`hidden` is no field of the whole game"),
        ("then = { bought = true }", "then = { last = true }", "`last` is said of nobody"),
        ('stays = ["hidden"]', 'never = ["buy"]\nthen = { bought = true }', "behind which choices fields stay"),
        ("[[law]]", "[[lawn]]", "the file has no `lawn`"),
    ],
)
def test_a_mistake_is_one_message_at_its_line(
    command: Command, tmp_path: Path, before: str, after: str, said: str
) -> None:
    answer = tried(command, brawl(tmp_path, LAWS.replace(before, after, 1)))
    assert answer.code == 2
    assert said in answer.err
    assert "checks/brawl/laws.toml" in answer.err
    assert not answer.out


def test_ctrl_c_keeps_what_was_found(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes at the two hundredth trial; by then the law was met, and broken."""
    trial, trials = Trial.__call__, count(1)

    def interrupted(self: Trial, law: Law, drawn: SampledState, only: LawViolation | None = None) -> LawTrialResult:
        if next(trials) == 200:
            raise KeyboardInterrupt
        return trial(self, law, drawn, only)

    monkeypatch.setattr(Trial, "__call__", interrupted)
    project = brawl(tmp_path, DAMAGE="2 * card.attack")
    answer = command("sweep", "--laws", "brawl", "--law", NAMES[2], "--json", project=project)
    (law,) = answer.json["laws"]
    assert (answer.code, answer.json["stopped"], law["word"]) == (130, "interrupted", "broken")
    assert "strike" in [one["at"] for one in law["broken"]]


def test_an_unknown_law_is_refused(command: Command, tmp_path: Path) -> None:
    answer = tried(command, brawl(tmp_path), "--law", "choices_comute")
    assert answer.code == 2
    assert "brawl has no law `choices_comute`" in answer.err
    assert "choices_commute" in answer.err
