"""`games --stakes`: what hangs on an answer, in games whose swing is worked out by hand."""

from __future__ import annotations

import json
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.check.evidence.finding import NOT_MEASURED
from ruleslawyer.studies.games.kept import measured_severity
from ruleslawyer.studies.games.stakes import squared_distance, swing
from tests.cli.command import Command
from tests.cli.schemas import problems, undocumented

MODEL = '''
"""A prize that somebody gets.

1. Ann deals, and says how the prize is given.
2. A die and a coin are thrown: the coin says who is lucky.
3. Ann hands the prize over.
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from ruleslawyer.lang import CHANCE, Chance, Range, Ruleset, Sort, effect, no, state, the, yes

game = Ruleset("prize")
game.closed_world(assumed="what no sentence allows is not done")


class Player(Sort):
    """Who plays; the first deals."""

    first: bool


class Mode(Enum):
    LUCK = 1
    DEALER = 2


class Colour(Enum):
    RED = 1
    BLUE = 2


@state
class State:
    mode: Mode | None
    colour: Colour
    lucky: Player | None
    spot: Annotated[int, Range(0, 5)]
    winner: Player | None


@game.initial("1")
def begin(s: State) -> None:
    with effect("1"):
        s.colour = Colour.RED
        s.mode = Mode.DEALER if promised(s) else None


@game.awaits
def whose_turn(s: State) -> frozenset[Player] | Chance:
    if s.mode is not None and s.lucky is None:
        return CHANCE
    return frozenset(p for p in Player if p.first)


@game.ended("3")
def over(s: State) -> bool:
    return s.winner is not None


@game.winners("3")
def has_it(s: State) -> frozenset[Player]:
    return frozenset(p for p in Player if s.winner == p)


prize = game.doubt(
    "does the dealer get the prize?", by_luck=no("the coin says", default=True), to_the_dealer=yes("always")
)
wrapping = game.doubt("is the wrapping blue?", red=no("red", default=True), blue=yes("blue"))
six_turns = game.doubt("does a six turn luck?", stays=no("no", default=True), turns=yes("yes"))
promised = game.doubt("does the dealer have it promised?", nobody=no("no", default=True), the_dealer=yes("yes"))
may_give = game.doubt("may a lucky dealer give it away?", keeps=no("no", default=True), gives=yes("yes"))


@game.action("1")
def deal(s: State, who: Player) -> None:
    with effect("1"):
        s.mode = Mode.DEALER if prize(s) else Mode.LUCK
        s.colour = Colour.BLUE if wrapping(s) else Colour.RED


@deal.permit("1")
def first_of_all(s: State, who: Player) -> bool:
    return s.mode is None


@game.chance("2", uniform="2")
def throw(s: State, lucky: Player, spot: Annotated[int, Range(1, 5)]) -> None:
    with effect("2"):
        s.lucky = lucky
        s.spot = spot


@game.action("3")
def hand_over(s: State, who: Player) -> None:
    with effect("3"):
        if s.mode == Mode.DEALER:
            s.winner = who
        elif s.spot == 1 and six_turns(s):
            s.winner = the(p for p in Player if p != s.lucky)
        else:
            s.winner = s.lucky


@hand_over.permit("3")
def thrown(s: State, who: Player) -> bool:
    return s.lucky is not None


@game.action("3")
def give_away(s: State, who: Player) -> None:
    with effect("3"):
        s.winner = the(p for p in Player if p != who)


@give_away.permit("3")
def if_lucky(s: State, who: Player) -> bool:
    return s.lucky == who and may_give(s)


@game.action("3")
def give_up(s: State, who: Player) -> None:
    with effect("3"):
        s.winner = the(p for p in Player if p != who)


@give_up.permit("3")
def if_he_likes(s: State, who: Player) -> bool:
    return s.lucky == who


@give_up.forbid("1")
def nobody_gives_up(s: State, who: Player) -> bool:
    return True
'''

