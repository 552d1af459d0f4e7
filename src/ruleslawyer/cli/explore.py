"""`ruleslawyer explore`: every reachable state of a scope, one of each orbit, or on disk once memory is full."""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from ruleslawyer.api import Ruleset
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import write_whole
from ruleslawyer.base.files.kept import cache_folder, keyed_digest, secret_file, usable
from ruleslawyer.cli import show
from ruleslawyer.cli.asking import ask_within, asking
from ruleslawyer.cli.options import (
    Cluster,
    Compressed,
    Json,
    MemoryBeforeDisk,
    MostMemory,
    MostSeconds,
    MostStates,
    PlaySaved,
    PlayShown,
    expect_play,
)
from ruleslawyer.cli.output import (
    FALLS_SHORT,
    INTERRUPTED,
    UP_TO_A_CAP,
    err,
    print_json,
    progress,
    say,
    to_text,
    with_spaces,
)
from ruleslawyer.cli.remembered import UNCHANGED, Fresh, new_events
from ruleslawyer.cli.remote import cluster_at
from ruleslawyer.exploration.asked import Symmetric
from ruleslawyer.exploration.explore import NATIVE, SMALL, EngineName, Explore, explore_scope
from ruleslawyer.play.saved import play_document, saved_as
from ruleslawyer.rulebook.answers.store import Digests
from ruleslawyer.rulebook.claims.expected import Expectations, expectation_of, falls_short
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C, Limits, Progress, counting
from ruleslawyer.rulebook.claims.result import ScopeResult, scope_json, violated_property
from ruleslawyer.rulebook.claims.verdict import UP_TO
from ruleslawyer.rulebook.kept.rules import tool
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.rulebook.scopes.found import SECONDS, note_seconds
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.trace import Trace
from ruleslawyer.semantics.transition import TransitionSystem


def question_of(system: TransitionSystem) -> str:
    """A secret name for this search, of the rules, the scope, the reading, the tool and the user, by which it is told
    from any other. Where the user can have no secret, it is one of this command, and no other goes on with the
    search."""
    asked, file = _search_digest(system), secret_file()
    if file is None or not usable(file):
        return asked.hex() + secrets.token_hex()
    return asked.hex() + keyed_digest(file, "search", asked).hex()


def _search_digest(system: TransitionSystem) -> bytes:
    asked = system.system, system.scope, dict(system.reading), tuple(sorted(system.rulings))
    return Digests().of(asked) + tool()


def folder_of(system: TransitionSystem) -> Path | None:
    """A folder in the cache; None where nothing is cached."""
    cache = cache_folder()
    return None if cache is None else cache / "searches" / _search_digest(system).hex()[:20]


def search_on_disk(
    system: TransitionSystem, folder: Path, limits: Limits, progress: Progress | None, workers: int | None
) -> ScopeResult:
    # It loads the compiler.
    from ruleslawyer.base.processes.executor import processors
    from ruleslawyer.exploration.disk import explore_beyond

    return explore_beyond(system, folder, question_of(system), limits, progress, workers or processors())


def searched_by(
    cluster: str, ruleset: LoadedRuleset, scope: str, reading: Mapping[str, str], rulings: Mapping[str, str],
    folder: Path, limits: Limits, progress: Progress | None,
) -> ScopeResult:  # fmt: skip
    """Searched in a folder by the workers of a cluster."""
    from ruleslawyer.exploration.disk import SearchSubject, explore_together

    asked, others = SearchSubject(ruleset, scope, reading, rulings), cluster_at(cluster, [ruleset])
    assert others is not None
    return explore_together(asked, folder, question_of(asked.system), limits, others, progress)


def where_states_lie(folder: Path, result: ScopeResult, *, keep: bool) -> str:
    """The folder of the states, and how to go on."""
    taken = sum(path.stat().st_size for path in folder.iterdir())
    where = f"searched on disk: {taken / 1e6:.1f} MB in {folder}"
    if result.complete:
        return where if keep else f"{where}, which is removed"
    return f"{where}; the same command goes on from the last whole level"


