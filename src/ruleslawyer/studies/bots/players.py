"""The bots by name, and how each chooses a move of a game in extensive form.

game = Extensive(ruleset.transition_system("tiny"))
bot = player("greedy", game, measure(ruleset), seed=7)
move = bot.choose(position)
"""

from __future__ import annotations

from collections.abc import Callable

from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.play.extensive.game import Extensive
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.dice import Dice
from ruleslawyer.studies.bots.simple import Bot, Greedy, Random
from ruleslawyer.studies.statistics.table import Tabled, load_table

SIMULATIONS = 100
"""Plays that the search tries out for a move, unless told otherwise."""


def measure(ruleset: LoadedRuleset) -> Tabled:
    """The measure that greedy players of a ruleset maximise: from `play.toml` beside its checks, or from what the rules
    look at."""
    return load_table(ruleset.root, ruleset.name, ruleset.system)


class NotInstalled(UsageError):
    """A bot needs an extra that is not there."""


def player(name: str, game: Extensive, wants: Tabled, seed: int = 0, simulations: int = SIMULATIONS) -> Bot:
    """A bot by its name; an unknown one, or one whose extra is not installed, is a `UsageError`."""
    if name not in _BOTS:
        raise UsageError(f"there is no bot `{name[:60]}`", "bot", nearest(name[:60], _BOTS))
    return _BOTS[name](game, wants, seed, simulations)


def _searching(game: Extensive, wants: Tabled, seed: int, simulations: int) -> Bot:
    try:
        from ruleslawyer.studies.bots.search import Searching  # it needs the extra
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("pyspiel", "open_spiel"):
            raise
        raise NotInstalled(
            "the bot `mcts` needs OpenSpiel", "bot", "pip install 'ruleslawyer[openspiel]', or choose `greedy`"
        ) from None
    return Searching(game, wants, seed, simulations)


_BOTS: dict[str, Callable[[Extensive, Tabled, int, int], Bot]] = {
    "random": lambda game, wants, seed, simulations: Random(game, Dice(seed)),
    "greedy": lambda game, wants, seed, simulations: Greedy(game, Dice(seed), wants),
    "mcts": _searching,
}
NAMES = tuple(_BOTS)
