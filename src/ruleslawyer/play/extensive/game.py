"""One decision after another: whose it is, what may be chosen, and where it leads.

A joint action is chosen seat by seat in the order of the scope, and nobody sees what the others chose before all have.
Where several seats may act and none need wait for another, who goes first is nobody's decision: each of them may. What
stands outside the order of play, such as conceding, is a choice only where there is no other.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.ir import types as t
from ruleslawyer.play.rules import Rules
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, TransitionSystem

CHANCE = -1
GOES_FIRST = "goes first"
"""In the place of an action's name, which has no blank: a seat acts before the others that may act as well."""
KEPT = 1 << 16
"""States of which it is remembered what may be done there, and steps; beyond that all is forgotten."""


@dataclass(frozen=True, slots=True)
class Move:
    """A choice of one seat, or of chance; or, what no rule says, that a seat goes first (`GOES_FIRST`). joint: of a
    joint action its own part, with nothing for the other seats."""

    instance: Instance
    joint: bool = False

    @property
    def is_order(self) -> bool:
        return self.instance.action == GOES_FIRST

    @property
    def first(self) -> int:
        """The seat that goes first by it."""
        (seat,) = self.instance.args
        assert self.is_order and isinstance(seat, int)
        return seat


@dataclass(frozen=True, slots=True)
class Position:
    """The position of a game. chosen: the parts of a joint action that seats have chosen already, unseen. broken: the
    event in which the branch ended; the state is then the last one before it. first: the seat that is asked before the
    others that may act as well; None where that is open."""

    state: State
    chosen: tuple[tuple[int, Move], ...] = ()
    broken: str = ""
    first: int | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """seat: `CHANCE` where it is nobody's. moves: in the order of declaration; there is one at least."""

    seat: int
    moves: tuple[Move, ...]

    @property
    def is_order(self) -> bool:
        """Whether who goes first is open: no rule and no outcome of chance says it, and the moves are the seats."""
        return self.moves[0].is_order


