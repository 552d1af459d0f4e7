"""`ruleslawyer explore`: every reachable state of a scope, and every event met on the way."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from ruleslawyer.api import Ruleset
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.write import expect_writable, write_whole
from ruleslawyer.check.explored import recall_or_explore
from ruleslawyer.cli import complete, laid, on_disk, show
from ruleslawyer.cli.asking import asking
from ruleslawyer.cli.options import LONGEST, Cluster, Json, MostMemory
from ruleslawyer.cli.output import FALLS_SHORT, INTERRUPTED, err, leave, print_json, progress, say, to_text, with_spaces
from ruleslawyer.cli.remembered import UNCHANGED, Fresh, new_events
from ruleslawyer.exploration.explore import (
    MOST_IN_PYTHON,
    NATIVE,
    SMALL,
    EngineName,
    Explore,
    explore_scope,
    explore_symmetrically,
)
from ruleslawyer.play.saved import play_document, saved_as
from ruleslawyer.play.simulate import Player
from ruleslawyer.rulebook.claims.as_json import scope_json, violated_property
from ruleslawyer.rulebook.claims.expected import Expectations, expectation_of, falls_short
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C, Compress, Limits, counting, default_memory
from ruleslawyer.rulebook.claims.result import ScopeResult
from ruleslawyer.rulebook.scopes.found import SECONDS, note_seconds
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.trace import Trace


# Long: its parameters are the options of the verb; which of them go together is said in one place.
@asking(
    Explore, max_states="engine", max_seconds="engine", memory="engine", contract="engine", trace="engine",
    save="engine",
)  # fmt: skip
def explore(
    ruleset: Ruleset,
    asked: Explore,
    *,
    max_states: Annotated[
        int | None,
        typer.Option(min=1, help="Stop after this many states.", show_default=f"none; {MOST_IN_PYTHON} with networkx"),
    ] = None,
    max_seconds: Annotated[
        float | None, typer.Option(min=0, max=LONGEST, help="Stop after this long, the making of code included.")
    ] = None,
    memory: MostMemory = None,
    contract: Annotated[bool, typer.Option("--contract", help="Count with forced passes contracted.")] = False,
    trace: Annotated[
        str | None,
        typer.Option(
            metavar="N",
            help="Print the shortest play to event N, the first deadlock, or of a property (or an analysis), in full.",
            autocompletion=complete.properties,
        ),
    ] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Save that play, for `play FILE`; as FILE.itf.json in ITF.")
    ] = None,
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
    compress: Annotated[
        Compress,
        typer.Option(
            help="Keep the states of the native engine as trees, which takes less memory and the same answers; auto: "
            "where they take more than an eighth of --memory."
        ),
    ] = "auto",
    show_layout: Annotated[
        bool, typer.Option("--show-layout", help="Only print where each field lies in a packed state.")
    ] = False,
    family: Annotated[
        bool, typer.Option("--family", help="All readings at once: which questions matter, and what to answer first.")
    ] = False,
    question: Annotated[
        list[str] | None,
        typer.Option(
            metavar="QUESTION",
            help="With --readings: combine the options of these; may be repeated.",
            autocompletion=complete.questions,
        ),
    ] = None,
    symmetry: Annotated[
        bool, typer.Option("--symmetry", help="One state of each orbit of the members that the scope declares alike.")
    ] = False,
    analyse: Annotated[
        bool,
        typer.Option("--analyse", help="What the whole graph says: dead ends, rounds without end, pumps, winners."),
    ] = False,
    seat: Annotated[
        str | None,
        typer.Option("--as", metavar="PLAYER", help="What a player knows by all that he sees and does along plays."),
    ] = None,
    simulate: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Play N random plays, where a scope is too large to explore.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="With --simulate: the seed of the plays.", show_default="0")] = None,
    fresh: Fresh = False,
    json: Json = False,
) -> None:
    """Show what was found, or run what is a run of its own."""
    scope, readings, rulings = asked.scope, asked.reading or {}, asked.rulings or {}
    engine, workers = asked.engine, asked.workers
    modes = {
        "--show-layout": show_layout,
        "--readings": family,
        "--symmetry": symmetry,
        "--analyse": analyse,
        "--as": seat is not None,
        "--simulate": simulate is not None,
    }
    _expect_one_mode(
        [mode for mode, wanted in modes.items() if wanted],
        {
            "--question": bool(question),
            "--seed": seed is not None,
            "--contract": contract,
            "--workers": workers is not None,
            "--trace": trace is not None,
            "--engine networkx": engine == "networkx",
            "--compress": compress != "auto",
            "--disk": disk is not None,
            "--no-disk": no_disk,
            "--cluster": cluster is not None,
            "--fresh": fresh,
        },
    )
    if save is not None and trace is None:
        raise UsageError("there is no play to save", "--save", "name an event with --trace N")
    expect_writable(save, "--save")
    system = ruleset.transition_system(scope, readings, rulings)
    codec = Codec(system.system, system.scope)
    expected = ruleset.expectations()
    if show_layout:
        from ruleslawyer.cli.layout import print_layout  # it needs the native engine

        print_layout(ruleset.name, system, json)
        return
    if compress != "auto" and engine == "networkx":
        raise UsageError("the reference explorer keeps states as they are", "--compress", "use it with --engine native")
    limits = Limits(max_states, max_seconds, memory if memory is not None else default_memory(), compress=compress)
    if simulate is not None:
        from ruleslawyer.cli.simulate import run_simulation

        player = PLAYERS.get(engine, "auto")
        run_simulation(
            ruleset, system, simulate, seed or 0,
            limits=limits, trace=trace, save=save, json=json, player=player, workers=workers,
        )  # fmt: skip
        return
    if analyse:
        from ruleslawyer.cli.analyse import print_analyses  # it needs the native engine

        leave(print_analyses(ruleset.name, ruleset.title, system, limits, workers, trace, save, json))
        return
    if seat is not None:
        from ruleslawyer.cli.seat import print_seat

        leave(print_seat(ruleset.name, ruleset.title, system, seat, limits, engine, workers, json))
        return
    if family:
        from ruleslawyer.cli.family import print_family  # it needs the native engine

        leave(print_family(ruleset.name, ruleset.title, system, question or (), limits, workers, json))
        return
    if disk is not None and (engine == "networkx" or no_disk):
        raise UsageError("only the native engine searches on disk", "--disk", "leave the other option out")
    if cluster is not None and (disk is None or workers is not None):
        mend = "name a folder that all its machines see with --disk, and leave --workers out"
        raise UsageError("a cluster searches on a disk that its machines share", "--cluster", mend)
    where = disk
    if disk is None and memory is not None and not no_disk and engine != "networkx":
        where = on_disk.folder_of(system)
    known = False

    def search() -> ScopeResult:
        with progress(f"{ruleset.name}, scope {scope}") as report:
            told = counting(report)
            if symmetry:
                return explore_symmetrically(system, limits, told, workers)
            if cluster is not None and disk is not None:
                return on_disk.searched_by(cluster, ruleset, scope, readings, rulings, disk, limits, told)
            if where is not None and (disk is not None or where.exists()):
                return on_disk.search_on_disk(system, where, limits, told, workers)
            result = explore_scope(system, None, limits, told, engine, workers)
            if where is not None and result.stopped == limits.out_of_memory:
                return on_disk.search_on_disk(system, where, limits, told, workers)
            return result

    if where is None and not symmetry and limits == Limits(memory=limits.memory) and workers is None:
        result, known = recall_or_explore(ruleset, scope, readings, rulings, engine, search, fresh=fresh)
    else:
        result = search()
    if not known and engine == "auto" and (result.complete or result.seconds > SECONDS):
        note_seconds(ruleset.root, ruleset.name, {scope: result.seconds})
    if where is not None and where.exists() and not json:
        say(on_disk.where_states_lie(where, result, keep=disk is not None))
    if where is not None and disk is None and result.complete:
        on_disk.remove(where)
    interrupted = result.stopped == BY_CTRL_C
    chosen = None if trace is None or interrupted else _play_of(result, trace)
    broken = violated_property([one for one in result.verdicts if one.name in system.system.checks], trace or "")
    if save is not None and chosen is not None:
        write_whole(save, to_text(saved_as(save, chosen, codec, rulings, broken)))
    unexpected = _surprises(result, expected, scope)
    if json:
        found = scope_json(ruleset.name, result, codec)
        if contract and found["contracted"]:
            found |= found["contracted"]
        if chosen is not None:
            found["trace"] = play_document(chosen, codec, rulings, broken)
        print_json(found)
    else:
        large = system.scope.large if engine == "auto" and not symmetry else None
        title = f"{ruleset.title}, scope {scope}"
        noted = engine == "auto" and result.complete  # an engine that is named is tried out, and leaves no note
        news = new_events(ruleset, result, [scope, dict(readings), dict(rulings)]) if noted else ()
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
            asked_for=engine,
        )
        if chosen is not None:
            laid.after(ruleset, result.scope, chosen)
    if interrupted:
        err().print("interrupted: this is what was found so far; it is incomplete")
        raise typer.Exit(INTERRUPTED)
    if not result.complete or result.unreplayed or unexpected:
        raise typer.Exit(FALLS_SHORT)


PLAYERS: Mapping[EngineName, Player] = {"networkx": "interpreter", "native": "native"}
"""Who plays random plays, for an engine; else first the interpreter, and then generated code."""

FITS = {
    "--question": ("--readings",),
    "--seed": ("--simulate",),
    "--contract": ("",),
    "--workers": ("", "--readings", "--symmetry", "--analyse", "--as", "--simulate"),
    "--trace": ("", "--symmetry", "--analyse", "--simulate"),
    "--engine networkx": ("", "--as", "--simulate"),
    "--compress": ("", "--symmetry", "--analyse"),
    "--disk": ("",),
    "--no-disk": ("",),
    "--cluster": ("",),
    "--fresh": ("",),
}
"""Options that not every mode has a use for; without a name the exploration itself."""


def _expect_one_mode(modes: Sequence[str], given: Mapping[str, bool]) -> None:
    """At most one run of its own, with options that it has a use for."""
    if len(modes) > 1:
        raise UsageError(f"{' and '.join(modes)} are runs of their own", "explore", "use one of them")
    mode = modes[0] if modes else ""
    for option, wanted in given.items():
        if wanted and mode not in FITS[option]:
            mend = "leave one of them out" if mode else f"use it with {FITS[option][0]}"
            raise UsageError(f"{mode or 'a plain exploration'} has no use for it", option, mend)


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
    if large is not None and result.engine == "native":
        why = "a scope that says it is large" if large else f"more than {with_spaces(SMALL)} states"
        say(f"{why}: explored by generated code (--engine networkx for the reference)")
    show.counts(result, contract=contract)
    show.properties(result.verdicts, result.premises)
    if unexpected:
        say(f"not as expected: {', '.join(unexpected)}", "red")
    show.events(result, codec.system.name, new)
    show.hints(result)
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
