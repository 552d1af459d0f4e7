"""examples/hare-and-hounds: best play is as published, by a search of its own and by the tool, position by position.

What is expected, and who says so: in how many moves of both the hounds win, from each place of the hare, is listed by
E. Annunziata, misc/HareAndHounds.ipynb in github.com/edoannunziata/jardin, for a game without a rule about stalling.
What depends on that rule, and on where the hounds begin, is said by `Hunt`, which knows nothing of the tool.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import networkx
import pytest

from ruleslawyer.api import Project
from ruleslawyer.check.check import check_rulesets
from ruleslawyer.check.scenario.suite import Suite
from tests.cli.command import Command

EXAMPLE = Path(__file__).parents[1] / "examples" / "hare-and-hounds"
PROJECT = Project.load(EXAMPLE)
GAME = PROJECT.ruleset("harehounds")
POINTS = ("A2", "B1", "B2", "B3", "C1", "C2", "C3", "D1", "D2", "D3", "E2")
PUBLISHED = {  # the hounds win within so many moves: if they begin, if the hare does
    "B2": (27, 24), "C1": (23, 24), "C2": (23, 28), "C3": (23, 24), "D1": (23, 24), "D2": (23, 24), "D3": (23, 24),
    "E2": (23, 24),
}  # fmt: skip
TIP, COLUMN = frozenset({"A2", "B1", "B3"}), frozenset({"B1", "B2", "B3"})

Spot: TypeAlias = tuple[frozenset[str], str, str, int]
"""Where the hounds are, where the hare is, who is to move, and how many moves to the side there were running."""


def joined(a: str, b: str) -> bool:
    """Straight lines everywhere, slanting ones from every other point."""
    (x, y), (p, q) = (("ABCDE".index(one[0]), int(one[1])) for one in (a, b))
    far = abs(x - p), abs(y - q)
    return far in ((0, 1), (1, 0)) or (far == (1, 1) and (x + y) % 2 == 0)


NEXT = {a: tuple(b for b in POINTS if joined(a, b)) for a in POINTS}


def best(
    after: Mapping[Any, Sequence[Any]], won: Mapping[Any, str], mover: Mapping[Any, str]
) -> dict[Any, tuple[str, int]]:
    """Who can force a win in a position, within how many moves; nothing where nobody can. won: ended positions."""
    found = {position: (winner, 0) for position, winner in won.items()}
    before: dict[Any, list[Any]] = {}
    for position, nexts in after.items():
        for one in nexts:
            before.setdefault(one, []).append(position)
    left = Counter({position: len(nexts) for position, nexts in after.items()})
    layer = list(found)
    while layer:
        more = []
        for one in layer:
            winner, moves = found[one]
            for position in before.get(one, ()):
                left[position] -= 1
                if position not in found and (winner == mover[position] or not left[position]):
                    found[position] = winner, moves + 1
                    more.append(position)
        layer = more
    return found


@dataclass(frozen=True)
class Hunt:
    """The game by hand. stalling: moves to the side running with which the hounds lose, None for no such rule."""

    stalling: int | None = None
    start: frozenset[str] = TIP
    needs_the_end: bool = False

    def moves(self, spot: Spot) -> Iterator[Spot]:
        hounds, hare, mover, waited = spot
        if mover == "hare":
            yield from ((hounds, to, "hounds", waited) for to in NEXT[hare] if to not in hounds)
            return
        for hound in hounds:
            for to in NEXT[hound]:
                if to not in hounds and to != hare and to[0] >= hound[0]:
                    more = waited + 1 if self.stalling and to[0] == hound[0] else 0
                    yield hounds - {hound} | {to}, hare, "hare", more

    def won(self, spot: Spot) -> str:
        hounds, hare, mover, waited = spot
        past = hare == "A2" or (not self.needs_the_end and all(hare[0] < hound[0] for hound in hounds))
        surrounded = all(point in hounds for point in NEXT[hare])
        if past or (self.stalling and waited == self.stalling):
            return "hounds" if surrounded and mover == "hare" else "hare"
        return "hounds" if surrounded else ""

    def positions(self, hare: str) -> int:
        """How many there are when the hare begins on a point, whoever has the first turn."""
        waiting: list[Spot] = [(self.start, hare, mover, 0) for mover in ("hare", "hounds")]
        seen: set[Spot] = set()
        while waiting:
            spot = waiting.pop()
            if spot not in seen and not self.won(spot):
                waiting += self.moves(spot)
            seen.add(spot)
        return len(seen)

    def within(self, hare: str, mover: str) -> tuple[str, int] | None:
        return solved(self)[0].get((self.start, hare, mover, 0))


@cache
def solved(hunt: Hunt) -> tuple[dict[Spot, tuple[str, int]], int, int]:
    """Best play; how many positions there are, and in how many of them no hound can move."""
    waiting: list[Spot] = [
        (hunt.start, hare, mover, 0) for hare in POINTS if hare not in hunt.start for mover in ("hare", "hounds")
    ]
    after: dict[Spot, list[Spot]] = {}
    won: dict[Spot, str] = {}
    stuck = 0
    while waiting:
        spot = waiting.pop()
        if spot in after or spot in won:
            continue
        if winner := hunt.won(spot):
            won[spot] = winner
        elif moves := list(hunt.moves(spot)):
            after[spot] = moves
            waiting += moves
        else:
            won[spot], stuck = "hare", stuck + 1
    return best(after, won, {spot: spot[2] for spot in after}), len(after) + len(won), stuck


@pytest.mark.parametrize(
    "hunt", [Hunt(), Hunt(needs_the_end=True), Hunt(4), pytest.param(Hunt(10), marks=pytest.mark.campaign)]
)
def test_the_published_numbers(hunt: Hunt) -> None:
    for hare, (hounds_begin, hare_begins) in PUBLISHED.items():
        assert hunt.within(hare, "hounds") == ("hounds", hounds_begin)
        assert hunt.within(hare, "hare") == ("hounds", hare_begins)


def test_what_depends_on_the_reading() -> None:
    """As the README says."""
    readme = (EXAMPLE / "README.md").read_text(encoding="utf-8")
    ends = [Hunt(k).within("C2", mover) for k in (1, 2, 3) for mover in ("hare", "hounds")]
    assert {end and end[0] for end in ends} == {"hare"}
    assert Hunt(4, COLUMN).within("C2", "hounds") == ("hare", 4)
    assert (solved(Hunt())[1:], solved(Hunt(needs_the_end=True))[2]) == ((2397, 0), 3)
    assert "2 397 can be reached" in readme and "three, with its mirror image" in readme


def graph(scope: str, **reading: str) -> tuple[networkx.MultiDiGraph[Any], dict[Hashable, tuple[str, int]]]:
    """Every position of a scope, as the tool has them, and best play in it."""
    found = GAME.graph(scope, reading)
    said = {node: data["state"] for node, data in found.nodes(data=True)}
    won = {node: said[node]["result"].lower() for node, data in found.nodes(data=True) if data["ended"]}
    mover = {node: "hare" if state["turn"] == "Harriet" else "hounds" for node, state in said.items()}
    return found, best({node: list(found.successors(node)) for node in found if node not in won}, won, mover)


def spot_of(state: Any) -> Spot:
    on = state["on"]
    hounds = frozenset(point for point in POINTS if on[point] == "HOUND")
    hare = next(point for point in POINTS if on[point] == "HARE")
    return hounds, hare, "hare" if state["turn"] == "Harriet" else "hounds", state["vertical"]


def test_the_tool_has_the_same_value_for_every_position() -> None:
    found, values = graph("short")
    by_hand = solved(Hunt(4))[0]
    begun = {spot_of(data["state"])[2]: values[node] for node, data in found.nodes(data=True) if data["initial"]}
    assert begun == {"hounds": ("hounds", 23), "hare": ("hounds", 28)}
    assert found.number_of_nodes() == Hunt(4).positions("C2")
    other = [node for node, data in found.nodes(data=True) if values.get(node) != by_hand.get(spot_of(data["state"]))]
    assert other == []


@pytest.mark.campaign
def test_a_hare_that_is_put_there_after_the_hounds_have_begun() -> None:
    """By hand: a hound that goes to B2 from a corner keeps the win, whatever else they begin with gives it away."""
    found, values = graph("short", hares_start="dropped", first_turn="the_hounds_first")
    (start,) = (node for node, data in found.nodes(data=True) if data["initial"])
    moves = {
        (edge["action"]["args"]["start"], edge["action"]["args"]["to"]): values[to][0]
        for _, to, edge in found.out_edges(start, data=True)
    }
    assert len(moves) == 7
    assert {move for move, winner in moves.items() if winner == "hounds"} == {("B1", "B2"), ("B3", "B2")}


def test_games_says_so_too(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """With a single move to the side as stalling the hare wins; within how many moves, by hand."""
    answer = Command(monkeypatch, capsys)("games", "harehounds", "--best", "--scope", "tiny", project=EXAMPLE)
    for mover, name in (("hare", "Harriet"), ("hounds", "Hugo")):
        winner, moves = Hunt(1).within("C2", mover) or ("", 0)
        assert winner == "hare"
        assert f"initial(first={name}): Harriet can force a win within {moves} moves" in answer.out


def test_what_is_explored() -> None:
    """Every property holds, nothing comes to a standstill, and each event has its finding."""
    found = GAME.explore("tiny")
    assert (found.complete, found.states, found.deadlocks) == (True, Hunt(1).positions("C2"), ())
    assert {verdict.word for verdict in found.verdicts} == {"HOLDS IN SCOPE"}
    asked = {question for finding in GAME.findings() for question in finding.questions}
    assert len(found.events) == 7 and {event.event.subject for event in found.events} <= asked


@pytest.mark.campaign
def test_check_is_as_expected() -> None:
    result = next(check_rulesets([GAME], ["tiny", "whole"], prove=False))
    assert [s.message for s in result.falls_short] == []
    assert len(result.findings) == 9 and all(finding.reproduced for finding in result.findings)


def test_scenarios_pass_on_both_machines() -> None:
    suite = Suite(PROJECT)
    results = [suite.run(*scenario) for scenario in suite.scenarios]
    assert len(results) >= 30
    assert [r.scenario.name for r in results if not r.passed or not all(run.agree for run in r.runs)] == []
