"""A table that nobody declared, guessed from the types of a model; and whether a view draws each card, and once.

Cards are the sort of which most is said; a field by card with a value of an enum says where they lie; numbers by player
are counted; a number with a least below zero is a track; a grid, and each other sort by which there are fields, is a
board. What could be meant in several ways is written out as words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruleslawyer.base.files.toml import Key, Places
from ruleslawyer.ir import types as t
from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.table.look import Names
from ruleslawyer.rulebook.table.view import BEGINNING, Area, Board, Cards, Counter, Print, Seats, Track, View
from ruleslawyer.rulebook.table.words import lower

WRONG, UNDRAWN = "RL711", "RL712"
"""A view that is no view, or names what there is not; a place that no area has."""
Problem = tuple[Key, str, str, str]
"""Where in the file, the code, the message, and what mends it."""
REST = "[[area]] with neither `at` nor `of`"


def places_of(names: Names, cards: Cards) -> list[str]:
    """The values of enums that say where a card is."""
    enums = (t.unwrap(names.of(cards.sort).get(name, t.Bool())) for name in cards.where)
    return [member for one in enums if isinstance(one, t.Enum) for member in names.system.enums[one.name].members]


def not_once(names: Names, cards: Cards, areas: Sequence[Area], lines: Places) -> Iterator[Problem]:
    """Find what is drawn nowhere, and what two areas would draw."""
    yield from _undrawn(names, cards, areas)
    yield from _twice(areas, lines)


def _undrawn(names: Names, cards: Cards, areas: Sequence[Area]) -> Iterator[Problem]:
    piles, every = any(area.of for area in areas), any(not area.of and not area.at for area in areas)
    if not cards.where and not piles:
        mend = f'name the field by {cards.sort} that says it, where = "…", or a pile of them: [[area]] of = "…"'
        yield ("card",), WRONG, f"nothing says where a {cards.sort} is, so none is drawn", mend
    if cards.where and not areas:
        mend = "write [[area]] for it: with `at`, or with neither `at` nor `of`, and each place is an area"
        yield ("card", "where"), UNDRAWN, f"a {cards.sort} lies in no area, so none is drawn", mend
    if piles or every or not areas:
        return  # what lies in no pile, may be out of the game
    drawn = {value for area in areas for value in area.at}
    for value in places_of(names, cards):
        if value not in drawn:
            mend = "add it to an `at`, or write [[area]] for it"
            yield ("area",), UNDRAWN, f"cards at `{value}` lie in no area", mend
    for name in cards.where:
        type_ = t.unwrap(names.of(cards.sort).get(name, t.Bool()))
        if isinstance(type_, t.Sort):
            about = f"cards at a {type_.name}, as `{name}` says, lie in no area"
            yield ("area",), UNDRAWN, about, f"write {REST}: each place that no other area has is one"


def _twice(areas: Sequence[Area], lines: Places) -> Iterator[Problem]:
    """Find what two areas say that they have, at the second of them."""
    first: dict[tuple[str, str], int] = {}
    for number, area in enumerate(areas):
        if area.of is not None:
            mine = {("of", area.of): f"the cards of `{area.of}`"}
        else:
            mine = {("at", value): f"cards at `{value}`" for value in area.at} or {("", ""): "cards at any other place"}
        for key, called in mine.items():
            other = first.setdefault(key, number)
            if other != number:
                at = ("area", number, key[0]) if key[0] else ("area", number)
                line = lines.find(("area", other)).line
                yield at, WRONG, f"{called} lie in two areas", f"say it in one: here, or in the area of line {line}"


def derive_view(system: System) -> View:
    """The table that types alone suggest."""
    names = Names(system)
    cards = _cards(names)
    own = cards.sort if cards else None
    fields = {field.name: field.type for field in system.state.fields}
    player = t.Sort(names.players)
    turns = [name for name, type_ in fields.items() if t.unwrap(type_) == player or type_ == t.Pile(player)]
    return View(
        seats=Seats(turns[0] if len(turns) == 1 else None, None, {
            name: lower(name) for name, type_ in fields.items() if type_ == t.Map(player, t.Bool())
        }),
        cards=cards,
        areas=tuple(_areas(names, cards)),
        counters=tuple(
            Counter(name, "{key}" if isinstance(_by(type_, player), t.Map) else lower(name))
            for name, type_ in fields.items() if isinstance(t.leaf_type(type_), t.Int) and _is_counter(type_, player)
        ),
        tracks=tuple(
            Track(name, lower(name).capitalize()) for name, type_ in fields.items()
            if isinstance(type_, t.Int) and type_.low is not None and type_.low < 0 and type_.high is not None
        ),
        boards=tuple(_boards(names, own)),
        said={
            name: lower(name) for name, type_ in fields.items()
            if isinstance(t.unwrap(type_), t.Enum | t.Sort | t.Bool)
        },
        deeds=usual_sentences(system), derived=True,
    )  # fmt: skip


def usual_sentences(system: System) -> dict[str, str]:
    """How a beginning with choices and each outcome of chance are told where their author has no sentence for them.

    They belong to the table, and not to the model: these are words of pages. Whoever tells a move asks here."""
    chance = (action for action in system.actions.values() if action.kind == "chance")
    outcomes = {action.name: (action.name.replace("_", " "), _holes(action.function)) for action in chance}
    found = {name: f"chance: {called}" + (f" ({holes})" if holes else "") for name, (called, holes) in outcomes.items()}
    holes = _holes(system.initial.function)
    return {**found, BEGINNING: f"the beginning: {holes}"} if holes else found


def _holes(function: Function) -> str:
    named = (p.name for p in function.parameters if not isinstance(p.type, t.State | t.FrameOf))
    return ", ".join(f"{name.replace('_', ' ')} {{{name}}}" for name in named)


def _cards(names: Names) -> Cards | None:
    """The sort of which most is said, if things of it lie somewhere."""
    system, player = names.system, t.Sort(names.players)
    fields = [field.type for field in system.state.fields]

    def piles(sort: str) -> int:
        return sum(t.leaf_type(type_) == t.Pile(t.Sort(sort)) for type_ in fields)

    def places(sort: str) -> list[str]:
        found = {name: t.unwrap(type_) for name, type_ in names.of(sort).items() if name not in names.attributes(sort)}
        enums = [name for name, type_ in found.items() if isinstance(type_, t.Enum)]
        return enums or [n for n, ty in found.items() if isinstance(ty, t.Sort) and ty.name not in (sort, player.name)]

    sorts = [
        name for name, one in system.sorts.items()
        if name != names.players and not one.grid and (places(name) or piles(name))
    ]  # fmt: skip
    if not sorts:
        return None
    sort = max(sorts, key=lambda name: len(names.of(name)) + piles(name))
    printed, own = names.attributes(sort), names.of(sort)
    owners = names.paths(sort, lambda type_: type_ == player)
    slots = [n for n, ty in own.items() if isinstance(p := t.unwrap(ty), t.Sort) and system.sorts[p.name].grid]
    enums = [name for name, type_ in own.items() if name not in printed and isinstance(type_, t.Enum)]
    kinds = [name for name, type_ in printed.items() if isinstance(type_, t.Enum)]
    kind = kinds[0] if kinds else None
    owner = next((path for path in owners if path.split(".")[0] in printed), owners[0] if owners else None)
    hidden = {kind, owner and owner.split(".")[0]}
    return Cards(
        sort, kind, owner, tuple(enums[:1] or places(sort)[:1]), None,
        slots[0] if slots and slots[0] not in printed else None,
        prints=tuple(Print(name, lower(name)) for name in printed if name not in hidden),
        marks={name: lower(name) for name, type_ in own.items() if name not in printed and _is_mark(type_, sort)},
        secret=sort in system.seen,  # the field may as well say what a card shows
    )  # fmt: skip


def _is_mark(type_: t.Type, sort: str) -> bool:
    """Whether a few words can say the value of a card."""
    inner = t.unwrap(type_)
    return isinstance(inner, t.Bool | t.Int) or (isinstance(type_, t.Optional) and isinstance(inner, t.Sort | t.Enum))


def _areas(names: Names, cards: Cards | None) -> Iterator[Area]:
    if cards is None:
        return
    piles = [
        field.name for field in names.system.state.fields if t.leaf_type(field.type) == t.Pile(t.Sort(cards.sort))
    ]  # fmt: skip
    own = names.of(cards.sort)
    for name in cards.where:
        type_ = t.unwrap(own[name])
        if isinstance(type_, t.Enum):
            for member in names.system.enums[type_.name].members:
                yield Area(lower(member).capitalize(), (member,), None, "row", shared=cards.owner is None)
        else:
            yield Area("", (), None, "row", shared=True)
    if not cards.where:
        player = t.Sort(names.players)
        for name in piles:
            mine = isinstance(names.fields[name], t.Map) and _by(names.fields[name], player) is not None
            yield Area(lower(name).capitalize(), (), name, "row", shared=not mine)


def _boards(names: Names, cards: str | None) -> Iterator[Board]:
    """The other sorts by which there are fields, a grid first."""
    for name, sort in sorted(names.system.sorts.items(), key=lambda one: not one[1].grid):
        if name not in (cards, names.players):
            shows = [one for one in names.of(name) if one not in names.attributes(name)]
            if shows:
                yield Board(name, lower(sort.name), tuple(shows))


def _is_counter(type_: t.Type, player: t.Type) -> bool:
    """A number by player, or by player and one more thing, or of all and not on a track."""
    inner = _by(type_, player)
    if isinstance(inner, t.Int):
        return inner is not type_ or inner.low is None or inner.low >= 0
    return inner is not None and isinstance(inner, t.Map) and isinstance(inner.value, t.Int)


def _by(type_: t.Type, player: t.Type) -> t.Type | None:
    """The type that is kept for each player; of what is no map, itself."""
    if not isinstance(type_, t.Map):
        return type_
    return type_.value if type_.key == player else None
