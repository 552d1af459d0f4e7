"""Kinds of the members of sorts: those with the same keywords and the like are of one kind.

Numbers, owners and what a card refers to do not make a kind: a game has few kinds of cards, and each can be met often.

A round is the same games whoever plays them and however fast: how many they are goes by the actions of earlier rounds,
and what is learned from them is learned when all of them are over.
"""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from math import sqrt
from time import perf_counter
from typing import Any

import numpy as np

from ruleslawyer.base.arrays import Bytes, Reals
from ruleslawyer.base.diagnostics import InternalError
from ruleslawyer.check.known import Known
from ruleslawyer.engines.native.kinds import MOST_KINDS, kinds_of
from ruleslawyer.engines.native.player import Guide, PlayBatch
from ruleslawyer.engines.native.playing import ENDS, TAKEN
from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import Action, System
from ruleslawyer.play.generated import EMPTY, CompiledPlays, PlayPrefix
from ruleslawyer.play.random_play import likelihood
from ruleslawyer.play.shrink import DeadlockGoal, EventGoal, IdleLoopGoal, PropertyGoal
from ruleslawyer.play.sightings import Place, Places, Sighting, SightingTable
from ruleslawyer.rulebook.claims.occurrence import Deadlock
from ruleslawyer.semantics.dice import Dice, mix
from ruleslawyer.semantics.transition import Instance, Outcome

Pair = tuple[str, str]


class MemberKinds:
    """`table`: where each sort's members begin in it, and then the kind of each member."""

    def __init__(self, system: System, scope: Scope) -> None:
        self.system = system
        self.of: dict[str, list[int]] = {}
        self.words: dict[str, list[tuple[str, ...]]] = {}
        """Of each sort, for each kind: its keywords."""
        for sort in system.sorts:
            said = [tuple(_words(system, scope, sort, member)) for member in range(len(scope.names[sort]))]
            every = list(dict.fromkeys(said))[: MOST_KINDS - 1]
            self.of[sort] = [every.index(one) if one in every else len(every) for one in said]
            self.words[sort] = [*every, ()]
        firsts: list[int] = []
        members: list[int] = []
        for kinds in self.of.values():
            firsts.append(len(self.of) + len(members))
            members += kinds
        self.table = np.array([*firsts, *members], dtype=np.int64)

    @property
    def possible(self) -> frozenset[Pair]:
        """Pairs of keywords that two things of the scope have, or one of them has."""
        said = [frozenset(words) for kinds in self.words.values() for words in kinds if words]
        return frozenset(pair for one, other in product(said, said) for pair in _pairs(one, other))

    def pairs(self, action: Action, answer: int) -> Iterator[Pair]:
        """The pairs of keywords that come together in a choice that was told so."""
        said: list[frozenset[str]] = []
        for type_, kind in kinds_of(action, answer):
            of = t.unwrap(type_)
            if isinstance(of, t.Sort) and kind < len(self.words[of.name]):
                said.append(frozenset(self.words[of.name][kind]))
        for one, other in (*combinations(said, 2), *((one, one) for one in said)):
            yield from _pairs(one, other)


def _pairs(one: frozenset[str], other: frozenset[str]) -> Iterator[Pair]:
    for a, b in product(one, other):
        if a != b:
            yield (a, b) if a < b else (b, a)


def _words(system: System, scope: Scope, sort: str, member: int) -> Iterator[str]:
    """The keywords of a member, and its other attributes that are one of few."""
    for attribute in system.sorts[sort].attributes:
        values = scope.attributes.get((sort, attribute.name))
        if values is not None:
            yield from _words_of(system, attribute.name, attribute.type, values[member])


def _words_of(system: System, name: str, type_: t.Type, value: Any) -> Iterator[str]:
    match type_:
        case t.Optional(item) if value is not None:
            yield from _words_of(system, name, item, value)
        case t.Bool() if value:
            yield name
        case t.Enum(enum):
            yield f"{name} {system.enums[enum].members[value]}"
        case t.Map(t.Enum(enum), item):
            for member, one in zip(system.enums[enum].members, value, strict=True):
                yield from _words_of(system, member, item, one)
        case t.Set(t.Enum(enum)):
            yield from (system.enums[enum].members[item] for item in sorted(value))


MOST = 2_000
"""States that are kept; of more, those go whose news is seen most."""
Point = tuple[int, int, int]
"""Something that a play can show, as it is logged: what, in which recording, the answer."""


