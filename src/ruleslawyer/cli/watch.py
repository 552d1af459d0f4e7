"""`check --watch`: after each edit of the project, what it changed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from ruleslawyer.base.diagnostics import ModelError, UsageError
from ruleslawyer.base.processes.garbage import collect_now
from ruleslawyer.check.changes import changes, changes_of_scope
from ruleslawyer.check.result import RulesetResult
from ruleslawyer.cli.output import count, err, progress, say
from ruleslawyer.cli.waiting import heard
from ruleslawyer.rulebook.answers.store import users_answers
from ruleslawyer.rulebook.claims.result import ScopeResult
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

if TYPE_CHECKING:  # only who watches waits for it
    from ruleslawyer.base.processes.executor import Executor
    from ruleslawyer.check.ahead import Checked, Read

Hear: TypeAlias = Callable[[str, ScopeResult], None]
"""Hears of a scope of a ruleset as it is known."""
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
    from ruleslawyer.check.ahead import note_check, note_rules, ready

    before = {one.name: note_check(note_rules(ruleset), one, users_answers()) for ruleset, one in checked}
    say("watching: after each edit what it changed is said here; Ctrl-C ends it", "dim")
    while True:
        try:
            with ready(before.values()) as beside:
                collect_now()
                if not _comes(edits):
                    return
                edit = _Edit(before, load)
                edit.look(beside)
            before |= edit.check(check)
        except ModelError as error:
            err().print(f"error: {error.render(root)}".rstrip("\n"), soft_wrap=True)
        except UsageError as error:
            err().print(f"error: {error}", soft_wrap=True)
        except KeyboardInterrupt:
            return


def _comes(edits: Iterator[object]) -> bool:
    """Wait for an edit; whether there is one."""
    for edited in edits:
        if edited:
            return True
        heard()
    return False


class _Edit:
    """An edit, and the lines about it."""

    def __init__(self, before: Mapping[str, Checked], load: Callable[[], Iterable[LoadedRuleset]]) -> None:
        self._before, self._load = before, load
        self._began, self._lines = time.perf_counter(), Lines()
        self._rulesets: list[Read] = []

    def look(self, beside: Executor | None) -> None:
        """Read the rules, and say what the edit bears on first."""
        from ruleslawyer.check.ahead import changes_ahead, note_rules

        for ruleset in self._load():
            known = self._before.get(ruleset.name)
            self._rulesets.append(note_rules(ruleset, known.read if known else None, beside))
        for now in self._rulesets:
            was = self._before.get(now.ruleset.name)
            if was is not None:
                for some in changes_ahead(was, now, users_answers(), progress, beside):
                    self._lines.tell(now.ruleset.name, some)

    def check(
        self, check: Callable[[Sequence[LoadedRuleset], Hear], Iterable[RulesetResult]]
    ) -> dict[str, Checked]:  # fmt: skip
        """Say the rest; the rulesets as they are checked now. Ctrl-C is raised."""
        from ruleslawyer.check.ahead import note_check

        lines, after = self._lines, {}
        old = {(name, one.scope.name): one for name, was in self._before.items() for one in was.result.scopes}

        def hear(ruleset: str, scope: ScopeResult) -> None:
            if (ruleset, scope.scope.name) in old:
                lines.tell(ruleset, changes_of_scope(old[ruleset, scope.scope.name], scope))

        for read, result in zip(self._rulesets, check([read.ruleset for read in self._rulesets], hear), strict=True):
            if result.interrupted:
                raise KeyboardInterrupt
            if result.name in self._before:
                lines.tell(result.name, changes(self._before[result.name].result, result))
            after[result.name] = read, result
        what = count(len(lines.said), "change") if lines.said else "nothing that is found has changed"
        say(f"{what}, {time.perf_counter() - self._began:.1f} s", "dim")
        return {name: note_check(*one, users_answers()) for name, one in after.items()}


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
