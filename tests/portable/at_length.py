"""Holds modules against the interpreter for longer than a test may: python -m tests.portable.at_length [RULESET...]
--steps 100000 --seconds 300

Each rulebook is built with two small scopes, or with `--every-scope` that `check` explores, or taken from the folder
`--built FOLDER/RULESET`. In each scope random plays are compared: states, choices, steps, events, sight, who is awaited
and who won; every third under another option of two questions. Scopes take turns, `--at-once` so many steps each, until
there are so many, or time is up: so many seconds for each rulebook, and for its scenarios. With another `--seed` the
plays are others; a number that is larger by hundreds leaves none to be played twice. `--drawn` states are drawn;
`--scenarios` looks at every state of every scenario, too; `--browser` steps are compared in Chromium.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, TypeAlias

from ruleslawyer.api import Ruleset
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.bridges.portable.building import object_code
from ruleslawyer.bridges.portable.description import describe_scope
from ruleslawyer.check.scenario.run import ScenarioPlay, run
from ruleslawyer.check.scenario.suite import suite_of
from ruleslawyer.engines.native.filed import WASM
from ruleslawyer.ir.schema import Scope
from ruleslawyer.play.rules import Rules
from ruleslawyer.report.live.written import FEW
from ruleslawyer.rulebook.scopes.members import endless
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.transition import TransitionSystem
from tests.browser.chromium import CHROMIUM
from tests.bundled import bundled
from tests.portable.test_drawing import drawings
from tests.portable.test_equal import SCOPES
from tests.portable.walks import compared, compared_in, look, walk

Compares: TypeAlias = Callable[[Path, Ruleset, str, Iterator[Any]], Any]
AT_ONCE = 1000


@dataclass
class Told:
    """The outcome for a rulebook: states that were compared, by scope; how many answers differ, by what they are of."""

    states: Counter[str] = field(default_factory=Counter)
    different: Counter[str] = field(default_factory=Counter)
    longest: int = 0

    def add(self, scope: str, found: Any) -> None:
        self.states[scope] += found["states"]
        self.different.update(found["different"])
        self.longest = max(self.longest, found["longest"])
        if found["different"]:
            print(scope, json.dumps(found["first"])[:2000], flush=True)

    def tell(self, of: str) -> int:
        seen = f"{self.states.total()} states in {len(self.states)} scopes, the longest link {self.longest}"
        print(f"{of}: {seen}, different: {dict(self.different) or 0}", flush=True)
        return self.different.total()


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("rulesets", nargs="*", default=list(SCOPES))
    parser.add_argument("--built", type=Path)
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--at-once", type=int, default=AT_ONCE)
    parser.add_argument("--every-scope", action="store_true")
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--drawn", type=int, default=0)
    parser.add_argument("--scenarios", action="store_true")
    parser.add_argument("--browser", type=int, default=0)
    asked, differing = parser.parse_args(), 0
    for name in asked.rulesets:
        ruleset = bundled().ruleset(name)
        with TemporaryDirectory() as made:
            folder = (asked.built / name if asked.built else Path(made)).resolve()
            if not asked.built:
                ruleset.build("wasm", output=folder, scope=None if asked.every_scope else SCOPES[name])
            told = _plays(folder, ruleset, asked.steps, asked.seconds, asked.seed, at_once=asked.at_once)
            differing += told.tell(f"{name}, plays from seed {asked.seed} on")
            if asked.browser:
                with _in_a_browser() as there:
                    told = _plays(folder, ruleset, asked.browser, asked.seconds, asked.seed, there)
                differing += told.tell(f"{name}, plays in Chromium")
            differing += _drawn(folder, ruleset, asked.drawn)
            if asked.scenarios:
                differing += _scenarios(folder, ruleset, asked.seconds).tell(f"{name}, scenarios")
    return int(differing > 0)


def _scopes(folder: Path, ruleset: Ruleset) -> list[str]:
    found: list[str] = json.loads((folder / f"{ruleset.name}.json").read_text("utf-8"))["scopes"]
    return found


@contextmanager
def _in_a_browser() -> Iterator[Compares]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as engine:
        browser = engine.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield partial(compared_in, browser.new_page())
        browser.close()


def _plays(
    folder: Path, ruleset: Ruleset, steps: int, seconds: float, seed: int, by: Compares = compared,
    at_once: int = AT_ONCE,
) -> Told:  # fmt: skip
    told, scopes, end = Told(), _scopes(folder, ruleset), monotonic() + seconds
    usual, others = _options(folder, ruleset)
    while monotonic() < end and told.states.total() < steps:
        scope, dice = scopes[seed % len(scopes)], Random(seed)
        seed += 1
        answers = dict(usual)
        for key in dice.sample(sorted(others), min(2, len(others))) if seed % 3 == 0 else ():
            answers[key] = dice.choice(others[key])
        chosen = {key: option for key, option in answers.items() if option != usual[key]}
        said = walk(ruleset.transition_system(scope, chosen), min(at_once, steps), seed)
        told.add(scope, by(folder, ruleset, scope, ({**one, "answers": answers} for one in said)))
    return told


def _options(folder: Path, ruleset: Ruleset) -> tuple[dict[str, str], dict[str, list[str]]]:
    """Of questions that a number in memory answers: what is answered by default, and what else may be."""
    asked = json.loads((folder / f"{ruleset.name}.json").read_text("utf-8"))["choices"]
    found = {
        one["key"]: [option for option, words in zip(one["options"], one["readings"], strict=True) if words is not None]
        for one in asked
    }
    usual = {one["key"]: one["default"] for one in asked if one["default"] in found[one["key"]]}
    others = {key: [option for option in found[key] if option != usual[key]] for key in usual}
    return usual, {key: options for key, options in others.items() if options}


def _drawn(folder: Path, ruleset: Ruleset, states: int) -> int:
    """States that are drawn by the page and by the tool, in each scope its share."""
    scopes, differing = _scopes(folder, ruleset) if states else [], 0
    for scope in scopes:
        found, _ = drawings(folder, ruleset, scope, states // len(scopes))
        differing += sum(found["different"].values())
        print(f"{ruleset.name}, {scope}: {found['drawn']} drawings, different: {found['different'] or 0}", flush=True)
        print(json.dumps(found["first"])[:2000] if found["different"] else "", end="", flush=True)
    return differing


def _scenarios(folder: Path, ruleset: Ruleset, seconds: float) -> Told:
    """Every state of every scenario that does not change the rules themselves, until time is up."""
    filed, _, build = object_code(ruleset, WASM)
    told, at, lines, passed, looked, end = Told(), None, list[Any](), 0, 0, monotonic() + seconds
    usual, _ = _options(folder, ruleset)

    def compare(scope: Scope) -> None:
        named = replace(scope, name="scenario")
        described = describe_scope(ruleset, filed, build, ruleset.in_scope(named, brief=True))
        (folder / f"{ruleset.name}.scenario.json").write_text(json.dumps(described), "utf-8")
        told.add(scope.name, compared(folder, ruleset, "scenario", iter(lines)))
        lines.clear()

    suite = suite_of(ruleset)
    for scenario, system in suite.systems():
        if monotonic() > end:
            break
        looked += 1
        if system.system is not ruleset.system:
            passed += 1
            continue
        system = _bounded(system)
        try:
            if at is not None and at != system.scope:
                compare(at)
            at = system.scope
            reading = {**usual, **{key: option for key, option in system.reading.items() if key in usual}}
            answers = {"answers": reading, "rulings": {key: system.reading[key] for key in system.rulings}}
            played = run(system, Codec(system.system, system.scope), scenario)
            lines += [{**look(Rules(system), state, Random(1)), **answers} for state in _states(played)]
        except UsageError:
            passed += 1
            lines.clear()
    if at is not None and lines:
        compare(at)
    of = f"{'all' if monotonic() < end else 'the first'} {looked} plays of {len(suite.scenarios)} scenarios"
    print(f"{ruleset.name}: {of}; {passed} of them change the rules, or have no room", flush=True)
    return told


def _bounded(system: TransitionSystem) -> TransitionSystem:
    """The same where all numbers that can be chosen are bounded, as on a live page: a scenario need not say of any."""
    endless_ones = endless(system.system, system.scope)
    if not endless_ones:
        return system
    scope = replace(system.scope, bounds={**system.scope.bounds, **dict.fromkeys(endless_ones, (0, FEW))})
    return TransitionSystem(Interpreter(system.system, scope), dict(system.reading), system.rulings)


def _states(played: ScenarioPlay) -> Iterator[State]:
    found = [played.given, played.state, *(move.before for move in played.moves)]
    yield from dict.fromkeys(state for state in found if state is not None)


if __name__ == "__main__":
    sys.exit(main())
