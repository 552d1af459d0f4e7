"""Tables of the documentation: cores, ends, vectors, and rulebooks in numbers."""

from __future__ import annotations

import re
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Annotated, Any

import typer

from benchmarks import ROOT, spent
from ruleslawyer.api import Project, Ruleset
from ruleslawyer.play.vectors.files import BOTH, WHY
from ruleslawyer.play.vectors.score import Mutation, sample_mutants
from ruleslawyer.play.vectors.suite import Suite, make_suite
from ruleslawyer.proof.cycles import Cycles
from ruleslawyer.proof.termination import EndingResult
from ruleslawyer.report.document import read_document
from ruleslawyer.rulebook.claims.clashes import pairs
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.studies.clarifications.contradictions import contradictions

# --- cores ------------------------------------------------------------------------------------------------------------


CORE_COLUMNS = ("ruleset", "scopes", "states", "pairs", "precedence", "clash", "apart", "not met", "cores of clashes",
    "cores of deadlocks", "clarifications", "ways", "sets tried", "no end", "not tried", "seconds")  # fmt: skip


def cores(
    rulesets: Annotated[list[str] | None, typer.Argument(help="Only these, with their scopes.")] = None,
    timeout: Annotated[float, typer.Option(help="Seconds for the proof of each pair.")] = 5.0,
    budget: Annotated[float, typer.Option(help="Seconds for all proofs of a ruleset.")] = 300.0,
    clarify: Annotated[float, typer.Option(help="Seconds for trying clarifications of a ruleset.")] = 300.0,
    project: Annotated[Path, typer.Option(help="The project's folder.")] = ROOT,
) -> None:
    """Pairs, cores and clarifications of the rulesets: the table of docs/cores.md, in seconds of processor time.

    A ruleset is RULESET, with the scopes that `check` explores, or RULESET:SCOPE,….
    """
    found = Project.load(project)
    typer.echo(f"| {' | '.join(CORE_COLUMNS)} |\n|{'---|' * len(CORE_COLUMNS)}")
    for wanted in rulesets or found.rulesets:
        name, _, scopes = wanted.partition(":")
        typer.echo(f"| {' | '.join(map(str, _core_row(found, name, scopes, timeout, budget, clarify)))} |")


def _core_row(
    project: Project, name: str, scopes: str, timeout: float, budget: float, clarify: float
) -> tuple[object, ...]:
    ruleset = project.ruleset(name)
    every = [s for s in ruleset.scopes() if not (ruleset.scope(s).is_open or ruleset.scope(s).campaign)]
    explored = scopes.split(",") if scopes else every
    began = spent()
    found = contradictions(
        ruleset, explored, timeout=timeout, budget=budget, clarify=clarify,
        tell=lambda text: typer.echo(f"  {spent() - began:6.1f} {text}", err=True),
    )  # fmt: skip
    if found.stopped:
        typer.echo(f"  incomplete: {found.stopped}", err=True)
    words = Counter(result.word for result in found.pairs)
    whole = found.whole
    return (
        name,
        scopes or len(explored),
        sum(result.states for result in found.scopes),
        len(pairs(ruleset.system)),
        words["PRECEDENCE"],
        words["CLASH"],
        words["PROVED APART"],
        words["NOT MET"],
        sum(len(clash.cores.subsets.cores) for clash in found.clashes),
        sum(len(deadlock.cores.subsets.cores) for deadlock in found.deadlocks),
        "–" if whole is None else f"{len(whole.clarifications)}{f', {len(whole.left)} left' if whole.left else ''}",
        "–" if found.smallest_sets is None else found.smallest_sets,
        sum(known.smallest.tried for known in found.clashes) + sum(len(known.tried) for known in found.deadlocks),
        sum(known.smallest.unfinished for known in found.clashes)
        + sum(bool(correction.stopped) for known in found.deadlocks for correction in known.tried),
        sum(known.smallest.untried for known in found.clashes) + sum(known.untried for known in found.deadlocks),
        round(spent() - began),
    )


# --- ends -------------------------------------------------------------------------------------------------------------


END_COLUMNS = ("ruleset", "scopes", "readings", "every turn ends", "every game ends", "s")


@dataclass(frozen=True)
class Asked:
    """states: of each scope, at most; prove: seconds for the solver, under each reading; only: options besides the
    default ones, or all where there are none."""

    states: int
    prove: float
    only: list[str]


def word(found: EndingResult) -> str:
    """The verdict; of a lasso of what kind, with what falls besides."""
    lasso = found.lasso
    if lasso is None:
        return found.word
    kind = ", idle" if lasso.back is not None and lasso.trace.length - lasso.back == 1 else ""
    return f"{found.word}{kind}{', the rest falls' if found.ranking else ''}"


