"""One play at the table in a browser: the tree of what was tried, who decides besides the person, and readings.

A node of the tree is an action with what it led to. Under another reading a play has a root of its own: all of it is
taken again there, as far as it goes.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from time import monotonic

from ruleslawyer.bots.others import MOST_AT_ONCE, Others
from ruleslawyer.bots.players import measure, player
from ruleslawyer.bots.simple import Random
from ruleslawyer.claims.choices import most_in_a_state
from ruleslawyer.claims.readings import default_reading
from ruleslawyer.claims.rulings import rulable
from ruleslawyer.diagnostics import UsageError
from ruleslawyer.extensive.game import Extensive, Position
from ruleslawyer.play.explain import Explanation, deciders, explained, sentence
from ruleslawyer.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.codec import CHANCE, Codec
from ruleslawyer.semantics.dice import Dice
from ruleslawyer.semantics.events import BranchEnds, Event
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import Trace, play
from ruleslawyer.semantics.transition import Instance, Judged, Outcome, TransitionSystem
from ruleslawyer.table.draw import Tables
from ruleslawyer.table.view import View

MOST_NODES = 20_000
"""Of the tree of one play."""
AT_ONCE = 2.0
"""Seconds after which the page is shown how far the others came; it lets them go on."""
MOST_STARTS = 500
"""Ways to begin that are listed; of more, those that come first."""
FEW = 20_000
"""Choices that are all judged to show what may be done; of more, those alone that compiled code allows."""
ALL = "all"
"""Whose an action is that several take together."""


@dataclass(eq=False)
class Rules:
    """A scope under a reading and rulings, and who plays by them."""

    system: TransitionSystem
    view: View
    reading: Mapping[str, str]
    rulings: Mapping[str, str]

    def __post_init__(self) -> None:
        self.codec = Codec(self.system.system, self.system.scope)
        self.tables = Tables(self.view, self.system.system, self.system.scope)
        self.game = Extensive(self.system, compiled=True)
        self.players = self.system.scope.names[self.system.system.players]

    @cached_property
    def is_large(self) -> bool:
        """Whether to judge all that could be chosen takes longer than a person waits."""
        return self.game.coded is not None and most_in_a_state(self.system.system, self.system.scope) > FEW

    @cached_property
    def starts(self) -> tuple[Instance, ...]:
        """The ways to begin."""
        begins = (instance for instance, outcome in self.system.initial() if outcome.state is not None)
        return tuple(islice(begins, MOST_STARTS))

    @cached_property
    def rulable(self) -> frozenset[str]:
        """What can be ruled; to list it takes a while."""
        return frozenset(rulable(self.system.system))

    def called(self) -> str:
        """What is not as usual in how the text is read."""
        usual = default_reading(self.system.system)
        chosen = {k: v for k, v in self.reading.items() if usual.get(k) != v}
        said = [f"{key}={option}" for key, option in chosen.items()]
        said += [f"ruled {key}={option}" for key, option in self.rulings.items()]
        return ", ".join(said)


@dataclass(eq=False)
class Node:
    """An action, or how a play began, with what it led to and what was met on the way. who: whose it was; own: whether
    the person chose it. last: the child at which the person was last."""

    number: int
    rules: Rules
    parent: Node | None
    instance: Instance
    outcome: Outcome
    met: tuple[Event, ...]
    who: str
    own: bool
    children: list[Node] = field(default_factory=list)
    last: Node | None = None

    @property
    def state(self) -> State | None:
        """None where the branch ended in an event."""
        return self.outcome.state

    @property
    def shown(self) -> State | None:
        """The last state that there was, one within a step that has no result included."""
        if self.outcome.state is not None:
            return self.outcome.state
        if self.outcome.substeps:
            return self.outcome.substeps[-1].state
        return self.parent.shown if self.parent else None

    @property
    def path(self) -> list[Node]:
        """From the root to here."""
        found: list[Node] = []
        node: Node | None = self
        while node is not None:
            found.append(node)
            node = node.parent
        return found[::-1]

    @property
    def since(self) -> list[Node]:
        """From the person's last choice to here."""
        found: list[Node] = []
        for node in reversed(self.path):
            found.append(node)
            if node.own:
                break
        return found[::-1]


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that the person may choose, or that two clauses contradict each other over. explained: None for how a
    play begins, and for a part of a joint action, which is judged once all have chosen."""

    instance: Instance
    explained: Explanation | None

    @property
    def allowed(self) -> bool:
        return self.explained is None or self.explained.allowed


@dataclass
class Sitting:
    """How the person plays: on which seat, as the only one who is seen (None: every seat); against which bot on the
    others; whether chance moves by itself; from which number on chance and bots throw their dice."""

    seat: str | None = None
    opponent: str = ""
    by_itself: bool = False
    seed: int = 0


class Play:
    def __init__(
        self, ruleset: LoadedRuleset, view: View, scope: str,
        reading: Mapping[str, str], rulings: Mapping[str, str], sitting: Sitting,
    ) -> None:  # fmt: skip
        self.ruleset, self.view, self.scope = ruleset, view, scope
        self._known: dict[tuple[tuple[tuple[str, str], ...], ...], Rules] = {}
        self.rules = self.under(reading, rulings)
        self.nodes: list[Node] = []
        self.roots: list[Node] = []
        self.at: Node | None = None
        self.notice = ""
        self.version = 0
        self.going = False
        self.secret = secrets.token_hex()
        self._judged: tuple[Node, list[Judged]] | None = None
        """What could be chosen at the node that was looked at last."""
        self._clashes: tuple[Node | None, list[Judged]] | None = None
        self._throws = 0
        self.sit(sitting)

    # --- rules and who plays by them --------------------------------------------------------------------------------

    def under(self, reading: Mapping[str, str], rulings: Mapping[str, str]) -> Rules:
        """The rules read so."""
        key = tuple(sorted(reading.items())), tuple(sorted(rulings.items()))
        if key not in self._known:
            system = self.ruleset.transition_system(self.scope, reading, rulings, direct=True)
            self._known[key] = Rules(system, self.view, dict(sorted(reading.items())), dict(sorted(rulings.items())))
        return self._known[key]

    def sit(self, sitting: Sitting) -> None:
        """Play in another way from here on."""
        if sitting.seat is not None and sitting.seat not in self.rules.players:
            raise UsageError(f"there is no player `{sitting.seat[:60]}`", "seat", ", ".join(self.rules.players))
        self.sitting = sitting
        self._sit()

    def _sit(self) -> None:
        """Bots and chance play by the rules that are followed here."""
        sitting, rules = self.sitting, self.rules
        self._throws += 1
        seed = sitting.seed * 1_000_003 + self._throws
        own = None if sitting.seat is None else rules.players.index(sitting.seat)
        bot = None
        if sitting.opponent:
            own = 0 if own is None else own
            bot = player(sitting.opponent, rules.game, measure(self.ruleset), seed + 1)
        chance = Random(rules.game, Dice(seed))
        self.others = Others(rules.game, chance, own if bot else None, bot, sitting.by_itself)

    @property
    def seer(self) -> int | None:
        """The seat as which the person looks on; None: everything is seen."""
        return None if self.sitting.seat is None else self.rules.players.index(self.sitting.seat)

    # --- what is offered --------------------------------------------------------------------------------------------

    def is_own(self) -> bool:
        """Whether the person decides here, or nobody does."""
        if self.at is None or self.at.state is None:
            return True
        try:
            whose = self.whose()
            if whose and whose != [CHANCE] and self.sitting.seat is not None and not self.others.bot:
                return self.sitting.seat in whose
            return self.others.is_own(self.at.state)
        except BranchEnds:
            return True

    def whose(self) -> list[str]:
        """Whose decision it is here."""
        assert self.at is not None and self.at.state is not None
        system = self.rules.system
        return [] if system.ended(self.at.state) else deciders(system, self.at.state)

    def offers(self) -> list[Offer]:
        """What may be chosen here, and what is contradictory though the reading takes it as forbidden."""
        if self.at is None:
            return [Offer(instance, None) for instance in self.rules.starts]
        state = self.at.state
        if state is None or not self.is_own():
            return []
        system, codec = self.rules.system, self.rules.codec
        own = self.others.choices(state)
        if own is not None:
            judged = [system.judged(state, one) for one in own if not self.others.is_part(one)]
            parts = [Offer(one, None) for one in own if self.others.is_part(one)]
            offered = [*parts, *(Offer(one.instance, explained(system, codec, one)) for one in judged)]
            return offered + [Offer(j.instance, explained(system, codec, j)) for j in self._clashing(state)]
        seat, doer = self.sitting.seat, self._doer
        if self.rules.is_large:
            shown = [*(system.judged(state, one) for one in self.rules.game.every(state)), *self.clashing(state)]
        else:
            shown = [j for j in self.judged() if j.allowed or j.contradictory or j.judgement is None]
        if seat is not None:
            shown = [j for j in shown if doer(state, j.instance) in (seat, CHANCE, ALL)]
        return [Offer(one.instance, explained(system, codec, one)) for one in shown]

    def _clashing(self, state: State) -> list[Judged]:
        """The person's own actions that the reading forbids where two clauses clash."""
        actions = self.rules.system.system.actions

        def is_own(judged: Judged) -> bool:
            return actions[judged.instance.action].actor_of(judged.instance.args) in (None, self.others.own)

        return [one for one in self.clashing(state) if is_own(one)]

    def clashing(self, state: State) -> list[Judged]:
        """What the reading forbids where two clauses clash."""
        if self._clashes is None or self._clashes[0] is not self.at:
            self._clashes = self.at, self.rules.game.clashing(state)
        return self._clashes[1]

    def judged(self) -> list[Judged]:
        """All that could be chosen here."""
        if self.at is None or self.at.state is None:
            return []
        if self._judged is None or self._judged[0] is not self.at:
            self._judged = self.at, list(self.rules.system.candidates(self.at.state))
        return self._judged[1]

    def situation(self) -> str:
        """Whose decision it is, or how the play ended."""
        if self.at is None:
            return "How does it begin?"
        if self.at.state is None:
            ends = [event for event in self.at.met if event.ends]
            return f"The play ends here in an event: {'; '.join(e.title for e in ends) or 'no result'}."
        try:
            whose = self.whose()
            if not self.rules.system.ended(self.at.state) and self.rules.game.every(self.at.state):
                said = " and ".join(whose)
                return f"{said[:1].upper()}{said[1:]} {'decides' if len(whose) == 1 else 'decide'}."
        except BranchEnds as end:
            return f"The rules have no answer here: {end.event.title}."
        said = self.rules.game.ending(Position(self.at.state))
        return f"{said[:1].upper()}{said[1:]}."

    # --- moves ------------------------------------------------------------------------------------------------------

    def begin(self, start: Instance) -> None:
        """A root; one that there is already is gone back to."""
        found = next((r for r in self.roots if r.rules is self.rules and r.instance == start), None)
        if found is None:
            outcome = self.rules.system.begin(start)
            if outcome is None or outcome.state is None:
                met = "; ".join(event.title for event in outcome.events) if outcome else "its domain leaves it out"
                raise UsageError(f"no game begins so: {met}", "begin", "choose another beginning")
            found = self._node(None, start, outcome, outcome.events, "", own=False)
            self.roots.append(found)
        self._go(found)

    def begin_somehow(self) -> None:
        """The only way to begin, or where chance moves by itself any."""
        starts = self.rules.starts
        if not starts:
            raise UsageError("no play can begin in this scope", self.scope, "`explore` shows why")
        if len(starts) == 1 or self.sitting.by_itself or self.sitting.seat is not None:
            self.begin(self.others.chance.dice.choice(starts))
            self.go_on()

    def choose(self, offer: Offer) -> None:
        """The person's choice, and what others decide after it."""
        self.notice = ""
        if self.at is None:
            self.begin(offer.instance)
            self.go_on()
            return
        if not offer.allowed:
            assert offer.explained is not None
            raise UsageError(f"it cannot be taken here: {sentence(offer.explained)}", "action", "rule it, or undo")
        assert self.at.state is not None
        whole = self.others.take(self.at.state, offer.instance)
        if whole is not None:
            self._take(whole, own=True)
        self.go_on()

    def go_on(self) -> None:
        """What others decide, and chance where it moves by itself, until it is for the person, or some time is over."""
        until = monotonic() + AT_ONCE
        self.going = False
        for _ in range(MOST_AT_ONCE):
            if self.at is None or self.at.state is None:
                return
            if monotonic() > until:
                self.going = not self.is_own()
                return
            try:
                taken = self.others.next(self.at.state)
            except BranchEnds:
                return
            if taken is None:
                return
            self._take(taken, own=False)
        self.notice = "The others go on and on; let them go on once more, or undo."

    def throw(self) -> None:
        """Let chance decide this once."""
        if self.at is None or self.at.state is None or self.whose() != [CHANCE]:
            raise UsageError("chance decides nothing here", "chance")
        allowed = self.rules.game.every(self.at.state)
        self._take(self.others.chance.dice.choice(allowed), own=True)
        self.go_on()

    def undo(self) -> None:
        """Back to where the person decided last."""
        self.notice = ""
        if self.others.chosen:
            self.others.chosen = ()
            return
        if self.at is None or self.at.parent is None:
            raise UsageError("nothing was done yet", "undo", "the play stands where it began")
        first = self.at.since[0]
        self._go(first.parent or first)

    def redo(self) -> None:
        """On to what was undone last, and what others did after it."""
        self.notice = ""
        if self.at is None or self.at.last is None:
            raise UsageError("nothing was undone here", "redo")
        self._go(self.at.last)
        while self.at.last is not None and not self.is_own():
            self._go(self.at.last)

    def jump(self, number: int) -> None:
        """To a node of the tree."""
        self.notice = ""
        if not 0 <= number < len(self.nodes):
            raise UsageError(f"there is no node {number} in this play", "node")
        node = self.nodes[number]
        for before in node.path:
            if before.parent is not None:
                before.parent.last = before
        self._go(node)

    def reread(self, reading: Mapping[str, str], rulings: Mapping[str, str]) -> None:
        """The same play under another reading, as far as it goes; `notice` says where it stops."""
        self.notice = ""
        rules, path = self.under(reading, rulings), [] if self.at is None else self.at.path
        self.rules, self.at = rules, None
        self._sit()
        if not path:
            self.begin_somehow()
            return
        self.follow([node.instance for node in path], "Under this reading", [node.own for node in path])

    def follow(self, instances: list[Instance], under: str, own: Iterable[bool]) -> None:
        """A beginning and actions, as far as they can be taken."""
        try:
            self.begin(instances[0])
        except UsageError as error:
            self.notice = f"{under} no play begins like this one: {error.message}."
            return
        for number, (instance, chose) in enumerate(zip(instances[1:], list(own)[1:], strict=True), 1):
            assert self.at is not None
            why = "the play has ended there in an event"
            if self.at.state is not None:
                why = self._obstacle(self.at.state, instance)
            if why:
                goes = f"{under} the play goes as far as action {number - 1} of {len(instances) - 1}"
                self.notice = f"{goes}; the next one, {self.said(instance, self.at)}, cannot be taken: {why}."
                return
            self._take(instance, own=chose)

    def _obstacle(self, state: State, instance: Instance) -> str:
        """Why an action cannot be taken; empty where it can."""
        system, codec = self.rules.system, self.rules.codec
        try:
            judged = system.candidate(state, instance)
        except BranchEnds as end:
            return end.event.title
        if judged is None:
            return "nobody could choose it here"
        return "" if judged.allowed else sentence(explained(system, codec, judged))

    def trace(self) -> Trace:
        """The play up to here."""
        if self.at is None:
            raise UsageError("no play has begun", "save", "choose how it begins")
        first, *taken = (node.instance for node in self.at.path)
        return play(self.rules.system, first, tuple(taken))

    # --- nodes ------------------------------------------------------------------------------------------------------

    def _take(self, instance: Instance, *, own: bool) -> None:
        at = self.at
        assert at is not None and at.state is not None
        found = next((child for child in at.children if child.instance == instance), None)
        if found is None:
            system = self.rules.system
            met = {e.key: e for e in system.judged(at.state, instance).events}
            outcome = system.take(at.state, instance)
            met.update((event.key, event) for event in outcome.events)
            found = self._node(at, instance, outcome, tuple(met.values()), self._doer(at.state, instance), own=own)
            at.children.append(found)
        at.last = found
        self._go(found)

    def _doer(self, state: State, instance: Instance) -> str:
        action = self.rules.system.system.actions[instance.action]
        if action.kind == "chance":
            return CHANCE
        actor: int | None = action.actor_of(instance.args)
        if actor is None:
            whose = deciders(self.rules.system, state)
            return whose[0] if len(whose) == 1 else ALL
        return self.rules.players[actor]

    def _node(
        self, parent: Node | None, instance: Instance, outcome: Outcome, met: tuple[Event, ...], who: str, *, own: bool
    ) -> Node:  # fmt: skip
        if len(self.nodes) >= MOST_NODES:
            raise UsageError(f"a play tries out no more than {MOST_NODES} actions here", "game", "begin another one")
        node = Node(len(self.nodes), self.rules, parent, instance, outcome, met, who, own)
        self.nodes.append(node)
        return node

    def _go(self, node: Node) -> None:
        self.others.chosen = ()
        self.going = False
        self.at = node
        if node.rules is not self.rules:
            self.rules = node.rules
            self._sit()

    def said(self, instance: Instance, after: Node | None) -> str:
        return self.rules.tables.sentence(instance, after.shown if after else None)