SCOPES = {
    "two": 'title = "Two"\n[sorts]\nPlayer = ["Ann", "Bob"]\n[attributes.Player]\nfirst = [true, false]\n',
    "three": 'title = "Three"\n[sorts]\nPlayer = ["Ann", "Bob", "Cid"]\n'
    "[attributes.Player]\nfirst = [true, false, false]\n",
}
FINDING = """+++
id = "{id}"
title = "{question}"
kind = "ambiguity"
severity = "{severity}"
state = "open"
clauses = ["1"]
questions = ["{question}"]
ask = "Is it?"

[[evidence]]
ask = "text"
about = {{ clauses = ["1", "3"] }}

[[answer]]
says = "One"
{one}
[[answer]]
says = "Other"
{other}+++

## What the text says

Nothing.
"""
QUESTIONS = {
    "prize": ("by_luck", "to_the_dealer"), "wrapping": ("red", "blue"), "six_turns": ("stays", "turns"),
    "may_give": ("keeps", "gives"),
}  # fmt: skip


CLASH = "give_up:if_he_likes/nobody_gives_up"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    files = {
        "pyproject.toml": '[tool.ruleslawyer]\nlanguage = "0.2"\n[tool.ruleslawyer.rulesets.prize]\ntitle = "Prize"\n'
        'modules = ["model.prize"]\n',
        "model/prize.py": MODEL.lstrip(),
        **{f"checks/prize/scopes/{name}.toml": text for name, text in SCOPES.items()},
    }
    for number, (question, options) in enumerate(QUESTIONS.items(), 1):
        rulings = [f'ruling = {{ {question} = "{option}" }}\n' for option in options]
        files[f"findings/prize/00{number}-{question.replace('_', '-')}.md"] = FINDING.format(
            id=f"00{number}", question=question, severity="low", one=rulings[0], other=rulings[1]
        )
    files["findings/prize/005-nothing.md"] = FINDING.format(
        id="005", question="prize", severity="low", one="", other=""
    ).replace('questions = ["prize"]', "questions = []")
    bare = FINDING.replace('questions = ["{question}"]', "questions = []")
    sides = [f'ruling = {{ "{CLASH}" = "{side}" }}\n' for side in ("permit", "forbid")]
    files["findings/prize/006-clash.md"] = bare.format(
        id="006", question="clash", severity="low", one=sides[0], other=sides[1]
    )
    files["findings/prize/007-promised.md"] = FINDING.format(
        id="007", question="promised", severity="low", one="", other=""
    )
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def measured(command: Command, project: Path, *options: str, code: int = 0) -> Any:
    answer = command("games", "prize", *options, "--stakes", "--json", project=project)
    assert answer.code == code, answer.err
    return answer.json


def test_swings_by_hand(command: Command, project: Path) -> None:
    """The prize goes to the dealer at once, or a fair coin decides: from the deal on one of two results is sure or has
    a chance of ½, so that the squared distance is ¼. A one, one throw of five, turns luck: there one result is sure,
    and the other one. What is wrapped in blue is won alike. No player who wants to win gives the prize away, but for a
    folly; at random it is given away by every second dealer who has it."""
    found = measured(command, project, "--scope", "two", "--within", "0.06")
    assert problems("stakes", found) == [] and undocumented("stakes", found) == []
    rows = {id_: row["play"] for id_, row in found["findings"].items()}
    for way in ("serious", "greedy", "uniform"):
        prize, wrapping, six = (rows[id_][way] for id_ in ("001", "002", "003"))
        assert prize["parted"] == prize["games"] and prize["low"] <= 0.5 <= prize["high"]
        assert wrapping["parted"] == wrapping["games"] and wrapping["low"] == 0
        assert six["swing"] == six["high"] == 1 and six["low"] > 0.9
    six = rows["003"]["serious"]
    assert 0.1 < six["parted"] / six["games"] < 0.35
    given = rows["004"]
    assert given["uniform"]["parted"] / given["uniform"]["games"] > 0.1
    assert given["serious"]["parted"] / given["serious"]["games"] < 0.02
    assert found["not_measured"] == {"005": "the model has one answer"}


@pytest.mark.parametrize("way", ["serious", "greedy", "uniform"])
def test_chance_is_as_likely_whoever_plays(command: Command, project: Path, way: str) -> None:
    """Ten outcomes of the throw: more than players who pass would look at of their own."""
    options = "--scope", "two", "--games", "2000", "--play", way, "--json"
    ann = next(
        one for one in command("games", "prize", *options, project=project).json["winners"] if one["player"] == "Ann"
    )
    assert abs(ann["times"] / ann["of"] - 0.5) < 0.045  # four standard deviations


