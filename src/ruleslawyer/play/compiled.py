"""Legal actions and steps in compiled code, between JSON values.

Most of a state is the same from one step to the next. So what each field's bytes are in JSON is kept, as `marshal`
writes it: a state is put together from such pieces, and is a fresh value each time. Whole states and actions that were
handed out are known again by the same bytes; others are parsed as the interpreter's engine does.
"""

from __future__ import annotations

import marshal
from typing import Any

import numpy as np

from ruleslawyer.diagnostics import UsageError
from ruleslawyer.engines.native.lifted.games import MOST_ALONG
from ruleslawyer.engines.native.lifted.stepper import Beyond, Playouts, Stepper
from ruleslawyer.play.coded import MOST_OF_STATES, Choice, Coded, Known
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import TransitionSystem

VERSION = 2
"""Of what `marshal` writes: later ones refer back to what came before, so that pieces could not be put together."""
MOST_PLAYS = 10**6
"""Of one call."""


class Compiled:
    """What is answered here is what the interpreter would say. None: it has to be asked, for it says why not, or the
    code has no room for the state."""

    def __init__(self, system: TransitionSystem) -> None:
        self.system, self.codec, self.coded = system, Codec(system.system, system.scope), Coded(system)
        self.code, self._lock = self.coded.code, self.coded.lock
        self._parts = list(self.coded.parts())
        """Of a state, with what is known of it as `marshal` writes it."""
        self._playouts: Playouts | None = None
        self._bytes: Known[bytes, bytes] = Known(MOST_OF_STATES)
        """The states that are known, by their JSON."""
        self._choices: Known[bytes, bytes] = Known(MOST_OF_STATES)
        self._actions: Known[bytes, bytes] = Known(MOST_OF_STATES)
        """The other way round."""

    is_at_hand = Stepper.is_made

    # --- what is asked --------------------------------------------------------------------------------------------

    def legal(self, state: Any) -> list[Any] | None:
        """The actions that are allowed."""
        with self._lock:
            found = self._listed(state)
            if found is None:
                return None
            allowed = [self._actions.get(choice.made) or self._action(choice) for choice in found[1]]
        pieces = b"".join(allowed)
        actions: list[Any] = marshal.loads(b"[" + len(allowed).to_bytes(4, "little") + pieces)
        return actions

    def ended(self, state: Any) -> bool | None:
        """Whether the game is over."""
        with self._lock:
            found = self._listed(state)
        return None if found is None else found[0]

    def step(self, state: Any, action: Any) -> dict[str, Any] | None:
        """The state that an action leads to; None also where it is not allowed or has no result."""
        with self._lock:
            before, choice = self._state(state), self._choice(action)
            if before is None or choice is None:
                return None
            try:
                after = self.code.step(before, choice)
            except Beyond:
                return None
            return None if after is None else self.json(after)

    def playouts(self, state: Any, plays: int, seed: int, longest: int) -> list[dict[str, Any]]:
        """How random plays end that begin in a state."""
        for name, number, most in (("plays", plays, MOST_PLAYS), ("longest", longest, MOST_ALONG)):
            if not 1 <= number <= most:
                raise UsageError(f"{number} is no number from 1 to {most}", name)
        with self._lock:
            written = self._state(state)
            if written is None:
                raise UsageError("the compiled code has no room for this state", "state")
            if self._playouts is None:
                self._playouts = Playouts(self.system)
            won: dict[bytes, list[str]] = {}
            found = []
            try:
                for how, steps, last in self._playouts.from_(written, plays, seed, longest):
                    if how == "ended" and last not in won:
                        won[last] = self._winners(last)
                    found.append({"end": how, "steps": steps, "winners": list(won[last]) if how == "ended" else []})
            except Beyond:
                play = f"play {len(found) + 1} of seed {seed}"
                raise UsageError(f"{play} needs more room than the compiled code has", "state") from None
            return found

    def _winners(self, state: bytes) -> list[str]:
        names = self.system.scope.names[self.system.system.players]
        ended = self.coded.read(state)
        return [names[player] for player in sorted(self.system.winners(ended))]

    def parsed(self, state: Any) -> State | None:
        """A state as the interpreter has it."""
        with self._lock:
            known = self._state(state)
            return None if known is None else self.coded.read(known)

    def json(self, state: bytes) -> dict[str, Any]:
        """A state as JSON."""
        pieces = []
        for number, begin, end, name, known in self._parts:
            if number is None or state[number]:
                stored = state[begin:end]
                piece = known.get(stored)
                if piece is None:
                    piece = self._piece(state, number, name)
                    known.keep(stored, piece, len(stored) + len(piece))
                pieces.append(piece)
        written = b"{" + b"".join(pieces) + b"0"
        self._bytes.keep(written, state, len(written) + len(state))
        found: dict[str, Any] = marshal.loads(written)
        return found

    # --- what lies between ----------------------------------------------------------------------------------------

    def _listed(self, state: Any) -> tuple[bool, list[Choice]] | None:
        """Whether the game is over, and the choices that are allowed."""
        written = self._state(state)
        return None if written is None else self.coded.listed(written)

    def _piece(self, state: bytes, frame: int | None, name: str) -> bytes:
        """A field, or an open frame, with its name."""
        layout, bytes_ = self.code.layout, np.frombuffer(state, dtype=np.uint8)
        if frame is None:
            type_ = layout.places["", name].type
            value = self.codec.value(type_, layout.read_field(bytes_, name))
        else:
            fields = layout.system.frames[name].fields
            value = {f.name: self.codec.value(f.type, layout.read_field(bytes_, f.name, name)) for f in fields}
        return marshal.dumps(name, VERSION) + marshal.dumps(value, VERSION)

    def _state(self, state: Any) -> bytes | None:
        written = _written(state)
        known = self._bytes.get(written) if written else None
        if known is not None:
            return known
        parsed = self.codec.parse_state(state)
        try:
            found = self.code.bytes_of(parsed)
        except UsageError:  # the code has no room for it
            return None
        return self._bytes.keep(written, found, len(written) + len(found)) if written else found

    def _choice(self, action: Any) -> bytes | None:
        written = _written(action)
        known = self._choices.get(written) if written else None
        if known is not None:
            return known
        instance = self.codec.parse_instance(action, "action")
        if not self.coded.is_possible(instance):
            return None
        found = self.code.choice(instance)
        return self._choices.keep(written, found, len(written) + len(found)) if written else found

    def _action(self, choice: Choice) -> bytes:
        written = marshal.dumps(self.codec.instance(choice.instance), VERSION)
        self._choices.keep(written, choice.made, len(written) + len(choice.made))
        return self._actions.keep(choice.made, written, len(written) + len(choice.made))


def _written(value: Any) -> bytes | None:
    """As `marshal` writes it; None: it is no JSON value, which the codec says."""
    try:
        return marshal.dumps(value, VERSION)
    except ValueError:
        return None
