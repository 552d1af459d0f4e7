"""Shapes of questions about beginnings and ends: who begins, plays in a circle, nobody can move, a supply is empty."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import TypeAlias

from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import Field
from ruleslawyer.ir.walk import walk
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, Outcome, SubStep, TransitionSystem
from ruleslawyer.studies.hunt.listed import SUPPLY, DeclarationIndex
from ruleslawyer.studies.hunt.question import TIMELY, Meet, Question, QuestionPhrases, QuestionSink
from ruleslawyer.studies.hunt.references import FAR, is_empty, is_less, is_side, without_any, would_take
from ruleslawyer.studies.hunt.spots import Spot

REFUSED = 24
"""Choices that are not allowed of which it is said by which clauses."""


class EndingProbe:
    """Looks at spots, and at what ends in them."""

    def __init__(self, listed: DeclarationIndex, words: QuestionPhrases, meet: Meet, ask: QuestionSink) -> None:
        self.system, self.listed, self.words, self.meet, self.ask = listed.system, listed, words, meet, ask
        self._begun, self._full = set[str](), dict[str, set[str]]()

    def look(self, spot: Spot) -> None:
        if spot.depth == 0 and spot.rng is None:
            self._begun.add(spot.where)
            for supply in self.listed.supplies:
                if not is_empty(spot, spot.state, supply):
                    self._full.setdefault(supply, set()).add(spot.where)
        if spot.drawn or spot.dealt:
            return
        if spot.is_over:
            if spot.depth > 0:
                self.tie(spot)
            return
        if spot.depth > 0:  # where nobody can begin, the scope lacks something
            self.look_for_standstill(spot)
        self.look_for_supply(spot)

    def look_for_standstill(self, spot: Spot, after: str = "") -> None:
        """Asks what happens where somebody has to decide and nothing is allowed. after: the action that led there, in a
        state somebody built."""
        actions = self.system.actions
        chance = spot.awaited_players == t.CHANCE
        if not spot.is_judged or any(actions[i.action].kind == "joint" for i in spot.choices):
            return
        if spot.frame is None and "awaits" in self.system.unsaid:
            return  # nobody has to decide: it is not said whose decision it is
        if spot.choices and (chance or spot.frame is None):
            return
        if not spot.awaited_players:
            self._nobody_decides(spot)
            return
        able = {spot.actor(instance) for instance in spot.choices if not actions[instance.action].outside_play}
        idle = sorted(spot.awaited_players - able)
        if not idle or spot.then not in (None, *map(spot.codec.call, (*spot.choices, *spot.refused_instances))):
            return

        def make() -> Question:
            words, of = self.words, self.words.awaiting(spot)
            if chance:
                asks = f"Something is left to chance{words.amid(spot.frame)}, and nothing is there. What now?"
                model, otherwise = "the game stands still", "it goes on without"
            else:
                who = words.player(spot, idle[0])
                asks = f"{who} has to decide{words.amid(spot.frame)}, and nothing is allowed. What now?"
                model = f"others decide, and {who} waits" if able else "the game stands still"
                otherwise = f"{who} is passed over"
            return Question(
                "stuck", (spot.frame or "",), asks, model, otherwise, (of,), (), spot, None,
                lambda system: bool(system.allowed_instances(spot.state)) and idle[0] in system.awaits(spot.state),
                around=tuple(dict.fromkeys(
                    c for instance in spot.refused_instances[:REFUSED] for c in spot.clauses(instance)
                )),
            )  # fmt: skip

        self.ask("stuck", (spot.frame or "",), spot, make, [(spot.frame or "", after)] if after else ())

    def _nobody_decides(self, spot: Spot) -> None:
        """Asks who goes on where the game is not over, and it is nobody's decision."""

        def make() -> Question:
            words, of = self.words, self.words.awaiting(spot)
            near = words.of_kind(self.listed.cites_of_whose_turn(), *TIMELY)
            out = " and ".join(words.player(spot, who) for who in sorted(spot.system.out(spot.state)))
            gone = f"{out} {'are' if ' and ' in out else 'is'} out, and " if out else ""
            asks = f"{gone}nobody has to decide{words.amid(spot.frame)}; the game is not over. Who goes on?"
            return Question(
                "stuck", ("nobody", spot.frame or ""), f"{asks[0].upper()}{asks[1:]}", "the game stands still",
                "whoever is next goes on", (of,), near, spot, None, lambda system: system.awaits(spot.state),
            )  # fmt: skip

        self.ask("stuck", ("nobody", spot.frame or ""), spot, make)

    # --- supplies, ends, and what does nothing ----------------------------------------------------------------------

    def supply(self, spot: Spot, instance: Instance, outcome: Outcome, before: State, step: SubStep) -> None:
        for supply in self.listed.supplies_of.get(step.name, ()):
            if is_empty(spot, before, supply, spot.actor(instance)) and not is_less(spot, before, step.state, supply):
                self.meet((SUPPLY, supply, step.name), spot)
                if not would_take(spot, instance, supply, step.name):
                    continue
                model = "it goes on without" if outcome.state is not None else "it cannot say what comes of it"
                self._ask_supply(spot, instance, supply, step.name, model)

    def look_for_supply(self, spot: Spot) -> None:
        """Look for choices that are missing only because there is nothing to take."""
        for judged in spot.refused_instances:
            for supply in self.listed.supplies_of.get(judged.action, ()):
                pile = isinstance(t.leaf_type(self._field(supply).type), t.Pile)
                if pile and is_empty(spot, spot.state, supply, spot.actor(judged)):
                    self.meet((SUPPLY, supply, judged.action), spot)
                    self._ask_supply(spot, judged, supply, judged.action, "it may not be done")

    def _field(self, name: str) -> Field:
        return next(field for field in self.system.state.fields if field.name == name)

    def is_supply(self, field: str) -> bool:
        """Whether most games that were begun begin with something there: else it is a reckoning."""
        return 2 * len(self._full.get(field, ())) >= len(self._begun)

    def _ask_supply(self, spot: Spot, instance: Instance, supply: str, taker: str, model: str) -> None:
        if spot.drawn or spot.dealt:
            return

        def make() -> Question:
            words = self.words
            field = self._field(supply)
            what = words.clause(field.origin.cites[0]) if field.origin.cites else words.rule(taker)
            without = [words.player(spot, who) for who in without_any(spot, spot.state, supply)]
            whose, none = "from", "nothing is left there"
            if len(without) == 1:
                whose, none = f"from {without[0]}", f"{without[0]} has none"
            takes = f"{words.rule(taker)} takes {whose} what {what} speaks of"
            asks = f"{words.move(spot, instance)}. {takes}, and {none}. What happens?"
            cites = self.listed.rule_cites(taker)
            near = tuple(c for c in field.origin.cites if c in cites)
            return Question(
                "supply", (supply, model), asks, model, "as much as there is; or it is made up anew; or the game ends",
                (field.origin.cites, cites), near, spot, instance,
                lambda system: system.take(spot.state, instance).state is None,
            )  # fmt: skip

        self.ask("supply", (supply, model), spot, make)

    def tie(self, spot: Spot) -> None:
        winners = spot.system.winners(spot.state)
        if len(winners) == 1 or "winners" in self.system.unsaid or is_side(spot, winners):
            return  # of rules under which nobody ever wins it is not asked, nor of partners

        def make() -> Question:
            words = self.words
            names = ", ".join(words.player(spot, p) for p in sorted(winners))
            of = self.system.winners.origin.cites
            ends = self.words.of_kind(of, "ending")
            model = f"{names} have won, together" if winners else "nobody has won"
            asks = f"The game is over, and {'more than one has' if winners else 'nobody has'} won. Who has?"
            return Question(
                "tie", (str(min(len(winners), 2)),), asks, model, "something breaks the tie", (of,), ends, spot, None,
                lambda system: system.is_over(spot.state) and system.winners(spot.state),
            )  # fmt: skip

        self.ask("tie", (str(min(len(winners), 2)),), spot, make)

    def idle(self, spot: Spot, instance: Instance, after: State) -> None:
        action = self.system.actions[instance.action]
        if after != spot.state or action.passes or action.outside_play or action.kind != "action" or spot.drawn:
            return
        if not self.listed.own[action.name].writes:
            return  # talk, of which nothing is said to come

        def make() -> Question:
            move = self.words.move(spot, instance)
            asks = f"{move}. It is allowed, and nothing comes of it. May it be done for nothing?"
            cites = self.listed.action_cites(action.name)
            return Question(
                "idle", (action.name,), asks, "yes, and all is as before", "no: it needs something to act on", (cites,),
                (), spot, instance, lambda system: system.take(spot.state, instance).state == spot.state,
            )  # fmt: skip

        self.ask("idle", (action.name,), spot, make)


