"""Best play of drawn games of two to four players beside what the definition gives, worked out place by place."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import mean
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from ruleslawyer.api import Project
from ruleslawyer.base.diagnostics import UsageError
from tests.agree.graphs import CHANCE, Graph, project

Pick = Callable[[Sequence[Any]], Any]


class Defined:
    """The worth of a game without circles, by its definition. Where several may act, `order` picks among what each of
    them would come to: the worst, the best, or the mean."""

    def __init__(self, graph: Graph) -> None:
        self.graph, self.ends = graph, dict(graph.ends)

    def movers(self, place: int) -> list[int]:
        found = {whose for source, _, whose in self.graph.edges if source == place}
        return [CHANCE] if CHANCE in found else sorted(found)

    def after(self, place: int, mover: int) -> list[int]:
        return [target for source, target, whose in self.graph.edges if (source, whose) == (place, mover)]

    def payoff(self, place: int, seat: int) -> float:
        """Of an end: a win that not everybody has, or somebody else's."""
        won = self.ends.get(place, frozenset[int]())
        if not won or len(won) == self.graph.players:
            return 0.0
        return 1.0 if seat in won else -1.0

    def worth(self, place: int, seat: int, order: Pick, first: int | None = None) -> float:
        if place in self.ends or not self.movers(place):
            return self.payoff(place, seat)
        movers = self.movers(place) if first is None else [first]
        return float(order([self.worth_of(place, seat, mover, order) for mover in movers]))

    def worth_of(self, place: int, seat: int, mover: int, order: Pick) -> float:
        found = [self.worth(after, seat, order) for after in self.after(place, mover)]
        return mean(found) if mover == CHANCE else max(found) if mover == seat else min(found)

    def moves(self, place: int, seat: int, order: Pick, first: int | None = None) -> float:
        """In how many moves it wins at the latest; endless where it cannot force that. The order counts as worst where
        it is the largest."""
        if place in self.ends or not self.movers(place):
            return 0.0 if seat in self.ends.get(place, ()) else float("inf")
        movers = self.movers(place) if first is None else [first]
        each = [[self.moves(after, seat, order) for after in self.after(place, mover)] for mover in movers]
        return 1 + float(order([min(f) if m == seat else max(f) for m, f in zip(movers, each, strict=True)]))

    def reached(self) -> set[int]:
        waiting = [0]
        for place in waiting:
            if place not in self.ends:
                waiting += [t for m in self.movers(place) for t in self.after(place, m) if t not in waiting]
        return set(waiting)

    def first_turns(self) -> set[tuple[int, int]]:
        """Where somebody decides first, chance having fallen somehow, and who."""
        waiting = [0]
        for place in waiting:
            if place not in self.ends and self.movers(place) == [CHANCE]:
                waiting += [t for t in self.after(place, CHANCE) if t not in waiting]
        places = [place for place in waiting if place not in self.ends]
        return {(place, mover) for place in places for mover in self.movers(place) if mover != CHANCE}

    def hangs_on_order(self) -> bool:
        """Whether a beginning or a first turn is another one by who goes first."""
        asked = [(0, None), *self.first_turns()]
        return any(
            abs(self.worth(place, seat, min, first) - self.worth(place, seat, max, first)) > 1e-9
            or (self.moves(place, seat, max, first) == float("inf"))
            != (self.moves(place, seat, min, first) == float("inf"))
            for place, first in asked
            for seat in range(self.graph.players)
        )


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    """Games without circles: each place is an end, or chance's, or one player's, or, seldom, several players'."""
    players, places = draw(st.integers(2, 4)), draw(st.integers(2, 7))
    edges, ends = set[tuple[int, int, int]](), list[tuple[int, frozenset[int]]]()
    for place in range(places):
        kind = draw(st.sampled_from(["one", "one", "chance", "several", "end"])) if place < places - 1 else "end"
        if kind == "end" and place:
            ends.append((place, draw(st.frozensets(st.integers(0, players - 1)))))
            continue
        further = st.lists(st.integers(place + 1, places - 1), min_size=1, max_size=3, unique=True)
        seats = draw(st.lists(st.integers(0, players - 1), min_size=2, max_size=3, unique=True))
        whose = {"chance": [CHANCE], "several": seats}.get(kind, seats[:1])
        edges |= {(place, target, seat) for seat in whose for target in draw(further)}
    return Graph(players, tuple(sorted(edges)), tuple(ends))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return project(tmp_path_factory.mktemp("drawn") / "nets")


def answer(folder: Path, graph: Graph, *, uniform: bool) -> Any:
    """The JSON of `games --best`, with plays made by the interpreter."""
    (folder / "checks" / "net" / "scopes" / "g0.toml").write_text(graph.scope(), "utf-8")
    found = Project.load(folder).ruleset("net").solve("g0", uniform=uniform, readings=True)
    return json.loads(json.dumps(found.json()["solved"]))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(graph=graphs(), uniform=st.booleans())
