"""A search of a scope in the WebAssembly file: every state that can be reached, what properties say, shortest plays.

    found = search(Rulebook(Path("daemons.json")), "duel", limit=100_000)

It goes on for some states at a time where somebody wants to see how far it is, or to stop it:

    it = Search(rules, rules.scope("duel"))
    while it.go(1000):
        print(it.counts())
    found = it.result()
"""

from __future__ import annotations

import base64
import struct
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import wasmtime

if TYPE_CHECKING:
    from ruleslawyer.bridges.portable.client.codec import Json
    from ruleslawyer.bridges.portable.client.promises import FORCED_ROUND, Promises
    from ruleslawyer.bridges.portable.client.rulebook import PAGE, Rulebook, Table
else:  # they lie beside this file, wherever they were written
    from codec import Json
    from promises import FORCED_ROUND, Promises
    from rulebook import PAGE, Rulebook, Table

LIMIT = 100_000
BESIDE = 27
"""Bytes beside each state, at most."""
OVER, STUCK, KIND, CUT = 1, 2, 3, 4 | 16
EDGES, EDGE = 1 << 16, 16
"""Steps that the code keeps until they are taken from there, and the bytes of one."""
ANSWERS = {0: "violated", 1: "kept", 2: "unevaluated"}
ROUND_AT_ONCE = "forced steps go round as a game begins: there is no state of which this could be asked"
STATE_BITS = 32
BEGINS = 0xFFFFFFFF


def search(rules: Rulebook, scope: str, limit: int | None = None, reading: Mapping[str, str] | None = None) -> Json:
    """All of a scope, as far as so many states (100 000, or as many as there is room for): counts, a verdict on each
    property, the deadlocks."""
    found = Search(rules, rules.scope(scope), limit, reading)
    while found.go(found.limit):
        pass
    return found.result()


def breaches(rules: Rulebook, scope: str, state: Json | bytes, reading: Mapping[str, str] | None = None) -> list[str]:
    """The names of the properties that a state from elsewhere has to keep, and breaks, as where a card is in no pile:
    no play leads to it."""
    found = Search(rules, rules.scope(scope), 1, reading, state)
    found.go(1)
    if found.stopped and not found._get("FULL"):
        raise ValueError(found.stopped)
    begun = found.scope["search"]["said"]
    return [
        check["name"]
        for check in found.about["checks"]
        if check.get("given") and "violated" in found._nearest(check) and "violated" not in begun.get(check["name"], {})
    ]


