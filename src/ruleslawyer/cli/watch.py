"""`check --watch`: after each edit of the project, what it changed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from ruleslawyer.base.diagnostics import ModelError, UsageError
from ruleslawyer.check.changes import changes, changes_of_scope
from ruleslawyer.check.result import RulesetResult
from ruleslawyer.cli.output import count, err, progress, say
from ruleslawyer.cli.waiting import heard
from ruleslawyer.rulebook.answers.store import users_answers
from ruleslawyer.rulebook.claims.result import ScopeResult
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

if TYPE_CHECKING:  # only who watches waits for it
    from ruleslawyer.check.ahead import Read

Hear: TypeAlias = Callable[[str, ScopeResult], None]
"""Hears of a scope of a ruleset as it is known."""
Checked: TypeAlias = "tuple[Read, RulesetResult]"
"""A ruleset as it was read, and the result of its check."""

PAUSE = 300
"""Milliseconds without another edit, after which those that were made are looked at together."""


class Lines:
    """The lines about one edit: each is said once, below the name of its ruleset."""

    def __init__(self) -> None:
        self.said: set[tuple[str, str]] = set()
        self._ruleset = ""

    def tell(self, ruleset: str, lines: Iterable[str]) -> None:
        for line in lines:
            if (ruleset, line) in self.said:
                continue
            if ruleset != self._ruleset:
                say(ruleset, "bold underline")
            self._ruleset = ruleset
            self.said.add((ruleset, line))
            say(f"  {line}")


def tell_changes(
    root: Path,
    checked: Iterable[tuple[LoadedRuleset, RulesetResult]],
    load: Callable[[], Iterable[LoadedRuleset]],
    check: Callable[[Sequence[LoadedRuleset], Hear], Iterable[RulesetResult]],
    edits: Iterator[object],
) -> None:
    """After each of some edits check again, and say what is different: what the edit bears on first, and the rest as it
    comes. A mistake is said, and the next edit awaited."""
    from ruleslawyer.check.ahead import note_rules

    before = {result.name: (note_rules(ruleset), result) for ruleset, result in checked}
    say("watching: after each edit what it changed is said here; Ctrl-C ends it", "dim")
    for edited in edits:
        if not edited:
            heard()
            continue
        try:
            before |= _tell_edit(before, load, check)
        except ModelError as error:
            err().print(f"error: {error.render(root)}".rstrip("\n"), soft_wrap=True)
        except UsageError as error:
            err().print(f"error: {error}", soft_wrap=True)
        except KeyboardInterrupt:
            return


def _tell_edit(
    before: Mapping[str, Checked],
    load: Callable[[], Iterable[LoadedRuleset]],
    check: Callable[[Sequence[LoadedRuleset], Hear], Iterable[RulesetResult]],
) -> dict[str, Checked]:
    """Say what an edit changed; the rulesets as they were checked after it. Ctrl-C is raised."""
    from ruleslawyer.check.ahead import changes_ahead, note_rules

    began, lines = time.perf_counter(), Lines()
    rulesets = [note_rules(ruleset) for ruleset in load()]
    old = {(name, scope.scope.name): scope for name, (_, one) in before.items() for scope in one.scopes}

    def hear(ruleset: str, scope: ScopeResult) -> None:
        if (ruleset, scope.scope.name) in old:
            lines.tell(ruleset, changes_of_scope(old[ruleset, scope.scope.name], scope))

    for read in rulesets:
        if read.ruleset.name in before:
            for some in changes_ahead(*before[read.ruleset.name], read, users_answers(), progress):
                lines.tell(read.ruleset.name, some)
    after = {}
    for read, result in zip(rulesets, check([read.ruleset for read in rulesets], hear), strict=True):
        if result.interrupted:
            raise KeyboardInterrupt
        if result.name in before:
            lines.tell(result.name, changes(before[result.name][1], result))
        after[result.name] = read, result
    what = count(len(lines.said), "change") if lines.said else "nothing that is found has changed"
    say(f"{what}, {time.perf_counter() - began:.1f} s", "dim")
    return after


def edits(root: Path, folders: Iterator[Path]) -> Iterator[object]:
    """The edits of files below some folders, several at a time, from the first request on; from time to time nothing,
    so that the caller can go on; Ctrl-C ends them."""
    from watchfiles import PythonFilter, watch  # only who watches waits for it

    wanted = PythonFilter(extra_extensions=(".toml", ".md", ".csv", ".json", ".txt"))
    there = [folder for folder in dict.fromkeys((root / "pyproject.toml", *folders)) if folder.exists()]
    try:
        yield from watch(*there, watch_filter=wanted, debounce=PAUSE, rust_timeout=PAUSE, yield_on_timeout=True)
    except KeyboardInterrupt:
        return
