"""The part of a state that another implementation speaks of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ruleslawyer.semantics.state import Schema, State


@dataclass(frozen=True)
class View:
    """The fields of a state that an implementation speaks of, canonical; of a frame its fields, None where closed."""

    values: tuple[tuple[str, object], ...]


def view_of(schema: Schema, state: State, fields: Iterable[str]) -> View:
    """The part of a state that an implementation with these fields should show."""
    return View(tuple(
        (name, state.fields[schema.index[name]] if name in schema.index else state.frames[schema.frame_index[name]])
        for name in fields
    ))  # fmt: skip


def overlay(schema: Schema, state: State, view: View) -> State:
    """A state with what somebody else says of it."""
    fields, frames = list[Any](state.fields), list[Any](state.frames)
    for name, value in view.values:
        if name in schema.index:
            fields[schema.index[name]] = value
        else:
            frames[schema.frame_index[name]] = value
    return State(tuple(fields), tuple(frames))
