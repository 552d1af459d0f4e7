"""Requests to another implementation by the protocol of docs/conformance.md, and what its answers must be."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from ruleslawyer.base.diagnostics import CodecError, nearest
from ruleslawyer.base.files.content import Json
from ruleslawyer.bridges.conform.program import Fault, Program
from ruleslawyer.bridges.conform.protocol import PROTOCOL, scope_json
from ruleslawyer.bridges.conform.view import View
from ruleslawyer.rulebook.claims.readings import followed_reading
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Instance, TransitionSystem

MOST_KNOWN = 20_000
"""Values of fields that are known again by their text."""
LEGAL: Json = {"request": "legal"}


class Refused(Exception):
    """The implementation answered `{"error": …}`."""


@dataclass(frozen=True)
class Claims:
    """The abilities that an implementation claims: the fields and frames of the state and the actions that it speaks
    of, whether states can be put into it, and whether it says what a player sees."""

    name: str
    fields: tuple[str, ...]
    actions: frozenset[str]
    loads: bool
    observes: bool
    queues: bool = False
    """Whether several requests may be sent before the first is answered."""


class Peer:
    """Another implementation in one scope under one reading, from `hello` on."""

    def __init__(self, program: Program, system: TransitionSystem, ruleset: str, *, told: bool = True) -> None:
        """`told`: whether it is told which reading to follow."""
        self.program, self.system, self.ruleset, self.told = program, system, ruleset, told
        self.codec = Codec(system.system, system.scope)
        self._ahead: deque[tuple[Json, Json]] = deque()
        """Requests that were sent ahead, with their answers: those that follow on a new state."""
        self._known: dict[tuple[str, str], object] = {}
        """Values of fields by their JSON text: most of a state is the same from one step to the next."""
        self._instances: dict[str, Instance] = {}
        self.asks_of: Sequence[int] = range(system.scope.size(system.system.players))
        """The players whose views are asked for next."""
        self.claims = self._hello()
        self.aside: Set[str] = frozenset()
        """Fields that it speaks of, and that are not compared now."""

    # --- requests -------------------------------------------------------------------------------------------------

    def _hello(self) -> Claims:
        answer = self._ask({
            "request": "hello",
            "protocol": PROTOCOL,
            "ruleset": self.ruleset,
            "digest": self.system.system.digest,
            "scope": scope_json(self.codec),
            "fields": {name: {"part": one.part, "is": one.says} for name, one in self.program.fields.items()},
            **({"reading": followed_reading(self.system), "rulings": sorted(self.system.rulings)} if self.told else {}),
        })  # fmt: skip
        if answer.get("protocol") != PROTOCOL or isinstance(answer["protocol"], bool):
            spoken = str(answer.get("protocol"))[:20]
            raise self._garbage(f"`protocol` of hello must be {PROTOCOL}, not {spoken}")
        schema = self.codec.schema
        known = (*(slot.field.name for slot in schema.slots), *schema.frame_names)
        actions = tuple(self.system.system.actions)
        name = answer.get("name")
        return Claims(
            name[:100] if isinstance(name, str) else "",
            self._names(answer, "fields", known, self._is_game),
            frozenset(self._names(answer, "actions", actions)),
            answer.get("loads") is True,
            answer.get("observes") is True,
            answer.get("queues") is True,
        )

    def initial(self, start: Instance) -> View:
        """A new play, begun like this."""
        return self._state(self._move({"request": "initial", "args": self.codec.instance(start)["args"]}))

    def load(self, state: State) -> View:
        """A play that goes on from this state: what is forced there is done first."""
        return self._state(self._move({"request": "load", "state": self.codec.state(state)}))

    def step(self, instance: Instance) -> View:
        return self._state(self._move({"request": "step", **self.codec.instance(instance)}))

    def legal(self) -> list[Instance]:
        """The allowed actions, each once."""
        listed = self._ask(LEGAL).get("legal")
        if not isinstance(listed, list):
            raise self._garbage("`legal` must be a list of actions")
        try:
            found = [self._instance(item, i) for i, item in enumerate(listed)]
        except (CodecError, RecursionError) as error:
            raise self._garbage(str(error)) from None
        return [i for i in dict.fromkeys(found) if i.action in self.claims.actions]

    def _instance(self, item: Any, number: int) -> Instance:
        """An action, known by its text or parsed."""
        key = json.dumps(item)
        known = self._instances.get(key)
        if known is None:
            known = self.codec.parse_instance(item, f"legal[{number}]")
            if len(self._instances) > MOST_KNOWN:
                self._instances.clear()
            self._instances[key] = known
        return known

    def observe(self, player: int) -> Json:
        """A player's view of the present state."""
        seen = self._ask(self._observe(player)).get("state")
        if not isinstance(seen, dict):
            raise self._garbage("`state` must be an object")
        return seen

    def bye(self) -> None:
        """The end of the session; a program that does not answer it any more is ended all the same."""
        if self.program.running:
            with suppress(Fault):
                self.program.ask({"request": "bye"})
        self.program.stop()

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields that are compared."""
        return tuple(name for name in self.claims.fields if name not in self.aside)

    # --- answers --------------------------------------------------------------------------------------------------

    def _observe(self, player: int) -> Json:
        return {"request": "observe", "player": self.system.scope.names[self.system.system.players][player]}

    def _move(self, request: Json) -> Json:
        """A request that leads to another state; what is asked of that is sent with it where the program takes that."""
        self._ahead.clear()
        if not self.claims.queues:
            return self._ask(request)
        more = [LEGAL, *map(self._observe, self.asks_of if self.claims.observes else ())]
        answer, *answers = self.program.ask_all([request, *more])
        self._ahead.extend(zip(more, answers, strict=True))
        return _expect_no_refusal(answer)

    def _ask(self, request: Json) -> Json:
        if self._ahead and self._ahead[0][0] == request:
            return _expect_no_refusal(self._ahead.popleft()[1])
        return _expect_no_refusal(self.program.ask(request))

    def _garbage(self, text: str) -> Fault:
        fault = self.program.flood() or Fault("garbage", text)
        self.program.stop()
        return fault

    def _is_game(self, name: str) -> bool:
        """Whether a field is no bookkeeping of the model; a frame is none."""
        return name not in self.program.fields or self.program.fields[name].part == "game"

    def _names(
        self, answer: Json, key: str, known: Sequence[str], usual: Callable[[str], bool] = lambda name: True
    ) -> tuple[str, ...]:
        """A list of some of what there is; what is usual where the answer says nothing."""
        listed = answer.get(key)
        if listed is None:
            return tuple(filter(usual, known))
        if not isinstance(listed, list) or not all(isinstance(name, str) for name in listed):
            raise self._garbage(f"`{key}` of hello must be a list of names")
        for name in listed:
            if name not in known:
                raise self._garbage(f"`{key}` of hello names `{name[:60]}`: {nearest(name[:60], known)}")
        return tuple(name for name in known if name in listed)

    def _state(self, answer: Json) -> View:
        """The fields that it speaks of; others may be there, and are not looked at."""
        state = answer.get("state")
        if not isinstance(state, dict):
            raise self._garbage("`state` must be an object")
        try:
            return View(tuple((name, self._value(name, state)) for name in self.fields))
        except (CodecError, RecursionError) as error:
            raise self._garbage(str(error)) from None

    def _value(self, name: str, state: Json) -> object:
        """The value of a field, known by its text or parsed."""
        if name in self.codec.schema.index and name not in state:
            raise self._garbage(f"the state has no `{name}`, which hello listed among its fields")
        key = name, json.dumps(state.get(name))
        if key not in self._known:
            if len(self._known) > MOST_KNOWN:
                self._known.clear()
            self._known[key] = self._parse(name, state.get(name))
        return self._known[key]

    def _parse(self, name: str, value: Any) -> object:
        schema = self.codec.schema
        if name in schema.index:
            return self.codec.parse(schema.slots[schema.index[name]].field.type, value, f"state.{name}")
        if value is None:
            return None
        slots = schema.frame_slots[schema.frame_index[name]]
        if not isinstance(value, dict) or any(slot.field.name not in value for slot in slots):
            raise CodecError(f"state.{name}", f"an object with {', '.join(s.field.name for s in slots)}", value)
        return tuple(self.codec.parse(s.field.type, value[s.field.name], f"state.{name}.{s.field.name}") for s in slots)


def _expect_no_refusal(answer: Json) -> Json:
    if "error" in answer:
        raise Refused(str(answer["error"])[:300])
    return answer
