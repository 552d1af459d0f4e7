"""Scenarios resolved from a file: names looked up in the ruleset and the scope, each mistake at its line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeVar, cast, get_args

from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.base.files.content import Json
from ruleslawyer.base.files.toml import Table
from ruleslawyer.check.scenario.counts import is_count, read_count
from ruleslawyer.check.scenario.document import OUTCOMES, Document, Draft, texts
from ruleslawyer.check.scenario.names import NONE, Names, Spot, own_parameters
from ruleslawyer.check.scenario.scenario import (
    Allowed,
    Clash,
    Expected,
    Gap,
    Holds,
    NotAllowed,
    NotOffered,
    Refused,
    Rest,
    Scenario,
    Situation,
    Unspoken,
    Word,
    types_of_words,
)
from ruleslawyer.ir import types as t
from ruleslawyer.ir.exclusive import order_names
from ruleslawyer.ir.rules import CLAUSES
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.claims.readings import blame, canonical, mend, valid_reading, valid_rulings
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.rulebook.scopes.load import scope_in
from ruleslawyer.semantics.transition import Instance

V = TypeVar("V")
_LAST: list[tuple[System, dict[str, tuple[str, ...]]]] = []


def resolve(document: Document, ruleset: LoadedRuleset) -> list[Scenario]:
    """The scenarios of a file."""
    scopes: dict[str, Scope] = {}
    return [_Resolver(draft, ruleset, scopes).scenario() for draft in document.drafts]


class _Resolver:
    def __init__(self, draft: Draft, ruleset: LoadedRuleset, scopes: dict[str, Scope]) -> None:
        """`scopes`: those that a file has of its own, each read once."""
        self.draft, self.where, self.ruleset, self.system = draft, draft.where, ruleset, ruleset.system
        self.scopes = scopes
        self.names = Names(self.system, self._scope())

    def scenario(self) -> Scenario:
        draft = self.draft
        for number, clause in enumerate(draft.clauses):
            self._clause(clause, "clauses", number)
        given, opened, own = self._given_values()
        when = tuple(self.names.instance(table) for table in draft.when)
        then = tuple(self._then())
        if not when and any(isinstance(e, (Allowed, NotAllowed, Refused, Unspoken, NotOffered)) for e in then):
            mend = 'add when = [{ action = "…" }]'
            raise self.where.wrong("nothing is done that could be allowed or refused", mend, "name")
        return Scenario(
            name=draft.name,
            file=self.where.file,
            line=self.where.line("name"),
            clauses=draft.clauses,
            scope=self.names.scope,
            base=draft.base,
            start=self._start(),
            given=given,
            own=own,
            rest=self._rest(given),
            opened=opened,
            run=draft.run,
            when=when,
            lines=tuple(table.line("action") for table in draft.when),
            then=then,
            readings=tuple(
                self._choices(valid_reading, reading, reading, draft.readings_in, "readings", number)
                for number, reading in enumerate(draft.readings)
            ),
            rulings=self._rulings(),
        )

    # --- scope, start, reading ------------------------------------------------------------------------------------

    def _scope(self) -> Scope:
        """The scope that is named, or the scenario's own; an explorer's caps do not bind a scenario."""
        draft, where = self.draft, self.draft.scope_in
        if isinstance(draft.scope, dict):
            written = repr(draft.scope)
            if written not in self.scopes:
                document, name = without_the_rest(draft.scope, self.system), draft.scope.get("title", "own")
                self.scopes[written] = scope_in(document, str(name), self.system, where.places.within("scope"))
            scope = self.scopes[written]
        elif draft.scope in self.ruleset.scopes():
            scope = self.ruleset.scope(draft.scope)
        else:
            mend = nearest(draft.scope, self.ruleset.scopes())
            raise where.wrong(f"{self.ruleset.name} has no scope `{draft.scope}`", mend, "scope")
        if scope.is_open:
            raise where.wrong(f"scope `{scope.name}` leaves something open", "name another scope", "scope")
        return replace(scope, caps={}) if scope.caps else scope

    def _start(self) -> Instance | None:
        start = self.where.table("start")
        return Instance("initial", self.names.arguments("initial", start.data, start)) if start.data else None

    def _rulings(self) -> dict[str, str]:
        written, where = self.draft.rulings, self.draft.rulings_in
        named = {canonical(key): option for key, option in written.items()}
        found = self._choices(valid_rulings, named, written, where, "rulings")
        self._choices(mend, found, written, where, "rulings")
        return found

    def _choices(
        self,
        check: Callable[[System, Mapping[str, str]], V],
        choices: Mapping[str, str],
        written: Mapping[str, str],
        where: Table,
        *at: str | int,
    ) -> V:
        """The checked choices, which are `written` there; mistakes in them are said with their place."""
        try:
            return check(self.system, choices)
        except UsageError as error:
            raise where.wrong(error.message, error.mend, *at, *blame(written, error.message)) from error

    def _clause(self, name: str, *at: str | int) -> None:
        """A clause of the book; nothing to hold it against where the book has no register."""
        register = self.ruleset.register
        if register is not None and name not in register.citable_clauses:
            raise self.where.wrong(
                f"the book has no clause `{name}`", nearest(name, register.citable_clauses), *at, name
            )

    def _speaker(self, name: str, *at: str | int) -> None:
        """A clause of the book, or a norm, answer or exception of the model."""
        rules = rule_names(self.system)
        register = self.ruleset.register
        clauses = frozenset(register.citable_clauses) if register is not None else {name}
        if name not in rules and name not in clauses:
            mend = nearest(name, (*rules, *sorted(clauses)))
            raise self.where.wrong(f"there is no clause or norm `{name}`", mend, *at, name)

    # --- given ----------------------------------------------------------------------------------------------------

    def _given_values(self) -> tuple[tuple[tuple[Spot, Any], ...], tuple[str, ...], tuple[Spot, ...]]:
        """The values written over the state that the scenario starts from, the frames that it opens, and which of the
        places it gives itself."""
        found: list[tuple[Spot, Any]] = []
        opened: dict[str, None] = {}
        before = 0
        for table in self.draft.given:
            before = len(found)
            for key, value, at in self._flat(table.data):
                spot = self.names.spot(key, table, *at)
                found += self.names.parts(spot, value, table, *at)
                if spot.record:
                    opened[spot.record] = None
            opened |= dict.fromkeys(key for key in table.data if key in self.system.frames)
        for frame in opened:
            written = {spot.field for spot, _ in found if spot.record == frame}
            for field in self.system.frames[frame].fields:
                if field.required and field.name not in written:
                    mend = f'add "{frame}.{field.name}" = {self.names.expected_form(field.type)}'
                    raise self.where.wrong(
                        f"`{frame}` is open, and its `{field.name}` is not given", mend, "given", frame
                    )
        return tuple(found), tuple(opened), tuple(spot for spot, _ in found[before:])

    def _rest(self, given: tuple[tuple[Spot, object], ...]) -> Rest | None:
        """The place of everything that the given state does not name."""
        if self.draft.rest is None:
            return None
        said, where = self.draft.rest
        fields = {f.name: f.type for f in self.system.state.fields if self._places(f.type)}
        if isinstance(said, dict) and len(said) == 1:
            ((name, value),) = said.items()
            if name not in fields:
                raise where.wrong(f"`{name}` is no place of cards or the like", nearest(name, fields), "rest", name)
        else:
            fitting = [name for name, type_ in fields.items() if said in self._places(type_)]
            if len(fitting) != 1:
                known = dict.fromkeys(place for type_ in fields.values() for place in self._places(type_))
                mend = f'write rest = {{ {fitting[0]} = "{said}" }}' if fitting else nearest(str(said), known)
                about = f"{' and '.join(fitting)} have a place `{said}`" if fitting else f"there is no place `{said}`"
                raise where.wrong(f"`rest` is one place for all that is not named, and {about}", mend, "rest")
            name, value = fitting[0], said
        type_ = fields[name]
        assert isinstance(type_, t.Map)
        named = {spot.keys[0] for spot, _ in given if spot.record is None and spot.field == name and spot.keys}
        named |= {one for spot, value in given for one in _mentions(spot.type, value, type_.key)}
        members = tuple(i for i in range(len(self.names.codec.members(type_.key))) if i not in named)
        return Rest(name, members, self.names.value(type_.value, value, where, "rest"))

    def _places(self, type_: t.Type) -> tuple[str, ...]:
        """The names of the places where members of a sort may be, by a field of this type; empty where it is none."""
        if not isinstance(type_, t.Map) or not isinstance(type_.key, t.Sort):
            return ()
        bare = t.unwrap(type_.value)
        return self.names.codec.members(bare) if isinstance(bare, t.Enum) else ()

    def _flat(self, table: Json) -> Iterator[tuple[str, Any, tuple[str, ...]]]:
        """A frame's table as entries of their own, ``CardBid = { round = 2 }`` as ``"CardBid.round" = 2``; each with
        the keys that lead to it."""
        for key, value in table.items():
            if key in self.system.frames and isinstance(value, dict):
                yield from ((f"{key}.{inner}", item, (key, inner)) for inner, item in value.items())
            else:
                yield key, value, (key,)

    # --- then -----------------------------------------------------------------------------------------------------

    def _then(self) -> Iterator[Expected]:
        for key, value, inner in self._flat(self.draft.then):
            at = inner if key in self.where and key in OUTCOMES else ("then", *inner)
            line = self.where.line(*at)
            if is_count(self.names, key):
                count = read_count(self.names, key, self.where, *at)
                yield Holds(count, self.names.value(count.type, value, self.where, *at), line)
            elif self.names.is_call(key):
                asked = self.names.call(key, self.where, *at)
                yield Holds(asked, self.names.value(asked.type, value, self.where, *at), line)
            elif key in OUTCOMES:
                yield from self._outcome(key, value, line, *at)
            elif key in get_args(Word) and not self._is_field(key):
                yield Situation(cast(Word, key), self._situation(key, value), line)
            else:
                if key in self.names.askable:
                    inside = ", ".join(name for name, _ in own_parameters(self.names.askable[key]))
                    said = f"`{key}` is asked with its arguments" if inside else f"`{key}` is asked with brackets"
                    raise self.where.wrong(said, f'write "{key}({inside})"', *at)
                spot = self.names.spot(key, self.where, *at)
                yield from (Holds(s, v, line) for s, v in self.names.parts(spot, value, self.where, *at))

    def _is_field(self, name: str) -> bool:
        return any(field.name == name for field in self.system.state.fields)

    def _situation(self, word: str, value: object) -> Any:
        if word == "payoffs" and self.system.payoff is None:
            raise self.where.wrong("no rule says what a player gets", "write one: `@….payoff(…)`", "then", word)
        if word == "open":
            if value != NONE and value not in self.system.frames:
                mend = nearest(str(value), (*self.system.frames, NONE))
                raise self.where.wrong(f"there is no frame `{value}`", mend, "then", word)
            return None if value == NONE else value
        return self.names.value(types_of_words(self.system.players)[word], value, self.where, "then", word)

    def _outcome(self, key: str, value: object, line: int, *at: str | int) -> Iterator[Expected]:
        if key == "not_allowed" or (key == "allowed" and value in (False, "not allowed")):
            if key == "not_allowed" and value is not True:
                raise self.where.wrong("`not_allowed` is true, or left out", "write not_allowed = true", *at)
            yield NotAllowed(line)
            return
        if key in ("allowed", "unspoken", "not_offered"):
            if value is not True:
                raise self.where.wrong(f"`{key}` is true, or left out", f"write {key} = true", *at)
            yield Allowed((), line) if key == "allowed" else Unspoken(line) if key == "unspoken" else NotOffered(line)
            return
        listed = texts(self.where, *at)
        if key == "gap":
            known = (*self.system.questions, *order_names(self.system))
            for name in listed:
                if name not in known:
                    raise self.where.wrong(f"there is no question `{name}`", nearest(name, known), *at, name)
                yield Gap(name, line)
            return
        for name in listed:
            self._speaker(name, *at)
        if key == "contradiction":
            if len(listed) != 2:
                raise self.where.wrong("a contradiction is between two", 'contradiction = ["8.8.4", "3.6.5b"]', *at)
            yield Clash((listed[0], listed[1]), line)
        else:
            if not listed:
                raise self.where.wrong(f"`{key}` names no clause", f'{key} = "1.3.10"', *at)
            yield Refused(listed, line) if key == "refused_by" else Allowed(listed, line)


def _mentions(type_: t.Type, value: Any, sort: t.Type) -> Iterator[int]:
    """The members of a sort that a value holds, alone or in a pile or a set."""
    match type_:
        case t.Optional(item) | t.Silent(item) if value is not None:
            yield from _mentions(item, value, sort)
        case t.Pile(item) | t.Set(item) if item == sort:
            yield from value
        case t.Sort() if type_ == sort:
            yield value


def rule_names(system: System) -> dict[str, tuple[str, ...]]:
    """Norms, deeds with their clauses, answers, readings, layers of terms, what lifts them; each with its clauses. Kept
    for the rules that were asked about last: every scenario asks."""
    if not _LAST or _LAST[0][0] is not system:
        names = {rule.name: rule.cites for rule in system.rules() if rule.role in CLAUSES or rule.role == "deed"}
        _LAST[:] = [(system, names)]
    return _LAST[0][1]


def without_the_rest(document: Json, system: System) -> Json:
    """A scenario's own scope: a sort that it does not speak of has no members, the players excepted."""
    sorts, grids = document.get("sorts"), document.get("grids", {})
    if not isinstance(sorts, dict):
        return document
    spoken_of = {system.players, *sorts, *(grids if isinstance(grids, dict) else ())}
    return {**document, "sorts": sorts | {sort: [] for sort in system.sorts if sort not in spoken_of}}
