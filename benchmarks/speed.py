"""The speed of searches and commands beside their goals, of whole rulebooks beside SPIN, and beside an older commit.

Seconds are by the clock and of a processor; a machine that does something else at the time says too much."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import typer

from benchmarks import (
    LONG,
    ROOT,
    Skipped,
    answer,
    available,
    code_of,
    copy_project,
    environment,
    finish_scope,
    finished,
    goals,
    last_json,
    machine,
    run,
    say,
    succeed,
)
from benchmarks.engine import CARDS, FORMS, LARGE
from benchmarks.peers import Spin, agree
from benchmarks.same import checkout
from ruleslawyer.base.files.content import write_whole
from ruleslawyer.cli.verbs import PANELS
from ruleslawyer.engines.native.player import PlaySimulator

Row = tuple[str, str, str]
"""A figure's name, the figure, and the goal."""
GOALS = goals("speed")
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
    """Searches beside SPIN's, two workers, and whole commands."""
    for ruleset, scope, most in BOOKS:
        found = measure_book(ruleset, scope, min(most, patience), repeat)
        (states, steps), spent, of = found["counts"], median(found["one_cpu"]), f"{ruleset} `{scope}`"
        yield f"{of}: thousand states a second of a processor", f"{states / spent / 1000:.0f}", ""
        if "times" in found["spin"]:
            goal = f"{GOALS['beside_spin'].get(ruleset, '')}"
            yield f"{of}: beside SPIN's bare search", f"{found['spin']['times']:.2f}", goal
            yield f"{of}: SPIN's whole way", seconds(*found["spin"]["whole"]), ""
        else:
            yield f"{of}: beside SPIN's bare search", f"none: {found['spin']['skipped']}", ""
        if ruleset == "memesis":
            yield (
                f"{of}: million transitions a second of a processor",
                f"{steps / spent / 1e6:.2f}",
                GOALS["transitions"],
            )
        yield (
            f"{of}: two workers by the clock",
            f"{median(found['one']) / median(found['two']):.2f} times",
            GOALS["two_workers"],
        )
        yield f"{of}: `explore`, whole command", seconds(*found["command"]), f"{GOALS['whole_command'][ruleset]} s"
        yield f"{of}: bytes a state", f"{found['bytes'] / states:.0f}", GOALS["bytes"]


def under_pressure() -> Iterator[Row]:
    """Bytes a state of large scopes, whole and as trees."""
    for ruleset, scope, states in LARGE:
        found = {form: answer("memory", ruleset, scope, states, form) for form in FORMS}
        bytes_ = [f"{found[form]['bytes']:.1f}" for form in FORMS]
        yield (
            f"{ruleset} `{scope}`: bytes a state, whole and under pressure",
            ", ".join(bytes_),
            GOALS["under_pressure"],
        )


def growth() -> Iterator[Row]:
    """War with more and more cards."""
    for cards in CARDS:
        with TemporaryDirectory() as cache, environment(RULESLAWYER_CACHE=cache):
            *_, found = (answer("decks", cards) for _ in range(2))
        yield (
            f"War, {cards} cards: thousand states a second",
            f"{found['rate'] / 1000:.0f}",
            f"{GOALS['decks'][str(cards)]}",
        )


def games(plays: int = 200, longest: int = 1000) -> Iterator[Row]:
    """Random whole games by the code with which long plays go on, once memory was touched: what those get who play for
    long."""
    from ruleslawyer.api import Project

    engine = Project.load(ROOT).ruleset("megacorp").engine("full_decks", compiled=True)
    code, start = engine.code, engine.initial()[0]
    assert code is not None

    def play() -> tuple[PlaySimulator, int]:
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
    yield said, f"{rate:.0f}", GOALS["games"]


def checks() -> Iterator[Row]:
    """A check of all rulesets with nothing kept."""
    with (
        TemporaryDirectory() as kept,
        environment(RULESLAWYER_CACHE=f"{kept}/code", RULESLAWYER_ANSWERS=f"{kept}/said"),
    ):
        ran = finished([sys.executable, "-m", "ruleslawyer", "check", "--fresh"])
    yield "`check --fresh` of all, nothing kept", seconds(ran.seconds, ran.processor), GOALS["check"]


