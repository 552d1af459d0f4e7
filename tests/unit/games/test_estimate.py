"""Pumps in lines of play: what grows while all else returns, and can do so again."""

from __future__ import annotations

from pathlib import Path

from ruleslawyer.play.extensive.game import Extensive, Position
from ruleslawyer.studies.games.estimate import PumpLoop, Pumps, estimate
from ruleslawyer.studies.games.table import PlayTable
from tests.agree.written import system_written

MILL = '''
@state
class State:
    flour: Annotated[int, Range(0, 30)]
    grain: Annotated[int, Range(0, {grain})]
    turning: bool


@book.initial("1")
def begin(s: State) -> None:
    """The mill stands still, with all the grain."""
    with effect("1"):
        s.grain = {grain}


@book.action("2")
def turn(s: State, who: Player) -> None:
    """It turns."""
    with effect("2"):
        s.turning = True


@turn.permit("2")
def stands(s: State, who: Player) -> bool:
    """It stands still."""
    return not s.turning


@book.action("3")
def stop(s: State, who: Player) -> None:
    """It stops, and there is flour{of}."""
    with effect("3"):
        s.turning = False
        s.flour += 2{less}


@stop.permit("3")
def turns(s: State, who: Player) -> bool:
    """It turns, and there is room."""
    return s.turning and s.flour < 28 and s.grain > 0
'''


def mill(folder: Path, *, of_grain: bool) -> Extensive:
    text = MILL.format(grain=9, of=" of grain", less="\n        s.grain -= 1") if of_grain else MILL.format(
        grain=1, of="", less=""
    )  # fmt: skip
    return Extensive(system_written(folder, "mill", text))


def line(game: Extensive, moves: int) -> tuple[list, list]:  # type: ignore[type-arg]
    """The only play that there is."""
    position, taken = Position(game.beginnings[0][1]), []
    states = [position.state]
    for _ in range(moves):
        found = game.decision(position)
        assert found is not None and len(found.moves) == 1
        taken.append(found.moves[0].instance)
        position = game.after(position, found.seat, found.moves[0])
        states.append(position.state)
    return states, taken


def test_flour_of_nothing_is_a_pump(tmp_path: Path) -> None:
    """Two actions lead back but for two of flour; it goes on until there is no room, far more than three times."""
    game = mill(tmp_path, of_grain=False)
    expected = PumpLoop(("flour +2",), ("turn(who=Player0)", "stop(who=Player0)"))
    assert Pumps(game).first(*line(game, 2)) == expected
    assert Pumps(game).first(*line(game, 1)) is None


def test_flour_of_grain_is_none(tmp_path: Path) -> None:
    """Grain becomes less each time."""
    game = mill(tmp_path, of_grain=True)
    assert Pumps(game).first(*line(game, 8)) is None


def test_what_cannot_go_on_is_none(tmp_path: Path) -> None:
    """After eleven rounds there is room for three more: 28 is where it stops. After twelve for two."""
    game = mill(tmp_path, of_grain=False)
    states, taken = line(game, 26)
    assert Pumps(game).first(states[20:23], taken[20:22]) is not None
    assert Pumps(game).first(states[22:25], taken[22:24]) is None


def test_games_of_bots_tell_theirs(tmp_path: Path) -> None:
    game = mill(tmp_path, of_grain=False)
    found = estimate(game, PlayTable(), "random", 3, seconds=60)
    ((pump, games),) = found.pumps
    assert (pump.gains, games) == (("flour +2",), 3)
    assert found.json()["pumps"][0]["actions"] == ["turn(who=Player0)", "stop(who=Player0)"]
