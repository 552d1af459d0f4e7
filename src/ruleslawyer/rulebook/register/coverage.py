"""Coverage of a register in three honest numbers: tied to the model, decisive in an explored scope, register only.

A citation ties a clause only where its role fits the clause's kind: what an effect does covers no prohibition.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from ruleslawyer.base.files.content import Json
from ruleslawyer.base.files.kept import read_note, write_note
from ruleslawyer.front.words import KINDS
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.rules import OPTIONS, Rule
from ruleslawyer.ir.system import System
from ruleslawyer.ir.walk import walk
from ruleslawyer.rulebook.register.clause import REGISTER_ONLY, TODO, Clause, Register
from ruleslawyer.rulebook.register.sites import DATA, Site, sites

_LAST = "last-check/{}"
"""The name of the note."""


@dataclass(frozen=True, slots=True)
class Seen:
    """Clauses that decided something in these scopes, when a ruleset was checked last."""

    scopes: tuple[str, ...]
    decisive: frozenset[str]


def check_stamp(digest: str, scopes: Iterable[object]) -> str:
    """A digest of the rules together with the scopes that were explored."""
    return hashlib.sha256("\n".join([digest, *map(repr, scopes)]).encode()).hexdigest()


def note_check(root: Path, ruleset: str, mark: str, seen: Seen) -> None:
    """Note a check under its stamp."""
    write_note(root, _LAST.format(ruleset), {"stamp": mark, "scopes": seen.scopes, "decisive": sorted(seen.decisive)})


def last_check(root: Path, ruleset: str, stamp_of: Callable[[tuple[str, ...]], str | None]) -> Seen | None:
    """The last check, if it was one of these rules and scopes; `stamp_of` gives their stamp of today."""

    def reading(found: Any) -> Seen | None:
        scopes, decisive = tuple(found["scopes"]), frozenset(found["decisive"])
        whole = all(isinstance(name, str) for name in (*scopes, *decisive))
        return Seen(scopes, decisive) if whole and found["stamp"] == stamp_of(scopes) else None

    return read_note(root, _LAST.format(ruleset), reading)


_RULES = frozenset({
    "term", "layer", "exception", "question", "answer", "over", "action", "chance", "seat", "member",
    "permit", "forbid", "duty", "settle", "guard", "moment", "effect", "deed", "instead", "assumption",
    "adjustment", "bound", "initial", "awaits", "ended", "winners", "payoff", "closed_world", "seen", "out",
})  # fmt: skip
_ANY = _RULES | DATA
_VALUE = frozenset({"term", "layer", "adjustment", "bound", "answer"})
_DECISION = frozenset({"awaits", "frame", "action", "seat", "member"})
_ENDING = frozenset({"ended", "winners", "payoff", "duty", "settle", "effect", "deed", "instead"})
ROLES: Mapping[str, frozenset[str]] = {
    "definition-thing": _ANY,
    "definition-value": _ANY - {"permit", "forbid"},
    "classification": _ANY,
    "permission-grant": _VALUE | {"permit", "chance", "seen"},
    "permission-waiver": _VALUE | {"exception", "permit", "over"},
    "permission-reminder": _ANY | {"check"},
    "prohibition-action": frozenset({"forbid", "range", "answer"}),
    "prohibition-change": frozenset({"forbid", "instead", "range", "bound", "answer"}),
    "obligation-decided": _DECISION | {"forbid", "effect", "duty", "settle", "answer"},
    "obligation-automatic": _VALUE | _ENDING | {"initial", "lifetime", "chance"},
    "effect": _VALUE | _ENDING | {"initial", "lifetime", "chance"},
    "quantity": _ANY,
    "timing": _ANY - {"sort", "attribute", "range", "constant"},
    "order": _ANY - {"sort", "attribute", "range", "constant"},
    "ending": _VALUE | _ENDING | {"out"},
    "claim": frozenset({"check", "scenario"}),
    "example": frozenset({"check", "scenario"}),
    "precedence": frozenset({"over", "exception", "permit", "forbid", "instead", "layer", "answer", "closed_world"}),
    "option": frozenset({"question", "answer", "initial", "permit", "chance"}),
    "deck-building": _ANY | {"check"},
}
"""Which roles of a citation tie a clause of each kind."""
_FORBIDDEN = frozenset({"prohibition-action", "prohibition-change"})
"""The kinds that, where nothing permits what they forbid, a property ties that says so."""
REPLAYED = frozenset(kind for kind, roles in ROLES.items() if "scenario" in roles)
"""The kinds that a passing scenario ties."""

APPROXIMATION = (
    "A permit or forbid is decisive where the verdict on some instance would differ without it, a clause of a deed "
    "where the deed would fare otherwise, an adjustment or bound where a value would be another; any other rule where "
    "it was live, an effect where its block ran, a property where it has a verdict, an example or claim where a "
    "scenario that names it passed. Things, numbers and ranges count as decisive where a live rule reads or writes "
    "them: an approximation, since nobody took them away to compare."
)


class Named(Protocol):
    """Something with a name, such as a scope."""

    @property
    def name(self) -> str: ...


class Judged(Named, Protocol):
    """A property with the word that is said of it."""

    @property
    def word(self) -> str: ...


class Explored(Protocol):
    """An explored scope as coverage needs it: how far it was explored, and which rules did something there."""

    @property
    def scope(self) -> Named: ...

    @property
    def initial(self) -> int: ...

    @property
    def transitions(self) -> int: ...

    @property
    def ended(self) -> int: ...

    @property
    def verdicts(self) -> Iterable[Judged]: ...

    @property
    def live(self) -> frozenset[str]: ...

    @property
    def decisive(self) -> frozenset[str]: ...

    @property
    def effects(self) -> frozenset[str]: ...


@dataclass(frozen=True, slots=True)
class Row:
    """The numbers of one section, or of all of them; `modelled` includes `decisive`."""

    section: str
    clauses: int
    modelled: int
    decisive: int
    excluded: int
    not_yet_modelled: int


@dataclass(frozen=True, slots=True)
class Misplaced:
    """A clause that the model cites, but in no role that ties its kind."""

    clause: str
    kind: str
    roles: tuple[str, ...]
    needed: tuple[str, ...]

    @property
    def likely_kind(self) -> str:
        """The kind that these roles tie and few others do: perhaps the clause is of that kind."""
        fits = [kind for kind, roles in ROLES.items() if roles.issuperset(self.roles)]
        return min(fits, key=lambda kind: (kind not in self.roles, len(ROLES[kind])), default="")

    def __str__(self) -> str:
        """The mistake in words, with both mends: another citation, or another kind."""
        usual, cited = KINDS[self.kind][1], ", ".join(self.roles)
        mend = (
            f"; if it says {KINDS[self.likely_kind][0]}, its kind is `{self.likely_kind}`" if self.likely_kind else ""
        )
        return (
            f"{self.clause} is cited as {cited}, and its kind is `{self.kind}`: {KINDS[self.kind][0]}. "
            f"Such a clause is cited by {usual} (or as {', '.join(self.needed)}){mend}"
        )


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of a register the model speaks of; `scopes` are those that `decisive` was seen in. missing: the clauses
    that are neither modelled nor register only."""

    rows: tuple[Row, ...]
    total: Row
    reasons: Mapping[str, int]
    tied: frozenset[str]
    decisive: frozenset[str]
    misplaced: tuple[Misplaced, ...]
    scopes: tuple[str, ...]
    recalled: bool
    lines: int
    unaccounted: tuple[int, ...]
    missing: tuple[str, ...]

    def json(self, ruleset: str) -> Json:
        """The contract for scripts."""
        return {
            "ruleset": ruleset,
            **_numbers(self.total),
            "sections": [{"section": row.section, **_numbers(row)} for row in self.rows],
            "missing": list(self.missing),
            "reasons": dict(self.reasons),
            "misplaced": [
                {"clause": m.clause, "kind": m.kind, "cited_as": list(m.roles), "needs_one_of": list(m.needed)}
                for m in self.misplaced
            ],
            "decisive_from": list(self.scopes),
            "decisive_by": ("the last check" if self.recalled else "exploration") if self.scopes else None,
            "lines": self.lines,
            "unaccounted": len(self.unaccounted),
            "source": {"lines": self.lines, "unaccounted": len(self.unaccounted), "numbers": list(self.unaccounted)},
        }


