"""A drawn state: how it comes about, what may be chosen there, and the members and rules that it is about.

Files are read as they are chosen: all of a large rulebook takes as long as a hundred states.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from ruleslawyer.base.diagnostics import ModelError, UsageError
from ruleslawyer.base.files.content import Json
from ruleslawyer.check.scenario.consistent import broken_properties
from ruleslawyer.check.scenario.run import start_play
from ruleslawyer.check.scenario.scenario import Scenario
from ruleslawyer.check.scenario.suite import Suite, suite_of
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.ir.uses import Functions
from ruleslawyer.ir.walk import walk
from ruleslawyer.play.coded import CompiledSystem
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.rulebook.scopes.members import endless
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.state import State, leaves
from ruleslawyer.semantics.state import replace as put
from ruleslawyer.semantics.transition import Instance, TransitionSystem
from ruleslawyer.studies.sweep.plan import Plan

Dealt: TypeAlias = tuple[tuple[str, Any], ...]
"""The factors of a sweep that are not as usual, with their values."""
Printed: TypeAlias = tuple[tuple[str, str, int, object], ...]
"""What is printed on members otherwise: the sort, the attribute, the member, the value."""


Where: TypeAlias = Mapping[str, tuple[object, ...]]


@dataclass(frozen=True, slots=True)
class Deal:
    """How a state comes about. dealt: the values of a sweep that the scope has; printed: what was drawn besides; begin,
    walk: the play; leaves: what was drawn of the state behind it; reading: an option that is not the usual one;
    scenario: the one that gives the state in place of a beginning; anew: what is printed otherwise behind the play;
    then: how it is played on from what was drawn."""

    scope: Scope
    dealt: Dealt
    printed: Printed
    begin: Instance
    walk: tuple[Instance, ...] = ()
    leaves: tuple[tuple[str, tuple[int, ...], object], ...] = ()
    reading: tuple[tuple[str, str], ...] = ()
    scenario: Scenario | None = None
    anew: Printed = ()
    then: tuple[Instance, ...] = ()

    def beginning(self, system: TransitionSystem) -> State | None:
        """The state in which the play begins; None where it cannot begin so in this system."""
        if self.scenario is None:
            outcome = system.begin(self.begin)
            return outcome.state if outcome is not None else None
        try:  # with something else printed what is given may contradict itself
            return start_play(system, Codec(system.system, system.scope), self.scenario).state
        except (BranchEnds, UsageError):
            return None

    def play(self, codec: Codec) -> tuple[str, ...]:
        """The play in words: where it begins, which may be a scenario's file and line, and its choices."""
        begins = codec.call(self.begin) if self.scenario is None else self.scenario.place
        return begins, *map(codec.call, (*self.walk, *self.then))

    @property
    def size(self) -> tuple[int, ...]:
        """The size by which one deal is simpler than another: little that is drawn, then a short play."""
        return (
            len(self.leaves),
            len(self.printed) + len(self.anew),
            len(self.reading),
            len(self.walk) + len(self.then),
            len(self.dealt),
        )

    def smaller(self, plan: Plan | None) -> Iterator[Deal]:
        """The same with one thing less that was drawn or dealt, or one step less. plan: of the sweep that dealt it."""
        for i in range(len(self.leaves)):
            yield replace(self, leaves=self.leaves[:i] + self.leaves[i + 1 :])
        for i in range(len(self.printed)):
            yield replace(self, printed=self.printed[:i] + self.printed[i + 1 :])
        for i in range(len(self.anew)):
            yield replace(self, anew=self.anew[:i] + self.anew[i + 1 :])
        if self.reading:
            yield replace(self, reading=())
        for i in range(len(self.walk)):
            yield replace(self, walk=self.walk[:i] + self.walk[i + 1 :])
        for i in range(len(self.then)):
            yield replace(self, then=self.then[:i] + self.then[i + 1 :])
        for i in range(1, len(self.dealt) if plan else 0):
            assert plan is not None
            dealt = self.dealt[:i] + self.dealt[i + 1 :]
            try:
                scope = plan.scope(dealt[0][1], dict(dealt[1:]))[1]
            except ModelError:
                continue
            if scope.names == self.scope.names:
                yield replace(self, scope=scope, dealt=dealt)


