"""Mutants of a ruleset's surface IR: one structural change each (DeMillo, Lipton, Sayward 1978), in a fixed order,
named for people.

What a node of a function turns into stands in `changed_functions.py`, and what a rule does in `definition_mutants`;
everything else here walks the tree and puts the changed node back. A mutant may be ill-typed: an engine that falls over
it has told it apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, NamedTuple

from ruleslawyer.base.origin import Origin, Span
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import system as y
from ruleslawyer.ir import types as t
from ruleslawyer.ir.rules import Trigger
from ruleslawyer.ir.schema import Field, RecordDef
from ruleslawyer.ir.walk import walk
from ruleslawyer.play.vectors.changed_functions import (
    Found,
    Locals,
    drop_each,
    expression_mutants,
    has_filter,
    statement_mutants,
    swap_neighbours,
)

EXCERPT = 44
"""The most characters of the source in a mutant's name."""

Kind = Literal["clause removed", "guard changed", "bound shifted", "effect dropped", "other"]
_KINDS: Mapping[Kind, tuple[str, ...]] = {
    "clause removed": (
        "drop a norm", "drop a clause", "drop an exception", "drop an adjustment", "drop an over", "drop the domain",
        "swap answer", "is forgotten",
    ),
    "guard changed": (
        "negate", "drop the not of", "drop the condition of", "drop a part of", "swap branches of", "swap and in",
        "swap or in", "swap any in", "swap all in", "swap permit", "swap forbid",
    ),
    "bound shifted": (
        "bound included in", "bound excluded from", "one more than", "next member after", "swap at_least",
        "swap at_most",
    ),
    "effect dropped": (
        "drop the write", "drop the delta", "drop the effect", "drop the loop", "drop the opening", "drop the closing",
    ),
}  # fmt: skip
"""What an operator does, by how its name begins or ends."""


@dataclass(frozen=True)
class Mutant:
    """A changed ruleset.

    at: the definition that the change lies in. within: the author's function that it lies in, as it was: only where it
    runs can the mutant be told apart. None where the change belongs to no function, such as the order of the duties.
    shared: whether it changes what every machine takes from the IR (precedence, places, lifetimes), not a function.
    function: that function as it is now; None where none is another one.
    """

    name: str
    at: str
    span: Span
    operator: str
    within: n.Function | None
    shared: bool
    system: y.System
    function: n.Function | None = None

    @property
    def kind(self) -> Kind:
        """The rough kind of the mistake: a reader of a rulebook makes the first four."""
        for kind, operators in _KINDS.items():
            if self.operator.startswith(operators) or self.operator.endswith(operators):
                return kind
        return "other"


class Change(NamedTuple):
    """A replacement of one node or definition, not yet put back into the ruleset."""

    new: Any
    operator: str
    at: str
    origin: Origin
    within: n.Function | None
    shared: bool
    function: n.Function | None = None
    """The function around it, with it."""


def mutants(system: y.System, root: Path) -> Iterator[Mutant]:
    """All mutants. Their names are unique: ``cut: drop the write `s.deck = Pile()` ``, then the same with `` (2)``."""
    seen: Counter[str] = Counter()
    for change in _walk(system, MutationSite(system)):
        name = f"{change.at}: {change.operator}"
        if not change.shared:
            name += f" `{_excerpt(root / change.origin.span.path, change.origin.span)}`"
        seen[name] += 1
        name += f" ({seen[name]})" if seen[name] > 1 else ""
        span, new = change.origin.span, change.new
        yield Mutant(name, change.at, span, change.operator, change.within, change.shared, new, change.function)


def _excerpt(path: Path, span: Span) -> str:
    """The source at a span as one short line."""
    line = _lines(path)[span.line - 1][span.column - 1 :]
    text = line[: span.end_column - span.column] if span.line == span.end_line else f"{line} …"
    return text if len(text) <= EXCERPT else text[: EXCERPT - 1] + "…"


@cache
def _lines(path: Path) -> tuple[str, ...]:
    return tuple(path.read_text(encoding="utf-8").splitlines())


# --- the walk -----------------------------------------------------------------------------------------------------

_UNCHANGED = {
    "origin",
    "type",
    "returns",
    "parameters",
    "players",
    "digest",
    "sorts",
    "enums",
    "constants",
    "assumptions",
}
"""Fields whose mutants would be other rulesets, not mistakes in this one."""


