"""Steps a second of the Python API by rulebook: compiled code beside the interpreter, in one process each.

`python -m benchmarks.steps [STEPS [RULESET:SCOPE …]]`: random plays that ask `legal` and `step` in JSON, the same
without JSON (`Stepper`, states as bytes), and `playouts`. Seconds are of a processor, once the best code is made; what
making it takes is told apart. Plays are the same for both engines, and it is checked that they end in the same state.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

from benchmarks.machine import finish
from benchmarks.scopes import ROOT

WHERE = ("daemons:duel", "daemons:small", "mnemonic:tiny", "mere_mortals:tiny", "memesis:tiny", "megacorp:tiny",
         "megacorp:full_decks")  # fmt: skip
HEAD = ("rulebook and scope", "code, s", "interpreter", "compiled, JSON", "compiled, bytes", "playouts", "JSON, bytes")
LONGEST, BEGINNINGS = 300, 8


def main() -> None:
    if sys.argv[1:2] == ["--one"]:
        name, scope = sys.argv[2].split(":")
        print(" | ".join(measured(name, scope, int(sys.argv[3]))), flush=True)
        return
    steps, *where = sys.argv[1:] or ["3000"]
    print(" | ".join(HEAD), "|".join("---" for _ in HEAD), sep="\n", flush=True)
    for one in where or WHERE:
        subprocess.run([sys.executable, "-m", "benchmarks.steps", "--one", one, steps], check=True, cwd=ROOT)


def measured(name: str, scope: str, steps: int) -> list[str]:
    """One row of the table."""
    from ruleslawyer.api import Project
    from ruleslawyer.play.random_play import starts_of

    ruleset = Project.load(ROOT).ruleset(name)
    rules = ruleset.engine(scope, direct=False)
    began = time.process_time()
    code = ruleset.engine(scope, compiled=True)
    assert code.code is not None
    finish(code.code.code.book)
    made = time.process_time() - began
    begun = [outcome.state for _, outcome in starts_of(rules.system) if outcome.state is not None]
    starts = [rules.codec.state(state) for state in begun[:BEGINNINGS]]
    few = max(20, steps // 20)
    slow, slowly = played(starts, rules.legal, rules.step, few)
    _, quickly = played(starts, code.legal, code.step, few)
    if slowly != quickly:
        raise SystemExit(f"{name}:{scope}: the engines do not come to the same state")
    quick, _ = played(starts, code.legal, code.step, steps)
    stepper = code.code.code
    written = [stepper.bytes_of(code.codec.parse_state(state)) for state in starts]
    bare, _ = played(written, stepper.choices, stepper.step, steps)
    code.playouts(starts[0], 2, longest=LONGEST)
    began, plays = time.process_time(), code.playouts(starts[0], max(20, steps // 10), longest=LONGEST)
    bulk = sum(play["steps"] for play in plays) / (time.process_time() - began)
    size = f"{len(str(starts[0]))}"
    return [f"{name} {scope}", f"{made:.1f}", *(f"{rate:,.0f}" for rate in (slow, quick, bare, bulk)), size]


def played(
    starts: list[Any], legal: Callable[[Any], Any], step: Callable[[Any, Any], Any], steps: int
) -> tuple[float, Any]:
    """Steps a second of some random plays, and the state that was come to."""
    dice, state, along = random.Random(1), starts[0], 0
    began = time.process_time()
    for _ in range(steps):
        choices = legal(state)
        if not choices or along > LONGEST:
            state, along = dice.choice(starts), 0
            continue
        state, along = step(state, dice.choice(choices)), along + 1
    return steps / (time.process_time() - began), state


if __name__ == "__main__":
    main()
