"""A scope's document, as tables and lists: what stands in it, put into it, taken out of it, or with names exchanged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruleslawyer.base.files.content import Json


def put(table: Json, path: Sequence[str], value: object) -> None:
    """Puts a value at a path; `+` at its end puts it into a list."""
    if path[-1] == "+":
        for key in path[:-2]:
            table = table.setdefault(key, {})
        table.setdefault(path[-2], []).append(value)
        return
    for key in path[:-1]:
        table = table.setdefault(key, {})
    table[path[-1]] = value


def entries(document: Json, sort: str) -> Iterator[tuple[tuple[str, ...], object]]:
    """The entries of a document's tables, and what stands in no table. Members of the sort that is dealt come to those
    of the base."""
    for key, value in document.items():
        if key == "sorts" and isinstance(value.get(sort), dict):
            yield from ((("sorts", sort, member), row) for member, row in value[sort].items())
            value = {name: said for name, said in value.items() if name != sort}
        if isinstance(value, dict):
            yield from (((key, name), said) for name, said in value.items())
        else:
            yield (key,), value


def as_lists(value: object) -> object:
    """The same without tuples."""
    if isinstance(value, dict):
        return {key: as_lists(item) for key, item in value.items()}
    return [as_lists(item) for item in value] if isinstance(value, list | tuple) else value


def exchange(value: object, one: str, other: str) -> object:
    """The value with two cards in each other's place; in names of factors too, which begin with the name of a card."""
    if isinstance(value, dict):
        return {exchange(k, one, other): exchange(v, one, other) for k, v in value.items()}
    if isinstance(value, list):
        return [exchange(item, one, other) for item in value]
    if isinstance(value, str):
        card, dot, name = value.partition(".")
        return {one: other, other: one}.get(card, card) + dot + name
    return value


def without(value: object, member: str) -> object:
    """The beginning without a card that is not there."""
    if isinstance(value, dict):
        return {k: without(v, member) for k, v in value.items() if k != member and v != member}
    if isinstance(value, list):
        return [without(item, member) for item in value if item != member]
    return value
