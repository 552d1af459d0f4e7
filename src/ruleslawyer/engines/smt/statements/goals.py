"""Goals of a ruleset: for each property, the situations that must not occur (or, for a `sometimes`, must)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from ruleslawyer.ir.checks import APART, UNBROKEN, WRITES
from ruleslawyer.ir.schema import whole_name
from ruleslawyer.ir.scope import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.ir.types import leaf_type
from ruleslawyer.lifted.scoped.context import Failure
from ruleslawyer.lifted.scoped.instances import Scoped
from ruleslawyer.lifted.scoped.layout import promise
from ruleslawyer.lifted.scoped.nodes import FALSE, Node, both, either, negate
from ruleslawyer.lifted.scoped.properties import Property
from ruleslawyer.lifted.scoped.relation import Instance
from ruleslawyer.rulebook.claims.clashes import pairs


@dataclass(frozen=True, slots=True)
class Bad:
    """A situation: in a state, or (`step`) as that instance is taken, or (`initial`) as a game begins. unclear: it is
    that the property cannot be evaluated there."""

    node: Node
    step: int | None = None
    initial: int | None = None
    reason: str = ""
    unclear: bool = False

    def of(self, scoped: Scoped) -> Instance | None:
        """The instance that is taken there, or begins; None where it is a state."""
        if self.step is not None:
            return scoped.steps[self.step]
        return scoped.initial[self.initial] if self.initial is not None else None


@dataclass(frozen=True, slots=True)
class Goal:
    """A property. `state` is what it says of a single state, where it says so; `witness`: it asks for a situation;
    `reached` names the property that shows its own situation to occur; `stated`: what makes it, where no project
    declares it (see `stated`)."""

    name: str
    kind: str
    cites: tuple[str, ...]
    bads: tuple[Bad, ...]
    state: Node | None = None
    witness: bool = False
    reached: str | None = None
    stated: tuple[Node, ...] = ()

    @property
    def clear(self) -> Goal:
        """The same, asked only where it can be evaluated."""
        return replace(self, bads=tuple(bad for bad in self.bads if not bad.unclear), state=None)

    @property
    def idle(self) -> bool:
        """Whether the goal is about an action that no instance of the scope can take."""
        return self.kind == "step" and not self.bads


def group(goal: Goal) -> list[list[Bad]]:
    """The bad situations of a goal, those of one instance together."""
    found: dict[tuple[int | None, int | None], list[Bad]] = {}
    for bad in goal.bads:
        found.setdefault((bad.step, bad.initial), []).append(bad)
    return list(found.values())


def goals_of(scoped: Scoped, names: Collection[str] | None = None) -> list[Goal]:
    """All properties that the solver can be asked, or those named, in a fixed order."""
    found = [*_writes(scoped), _unbroken(scoped), *_checks(scoped)]
    return [g for g in found if names is None or g.name in names]


def asked_of(system: System, scope: Scope | None = None) -> list[str]:
    """The names of the properties that no play may violate, without its rules: ranges, the model itself, checks; of
    actions of the scope, where there is one."""
    fields = (
        whole_name(record, field.name)
        for record in (None, *system.frames)
        for field in (system.state if record is None else system.frames[record]).fields
        if promise(leaf_type(field.type)) is not None
    )
    taken = {None, *(action.name for action in (scope.on(system.actions) if scope else system.actions.values()))}
    checks = [c.name for c in system.checks.values() if c.kind == "always" or (c.kind == "step" and c.of in taken)]
    return [*(f"{WRITES}{field}" for field in fields), UNBROKEN, *checks]


def _failures(scoped: Scoped) -> Iterator[tuple[Failure, int | None, int | None]]:
    for i, instance in enumerate(scoped.initial):
        yield from ((f, None, i) for f in instance.failures)
    for i, instance in enumerate(scoped.steps):
        yield from ((f, i, None) for f in instance.failures)


def _writes(scoped: Scoped) -> Iterator[Goal]:
    """The range of each field that has one, at every write."""
    bads: dict[str, list[Bad]] = {}
    cites: dict[str, dict[str, None]] = {}
    for (record, field, _), cell in scoped.layout.cells.items():
        if cell.bounded_type is not None:
            name = whole_name(record, field)
            bads.setdefault(name, [])
            cites.setdefault(name, {}).update({cell.bounded_type.cite: None} if cell.bounded_type.cite else {})
    for failure, step, initial in _failures(scoped):
        if failure.write is not None:
            bads[failure.write].append(Bad(failure.condition, step, initial, failure.reason))
            cites[failure.write].update(dict.fromkeys(failure.cites))
    for name, situations in bads.items():
        yield Goal(f"{WRITES}{name}", "writes", tuple(cites[name]), tuple(situations))


def _unbroken(scoped: Scoped) -> Goal:
    """No check of the model fails, no two writes clash, no duty stays due."""
    bads = [
        Bad(failure.condition, step, initial, f"{failure.subject}: {failure.reason}")
        for failure, step, initial in _failures(scoped)
        if failure.write is None and failure.kind in ("broken", "place", "unending")
    ]
    for failure in scoped.state_failures:
        bads.append(Bad(failure.condition, reason=f"{failure.subject}: {failure.reason}"))
    return Goal(UNBROKEN, "unbroken", (), tuple(bads))


def _checks(scoped: Scoped) -> Iterator[Goal]:
    found: dict[str, Goal] = {}
    for p in scoped.properties:
        check = p.check
        name, cites = check.name, check.origin.cites
        if check.kind == "always":
            holds = both(p.holds, negate(p.broken))
            bads = _wrong(p, scoped.rest)
            found[name] = Goal(name, "always", cites, bads, either(negate(scoped.rest), holds), reached=check.reached)
        elif check.kind == "sometimes":
            reached = both(scoped.rest, p.holds, negate(p.broken))
            found[name] = Goal(name, "sometimes", cites, (Bad(reached),), negate(reached), witness=True)
        elif check.kind == "step" and p.instance is not None:
            known = found.get(name, Goal(name, "step", cites, (), reached=check.reached))
            more = () if p.asked is FALSE else _wrong(p, p.asked)
            found[name] = replace(known, bads=(*known.bads, *more))
    actions = {action.name for action in scoped.scope.on(scoped.system.actions)}
    for check in scoped.system.checks.values():
        if check.kind == "step" and check.of in actions and check.name not in found:
            found[check.name] = Goal(check.name, "step", check.origin.cites, ())
    yield from found.values()


def _wrong(p: Property, asked: Node) -> tuple[Bad, ...]:
    """The situations in which a property is violated, and in which it cannot be evaluated."""
    wrong = Bad(both(asked, negate(p.holds), negate(p.broken)), p.instance)
    broken = both(asked, p.broken)
    if broken is FALSE:
        return (wrong,)
    reason = "; ".join(dict.fromkeys(_failure_text(failure) for failure in p.failures))
    return (wrong, Bad(broken, p.instance, reason=reason, unclear=True))


def _failure_text(failure: Failure) -> str:
    """A failing check, and where it stands."""
    return f"{failure.reason or f'{failure.kind} {failure.subject}'}{f' ({failure.span})' if failure.span else ''}"


def unclear(scoped: Scoped, name: str) -> Goal | None:
    """The goal that a `sometimes` can be evaluated in every state; None where nothing in it can fail."""
    p = next(p for p in scoped.properties if p.check.name == name)
    bads = tuple(bad for bad in _wrong(p, scoped.rest) if bad.unclear)
    return Goal(name, "always", p.check.origin.cites, bads) if bads else None


def every_goal(scoped: Scoped) -> list[Goal]:
    """All goals, with those asked by name alone: of each two clauses that may clash that they never do."""
    return [*goals_of(scoped), *_apart(scoped)]


def _apart(scoped: Scoped) -> Iterator[Goal]:
    """Each pair of clauses of which the text puts neither first: where both are live and clash."""
    bads: dict[tuple[str, ...], list[Bad]] = {}
    for i, instance in enumerate(scoped.initial):
        for note in instance.notes:
            bads.setdefault((note.subject, *note.pair), []).append(Bad(note.condition, initial=i, reason=_CLASH))
    for i, instance in enumerate(scoped.steps):
        for note in instance.notes:
            bads.setdefault((note.subject, *note.pair), []).append(Bad(note.condition, i, reason=_CLASH))
    for p in scoped.properties:
        for note in p.notes:
            met = both(scoped.rest, note.condition)
            bads.setdefault((note.subject, *note.pair), []).append(Bad(met, reason=_CLASH))
    for pair in pairs(scoped.system):
        if not pair.over:
            situations = bads.get((pair.subject, pair.first, pair.second), ())
            yield Goal(f"{APART}{pair.key}", "apart", pair.cites, tuple(situations))


_CLASH = "both are live, and clash"
