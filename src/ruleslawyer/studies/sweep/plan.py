"""The plan of a sweep: a base scope, the cards that it deals, factors with their values, and what never goes together.

`checks/RULESET/sweep.toml` is a scope with a table `sweep` (docs/howto/sweep.md). Without it a scope of the ruleset is
the base, and the attributes of its largest sort are varied by their types; the players are that sort only where no
other has attributes, and by which of them one names another is never varied alone (`seating`).
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from ruleslawyer.base.diagnostics import ModelError, UsageError, nearest
from ruleslawyer.base.files.content import Json, is_there
from ruleslawyer.base.files.toml import Places, Table
from ruleslawyer.check.scenario.consistent import broken_properties, meaningless
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.ir.types import Map
from ruleslawyer.ir.types import Sort as SortType
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.rulebook.scopes.inherit import read_scope
from ruleslawyer.rulebook.scopes.load import scope_in
from ruleslawyer.rulebook.scopes.values import usual_value
from ruleslawyer.studies.sweep.documents import as_lists, entries, exchange, put, without
from ruleslawyer.studies.sweep.factors import (
    SEATING,
    Deck,
    Exclusion,
    Factor,
    NamedExclusion,
    geometry,
    seatings,
    values_of,
)

FILE = "sweep.toml"
KEYS = ("sort", "dealt", "distinct", "fixed", "factor", "only", "never")
PLAYERS_ALONE = "no sort but the players has attributes"
FACTORS = ("attribute", "initial", "constant", "members", "choice", "scope")
"""What a factor may be."""
PARTS = ("attributes", "initial", "piles")
"""What an option of a choice may say of a card."""


class NothingToVary(UsageError):
    """There is nothing that a sweep without sweep.toml could vary."""


@dataclass(frozen=True)
class Plan:
    """base: the file that stays. by_type: why what is varied follows from types; empty where sweep.toml says it.
    drops: whether a card that is not dealt is not there at all; else it stays as it is in the base. fixed: attributes
    that are not varied, each with the reason. alike: dealt cards that differ in nothing but such attributes. distinct:
    attributes in all of which no two cards agree."""

    base: str
    by_type: str
    document: Json
    places: Places
    system: System
    sort: str
    dealt: tuple[str, ...]
    drops: bool
    factors: tuple[Factor, ...]
    apart: tuple[NamedExclusion, ...]
    fixed: Mapping[str, str]
    alike: tuple[tuple[str, ...], ...]
    distinct: tuple[str, ...]

    @property
    def digest(self) -> str:
        """A digest that tells this plan from another one."""
        said = (self.document, [(f.label, f.values, f.options) for f in self.factors], [a.values for a in self.apart])
        return sha256(repr(said).encode()).hexdigest()

    def factors_text(self) -> str:
        """The varied factors, and of what, in a line."""
        own, whole = (dict.fromkeys(f.name for f in self.factors if bool(f.member) is of) for of in (True, False))
        members = dict.fromkeys(f.member for f in self.factors if f.member)
        said = [f"{', '.join(own)} of {self.sort} ({', '.join(members)})"] if own else []
        return "; ".join([*said, *([f"{', '.join(whole)} of the whole scope"] if whole else [])])

    def deck(self, members: Sequence[str]) -> Deck:
        factors = tuple(f for f in self.factors if self._is_there(f, members))
        number = {(f.member, f.name): i for i, f in enumerate(factors)}
        never = []
        for member in members:
            for apart in self.apart:
                found: dict[int, frozenset[int]] = {}
                for name, values in apart.values.items():
                    place = number.get((member, name), number.get(("", name)))
                    if place is not None:
                        having = (k for k, value in enumerate(factors[place].values) if value in values)
                        found[place] = frozenset(having)
                if len(found) == len(apart.values) and all(found.values()):
                    never.append(Exclusion(found))
        alike = (tuple(m for m in group if m in members) for group in self.alike)
        return Deck(tuple(members), factors, tuple(never), tuple(group for group in alike if len(group) > 1))

    def twins(self, document: Json) -> tuple[str, ...]:
        """Two cards of a scope that agree where no two may; none where there are none."""
        there: dict[str, str] = {}
        for member, row in document["sorts"][self.sort].items() if self.distinct else ():
            printed = repr([row.get(name) for name in self.distinct])
            if printed in there:
                return there[printed], member
            there[printed] = member
        return ()

    def is_given(self, members: Sequence[str], values: Mapping[str, object]) -> bool:
        """Whether a scope begins with a position of its own, and not as the rules set up a game."""
        there = [f for f in self.factors if self._is_there(f, members)]
        said = (part for f in there for part in f.parts(values.get(f.label, f.values[0])))
        return bool(self.document.get("initial")) or any(path[0] == "initial" for path, _ in said)

    def _is_there(self, factor: Factor, members: Sequence[str]) -> bool:
        """Whether the factor is varied where these cards are dealt: what is not dealt is there always."""
        return not factor.member or factor.member in members or factor.member not in self.dealt

    def scope(self, members: Sequence[str], values: Mapping[str, object]) -> tuple[Json, Scope]:
        """The scope with these cards and these values of factors, by their shown names; all others as usual."""
        document = copy.deepcopy(self.document)
        for member in self.dealt if self.drops else ():
            if member not in members:
                del document["sorts"][self.sort][member]
                document["initial"] = without(document.get("initial", {}), member)
        for factor in self.factors:
            if self._is_there(factor, members):
                for path, said in factor.parts(values.get(factor.label, factor.values[0])):
                    put(document, path, copy.deepcopy(said))
        return document, scope_in(document, "swept", self.system, self.places, bounded=True)


def load_plan(ruleset: LoadedRuleset, *, tried: bool = True) -> Plan:
    """The plan in sweep.toml, or the one that follows from the ruleset where there is none. tried: that each value of a
    factor is one, which takes a scope for each. A file without a table `sweep` is a `UsageError`."""
    folder = ruleset.root / "checks" / ruleset.name
    if is_there(folder / FILE):
        name = f"checks/{ruleset.name}/{FILE}"
        document, places = read_scope(folder / FILE, name, folder=ruleset.config.scopes)
        own = document.pop("sweep", None)
        if not isinstance(own, dict):
            raise UsageError("there is no table [sweep]", name, "write [sweep] with sort and dealt")
        return _Reader(ruleset.system, name, document, places).plan(Table(places.within("sweep"), own), tried=tried)
    base = _base(ruleset)
    path = ruleset.config.scopes / f"{base}.toml"
    document, places = read_scope(path, f"scopes/{base}.toml")
    return _Reader(ruleset.system, base, document, places).plan(None)


def _base(ruleset: LoadedRuleset) -> str:
    """The scope that is explored where none is named."""
    if not ruleset.explored_scopes():
        raise UsageError(
            f"{ruleset.name} has no scope to begin with", None, "write one: `ruleslawyer explain --all` shows how"
        )
    return ruleset.usual_scope


OF_CHECK = "campaign", "large"
"""Keys of a scope that say how it is asked, and not what is in it."""


class _Reader:
    def __init__(self, system: System, base: str, document: Json, places: Places) -> None:
        self.system, self.base, self.places = system, base, places
        self.document = {key: value for key, value in document.items() if key not in OF_CHECK}

    def plan(self, own: Table | None, *, tried: bool = True) -> Plan:
        why = "" if own else "there is no sweep.toml"
        own = own or Table(self.places, {})
        own.expect_keys(KEYS, "[sweep]")
        sorts = {name: sort for name, sort in self.system.sorts.items() if not sort.grid and sort.attributes}
        if not sorts:
            raise NothingToVary("no sort of this ruleset has attributes", self.base, "there is nothing to vary")
        others = [name for name in sorts if name != self.system.players]
        largest = max(others or sorts, key=lambda name: len(sorts[name].attributes))
        self.sort = own.one_of("sort", sorts, largest)
        if why and not others:
            why = f"{why}, and {PLAYERS_ALONE}"
        self.rows = self._rows()
        dealt = own.texts("dealt") or tuple(self.rows)
        for number, member in enumerate(dealt):
            if member not in self.rows:
                raise own.wrong(f"the base has no `{member}`", nearest(member, self.rows), "dealt", number)
        given = own.tables("factor")
        chosen = {name for table in given for name in _choice_attributes(table)}
        fixed = own.names("fixed")
        attributes = {a.name: a.type for a in self.system.sorts[self.sort].attributes}
        for name, *place in [*((n, "fixed", n) for n in fixed), *((n, "distinct") for n in own.texts("distinct"))]:
            if name not in attributes:
                raise own.wrong(f"`{self.sort}` has no attribute `{name}`", nearest(name, attributes), *place)
        names = {table.data.get("attribute") for table in given}
        varied = {n for n in attributes if n not in fixed and n not in names and n not in chosen}
        seats = [name for name in geometry(self.system, self.sort) if name in varied]
        factors = [*self._by_type(dealt, varied.difference(seats)), *self._seating_factors(seats)]
        for table in given:
            factors += self._factors_from(table, dealt)
        self.factors = factors
        apart = [*(one for table in own.tables("only") for one in self._only(table))]
        apart += [self._never(table) for table in own.tables("never")]
        if not factors and why:
            about = f"no attribute of {self.sort} has values that its type lists"
            raise NothingToVary(about, self.base, "say in sweep.toml what is varied: docs/howto/sweep.md")
        seated = any(f.name == SEATING for f in factors)
        how = f"changed with all others ({SEATING})" if seated else "as sweep.toml may say"
        kept = dict.fromkeys(seats, f"it names another {self.sort}: as the scope says, or {how}")
        alike = () if seats else self._alike(dealt, fixed)
        plan = Plan(
            self.base, why, self.document, self.places, self.system, self.sort, dealt, "dealt" in own, tuple(factors),
            tuple(apart), {**fixed, **kept}, alike, own.texts("distinct"),
        )  # fmt: skip
        for table in given if tried else ():
            self._expect_values(plan, table)
        return plan

    def _expect_values(self, plan: Plan, table: Table) -> None:
        """Check that each value of a factor is one, by itself."""
        name = table.text(next(key for key in FACTORS if key in table))
        for factor in plan.factors:
            for value in factor.values if factor.name == name else ():
                try:
                    plan.scope(plan.dealt, {factor.label: value})
                except ModelError as error:
                    diagnostic = error.diagnostics[0]
                    raise table.wrong(diagnostic.message, diagnostic.help, "values") from error

    def _rows(self) -> dict[str, Json]:
        """The members of the sort, each with a table of its own, as the document has them from now on."""
        scope = scope_in(copy.deepcopy(self.document), self.base, self.system, self.places, bounded=True)
        if scope.is_open:
            raise UsageError("the base leaves something open", self.base, "give a value wherever it is open")
        there = self.document["sorts"].get(self.sort, 0)
        rows = {m: dict(there[m]) if isinstance(there, dict) else {} for m in scope.names[self.sort]}
        for name, column in self.document.get("attributes", {}).pop(self.sort, {}).items():
            for member, value in zip(rows, column, strict=True):
                rows[member][name] = value
        for name, value in self.document.get("defaults", {}).pop(self.sort, {}).items():
            for row in rows.values():
                row.setdefault(name, copy.deepcopy(value))
        self.document["sorts"][self.sort] = rows
        self.names = scope.names
        return rows

    def _by_type(self, dealt: Iterable[str], wanted: set[str]) -> Iterator[Factor]:
        for member in dealt:
            for attribute in self.system.sorts[self.sort].attributes:
                if attribute.name in wanted:
                    usual = self.rows[member].get(attribute.name, usual_value(attribute.type))
                    values = values_of(attribute.type, usual, self.system, self.names)
                    if len(values) > 1:
                        path = ("sorts", self.sort, member, attribute.name)
                        yield Factor(attribute.name, member, path, values)

    def _seating_factors(self, names: Sequence[str]) -> Iterator[Factor]:
        """The seating as one factor: each value is a seating that the scope's own becomes by changing places."""
        if names and self.sort == self.system.players:
            options = seatings(self.sort, self.rows, names)
            if len(options) > 1:
                yield Factor(SEATING, "", (), tuple(options), options)

    def _factors_from(self, table: Table, dealt: Sequence[str]) -> Iterator[Factor]:
        table.expect_keys((*FACTORS, "of", "values", "options", "reason"), "a factor")
        for number, member in enumerate(table.texts("of")):
            if member not in self.rows:
                raise table.wrong(f"the base has no `{member}`", nearest(member, self.rows), "of", number)
        dealt = table.texts("of") or dealt
        kinds = [key for key in FACTORS if key in table]
        if len(kinds) != 1:
            raise table.wrong(
                "a factor is one attribute, initial, constant, members, choice or scope", 'attribute = "…"'
            )
        kind, name, values = kinds[0], table.text(kinds[0]), table.data.get("values")
        if kind in ("choice", "scope"):
            yield from self._choice(table, name, dealt) if kind == "choice" else self._whole(table, name)
            return
        if not isinstance(values, list) or not values:
            raise table.wrong("a factor has a list of values, the usual one first", "values = […]", "values")
        table.text("reason")
        fields = {f.name: f.type for f in self.system.state.fields}
        there: Mapping[str, Mapping[str, object]] = {
            "attribute": {a.name: a for a in self.system.sorts[self.sort].attributes},
            "initial": fields, "constant": self.system.constants, "members": self.system.sorts,
        }  # fmt: skip
        known = there[kind]
        if name not in known:
            raise table.wrong(f"there is no {kind} `{name}`", nearest(name, known), kind)
        type_ = fields.get(name) if kind == "initial" else None
        each = kind == "attribute" or (isinstance(type_, Map) and type_.key == SortType(self.sort))
        if not each:
            place = {"initial": "initial", "constant": "constants", "members": "sorts"}[kind]
            yield Factor(name, "", (place, name), tuple(values))
            return
        for member in dealt:
            path = ("sorts", self.sort, member, name) if kind == "attribute" else ("initial", name, member)
            own = (self.rows[member] if kind == "attribute" else self._initial(name)).get(path[-1], values[0])
            yield Factor(name, member, path, (own, *(v for v in values if v != own)))

    def _choice(self, table: Table, name: str, dealt: Sequence[str]) -> Iterator[Factor]:
        """Several things that are said of a card at once, under one name; the first option is the usual one."""
        table.text("reason")
        told = table.table("options")
        if not told.data:
            raise table.wrong("a choice has options", 'options = { there = { initial = { zone = "HAND" } } }')
        for member in dealt:
            options = {key: tuple(self._option(told.table(key), member)) for key in told.data}
            yield Factor(name, member, (), tuple(options), options)

    def _whole(self, table: Table, name: str) -> Iterator[Factor]:
        """Several things that are said of the scope at once; each option is a part of a scope's document."""
        table.text("reason")
        told = table.table("options")
        if not told.data:
            raise table.wrong("such a factor has options", "options = { two = { }, three = { sorts = { … } } }")
        options = {key: tuple(entries(told.table(key).data, self.sort)) for key in told.data}
        yield Factor(name, "", (), tuple(options), options)

    def _option(self, table: Table, member: str) -> Iterator[tuple[tuple[str, ...], object]]:
        """The place of an option of a choice in a scope's document, and its value; `@owner` is the card's own
        attribute."""
        table.expect_keys(PARTS, "an option of a choice")
        attributes = [a.name for a in self.system.sorts[self.sort].attributes]
        fields = [f.name for f in self.system.state.fields]
        for kind, known in (("attributes", attributes), ("initial", fields), ("piles", fields)):
            for name, value in table.table(kind).data.items() if kind in table else ():
                if name not in known:
                    raise table.wrong(f"there is no `{name}`", nearest(name, known), kind, name)
                if isinstance(value, str) and value.startswith("@"):
                    value = self.rows[member].get(value[1:])
                if kind == "piles":
                    yield ("initial", name, str(value), "+"), member
                elif kind == "attributes":
                    yield ("sorts", self.sort, member, name), value
                else:
                    yield ("initial", name, member), value

    def _alike(self, dealt: Sequence[str], fixed: Iterable[str]) -> tuple[tuple[str, ...], ...]:
        """The dealt cards in groups that are alike."""
        groups: list[list[str]] = []
        for member in dealt:
            group = next((g for g in groups if self._may_change(g[0], member, fixed)), None)
            if group is None:
                groups.append([member])
            else:
                group.append(member)
        return tuple(tuple(group) for group in groups if len(group) > 1)

    def _may_change(self, one: str, other: str, fixed: Iterable[str]) -> bool:
        """Whether the base and the factors say the same with two cards in each other's place."""
        rows = [{k: v for k, v in self.rows[card].items() if k not in fixed} for card in (one, other)]
        options = {f.label: {key: list(map(list, said)) for key, said in f.options.items()} for f in self.factors}
        told = [self.document.get("initial", {}), {f.label: list(f.values) for f in self.factors}, as_lists(options)]
        changed = [exchange(part, one, other) for part in told]
        return exchange(rows[0], one, other) == rows[1] and changed == told

    def _initial(self, name: str) -> Json:
        found = self.document.get("initial", {}).get(name, {})
        return found if isinstance(found, dict) else {}

    def _only(self, table: Table) -> Iterator[NamedExclusion]:
        """Attributes that mean something only where others have some values: elsewhere they are as usual."""
        table.expect_keys(("attributes", "where", "reason"), "an only")
        reason, where = table.text("reason"), self._values(table, "where")
        for name in table.texts("attributes"):
            every = self._of(table, name, "attributes")
            usual = {str(f.values[0]) for f in every}
            others = tuple(v for v in _all_values(every) if str(v) not in usual)
            for other, allowed in where.items():
                outside = tuple(v for v in _all_values(self._of(table, other, "where")) if v not in allowed)
                yield NamedExclusion({name: others, other: outside}, reason)

    def _never(self, table: Table) -> NamedExclusion:
        table.expect_keys(("values", "reason"), "a never")
        return NamedExclusion(self._values(table, "values"), table.text("reason"))

    def _values(self, table: Table, key: str) -> dict[str, tuple[object, ...]]:
        found = table.table(key)
        if not found.data:
            raise table.wrong(f"`{key}` gives factors a list of values", f'{key} = {{ kind = ["…"] }}', key)
        for name, values in found.data.items():
            known = _all_values(self._of(found, name, name))
            if not isinstance(values, list) or any(value not in known for value in values):
                shown = ", ".join(map(str, known))
                raise found.wrong(f"`{name}` has these values: {shown}", f'{name} = ["{known[0]}"]', name)
        return {name: tuple(values) for name, values in found.data.items()}

    def _of(self, table: Table, name: str, key: str) -> list[Factor]:
        found = [f for f in self.factors if f.name == name]
        if not found:
            names = dict.fromkeys(f.name for f in self.factors)
            raise table.wrong(f"`{name}` is not varied", nearest(name, names), key)
        return found


