"""What everybody knows of the game."""

from __future__ import annotations

from model.tictactoe.play import put
from model.tictactoe.state import Cell, Player, State, has_line, tictactoe

from ruleslawyer.lang import Checks

checks = Checks(tictactoe)


@checks.sometimes("3.1")
def somebody_wins(s: State) -> bool:
    return any(has_line(s, p) for p in Player)


@checks.sometimes("3.2")
def draw(s: State) -> bool:
    return all(s.mark[c] is not None for c in Cell) and not any(has_line(s, p) for p in Player)


@checks.always("3.1", reached=somebody_wins)
def one_winner(s: State) -> bool:
    """No more than one player has a line."""
    return not all(has_line(s, p) for p in Player)


@checks.always("2.2")
def fair_shares(s: State) -> bool:
    """Nobody is more than one mark ahead."""
    return all(
        len(frozenset(c for c in Cell if s.mark[c] == p)) <= len(frozenset(c for c in Cell if s.mark[c] == q)) + 1
        for p in Player
        for q in Player
    )


@checks.step("2.2", of=put)
def one_more(before: State, after: State, who: Player, cell: Cell) -> bool:
    """A step marks its cell and nothing else."""
    return all(after.mark[c] == (who if c == cell else before.mark[c]) for c in Cell)