class PointCounts:
    """The number of rounds in which each point was seen."""

    def __init__(self) -> None:
        self.rounds: dict[Point, int] = {}

    def add(self, points: Sequence[Point]) -> list[Point]:
        """The points of a round; gives those that are new."""
        new = [point for point in points if point not in self.rounds]
        for point in points:
            self.rounds[point] = self.rounds.get(point, 0) + 1
        return new

    def rarity(self, point: Point) -> float:
        return 1 / (1 + self.rounds.get(point, 0))


@dataclass
class CorpusEntry:
    """A state, as the code has it, and what leads there: choices behind another entry, or behind a start of the game.
    points: what it was the first to show. chosen: how often games went on from it."""

    start: int
    parent: CorpusEntry | None
    tail: Bytes
    written: Bytes
    length: int
    points: tuple[Point, ...]
    chosen: int = 0

    @property
    def choices_from_start(self) -> Bytes:
        """Everything that was taken from the start of the game on."""
        pieces, entry = [self.tail], self.parent
        while entry is not None:
            pieces.append(entry.tail)
            entry = entry.parent
        return np.concatenate(pieces[::-1])

    def energy(self, seen: PointCounts) -> float:
        """How likely games go on from here: the less often its news was seen since, the more."""
        return max(map(seen.rarity, self.points), default=0.0) / sqrt(1 + self.chosen)


