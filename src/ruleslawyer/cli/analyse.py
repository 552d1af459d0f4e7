"""Analyses of the whole graph, printed: `ruleslawyer explore RULESET --analyse`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleslawyer.api import Ruleset
from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.base.files.write import write_whole
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
from ruleslawyer.cli.output import count, leave, print_json, print_table, say, table, to_text
from ruleslawyer.exploration.asked import Analyse
from ruleslawyer.play.saved import play_document, saved_as
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C, Limits
from ruleslawyer.rulebook.claims.premises import premises
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.trace import Trace

if TYPE_CHECKING:  # they need the native engine
    from ruleslawyer.engines.native.analyses import Analysis
    from ruleslawyer.engines.native.graph import Graph
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
        value = _json(ruleset.name, found, graph, answers)
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


def _json(ruleset: str, found: NativeExploration, graph: Graph, answers: list[Analysis]) -> dict[str, object]:
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
