"""Random plays by the code of a ruleset, and what they met: each thing is met again by the interpreter.

A play here is the same as the interpreter's (`play/random_play.py`), throw for throw. What it meets is logged with its
place: the play, the actions before, the candidate. Of each thing the nearest places are kept. At the end the
interpreter looks at them, says what happens there, and whether it matters.

Long: each kind of thing that is met has its reader and its place here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter
from typing import Any, TypeAlias

import numpy as np

from ruleslawyer.base.arrays import Bytes, Integers
from ruleslawyer.base.diagnostics import InternalError
from ruleslawyer.engines.native.met import LogReader
from ruleslawyer.engines.native.player import PlayBatch, PlaySimulator
from ruleslawyer.engines.native.playing import ENDS, TAKEN
from ruleslawyer.play import sampling
from ruleslawyer.play.parallel_plays import PlayPool
from ruleslawyer.play.random_play import (
    RandomPlay,
    idle_event,
    likelihood,
    note_beginning,
    state_and_step_checks,
    unspoken_event,
)
from ruleslawyer.play.sampling import CandidateFilter, list_choices
from ruleslawyer.play.shrink import ChoiceSequence, DeadlockGoal, EventGoal, Goal, IdleLoopGoal, PropertyGoal, shorten
from ruleslawyer.play.sightings import (
    ALIKE,
    KEPT,
    TRIES,
    Place,
    Places,
    Sighting,
    SightingTable,
    answer_key,
    spread_sightings,
)
from ruleslawyer.rulebook.claims.occurrence import deadlock, is_material
from ruleslawyer.semantics.dice import Dice
from ruleslawyer.semantics.events import BranchEnds, Event
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, Outcome

WORTH = 0.1
"""Seconds that a run of plays may take, about: limits and Ctrl-C are looked at between them."""
CLOSELY = 64
"""The first plays, which log what may be an event as often; further plays log where it is first."""

EMPTY = np.zeros(0, dtype=np.uint8)

Key: TypeAlias = tuple[Any, ...]


@dataclass(frozen=True)
class PlayPrefix:
    """Where a play goes on: the start of a game, by its number, what was taken from there, and the state that this led
    to, as the code has it."""

    start: int
    made: Bytes
    written: Bytes


def finish_plays(table: SightingTable, starts: Sequence[tuple[Instance, Outcome]], effort: int, workers: int) -> None:
    """The plays that are left, as far as the limits allow; what was met is in the table then, also behind Ctrl-C.
    `effort`: how many shorter plays are tried for each thing, at most. `workers`: who play at once."""
    with table.limits.since(table.begun).preparing():
        found = CompiledPlays(table, starts, effort, workers)
    try:
        found.run()
    except KeyboardInterrupt:
        found.effort = 0
        raise
    finally:
        found.tell()


class CompiledPlays:
    """The things that generated code met."""

    def __init__(
        self, table: SightingTable, starts: Sequence[tuple[Instance, Outcome]], effort: int = 0, workers: int = 1
    ) -> None:
        self.table, self.system, self.starts, self.effort = table, table.system, starts, effort
        actions = self.system.system.actions.values()
        self.together = PlayPool(
            lambda: PlaySimulator(
                self.system,
                [outcome.state for _, outcome in starts],
                table.seed,
                table.longest,
                sampling.LISTED,
                [likelihood(action) for action in actions],
                KEPT,
            ),
            workers,
        )
        self.games = self.together.games[0]
        self.written = list(self.games.written)
        """The states in which games begin, as the code has them."""
        self.reader = LogReader(self.system, self.games.book.low)
        self.keys: dict[tuple[int, int, int], list[Key]] = {}
        self.met: dict[Key, Places] = {}
        self.kinds: dict[Key, tuple[object, object]] = {}
        """Of deadlocks as they are logged, what each is."""
        self.made: dict[int, Bytes] = {}
        """What the plays took whose places are kept."""
        self.begun: dict[int, tuple[int, int]] = {}
        """For each start: the first play that began so, and how many did."""
        self.begins: dict[Key, list[int]] = {}
        """For what is met as a game begins: in which starts."""
        self.beginnings = [self._beginning(start) for start in range(len(starts))]

    def _beginning(self, start: int) -> SightingTable:
        """Notes what is met as a game begins so."""
        _, on_steps = state_and_step_checks(self.system.system)
        scratch = replace(self.table, events={}, answers={}, deadlocks={})
        note_beginning(scratch, *self.starts[start], on_steps)
        says = {"true": "kept", "false": "violated"}
        for key in (*(("event", *k) for k in scratch.events), *((says.get(w, w), n) for n, w in scratch.answers)):
            self.begins.setdefault(key, []).append(start)
        return scratch

    def run(self) -> None:
        table, chunk = self.table, 16
        table.hashes.update(self.games.hash_of(state) for state in table.seen)
        table.seen.clear()
        while table.plays < table.asked:
            table.stopped = table.why_no_more()
            if table.stopped:
                return
            began = perf_counter()
            first = table.plays + 1
            stop = min(first + chunk, table.asked + 1)
            plays = self._play_some(first, min(stop, CLOSELY + 1) if first <= CLOSELY else stop)
            if not plays:
                self._interpret_one()
            for played in plays:
                self._add(played)
            if table.stopped:
                return
            spent = perf_counter() - began
            chunk = max(1, chunk * 2 if spent < WORTH / 2 else chunk // 2 if spent > WORTH else chunk)

    def _play_some(self, first: int, stop: int) -> list[PlayBatch]:
        """Some plays from the first on; none where that needs what generated code has no room for."""
        table = self.table
        left = None if table.limits.states is None else table.limits.states - table.steps
        hashes = KEPT if len(table.hashes) < KEPT else 0
        return self.together.play(first, stop, left, hashes, CLOSELY if first <= CLOSELY else 1)

    def _interpret_one(self) -> None:
        """One play by the interpreter."""
        table = self.table
        table.plays += 1
        RandomPlay(table, self.starts).run()
        table.hashes.update(self.games.hash_of(state) for state in table.seen)
        table.seen.clear()

    def _add(self, played: PlayBatch) -> None:
        table = self.table
        first = table.plays + 1
        table.plays += len(played.how)
        table.steps += int(played.lengths.sum())
        table.depth = max(table.depth, int(played.lengths.max(initial=0)))
        for number, times in enumerate(np.bincount(played.how, minlength=len(ENDS)).tolist()):
            if ENDS[number] == "stopped" and times:
                table.stopped = table.limits.too_many(table.steps)
            elif times:
                table.ends[ENDS[number]] += times
        table.taken.update(played.taken)
        if len(table.hashes) < KEPT:
            table.hashes.update(played.hashes.tolist())
        for start, times in enumerate(np.bincount(played.begun).tolist()):
            if times:
                earliest = first + int(np.argmax(played.begun == start))
                known = self.begun.get(start, (earliest, 0))
                self.begun[start] = known[0], known[1] + times
        self._log(played.rows, first, played.begun)
        wanted = {place[1] for places in self.met.values() for place in places.nearest}
        for number in wanted:
            if number >= first:
                self.made[number] = played.made[number - first]
        if len(self.made) > 2 * len(wanted):
            self.made = {number: made for number, made in self.made.items() if number in wanted}

    def _log(self, rows: Integers, first: int, begun: Integers) -> None:
        """Count what was logged; of each thing the nearest places are kept."""
        if not len(rows):
            return
        what, which = np.unique(rows[:, :3], axis=0, return_inverse=True)
        which = which.reshape(-1)
        order = np.argsort(which, kind="stable")
        bounds = np.searchsorted(which[order], np.arange(len(what) + 1))
        groups: dict[Key, list[Integers]] = {}
        for i, row in enumerate(what.tolist()):
            for key in self._keys_of(*row):
                groups.setdefault(key, []).append(rows[order[bounds[i] : bounds[i + 1]], 3:])
        for key, parts in groups.items():
            places = np.concatenate(parts)
            plays = np.unique(places[:, 0])
            if key in self.begins:  # where it was met before anything was done, the play is counted already
                plays = plays[~np.isin(begun[plays - first], self.begins[key])]
            self._place(self.met.setdefault(key, Places()), places, len(plays))

    def _place(self, known: Places, places: Integers, plays: int) -> None:
        """`places`: the play, the actions before, the candidate of each."""
        lengths = places[:, 1] + (places[:, 2] > 0)
        known.plays += plays
        earliest = places[np.lexsort((places[:, 2], places[:, 1], places[:, 0]))[0]].tolist()
        known.first = min(known.first, (0, *earliest))
        order = np.lexsort((places[:, 2], places[:, 1], places[:, 0], lengths))
        before = np.searchsorted(lengths[order], lengths[order])
        nearest = order[np.arange(len(order)) - before < ALIKE][:TRIES]
        some = [(int(lengths[i]), *places[i].tolist()) for i in nearest]
        known.nearest = spread_sightings([*known.nearest, *some])

    def _read(self, what: int, recording: int, answer: int) -> Iterator[Key]:
        """The keys in a row of the log; those that the engine tells of itself are read here."""
        about = self.reader.told[what]
        if about == ("deadlock",):
            yield "deadlock", answer
        elif about == ("idle",):
            yield "event", "idle", self.games.actions[answer & 0xFFFF]
            yield "idle", self.games.actions[answer & 0xFFFF], answer >> 16
        else:
            yield from self.reader.keys(what, recording, answer)

    # --- what the interpreter makes of it -------------------------------------------------------------------------

    def tell(self) -> None:
        """Everything that was met, in the order in which it was, into the table."""
        table = self.table
        self._tell_beginnings()
        for name in self.together.live():
            kind, _, of = name.rpartition(" ")
            {"judged": table.judged, "spoken": table.spoken}.get(kind, table.live).add(of if kind else name)
        asked_places = {key[1:]: places for key, places in self.met.items() if key[0] == "asked"}
        for key, places in sorted(self.met.items(), key=lambda item: item[1].first):
            said, event = key[0], key[1:]
            if said in ("live", "decisive"):
                (table.live if said == "live" else table.decisive).add(key[1])
            elif said in ("violated", "kept", "unevaluated"):
                self._tell_answer(said, key[1], places)
            elif said == "event":
                also = asked_places.get(event)
                self._tell_event(event, self._both(places, also) if also else places, asked=also is not None)
            elif said == "asked" and ("event", *event) not in self.met:
                self._tell_event(event, places, asked=True)
        self._tell_deadlocks()
        table.events = dict(sorted(table.events.items(), key=lambda item: item[1].first))

    @staticmethod
    def _both(one: Places, other: Places) -> Places:
        """The places of an event that is met in play and by a property: those of whichever is met in more plays."""
        nearest = spread_sightings({*one.nearest, *other.nearest})
        return Places(max(one.plays, other.plays), min(one.first, other.first), nearest)

    def _tell_beginnings(self) -> None:
        for start, (first, times) in self.begun.items():
            met = self.beginnings[start]
            for sighting in met.every():
                sighting.first, sighting.plays = first, times
            for event, sighting in met.events.items():
                self.table.add(self.table.events, event, replace(sighting))
            for answer, sighting in met.answers.items():
                self.table.add(self.table.answers, answer, replace(sighting))

    def _tell_answer(self, said: str, name: str, places: Places) -> None:
        check = self.system.system.checks[name]
        if check.kind == "always" and said == "kept":
            return
        holds = {"violated": False, "kept": True}.get(said)
        if check.kind == "sometimes" and holds is False:
            return
        sighting = self._sighting(PropertyGoal(check, holds), self._way(places.nearest[0]), places)
        self._shorten(sighting, (said, name), places.nearest[0])
        self.table.add(self.table.answers, (name, answer_key(holds)), sighting)

    def _tell_event(self, key: tuple[str, ...], places: Places, *, asked: bool) -> None:
        if key[0] == "idle":
            self._tell_idle(key, places)
            return
        best: Sighting | None = None
        for place in places.nearest:
            event, material = self._event_at(key, place)
            if best is None or material:
                best, at = self._sighting(EventGoal(event, material, asked), self._way(place), places, material), place
            if material:
                break
        assert best is not None
        self._shorten(best, ("asked" if asked and ("asked", *key) in self.met else "event", *key), at)
        self.table.add(self.table.events, key, best)

    def _tell_idle(self, key: tuple[str, ...], places: Places) -> None:
        action = self.system.system.actions[key[1]]
        passes = next(k[2] for k, p in self.met.items() if k[:2] == key and places.nearest[0] in p.nearest)
        sighting = self._sighting(IdleLoopGoal(idle_event(action, passes)), self._way(places.nearest[0]), places)
        self.table.add(self.table.events, key, sighting)

    def _tell_deadlocks(self) -> None:
        stuck = [(key, places) for key, places in self.met.items() if key[0] == "deadlock"]
        deadlocks: list[tuple[Key, Places, DeadlockGoal]] = []
        for key, places in sorted(stuck, key=lambda item: item[1].first):
            state, _, _ = self._look_at(places.nearest[0])
            try:
                judged = list(list_choices(self.system).candidates(state))
            except BranchEnds:  # whose decision it is cannot be told
                judged = []
            stops = deadlock(state, judged)
            self.kinds[key] = stops.unspoken, stops.forbidden
            deadlocks.append((key, places, DeadlockGoal(stops.unspoken, stops.forbidden)))
        shortest: dict[tuple[object, object], tuple[Key, Place]] = {}
        for key, places, goal in deadlocks:
            sighting = self._sighting(goal, self._way(places.nearest[0]), places)
            self.table.add(self.table.deadlocks, self.kinds[key], sighting)
            known = shortest.setdefault(self.kinds[key], (key, places.nearest[0]))
            shortest[self.kinds[key]] = min(known, (key, places.nearest[0]), key=lambda entry: entry[1])
        for kind, (key, place) in shortest.items():
            sighting = self.table.deadlocks[kind]
            if sighting.way.length >= place[0]:
                sighting.way = self._way(place)
                self._shorten(sighting, key, place)

    def _shorten(self, sighting: Sighting, key: Key, place: Place) -> None:
        """Leave out of its play what it does not need."""
        if not self.effort or not self.worth(sighting):
            return
        _, number, before, candidate = place
        began = self.before(number)
        own = self.games.cut(self.made[number], before + (candidate == TAKEN))
        made, start = self.games.single_choices(np.concatenate([began.made, own])), self._start_bytes(began.start)
        wanted = self.kinds.get(key, key)
        if 0 < candidate < TAKEN:
            self._look_at(place)
            made.append(self.games.looked_at())

        def shows(script: Sequence[Bytes]) -> tuple[Sequence[Bytes], int] | None:
            """The part of a script that shows the same, and how: no action, the last one looked at, or taken."""
            asking, stuck = key[0] not in ("event", "deadlock"), key[0] == "deadlock"
            took, rows = self.games.follow(start, np.concatenate([*script, EMPTY]), asking=asking, stuck=stuck)
            for what, recording, answer, along, looked_at in rows.tolist():
                if not any(self.kinds.get(met, met) == wanted for met in self._keys_of(what, recording, answer)):
                    continue
                kept = [script[i] for i in took[: along + (looked_at == TAKEN)]]
                if 0 < looked_at < TAKEN:
                    kept.append(script[looked_at - 1])
                return (kept, looked_at) if self._matters_still(sighting, kept, along, looked_at) else None
            return None

        found = shorten(made, shows, self.effort)
        if found is not None:
            script, looked_at = found
            instances = self.games.instances(np.concatenate([*script, EMPTY]))
            begun, _ = self.starts[began.start]
            is_last = 0 < looked_at < TAKEN
            sighting.unshrunk = sighting.way.length
            sighting.way = (
                ChoiceSequence(begun, instances[:-1], instances[-1]) if is_last else ChoiceSequence(begun, instances)
            )

    def _matters_still(self, sighting: Sighting, kept: Sequence[Bytes], along: int, looked_at: int) -> bool:
        """Whether an event that matters does so here too; generated code has just played as far as that."""
        goal = sighting.goal
        if not isinstance(goal, EventGoal) or not goal.material:
            return True
        last = self.games.instances(kept[-1])[0] if looked_at else None
        taken = looked_at == TAKEN
        events = self._events(self.games.state(along), last if taken else None, None if taken else last)
        return any(material() for event, material in events if event.key == goal.event.key)

    def _keys_of(self, what: int, recording: int, answer: int) -> list[Key]:
        told = what, recording, answer
        if told not in self.keys:
            self.keys[told] = list(self._read(*told))
        return self.keys[told]

    def start_of(self, number: int) -> int:
        """The start in which a play begins."""
        return Dice(self.table.seed, number).randrange(len(self.starts))

    def worth(self, sighting: Sighting) -> bool:
        """Whether its play is to be made shorter."""
        return True

    def before(self, number: int) -> PlayPrefix:
        """The state and the choices before those of a play that are its own."""
        start = self.start_of(number)
        return PlayPrefix(start, EMPTY, self._start_bytes(start))

    def _start_bytes(self, start: int) -> Bytes:
        """The state in which a play begins, as the code has it; the game does not break off there."""
        found = self.written[start]
        assert found is not None
        return found

    def _sighting(self, goal: Goal, way: ChoiceSequence, places: Places, material: bool = True) -> Sighting:
        return Sighting(goal, way, places.first[1], material, places.plays)

    def _look_at(self, place: Place) -> tuple[State, Instance | None, Instance | None]:
        """The state of a place, and the instance that was taken there, or that was looked at."""
        _, number, before, candidate = place
        made = self.games.cut(self.made[number], before)
        written = self.before(number).written
        looked_at = self.games.again(number, written, made, 0 if candidate == TAKEN else candidate)
        return self.games.state(before), self._taken_instance(place), looked_at

    def _taken_instance(self, place: Place) -> Instance | None:
        _, number, before, candidate = place
        return (
            self.games.instances(self.games.single_choices(self.made[number])[before])[0]
            if candidate == TAKEN
            else None
        )

    def _way(self, place: Place) -> ChoiceSequence:
        """The play to a place."""
        _, number, before, candidate = place
        began = self.before(number)
        begun, _ = self.starts[began.start]
        own = self.games.cut(self.made[number], before + (candidate == TAKEN))
        taken = self.games.instances(np.concatenate([began.made, own]))
        return ChoiceSequence(begun, taken, self._look_at(place)[2] if 0 < candidate < TAKEN else None)

    def _event_at(self, key: tuple[str, ...], place: Place) -> tuple[Event, bool]:
        """The event there, as the interpreter meets it, and whether it matters."""
        for event, material in self._events(*self._look_at(place)):
            if event.key == key:
                return event, material()
        raise InternalError(f"the interpreter does not meet {' '.join(key)} where generated code did")

    def _events(
        self, state: State, taken: Instance | None, looked_at: Instance | None
    ) -> Iterator[tuple[Event, Callable[[], bool]]]:
        """All events in a state, by a step from there, or where an instance is judged; with what tells whether they
        matter."""
        system = self.system
        on_states, on_steps = state_and_step_checks(system.system)
        if taken is not None:
            outcome = system.take(state, taken)
            for event in outcome.events:
                yield event, partial(is_material, system, event, state, taken)
            for check in (*on_steps.get(taken.action, ()), *on_steps.get(None, ())):
                yield from ((e, lambda: False) for e in system.step_answers(check, state, taken, outcome)[1])
        elif looked_at is not None:
            judged = CandidateFilter(system).candidate(state, looked_at)
            if judged is not None:
                for event in judged.events:
                    yield event, partial(is_material, system, event, state, looked_at)
                if judged.judgement is not None and judged.judgement.verdict == "unspoken":
                    yield unspoken_event(judged), lambda: True
        else:
            for check in on_states:
                yield from ((event, lambda: False) for event in system.holds(check, state)[1])
            try:
                system.awaits(state)
            except BranchEnds as end:
                yield end.event, lambda: True
