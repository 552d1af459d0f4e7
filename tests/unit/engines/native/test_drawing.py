"""Choices that are drawn eight at a time are those that are drawn one by one, and so are their numbers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.engines.native import drawing
from ruleslawyer.engines.native.compiling import CompiledRuleset
from ruleslawyer.engines.native.player import PlaySimulator
from tests.agree.strategies import TINY
from tests.agree.test_native import system_of
from tests.agree.written import system_written
from tests.planted import planted

SIFTED = "t118_out", "t222_printed_lists", "t223_where_it_lies"
"""Rulesets of which it is listed who may be drawn for something."""
BY_TURNS = '''
@state
class State:
    last: Player | None
    gone: Map[Thing, bool]


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    """Not the one who was last."""
    return frozenset(p for p in Player if p != s.last)


@book.action("2")
def take(s: State, who: Player, what: Thing) -> None:
    """One of them is gone."""
    with effect("2"):
        s.last = who
        s.gone[what] = True


@take.domain
def is_there(s: State, who: Player, what: Thing) -> bool:
    return not s.gone[what]


@take.permit("2")
def take_may(s: State, who: Player, what: Thing) -> bool:
    """With four of them left it cannot be worked out."""
    return 1 // (4 - sum(1 for each in Thing if not s.gone[each])) <= 1
'''
DRAWN = 20
"""Neither a multiple of eight nor less."""


def logged(folder: Path, monkeypatch: pytest.MonkeyPatch, draw_all: Callable[..., None]) -> list[Any]:
    """The log rows of some plays, with the candidate's number in each, and the choices that are taken."""
    monkeypatch.setattr(drawing, "DRAWN", DRAWN)
    monkeypatch.setattr(drawing, "draw_all", draw_all)
    monkeypatch.setattr(CompiledRuleset, "_known", {})
    found = []
    by_turns = system_written(folder, "by_turns", BY_TURNS, "[sorts]\nPlayer = 3\nThing = 9\n")
    for system in (by_turns, *(system_of(TINY, name, "tiny") for name in SIFTED)):
        starts = [outcome.state for _, outcome in system.initial()]
        games = PlaySimulator(system, starts, 7, 40, 1, [1.0] * len(system.system.actions), 1)
        played = games.play(1, 30, 1 << 40, 0, 4)
        found.append((played.rows.tolist(), [each.tolist() for each in played.made]))
    return found


def one_by_one(code: Any, action: Any, draw: Callable[[], object]) -> None:
    drawing._draw_each(code, draw)


def test_they_are_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert logged(tmp_path, monkeypatch, drawing.draw_all) == logged(tmp_path / "other", monkeypatch, one_by_one)


FAULTS = {
    "those before it in its eight are not counted": ("{before}, {earlier}", "{before}, 0"),
    "all of eight are counted": ("{before}, {many}", "{before}, 8"),
    "each throws the dice of the first": ("{dice}, {throws}", "{dice}, 0"),
    "the next eight begin with the second": ("apart * lanes.LANES %", "apart %"),
    "dice are one throw apart": ("lanes.dice(code, dice, len(parameters))", "lanes.dice(code, dice, 1)"),
    "whoever acts is counted": ("i64 {able}, {acting}", "i64 {able}, {able}"),
}
"""Each with its text and another."""


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_seen(fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong: dict[str, Any] = {**vars(drawing), "DRAWN": DRAWN}
    exec(planted(fault, Path(drawing.__file__), *FAULTS[fault]), wrong)
    wrong["DRAWN"] = DRAWN
    assert logged(tmp_path, monkeypatch, wrong["draw_all"]) != logged(tmp_path / "other", monkeypatch, one_by_one)