def _numbers(row: Row) -> dict[str, int]:
    return {
        "clauses": row.clauses, "modelled": row.modelled, "decisive": row.decisive, "excluded": row.excluded,
        "not_yet_modelled": row.not_yet_modelled,
    }  # fmt: skip


def coverage(
    register: Register,
    system: System | None,
    results: Iterable[Explored] = (),
    seen: Seen | None = None,
    replays: Iterable[Site] = (),
) -> Coverage:
    """Count, section by section, what the model (None: there is none yet) and its explored scopes speak of.

    `seen`: what an earlier check of the same rules saw, instead of explorations. `replays`: scenarios that passed.
    """
    results = tuple(results)
    cited: dict[str, list[Site]] = {}
    for site in (*sites(system), *replays) if system else ():
        cited.setdefault(site.clause, []).append(site)
    lively = _lively(system, results) if system else []
    tied, decisive, misplaced = set(), set(), []
    for clause in register.clauses.values():
        mine = cited.get(clause.id, [])
        fitting = tying(clause, mine)
        if fitting:
            tied.add(clause.id)
            replayed = any(site.role == "scenario" for site in fitting)
            known = seen is not None and clause.id in seen.decisive
            if replayed or known or any(x.decisive(site) for x in lively for site in fitting):
                decisive.add(clause.id)
        elif mine and clause.kind not in (REGISTER_ONLY, TODO):
            roles = tuple(dict.fromkeys(site.role for site in mine))
            needed = ROLES.get(clause.kind, frozenset()) | ({"always", "step"} if clause.kind in _FORBIDDEN else set())
            misplaced.append(Misplaced(clause.id, clause.kind, roles, tuple(sorted(needed))))
    clauses = list(register.clauses.values())
    by_section: dict[str, list[Clause]] = {section: [] for section in register.sections}
    for clause in clauses:
        by_section[clause.section].append(clause)
    return Coverage(
        tuple(_row(section, inside, tied, decisive) for section, inside in by_section.items()),
        _row("", clauses, tied, decisive),
        dict(sorted(Counter(c.reason for c in clauses if c.kind == REGISTER_ONLY).items())),
        frozenset(tied),
        frozenset(decisive),
        tuple(misplaced),
        seen.scopes if seen else tuple(dict.fromkeys(r.scope.name for r in results)),
        seen is not None,
        len(register.digests),
        register.unaccounted_lines,
        tuple(c.id for c in clauses if c.kind != REGISTER_ONLY and c.id not in tied),
    )