# Long: its parameters are the options of the verb.
@asking(Explore)
def explore(
    ruleset: Ruleset,
    asked: Explore,
    *,
    max_states: MostStates = None,
    max_seconds: MostSeconds = None,
    memory: MemoryBeforeDisk = None,
    contract: Annotated[bool, typer.Option("--contract", help="Count with forced passes contracted.")] = False,
    trace: PlayShown = None,
    save: PlaySaved = None,
    disk: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Search on disk, in this folder; one that broke off there goes on. Without it, one that outgrows "
            "--memory takes a folder in the cache.",
        ),
    ] = None,
    cluster: Cluster = None,
    no_disk: Annotated[bool, typer.Option("--no-disk", help="Stop where states take more than --memory.")] = False,
    compress: Compressed = "auto",
    fresh: Fresh = False,
    json: Json = False,
) -> None:
    """Show what was found."""
    scope, readings, rulings = asked.scope, asked.reading or {}, asked.rulings or {}
    engine, workers = asked.engine, asked.workers
    expect_play(trace, save)
    system = asked.system(ruleset)
    if compress != "auto" and engine == "networkx":
        raise UsageError("the reference explorer keeps states as they are", "--compress", "use it with --engine native")
    limits = Limits.here(max_states, max_seconds, memory, compress)
    if disk is not None and (engine == "networkx" or no_disk):
        raise UsageError("only the native engine searches on disk", "--disk", "leave the other option out")
    if cluster is not None and (disk is None or workers is not None):
        mend = "name a folder that all its machines see with --disk, and leave --workers out"
        raise UsageError("a cluster searches on a disk that its machines share", "--cluster", mend)
    where = disk
    if disk is None and memory is not None and not no_disk and engine != "networkx":
        where = folder_of(system)
    known = False

    def search() -> ScopeResult:
        with progress(f"{ruleset.name}, scope {scope}") as report:
            told = counting(report)
            if cluster is not None and disk is not None:
                return searched_by(cluster, ruleset, scope, readings, rulings, disk, limits, told)
            if where is not None and (disk is not None or where.exists()):
                return search_on_disk(system, where, limits, told, workers)
            result = explore_scope(system, None, limits, told, engine, workers)
            if where is not None and result.stopped == limits.out_of_memory:
                return search_on_disk(system, where, limits, told, workers)
            return result

    if where is None and limits == Limits(memory=limits.memory) and workers is None:
        from ruleslawyer.check.explored import recall_or_explore

        result, known = recall_or_explore(ruleset, scope, readings, rulings, engine, search, fresh=fresh)
    else:
        result = search()
    if not known and engine == "auto" and (result.complete or result.seconds > SECONDS):
        note_seconds(ruleset.root, ruleset.name, {scope: result.seconds})
    if where is not None and where.exists() and not json:
        say(where_states_lie(where, result, keep=disk is not None))
    if where is not None and disk is None and result.complete:
        shutil.rmtree(where, ignore_errors=True)
    show_result(ruleset, asked, result, trace=trace, save=save, json=json, contract=contract, known=known)


