"""`ruleslawyer explore --simulate N --seed S`: random plays, and what they met."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rich.text import Text

from ruleslawyer.api import Ruleset
from ruleslawyer.base.files.content import write_whole
from ruleslawyer.cli import show
from ruleslawyer.cli.asking import asking
from ruleslawyer.cli.options import Json, MostMemory, MostSeconds, MostStates, PlaySaved, PlayShown, expect_play
from ruleslawyer.cli.output import UNSHRUNK, count, leave, print_json, print_table, progress, say, table, to_text
from ruleslawyer.cli.output import word as coloured
from ruleslawyer.exploration.asked import Simulate
from ruleslawyer.ir.system import System
from ruleslawyer.play.saved import play_document, saved_as
from ruleslawyer.play.sightings import KEPT
from ruleslawyer.play.simulate import SimulatedOccurrence, Simulation, simulation_json
from ruleslawyer.rulebook.claims.expected import expectation_of, name_in_print
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C, Limits, Progress
from ruleslawyer.rulebook.claims.occurrence import why_deadlock
from ruleslawyer.rulebook.claims.result import DeadlockResult, with_premises
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.trace import Trace


@asking(Simulate)
def simulate(
    ruleset: Ruleset, asked: Simulate, *,
    max_states: MostStates = None, max_seconds: MostSeconds = None, memory: MostMemory = None,
    trace: PlayShown = None, save: PlaySaved = None, json: Json = False,
) -> None:  # fmt: skip
    """Show what was met in the plays."""
    expect_play(trace, save)
    limits = Limits.here(max_states, max_seconds, memory)
    with progress(f"{ruleset.name}, scope {asked.scope}") as report:
        found = replace(asked, limits=limits, progress=_counting(report))(ruleset)
    system, expected = asked.system(ruleset), ruleset.expectations()
    codec = Codec(system.system, system.scope)
    interrupted = found.stopped == BY_CTRL_C
    chosen = None if trace is None or interrupted else _play_of(found, trace)
    broken = next((a.name for a in found.verdicts if a.name == trace and a.word == "VIOLATED"), "")
    if save is not None and chosen is not None:
        write_whole(save, to_text(saved_as(save, chosen, codec, found.rulings, broken)))
    if json:
        value = simulation_json(ruleset.name, found, codec)
        print_json(value if chosen is None else {**value, "trace": play_document(chosen, codec, found.rulings, broken)})
    else:
        print_simulation(ruleset.title, codec.system, found)
        if chosen is not None:
            say()
            show.play(chosen, codec)
    unexpected = any(
        _is_surprise(answer.word, expectation.verdict if expectation else None)
        for answer in found.verdicts
        for expectation in [expectation_of(expected, found.scope.name, answer.name)]
    )
    leave(found.stopped if interrupted else "", found.unreplayed or unexpected, UNSHRUNK)


def print_simulation(title: str, system: System, found: Simulation) -> None:
    """Counts, properties, events and hints, in the order in which `explore` prints them."""
    say(f"{title}, scope {found.scope.name}, simulation, seed {found.seed}, {found.seconds:.1f} s", "bold")
    more = "at least " if found.states == KEPT else ""
    say(
        f"{count(found.plays, 'play')}, {count(found.steps, 'action')}, {more}{count(found.states, 'state')}, "
        f"the longest play of {count(found.depth, 'action')}"
    )
    ends = {
        "ended the game": found.ended,
        "came to a deadlock": found.deadlocked,
        "broke off in an event": found.broke_off,
        "were cut off": found.cut_off,
        "found no move among the choices drawn": found.lost,
    }
    say("plays that " + ", ".join(f"{what}: {number}" for what, number in ends.items() if number or what[0] == "e"))
    if found.scope.shrunk:
        say(f"numbers of the book that this scope changes: {', '.join(found.scope.shrunk)}")
    show.limits(found.scope)
    if found.reading:
        say("reading: " + ", ".join(f"{k}={v}" for k, v in found.reading))
    if found.rulings:
        say("ruled: " + ", ".join(found.rulings))
    if found.stopped:
        say(f"{found.plays} of {found.asked} plays: {found.stopped}; what follows was found so far", "bold red")
    _properties(found)
    _events(found, system.name)
    never_taken = [name for name, times in found.taken if not times]
    for about, names in (
        ("live", [name_in_print(system, name) for name in found.never_live]),
        ("permitted", found.never_permitted),
        ("taken", never_taken),
    ):
        show.never(f"{about} in these plays", names)
    for wrong in found.unreplayed:
        say(f"INTERNAL ERROR: a trace does not replay: {wrong} (please report it)", "bold red")


def _properties(found: Simulation) -> None:
    rows = table("verdict", "property")
    for answer in sorted(found.verdicts, key=lambda answer: answer.word != "VIOLATED"):
        reason = with_premises(answer.reason, found.premises)
        rows.add_row(coloured(answer.word), show.cell(show.with_clauses(answer.name, answer.cites), reason))
    if rows.row_count:
        say()
        print_table(rows, least=sum(answer.word == "VIOLATED" for answer in found.verdicts))


def _events(found: Simulation, of: str) -> None:
    """Events and deadlocks, numbered as `--trace` takes them; first the violations, none of which is left out."""
    rows = table("#", "event", "about", numbers=(0,))
    for number, met in sorted(enumerate(found.events, 1), key=lambda told: not show.violates(told[1].result)):
        where = f"met in {met.plays} of {count(found.plays, 'play')}, first in {met.first}"
        rows.add_row(str(number), show.event_kind(met.result), show.event_cell(met.result, of, where))
    for number, dead in enumerate(found.deadlocks, len(found.events) + 1):
        rows.add_row(str(number), "deadlock", _deadlock(dead, found.plays))
    if rows.row_count:
        say()
        print_table(rows, least=sum(show.violates(met.result) for met in found.events))


def _deadlock(met: SimulatedOccurrence[DeadlockResult], plays: int) -> Text:
    result = met.result
    where = f"met in {met.plays} of {count(plays, 'play')}, first in {met.first}"
    return show.cell(why_deadlock(result), show.after(result.trace), where)


def _is_surprise(word: str, expected: str | None) -> bool:
    return (word == "VIOLATED" and expected != "VIOLATED") or (word == "REACHED" and expected == "VACUOUS")


def _counting(tell: Callable[[str], None]) -> Progress:
    return lambda plays, left, steps: tell(f"{plays} of {plays + left} plays, {steps} actions")


def _play_of(found: Simulation, wanted: str) -> Trace:
    plays = [met.result.trace for met in found.events] + [met.result.trace for met in found.deadlocks]
    return show.chosen_play({answer.name: answer.trace for answer in found.verdicts}, plays, wanted)
