"""`make bench`: the native engine beside SPIN, Rumur and networkx; a table, and build/bench.json."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import numpy as np
import typer

from benchmarks.machine import machine
from benchmarks.peers import Ended, Rumur, Run, Skipped, Spin, run, succeed
from benchmarks.scopes import ROOT, Model, models
from benchmarks.show import show
from ruleslawyer.base.files.write import write_whole

PEERS: tuple[tuple[type[Spin] | type[Rumur], str], ...] = ((Spin, "promela"), (Rumur, "murphi"))
ENGINE = "benchmarks.engine"
QUICK = ("start2", "sliding", "turns_small")
NO_CACHE = ""
LONG = 3600.0
"""Seconds that a part of our own may take."""


@dataclass
class Bench:
    """The settings, and what has been learnt. smaller: a peer on a scope that grows, or why it was skipped there."""

    folder: Path
    repeat: int
    budget: float
    patience: float
    skipped: dict[str, str] = field(default_factory=dict)
    smaller: dict[str, Spin | Rumur | str] = field(default_factory=dict)

    def python(self, module: str, *args: object, cache: str = NO_CACHE) -> Any:
        """What a program of ours prints as JSON, run in a process of its own."""
        with environment(RULESLAWYER_CACHE=cache):
            ended = run([sys.executable, "-m", module, *map(str, args)], ROOT, LONG)
        if ended.code:
            raise SystemExit(f"{module} {args} ended with {ended.code}:\n{ended.output}")
        return json.loads(ended.output.splitlines()[-1])

    def model(self, model: Model) -> dict[str, Any]:
        """The engine and its peers on one model, in turn."""
        say(f"{model.name}: {model.ruleset}, scope {model.scope}")
        with TemporaryDirectory() as cache:
            runs, found, peers = self._rounds(model, cache)
            cached = self.python(ENGINE, *model.place, "--parts", cache=f"{cache}/{len(runs)}")
        if any(one["counts"] != runs[0]["counts"] for one in (*runs, cached)):
            raise SystemExit(f"{model.name}: the engine's runs do not agree")
        return {
            "ruleset": model.ruleset, "scope": model.scope, "grows": model.grows, **figures(runs, cached),
            "peers": {name: compared(peers[name].level, runs, found[name]) for name in peers},
        }  # fmt: skip

    def _rounds(self, model: Model, cache: str) -> tuple[list[Any], dict[str, list[Run]], dict[str, Spin | Rumur]]:
        """The engine, in each round with a cache of its own that is empty; and the peers that are not too slow yet."""

        def engine() -> Any:
            return self.python(ENGINE, *model.place, "--searches", 1, cache=f"{cache}/{len(runs) + 1}")

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
        counts = self.python(ENGINE, *model.place)["counts"]
        runs = [self.python("benchmarks.reference", *model.place) for _ in range(min(3, self.repeat))]
        for one in runs:
            if one["counts"] != counts:
                raise SystemExit(f"networkx counts {one['counts']} in {model.name}, and the native engine {counts}")
        return {"scope": model.scope, "states": counts[0], "seconds": [one["seconds"] for one in runs]}


def finished(command: list[str]) -> Ended:
    """A command that may find something: exit codes 0 and 1."""
    ended = run(command, ROOT, LONG)
    if ended.code not in (0, 1):
        raise SystemExit(f"{' '.join(command)} ended with {ended.code}:\n{ended.output}")
    return ended


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
        "cold": sum(seconds for phase, seconds in phases.items() if phase != "search"),
        "cached": sum(seconds for phase, seconds in cached["phases"].items() if phase != "search"),
        "first": median(each["first"] for each in runs), "one": one, "two": two,
        "rate": states / median(one), "rate_two": states / median(two),
        "rate_cpu": states / median(seconds for each in runs for seconds in each["one_cpu"]),
        "workers": median(a / b for a, b in zip(one, two, strict=True)),
        "bytes": runs[0]["bytes"], "peak": median(each["peak"] for each in runs), "parts": cached["parts"],
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


@contextmanager
def environment(**variables: str) -> Iterator[None]:
    """For the programs that are started inside, which keep the byte code of what they import, as users' do."""
    before = dict(os.environ)
    os.environ.update(variables)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def main(
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
    """Measure, print a table, and write the figures (after each part: an interrupt keeps what there is)."""
    with TemporaryDirectory() as temporary:
        bench = Bench(Path(temporary), 2 if quick else repeat, budget, 30.0 if quick else patience)
        there = {model.name: model for model in models()}
        small = there["start2"]
        parts: dict[str, Callable[[], Any]] = {
            "limit": lambda: bench.python("benchmarks.limit", "--repeat", bench.repeat),
            "startup": lambda: bench.startup(small.place),
            "networkx": lambda: bench.networkx(small),
            "family": lambda: bench.python(
                "benchmarks.family", ROOT, "memesis", "tiny", "--repeat", min(3, bench.repeat), "--alone"
            ),
        }
        wanted = only or [*parts, *(QUICK if quick else there)]
        if unknown := set(wanted) - {*parts, *there}:
            raise typer.BadParameter(f"{', '.join(sorted(unknown))}: there are {', '.join((*parts, *there))}")
        result: dict[str, Any] = {"machine": machine(), "quick": quick, "load before": os.getloadavg()}
        began = time.perf_counter()
        result |= {"models": {}, "growth": {}, "skipped": bench.skipped}
        for name in wanted:
            if name in parts:
                say(name)
                result[name] = parts[name]()
            else:
                result["models"][name] = bench.model(there[name])
                result["growth"] = growth(result["models"])
            result |= {"load after": os.getloadavg(), "seconds": time.perf_counter() - began}
            output.parent.mkdir(parents=True, exist_ok=True)
            write_whole(output, json.dumps(result, indent=1) + "\n")
    show(result)
    say(f"written: {output}")


if __name__ == "__main__":
    typer.run(main)
