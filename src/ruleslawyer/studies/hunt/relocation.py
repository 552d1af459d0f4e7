"""States in which something was put elsewhere, as a rule might do it, or that are built for pairs that no play has met.

A pair of a mark and what moves its bearer is met in few of the states in which the mark tells. So of the states that
plays come to those are kept in which other things are noted, in each phase, and there the bearer is put elsewhere.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, zip_longest
from random import Random
from typing import TypeAlias

from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import Field
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.state import State, differing, leaves
from ruleslawyer.semantics.state import replace as put
from ruleslawyer.semantics.transition import TransitionSystem
from ruleslawyer.studies.hunt.ends import EndingProbe
from ruleslawyer.studies.hunt.listed import LEAVER, MARK, SUPPLY, DeclarationIndex, MemberField, Pair
from ruleslawyer.studies.hunt.marks import MarkProbe
from ruleslawyer.studies.hunt.question import Question, QuestionPhrases, QuestionSink
from ruleslawyer.studies.hunt.references import FAR, holds, members_in, value_in
from ruleslawyer.studies.hunt.spots import Spot, StateChange
from ruleslawyer.studies.laws.built_in import out_of_the_game
from ruleslawyer.studies.laws.drawn import at_rest
from ruleslawyer.studies.laws.law import naming_leaves, note_leaves

SPOTS_A_RULE, TRIED = 3, 6
"""Spots that are kept for one rule in one procedure, and states that are built for one pair."""


class SpotBuilder:
    """Notes where rules move and take something, the nearest spots first, and builds states upon these."""

    def __init__(self, listed: DeclarationIndex) -> None:
        self.listed, self.system = listed, listed.system
        self._by_name = {held.name: held for held in listed.held_marks}
        self._moved: dict[tuple[str, str], dict[str | None, list[tuple[Spot, int]]]] = defaultdict(dict)
        self._taken: dict[tuple[str, str], list[tuple[Spot, int | None]]] = defaultdict(list)
        self._open: dict[str, list[Spot]] = defaultdict(list)

    def note(self, spot: Spot) -> None:
        if spot.is_over:
            return
        for frame, record in zip(spot.system.schema.frame_names, spot.state.frames, strict=True):
            if record is not None and len(self._open[frame]) < SPOTS_A_RULE:
                self._open[frame].append(spot)
        index = spot.system.schema.index
        for instance, outcome in spot.steps.items():
            before = spot.state
            for step in outcome.substeps:
                for sort, field in self.listed.place.items():
                    was, now = (state.fields[index[field.name]] for state in (before, step.state))
                    member = next((i for i, value in enumerate(was) if value is not None and now[i] != value), None)
                    kept = self._moved[step.name, sort].setdefault(spot.frame, [])
                    if member is not None and len(kept) < SPOTS_A_RULE:
                        kept.append((spot, member))
                for supply in self.listed.supplies_of.get(step.name, ()):
                    taken = self._taken[supply, step.name]
                    if before.fields[index[supply]] != step.state.fields[index[supply]] and len(taken) < SPOTS_A_RULE:
                        taken.append((spot, spot.actor(instance)))
                before = step.state

    def spots(self, unmet: Iterable[Pair]) -> Iterator[Spot]:
        """The built spots for pairs that were not met, some for each."""
        for pair in unmet:
            tried = 0
            for spot, state in self._of(pair):
                if tried == TRIED:
                    break
                found = at_rest(spot.system, state)
                if isinstance(found, State) and found != spot.state:
                    tried += 1
                    yield replace(spot, state=found, drawn=True)

    def _of(self, pair: Pair) -> Iterator[tuple[Spot, State]]:
        if pair.kind == MARK:
            held = self._by_name[pair.one]
            for several in self._moved.get((pair.other, held.sort), {}).values():
                for spot, member in several:
                    yield from ((spot, state) for state in marks(spot, held, member))
        elif pair.kind == SUPPLY:
            for spot, who in self._taken[pair.one, pair.other]:
                yield spot, without_supply(spot, pair.one, who)
        elif pair.kind == LEAVER and (out := out_of_the_game(self.system)) is not None:
            players = self.system.players
            for spot in self._open[pair.one]:
                for who in sorted({*range(spot.system.scope.size(players))} - spot.awaited_players):
                    fields = list(spot.state.fields)
                    for name in out[1]:
                        index = spot.system.schema.index[name]
                        fields[index] = put(fields[index], (who,), True)
                    yield spot, State(tuple(fields), spot.state.frames)


def marks(spot: Spot, held: MemberField, member: int) -> Iterator[State]:
    """The states in which something is noted of a member, or something names it."""
    schema, state = spot.system.schema, spot.state
    if held.record is None:
        index = schema.index[held.field.name]
        for value in _notes(spot, held, member, state.fields[index]):
            yield state.with_field(index, value)
        return
    frame = schema.frame_index[held.record]
    record = state.frames[frame]
    if record is not None:
        number = schema.field_index[frame][held.field.name]
        for value in _notes(spot, held, member, record[number]):
            yield state.with_field(number, value, frame)


def _notes(spot: Spot, held: MemberField, member: int, now: object) -> Iterator[object]:
    """The values of a field in which a member is marked, or named."""
    ways = naming_leaves if held.names else note_leaves
    for keys, found in ways(held.field.type, t.Sort(held.sort), member, now):
        yield put(now, keys, found) if keys else found


def without_supply(spot: Spot, supply: str, who: int | None) -> State:
    """The state in which nothing is left of a supply; of what each player has, of this one's."""
    schema, fields = spot.system.schema, list(spot.state.fields)
    index = schema.index[supply]
    slot = schema.slots[index]
    keyed = isinstance(slot.field.type, t.Map) and slot.field.type.key == t.Sort(spot.system.system.players)
    for keys, value in list(leaves(slot.field.type, fields[index])):
        if not keyed or who is None or keys[0] == who:
            none = () if isinstance(slot.leaf, t.Pile) else 0
            if value != none:
                fields[index] = put(fields[index], keys, none) if keys else none
    return State(tuple(fields), spot.state.frames)