@dataclass(frozen=True)
class MutationSite:
    """The place of the walk: the definition and the function around it, the frame, and the locals that are bound."""

    system: y.System
    at: str = "rules"
    frame: str | None = None
    within: n.Function | None = None
    bound: Locals = field(default_factory=dict)

    def bind(self, origin: Origin, slot: int, name: str, type_: t.Type) -> MutationSite:
        return replace(self, bound={**self.bound, slot: n.Var(origin, type_, slot, name)})

    def enter(self, node: object) -> MutationSite:
        """The place of what lies in a node."""
        match node:
            case n.Function(name=name, origin=origin, parameters=parameters):
                bound = {i: n.Var(origin, p.type, i, p.name) for i, p in enumerate(parameters)}
                return replace(self, at=name, within=node, bound=bound)
            case y.Norm() | y.Instead() | y.Lift() | y.Layer() | y.Adjustment() | y.Term() | y.Option():
                return replace(self, at=node.name, within=node.function)
            case y.Question() | y.Action() | y.Part() | y.Deed() | y.Duty() | y.Settle():
                return replace(self, at=node.name)
            case RecordDef(name=name) if name in self.system.frames:
                return replace(self, at=name, frame=name)
            case Field(name=name):
                return replace(self, at=f"{self.frame}.{name}" if self.frame else name)
            case y.Initial():
                return replace(self, at="initial")
        return self


def _walk(node: object, here: MutationSite) -> Iterator[Change]:
    """Every change at a node and below it, each as the node that it turns into."""
    if isinstance(node, tuple):
        for i, item in enumerate(node):
            for change in _walk(item, here):
                yield change._replace(new=(*node[:i], change.new, *node[i + 1 :]))
            if isinstance(item, n.Let):
                here = here.bind(item.origin, item.slot, item.name, item.value.type)
    elif isinstance(node, Mapping):
        for key, item in node.items():
            for change in _walk(item, here):
                yield change._replace(new={**node, key: change.new})
    elif is_dataclass(node) and not isinstance(node, type):
        here = here.enter(node)
        for new, operator, origin in _changes(node, here):
            shared = not isinstance(node, n.Expr | n.Stmt | n.Function)
            yield Change(new, operator, here.at, origin, here.within, shared, _function(new))
        for part in fields(node):
            if part.name not in _UNCHANGED and not _stub(node, part.name):
                for change in _walk(getattr(node, part.name), _inside(node, part.name, here)):
                    new = replace(node, **{part.name: change.new})
                    yield change._replace(new=new, function=change.function or _function(new))


def _function(node: object) -> n.Function | None:
    return node if isinstance(node, n.Function) else None


def _stub(node: object, part: str) -> bool:
    """A function that only declares parameters or that nobody wrote, and the filter of a comprehension without one."""
    if isinstance(node, y.System):
        return part in node.unsaid
    if isinstance(node, n.Fold):
        return part == "condition" and not has_filter(node)
    if isinstance(node, Trigger):  # its `when` runs as a helper
        return part == "when"
    return isinstance(node, (y.Question, y.Part)) and part == "function"


def _inside(node: object, part: str, here: MutationSite) -> MutationSite:
    """The here of a loop's body, where its variable is bound."""
    if isinstance(node, (n.For, n.Fold)) and part in ("condition", "body"):
        assert isinstance(node.domain.type, (t.Set, t.Pile, t.Awaits))
        return here.bind(node.origin, node.slot, node.name, node.domain.type.item)
    return here


def _changes(node: Any, here: MutationSite) -> Iterator[tuple[Any, str, Origin]]:
    if isinstance(node, n.Function):
        yield from swap_neighbours(node)
    elif isinstance(node, y.System):
        yield from ordering_mutants(node)
    else:
        if isinstance(node, n.Expr):
            found = expression_mutants(node, here.system, here.bound)
        elif isinstance(node, n.Stmt):
            found = statement_mutants(node, here.system, here.bound)
        else:
            found = definition_mutants(node, here)
        yield from ((new, operator, node.origin) for new, operator in found)


# --- definitions --------------------------------------------------------------------------------------------------


def definition_mutants(node: object, here: MutationSite) -> Found:
    """Changes to what the rules say about each other: norms, exceptions, answers, domains, lifetimes."""
    system = here.system
    match node:
        case y.Norm(kind=kind, exceptions=exceptions, over=over):
            yield replace(node, kind="forbid" if kind == "permit" else "permit"), f"swap {kind}"
            yield from ((replace(node, over=rest), "drop an over") for rest in drop_each(over))
            yield from ((replace(node, exceptions=rest), "drop an exception") for rest in drop_each(exceptions))
        case y.Instead(exceptions=exceptions, over=over):
            yield from ((replace(node, over=rest), "drop an over") for rest in drop_each(over))
            yield from ((replace(node, exceptions=rest), "drop an exception") for rest in drop_each(exceptions))
        case y.Lift() | y.Layer() | y.Adjustment() | y.Term():
            excepted: Any = node
            for rest in drop_each(node.exceptions):
                yield replace(excepted, exceptions=rest), "drop an exception"
            if isinstance(node, y.Term):
                yield from ((replace(node, numeric=rest), "drop an adjustment") for rest in drop_each(node.numeric))
            elif isinstance(node, y.Adjustment) and node.role == "bound":
                other: Any = "at_most" if node.kind == "at_least" else "at_least"
                yield replace(node, kind=other), f"swap {node.kind}"
        case y.Deed(clauses=clauses):
            yield from ((replace(node, clauses=rest), "drop a clause") for rest in drop_each(clauses))
        case y.Option(kind=kind, over=over):
            yield replace(node, kind="reading" if kind == "answer" else "answer"), f"swap {kind}"
            yield from ((replace(node, over=rest), "drop an over") for rest in drop_each(over))
        case y.Question(options=options) if len(options) > 1:
            chosen = next(i for i, o in enumerate(options) if o.default)
            turned = tuple(replace(o, default=i == (chosen + 1) % len(options)) for i, o in enumerate(options))
            yield replace(node, options=turned), "another default"
        case y.Action(norms=norms, at=at):
            yield from ((replace(node, norms=rest), "drop a norm") for rest in drop_each(norms))
            yield from ((replace(node, at=rest), "drop a place") for rest in drop_each(at))
            if node.domain:
                yield replace(node, domain=None), "drop the domain"
            if node.actor is not None and (at != (None,) or not _everybody(system.awaits)):
                yield replace(node, actor=None), "anybody as the actor"
        case y.Part(norms=norms, domain=domain):
            yield from ((replace(node, norms=rest), "drop a norm") for rest in drop_each(norms))
            if domain:
                yield replace(node, domain=None), "drop the domain"
        case y.Initial(domain=n.Function()):
            yield replace(node, domain=None), "drop the domain"
        case y.Duty(at=at):
            places = (None, *system.frames)
            if len(places) > 1:
                yield replace(node, at=places[(places.index(at) + 1) % len(places)]), "another place"
        case Field():
            yield from _field(node, system, here.frame)