class Corpus:
    def __init__(self) -> None:
        self.entries: list[CorpusEntry] = []

    def add(self, entry: CorpusEntry) -> None:
        self.entries.append(entry)

    def trim(self, seen: PointCounts) -> None:
        if len(self.entries) > MOST:
            best = sorted(self.entries, key=lambda entry: -entry.energy(seen))[: MOST * 3 // 4]
            kept = {id(entry) for entry in best}
            self.entries = [entry for entry in self.entries if id(entry) in kept]

    def draw(self, seen: PointCounts, dice: Dice, count: int) -> list[CorpusEntry]:
        """Some entries, each as likely as its energy is large."""
        if not self.entries:
            return []
        energies = [entry.energy(seen) for entry in self.entries]
        found = [self.entries[dice.pick_by_weight(energies)] for _ in range(count)]
        for entry in found:
            entry.chosen += 1
        return found


BEGINNINGS = 16
"""Of a round: so many are beginnings of the game, and as many states of the corpus."""
LEAST_ROUND, MOST_ROUND = 1 << 12, 1 << 16
"""Actions of a round, about: the first ones are short, so that much is learned soon."""
GROWS_EVERY = 8
"""Rounds after which they are twice as long."""
KEPT_OF_A_ROUND = 64
"""States that are put into the corpus."""
WORTH = 0.25
"""Seconds after which it is looked whether there is time, about."""
PLACES = 16
"""Where something was met that are kept: an event may not matter at the first of them."""
BOUND = 4.0
"""How many times more or less likely an action is for being taken seldom or often."""
MOST_DEADLOCKS = 32


@dataclass
class FuzzCounts:
    """Counts of the games that were played. by_end: how games ended."""

    rounds: int = 0
    games: int = 0
    actions: int = 0
    longest: int = 0
    seconds: float = 0.0
    by_end: Counter[str] = field(default_factory=Counter)


@dataclass
class _Round:
    """Everything that one round met: each point at its first place (the game, the actions before, the candidate), and
    of the games of those places how many actions they had and how they ended."""

    games: int = 0
    places: dict[Point, tuple[int, int, int]] = field(default_factory=dict)
    ends: dict[int, tuple[int, str]] = field(default_factory=dict)


class FuzzLoop(CompiledPlays):
    """`uniform`: every game begins at the beginning, and nothing is learned."""

    def __init__(
        self,
        table: SightingTable,
        starts: Sequence[tuple[Instance, Outcome]],
        known: Known,
        *,
        uniform: bool = False,
        workers: int = 1,
        first: int = 1,
    ) -> None:
        super().__init__(table, starts, effort=0, workers=workers)
        self.known, self.uniform, self.first = known, uniform, first
        self.seen, self.corpus, self.played = PointCounts(), Corpus(), FuzzCounts()
        self.kinds_of_cards = MemberKinds(self.system.system, self.system.scope)
        self.often = np.zeros_like(self.games.chosen)
        self.slots: list[int | CorpusEntry] = []
        self.came_from: dict[int, int | CorpusEntry] = {}
        """Of the games whose choices are kept, where they began."""
        self.differ: list[str] = []
        """Where generated code met what the interpreter does not."""
        self.together.make_all()

    # --- rounds ---------------------------------------------------------------------------------------------------

    def rounds(self, games: int | None, over: Callable[[], bool], tell: Callable[[FuzzCounts, int], None]) -> None:
        """Until so many games are played, or it is `over`."""
        while not over() and (games is None or self.played.games < games):
            left = None if games is None else games - self.played.games
            self.round(left, over)
            tell(self.played, len(self.seen.rounds))

    def round(self, left: int | None, over: Callable[[], bool]) -> None:
        dice, played = Dice(mix(self.table.seed) ^ 1, self.first + self.played.rounds), self.played
        self._begin(dice)
        began, count = perf_counter(), self._size(left)
        first = self.table.plays + 1
        stop, chunk = first + count, max(1, count // 8)
        gathered = _Round()
        while first < stop and not (gathered.games and over()):
            at = perf_counter()
            plays = self.together.play(first, min(first + chunk, stop), None, 0, 1)
            if not plays:  # it needs what generated code has no room for
                played.by_end["lost"] += 1
                first += 1
            for batch in plays:
                self._gather(gathered, first, batch)
                first += len(batch.how)
            spent = perf_counter() - at
            chunk = max(1, chunk * 2 if spent < WORTH / 2 else chunk // 2 if spent > WORTH else chunk)
        self.table.plays = first - 1
        self._learn(gathered)
        played.rounds += 1
        played.seconds += perf_counter() - began

    def _size(self, left: int | None) -> int:
        """Games of this round."""
        played = self.played
        wanted = min(MOST_ROUND, LEAST_ROUND << played.rounds // GROWS_EVERY)
        usual = played.actions / played.games if played.games else 50
        count = max(16, int(wanted / max(usual, 1)))
        return count if left is None else min(count, left)

    def _begin(self, dice: Dice) -> None:
        """Set where the games of this round begin, and how they choose."""
        starts = [i for i, written in enumerate(self.written) if written is not None]
        self.slots = [starts[dice.randrange(len(starts))] for _ in range(BEGINNINGS)]
        plain = self.uniform or self.played.rounds % 2 == 0
        if not self.uniform:
            self.slots += self.corpus.draw(self.seen, dice, BEGINNINGS)
        guide = Guide(
            [self._bytes_of(slot) for slot in self.slots],
            self._likelihoods(plain),
            None if plain else self.often,
            self.kinds_of_cards.table,
        )
        for games in self.together.games:
            games.follow_guide(guide)

    def _bytes_of(self, slot: int | CorpusEntry) -> Bytes:
        return self._start_bytes(slot) if isinstance(slot, int) else slot.written

    def _likelihoods(self, plain: bool) -> Reals:
        """How likely each action is: more where it was taken seldom."""
        actions = self.system.system.actions.values()
        weights = np.array([likelihood(action) for action in actions], dtype=np.float64)
        if plain:
            return weights
        taken = np.array([self.table.taken[action.name] + 1 for action in actions], dtype=np.float64)
        likely: Reals = weights * np.clip(np.sqrt(taken.mean() / taken), 1 / BOUND, BOUND)
        return likely

    # --- what is learned ------------------------------------------------------------------------------------------

    def _gather(self, gathered: _Round, first: int, batch: PlayBatch) -> None:
        """Adds what some games met; of those in which something was met first their choices, which are there until
        others are played."""
        played, stop = self.played, first + len(batch.how)
        played.games += len(batch.how)
        played.actions += int(batch.lengths.sum())
        gathered.games += len(batch.how)
        for number, times in enumerate(np.bincount(batch.how, minlength=len(ENDS)).tolist()):
            played.by_end[ENDS[number]] += times
        self.table.taken.update(batch.taken)
        for what, recording, answer, play, along, candidate in batch.rows.tolist():
            point, place = (what, recording, answer), (play, along, candidate)
            if point not in gathered.places or place < gathered.places[point]:
                gathered.places[point] = place
        for play in {play for play, _, _ in gathered.places.values() if first <= play < stop}:
            self.made[play] = batch.made[play - first]
            gathered.ends[play] = int(batch.lengths[play - first]), ENDS[int(batch.how[play - first])]
            self.came_from[play] = self.slots[int(batch.begun[play - first])]
        for slot, length in self._by_slot(batch):
            before = 0 if isinstance(slot, int) else slot.length
            played.longest = max(played.longest, before + length)

    def _learn(self, found: _Round) -> None:
        for games in self.together.games:
            self.often += games.chosen
        for start, _ in enumerate(self.starts):
            self.begun.setdefault(start, (1, 1))
        new = set(self.seen.add(list(found.places)))
        self._keep(new, found)
        self._place_all(found.places)
        self._forget()

    def _by_slot(self, one: PlayBatch) -> list[tuple[int | CorpusEntry, int]]:
        """The longest of the games that began in each slot."""
        found = []
        for begun in np.unique(one.begun).tolist():
            found.append((self.slots[begun], int(one.lengths[one.begun == begun].max())))
        return found

    def _keep(self, new: set[Point], found: _Round) -> None:
        """The states that were the first to show something."""
        if self.uniform:
            return
        by_state: dict[tuple[int, int], list[Point]] = {}
        for point in new:
            play, along, candidate = found.places[point]
            by_state.setdefault((play, along + (candidate == TAKEN)), []).append(point)
        for (play, along), points in sorted(by_state.items())[:KEPT_OF_A_ROUND]:
            length, how = found.ends[play]
            slot = self.came_from[play]
            before = 0 if isinstance(slot, int) else slot.length
            if (along >= length and how != "cut_off") or before + along >= self.table.longest or not along:
                continue
            tail = self.games.cut(self.made[play], along)
            self.games.again(play, self._bytes_of(slot), tail)
            start, parent = (slot, None) if isinstance(slot, int) else (slot.start, slot)
            written = self.games.state_bytes(along)
            self.corpus.add(CorpusEntry(start, parent, tail, written, before + along, tuple(points)))
        self.corpus.trim(self.seen)

    def _place_all(self, places: dict[Point, tuple[int, int, int]]) -> None:
        """The nearest places of each thing that the semantics has a word for."""
        for point, (play, along, candidate) in places.items():
            for key in self._keys_of(*point):
                if key[0] == "deadlock" and key not in self.met and self._deadlocks >= MOST_DEADLOCKS:
                    continue
                slot = self.came_from[play]
                before = 0 if isinstance(slot, int) else slot.length
                place: Place = (before + along + (candidate > 0), play, along, candidate)
                known = self.met.get(key)
                if known is None:
                    self.met[key] = Places(1, (0, play, along, candidate), [place])
                elif len(known.nearest) < PLACES or place < known.nearest[-1]:
                    insort(known.nearest, place)
                    del known.nearest[PLACES:]

    @property
    def _deadlocks(self) -> int:
        return sum(key[0] == "deadlock" for key in self.met)

    def _forget(self) -> None:
        """The choices of games that nobody asks for any more."""
        wanted = {place[1] for places in self.met.values() for place in places.nearest}
        self.made = {play: made for play, made in self.made.items() if play in wanted}
        self.came_from = {play: slot for play, slot in self.came_from.items() if play in wanted}

    # --- what is told ---------------------------------------------------------------------------------------------

    def before(self, number: int) -> PlayPrefix:
        slot = self.came_from[number]
        if isinstance(slot, int):
            return PlayPrefix(slot, EMPTY, self._start_bytes(slot))
        return PlayPrefix(slot.start, slot.choices_from_start, slot.written)

    def _tell_event(self, key: tuple[str, ...], places: Places, *, asked: bool) -> None:
        """Tells an event, if it is known; a new one is looked at where it matters, and its play is made shorter."""
        if key[0] == "idle":
            self._tell_idle(key, places)
            return
        for place in places.nearest:
            try:
                event, material = self._event_at(key, place)
            except InternalError as error:
                self.differ.append(str(error))
                return
            if material or not self.known.is_new(event):
                break
        sighting = Sighting(EventGoal(event, material, asked), self._way(place), places.first[1], material)
        self._shorten(sighting, ("asked" if asked and ("asked", *key) in self.met else "event", *key), place)
        self.table.add(self.table.events, key, sighting)

    def worth(self, sighting: Sighting) -> bool:
        """Whether the sighting is new."""
        match sighting.goal:
            case EventGoal(event=event, material=material):
                return material and self.known.is_new(event)
            case DeadlockGoal(unspoken=unspoken, forbidden=forbidden):
                return self.known.is_new(Deadlock(self.system.schema.default(), unspoken, forbidden))
            case PropertyGoal(check=check, answer=False) if check.kind in ("always", "step"):
                return self.known.is_new(check.name)
        return isinstance(sighting.goal, IdleLoopGoal)
