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
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import wasmtime

if TYPE_CHECKING:
    from ruleslawyer.bridges.portable.client.codec import Json
    from ruleslawyer.bridges.portable.client.rulebook import PAGE, Rulebook, Table
else:  # they lie beside this file, wherever they were written
    from codec import Json
    from rulebook import PAGE, Rulebook, Table

LIMIT = 100_000
BESIDE = 27
"""Bytes beside each state, at most."""
OVER, STUCK = 1, 2
ANSWERS = {0: "violated", 1: "kept", 2: "unevaluated"}
FOLLOWED = "possible", "leads_to", "eventually", "eventually_always"
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
        self._registers = self.about["registers"]["search"]
        self._set_up(scope["state"]["packed"])
        begins = [base64.b64decode(one["state"]) for one in scope["initial"]] if start is None else [start]
        self._fresh(begins[0])
        for state in begins:
            self._write(self._at["HISTORY"], state if isinstance(state, bytes) else self.bytes_of(state))
            self._ask_all("begin")
        self._begun = self._get("COUNT")

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
            if self._get("FULL"):
                self.stopped = self.stopped or f"the limit of {self.limit} states was reached"
            if not looked:
                break
        return not self.stopped and self._get("DONE") < self._get("COUNT")

    def counts(self) -> dict[str, int]:
        """How far it is."""
        return {
            "states": self._get("COUNT"), "looked_at": self._get("DONE"), "transitions": self._get("TRANSITIONS"),
        }  # fmt: skip

    def result(self) -> Json:
        """All that was found."""
        said = self._read(self._places["SAID"], self._get("DONE"))
        stuck = said.find(STUCK)
        return {
            **self.counts(), "initial": self._begun, "depth": len(self._way(self._get("COUNT") - 1)) - 1,
            "ended": said.count(OVER), "complete": not self._why_incomplete(), "stopped": self._why_incomplete(),
            "verdicts": [self._verdict(check) for check in self.about["checks"]],
            "deadlocks": {"states": said.count(STUCK), "play": None if stuck < 0 else self.play(stuck)},
        }  # fmt: skip

    def play(self, state: int) -> Any:
        """The shortest play to a state: how it begins, and the actions."""
        way = self._way(state)
        states = [self._bytes_of(number) for number in way]
        begins = next(
            i for i, one in enumerate(self.scope["initial"]) if self._pack(base64.b64decode(one["state"])) == states[0]
        )
        return {
            "start": begins,
            "actions": [self._leading(*pair) for pair in zip(map(self._unpack, states), states[1:], strict=False)],
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

    def _breaks_off(self) -> bool:
        told, sites = self.about["log"]["told"], self.about["log"]["sites"]
        failed = {
            sites[answer % (1 << 30) - 1][0]
            for what, recording, answer in self._met
            if told[what - 1][0] == "failed" and recording == 1
        }
        return bool(failed - {"loop"}) or self.scope["search"]["breaks"]

    def _verdict(self, check: Json) -> Json:
        name, kind = check["name"], check["kind"]
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
        kind, unfinished = check["kind"], self._why_incomplete() or ("a play breaks off" if self._breaks_off() else "")
        if kind in FOLLOWED:
            return "UNKNOWN", "what can follow is not asked here"
        if kind == "sometimes" and "kept" in answers:
            return "HOLDS IN SCOPE", ""
        if kind != "sometimes" and "violated" in answers:
            return "VIOLATED", ""
        if "unevaluated" in answers or unfinished:
            return "UNKNOWN", unfinished or "somewhere it cannot be evaluated"
        reached = next((c for c in self.about["checks"] if c["name"] == check["reached"]), None)
        met = self._nearest(reached) if reached else {"kept": 0}
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
            self._set(self._registers_at + 8 * self._registers[name], place)

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

    def _way(self, state: int) -> list[int]:
        found = [state]
        while (parent := struct.unpack("<I", self._read(self._places["PARENTS"] + 4 * found[-1], 4))[0]) != BEGINS:
            found.append(parent)
        return found[::-1]

    def _leading(self, state: bytes, packed: bytes) -> Any:
        """The first action that leads from a state to another."""
        for choice in self._choices(state):
            after = self._take(state, choice)[0]
            if after is not None and self._pack(after) == packed:
                return self._codec.action(choice)
        raise AssertionError("no action leads there")
