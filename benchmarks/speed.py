"""The speed of searches and commands, each figure beside its goal: `.venv/bin/python -m benchmarks.speed [ROW…]`.

Rows are `whole` (searches beside SPIN's, two workers, whole commands), `memory`, `decks`, `games`, `check`, `edit` and
`help`. Seconds are by the clock and of a processor; a machine that does something else at the time says too much.
"""

from __future__ import annotations

import json
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import typer

from benchmarks import decks, whole
from benchmarks.edits import FOLDERS
from benchmarks.machine import code_of, finish_scope, machine
from benchmarks.memory import FORMS, SCOPES
from benchmarks.run import environment, finished, say
from benchmarks.scopes import ROOT
from ruleslawyer.engines.native.player import Games

Row = tuple[str, str, str]
"""A figure's name, the figure, and the goal."""
BESIDE_SPIN = {"daemons": 0.9, "mnemonic": 0.5, "mere_mortals": 0.7}
WHOLE_COMMAND = {"daemons": 2, "mnemonic": 3, "mere_mortals": 5, "memesis": 12, "megacorp": 3}
OF_A_DECK = {10: 1724, 20: 1012, 52: 502, 124: 108}
"""Thousand states a second, twice as many as before lists and masks (docs/performance.md)."""
ASKED = (("findings", "megacorp"), ("spec", "megacorp", "1.2.1a"))
HELPED = ("check", "explore", "prove")
CLAUSES = (
    ("model/megacorp/caught.py", "and has(s, attacker, Keyword.MELEE)", "and not has(s, attacker, Keyword.MELEE)"),
    ("model/megacorp/actions.py", "s.money[who] < price_from_hand", "s.money[who] <= price_from_hand"),
    (
        "model/megacorp/actions.py",
        "return card.kind != Kind.CHARACTER and card.kind != Kind.LOCATION",
        "return card.kind != Kind.CHARACTER",
    ),
)
"""Edits of one clause: the file, the words and those in their place."""
ENDS = r"^(\d+ changes?|nothing that is found has changed), [\d.]+ s$"
SAID = {
    "a scenario": "^scenario .*: (FAILS|passes)",
    "a property": r"^\w+: \w+: [A-Z ]+, was [A-Z ]+$",
    "all": ENDS,
}  # fmt: skip
"""Lines that are said of an edit, as they begin."""
THOUGHT = 5.0
"""Seconds between an answer and the next edit, in which the command makes itself ready."""
PATIENCE = 600.0


def searches(patience: float, repeat: int) -> Iterator[Row]:
    """The rows of `benchmarks.whole`."""
    for ruleset, scope, most in whole.SCOPES:
        found = whole.measured(ruleset, scope, min(most, patience), repeat)
        (states, steps), spent, of = found["counts"], median(found["one_cpu"]), f"{ruleset} `{scope}`"
        yield f"{of}: thousand states a second of a processor", f"{states / spent / 1000:.0f}", ""
        if "times" in found["spin"]:
            goal = f"{BESIDE_SPIN[ruleset]}" if ruleset in BESIDE_SPIN else ""
            yield f"{of}: beside SPIN's bare search", f"{found['spin']['times']:.2f}", goal
            yield f"{of}: SPIN's whole way", seconds(*found["spin"]["whole"]), ""
        else:
            yield f"{of}: beside SPIN's bare search", f"none: {found['spin']['skipped']}", ""
        if ruleset == "memesis":
            yield f"{of}: million transitions a second of a processor", f"{steps / spent / 1e6:.2f}", "2"
        yield f"{of}: two workers by the clock", f"{median(found['one']) / median(found['two']):.2f} times", "1.7"
        yield f"{of}: `explore`, whole command", seconds(*found["command"]), f"{WHOLE_COMMAND[ruleset]} s"
        yield f"{of}: bytes a state", f"{found['bytes'] / states:.0f}", "said"