@example(  # a shared win at once, and one alone a move later
    graph=Graph(2, ((0, 1, 0), (0, 4, 0), (1, 2, 0), (1, 5, 0), (2, 3, 0), (3, 4, 0)),
                ((4, frozenset({0, 1})), (5, frozenset({0})))), uniform=False,
)  # fmt: skip
def test_as_defined(folder: Path, graph: Graph, uniform: bool) -> None:
    """Who can force a win and how soon, what that is worth, and how many positions there are; refused where it hangs on
    who goes first, unless each order is as likely."""
    defined, seats = Defined(graph), range(graph.players)
    hangs = defined.hangs_on_order()
    if hangs and not uniform:
        with pytest.raises(UsageError, match="who goes first decides in scope `g0`, and no clause says it"):
            answer(folder, graph, uniform=uniform)
        return
    found = answer(folder, graph, uniform=uniform)
    (beginning,) = found["beginnings"]
    moves = [defined.moves(0, seat, max) for seat in seats]
    worth = [defined.worth(0, seat, mean if hangs else min) for seat in seats]
    assert [*beginning["forces"].values()] == [None if m == float("inf") else m for m in moves]
    assert [*beginning["worth"].values()] == pytest.approx(worth)
    assert found["positions"] == len(defined.reached())
    first = defined.first_turns()
    assert found["first_turn"]["positions"] == len(first)
    if first:
        each = [defined.worth(place, mover, mean if hangs else min, mover) for place, mover in first]
        assert found["first_turn"]["worth"] == pytest.approx(mean(each))
    opened = any(len(defined.movers(place)) > 1 for place in defined.reached() - set(defined.ends))
    said = " ".join(found["assumptions"])
    assert ("each is as likely to go first" in said) == hangs
    assert ("who goes first where several may act is open" in said) == (opened and not hangs)
    assert beginning["says"].startswith("each against all others together") == (graph.players > 2)
    told = beginning["ends"], beginning["says"]
    assert graph.players == 2 or "; with best play it is worth: Player0 " in told[1]
    assert "nobody wins" not in told[1] and ("nobody is ahead" not in told[1] or not any(abs(w) > 1e-9 for w in worth))
    assert_line(defined, beginning, opened)


def assert_line(defined: Defined, beginning: Any, opened: bool) -> None:
    """It goes along edges to an end; of two players, without chance and open orders, to one as good as is said."""
    place, edges, chance = 0, defined.graph.edges, False
    for call in beginning["line"]:
        source, target, whose = edges[int(call.rpartition("Edge")[2].rstrip(")"))]
        assert source == place
        place, chance = target, chance or whose == CHANCE
    won = sorted(defined.ends.get(place, ()))
    if place in defined.ends:
        names = ", ".join(f"Player{seat}" for seat in won)
        assert beginning["ends"] == f"the game is over{f': {names} won' if won else ', and nobody won'}"
    else:
        assert beginning["ends"].startswith("a deadlock")
    if defined.graph.players == 2 and not chance and not opened:
        assert defined.payoff(place, 0) == beginning["worth"]["Player0"]


FLIP = Graph(2, ((0, 1, 0), (1, 0, CHANCE), (1, 2, CHANCE)), ((2, frozenset({0})),))
WAIT = Graph(2, ((0, 0, 0), *FLIP.edges), FLIP.ends)
EITHER = Graph(2, ((0, 1, CHANCE), (0, 2, CHANCE), (1, 0, CHANCE), (1, 3, CHANCE), (2, 2, 1)), ((3, frozenset({0})),))
ROUND = Graph(2, ((0, 1, 0), (1, 0, 1)), ())
DRAWN_ROUND = Graph(2, ((0, 1, CHANCE), (0, 2, CHANCE), (1, 0, 0), (2, 0, 1)), ())


@pytest.mark.parametrize(
    ("graph", "worth", "ends"),
    [
        (FLIP, 1.0, "it goes round until chance ends it, which it does sooner or later"),
        (WAIT, 1.0, "it goes round until chance ends it, which it does sooner or later"),
        (EITHER, 1 / 3, "it goes round unless chance ends it"),
        (ROUND, 0.0, "it goes round for ever"),
        (DRAWN_ROUND, 0.0, "it goes round for ever"),
    ],
    ids=["flips", "waits or flips", "may be caught", "in turns", "chance without an end"],
)
def test_what_goes_round(folder: Path, graph: Graph, worth: float, ends: str) -> None:
    """By hand: a coin that is thrown until it shows heads ends with probability 1, and who may wait instead throws it;
    from EITHER half goes into a circle and half is thrown, of which half comes back: x = 1/2 (1/2 + x/2) is 1/3."""
    (beginning,) = answer(folder, graph, uniform=False)["beginnings"]
    assert beginning["worth"]["Player0"] == pytest.approx(worth) and beginning["ends"] == ends