def _field(node: Field, system: y.System, frame: str | None) -> Found:
    if node.until:
        yield replace(node, until=None), "drop the until"
        clock = next(f for f in system.state.fields if f.name == node.until.field)
        if isinstance(clock.type, t.Enum):
            later = (node.until.value + 1) % len(system.enums[clock.type.name].members)
            yield replace(node, until=replace(node.until, value=later)), "a later until"
    if node.matters:
        yield replace(node, matters=None), "drop the matters"
    falls, rises = _moves(system, frame, node.name)
    yield from ((replace(node, type=type_), operator) for type_, operator in _ranges(node.type, falls, rises))


def _ranges(type_: t.Type, falls: bool, rises: bool) -> Iterator[tuple[t.Type, str]]:
    """Wider ranges, on the sides where some write may leave them; and a range that the book does not promise."""
    match type_:
        case t.Int(low=low, high=high, cite=cite):
            if low is not None and falls:
                yield replace(type_, low=low - 1), "one more below"
            if high is not None and rises:
                yield replace(type_, high=high + 1), "one more above"
            if cite is not None:
                yield replace(type_, cite=None), "drop the promise"
        case t.Optional(item):
            yield from ((t.Optional(x), operator) for x, operator in _ranges(item, falls, rises))
        case t.Map(key, value):
            yield from ((t.Map(key, x), operator) for x, operator in _ranges(value, falls, rises))


def _moves(system: y.System, frame: str | None, name: str) -> tuple[bool, bool]:
    """Whether some write to a field of the state, or of a frame, computes a lesser number, or a greater one."""
    signs: set[str] = set()
    for function in system.functions():
        for node in walk(function):
            match node:
                case n.Write(place=place, value=value) if (place.record, place.field) == (frame, name):
                    signs |= {x.op for x in walk(value) if isinstance(x, n.Arith)}
                case n.Delta(place=place, sign=sign) if (place.record, place.field) == (frame, name):
                    signs.add("-" if sign < 0 else "+")
    return "-" in signs, bool(signs & {"+", "*"})


def _everybody(awaits: n.Function) -> bool:
    """Whether outside frames the decision is always everybody's."""
    return isinstance(awaits.body[0], n.Return) and isinstance(awaits.body[0].value, n.Domain)


def ordering_mutants(system: y.System) -> Iterator[tuple[y.System, str, Origin]]:
    """Duties that come one place later; duties, settles and triggers that are forgotten."""
    duties = list(system.duties.items())
    for i, (a, b) in enumerate(pairwise(duties)):
        yield replace(system, duties=dict((*duties[:i], b, a, *duties[i + 2 :]))), f"{a[0]} comes later", a[1].origin
    for name, duty in duties:
        yield replace(system, duties={k: d for k, d in duties if k != name}), f"{name} is forgotten", duty.origin
    for name, settle in system.settles.items():
        others = {k: s for k, s in system.settles.items() if k != name}
        yield replace(system, settles=others), f"{name} is forgotten", settle.origin
    for name, trigger in system.triggers.items():  # no moment makes it pending
        heard = system.helpers.get(trigger.when.name)
        if heard is None:  # no rule emits its moment: it is never pending, and to forget it changes nothing
            continue
        helpers = {**system.helpers, heard.name: never(heard)}
        yield replace(system, helpers=helpers), f"{name} is forgotten", trigger.origin


def never(function: n.Function) -> n.Function:
    """A clause whose condition never holds."""
    return replace(function, body=(n.Return(function.origin, n.Const(function.origin, function.returns, False)),))
