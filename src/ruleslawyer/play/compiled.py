"""Legal actions and steps in compiled code, between JSON values.

Most of a state is the same from one step to the next. So what each field is in JSON is kept, and a state is put
together from fresh copies of that. What was handed out is known again by what `marshal` writes of it: a whole state, if
its texts are still the same objects; else each of its fields by itself. All else is parsed as the interpreter's engine
does.
"""

from __future__ import annotations

import marshal
from collections import deque
from collections.abc import Callable
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json
from ruleslawyer.engines.native.playing import MOST_ALONG
from ruleslawyer.engines.native.stepper import Playouts, StepBeyondCapacity, Stepper
from ruleslawyer.ir.latest import latest
from ruleslawyer.ir.uses import Functions
from ruleslawyer.play.coded import MOST_OF_A_FIELD, MOST_OF_STATES, Choice, CompiledScope, ValueCache
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import TransitionSystem

VERSION = 2
"""Of what `marshal` writes of a value by itself: the same for equal values, whichever objects they are."""
REFERRING = 4
"""Of a whole state: a text that came before is referred to, which is half the work."""
RECENT = 8
"""States that are known again without a look at all others."""
MOST_WON = 1 << 10
"""How many answers to who has won are kept at once."""
MOST_PLAYS = 10**6
"""Of one call."""


class _Value(NamedTuple):
    """A value in JSON, and what makes a fresh copy of it; None: it cannot be changed."""

    value: Any
    copied: Callable[[Any], Any] | None

    @classmethod
    def of(cls, value: object) -> _Value:
        return cls(value, _copier(value))

    def fresh(self) -> Any:
        return self.value if self.copied is None else self.copied(self.value)


