"""Knowledge learned from games, in a file: what was seen how often, and the states from which others go on."""

from __future__ import annotations

import gc
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from ruleslawyer.base.diagnostics import CodecError, Tell, UsageError
from ruleslawyer.base.files.content import Json, is_there, write_whole
from ruleslawyer.base.files.read import read_json
from ruleslawyer.check.known import known_events
from ruleslawyer.exploration.study import Study, StudyResult
from ruleslawyer.play.random_play import starts_of
from ruleslawyer.play.sampling import CachedCandidateFilter
from ruleslawyer.play.shrink import (
    EFFORT,
    ChoiceSequence,
    DeadlockGoal,
    EventGoal,
    Goal,
    IdleLoopGoal,
    goal_problem,
    shrink,
    trace_of,
)
from ruleslawyer.play.sightings import Sighting, SightingTable
from ruleslawyer.rulebook.claims.expected import rules
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.claims.occurrence import Deadlock, Met, met_of
from ruleslawyer.rulebook.claims.verdict import Verdict
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.rulebook.scopes.inherit import read_scope
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.trace import Trace
from ruleslawyer.studies.fuzz.playing import CorpusEntry, FuzzCounts, FuzzLoop, Pair
from ruleslawyer.studies.fuzz.position import Position, Positions, smallest_position

MEND = "name another folder, or take the file away to begin anew"


class FuzzSave:
    """`header`: what a run has to have in common with one that goes on: the rules, the scope, and the seed."""

    def __init__(self, file: Path, header: Mapping[str, object]) -> None:
        self.file, self.header = file, dict(header)
        self.before: Json | None = None
        if is_there(file):
            found = read_json(file, "file of games", MEND)
            if found.get("fuzz") != self.header:
                about = "this was learned from other games: rules, scope, seed or options differ"
                raise UsageError(about, file.as_posix(), MEND)
            self.before = found

    def give(self, playing: FuzzLoop) -> None:
        """Gives games the knowledge from before; they go on with the next number. A file of another form is a
        `UsageError`."""
        if self.before is None:
            return
        try:
            self._give(playing, self.before)
        except (KeyError, TypeError, ValueError, IndexError, AttributeError, CodecError) as error:
            raise UsageError("this is no file of games", self.file.as_posix(), MEND) from error

    def _give(self, playing: FuzzLoop, found: Json) -> None:
        codec = Codec(playing.system.system, playing.system.scope)
        playing.table.plays, playing.first = int(found["games"]), int(found["rounds"]) + 1
        numbers = {name: number for number, name in playing.reader.told.items()}
        for told, recording, answer, rounds in found["seen"]:
            playing.seen.rounds[numbers[tuple(told)], int(recording), int(answer)] = int(rounds)
        for name, times in found["taken"].items():
            playing.table.taken[name] += int(times)
        playing.table.live.update(map(str, found["live"]))
        entries: list[CorpusEntry] = []
        for one in found["states"]:
            tail = [codec.parse_instance(i, f"states[{len(entries)}]") for i in one["tail"]]
            parent = None if one["parent"] is None else entries[one["parent"]]
            start = parent.start if parent is not None else range(len(playing.starts))[one["start"]]
            before = playing.written[start] if parent is None else parent.written
            points = tuple((numbers[tuple(told)], int(r), int(a)) for told, r, a in one["points"])
            made = playing.games.encode(tail)
            took, _ = playing.games.follow(before, made, asking=False, stuck=False)
            if len(took) < len(tail):
                raise ValueError
            written = playing.games.state_bytes(len(tail))
            length = len(tail) + (parent.length if parent is not None else 0)
            entries.append(CorpusEntry(start, parent, made, written, length, points, int(one["chosen"])))
        playing.corpus.entries = [entry for entry, one in zip(entries, found["states"], strict=True) if one["drawn"]]

    def keep(self, playing: FuzzLoop) -> None:
        codec = Codec(playing.system.system, playing.system.scope)
        told = playing.reader.told
        entries = list(_with_parents(playing.corpus.entries))
        number = {id(entry): place for place, entry in enumerate(entries)}
        drawn = {id(entry) for entry in playing.corpus.entries}
        document = {
            "fuzz": self.header,
            "games": playing.table.plays,
            "rounds": playing.first + playing.played.rounds - 1,
            "seen": [[list(told[w]), r, a, times] for (w, r, a), times in playing.seen.rounds.items()],
            "taken": {name: times for name, times in playing.table.taken.items() if times},
            "live": sorted(playing.table.live),
            "states": [
                {
                    "start": entry.start,
                    "parent": None if entry.parent is None else number[id(entry.parent)],
                    "tail": [codec.instance(i) for i in playing.games.instances(entry.tail)],
                    "points": [[list(told[w]), r, a] for w, r, a in entry.points],
                    "chosen": entry.chosen,
                    "drawn": id(entry) in drawn,
                }
                for entry in entries
            ],
        }
        write_whole(self.file, json.dumps(document, ensure_ascii=False) + "\n")


