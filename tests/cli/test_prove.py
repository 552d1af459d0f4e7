"""`prove` as a user meets it: what it says where it cannot prove, and of mistakes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from ruleslawyer.engines.smt.prove import prove as solver
from ruleslawyer.exploration.explore import Explore
from ruleslawyer.lifted.scoped import instances
from ruleslawyer.proof import in_time, prove
from ruleslawyer.rulebook.claims.result import ScopeResult
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from tests.agree.written import written
from tests.cli.command import Command
from tests.cli.forked import forked

ROOT = Path(__file__).parents[2]
PETERSON = Path(__file__).parents[1] / "classics" / "peterson"
ASK = ("prove", "peterson", "--scope", "two")


def test_a_counterexample_to_induction_is_shown(command: Command) -> None:
    answer = command(*ASK, "exclusive", "--inductive", project=PETERSON)
    assert answer.code == 1
    for part in (
        "exclusive: a counterexample to induction", "which perhaps no play reaches", "action go_in(", "WAIT → INSIDE",
        "breaks exclusive", "hint: these properties exclude the state", "flag_tells, turn_tells", "1-induction",
    ):  # fmt: skip
        assert part in answer.out
    found = command(*ASK, "exclusive", "--inductive", "--json", project=PETERSON).json["results"][0]
    stuck = found["counterexample_to_induction"]
    assert stuck["possibly_unreachable"] is True and stuck["breaks"] == "exclusive"
    assert sorted(stuck["after"]["label"].values()) == ["INSIDE", "INSIDE"]


def test_the_published_invariant(command: Command) -> None:
    names = ("flag_tells", "turn_tells", "one_at_a_time", "exclusive")
    answer = command(*ASK, *names, "--inductive", "--all", project=PETERSON)
    assert (answer.code, answer.out.count("PROVED for 2 processes (z3")) == (0, 4)
    assert "\n4 PROVED for 2 processes\n" in answer.out
    assert "counterexample" not in answer.out
    found = command(*ASK, *names, "--inductive", "--json", project=PETERSON).json["results"]
    assert {(one["verdict"], one["says"]) for one in found} == {
        ("PROVED (z3, cvc5)", "PROVED for 2 processes (z3, cvc5)")
    }
    assert all(one["sizes"] == {"Process": 2} and one["checked_by"] == ["z3", "cvc5"] for one in found)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("exclusiv",), ("no property `exclusiv`", "did you mean `exclusive`?")),
        (("can_go_in",), ("`can_go_in` asks what stays possible", "ruleslawyer explore peterson")),
        (("--seed", "-1"), ("--seed",)),
        (("--solver-timeout", "0"), ("--solver-timeout",)),
    ],
)
def test_mistakes(command: Command, arguments: tuple[str, ...], said: tuple[str, ...]) -> None:
    answer = command(*ASK, *arguments, project=PETERSON)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.lower().count("error") == 1
    for part in said:
        assert part in answer.err


def test_a_scope_that_is_too_large_says_where_its_rules_end(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Time is over before the first rule is written out: the mend names what is asked of no scope."""
    monkeypatch.setattr(solver, "SOONEST", 0.0)
    monkeypatch.setattr(solver, "WRITING", 0)
    answer = command(*ASK, "exclusive", "--json", project=PETERSON)
    (found,) = answer.json["results"]
    assert (answer.code, found["verdict"]) == (1, "UNKNOWN")
    assert "scope two is too large for the solver: with Process 2, after 0 s its rules are written" in found["reason"]
    monkeypatch.setattr(instances, "PATIENCE", 0.0)
    refused = command("prove", "--facts", "peterson", "--scope", "two", project=PETERSON)
    assert (refused.code, refused.out) == (2, "")
    assert "scope two is too large for the solver" in refused.err and "name a smaller scope" in refused.err


