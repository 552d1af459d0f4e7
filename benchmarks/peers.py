"""The native engine beside SPIN, Rumur and networkx: `make bench`; a table, and build/bench.json."""

from __future__ import annotations

import json
import os
import re
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console
from rich.table import Table

from benchmarks import (
    ROOT,
    Model,
    Skipped,
    answer,
    available,
    environment,
    finished,
    machine,
    models,
    say,
    succeed,
)
from ruleslawyer.base.files.content import write_whole

DEEP = 4_000_000
SHALLOW = 100_000
"""What `-m` is: SPIN reserves room for each step of a play. The deeper one where the search says that it has to be."""


@dataclass(frozen=True)
class Run:
    """A finished search. `bytes`: what states and table take by its own account, or 0; `peak`: of the process."""

    counts: list[int]
    seconds: float
    processor: float
    bytes: int
    peak: int


class Spin:
    """SPIN's `pan`, by gcc with -O2 and -O3; the first run of each decides which is measured further."""

    name = "SPIN"

    def __init__(self, folder: Path, text: Path, states: int, patience: float) -> None:
        available("spin", "gcc")
        self.folder, self.patience = folder, patience
        self.depth, self.table = SHALLOW, max(20, (4 * states).bit_length())
        translated = succeed(["spin", "-a", str(text)], folder, patience)
        flags = ("-w", "-DNOREDUCE", "-DSAFETY", "-DMEMLIM=12000")
        compiled = {
            level: succeed(["gcc", level, *flags, "-o", f"pan{level}", "pan.c"], folder, patience)
            for level in ("-O2", "-O3")
        }
        self.preparation = translated.seconds + sum(one.seconds for one in compiled.values())
        firsts = {level: self._search(level) for level in ("-O2", "-O3")}
        self.level = min(firsts, key=lambda level: firsts[level].processor)
        self.first, self.made = firsts[self.level], (translated, compiled[self.level])

    def search(self) -> Run:
        return self._search(self.level)

    def _search(self, level: str) -> Run:
        ended = succeed([f"./pan{level}", f"-m{self.depth}", f"-w{self.table}"], self.folder, self.patience)
        if "max search depth too small" in ended.output and self.depth < DEEP:
            self.depth = DEEP
            return self._search(level)
        if "errors: 0" not in ended.output or "max search depth too small" in ended.output:
            raise Skipped(f"SPIN did not finish: {ended.output.strip()[-200:]}")
        kept = sum(
            _number(rf"([\d.]+)\s+{what}", ended.output) for what in ("actual memory usage", "memory used for h")
        )
        return Run(
            [int(_number(r"(\d+) states, stored", ended.output)), int(_number(r"(\d+) transitions", ended.output)) - 1],
            _number(r"elapsed time ([\d.e+]+) seconds", ended.output),
            ended.processor,
            int(kept * (1 << 20)),
            ended.peak,
        )


class Rumur:
    """Rumur's checker, by gcc as Rumur's manual asks for it."""

    name = "Rumur"
    level = "-O3"

    def __init__(self, folder: Path, text: Path, states: int, patience: float) -> None:
        available("rumur", "gcc")
        began = time.perf_counter()
        self.folder, self.patience = folder, patience
        options = ("--deadlock-detection", "off", "--symmetry-reduction", "off", "--threads", "1")
        succeed(["rumur", *options, "--output", "model.c", str(text)], folder, patience)
        flags = ("-std=c11", "-O3", "-march=native", "-w")
        succeed(["gcc", *flags, "-o", "model", "model.c", "-lpthread"], folder, patience)
        self.preparation = time.perf_counter() - began
        self.first = self.search()

    def search(self) -> Run:
        ended = succeed(["./model"], self.folder, self.patience)
        if "No error found" not in ended.output:
            raise Skipped(f"Rumur did not finish: {ended.output.strip()[-200:]}")
        counts = re.search(r"(\d+) states, (\d+) rules fired in", ended.output)
        if not counts:
            raise Skipped(f"no numbers in: {ended.output.strip()[-200:]}")
        return Run([int(counts[1]), int(counts[2])], ended.seconds, ended.processor, 0, ended.peak)