def _end_row(project: str, name: str, scopes: list[str], options: Asked) -> tuple[str, ...]:
    ruleset, began, rounds = Project.load(ROOT / project).ruleset(name), process_time(), Cycles()
    each: list[tuple[str, dict[str, str]]] = [("", {})]
    for question in ruleset.system.questions.values():
        each += [(f"{question.name}={o.name}", {question.name: o.name}) for o in question.options
                 if o.name != question.default]  # fmt: skip
    each = [(said, reading) for said, reading in each if not said or not options.only or said in options.only]
    words: dict[str, dict[str, list[str]]] = {}
    for said, reading in each:
        now = {found.ending: word(found) for found in _asked(ruleset, scopes, reading, rounds, options)}
        for ending, verdict in now.items():
            words.setdefault(ending, {}).setdefault(verdict, []).append(said)
        sys.stderr.write(f"  {said or 'default'}: {' / '.join(now.values())}, {process_time() - began:.0f} s\n")
    shown = ["; ".join(_alike(kind, under) for kind, under in kinds.items()) for kinds in words.values()]
    return name, ", ".join(scopes), str(len(each)), *shown, f"{process_time() - began:.0f}"


def _asked(ruleset: Ruleset, scopes: list[str], reading: dict[str, str], rounds: Cycles, options: Asked
          ) -> tuple[EndingResult, ...]:  # fmt: skip
    limits = Limits(states=options.states, memory=1500)
    return ruleset.terminates(scopes[0], reading, explore=scopes, timeout=options.prove, limits=limits, rounds=rounds)


def _alike(kind: str, under: list[str]) -> str:
    """A verdict and the readings with it: all by number, those beside the default by name."""
    return f"{kind} {len(under)}" if "" in under else f"{kind} {len(under)} ({', '.join(under)})"


def ends(
    cases: Annotated[list[str], typer.Argument(metavar="PROJECT=RULESET=SCOPE,…")],
    states: Annotated[int, typer.Option(help="Of each scope, at most.")] = 20_000,
    prove: Annotated[float, typer.Option(help="Seconds for the solver, under each reading.")] = 0.0,
    only: Annotated[list[str] | None, typer.Option(metavar="QUESTION=OPTION", help="May be repeated.")] = None,
) -> None:
    """Turns and games under each reading: the default one, then every other option of every question on its own.

    What is not as under the default one is named. Explorations are limited by states and the time is processor time, so
    that other work on the machine changes neither. With `--prove` the solver has so many seconds for each reading,
    where nothing but idle actions goes round. `--only` asks besides the default reading some options alone.
    """
    print(f"| {' | '.join(END_COLUMNS)} |\n|{'---|' * len(END_COLUMNS)}", flush=True)
    for project, name, scopes in (case.split("=") for case in cases):
        cells = _end_row(project, name, scopes.split(","), Asked(states, prove, only or []))
        print(f"| {' | '.join(cells)} |", flush=True)


# --- vectors ----------------------------------------------------------------------------------------------------------


VECTOR_COLUMNS = (
    "ruleset", "scopes", "states", "vectors", "actions", "rules both ways, one way, not reached", "conditions to MC/DC",
    "choices told apart", "mistakes tried", "caught", "no difference", "never runs", "undecided",
    "caught of those that differ", "processor seconds",
)  # fmt: skip


def suite_of(ruleset: Ruleset, scopes: list[str] | None, states: int, mutants: int | None) -> tuple[Suite, int, float]:
    """The suite of these scopes, or of all; how many scopes there are; and the seconds of a processor."""
    began = time.process_time()
    names = [s for s in ruleset.scopes() if not ruleset.scope(s).is_open and not ruleset.scope(s).campaign]
    systems = [ruleset.transition_system(name) for name in scopes or names]
    chosen, of = sample_mutants(ruleset.system, ruleset.root, mutants, 0)
    suite = make_suite(
        systems,
        ruleset.system,
        Limits(states),
        lambda text: print(f"{time.process_time() - began:.0f} s: {text}", end="\r", file=sys.stderr),
        lambda walks, told: Mutation(walks, told, chosen, of),
    )
    return suite, len(names), time.process_time() - began


def _vector_row(name: str, suite: Suite, of: int, seconds: float) -> Iterator[str]:
    ways, found = list(suite.shown_ways.values()), suite.mutation
    assert found is not None
    both, unseen = sum(w >= BOTH for w in ways), sum(not w for w in ways)
    cut = sum(bool(walk.stopped) for walk in suite.walks)
    yield name
    yield f"{len(suite.walks)} of {of}" + (f", {cut} not to their end" if cut else "")
    yield str(sum(len(walk.states) for walk in suite.walks))
    yield str(len(suite.vectors) + sum(len(told.traces) for told in suite.readings))
    yield str(suite.length)
    yield f"{both}, {len(ways) - both - unseen}, {unseen}"
    yield f"{len(suite.mcdc_conditions)} of {len(suite.conditions)}"
    yield f"{sum(len(told.groups) > 1 for told in suite.readings)} of {len(suite.readings)}"
    yield f"{len(found.found)}" + (f" of {found.of}" if found.of != len(found.found) else "")
    yield from (str(found.count(fate)) for fate in ("caught", "no difference", "never runs", "undecided"))
    yield "-" if found.share is None else f"{found.share:.1%}"
    yield f"{seconds:.0f}"


