"""`python -m benchmarks.same A [B]`: what two commits print and write, as data, and where that differs."""

from __future__ import annotations

import json
import signal
import sys
import time
from collections.abc import Callable, Iterator, Set
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack
from functools import partial
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import typer

from benchmarks.checkout import checkout, commit_of
from benchmarks.difference import ABSENT, differences
from benchmarks.snapshot import (
    Commands,
    answered,
    games,
    keep,
    load_cases,
    make_constants,
    make_game,
    make_modules,
    outputs,
    schema_of,
)

ABOUT = "snapshot.json"
"""The file that says of which commit and hash seed a folder is, its outputs by docs/json.md, and what is made."""
KINDS = ("json", "exports", "pages", "modules", "constants")
PROCESSES = 2
WIDTH = 200
"""Characters of a value that are printed."""
Make = Callable[[Path, Callable[[str], None]], None]
"""Makes a part of a snapshot in its folder, and says how far it is."""


def main(
    a: Annotated[str, typer.Argument(metavar="A", help="A commit, `.` for the working tree, or a kept snapshot.")],
    b: Annotated[str, typer.Argument(metavar="[B]", help="Another; without it, A is only made.")] = "",
    keep_in: Annotated[
        Path | None, typer.Option("--keep", metavar="DIR", help="Keep them, and use what is kept.")
    ] = None,
    only: Annotated[list[str] | None, typer.Option(help="Only this ruleset, `modules` or `constants`.")] = None,
    long: Annotated[bool, typer.Option("--long", help="Besides, what takes many minutes: all evidence.")] = False,
    seeds: Annotated[tuple[int, int], typer.Option(metavar="A B", help="The hash seeds of both.")] = (0, 0),
    show: Annotated[int, typer.Option(min=0, help="Differences of each kind that are printed.")] = 20,
    as_json: Annotated[bool, typer.Option("--json", help="Print all of them as JSON.")] = False,
) -> None:
    """Make snapshots of two commits, and compare them.

    A snapshot is what commands print with --json (benchmarks/same.toml), exported files, the text of reports, the
    modules that six commands load, and constants. Ctrl-C keeps what is made with --keep, but for the games under way.
    Exit codes: 0 equal, 1 something differs, 2 a mistake.

    Examples:

      python -m benchmarks.same HEAD~1 .

      python -m benchmarks.same 33af2b747 --keep build/same

      python -m benchmarks.same build/same/33af2b747 . --show 50

      python -m benchmarks.same HEAD HEAD --seeds 0 1 --only daemons
    """
    with TemporaryDirectory() as place:
        sides = [(side, seed) for side, seed in zip((a, b), seeds, strict=True) if side]
        try:
            folders = _snapshots(sides, keep_in or Path(place), {*(only or ())}, long)
        except KeyboardInterrupt:
            say("stopped" + (f"; what is made is in {keep_in}, and the same command goes on" if keep_in else ""))
            raise typer.Exit(130) from None
        if not b:
            say(f"made: {folders[0]}")
            return
        found = compare(folders[0], folders[1], {*(only or ())})
    if not any(one["equal"] or one["differ"] for one in found["kinds"].values()):
        raise typer.BadParameter("the two snapshots have no part in common")
    print(json.dumps(found, ensure_ascii=False, default=repr) if as_json else "\n".join(_told(found, show)))
    if not found["equal"]:
        raise typer.Exit(1)


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _say_of(folder: str, part: str, text: str) -> None:
    say(f"{folder}, {part}: {text}")


def _snapshots(sides: list[tuple[str, int]], keep_in: Path, only: set[str], long: bool) -> list[Path]:
    """The folders of both sides: one that is kept, or made now, where nothing is made again."""
    folders: list[Path] = []
    to_make: dict[Path, tuple[str, int]] = {}
    for side, seed in sides:
        if _is_kept(Path(side)):
            folders.append(Path(side))
            continue
        commit = commit_of(side)
        folders.append(keep_in / f"{commit[:9]}{f'-seed{seed}' if seed else ''}{'-long' if long else ''}")
        if not _is_kept(folders[-1]) or (only or {*_about(folders[-1])["parts"]}) - {*_about(folders[-1])["made"]}:
            to_make[folders[-1]] = commit, seed
    with ExitStack() as stack:
        turns, commands = [], []
        for folder, (commit, seed) in to_make.items():
            commands.append(Commands(stack.enter_context(checkout(commit)), seed))
            parts = _parts(commands[-1], long)
            if unknown := only - parts.keys():
                raise typer.BadParameter(f"{', '.join(sorted(unknown))}: there are {', '.join(parts)}")
            if not _is_kept(folder):
                there = sorted(outputs(commands[-1].root))
                about = {"commit": commit, "seed": seed, "outputs": there, "parts": [*parts], "made": []}
                keep(folder / ABOUT, about)
            left = (only or parts.keys()) - {*_about(folder)["made"]}
            turns.append([(folder, name, make) for name, make in parts.items() if name in left])
        _run([job for turn in zip_longest(*turns) for job in turn if job], commands)
    return folders


