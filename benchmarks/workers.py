"""How a campaign speeds up with workers: `python -m benchmarks.workers daemons mnemonic`.

The scopes that `check` explores are explored by one, two and four processes, with nothing kept but machine code, which
is made before. Each process says for how many seconds it kept a processor, its start included: with a processor of its
own for each, the slowest is how long all of it takes. So others on the machine matter little.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from benchmarks.machine import machine
from benchmarks.scopes import ROOT
from ruleslawyer.base.processes.executor import Question
from ruleslawyer.base.processes.pool import Workers
from ruleslawyer.check.explorations import Group
from ruleslawyer.project.config import Project
from ruleslawyer.rulebook.rulesets.loaded import LoadedProject

WORKERS = (1, 2, 4)


@dataclass(frozen=True, slots=True)
class Timed(Question[tuple[int, float, int]]):
    """A job: a scope is explored; which process did it, how long that has kept a processor so far, and its states."""

    root: Path
    ruleset: str
    scope: str

    def __call__(self) -> tuple[int, float, int]:
        (found,) = Group(self.root, self.ruleset, self.scope, (), (), None)()
        return os.getpid(), time.process_time(), found.states


def main(names: Annotated[list[str] | None, typer.Argument(help="Rulesets.")] = None) -> None:
    """Measure, and print."""
    project = LoadedProject(Project.load(ROOT))
    rulesets = [project.ruleset(name) for name in names or ("daemons", "mnemonic")]
    jobs = [
        Timed(ROOT, ruleset.name, name)
        for ruleset in rulesets
        for name, scope in ((name, ruleset.scope(name)) for name in ruleset.scopes())
        if not scope.is_open and not scope.campaign
    ]
    print(machine())
    states, alone = set[int](), 0.0
    for number in (1, *WORKERS):  # the first makes the code
        with Workers(number) as workers:
            for job in jobs:
                workers.want(job)
            workers.start()
            found = [workers.result(job) for job in jobs]
        states.add(sum(each for _, _, each in found))
        spent = {process: max(s for p, s, _ in found if p == process) for process, _, _ in found}
        slowest = max(spent.values())
        alone = slowest if number == 1 else alone
        print(f"{number} workers: {len(jobs)} scopes, slowest {slowest:.1f} s, together {sum(spent.values()):.1f} s, "
              f"{alone / slowest:.2f} times one")  # fmt: skip
    if len(states) > 1:
        raise SystemExit(f"they counted differently: {states}")


if __name__ == "__main__":
    typer.run(main)
