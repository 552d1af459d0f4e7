"""A rulebook as a WebAssembly file, in Python: what may be done in a state, where it leads, what is met on the way.

It needs the package `wasmtime`, and nothing of ruleslawyer. States and actions are JSON values with the names of the
rules.

    rules = Rulebook(Path("daemons.json"))
    table = rules.open("duel")
    state = table.initial()[0]["state"]
    state = table.step(state, table.legal(state)[0])["state"]
"""

from __future__ import annotations

import base64
import json
import math
import random
import struct
from collections import Counter
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any

import wasmtime

if TYPE_CHECKING:
    from ruleslawyer.bridges.portable.client.codec import Codec, Json
    from ruleslawyer.bridges.portable.client.events import Names, Row
    from ruleslawyer.bridges.portable.client.positions import Links
else:  # they lie beside this file, wherever they were written
    from codec import Codec, Json
    from events import Names
    from positions import Links

FORMAT = 1
NOWHERE = -(1 << 62)
FAILED = -(1 << 63)
GOLDEN, WORD = 0x9E3779B97F4A7C15, (1 << 64) - 1
PAGE = 1 << 16


class Rulebook:
    """A build: the module, and its description."""

    def __init__(self, description: Path) -> None:
        self.folder, self.about = description.parent, json.loads(description.read_text())
        if self.about["schema"] != FORMAT:
            raise ValueError(f"the description has schema {self.about['schema']}, this client reads {FORMAT}")
        code = (self.folder / f"{self.about['ruleset']}.wasm").read_bytes()
        if not code.endswith(b"ruleslawyer" + self.about["build"].encode()):
            raise ValueError("module and description are of different builds")
        self.engine = wasmtime.Engine()
        self.module = wasmtime.Module(self.engine, code)

    def open(self, scope: str) -> Table:
        """A table at which a scope is played."""
        return Table(self, self.scope(scope))

    def scope(self, name: str) -> Json:
        """The file of a scope."""
        if name not in self.about["scopes"]:
            raise ValueError(f"{name} was not built: {', '.join(self.about['scopes'])}")
        found: Json = json.loads((self.folder / f"{self.about['ruleset']}.{name}.json").read_text())
        if found["build"] != self.about["build"]:
            raise ValueError(f"the scope {name} is of another build than the module")
        return found