MOST = 200
"""Ways to begin that are looked at."""
_BEGINS = re.compile(r"\b(begins?|beginning|first|starts?|starting)\b")


class BeginningProbe:
    """Looks at the ways in which the game of a scope begins."""

    def __init__(self, words: QuestionPhrases, ask: QuestionSink) -> None:
        self.system, self.words, self.ask = words.system, words, ask
        parameters = self.system.initial.function.parameters[1:]
        self.numbers = [i for i, one in enumerate(parameters) if one.type == t.Sort(self.system.players)]

    def look(self, spot: Spot) -> None:
        """Asks who begins, where beginnings that differ in one player alone differ in who decides first."""
        for number in self.numbers:
            several = _first_players(spot.system, number)
            if len(several) > 1:
                self._ask(spot, number, several)

    def _ask(self, spot: Spot, number: int, several: frozenset[int]) -> None:
        def make() -> Question:
            words, initial = self.words, self.system.initial
            name = initial.function.parameters[number + 1].name
            effects = [one for one in walk(initial.function.body) if isinstance(one, n.Effect)]
            using = [one for one in effects if any(isinstance(v, n.Var) and v.name == name for v in walk(one.body))]
            cites = tuple(dict.fromkeys(cite for one in using for cite in one.cites)) or initial.origin.cites
            said = [c for c in cites if c in words.clauses and _BEGINS.search(words.clauses[c].says.lower())]
            near = tuple(said) or words.of_kind(cites, *TIMELY)
            one, *others = (words.player(spot, who) for who in sorted(several))
            asks = f"The game may begin with {one}, or with {' or '.join(others)}. Who begins?"
            return Question(
                "order", ("begins", str(number)), asks, "it begins with any of them", "a rule says who, or they agree",
                (cites,), near, spot, None, lambda system: _first_players(system, number), bool(said),
                initial.origin.cites,
            )  # fmt: skip

        self.ask("order", ("begins", str(number)), spot, make)


