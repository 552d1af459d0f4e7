"""Plays that go round, in the states of a scope that were looked at: they end only if somebody wills it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, TransitionSystem
from ruleslawyer.studies.hunt.question import Ask, Question
from ruleslawyer.studies.hunt.spots import Spot
from ruleslawyer.studies.hunt.words import Words


class Rounds:
    def __init__(self, words: Words, ask: Ask) -> None:
        self.words, self.ask = words, ask
        self._spots: dict[str, dict[State, Spot]] = {}

    def note(self, spot: Spot) -> None:
        if not spot.is_over:
            self._spots.setdefault(spot.where, {})[spot.state] = spot

    def spots(self) -> Iterator[Spot]:
        """The spots that were looked at, by scope, the nearest first."""
        return (spot for spots in self._spots.values() for spot in spots.values())

    def look(self) -> None:
        """Look in each scope for the circle that one player alone goes round, nearest to its beginning."""
        for spots in self._spots.values():
            players = range(next(iter(spots.values())).system.scope.size(self.words.system.players))
            ways = ((spot, _round(spots, spot.state, who)) for spot in spots.values() for who in players)
            for spot, way in ((spot, way) for spot, way in ways if way):
                ask_round(self.words, self.ask, (), spot, way)
                break


def ask_round(words: Words, ask: Ask, key: tuple[str, ...], spot: Spot, way: list[Instance]) -> None:
    """Asks whether a round may be gone again and again."""

    def make() -> Question:
        said = "; ".join(words.move(spot, one) for one in way)
        actions = [words.system.actions[name] for name in sorted({one.action for one in way})]
        cites = tuple(dict.fromkeys(cite for action in actions for cite in action.origin.cites))
        near = words.of_kind(cites, "ending")
        who = "somebody wants" if not key else "both want"
        return Question(
            "loop", key, f"{said}: and all is as it was. May that go on for ever?", f"yes, as long as {who}",
            "it is forbidden to repeat it, or the game ends", (cites,), near, spot, None, partial(_end, spot, way),
        )  # fmt: skip

    ask("loop", key, spot, make)


def _round(spots: dict[State, Spot], start: State, who: int) -> list[Instance]:
    """A shortest way of one player from a state back to itself."""
    ways: dict[State, list[Instance]] = {start: []}
    waiting = [start]
    for state in waiting:
        for instance, outcome in spots[state].steps.items():
            if spots[state].actor(instance) != who:
                continue
            if outcome.state == start and state != start:
                return [*ways[state], instance]
            if outcome.state in spots and outcome.state not in ways:
                ways[outcome.state] = [*ways[state], instance]
                waiting.append(outcome.state)
    return []


def _end(spot: Spot, way: list[Instance], system: TransitionSystem) -> State | None:
    state: State | None = spot.state
    for instance in way:
        state = None if state is None else system.take(state, instance).state
    return state
