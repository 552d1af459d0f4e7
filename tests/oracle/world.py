"""A scope, read from its TOML: the members of sorts and their attributes, the leaves of a state, numbers, switches."""

from __future__ import annotations

import tomllib
from functools import cached_property
from inspect import get_annotations
from itertools import product
from typing import Any, get_type_hints

from tests.oracle import values as v
from tests.oracle.book import Book, Rule

STATE, FRAME, PENDING = "state", "frame", "pending"
"""The first parts of a leaf's path: a field of the state; whether a frame is open, and its fields; pending triggers."""

Path = tuple[Any, ...]


class World:
    """A book in a scope."""

    def __init__(self, book: Book, scope: str) -> None:
        self.book = book
        self.toml = tomllib.loads((book.scopes / f"{scope}.toml").read_text(encoding="utf-8"))
        self.off = set(self.toml.get("off", ()))
        self.caps: dict[str, int] = self.toml.get("caps", {})
        book.constants.update(self.toml.get("constants", {}))
        self._sorts()
        self.types: dict[Path, Any] = {}
        self.defaults: dict[Path, Any] = {}
        self.fields: dict[tuple[str, str], Any] = {}
        self.untils: dict[str, v.Until] = {}
        self._schema()
        self.unmet = [r.name for r in book.of("assume") if not all(r.function(*args) for args in self.instances(r))]
        """What is assumed of members, and is not so here: such a scope is explored by nobody."""

    def hints(self, cls: Any) -> dict[str, Any]:
        """Annotations of a class, not of its bases."""
        own = type(cls.__name__, (), {"__annotations__": get_annotations(cls)})
        return get_type_hints(own, self.book._modules[cls.__module__].__dict__, include_extras=True)

    # sorts

    def _sorts(self) -> None:
        sizes, given, grids = (self.toml.get(k, {}) for k in ("sorts", "attributes", "grids"))
        roots = [s for s in self.book.sorts if v.root(s) is s]
        for sort in roots:
            sort.members = []
            name = sort.__name__
            if name in grids:
                continue
            size = sizes[name]
            names = list(size) if not isinstance(size, int) else [f"{name}{i}" for i in range(size)]
            for called in names:
                self._member(sort, called)
        attributes = {s: self._attributes(s) for s in roots}
        for sort in roots:
            if sort.__name__ in grids:
                self._grid(sort, attributes[sort], grids[sort.__name__])
        for sort in roots:
            for place, member in enumerate(sort.members):
                written = sizes.get(sort.__name__)
                own = written[member.__dict__["_name"]] if isinstance(written, dict) else {}
                listed = {a: entries[place] for a, entries in given.get(sort.__name__, {}).items()}
                for attribute, type_ in attributes[sort].items():
                    if attribute not in member.__dict__:
                        wanted = {**listed, **own}.get(attribute)
                        setattr(member, attribute, v.from_toml(type_, wanted))

    def _member(self, sort: Any, name: str) -> Any:
        member = sort()
        member.__dict__.update(_name=name, _index=len(sort.members))
        sort.members.append(member)
        return member

    def _attributes(self, sort: Any) -> dict[str, Any]:
        """The attributes of a sort, with those that a guest adds."""
        found: dict[str, Any] = {}
        for cls in self.book.sorts:
            if v.root(cls) is sort:
                found |= {name: v.read_type(hint) for name, hint in self.hints(cls).items()}
        return found

    def _grid(self, sort: Any, attributes: dict[str, Any], table: dict[str, Any]) -> None:
        """Rows and columns, for each member of the one sort that an attribute is of."""
        rows, columns = table["rows"], table["columns"]
        other = next(((a, t) for a, t in attributes.items() if isinstance(t, v.OneOf) and t.is_sort), None)
        for owner in other[1].all() if other else [None]:
            for row, column in product(range(1, rows + 1), range(1, columns + 1)):
                member = self._member(sort, f"{owner or ''}{row}{column}")
                there = {"row": row, "column": column, "rim": row in (1, rows) or column in (1, columns)}
                member.__dict__.update({a: x for a, x in there.items() if a in attributes})
                if other:
                    setattr(member, other[0], owner)

    # the state

    def _schema(self) -> None:
        for cls in self.book.states:
            for name, hint in self.hints(cls).items():
                self._field((STATE, name), v.read_type(hint))
                if (until := v.until_of(hint)) is not None:
                    self.untils[name] = until
        for trigger in self.triggers:
            for args in self.instances(trigger):
                self._leaf((PENDING, trigger.name, *args), v.Bool(), False)
        for frame in self.book.frames:
            called = frame.__name__
            self._leaf((FRAME, called), v.Bool(), False)
            for name, hint in self.hints(frame).items():
                self._field((FRAME, called, name), v.read_type(hint))

    def _field(self, place: Path, type_: Any) -> None:
        self.fields[place] = type_
        for keys, inner in v.leaves(type_):
            self._leaf((*place, *keys), inner, v.default(inner))

    def _leaf(self, path: Path, type_: Any, default: Any) -> None:
        self.types[path], self.defaults[path] = type_, default

    # rules

    def on(self, *kinds: str) -> list[Rule]:
        """The rules of these kinds that are not switched off."""
        return [rule for rule in self.book.of(*kinds) if rule.name not in self.off]

    @property
    def triggers(self) -> list[Rule]:
        return self.on("trigger")

    @cached_property
    def players(self) -> Any:
        """The sort whose members decide: what `awaits` gives, by default `Player`."""
        if "awaits" not in self.book.once:
            return next((sort for sort in self.book.sorts if sort.__name__ == "Player"), ())
        hint = get_type_hints(self.book.once["awaits"].function, include_extras=True)["return"]
        return v.read_type(hint).of.cls

    def instances(self, rule: Rule) -> list[tuple[Any, ...]]:
        """All lists of arguments."""
        bounds = self.toml.get("bounds", {})
        listed = [v.values(t, bounds.get(f"{rule.name}.{name}")) for name, t in rule.choices]
        return list(product(*listed))

    def initial(self) -> dict[Path, Any]:
        """What the scope overrides."""
        found: dict[Path, Any] = {}
        for name, written in self.toml.get("initial", {}).items():
            found |= _spread((STATE, name), v.from_toml(self.fields[STATE, name], written))
        return found


def _spread(path: Path, value: Any) -> dict[Path, Any]:
    if isinstance(value, v.Map):
        return {p: x for key, inner in value.entries.items() for p, x in _spread((*path, key), inner).items()}
    return {path: value}