def printed_on(scope: Scope, printed: Printed) -> Scope:
    """The scope with something else printed on members."""
    attributes = dict(scope.attributes)
    for sort, name, member, value in printed:
        column = attributes[sort, name]
        assert column is not None
        attributes[sort, name] = (*column[:member], value, *column[member + 1 :])
    return replace(scope, attributes=attributes)


def deal_in_words(deal: Deal, codec: Codec) -> Json:
    """A deal in words: what was drawn, and the play."""
    types = {(s, a.name): a.type for s, sort in codec.system.sorts.items() for a in sort.attributes}
    return {
        "scope": deal.scope.name,
        "dealt": {name: str(value) for name, value in deal.dealt},
        "printed": {
            f"{codec.scope.names[sort][member]}.{name}": codec.text(types[sort, name], value)
            for sort, name, member, value in (*deal.printed, *deal.anew)
        },
        "drawn": leaves_in_words(deal.leaves, codec),
        "reading": dict(deal.reading),
        "play": list(deal.play(codec)),
    }


def leaves_in_words(drawn: Iterable[tuple[str, tuple[int, ...], object]], codec: Codec) -> dict[str, str]:
    """Leaves of the state in words, by field and keys."""
    fields = {slot.field.name: slot for slot in codec.schema.slots}
    return {
        f"{name}{codec.keys(fields[name].field.type, keys)}": codec.text(fields[name].leaf, value)
        for name, keys, value in drawn
    }


DUE = "something is due there"
UNMET = "something else is assumed of what is printed on members"


@dataclass(frozen=True)
class SampledState:
    """A state, in its system; what may be chosen there, and what comes of it, is asked once. before: the state that
    play came to, where something was drawn of it."""

    deal: Deal
    system: TransitionSystem
    state: State
    before: State | None = None

    @cached_property
    def allowed_instances(self) -> tuple[Instance, ...]:
        """The choices that are allowed; `BranchEnds` where whose decision it is cannot be told."""
        return tuple(self.system.allowed_instances(self.state))

    @cached_property
    def _outcomes(self) -> dict[Instance, State | None]:
        return {}

    def after(self, instance: Instance) -> State | None:
        """The state that a choice leads to; None where the branch ends."""
        if instance not in self._outcomes:
            self._outcomes[instance] = self.system.after(self.state, instance)
        return self._outcomes[instance]


def event_free_system(
    ruleset: LoadedRuleset, scope: Scope, reading: Mapping[str, str] | None = None
) -> TransitionSystem:
    """The system of a scope of which many states are asked, and no events."""
    made = ruleset.in_scope(scope, reading, brief=True)
    return CompiledSystem(made.machine, made.reading, made.rulings)


def with_print(system: TransitionSystem, printed: Printed) -> TransitionSystem:
    """The same with something else printed on members."""
    scope = printed_on(system.scope, printed)
    machine = Interpreter(system.system, scope, system.schema, brief=True)  # what a state has hangs on no print
    return CompiledSystem(machine, system.reading, system.rulings)


def rebuild_state(ruleset: LoadedRuleset, deal: Deal) -> SampledState | None:
    """The state of a deal, made anew; None where it does not come about."""
    system = event_free_system(ruleset, printed_on(deal.scope, deal.printed), dict(deal.reading))
    if not system.meets_assumptions:
        return None
    try:
        state = _lead(system, deal.beginning(system), deal.walk)
        system = with_print(system, deal.anew) if deal.anew else system
        drawn = None if state is None else apply_draw(system, state, deal)
        found = None if isinstance(drawn, str) else _lead(system, drawn, deal.then)
    except BranchEnds:
        return None
    return None if found is None else SampledState(deal, system, found)


def _lead(system: TransitionSystem, state: State | None, steps: Iterable[Instance]) -> State | None:
    """The state that allowed steps lead to, one after the other; None where one is not allowed."""
    for instance in steps:
        judged = None if state is None else system.candidate(state, instance)
        if state is None or judged is None or not judged.is_allowed:
            return None
        state = system.after(state, instance)
    return state


def apply_draw(system: TransitionSystem, state: State, deal: Deal) -> State | str:
    """A state with what a deal draws of it; why it is not kept."""
    fields = list(state.fields)
    for name, keys, leaf in deal.leaves:
        index = system.schema.index[name]
        fields[index] = put(fields[index], keys, leaf)
    found = State(tuple(fields), state.frames)
    return found if found == state and not deal.anew else at_rest(system, found)