def _number(pattern: str, text: str) -> float:
    found = re.search(pattern, text)
    if not found:
        raise Skipped(f"no number like {pattern} in: {text.strip()[-200:]}")
    return float(found[1])


# --- our engine and its peers, in turn --------------------------------------------------------------------------------


PEERS: tuple[tuple[type[Spin] | type[Rumur], str], ...] = ((Spin, "promela"), (Rumur, "murphi"))
BEFORE = ("import", "lower", "ready")
"""The phases until a search can begin; `emit` and `compile` are parts of `ready`."""
QUICK = ("start2", "sliding", "turns_small")
NO_CACHE = ""


@dataclass
class Bench:
    """The settings, and what has been learnt. smaller: a peer on a scope that grows, or why it was skipped there."""

    folder: Path
    repeat: int
    budget: float
    patience: float
    skipped: dict[str, str] = field(default_factory=dict)
    smaller: dict[str, Spin | Rumur | str] = field(default_factory=dict)

    def answer(self, case: str, *words: object, cache: str = NO_CACHE) -> Any:
        """Run a case with a cache of its own, and give the JSON that it prints."""
        with environment(RULESLAWYER_CACHE=cache):
            return answer(case, *words)

    def model(self, model: Model) -> dict[str, Any]:
        """The engine and its peers on one model, in turn."""
        say(f"{model.name}: {model.ruleset}, scope {model.scope}")
        with TemporaryDirectory() as cache:
            runs, found, peers = self._rounds(model, cache)
            cached = self.answer("engine", *model.place, cache=f"{cache}/{len(runs)}")
        if any(one["counts"] != runs[0]["counts"] for one in (*runs, cached)):
            raise SystemExit(f"{model.name}: the engine's runs do not agree")
        return {
            "ruleset": model.ruleset, "scope": model.scope, "grows": model.grows, **figures(runs, cached),
            "peers": {name: compared(peers[name].level, runs, found[name]) for name in peers},
        }  # fmt: skip

    def _rounds(self, model: Model, cache: str) -> tuple[list[Any], dict[str, list[Run]], dict[str, Spin | Rumur]]:
        """The engine, in each round with a cache of its own that is empty; and the peers that are not too slow yet."""

        def engine() -> Any:
            return self.answer("engine", *model.place, "--searches", 1, cache=f"{cache}/{len(runs) + 1}")

        runs: list[Any] = []
        runs.append(engine())
        counts = runs[0]["counts"]
        say(f"  {counts[0]} states, {counts[1]} transitions, {runs[0]['bits']} bits in {runs[0]['words']} words")
        peers = {} if model.name == "start2" else self._peers(model, counts)
        found = {name: [peer.first] for name, peer in peers.items()}
        began = time.perf_counter()
        while len(runs) < self.repeat and time.perf_counter() - began < 3 * self.budget:
            say(f"  round {len(runs) + 1} of {self.repeat}")
            runs.append(engine())
            for name, peer in peers.items():
                if sum(one.seconds for one in found[name]) < self.budget:
                    found[name].append(peer.search())
                    agree(name, found[name][-1], counts)
        return runs, found, peers

    def _peers(self, model: Model, counts: list[int]) -> dict[str, Spin | Rumur]:
        """Those that are there, and get ready in time."""
        ready: dict[str, Spin | Rumur] = {}
        for kind, language in PEERS:
            folder = self.folder / "peers" / model.name / language
            folder.mkdir(parents=True)
            text = folder / "model.txt"
            try:
                if model.grows:
                    self._expect(kind.name, counts[0])
                say(f"  {kind.name}: export, translate, compile, first run")
                export = ("--project", model.root, "export", model.ruleset, "--scope", model.scope)
                to = ("--to", language, "-o", text)
                succeed([sys.executable, "-m", "ruleslawyer", *map(str, (*export, *to))], ROOT, self.patience)
                ready[kind.name] = peer = kind(folder, text, counts[0], self.patience)
            except Skipped as reason:
                say(f"  {kind.name} skipped: {reason}")
                self.skipped[f"{model.name}, {kind.name}"] = str(reason)
                if model.grows:
                    self.smaller[kind.name] = str(reason)
                continue
            if model.grows:
                self.smaller[kind.name] = peer
            agree(kind.name, peer.first, counts)
        return ready

    def _expect(self, name: str, states: int) -> None:
        """Skip a peer that was too slow on a smaller scope, or will be by what it did there."""
        before = self.smaller.get(name)
        if isinstance(before, str):
            raise Skipped(f"on a smaller scope: {before}")
        if before is not None:
            seconds = before.preparation + before.first.seconds * states / before.first.counts[0]
            if seconds > self.patience:
                raise Skipped(f"would take {seconds:.0f} s or more, by its figures on a smaller scope")

    def startup(self, place: tuple[str, str, str]) -> dict[str, list[float]]:
        """Seconds of whole commands; with an empty cache, and with the code in it."""
        root, ruleset, scope = place
        explore = ("-m", "ruleslawyer", "--project", root, "explore", ruleset, "--scope", scope, "--engine", "native")
        found: dict[str, list[float]] = {}
        for _ in range(min(3, self.repeat)):
            with TemporaryDirectory() as cache, environment(RULESLAWYER_CACHE=cache):
                for name, command in (
                    ("Python alone", ("-c", "pass")),
                    ("ruleslawyer --version", ("-m", "ruleslawyer", "--version")),
                    (f"explore {ruleset} {scope}, cold", explore),
                    (f"explore {ruleset} {scope}, from the code cache", explore),
                ):
                    found.setdefault(name, []).append(finished([sys.executable, *command]).seconds)
        return found

    def networkx(self, model: Model) -> dict[str, Any]:
        """The reference explorer, on a scope that it can finish."""
        counts = self.answer("engine", *model.place)["counts"]
        runs = [self.answer("reference", *model.place) for _ in range(min(3, self.repeat))]
        for one in runs:
            if one["counts"] != counts:
                raise SystemExit(f"networkx counts {one['counts']} in {model.name}, and the native engine {counts}")
        return {"scope": model.scope, "states": counts[0], "seconds": [one["seconds"] for one in runs]}