def _all_values(factors: Iterable[Factor]) -> list[object]:
    found: list[object] = []
    for factor in factors:
        found += [value for value in factor.values if value not in found]
    return found


def _choice_attributes(table: Table) -> list[str]:
    """The attributes that the options of a choice say, and that are not varied by themselves."""
    options = table.data.get("options")
    told = options.values() if isinstance(options, dict) else ()
    return [name for one in told if isinstance(one, dict) for name in one.get("attributes", {})]


def kept_properties(ruleset: LoadedRuleset) -> tuple[str, ...]:
    """The names of the properties that every position keeps: those that always hold."""
    return tuple(check.name for check in ruleset.system.checks.values() if check.kind == "always")


def position(ruleset: LoadedRuleset, plan: Plan, members: tuple[str, ...], values: dict[str, object]) -> Scope | str:
    """The scope of these cards and values; why the rules could never deal it, where they could not."""
    try:
        document, scope = plan.scope(members, values)
    except ModelError as error:
        return error.diagnostics[0].message
    if plan.twins(document):
        return f"two of {plan.sort} have the same {', '.join(plan.distinct)}"
    return why_impossible(ruleset, scope) or scope


def why_impossible(ruleset: LoadedRuleset, scope: Scope) -> str:
    """The reason why the rules could never deal this; empty where they could."""
    system = ruleset.in_scope(scope, brief=True)
    states = [outcome.state for _, outcome in system.beginnings() if outcome.state is not None]
    if not states:
        return "there is no beginning"
    for state in states:
        for check in broken_properties(system, state, every=True):
            return f"a beginning breaks {check.name}"
        field = meaningless(system, state)
        if field:
            return f"`{field}` says what means nothing"
    return ""
