"""A member that something is noted of, or that something names: the leaves of a field that say so.

[[law]]
name = "a_stronger_attacker_hurts_no_less"
clauses = ["3.6a"]
reason = "damage is attack power"
of = "Card"
where = { cell = ["ATTACK"] }
more = { attack = 1 }
hurts = ["damage", "-life"]
by = 1
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.base.files.content import is_there
from ruleslawyer.base.files.read import read_text
from ruleslawyer.base.files.toml import Table, read_toml
from ruleslawyer.check.evidence.finding import findings_of
from ruleslawyer.ir import types as t
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.claims.readings import valid_reading
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.rulebook.scopes.values import NONE
from ruleslawyer.semantics.state import leaves

Leaf: TypeAlias = tuple[tuple[int, ...], object]
"""The keys of a leaf, and what it is."""


def is_keyed(type_: t.Type, sort: t.Sort) -> bool:
    return isinstance(type_, t.Map) and type_.key == sort


def is_naming(type_: t.Type, sort: t.Sort) -> bool:
    """Whether a field names members of a sort."""
    leaf = t.unwrap(t.leaf_type(type_))
    return (leaf.item if isinstance(leaf, t.Set) else leaf) == sort


def note_leaves(type_: t.Type, sort: t.Sort, member: int, now: object) -> Iterator[Leaf]:
    """The leaves of a field that are other ones where something is noted of a member by its key."""
    for keys, value in leaves(type_, now) if is_keyed(type_, sort) else ():
        if keys[0] == member:
            yield from ((keys, found) for found in _values(t.leaf_type(type_)) if found != value)


def naming_leaves(type_: t.Type, sort: t.Sort, member: int, now: object) -> Iterator[Leaf]:
    """The leaves of a field that are other ones where it names a member; what is said of the member itself stays."""
    several = isinstance(t.unwrap(t.leaf_type(type_)), t.Set)
    for keys, value in leaves(type_, now) if is_naming(type_, sort) else ():
        found = (value or frozenset()) | {member} if several else member
        if found != value and not (is_keyed(type_, sort) and keys[0] == member):
            yield keys, found


def _values(leaf: t.Type) -> Iterator[object]:
    """A value that says something."""
    match leaf:
        case t.Bool():
            yield True
        case t.Int(low, high):
            least = max(1, 1 if low is None else low)
            yield least if high is None else min(least, high)
        case t.Optional(item):
            yield 0 if isinstance(item, t.Enum | t.Sort) else next(_values(item), None)


FILE = "laws.toml"
DIFFERENCES = BLANK, MORE, PRINTED, STANDS, NOTED, COMMUTE, ONLY, NEVER, STAYS = (
    "blank", "more", "printed", "stands", "noted", "commute", "only", "never", "stays",
)  # fmt: skip
"""What may differ: a member has nothing printed on it; a number on it is higher; something else is printed on it; a
field says something else of it; one of some fields says something of it, or names it; two choices are made in the other
order. Or nothing does: as long as a member is so, some actions alone may be chosen, or none of some, or choices leave
some fields."""
SOME = "some"
"""In the place of a value: any but none."""
SAME = AWAITED, ALLOWED, COMES_OUT = ("awaited", "allowed", "comes_out")
_ALONE = {
    COMMUTE: "two orders come to one state",
    ONLY: "nothing but this may be chosen",
    NEVER: "nothing of this may be chosen",
    STAYS: "a choice leaves this as it is",
}
_KEYS = (
    "name", "clauses", "reason", "of", "where", *DIFFERENCES, "same", "hurts", "by", "gone", "pays", "ignoring",
    "without", "named", "named_by", "during", "then", "fault",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class KnownBreak:
    """A break that is known. at: at which action, or what; why: the finding that names it, or a reason; under: the
    option without which it is news."""

    law: str
    at: str
    why: str
    under: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Fault:
    """An edit by which the model would break a law: in which file of the project which text is another. stands: whether
    that text is there, and once."""

    file: str
    old: str
    new: str
    stands: bool = True


@dataclass(frozen=True, slots=True)
class Law:
    """where: of the member, by attribute or field, the values that it has. differs: one of `DIFFERENCES`; to: what an
    attribute or a field is then (several values: any of them; `more`: by how much). same: what stays. hurts: the
    fields that say how much anything suffers (with a minus: less is worse), which rises by at most `by`; gone: where
    it suffers no more, as it has left. pays: the fields that are paid from. ignoring: fields that are not compared;
    without: actions of which nothing is asked; named: choices that name the member are compared too; named_by:
    fields by which another member, that is so, names it; leading: fields of the whole game that name it, a pile by its
    top; during: the values that fields of the whole game have; then: how it is behind a choice that is spoken of, with
    anybody of whom the field says something; fault: an edit that breaks it, without which it does not count. `only` and
    `never` have their actions in `to`, `stays` its fields."""

    name: str
    clauses: tuple[str, ...]
    reason: str
    of: str
    differs: str
    where: Mapping[str, tuple[object, ...]] = field(default_factory=dict)
    to: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    same: tuple[str, ...] = ()
    hurts: Mapping[str, int] = field(default_factory=dict)
    by: int | None = None
    gone: Mapping[str, tuple[object, ...]] = field(default_factory=dict)
    pays: tuple[str, ...] = ()
    ignoring: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    named: bool = False
    named_by: Mapping[str, Mapping[str, tuple[object, ...]]] = field(default_factory=dict)
    leading: tuple[str, ...] = ()
    during: Mapping[str, tuple[object, ...]] = field(default_factory=dict)
    then: Mapping[str, tuple[object, ...]] = field(default_factory=dict)
    fault: Fault | None = None


def load_laws(ruleset: LoadedRuleset, built_in: Iterable[str]) -> tuple[tuple[Law, ...], tuple[KnownBreak, ...]]:
    """The laws of a ruleset, in their order, and which of their breaks, and of those that are built in, are known."""
    path = ruleset.root / "checks" / ruleset.name / FILE
    if not is_there(path):
        return (), ()
    file = read_toml(path, f"checks/{ruleset.name}/{FILE}", shape='write [[law]] with name = "…"')
    file.expect_keys(("law", "known"), "the file")
    laws = tuple(_Reader(ruleset, table).law() for table in file.tables("law"))
    names = [*built_in, *(law.name for law in laws)]
    for number, law in enumerate(laws):
        if names.count(law.name) > 1:
            raise UsageError(f"there are two laws `{law.name}`", file.place("law", number), "give it another name")
    return laws, tuple(_known_breaks(ruleset, file.tables("known"), names))


def _known_breaks(ruleset: LoadedRuleset, tables: list[Table], laws: list[str]) -> Iterator[KnownBreak]:
    ids = {finding.id for finding in findings_of(ruleset)} if tables else set()
    for table in tables:
        table.expect_keys(("law", "at", "finding", "reason", "under"), "what is known")
        finding = table.text("finding", "")
        if finding and finding not in ids:
            raise table.wrong(f"there is no finding `{finding}`", nearest(finding, ids), "finding")
        why = f"finding {finding}" if finding else table.text("reason")
        under = valid_reading(ruleset.system, table.names("under"))
        yield KnownBreak(table.one_of("law", laws), table.text("at"), why, under)


class _Reader:
    """One law, each name of it held against the rules."""

    def __init__(self, ruleset: LoadedRuleset, table: Table) -> None:
        self.ruleset, self.system, self.table = ruleset, ruleset.system, table
        self.fields = {slot.name: slot.type for slot in self.system.state.fields}

    def law(self) -> Law:
        table = self.table
        table.expect_keys(_KEYS, "a law")
        given = [key for key in DIFFERENCES if key in table]
        if len(given) != 1:
            about = f"a law says one thing that differs: {', '.join(DIFFERENCES)}"
            raise table.wrong(about, "more = { attack = 1 }", *given[1:2])
        differs = given[0]
        of = "" if differs == COMMUTE else table.one_of("of", self.system.sorts)
        self.attributes = {a.name: a.type for a in self.system.sorts[of].attributes} if of else {}
        self.of = of
        law = Law(
            table.text("name"), self._clauses(), table.text("reason"), of, differs,
            self._values("where"), self._to(differs), self._among("same", SAME), self._hurts(), self._by(),
            self._values("gone"), self._among("pays", self.fields), self._among("ignoring", self.fields),
            self._among("without", self.system.actions), "named" in table and table.truth("named"),
            *self._named_by(), self._values("during", self._of_game(), "no field of the whole game"),
            self._values("then", self._of_anybody(), "said of nobody"), self._fault(),
        )  # fmt: skip
        if law.then and differs != STAYS:
            raise table.wrong("`then` says behind which choices fields stay", "write stays = [field, …]", "then")
        if differs in _ALONE:
            if law.same or law.hurts or law.gone or (differs == COMMUTE and law.where):
                raise table.wrong(f"{_ALONE[differs]}: nothing else is compared", None, differs)
        elif not (law.same or law.hurts or law.pays):
            mend = 'write same = ["awaited"], hurts = ["damage"] or pays = ["money"]'
            raise table.wrong(f"the law `{law.name}` says nothing that stays", mend, "name")
        return law

    def _clauses(self) -> tuple[str, ...]:
        found, register = self.table.texts("clauses"), self.ruleset.register
        if not found:
            raise self.table.wrong("a law has the clauses that it follows from", 'clauses = ["1.1"]', "clauses")
        for number, clause in enumerate(found if register else ()):
            assert register is not None
            if clause not in register.ids and clause not in register.assumed:
                near = nearest(clause, register.ids)
                raise self.table.wrong(f"there is no clause `{clause}`", near, "clauses", number)
        return found

    def _fault(self) -> Fault | None:
        """The edit that breaks the law."""
        if "fault" not in self.table:
            return None
        table = self.table.table("fault")
        table.expect_keys(("file", "old", "new"), "a fault")
        fault = Fault(table.text("file"), table.text("old"), table.text("new"))
        path = self.ruleset.root / fault.file
        if not is_there(path):
            raise table.wrong(f"there is no file {fault.file}", "write its path from the project's folder", "file")
        return replace(fault, stands=read_text(path, fault.file).count(fault.old) == 1)

    def _to(self, differs: str) -> dict[str, tuple[object, ...]]:
        if differs == COMMUTE:
            if not self.table.truth(COMMUTE):
                raise self.table.wrong("`commute` is true, or left out", "commute = true", COMMUTE)
            return {}
        if differs in (ONLY, NEVER):
            return dict.fromkeys(self._among(differs, self.system.actions), ())
        if differs == STAYS:
            return dict.fromkeys(self._among(STAYS, {**self._of_game(), **self._of_member()}), ())
        if differs == BLANK:
            return dict.fromkeys(self._among(BLANK, self.attributes), ())
        if differs == NOTED:
            sort = t.Sort(self.of)
            said = [name for name, type_ in self.fields.items() if is_keyed(type_, sort) or is_naming(type_, sort)]
            return dict.fromkeys(self._among(NOTED, said), ())
        there = {STANDS: self._of_member(), MORE: self.attributes, PRINTED: self.attributes}[differs]
        numbers = {name: t.Int() for name, type_ in there.items() if isinstance(t.unwrap(t.leaf_type(type_)), t.Int)}
        found = self._values(differs, numbers if differs == MORE else there)
        if not found:
            raise self.table.wrong(f"`{differs}` says what differs, and how", None, differs)
        return found

    def _of_member(self) -> dict[str, t.Type]:
        """The fields that say something of each member."""
        return said_of_members(self.system, self.of)

    def _of_anybody(self) -> dict[str, t.Type]:
        """The fields that say something of each member of some sort."""
        return {name: type_.value for name, type_ in self.fields.items() if isinstance(type_, t.Map)}

    def _of_game(self) -> dict[str, t.Type]:
        """The fields that say something of the whole game."""
        return {name: type_ for name, type_ in self.fields.items() if not isinstance(type_, t.Map)}

    def _values(
        self, key: str, known: Mapping[str, t.Type] | None = None, unknown: str = ""
    ) -> dict[str, tuple[object, ...]]:
        """A table that gives attributes and fields of a member a value, or several."""
        if key not in self.table:
            return {}
        there = {**self._of_member(), **self.attributes} if known is None else known
        return self._values_of(self.table.table(key), there, unknown)

    def _values_of(self, table: Table, there: Mapping[str, t.Type], unknown: str = "") -> dict[str, tuple[object, ...]]:
        found = {}
        for name, given in table.data.items():
            if name not in there:
                raise table.wrong(f"`{name}` is {unknown or f'said of no {self.of}'}", nearest(name, there), name)
            several = given if isinstance(given, list) else [given]
            try:
                found[name] = tuple(value_of(there[name], one, self.system) for one in several)
            except ValueError as error:
                raise table.wrong(f"`{name}` has no value `{error}`", "write one that its type has", name) from error
        return found

    def _named_by(self) -> tuple[dict[str, dict[str, tuple[object, ...]]], tuple[str, ...]]:
        """Fields of the same sort that name a member of it, and what is said of those whose field it is; and fields of
        the whole game that name one."""
        if "named_by" not in self.table:
            return {}, ()
        table, there = self.table.table("named_by"), self._of_member()
        naming = [name for name, type_ in there.items() if t.unwrap(type_) == t.Sort(self.of)]
        whole = [name for name, type_ in self._of_game().items() if t.unwrap(_of_top(type_)) == t.Sort(self.of)]
        for name in table.data:
            if name not in (*naming, *whole):
                raise table.wrong(f"`{name}` of a {self.of} names no {self.of}", nearest(name, naming), name)
            if name in whole and table.data[name]:
                raise table.wrong(f"`{name}` is said of the whole game, and of nobody else", "write {}", name)
        keyed = {n: self._values_of(table.table(n), {**there, **self.attributes}) for n in table.data if n in naming}
        return keyed, tuple(name for name in table.data if name in whole)

    def _among(self, key: str, known: Iterable[str]) -> tuple[str, ...]:
        found, there = self.table.texts(key), list(known)
        for number, name in enumerate(found):
            if name not in there:
                raise self.table.wrong(f"`{key}`: there is no `{name}`", nearest(name, there), key, number)
        return found

    def _hurts(self) -> dict[str, int]:
        found = {}
        for number, text in enumerate(self.table.texts("hurts")):
            name, sign = (text[1:], -1) if text.startswith("-") else (text, 1)
            if not isinstance(t.leaf_type(self.fields.get(name, t.Bool())), t.Int):
                raise self.table.wrong(f"`{name}` is no field of numbers", nearest(name, self.fields), "hurts", number)
            found[name] = sign
        return found

    def _by(self) -> int | None:
        by = self.table.data.get("by")
        if by is not None and (not isinstance(by, int) or isinstance(by, bool) or by < 0):
            raise self.table.wrong("`by` is a number: by how much it may hurt more", "by = 1", "by")
        return by


def _of_top(type_: t.Type) -> t.Type:
    """The type of what a field names: of a pile that of its top."""
    return type_.item if isinstance(type_, t.Pile) else type_


def is_among(value: object, values: tuple[object, ...]) -> bool:
    """Whether a value is one of several, of which `SOME` is any but none."""
    return value in values or (SOME in values and value is not None)


def said_of_members(system: System, sort: str) -> dict[str, t.Type]:
    """The fields of the state that say something of each member of a sort, with what they say."""
    return {
        field.name: field.type.value
        for field in system.state.fields
        if isinstance(field.type, t.Map) and field.type.key == t.Sort(sort)
    }


def value_of(type_: t.Type, given: object, system: System) -> Any:
    """The canonical value of one that a file gives; a ValueError where the type has no such value."""
    match type_:
        case t.Optional(item):
            return None if given == NONE else SOME if given == SOME else value_of(item, given, system)
        case t.Bool() if isinstance(given, bool):
            return given
        case t.Int(low, high) if isinstance(given, int) and not isinstance(given, bool):
            if (low is None or given >= low) and (high is None or given <= high):
                return given
        case t.Enum(name) if given in system.enums[name].members:
            return system.enums[name].members.index(given)
        case t.Map(t.Enum(name), item) if isinstance(given, dict) and set(given) <= set(system.enums[name].members):
            usual = NONE if isinstance(item, t.Optional) else False if isinstance(item, t.Bool) else 0
            return tuple(value_of(item, given.get(key, usual), system) for key in system.enums[name].members)
    raise ValueError(given)
