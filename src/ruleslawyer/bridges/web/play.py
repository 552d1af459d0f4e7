"""One play at the table in a browser: the tree of what was tried, who decides besides the person, and readings.

A node of the tree is an action with what it led to. Under another reading a play has a root of its own: all of it is
taken again there, as far as it goes.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from math import gcd, prod
from time import monotonic

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.ir.system import Action
from ruleslawyer.ir.types import CHANCE as CHANCE_DECIDES
from ruleslawyer.play.explain import Explanation, sentence
from ruleslawyer.play.extensive.game import Extensive, Position
from ruleslawyer.play.rules import ALL
from ruleslawyer.play.session import Node, Session, first_node
from ruleslawyer.rulebook.claims.choices import most_in_a_state
from ruleslawyer.rulebook.claims.readings import default_reading, rulable
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.rulebook.table.draw import Tables
from ruleslawyer.rulebook.table.view import View
from ruleslawyer.semantics.codec import CHANCE
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, Judged, TransitionSystem
from ruleslawyer.studies.games.bots import MOST_AT_ONCE, Opponents

MOST_NODES = 20_000
"""Of the tree of one play."""
AT_ONCE = 2.0
"""Seconds after which the page is shown how far the others came; it lets them go on."""
MOST_STARTS = 500
"""Ways to begin that are listed; of more, those that come first."""
FEW = 20_000
"""Choices that are all judged to show what may be done; of more, those alone that compiled code allows."""


class Read(Extensive):
    """A scope under a reading and rulings, at a table in a browser."""

    def __init__(self, system: TransitionSystem, reading: Mapping[str, str], rulings: Mapping[str, str]) -> None:
        super().__init__(system, compiled=True)
        self.reading, self.rulings = dict(sorted(reading.items())), dict(sorted(rulings.items()))

    @cached_property
    def is_large(self) -> bool:
        """Whether to judge all that could be chosen takes longer than a person waits."""
        return self.compiled_code is not None and most_in_a_state(self.system.system, self.scope) > FEW

    @cached_property
    def first_starts(self) -> tuple[Instance, ...]:
        """The ways to begin, as many as are listed."""
        return tuple(instance for instance, _ in islice(self.starts(), MOST_STARTS))

    @cached_property
    def rulable(self) -> frozenset[str]:
        """The keys that can be ruled; to list them takes a while."""
        return frozenset(rulable(self.system.system))

    def unusual_choices(self) -> str:
        """The unusual part of how the text is read."""
        usual = default_reading(self.system.system)
        said = [f"{key}={option}" for key, option in self.reading.items() if usual.get(key) != option]
        said += [f"ruled {key}={option}" for key, option in self.rulings.items()]
        return ", ".join(said)


Place = Node[Read]


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that the person may choose, or that two clauses contradict each other over. explained: None for how a
    play begins, and for a part of a joint action, which is judged once all have chosen."""

    instance: Instance
    explained: Explanation | None

    @property
    def is_allowed(self) -> bool:
        return self.explained is None or self.explained.allowed


@dataclass
class Sitting:
    """How the person plays: on which seat, as the only one who is seen (None: every seat); against which bot on the
    others; whether chance moves by itself; from which number on chance and bots throw their dice."""

    seat: str | None = None
    opponent: str = ""
    by_itself: bool = False
    seed: int = 0


