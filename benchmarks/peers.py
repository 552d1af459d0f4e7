"""SPIN and Rumur on the exported models: translated and compiled once, then run like any other program."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from threading import Timer

DEEP = 4_000_000
SHALLOW = 100_000
"""What `-m` is: SPIN reserves room for each step of a play. The deeper one where the search says that it has to be."""


class Skipped(Exception):
    """Why a peer was not measured."""


@dataclass(frozen=True)
class Run:
    """A finished search. `bytes`: what states and table take by its own account, or 0; `peak`: of the process."""

    counts: list[int]
    seconds: float
    processor: float
    bytes: int
    peak: int


@dataclass(frozen=True)
class Ended:
    """A finished program."""

    code: int
    output: str
    seconds: float
    processor: float
    peak: int


def run(command: Sequence[str], folder: Path, patience: float) -> Ended:
    """A program in a process group of its own, with what the operating system says that it took."""
    with TemporaryFile("w+", encoding="utf-8", errors="replace") as file:
        began = time.perf_counter()
        process = subprocess.Popen(command, cwd=folder, stdout=file, stderr=subprocess.STDOUT, start_new_session=True)
        late = Timer(patience, os.killpg, (process.pid, signal.SIGKILL))
        late.start()
        try:
            _, status, usage = os.wait4(process.pid, 0)
        except BaseException:  # Ctrl-C, of which a group of its own hears nothing
            os.killpg(process.pid, signal.SIGTERM)
            raise
        finally:
            late.cancel()
        seconds = time.perf_counter() - began
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode == -signal.SIGKILL:
            raise Skipped(f"{Path(command[0]).name} took more than {patience:g} s")
        file.seek(0)
        output = file.read()
    return Ended(process.returncode, output, seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024)


def succeed(command: Sequence[str], folder: Path, patience: float) -> Ended:
    ended = run(command, folder, patience)
    if ended.code:
        raise Skipped(f"{Path(command[0]).name} ended with {ended.code}: {ended.output.strip()[-200:]}")
    return ended


def available(*tools: str) -> None:
    missing = [tool for tool in tools if shutil.which(tool) is None]
    if missing:
        raise Skipped(f"not installed: {', '.join(missing)}")


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
