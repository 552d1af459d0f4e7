"""Solved games: tic-tac-toe, Nim by its theorem, Dawson's Kayles by its numbers, Hex, War without choice; refusals."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.play.extensive.game import Extensive
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.studies.games.bots import measure
from ruleslawyer.studies.games.solve import GameSolution, solve
from ruleslawyer.studies.games.table import PlayTable
from tests.agree.written import system_written
from tests.unit.extensive.tables import CLASSICS, ROOT, ruleset, tiny

NIM = '''
Left = Annotated[int, Range(0, 3)]


class Heap(Sort):
    number: int


@state
class State:
    left: Map[Heap, Left]
    turn: Player


@book.initial("1")
def begin(s: State, first: Left, second: Left, third: Left) -> None:
    """Three heaps of any size; the first player has the turn."""
    with effect("1"):
        for h in Heap:
            s.left[h] = first if h.number == 0 else second if h.number == 1 else third
        s.turn = the(p for p in Player if p.first)


@book.awaits
def on_turn(s: State) -> frozenset[Player]:
    """In turns."""
    return frozenset({s.turn})


@book.ended("2")
def nothing_is_left(s: State) -> bool:
    """Nothing can be taken."""
    return all(s.left[h] == 0 for h in Heap)


@book.winners("2")
def took_the_last(s: State) -> frozenset[Player]:
    """Who took last: it is the other's turn."""
    return frozenset(p for p in Player if p != s.turn)


@book.action("3")
def take(s: State, who: Player, heap: Heap, number: Annotated[int, Range(1, 3)]) -> None:
    """Take some of a heap."""
    with effect("3"):
        s.left[heap] -= number
        s.turn = the(p for p in Player if p != who)


@take.permit("3")
def so_many_are_there(s: State, who: Player, heap: Heap, number: int) -> bool:
    """So many are there."""
    return number <= s.left[heap]
'''
KAYLES = '''
Pins = Annotated[int, Range(1, 9)]


class Pin(Sort):
    number: int


@state
class State:
    stands: Map[Pin, bool]
    turn: Player


@book.initial("1")
def begin(s: State, pins: Pins) -> None:
    """A row of some pins; the first player has the turn."""
    with effect("1"):
        for p in Pin:
            s.stands[p] = p.number <= pins
        s.turn = the(p for p in Player if p.first)


@book.awaits
def on_turn(s: State) -> frozenset[Player]:
    """In turns."""
    return frozenset({s.turn})


def is_pair(s: State, one: Pin, other: Pin) -> bool:
    """Two that stand side by side."""
    return s.stands[one] and s.stands[other] and other.number == one.number + 1


@book.ended("2")
def no_pair_is_left(s: State) -> bool:
    """Nothing can be knocked over."""
    return not any(is_pair(s, a, b) for a in Pin for b in Pin)


@book.winners("2")
def moved_last(s: State) -> frozenset[Player]:
    """Who moved last."""
    return frozenset(p for p in Player if p != s.turn)


@book.action("3")
def knock(s: State, who: Player, one: Pin, other: Pin) -> None:
    """Knock two over."""
    with effect("3"):
        s.stands[one] = False
        s.stands[other] = False
        s.turn = the(p for p in Player if p != who)


@knock.permit("3")
def side_by_side(s: State, who: Player, one: Pin, other: Pin) -> bool:
    """Two that stand side by side."""
    return is_pair(s, one, other)
'''
HEX = '''
class Cell(Sort):
    row: int
    column: int


@state
class State:
    held: Map[Cell, Player | None]
    turn: Player


@book.initial("1")
def begin(s: State) -> None:
    """An empty board; the first player has the turn."""
    with effect("1"):
        s.turn = the(p for p in Player if p.first)


@book.awaits
def on_turn(s: State) -> frozenset[Player]:
    """In turns."""
    return frozenset({s.turn})


def touch(one: Cell, other: Cell) -> bool:
    """Two cells of rows that follow on each other, the one of the upper row first."""
    return other.row == one.row + 1 and (other.column == one.column or other.column == one.column - 1)


def is_dark(s: State, cell: Cell) -> bool:
    """It is the first player's."""
    return any(s.held[cell] == p for p in Player if p.first)


def between(s: State, one: Cell, other: Cell) -> bool:
    """All of the middle row from the one to the other is the first player's."""
    return all(
        is_dark(s, c) for c in Cell
        if c.row == 1 and (one.column <= c.column <= other.column or other.column <= c.column <= one.column)
    )


def downwards(s: State) -> bool:
    """The first player has a chain from the upper edge to the lower one: a cell of the first row, one of the last, and
    of the middle row all from one that touches the one to one that touches the other."""
    return any(
        between(s, b, c)
        and any(is_dark(s, a) and touch(a, b) for a in Cell if a.row == 0)
        and any(is_dark(s, d) and touch(c, d) for d in Cell if d.row == 2)
        for b in Cell for c in Cell if b.row == 1 and c.row == 1
    )


