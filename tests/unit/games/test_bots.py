"""Bots: each move of the one is possible, of the next gains most, and the search wins where one move wins."""

from __future__ import annotations

import sys

import pytest

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.play.extensive.game import Extensive, Position
from ruleslawyer.project.config import Project
from ruleslawyer.rulebook.rulesets.loaded import LoadedProject
from ruleslawyer.semantics.state import State
from ruleslawyer.studies.games.bots import NAMES, measure, player
from ruleslawyer.studies.games.simple import decision_at
from ruleslawyer.studies.games.table import PlayTable
from tests.unit.extensive.tables import CLASSICS, ROOT, begun, ruleset, tiny

TICTACTOE = ruleset("tictactoe", CLASSICS / "tictactoe")


@pytest.fixture(scope="module")
def board() -> Extensive:
    return Extensive(TICTACTOE.transition_system("board"))


def marked(board: Extensive, *cells: str) -> Position:
    """Where crosses and noughts have marked these cells in turn."""
    position = begun(board)
    for cell in cells:
        found = decision_at(board, position)
        move = next(m for m in found.moves if board.move_text(found.seat, m).endswith(f"cell={cell})"))
        position = board.after(position, found.seat, move)
    return position


def chosen(board: Extensive, name: str, position: Position, seed: int = 0) -> str:
    bot = player(name, board, measure(TICTACTOE), seed)
    return board.move_text(decision_at(board, position).seat, bot.choose(position))


def test_random_takes_every_move(board: Extensive) -> None:
    """Nine cells; that one of them is missed in 200 games has a chance of less than one in a thousand million."""
    assert len({chosen(board, "random", begun(board), seed) for seed in range(200)}) == 9


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_chooses_the_same(board: Extensive, name: str) -> None:
    assert chosen(board, name, begun(board), 5) == chosen(board, name, begun(board), 5)


@pytest.mark.parametrize(
    ("cells", "wins"),
    [(("a1", "b1", "a2", "b2"), "put(who=X, cell=a3)"), (("a1", "b1", "a2", "b2", "c1"), "put(who=O, cell=b3)")],
)
def test_the_search_wins_at_once(board: Extensive, cells: tuple[str, ...], wins: str) -> None:
    """Three in column a for crosses; for noughts three in column b."""
    assert {chosen(board, "mcts", marked(board, *cells), seed) for seed in range(5)} == {wins}


def test_the_search_never_loses_to_random_moves(board: Extensive) -> None:
    """Tic-tac-toe is a draw; who searches 100 plays for a move loses none of six games against random moves."""
    for seed in range(6):
        bots = [player("mcts", board, measure(TICTACTOE), seed), player("random", board, measure(TICTACTOE), seed)]
        position = begun(board)
        own = seed % 2
        while found := board.decision(position):
            position = board.after(position, found.seat, bots[found.seat != own].choose(position))
        assert board.returns(position)[own] >= 0


def test_greedy_takes_what_gains_most() -> None:
    """The last stone, who has more stones wins, so that stones are wanted. Two gain most at first;
    after two nobody may take two, so one; then two again."""
    stones = LoadedProject(Project.load(ROOT / "src" / "ruleslawyer" / "project" / "template")).ruleset("mygame")
    game = Extensive(stones.transition_system("tiny"))
    bot = player("greedy", game, measure(stones))
    assert bot.says == (
        "the most at once: +1 for the lead in `taken`, by which `has_more_stones` says who wins; "
        "the others' average is taken off"
    )
    position, taken = Position(game.beginnings[0][1]), []
    for _ in range(3):
        move = bot.choose(position)
        taken.append(move.instance.args[1])
        position = game.after(position, decision_at(game, position).seat, move)
    assert taken == [2, 1, 2]


def test_an_unknown_bot() -> None:
    with pytest.raises(UsageError, match="there is no bot `greed`"):
        player("greed", tiny("t01_permit"), PlayTable())


def test_without_the_extra_the_search_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "ruleslawyer.studies.games.search", raising=False)
    with pytest.raises(UsageError) as caught:
        player("mcts", tiny("t01_permit"), PlayTable())
    assert "pip install 'ruleslawyer[openspiel]'" in str(caught.value)
    assert player("random", tiny("t01_permit"), PlayTable()).says


def states(game: Extensive, name: str, most: int) -> list[State]:
    bot = player(name, game, PlayTable(), 1)
    position, seen = begun(game), list[State]()
    while game.decision(position) and len(seen) < most:
        position = game.after(position, decision_at(game, position).seat, bot.choose(position))
        seen.append(position.state)
    return seen


@pytest.mark.parametrize("name", ["daemons", "memesis", "mere_mortals"])
def test_rulebooks(name: str) -> None:
    """Each goes on to its end, or for as long as it is let."""
    game = Extensive(ruleset(name, ROOT).transition_system("tiny"))
    assert states(game, "random", 30) and states(game, "greedy", 30)