def under_pressure() -> Iterator[Row]:
    """Bytes a state of large scopes, whole and as trees."""
    for ruleset, scope, states in SCOPES:
        found = {}
        for form in FORMS:
            command = ("-m", "benchmarks.memory", ruleset, scope, str(states), form)
            found[form] = last_json(finished([sys.executable, *command]).output)
        bytes_ = [f"{found[form]['bytes']:.1f}" for form in FORMS]
        yield f"{ruleset} `{scope}`: bytes a state, whole and under pressure", ", ".join(bytes_), "said, 18"


def growth() -> Iterator[Row]:
    """War with more and more cards."""
    for cards in decks.CARDS:
        with TemporaryDirectory() as cache, environment(RULESLAWYER_CACHE=cache):
            command = [sys.executable, "-m", "benchmarks.decks", str(cards)]
            *_, found = (last_json(finished(command).output) for _ in range(2))
        yield f"War, {cards} cards: thousand states a second", f"{found['rate'] / 1000:.0f}", f"{OF_A_DECK[cards]}"


def games(plays: int = 200, longest: int = 1000) -> Iterator[Row]:
    """Random whole games by the code with which long plays go on, once memory was touched: what those get who play for
    long."""
    from ruleslawyer.api import Project

    engine = Project.load(ROOT).ruleset("megacorp").engine("full_decks", compiled=True)
    code, start = engine.code, engine.initial()[0]
    assert code is not None

    def play() -> tuple[Games, int]:
        """Play games once: the object that plays them, and the number of their steps."""
        made = sum(play["steps"] for play in engine.playouts(start, plays, longest=longest))
        assert code._playouts is not None
        return code._playouts, made

    finish_scope(play()[0], lambda: play()[0])
    play()
    began = time.process_time()
    played, made = play()
    rate = made / (time.process_time() - began)
    said = f"megacorp `full_decks`, random games by code for {code_of(played)}: actions a second of a processor"
    yield said, f"{rate:.0f}", "25000"


def checks() -> Iterator[Row]:
    """A check of all rulesets with nothing kept."""
    with (
        TemporaryDirectory() as kept,
        environment(RULESLAWYER_CACHE=f"{kept}/code", RULESLAWYER_ANSWERS=f"{kept}/said"),
    ):
        ran = finished([sys.executable, "-m", "ruleslawyer", "check", "--fresh"])
    yield "`check --fresh` of all, nothing kept", seconds(ran.seconds, ran.processor), "70 s"


def edited() -> Iterator[Row]:
    """The seconds until `check --watch` says the first scenario, the first property and all that an edit of one clause
    of MegaCorp changes."""
    with TemporaryDirectory() as place:
        project = Path(place) / "project"
        project.mkdir()
        shutil.copy(ROOT / "pyproject.toml", project)
        for name in FOLDERS:
            shutil.copytree(ROOT / name, project / name, ignore=shutil.ignore_patterns("__pycache__"))
        with environment(
            RULESLAWYER_ANSWERS=os.environ.get("RULESLAWYER_ANSWERS", f"{place}/said"), PYTHONUNBUFFERED="1"
        ):
            command = [sys.executable, "-m", "ruleslawyer", "check", "megacorp", "--watch"]
            # What a shell starts behind itself ignores Ctrl-C, and so would the command, which has to be ended by it.
            signal.signal(signal.SIGINT, signal.default_int_handler)
            watching = subprocess.Popen(
                command, cwd=project, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0
            )
        try:
            list(told(watching, "watching:"))
            for file, was, is_ in CLAUSES:
                time.sleep(THOUGHT)
                text = (project / file).read_text(encoding="utf-8")
                if was not in text:
                    raise SystemExit(f"{file} has no `{was}` any more")
                began, before = time.perf_counter(), processor_of(watching.pid)
                (project / file).write_text(text.replace(was, is_, 1), encoding="utf-8")
                found, processor = {}, 0.0
                for at, line in told(watching, ENDS):
                    for what, pattern in SAID.items():
                        if what not in found and re.search(pattern, line):
                            found[what] = at - began
                            processor = processor or processor_of(watching.pid) - before
                times = ", ".join(f"{what} {seconds:.1f} s" for what, seconds in found.items())
                yield (
                    f"`{is_}` in {file}, until `check --watch` says it",
                    f"{times} ({processor:.1f} s of a processor)",
                    "3 s",
                )
                (project / file).write_text(text, encoding="utf-8")
                list(told(watching, ENDS))
        finally:
            watching.send_signal(signal.SIGINT)
            watching.wait()


