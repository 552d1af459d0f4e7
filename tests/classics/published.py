"""A classic explored, with all of its rules or without some clauses, and what is true of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from ruleslawyer.engines.explore.properties import verdicts
from ruleslawyer.engines.explore.search import Exploration, explore
from ruleslawyer.engines.native.explore import NativeSearch, search_natively
from ruleslawyer.front.lower import lower
from ruleslawyer.ir.system import Action, Norm, System
from ruleslawyer.project.config import Project
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.scopes.load import load_scope
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import TransitionSystem


def explored(
    name: str, scope: str, *, without: frozenset[str] = frozenset(), limits: Limits | None = None
) -> Exploration:
    """A scope of the classic of that name, without the permits and forbids of some clauses."""
    return explore(instance(name, scope, without), limits)


def natively(name: str, scope: str, *, without: frozenset[str] = frozenset()) -> NativeSearch:
    """The same by the native engine, to its end."""
    native = search_natively(instance(name, scope, without))
    assert native.found.complete
    return native


def instance(name: str, scope: str, without: frozenset[str] = frozenset()) -> TransitionSystem:
    """A scope of the classic of that name, without the permits and forbids of some clauses."""
    project = Project.load(Path(__file__).parent / name)
    config = project.ruleset(name)
    system = lower(config, project.root)
    if without:
        system = lacking(system, without)
    loaded = load_scope(config.scopes / f"{scope}.toml", system)
    return TransitionSystem(Interpreter(system, loaded))


def lacking(system: System, clauses: frozenset[str]) -> System:
    """The same ruleset without the permits and forbids that cite one of these clauses; some rule cites each."""
    cited = {clause for action in system.actions.values() for norm in action.norms for clause in norm.origin.cites}
    assert clauses <= cited
    return replace(system, actions={name: _lacking(action, clauses) for name, action in system.actions.items()})


def _lacking(action: Action, clauses: frozenset[str]) -> Action:
    kept = [norm for norm in action.norms if not clauses & set(norm.origin.cites)]
    names = {norm.name for norm in kept}

    def alone(norm: Norm) -> Norm:
        return replace(norm, over=tuple(name for name in norm.over if name in names))

    return replace(action, norms=tuple(alone(norm) for norm in kept))


def counts(found: Exploration) -> tuple[int, int, int]:
    """States, transitions and depth of a scope that was explored to its end."""
    assert found.complete
    return found.states, found.transitions, found.depth


def depth(found: Exploration, state: State) -> int:
    """How many actions it takes to get there."""
    return int(found.graph.nodes[state]["depth"])


def value(found: Exploration, state: State, field: str) -> Any:
    """A field of a state; a map is a tuple in the order of its keys."""
    schema = found.system.schema
    return state.fields[next(i for i, slot in enumerate(schema.slots) if slot.field.name == field)]


def words(found: Exploration) -> dict[str, str]:
    """The verdict of each property."""
    return {verdict.name: verdict.word for verdict in verdicts(found)}