class Play(Session[Read]):
    """roots: how it begins, by each of the rules that it was played by; nodes: those, and all that was tried."""

    def __init__(
        self, ruleset: LoadedRuleset, view: View, scope: str,
        reading: Mapping[str, str], rulings: Mapping[str, str], sitting: Sitting,
    ) -> None:  # fmt: skip
        self.ruleset, self.scope = ruleset, scope
        self._known: dict[tuple[tuple[tuple[str, str], ...], ...], Read] = {}
        super().__init__(self.read(reading, rulings), branches=True)
        self.tables = Tables(view, self.rules.system.system, self.rules.scope)
        self.nodes: list[Place] = []
        self.roots: list[Place] = []
        self.told: dict[tuple[int, int | None], str] = {}
        """What was done at a node, as a seat saw it."""
        self.notice = ""
        self.version = 0
        self.going = False
        self.secret = secrets.token_hex()
        self._judged: tuple[Place, list[Judged]] | None = None
        """What could be chosen at the node that was looked at last."""
        self._clashes: tuple[Place | None, list[Judged]] | None = None
        self._throws = 0
        self.sit(sitting)

    # --- rules and who plays by them --------------------------------------------------------------------------------

    def read(self, reading: Mapping[str, str], rulings: Mapping[str, str]) -> Read:
        """The rules read so."""
        key = tuple(sorted(reading.items())), tuple(sorted(rulings.items()))
        if key not in self._known:
            system = self.ruleset.transition_system(self.scope, reading, rulings, direct=True)
            self._known[key] = Read(system, reading, rulings)
        return self._known[key]

    def sit(self, sitting: Sitting) -> None:
        """Play in another way from here on. A seat that is none is a `UsageError`."""
        if sitting.seat is not None and sitting.seat not in self.rules.seats:
            raise UsageError(f"there is no player `{sitting.seat[:60]}`", "seat", ", ".join(self.rules.seats))
        self.sitting = sitting
        self._sit()

    def _sit(self) -> None:
        """Bots and chance play by the rules that are followed here."""
        sitting, rules = self.sitting, self.rules
        self._throws += 1
        seed = sitting.seed * 1_000_003 + self._throws
        self.others = Opponents.for_seats(
            rules, self.ruleset, sitting.opponent, self.seer, by_itself=sitting.by_itself, seed=seed
        )

    @property
    def seer(self) -> int | None:
        """The seat as which the person looks on; None: everything is seen."""
        return None if self.sitting.seat is None else self.rules.seats.index(self.sitting.seat)

    # --- what is offered --------------------------------------------------------------------------------------------

    def is_own(self) -> bool:
        """Whether the person decides here, or nobody does."""
        if self.state is None:
            return True
        try:
            whose = self.whose()
            if whose and whose != [CHANCE] and self.sitting.seat is not None and not self.others.bot:
                return self.sitting.seat in whose
            return self.others.is_own(self.state)
        except BranchEnds:
            return True

    def whose(self) -> list[str]:
        """The players whose decision it is here."""
        return self.rules.whose(self.here.rest)

    def offers(self) -> list[Offer]:
        """The offers here: what may be chosen, and what is contradictory though the reading takes it as forbidden."""
        if self.at is None:
            return [Offer(instance, None) for instance in self.rules.first_starts]
        state, rules = self.state, self.rules
        if state is None or not self.is_own():
            return []
        own = self.others.choices(state)
        if own is not None:
            judged = [rules.system.judge(state, one) for one in own if not self.others.is_part(one)]
            parts = [Offer(one, None) for one in own if self.others.is_part(one)]
            offered = [*parts, *(Offer(one.instance, rules.explain_judgement(one)) for one in judged)]
            return offered + [Offer(j.instance, rules.explain_judgement(j)) for j in self._clashing(state)]
        seat = self.sitting.seat
        if rules.is_large:
            shown = [*(rules.system.judge(state, one) for one in rules.every(state)), *self.clashing(state)]
        else:
            shown = [j for j in self.candidates() if j.is_allowed or j.contradictory or j.judgement is None]
        if seat is not None:
            shown = [j for j in shown if rules.doer(state, j.instance) in (seat, CHANCE, ALL)]
        return [Offer(one.instance, rules.explain_judgement(one)) for one in shown]

    def _clashing(self, state: State) -> list[Judged]:
        """The person's own actions that the reading forbids where two clauses clash."""
        actions, own = self.rules.actions, (None, self.others.own)
        return [j for j in self.clashing(state) if actions[j.instance.action].actor_of(j.instance.args) in own]

    def clashing(self, state: State) -> list[Judged]:
        """The instances that the reading forbids where two clauses clash."""
        if self._clashes is None or self._clashes[0] is not self.at:
            self._clashes = self.at, self.rules.clashing(state)
        return self._clashes[1]

    def candidates(self) -> list[Judged]:
        """All that could be chosen here."""
        if self.state is None:
            return []
        if self._judged is None or self._judged[0] is not self.here:
            self._judged = self.here, list(self.rules.system.candidates(self.state))
        return self._judged[1]

    def by_turns(self) -> Iterator[Judged | None]:
        """The same, one of each action after the other, so that who looks for a moment has something of each; None for
        what nobody could choose."""
        system, state = self.rules.system, self.here.rest
        if system.is_over(state):
            return
        if self._judged is not None and self._judged[0] is self.at:
            yield from self._judged[1]
            return
        awaited = system.awaits(state)
        each = [
            (action.name, _spread(_lists(system, action, awaited)))
            for action in system.choosable(state) if (awaited == CHANCE_DECIDES) == (action.kind == "chance")
        ]  # fmt: skip
        while each:
            for name, choices in list(each):
                args = next(choices, None)
                if args is None:
                    each.remove((name, choices))
                else:
                    yield system.judge_if_open(state, Instance(name, args))

    def situation(self) -> str:
        """The decision to be made and by whom, or how the play ended."""
        if self.at is None:
            return "How does it begin?"
        if self.state is None:
            ends = [event for event in self.at.events if event.ends]
            return f"The play ends here in an event: {'; '.join(e.title for e in ends) or 'no result'}."
        try:
            whose = self.whose()
            if not self.rules.system.is_over(self.state) and self.rules.every(self.state):
                said = " and ".join(whose)
                return f"{said[:1].upper()}{said[1:]} {'decides' if len(whose) == 1 else 'decide'}."
        except BranchEnds as end:
            return f"The rules have no answer here: {end.event.title}."
        said = self.rules.ending(Position(self.state))
        return f"{said[:1].upper()}{said[1:]}."

    # --- moves ------------------------------------------------------------------------------------------------------

    def begin(self, start: Instance) -> None:
        """A root; one that there is already is gone back to. One with which no game begins is a `UsageError`."""
        found = next((r for r in self.roots if r.rules is self.rules and r.instance == start), None)
        if found is None:
            found = first_node(self.rules, start)
            if found is None or found.state is None:
                met = "; ".join(event.title for event in found.events) if found else "its domain leaves it out"
                raise UsageError(f"no game begins so: {met}", "begin", "choose another beginning")
        self.go(found)

    def begin_somehow(self) -> None:
        """The only way to begin, or where chance moves by itself any."""
        starts = self.rules.first_starts
        if len(starts) == 1 or self.sitting.by_itself or self.sitting.seat is not None:
            self.begin(self.others.chance.dice.choice(starts))
            self.go_on()

    def choose(self, offer: Offer) -> None:
        """The person's choice, and what others decide after it. A choice that is not allowed is a `UsageError`, which
        says why."""
        self.notice = ""
        if self.at is None:
            self.begin(offer.instance)
            self.go_on()
            return
        if not offer.is_allowed:
            assert offer.explained is not None
            raise UsageError(f"it cannot be taken here: {sentence(offer.explained)}", "action", "rule it, or undo")
        whole = self.others.take(self.here.rest, offer.instance)
        if whole is not None:
            self.take(whole, own=True)
        self.go_on()

    def go_on(self) -> None:
        """Plays for others, and for chance where it moves by itself, until it is for the person, or some time is
        over."""
        until = monotonic() + AT_ONCE
        self.going = False
        for _ in range(MOST_AT_ONCE):
            if self.state is None:
                return
            if monotonic() > until:
                self.going = not self.is_own()
                return
            own = self.others.waits
            try:
                taken = self.others.next(self.state)
            except BranchEnds:
                return
            if taken is None:
                return
            self.take(taken, own=own)
        self.notice = "The others go on and on; let them go on once more, or undo."

    def throw(self) -> None:
        """Let chance decide this once. A `UsageError` where chance has nothing to decide."""
        if self.at is None or self.state is None or self.whose() != [CHANCE]:
            raise UsageError("chance decides nothing here", "chance")
        allowed = self.rules.every(self.state)
        self.take(self.others.chance.dice.choice(allowed), own=True)
        self.go_on()

    def undo(self) -> None:
        """Back to where the person decided last."""
        self.notice = ""
        if not self.others.waits:
            beginning = self.before.path[0]
            self.go(self.here.since[0].parent or beginning)
        self._let_others_choose_parts()

    def redo(self) -> None:
        """Redo what was undone last, and what others did after it. A `UsageError` where nothing was undone."""
        self.notice = ""
        if self.at is None or self.at.last is None:
            raise UsageError("nothing was undone here", "redo")
        self.go(self.at.last)
        while self.here.last is not None and not (self.here.last.own or self.is_own()):
            self.go(self.here.last)
        self._let_others_choose_parts()

    def jump(self, number: int) -> None:
        """Go to a node of the tree. One that is not there is a `UsageError`."""
        self.notice = ""
        if not 0 <= number < len(self.nodes):
            raise UsageError(f"there is no node {number} in this play", "node")
        node = self.nodes[number]
        for before in node.path:
            if before.parent is not None:
                before.parent.last = before
        self.go(node)
        self._let_others_choose_parts()

    def _let_others_choose_parts(self) -> None:
        """Others choose their parts of a joint action here, so that the person may choose too."""
        if self.state is not None:
            with suppress(BranchEnds):
                self.others.begin_anew(self.state)

    def reread(self, reading: Mapping[str, str], rulings: Mapping[str, str]) -> None:
        """The same play under another reading, as far as it goes; `notice` says where it stops."""
        self.notice = ""
        rules, path = self.read(reading, rulings), [] if self.at is None else self.at.path
        self.rules, self.at = rules, None
        self._sit()
        if not path:
            self.begin_somehow()
            return
        self.replay([node.instance for node in path], "Under this reading", [node.own for node in path])

    def replay(self, instances: list[Instance], under: str, own: Iterable[bool]) -> None:
        """A beginning and actions, as far as they can be taken."""
        try:
            self.begin(instances[0])
        except UsageError as error:
            self.notice = f"{under} no play begins like this one: {error.message}."
            return
        for number, (instance, chose) in enumerate(zip(instances[1:], list(own)[1:], strict=True), 1):
            why = "the play has ended there in an event"
            if self.state is not None:
                why = self._obstacle(self.state, instance)
            if why:
                goes = f"{under} the play goes as far as action {number - 1} of {len(instances) - 1}"
                said = self.tables.sentence(instance, self.here.last_state)
                self.notice = f"{goes}; the next one, {said}, cannot be taken: {why}."
                return
            self.take(instance, own=chose)

    def _obstacle(self, state: State, instance: Instance) -> str:
        """The reason why an action cannot be taken; empty where it can."""
        try:
            judged = self.rules.system.candidate(state, instance)
        except BranchEnds as end:
            return end.event.title
        if judged is None:
            return "nobody could choose it here"
        return "" if judged.is_allowed else sentence(self.rules.explain_judgement(judged))

    def go(self, node: Place) -> None:
        """Go to a node. Too many actions in one play are a `UsageError`."""
        if node.number < 0:
            if len(self.nodes) >= MOST_NODES:
                about = f"a play tries out no more than {MOST_NODES} actions here"
                raise UsageError(about, "game", "begin another one")
            node.number = len(self.nodes)
            self.nodes.append(node)
            self.roots += [node] * (node.parent is None)
        super().go(node)
        self.others.chosen = ()
        self.going = False
        if node.rules is not self.rules:
            self.rules = node.rules
            self._sit()


def _lists(system: TransitionSystem, action: Action, awaited: frozenset[int]) -> list[list[object]]:
    """The values for each parameter of an action that those who are awaited can choose."""
    lists = [system.values(f"{action.name}.{p.name}", p.type, awaited) for p in action.chosen_parameters]
    if action.actor is not None:
        lists[action.actor - action.leading] = sorted(awaited)
    return lists


def _spread(lists: list[list[object]]) -> Iterator[tuple[object, ...]]:
    """Every choice of one of each list, those that come one after the other far apart."""
    count = prod(map(len, lists))
    step = int(count * 0.618) or 1
    while gcd(step, count) > 1:
        step += 1
    for number in range(count):
        at, chosen = number * step % count, []
        for values in lists:
            at, here = divmod(at, len(values))
            chosen.append(values[here])
        yield tuple(chosen)
