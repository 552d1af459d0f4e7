"""A game at random over HTTP, with the standard library alone: python play.py http://127.0.0.1:8000 [SEED [MOST]]"""

from __future__ import annotations

import json
import random
import sys
import urllib.error
import urllib.request
from typing import Any


class Mistake(Exception):
    """The server's answer to a request that it cannot follow."""


def ask(server: str, request: str, **more: object) -> dict[str, Any]:
    """One request, and its answer."""
    asked = urllib.request.Request(f"{server}/{request}", json.dumps(more).encode(), method="POST")
    try:
        with urllib.request.urlopen(asked, timeout=60) as answer:
            found: dict[str, Any] = json.load(answer)
            return found
    except urllib.error.HTTPError as error:
        raise Mistake(json.load(error)["error"]) from None


def main(server: str, seed: str = "1", most: str = "200") -> None:
    dice, game = random.Random(int(seed)), f"python-{seed}"
    begins = ask(server, "initials")["initials"]
    at = ask(server, "initial", game=game, args=dice.choice(begins))
    for _ in range(int(most)):
        legal = ask(server, "legal", game=game, version=at["version"])["legal"]
        if not legal:
            break
        chosen = dice.choice(legal)
        print(chosen["action"], json.dumps(chosen["args"]), "by", ", ".join(chosen["clauses"]))
        # With the version of what was decided about: had somebody else moved meanwhile, this would be refused.
        at = ask(server, "step", game=game, version=at["version"], action=chosen["action"], args=chosen["args"])
    print("won by", ", ".join(at["winners"]) or "nobody", "after", at["version"].partition("-")[0])
    ask(server, "end", game=game)


if __name__ == "__main__":
    main(*sys.argv[1:])