class Extensive(Rules):
    """A scope under a reading as a game. What may be done, and where a step leads, is remembered."""

    def __init__(self, system: TransitionSystem, *, compiled: bool = False) -> None:
        super().__init__(system, compiled=compiled)
        if system.system.nobody_plays:
            mend = "explore it, or walk it by chance with `explore --simulate`"
            raise UsageError("nobody plays here: all that happens is by chance", system.system.name, mend)
        self._allowed: dict[State, tuple[tuple[Instance, ...], str]] = {}
        self._taken: dict[tuple[State, Instance], State | None] = {}

    def under(self, system: TransitionSystem) -> None:
        """Go on under another reading."""
        self.system = system
        for told in ("compiled_code", "_permissive", "beginnings"):
            self.__dict__.pop(told, None)
        self._allowed.clear()
        self._taken.clear()

    @cached_property
    def beginnings(self) -> tuple[tuple[Instance, State], ...]:
        """The ways to begin, each state once; they are worked out once, since there may be many."""
        found: dict[State, Instance] = {}
        for instance, state in self.starts():
            found.setdefault(state, instance)
        return tuple((instance, state) for state, instance in found.items())

    # --- where a game stands --------------------------------------------------------------------------------------

    def decision(self, position: Position) -> Decision | None:
        """The next decision; None where the game is over, in whichever way. Whose it is, all that play ask here."""
        if position.broken:
            return None
        state = position.state
        instances, broken = self.allowed_instances(state)
        if broken or not instances:
            return None
        if self.actions[instances[0].action].kind == "chance":  # which is never offered beside what a player may do
            return Decision(CHANCE, tuple(Move(instance) for instance in instances))
        done = {seat for seat, _ in position.chosen}
        asked = sorted(self._choosers(state, instances) - done, key=lambda seat: (seat != position.first, seat))
        offered = ((seat, tuple(dict.fromkeys(self._of_seat(seat, instances, position.chosen)))) for seat in asked)
        choosing = (Decision(seat, moves) for seat, moves in offered if moves)
        found = next(choosing, None)
        if found is None or not self._is_open(position, instances):
            return found
        seats = sorted(decision.seat for decision in (found, *choosing))
        return Decision(CHANCE, tuple(map(goes_first, seats))) if len(seats) > 1 else found

    def _is_open(self, position: Position, instances: tuple[Instance, ...]) -> bool:
        """Whether nothing says which seat is asked first, and that matters: what all choose together, all choose."""
        given = position.first is not None or position.chosen
        return not given and any(self.actions[instance.action].kind != "joint" for instance in instances)

    def _choosers(self, state: State, instances: tuple[Instance, ...]) -> Set[int]:
        """The seats that have something to choose."""
        actors = {self.actions[instance.action].actor_of(instance.args) for instance in instances}
        return self.system.awaits(state) if None in actors else actors

    def allowed_instances(self, state: State) -> tuple[tuple[Instance, ...], str]:
        """The instances that may be taken in a state, and the event where even that cannot be told."""
        found = self._allowed.get(state)
        if found is None:
            if len(self._allowed) >= KEPT:
                self._allowed.clear()
            found = self._allowed[state] = self._ask(state)
        return found

    def _ask(self, state: State) -> tuple[tuple[Instance, ...], str]:
        try:
            every = self.every(state)
        except BranchEnds as end:
            return (), end.event.title
        inside = [instance for instance in every if not self.actions[instance.action].outside_play]
        return tuple(inside or every), ""

    def outside(self, state: State, seat: int) -> tuple[Instance, ...]:
        """The instances that a seat may take outside the order of play where it has another choice, such as
        conceding."""
        if not any(action.outside_play for action in self.actions.values()):
            return ()
        inside, _ = self.allowed_instances(state)
        every = (one for one in self.every(state) if one not in inside)
        return tuple(one for one in every if self.actions[one.action].actor_of(one.args) == seat)

    def _of_seat(
        self, seat: int, instances: tuple[Instance, ...], chosen: tuple[tuple[int, Move], ...]
    ) -> Iterator[Move]:
        for instance in instances:
            action = self.actions[instance.action]
            if action.kind == "joint":
                if all(self.part(instance, other).instance == move.instance for other, move in chosen):
                    yield self.part(instance, seat)
            elif not chosen and action.actor_of(instance.args) in (None, seat):
                yield Move(instance)

    def part(self, instance: Instance, seat: int) -> Move:
        """A seat's own part of a joint action."""
        types = self.codec.parameters(instance.action)
        args = tuple(
            _alone(value, seat) if isinstance(type_, t.Map) else value
            for (_, type_), value in zip(types, instance.args, strict=True)
        )
        return Move(Instance(instance.action, args), joint=True)

    def after(self, position: Position, seat: int, move: Move) -> Position:
        """The position that a move leads to: once all seats have chosen their parts of a joint action, its result."""
        if move.is_order:
            return Position(position.state, first=move.first)
        state, instance = position.state, self.whole(position, seat, move)
        if instance is None:
            return Position(state, (*position.chosen, (seat, move)))
        arrived = self.take(state, instance)
        return Position(state, (), self._breaking_event(state, instance)) if arrived is None else Position(arrived)

    def _breaking_event(self, state: State, instance: Instance) -> str:
        """The event in which a step ends."""
        events = self.system.take(state, instance).events
        return "; ".join(event.title for event in events if event.ends) or "an event"

    def completions(self, state: State, seat: int, move: Move) -> list[Instance]:
        """The joint actions of which a seat's part is this one, whatever the others choose."""
        joint = (one for one in self.allowed_instances(state)[0] if one.action == move.instance.action)
        return [one for one in joint if self.part(one, seat) == move]

    def whole(self, position: Position, seat: int, move: Move) -> Instance | None:
        """The instance that a move completes; None where it only says who goes first, or other seats have yet to choose
        their parts."""
        if move.is_order:
            return None
        if not move.joint:
            return move.instance
        chosen = (*position.chosen, (seat, move))
        done = {chooser for chooser, _ in chosen}
        return None if done < self.system.awaits(position.state) else self._together(chosen)

    def _together(self, chosen: tuple[tuple[int, Move], ...]) -> Instance:
        """The joint action whose parts these are."""
        first = chosen[0][1].instance
        types = [type_ for _, type_ in self.codec.parameters(first.action)]
        parts = [move.instance.args for _, move in chosen]
        args = tuple(
            tuple(
                next((v for v in values if v is not None), None) for values in zip(*(p[i] for p in parts), strict=True)
            )
            if isinstance(type_, t.Map)
            else first.args[i]
            for i, type_ in enumerate(types)
        )
        return Instance(first.action, args)

    def take(self, state: State, instance: Instance) -> State | None:
        """The state that a step leads to, None where the branch ends in it; taken once, it is remembered."""
        key = state, instance
        if key not in self._taken:
            if len(self._taken) >= KEPT:
                self._taken.clear()
            after = self.coded_after(state, instance)
            self._taken[key] = self.system.take(state, instance).state if after is None else after
        return self._taken[key]

    # --- how it ended ---------------------------------------------------------------------------------------------

    def ending(self, position: Position) -> str:
        """How a game ended, for people; empty where it goes on."""
        if position.broken:
            return f"the play broke off without a winner: {position.broken}"
        if self.decision(position) is not None:
            return ""
        try:
            if self.system.is_over(position.state):
                won = [self.seats[p] for p in sorted(self.winners(position))]
                said = f"the game is over: {', '.join(won)} won" if won else "the game is over, and nobody won"
                return said + self.told_payoffs(position.state)
        except BranchEnds as end:
            return f"the play broke off without a winner: {end.event.title}"
        broken = self.allowed_instances(position.state)[1]
        if broken:
            return f"the play broke off without a winner: {broken}"
        return "a deadlock: nobody may act though the game is not over, and nobody won"

    def winners(self, position: Position) -> frozenset[int]:
        """The players who have won; nobody where the game is not over, stuck, or broken off."""
        try:
            over = not position.broken and self.system.is_over(position.state)
            return self.system.winners(position.state) if over else frozenset()
        except BranchEnds:
            return frozenset()

    def returns(self, position: Position) -> list[float]:
        """The gain of each seat: its payoff where the game is over and a rule gives one, 0 where it is stuck or broken
        off. Without such a rule that adds up to nothing: who did not win loses 1, and the winners share that. Where
        nobody won, or everybody, all get 0. Who plays alone gets 1 where that is won."""
        if self.system.system.payoff is not None:
            return [float(got) for got in self.payoffs_at(position) or (0,) * len(self.seats)]
        won, seats = self.winners(position), range(len(self.seats))
        if len(self.seats) == 1:
            return [float(bool(won))]
        if not won or len(won) == len(self.seats):
            return [0.0 for _ in seats]
        share = (len(self.seats) - len(won)) / len(won)
        return [share if seat in won else -1.0 for seat in seats]

    def payoffs_at(self, position: Position) -> tuple[int, ...]:
        """The payoffs that a rule gives; nothing where none does, or the game is not over, or broken off."""
        try:
            over = not position.broken and self.system.is_over(position.state)
            return self.system.payoffs(position.state) if over else ()
        except BranchEnds:
            return ()

    def move_text(self, seat: int, move: Move) -> str:
        """A move as people write it; of a joint action what the seat itself chooses."""
        if move.is_order:
            return f"{self.seats[move.first]} {GOES_FIRST}"
        if not move.joint:
            return self.codec.call(move.instance)
        types = self.codec.parameters(move.instance.action)
        shown = [
            f"{name}={self.codec.text(*(type_.value, value[seat]) if isinstance(type_, t.Map) else (type_, value))}"
            for (name, type_), value in zip(types, move.instance.args, strict=True)
        ]
        return f"{move.instance.action}({', '.join(shown)})"


