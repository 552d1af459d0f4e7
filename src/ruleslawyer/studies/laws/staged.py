"""Scenarios as beginnings: somebody thought of what they give, and frames are open there.

Files are read as they are chosen: all of a large rulebook takes as long as a hundred states.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from random import Random

from ruleslawyer.check.scenario.scenario import Scenario
from ruleslawyer.check.scenario.suite import Suite, suite_of
from ruleslawyer.ir.uses import Functions
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.rulebook.scopes.numbers import endless

FEW = 0, 3
"""The bounds of a number that has none."""


class Staged:
    """The scenarios of a ruleset, by chance."""

    def __init__(self, ruleset: LoadedRuleset, rng: Random) -> None:
        self.ruleset, self.rng = ruleset, rng
        self._files = sorted(ruleset.scenario_folder.rglob("*.toml"))
        self._read: dict[Path, list[Scenario]] = {}
        self._speaking: dict[str, list[Path]] = {}

    def choose(self, names: Collection[str]) -> Scenario | None:
        """One of a file by chance; where some fields and actions are looked for, one that gives, does or writes one of
        them, most likely what few files speak of."""
        if not self._files:
            return None
        files, name = self._files, ""
        if several := [one for one in sorted(names) if self._speaking_of(one)]:
            name = self.rng.choices(several, [1 / len(self._speaking_of(one)) for one in several])[0]
            files = self._speaking_of(name)
        of_file = self._scenarios_of(self.rng.choice(files))
        found = [one for one in of_file if self._is_about(one, name)] or of_file
        return self.rng.choice(found) if found else None

    def _speaking_of(self, name: str) -> list[Path]:
        if name not in self._speaking:
            self._speaking[name] = [file for file, text in self._texts.items() if name in text]
        return self._speaking[name]

    @cached_property
    def _texts(self) -> dict[Path, str]:
        return {file: file.read_text(encoding="utf-8") for file in self._files}

    def _scenarios_of(self, file: Path) -> list[Scenario]:
        """The scenarios of a file, in the usual reading: those that rule a question are about other rules."""
        if file not in self._read:
            several = [one for _, one in bounded_suite(self.ruleset, file).scenarios]
            self._read[file] = [one for one in several if not one.rulings and not one.scope.is_open]
        return self._read[file]

    def _is_about(self, one: Scenario, name: str) -> bool:
        """Whether a scenario gives a field, or an action in it is that one or writes the field."""
        given = any(place.field == name for place, _ in one.given)
        return given or any(name == done.action or name in self._writes[done.action] for done in one.when)

    @cached_property
    def _writes(self) -> dict[str, frozenset[str]]:
        """The fields of the state that each action writes."""
        functions, actions = Functions(self.ruleset.system), self.ruleset.system.actions
        places = {name: functions.uses([action.function]).writes for name, action in actions.items()}
        return {name: frozenset(f for frame, f in several if frame is None) for name, several in places.items()}


def bounded_suite(ruleset: LoadedRuleset, file: Path) -> Suite:
    """The scenarios of a file. One names what is chosen, and need not say how large it may be; whoever plays on has to
    know."""
    suite = suite_of(ruleset, file)
    for number, (of, one) in enumerate(suite.scenarios):
        bounds = {**one.scope.bounds, **dict.fromkeys(endless(of.system, one.scope), FEW)}
        suite.scenarios[number] = of, replace(one, scope=replace(one.scope, bounds=bounds))
    return suite
