"""A position as a short text, for a link: which rules it is of, in which scope, and how it differs from the first
beginning there. The JavaScript client writes and reads the same."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from urllib.parse import unquote

import numpy as np

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json
from ruleslawyer.bridges.portable.client.positions import StateTexts, alike
from ruleslawyer.bridges.portable.tables import described_attributes
from ruleslawyer.bridges.portable.types import describe_type
from ruleslawyer.engines.native.filed import lowering
from ruleslawyer.engines.native.scope_data import Layout
from ruleslawyer.ir import types as t
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import TransitionSystem

FORM = 2
"""How texts are written: it is counted up where that changes, so that older ones are refused."""


class Positions:
    """The positions of a scope as texts."""

    def __init__(self, layout: Layout, system: TransitionSystem) -> None:
        self.layout, self.scope, self.codec = layout, system.scope.name, Codec(system.system, system.scope)
        starts = (outcome.state for _, outcome in system.beginnings() if outcome.state is not None)
        first = next(starts, None)
        self.begins = first is not None
        self.first = self._bytes(layout.schema.default() if first is None else first)
        self.printed, types = described_prints(self.codec), described_attributes(system.system)
        self.mark = self._digest()
        frames, masks = list(layout.low.frames), layout.masks.tobytes()
        prints = alike(self.printed, types)
        self.texts = StateTexts(described_fields(layout), frames, self._count, masks, self.first, prints)

    def _count(self, type_: list[str]) -> int:
        kind, name = type_
        return len(self.layout.scope.names[name] if kind == "sort" else self.layout.system.enums[name].members)

    def _digest(self) -> str:
        """A mark of all that has to be the same wherever the text is read."""
        layout = self.layout
        fields = [[p.record, p.name, p.offset, p.size, p.leaf.low, p.leaf.kind] for p in layout.places.values()]
        where = layout.masks.tobytes().hex(), self.first.hex()
        about = [FORM, layout.system.digest, layout.scope.names, self.printed, fields, *where]
        return sha256(json.dumps(about).encode()).hexdigest()[:8]

    def _bytes(self, state: State) -> bytes:
        self.layout.pack(state)  # it refuses what has no room
        return self.layout.to_bytes(state).tobytes()

    def _is_in_range(self, state: State) -> bool:
        """Whether its numbers are; with 0 fields begin."""
        for _, type_, value in self.codec.named_leaves(state):
            plain = type_.item if isinstance(type_, t.Optional) else type_
            if isinstance(plain, t.Int) and value is not None:
                low, high = (value if end is None else end for end in (plain.low, plain.high))
                if not min(low, 0) <= value <= high:
                    return False
        return True

    def text(self, state: State) -> str:
        """A state as a link has it."""
        return f"{self.mark}.{self.scope}.{self.texts.text(self._bytes(state))}"

    def state(self, text: str) -> State:
        """The state of such a text; a UsageError says why there is none."""
        mark, _, rest = text.partition(".")
        if mark != self.mark:
            raise UsageError("this position is of other rules, or of another edition of them", "--from", "copy it anew")
        try:
            found = self.texts.state(rest.rpartition(".")[2])
            state = self.layout.read(np.frombuffer(found, dtype=np.uint8))
            read_again = self.codec.parse_state(self.codec.state(state), "position")
            if read_again != state or self._bytes(state) != found or not self._is_in_range(state):
                raise ValueError("no state")
        except (ValueError, IndexError, OverflowError):
            raise UsageError("this position is damaged", "--from", "copy all of it") from None
        return state


def positions(ruleset: LoadedRuleset, scope: str) -> Positions:
    """The positions of a scope that the ruleset has, without making its code."""
    system = ruleset.in_scope(ruleset.scope(scope), brief=True)
    return Positions(Layout(lowering(ruleset.system, most_members(ruleset)), system.scope), system)


@dataclass(frozen=True)
class Link:
    """A position of a live page. seat: whose eyes it is seen with; empty where all is seen. reading, rulings: what is
    answered there."""

    scope: str
    state: State
    seat: str
    reading: Mapping[str, str]
    rulings: Mapping[str, str]


def parse_link(ruleset: LoadedRuleset, text: str) -> Link:
    """The position of a link, or of what stands behind its `#`; a UsageError says why there is none."""
    mark, colon, rest = text.rpartition("#")[2].removeprefix("live=").partition(":")
    scope = rest.partition(".")[2].rpartition(".")[0]
    if not colon or not scope:
        raise UsageError("this is no link to a position", "--from", "copy all of it from the page, in quotes")
    if scope not in ruleset.scopes():
        about = f"the table `{scope[:60]}` was laid for its page alone"
        raise UsageError(about, "--from", "go on there, or run the scenario that lays it: `scenario RULESET`")
    answers: dict[bool, dict[str, str]] = {True: {}, False: {}}
    said = unquote(mark)
    for one in said.split(",") if "=" in said else ():
        key, _, option = one.removeprefix("!").partition("=")
        answers[one.startswith("!")][key] = option
    state = positions(ruleset, scope).state(rest)
    return Link(scope, state, "" if "=" in said else said, answers[False], answers[True])


def most_members(ruleset: LoadedRuleset) -> int:
    """Members of the largest sort of any closed scope: the code is made for so many, whatever scopes are built."""
    scopes = [ruleset.scope(name) for name in ruleset.scopes()]
    return max((len(n) for scope in scopes if not scope.is_open for n in scope.names.values()), default=0)


def described_prints(codec: Codec) -> Json:
    """The print on the members of each sort: by sort and attribute a column."""
    found: Json = {}
    for sort in codec.system.sorts.values():
        for attribute in sort.attributes:
            column = codec.scope.attributes.get((sort.name, attribute.name))
            if column is not None:
                values = [codec.value(attribute.type, value) for value in column]
                found.setdefault(sort.name, {})[attribute.name] = values
    return found


def described_fields(layout: Layout) -> list[Json]:
    """The places of the fields of a state and of its frames, and what they hold, for programs."""
    return [
        {
            "name": p.name, "frame": p.record, "type": describe_type(p.type), "offset": p.offset,
            "strides": list(p.strides), "size": p.size, "kind": p.leaf.kind, "bytes": p.leaf.bytes,
            "low": p.leaf.low, "high": p.leaf.high, "optional": p.leaf.optional, "raw": p.leaf.raw,
        }
        for p in layout.places.values()
    ]  # fmt: skip


def described_position(positions: Positions) -> Json:
    """The part of a scope's description that says how its positions are written."""
    first = b"" if positions.begins else positions.first  # a scope's file lists its beginnings
    return {"mark": positions.mark, "first": base64.b64encode(first).decode()}
