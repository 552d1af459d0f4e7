"""Random views of a ruleset as an author might write them: mostly names of the right kind, now and then any name."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from random import Random
from typing import Any, get_args

from ruleslawyer.base.files.content import toml_key, toml_value
from ruleslawyer.ir import types as t
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.table.look import Names
from ruleslawyer.rulebook.table.view import Look, Tokens

WORDS = ("", "fruit", "{key}", "two words", "a { brace", "{", "<b>", "ü", "{who}", "{ware}", "{worth}", "{kind}")
ODD: tuple[Any, ...] = (True, 0, 7, -1, 1.5, "", [], ["x"], {}, {"x": "y"}, [[]], [1])


class Writer:
    """One view by a seed."""

    def __init__(self, system: System, seed: int, cards: str) -> None:
        """`cards`: the sort that mostly lies on the table."""
        self.random, self.system, self.names = Random(seed), system, Names(system)
        own = {name for sort in system.sorts for name in self.names.of(sort)}
        members = [member for enum in system.enums.values() for member in enum.members]
        places = [ty.name for ty in map(t.unwrap, self.names.of(cards).values()) if isinstance(ty, t.Enum)]
        self.any = [
            *self.names.fields,
            *sorted(own),
            *system.sorts,
            *members,
            *system.constants,
            *system.actions,
            "x.y",
        ]
        self.player, self.cards, self.places = t.Sort(system.players), cards, list(system.enums[places[0]].members)
        self.odd = 0.04 * (seed % 3)
        """How often something has no right kind at all."""

    def text(self) -> str:
        """A whole view."""
        made: dict[str, Callable[[], Any]] = {
            "seats": self._seats, "card": self._card, "counter": lambda: self._many(self._counter, 3),
            "track": lambda: self._many(self._track, 3), "board": lambda: self._many(self._board, 2),
            "arrow": lambda: self._many(self._arrow, 3), "said": lambda: self._worded(self.names.fields),
            "deeds": lambda: dict.fromkeys(self.system.actions, "{turn} acts"),
            "quiet": lambda: self._some(self.system.actions), "themes": lambda: {"money": ["1"]},
        }  # fmt: skip
        document = {key: make() for key, make in made.items() if self.random.random() < 0.75}
        if "card" in document or self.random.random() < self.odd:
            document["area"] = self._many(self._area, 4)
        return "".join(f"{toml_key(key)} = {toml_value(self._wrong(value))}\n" for key, value in document.items())

    # --- tables -------------------------------------------------------------------------------------------------------

    def _seats(self) -> Any:
        flags = self._of(self.names.fields, lambda type_: type_ == t.Map(self.player, t.Bool()))
        turns = self._of(self.names.fields, lambda type_: t.unwrap(type_) in (self.player, t.Pile(self.player)))
        return self._keys(turn=turns, out=flags, flags=lambda: self._worded([flags()]))

    def _card(self) -> Any:
        sort = self.random.choice(list(self.system.sorts)) if self.random.random() < 0.1 else self.cards
        own = {name: ty for name, ty in self.names.of(sort).items() if name not in self.names.attributes(sort)}
        paths = self.names.paths(sort, lambda type_: type_ == self.player) or [""]
        flag = self._of(own, lambda type_: type_ == t.Bool())
        grid = self._of(own, lambda type_: isinstance(type_, t.Sort) and self.system.sorts[type_.name].grid)
        where = self._of(own, lambda type_: isinstance(t.unwrap(type_), t.Enum | t.Sort))
        return {"sort": sort} | self._keys(
            kind=self._of(self.names.attributes(sort), lambda type_: True),
            owner=lambda: self.random.choice(paths), seat=lambda: self.random.choice(paths),
            where=lambda: [where() for _ in range(self.random.randint(0, 2))] if self._truth() else where(),
            slot=grid, bound_for=grid, beneath=self._of(own, lambda type_: t.unwrap(type_) == t.Sort(sort)),
            turned=flag, down=flag, marks=lambda: self._worded(own),
            prints=lambda: self._many(lambda: self._print(sort), 3),
        )  # fmt: skip

    def _print(self, sort: str) -> Any:
        printed = self.names.attributes(sort)
        known = [*printed, *(name for name in self.system.constants if name not in printed)]
        name = self.random.choice(known)
        enum = t.unwrap(printed[name]) if name in printed else None
        members = self.system.enums[enum.name].members if isinstance(enum, t.Enum) else ()
        kinds = {
            name: self.system.enums[type_.name].members for name, type_ in printed.items() if isinstance(type_, t.Enum)
        }
        some = self._keys(words=lambda: {member: self._word() for member in self._some(members)}) if members else {}
        return {"field": name} | some | self._keys(
            word=self._word, unit=self._word, look=lambda: self.random.choice(get_args(Look)), always=self._truth,
            only=lambda: {name: self._some(values) for name, values in kinds.items()},
            unless=lambda: {name: self._some(values) for name, values in kinds.items()},
        )  # fmt: skip

    def _area(self) -> Any:
        pile = self._of(self.names.fields, lambda type_: t.leaf_type(type_) == t.Pile(t.Sort(self.cards)))
        return {"title": self._word()} | self._keys(
            at=lambda: self._some(self.places) or self.places, of=pile,
            draw=lambda: self.random.choice(("row", "pile")),
            shared=self._truth, always=self._truth,
        ) | ({"draw": "grid"} if self.random.random() < 0.1 else {})  # fmt: skip

    def _counter(self) -> Any:
        number = self._of(self.names.fields, lambda type_: isinstance(t.leaf_type(type_), t.Int | t.Pile))
        return {"field": number()} | self._keys(
            word=self._word, unit=self._word, always=self._truth, draw=lambda: self.random.choice(get_args(Tokens))
        )

    def _track(self) -> Any:
        number = self._of(self.names.fields, lambda type_: isinstance(type_, t.Int) and type_.high is not None)
        side = self._of(self.names.fields, lambda type_: t.unwrap(type_) == self.player)
        ends = list(self.system.constants)
        return {"field": number()} | self._keys(title=self._word, side=side, end=lambda: self.random.choice(ends))

    def _board(self) -> Any:
        sort = self.random.choice(list(self.system.sorts))
        return (
            {"sort": sort}
            | self._keys(
                title=self._word,
                shows=lambda: self._some(self.names.of(sort)),
                columns=lambda: self.random.randint(1, 4),
            )
            | self._placed(sort)
        )

    def _placed(self, sort: str) -> Any:
        """Where places lie, mostly by attributes that can say it."""
        attributes = self.names.attributes(sort)
        number = self._of(attributes, lambda type_: isinstance(type_, t.Int))
        joined = self._of(attributes, lambda type_: type_ == t.Set(t.Sort(sort)))
        placed = self.random.random() < 0.3  # most sorts have no such attribute
        return self._keys(row=number, column=number, lines=joined) if placed else {}

    def _arrow(self) -> Any:
        ends = self._of(
            self.names.fields,
            lambda type_: isinstance(leaf := t.leaf_type(type_), t.Set) or isinstance(t.unwrap(leaf), t.Sort),
        )
        return {"field": ends()} | self._keys(word=self._word, to=ends)

    # --- values -------------------------------------------------------------------------------------------------------

    def _keys(self, **made: Any) -> dict[str, Any]:
        return {key: make() for key, make in made.items() if self.random.random() < 0.5}

    def _many(self, make: Any, most: int) -> list[Any]:
        return [make() for _ in range(self.random.randint(0, most))]

    def _some(self, known: Collection[str]) -> list[str]:
        return self.random.sample(list(known), self.random.randint(0, len(known)))

    def _of(self, known: Mapping[str, t.Type], fits: Callable[[t.Type], bool]) -> Callable[[], str]:
        """Picks one of what fits; rarely any name at all."""
        some = [name for name, type_ in known.items() if fits(t.unwrap(type_)) or fits(type_)]
        return lambda: self.random.choice(some if some and self.random.random() >= self.odd / 2 else self.any)

    def _worded(self, known: Collection[str]) -> dict[str, str]:
        return {name: self._word() for name in self._some(known)[:3]}

    def _word(self) -> str:
        return self.random.choice(WORDS)

    def _truth(self) -> bool:
        return self.random.random() < 0.5

    def _wrong(self, value: Any) -> Any:
        """Something of another kind in places."""
        if self.random.random() < self.odd / 8:
            return self.random.choice(ODD)
        if isinstance(value, dict):
            return {key: self._wrong(one) for key, one in value.items()}
        return [self._wrong(one) for one in value] if isinstance(value, list) else value
