"""The first state is a state, and every property has a word: what holds there is worked by hand."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from ruleslawyer.bridges.serve.server import Server
from ruleslawyer.play.shrink import ChoiceSequence
from ruleslawyer.project.config import Project
from ruleslawyer.rulebook.rulesets.loaded import LoadedProject
from ruleslawyer.semantics.trace import Step, Trace
from ruleslawyer.semantics.transition import Instance
from tests.agree.written import SCOPE, written
from tests.cli.command import Command

TEXT = '''
@state
class State:
    lamp: Annotated[int, Range(0, 2)]


@book.action("2")
def turn_on(s: State, who: Player) -> None:
    """From off to on, and no further."""
    with effect("2"):
        s.lamp = 1


@turn_on.permit("2")
def may(s: State, who: Player) -> bool:
    return {permit}


checks = Checks(book)


@checks.always("3")
def never_off(s: State) -> bool:
    return s.lamp != 0


@checks.always("3")
def never_two(s: State) -> bool:
    return s.lamp != 2


@checks.sometimes("3")
def off(s: State) -> bool:
    return s.lamp == 0


@checks.leads_to("3")
def comes_on(s: State) -> tuple[bool, bool]:
    return True, s.lamp == 1


@checks.possible("3")
def can_be_two(s: State) -> bool:
    return s.lamp == 2
'''
"""By hand: the lamp is off as a game begins, may be turned on, if that is permitted, and stays on; never at two."""


@pytest.mark.parametrize("permit", ["s.lamp == 0", "False"])
def test_what_a_beginning_breaks_is_violated(tmp_path: Path, command: Command, permit: str) -> None:
    """For any number, in the scopes, and by exploration; also where nothing is ever done."""
    project = written(tmp_path, "lamp", TEXT.format(permit=permit), "[sorts]\nPlayer = 2\nThing = 1\n")
    explored = command("explore", "lamp", "--json", project=project).json["properties"]
    by_any = command("prove", "lamp", "--any-number", "--json", project=project).json["results"]
    proved = command("prove", "lamp", "--json", project=project).json["results"]
    for rows in (explored, by_any, proved):
        words = {row.get("name") or row["property"]: row["verdict"] for row in rows}
        assert words["never_off"] == "VIOLATED"
        assert words["never_two"] != "VIOLATED"
    (by_any_row,) = (row for row in by_any if row["property"] == "never_off")
    assert by_any_row["beginning"]["scope"] == "tiny" and "0 actions" in by_any_row["reason"]
    (row,) = (row for row in proved if row["property"] == "never_off")
    assert len(row["play"]) == 1 and row["reason"].startswith("in tiny, after 0 actions")
    (met,) = (row for row in proved if row["property"] == "off")
    assert met["verdict"] == "HOLDS IN SCOPE" and len(met["play"]) == 1


NEVER = '''
@book.initial("1")
def begin(s: State, lit: bool) -> None:
    """Lit or not."""
    with effect("1"):
        s.lamp = 1 if lit else 0


@begin.domain
def never(s: State, lit: bool) -> bool:
    return False


checks = Checks(book)
'''


def test_of_no_game_nothing_is_proved(tmp_path: Path, command: Command) -> None:
    """For any number, too: where the domain leaves no beginning, every property is as true as any other."""
    text = TEXT.format(permit="s.lamp == 0").replace("checks = Checks(book)\n", NEVER)
    project = written(tmp_path, "lamp", text)
    asked = ("prove", "lamp", "never_off", "never_two", "--any-number", "--players", "1")
    rows = command(*asked, "--json", project=project).json["results"]
    assert {row["property"]: row["verdict"] for row in rows} == {"never_off": "VACUOUS", "never_two": "VACUOUS"}
    assert all("no game begins" in row["reason"] for row in rows)
    assert "VACUOUS" in (said := command(*asked, project=project).out) and "PROVED" not in said


def test_a_beginning_is_no_state_that_perhaps_no_play_reaches(tmp_path: Path, command: Command) -> None:
    """With so many players there is no scope that would show it."""
    project = written(tmp_path, "lamp", TEXT.format(permit="s.lamp == 0"))
    asked = ("prove", "lamp", "never_off", "--any-number", "--players", "3", "--json")
    (row,) = command(*asked, project=project).json["results"]
    assert row["verdict"] == "VIOLATED" and row["reason"].endswith(", after 0 actions")


def test_each_property_is_listed(tmp_path: Path, command: Command) -> None:
    """What asks all plays is answered by explorations, with the command that shows the play."""
    project = written(tmp_path, "lamp", TEXT.format(permit="s.lamp == 0"))
    by_any = command("prove", "lamp", "--any-number", "--json", project=project).json
    assert {*by_any["not_asked"]} == {"off", "comes_on", "can_be_two"}
    rows = {row["property"]: row for row in command("prove", "lamp", "--json", project=project).json["results"]}
    assert {*rows} == {"writes:lamp", "unbroken", "never_off", "never_two", "off", "comes_on", "can_be_two"}
    assert rows["comes_on"]["verdict"] == "HOLDS IN SCOPE"
    assert rows["can_be_two"]["verdict"] == "VIOLATED"
    assert "--scope tiny --trace can_be_two" in rows["can_be_two"]["reason"]
    alone = command("prove", "lamp", "comes_on", "--json", project=project).json["results"]
    assert [(row["property"], row["verdict"]) for row in alone] == [("comes_on", "HOLDS IN SCOPE")]
    printed = command("prove", "lamp", "--all", project=project).out
    assert "comes_on" in printed and "can_be_two" in printed


def test_a_play_of_no_action_is_a_play() -> None:
    """Whether there is one is never asked by its length: a play has none that Python would ask for."""
    start = Step(Instance("initial", ()), (), (), None)
    assert Trace((), start, ()) and Trace((), start, ()).length == 0
    assert ChoiceSequence(start.instance, ()) and ChoiceSequence(start.instance, ()).length == 0


GROWS = '''
@state
class State:
    number: {type}


@book.action("2")
def add(s: State, who: Player) -> None:
    """Ten to the power of 19, which 64 bits do not hold."""
    with effect("2"):
        s.number += 10_000_000_000_000_000_000


@add.permit("2")
def may(s: State, who: Player) -> bool:
    return True


checks = Checks(book)


@checks.always("1")
def not_negative(s: State) -> bool:
    return s.number >= 0
'''


def test_a_number_that_nothing_bounds_is_followed_so_far(tmp_path: Path, command: Command) -> None:
    """Known limits say 5 000 states, where code has no room for what an action adds at once, too."""
    project = written(tmp_path, "grows", GROWS.format(type="int"), SCOPE)
    found = command("explore", "grows", "--json", project=project).json
    assert found["states"] == 5_001 and found["complete"] is False  # the states that it led to are counted
    assert found["seconds"] > 0


FIRST = '''
@state
class State:
    turn: Player
    dealt: bool


@book.initial("1")
def begin(s: State, first: Player, deal: bool) -> None:
    """Somebody is first, and cards are dealt or not."""
    s.turn = first
    s.dealt = deal


@book.action("2")
def move(s: State, who: Player) -> None:
    """Whoever is first moves once."""
    with effect("2"):
        s.dealt = not s.dealt


@move.permit("2")
def may(s: State, who: Player) -> bool:
    return who == s.turn
'''


def test_what_the_scope_decides_is_not_offered(
    tmp_path: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The scope says whose turn it is: of first Ann and first Bob the one that agrees is left, dealt or not."""
    scope = '[sorts]\nPlayer = ["Ann", "Bob"]\nThing = 1\n\n[initial]\nturn = "Bob"\n'
    project = written(tmp_path, "firsts", FIRST, scope)
    server = Server(LoadedProject(Project.load(project)).ruleset("firsts"), "tiny", {}, {})
    assert server.answer({"request": "initials"})["initials"] == [
        {"first": "Bob", "deal": False}, {"first": "Bob", "deal": True},
    ]  # fmt: skip
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    played = command("play", "firsts", project=project).out
    assert "first=Bob" in played and "first=Ann" not in played