def _is_kept(folder: Path) -> bool:
    return (folder / ABOUT).is_file()


def _about(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / ABOUT).read_text("utf-8"))
    return found


def _parts(commands: Commands, long: bool) -> dict[str, Make]:
    """The parts of a snapshot by name, and how each is made; those that take longest first."""
    cases, scopes = load_cases(long=long)
    found: dict[str, Callable[..., None]] = {
        game.ruleset: partial(make_game, game, cases) for game in games(commands.root, scopes)
    }
    found |= {"modules": make_modules, "constants": make_constants}
    return {name: partial(make, commands) for name, make in found.items()}


def _run(jobs: list[tuple[Path, str, Make]], commands: list[Commands]) -> None:
    """Do them, two at a time; each is noted when it is done."""
    began = time.monotonic()
    with ThreadPoolExecutor(PROCESSES) as pool:
        try:
            doing = {
                pool.submit(make, folder, partial(_say_of, folder.name, name)): (folder, name)
                for folder, name, make in jobs
            }
            for number, future in enumerate(as_completed(doing), 1):
                future.result()
                folder, name = doing[future]
                about = _about(folder)
                keep(folder / ABOUT, {**about, "made": [*about["made"], name]})
                _say_of(folder.name, name, f"made, {number} of {len(doing)} ({time.monotonic() - began:.0f} s)")
        except BaseException:
            for one in commands:
                one.stop()
            pool.shutdown(cancel_futures=True)
            raise


def compare(before: Path, after: Path, only: Set[str] = frozenset()) -> dict[str, Any]:
    """The differences of two snapshots by kind, and what could not be compared."""
    abouts = [_about(side) for side in (before, after)]
    made = [{*one["made"]} & (only or {*one["made"]}) for one in abouts]
    both, either = made[0] & made[1], made[0] ^ made[1]
    gone, come = (set(abouts[i]["outputs"]) - set(abouts[1 - i]["outputs"]) for i in (0, 1))
    asked = {case.schema for case in load_cases(long=True)[0]}
    found: dict[str, Any] = {
        "sides": [{key: one[key] for key in ("commit", "seed")} for one in abouts], "gone": sorted(gone),
        "come": sorted(come), "not compared": sorted(either),
        "not covered": sorted((set(abouts[0]["outputs"]) | set(abouts[1]["outputs"])) - asked), "no answer": [],
        "kinds": {},
    }  # fmt: skip
    for kind in KINDS:
        files = {
            path.relative_to(side / kind)
            for side in (before, after) for path in (side / kind).rglob("*.json")
            if path.relative_to(side / kind).parts[0] in both and schema_of(path.stem) not in gone | come
        }  # fmt: skip
        differ, equal = [], 0
        for file in sorted(files):
            pair = [_value(side / kind / file) for side in (before, after)]
            here = [
                {"of": str(file.with_suffix("")), "path": path, "before": old, "after": new}
                for path, old, new in differences(*pair)
            ]
            differ += here
            if kind == "json" and not any(one is not ABSENT and answered(one["exit"], one["out"]) for one in pair):
                found["no answer"].append(str(file.with_suffix("")))
            else:
                equal += not here
        found["kinds"][kind] = {"equal": equal, "differ": differ}
    found["equal"] = not (gone or come or either or any(one["differ"] for one in found["kinds"].values()))
    return found


def _value(file: Path) -> Any:
    return json.loads(file.read_text("utf-8")) if file.is_file() else ABSENT


def _told(found: dict[str, Any], show: int) -> Iterator[str]:
    """The lines that are printed."""
    for what in ("gone", "come", "not compared", "not covered", "no answer"):
        if found[what]:
            yield f"{what}: {', '.join(found[what])}"
    for kind, one in found["kinds"].items():
        differ = one["differ"]
        files = len({each["of"] for each in differ})
        yield f"{kind}: {one['equal']} equal" + (f", {files} differ, in {len(differ)} places" if differ else "")
        for each in differ[:show]:
            old, new = (_short(each[side]) for side in ("before", "after"))
            yield f"  {each['of']}: {each['path']}: {old} → {new}"
        if len(differ) > show:
            yield f"  … and {len(differ) - show} more (--show {len(differ)})"
    yield "equal" if found["equal"] else "not equal"


def _short(value: Any) -> str:
    text = repr(value) if value is ABSENT else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= WIDTH else f"{text[:WIDTH]}… ({len(text)} characters)"


def command() -> typer.Typer:
    """The command, for tests too."""
    app = typer.Typer(add_completion=False)
    app.command()(main)
    return app


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # what runs ends with it, and folders go
    command()()
