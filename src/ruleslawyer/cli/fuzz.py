"""`ruleslawyer games --fuzz`: whole games, guided towards what was seen least, and what they meet that nobody knew."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ruleslawyer.api import Ruleset
from ruleslawyer.base.files.content import write_together
from ruleslawyer.cli import show
from ruleslawyer.cli.asking import ask_with_progress, asking
from ruleslawyer.cli.options import Json
from ruleslawyer.cli.output import UNSHRUNK, count, incomplete, leave, print_json, say, to_text, with_spaces
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C
from ruleslawyer.rulebook.claims.verdict import count_actions
from ruleslawyer.studies.fuzz.asked import Fuzz

if TYPE_CHECKING:
    from ruleslawyer.semantics.codec import Codec
    from ruleslawyer.studies.fuzz.fuzz import FuzzDiscovery, FuzzResult

SHOWN = 12
"""Names of a kind that are printed; the rest is counted."""


@asking(Fuzz)
def fuzz(ruleset: Ruleset, asked: Fuzz, *, json: Json = False) -> None:
    """Show what is new, and write it."""
    from ruleslawyer.semantics.codec import Codec

    write, system = asked.write, ruleset.transition_system(asked.scope)
    show.leave_knowledge_out(system.system)
    found = ask_with_progress(ruleset, asked, f"scope {asked.scope}")
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


def _write(ruleset: Ruleset, found: FuzzResult, codec: Codec, folder: Path) -> dict[str, list[str]]:
    """The files, by the names of scopes."""
    from ruleslawyer.studies.fuzz.report import plays, texts

    dumped = {name: to_text(play) for name, play in plays(found, codec)}
    made = texts(ruleset, found, folder, dumped)
    write_together(made)
    return {name: [p.as_posix() for p in made if p.name.partition(".")[0] == name] for name in dumped}


def _print(title: str, found: FuzzResult, codec: Codec) -> None:
    played = found.played
    way = "uniform" if found.uniform else "guided"
    say(f"{title}, scope {found.scope}, {way}, seed {found.seed}, {found.seconds:.1f} s", "bold")
    rate = f", {with_spaces(round(played.actions / played.seconds))} a second" if played.seconds else ""
    say(
        f"{count(played.games, 'game')} from number {found.first_game} on, {count(played.actions, 'action')}{rate}; "
        f"the longest of {count(played.longest, 'action')}"
    )
    ends = {
        "ended": "ended", "deadlocked": "came to a deadlock", "broke_off": "broke off in an event",
        "cut_off": "were cut off", "lost": "found no move among the choices drawn",
    }  # fmt: skip
    say("games that " + ", ".join(f"{text}: {with_spaces(played.by_end[how])}" for how, text in ends.items()))
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


def _print_find(find: FuzzDiscovery, codec: Codec) -> None:
    from ruleslawyer.rulebook.claims.result import calls

    say()
    say(str(find.met), "yellow")
    say(f"  first in game {find.first}, after {count_actions(find.unshrunk)}; {find.trace.length} are enough")
    if find.small is None:
        say(f"  no smaller scope was found: {', '.join(calls(find.trace, codec))}")
        return
    there = "; ".join(f"{sort}: {', '.join(names) or 'nobody'}" for sort, names in find.small.members.items())
    say(f"  a scope of its own: {there}")
    say(f"  {', '.join(find.small.play) or 'it is met at once'}")


def _print_sights(found: FuzzResult) -> None:
    """Prints what games saw, and what they never saw."""
    say()
    say("seen", "bold")
    say(f"{with_spaces(found.points)} different things were told of judgements, steps and properties")
    if not found.uniform:
        say(f"{with_spaces(found.states_kept)} states are kept that were the first to show one of them")
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
