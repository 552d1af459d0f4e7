"""A position as a short text, for a link: which rules it is of, in which scope, and how it differs from the first
beginning there. The JavaScript client writes and reads the same."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from urllib.parse import unquote

import numpy as np

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json
from ruleslawyer.engines.native.filed import lowering
from ruleslawyer.engines.native.scope_data import Layout
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import TransitionSystem

LONGEST_RUN = 255


class Positions:
    """The positions of a scope as texts."""

    def __init__(self, layout: Layout, system: TransitionSystem) -> None:
        self.layout, self.scope, self.codec = layout, system.scope.name, Codec(system.system, system.scope)
        starts = (outcome.state for _, outcome in system.initial() if outcome.state is not None)
        first = next(starts, None)
        self.first = self._bytes(first if first is not None else layout.schema.default())
        self.mark = self._digest()

    def _digest(self) -> str:
        """A mark of all that has to be the same wherever the text is read."""
        layout = self.layout
        fields = [[p.record, p.name, p.offset, p.size, p.leaf.low, p.leaf.kind] for p in layout.places.values()]
        about = [layout.system.digest, layout.scope.names, fields, layout.masks.tobytes().hex(), self.first.hex()]
        return sha256(json.dumps(about).encode()).hexdigest()[:8]

    def _bytes(self, state: State) -> bytes:
        return np.array(self.layout.pack(state), dtype="<u8").tobytes()

    def text(self, state: State) -> str:
        """A state as a link has it."""
        short = _shorter(_differences(self._bytes(state), self.first))
        return f"{self.mark}.{self.scope}.{base64.urlsafe_b64encode(short).decode().rstrip('=')}"

    def state(self, text: str) -> State:
        """The state of such a text; a UsageError says why there is none."""
        mark, _, rest = text.partition(".")
        if mark != self.mark:
            raise UsageError("this position is of other rules, or of another edition of them", "--from", "copy it anew")
        wrong = UsageError("this position is damaged", "--from", "copy all of it")
        body = rest.rpartition(".")[2]
        try:
            short = base64.b64decode(body + "=" * (-len(body) % 4), altchars=b"-_", validate=True)
            packed = _differences(_longer(short, len(self.first)), self.first)
        except (ValueError, binascii.Error):
            raise wrong from None
        bits = np.unpackbits(np.frombuffer(packed, dtype=np.uint8), bitorder="little")
        if bits[self.layout.bits :].any():
            raise wrong
        try:
            state = self.layout.unpack(np.frombuffer(packed, dtype="<u8").tolist())
            if self._bytes(state) != packed:
                raise wrong
        except (IndexError, ValueError, OverflowError, AssertionError):
            raise wrong from None
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
        raise UsageError(about, "--from", "go on there, or `scenario run` the scenario that lays it")
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


def _differences(one: bytes, other: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(one, other, strict=True))


def _shorter(data: bytes) -> bytes:
    """Zeros as one zero and how many; none at the end."""
    data, found, at = data.rstrip(b"\0"), bytearray(), 0
    while at < len(data):
        run = at
        while data[run] == 0 and run - at < LONGEST_RUN:
            run += 1
        found += bytes([0, run - at]) if run > at else data[at : at + 1]
        at = max(run, at + 1)
    return bytes(found)


def _longer(data: bytes, length: int) -> bytes:
    found, rest = bytearray(), iter(data)
    for byte in rest:
        found += bytes(next(rest, 0)) if byte == 0 else bytes([byte])
    if len(found) > length:
        raise ValueError("too long")
    return bytes(found).ljust(length, b"\0")


def described_position(positions: Positions) -> Json:
    """The part of a scope's description that says how its positions are written."""
    return {"mark": positions.mark, "first": base64.b64encode(positions.first.rstrip(b"\0")).decode()}