def test_three_players(command: Command, project: Path) -> None:
    """One of three is sure, or each has a third: half of (2/3)² + 2 · (1/3)² is 1/3."""
    row = measured(command, project, "001", "--scope", "three", "--play", "greedy", "--within", "0.06")
    found = row["findings"]["001"]["play"]["greedy"]
    assert abs(found["swing"] - sqrt(1 / 3)) < 0.08  # twice the interval


def test_two_clauses_that_clash(command: Command, project: Path) -> None:
    """Half of the dealers who are lucky give up where that prevails, as each has two choices: in every fourth game the
    course parts, and from there on half of the plays end otherwise: the squared distance is ¼."""
    found = measured(command, project, "006", "--scope", "two", "--play", "uniform")["findings"]["006"]
    row = found["play"]["uniform"]
    assert found["answers"] == [{CLASH: "permit"}, {CLASH: "forbid"}]
    assert 0.1 < row["parted"] / row["games"] < 0.4 and abs(row["swing"] - 0.5) < 0.1


def test_a_beginning_that_differs(command: Command, project: Path) -> None:
    """The dealer has it promised before anything is done: courses part at once, and there is no state in common."""
    row = measured(command, project, "007", "--scope", "two", "--play", "greedy")["findings"]["007"]["play"]["greedy"]
    assert row["parted"] == row["games"] and abs(row["swing"] - 0.5) < 0.1


def test_the_same_seed_is_the_same_figure(command: Command, project: Path) -> None:
    one, same, other = (
        measured(command, project, "001", "--play", "uniform", "--seed", seed)["findings"] for seed in ("3", "3", "4")
    )
    assert one == same != other


def test_it_is_kept_beside_the_games(command: Command, project: Path) -> None:
    kept = project / "checks" / "prize" / "games.json"
    early = command("games", "prize", "--stakes", "--keep", project=project)
    assert early.code == 2 and "play them first: ruleslawyer games prize --keep" in early.err
    assert not kept.exists()
    assert command("games", "prize", "--games", "20", "--keep", project=project).code == 0
    figures = json.loads(kept.read_text("utf-8"))
    assert command("games", "prize", "003", "--stakes", "--keep", project=project).code == 0
    assert command("games", "prize", "001", "--stakes", "--keep", project=project).code == 0
    both = json.loads(kept.read_text("utf-8"))
    assert list(both.pop("stakes")["findings"]) == ["001", "003"] and both == figures
    assert command("games", "prize", "--games", "20", "--keep", project=project).code == 0
    assert list(json.loads(kept.read_text("utf-8"))["stakes"]["findings"]) == ["001", "003"]


def test_a_property_more_leaves_it_and_another_rule_does_not(command: Command, project: Path) -> None:
    """Stakes are kept by the modules of rules: a new property leaves them, and an edited rule voids them."""
    for more in (("--games", "20"), ("001", "--stakes")):
        assert command("games", "prize", *more, "--keep", project=project).code == 0
    table = project / "pyproject.toml"
    table.write_text(table.read_text("utf-8") + 'checks = ["checks.prize.all"]\n', "utf-8")
    (project / "checks" / "prize" / "all.py").write_text(
        '"""Properties."""\n\nfrom model.prize import State, game\n\nfrom ruleslawyer.lang import Checks\n\n'
        'checks = Checks(game)\n\n\n@checks.always("1")\n'
        "def the_spot_is_on_the_die(s: State) -> bool:\n    return s.spot <= 5\n", "utf-8",
    )  # fmt: skip
    by_stakes = "findings", "prize", "--by", "stakes", "--json"
    known = command(*by_stakes, project=project)
    assert known.code == 0, known.err
    assert [one["id"] for one in known.json if one["stakes"]] == ["001"]
    model = project / "model" / "prize.py"
    model.write_text(model.read_text("utf-8").replace('doubt("is the wrapping blue?"', 'doubt("is it blue?"'), "utf-8")
    late = command(*by_stakes, project=project)
    assert late.code == 2 and "was not measured by rules that have changed" in late.err