class Search(Table):
    """A search of a scope, with memory of its own, by how large a state is.

    start: the state to begin with; else all ways to begin.
    """

    PAGES = 4096

    def __init__(
        self, rules: Rulebook, scope: Json, limit: int | None = None, reading: Mapping[str, str] | None = None,
        start: Json | bytes | None = None,
    ) -> None:  # fmt: skip
        super().__init__(rules, scope)
        if start is None and not scope["search"]["whole"]:
            raise ValueError(f"{scope['scope']} has more ways to begin than its file lists: it is not searched here")
        for key, option in (reading or {}).items():
            self.answer(key, option)
        room = self.PAGES * PAGE - self._memory.data_len(self._store) - PAGE
        self.limit = limit or max(1, min(LIMIT, room // (scope["state"]["packed"] + BESIDE)))
        self._met, self.stopped = dict[tuple[int, int, int], int](), ""
        self.steps = list[bytes]()
        self._promises: Promises | None = None
        self._registers = self.about["registers"]["search"]
        self._set_up(scope["state"]["packed"])
        begins = [base64.b64decode(one["state"]) for one in scope["initial"]] if start is None else [start]
        self._fresh(begins[0])
        for state in begins:
            self._write(self._at["HISTORY"], state if isinstance(state, bytes) else self.bytes_of(state))
            self._ask_all("begin")
        self.begun = self._get("COUNT")

    def go(self, states: int) -> bool:
        """Look at so many states more; whether there are others to look at."""
        left = states
        while not self.stopped and left > 0:
            looked = self._ask_all("search", left)
            left -= looked
            try:
                for what, recording, answer, where in self._log_rows():
                    self._met.setdefault((what, recording, answer), where)
            except (OverflowError, ValueError) as error:
                self.stopped = str(error)
            if self._drain() >= EDGES:
                self.stopped = self.stopped or "a state leads on in more ways than there is room for"
            if self._get("FULL"):
                self.stopped = self.stopped or f"the limit of {self.limit} states was reached"
            if not looked:
                break
        return not self.stopped and self._get("DONE") < self._get("COUNT")

    def _drain(self) -> int:
        """Takes the steps out of the memory of the code, where anybody asks about them: how many there were."""
        many = self._get("EDGED")
        if many:
            self.steps.append(self._read(self._places["EDGES"], EDGE * many))
            self._put("EDGED", 0)
        return many

    def counts(self) -> dict[str, int]:
        """How far it is."""
        return {
            "states": self._get("COUNT"), "looked_at": self._get("DONE"), "transitions": self._get("TRANSITIONS"),
        }  # fmt: skip

    def result(self) -> Json:
        """All that was found."""
        said = bytes(one & KIND for one in self.marks())
        stuck = said.find(STUCK)
        return {
            **self.counts(), "initial": self.begun, "depth": len(self.way(self._get("COUNT") - 1)) - 1,
            "ended": said.count(OVER), "complete": not self._why_incomplete(), "stopped": self._why_incomplete(),
            "verdicts": [self._verdict(check) for check in self.about["checks"]],
            "deadlocks": {"states": said.count(STUCK), "play": None if stuck < 0 else self.play(stuck)},
        }  # fmt: skip

    def play(self, state: int) -> Any:
        """The shortest play to a state: how it begins, and the actions."""
        return self.along(self.way(state))

    def along(
        self, nodes: Sequence[int], labels: Sequence[int | None] = (), label: Callable[[Json], int] = lambda action: 0
    ) -> Any:
        """A play along some states: each step takes the first action that leads on, and has the wanted `label`."""
        states = [self._bytes_of(number) for number in nodes]
        wanted = labels or [None] * (len(states) - 1)

        def leading(before: bytes, after: bytes, one: int | None) -> Any:
            return self._leading(self._unpack(before), after, lambda action: one is None or label(action) == one)

        begins = next(
            i for i, one in enumerate(self.scope["initial"]) if self._pack(base64.b64decode(one["state"])) == states[0]
        )
        return {
            "start": begins,
            "actions": list(map(leading, states, states[1:], wanted)),
        }

    # --- verdicts

    def _why_incomplete(self) -> str:
        if self.stopped or self._get("DONE") < self._get("COUNT"):
            return self.stopped or "it was stopped"
        return ""

    def _nearest(self, check: Json) -> dict[str, int]:
        """For each answer the state where a property has it first."""
        found: dict[str, int] = {}
        for (what, _, answer), where in self._met.items():
            if self.about["log"]["told"][what - 1] == ["asked", check["name"], "first"]:
                found.setdefault(ANSWERS[answer], where >> STATE_BITS)
        return found

    def _ends(self) -> dict[tuple[str, str], int | None]:
        """The ends of plays by kind and subject, each with the first state that has one; None: at once."""
        told, sites = self.about["log"]["told"], self.about["log"]["sites"]
        found: dict[tuple[str, str], int | None] = dict.fromkeys(map(tuple, self.scope["search"]["ends"]))
        for (what, recording, answer), where in self._met.items():
            if told[what - 1][0] == "failed" and recording == 1:
                kind, of, *_ = sites[answer % (1 << 30) - 1]
                found.setdefault((kind, of), where >> STATE_BITS)
        return found

    def _gap(self, check: Json) -> str:
        """The reason why not all plays are known that may matter to a property."""
        if why := self._why_incomplete():
            return why
        apart, told = self.scope["search"]["apart"].get(check["name"], ()), self.about["log"]["told"]
        names = [action["name"] for action in self.about["actions"]]
        cut = {told[what - 1][1] for what, _, answer in self._met if told[what - 1][0] == "cut" and not answer}
        begins = any(kind != "loop" for kind, _ in self.scope["search"]["ends"])
        return "a play breaks off" if begins or cut - {names[number] for number in apart} else ""

    def _caps(self) -> list[tuple[str, int]]:
        """The caps of the scope that alone cut plays off, where nothing else does."""
        cut = [(kind, of) for kind, of in self._ends() if kind != "loop"]
        if self._why_incomplete() or any(kind != "cap" for kind, _ in cut):
            return []
        return [(field, most) for field, most in self.scope["search"]["caps"].items() if ("cap", field) in cut]

    def _up_to(self, caps: Sequence[tuple[str, int]]) -> str:
        begins = any(kind != "loop" for kind, _ in self.scope["search"]["ends"])
        cut = sum(1 for one in self.marks() if one & CUT) + begins
        within = " and ".join(f"{field} at most {most}" for field, most in caps)
        return (
            f"in all {self._get('DONE')} rest states that plays come to with {within}; "
            f"from at most {cut} of them plays are cut off"
        )

    def _promise(self, check: Json, off: Sequence[str]) -> Json:
        """The verdict on what may follow, or must come: of all plays, so that it is not known where rules are left
        out."""

        def found_to_be(word: str, reason: str, play: Any = None) -> Json:
            assumed = "; ".join(part for part in (reason, check["assumes"]) if part) if check["assumes"] else reason
            return {"word": word, "reason": assumed, "play": play}

        if why := self._why_incomplete():
            return found_to_be("UNKNOWN", why)
        try:
            self._promises = self._promises or Promises(self)
        except ValueError as error:
            return found_to_be("UNKNOWN", str(error))
        promises, ends = self._promises, self._ends()
        found = promises.verdict(check)
        loops = [where for (kind, _), where in ends.items() if kind == "loop"]
        at_once = any(kind == "loop" for kind, _ in self.scope["search"]["ends"])
        if found["word"] != "VIOLATED" and check["kind"] == "possible" and loops:
            where = min((one for one in loops if one is not None), default=None)

            def play() -> Json:
                return {"start": None, "actions": []} if where is None else promises.into_loop(self.play(where), where)

            found = promises.each(check, lambda _: {"word": "VIOLATED", "reason": FORCED_ROUND, "play": play})
        gap = self._gap(check) or (ROUND_AT_ONCE if at_once and check["kind"] != "possible" else "")
        if check["kind"] == "eventually" and found["word"] == "HOLDS IN SCOPE" and not self.scope["search"]["ends"]:
            gap = ""  # every play was followed to where it is true
        if gap and found["word"] != "VIOLATED":
            return found_to_be("UNKNOWN", found["reason"] if found["word"] == "UNKNOWN" else gap)
        if off and found["word"] != "UNKNOWN":
            return found_to_be("UNKNOWN", "the scope leaves out " + ", ".join(off))
        shown = found_to_be(found["word"], found["reason"], found["play"] and found["play"]())
        return shown | ({"member": found["member"]} if "member" in found else {})

    def _verdict(self, check: Json) -> Json:
        name, kind = check["name"], check["kind"]
        if "members" in check:
            about = {"name": name, "kind": kind, "cites": check["cites"]}
            return about | self._promise(check, self.scope["search"]["off"].get(name, ()))
        begun, nearest = self.scope["search"]["said"].get(name, {}), self._nearest(check)
        answers = begun.keys() | nearest.keys()
        word, reason = self._word_on(check, answers)
        shown = "kept" if kind == "sometimes" else "violated"
        play = None
        if word == ("HOLDS IN SCOPE" if kind == "sometimes" else "VIOLATED"):
            play = {"start": begun[shown], "actions": []} if shown in begun else self._showing(check, nearest[shown])
        elif self.scope["search"]["off"].get(name) and word != "UNKNOWN":
            word, reason = "UNKNOWN", "the scope leaves out " + ", ".join(self.scope["search"]["off"][name])
        return {"name": name, "kind": kind, "cites": check["cites"], "word": word, "reason": reason, "play": play}

    def _word_on(self, check: Json, answers: Any) -> tuple[str, str]:
        """The verdict, as `explore` gives it."""
        kind, unfinished, caps = check["kind"], self._gap(check), self._caps()
        if kind == "sometimes" and "kept" in answers:
            return "HOLDS IN SCOPE", ""
        if kind != "sometimes" and "violated" in answers:
            return "VIOLATED", ""
        reached = next((c for c in self.about["checks"] if c["name"] == check["reached"]), None)
        met = self._nearest(reached) if reached else {"kept": 0}
        if unfinished and caps and "unevaluated" not in answers and kind != "sometimes":
            is_met = (kind == "always" or "kept" in answers) and "kept" in met
            return ("HOLDS UP TO", self._up_to(caps)) if is_met else ("UNKNOWN", unfinished)
        if "unevaluated" in answers or unfinished:
            return "UNKNOWN", unfinished or "somewhere it cannot be evaluated"
        if (
            kind == "sometimes"
            or (kind == "step" and "kept" not in answers)
            or not met.keys() & {"kept", "unevaluated"}
        ):
            return "VACUOUS", ""
        return "HOLDS IN SCOPE", ""

    def _showing(self, check: Json, state: int) -> Any:
        play = self.play(state)
        if check["kind"] == "step":
            bytes_ = self._unpack(self._bytes_of(state))
            wanted = ["asked", check["name"], "first"]
            play["actions"].append(
                next(
                    self._codec.action(choice)
                    for choice in self._choices(bytes_)
                    if any(
                        self.about["log"]["told"][what - 1] == wanted and answer == 0
                        for what, _, answer, _ in self._take(bytes_, choice)[2]
                    )
                )
            )
        return play

    # --- memory

    def _set_up(self, packed: int) -> None:
        slots = 1 << (self.limit * 4 // 3).bit_length()
        sizes = {"STATES": packed * self.limit, "PARENTS": 4 * self.limit, "SAID": self.limit, "TABLE": 8 * slots}
        if self.limit > 1 and any("members" in check for check in self.about["checks"]):
            sizes["EDGES"] = EDGE * EDGES
        at = self._registers_at = (self._memory.data_len(self._store) + 63) & ~63
        at += 8 * self._registers["SIZE"]
        self._places = {}
        for name, size in sizes.items():
            self._places[name], at = at, (at + size + 63) & ~63
        try:
            self._grow(at + 64)
        except wasmtime.WasmtimeError:
            most = self.PAGES * PAGE >> 20
            raise ValueError(f"{self.limit} states need {at >> 20} MB; a search may take {most}") from None
        for name, place in (*self._places.items(), ("MASK", slots - 1), ("LIMIT", self.limit)):
            self._put(name, place)

    def _put(self, name: str, value: int) -> None:
        self._set(self._registers_at + 8 * self._registers[name], value)

    def _get(self, name: str) -> int:
        return self._word(self._registers_at + 8 * self._registers[name])

    def _ask_all(self, name: str, *given: int) -> Any:
        """The registers are there for that question alone: others are about one state."""
        self._set(self._game("SEARCHED"), self._registers_at)
        try:
            return self._ask(name, *given)
        finally:
            self._set(self._game("SEARCHED"), 0)

    def _bytes_of(self, state: int) -> bytes:
        size = self.scope["state"]["packed"]
        return self._read(self._places["STATES"] + state * size, size)

    def _pack(self, state: bytes) -> bytes:
        self._write(self._at["HISTORY"], state)
        self._ask("packed", self._at["HISTORY"], self._at["PACKED"])
        return self._read(self._at["PACKED"], self.scope["state"]["packed"])

    def _unpack(self, packed: bytes) -> bytes:
        self._write(self._at["PACKED"], packed)
        self._ask("unpacked", self._at["PACKED"], self._at["HISTORY"])
        return self._read(self._at["HISTORY"], self._bytes)

    def way(self, state: int) -> list[int]:
        """The states of a shortest play, by their numbers."""
        found = [state]
        while (parent := self.parent(found[-1])) != BEGINS:
            found.append(parent)
        return found[::-1]

    def parent(self, state: int) -> int:
        """The state that led to one first; `BEGINS`: a game begins in it."""
        return int(struct.unpack("<I", self._read(self._places["PARENTS"] + 4 * state, 4))[0])

    def _leading(self, state: bytes, packed: bytes, fits: Callable[[Json], bool]) -> Any:
        """The first action that leads from a state to another, of those that fit."""
        for choice in self._choices(state):
            after = self._take(state, choice)[0]
            if after is not None and self._pack(after) == packed and fits(action := self._codec.action(choice)):
                return action
        raise AssertionError("no action leads there")

    # --- for promises

    def marks(self) -> bytes:
        """The marks of each state that was looked at, as bits."""
        return self._read(self._places["SAID"], self._get("DONE"))

    def answers(self, many: int) -> bytes:
        """The answers of what is asked of each state by what may follow, so many in all."""
        at = self.reserve(many + 8)
        self._ask_all("answered", at)
        return self._read(at, many)

    def reserve(self, size: int) -> int:
        """Takes so many bytes behind all that there are: where they begin. A ValueError where there is no room."""
        at = self._memory.data_len(self._store)
        try:
            self._grow(at + size)
        except wasmtime.WasmtimeError:
            raise ValueError(f"the graph of {self._get('DONE')} states needs {size >> 20} MB more") from None
        return int(at)

    def read_at(self, at: int, size: int) -> bytes:
        """Some bytes of the memory."""
        return self._read(at, size)

    def write_at(self, at: int, data: bytes) -> None:
        """Other bytes there."""
        self._write(at, data)

    def walk(self, name: str, number: int, *arrays: int) -> None:
        """A walk through a graph, by the code of the module."""
        self._code[f"graph_{name}"](self._store, number, *arrays)

    def names(self, type_: list[Any]) -> Sequence[str]:
        """The members of a sort or an enum."""
        return self._codec.names(type_) or ()

    def values(self, action: str, parameter: Json) -> list[Any]:
        """The values of a parameter, in the order in which the code numbers them."""
        type_ = parameter["type"]
        optional = type_[0] == "optional"
        of = type_[1] if optional else type_
        if of[0] == "int":
            low, high = self.scope["search"]["ranges"][f"{action}.{parameter['name']}"]
            values: list[Any] = list(range(low, high + 1))
        else:
            values = [False, True] if of[0] == "bool" else list(self.names(of))
        return [None, *values] if optional else values

    def first_into_loop(self, state: int) -> Any:
        """The first action of a state that leads to forced steps which go round."""
        bytes_, told, sites = self._unpack(self._bytes_of(state)), self.about["log"]["told"], self.about["log"]["sites"]
        return next(
            self._codec.action(choice)
            for choice in self._choices(bytes_)
            if any(
                recording == 1 and told[what - 1][0] == "failed" and sites[answer % (1 << 30) - 1][0] == "loop"
                for what, recording, answer, _ in self._take(bytes_, choice)[2]
            )
        )