def _with_parents(entries: list[CorpusEntry]) -> Iterator[CorpusEntry]:
    """Each behind the one that it goes on from."""
    done: set[int] = set()
    for entry in entries:
        chain = [entry]
        while chain[-1].parent is not None and id(chain[-1].parent) not in done:
            chain.append(chain[-1].parent)
        for one in reversed(chain):
            if id(one) not in done:
                done.add(id(one))
                yield one


UNLIMITED = 1 << 60
ATTEMPTS = 200
"""Shorter plays that generated code tries for each new thing."""
MOST_NEW = 40
"""Things that are made small; more than these are only counted."""


@dataclass(frozen=True)
class FuzzDiscovery:
    """Something that nobody knew. trace: a play of the whole scope that shows it, made shorter. first: the game that
    met it first. unshrunk: how many actions it took there. small: a scope of its own; None where none was found."""

    met: Met
    trace: Trace
    first: int
    unshrunk: int
    small: Position | None


@dataclass
class FuzzResult(StudyResult):
    """The result of fuzzing: all that whole games met. named: events and deadlocks by their titles, with the findings
    that name them; violated: properties that are expected to be, or named by findings. nearest: how near each property
    came to being broken. more: how many new things were not looked at. differ: where an engine and the interpreter do
    not agree."""

    scope: str
    seed: int
    uniform: bool
    first_game: int
    played: FuzzCounts
    points: int = 0
    states_kept: int = 0
    preparing: float = 0.0
    finds: list[FuzzDiscovery] = field(default_factory=list)
    more: int = 0
    named: dict[str, tuple[str, ...]] = field(default_factory=dict)
    immaterial: list[str] = field(default_factory=list)
    violated: dict[str, tuple[str, ...]] = field(default_factory=dict)
    reached: list[str] = field(default_factory=list)
    unreached: list[str] = field(default_factory=list)
    nearest: dict[str, int] = field(default_factory=dict)
    live: frozenset[str] = frozenset()
    could_be_live: int = 0
    never_live: tuple[str, ...] = ()
    taken: dict[str, int] = field(default_factory=dict)
    never_taken: tuple[str, ...] = ()
    pairs: frozenset[Pair] = frozenset()
    pairs_possible: frozenset[Pair] = frozenset()
    differ: list[str] = field(default_factory=list)