def vectors(
    rulesets: Annotated[list[str] | None, typer.Argument(help="Only these.")] = None,
    project: Annotated[Path, typer.Option(help="The project's folder.")] = ROOT,
    scopes: Annotated[list[str] | None, typer.Option(help="Only this scope; may be repeated.")] = None,
    max_states: Annotated[int, typer.Option(help="Of each scope.")] = 2_000,
    mutants: Annotated[int | None, typer.Option(help="So many mistakes.")] = None,
    survivors: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write each that survives here, and why.")
    ] = None,
) -> None:
    """Conformance vectors of each ruleset: how many, what they show and catch.

    `--scopes` and `--mutants` make a sample where all would take hours; the table says so.
    """
    found = Project.load(project)
    print(f"| {' | '.join(VECTOR_COLUMNS)} |\n|{'---|' * len(VECTOR_COLUMNS)}")
    for name in rulesets or found.rulesets:
        suite, of, seconds = suite_of(found.ruleset(name), scopes, max_states, mutants)
        print(f"| {' | '.join(_vector_row(name, suite, of, seconds))} |", flush=True)
        if survivors:
            assert suite.mutation is not None
            with survivors.open("a", encoding="utf-8") as file:
                for caught in suite.mutation.found:
                    if caught.fate != "caught":
                        file.write(f"{name}: {caught.mutant.name} ({caught.mutant.span}): {WHY[caught.fate]}\n")


# --- rulebooks --------------------------------------------------------------------------------------------------------


REPORT = ROOT / "build" / "report" / "report.json.gz"
MEASURED = re.compile(r"^#.*?(\d[\d ]*) states", re.MULTILINE)
BOOK_COLUMNS = (
    "rulebook", "clauses", "modelled", "register only", "proved", "hold in scope", "violated", "questions",
    "findings: high, medium, low", "largest complete scope",
)  # fmt: skip


def _book_row(ruleset: dict[str, Any]) -> tuple[str, ...]:
    """One rulebook's row. A property counts once, with the strongest word that some scope gives it; violated where any
    scope violates it."""
    verdicts: dict[str, set[str]] = {}
    for one in (*ruleset["properties"], *ruleset["proofs"]):
        verdicts.setdefault(one["property"], set()).add(one["verdict"])
    violated = [name for name, found in verdicts.items() if "VIOLATED" in found]
    proved = [
        name
        for name, found in verdicts.items()
        if any(word.startswith("PROVED") for word in found) and name not in violated
    ]
    holds = [n for n, found in verdicts.items() if "HOLDS IN SCOPE" in found and n not in violated and n not in proved]
    severities = [finding["severity"] for finding in ruleset["findings"] if not finding["withdrawn"]]
    coverage = ruleset["coverage"]
    questions = {entry["what"] for entry in ruleset["ledger"] if entry["kind"] in ("default", "question")}
    scope, states = largest(ruleset)
    return (
        ruleset["title"],
        str(coverage["clauses"]),
        str(coverage["modelled"]),
        str(coverage["excluded"]),
        str(len(proved)),
        str(len(holds)),
        str(len(violated)),
        str(len(questions)),
        ", ".join(str(severities.count(s)) for s in ("high", "medium", "low")),
        f"{scope}: {states:,}".replace(",", " "),
    )


def largest(ruleset: dict[str, Any]) -> tuple[str, int]:
    """The scope with the most states that was explored to its end, here or in a campaign."""
    found = {scope["scope"]: scope["states"] for scope in ruleset["scopes"] if scope["complete"]}
    for file in (ROOT / "checks" / ruleset["id"] / "scopes").glob("*.toml"):
        text = file.read_text(encoding="utf-8")
        measured = MEASURED.search(text)
        if measured and tomllib.loads(text).get("campaign"):
            found[file.stem] = int(measured.group(1).replace(" ", ""))
    name = max(found, key=lambda scope: found[scope])
    return name, found[name]


def rulebooks() -> None:
    """The README's table of the rulebooks, from what `make check` wrote.

    The largest complete scope is read from the comment that a measured campaign scope carries ("90 476 states"), or is
    the largest of the report's own scopes.
    """
    if not REPORT.is_file():
        sys.exit("there is no build/report/report.json.gz: run `make check` first")
    rulesets = read_document(REPORT)["rulesets"]
    print(f"| {' | '.join(BOOK_COLUMNS)} |\n|{'---|' * len(BOOK_COLUMNS)}")
    for ruleset in rulesets:
        print(f"| {' | '.join(_book_row(ruleset))} |")
