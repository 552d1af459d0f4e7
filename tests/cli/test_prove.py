"""`prove` as a user meets it: every property, what it says where it cannot prove, and of mistakes."""

from __future__ import annotations

from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from ruleslawyer.proof import in_scope, prove
from tests.agree.written import written
from tests.cli.command import Command
from tests.cli.forked import forked

ROOT = Path(__file__).parents[2]
PETERSON = Path(__file__).parents[1] / "classics" / "peterson"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("exclusiv",), ("no property `exclusiv`", "did you mean `exclusive`?")),
        (("--timeout", "0"), ("--timeout",)),
        (("--scope", "too"), ("peterson has no scope `too`",)),
        (("exclusive", "--any-number", "--scope", "two"), ("scope `two` leaves no number open",)),
        (("--players", "3"), ("--players", "add --any-number")),
    ],
)
def test_mistakes(command: Command, arguments: tuple[str, ...], said: tuple[str, ...]) -> None:
    answer = command("prove", "peterson", *arguments, project=PETERSON)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.lower().count("error") == 1
    for part in said:
        assert part in answer.err


def test_every_property_is_listed(command: Command) -> None:
    """Whatever it asks for: states, plays, what stays possible, what nobody wrote down."""
    answer = command("prove", "peterson", "--json", project=PETERSON)
    found = {one["property"]: one["verdict"] for one in answer.json["results"]}
    assert {"unbroken", "exclusive", "somebody_inside", "can_go_in"} <= found.keys()
    assert found["can_go_in"] == found["somebody_inside"] == "HOLDS IN SCOPE"
    assert "UNKNOWN" not in found.values()