STATES_A_PHASE, OTHERS = 2, 3
"""States that are kept of one phase in which the same is noted, and values that are tried of one field."""
LONGEST = 60
"""Duties that see to a change."""
Phase: TypeAlias = tuple[str, ...]


class Relocator:
    """Notes states, and puts things elsewhere in them."""

    def __init__(
        self,
        listed: DeclarationIndex,
        words: QuestionPhrases,
        marks: MarkProbe,
        ends: EndingProbe,
        ask: QuestionSink,
        seed: int,
    ) -> None:
        self.listed, self.system, self.words, self.ask = listed, listed.system, words, ask
        self.marks, self.ends, self.rng = marks, ends, Random(seed)
        self._kept: dict[tuple[Phase, frozenset[str]], list[Spot]] = defaultdict(list)
        self._amid: dict[Phase, list[tuple[Spot, State]]] = defaultdict(list)
        self._sources: dict[str, set[object]] = defaultdict(set)
        self._out = out_of_the_game(listed.system)

    def note(self, spot: Spot) -> None:
        if spot.is_over:
            return
        kept = self._kept[self.phase(spot, spot.state), frozenset(held for held, _, _ in self._notes(spot))]
        if len(kept) == STATES_A_PHASE:
            return
        kept.append(spot)
        index = spot.system.schema.index
        for instance, outcome in spot.steps.items():
            before = spot.state
            for step in outcome.substeps:
                if self._out is not None:
                    self._keep_amid(spot, step.state)
                if self.system.actions[instance.action].kind == "chance":
                    for sort, field in self.listed.place.items():
                        was, now = (state.fields[index[field.name]] for state in (before, step.state))
                        self._sources[sort] |= {a for a, b in zip(was, now, strict=True) if a != b and a is not None}
                before = step.state

    def _keep_amid(self, spot: Spot, state: State) -> None:
        """Keeps a state in which somebody may go out; best one of many players, as with two that ends the game."""
        amid = self._amid[self.phase(spot, state)]
        if len(amid) == STATES_A_PHASE:
            fewest = min(amid, key=lambda kept: self._players_left(*kept))
            if self._players_left(*fewest) >= self._players_left(spot, state):
                return
            amid.remove(fewest)
        amid.append((spot, state))

    def _players_left(self, spot: Spot, state: State) -> int:
        return spot.system.scope.size(self.system.players) - len(spot.system.out(state))

    def phase(self, spot: Spot, state: State) -> Phase:
        """The innermost frame, and what fields of one enum say."""
        slots = zip(spot.system.schema.slots, state.fields, strict=True)
        said = (f"{slot.field.name} {value}" for slot, value in slots if isinstance(slot.field.type, t.Enum))
        return spot.system.schema.innermost(state) or "", *said

    def _notes(self, spot: Spot) -> Iterator[tuple[str, str, int]]:
        """The notes of members, and references to them, that there are."""
        for held in self.listed.held_marks:
            for member in range(spot.system.scope.size(held.sort)):
                if holds(spot, held, spot.state, member):
                    yield held.name, held.sort, member

    # --- states -----------------------------------------------------------------------------------------------------

    def spots(self) -> Iterator[Spot]:
        """Spots by turns of each phase, and of what is noted in it."""
        waiting = [self._of(spot) for several in self._kept.values() for spot in several]
        waiting += [self._leaving(spot, state) for several in self._amid.values() for spot, state in several]
        self.rng.shuffle(waiting)
        while waiting:
            left = []
            for one in waiting:
                found = next(one, None)
                if found is not None:
                    left.append(one)
                    yield found
            waiting = left

    def _of(self, spot: Spot) -> Iterator[Spot]:
        several = [list(self._new_notes(spot)), list(self._moves_of_bearers(spot))]
        for changes in several:
            self.rng.shuffle(changes)
        by_turns = (moved for pair in zip_longest(*several) for moved in pair if moved is not None)
        for moved in chain(self._empty(spot), by_turns):
            found = put_elsewhere(spot, moved)
            if found is not None:
                yield found

    def _moves_of_bearers(self, spot: Spot) -> Iterator[StateChange]:
        """Something of which something is noted, or of which nothing is, elsewhere."""
        for sort, member in sorted({(sort, member) for _, sort, member in self._notes(spot)}):
            yield from self._moves(spot, spot.state, sort, member)
        for sort in self.listed.whereabouts:
            if size := spot.system.scope.size(sort):
                yield from self._moves(spot, spot.state, sort, self.rng.randrange(size))

    def _new_notes(self, spot: Spot) -> Iterator[StateChange]:
        """Something more is noted, of what choices that read it are about; it is left where it is, or put elsewhere."""
        for held in self.listed.held_marks:
            about = self._about(spot, held)
            for member in self.rng.sample(about, min(OTHERS, len(about))):
                states = list(marks(spot, held, member))
                self.rng.shuffle(states)
                states.sort(key=lambda state: not self._changed_keys(spot, held, state) & set(about))
                for state in states[:OTHERS]:
                    yield StateChange(spot.state, state, held.sort, member)
                    moved = list(self._moves(spot, state, held.sort, member))
                    yield from self.rng.sample(moved, min(OTHERS, len(moved)))

    def _about(self, spot: Spot, held: MemberField) -> list[int]:
        """The members that allowed choices are about, of actions that read what is held."""
        found = set[int]()
        for instance in spot.choices:
            if (held.record, held.field.name) in self.listed.uses[instance.action].reads:
                parameters = self.system.actions[instance.action].chosen_parameters
                for parameter, value in zip(parameters, instance.args, strict=True):
                    found.update(members_in(parameter.type, value, t.Sort(held.sort)))
        return sorted(found)

    def _changed_keys(self, spot: Spot, held: MemberField, state: State) -> set[int]:
        """The keys of the field at which a state is another one."""
        values = [value_in(spot, one, held.record, held.field) for one in (spot.state, state)]
        return {keys[0] for keys, _ in differing(held.field.type, *values) if keys}

    def _moves(self, spot: Spot, state: State, sort: str, member: int) -> Iterator[StateChange]:
        """A member elsewhere: by one field, or as another member lies."""
        index, fields = spot.system.schema.index, self.listed.whereabouts.get(sort, ())
        several = [{f.name: value} for f in fields for value in self._values(spot, f, state, member)]
        others = [one for one in range(spot.system.scope.size(sort)) if one != member]
        for other in self.rng.sample(others, min(OTHERS, len(others))):
            several.append({f.name: state.fields[index[f.name]][other] for f in fields})
        for values in several:
            yield StateChange(state, _with(spot, state, sort, [member], values), sort, member)

    def _values(self, spot: Spot, field: Field, state: State, member: int) -> list[object]:
        """Some other values of a field for a member."""
        leaf = t.leaf_type(field.type)
        inner = t.unwrap(leaf)
        several: list[object] = [None] if isinstance(leaf, t.Optional) else []
        if isinstance(inner, t.Enum):
            several += range(len(self.system.enums[inner.name].members))
        elif isinstance(inner, t.Sort):
            several += range(spot.system.scope.size(inner.name))
        now = state.fields[spot.system.schema.index[field.name]][member]
        several = [value for value in several if value != now]
        return self.rng.sample(several, min(OTHERS, len(several)))

    def _empty(self, spot: Spot) -> Iterator[StateChange]:
        """States with as little left to draw from as one thing of each player, or nothing."""
        draws = (one.state for one in spot.steps.values() if one.state is not None)
        if spot.awaited_players == t.CHANCE or not any(_is_chance_next(spot, state) for state in draws):
            return
        index = spot.system.schema.index
        for sort, sources in self._sources.items():
            field, several = self.listed.place[sort], self.listed.whereabouts.get(sort, ())
            at = spot.state.fields[index[field.name]]
            others = [i for i, value in enumerate(at) if value not in sources]
            for source in sorted(sources, key=repr) if others else ():
                there = [i for i, value in enumerate(at) if value == source]
                like = self.rng.choice(others)
                values = {f.name: spot.state.fields[index[f.name]][like] for f in several}
                for left in (1, 0):
                    owners = defaultdict[object, list[int]](list)
                    for member in there:
                        owners[self._owner(spot, sort, member)].append(member)
                    away = [member for several_ in owners.values() for member in several_[left:]]
                    if away:
                        yield StateChange(spot.state, _with(spot, spot.state, sort, away, values))

    def _owner(self, spot: Spot, sort: str, member: int) -> object:
        """The owner of a member by what is printed on it."""
        for attribute in self.system.sorts[sort].attributes:
            column = spot.system.scope.attributes.get((sort, attribute.name))
            if attribute.type == t.Sort(self.system.players) and column:
                return column[member]
        return None

    def _leaving(self, spot: Spot, amid: State) -> Iterator[Spot]:
        """Each player who is not out yet goes out, amid what is going on."""
        assert self._out is not None
        for who in range(spot.system.scope.size(self.system.players)):
            fields = list(amid.fields)
            for name in self._out[1]:
                at = spot.system.schema.index[name]
                fields[at] = put(fields[at], (who,), True)
            unsettled = State(tuple(fields), amid.frames)
            if unsettled != amid and (
                found := put_elsewhere(spot, StateChange(amid, unsettled, self.system.players, who))
            ):
                yield found

    # --- what they show ---------------------------------------------------------------------------------------------

    def look(self, spot: Spot) -> None:
        assert spot.moved is not None
        if spot.moved.sort == self.system.players:
            self._leave_amid(spot, spot.moved)
        elif spot.moved.sort:
            self.marks.look_elsewhere(spot)
        elif not spot.is_over:
            self._run_out(spot)

    def _leave_amid(self, spot: Spot, moved: StateChange) -> None:
        """Somebody goes out: by which duties what was going on is cut short, or that it goes on."""
        out = self.system.out
        assert out is not None
        phase, after = self.phase(spot, moved.before), self.phase(spot, spot.state)
        fired = list(duties(spot.system, moved.unsettled)) if after != phase else []
        names = [name for name, state in fired if self.phase(spot, state) != phase][:1]

        def make() -> Question:
            words = self.words
            name, frame = words.player(spot, moved.member), spot.system.schema.innermost(moved.before)
            of = self.system.frames[frame].origin.cites if frame else ()
            asks = f"{name} goes out{words.amid(frame)}. Is what is going on carried out to its end?"
            model = f"it ends, by {words.rule(names[0])}" if names else "it goes on"
            mover = self.listed.rule_cites(names[0]) if names else ()
            return Question(
                "out", ("amid",), asks, model, "it goes on" if names else f"it ends with {name}",
                (of, (*out.origin.cites, *mover)), (), spot, None, lambda system: settle(system, moved.unsettled),
            )  # fmt: skip

        self.ask("out", ("amid",), spot, make, [(*phase, *names)])

    def _run_out(self, spot: Spot) -> None:
        """Let somebody draw where little is left, so that chance finds nothing."""
        for instance, outcome in spot.steps.items():
            after = outcome.state
            for _ in range(FAR):
                if after is None or spot.system.is_over(after) or spot.system.awaits(after) != t.CHANCE:
                    break
                may = spot.system.allowed_instances(after)
                if not may:
                    self.ends.look_for_standstill(_at(spot, after), instance.action)
                    break
                after = spot.system.take(after, may[0]).state