def at_rest(system: TransitionSystem, state: State) -> State | str:
    """A state without what means nothing in it; why it is none that play could stand in."""
    if not system.meets_assumptions:
        return UNMET
    try:
        if (unset := system.schema.unset(state)) is not None:
            return f"`{unset}` has no value"
        state = system.meaningful(state)
        if system.due(state) is not None:
            return DUE
        for check in broken_properties(system, state):
            return f"it breaks {check.name}"
    except BranchEnds as ends:
        return f"it cannot be judged: {ends.event.title}"
    return state


def questions_about(system: System, names: Collection[str]) -> tuple[str, ...]:
    """The questions that are asked in a rule that reads or writes one of some fields or attributes itself."""
    found = dict[str, None]()
    for function in system.functions() if names else ():
        nodes = list(walk(function.body))
        if any(_name(node) in names for node in nodes):
            found |= {node.name: None for node in nodes if isinstance(node, n.Call) and node.kind == "question"}
    return tuple(found)


def ends_the_game(system: System) -> frozenset[str]:
    """The fields by which a game is over, or won, and those by which a settle writes these."""
    functions = Functions(system)
    found = {name for frame, name in functions.uses([system.ended, system.winners]).reads if frame is None}
    for settle in system.settles.values():
        if any(frame is None and name in found for frame, name in functions.uses([settle.function]).writes):
            found |= {name for frame, name in functions.uses([settle.when]).reads if frame is None}
    return frozenset(found)


def words_to_write(system: System, fields: Collection[str]) -> tuple[tuple[str, Where], ...]:
    """The words that are printed on a member where a rule writes one of some fields: the sort, and the attribute's
    value."""
    found = dict[tuple[str, str, object], None]()
    for function in system.functions() if fields else ():
        for node in walk(function.body):
            if isinstance(node, n.If) and any(_writes(one, fields) for one in walk(node.then)):
                found |= dict.fromkeys(_words(node.condition))
    return tuple((sort, {name: (value,)}) for sort, name, value in found)


def words_compared(system: System, question: str) -> dict[str, tuple[object, ...]]:
    """The words that rules compare which ask a question, by the attribute that they read and that may say one."""
    found: dict[str, dict[object, None]] = {}
    for function in system.functions():
        nodes = list(walk(function.body))
        if any(isinstance(node, n.Call) and node.kind == "question" and node.name == question for node in nodes):
            read = {node.name: t.unwrap(node.type) for node in nodes if isinstance(node, n.Attr)}
            for name, type_ in read.items():
                words = (node.right for node in nodes if isinstance(node, n.Compare) and node.op == "==")
                same = [one.value for one in words if isinstance(one, n.Const) and one.type == type_]
                if same and isinstance(type_, t.Enum):
                    found.setdefault(name, {}).update(dict.fromkeys(same))
    return {name: tuple(values) for name, values in found.items()}


def _writes(node: object, fields: Collection[str]) -> bool:
    return isinstance(node, n.Place) and node.record is None and node.field in fields


def _name(node: object) -> str:
    match node:
        case n.Read(record=None, field=name) | n.Place(record=None, field=name) | n.Attr(name=name):
            return name
    return ""


def _words(condition: n.Expr) -> Iterator[tuple[str, str, object]]:
    """The words that a condition wants to be printed."""
    for node in walk(condition):
        match node:
            case n.Compare(op="==", left=n.Attr(sort=sort, name=name, keys=()), right=n.Const(value=value)):
                yield sort, name, value


BUSY = 2
"""Members of a pile that count, from the top."""


def members_in_frames(system: TransitionSystem, state: State) -> frozenset[tuple[t.Type, int]]:
    """The members that an open frame is about, but for players: where they are and how stays as play made it."""
    found = set[tuple[t.Type, int]]()
    for slots, record in zip(system.schema.frame_slots, state.frames, strict=True):
        for slot, value in zip(slots, record or (), strict=False):
            of = t.unwrap(slot.leaf)
            if isinstance(of, t.Sort) and of.name != system.system.players:
                found |= {(of, leaf) for _, leaf in leaves(slot.field.type, value) if leaf is not None}
    return frozenset(found)


