"""Analyses of the whole graph, printed: `ruleslawyer explore RULESET --analyse`."""

from __future__ import annotations

from pathlib import Path

from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.base.files.write import write_whole
from ruleslawyer.cli import show
from ruleslawyer.cli.output import count, print_json, print_table, progress, say, table, to_text
from ruleslawyer.engines.native.analyses import Analysis, analyses
from ruleslawyer.engines.native.graph import Graph
from ruleslawyer.exploration.native import NativeExploration, explore_natively
from ruleslawyer.exploration.rules_seen import rule_activity
from ruleslawyer.play.saved import play_document, saved_as
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C, Limits, counting
from ruleslawyer.rulebook.claims.premises import premises
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.trace import Trace
from ruleslawyer.semantics.transition import TransitionSystem


def print_analyses(
    ruleset: str,
    title: str,
    system: TransitionSystem,
    limits: Limits,
    workers: int | None,
    trace: str | None,
    save: Path | None,
    json: bool,
) -> str:
    """Explore natively, analyse the graph and print what was found; why not everything was explored, if so."""
    with progress(f"{ruleset}, scope {system.scope.name}") as report:
        found = explore_natively(system, limits, counting(report), workers)
        graph = found.graph
        if isinstance(graph, str):
            raise UsageError(graph, "--analyse", "raise --memory, or choose a smaller scope")
        answers = analyses(graph, found.why_incomplete)
    counts, codec = found.found, Codec(system.system, system.scope)
    chosen = None if trace is None or counts.stopped == BY_CTRL_C else _play_of(graph, answers, trace)
    play = None if chosen is None else play_document(chosen, codec, system.rulings)
    if save is not None and chosen is not None:
        write_whole(save, to_text(saved_as(save, chosen, codec, system.rulings)))
    if json:
        value = _json(ruleset, found, graph, answers)
        print_json(value if play is None else {**value, "trace": play})
    else:
        size = f"{count(counts.size, 'state')}, {count(counts.transitions, 'transition')}"
        say(f"{title}, scope {system.scope.name}: {size}", "bold")
        show.limits(system.scope)
        _table(answers, premises(system).text())
        for kind, names in rule_activity(graph, found.observed).items():
            if names:
                where = "here" if counts.complete else "in what was seen of it"
                say(f"{kind} {where}: {', '.join(names)}")
        if not counts.complete:
            say(f"INCOMPLETE: {counts.stopped}")
        if chosen is not None:
            say()
            show.play(chosen, codec)
    return counts.stopped


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
        "rules": {kind.replace(" ", "_"): list(names) for kind, names in rule_activity(graph, found.observed).items()},
    }