def edited() -> Iterator[Row]:
    """The seconds until `check --watch` says the first scenario, the first property and all that an edit of one clause
    of MegaCorp changes."""
    with TemporaryDirectory() as place:
        project = copy_project(Path(place))
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
                    GOALS["edit"],
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
        yield f"`{' '.join(words)}`", least(ran), GOALS["list"]
    for verb in HELPED:
        ran = []
        for _ in range(times):
            with TemporaryDirectory() as kept, environment(RULESLAWYER_ANSWERS=kept):
                ran.append(finished([sys.executable, "-m", "ruleslawyer", verb, "--help"]))
        yield f"`{verb} --help`, first", least(ran), GOALS["help"]


def least(ran: list[Any]) -> str:
    return seconds(min(one.seconds for one in ran), min(one.processor for one in ran))


def seconds(clock: float, processor: float) -> str:
    return f"{clock:.2f} s, {processor:.2f} s of a processor"


def speed(
    rows: Annotated[list[str] | None, typer.Argument(help="Only these.")] = None,
    patience: Annotated[float, typer.Option(help="Seconds that one step of SPIN's may take.")] = PATIENCE,
    repeat: Annotated[int, typer.Option(min=1, help="Searches of each kind, and commands.")] = 3,
) -> None:
    """Each figure beside its goal, as it is known.

    Rows are `whole` (searches beside SPIN's, two workers, whole commands), `memory`, `decks`, `games`, `check`, `edit`
    and `help`.
    """
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


def start(times: Annotated[int, typer.Argument(min=1)] = 3) -> None:
    """How long a command takes before it begins: processor seconds, the least of some, of each verb's help.

    Whoever asks for help waits for what the verb loads at its start, and for nothing that it computes with.
    """
    verbs = [verb for some in PANELS.values() for verb in some]
    for words in (("--version",), ("--help",), *((verb, "--help") for verb in verbs)):
        taken = min(finished([sys.executable, "-m", "ruleslawyer", *words]).processor for _ in range(times))
        print(f"{' '.join(words):20} {taken:.2f} s", flush=True)


# --- whole rulebooks --------------------------------------------------------------------------------------------------


BOOKS = (
    ("daemons", "medium", 600),
    ("mere_mortals", "medium", 600),
    ("mnemonic", "medium", 600),
    ("memesis", "medium", 2400),
    ("megacorp", "responses_small", 600),
)
"""Each with the seconds that one step of SPIN's may take, the export of the model first."""
COLUMNS: dict[str, Callable[[dict[str, Any]], str]] = {
    "rulebook, scope": lambda r: f"{r['ruleset']}, `{r['scope']}`",
    "states": lambda r: f"{r['counts'][0]:,}".replace(",", " "),
    "ready, nothing kept": lambda r: f"{r['cold']:.1f} s",
    "ready, code kept": lambda r: f"{r['warm']:.2f} s",
    "thousand states/s of a processor": lambda r: f"{r['counts'][0] / median(r['one_cpu']) / 1000:.0f}",
    "times SPIN": lambda r: f"{r['spin']['times']:.2f}" if "times" in r["spin"] else "–",
    "two workers": lambda r: f"{median(r['one']) / median(r['two']):.1f} times",
    "bytes a state": lambda r: f"{r['bytes'] / r['counts'][0]:.0f}",
    "`explore`, whole command": lambda r: _both(r["command"]),
    "SPIN's whole way": lambda r: _both(r["spin"]["whole"]) if "whole" in r["spin"] else "–",
}


def _both(seconds: Sequence[float]) -> str:
    """Seconds by the clock, and of a processor."""
    return "{:.1f} s, {:.1f} s".format(*seconds)