def agree(name: str, found: Run, counts: list[int]) -> None:
    if found.counts != counts:
        raise SystemExit(f"{name} counts {found.counts} states and transitions, and the native engine {counts}")


def figures(runs: list[dict[str, Any]], cached: dict[str, Any]) -> dict[str, Any]:
    """The engine's own: medians over its processes."""
    states, transitions = runs[0]["counts"]
    phases = {phase: median(one["phases"][phase] for one in runs) for phase in runs[0]["phases"]}
    one, two = ([seconds for each in runs for seconds in each[workers]] for workers in ("one", "two"))
    return {
        "states": states, "transitions": transitions, "depth": runs[0]["depth"],
        "bits": runs[0]["bits"], "words": runs[0]["words"], "runs": len(runs), "phases": phases,
        "cold": sum(phases[phase] for phase in BEFORE),
        "cached": sum(cached["phases"][phase] for phase in BEFORE),
        "first": median(each["first"] for each in runs), "one": one, "two": two,
        "rate": states / median(one), "rate_two": states / median(two),
        "rate_cpu": states / median(seconds for each in runs for seconds in each["one_cpu"]),
        "workers": median(a / b for a, b in zip(one, two, strict=True)),
        "bytes": runs[0]["bytes"], "peak": median(each["peak"] for each in runs),
    }  # fmt: skip


def compared(level: str, runs: list[dict[str, Any]], found: list[Run]) -> dict[str, Any]:
    """A peer's figures, and how many times as fast the engine was in the same round."""
    states, pairs = found[0].counts[0], list(zip(runs, found, strict=False))
    return {
        "level": level, "runs": len(found), "seconds": [one.seconds for one in found],
        "rate": states / median(one.seconds for one in found),
        "rate_cpu": states / median(one.processor for one in found),
        "bytes": median(one.bytes for one in found), "peak": median(one.peak for one in found),
        "ratio": median(theirs.seconds / ours["one"][0] for ours, theirs in pairs),
        "ratio_cpu": median(theirs.processor / ours["one_cpu"][0] for ours, theirs in pairs),
    }  # fmt: skip


