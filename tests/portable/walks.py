"""The interpreter along random plays, held against a module in the same states."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from ruleslawyer.api import Ruleset
from ruleslawyer.play.explain import deciders
from ruleslawyer.play.rules import Rules
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import Judged, TransitionSystem
from ruleslawyer.studies.games.table import Worth

COMPARE = Path(__file__).parent / "compare.cjs"
IN_A_PAGE = """([about, module, scope, lines]) =>
  compare(Rulebook, about, Uint8Array.from(atob(module), (c) => c.charCodeAt(0)), scope, lines)"""


def walk(
    system: TransitionSystem, steps: int, seed: int, *, sight: bool = True, worth: Worth | None = None
) -> Iterator[Any]:
    """States of random plays with everything that the interpreter says of each, a step each; with a measure also what
    that step gains whoever takes it, and what is gained there at most."""
    rules, dice = Rules(system), Random(seed)
    starts = [state for _, state in rules.starts()]
    state: State | None = None
    for _ in range(steps):
        state = state if state is not None else dice.choice(starts)
        said, after = _said(rules, state, dice, sight=sight)
        if worth is not None and said["legal"]:
            gains = [_gain(rules, worth, state, action) for action in said["legal"]]
            found = [gain for gain in gains if gain is not None]
            said |= {"gained": _gain(rules, worth, state, said["action"]), "most": max(found) if found else None}
        yield said
        state = after


def look(rules: Rules, state: State, dice: Random) -> Any:
    """Everything that the interpreter says of a state, with a step from there."""
    return _said(rules, state, dice, sight=True)[0]


def _gain(rules: Rules, worth: Worth, state: State, action: Any) -> int | None:
    """By how much an action leaves whoever takes it better off; None where it leads nowhere."""
    taken = rules.codec.parse_instance(action, "action")
    who, after = rules.actions[taken.action].actor_of(taken.args), rules.system.take(state, taken).state
    if who is None:
        return 0
    return None if after is None else worth.of(after, who) - worth.of(state, who)


def _said(rules: Rules, state: State, dice: Random, *, sight: bool) -> tuple[Any, State | None]:
    system, codec = rules.system, rules.codec
    ended = system.is_over(state)
    judged: list[Judged] = [] if ended else list(system.candidates(state))
    allowed = [one.instance for one in judged if one.is_allowed]
    said = {
        "state": codec.state(state), "ended": ended, "winners": rules.winner_names(state) if ended else [],
        "payoffs": rules.payoffs(state) if ended else None,
        "awaited": [] if ended else _whose(deciders(system, state)), "legal": list(map(codec.instance, allowed)),
        "observed": {seat: rules.sees(state, i) for i, seat in enumerate(rules.seats)} if sight else {},
        "met": sorted({*(event.key for one in judged for event in one.events), *_unspoken(system, judged)}),
        "at": [[event.key, codec.instance(one.instance)] for one in judged for event in one.events],
        "stepping": [], "why": [_why(codec, one) for one in _some(system, judged, dice)],
    }  # fmt: skip
    if not allowed:
        return said, None
    taken = dice.choice(allowed)
    outcome = system.take(state, taken)
    met = {event.key for event in (*system.judge(state, taken).events, *outcome.events)}
    after = None if outcome.state is None else codec.state(outcome.state)
    return {**said, "action": codec.instance(taken), "after": after, "stepping": sorted(met)}, outcome.state


def _some(system: TransitionSystem, judged: list[Judged], dice: Random) -> list[Judged]:
    """Two candidates, allowed or not, that clauses speak of."""
    norms = system.system.norms
    spoken = [one for one in judged if one.judgement and not one.judgement.parts and norms.get(one.judgement.base)]
    return dice.sample(spoken, min(2, len(spoken)))


def _why(codec: Codec, one: Judged) -> Any:
    """A candidate with the live clauses that permit it, and those that hold it out."""
    found = one.judgement
    assert found is not None
    clauses = {"permits": sorted(found.permits), "forbids": sorted(found.forbids)}
    return {"action": codec.instance(one.instance), "of": found.base, "allowed": found.allowed, **clauses}


def _unspoken(system: TransitionSystem, judged: list[Judged]) -> Iterator[tuple[str, str]]:
    """Actions that no clause speaks of, where nothing says what holds then: an exploration tells them."""
    for one in judged:
        if one.judgement and one.judgement.verdict == "unspoken" and system.system.closed_world is None:
            yield "unspoken", one.instance.action


def _whose(names: list[str]) -> Any:
    return "chance" if names == ["chance"] else names


def client(name: str, folder: Path) -> Any:
    """A module of the client in Python, from where it was written to."""
    sys.path.insert(0, str(folder))
    try:
        return import_module(name)
    finally:
        sys.path.remove(str(folder))


def compared(folder: Path, ruleset: Ruleset, scope: str, said: Iterator[Any]) -> Any:
    """How the module in a folder differs from that."""
    words = ["node", str(COMPARE), str(folder), ruleset.name, scope]
    lines = "\n".join(map(json.dumps, said))
    done = subprocess.run(words, input=lines, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


def compared_in(page: Any, folder: Path, ruleset: Ruleset, scope: str, said: Iterator[Any]) -> Any:
    """The same in a page of a browser."""
    page.goto("about:blank")
    for script in (folder / "rulebook.js", COMPARE):
        page.add_script_tag(path=script)
    about, of = (json.loads((folder / f"{ruleset.name}{name}.json").read_text("utf-8")) for name in ("", f".{scope}"))
    module = base64.b64encode((folder / f"{ruleset.name}.wasm").read_bytes()).decode()
    return page.evaluate(IN_A_PAGE, [about, module, of, list(map(json.dumps, said))])
