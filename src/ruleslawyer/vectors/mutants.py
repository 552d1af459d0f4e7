"""Mutants of a ruleset's surface IR: one structural change each, enumerated in a fixed order, named for people.

What the mutation of one node can be stands in `expression`, `statement` and `definition`; everything else here walks
the tree and puts the changed node back. A mutant may be ill-typed: an engine that falls over it has told it apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, NamedTuple

from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import system as y
from ruleslawyer.ir import types as t
from ruleslawyer.ir.moments import Trigger
from ruleslawyer.ir.walk import walk
from ruleslawyer.lang.records import SILENT
from ruleslawyer.origin import Origin, Span

EXCERPT = 44
"""The most characters of the source in a mutant's name."""

Locals = Mapping[int, n.Var]
"""The locals that are bound where a node stands, by slot."""


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
        """What the mistake is, roughly: a reader of a rulebook makes the first four."""
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
    for change in _walk(system, Here(system)):
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

_UNCHANGED = {"origin", "type", "returns", "parameters", "players", "digest", "sorts", "enums", "constants"}
"""Fields whose mutants would be other rulesets, not mistakes in this one."""

Found = Iterator[tuple[Any, str]]
"""What a node turns into, and by what operator."""


@dataclass(frozen=True)
class Here:
    """Where the walk is: the definition and the function around it, the frame, and the locals that are bound."""

    system: y.System
    at: str = "rules"
    frame: str | None = None
    within: n.Function | None = None
    bound: Locals = field(default_factory=dict)

    def bind(self, origin: Origin, slot: int, name: str, type_: t.Type) -> Here:
        return replace(self, bound={**self.bound, slot: n.Var(origin, type_, slot, name)})

    def enter(self, node: Any) -> Here:
        """Where what lies in a node stands."""
        match node:
            case n.Function(name=name, origin=origin, parameters=parameters):
                bound = {i: n.Var(origin, p.type, i, p.name) for i, p in enumerate(parameters)}
                return replace(self, at=name, within=node, bound=bound)
            case y.Norm() | y.Instead() | y.Lift() | y.Layer() | y.Adjustment() | y.Term() | y.Option():
                return replace(self, at=node.name, within=node.function)
            case y.Question() | y.Action() | y.Part() | y.Deed() | y.Duty() | y.Settle():
                return replace(self, at=node.name)
            case y.RecordDef(name=name) if name in self.system.frames:
                return replace(self, at=name, frame=name)
            case y.Field(name=name):
                return replace(self, at=f"{self.frame}.{name}" if self.frame else name)
            case y.Initial():
                return replace(self, at="initial")
        return self


def _walk(node: Any, here: Here) -> Iterator[Change]:
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


def _function(node: Any) -> n.Function | None:
    return node if isinstance(node, n.Function) else None


def _stub(node: Any, part: str) -> bool:
    """A function that only declares parameters or that nobody wrote, and the filter of a comprehension without one."""
    if isinstance(node, y.System):
        return part in node.unsaid
    if isinstance(node, n.Fold):
        return part == "condition" and not _filtered(node)
    if isinstance(node, Trigger):  # its `when` runs as a helper
        return part == "when"
    return isinstance(node, (y.Question, y.Part)) and part == "function"


def _filtered(node: n.Fold) -> bool:
    return not (isinstance(node.condition, n.Const) and node.condition.value is True)


def _inside(node: Any, part: str, here: Here) -> Here:
    """The here of a loop's body, where its variable is bound."""
    if isinstance(node, (n.For, n.Fold)) and part in ("condition", "body"):
        assert isinstance(node.domain.type, (t.Set, t.Pile, t.Awaits))
        return here.bind(node.origin, node.slot, node.name, node.domain.type.item)
    return here


def _changes(node: Any, here: Here) -> Iterator[tuple[Any, str, Origin]]:
    if isinstance(node, n.Function):
        yield from blocks(node)
    elif isinstance(node, y.System):
        yield from ordering(node)
    else:
        if isinstance(node, n.Expr):
            found = expression(node, here.system, here.bound)
        elif isinstance(node, n.Stmt):
            found = statement(node, here.system, here.bound)
        else:
            found = definition(node, here)
        yield from ((new, operator, node.origin) for new, operator in found)


