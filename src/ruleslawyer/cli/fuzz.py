"""`ruleslawyer fuzz`: whole games, guided towards what was seen least, and what they meet that nobody knew."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ruleslawyer.base.files.write import expect_writable, write_together
from ruleslawyer.cli import show
from ruleslawyer.cli.options import LONGEST, Json, Name
from ruleslawyer.cli.output import UNSHRUNK, count, incomplete, leave, print_json, progress, say, spaced, to_text
from ruleslawyer.cli.session import ruleset_of
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C, Limits, default_memory

if TYPE_CHECKING:
    from ruleslawyer.api import Ruleset
    from ruleslawyer.semantics.codec import Codec
    from ruleslawyer.studies.fuzz.fuzz import Find, Fuzzed

GAMES = "games.json"
SHOWN = 12
"""Names of a kind that are printed; the rest is counted."""


# Long: its parameters are the options of the verb, each with its help.
def fuzz(
    context: typer.Context,
    name: Name,
    scope: Annotated[str, typer.Option(metavar="SCOPE", help="The scope whose games are played.")] = "whole",
    minutes: Annotated[
        float | None,
        typer.Option(min=0.01, max=LONGEST, help="Play for so long; shrinking has a quarter more.", show_default="1"),
    ] = None,
    games: Annotated[
        int | None, typer.Option(min=1, max=10**9, help="Play so many games: the same for the same seed.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, max=2**63 - 1, help="Other games.")] = 1,
    max_actions: Annotated[int, typer.Option(min=1, max=60_000, help="Cut games off after so many actions.")] = 500,
    uniform: Annotated[bool, typer.Option("--uniform", help="Play at random, and learn nothing from it.")] = False,
    write: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help=f"Write what is found there, and what was learned, to go on from ({GAMES})."),
    ] = None,
    workers: Annotated[int | None, typer.Option(min=1, max=64, help="Threads.", show_default="all cores")] = None,
    json: Json = False,
) -> None:
    """Play whole games at random, see everything, and say what nobody knew.

    Games are guided: actions, choices and states that were seen least are
    played more, and a state that comes nearer to breaking a property is gone on
    from. New is an event or a deadlock that no finding names, and a property
    that is violated and expected to be nowhere. Each comes with a scope of its
    own: it begins shortly before, with the few cards that matter.

    The exit code is 1 when something new is found. Ctrl-C prints what was found
    so far; with --write the same command goes on from there. Nothing is said to
    hold: what was never met in so many games may be met in the next.

    Examples:

      ruleslawyer games daemons --fuzz

      ruleslawyer games megacorp --fuzz --minutes 10 --write build/fuzz

      ruleslawyer games mnemonic --fuzz --games 2000 --seed 7 --json
    """
    from ruleslawyer.base.processes.processors import processors
    from ruleslawyer.semantics.codec import Codec
    from ruleslawyer.studies.fuzz.fuzz import Fuzz
    from ruleslawyer.studies.fuzz.saved import Saved

    ruleset = ruleset_of(context, name)
    if write is not None:
        expect_writable(write / GAMES, "--write")
    system = ruleset.transition_system(scope)
    header = {
        "rules": ruleset.system.digest, "scope": sha256(repr(system.scope).encode()).hexdigest(), "seed": seed,
        "longest": max_actions, "guided": not uniform,
    }  # fmt: skip
    saved = None if write is None else Saved(write / GAMES, header)
    if minutes is None and games is None:
        minutes = 1.0
    with progress(f"{ruleset.name}, scope {scope}") as tell:
        found = Fuzz(
            ruleset, scope, seed=seed, minutes=minutes, games=games, longest=max_actions, uniform=uniform,
            workers=workers or processors(), limits=Limits(memory=default_memory()), saved=saved, tell=tell,
        ).result()  # fmt: skip
    codec = Codec(system.system, system.scope)
    files = {} if write is None else _write(ruleset, found, codec, write)
    if json:
        from ruleslawyer.studies.fuzz.report import document

        print_json(document(ruleset.name, found, codec, files))
    else:
        _print(ruleset.title, found, codec)
        for path in (path for paths in files.values() for path in paths):
            say(f"written: {path}")
    interrupted = found.stopped if found.stopped == BY_CTRL_C else ""  # games may go on for ever: their end is no fault
    leave(interrupted, found.finds or found.differ, UNSHRUNK)


def _write(ruleset: Ruleset, found: Fuzzed, codec: Codec, folder: Path) -> dict[str, list[str]]:
    """The files, by the names of scopes."""
    from ruleslawyer.studies.fuzz.report import plays, texts

    dumped = {name: to_text(play) for name, play in plays(found, codec)}
    made = texts(ruleset, found, folder, dumped)
    write_together(made)
    return {name: [p.as_posix() for p in made if p.name.partition(".")[0] == name] for name in dumped}


def _print(title: str, found: Fuzzed, codec: Codec) -> None:
    played = found.played
    way = "uniform" if found.uniform else "guided"
    say(f"{title}, scope {found.scope}, {way}, seed {found.seed}, {found.seconds:.1f} s", "bold")
    rate = f", {spaced(round(played.actions / played.seconds))} a second" if played.seconds else ""
    say(
        f"{count(played.games, 'game')} from number {found.first_game} on, {count(played.actions, 'action')}{rate}; "
        f"the longest of {count(played.longest, 'action')}"
    )
    ends = {
        "ended": "ended", "deadlocked": "came to a deadlock", "broke_off": "broke off in an event",
        "cut_off": "were cut off", "lost": "found no move among the choices drawn",
    }  # fmt: skip
    say("games that " + ", ".join(f"{text}: {spaced(played.by_end[how])}" for how, text in ends.items()))
    incomplete(found.stopped)
    for find in found.finds:
        _print_find(find, codec)
    if found.more:
        say()
        say(f"and {found.more} new things more, that were not made small", "yellow")
    if not found.finds:
        say()
        nothing = "nothing new was found; that is no proof that there is nothing"
        say(nothing if played.games else "no game was played: nothing is said of what is new")
    _print_sights(found)
    for wrong in found.differ:
        say(f"INTERNAL ERROR: engines differ: {wrong} (please report it)", "bold red")


def _print_find(find: Find, codec: Codec) -> None:
    from ruleslawyer.rulebook.claims.as_json import calls

    say()
    say(str(find.met), "yellow")
    say(f"  first in game {find.first}, after {find.unshrunk} actions; {len(find.trace)} are enough")
    if find.small is None:
        say(f"  no smaller scope was found: {', '.join(calls(find.trace, codec))}")
        return
    there = "; ".join(f"{sort}: {', '.join(names) or 'nobody'}" for sort, names in find.small.members.items())
    say(f"  a scope of its own: {there}")
    say(f"  {', '.join(find.small.play) or 'it is met at once'}")


def _print_sights(found: Fuzzed) -> None:
    """Prints what games saw, and what they never saw."""
    say()
    say("seen", "bold")
    say(f"{spaced(found.points)} different things were told of judgements, steps and properties")
    if not found.uniform:
        say(f"{spaced(found.states_kept)} states are kept that were the first to show one of them")
    ids = sorted({i for named in (*found.named.values(), *found.violated.values()) for i in named})
    say(f"events and deadlocks that findings name: {len(found.named)}, by {len(ids)} findings")
    for about, names in (
        ("that never mattered where it was looked", found.immaterial),
        ("properties violated, as expected", found.violated),
        ("situations reached", found.reached),
        ("situations not reached", found.unreached),
    ):
        if names:
            say(f"{about}: {_some(names)}")
    near = [f"{name} {far}" for name, far in sorted(found.nearest.items(), key=lambda item: item[1]) if far]
    if near:
        say(f"how near properties came to being broken, in steps of their parts: {_some(near)}")
    say(f"rules live: {found.could_be_live - len(found.never_live)} of {found.could_be_live}")
    if found.never_live:
        show.never("live", found.never_live)
    if found.never_taken:
        say(f"actions never taken: {', '.join(found.never_taken)}")
    if found.pairs_possible:
        say(f"pairs of keywords that came together in a choice: {len(found.pairs)} of {len(found.pairs_possible)}")


def _some(names: object) -> str:
    listed = [str(name) for name in names]  # type: ignore[attr-defined]
    more = f", and {len(listed) - SHOWN} more" if len(listed) > SHOWN else ""
    return ", ".join(listed[:SHOWN]) + more
