"""Random scopes, states and readings of any ruleset, for comparing engines; and the rulesets to compare them on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any

from hypothesis import strategies as st

from ruleslawyer.checking.readings import choices
from ruleslawyer.front.lower import lower
from ruleslawyer.ir import types as t
from ruleslawyer.ir.scope import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.project import Project, RulesetConfig
from ruleslawyer.scopes import load_scope
from ruleslawyer.semantics.direct import import_modules
from ruleslawyer.semantics.evaluate import Reading
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.state import Schema, State, domain_size
from ruleslawyer.semantics.transition import TransitionSystem

ROOT = Path(__file__).parents[2]
TINY = ROOT / "tests" / "tiny"
CLASSICS = tuple(sorted(p.parent for p in (ROOT / "tests" / "classics").glob("*/pyproject.toml")))
NUMBERS = (-3, 6)
"""Where a random integer lies whose type has no bounds."""
SIZES = (2, 3, 2, 3, 1)
"""How many members a sort has; a sort of one hides most mistakes."""
PLAYED = (0, 0, 0, 1, 1, 2, 3, 5)
"""How many actions are taken before a state is looked at."""
BEGINNINGS, CANDIDATES = 12, 60
"""How many initial states, and how many candidates of a state, a random play chooses from."""


@dataclass(frozen=True)
class Bundle:
    """A ruleset, lowered, with its modules imported for the direct run."""

    root: Path
    config: RulesetConfig
    system: System
    modules: Mapping[str, ModuleType]

    def scope(self, name: str) -> Scope:
        return load_scope(self.config.scopes / f"{name}.toml", self.system)


@cache
def bundle(root: Path, name: str) -> Bundle:
    """Lower and import once for all tests of a process."""
    project = Project.load(root)
    config = project.ruleset(name)
    system = lower(config, project.root)
    return Bundle(project.root, config, system, import_modules(project.root, system.modules))


def names(root: Path) -> list[str]:
    """The rulesets of a project that have modules."""
    return [name for name, config in Project.load(root).rulesets.items() if config.modules]


def everywhere() -> Iterator[tuple[Path, str]]:
    """Every ruleset of the repository: the tiny ones, the classics, the bundled project."""
    for root in (TINY, *CLASSICS, ROOT):
        for name in names(root):
            yield root, name


# --- scopes ------------------------------------------------------------------------------------------------------


@st.composite
def scopes(draw: st.DrawFn, system: System) -> Scope:
    """Sorts of 1 to 3 members with random attributes, constants of 0 to 3, every integer parameter bounded."""
    sizes = {name: draw(st.sampled_from(SIZES)) for name in system.sorts}
    sized = Scope(
        name="random",
        title="random",
        names={name: tuple(f"{name.lower()}{i}" for i in range(size)) for name, size in sizes.items()},
        attributes={},
        constants={name: constant.value for name, constant in system.constants.items()},
        shrunk=(),
        caps={},
        bounds=_bounds(system),
        initial=(),
    )
    attributes = {
        (sort.name, attribute.name): tuple(
            draw(values(attribute.type, system, sized)) for _ in range(sizes[sort.name])
        )
        for sort in system.sorts.values()
        for attribute in sort.attributes
    }
    constants = {
        name: draw(st.integers(0, 3)) if isinstance(constant.type, t.Int) else constant.value
        for name, constant in system.constants.items()
    }
    return replace(sized, attributes=attributes, constants=constants)


def _bounds(system: System) -> dict[str, tuple[int, int]]:
    """0 to 2 for each integer parameter whose type leaves a side open."""
    found = {}
    for function in (system.initial.function, *(action.function for action in system.actions.values())):
        for parameter in function.parameters:
            integer = _integer(parameter.type)
            if integer is not None and (integer.low is None or integer.high is None):
                low = 0 if integer.low is None else integer.low
                found[f"{function.name}.{parameter.name}"] = (low, low + 2 if integer.high is None else integer.high)
    return found


def _integer(type_: t.Type) -> t.Int | None:
    match type_:
        case t.Int():
            return type_
        case t.Optional(item) | t.Map(_, item):
            return _integer(item)
    return None


# --- values and states -------------------------------------------------------------------------------------------


def values(type_: t.Type, system: System, scope: Scope) -> st.SearchStrategy[Any]:
    """Canonical values of a type, integers within their bounds."""
    match type_:
        case t.Bool():
            return st.booleans()
        case t.Int(low, high):
            return st.integers(*_range(low, high))
        case t.Sort() | t.Enum():
            return st.integers(0, domain_size(type_, system, scope) - 1)
        case t.Optional(item):
            return st.none() | values(item, system, scope)
        case t.Set(item):
            return st.frozensets(values(item, system, scope))
        case t.Awaits(item):
            return st.just(t.CHANCE) | st.frozensets(values(item, system, scope))
        case t.Pile(item):
            return st.lists(values(item, system, scope), unique=True).map(tuple)
        case t.Map(key, item):
            return st.tuples(*[values(item, system, scope)] * domain_size(key, system, scope))
    raise TypeError(f"no values of {type_}")


def _range(low: int | None, high: int | None) -> tuple[int, int]:
    first, last = NUMBERS
    low = low if low is not None else min(first, high - 1 if high is not None else first)
    return low, high if high is not None else max(last, low + 1)


@st.composite
def states(draw: st.DrawFn, schema: Schema) -> State:
    """Any well-typed state, or what a short play from it, or from the beginning, comes to."""
    system = TransitionSystem(Interpreter(schema.system, schema.scope, schema), draw(readings(schema.system)))
    begun = [o.state for _, o in islice(system.initial(), BEGINNINGS) if o.state is not None]
    state = draw(st.sampled_from(begun)) if begun and draw(st.sampled_from((False,) * 3 + (True,))) else None
    if state is None:
        state = draw(unplayed(schema))
    for _ in range(draw(st.sampled_from(PLAYED))):
        state = draw(successors(system, state))
    return state


@st.composite
def unplayed(draw: st.DrawFn, schema: Schema) -> State:
    """Any well-typed state, with any of its frames open; in half of them most things are as if never touched."""
    system, scope = schema.system, schema.scope
    quiet = draw(st.booleans())
    fields = tuple(draw(_value(slot.field.type, slot.default if quiet else None, system, scope)) for slot in schema.slots)
    opened = draw(st.booleans())
    frames = tuple(
        tuple(draw(values(slot.field.type, system, scope)) for slot in slots) if opened and draw(st.booleans()) else None
        for slots in schema.frame_slots
    )
    return State(fields, frames)


def _value(type_: t.Type, default: Any, system: System, scope: Scope) -> st.SearchStrategy[Any]:
    """A value, each leaf of which is likely to be the default where there is one."""
    match type_:
        case t.Map(_, item) if default is not None:
            return st.tuples(*[_value(item, d, system, scope) for d in default])
    found = values(type_, system, scope)
    return found if default is None else st.just(default) | found


@st.composite
def successors(draw: st.DrawFn, system: TransitionSystem, state: State) -> State:
    """What some candidate leads to, an allowed one if there is one; the same state where nothing leads anywhere."""
    try:
        candidates = list(islice(system.candidates(state), CANDIDATES))
    except BranchEnds:
        return state
    allowed = [j.instance for j in candidates if j.allowed] or [j.instance for j in candidates]
    after = system.take(state, draw(st.sampled_from(allowed))).state if allowed else None
    return state if after is None else after


# --- readings ----------------------------------------------------------------------------------------------------


@st.composite
def readings(draw: st.DrawFn, system: System) -> Reading:
    """An option for any of the choices that a reading may make."""
    reading = {}
    for key in choices(system):
        option = draw(st.sampled_from((None, *options(system, key))))
        if option is not None:
            reading[key] = option
    return reading


def options(system: System, key: str) -> tuple[str, ...]:
    """What a reading may say of a key: a question, a clash of two norms, a clash of two exceptions of a term."""
    if key in system.questions:
        return tuple(o.name for o in system.questions[key].options)
    base, _, pair = key.partition(":")
    return tuple(pair.split("/")) if base in system.terms else ("permit", "forbid")
