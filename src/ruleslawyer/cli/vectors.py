"""`ruleslawyer vectors`: short plays for whoever programs the game, and how many mistakes they would catch."""

from __future__ import annotations

import json as json_texts
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from ruleslawyer.api import Ruleset
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.write import expect_writable
from ruleslawyer.cli import complete, show
from ruleslawyer.cli.called import elsewhere
from ruleslawyer.cli.options import Cluster, Json, Memory, Name, Reading, Ruling
from ruleslawyer.cli.output import FALLS_SHORT, INTERRUPTED, count, err, print_json, progress, say, shown, table
from ruleslawyer.cli.remembered import UNCHANGED, Fresh, remembered
from ruleslawyer.cli.session import read_under, ruleset_of
from ruleslawyer.play.vectors.distinguish import Distinction
from ruleslawyer.play.vectors.files import BOTH, INDEX, MCDC, Verified, files, index_of, summary, verify, write
from ruleslawyer.play.vectors.score import Mutation, sample
from ruleslawyer.play.vectors.suite import Suite, make_suite
from ruleslawyer.play.vectors.walk import Walk
from ruleslawyer.rulebook.claims.limits import Limits, at_states, default_memory
from ruleslawyer.rulebook.claims.premises import premises
from ruleslawyer.semantics.transition import TransitionSystem

MOST_STATES = 2_000


@dataclass(frozen=True, slots=True)
class Told:
    """A suite as it is printed and written. scopes: with under what, states and steps. bounds: why the scopes that were
    not explored to their end were not. lines: what else is said of it. files: by name. summary: JSON, as a text."""

    scopes: tuple[tuple[str, str, int, int], ...]
    bounds: tuple[tuple[str, str], ...]
    lines: tuple[str, ...]
    files: Mapping[str, str]
    summary: str
    stopped: str

    @property
    def whole(self) -> bool:
        """Whether another run would not better it."""
        return not self.stopped and all(at_states(why) for _, why in self.bounds)


# Long: its parameters are the options of the verb, each with its help.
def vectors(
    context: typer.Context,
    name: Name,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="DIR", help="Where the vectors go.", show_default="nowhere")
    ] = None,
    verify: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Hold these vectors against the rules, and make none.")
    ] = None,
    scope: Annotated[
        list[str] | None,
        typer.Option(
            help="Only this scope; may be repeated.",
            show_default="all but those of campaigns",
            autocompletion=complete.scopes,
        ),
    ] = None,
    reading: Reading = None,
    ruling: Ruling = None,
    max_states: Annotated[
        int, typer.Option(min=1, help="Stop exploring a scope after this many states.")
    ] = MOST_STATES,
    memory: Memory = None,
    mutants: Annotated[
        int | None, typer.Option(min=0, metavar="N", help="Try only N mistakes; 0: none.", show_default="all")
    ] = None,
    seed: Annotated[int, typer.Option(help="With --mutants: which ones.")] = 0,
    cluster: Cluster = None,
    fresh: Fresh = False,
    json: Json = False,
) -> None:
    """Make conformance vectors: short plays in ITF, each state with all that is legal there.

    Together they show every rule that the scopes reach both ways, where it speaks
    and where it does not; the conditions of each decision to MC/DC; tell options of
    a question apart wherever they differ; and catch models with one mistake: how
    many is said, with each that they miss.
    docs/vectors.md tells an implementer how to use them. Exit code 1: a scope was
    not explored to its end, or with --verify a vector does not agree. Ctrl-C
    writes what there is. The project's code is executed with --verify alone.

    Examples:

      ruleslawyer export daemons --to vectors --scope tiny -o vectors

      ruleslawyer export megacorp --to vectors --scope tiny --scope start2 --mutants 500 --json

      ruleslawyer export daemons --to vectors --verify vectors
    """
    ruleset = ruleset_of(context, name)
    if cluster is not None:
        if verify is not None:
            about = "vectors are held against the project's code, which stays here"
            raise UsageError(about, "--verify", "leave out --cluster")
        elsewhere(context, cluster, ruleset, {"--output": output})
    if verify is not None:
        if output is not None:
            raise UsageError("--verify makes no vectors", "--output", "leave one of the two out")
        _verify(ruleset, verify, json)
        return
    if output is not None:
        expect_writable(output / INDEX, "--output")
    readings, rulings = read_under(reading, ruling)
    wanted = list(dict.fromkeys(scope or ruleset.explored_scopes()))
    systems = [ruleset.transition_system(one, readings, rulings) for one in wanted]
    if not systems:
        raise UsageError(f"{ruleset.name} has no scope to explore", "--scope", "write one in checks/<ruleset>/scopes")
    began = time.perf_counter()
    limits = Limits(max_states, None, memory if memory is not None else default_memory())

    def make() -> Told:
        with progress(ruleset.name) as tell:
            trying = None if mutants == 0 else _trying(ruleset, systems[0], mutants, seed)
            return _summary_of(make_suite(systems, systems[0].system, limits, tell, trying), ruleset.name, rulings)

    asked = wanted, readings, rulings, limits, mutants, seed
    found, known = remembered(
        ruleset, "vectors", asked, make, Told, lambda told: told.whole, fresh=fresh, rules_alone=True
    )
    seconds = time.perf_counter() - began
    if output is not None:
        write(output, found.files)
    if json:
        print_json({**json_texts.loads(found.summary), "seconds": round(seconds, 3)})
    else:
        _show(found, f"{ruleset.title}, {seconds:.1f} s", known=known)
    if found.stopped:
        err().print("interrupted: these are the vectors so far; they are incomplete")
        raise typer.Exit(INTERRUPTED)
    if found.bounds:
        raise typer.Exit(FALLS_SHORT)