def _is_chance_next(spot: Spot, state: State) -> bool:
    """Whether something is drawn next."""
    try:
        return not spot.system.is_over(state) and spot.system.awaits(state) == t.CHANCE
    except BranchEnds:
        return False


def _with(spot: Spot, state: State, sort: str, members: list[int], values: dict[str, object]) -> State:
    fields, index = list(state.fields), spot.system.schema.index
    for name, value in values.items():
        for member in members:
            fields[index[name]] = put(fields[index[name]], (member,), value)
    return State(tuple(fields), state.frames)


def _at(spot: Spot, state: State) -> Spot:
    return Spot(spot.system, state, spot.where, spot.depth + 1, spot.play, spot.reading, drawn=True, moved=spot.moved)


def put_elsewhere(spot: Spot, moved: StateChange) -> Spot | None:
    """The state behind a change, once duties have seen to it; None where it is none that play could stand in."""
    try:
        rest = settle(spot.system, moved.unsettled)
        found = None if rest is None else at_rest(spot.system, rest)
    except BranchEnds:
        return None
    if not isinstance(found, State) or found == moved.before:
        return None
    return Spot(
        spot.system, found, spot.where, spot.depth, spot.play, spot.reading, drawn=True, moved=moved, rng=spot.rng
    )


def duties(system: TransitionSystem, state: State) -> Iterator[tuple[str, State]]:
    """The duties and settles that follow, one after the other, with the state after each; `BranchEnds` where that
    cannot be told."""
    for _ in range(LONGEST):
        due = system.due(state)
        if due is None:
            return
        outcome = system.substep(state, due)
        if outcome.state is None:
            return
        state = outcome.state
        yield outcome.substeps[0].name, state


def settle(system: TransitionSystem, state: State) -> State | None:
    """The state that duties lead to; None where they do not come to rest."""
    for _, after in duties(system, state):
        state = after
    return state if system.due(state) is None else None
