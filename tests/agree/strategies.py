"""Random scopes, states and readings of any ruleset, for comparing engines; and the rulesets to compare them on.

Each is made by a generator of random numbers whose seed hypothesis draws. Hypothesis itself would make most of its
examples by copying parts of earlier ones, which in a large ruleset leaves few that differ, and takes most of the time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

from hypothesis import strategies as st

from ruleslawyer.base.origin import Origin
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import Action, Duty, Layer, Norm, Option, System
from ruleslawyer.project.config import Project, RulesetConfig
from ruleslawyer.rulebook.claims.readings import choices
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.rulebook.scopes.load import load_scope
from ruleslawyer.semantics.direct import import_modules
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.look import Reading
from ruleslawyer.semantics.sizes import domain_size, pile_size
from ruleslawyer.semantics.state import Schema, State
from ruleslawyer.semantics.transition import Judged, Outcome, TransitionSystem
from tests.bank import TINY
from tests.bundled import bundled

ROOT = Path(__file__).parents[2]
CLASSICS = tuple(sorted(p.parent for p in (ROOT / "tests" / "classics").glob("*/pyproject.toml")))
NUMBERS = (-3, 8)
"""Where a random integer lies whose type has no bounds."""
SIZES = (2, 3, 2, 3, 2, 3, 1, 4)
"""How many members a sort has; a sort of one hides most mistakes."""
QUIET = (0.0, 0.4, 0.8)
"""How likely a part of a state, or an attribute, is as if never touched: rules that ask for much hold in few others."""
PLAYED = (0, 0, 0, 0, 0, 1, 2, 4)
"""How many actions are taken before a state is looked at."""
BEGINNINGS, CANDIDATES = 12, 60
"""How many initial states, and how many candidates of a state, a random play chooses from."""
NEAR, TRIES = (0, 2, 3, 4, 4, 4), 150
"""How near a state is to come to its goal, and how many are tried until one does."""


@dataclass(frozen=True)
class Bundle:
    """A ruleset, lowered, with its modules imported for the direct run."""

    root: Path
    config: RulesetConfig
    system: System
    modules: Mapping[str, ModuleType]

    def scope(self, name: str) -> Scope:
        return load_scope(self.config.scopes / f"{name}.toml", self.system)


project_at = cache(Project.load)
"""A project, read once for all tests of a process: that of the tiny rulesets has two hundred."""


@cache
def bundle(root: Path, name: str) -> Bundle:
    """Lower and import once for all tests of a process."""
    project = project_at(root)
    config = project.ruleset(name)
    ruleset = bundled().ruleset(name) if root == ROOT else LoadedRuleset(project.root, config)
    system = replace(ruleset.system)  # an object of its own: code that others compile is not at hand for it
    return Bundle(project.root, config, system, import_modules(project.root, system))


def names(root: Path) -> list[str]:
    """The rulesets of a project that have modules."""
    return [name for name, config in project_at(root).rulesets.items() if config.modules]


def everywhere() -> Iterator[tuple[Path, str]]:
    """Every ruleset of the repository: the tiny ones, the classics, the bundled project."""
    for root in (TINY, *CLASSICS, ROOT):
        for name in names(root):
            yield root, name


# --- for hypothesis ----------------------------------------------------------------------------------------------

_SEEDS = st.integers(0, 2**32 - 1)


@st.composite
def scopes(draw: st.DrawFn, system: System) -> Scope:
    return random_scope(Random(draw(_SEEDS)), system)


@st.composite
def states(draw: st.DrawFn, schema: Schema) -> State:
    return random_case(Random(draw(_SEEDS)), schema)[0]


@st.composite
def cases(draw: st.DrawFn, schema: Schema) -> tuple[State, Reading]:
    """A state with a reading that suits it."""
    return random_case(Random(draw(_SEEDS)), schema)


@st.composite
def readings(draw: st.DrawFn, system: System) -> Reading:
    return random_reading(Random(draw(_SEEDS)), system)


# --- scopes ------------------------------------------------------------------------------------------------------


def random_scope(dice: Random, system: System) -> Scope:
    """Sorts of 1 to 4 members with random attributes, constants of 0 to 3, every integer parameter bounded."""
    sizes = {name: dice.choice(SIZES) for name in system.sorts}
    sized = Scope(
        name="random",
        title="random",
        names={name: tuple(f"{name.lower()}{i}" for i in range(size)) for name, size in sizes.items()},
        attributes={},
        constants={name: constant.value for name, constant in system.constants.items()},
        shrunk=(),
        caps={},
        bounds=_bounds(dice, system),
        initial=(),
    )
    values = Values(dice, system, sized, dice.choice(QUIET))
    attributes = {
        (sort.name, attribute.name): tuple(values.quiet(attribute.type) for _ in range(sizes[sort.name]))
        for sort in system.sorts.values()
        for attribute in sort.attributes
    }
    constants = {
        name: dice.randint(0, 3) if isinstance(constant.type, t.Int) else constant.value
        for name, constant in system.constants.items()
    }
    return replace(sized, attributes=attributes, constants=constants)


def _bounds(dice: Random, system: System) -> dict[str, tuple[int, int]]:
    """0 to 1, 2 or 3 for each integer parameter whose type leaves a side open."""
    found = {}
    for function in (system.initial.function, *(action.function for action in system.actions.values())):
        for parameter in function.parameters:
            integer = _integer(parameter.type)
            if integer is not None and (integer.low is None or integer.high is None):
                low = 0 if integer.low is None else integer.low
                high = low + dice.choice((1, 2, 2, 3)) if integer.high is None else integer.high
                found[f"{function.name}.{parameter.name}"] = (low, high)
    return found


def _integer(type_: t.Type) -> t.Int | None:
    match type_:
        case t.Int():
            return type_
        case t.Optional(item) | t.Map(_, item):
            return _integer(item)
    return None


# --- values ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Values:
    """Random canonical values; `quietness` is how likely a part of a value is the least there is.

    `named` are members of enums that are likelier than others.
    """

    dice: Random
    system: System
    scope: Scope
    quietness: float
    named: Mapping[str, Sequence[int]] = field(default_factory=dict)

    def any(self, type_: t.Type) -> Any:
        """Any value of a type, integers within their bounds."""
        dice = self.dice
        match type_:
            case t.Bool():
                return dice.random() < 0.5
            case t.Int(low, high):
                first, last = _range(low, high)
                return last if dice.random() < 0.25 else dice.randint(first, last)
            case t.Enum(name) if name in self.named and dice.random() < 0.5:
                return dice.choice(self.named[name])
            case t.Sort() | t.Enum():
                return dice.randrange(domain_size(type_, self.system, self.scope))
            case t.Optional(item):
                return None if dice.random() < 0.3 else self.any(item)
            case t.Set(item):
                return frozenset(self._some(item))
            case t.Awaits(item):
                return t.CHANCE if dice.random() < 0.3 else frozenset(self._some(item))
            case t.Pile(item):
                if not type_.repeats:
                    return tuple(self._some(item))[: pile_size(type_, self.system, self.scope)]
                held = self.dice.randint(0, pile_size(type_, self.system, self.scope))
                return tuple(self.any(item) for _ in range(held))
            case t.Map(key, item):
                return tuple(self.any(item) for _ in range(domain_size(key, self.system, self.scope)))
        raise TypeError(f"no values of {type_}")

    def _some(self, item: t.Type) -> list[int]:
        """Some members in any order, now and then all."""
        members = list(range(domain_size(item, self.system, self.scope)))
        return self.dice.sample(members, self.dice.choice((len(members), self.dice.randint(0, len(members)))))

    def quiet(self, type_: t.Type, default: Any = None) -> Any:
        """Any value, its leaves likely to be as in the default, or without one false, none, empty or the least."""
        if isinstance(type_, t.Map):
            parts = default if default is not None else (None,) * domain_size(type_.key, self.system, self.scope)
            return tuple(self.quiet(type_.value, part) for part in parts)
        if self.dice.random() >= self.quietness:
            return self.any(type_)
        return default if default is not None else self._least(type_)

    def _least(self, type_: t.Type) -> Any:
        match type_:
            case t.Bool():
                return False
            case t.Int(low, high):
                return 0 if (low or 0) <= 0 and (high is None or high >= 0) else low if low is not None else high
            case t.Optional():
                return None
            case t.Set():
                return frozenset()
            case t.Pile():
                return ()
        return self.any(type_)


def _range(low: int | None, high: int | None) -> tuple[int, int]:
    first, last = NUMBERS
    low = low if low is not None else min(first, high - 1 if high is not None else first)
    return low, high if high is not None else max(last, low + 1)


# --- states ------------------------------------------------------------------------------------------------------


def random_case(dice: Random, schema: Schema) -> tuple[State, Reading]:
    """Any well-typed state, or what a short play from it, or from a beginning, comes to, or nearly that; and a reading.

    Most are looked for with a goal: an action that can be carried out, a clause that decides about one, or a duty that
    is due. Each action and each duty is the goal as often as any other, so that those that ask for much are seen too.
    """
    system = TransitionSystem(Interpreter(schema.system, schema.scope, schema), random_reading(dice, schema.system))
    begun = [o.state for _, o in islice(system.initial(), BEGINNINGS) if o.state] if dice.random() < 0.15 else []
    if begun:
        state = dice.choice(begun)
    else:
        state, system = _aimed(dice, system)
    for _ in range(dice.choice(PLAYED)):
        state = _played(dice, system, state)
    if dice.random() < 0.2:
        state = _disturbed(Values(dice, schema.system, schema.scope, 0), schema, state)
    return state, system.reading


def _aimed(dice: Random, system: TransitionSystem) -> tuple[State, TransitionSystem]:
    """A state in which a goal is met, or the best of some tries: new states, or the best so far with a change.

    A goal may be an option of a question; then the reading is changed to choose it.
    """
    schema, rules = system.schema, system.system
    name = dice.choice((*rules.actions, *rules.duties))
    goal: Action | Duty = rules.actions.get(name) or rules.duties[name]
    asked = Asked.by(goal, rules)
    clause = dice.choice((None, *asked.clauses))
    for question in rules.questions.values():
        if clause is not None and any(option.name == clause for option in question.options):
            system = system.under(question.name, clause)
    alone = replace(rules, actions={name: goal} if isinstance(goal, Action) else {})
    aim = TransitionSystem(Interpreter(alone, schema.scope, schema), system.reading)
    wanted, best, reached = dice.choice(NEAR), schema.default(), -1.0
    for _ in range(TRIES if wanted else 1):
        values = Values(dice, rules, schema.scope, dice.choice(QUIET), asked.members if wanted else {})
        if reached >= 0 and dice.random() < 0.7:
            state = _disturbed(values, schema, best, asked.fields)
        else:
            state = _unplayed(values, schema, goal.at if isinstance(goal, Action) else (goal.at,))
        near = _nearness(aim, state, name, clause)
        if near >= reached:
            best, reached = state, near
        if reached >= wanted:
            break
    return best, system


@dataclass(frozen=True)
class Asked:
    """What the rules of an action or a duty ask about: fields of the state, and members of enums by name.

    clauses: those that may decide about it, those whose effect it may have, and options of the questions it may ask.
    """

    fields: frozenset[str]
    members: Mapping[str, Sequence[int]]
    clauses: tuple[str, ...]

    @staticmethod
    def by(goal: Action | Duty, system: System) -> Asked:
        conditions = (goal.domain, goal.norms, goal.parts) if isinstance(goal, Action) else (goal.when,)
        rules: list[Any] = [*conditions, goal.function]
        called: set[str] = set()
        asked: set[str] = set()
        members: dict[str, list[int]] = {}
        clauses: dict[str, None] = {}
        while rules:
            for node in inside(rules.pop()):
                match node:
                    case n.Const(value=int(value), type=t.Enum(name)):
                        members.setdefault(name, []).append(value)
                    case n.Read(record=None, field=name):
                        asked.add(name)
                    case n.Call(name=name) if name not in called:
                        called.add(name)
                        rules.append(system.helpers.get(name) or system.terms.get(name) or system.questions[name])
                    case n.Effect(cites=cites) if cites:
                        clauses[f"§{cites[0]}"] = None
                    case Norm(name=name) | Layer(name=name) | Option(name=name):
                        clauses[name] = None
        return Asked(frozenset(asked), members, tuple(clauses))


_PARTS: dict[type, tuple[str, ...]] = {}
"""The fields of each kind of node, the last first."""


def inside(node: Any) -> Iterator[Any]:
    """A node of the IR and all nodes in it, their types too."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        kind = type(one)
        if isinstance(one, tuple):
            waiting += reversed(one)
        elif kind in _PARTS or (is_dataclass(kind) and not issubclass(kind, Origin)):
            if kind not in _PARTS:
                _PARTS[kind] = tuple(part.name for part in reversed(fields(kind)))
            yield one
            waiting += (getattr(one, name) for name in _PARTS[kind])