def _trying(
    ruleset: Ruleset, system: TransitionSystem, most: int | None, seed: int
) -> Callable[[Sequence[Walk], Sequence[Distinction]], Mutation]:
    def trying(walks: Sequence[Walk], readings: Sequence[Distinction]) -> Mutation:
        chosen, of = sample(system.system, ruleset.root, most, seed)
        return Mutation(walks, readings, chosen, of)

    return trying


def _number(suite: Suite) -> int:
    return len(suite.vectors) + sum(len(told.traces) for told in suite.readings)


def _summary_of(suite: Suite, name: str, rulings: Mapping[str, str]) -> Told:
    return Told(
        tuple((w.system.scope.name, premises(w.system).text(), len(w.states), len(w.after)) for w in suite.walks),
        tuple((walk.system.scope.name, walk.stopped) for walk in suite.walks if walk.stopped),
        tuple(_lines(suite)),
        files(suite, name, rulings),
        json_texts.dumps(summary(suite, name, rulings)),
        suite.stopped,
    )


def _show(told: Told, title: str, *, known: bool) -> None:
    say(title, "bold")
    if known:
        say(UNCHANGED, "dim")
    rows = table("scope", "states", "steps", numbers=(1, 2))
    for scope, under, states, steps in told.scopes:
        rows.add_row(show.cell(scope, under), str(states), str(steps))
    shown(rows)
    for scope, why in told.bounds:
        say(f"INCOMPLETE: {scope}: {why}")
    say()
    for line in told.lines:
        say(line)


def _lines(suite: Suite) -> Iterator[str]:
    """The lines below the table."""
    ways_shown = suite.shown
    both, unseen = sum(ways >= BOTH for ways in ways_shown.values()), sum(not ways for ways in ways_shown.values())
    one = len(ways_shown) - both - unseen
    yield f"{count(_number(suite), 'vector')}, {count(suite.length, 'action')} together"
    yield f"{count(len(ways_shown), 'rule')}: {both} shown both ways, {one} one way, {unseen} not reached"
    norms = [ways for name, ways in ways_shown.items() if name in suite.norms]
    yield f"{count(len(norms), 'norm')}, {sum(ways >= MCDC for ways in norms)} shown as MC/DC asks"
    yield f"{count(len(suite.conditions), 'condition')} of decisions, {len(suite.decided)} shown as MC/DC asks"
    told = [t for t in suite.readings if len(t.groups) > 1]
    if suite.readings:
        yield f"{count(len(suite.readings), 'choice')} of the reading met; the options of {len(told)} are told apart"
    found = suite.mutation
    if found is None:
        return
    part = "" if found.share is None else f" ({found.share:.1%} of those that can be told apart here, or may be)"
    sample = f" of {found.of}" if found.of != len(found.found) else ""
    yield f"{count(len(found.found), 'mistake')}{sample} tried: {found.count('caught')} caught{part}"
    for fate, says in (
        ("no difference", "make no difference wherever the changed rule runs"),
        ("never runs", "are in a rule that never runs in these scopes"),
        ("undecided", "undecided"),
    ):
        number = found.count(fate)  # type: ignore[arg-type]
        if number:
            yield f"  {number} {says}"
    for caught in found.found:
        if caught.fate == "undecided":
            yield f"  missed, or no difference: {caught.mutant.name} ({caught.mutant.span})"


def _verify(ruleset: Ruleset, folder: Path, json: bool) -> None:
    index = index_of(folder, ruleset.name)
    changed = index.get("digest") != ruleset.system.digest
    known: dict[Any, list[TransitionSystem]] = {}

    def machines(scope: str, reading: Any, rulings: Any) -> list[TransitionSystem]:
        given = reading if isinstance(reading, dict) else {}
        ruled = {q: given[q] for q in rulings} if isinstance(rulings, list) and given.keys() >= set(rulings) else {}
        key = (scope, tuple(sorted(given.items())), tuple(ruled))
        if key not in known:
            known[key] = [ruleset.transition_system(scope, given, ruled, direct=d) for d in (False, True)]
        return known[key]

    found: list[Verified] = []
    interrupted = False
    try:
        with progress(f"{ruleset.name}, vectors") as tell:
            for one in verify(folder, index, machines):
                found.append(one)
                tell(f"{len(found)} replayed")
    except KeyboardInterrupt:
        interrupted = True
    wrong = [one for one in found if one.problem]
    if json:
        print_json({
            "ruleset": ruleset.name, "rules_changed": changed, "vectors": len(found),
            "actions": sum(one.actions for one in found), "agree": not wrong and not interrupted,
            "problems": [{"file": one.file, "scope": one.scope, "problem": one.problem} for one in wrong],
        })  # fmt: skip
    else:
        for one in wrong:
            say(f"{one.file}: {one.problem}", "red")
        if changed:
            say("the rules have changed since these vectors were made")
        agree = f"{count(len(found), 'vector')}, {len(found) - len(wrong)} agree with the rules, on both machines"
        say(agree, "red" if wrong else "green")
    if interrupted:
        err().print("interrupted: not every vector was replayed")
        raise typer.Exit(INTERRUPTED)
    if wrong or changed:
        raise typer.Exit(FALLS_SHORT)