def _first_players(system: TransitionSystem, number: int) -> frozenset[int]:
    """The players who alone decide first, in beginnings that differ in one argument alone."""
    found: dict[tuple[object, ...], set[int]] = {}
    for instance, outcome in islice(system.initial(), MOST):
        first = None if outcome.state is None else _decides_first(system, outcome.state)
        if first is not None:
            found.setdefault((*instance.args[:number], None, *instance.args[number + 1 :]), set()).add(first)
    return frozenset(max(found.values(), key=len, default=()))


def _decides_first(system: TransitionSystem, state: State) -> int | None:
    """The one player who decides first, once chance has had its way; None where there is no such player."""
    try:
        for _ in range(FAR):
            if system.is_over(state):
                return None
            awaited = system.awaits(state)
            if awaited != t.CHANCE:
                return min(awaited) if len(awaited) == 1 else None
            may = system.allowed_instances(state)
            after = system.take(state, may[0]).state if may else None
            if after is None:
                return None
            state = after
    except BranchEnds:
        pass
    return None


Choices: TypeAlias = dict[State, list[tuple[Instance, int | None, State]]]
"""By the state in which they are taken: the choice, who takes it, and the state that it leads to."""


class RoundProbe:
    def __init__(self, words: QuestionPhrases, ask: QuestionSink) -> None:
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
    choices: Choices = {
        state: [
            (instance, spot.actor(instance), outcome.state)
            for instance, outcome in spot.steps.items()
            if outcome.state in spots and outcome.state != state and spot.actor(instance) is not None
        ]
        for state, spot in spots.items()
    }  # fmt: skip
    left = -1
    while left != len(choices):
        left = len(choices)
        led_to = {then for several in choices.values() for _, _, then in several}
        choices = {
            state: [choice for choice in several if choice[2] in choices]
            for state, several in choices.items()
            if state in led_to
        }
        choices = {state: several for state, several in choices.items() if several}
    return choices


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