def _without(items: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """The same with one item less."""
    for i in range(len(items)):
        yield (*items[:i], *items[i + 1 :])


# --- expressions --------------------------------------------------------------------------------------------------


_OTHER: Mapping[str, Literal["+", "-", "//", "%"]] = {"+": "-", "-": "+", "*": "+", "//": "%", "%": "//"}
_OTHER_SET: Mapping[str, Literal["|", "-"]] = {"|": "-", "-": "|", "&": "|"}


def expression(node: n.Expr, system: y.System, bound: Locals) -> Found:
    o, ty = node.origin, node.type
    match node:
        case n.Const(value=bool(value)):
            yield replace(node, value=not value), "negate"
        case n.Const(value=int(value), type=t.Int()):
            yield replace(node, value=value + 1), "one more than"
        case n.Const(value=int(value), type=t.Enum(name)) if len(system.enums[name].members) > 1:
            yield replace(node, value=(value + 1) % len(system.enums[name].members)), "next member after"
        case n.Number():
            yield n.Arith(o, ty, "+", node, n.Const(o, ty, 1)), "one more than"
        case n.Var(slot=slot):
            yield from ((other, "another variable for") for other in _others(bound, slot, ty))
        case n.Compare(op="<"):
            yield replace(node, op="<="), "bound included in"
        case n.Compare(op="<="):
            yield replace(node, op="<"), "bound excluded from"
        case n.Compare() | n.Member() | n.IsOpen():
            yield n.Not(o, ty, node), "negate"
        case n.Not(value=value) if not _negated(value):
            yield value, "drop the not of"
        case n.Logic(op=op, items=items):
            yield replace(node, op="or" if op == "and" else "and"), f"swap {op} in"
            for rest in _without(items):
                yield rest[0] if len(rest) == 1 else replace(node, items=rest), f"drop a part of {op} in"
        case n.Arith(op=op):
            yield replace(node, op=_OTHER[op]), f"{_OTHER[op]} for {op} in"
        case n.IfExpr(condition=condition, then=then, otherwise=otherwise):
            if not _negated(condition):
                yield replace(node, then=otherwise, otherwise=then), "swap branches of"
            for silent, spoken in ((then, otherwise), (otherwise, then)):
                if isinstance(silent, n.Const) and silent.value is SILENT:
                    yield spoken, "drop the silence of"
        case n.SetOf(items=items):
            yield from ((replace(node, items=rest), "drop an item of") for rest in _without(items))
        case n.SetOp(op=op):
            yield replace(node, op=_OTHER_SET[op]), f"{_OTHER_SET[op]} for {op} in"
        case n.Least(kind=kind):
            yield replace(node, kind="max" if kind == "min" else "min"), f"swap {kind} in"
        case n.Fold():
            yield from _fold(node)
        case n.End(end="bottom"):
            yield replace(node, end="top"), "other end of the pile in"
        case n.PileOp(op=op, pile=pile):
            yield pile, "leave the pile as it is in"
            if op != "without":
                yield replace(node, op="bottom" if op == "top" else "top"), "other end of the pile in"
        case n.PileTurn(op=op, pile=pile):
            yield pile, "leave the pile as it is in"
            if op != "reversed":
                yield (
                    replace(node, op="without_bottom" if op == "without_top" else "without_top"),
                    "other end of the pile in",
                )
        case n.PileJoin(op=op, pile=pile):
            yield pile, "leave the pile as it is in"
            yield replace(node, op="under" if op == "on" else "on"), "the other one on top in"
        case n.Unwrap(value=value):
            yield value, "drop the check of"
        case n.Read(record=record, field=field, keys=keys):
            yield from ((replace(node, keys=k), "first member as key of") for k in _first(keys, bound))
            yield from ((replace(node, field=f), "another field for") for f in _fields(system, record, field))
        case n.Attr(sort=sort, name=name, keys=keys):
            yield from ((replace(node, keys=k), "first member as key of") for k in _first(keys, bound))
            same = [a.name for a in system.sorts[sort].attributes if _alike(a.type, ty) and a.name != name and not keys]
            yield from ((replace(node, name=s), "another attribute for") for s in same[:1])
        case n.Call(args=args):
            for i, (a, b) in enumerate(pairwise(args)):
                if _alike(a.type, b.type):
                    yield replace(node, args=(*args[:i], b, a, *args[i + 2 :])), "swap arguments of"


def _negated(node: n.Expr) -> bool:
    """Whether a mutant of this very node is its negation, so that none of its parent needs to be."""
    match node:
        case n.Compare(op="==") | n.Member() | n.IsOpen() | n.Not():
            return True
    return False


def _fold(node: n.Fold) -> Found:
    swapped: dict[str, Any] = {"any": "all", "all": "any", "min": "max", "max": "min"}
    if node.kind in swapped:
        yield replace(node, kind=swapped[node.kind]), f"swap {node.kind} in"
    if node.kind == "the":
        yield replace(node, kind="min"), "drop the check of"
    if _filtered(node):
        yield replace(node, condition=n.Const(node.origin, t.Bool(), True)), "drop the filter of"
    if node.default is not None:
        yield replace(node, default=None), "drop the default of"


def _alike(a: t.Type, b: t.Type) -> bool:
    """Whether a value of one type may stand for a value of the other, bounds of integers apart."""
    return a == b or (isinstance(a, t.Int) and isinstance(b, t.Int))


def _others(bound: Locals, slot: int, type_: t.Type) -> list[n.Var]:
    """Another local of that type: the next one, as if the author had taken the wrong name."""
    if isinstance(type_, (t.State, t.FrameOf)):
        return []
    alike = [v for v in bound.values() if _alike(v.type, type_)]
    here = next((i for i, v in enumerate(alike) if v.slot == slot), 0)
    return alike[here + 1 : here + 2] or [v for v in alike[:1] if v.slot != slot]


def _first(keys: tuple[n.Expr, ...], bound: Locals) -> Iterator[tuple[n.Expr, ...]]:
    """A wrong key where no other local could be taken for it: the first member."""
    for i, key in enumerate(keys):
        if isinstance(key, n.Var) and not _others(bound, key.slot, key.type):
            yield (*keys[:i], n.Const(key.origin, key.type, 0), *keys[i + 1 :])


def _fields(system: y.System, record: str | None, field: str) -> list[str]:
    """The next field of the same record and type, if there is one."""
    declared = (system.state if record is None else system.frames[record]).fields
    type_ = next(f.type for f in declared if f.name == field)
    alike = [f.name for f in declared if _alike(f.type, type_)]
    here = alike.index(field)
    return alike[here + 1 : here + 2] or [f for f in alike[:1] if f != field]


# --- statements ---------------------------------------------------------------------------------------------------


def nothing(origin: Origin) -> n.Stmt:
    """A statement that does nothing."""
    return n.Effect(origin, (), ())


def statement(node: n.Stmt, system: y.System, bound: Locals) -> Found:
    o = node.origin
    match node:
        case n.If(condition=condition, then=then, otherwise=otherwise):
            if not _negated(condition):
                yield replace(node, then=otherwise, otherwise=then), "swap branches of"
            yield replace(node, condition=n.Const(o, condition.type, True)), "drop the condition of"
        case n.Write(place=place):
            yield nothing(o), "drop the write"
            yield from _places(node, place, system, bound)
        case n.Delta(place=place, sign=sign):
            yield nothing(o), "drop the delta"
            yield replace(node, sign=-sign), "swap gain and lose in"
            yield from _places(node, place, system, bound)
        case n.Effect(cites=cites):
            yield nothing(o), "drop the effect"
            yield from ((replace(node, cites=rest), "drop a citation of") for rest in _without(cites))
        case n.Simultaneous(body=body):
            yield n.Effect(o, (), body), "one after the other in"
        case n.Open(frame=frame, values=values):
            yield nothing(o), "drop the opening"
            types = [f.type for f in system.frames[frame].fields]
            for i, (a, b) in enumerate(pairwise(types)):
                if _alike(a, b):
                    swapped = (*values[:i], values[i + 1], values[i], *values[i + 2 :])
                    yield replace(node, values=swapped), "swap values of"
        case n.Close():
            yield nothing(o), "drop the closing"
        case n.For(domain=domain):
            yield nothing(o), "drop the loop"
            if isinstance(domain.type, t.Pile):
                turned = n.PileTurn(domain.origin, domain.type, "reversed", domain)
                yield replace(node, domain=turned), "the other way round"


def _places(node: n.Write | n.Delta, place: n.Place, system: y.System, bound: Locals) -> Found:
    """Writes to another place: with a wrong key, or to another field of the same type."""
    for keys in _first(place.keys, bound):
        yield replace(node, place=replace(place, keys=keys)), "first member as key of"
    for other in _fields(system, place.record, place.field):
        yield replace(node, place=replace(place, field=other)), "another field for"


# --- the order of statements --------------------------------------------------------------------------------------


def blocks(function: n.Function) -> Iterator[tuple[n.Function, str, Origin]]:
    """Two neighbours swapped, wherever one of them writes what the other reads or writes."""
    for body, origin in _swapped(function.body):
        yield replace(function, body=body), "run later", origin


def _swapped(body: tuple[n.Stmt, ...]) -> Iterator[tuple[tuple[n.Stmt, ...], Origin]]:
    for i, (a, b) in enumerate(pairwise(body)):
        one, other = _touched(a), _touched(b)
        if one[1] & (other[0] | other[1]) or other[1] & one[0]:
            yield (*body[:i], b, a, *body[i + 2 :]), a.origin
    for i, node in enumerate(body):
        for inner, origin in _swapped_within(node):
            yield (*body[:i], inner, *body[i + 1 :]), origin


def _swapped_within(node: n.Stmt) -> Iterator[tuple[n.Stmt, Origin]]:
    match node:
        case n.If(then=then, otherwise=otherwise):
            yield from ((replace(node, then=body), origin) for body, origin in _swapped(then))
            yield from ((replace(node, otherwise=body), origin) for body, origin in _swapped(otherwise))
        case n.For(body=inner) | n.Effect(body=inner) | n.Simultaneous(body=inner):
            yield from ((replace(node, body=body), origin) for body, origin in _swapped(inner))


def _touched(statement: n.Stmt) -> tuple[frozenset[Any], frozenset[Any]]:
    """The fields, locals and frames that a statement reads, and those that it writes, whatever their keys."""
    reads: set[Any] = set()
    writes: set[Any] = set()
    for node in walk(statement):
        match node:
            case n.Read(record=record, field=field):
                reads.add((record, field))
            case n.Var(slot=slot):
                reads.add(slot)
            case n.Let(slot=slot):
                writes.add(slot)
            case n.Write(place=place):
                writes.add((place.record, place.field))
            case n.Delta(place=place):
                writes.add((place.record, place.field))
                reads.add((place.record, place.field))
            case n.Open(frame=frame) | n.Close(frame=frame):
                writes.add(frame)
    return frozenset(reads), frozenset(writes)


# --- definitions --------------------------------------------------------------------------------------------------


def definition(node: Any, here: Here) -> Found:
    """What the rules say about each other: norms, exceptions, answers, domains, lifetimes."""
    system = here.system
    match node:
        case y.Norm(kind=kind, exceptions=exceptions, over=over):
            yield replace(node, kind="forbid" if kind == "permit" else "permit"), f"swap {kind}"
            yield from ((replace(node, over=rest), "drop an over") for rest in _without(over))
            yield from ((replace(node, exceptions=rest), "drop an exception") for rest in _without(exceptions))
        case y.Instead(exceptions=exceptions, over=over):
            yield from ((replace(node, over=rest), "drop an over") for rest in _without(over))
            yield from ((replace(node, exceptions=rest), "drop an exception") for rest in _without(exceptions))
        case y.Lift() | y.Layer() | y.Adjustment() | y.Term():
            excepted: Any = node
            for rest in _without(node.exceptions):
                yield replace(excepted, exceptions=rest), "drop an exception"
            if isinstance(node, y.Term):
                yield from ((replace(node, numeric=rest), "drop an adjustment") for rest in _without(node.numeric))
            elif isinstance(node, y.Adjustment) and node.kind != "adjust":
                other: Any = "at_most" if node.kind == "at_least" else "at_least"
                yield replace(node, kind=other), f"swap {node.kind}"
        case y.Deed(clauses=clauses):
            yield from ((replace(node, clauses=rest), "drop a clause") for rest in _without(clauses))
        case y.Option(kind=kind, over=over):
            yield replace(node, kind="reading" if kind == "answer" else "answer"), f"swap {kind}"
            yield from ((replace(node, over=rest), "drop an over") for rest in _without(over))
        case y.Question(options=options) if len(options) > 1:
            chosen = next(i for i, o in enumerate(options) if o.default)
            turned = tuple(replace(o, default=i == (chosen + 1) % len(options)) for i, o in enumerate(options))
            yield replace(node, options=turned), "another default"
        case y.Action(norms=norms, at=at):
            yield from ((replace(node, norms=rest), "drop a norm") for rest in _without(norms))
            yield from ((replace(node, at=rest), "drop a place") for rest in _without(at))
            if node.domain:
                yield replace(node, domain=None), "drop the domain"
            if node.actor is not None and (at != (None,) or not _everybody(system.awaits)):
                yield replace(node, actor=None), "anybody as the actor"
        case y.Part(norms=norms, domain=domain):
            yield from ((replace(node, norms=rest), "drop a norm") for rest in _without(norms))
            if domain:
                yield replace(node, domain=None), "drop the domain"
        case y.Initial(domain=n.Function()):
            yield replace(node, domain=None), "drop the domain"
        case y.Duty(at=at):
            places = (None, *system.frames)
            if len(places) > 1:
                yield replace(node, at=places[(places.index(at) + 1) % len(places)]), "another place"
        case y.Field():
            yield from _field(node, system, here.frame)


def _field(node: y.Field, system: y.System, frame: str | None) -> Found:
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


def ordering(system: y.System) -> Iterator[tuple[y.System, str, Origin]]:
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
        heard = system.helpers[trigger.when.name]
        helpers = {**system.helpers, heard.name: never(heard)}
        yield replace(system, helpers=helpers), f"{name} is forgotten", trigger.origin


def never(function: n.Function) -> n.Function:
    """A clause whose condition never holds."""
    return replace(function, body=(n.Return(function.origin, n.Const(function.origin, function.returns, False)),))
