"""The parts that second engines of several books share: a game that is put into one state at a time, and its answers
over JSON lines, as docs/conformance.md describes them: one request, one answer, until `bye`."""

from __future__ import annotations

import json
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from typing import Any

Move = tuple[str, dict[str, Any]]


class Position(ABC):
    """A game in one state, `s`, a dict as docs/conformance.md has it. The `Game` of a book says what is `legal`, has a
    method for each action, and does in `rest` all that happens by itself between two decisions."""

    def __init__(self, scope: dict[str, Any]) -> None:
        self.players = list(scope["sorts"]["Player"])
        self.cards = scope["sorts"]["Card"]
        self.overrides = scope["initial"]
        self.off = set(scope["off"])
        self.numbers = {name.removeprefix("Numbers."): value for name, value in scope["constants"].items()}
        self.s: dict[str, Any] = {}

    @abstractmethod
    def legal(self) -> Iterator[Move]:
        """The moves that are allowed."""

    @abstractmethod
    def rest(self) -> None:
        """Do all that is forced."""

    def of_cards(self, value: Any) -> dict[str, Any]:
        """The same value for each card."""
        return dict.fromkeys(self.cards, value)

    def of_players(self, value: Any) -> dict[str, Any]:
        """The same value for each player."""
        return dict.fromkeys(self.players, value)

    def lay_out(self, state: dict[str, Any]) -> None:
        """Begin in a state, but for what the scope says of it."""
        self.s = state
        for entry in self.overrides:
            place: Any = self.s
            *path, last = [entry["field"], *entry["keys"]]
            for key in path:
                place = place[key]
            place[last] = deepcopy(entry["value"])
        self.rest()

    def take_up(self, state: dict[str, Any]) -> None:
        """A play that goes on from a state that somebody gives."""
        self.s = state
        self.rest()

    def step(self, action: str, args: dict[str, Any]) -> None:
        if (action, args) not in list(self.legal()):
            raise ValueError(f"{action} is not allowed here")
        getattr(self, action)(**args)
        self.rest()


class Table:
    """One game, and the answers to what is asked of it. new: a game of a scope under a reading, or a ValueError that
    says what is not played. claims: what else is said to `hello`."""

    game: Any

    def __init__(
        self, ruleset: str, title: str, new: Callable[[dict[str, Any], dict[str, str]], Position],
        claims: Mapping[str, Any],
    ) -> None:  # fmt: skip
        self.ruleset, self.title, self.new, self.claims = ruleset, title, new, claims

    def hello(self, request: dict[str, Any]) -> dict[str, Any]:
        if request["protocol"] != 1 or request["ruleset"] != self.ruleset:
            raise ValueError(f"this is {self.title}, protocol 1")
        self.game = self.new(request["scope"], request.get("reading", {}))
        return {"protocol": 1, "name": f"{self.title} in Python", "loads": True, **self.claims}

    def initial(self, request: dict[str, Any]) -> dict[str, Any]:
        self.game.start(**request["args"])
        return {"state": self.game.s}

    def load(self, request: dict[str, Any]) -> dict[str, Any]:
        self.game.take_up(request["state"])
        return {"state": self.game.s}

    def legal(self, request: dict[str, Any]) -> dict[str, Any]:
        return {"legal": [{"action": action, "args": args} for action, args in self.game.legal()]}

    def step(self, request: dict[str, Any]) -> dict[str, Any]:
        self.game.step(request["action"], request["args"])
        return {"state": self.game.s}

    def bye(self, request: dict[str, Any]) -> dict[str, Any]:
        return {}


def core(
    game: Callable[[dict[str, Any]], Position], left_out: Callable[[dict[str, Any], dict[str, str]], str]
) -> Callable[[dict[str, Any], dict[str, str]], Position]:
    """A game of a book's core alone: a scope or a reading of which `left_out` names something is declined."""

    def new(scope: dict[str, Any], reading: dict[str, str]) -> Position:
        if unknown := left_out(scope, reading):
            raise ValueError(f"left out: {unknown}")
        return game(scope)

    return new


def own(reading: Mapping[str, str]) -> dict[str, str]:
    """A reading as --reading=question=option on the command line changes it: it is followed where `hello` has none."""
    return {**reading, **dict(word.split("=")[1:] for word in sys.argv[1:] if word.startswith("--reading="))}


def serve(table: Table) -> None:
    """Answer until `bye`, or the input ends."""
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer = getattr(table, request["request"])(request)
        except (ValueError, AttributeError) as error:
            answer = {"error": str(error)}
        print(json.dumps(answer), flush=True)
        if request["request"] == "bye":
            break