@book.ended("2")
def joined_or_full(s: State) -> bool:
    """The first player has the chain, or nothing is free."""
    return downwards(s) or all(s.held[c] is not None for c in Cell)


@book.winners("2")
def has_the_chain(s: State) -> frozenset[Player]:
    """On a full board exactly one has a chain."""
    return frozenset(p for p in Player if p.first == downwards(s))


@book.action("3")
def put(s: State, who: Player, cell: Cell) -> None:
    """Take a cell."""
    with effect("3"):
        s.held[cell] = who
        s.turn = the(p for p in Player if p != who)


@put.permit("3")
def is_free(s: State, who: Player, cell: Cell) -> bool:
    """It is free."""
    return s.held[cell] is None
'''
PLAYERS = "[sorts]\nPlayer = 2\nThing = 1\n"
FIRST = "[attributes.Player]\nfirst = [true, false]\n"


def written(folder: Path, name: str, text: str, sort: str, numbers: list[int]) -> Extensive:
    text = "\n\nclass Player(Sort):\n    first: bool\n" + text
    scope = f"{PLAYERS}{sort} = {len(numbers)}\n\n{FIRST}[attributes.{sort}]\nnumber = {numbers}\n"
    return Extensive(system_written(folder, name, text, scope))


def solved(game: Extensive, *, uniform: bool = False, face_up: bool = False, most: int = 50_000) -> GameSolution:
    return solve(game, PlayTable(), uniform=uniform, face_up=face_up, most=most, seconds=600)


def rulebook(name: str, scope: str = "tiny", reading: dict[str, str] | None = None) -> Extensive:
    return Extensive(ruleset(name, ROOT).transition_system(scope, reading))


@pytest.mark.campaign
def test_tictactoe_is_a_draw() -> None:
    found = solved(Extensive(ruleset("tictactoe", CLASSICS / "tictactoe").transition_system("board")))
    (beginning,) = found.beginnings
    assert found.positions == 5478
    assert (beginning.forces, beginning.worth) == ((None, None), (0.0, 0.0))
    assert (len(beginning.line), beginning.ends) == (9, "the game is over, and nobody won")
    assert found.says(beginning) == "nobody can force a win from there; with best play nobody is ahead there"
    assert (found.first.positions, found.first.nobody) == (1, 1)


def test_nim_by_its_theorem(tmp_path: Path) -> None:
    """Bouton, 1901: who is on turn wins unless the sizes of the heaps, written in binary, add up to nothing without
    carrying."""
    found = solved(written(tmp_path, "nim", NIM, "Heap", [0, 1, 2]))
    assert len(found.beginnings) == 64
    for beginning in found.beginnings:
        first, second, third = (int(part[-1]) for part in beginning.called.rstrip(")").split(", "))
        forces = [moves is not None for moves in beginning.forces]
        assert forces == ([True, False] if first ^ second ^ third else [False, True]), beginning.called
        # somebody takes the last: the number of moves is odd where the first does, and even where the other does
        assert len(beginning.line) % 2 == bool(first ^ second ^ third)
        assert len(beginning.line) == next(m for m in beginning.forces if m is not None)


def test_dawsons_kayles_by_its_numbers(tmp_path: Path) -> None:
    """Winning Ways, chapter 4: of rows of up to 9 pins those of 1, 5 and 9 are lost for who is on turn."""
    found = solved(written(tmp_path, "kayles", KAYLES, "Pin", list(range(1, 10))))
    lost = [number for number, b in enumerate(found.beginnings, 1) if b.forces[0] is None]
    assert lost == [1, 5, 9]


def test_hex_of_three_rows(tmp_path: Path) -> None:
    """By hand: from the middle the first player has two ways to each edge, and so wins with the third stone, which is
    the fifth move; with fewer than three stones nobody joins two edges."""
    text = "\n\nclass Player(Sort):\n    first: bool\n" + HEX
    rows, columns = [number // 3 for number in range(9)], [number % 3 for number in range(9)]
    scope = f"{PLAYERS}Cell = 9\n\n{FIRST}[attributes.Cell]\nrow = {rows}\ncolumn = {columns}\n"
    game = Extensive(system_written(tmp_path, "hex", text, scope), compiled=True)
    assert game.compiled_code is not None
    found = solved(game)
    assert found.beginnings[0].forces == (5, None)
    assert len(found.beginnings[0].line) == 5
    assert found.beginnings[0].line[0] == "put(who=Player0, cell=Cell4)"


def war(deck: tuple[list[int], list[int]], loser_first: bool) -> tuple[int | None, int]:
    """Who wins a deal, by playing it with lists, and after how many rounds; nobody where it comes round again."""
    seen, rounds = set[str](), 0
    hands = [list(deck[0]), list(deck[1])]
    while hands[0] and hands[1]:
        if str(hands) in seen:
            return None, rounds
        seen.add(str(hands))
        tops = [hands[0].pop(0), hands[1].pop(0)]
        winner = tops.index(max(tops))
        hands[winner] += sorted(tops, reverse=not loser_first)
        rounds += 1
    return (0 if hands[0] else 1), rounds


def deals(cards: int) -> Iterator[tuple[list[int], list[int]]]:
    for order in permutations(range(1, cards + 1)):
        for cut in range(cards + 1):
            yield list(order[:cut]), list(order[cut:])


@pytest.mark.parametrize("reading", ["winners_card_first", "losers_card_first"])
@pytest.mark.parametrize("cards", [2, 3, 4])
def test_war_without_a_choice(cards: int, reading: str) -> None:
    """Each deal of the cards, compared with a game that is played with lists."""
    system = ruleset("war", ROOT / "examples" / "war").transition_system(f"n{cards}", {"goes_under_first": reading})
    found = solved(Extensive(system))
    expected = sorted(str(war(deal, reading == "losers_card_first")) for deal in deals(cards))
    said = [
        next(((seat, moves) for seat, moves in enumerate(b.forces) if moves is not None), None)
        for b in found.beginnings
    ]
    assert len(said) == len(expected)
    ended = sorted(str(one) for one in said if one is not None)
    assert ended == [one for one in expected if not one.startswith("(None")]


def test_chance_is_against_whoever_forces_or_is_weighed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A die that may be thrown again unless it shows the middle: by high one has won, by the middle one is stuck.
    Nobody can force it; in even throws high comes before the middle every other time. Who has won is ours to say."""
    game = tiny("t33_chance")
    monkeypatch.setattr(game, "winners", lambda at: frozenset({0} if game.system.is_over(at.state) else ()))
    found = solved(game, uniform=True)
    assert found.beginnings[0].forces == (None,)
    assert found.beginnings[0].worth == pytest.approx((0.5,))
    assert found.assumptions == ("all outcomes of roll are equally likely, which no clause says",)
    assert solved(game).beginnings[0].worth is None
    assert solved(game).assumptions == ("no clause says how likely roll is: chance is against whoever forces",)


def test_hidden_information_is_mixed_or_refused() -> None:
    """Of what two can be sure is said where their plays are few; else it says why nothing is."""
    found = solved(rulebook("mnemonic"), uniform=True)
    assert (found.beginnings[0].worth, found.hidden[:27]) == ((0, 0), "Bob decides without knowing")
    with pytest.raises(UsageError, match=r"Bob decides without knowing .*; and .*: its plays have more than"):
        solved(rulebook("mnemonic"), uniform=True, most=found.positions)
    assert (
        "every hidden card lies open, and nothing is chosen in secret"
        in solved(rulebook("mnemonic"), uniform=True, face_up=True).assumptions
    )


def test_a_sealed_bid_is_hidden() -> None:
    with pytest.raises(UsageError, match=r"Player1 does not know what others have chosen in secret.*no clause says"):
        solved(tiny("t29_joint"))


def test_payoffs() -> None:
    """Three chips, one or two at a time: who takes two keeps one more than the other, which pays two. A play for the
    most is no play to win soon."""
    found = solved(tiny("t260_payoffs"))
    beginning, other = found.beginnings
    assert (found.payoffs, beginning.worth, beginning.forces) == (True, (2.0, -2.0), (2, None))
    assert other.worth == (-2.0, 2.0)
    assert beginning.line == ("take(who=Ann, chips=2)", "take(who=Bob, chips=1)")
    assert beginning.ends == "the game is over: Ann won; payoffs: Ann +2, Bob -2"
    assert found.first.worth == 2.0
    assert found.assumptions == ()


def test_too_large() -> None:
    with pytest.raises(UsageError, match="is not explored whole: there are more than 100 positions"):
        solved(rulebook("mere_mortals"), most=100)


def test_a_fork(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fork: one way is a dead end, the other ends the game, which is won by whoever gets there."""
    game = tiny("t56_deadlock")
    monkeypatch.setattr(game, "winners", lambda at: frozenset({0} if at.state.fields == (4,) else ()))
    found = solved(game)
    assert found.beginnings[0].forces == (2,)
    assert found.beginnings[0].line == ("go(who=Player0, to=2)", "go(who=Player0, to=4)")


@pytest.mark.parametrize(
    ("name", "positions", "forces", "worth"),
    [
        ("megacorp", 669, (21, None), 1.0),
        ("mere_mortals", 170, (None, None), 0.25),
        ("memesis", 1413, (None, None), 1.0),
    ],
)
def test_rulebooks(name: str, positions: int, forces: tuple[int | None, int | None], worth: float) -> None:
    """What was measured once: in the smallest scopes of three nothing is hidden."""
    found = solve(rulebook(name), measure(loaded(name)), uniform=True, face_up=False, most=6_000, seconds=600)
    assert (found.positions, found.beginnings[0].forces, found.beginnings[0].worth) == (
        positions, forces, (worth, -worth),
    )  # fmt: skip


def loaded(name: str) -> LoadedRuleset:
    return ruleset(name, ROOT)
