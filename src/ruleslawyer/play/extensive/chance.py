"""How likely the outcomes of chance are, and who goes first: only where a clause says so, or where whoever asks assumes
it."""

from __future__ import annotations

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.play.extensive.game import CHANCE, Extensive, Move

MEND = "take them as equally likely on request (uniform=True), and say so"


def unspecified_chance(game: Extensive) -> list[str]:
    """The chance actions of the scope for which no clause says how likely their outcomes are, and `initial` where a
    game may begin in several ways."""
    found = [action.name for action in game.scope.on(game.actions) if action.kind == "chance" and not action.uniform]
    return ["initial"] * (len(game.beginnings) > 1) + found


def expect_probabilities(game: Extensive, *, uniform: bool) -> None:
    """A UsageError where the text gives no probabilities and nobody assumes any."""
    found = [] if uniform else unspecified_chance(game)
    if found:
        names = ", ".join(found)
        about = f"no clause says how likely the outcomes of {names} are in scope `{game.scope.name}`"
        raise UsageError(about, game.system.system.name, MEND)


def shares(game: Extensive, moves: tuple[Move, ...], *, uniform: bool) -> tuple[float, ...]:
    """How likely each of these outcomes is. A `UsageError` where no clause says it, unless `uniform` does."""
    names = {move.instance.action for move in moves}
    order = any(move.is_order for move in moves)
    said = len(names) == 1 and not order and all(game.actions[name].uniform for name in names)
    if len(moves) > 1 and not said and not uniform:
        between = " or ".join(game.move_text(CHANCE, move) for move in moves) if order else " or ".join(sorted(names))
        raise UsageError(f"no clause says how likely {between} is here", game.system.system.name, MEND)
    return (1 / len(moves),) * len(moves)


def chance_assumptions(game: Extensive) -> list[str]:
    """Assumptions about chance where outcomes are taken as equally likely though no clause says so."""
    return [f"all outcomes of {name} are equally likely, which no clause says" for name in unspecified_chance(game)]


EVEN_ORDER = "where several may act, each is as likely to go first, which no clause says"
"""The assumption of a game in which who goes first is drawn."""