def measure_book(ruleset: str, scope: str, patience: float, repeat: int) -> dict[str, Any]:
    """One scope: in a cache that is empty, and with what the first run left there."""
    say(f"{ruleset}, {scope}")
    with TemporaryDirectory() as cache, environment(RULESLAWYER_CACHE=cache):
        cold = answer("lifted", ROOT, ruleset, scope)
        answer("lifted", ROOT, ruleset, scope)
        warm = answer("lifted", ROOT, ruleset, scope, "--searches", repeat)
        command = ("-m", "ruleslawyer", "explore", ruleset, "--scope", scope, "--fresh")
        ran = min((finished([sys.executable, *command]) for _ in range(repeat)), key=lambda one: one.seconds)
    return {
        "ruleset": ruleset, "scope": scope, **warm, "cold": cold["ready"], "warm": warm["ready"],
        "command": (ran.seconds, ran.processor), "spin": beside(ruleset, scope, patience, warm, repeat),
    }  # fmt: skip


def beside(ruleset: str, scope: str, patience: float, ours: dict[str, Any], repeat: int) -> dict[str, Any]:
    """SPIN's searches; `times`: how many times as fast ours is, by seconds of a processor; `whole`: the seconds of its
    whole way, which exports the model, makes the program and searches; or why there are none."""
    with TemporaryDirectory() as name:
        text = Path(name) / "model.pml"
        try:
            say("  SPIN: export, translate, compile, search")
            available("spin", "gcc")
            export = ("export", ruleset, "--scope", scope, "--to", "promela", "-o", str(text))
            exported = succeed([sys.executable, "-m", "ruleslawyer", *export], ROOT, patience)
            peer = Spin(Path(name), text, ours["counts"][0], patience)
            agree(peer.name, peer.first, ours["counts"])
            runs = [peer.first, *(peer.search() for _ in range(repeat - 1))]
        except Skipped as reason:
            say(f"  SPIN skipped: {reason}")
            return {"skipped": str(reason)}
    seconds = [one.processor for one in runs]
    way = exported, *peer.made, peer.first
    taken = sum(one.seconds for one in way), sum(one.processor for one in way)
    return {"seconds": seconds, "times": median(seconds) / median(ours["one_cpu"]), "whole": taken}