def growth(found: dict[str, Any]) -> dict[str, float]:
    """The exponents of the time in the number of states, and of transitions, over the scopes that grow."""
    grown = [one for one in found.values() if one["grows"]]
    if len(grown) < 2:
        return {}
    seconds = np.log([median(one["one"]) for one in grown])
    return {
        by: float(np.polyfit(np.log([one[by] for one in grown]), seconds, 1)[0]) for by in ("states", "transitions")
    }


# --- the table --------------------------------------------------------------------------------------------------------


PHASES = ("import", "lower", "emit", "compile", "ready", "search")
Row = Callable[[dict[str, Any]], str]


def show(result: Mapping[str, Any]) -> None:
    console = Console(width=120)
    if result["models"]:
        console.print(_models(result))
    if rest := _rest(result):
        console.print(rest)
    for what, reason in result["skipped"].items():
        console.print(f"skipped: {what}: {reason}", soft_wrap=True, markup=False)
    load = ", ".join(f"{when} {result[f'load {when}'][0]:.1f}" for when in ("before", "after"))
    of = "; ".join(f"{name} {value}" for name, value in result["machine"].items())
    console.print(f"{of}; load {load}; {result['seconds']:.0f} s in all", soft_wrap=True, markup=False)


def _models(result: Mapping[str, Any]) -> Table:
    models: dict[str, dict[str, Any]] = result["models"]
    table = Table(title="medians; seconds unless said otherwise; M: millions of states a second")
    table.add_column("")
    for name in models:
        table.add_column(name, justify="right")

    def add(title: str, row: Row, *, last: bool = False) -> None:
        table.add_row(title, *(row(one) for one in models.values()), end_section=last)

    for title in ("states", "transitions", "depth", "bits", "words", "runs"):
        add(title, _whole(title), last=title == "runs")
    for phase in PHASES:
        add(f"cold: {phase}", _phase(phase))
    add("ready to search, cold", lambda m: f"{m['cold']:.2f}")
    add("ready to search, code from the cache (one run)", lambda m: f"{m['cached']:.2f}", last=True)
    add("one worker, first search, M", lambda m: _rate(m["states"] / m["first"]))
    add("one worker, M", lambda m: _rate(m["rate"]))
    add("two workers, M", lambda m: _rate(m["rate_two"]))
    add("two workers: times one", lambda m: f"{m['workers']:.2f}")
    add("one worker: transitions, M", lambda m: _rate(m["rate"] * m["transitions"] / m["states"]))
    if "limit" in result:
        update = median(result["limit"]["update"])
        add("share of the memory-bound limit", lambda m: f"{m['rate'] * update * m['transitions'] / m['states']:.1%}")
    add("bytes per state, with parents", lambda m: f"{m['bytes'] / m['states']:.1f}")
    add("peak memory, MiB", lambda m: _mebibytes(m["peak"]), last=True)
    for peer in ("SPIN", "Rumur"):
        _peer(add, peer)
    return table


def _whole(key: str) -> Row:
    return lambda m: f"{m[key]:,}".replace(",", " ")


def _phase(phase: str) -> Row:
    return lambda m: f"{m['phases'][phase]:.2f}"


def _peer(add: Callable[..., None], peer: str) -> None:
    def of(show: Row) -> Row:
        return lambda m: show(m["peers"][peer]) if peer in m["peers"] else "–"

    add(f"{peer}, M", of(lambda p: _rate(p["rate"])))
    add(f"{peer}: runs, with", of(lambda p: f"{p['runs']}, {p['level']}"))
    if peer == "SPIN":
        add(f"{peer}: bytes per state, states and table", lambda m: of(lambda p: f"{p['bytes'] / m['states']:.1f}")(m))
    add(f"{peer}: peak memory, MiB", of(lambda p: _mebibytes(p["peak"])))
    add(f"times {peer}", of(lambda p: f"{p['ratio']:.1f}"))
    add(f"times {peer}, by processor time", of(lambda p: f"{p['ratio_cpu']:.1f}"), last=True)


