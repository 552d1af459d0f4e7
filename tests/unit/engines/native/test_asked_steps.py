"""Properties of steps that are not asked again in random plays: what is said is what the interpreter says."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.engines.native import asked_steps
from ruleslawyer.engines.native.player import Games
from ruleslawyer.engines.native.rest import Step, ask
from ruleslawyer.engines.native.rulebook import Rulebook
from ruleslawyer.ir.system import Check
from ruleslawyer.play.simulate import simulate
from tests.agree.written import system_written
from tests.planted import planted
from tests.played import played

TURNS = '''
@state
class State:
    place: Annotated[int, Range(0, 2)]
    other: Annotated[int, Range(0, 5)]
    above: bool


@book.action("2")
def go(s: State, who: Player) -> None:
    """Go round."""
    with effect("2"):
        s.place = 0 if s.place == 2 else s.place + 1


@go.permit("2")
def go_may(s: State, who: Player) -> bool:
    return True


@book.action("2")
def wait(s: State, who: Player) -> None:
    """Stay, and write something else."""
    with effect("2"):
        s.other = 0 if s.other == 5 else s.other + 1


@wait.permit("2")
def wait_may(s: State, who: Player) -> bool:
    return s.other < {most}


@book.action("2")
def leap(s: State, who: Player) -> None:
    """Go on, and then back: at the end nothing has changed."""
    with effect("2"):
        s.place = s.place + 1
        s.above = True


@leap.permit("2")
def leap_may(s: State, who: Player) -> bool:
    return s.place < 2


@book.duty("3")
def land(s: State) -> None:
    """Whoever has leapt comes back."""
    with effect("3"):
        s.place = s.place - 1
        s.above = False


@land.when
def is_above(s: State) -> bool:
    return s.above


checks = Checks(book)


@checks.step("1")
def nobody_stays_at_the_end(before: State, after: State) -> bool:
    return after.place != before.place or after.place != 2


@checks.step("1")
def nobody_goes_back(before: State, after: State) -> bool:
    return after.place >= before.place


@checks.step("1")
def nobody_moves(before: State, after: State) -> bool:
    return after.place == before.place
'''


def logged(folder: Path) -> list[Any]:
    """All that is logged of some plays, where what is met in one is logged twice."""
    found = []
    for most in (1, 3, 9):
        system = system_written(folder / str(most), "turns", TURNS.replace("{most}", str(most)))
        starts = [outcome.state for _, outcome in system.initial()]
        games = Games(system, starts, 7, 40, 1000, [1.0] * len(system.system.actions), 1)
        found.append(games.play(1, 200, 1 << 40, 0, 2).rows.tolist())
    return found


def ask_always(code: Step, check: Check) -> None:
    ask(code, check, check.function, ["ptr %before", "ptr %after"], "first")


def logged_by(way: Callable[[Step, Check], None], folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    monkeypatch.setattr(asked_steps, "_ask", way)
    monkeypatch.setattr(Rulebook, "_known", {})
    return logged(folder)


def test_the_same_is_logged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = logged_by(asked_steps._ask, tmp_path / "one", monkeypatch)
    assert found == logged_by(ask_always, tmp_path / "other", monkeypatch)


@pytest.mark.parametrize("most", [1, 3, 9])
def test_the_interpreter_says_the_same(most: int, tmp_path: Path) -> None:
    system = system_written(tmp_path, "turns", TURNS.replace("{most}", str(most)))
    one, other = (simulate(system, 12, 7, longest=40, effort=0, player=by) for by in ("interpreter", "native"))
    assert played(one) == played(other)


FAULTS = {
    "nothing is ever written": ("code.negate(code.is_written(reads))", '"true"'),
    "what held once holds for ever": ("{stands(code, code.load('i64', made), now, block)}", "true"),
    "what it says behind a no is not told": ('code.store("i64", "0", made)', "pass"),
}
"""Each with its text and another."""


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_seen(fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong: dict[str, Any] = dict(vars(asked_steps))
    exec(planted(fault, Path(asked_steps.__file__), *FAULTS[fault]), wrong)
    found = logged_by(wrong["_ask"], tmp_path / "one", monkeypatch)
    assert found != logged_by(ask_always, tmp_path / "other", monkeypatch)
