"""Holds modules against the interpreter for longer than a test may: python -m tests.portable.at_length [RULESET...]
--steps 100000 --seconds 300

Each rulebook is built with its small scopes, or taken from the folder `--built FOLDER/RULESET`. In each scope random
plays are compared: states, choices, steps, events, sight, who is awaited and who won. Scopes take turns until there are
so many steps, or time is up: so many seconds for each rulebook.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from tests.bundled import bundled
from tests.portable.test_equal import SCOPES
from tests.portable.walks import compared, walk

AT_ONCE = 50


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("rulesets", nargs="*", default=list(SCOPES))
    parser.add_argument("--built", type=Path)
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=300.0)
    asked = parser.parse_args()
    differing = 0
    for name in asked.rulesets:
        with TemporaryDirectory() as made:
            folder = asked.built / name if asked.built else Path(made)
            if not asked.built:
                bundled().ruleset(name).build("wasm", output=folder, scope=SCOPES[name])
            differing += _differing(name, folder.resolve(), asked.steps, asked.seconds)
    return int(differing > 0)


def _differing(name: str, folder: Path, steps: int, seconds: float) -> int:
    """How many answers of a module differ; what was compared is printed."""
    ruleset, end = bundled().ruleset(name), monotonic() + seconds
    scopes = json.loads((folder / f"{name}.json").read_text("utf-8"))["scopes"]
    states, seed, different, longest = Counter[str](), 0, Counter[str](), 0
    while monotonic() < end and states.total() < steps:
        scope = scopes[seed % len(scopes)]
        seed += 1
        found = compared(folder, ruleset, scope, walk(ruleset.transition_system(scope), AT_ONCE, seed))
        states[scope] += found["states"]
        different.update(found["different"])
        longest = max(longest, found["longest"])
        if found["different"]:
            print(scope, json.dumps(found["first"])[:2000], flush=True)
    seen = f"{states.total()} steps in {len(states)} scopes, the longest link {longest}"
    print(f"{name}: {seen}, different: {dict(different) or 0}", flush=True)
    return different.total()


if __name__ == "__main__":
    sys.exit(main())