def processor_of(process: int) -> float:
    """Seconds of a processor that a command has had, with the processes that it has now, and theirs."""
    own = Path(f"/proc/{process}")
    try:
        stat = (own / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        others = (own / "task" / str(process) / "children").read_text(encoding="utf-8").split()
    except OSError:  # it has ended
        return 0.0
    return sum(map(int, stat[11:13])) / os.sysconf("SC_CLK_TCK") + sum(map(processor_of, map(int, others)))


def told(process: subprocess.Popen[bytes], pattern: str) -> Iterator[tuple[float, str]]:
    """The lines that a process prints until a pattern is found in one, each with the time when it came."""
    assert process.stdout is not None
    until = time.perf_counter() + PATIENCE
    while time.perf_counter() < until:
        if select.select([process.stdout], [], [], 1)[0]:
            line = process.stdout.readline().decode()
            if not line:
                raise SystemExit("it ended before")
            yield time.perf_counter(), line.strip()
            if re.search(pattern, line.strip()):
                return
    raise SystemExit(f"nothing like `{pattern}` was said in {PATIENCE:g} s")


def beginnings(times: int) -> Iterator[Row]:
    """Lists, clauses and help: as they are asked for again, and help as it is asked for first."""
    for words in ASKED:
        ran = [finished([sys.executable, "-m", "ruleslawyer", *words]) for _ in range(times + 1)][1:]
        yield f"`{' '.join(words)}`", least(ran), "0.4 s of a processor"
    for verb in HELPED:
        ran = []
        for _ in range(times):
            with TemporaryDirectory() as kept, environment(RULESLAWYER_ANSWERS=kept):
                ran.append(finished([sys.executable, "-m", "ruleslawyer", verb, "--help"]))
        yield f"`{verb} --help`, first", least(ran), "0.3 s of a processor"


def least(ran: list[Any]) -> str:
    return seconds(min(one.seconds for one in ran), min(one.processor for one in ran))


def seconds(clock: float, processor: float) -> str:
    return f"{clock:.2f} s, {processor:.2f} s of a processor"


def last_json(output: str) -> Any:
    return json.loads(output.splitlines()[-1])


def main(
    rows: Annotated[list[str] | None, typer.Argument(help="Only these.")] = None,
    patience: Annotated[float, typer.Option(help="Seconds that one step of SPIN's may take.")] = PATIENCE,
    repeat: Annotated[int, typer.Option(min=1, help="Searches of each kind, and commands.")] = 3,
) -> None:
    """Measure, and print a row for each figure as it is known."""
    parts: dict[str, Callable[[], Iterator[Row]]] = {
        "whole": lambda: searches(patience, repeat), "memory": under_pressure, "decks": growth, "games": games,
        "check": checks, "edit": edited, "help": lambda: beginnings(repeat),
    }  # fmt: skip
    if unknown := set(rows or ()) - parts.keys():
        raise typer.BadParameter(f"{', '.join(sorted(unknown))}: there are {', '.join(parts)}")
    load = os.getloadavg()[0]
    print("| what | measured | goal |\n|---|---|---|", flush=True)
    with environment():
        for name in rows or parts:
            say(name)
            for row in parts[name]():
                print(f"| {' | '.join(row)} |", flush=True)
    print(f"{'; '.join(f'{name} {value}' for name, value in machine().items())}; load {load:.1f} before")


def command() -> typer.Typer:
    """The command line."""
    made = typer.Typer()
    made.command()(main)
    return made


if __name__ == "__main__":
    command()()
