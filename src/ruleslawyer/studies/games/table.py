"""Facts about a game that its rules do not say: whose turn it is, what greedy players want, and the worth of a state.

`checks/RULESET/play.toml` says it. Where there is none, turns are not counted, and greedy players want to be ahead in
what the rules compare to say who wins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ruleslawyer.base.diagnostics import Diagnostic, ModelError, nearest
from ruleslawyer.base.files.content import Json, is_there
from ruleslawyer.base.files.read import read_text
from ruleslawyer.base.files.toml import Key, NotToml, Places, parse
from ruleslawyer.ir import types as t
from ruleslawyer.ir.distance import aim, compared_names
from ruleslawyer.ir.system import System
from ruleslawyer.ir.types import Bool, Enum, Int, Map, Optional, Pile, Sort, Type, unwrap
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import TransitionSystem

if TYPE_CHECKING:
    from ruleslawyer.engines.native.scope_data import Layout, Place


def members(type_: t.Type, value: Any) -> Iterator[tuple[str, int]]:
    """Each as its sort and its number."""
    match type_:
        case t.Sort(name) if name != "Player" and value is not None:
            yield name, int(value)
        case t.Optional(item) if value is not None:
            yield from members(item, value)
        case t.Set(item):
            for one in value:
                yield from members(item, one)


PLAYER = "Player"
UNIFORM, GREEDY, SERIOUS = WAYS = "uniform", "greedy", "serious"
"""How players choose."""
FILE = "play.toml"
NOTHING = -1
"""The value of a field that says nothing, such as whom a card attacks."""
_KEYS = ("turn", "begins", "own", "greedy")


@dataclass(frozen=True, slots=True)
class Want:
    """The weight of a field to a player: of a number or the size of a pile of one's own, of a flag, or (`value`) of
    each card of one's own that has this value there. Of no field: of the lead (`ir/aim.py`)."""

    field: str
    value: int | None
    weight: int
    text: str


@dataclass(frozen=True, slots=True)
class PlayTable:
    """turn: the field that says whose turn it is; begins: a field and its value from the first turn on. own: the
    attribute or field that says whose a card is."""

    turn: str | None = None
    begins: tuple[str, int] | None = None
    own: str = "owner"
    wants: tuple[Want, ...] = ()
    derived: bool = False

    @property
    def text(self) -> str:
        """The wants of greedy players, for people."""
        said = ", ".join(f"{want.weight:+d} for {want.text}" for want in self.wants)
        return f"{said}; the others' average is taken off" if said else ""


def load_table(root: Path, ruleset: str, system: System) -> PlayTable:
    """The wants declared beside the model; raises ModelError with every mistake."""
    shown = f"checks/{ruleset}/{FILE}"
    path = root / shown
    if not is_there(path):
        return PlayTable(wants=tuple(_derive(system)), derived=True)
    text = read_text(path, shown, "take it away, and the measure is derived")
    places = Places(shown, text)
    try:
        document = parse(text)
    except NotToml as error:
        raise ModelError([Diagnostic("RL701", error.message, places.find(()), help=error.mend)]) from error
    return _PlayTableReader(system, places).table(document)