def goes_first(seat: int) -> Move:
    """The seat acts before the others that may act as well."""
    return Move(Instance(GOES_FIRST, (seat,)))


def _alone(value: tuple[object, ...], seat: int) -> tuple[object, ...]:
    return tuple(choice if other == seat else None for other, choice in enumerate(value))


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


def outcome_probabilities(game: Extensive, moves: tuple[Move, ...], *, uniform: bool) -> tuple[float, ...]:
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


View = dict[str, Any]
Sees = Callable[[State, int], View]


def view(game: Extensive, sees: Sees, position: Position, seat: int) -> View:
    """The view of a seat, with its own part of a joint action that others have not chosen yet."""
    found = sees(position.state, seat)
    own = [game.move_text(chooser, move) for chooser, move in position.chosen if chooser == seat]
    return {**found, "chosen": own} if own else found


def view_changes(game: Extensive, before: View, now: View, seat: int, own: Move | None) -> Iterator[str]:
    """The memory of one move: the seat's own, and what has changed for it; of the first view all."""
    if own is not None:
        yield f"> {game.move_text(seat, own)}"
    keys = (*now, *(key for key in before if key not in now))
    changed = {key: now.get(key) for key in keys if now.get(key) != before.get(key)}
    if changed:
        yield json.dumps(changed, separators=(",", ":"))