def _nearness(aim: TransitionSystem, state: State, goal: str, clause: str | None) -> float:
    """How near a state comes to a goal, the one action of `aim` or one of its duties: 4 where it is met."""
    try:
        due = aim.due(state)
        if due is not None:
            return _carried_out(aim.substep(state, due), clause) if due.name == goal else 0.5
        if aim.is_over(state):
            return 0
        candidates = islice(aim.candidates(state), CANDIDATES)
        return max((_merit(aim, state, judged, clause) for judged in candidates), default=1)
    except BranchEnds:
        return 0


def _merit(aim: TransitionSystem, state: State, judged: Judged, clause: str | None) -> float:
    """How near a candidate comes to being carried out, or to being decided by a clause; less, the more forbid it."""
    found = judged.judgement
    if found is None:
        return 1.5
    every = (found, *(part for _, part in found.parts))
    if any(clause in one.decisive for one in every):
        return 4
    if found.allowed:
        return _carried_out(aim.substep(state, judged.instance), clause)
    return 2 + bool(found.permits or any(clause in one.holds for one in every)) / 2 + 0.4 / (1 + len(found.forbids))


def _carried_out(outcome: Outcome, clause: str | None) -> float:
    """4 for a result to which the clause, if one is named, has contributed; less for one without it than for none."""
    if clause is not None and clause not in outcome.fired:
        return 3
    return 3.5 if outcome.state is None else 4