def _rest(result: Mapping[str, Any]) -> Table | None:
    rows: list[tuple[str, str]] = []
    if limit := result.get("limit"):
        load, one, two = (median(limit[key]) for key in ("load", "update", "update_two"))
        rows += [
            ("a dependent load", f"{load * 1e9:.0f} ns"),
            (
                "a prefetched random read-modify-write",
                f"{one * 1e9:.1f} ns; {1e-6 / one:.0f} M/s, two threads {1e-6 / two:.0f}",
            ),
        ]
    for what, seconds in result.get("startup", {}).items():
        rows.append((what, f"{median(seconds):.2f} s"))
    if reference := result.get("networkx"):
        rate = reference["states"] / median(reference["seconds"])
        rows.append((f"networkx on {reference['scope']}", f"{rate:,.0f} states/s".replace(",", " ")))
    if family := result.get("family"):
        rows += [
            (f"{family['readings']} readings at once", f"{family['states']} states, {family['in_all']} one by one"),
            ("together, processor", f"{family['together']:.2f} s; {family['times']:.1f} times one of them"),
        ]
    if growth := result["growth"]:
        rows += [(f"growth: time by {by}, exponent", f"{exponent:.2f}") for by, exponent in growth.items()]
    if not rows:
        return None
    table = Table(show_header=False)
    for row in rows:
        table.add_row(*row)
    return table


def _rate(rate: float) -> str:
    return f"{rate / 1e6:.2f}"


def _mebibytes(size: float) -> str:
    return f"{size / (1 << 20):.0f}"


def bench(
    only: Annotated[
        list[str] | None,
        typer.Option(help="A model (start2, sliding, cube, turns_small, medium) or a part; may be repeated."),
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Small models, two rounds, 2³ readings.")] = False,
    repeat: Annotated[int, typer.Option(min=1, help="Rounds, as far as the budget allows.")] = 5,
    budget: Annotated[float, typer.Option(help="Seconds of a peer's searches on a model before it is let off.")] = 20,
    patience: Annotated[
        float, typer.Option(help="Seconds that a peer may take for one command, or is expected to for a model.")
    ] = 240,
    output: Annotated[Path, typer.Option(help="Where the figures go.")] = ROOT / "build" / "bench.json",
) -> None:
    """Our engine beside SPIN, Rumur and networkx; figures are written after each part, so an interrupt keeps them."""
    with TemporaryDirectory() as temporary:
        measured = Bench(Path(temporary), 2 if quick else repeat, budget, 30.0 if quick else patience)
        there = {model.name: model for model in models()}
        small = there["start2"]
        parts: dict[str, Callable[[], Any]] = {
            "limit": lambda: measured.answer("limit", "--repeat", measured.repeat),
            "startup": lambda: measured.startup(small.place),
            "networkx": lambda: measured.networkx(small),
            "family": lambda: measured.answer(
                "family", ROOT, "memesis", "tiny", "--repeat", min(3, measured.repeat), "--alone"
            ),
        }
        wanted = only or [*parts, *(QUICK if quick else there)]
        if unknown := set(wanted) - {*parts, *there}:
            raise typer.BadParameter(f"{', '.join(sorted(unknown))}: there are {', '.join((*parts, *there))}")
        result: dict[str, Any] = {"machine": machine(), "quick": quick, "load before": os.getloadavg()}
        began = time.perf_counter()
        result |= {"models": {}, "growth": {}, "skipped": measured.skipped}
        for name in wanted:
            if name in parts:
                say(name)
                result[name] = parts[name]()
            else:
                result["models"][name] = measured.model(there[name])
                result["growth"] = growth(result["models"])
            result |= {"load after": os.getloadavg(), "seconds": time.perf_counter() - began}
            output.parent.mkdir(parents=True, exist_ok=True)
            write_whole(output, json.dumps(result, indent=1) + "\n")
    show(result)
    say(f"written: {output}")