# Long: a result is shown as text and as JSON, beside a play that is printed and saved.
def show_result(
    ruleset: Ruleset, asked: Explore | Symmetric, result: ScopeResult, *,
    trace: str | None, save: Path | None, json: bool, contract: bool = False, known: bool = False,
) -> None:  # fmt: skip
    """Print a result, with its play to what is named, and leave with its exit code."""
    readings, rulings = asked.reading or {}, asked.rulings or {}
    system, _, _ = ruleset.under(readings, rulings)
    codec = Codec(system, result.scope)
    interrupted = result.stopped == BY_CTRL_C
    chosen = None if trace is None or interrupted else _play_of(result, trace)
    broken = violated_property([one for one in result.verdicts if one.name in system.checks], trace or "")
    if save is not None and chosen is not None:
        write_whole(save, to_text(saved_as(save, chosen, codec, rulings, broken)))
    unexpected = _surprises(result, ruleset.expectations(), asked.scope)
    if json:
        found = scope_json(ruleset.name, result, codec)
        if contract and found["contracted"]:
            found |= found["contracted"]
        if chosen is not None:
            found["trace"] = play_document(chosen, codec, rulings, broken)
        print_json(found)
    else:
        large = result.scope.large if asked.engine == "auto" and isinstance(asked, Explore) else None
        title = f"{ruleset.title}, scope {asked.scope}"
        noted = asked.engine == "auto" and result.complete  # one that is named is tried out, and leaves no note
        news = new_events(ruleset, result, [asked.scope, dict(readings), dict(rulings)]) if noted else ()
        _print(
            title,
            result,
            codec,
            chosen,
            unexpected,
            news,
            contract=contract,
            large=large,
            known=known,
            asked_for=asked.engine,
        )
        if chosen is not None:
            from ruleslawyer.cli import calls  # for who asks for a play

            calls.after(ruleset, result.scope, chosen)
    if interrupted:
        err().print("interrupted: this is what was found so far; it is incomplete")
        raise typer.Exit(INTERRUPTED)
    capped = {v.name for v in result.verdicts if v.word == UP_TO}
    if not result.complete or result.unreplayed or not capped.issuperset(unexpected):
        raise typer.Exit(FALLS_SHORT)
    if unexpected:
        raise typer.Exit(UP_TO_A_CAP)


def _print(
    title: str, result: ScopeResult, codec: Codec, chosen: Trace | None, unexpected: Sequence[str],
    new: Collection[int], *, contract: bool, large: bool | None, known: bool, asked_for: EngineName,
) -> None:  # fmt: skip
    """One screen. unexpected: properties that fall short. new: numbers of events that the rules before their last
    change did not have. large: where the engine was left to choose, whether the scope
    says that it is large."""
    say(f"{title}, {result.engine}, {result.seconds:.1f} s", "bold")
    if known:
        say(UNCHANGED)
    if asked_for == NATIVE and result.engine == "networkx":
        say(f"--engine {asked_for} has no room for a number of this scope: explored by the reference explorer")
    if asked_for == "auto" and result.engine == "networkx" and result.states > SMALL:
        say("generated code has no room for a number of this scope, or was not to be had: explored by the reference")
    if large is not None and result.engine == "native":
        why = "a scope that says it is large" if large else f"more than {with_spaces(SMALL)} states"
        say(f"{why}: explored by generated code (--engine networkx for the reference)")
    show.counts(result, contract=contract)
    show.properties(result.verdicts, result.premises)
    if unexpected:
        say(f"not as expected: {', '.join(unexpected)}", "red")
    show.events(result, codec.system.name, new)
    show.hints(result, codec.system)
    if chosen is not None:
        say()
        show.play(chosen, codec)


def _surprises(result: ScopeResult, expected: Expectations, scope: str) -> list[str]:
    """The properties with another verdict than expected. What never comes up in one scope, or is off there, may come up
    in another: `check` looks at all of them."""
    return [
        v.name
        for v in result.verdicts
        if v.word != "VACUOUS"
        and not (v.word == "UNKNOWN" and v.off)
        and falls_short(v.word, expectation_of(expected, scope, v.name))
    ]


def _play_of(result: ScopeResult, wanted: str) -> Trace:
    plays = [e.trace for e in result.events] + [d.trace for d in result.deadlocks]
    kinds = [e.event.kind for e in result.events] + [show.DEADLOCK] * len(result.deadlocks)
    return show.chosen_play({v.name: v.trace for v in result.verdicts}, plays, wanted, kinds)


@asking(Symmetric)
def symmetry(
    ruleset: Ruleset, asked: Symmetric, *,
    max_states: MostStates = None, max_seconds: MostSeconds = None, memory: MostMemory = None,
    compress: Compressed = "auto", trace: PlayShown = None, save: PlaySaved = None, json: Json = False,
) -> None:  # fmt: skip
    """Show what was found, as of the whole graph."""
    expect_play(trace, save)
    limits = Limits.here(max_states, max_seconds, memory, compress)
    result = ask_within(ruleset, asked, limits)
    show_result(ruleset, asked, result, trace=trace, save=save, json=json)