def _unplayed(values: Values, schema: Schema, at: tuple[str | None, ...]) -> State:
    """Any well-typed state; the innermost open frame is one of `at`, but now and then another."""
    dice = values.dice
    inner = dice.choice(at if dice.random() < 0.8 else (None, *schema.frame_names))
    depth = -1 if inner is None else schema.frame_index[inner]
    opened = [dice.random() < 0.5 for _ in schema.frame_slots]
    frames = tuple(
        tuple(values.any(slot.field.type) for slot in slots) if i == depth or (i < depth and outer) else None
        for i, (slots, outer) in enumerate(zip(schema.frame_slots, opened, strict=True))
    )
    return State(tuple(values.quiet(slot.field.type, slot.default) for slot in schema.slots), frames)


def _played(dice: Random, system: TransitionSystem, state: State) -> State:
    """What some candidate leads to, an allowed one if there is one; the same state where none leads anywhere."""
    try:
        candidates = list(islice(system.candidates(state), CANDIDATES))
    except BranchEnds:
        return state
    instances = [j.instance for j in candidates if j.is_allowed] or [j.instance for j in candidates]
    return (system.take(state, dice.choice(instances)).state if instances else None) or state


def _disturbed(values: Values, schema: Schema, state: State, asked: frozenset[str] = frozenset()) -> State:
    """The same state but for one or two fields, mostly of those that are asked about."""
    dice, every = values.dice, range(len(schema.slots))
    chosen = [i for i in every if schema.slots[i].field.name in asked and dice.random() < 0.8] or every
    changed = dice.sample(chosen, min(len(chosen), dice.randint(1, 2)))
    return State(
        tuple(
            values.quiet(slot.field.type, slot.default) if i in changed else value
            for i, (slot, value) in enumerate(zip(schema.slots, state.fields, strict=True))
        ),
        state.frames,
    )


# --- readings ----------------------------------------------------------------------------------------------------


def random_reading(dice: Random, system: System) -> Reading:
    """An option for about half of the choices that a reading may make."""
    return {key: dice.choice(options(system, key)) for key in choices(system) if dice.random() < 0.5}


def options(system: System, key: str) -> tuple[str, ...]:
    """What a reading may say of a key: a question, a clash of two norms, of two layers of a term, of two insteads."""
    if key in system.questions:
        return tuple(o.name for o in system.questions[key].options)
    base, _, pair = key.partition(":")
    rivals = base in system.deeds and not pair.startswith(f"{base}/")
    return tuple(pair.split("/")) if base in system.terms or rivals else ("permit", "forbid")