def members_at_work(system: TransitionSystem, state: State) -> frozenset[tuple[t.Sort, int]]:
    """The members that something names which is no map: an open frame, a pile, a field of one member."""
    found = set[tuple[t.Sort, int]]()
    for slot, value in zip(system.schema.slots, state.fields, strict=True):
        leaf = t.unwrap(slot.leaf)
        if isinstance(leaf, t.Pile):
            several = [one for _, pile in leaves(slot.field.type, value) for one in pile[:BUSY]]
            found |= {(leaf.item, one) for one in several if isinstance(leaf.item, t.Sort)}
        elif isinstance(leaf, t.Sort) and value is not None and not isinstance(slot.field.type, t.Map):
            found.add((leaf, value))
    framed = ((of, who) for of, who in members_in_frames(system, state) if isinstance(of, t.Sort))
    return frozenset((*found, *framed))


def names_member_place(
    system: TransitionSystem, leaf: tuple[str, tuple[int, ...], object], members: Collection[tuple[t.Type, int]]
) -> bool:
    """Whether a leaf says in a word where one of some members is, or what it is."""
    slot = system.schema.slots[system.schema.index[leaf[0]]]
    return isinstance(slot.leaf, t.Enum) and is_of(system, leaf, members)


def is_of(
    system: TransitionSystem, leaf: tuple[str, tuple[int, ...], object], members: Collection[tuple[t.Type, int]]
) -> bool:
    type_ = system.schema.slots[system.schema.index[leaf[0]]].field.type
    return isinstance(type_, t.Map) and (type_.key, leaf[1][0]) in members


FEW = 0, 3
"""The bounds of a number that has none."""


class ScenarioSampler:
    """The scenarios of a ruleset, by chance."""

    def __init__(self, ruleset: LoadedRuleset, rng: Random) -> None:
        self.ruleset, self.rng = ruleset, rng
        self._files = sorted(ruleset.scenario_folder.rglob("*.toml"))
        self._read: dict[Path, list[Scenario]] = {}
        self._speaking: dict[str, list[Path]] = {}

    def choose(self, names: Collection[str]) -> Scenario | None:
        """One of a file by chance; where some fields and actions are looked for, one that gives, does or writes one of
        them, most likely what few files speak of."""
        if not self._files:
            return None
        files, name = self._files, ""
        if several := [one for one in sorted(names) if self._speaking_of(one)]:
            name = self.rng.choices(several, [1 / len(self._speaking_of(one)) for one in several])[0]
            files = self._speaking_of(name)
        of_file = self._scenarios_of(self.rng.choice(files))
        found = [one for one in of_file if self._is_about(one, name)] or of_file
        return self.rng.choice(found) if found else None

    def _speaking_of(self, name: str) -> list[Path]:
        if name not in self._speaking:
            self._speaking[name] = [file for file, text in self._texts.items() if name in text]
        return self._speaking[name]

    @cached_property
    def _texts(self) -> dict[Path, str]:
        return {file: file.read_text(encoding="utf-8") for file in self._files}

    def _scenarios_of(self, file: Path) -> list[Scenario]:
        """The scenarios of a file, in the usual reading: those that rule a question are about other rules."""
        if file not in self._read:
            several = [one for _, one in bounded_suite(self.ruleset, file).scenarios]
            self._read[file] = [one for one in several if not one.rulings and not one.scope.is_open]
        return self._read[file]

    def _is_about(self, one: Scenario, name: str) -> bool:
        """Whether a scenario gives a field, or an action in it is that one or writes the field."""
        given = any(place.field == name for place, _ in one.given)
        return given or any(name == done.action or name in self._writes[done.action] for done in one.when)

    @cached_property
    def _writes(self) -> dict[str, frozenset[str]]:
        """The fields of the state that each action writes."""
        functions, actions = Functions(self.ruleset.system), self.ruleset.system.actions
        places = {name: functions.uses([action.function]).writes for name, action in actions.items()}
        return {name: frozenset(f for frame, f in several if frame is None) for name, several in places.items()}


def bounded_suite(ruleset: LoadedRuleset, file: Path) -> Suite:
    """The scenarios of a file. One names what is chosen, and need not say how large it may be; whoever plays on has to
    know."""
    suite = suite_of(ruleset, file)
    for number, (of, one) in enumerate(suite.scenarios):
        bounds = {**one.scope.bounds, **dict.fromkeys(endless(of.system, one.scope), FEW)}
        suite.scenarios[number] = of, replace(one, scope=replace(one.scope, bounds=bounds))
    return suite
