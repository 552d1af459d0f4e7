"""Mnemonic over JSON lines, as docs/conformance.md describes it: one request, one answer, until `bye`.

It follows the reading that `hello` names; where `hello` names none, its own, which --reading=question=option changes.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from mnemonic import READING, Game

OWN = READING | dict(word.split("=")[1:] for word in sys.argv[1:] if word.startswith("--reading="))


class Table:
    """One game, and the answers to what is asked of it."""

    game: Game

    def hello(self, request: dict[str, Any]) -> dict[str, Any]:
        if request["protocol"] != 1 or request["ruleset"] != "mnemonic":
            raise ValueError("this is Mnemonic, protocol 1")
        self.game = Game(request["scope"], OWN | request.get("reading", {}))
        return {"protocol": 1, "name": "Mnemonic in Python", "loads": True}

    def initial(self, request: dict[str, Any]) -> dict[str, Any]:
        self.game.start(**request["args"])
        return {"state": self.game.s}

    def load(self, request: dict[str, Any]) -> dict[str, Any]:
        self.game.load(request["state"])
        return {"state": self.game.s}

    def legal(self, request: dict[str, Any]) -> dict[str, Any]:
        return {"legal": [{"action": action, "args": args} for action, args in self.game.legal()]}

    def step(self, request: dict[str, Any]) -> dict[str, Any]:
        self.game.step(request["action"], request["args"])
        return {"state": self.game.s}

    def bye(self, request: dict[str, Any]) -> dict[str, Any]:
        return {}


def main() -> None:
    table = Table()
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer = getattr(table, request["request"])(request)
        except (ValueError, AttributeError) as error:
            answer = {"error": str(error)}
        print(json.dumps(answer), flush=True)
        if request["request"] == "bye":
            break


if __name__ == "__main__":
    main()