def test_a_word_two_steps_from_the_measure_wants_a_reason(command: Command, project: Path) -> None:
    """The coin decides the game, so that `low` is two steps away."""
    for more in (("--games", "20"), ("001", "--stakes")):
        assert command("games", "prize", *more, "--keep", project=project).code == 0
    coin = next((project / "findings" / "prize").glob("001-*.md"))

    def listed() -> list[tuple[str, str]]:
        found = command("findings", "prize", "--lint", "--json", project=project).json
        return [(one["id"], one["said"]) for one in found if one["kind"] == "severity"]

    def mend(before: str, after: str) -> None:
        coin.write_text(coin.read_text("utf-8").replace(before, after), "utf-8")

    assert listed() == [("001", "low and measured high: say why in `severity_stays`, or mend it")]
    mend('state = "open"', 'state = "open"\nseverity_stays = "all toss it"')
    assert listed() == []
    assert "It stays low: all toss it" in command("findings", "prize/001", project=project).out
    mend('severity = "low"', 'severity = "high"')
    assert listed() == [("001", "high and measured high: take `severity_stays` away")]


def test_figures_of_the_book_stay_where_answers_are_settled(command: Command, project: Path) -> None:
    """As on the page of a report: what was measured by the book's rules is told once another is settled."""
    for more in (("--games", "20"), ("001", "--stakes")):
        assert command("games", "prize", *more, "--keep", project=project).code == 0
    before = command("findings", "prize/001", "--json", project=project).json["stakes"]
    (project / "checks/prize/settled.toml").write_text('[settled.002]\n"wrapping" = "red"\n', "utf-8")
    assert command("findings", "prize/001", "--json", project=project).json["stakes"] == before
    assert "before answers were settled" in " ".join(command("findings", "prize/001", project=project).out.split())
    assert "prize/001" in command("findings", "prize", "--by", "stakes", project=project).out
    (project / "model/prize.py").write_text(MODEL.lstrip().replace("A prize that", "A gift that"), "utf-8")
    assert command("findings", "prize/001", "--json", project=project).json["stakes"] is None, "by other rules"


def test_for_people(command: Command, project: Path) -> None:
    """What most hangs on stands first; what cannot be measured says why."""
    out = " ".join(
        command("games", "prize", "--stakes", "--scope", "two", "--play", "serious", project=project).out.split()
    )
    assert out.index("prize/001") < out.index("prize/003") < out.index("prize/002")
    assert "the figures say nothing about people" in out
    assert "not measured, as the model has one answer: 005" in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("009",), "prize has no finding `009`"),
        (("--within", "2"), "'--within'"),
        (("--scope", "three", "--keep"), "stakes are kept of the usual scope"),
    ],
)
def test_bad_input(command: Command, project: Path, words: tuple[str, ...], message: str) -> None:
    answer = command("games", "prize", *words, "--stakes", project=project)
    assert answer.code == 2 and message in answer.err


def test_a_swing_of_alike_answers_is_none() -> None:
    """A/A: 200 times 30 forks of fair coins: the interval leaves 0 out in at most one of twenty."""
    import numpy as np

    dice = np.random.default_rng(7)
    far = 0
    for _ in range(200):
        rows = dice.integers(0, 2, (30, 2, 40)).tolist()
        far += swing([squared_distance(*row) for row in rows], 40).low > 0
    assert far <= 10


def test_pairs_of_one_throw_are_left_out() -> None:
    """By hand, of two throws. Ann and Bob win under both answers: no two plays of different throws end alike. Ann
    alone, and Bob alone: those of one answer do, those of both never. Ann alone, and each once: half of either."""
    assert squared_distance("ab", "ab") == 0
    assert squared_distance("aa", "bb") == 1
    assert squared_distance("aa", "ab") == 0


ROW = {
    "games": 100, "parted": 100, "forks": 30, "plays": 40, "pair": [0, 1], "swing": 0.3, "low": 0.2, "high": 0.4,
    "length": {"mean": 0.0, "half": 1.0}, "stuck": {"mean": 0.0, "half": 0.01},
}  # fmt: skip


@pytest.mark.parametrize(
    ("other", "severity"),
    [
        ({}, "high"),
        ({"low": 0.03}, "medium"),
        ({"low": 0.0, "high": 0.4}, NOT_MEASURED),
        ({"low": 0.0, "high": 0.005}, "low"),
        ({"parted": 4, "low": 0.3}, "high"),
        ({"low": 0.0, "length": {"mean": -9.0, "half": 2.0}}, "medium"),
        ({"low": 0.0, "stuck": {"mean": 0.1, "half": 0.02}}, "high"),
        ({"forks": 2}, NOT_MEASURED),
    ],
)
def test_the_measured_severity(other: dict[str, Any], severity: str) -> None:
    """By the table of `severity.py`: much of all games, decisive where it is met, stuck, or only longer."""
    assert measured_severity({"serious": {**ROW, **other}}) == severity
