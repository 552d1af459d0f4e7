"""Proofs for any number of bad input, as users meet them: readings that exclude each other, no seats or one, a solver
that dies, a certificate of another ruleset, a kept lemma that became false. None of them is PROVED."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from ruleslawyer.__main__ import SOLVING
from ruleslawyer.engines.smt.lifted.prove import NO_ACTION
from tests.any_number.rulesets import project
from tests.any_number.test_never import DEAD
from tests.bank import table
from tests.cli.command import Command
from tests.cli.forked import forked

PURSE = '''"""A purse is filled anew: with how much, two questions say."""


class Card(Sort):
    """A card."""


@state
class State:
    coins: Map[Player, Annotated[int, Range(0, 9)]]
    rich: bool


@book.question("how many coins at most?")
def most(s: State) -> int:
    ask()


@most.answer("2", default=True)
def two(s: State) -> int:
    return 2


@most.answer("3")
def four(s: State) -> int:
    return 4


@book.question("how many coins at least?")
def least(s: State) -> int:
    ask()


@least.answer("4", default=True)
def one(s: State) -> int:
    return 1


@least.answer("5")
def three(s: State) -> int:
    return 3


@book.action("6")
def take(s: State, who: Player, some: Annotated[int, Range(0, 9)]) -> None:
    """Some coins."""
    with effect("6"):
        s.coins[who] = some
        s.rich = s.rich or some > 4


@take.permit("6")
def as_read(s: State, who: Player, some: int) -> bool:
    return least(s) <= some and some <= most(s)


@checks.always("7")
def four_at_most(s: State) -> bool:
    return all(s.coins[p] <= 4 for p in Player)


@checks.always("7")
def who_is_rich_has_had_five(s: State) -> bool:
    return not s.rich


@checks.always("7")
def one_purse_alone(s: State) -> bool:
    return sum(1 for p in Player if s.coins[p] > 0) <= 1
'''
ALL = {"four_at_most", "who_is_rich_has_had_five", "one_purse_alone", "writes:coins"}


def words(command: Command, folder: Path, *options: str) -> dict[str, str]:
    """The verdict on each property."""
    found = command("prove", "purse", "--any-number", "--json", "--total", "5", *options, project=folder)
    return {one["property"]: one["verdict"] for one in found.json["results"]}


def keep(folder: Path, ruleset: str, states: Sequence[str], conditions: Sequence[str] = ()) -> None:
    """Lemmas of a run before."""
    (folder / "checks" / ruleset).mkdir(parents=True)
    lemmas = {"states": [*states], "alone": [], "steps": [], "conditions": [*conditions]}
    (folder / "checks" / ruleset / "lemmas.json").write_text(json.dumps(lemmas), encoding="utf-8")


@pytest.mark.parametrize("players", ["2", "any"])
def test_two_readings_that_exclude_each_other(command: Command, tmp_path: Path, players: str) -> None:
    """At least three and at most two: nothing is ever done, and all would follow. Each by itself is none such."""
    project(tmp_path, "purse", PURSE)
    both = ("--players", players, "--reading", "most=two", "--reading", "least=three")
    assert words(command, tmp_path, *both) == dict.fromkeys(ALL, "VACUOUS")
    found = command("prove", "purse", "four_at_most", "--any-number", *both, project=tmp_path)
    assert found.code == 1 and "PROVED" not in found.out and "nothing is ever done" in found.out
    for one in (both[2:4], both[4:]):
        (verdict,) = words(command, tmp_path, "four_at_most", "--players", players, *one).values()
        assert verdict.startswith("PROVED")


def test_what_proves_everything_has_no_certificate(command: Command, tmp_path: Path) -> None:
    project(tmp_path, "purse", PURSE)
    asked = ("prove", "purse", "four_at_most", "--any-number", "--certificates", str(tmp_path / "certificates"))
    found = command(*asked, "--reading", "most=two", "--reading", "least=three", project=tmp_path)
    assert found.code == 1 and not (tmp_path / "certificates").exists()
    assert command(*asked, "--reading", "most=two", project=tmp_path).code == 0
    assert list((tmp_path / "certificates").rglob("four_at_most.smt2"))


NOTHING_DONE = {
    "readings": (PURSE.replace("return 4\n", "return 2\n").replace("return 1\n", "return 3\n"), ["four_at_most"]),
    "a lemma": (DEAD, ["nothing_is_given"]),
}


@pytest.mark.parametrize("why", NOTHING_DONE)
def test_what_was_kept_before_nothing_could_be_done_any_more(command: Command, tmp_path: Path, why: str) -> None:
    """Whoever edits so much that no action is left has proved nothing again, by whatever command."""
    text, names = NOTHING_DONE[why]
    project(tmp_path, "purse", text)
    keep(tmp_path, "purse", names)
    (report,) = command("check", "purse", "--json", project=tmp_path).json["rulesets"]
    assert not [one for one in report["proofs"] if one["verdict"].startswith("PROVED for any")]
    assert {one["name"]: one["reason"] for one in report["lapsed"]} == dict.fromkeys(names, NO_ACTION)
    told = command("prove", "purse", "--total", "5", "--json", project=tmp_path).json["results"]
    assert not [one for one in told if one["verdict"].startswith("PROVED for any")]


def test_one_seat(command: Command, tmp_path: Path) -> None:
    """With one player there is one purse; of any number, one among them, there are more, and the second one breaks it.
    All that changes is shown."""
    project(tmp_path, "purse", PURSE)
    (alone,) = words(command, tmp_path, "one_purse_alone", "--players", "1").values()
    assert alone == "PROVED for any number of Card; 1 player"
    asked = ("prove", "purse", "one_purse_alone", "--any-number", "--players", "any", "--total", "5", "--json")
    (found,) = command(*asked, project=tmp_path).json["results"]
    assert found["verdict"] == "UNKNOWN"
    stuck = found["counterexample_to_induction"]
    ((taker, some),) = re.findall(r"take\(who=(\w+), some=(\d)\)", stuck["rule"])
    assert {"what": f"coins[{taker}]", "before": "0", "after": some} in stuck["rows"]


SOLO = '''"""A game that nobody plays."""

from ruleslawyer.lang import Checks, Ruleset, effect, state

book = Ruleset("solo")
book.closed_world(assumed="what no clause permits is not allowed")
checks = Checks(book)


@state
class State:
    drawn: bool


@book.initial("1")
def begin(s: State) -> None:
    """How it starts."""


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.drawn


@checks.always("3")
def nothing_is_drawn(s: State) -> bool:
    return not s.drawn
'''


@pytest.mark.parametrize("verb", [("prove", "--any-number", "--players", "any"), ("prove",), ("check",)])
def test_without_seats(command: Command, tmp_path: Path, verb: tuple[str, ...]) -> None:
    """Whose decision it is has to be said, of players or of chance: what stands there says how."""
    (tmp_path / "solo").mkdir()
    (tmp_path / "solo/model.py").write_text(SOLO, encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text(table("solo"), encoding="utf-8")
    found = command(verb[0], "solo", *verb[1:], project=tmp_path)
    assert found.code == 2 and "PROVED" not in found.out and "Traceback" not in found.err
    assert "no `awaits`, and no sort `Player`" in found.err and "add `@book.awaits`" in found.err


DIES = {
    "z3, as it searches": "translate.Translation.check = die",
    "cvc5, at the door": "second.ask = die\nsecond.available = lambda: True",
    "z3, at the door": "accepted.ask_z3 = die\nsecond.available = lambda: False",
}


@pytest.mark.parametrize("solver", DIES)
@pytest.mark.parametrize("verb", [("prove", "--any-number"), ("check",)])
def test_a_solver_that_dies(tmp_path: Path, solver: str, verb: tuple[str, ...]) -> None:
    """The process that the solver works in is killed with its first question: nothing is proved, and it is said. What a
    check keeps goes to the door at once, and is searched for where that has no answer."""
    project(tmp_path, "purse", PURSE)
    keep(tmp_path, "purse", ["four_at_most", "one_purse_alone"])
    dies = "import os, signal, ruleslawyer.__main__ as door\n"
    dies += "from ruleslawyer.engines.smt.certify import accepted, second\n"
    dies += "from ruleslawyer.engines.smt.lifted import translate\n"
    dies += (
        f"def die(*given): os.kill(os.getpid(), signal.SIGKILL)\ndoor.SOLVING |= {{'prove', 'check'}}\n{DIES[solver]}"
    )
    found = forked(tmp_path, verb[0], "purse", *verb[1:], "--fresh", first=dies)
    assert (found.code, found.out) == (2, "")
    assert "error: the solver died (Killed)" in found.err and "Traceback" not in found.err


def test_check_works_with_a_solver_in_a_process_of_its_own() -> None:
    assert {"prove", "check", "report", "--verify", "--settle", "--symmetry", "--lifted"} <= SOLVING


DYING = """import os, signal, sys
from ruleslawyer.engines.smt.certify import second
from ruleslawyer.__main__ import main
second.ask = lambda *given, **named: os.kill(os.getpid(), signal.SIGKILL)
sys.argv[0] = "ruleslawyer"
main()
"""


def test_a_solver_that_dies_as_certificates_are_checked(command: Command, tmp_path: Path) -> None:
    project(tmp_path, "purse", PURSE)
    folder = str(tmp_path / "certificates")
    asked = ("prove", "purse", "four_at_most", "--any-number", "--total", "5", "--certificates", folder)
    assert command(*asked, project=tmp_path).code == 0
    found = subprocess.run(
        (sys.executable, "-c", DYING, "prove", "--recheck", folder), cwd=tmp_path,
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert (found.returncode, found.stdout) == (2, "")
    assert "error: the solver died (Killed)" in found.stderr and "Traceback" not in found.stderr


def test_a_certificate_of_another_ruleset(command: Command, tmp_path: Path) -> None:
    """It is taken for one of a ruleset with the same properties, in which a purse may have five."""
    project(tmp_path, "purse", PURSE)
    certificates = tmp_path / "certificates"
    asked = ("prove", "purse", "four_at_most", "--any-number", "--players", "any", "--total", "5")
    assert command(*asked, "--certificates", str(certificates), project=tmp_path).code == 0
    assert command("prove", "--recheck", str(certificates), project=tmp_path).code == 0
    project(tmp_path, "bags", PURSE.replace("return 4\n", "return 5\n"))
    folder = (certificates / "any-number=purse,players=any").rename(certificates / "any-number=bags,players=any")
    said = (folder / "certificate.json").read_text("utf-8")
    (folder / "certificate.json").write_text(said.replace('"purse"', '"bags"'), "utf-8")
    found = command("prove", "--recheck", str(certificates), project=tmp_path)
    assert found.code == 2 and "another version of the model" in found.err and "PROVED" not in found.out


LEANING = '''"""A card that is marked is in play: another property leans on it."""


class Card(Sort):
    """A card."""


@state
class State:
    marked: Map[Card, bool]
    played: Map[Card, bool]
    wrong: bool


@book.action("2")
def play(s: State, who: Player, card: Card) -> None:
    """It is played, and marked."""
    with effect("2"):
        s.marked[card] = True
        s.played[card] = {played}


@play.permit("2")
def may(s: State, who: Player, card: Card) -> bool:
    return not s.played[card]


@book.action("3")
def look(s: State, who: Player, card: Card) -> None:
    """Whether one is marked and not in play."""
    with effect("3"):
        s.wrong = s.marked[card] and not s.played[card]


@look.permit("3")
def may_look(s: State, who: Player, card: Card) -> bool:
    return not s.wrong


@checks.always("4")
def marked_is_played(s: State) -> bool:
    return all(s.played[card] for card in Card if s.marked[card])


@checks.always("4")
def all_is_right(s: State) -> bool:
    return not s.wrong
'''


@pytest.mark.parametrize("kept", ["marked_is_played", "all a: Card: not marked[a] or played[a]"])
def test_a_kept_lemma_that_became_false(command: Command, tmp_path: Path, kept: str) -> None:
    """A proof that rests on it falls with it, be it a property or a condition that nobody wrote down."""
    names = ["marked_is_played", "all_is_right"]
    conditions = [kept] if kept not in names else []
    for ruleset, played in (("right", "True"), ("wrong", "card == card and s.wrong")):
        project(tmp_path, ruleset, LEANING.replace("{played}", played))
        keep(tmp_path, ruleset, names, conditions)
    for ruleset, proved in (("right", set(names)), ("wrong", set[str]())):
        (tmp_path / "pyproject.toml").write_text(table(ruleset), encoding="utf-8")
        (report,) = command("check", ruleset, "--json", project=tmp_path).json["rulesets"]
        any_number = {one["property"] for one in report["proofs"] if one["verdict"].startswith("PROVED for any")}
        assert any_number == proved
        assert {one["name"] for one in report["lapsed"]} == {*names, *conditions} - proved - (
            set(conditions) if proved else set()
        )