class Table:
    """A scope, and the memory in which its states are looked at."""

    PAGES = 1024
    """Memory that it may take, in pieces of 64 kB."""

    def __init__(self, rules: Rulebook, scope: Json) -> None:
        self.about, self.scope = rules.about, scope
        self._store = wasmtime.Store(rules.engine)
        self._memory = wasmtime.Memory(self._store, wasmtime.MemoryType(wasmtime.Limits(4, self.PAGES)))
        self._code: Any = wasmtime.Instance(self._store, rules.module, [self._memory]).exports(self._store)
        base = (self._code["__heap_base"].value(self._store) + 63) & ~63
        self._grow(base + scope["memory"]["size"])
        at = base
        for gap, data in scope["memory"]["pieces"]:
            self._write(at + gap, bytes.fromhex(data))
            at += gap + len(data) // 2
        for word in accumulate(scope["memory"]["pointers"]):
            self._set(base + 8 * word, self._word(base + 8 * word) + base)
        self._at = {name: base + at for name, (at, _) in scope["memory"]["places"].items()}
        self._sizes = {name: size for name, (_, size) in scope["memory"]["places"].items()}
        self._listed = self._at["LISTED"], self._sizes["LISTED"]
        self._bytes = scope["state"]["bytes"]
        masks = self._read(self._at["MASKS"], self._bytes)
        self._usual = self._read(self._at["CONTEXT"], self._sizes["CONTEXT"])
        self._names_of = Names(self.about)
        self._codec = Codec(self.about, scope, masks)
        self._links = Links(self.about, scope, lambda type_: len(self._codec.names(type_)), masks)

    # --- what is asked

    def initial(self) -> list[Json]:
        """The ways to begin: the arguments of each, and the state."""
        return [one | {"state": self._codec.state(base64.b64decode(one["state"]))} for one in self.scope["initial"]]

    def legal(self, state: Json) -> list[Json]:
        """All actions that may be taken; none where the game is over."""
        return [self._codec.action(choice) for choice in self._choices(self.bytes_of(state))]

    def step(self, state: Json, action: Json) -> Json:
        """The state that an action leads to, None where it may not be taken or has no result; and the events on the
        way there."""
        after, allowed, rows = self._take(self.bytes_of(state), self._codec.choice(action))
        found = None if after is None else self._codec.state(after)
        return {"allowed": allowed, "state": found, "events": self._names_of.events(rows, lambda _: action)}

    def why(self, state: Json, action: Json) -> Json:
        """The clauses by which each part of an action is judged, and whether it may be taken."""
        _, allowed, rows = self._take(self.bytes_of(state), self._codec.choice(action))
        return {"allowed": allowed, "judged": self._names_of.verdicts(rows)}

    def look(self, state: Json) -> list[Json]:
        """The events that are met where all actions of a state are judged."""
        bytes_ = self.bytes_of(state)
        self._choices(bytes_)
        return self._names_of.events(self._rows, lambda n: self._codec.action(self._choices(bytes_, n)[self._place]))

    def ended(self, state: Json) -> bool:
        """Whether the game is over; a ValueError where a rule fails as that is asked."""
        self._fresh(state)
        said = self._ask("ended")
        if said < 0:
            raise ValueError("a rule fails where it is asked whether the game is over")
        return bool(said)

    def winners(self, state: Json) -> list[str]:
        """The players who have won; nobody before the end."""
        return self._players() if self.ended(state) else []

    def payoffs(self, state: Json) -> dict[str, int] | None:
        """The payoff of each player; None before the end, or where no rule says it. A ValueError where one fails."""
        if not self.about["payoffs"] or not self.ended(state):
            return None
        self._fresh(state)
        names = self.scope["names"][self.about["players"]]
        found = {name: int(self._ask("paid", seat)) for seat, name in enumerate(names)}
        if FAILED in found.values():
            raise ValueError("a rule fails where it is asked what a player gets")
        return found

    def awaited(self, state: Json) -> Any:
        """The names of the players whose decision it is, or "chance"; nobody's where the game is over."""
        self._choices(self.bytes_of(state))
        return self._players() if self._word(self._game("ALLOWED")) >= 0 else []

    def observe(self, state: Json, player: str) -> Json:
        """A state as a player may see it."""
        seat, bytes_ = self._seat(player), self.bytes_of(state)
        self._fresh(state)
        hidden = {
            sort: {
                name
                for member, name in enumerate(self.scope["names"][sort])
                if not self._ask("sees", number, member, seat)
            }
            for number, sort in enumerate(self.about["seen"])
        }
        counts, seen = self._counts(self._codec.state(bytes_), hidden), self._codec.state(bytes_, hidden)
        for number, field in enumerate(self.about["covered"], len(self.about["seen"])):
            record = seen if field["frame"] is None else seen.get(field["frame"], {})
            if field["field"] in record:
                record[field["field"]] = self._view(number, field, record[field["field"]], seat)
        return {**seen, **({"?": counts} if counts else {})}

    def _view(self, number: int, field: Json, value: Json, seat: int) -> Json | str:
        """A field with a rule of sight, by the number of that, as a player sees it."""
        if not field["key"]:
            return value if self._ask("sees", number, 0, seat) else "?"
        names = self._codec.names(field["key"][0])
        return {name: one if self._ask("sees", number, names.index(name), seat) else "?" for name, one in value.items()}

    def _counts(self, state: Json, hidden: dict[str, set[str]]) -> Json:
        """How many members a player does not know, by what everybody sees of them."""

        def end(value: object, path: list[tuple[str, str | None]]) -> object:
            for name, sort in path:
                if value is not None and sort is not None:
                    value = self.scope["printed"][sort][name][self.scope["names"][sort].index(value)]
                elif value is not None:
                    value = state[name][value]
            return value

        found: Json = {}
        for sort, paths in self.about["counted"].items():
            kinds = Counter(json.dumps({name: end(one, path) for name, path in paths.items()}) for one in hidden[sort])
            if paths and kinds:
                found[sort] = [{**json.loads(kind), "?": kinds[kind]} for kind in sorted(kinds)]
        return found

    def answer(self, key: str, option: str, *, ruled: bool = False) -> None:
        """Follow an option of a question, or of a clash, from now on."""
        known = next((one for one in self.about["choices"] if one["key"] == key), None)
        if known is None:
            raise ValueError(f"there is no question {key}: `about['choices']` has all that can be answered")
        words = dict(zip(known["options"], known["readings"], strict=True))
        if option not in words:
            raise ValueError(f"{key} has no answer {option}: {', '.join(words)}")
        if words.get(option) is None or (ruled and known["ruled"] is None):
            raise ValueError(f"{key}={option} changes the rules themselves, or is none that may be chosen")
        context = self._at["CONTEXT"]
        for at, _ in (word for all_ in (*known["readings"], known["ruled"]) for word in all_ or ()):
            self._set(context + 8 * at, struct.unpack_from("<q", self._usual, 8 * at)[0])
        for at, value in (*words[option], *(known["ruled"] if ruled else ())):
            self._set(context + 8 * at, value)

    def playout(self, state: Json, seed: int, longest: int = 1000, *, greedy: bool = False) -> Json:
        """A game from a state on, by the dice of a seed: at random, or with players who take what gains them most."""
        self._fresh(state)
        self._write(self._game("DICE"), (seed * GOLDEN + 1 & WORD).to_bytes(8, "little"))
        steps, allowed, lacks = 0, 0, True
        while lacks:
            self._list()
            steps += self._ask("walk", longest - steps, int(greedy))
            allowed = self._unlist()
            lacks = steps < longest and self._lacks(allowed)
        stopped = "cut_off" if steps == longest else "deadlocked" if allowed == 0 else "broke_off"
        after = self._codec.state(self._read(self._at["HISTORY"], self._bytes))
        return {"end": "ended" if allowed < 0 else stopped, "steps": steps, "state": after}

    def worth(self, state: Json, player: str) -> int:
        """The worth of a state to a player, by what greedy players want; what all states have may be left out."""
        self._fresh(state)
        return int(self._ask("valued", self._seat(player)))

    def gain(self, state: Json, action: Json) -> float:
        """The amount by which an action leaves its actor better off; 0 without one, minus infinity where it leads
        nowhere."""
        self._fresh(state)
        self._write(self._at["SCRIPT"], self._codec.choice(action))
        gained = self._ask("gained")
        return -math.inf if gained <= NOWHERE else gained

    def greedy(self, state: Json, among: list[Json] | None = None) -> Json | None:
        """An action that gains most at once, of those that may be taken or of some; of several one by chance."""
        among = self.legal(state) if among is None else among
        gains = [self.gain(state, action) for action in among]
        best = [action for action, gained in zip(among, gains, strict=True) if gained == max(gains)]
        return random.choice(best) if best else None

    def hash(self, state: Json) -> int:
        """A number of 64 bits for a state; equal states have equal ones."""
        self._fresh(state)
        self._ask("hashed", self._at["HISTORY"], self._at["SCRIPT"])
        return self._word(self._at["SCRIPT"]) & WORD

    def bytes_of(self, state: Json) -> bytes:
        """The bytes of a state; a ValueError says where it is none."""
        return self._codec.bytes_of(state)

    def pack(self, state: Json) -> str:
        """A state as a short text, for a link."""
        return self._links.text(self.bytes_of(state))

    def unpack(self, text: str) -> Json:
        """The state of such a text; a ValueError where it is of other rules, or damaged."""
        return self._links.state(text, self._codec.state, self.bytes_of)

    # --- memory

    def _ask(self, name: str, *given: int) -> Any:
        """Calls a function of the module."""
        return self._code[name](self._store, self._at["CONTEXT"], *given)

    def _players(self) -> Any:
        """The players whose decision it is, or who have won."""
        data = self._read(self._at["AWAITED"], self.about["width"] // 8)
        return self._codec.members(data, ["sort", self.about["players"]])

    def _seat(self, player: str) -> int:
        return self._codec.member(["sort", self.about["players"]], player, "player")

    def _grow(self, size: int) -> None:
        if (missing := -(-(size - self._memory.data_len(self._store)) // PAGE)) > 0:
            self._memory.grow(self._store, missing)

    def _read(self, at: int, size: int) -> bytes:
        return bytes(self._memory.read(self._store, at, at + size))

    def _write(self, at: int, data: bytes) -> None:
        self._memory.write(self._store, data, at)

    def _word(self, at: int) -> int:
        return int(struct.unpack("<q", self._read(at, 8))[0])

    def _set(self, at: int, value: int) -> None:
        self._write(at, struct.pack("<q", value))

    def _game(self, name: str) -> int:
        return int(self._at["GAME"]) + 8 * int(self.about["registers"]["game"][name])

    def _context(self, name: str) -> int:
        return int(self._at["CONTEXT"]) + 8 * int(self.about["registers"]["context"][name])

    def _take(self, state: bytes, choice: bytes) -> tuple[bytes | None, bool, list[Row]]:
        """The state that a choice leads to, whether it is allowed, and the log of the way there."""
        self._fresh(state)
        self._write(self._at["SCRIPT"], choice)
        self._ask("step")
        allowed, arrived = (self._word(self._game(name)) != 0 for name in ("ALLOWED", "ARRIVED"))
        log = self._log_rows()
        after = self._read(self._at["HISTORY"] + self._bytes, self._bytes) if allowed and arrived else None
        return after, allowed, log

    def _fresh(self, state: Json | bytes) -> None:
        for name in ("KNOWN", "LAST"):
            self._write(self._at[name], bytes(self._sizes[name]))
        self._set(self._context("LOGGED"), 0)
        self._write(self._at["HISTORY"], state if isinstance(state, bytes) else self.bytes_of(state))

    def _choices(self, state: bytes, watched: int = -1) -> list[bytes]:
        """The choices of a state; one more is among them where a candidate is watched: it lies at `_place`."""
        size = self.about["choice"]
        while True:
            self._fresh(state)
            at, room = self._listed
            self._list()
            self._set(self._game("WATCHED"), watched)
            self._ask("list")
            self._place = self._word(self._game("WATCHED"))
            self._set(self._game("WATCHED"), -1)
            found = self._unlist()
            self._rows = self._log_rows()
            there = max(0, min(found, room // size))
            kept = self._read(at, there * size)
            self._write(at, bytes(there * size))
            if not self._lacks(found):
                return [kept[i : i + size] for i in range(0, len(kept), size)]

    def _list(self) -> None:
        """Says where choices are written, and for how many there is room."""
        self._set(self._game("LISTED"), self._listed[0])
        self._set(self._game("MOST_LISTED"), self._listed[1] // self.about["choice"])

    def _unlist(self) -> int:
        self._set(self._game("LISTED"), 0)
        return self._word(self._game("ALLOWED"))

    def _lacks(self, found: int) -> bool:
        """Whether there was too little room for so many choices; then there is enough from now on."""
        if (size := found * self.about["choice"]) <= self._listed[1]:
            return False
        self._listed = self._memory.data_len(self._store), 2 * size
        self._grow(sum(self._listed))
        return True

    def _log_rows(self) -> list[Row]:
        """The rows of the log, as the code wrote them; the log is empty then."""
        count = self._word(self._context("LOGGED"))
        if 32 * count >= self._sizes["LOG"]:
            raise ValueError("more is met here than there is room for")
        rows: list[Row] = list(struct.iter_unpack("<4q", self._read(self._at["LOG"], 32 * count)))
        self._set(self._context("LOGGED"), 0)
        self._names_of.expect_room(rows)
        return rows