CLASHES = '''
@state
class State:
    turns: Annotated[int, Range(0, 3)]


@book.action("2")
def step(s: State, who: Player) -> None:
    """On to the end."""
    with effect("2"):
        s.turns += 1


@step.permit("2")
def may_step(s: State, who: Player) -> bool:
    return s.turns < 3
'''
CLASH = '''

@book.action("2")
def {name}(s: State, who: Player) -> None:
    """Nothing."""
    with effect("2"):
        pass


@{name}.permit("2")
def may_{name}(s: State, who: Player) -> bool:
    return s.turns {when}


@{name}.forbid("3")
def not_{name}(s: State, who: Player) -> bool:
    return s.turns {when}
'''


def test_events_have_the_same_numbers_whoever_explores(tmp_path: Path, command: Command) -> None:
    """The nearest first, and those at one distance by their names: not as a file declares them, nor as code meets
    them."""
    whens = {"zag": "<= 1", "bid": ">= 2", "yell": "<= 1", "ask_them": ">= 1", "draw": "<= 1"}
    text = CLASHES + "".join(CLASH.format(name=name, when=when) for name, when in whens.items())
    project = written(tmp_path, "clashes", text)
    for engine in ("networkx", "native"):
        found = command("explore", "clashes", "--engine", engine, "--json", project=project).json
        titles = [one["title"].partition(":")[0] for one in found["contradictions"]]
        assert titles == ["draw", "yell", "zag", "ask_them", "bid"]