def clause_activity(
    register: Register, system: System, results: Iterable[Explored]
) -> Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """For each clause that is tied: the scopes in which a rule that ties it came up, and those in which one decided."""
    lively = _lively(system, results)
    cited: dict[str, list[Site]] = {}
    for site in sites(system):
        cited.setdefault(site.clause, []).append(site)
    found = {}
    for clause in register.clauses.values():
        fitting = tying(clause, cited.get(clause.id, []))
        if fitting:
            met, sure = (
                tuple(x.result.scope.name for x in lively if any(asked(x, site) for site in fitting))
                for asked in (_Live.came_up, _Live.decisive)
            )
            found[clause.id] = (met, sure)
    return found


def tying(clause: Clause, cited: Iterable[Site]) -> list[Site]:
    """The citations of a clause whose role fits its kind. What is forbidden and nothing permits has no action to hang a
    forbid on: then a property ties it, of every state or every step, that it does not happen."""
    cited = list(cited)
    fitting = [site for site in cited if site.role in ROLES.get(clause.kind, frozenset())]
    return fitting or [site for site in cited if clause.kind in _FORBIDDEN and site.everywhere]


def _row(section: str, clauses: list[Clause], tied: set[str], decisive: set[str]) -> Row:
    ids = {c.id for c in clauses}
    excluded = sum(c.kind == REGISTER_ONLY for c in clauses)
    modelled = len(ids & tied)
    return Row(section, len(clauses), modelled, len(ids & decisive), excluded, len(clauses) - excluded - modelled)