def test_a_busy_machine_makes_no_scope_too_large(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each look at the clock finds a quarter of an hour gone, which others had the processor for."""
    monkeypatch.setattr(instances, "monotonic", count(0, 900).__next__)
    answer = command("export", "peterson", "--scope", "two", "--to", "smtlib", project=PETERSON)
    assert (answer.code, answer.err) == (0, "")


def test_a_busy_machine_takes_no_time_from_explorations(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Proofs for any number of cards have their seconds of a processor, however long the clock goes on meanwhile."""
    late = [0.0]
    more = in_time._more

    def slow(*arguments: Any) -> Any:
        found = more(*arguments)
        late[0] += 900
        return found

    monkeypatch.setattr(in_time, "_more", slow)
    monkeypatch.setattr(in_time, "monotonic", lambda: monotonic() + late[0])
    answer = command("prove", "t52_always", "--total", "4", "--json", "--fresh")
    assert "VIOLATED" in {found["verdict"] for found in answer.json["results"]}


def test_a_solver_that_dies(tmp_path: Path) -> None:
    """A solver can do to memory what ends its process at once: there is a message, and no traceback."""
    dies = "import os, signal, z3, ruleslawyer.__main__ as door\ndoor.SOLVING.add('prove')\n"
    dies += "z3.Z3_solver_check_assumptions = lambda *given: os.kill(os.getpid(), signal.SIGSEGV)"
    answer = forked(tmp_path, "--project", str(PETERSON), *ASK, "exclusive", "--fresh", first=dies)
    assert (answer.code, answer.out) == (2, "")
    assert "error: the solver died (Segmentation fault), and what it found went with it" in answer.err
    assert "ask again, of fewer properties" in answer.err and "Traceback" not in answer.err


def test_a_question_without_an_answer_says_which_method_and_why(command: Command) -> None:
    answer = command(
        *ASK, "one_at_a_time", "--solver-timeout", "0.001", "--timeout", "0.001", "--json", project=PETERSON
    )
    found = answer.json["results"][0]
    if found["verdict"] in ("UNKNOWN", "BOUNDED"):  # a fast machine may still be in time
        assert found["tried"] and all(": " in method for method in found["tried"])
        assert answer.code == 1


JUDGED = '''
@state
class State:
    x: Annotated[int, Range(0, 3)]


@book.action("2")
def go(s: State, who: Player) -> None:
    """Go."""
    with effect("2"):
        s.x = 1


@go.permit("2")
def may(s: State, who: Player) -> bool:
    return {may}


@book.awaits
def whose(s: State) -> frozenset[Player]:
    return frozenset(who for who in Player if {whose})


checks = Checks(book)
'''
"""x begins as 0 and goes to 1: there 6 // (x - 1) has no value, as 6 // x has none at once."""
NO_VALUE = "6 // (s.x - 1) < 9"


@pytest.mark.parametrize(
    ("may", "whose", "steps"), [("6 // s.x < 9", "True", 1), (NO_VALUE, "True", 2), ("True", NO_VALUE, 2)]
)
def test_a_play_may_end_as_an_action_is_judged(
    command: Command, tmp_path: Path, may: str, whose: str, steps: int
) -> None:
    """A check that fails in judging, or in asking whose decision it is, leaves no verdict: that is what is shown."""
    project = written(tmp_path, "case", JUDGED.format(may=may, whose=whose))
    answer = command("prove", "case", "unbroken", "--scope", "tiny", "--json", project=project)
    assert answer.code == 1, answer
    assert answer.json["unreplayed"] == {}
    (found,) = answer.json["results"]
    assert found["verdict"] == "VIOLATED" and "division by zero" in found["reason"]
    assert len(found["play"]) == 1 + steps
    assert "INTERNAL" not in command("prove", "case", "--scope", "tiny", project=project).out


ONE_LIES_THERE = '''
@state
class State:
    down: Map[Thing, bool]


@book.action("2")
def lay(s: State, who: Player, thing: Thing) -> None:
    """Lay one down."""
    with effect("2"):
        s.down[thing] = True


@lay.permit("2")
def always(s: State, who: Player, thing: Thing) -> bool:
    return True


checks = Checks(book)


@checks.always("1")
def one_lies_there(s: State) -> bool:
    """Never two."""
    return sum(1 for thing in Thing if s.down[thing]) <= 1
'''


@pytest.fixture
def one_of_two(tmp_path: Path) -> Path:
    """With one thing it is proved; with two, lying down one after the other is what breaks it."""
    project = written(tmp_path, "case", ONE_LIES_THERE)
    two = 'title = "Two"\n\n[sorts]\nPlayer = 1\nThing = 2\n'
    (project / "case" / "scopes" / "two.toml").write_text(two, encoding="utf-8")
    return project


def declared(project: Path, verdict: str) -> Path:
    folder = project / "checks" / "case"
    folder.mkdir(parents=True)
    entry = f'[two.one_lies_there]\nverdict = "{verdict}"\nreason = "the case"\n'
    (folder / "expected.toml").write_text(entry, encoding="utf-8")
    return project


ONE = ("prove", "case", "one_lies_there", "--scope", "tiny")


def test_a_proof_of_a_scope_says_so(command: Command, one_of_two: Path) -> None:
    answer = command(*ONE, project=one_of_two)
    assert answer.code == 0 and "PROVED for 1 thing, 1 player" in answer.out


@pytest.mark.parametrize("more", [(), ("--inductive",)])
def test_what_another_scope_breaks_is_not_proved(command: Command, one_of_two: Path, more: tuple[str, ...]) -> None:
    """The answer is the play of that scope, as it is declared."""
    project = declared(one_of_two, "VIOLATED")
    answer = command(*ONE, *more, "--json", project=project)
    (found,) = answer.json["results"]
    assert answer.code == 0 and answer.json["unreplayed"] == {}
    assert (found["verdict"], found["says"], found["checked_by"]) == ("VIOLATED", "VIOLATED", [])
    assert found["reason"] == "in two, after 2 actions; of 1 thing, 1 player alone there is a proof"
    assert len(found["play"]) == 3


def test_a_play_that_is_not_found_leaves_it_unknown(
    command: Command, one_of_two: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing(*arguments: Any, **more: Any) -> Callable[[LoadedRuleset], ScopeResult]:
        return lambda ruleset: replace(Explore(*arguments)(ruleset), complete=False, stopped="time", verdicts=())

    monkeypatch.setattr(prove, "Explore", nothing)
    project = declared(one_of_two, "VIOLATED")
    answer = command(*ONE, "--json", project=project)
    (found,) = answer.json["results"]
    assert answer.code == 1 and found["verdict"] == "UNKNOWN"
    assert found["reason"].startswith("expected.toml says that a play of two breaks it; of 1 thing, 1 player alone")


def test_a_scope_that_turns_out_to_keep_it_takes_nothing_away(command: Command, one_of_two: Path) -> None:
    """With one thing in each scope the declaration is wrong, and the proof stands."""
    two = one_of_two / "case" / "scopes" / "two.toml"
    two.write_text(two.read_text(encoding="utf-8").replace("Thing = 2", "Thing = 1"), encoding="utf-8")
    (found,) = command(*ONE, "--json", project=declared(one_of_two, "VIOLATED")).json["results"]
    assert found["says"] == "PROVED for 1 thing, 1 player (z3, cvc5)"


def flat(text: str) -> str:
    return " ".join(text.split())


def test_whatever_answers_first(command: Command, one_of_two: Path) -> None:
    """Nobody names a scope: two things and a player who lays both down answer what no solver proves. It is said where
    any number of things ended: not for want of time."""
    answer = command("prove", "case", "one_lies_there", "--json", project=one_of_two)
    (found,) = answer.json["results"]
    assert answer.code == 1 and answer.json["goes_on"] == {}
    assert (found["verdict"], found["method"], len(found["play"])) == ("VIOLATED", "exploration", 3)
    assert found["tried"] == [
        "any number of cards: lay: from some state, perhaps one that no play reaches, the rule breaks it"
    ]
    (model,) = command("prove", "case", "unbroken", "--json", project=one_of_two).json["results"]
    assert "any number of cards: it is asked of scopes alone" in (*model["tried"], *model["reason"].split("; "))


def test_any_number_comes_first(command: Command, one_of_two: Path) -> None:
    """That nobody has lain a thing down before is so of any number of them at once; a scope is not asked."""
    rules = one_of_two / "case" / "model.py"
    more = '''

@checks.always("1")
def who_lies_there_is_a_thing(s: State) -> bool:
    """It says nothing."""
    return all(s.down[thing] or not s.down[thing] for thing in Thing)
'''
    rules.write_text(rules.read_text("utf-8") + more, "utf-8")
    answer = command("prove", "case", "who_lies_there_is_a_thing", project=one_of_two)
    assert answer.code == 0 and "PROVED for any number of Player, Thing" in answer.out


def test_what_is_left_is_named_with_the_command_that_goes_on(command: Command) -> None:
    """Peterson's exclusion is proved with both processes; that no check of the model fails, by its 42 states."""
    answer = command("prove", "peterson", "exclusive", "unbroken", "--all", project=PETERSON)
    assert answer.code == 0 and "PROVED for 2 processes" in answer.out and "two (42 states" in flat(answer.out)
    assert "not proved: unbroken." in flat(answer.out)
    assert "ruleslawyer prove peterson unbroken --scope two --timeout 120" in flat(answer.out)
    assert command("prove", "peterson", "unbroken", "--scope", "two", "--timeout", "120", project=PETERSON).code == 0


def test_one_command_goes_on_with_all_that_is_left(command: Command) -> None:
    answer = command("prove", "peterson", "exclusive", "unbroken", "--all", "--total", "0.1", project=PETERSON)
    assert "ruleslawyer prove peterson exclusive unbroken --scope two --timeout 120" in flat(answer.out)


LOCKED = '''
@state
class State:
    is_open: bool
    lost: bool


@book.action("2")
def go(s: State, who: Player) -> None:
    """Go."""
    with effect("2"):
        s.lost = s.is_open


@go.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@book.awaits
def whose(s: State) -> frozenset[Player]:
    return frozenset(who for who in Player)


checks = Checks(book)


@checks.always("2")
def nothing_is_lost(s: State) -> bool:
    """Nobody opens it."""
    return not s.lost
'''


def test_a_state_that_no_play_reaches_is_named_so(command: Command, tmp_path: Path) -> None:
    """No rule writes `is_open`, so that it stays as it begins; induction alone does not know that."""
    project = written(tmp_path, "case", LOCKED)
    ask = ("prove", "case", "nothing_is_lost", "--scope", "tiny", "--inductive")
    answer = command(*ask, project=project)
    assert answer.code == 1 and "from this state, which no play reaches" in answer.out
    assert "since this is proved: not (is_open)" in flat(answer.out)
    stuck = command(*ask, "--json", project=project).json["results"][0]["counterexample_to_induction"]
    assert (stuck["unreachable"], stuck["excluded_by"]["lemma"]) == (True, "not (is_open)")


def test_what_is_kept_as_broken_is_shown_with_its_play(command: Command) -> None:
    """13.2a against 4.6c: where a Status Card may be played in the SETUP as it says so, a second BATTLE CARD of the
    turn can be played (finding 049). `unproved.json` names the play."""
    answer = command("prove", "mere_mortals", "one_battle_card_at_a_time", "--json", project=ROOT)
    (found,) = answer.json["results"]
    assert answer.code == 1 and answer.json["unreplayed"] == {}
    assert found["verdict"] == "VIOLATED" and found["reason"] == "in status_in_setup, after 4 actions"
    assert "play_status:it_says_so/not_in_a_setup=permit" in found["under"] and len(found["play"]) == 5