def test_a_busy_machine_takes_no_time_from_explorations(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Proofs for any number of cards have their seconds of a processor, however long the clock goes on meanwhile."""
    late = [0.0]
    more = prove._Run.more

    def slow(*arguments: Any) -> Any:
        found = more(*arguments)
        late[0] += 900
        return found

    monkeypatch.setattr(prove._Run, "more", slow)
    monkeypatch.setattr(prove, "monotonic", lambda: monotonic() + late[0])
    answer = command("prove", "t52_always", "--total", "4", "--json", "--fresh")
    assert "VIOLATED" in {found["verdict"] for found in answer.json["results"]}


def test_a_solver_that_dies(tmp_path: Path) -> None:
    """A solver can do to memory what ends its process at once: there is a message, and no traceback."""
    dies = "import os, signal, z3, ruleslawyer.__main__ as door\ndoor.SOLVING.add('prove')\n"
    dies += "z3.z3core.Z3_solver_check_assumptions = lambda *given: os.kill(os.getpid(), signal.SIGSEGV)"
    answer = forked(tmp_path, "--project", str(PETERSON), "prove", "peterson", "exclusive", "--fresh", first=dies)
    assert (answer.code, answer.out) == (2, "")
    assert "error: the solver died (Segmentation fault), and what it found went with it" in answer.err
    assert "ask again, of fewer properties" in answer.err and "Traceback" not in answer.err


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
    ("may", "whose", "steps"), [("6 // s.x < 9", "True", 0), (NO_VALUE, "True", 1), ("True", NO_VALUE, 1)]
)
def test_a_check_of_the_model_that_fails_is_a_play(
    command: Command, tmp_path: Path, may: str, whose: str, steps: int
) -> None:
    """A check that fails in judging, or in asking whose decision it is: that is what is shown, after so many steps."""
    project = written(tmp_path, "case", JUDGED.format(may=may, whose=whose))
    answer = command("prove", "case", "unbroken", "--json", project=project)
    assert answer.code == 1, answer
    (found,) = answer.json["results"]
    assert (found["verdict"], found["scope"]) == ("VIOLATED", "tiny")
    assert len(found["play"]) >= 1 + steps
    assert f"after {steps}" in found["reason"] or f"after {steps + 1}" in found["reason"]


FULL = '''
@state
class State:
    hand: Annotated[Pile[Thing], Size({size})]


@book.action("2")
def draw(s: State, who: Player, thing: Thing) -> None:
    """A thing goes under the hand."""
    with effect("2"):
        s.hand = s.hand.with_bottom(thing)


@draw.permit("2")
def may_draw(s: State, who: Player, thing: Thing) -> bool:
    return thing not in s.hand
'''


@pytest.mark.parametrize("promised", ['cite="3"', ""])
def test_a_pile_without_room_is_a_write_out_of_its_range(command: Command, tmp_path: Path, promised: str) -> None:
    """Two things are drawn into a hand of one: promised or not, no check of the model fails up to there."""
    hand = FULL.format(size=", ".join(filter(None, ("1", promised))))
    project = written(tmp_path, "case", hand, "[sorts]\nPlayer = 1\nThing = 2\n")
    answer = command("prove", "case", "writes:hand", "unbroken", "--json", project=project)
    hand, model = answer.json["results"]
    assert (hand["verdict"], len(hand["play"])) == ("VIOLATED", 1 + 2)
    assert (model["verdict"], answer.code) == ("PROVED for any number of Player, Thing", 1)
    assert model["assumptions"][-1] == "every write stays in its range"


BROKEN_AT_ONCE = """

@checks.always("1")
def it_has_a_share(s: State) -> bool:
    return 6 // s.x > 0
"""


def test_what_cannot_be_evaluated_says_why_and_when(command: Command, tmp_path: Path) -> None:
    """x begins as 0, and nothing is divided by 0: no proof is refuted by that, and no play shown, but the reason."""
    project = written(tmp_path, "case", JUDGED.format(may="True", whose="True") + BROKEN_AT_ONCE)
    answer = command("prove", "case", "it_has_a_share", "--json", project=project)
    (found,) = answer.json["results"]
    assert (answer.code, found["verdict"]) == (1, "UNKNOWN")
    assert any("division by zero" in why and "after 0 actions" in why for why in found["tried"]), found["tried"]


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


ONE = ("prove", "case", "one_lies_there")


def test_what_holds_in_a_scope_says_of_what(command: Command, one_of_two: Path) -> None:
    """Of one thing it holds; the scope with two is not asked where one is named."""
    answer = command(*ONE, "--scope", "tiny", "--json", project=one_of_two)
    (found,) = answer.json["results"]
    assert (answer.code, found["verdict"]) == (0, "HOLDS IN SCOPE")
    assert "in every play of tiny" in found["reason"] and "with Player 1, Thing 1" in found["reason"]


def test_a_play_that_is_declared_is_expected(command: Command, one_of_two: Path) -> None:
    """The answer is the play of that scope, and the exit code is that of `check`."""
    project = declared(one_of_two, "VIOLATED")
    answer = command(*ONE, "--json", project=project)
    (found,) = answer.json["results"]
    assert (answer.code, found["verdict"], found["scope"], found["checked_by"]) == (0, "VIOLATED", "two", [])
    assert found["reason"].startswith("in two, after 2 actions") and len(found["play"]) == 3


def flat(text: str) -> str:
    return " ".join(text.split())


def test_whatever_answers_first(command: Command, one_of_two: Path) -> None:
    """Two things and a player who lays both down answer what no solver proves. It is said where any number of things
    ended: not for want of time."""
    answer = command(*ONE, "--json", project=one_of_two)
    (found,) = answer.json["results"]
    assert answer.code == 1 and answer.json["goes_on"] == {}
    assert (found["verdict"], found["method"], len(found["play"])) == ("VIOLATED", "exploration", 3)
    assert found["tried"] == [
        "any number of members: lay: from some state, perhaps one that no play reaches, the rule breaks it"
    ]
    (model,) = command("prove", "case", "unbroken", "--json", project=one_of_two).json["results"]
    assert model["verdict"].startswith("PROVED for any number of")


def test_no_time_helps_where_the_situation_never_comes_up(command: Command, one_of_two: Path) -> None:
    """With two things three never lie there: that wants a larger scope, and no proof that takes longer."""
    rules = one_of_two / "case" / "model.py"
    more = """

@checks.sometimes("1")
def three_lie(s: State) -> bool:
    return sum(1 for thing in Thing if s.down[thing]) >= 3


@checks.always("1", reached=three_lie)
def no_four_lie(s: State) -> bool:
    return sum(1 for thing in Thing if s.down[thing]) <= 3
"""
    rules.write_text(rules.read_text("utf-8") + more, "utf-8")
    answer = command("prove", "case", "no_four_lie", "--json", project=one_of_two)
    assert [one["verdict"] for one in answer.json["results"]] == ["VACUOUS"]
    assert answer.json["goes_on"] == {}
    assert "looked for longer" not in command("prove", "case", "no_four_lie", project=one_of_two).out


def test_no_scope_is_needed(command: Command, one_of_two: Path) -> None:
    """What is proved is proved; what only plays answer says that there are none."""
    rules = one_of_two / "case" / "model.py"
    more = '''

@checks.always("1")
def who_lies_there_is_a_thing(s: State) -> bool:
    """It says nothing."""
    return all(s.down[thing] or not s.down[thing] for thing in Thing)


@checks.sometimes("1")
def something_lies(s: State) -> bool:
    return any(s.down[thing] for thing in Thing)
'''
    rules.write_text(rules.read_text("utf-8") + more, "utf-8")
    for file in (one_of_two / "case" / "scopes").iterdir():
        file.unlink()
    answer = command("prove", "case", "--json", project=one_of_two)
    found = {one["property"]: one for one in answer.json["results"]}
    assert answer.code == 1
    assert found["who_lies_there_is_a_thing"]["verdict"].startswith("PROVED for any number of Thing")
    assert found["one_lies_there"]["verdict"] == found["something_lies"]["verdict"] == "UNKNOWN"
    assert found["something_lies"]["reason"].startswith("it is asked of scopes alone, and there is none")


def test_an_open_scope_is_none_to_explore(command: Command, one_of_two: Path) -> None:
    text = '[sorts]\nPlayer = 1\nThing = 1\n[attributes.Thing]\nheavy = "open"\n'
    rules = one_of_two / "case" / "model.py"
    rules.write_text(rules.read_text("utf-8").replace('with."""', 'with."""\n\n    heavy: bool', 1), "utf-8")
    (one_of_two / "case" / "scopes" / "any.toml").write_text(f'title = "Any"\n{text}', "utf-8")
    answer = command(*ONE, "--scope", "any", project=one_of_two)
    assert (
        (answer.code, answer.out) == (2, "") and "leaves something open" in answer.err and "leave it out" in answer.err
    )


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


def test_a_state_that_no_play_reaches_is_shown(command: Command, tmp_path: Path) -> None:
    """Nobody opens it, and induction does not know that: before and after are told, where no scope answers."""
    project = written(tmp_path, "case", LOCKED)
    (project / "case" / "scopes" / "tiny.toml").unlink()
    answer = command("prove", "case", "nothing_is_lost", project=project)
    if answer.code == 0:  # a condition that nobody wrote down may be found
        assert "PROVED for any number" in answer.out
        return
    assert "nothing_is_lost: a counterexample to induction" in answer.out
    assert "go(" in answer.out and "before" in answer.out and "after" in answer.out


def test_what_is_kept_as_broken_is_shown_with_its_play(command: Command) -> None:
    """13.2a against 4.6c: where a Status Card may be played in the SETUP as it says so, a second BATTLE CARD of the
    turn can be played (finding 049). `unproved.json` names the play, and options.toml says why it is no fault."""
    answer = command("prove", "mere_mortals", "one_battle_card_at_a_time", "--json", project=ROOT)
    (found,) = answer.json["results"]
    assert answer.code == 0 and found["verdict"] == "VIOLATED"
    assert found["reason"].startswith("in status_in_setup, after 4 actions")
    assert "play_status:it_says_so/not_in_a_setup=permit" in found["under"] and len(found["play"]) == 5


def test_another_reading_breaks_what_holds_by_default(command: Command, tmp_path: Path) -> None:
    """By default each move goes one or two steps further, 0 1 2 3 4, and there it is over; where `jump` answers what is
    unclear it is 0 1 3 5. A proof would be of every reading: so this play is shown, and declaring the reading is what
    makes it no fault. Of the default alone it is proved."""
    rules = (ROOT / "tests" / "tiny" / "t140_gap_ruled" / "model.py").read_text("utf-8").split('"""', 2)[2]
    project = written(tmp_path, "case", rules.replace("@checks", "checks = Checks(book)\n\n\n@checks", 1))
    asked = "prove", "case", "not_five", "--json"
    answer = command(*asked, project=project)
    (found,) = answer.json["results"]
    assert (answer.code, found["verdict"], found["premises"]["reading"]) == (1, "VIOLATED", {"stride": "jump"})
    assert len(found["play"]) == 4 and "--reading stride=jump" in found["reason"], found
    assert "by default HOLDS IN SCOPE" in found["reason"]
    default = command(*asked, "--default-reading", project=project)
    (proved,) = default.json["results"]
    assert (default.code, proved["verdict"][:6]) == (0, "PROVED")
    folder = project / "checks" / "case"
    folder.mkdir(parents=True)
    text = '[[declared]]\nreading = { stride = "jump" }\nshows = "not_five"\nreason = "a leap"\n'
    (folder / "options.toml").write_text(text, "utf-8")
    assert command(*asked, project=project).code == 0
    assert command(*asked, "--reading", "stride=jump", project=project).code == 1


GROWS = '''
@state
class State:
    a: int
    b: int
    c: int
    d: int


@book.initial("1")
def start(s: State) -> None:
    s.c = 1
    s.d = 5


@book.action("2")
def go(s: State, who: Player) -> None:
    """Go."""
    with effect("2"):
        s.a += s.b + s.d - 5
        s.b += 2 * s.c


@go.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@book.action("3")
def turn(s: State, who: Player) -> None:
    """Turn."""
    with effect("3"):
        s.c = s.c * s.c


@turn.permit("3")
def may_turn(s: State, who: Player) -> bool:
    return True


checks = Checks(book)


@checks.always("2")
def a_is_not_negative(s: State) -> bool:
    """It never falls."""
    return s.a >= 0


@checks.always("2")
def d_stays(s: State) -> bool:
    """No rule writes it."""
    return s.d == 5
'''


@pytest.mark.parametrize("more", [("--any-number",), ()])
def test_a_counterexample_says_what_would_exclude_it(command: Command, tmp_path: Path, more: tuple[str, ...]) -> None:
    """a falls only where b is below 0, or d below 5. That d is 5 is proved, so that no counterexample has another d;
    that b is never below 0 rests on c, of which nobody says anything: with it no rule would break the property."""
    project = written(tmp_path, "case", GROWS)
    (project / "case" / "scopes" / "tiny.toml").unlink()
    answer = command("prove", "case", "a_is_not_negative", *more, "--json", project=project)
    (found,) = answer.json["results"]
    assert (answer.code, found["verdict"]) == (1, "UNKNOWN")
    before = {row["what"]: int(row["before"]) for row in found["counterexample_to_induction"]["rows"]}
    assert before["b"] < 0 and before.get("d", 5) == 5
    assert found["would_follow_if"] == {"condition": "not b <= -1", "says": "never b <= -1"}
    text = command("prove", "case", "a_is_not_negative", *more, project=project)
    assert "it would follow if: never b <= -1" in text.out


@pytest.mark.usefixtures("remembering")
def test_what_a_check_has_explored_is_known(
    command: Command, one_of_two: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a check nothing is explored: two things are laid down in the scope that it has explored."""
    assert command("check", "case", project=one_of_two).code == 1
    monkeypatch.setattr(in_scope, "ExploreScope", None)
    answer = command(*ONE, "--json", project=one_of_two)
    (found,) = answer.json["results"]
    assert (found["verdict"], found["scope"], len(found["play"])) == ("VIOLATED", "two", 3)