def _lively(system: System, results: Iterable[Explored]) -> list[_Live]:
    reach = _Reach(system)
    return [_Live(system, reach, result) for result in results]


class _Reach:
    """The rules with their functions, the things that functions touch themselves, and the helpers that they call: the
    same in each scope."""

    def __init__(self, system: System) -> None:
        self.rules, self.functions = system.rules(), tuple(system.functions())
        self.looked_at = tuple(function for rule in self.rules for function in _looked_at(rule))
        self._known: dict[int, tuple[frozenset[str], tuple[str, ...]]] = {}  # the system keeps functions alive

    def of(self, function: n.Function) -> tuple[frozenset[str], tuple[str, ...]]:
        found = self._known.get(id(function))
        if found is None:
            helpers = (x.name for x in walk(function.body) if isinstance(x, n.Call) and x.kind == "helper")
            found = frozenset(_things_of(function)), tuple(dict.fromkeys(helpers))
            self._known[id(function)] = found
        return found


class _Live:
    """The rules that did something in one explored scope, by name, and the things that they touch."""

    def __init__(self, system: System, reach: _Reach, result: Explored) -> None:
        self.result = result
        self.verdicts = {v.name for v in result.verdicts if v.word != "UNKNOWN"}
        self.asked = {rule.base for rule in reach.rules if rule.role in OPTIONS and rule.name in result.live}
        self.touched = {t.on for t in system.triggers.values() if not result.live.isdisjoint((t.name, t.miss))}
        waiting = [f for f in reach.functions if f.name in result.live]
        waiting += reach.looked_at
        met = {f.name for f in waiting}
        while waiting:
            touched, helpers = reach.of(waiting.pop())
            self.touched.update(touched)
            waiting += [system.helpers[name] for name in helpers if name not in met]
            met.update(helpers)

    def came_up(self, site: Site) -> bool:
        """Whether what cites was live, whatever it decided."""
        return site.rule in self.result.live or self.decisive(site)

    def decisive(self, site: Site) -> bool:
        match site.role:
            case "permit" | "forbid" | "instead" | "adjustment" | "bound":
                return site.rule in self.result.decisive
            case "effect":
                return site.clause in self.result.effects and site.rule in self.result.live
            case "check":
                return site.rule in self.verdicts
            case "question":
                return site.rule in self.asked
            case "ended" | "winners" | "payoff":
                return self.result.ended > 0
            case "initial" | "awaits" | "closed_world" | "out":
                return self.result.initial > 0
            case "seat" | "member":
                return self.result.transitions > 0
            case role if role in DATA or role == "moment":
                return site.rule in self.touched
        return site.rule in self.result.live


def _looked_at(rule: Rule) -> Iterator[n.Function]:
    """The functions that are evaluated whatever happens: conditions, and those about the whole state."""
    if rule.role in ("initial", "awaits", "ended", "winners", "payoff", "matters"):
        yield from rule.functions[:1]
    if rule.guard is not None and rule.role != "trigger":  # that is asked where its moment takes place
        yield rule.guard


def _things_of(function: n.Function) -> Iterator[str]:
    """The things that a function reads, writes or opens, by the names that sites have."""
    for parameter in function.parameters:
        yield f"{function.name}.{parameter.name}"
        yield from _names(parameter.type)
    for node in walk(function.body):
        type_ = getattr(node, "type", None)
        if type_ is not None:
            yield from _names(type_)
        match node:
            case n.Number(name=name):
                yield name
            case n.Attr(sort=sort, name=name):
                yield f"{sort}.{name}"
            case n.Read(record=record, field=field) | n.Place(record=record, field=field):
                yield f"{record}.{field}" if record else field
            case n.Open(frame=frame):
                yield frame


def _names(type_: t.Type) -> Iterator[str]:
    match type_:
        case t.Sort(name) | t.Enum(name):
            yield name
        case t.Optional(item) | t.Set(item) | t.Pile(item) | t.Silent(item) | t.Awaits(item):
            yield from _names(item)
            if isinstance(type_, t.Pile) and isinstance(type_.size, str):
                yield type_.size
        case t.Map(key, value):
            yield from _names(key)
            yield from _names(value)