class FuzzRun:
    """One run; `result` gives what it found, also after Ctrl-C or at the end of its time."""

    def __init__(
        self,
        ruleset: LoadedRuleset,
        scope: str,
        *,
        seed: int = 1,
        minutes: float | None = None,
        games: int | None = None,
        longest: int = 500,
        uniform: bool = False,
        workers: int = 1,
        limits: Limits | None = None,
        saved: FuzzSave | None = None,
        tell: Tell | None = None,
    ) -> None:
        """Play for so many minutes, or so many `games`; shrinking has a quarter of the time besides. `saved`: what an
        earlier run learned, and where this one leaves it."""
        self.ruleset, self.games, self.saved = ruleset, games, saved
        self.running, self.limits = Study.of_minutes(minutes, tell), limits or Limits()
        self.tell = self.running.tell
        self.system = ruleset.transition_system(scope)
        self.known = known_events(ruleset)
        self.table = SightingTable(self.system, UNLIMITED, seed, longest, self.limits, None)
        starts = starts_of(self.system)
        self.tell("making code")
        with self.limits.preparing():
            self.playing = FuzzLoop(self.table, starts, self.known, uniform=uniform, workers=workers)
        if saved is not None:
            saved.give(self.playing)
        gc.freeze()  # what is there stays, and need not be gone through again and again
        self.found = FuzzResult(scope, seed, uniform, self.table.plays + 1, self.playing.played)

    def result(self) -> FuzzResult:
        self.found.preparing = self.running.seconds
        found = self.running.run(self.found, self._play, self._collect)
        if self.saved is not None:
            self.saved.keep(self.playing)
        return found

    def _play(self) -> None:
        self.playing.rounds(self.games, lambda: self.running.is_over or bool(self.limits.too_large()), self._tell)

    def _tell(self, played: FuzzCounts, points: int) -> None:
        rate = played.actions / played.seconds if played.seconds else 0
        self.tell(f"{played.games} games, {played.actions} actions, {rate:.0f} a second, {points} points seen")

    # --- what was met ---------------------------------------------------------------------------------------------

    def _collect(self) -> None:
        found, table, playing = self.found, self.table, self.playing
        playing.effort = 0 if self.running.stopped else ATTEMPTS
        self.tell("what was met")
        playing.tell()
        found.points, found.states_kept = len(playing.seen.rounds), len(playing.corpus.entries)
        found.differ = list(playing.differ)
        self._figures()
        new = [*self._new()]
        found.more = max(0, len(new) - MOST_NEW)
        for place, (what, sighting) in enumerate(new[:MOST_NEW], 1):
            self.tell(f"shrinking {place} of {min(len(new), MOST_NEW)}")
            found.finds.append(self._find(what, sighting, self.running.part(min(len(new), MOST_NEW) - place + 1)))
        if self.found.differ:
            table.stopped = table.stopped or "engines differ"

    def _new(self) -> Iterator[tuple[Met, Sighting]]:
        """The sightings that are new; the others are counted."""
        table, found = self.table, self.found
        for sighting in table.events.values():
            goal = sighting.goal
            assert isinstance(goal, EventGoal | IdleLoopGoal)
            event = goal.event
            if not self.known.is_new(event):
                found.named[event.title] = self.known.finding_ids(event)
            elif not sighting.material:
                found.immaterial.append(event.title)
            else:
                yield met_of(event), sighting
        for sighting in table.deadlocks.values():
            stops = sighting.goal
            assert isinstance(stops, DeadlockGoal)
            dead = Deadlock(self.system.schema.default(), stops.unspoken, stops.forbidden)
            if self.known.is_new(dead):
                yield met_of(dead), sighting
            else:
                found.named[met_of(dead).title] = self.known.finding_ids(dead)
        for check in self.system.system.checks.values():
            answer = table.answers.get((check.name, "false"))
            if check.kind in ("always", "step") and answer is not None:
                if self.known.is_new(check.name):
                    yield met_of(Verdict(check.name, check.kind, check.origin.cites, "VIOLATED", "")), answer
                else:
                    found.violated[check.name] = self.known.finding_ids(check.name)

    def _figures(self) -> None:
        result, table, playing = self.found, self.table, self.playing
        system, scope = self.system.system, self.system.scope
        could = rules(system, dict(self.system.reading), scope.off)
        result.live = frozenset(name for name in table.live if not name.startswith("§"))
        result.could_be_live = len(could)
        result.never_live = tuple(name for name in could if name not in result.live)
        result.taken = {name: table.taken[name] for name in system.actions}
        off = set(scope.off)
        result.never_taken = tuple(n for n, times in result.taken.items() if not times and n not in off)
        for check in system.checks.values():
            if check.kind == "sometimes":
                reached = (check.name, "true") in table.answers
                (result.reached if reached else result.unreached).append(check.name)
        pairs: set[Pair] = set()
        for what, _, answer in playing.seen.rounds:
            about = playing.reader.told[what]
            if about[0] == "near":
                result.nearest[about[1]] = min(result.nearest.get(about[1], answer), answer)
            elif about[0] == "taken":
                pairs.update(playing.kinds_of_cards.pairs(system.actions[about[1]], answer))
        result.pairs_possible = playing.kinds_of_cards.possible
        result.pairs = frozenset(pairs) & result.pairs_possible

    # --- one thing ------------------------------------------------------------------------------------------------

    def _find(self, what: Met, sighting: Sighting, part: Study) -> FuzzDiscovery:
        goal, way = sighting.goal, sighting.way
        unshrunk = way.length if sighting.unshrunk is None else sighting.unshrunk
        if not self.running.stopped and way.length > 1:
            way = shrink(self.system, way, goal, EFFORT if sighting.unshrunk is None else EFFORT // 4)
        machine = CachedCandidateFilter(self.system)
        trace = trace_of(machine, way, goal)
        wrong = goal_problem(machine, way, trace, goal)
        if wrong:
            self.found.differ.append(f"{what.title}: {wrong}")
        return FuzzDiscovery(what, trace, sighting.first, unshrunk, self._small(trace, way, goal, what.title, part))

    def _small(self, trace: Trace, way: ChoiceSequence, goal: Goal, title: str, part: Study) -> Position | None:
        if self.running.stopped:
            return None
        name = self.system.scope.name
        document, places = read_scope(self.ruleset.config.scopes / f"{name}.toml", f"scopes/{name}.toml")
        positions = Positions(self.ruleset, document, places, self.system.scope, title)
        found = smallest_position(positions, trace, way, goal, lambda: part.is_over)
        if found is None:
            return None
        shorter = shrink(found.system, found.way, goal, EFFORT // 4)
        return replace(found, way=shorter, trace=trace_of(found.system, shorter, goal))
