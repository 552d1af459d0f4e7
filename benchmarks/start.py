"""How long a command takes before it begins: processor seconds of `--version`, `--help` and the help of each verb.

    .venv/bin/python -m benchmarks.start [TIMES]

Each is run so many times (3), and the least is told. Whoever asks for help waits for what the verb loads at its start,
and for nothing that it computes with.
"""

from __future__ import annotations

import resource
import subprocess
import sys

from ruleslawyer.cli.verbs import PANELS


def seconds(*words: str) -> float:
    """Processor seconds of a command, in a process of its own."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "ruleslawyer", *words], capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main(times: int = 3) -> None:
    verbs = [verb for some in PANELS.values() for verb in some]
    for words in (("--version",), ("--help",), *((verb, "--help") for verb in verbs)):
        print(f"{' '.join(words):20} {min(seconds(*words) for _ in range(times)):.2f} s", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
