"""The core of MegaCorp over JSON lines, as docs/conformance.md describes it: one request, one answer, until `bye`.

It follows the default answers to open questions.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from megacorp import ACTIONS, FIELDS, Game, left_out


class Table:
    """One game, and the answers to what is asked of it."""

    game: Game

    def hello(self, request: dict[str, Any]) -> dict[str, Any]:
        if request["protocol"] != 1 or request["ruleset"] != "megacorp":
            raise ValueError("this is The core of MegaCorp, protocol 1")
        if unknown := left_out(request["scope"], request.get("reading", {})):
            raise ValueError(f"left out: {unknown}")
        self.game = Game(request["scope"])
        return {
            "protocol": 1,
            "name": "The core of MegaCorp in Python",
            "fields": FIELDS,
            "actions": ACTIONS,
            "loads": True,
        }

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