STUCK_IN_TWO_WAYS = '''
@state
class State:
    place: Annotated[int, Range(0, 2)]


@book.action("2")
def go(s: State, who: Player, to: Annotated[int, Range(1, 2)]) -> None:
    """To one of two places."""
    with effect("2"):
        s.place = to


@go.permit("2")
def may_go(s: State, who: Player, to: int) -> bool:
    return s.place == 0
'''


def test_so_have_deadlocks(tmp_path: Path, command: Command) -> None:
    """By hand: at 1, which is gone to first, `ask_them` is permitted and forbidden, and no clause speaks of `yell`; it
    is the other way round at 2. By the names of which nothing speaks the latter is before."""
    clashes = CLASH.format(name="ask_them", when="== 1"), CLASH.format(name="yell", when="== 2")
    text = STUCK_IN_TWO_WAYS + "".join(clashes).replace("s.turns", "s.place")
    project = written(tmp_path, "stuck", text)
    for engine in ("networkx", "native"):
        found = command("explore", "stuck", "--engine", engine, "--json", project=project).json
        assert [dead["forbidden"] for dead in found["dead_ends"]] == [
            [["yell", "not_yell"]], [["ask_them", "not_ask_them"]],
        ]  # fmt: skip


def test_whoever_has_the_turn_is_not_to_move_where_others_decide(tmp_path: Path, command: Command) -> None:
    """A frame awaits nobody, and the turn is Bob's: he has it, and is not to move."""
    project = written(tmp_path, "stuck", STUCK, '[sorts]\nPlayer = ["Ann", "Bob"]\nThing = 1\n')
    (project / "stuck" / "view.toml").write_text('[seats]\nturn = "turn"\n', encoding="utf-8")
    shown = command("explore", "stuck", "--trace", "1", project=project).out
    assert "it is nobody's decision" in shown
    assert "Bob: has the turn" in shown and "to move" not in shown


STUCK = '''
@state
class State:
    turn: Player


@frame("2")
class Pause:
    """Nobody is asked."""
    awaits: frozenset[Player]


@book.initial("1")
def begin(s: State) -> None:
    for p in Player:
        s.turn = p


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    return frozenset({s.turn})


@book.action("2")
def pause(s: State, who: Player) -> None:
    """A question to nobody."""
    with effect("2"):
        open_frame(s, Pause(awaits=frozenset()))


@pause.permit("2")
def may(s: State, who: Player) -> bool:
    return True
'''
"""By hand: the last player has the turn, pauses, and then nothing is anybody's decision."""