@dataclass
class _PlayTableReader:
    system: System
    places: Places
    wrong: list[Diagnostic] = field(default_factory=list)

    def table(self, document: Json) -> PlayTable:
        fields = {f.name: f.type for f in self.system.state.fields}
        for key in document:
            if key not in _KEYS:
                self._report("RL701", (key,), f"there is no key `{key}` here", nearest(key, _KEYS))
        turn, begins = document.get("turn"), document.get("begins")
        if turn is not None and (
            turn not in fields or unwrap(fields[turn]) not in (Sort(PLAYER), Pile(Sort(PLAYER)))
        ):  # fmt: skip
            self._report(
                "RL702", ("turn",), f"`{turn}` is no field of the state with a {PLAYER}", nearest(turn, fields)
            )
        began = None if begins is None else self._value(("begins",), begins, fields)
        own = str(document.get("own", "owner"))
        attributes = {a.name for sort in self.system.sorts.values() for a in sort.attributes}
        if "own" in document and own not in {*fields, *attributes}:
            self._report("RL702", ("own",), f"there is no attribute or field `{own}`", nearest(own, fields))
        wants = tuple(self._wants(document.get("greedy", {}), own, fields))
        if self.wrong:
            raise ModelError(self.wrong)
        return (
            PlayTable(turn, began, own, wants)
            if wants
            else PlayTable(turn, began, own, tuple(_derive(self.system)), True)
        )

    def _has_owner(self, field: str, own: str, fields: Mapping[str, Type]) -> bool:
        """Whether the owner of a field's cards is known."""
        type_ = fields[field]
        if not isinstance(type_, Map) or not isinstance(type_.key, Sort):
            return False
        printed = {a.name: unwrap(a.type) for a in self.system.sorts[type_.key.name].attributes}
        at_the_time = fields.get(own)
        return printed.get(own) == Sort(PLAYER) or (
            isinstance(at_the_time, Map) and at_the_time.key == type_.key and unwrap(at_the_time.value) == Sort(PLAYER)
        )

    def _wants(self, given: object, own: str, fields: Mapping[str, Type]) -> Iterator[Want]:
        if not isinstance(given, dict):
            self._report("RL703", ("greedy",), "`greedy` is a table of what is wanted", "write [greedy]")
            return
        for name, weight in given.items():
            at = ("greedy", name)
            if not isinstance(weight, int) or isinstance(weight, bool) or abs(weight) > 1_000_000:
                self._report("RL703", at, "how much something is wanted is a whole number", f'write "{name}" = 1')
            elif "." in name:
                found = self._value(at, name, fields)
                if found is not None and not self._has_owner(found[0], own, fields):
                    message = f"nothing called `{own}` says whose a card is, so that its `{found[0]}` counts for nobody"
                    self._report("RL702", at, message, 'say what does, such as own = "owner", or take it out')
                elif found is not None:
                    yield Want(found[0], found[1], weight, f"each own card whose `{found[0]}` is {name.split('.')[1]}")
            elif not _is_wanted(fields.get(name)):
                message = f"`{name}` is no field of the state with a number, a pile or yes and no for each {PLAYER}"
                self._report("RL702", at, message, nearest(name, [f for f in fields if _is_wanted(fields[f])]))
            else:
                yield Want(name, None, weight, _want_text(name, fields[name]))

    def _value(self, at: Key, given: object, fields: Mapping[str, Type]) -> tuple[str, int] | None:
        """`step.RUNNING`: a field, and one of its values; `aimed.None`: that it says nothing."""
        name, _, value = str(given).partition(".")
        held = fields.get(name)
        held = held.value if isinstance(held, Map) else held
        if value == "None" and isinstance(held, Optional):
            return name, NOTHING
        type_ = None if held is None else unwrap(held)
        if isinstance(type_, Bool) and value in ("True", "False"):
            return name, int(value == "True")
        if not isinstance(type_, Enum):
            self._report(
                "RL702", at, f"`{name}` is no field of the state with a value of an enum", nearest(name, fields)
            )
            return None
        members = self.system.enums[type_.name].members
        if value not in members:
            self._report("RL702", at, f"`{value}` is not a {type_.name}", nearest(value, members))
            return None
        return name, members.index(value)

    def _report(self, code: str, path: Key, message: str, mend: str) -> None:
        self.wrong.append(Diagnostic(code, message, self.places.find(path), help=mend))


def _is_wanted(type_: Type | None) -> bool:
    return isinstance(type_, Map) and type_.key == Sort(PLAYER) and isinstance(type_.value, (Int, Pile, Bool))


def _want_text(name: str, type_: Type) -> str:
    assert isinstance(type_, Map)
    if isinstance(type_.value, Pile):
        return f"each card of `{name}`"
    return f"`{name}`" if isinstance(type_.value, Int) else f"being `{name}`"


def _derive(system: System) -> Iterator[Want]:
    """The lead in what says who wins; or, where no numbers are compared for that, winning itself."""
    names, said = ", ".join(f"`{name}`" for name in compared_names(system)), f"`{system.winners.name}` says who wins"
    if aim(system) is not None:
        yield Want("", None, 1, f"the lead in {names}, by which {said}" if names else f"winning itself, as {said}")


Row = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Leaf:
    """A number that counts, to somebody, so much: that at `key` of a field, or `weight` where it is `value`; where
    `held` is given, only as long as that field says so at the same key. Of no field: the lead of the player `key`."""

    field: str
    key: int
    value: int | None
    weight: int
    held: tuple[str, int] | None = None


