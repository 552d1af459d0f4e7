"""Progress of a check of cards, a line of JSON for each card and each pair, so that it goes on later."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias

from ruleslawyer.base.files.journal import Journal, Line
from ruleslawyer.rulebook.claims.met import Met
from ruleslawyer.studies.cards.result import Looked

Done: TypeAlias = Journal[tuple[int, ...], Looked]
"""The journal of a run: what it found of each card and of each pair, by their numbers in the list."""


def open_journal(file: Path | None, header: Mapping[str, object]) -> Done:
    return Journal(file, "cards", header, _read, _line)


def _line(cards: tuple[int, ...], looked: Looked) -> Line:
    return {
        "of": cards,
        "keys": sorted(looked.keys, key=str) if len(cards) < 2 else [],
        "states": looked.states,
        "stopped": looked.stopped,
        "met": [[m.kind, m.title, m.cites, m.findings, m.seats, m.play, m.key] for m in looked.met],
        "actions": [[number, names] for number, names in looked.actions.items()],
    }


def _read(line: Line) -> tuple[tuple[int, ...], Looked]:
    return tuple(line["of"]), Looked(
        frozenset(_tuples(key) for key in line["keys"]),
        int(line["states"]),
        str(line["stopped"]),
        tuple(_event_from(kind, title, *map(_tuples, rest)) for kind, title, *rest in line["met"]),
        {number: tuple(names) for number, names in line["actions"]},
    )


def _event_from(kind: str, title: str, cites: Any, findings: Any, seats: Any, play: Any, key: Any) -> Met:
    return Met(kind, key, title, cites, play, findings=findings, seats=seats)


def digest(of: object) -> str:
    """A digest that tells one list, or scope, from another."""
    return sha256(repr(_in_order(of)).encode()).hexdigest()


def _in_order(value: object) -> Any:
    """The same in an order that does not hang on hashes."""
    if isinstance(value, Mapping):
        return sorted(((_in_order(key), _in_order(one)) for key, one in value.items()), key=repr)
    if isinstance(value, (set, frozenset)):
        return sorted(map(_in_order, value), key=repr)
    if isinstance(value, (list, tuple)):
        return [_in_order(one) for one in value]
    if is_dataclass(value):
        return [type(value).__name__, *(_in_order(getattr(value, field.name)) for field in fields(value))]
    return value


def _tuples(value: object) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
