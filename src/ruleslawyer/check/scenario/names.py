"""Names as a scenario writes them, ``money[Ann]``, ``CardBid.round``, ``price(Clerk)``: held against the ruleset."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ruleslawyer.base.diagnostics import nearest
from ruleslawyer.base.files.content import Json
from ruleslawyer.base.files.toml import Table
from ruleslawyer.ir import types as t
from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.schema import Field, Scope
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.scopes.values import value_text
from ruleslawyer.semantics.codec import CHANCE, LARGEST, MOST_DIGITS, Codec
from ruleslawyer.semantics.sizes import pile_size
from ruleslawyer.semantics.transition import Instance

NONE = "none"
_PLACE = re.compile(r"\s*(?:(\w+)\s*\.\s*)?(\w+)\s*((?:\[[^\[\]]*\]\s*)*)")
_CALL = re.compile(r"\s*(\w+)\s*\((.*)\)\s*")


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a state: a field of the state (`record` None) or of a frame, or one entry of it."""

    record: str | None
    field: str
    keys: tuple[int, ...]
    type: t.Type
    text: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A term or a question with its arguments (without the store and frames)."""

    name: str
    function: Function
    args: tuple[Any, ...]
    text: str

    @property
    def type(self) -> t.Type:
        return self.function.returns


class Names:
    """Everything that a scenario may name, in one scope; what is unknown is a mistake with the nearest name."""

    def __init__(self, system: System, scope: Scope) -> None:
        self.system, self.scope = system, scope
        self.codec = Codec(system, scope)

    # --- places and calls -----------------------------------------------------------------------------------------

    def is_call(self, text: str) -> bool:
        return _CALL.fullmatch(text) is not None

    def spot(self, text: str, where: Table, *at: str | int) -> Spot:
        """The place that a text such as ``money[Ann]`` names."""
        found = _PLACE.fullmatch(text)
        if found is None:
            raise where.wrong(f"`{text}` names nothing", 'write "field", "field[name]" or "Frame.field"', *at)
        record, name, brackets = found[1], found[2], found[3]
        fields = self._fields(record, where, *at)
        if name not in fields:
            owner = f"the frame {record}" if record and record != self.system.state.name else "the state"
            known = [*fields, *(() if record else (*self.system.frames, *self.askable))]
            raise where.wrong(f"{owner} has no field `{name}`", nearest(name, known), *at)
        place = Spot(None if record == self.system.state.name else record, name, (), fields[name].type, text)
        for key in re.findall(r"\[([^\[\]]*)\]", brackets):
            place = self.entry(place, key.strip(), where, *at)
        return Spot(place.record, name, place.keys, place.type, self.full_name(place))

    def _fields(self, record: str | None, where: Table, *at: str | int) -> dict[str, Field]:
        if record is None or record == self.system.state.name:
            return {f.name: f for f in self.system.state.fields}
        if record not in self.system.frames:
            raise where.wrong(f"there is no frame `{record}`", nearest(record, self.system.frames), *at)
        return {f.name: f for f in self.system.frames[record].fields}

    def entry(self, spot: Spot, key: str, where: Table, *at: str | int) -> Spot:
        """One entry of a place that is a map."""
        if not isinstance(spot.type, t.Map):
            raise where.wrong(f"`{spot.field}` has no entries, so no `{key}`", f'write "{spot.field}"', *at)
        index = self.member(spot.type.key, key, where, *at)
        return Spot(spot.record, spot.field, (*spot.keys, index), spot.type.value, spot.text)

    def full_name(self, spot: Spot) -> str:
        """A place as it is written in full."""
        name = f"{spot.record}.{spot.field}" if spot.record else spot.field
        type_ = next(f.type for f in self._record(spot.record) if f.name == spot.field)
        for key in spot.keys:
            assert isinstance(type_, t.Map)
            name, type_ = f"{name}[{self.codec.members(type_.key)[key]}]", type_.value
        return name

    def _record(self, record: str | None) -> tuple[Field, ...]:
        return (self.system.frames[record] if record else self.system.state).fields

    @property
    def askable(self) -> Mapping[str, Function]:
        """Terms and questions."""
        terms = {name: term.function for name, term in self.system.terms.items()}
        return terms | {name: question.function for name, question in self.system.questions.items()}

    def call(self, text: str, where: Table, *at: str | int) -> Asked:
        """The term or question that a text such as ``price(Clerk)`` asks."""
        found = _CALL.fullmatch(text)
        assert found is not None, f"{text} is no call"
        name, inside = found[1], found[2].strip()
        if name not in self.askable:
            known = self.askable
            raise where.wrong(f"there is no term or question `{name}`", nearest(name, known), *at)
        function = self.askable[name]
        parameters = own_parameters(function)
        given = [part.strip() for part in inside.split(",")] if inside else []
        if len(given) != len(parameters):
            example = f"{name}({', '.join(n for n, _ in parameters)})"
            message = f"`{text}` has {len(given)} arguments, not {len(parameters)}"
            raise where.wrong(message, f"write {example}", *at)
        args = tuple(
            self.value_in_text(type_, part.removeprefix(f"{n}=").strip(), where, *at)
            for (n, type_), part in zip(parameters, given, strict=True)
        )
        shown = ", ".join(self.codec.text(type_, arg) for (_, type_), arg in zip(parameters, args, strict=True))
        return Asked(name, function, args, f"{name}({shown})")

    def value_in_text(self, type_: t.Type, text: str, where: Table, *at: str | int) -> Any:
        """A value inside a text: a name, a number, true or false, none."""
        bare = t.unwrap(type_)
        value: Any = text
        if isinstance(bare, t.Int) and re.fullmatch(r"-?\d{1,18}", text):
            value = int(text)
        elif isinstance(bare, t.Bool) and text in ("true", "false"):
            value = text == "true"
        return self.value(type_, value, where, *at)

    # --- actions --------------------------------------------------------------------------------------------------

    def instance(self, table: Table) -> Instance:
        """The action of a table such as ``{ action = "buy", who = "Ann", card = "Clerk" }``."""
        action = table.data.get("action")
        if not isinstance(action, str):
            raise table.wrong("this names no action", 'write { action = "…", … }')
        if action not in self.system.actions:
            raise table.wrong(f"there is no action `{action}`", nearest(action, self.system.actions), "action")
        given = {name: value for name, value in table.data.items() if name != "action"}
        return Instance(action, self.arguments(action, given, table))

    def arguments(self, action: str, given: Json, where: Table, *at: str | int) -> tuple[object, ...]:
        """The arguments of an action, or of the initial rule."""
        parameters = dict(self.codec.parameters(action))
        example = f"{action} takes {', '.join(f'{n} = …' for n in parameters) or 'nothing'}"
        for name in given:
            if name not in parameters:
                mend = nearest(name, parameters) if parameters else example
                raise where.wrong(f"{action} has no `{name}`", mend, *at, name)
        for name in parameters:
            if name not in given:
                raise where.wrong(f"{action}: `{name}` is missing", example, *at)
        read = self.value if action == "initial" else self._choice
        return tuple(read(type_, given[name], where, *at, name) for name, type_ in parameters.items())

    def _choice(self, type_: t.Type, value: object, where: Table, *at: str | int) -> Any:
        """The value of a parameter of an action; in a joint choice, whoever is not named does not choose."""
        if not isinstance(type_, t.Map):
            return self.value(type_, value, where, *at)
        if not isinstance(value, dict):
            raise where.wrong("this is a choice of several players", f"write {{ {self._some(type_.key)} = … }}", *at)
        chosen = {
            self.member(type_.key, key, where, *at, key): self.value(type_.value, item, where, *at, key)
            for key, item in value.items()
        }
        return tuple(chosen.get(i) for i in range(len(self.codec.members(type_.key))))

    # --- values ---------------------------------------------------------------------------------------------------

    def parts(self, spot: Spot, value: object, where: Table, *at: str | int) -> Iterator[tuple[Spot, Any]]:
        """A value for a place, entry by entry where it is a table: only the entries that it names."""
        if isinstance(spot.type, t.Map):
            if not isinstance(value, dict):
                mend = f"write {spot.field} = {{ {self._some(spot.type.key)} = … }}"
                raise where.wrong(f"`{spot.text}` has an entry for each {_kind(spot.type.key)}", mend, *at)
            for key, item in value.items():
                entry = self.entry(spot, key, where, *at, key)
                shown = Spot(entry.record, entry.field, entry.keys, entry.type, self.full_name(entry))
                yield from self.parts(shown, item, where, *at, key)
        else:
            yield spot, self.value(spot.type, value, where, *at)

    def value(self, type_: t.Type, value: object, where: Table, *at: str | int) -> Any:
        """The canonical value of what a file says."""
        match type_:
            case t.Bool() if isinstance(value, bool):
                return value
            case t.Int(low, high) if isinstance(value, int) and not isinstance(value, bool):
                if abs(value) > LARGEST:
                    raise where.wrong("this number is too large", f"write one of up to {MOST_DIGITS} digits", *at)
                if (low is not None and value < low) or (high is not None and value > high):
                    span = f"{'…' if low is None else low} to {'…' if high is None else high}"
                    raise where.wrong(f"{value} is out of range", f"the rules know {span}", *at)
                return value
            case t.Sort() | t.Enum() if isinstance(value, str):
                return self.member(type_, value, where, *at)
            case t.Optional() if value == NONE:
                return None
            case t.Optional(item) | t.Silent(item):
                return self.value(item, value, where, *at)
            case t.Awaits() if value == CHANCE:
                return t.CHANCE
            case t.Set(item) | t.Pile(item) | t.Awaits(item) if isinstance(value, list):
                found = [self.value(item, v, where, *at, i) for i, v in enumerate(value)]
                for i, v in enumerate(found):
                    if v in found[:i] and not (isinstance(type_, t.Pile) and type_.repeats):
                        raise where.wrong(f"`{value[i]}` is listed twice", "list each once", *at, i)
                if not isinstance(type_, t.Pile):
                    return frozenset(found)
                if type_.size is not None and len(found) > (room := pile_size(type_, self.system, self.scope)):
                    raise where.wrong(f"a pile of {len(found)} is too large", f"list at most {room}", *at)
                return tuple(found)
            case t.Map(key, item) if isinstance(value, dict):
                given = {
                    self.member(key, k, where, *at, k): self.value(item, v, where, *at, k) for k, v in value.items()
                }
                members = self.codec.members(key)
                if len(given) < len(members):
                    raise where.wrong("an entry is missing", f"name each of {', '.join(members)}", *at)
                return tuple(given[i] for i in range(len(members)))
        raise where.wrong(f"{value_text(value)} does not fit here", f"write {self.expected_form(type_)}", *at)

    def member(self, type_: t.Type, name: str, where: Table, *at: str | int) -> int:
        """The index of a sort's or enum's member."""
        members = self.codec.members(type_)
        if name not in members:
            raise where.wrong(f"there is no {_kind(type_)} `{name}`", nearest(name, members), *at, name)
        return members.index(name)

    def expected_form(self, type_: t.Type) -> str:
        """The form of a value of a type in a scenario."""
        match type_:
            case t.Bool():
                return "true or false"
            case t.Int(low, high):
                span = "" if low is None and high is None else f" {'' if low is None else f'from {low}'}"
                return f"a whole number{span.rstrip()}{'' if high is None else f' to {high}'}"
            case t.Sort() | t.Enum():
                names = self.codec.members(type_)
                return "one of " + ", ".join(f'"{n}"' for n in names) if names else f"a {_kind(type_)}; there is none"
            case t.Optional(item) | t.Silent(item):
                return f'{self.expected_form(item)}, or "{NONE}"'
            case t.Set(item):
                return f"a list of {_kind(item)} names in any order, such as [{self._example(item)}]"
            case t.Awaits(item):
                return f'a list of {_kind(item)} names, or "{CHANCE}"'
            case t.Pile(item):
                return f"a list of {_kind(item)} names from the top, such as [{self._example(item)}]"
            case t.Map(key, item):
                return f"{{ {self._some(key)} = … }}, each {self.expected_form(item)}"
        return "nothing"

    def _some(self, type_: t.Type) -> str:
        members = self.codec.members(type_)
        name = members[0] if members else "…"
        return name if re.fullmatch(r"[A-Za-z0-9_-]+|…", name) else f'"{name}"'

    def _example(self, type_: t.Type) -> str:
        members = self.codec.members(type_)
        return f'"{members[0]}"' if members else ""


def own_parameters(function: Function) -> list[tuple[str, t.Type]]:
    """The parameters of a rule without the store and the frame."""
    return [(p.name, p.type) for p in function.parameters if not isinstance(p.type, (t.State, t.FrameOf))]


def _kind(type_: t.Type) -> str:
    return type_.name if isinstance(type_, (t.Sort, t.Enum)) else "value"
