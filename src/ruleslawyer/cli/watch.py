"""`check --watch`: after each edit of the project, what it changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from ruleslawyer.base.diagnostics import ModelError, UsageError
from ruleslawyer.check.changes import changes
from ruleslawyer.check.result import RulesetResult
from ruleslawyer.cli.output import count, err, say
from ruleslawyer.cli.waiting import heard

PAUSE = 300
"""Milliseconds without another edit, after which those that were made are looked at together."""


def tell_changes(
    root: Path, results: Iterable[RulesetResult], check: Callable[[], Iterable[RulesetResult]], edits: Iterator[object]
) -> None:
    """After each of some edits check again, and say what is different; a mistake is said, and the next edit awaited."""
    before = {result.name: result for result in results}
    say("watching: after each edit what it changed is said here; Ctrl-C ends it", "dim")
    for edited in edits:
        if not edited:
            heard()
            continue
        try:
            after = {result.name: result for result in check()}
        except ModelError as error:
            err().print(f"error: {error.render(root)}".rstrip("\n"), soft_wrap=True)
            continue
        except UsageError as error:
            err().print(f"error: {error}", soft_wrap=True)
            continue
        if any(result.interrupted for result in after.values()):
            return
        found = {name: changes(before[name], after[name]) for name in after if name in before}
        told = {name: lines for name, lines in found.items() if lines}
        for name, lines in told.items():
            say(name, "bold underline")
            for line in lines:
                say(f"  {line}")
        seconds = sum(result.seconds for result in after.values())
        what = count(sum(map(len, told.values())), "change") if told else "nothing that is found has changed"
        say(f"{what}, {seconds:.1f} s", "dim")
        before = {**before, **after}


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
