"""Plays that go round, in the states of a scope that were looked at: they end only if somebody wills it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TypeAlias

from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, TransitionSystem
from ruleslawyer.studies.hunt.question import Ask, Question
from ruleslawyer.studies.hunt.spots import Spot
from ruleslawyer.studies.hunt.words import Words

Choices: TypeAlias = dict[State, list[tuple[Instance, int | None, State]]]
"""By the state in which they are taken: the choice, who takes it, and the state that it leads to."""


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

    def first_spots(self) -> Iterator[Spot]:
        """The first spot of each scope."""
        return (next(iter(spots.values())) for spots in self._spots.values())

    def look(self) -> None:
        """Look in each scope for the circle that one player alone goes round, nearest to its beginning; where there is
        none in any, for one that several players go together."""
        if "ended" in self.words.system.unsaid:
            return  # an order of things, and no game: it ends when it may
        every = [(spots, _choices_in_circles(spots)) for spots in self._spots.values()]
        ways = list(filter(None, (_nearest(spots, choices, alone=True) for spots, choices in every)))
        together = () if ways else filter(None, (_nearest(spots, choices, alone=False) for spots, choices in every))
        for spot, way in ways:
            self._ask((), spot, way)
        for spot, way in together:
            self._ask(("two",), spot, way)

    def _ask(self, key: tuple[str, ...], spot: Spot, way: list[Instance]) -> None:
        """Asks whether a round may be gone again and again."""

        def make() -> Question:
            words = self.words
            said = "; ".join(words.move(spot, one) for one in way)
            actions = [words.system.actions[name] for name in sorted({one.action for one in way})]
            cites = tuple(dict.fromkeys(cite for action in actions for cite in action.origin.cites))
            near = words.of_kind(cites, "ending")
            who = "somebody wants" if not key else "all of them want"
            return Question(
                "loop", key, f"{said}: and all is as it was. May that go on for ever?", f"yes, as long as {who}",
                "it is forbidden to repeat it, or the game ends", (cites,), near, spot, None, partial(_end, spot, way),
            )  # fmt: skip

        self.ask("loop", key, spot, make)


def _choices_in_circles(spots: dict[State, Spot]) -> Choices:
    """The choices of players by the state in which they are taken, without states that lie on no circle: those that
    nothing leads to, or that lead nowhere."""
    found: Choices = {
        state: [
            (instance, spot.actor(instance), outcome.state)
            for instance, outcome in spot.steps.items()
            if outcome.state in spots and outcome.state != state and spot.actor(instance) is not None
        ]
        for state, spot in spots.items()
    }  # fmt: skip
    left = -1
    while left != len(found):
        left = len(found)
        led_to = {then for several in found.values() for _, _, then in several}
        found = {
            state: [one for one in several if one[2] in found] for state, several in found.items() if state in led_to
        }
        found = {state: several for state, several in found.items() if several}
    return found


def _nearest(spots: dict[State, Spot], choices: Choices, *, alone: bool) -> tuple[Spot, list[Instance]] | None:
    """The circle nearest to the beginning that one player goes alone, or that several go together."""
    for state in (state for state in spots if state in choices):
        several = {who for _, who, _ in choices[state]} if alone else {None}
        for who in several:
            way = _round(choices, state, who)
            if way:
                return _from_its_first_choice(spots, choices, spots[state], way)
    return None


def _from_its_first_choice(
    spots: dict[State, Spot], choices: Choices, spot: Spot, way: list[Instance]
) -> tuple[Spot, list[Instance]]:
    """The same circle from the choice that the play to it makes first, which comes next once it has gone round."""
    calls = [spot.codec.call(one) for one in way]
    first, state = next((calls.index(call) for call in spot.play if call in calls), 0), spot.state
    for one in way[:first]:
        state = next(then for instance, _, then in choices[state] if instance == one)
    return spots[state], [*way[first:], *way[:first]]


def _round(choices: Choices, start: State, who: int | None) -> list[Instance]:
    """A shortest way from a state back to itself, of one player or of all."""
    ways: dict[State, list[Instance]] = {start: []}
    waiting = [start]
    for state in waiting:
        for instance, actor, then in choices.get(state, ()):
            if who is not None and actor != who:
                continue
            if then == start:
                return [*ways[state], instance]
            if then not in ways:
                ways[then] = [*ways[state], instance]
                waiting.append(then)
    return []


def _end(spot: Spot, way: list[Instance], system: TransitionSystem) -> State | None:
    state: State | None = spot.state
    for instance in way:
        allowed = state is not None and system.may(state, instance)
        state = system.take(state, instance).state if allowed and state is not None else None
    return state