class CompiledEngine:
    """Answers that compiled code gives as the interpreter would. None: it has to be asked, for it says why not, or the
    code has no room for the state."""

    def __init__(self, system: TransitionSystem) -> None:
        self.system, self.codec, self.coded = system, Codec(system.system, system.scope), CompiledScope(system)
        self.code, self._lock = self.coded.code, self.coded.lock
        self._parts = [(part, ValueCache[bytes, bytes](MOST_OF_A_FIELD)) for part in self.coded.parts()]
        """Of a state: what the bytes of each are in JSON, and the other way round."""
        self._playouts: Playouts | None = None
        self._won: dict[bytes, tuple[list[int], tuple[int, ...]]] = {}
        """Who has won, by what a state says of that."""
        self._bytes: ValueCache[bytes, bytes] = ValueCache(MOST_OF_STATES)
        """The states that are known, by their JSON."""
        self._recent: deque[tuple[bytes, bytes]] = deque(maxlen=RECENT)
        """Those that were handed out last: most questions are about them."""
        self._choices: ValueCache[bytes, bytes] = ValueCache(MOST_OF_STATES)
        self._actions: ValueCache[bytes, _Value] = ValueCache(MOST_OF_STATES)
        """The other way round."""

    is_at_hand = Stepper.is_made

    # --- what is asked --------------------------------------------------------------------------------------------

    def legal(self, state: object) -> list[Any] | None:
        """The actions that are allowed."""
        with self._lock:
            found = self._choices_of(state)
            if found is None:
                return None
            return [(self._actions.get(choice.made) or self._action(choice)).fresh() for choice in found[1]]

    def is_over(self, state: object) -> bool | None:
        """Whether the game is over."""
        with self._lock:
            found = self._choices_of(state)
        return None if found is None else found[0]

    def step(self, state: object, action: object) -> Json | None:
        """The state that an action leads to; None also where it is not allowed or has no result."""
        with self._lock:
            before, choice = self._state(state), self._choice(action)
            if before is None or choice is None:
                return None
            try:
                after = self.code.step(before, choice)
            except StepBeyondCapacity:
                return None
            return None if after is None else self.json(after)

    def playouts(self, state: object, plays: int, seed: int, longest: int) -> list[Json]:
        """How random plays end that begin in a state. A `UsageError` where the numbers are none, or a state needs more
        room than the code has."""
        for name, number, most in (("plays", plays, MOST_PLAYS), ("longest", longest, MOST_ALONG)):
            if not 1 <= number <= most:
                raise UsageError(f"{number} is no number from 1 to {most}", name)
        with self._lock:
            written = self._state(state)
            if written is None:
                raise UsageError("the compiled code has no room for this state", "state")
            if self._playouts is None:
                self._playouts = Playouts(self.system)
            endings = []
            try:
                for how, steps, last in self._playouts.from_(written, plays, seed, longest):
                    result = self._result(last) if how == "ended" else {"winners": []}
                    endings.append({"end": how, "steps": steps, **result})
            except StepBeyondCapacity:
                play = f"play {len(endings) + 1} of seed {seed}"
                raise UsageError(f"{play} needs more room than the compiled code has", "state") from None
            return endings

    def _result(self, state: bytes) -> Json:
        """The winners, and the payoffs where a rule says them."""
        said = b"".join(state[begin:end] for begin, end in self._deciding)
        names = self.system.scope.names[self.system.system.players]

        def ask() -> tuple[list[int], tuple[int, ...]]:
            end = self.coded.read(state)
            return sorted(self.system.winners(end)), self.system.payoffs(end)

        won, got = latest(self._won, said, MOST_WON, ask)
        result: Json = {"winners": [names[player] for player in won]}
        return {**result, "payoffs": dict(zip(names, got, strict=True))} if got else result

    @cached_property
    def _deciding(self) -> list[tuple[int, int]]:
        """Where a state has what is read to say who has won, and what each gets."""
        rules = self.system.system
        reads = Functions(rules).uses(filter(None, (rules.winners, rules.payoff))).reads
        found = []
        for (frame, begin, end, name, *_), _ in self._parts:
            if frame is None and (None, name) in reads:
                found.append((begin, end))
            elif frame is not None and any(record == name for record, _ in reads):
                found += [(frame, frame + 1), (begin, end)]
        return found

    def parse(self, state: object) -> State | None:
        """A state as the interpreter has it."""
        with self._lock:
            known = self._state(state)
            return None if known is None else self.coded.read(known)

    def json(self, state: bytes) -> Json:
        """A state as JSON."""
        found = {}
        for (frame, begin, end, name, known, _), again in self._parts:
            if frame is None or state[frame]:
                stored = state[begin:end]
                value = known.get(stored) or self._value(state, name, frame, stored, known, again)
                found[name] = value.value if value.copied is None else value.copied(value.value)
        self._recent.append((marshal.dumps(found, REFERRING), state))
        return found

    # --- what lies between ----------------------------------------------------------------------------------------

    def _choices_of(self, state: object) -> tuple[bool, list[Choice]] | None:
        """Whether the game is over, and the choices that are allowed."""
        written = self._state(state)
        return None if written is None else self.coded.choices_of(written)

    def _value(
        self, state: bytes, name: str, frame: int | None, stored: bytes, known: ValueCache[bytes, Any],
        again: ValueCache[bytes, bytes],
    ) -> _Value:  # fmt: skip
        """A field, or an open frame."""
        layout, bytes_ = self.code.layout, np.frombuffer(state, dtype=np.uint8)
        if frame is None:
            type_ = layout.places["", name].type
            value = self.codec.value(type_, layout.read_field(bytes_, name))
        else:
            fields = layout.system.frames[name].fields
            value = {f.name: self.codec.value(f.type, layout.read_field(bytes_, f.name, name)) for f in fields}
        written = marshal.dumps(value, VERSION)
        again.keep(written, stored, len(written) + len(stored))
        found: _Value = known.keep(stored, _Value.of(value), len(stored) + 8 * len(written))
        return found

    def _state(self, state: object) -> bytes | None:
        written = _marshal(state, REFERRING)
        for recent, handed_out in self._recent:
            if recent == written:
                return handed_out
        known = self._bytes.get(written) if written else None
        if known is not None:
            return known
        found = self._by_parts(state) if isinstance(state, dict) else None
        if found is None:
            parsed = self.codec.parse_state(state)
            try:
                found = self.code.bytes_of(parsed)
            except UsageError:  # the code has no room for it
                return None
        return self._bytes.keep(written, found, len(written) + len(found)) if written else found

    def _by_parts(self, state: dict[Any, Any]) -> bytes | None:
        """A state of which every field was handed out some time, and nothing else is there."""
        found, met = bytearray(self.code.layout.bytes), 0
        for part, again in self._parts:
            if part.name in state:
                written = _marshal(state[part.name], VERSION)
                stored = again.get(written) if written else None
                if stored is None:
                    return None
                found[part.begin : part.end] = stored
                if part.frame is not None:
                    found[part.frame] = 1
                met += 1
            elif part.frame is None:
                return None
        return bytes(found) if met == len(state) else None

    def _choice(self, action: object) -> bytes | None:
        written = _marshal(action, VERSION)
        known = self._choices.get(written) if written else None
        if known is not None:
            return known
        instance = self.codec.parse_instance(action, "action")
        if not self.coded.is_possible(instance):
            return None
        found = self.code.choice(instance)
        return self._choices.keep(written, found, len(written) + len(found)) if written else found

    def _action(self, choice: Choice) -> _Value:
        value = self.codec.instance(choice.instance)
        written = marshal.dumps(value, VERSION)
        self._choices.keep(written, choice.made, len(written) + len(choice.made))
        return self._actions.keep(choice.made, _Value.of(value), 8 * len(written) + len(choice.made))


def _marshal(value: Any, version: int) -> bytes | None:
    """The value as `marshal` writes it; None: it is no JSON value, which the codec says."""
    try:
        return marshal.dumps(value, version)
    except ValueError:
        return None


def _copier(value: object) -> Callable[[Any], Any] | None:
    """A function that makes fresh copies of a JSON value, as quickly as its form allows."""
    if not isinstance(value, dict | list):
        return None
    if isinstance(value, list):
        return _copy if any(map(_copier, value)) else list.copy
    inner = {key: copied for key, one in value.items() if (copied := _copier(one))}
    if not inner:
        return dict.copy
    if len(inner) == len(value) and set(inner.values()) == {dict.copy}:
        return lambda of: {key: one.copy() for key, one in of.items()}

    def mix(of: Json) -> Json:
        found = of.copy()
        for key, copied in inner.items():
            found[key] = copied(of[key])
        return found

    return mix


def _copy(value: object) -> Any:
    """A fresh copy of any JSON value."""
    if isinstance(value, dict):
        return {key: _copy(one) for key, one in value.items()}
    return [_copy(one) for one in value] if isinstance(value, list) else value