def table(rows: list[dict[str, Any]]) -> str:
    cells = [list(COLUMNS), ["---"] * len(COLUMNS), *([of(row) for of in COLUMNS.values()] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in cells)


def whole(
    only: Annotated[list[str] | None, typer.Option(help="A ruleset; may be repeated.")] = None,
    repeat: Annotated[int, typer.Option(min=1, help="Searches of each kind, and commands.")] = 3,
    output: Annotated[Path, typer.Option(help="Where the figures go.")] = ROOT / "build" / "whole.json",
) -> None:
    """The table of docs/rulebooks.md, and build/whole.json.

    Beside our search, with everything recorded, stands SPIN's bare search of the same model, where that can be exported
    and SPIN is there; otherwise the reason is printed below.
    """
    began, load = time.perf_counter(), os.getloadavg()
    rows = []
    if unknown := set(only or ()) - {name for name, _, _ in BOOKS}:
        raise typer.BadParameter(f"{', '.join(sorted(unknown))}: there are {', '.join(name for name, _, _ in BOOKS)}")
    for ruleset, scope, patience in BOOKS:
        if only and ruleset not in only:
            continue
        with environment():
            rows.append(measure_book(ruleset, scope, patience, repeat))
        say(table(rows[-1:]).splitlines()[-1])
    print(table(rows))
    for row in rows:
        if "skipped" in row["spin"]:
            print(f"no SPIN beside {row['ruleset']}, {row['scope']}: {row['spin']['skipped']}")
    of = "; ".join(f"{name} {value}" for name, value in machine().items())
    print(f"{of}; load {load[0]:.1f} before; {time.perf_counter() - began:.0f} s in all")
    output.parent.mkdir(parents=True, exist_ok=True)
    write_whole(output, json.dumps({"machine": machine(), "load": load, "rows": rows}, indent=1) + "\n")


# --- beside an older commit -------------------------------------------------------------------------------------------


PLAYS = """
import time
from ruleslawyer.api import Project
engine = Project.load(".").ruleset("megacorp").engine("full_decks", compiled=True)
start = engine.initial()[0]
def play():
    global made
    made = sum(each["steps"] for each in engine.playouts(start, 200, longest=1000))
    return engine.code._playouts
play()
try:
    from benchmarks import finish_scope
except ImportError:  # older code has none for a scope
    pass
else:
    finish_scope(engine.code._playouts, play)
    play()
began = time.process_time()
play()
print((time.process_time() - began) / made)
"""
"""Plays of whole games: the seconds that an action takes, by the code with which long plays go on."""


@dataclass(frozen=True)
class Goal:
    """A row of goals.toml: arguments of Python, the least that they took when the goal was set, and the goal, in one
    unit; what is measured; and the arguments of the older code, where they were others."""

    words: tuple[str, ...]
    was: float
    goal: float
    by: str = "clock"
    cold: bool = False
    then: tuple[str, ...] = ()

    def command(self, older: bool) -> list[str]:
        """The command, of the older code or of this one."""
        return [sys.executable, *(PLAYS if word == "PLAYS" else word for word in (older and self.then) or self.words)]


def taken(goal: Goal, root: Path, kept: Path, older: bool = False) -> float:
    """Seconds of one run by the code of a checkout, which keeps what it made in a folder."""
    paths = os.pathsep.join((str(root / "src"), str(root)))
    with environment(PYTHONPATH=paths, RULESLAWYER_CACHE=f"{kept}/code", RULESLAWYER_ANSWERS=f"{kept}/said"):
        ended = run(goal.command(older), root, LONG)
    if ended.code not in (0, 1):
        raise SystemExit(f"{' '.join(goal.words)} ended with {ended.code} in {root}:\n{ended.output}")
    match goal.by:
        case "clock":
            return ended.seconds
        case "processor":
            return ended.processor
        case "search":
            return float(last_json(ended.output)["one_cpu"][0])
        case _:
            return float(last_json(ended.output))


def pairs(goal: Goal, before: Path, repeat: int) -> Iterator[tuple[float, float]]:
    """Seconds of both, by turns."""
    with TemporaryDirectory() as kept:
        for turn in range(repeat if goal.cold else repeat + 1):
            folders = [Path(kept) / str(turn if goal.cold else 0) / name for name in ("then", "now")]
            pair = taken(goal, before, folders[0], older=True), taken(goal, ROOT, folders[1])
            say(f"  {pair[0]:.4g}, {pair[1]:.4g} s")
            if goal.cold or turn:
                yield pair


def since(
    rows: Annotated[list[str] | None, typer.Argument(help="Only these.")] = None,
    revision: Annotated[str, typer.Option(help="The commit to compare with; by default that of the goals.")] = "",
    repeat: Annotated[int, typer.Option(min=1, help="Pairs of runs that count.")] = 3,
) -> None:
    """The goals as ratios, on whichever machine: commands by this code and by that of an older commit, by turns.

    A goal in seconds is of the machine on which it was set. As a ratio it says how many times as quick as then
    something has to be. A row that is not cold runs once uncounted, which makes the code that both keep.
    """
    ratios = goals("since")
    if unknown := set(rows or ()) - ratios["rows"].keys():
        raise typer.BadParameter(f"{', '.join(sorted(unknown))}: there are {', '.join(ratios['rows'])}")
    print("| what | then, s | now, s | times as quick: median, least, most | goal |\n|---|---|---|---|---|", flush=True)
    with checkout(revision or ratios["before"]) as before:
        for name in rows or ratios["rows"]:
            say(name)
            goal = Goal(**ratios["rows"][name])
            found = list(pairs(goal, before, repeat))
            then, now = (median(one) for one in zip(*found, strict=True))
            times = sorted(then / now for then, now in found)
            what = f"{name}, by {goal.by} | {then:.4g} | {now:.4g}"
            said = f"{median(times):.2f}, {times[0]:.2f}, {times[-1]:.2f}"
            print(f"| {what} | {said} | {goal.was / goal.goal:.1f} |", flush=True)
    print("; ".join(f"{name} {value}" for name, value in machine().items()))