class Worth:
    """The worth of states in a scope, for greedy players."""

    def __init__(self, tabled: PlayTable, system: TransitionSystem) -> None:
        self._system, self._scope, self._tabled = system, system.scope, tabled
        fields = system.system.state.fields
        self._types = {f.name: f.type for f in fields}
        self._at = {f.name: number for number, f in enumerate(fields)}
        self.players = system.scope.size(PLAYER)
        self._leaves = [tuple(self._leaves_of(seat)) for seat in range(self.players)]

    def of(self, state: State, seat: int) -> int:
        """The worth of a state to a player: their own times the number of the others, less what theirs is worth."""
        own = [sum(self._worth(state, leaf) for leaf in leaves) for leaves in self._leaves]
        return own[seat] * (self.players - 1) - (sum(own) - own[seat])

    def own(self, layout: Layout) -> list[list[Row]]:
        """The wants of each player, as rows of a table (`engines/native/greedy.COLUMNS`); but for what is the same in
        every state."""
        return [[self._row(layout, leaf) for leaf in leaves] for leaves in self._leaves]

    def rows(self, layout: Layout) -> list[list[Row]]:
        """The worth of a state to each player, as such rows: their own, and those of the others."""
        every, others = self.own(layout), self.players - 1
        return [
            [_weigh(row, others if seat == whose else -1) for whose, rows in enumerate(every) for row in rows]
            for seat in range(self.players)
        ]

    def phases(self, layout: Layout) -> list[tuple[int, int]]:
        """The places in a state that say how far the game has come: whatever it says once, but for numbers."""
        fields = (field for field, type_ in self._types.items() if not isinstance(type_, Map | Int))
        return [row for field in fields for row in _words(layout.places["", field])]

    def turns(self, layout: Layout) -> list[tuple[int, int]]:
        """The places in a state that say whose turn it is; where that is not declared, how far the game has come."""
        turn = self._tabled.turn
        return list(_words(layout.places["", turn])) if turn else self.phases(layout)

    def _leaves_of(self, seat: int) -> Iterator[_Leaf]:
        for want in self._tabled.wants:
            if want.value is None:
                yield _Leaf(want.field, seat, None, want.weight)
            else:
                yield from self._cards(want, seat)

    def _cards(self, want: Want, seat: int) -> Iterator[_Leaf]:
        """The cards of somebody: by what is printed on them, or by what the state says."""
        type_ = self._types[want.field]
        assert isinstance(type_, Map) and isinstance(type_.key, Sort)
        owners = self._scope.attributes.get((type_.key.name, self._tabled.own))
        for card in range(self._scope.size(type_.key.name)):
            if owners is None and self._tabled.own in self._types:
                yield _Leaf(want.field, card, want.value, want.weight, (self._tabled.own, seat))
            elif owners is not None and owners[card] == seat:
                yield _Leaf(want.field, card, want.value, want.weight)

    def _worth(self, state: State, leaf: _Leaf) -> int:
        if not leaf.field:
            return leaf.weight * self._system.lead(state, leaf.key)
        value = self._read(state, leaf.field, leaf.key)
        if leaf.held is not None and self._read(state, leaf.held[0], leaf.key) != leaf.held[1]:
            return 0
        if leaf.value is not None:
            return leaf.weight if value == _printable(leaf.value) else 0
        return leaf.weight * (len(value) if isinstance(value, tuple) else int(value or 0))

    def _read(self, state: State, field: str, key: int) -> Any:
        return state.fields[self._at[field]][key]

    def _row(self, layout: Layout, leaf: _Leaf) -> Row:
        from ruleslawyer.engines.native.greedy import LEAD, WHOLE

        if not leaf.field:
            return 0, 0, LEAD - leaf.key, leaf.weight, 0, 0, 0
        place = layout.places["", leaf.field]
        stored = WHOLE if leaf.value is None else place.leaf.encode(_printable(leaf.value))
        held = (0, 0, 0)
        if leaf.held is not None:
            owner = layout.places["", leaf.held[0]]
            held = (*_where(owner, leaf.key), owner.leaf.encode(leaf.held[1]))
        return (*_where(place, leaf.key), stored, leaf.weight, *held)


def _printable(value: int) -> int | None:
    return None if value == NOTHING else value


def _where(place: Place, key: int) -> tuple[int, int]:
    """The byte at which a number begins, and the bits there that are its."""
    size = 2 if place.leaf.kind == "pile" else place.leaf.bytes
    return place.offset + key * place.strides[0], (1 << 8 * size) - 1 if size < 8 else -1


def _words(place: Place) -> Iterator[tuple[int, int]]:
    """A whole field: from which byte on, and which bits of what is there."""
    for at in range(0, place.extent, 8):
        size = min(8, place.extent - at)
        yield place.offset + at, (1 << 8 * size) - 1 if size < 8 else -1


def _weigh(row: Row, by: int) -> Row:
    offset, mask, wanted, weight, *held = row
    return (offset, mask, wanted, weight * by, *held)
