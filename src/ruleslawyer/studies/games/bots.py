"""Bots by name, how each chooses a move of a game in extensive form, and those at a table with a person.

game = Extensive(ruleset.transition_system("tiny"))
bot = player("greedy", game, measure(ruleset), seed=7)
move = bot.choose(position)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.play.extensive.game import CHANCE, Decision, Extensive, Move, Position
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.dice import Dice
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance
from ruleslawyer.studies.games.simple import Bot, Greedy, Random
from ruleslawyer.studies.games.table import PlayTable, load_table

SIMULATIONS = 100
"""Plays that the search tries out for a move, unless told otherwise."""


def measure(ruleset: LoadedRuleset) -> PlayTable:
    """The measure that greedy players of a ruleset maximise: from `play.toml` beside its checks, or from what the rules
    look at."""
    return load_table(ruleset.root, ruleset.name, ruleset.system)


class NotInstalled(UsageError):
    """A bot needs an extra that is not there."""


def player(name: str, game: Extensive, wants: PlayTable, seed: int = 0, simulations: int = SIMULATIONS) -> Bot:
    """A bot by its name; an unknown one, or one whose extra is not installed, is a `UsageError`."""
    if name not in _BOTS:
        raise UsageError(f"there is no bot `{name[:60]}`", "bot", nearest(name[:60], _BOTS))
    return _BOTS[name](game, wants, seed, simulations)


def _searching(game: Extensive, wants: PlayTable, seed: int, simulations: int) -> Bot:
    try:
        from ruleslawyer.studies.games.search import SearchBot  # it needs the extra
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("pyspiel", "open_spiel"):
            raise
        raise NotInstalled(
            "the bot `mcts` needs OpenSpiel", "bot", "pip install 'ruleslawyer[openspiel]', or choose `greedy`"
        ) from None
    return SearchBot(game, wants, seed, simulations)


_BOTS: dict[str, Callable[[Extensive, PlayTable, int, int], Bot]] = {
    "random": lambda game, wants, seed, simulations: Random(game, Dice(seed)),
    "greedy": lambda game, wants, seed, simulations: Greedy(game, Dice(seed), wants),
    "mcts": _searching,
}
NAMES = tuple(_BOTS)


MOST_AT_ONCE = 1_000
"""Moves of others without one of the person; then the person is asked to go on."""


@dataclass
class Opponents:
    """own: the person's seat; None: every seat. bot: who plays the other seats. by_itself: whether chance moves so.
    chosen: the person's part of a joint action, until the others have theirs. drawn: who goes first, of each state in
    which that is open and was asked, so that it is the same after all is undone."""

    game: Extensive
    chance: Random
    own: int | None = None
    bot: Bot | None = None
    by_itself: bool = False
    chosen: tuple[tuple[int, Move], ...] = field(default=(), init=False)
    drawn: dict[State, Position] = field(default_factory=dict, init=False)

    @classmethod
    def for_seats(
        cls, game: Extensive, ruleset: LoadedRuleset, opponent: str, own: int | None, *, by_itself: bool, seed: int
    ) -> Opponents:
        """The deciders with a bot by its name on all seats but one's own, if it has one; without it every seat is one's
        own."""
        chance = Random(game, Dice(seed))
        if not opponent:
            return cls(game, chance, by_itself=by_itself)
        return cls(game, chance, own or 0, player(opponent, game, measure(ruleset), seed + 1), by_itself)

    def is_own(self, state: State) -> bool:
        """Whether the person decides here, or nobody does. Alone the person decides who goes first, too."""
        found = self.game.decision(self._position(state))
        if found is None or found.is_order:
            return True
        return not self.by_itself if found.seat == CHANCE else self.own is None or found.seat == self.own

    def _position(self, state: State) -> Position:
        """The position in a state, after what was chosen unseen; a bot waits its turn, if it is open who goes first."""
        if self.chosen or self.bot is None:
            return Position(state, self.chosen)
        if state not in self.drawn:
            at = Position(state)
            found = self.game.decision(at)
            if found is None or not found.is_order:
                return at
            self.drawn[state] = self.game.after(at, found.seat, self.chance.choose(at))
        return self.drawn[state]

    def choices(self, state: State) -> list[Instance] | None:
        """The person's own choices, what stands outside the order of play behind them; None: all that is allowed."""
        if self.bot is None or not self.is_own(state):
            return None if self.bot is None else []
        found = self.game.decision(self._position(state))
        if found is None or found.seat == CHANCE:
            return None
        return [*(move.instance for move in found.moves), *self.game.outside(state, found.seat)]

    def take(self, state: State, instance: Instance) -> Instance | None:
        """The move that results when the person chooses so; None while others have their part of it to choose yet."""
        action = self.game.actions[instance.action]
        if action.kind != "joint" or self.bot is None or self.own is None:
            return instance
        return self._choice_of_seat(state, self.own, Move(instance, joint=True))

    def next(self, state: State) -> Instance | None:
        """The move that the others, and chance, take next; None where it is for the person."""
        while not self.is_own(state):
            position = self._position(state)
            found = self.game.decision(position)
            assert found is not None
            bot = self.chance if found.seat == CHANCE or self.bot is None else self.bot
            taken = self._choice_of_seat(state, found.seat, bot.choose(position))
            if taken is not None:
                return taken
        return None

    def begin_anew(self, state: State) -> None:
        """Forget what was chosen unseen, and have the others who choose their parts of a joint action before the person
        choose them anew."""
        self.chosen = ()
        while (found := self._before_own_part(state)) is not None:
            assert self.bot is not None
            self._choice_of_seat(state, found.seat, self.bot.choose(self._position(state)))

    def _before_own_part(self, state: State) -> Decision | None:
        """The decision of another seat on its part of a joint action, if the person's own comes behind it."""
        if self.own is None or self.own not in self.game.system.awaits(state):
            return None
        found = self.game.decision(self._position(state))
        return found if found is not None and found.seat != self.own and found.moves[0].joint else None

    @property
    def waits(self) -> bool:
        """Whether the person has chosen a part of a joint action, and others have theirs to choose."""
        return any(seat == self.own for seat, _ in self.chosen)

    def is_part(self, instance: Instance) -> bool:
        """Whether that is a joint action, of which each seat chooses a part unseen."""
        return self.bot is not None and self.game.actions[instance.action].kind == "joint"

    def is_whole(self, instance: Instance) -> bool:
        """Whether of a joint action more than the person's own part is there."""
        return self.own is None or self.game.part(instance, self.own).instance != instance

    def _choice_of_seat(self, state: State, seat: int, move: Move) -> Instance | None:
        whole = self.game.whole(Position(state, self.chosen), seat, move)
        self.chosen = () if whole is not None else (*self.chosen, (seat, move))
        return whole
