"""Other questions of `explore` about one scope, printed: analyses of its graph, its layout, and what a seat knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleslawyer.api import Ruleset
from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.base.files.content import Json as JsonObject
from ruleslawyer.base.files.content import write_whole
from ruleslawyer.cli import show
from ruleslawyer.cli.asking import ask_within, asking
from ruleslawyer.cli.options import (
    Compressed,
    Json,
    MostMemory,
    MostSeconds,
    MostStates,
    PlaySaved,
    PlayShown,
    expect_play,
)
from ruleslawyer.cli.output import count, leave, out, print_json, print_table, say, table, to_text
from ruleslawyer.exploration.asked import Analyse, Knowledge, StateLayout
from ruleslawyer.exploration.information import Information, InformationSetPlay
from ruleslawyer.play.saved import play_document, saved_as
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C, Limits
from ruleslawyer.rulebook.claims.result import calls, premises
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.trace import Trace

if TYPE_CHECKING:
    from ruleslawyer.engines.native.analyses import Analysis
    from ruleslawyer.engines.native.graph import Graph
    from ruleslawyer.engines.native.scope_data import Layout
    from ruleslawyer.engines.native.slots import Slot
    from ruleslawyer.exploration.native import NativeExploration


@asking(Analyse)
def analyse(
    ruleset: Ruleset, asked: Analyse, *,
    max_states: MostStates = None, max_seconds: MostSeconds = None, memory: MostMemory = None,
    compress: Compressed = "auto", trace: PlayShown = None, save: PlaySaved = None, json: Json = False,
) -> None:  # fmt: skip
    """Show the analyses of the graph."""
    from ruleslawyer.exploration.rules_seen import rule_activity  # it needs the native engine

    expect_play(trace, save)
    limits = Limits.here(max_states, max_seconds, memory, compress)
    analysed = ask_within(ruleset, asked, limits)
    found, graph, answers = analysed.found, analysed.graph, analysed.answers
    counts, system = found.found, found.system
    codec = Codec(system.system, system.scope)
    chosen = None if trace is None or counts.stopped == BY_CTRL_C else _play_of(graph, answers, trace)
    play = None if chosen is None else play_document(chosen, codec, system.rulings)
    if save is not None and chosen is not None:
        write_whole(save, to_text(saved_as(save, chosen, codec, system.rulings)))
    if json:
        value = _analyses_json(ruleset.name, found, graph, answers)
        print_json(value if play is None else {**value, "trace": play})
    else:
        size = f"{count(counts.size, 'state')}, {count(counts.transitions, 'transition')}"
        say(f"{ruleset.title}, scope {system.scope.name}: {size}", "bold")
        show.limits(system.scope)
        _table(answers, premises(system).text())
        for kind, names in rule_activity(graph, found.observation).items():
            if names:
                where = "here" if counts.complete else "in what was seen of it"
                say(f"{kind} {where}: {', '.join(names)}")
        if not counts.complete:
            say(f"INCOMPLETE: {counts.stopped}")
        if chosen is not None:
            say()
            show.play(chosen, codec)
    leave(counts.stopped)


def _table(answers: list[Analysis], under: str) -> None:
    rows = table("answer", "analysis")
    for answer in answers:
        rows.add_row(answer.word, f"{answer.name}\n{answer.text}; {under}")
    say()
    print_table(rows)


def _play_of(graph: Graph, answers: list[Analysis], wanted: str) -> Trace:
    """The play of an analysis by its name: of the first, where several pumps were found."""
    by_name = {answer.name: answer for answer in reversed(answers)}
    if wanted not in by_name:
        raise UsageError(f"there is no analysis `{wanted[:200]}`", "--trace", nearest(wanted, by_name))
    trace = by_name[wanted].trace(graph)
    if trace is None:
        raise UsageError(f"`{wanted}` has no play: {by_name[wanted].word}", "--trace", "choose one that was found")
    return trace


def _analyses_json(ruleset: str, found: NativeExploration, graph: Graph, answers: list[Analysis]) -> dict[str, object]:
    from ruleslawyer.exploration.rules_seen import rule_activity

    return {
        "ruleset": ruleset,
        "scope": found.system.scope.name,
        "reading": dict(found.system.reading),
        "rulings": sorted(found.system.rulings),
        "states": found.found.size,
        "transitions": found.found.transitions,
        "complete": found.found.complete,
        "stopped": found.found.stopped or None,
        "premises": premises(found.system).json(),
        "analyses": [{**answer.json(graph), "under": premises(found.system).text()} for answer in answers],
        "rules": {
            kind.replace(" ", "_"): list(names) for kind, names in rule_activity(graph, found.observation).items()
        },
    }


@asking(StateLayout)
def layout(ruleset: Ruleset, asked: StateLayout, *, json: Json = False) -> None:
    """Show where in a packed state each part of each field lies."""
    from ruleslawyer.engines.native.slots import slots_of

    packed = asked(ruleset)
    slots = [_slot_json(packed, slot) for slot in slots_of(packed)]
    if json:
        print_json(
            {
                "ruleset": ruleset.name,
                "scope": asked.scope,
                "reading": dict(asked.system(ruleset).reading),
                "bits": packed.bits,
                "words": packed.words,
                "slots": slots,
                "constants": {},  # what never changes is not known before a scope is explored
            }
        )
        return
    found = table("field", "word", "bits", "values", numbers=(1,))
    for row in slots:
        first, bits = row["shift"], row["bits"]
        place = f"{first}" if bits == 1 else f"{first}-{first + bits - 1}"
        values = f"{row['low']} to {row['high']}" if row["bounded"] else "any: nothing bounds it"
        found.add_row(row["field"], str(row["word"]), place, values)
    out().print(found)
    say(f"{packed.bits} bits in {packed.words} words of 64")


def _slot_json(layout: Layout, slot: Slot) -> JsonObject:
    """A slot as it is printed; `shift` may lead on into the next word."""
    return {
        "field": _slot_name(layout, slot),
        "word": slot.pieces[0].word,
        "shift": slot.pieces[0].shift,
        "bits": slot.bits,
        "low": slot.low,
        "high": slot.low + (1 << slot.bits) - 1,
        "bounded": not slot.is_open,
    }


def _slot_name(layout: Layout, slot: Slot) -> str:
    """The name of a slot: the field as an author writes it, and the part of it, such as a member of a set."""
    codec, (frame, field, keys) = Codec(layout.system, layout.scope), slot.cell
    if not field:
        return f"{frame} is open"
    part = slot.tokens[2 + len(keys) :]
    prefix = f"{frame}." if frame else ""
    name = f"{prefix}{field}{codec.keys(layout.places[frame, field].type, keys)}"
    if not part:
        return name
    (last,) = part
    return f"{name}{{{layout.scope.names[last[0]][last[1]]}}}" if isinstance(last, tuple) else f"{name}.{last}"


@asking(Knowledge)
def seat(
    ruleset: Ruleset, asked: Knowledge, *,
    max_states: MostStates = None, max_seconds: MostSeconds = None, memory: MostMemory = None, json: Json = False,
) -> None:  # fmt: skip
    """Show what the player knows."""
    limits = Limits.here(max_states, max_seconds, memory)
    found, known = ask_within(ruleset, asked, limits)
    system = found.system
    codec = Codec(system.system, system.scope)
    if json:
        print_json({
            "ruleset": ruleset.name, "scope": system.scope.name, "reading": dict(system.reading),
            "rulings": sorted(system.rulings), "premises": premises(system).json(), "engine": found.engine,
            "states": found.counts.states, **_knowledge_json(known, codec),
        })  # fmt: skip
    else:
        say(f"{ruleset.title}, scope {system.scope.name}, {found.engine}: what {asked.seat} knows", "bold")
        _print_knowledge(known, found.counts.states, codec)
    leave(known.cut)


def _print_knowledge(known: Information, states: int, codec: Codec) -> None:
    views, most = known.looks
    say(f"{count(states, 'state')}; {count(views, 'view')} of the table, one of them of {count(most, 'state')}")
    sets = f"{count(len(known.sets), 'information set')}, by all that {known.seat} saw and did along plays"
    say(f"{sets}; the largest of {count(known.largest.states, 'state')}:")
    _print_calls(known.largest, codec)
    if known.told_apart is None:
        say("what was seen earlier tells nothing that a look at the table does not tell")
    else:
        doubt = known.told_apart
        say(f"in {known.recalls} of them what was seen earlier tells more than a look; the first, where a look leaves")
        say(f"{count(doubt.looks, 'state')}, and all that was seen {count(doubt.states, 'state')}:")
        _print_calls(doubt, codec)
    if known.cut:
        say(f"INCOMPLETE: {known.cut}; of what lies beyond, nothing is said")


def _print_calls(doubt: InformationSetPlay, codec: Codec) -> None:
    for number, call in enumerate(calls(doubt.trace, codec)):
        say(f"{number:>5}  {call}")


def _knowledge_json(known: Information, codec: Codec) -> JsonObject:
    def doubt_json(doubt: InformationSetPlay) -> JsonObject:
        return {"play": calls(doubt.trace, codec), "states": doubt.states, "look": doubt.looks}

    return {
        "seat": known.seat, "views": known.looks[0], "largest_view": known.looks[1], "sets": len(known.sets),
        "depth": known.depth, "largest": doubt_json(known.largest), "told_apart": known.recalls,
        "first_told_apart": doubt_json(known.told_apart) if known.told_apart else None,
        "complete": not known.cut, "stopped": known.cut or None,
    }  # fmt: skip
