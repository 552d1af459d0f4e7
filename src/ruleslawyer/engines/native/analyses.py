"""Analyses of a whole explored graph: dead ends, rounds without end, winners, and resource pumps; each with a play.

Every answer is exact for the scope where the exploration is complete. What was found in an incomplete one is true all
the same; that nothing was found then says nothing.

States that agree in all but some counters form a class. A pump runs inside a strongly connected part of the graph in
which each class is joined, so only those parts are searched, one start after the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

import numpy as np

from ruleslawyer.base.arrays import Flags, Integers
from ruleslawyer.base.files.content import Json
from ruleslawyer.engines.native.digraph import Digraph
from ruleslawyer.engines.native.graph import Graph, Play, StateCounter
from ruleslawyer.engines.native.liveness import PendingPlays, chance_fairness
from ruleslawyer.engines.native.slots import extract
from ruleslawyer.engines.native.walks import group_by_key
from ruleslawyer.rulebook.claims.verdict import WITH_PROBABILITY_1
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import Trace
from ruleslawyer.semantics.transition import Instance

REPETITIONS = 3
MOST_STARTS, MOST_PLAYED = 20_000, 64
"""States that are tried as the beginning of a pump of some counters, and paths that the interpreter tries to repeat."""
ENDS = {"cap": "the scope's cap", "violation": "its range", "broken": "its range"}
"""Why a pump stops that could go on otherwise, by the kind of the event."""


@dataclass(frozen=True, slots=True)
class Pump:
    """A path and what it gains each time; `stopped`: what ends it before three repetitions, though no rule does.

    `play` leads to its beginning and once along it; `states`: how many states have the part of the graph it lies in.
    """

    gains: Mapping[str, int]
    play: Play
    stopped: str
    states: int


def pumps(graph: Graph) -> tuple[list[Pump], str]:
    """The nearest pump of each counter, or of several at once where none grows alone; and what is left undecided."""
    if not graph.counters or not graph.size:
        return [], ""
    whole = _Search(graph, np.concatenate([rows for _, rows, _ in graph.found.rest_states()]), np.arange(graph.size))
    counters = [counter for counter in graph.counters if whole.varies(counter)]
    states = whole.somewhere(counters)
    if not len(states):
        return [], ""
    search = _Search(graph, whole.rows[states], states)  # a pump of one counter is one of all of them
    found, undecided = [], []
    for counter in counters:
        pump, decided = search.first([counter])
        if pump is not None:
            found.append(pump)
        elif not decided:
            undecided.append(counter.name)
    left = f"not every way to gain {', '.join(undecided)} was looked at" if undecided else ""
    if not found and len(counters) > 1:
        pump, decided = search.first(counters)
        if pump is not None:
            found.append(pump)
        elif not decided and not left:
            left = "no counter grows alone; not every way to gain several at once was looked at"
    return found, left


class _Search:
    """Among some states (their numbers in the graph, and their words); inside, states are numbered by their place."""

    def __init__(self, graph: Graph, rows: Integers, states: Integers) -> None:
        self.graph, self.rows, self.states = graph, rows, states
        whole = graph.digraph
        self.keep = graph.play & whole.moving
        self.part = whole.subgraph(self.keep).among(states)[0]
        self.played = 0

    def mask(self, rows: Integers, counters: Sequence[StateCounter]) -> Integers:
        """The words of states without some counters."""
        masked = rows.copy()
        for counter in counters:
            for piece in counter.pieces:
                masked[:, piece.word] &= np.uint64(~(piece.mask << piece.shift) & (1 << 64) - 1)
        return masked

    def classes(self, counters: Sequence[StateCounter]) -> Integers:
        """A number for each state that those share which agree in everything else; rarely others, by their hash."""
        hashed = np.zeros(len(self.rows), dtype=np.uint64)
        for word in self.mask(self.rows, counters).T:
            hashed = (hashed ^ word) * np.uint64(0x9E3779B97F4A7C15)
            hashed ^= hashed >> np.uint64(32)
        return np.unique(hashed, return_inverse=True)[1]

    def components(self, classes: Integers) -> Integers:
        """The strongly connected part of each state once classes are joined; -1 where no edge lies inside."""
        joined = group_by_key(classes[self.part.sources], classes[self.part.to], int(classes.max()) + 1)
        component = Digraph(*joined).components[classes]
        inside = component[self.part.sources] == component[self.part.to]
        real = np.zeros(int(component.max()) + 1, dtype=np.bool_)
        real[component[self.part.sources[inside]]] = True
        return np.where(real[component], component, -1)

    def somewhere(self, counters: Sequence[StateCounter]) -> Integers:
        """The states in which a pump of these counters could run at all."""
        return np.flatnonzero(self.components(self.classes(counters)) >= 0)

    def first(self, counters: Sequence[StateCounter]) -> tuple[Pump | None, bool]:
        """The nearest pump of these counters, and whether there is none for sure where none is given."""
        classes, self.played = self.classes(counters), 0
        component = self.components(classes)
        inside = np.flatnonzero(component >= 0)
        inside = inside[np.argsort(component[inside], kind="stable")]
        parts = np.split(inside, np.flatnonzero(np.diff(component[inside])) + 1) if len(inside) else []
        tried = 0
        for states in sorted(parts, key=lambda part: int(part[0])):
            part, mine = self.part.among(states)[0], classes[states]
            shared = np.bincount(mine - mine.min())[mine - mine.min()]
            for start in np.flatnonzero(shared > 1).tolist():
                better = np.flatnonzero(mine == mine[start])
                better = better[self._more(states[better], int(states[start]), counters)]
                if not len(better):
                    continue
                if tried >= MOST_STARTS or self.played >= MOST_PLAYED:
                    return None, False
                tried += 1
                ahead = part.ahead([start])
                for end in better[ahead.reachable_nodes[better]].tolist():
                    pump = self._pump(counters, states[ahead.path(end)].tolist(), len(states))
                    if pump is not None:
                        return pump, True
        return None, True

    def varies(self, counter: StateCounter) -> bool:
        values = self._values(slice(None), counter)
        return bool((values != values[0]).any())

    def _values(self, nodes: Integers | slice | int, counter: StateCounter) -> Integers:
        found: Integers = extract(self.rows[nodes], counter.pieces)
        return found

    def _more(self, states: Integers, start: int, counters: Sequence[StateCounter]) -> Flags:
        """The states that have no counter lower, some higher, and everything else equal."""
        higher = np.zeros(len(states), dtype=np.bool_)
        lower = np.zeros(len(states), dtype=np.bool_)
        for counter in counters:
            values, mine = self._values(states, counter), self._values(start, counter)
            higher |= values > mine
            lower |= values < mine
        masked = self.mask(self.rows[[start, *states]], counters)
        found: Flags = higher & ~lower & (masked[1:] == masked[0]).all(axis=1)
        return found

    def _pump(self, counters: Sequence[StateCounter], path: list[int], states: int) -> Pump | None:
        """The path as a pump, if the interpreter can take its actions again and again."""
        graph = self.graph
        self.played += 1
        nodes = [int(self.states[place]) for place in path]
        way = graph.way(nodes[0])
        play = graph.as_play([*way, *nodes[1:]], self.keep, len(way) - 1)
        along = Play(play.states[len(way) - 1 :], play.labels[len(way) - 1 :])
        ends = [graph.state(node) for node in along.states]
        instances = [graph.instance(*step) for step in zip(ends, along.labels, ends[1:], strict=False)]
        stopped = self._again(ends[-1], instances, frozenset(counter.name for counter in counters))
        if stopped is None:
            return None
        first, last = path[0], path[-1]
        gains = {c.name: int(self._values(last, c)) - int(self._values(first, c)) for c in counters}
        whole = Play(play.states, play.labels)
        return Pump({name: gain for name, gain in gains.items() if gain}, whole, stopped, states)

    def _again(self, state: State, instances: Sequence[Instance], counters: frozenset[str]) -> str | None:
        """The obstacle to three repetitions: nothing, or only a bound; None where a rule stops them, or nothing is
        gained."""
        codec = Codec(self.graph.system.system, self.graph.system.scope)
        for _ in range(REPETITIONS):
            before = state
            for instance in instances:
                after = self._take(state, instance)
                if isinstance(after, str):
                    return ENDS.get(after)
                state = after
            had, has = ({name: leaf for name, _, leaf in codec.named_leaves(s)} for s in (before, state))
            if had.keys() != has.keys() or state == before:
                return None
            changed = [(name, had[name], has[name]) for name in had if had[name] != has[name]]
            if any(name not in counters or None in (old, new) or new < old for name, old, new in changed):
                return None
        return ""

    def _take(self, state: State, instance: Instance) -> State | str:
        """The state after an instance; else the kind of event that ends it, empty where it is not allowed."""
        system = self.graph.system
        judged = next((j for j in system.candidates(state) if j.instance == instance), None)
        if judged is None or not judged.is_allowed:
            return ""
        outcome = system.take(state, instance)
        return outcome.state or (outcome.events[-1].kind if outcome.events else "")


Word = Literal["FOUND", "ENDS WITH PROBABILITY 1", "NONE IN SCOPE", "UNKNOWN", "NOT APPLICABLE"]
MOST_NAMED = 20
"""States of a circle at which the ways out are listed."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """One question about the whole graph. `states`: how many states it is true of; `play`: a shortest one to the
    nearest of them, or once round; `details`: names that belong to it."""

    name: str
    word: Word
    text: str
    states: int = 0
    play: Play | None = None
    details: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def json(self, graph: Graph) -> Json:
        """For scripts; the steps of the play by the names of their instances (``·`` for a number that was chosen)."""
        found: Json = {"analysis": self.name, "word": self.word, "text": self.text, "states": self.states}
        found |= {name: list(values) for name, values in self.details.items()}
        if self.play is not None:
            steps = [graph.choice_text(label) for label in self.play.labels]
            found["play"] = {"actions": steps, "back_to": self.play.back}
        return found

    def trace(self, graph: Graph) -> Trace | None:
        """The whole play, each step taken by the interpreter."""
        return None if self.play is None else graph.trace(self.play)


def analyses(graph: Graph, unfinished: str = "", *, forced_round: bool = False) -> list[Analysis]:
    """All of them, in a fixed order. `unfinished`: why not every play was followed to its end, if so. forced_round:
    whether in some play forced steps go round."""
    return list(_Analyses(graph, unfinished or graph.found.stopped, forced_round=forced_round).all())


def circles(graph: Graph, unfinished: str = "") -> dict[str, Analysis]:
    """Rounds without end of a turn and of a game: of actions, else of passes alone, else of an action that leaves
    everything as it was and can be taken for ever (its `details` name all of those)."""
    found = _Analyses(graph, unfinished or graph.found.stopped)
    return {"turn": found.unending_turn(whole=True), "game": found.unending_game(whole=True)}


def longest(graph: Graph, of: str) -> int:
    """The actions of a longest turn, or game, where nothing goes round; else a ValueError."""
    within = graph.play & ~graph.turn_ends if of == "turn" else graph.play
    return graph.digraph.subgraph(within).longest()


class _Analyses:
    def __init__(self, graph: Graph, unfinished: str, *, forced_round: bool = False) -> None:
        self.forced_round = forced_round
        self.graph, self.digraph, self.found, self.unfinished = graph, graph.digraph, graph.found, unfinished
        self.actions = graph.system.system.actions

    def all(self) -> Iterator[Analysis]:
        yield self._deadlock()
        yield from self._idle()
        yield self.unending_turn()
        yield self.unending_game()
        yield self._endless()
        yield self._unwinnable()
        yield from self._winners()
        yield from self._pumps()

    def _absent(self, name: str, text: str) -> Analysis:
        if self.unfinished:
            return Analysis(name, "UNKNOWN", f"none so far: {self.unfinished}")
        return Analysis(name, "NONE IN SCOPE", text)

    def _at(self, name: str, text: str, states: Flags, **details: tuple[str, ...]) -> Analysis:
        """The analysis for something that is true of some states, with the play to the nearest; `states` has a truth
        value for each."""
        if not states.any():
            return self._absent(name, f"in none of {self.graph.size} states")
        play = self.graph.as_play(self.graph.way(int(np.argmax(states))))
        return Analysis(name, "FOUND", text, int(states.sum()), play, details)

    # --- ends -----------------------------------------------------------------------------------------------------

    def _deadlock(self) -> Analysis:
        states = np.zeros(self.graph.size, dtype=np.bool_)
        states[np.isin(self.graph.ids, np.array(self.found.deadlocks, dtype=np.uint32))] = True
        return self._at("deadlock", "nobody may act though the game is not over", states)

    def _beyond(self, name: str, text: str, goal: Flags) -> Analysis:
        """The states from which the game leads to none of some states any more."""
        if self.unfinished:
            return Analysis(name, "UNKNOWN", f"what was not explored may lead there: {self.unfinished}")
        return self._at(name, text, ~next(self.graph.game.leading_to(goal)))

    def _endless(self) -> Analysis:
        text = "the game cannot end any more, unless somebody leaves it"
        return self._inapplicable("no end", "ended") or self._beyond("no end", text, self.graph.over_flags)

    def _unwinnable(self) -> Analysis:
        unsaid = self._inapplicable("no winner", "ended", "winners")
        return unsaid or self._beyond("no winner", "nobody can win any more", self.winners > 0)

    def _inapplicable(self, name: str, *needed: str) -> Analysis | None:
        """The analysis that cannot be asked, with the reason: the ruleset says no more than the defaults."""
        left = [kind for kind in needed if kind in self.graph.system.system.unsaid]
        return Analysis(name, "NOT APPLICABLE", f"the ruleset has no `{left[0]}`") if left else None

    @cached_property
    def winners(self) -> Integers:
        """How many win in each state; nobody where the game is not over."""
        nobody = np.zeros(self.graph.size, dtype=np.int64)
        return sum((states.astype(np.int64) for states in self.graph.winning), nobody)

    def _winners(self) -> Iterator[Analysis]:
        yield self._at("several winners", "the game ends with more than one winner", self.winners > 1)
        alone = self._inapplicable("an end without winner", "winners")
        without = self.graph.over_flags & (self.winners == 0)
        yield alone or self._at("an end without winner", "the game ends and nobody wins", without)

    # --- circles --------------------------------------------------------------------------------------------------

    @cached_property
    def passes(self) -> Flags:
        return self.graph.of_actions(a.name for a in self.actions.values() if a.passes)

    def _idle(self) -> Iterator[Analysis]:
        """Actions that leave everything as it was, and rounds of passes."""
        yield self._still(self.graph.play)
        yield self._round("idle round", "passes lead back to where they began", self.passes, self.passes)

    def unending_turn(self, *, whole: bool = False) -> Analysis:
        if not any(duty.turn_end for duty in self.graph.system.system.duties.values()):
            return Analysis("unending turn", "NOT APPLICABLE", "no duty is declared to end a turn")
        within = self.graph.play & ~self.graph.turn_ends
        return self._unending("unending turn", "a turn can go round for ever", within, whole=whole)

    def unending_game(self, *, whole: bool = False) -> Analysis:
        if self.forced_round:
            return Analysis(
                "unending game", "FOUND", "forced steps go round for ever: `explore` shows the event `loop`"
            )
        found = self._unending("unending game", "play can go round for ever", self.graph.play, whole=whole)
        return found if found.play is None else self._by_chance(found)

    def _by_chance(self, found: Analysis) -> Analysis:
        """A game that can go round for ever, with what chance makes of that: whether players can keep to such plays, in
        an end component of the graph (de Alfaro 1997), or leave them with probability 1."""
        rules = chance_fairness(self.graph)
        if not rules.count:
            return found
        beginnings, nowhere = np.flatnonzero(self.graph.depths == 0), np.zeros(self.graph.size, dtype=np.bool_)
        fair = PendingPlays(self.graph, beginnings, nowhere).endless(rules)
        if fair is not None:
            return replace(found, play=fair, text=f"{found.text}, by every outcome of chance on the way")
        if self.unfinished:
            return found
        return replace(found, word=WITH_PROBABILITY_1, text=f"{found.text}, with probability 0")

    def _unending(self, name: str, text: str, within: Flags, *, whole: bool) -> Analysis:
        """A round of some edges with an action that is no pass; on the `whole`, any."""
        found = self._round(name, text, within, within & ~self.passes)
        if whole and found.play is None:
            found = self._round(name, f"{text}, by passes alone", within, within)
        if whole and found.play is None:
            found = replace(self._still(within), name=name)
        return found

    def _still(self, within: object) -> Analysis:
        """Actions that leave everything as it was."""
        still = (self.digraph.to == self.digraph.sources) & within
        if not still.any():
            return self._absent("idle action", "every action changes something")
        names = {self.graph.action(int(c)) for c in np.unique(self.graph.choices[still])}
        edge = int(np.argmax(still))
        node = int(self.digraph.sources[edge])
        way = self.graph.way(node)
        play = self.graph.as_play([*way, node], still, len(way) - 1)
        states = len(np.unique(self.digraph.sources[still]))
        ordered = tuple(name for name in self.actions if name in names)
        return Analysis("idle action", "FOUND", "an action changes nothing", states, play, {"actions": ordered})

    def _round(self, name: str, text: str, within: Flags, through: Flags) -> Analysis:
        """A circle of at least two states along some edges, one of which is of a certain kind; the nearest one."""
        moving = within & self.digraph.moving
        part = self.digraph.subgraph(moving)
        places = np.flatnonzero(moving)[part.inside]
        first = places[through[places]]
        if not len(first):
            return self._absent(name, f"no play of {self.graph.size} states goes round like that")
        node = int(self.digraph.sources[first[0]])
        others = self.digraph.to[first[self.digraph.sources[first] == node]]
        ring = part.circle(node, others)
        assert ring is not None
        way = self.graph.way(node)
        wanted = moving.copy()
        begin, stop = int(self.digraph.begin[node]), int(self.digraph.begin[node + 1])
        wanted[begin:stop] &= through[begin:stop]
        play = self.graph.as_play([*way, *ring[1:], node], wanted, len(way) - 1)
        states = len(np.unique(self.digraph.sources[places]))
        return Analysis(name, "FOUND", text, states, play, self._ways_out(ring, part))

    def _ways_out(self, ring: list[int], part: Digraph) -> dict[str, tuple[str, ...]]:
        """The ways to break a circle: choices that leave it for good, and those that concede."""
        component = part.components[ring[0]]
        leaves: set[str] = set()
        concedes: set[str] = set()
        for node in ring[:MOST_NAMED]:
            for edge in range(int(self.digraph.begin[node]), int(self.digraph.begin[node + 1])):
                name = self.graph.action(int(self.graph.labels[edge]))
                if self.actions[name].outside_play:
                    concedes.add(name)
                elif part.components[self.digraph.to[edge]] != component:
                    leaves.add(name)
        return {
            "broken_by": tuple(name for name in self.actions if name in leaves),
            "concede": tuple(name for name in self.actions if name in concedes),
        }

    # --- pumps ----------------------------------------------------------------------------------------------------

    def _pumps(self) -> Iterator[Analysis]:
        found, undecided = pumps(self.graph)
        for pump in found:
            yield _pump_analysis(pump)
        if undecided:
            yield Analysis("pump", "UNKNOWN", undecided)
        elif not found:
            yield self._absent("pump", "no counter grows while everything else returns")


def _pump_analysis(pump: Pump) -> Analysis:
    what = ", ".join(f"{name} +{gain}" for name, gain in pump.gains.items())
    text = f"everything returns but {what}" + (f"; only {pump.stopped} stops it" if pump.stopped else "")
    return Analysis("pump", "FOUND", text, pump.states, pump.play, {"counters": tuple(pump.gains)})
