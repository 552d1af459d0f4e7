"""Holds a module against the interpreter for longer than a test may: python -m tests.portable.at_length RULESET FOLDER
--steps 1000 --seconds 300

FOLDER is what `ruleslawyer build RULESET --to wasm -o FOLDER` wrote. In each scope that it has random plays are
compared: states, choices, steps, events, sight, who is awaited and who won. Scopes take turns until time is up.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from time import monotonic

from tests.bundled import bundled
from tests.portable.walks import compared, walk

AT_ONCE = 50


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("ruleset")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=300.0)
    asked = parser.parse_args()
    ruleset, end = bundled().ruleset(asked.ruleset), monotonic() + asked.seconds
    scopes = json.loads((asked.folder / f"{asked.ruleset}.json").read_text("utf-8"))["scopes"]
    states, seed, different = Counter[str](), 0, Counter[str]()
    while monotonic() < end and states.total() < asked.steps:
        scope = scopes[seed % len(scopes)]
        seed += 1
        found = compared(asked.folder.resolve(), ruleset, scope, walk(ruleset.transition_system(scope), AT_ONCE, seed))
        states[scope] += found["states"]
        different.update(found["different"])
        if found["different"]:
            print(scope, json.dumps(found["first"])[:2000], flush=True)
    print(f"{asked.ruleset}: {states.total()} states in {len(states)} scopes, different: {dict(different) or 0}")
    return int(bool(different))


if __name__ == "__main__":
    sys.exit(main())
