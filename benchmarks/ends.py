"""Turns and games under each reading: `.venv/bin/python -m benchmarks.ends PROJECT=RULESET=SCOPE[,SCOPE…] …`.

The default reading, then every other option of every question on its own; what is not as under the default one is
named. Explorations are limited by states and the time is processor time, so that other work on the machine changes
neither. With `--prove` the solver has so many seconds for each reading, where nothing but idle actions goes round.
`--only` asks besides the default reading some options alone.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import process_time

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.proof.cycles import Cycles
from ruleslawyer.proof.termination import EndingResult
from ruleslawyer.rulebook.claims.limits import Limits

ROOT = Path(__file__).parents[1]
HEAD = ("ruleset", "scopes", "readings", "every turn ends", "every game ends", "s")


def word(found: EndingResult) -> str:
    """The verdict; of a lasso of what kind, with what falls besides."""
    lasso = found.lasso
    if lasso is None:
        return found.word
    kind = ", idle" if lasso.back is not None and lasso.trace.length - lasso.back == 1 else ""
    return f"{found.word}{kind}{', the rest falls' if found.ranking else ''}"


def row(project: str, name: str, scopes: list[str], options: argparse.Namespace) -> tuple[str, ...]:
    ruleset, began, rounds = Project.load(ROOT / project).ruleset(name), process_time(), Cycles()
    each: list[tuple[str, dict[str, str]]] = [("", {})]
    for question in ruleset.system.questions.values():
        each += [(f"{question.name}={o.name}", {question.name: o.name}) for o in question.options
                 if o.name != question.default]  # fmt: skip
    each = [(said, reading) for said, reading in each if not said or not options.only or said in options.only]
    words: dict[str, dict[str, list[str]]] = {}
    for said, reading in each:
        now = {found.ending: word(found) for found in asked(ruleset, scopes, reading, rounds, options)}
        for ending, verdict in now.items():
            words.setdefault(ending, {}).setdefault(verdict, []).append(said)
        sys.stderr.write(f"  {said or 'default'}: {' / '.join(now.values())}, {process_time() - began:.0f} s\n")
    shown = ["; ".join(_alike(kind, under) for kind, under in kinds.items()) for kinds in words.values()]
    return name, ", ".join(scopes), str(len(each)), *shown, f"{process_time() - began:.0f}"


def asked(ruleset: Ruleset, scopes: list[str], reading: dict[str, str], rounds: Cycles, options: argparse.Namespace
          ) -> tuple[EndingResult, ...]:  # fmt: skip
    limits = Limits(states=options.states, memory=1500)
    return ruleset.terminates(scopes[0], reading, explore=scopes, timeout=options.prove, limits=limits, rounds=rounds)


def _alike(kind: str, under: list[str]) -> str:
    """A verdict and the readings with it: all by number, those beside the default by name."""
    return f"{kind} {len(under)}" if "" in under else f"{kind} {len(under)} ({', '.join(under)})"


def line(cells: tuple[str, ...]) -> None:
    sys.stdout.write(f"| {' | '.join(cells)} |\n")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cases", nargs="+", metavar="PROJECT=RULESET=SCOPE,…")
    parser.add_argument("--states", type=int, default=20_000, help="of each scope, at most")
    parser.add_argument("--prove", type=float, default=0.0, help="for the solver, under each reading")
    parser.add_argument("--only", action="append", metavar="QUESTION=OPTION", help="may be repeated")
    options = parser.parse_args()
    line(HEAD)
    line(("---",) * len(HEAD))
    for project, name, scopes in (case.split("=") for case in options.cases):
        line(row(project, name, scopes.split(","), options))


if __name__ == "__main__":
    main()
