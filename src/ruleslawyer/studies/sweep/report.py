"""A sweep's result: as JSON for scripts, and as files: the least scope, the shortest play, a finding's draft."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import fill

from ruleslawyer.base.files.content import Json, toml_key, toml_value, write_together
from ruleslawyer.check.evidence.draft import draft_finding, sketch
from ruleslawyer.check.evidence.finding import findings_of, next_id
from ruleslawyer.check.scenario.record import record_if_possible
from ruleslawyer.check.scenario.suite import Suite
from ruleslawyer.exploration.explore import explore_graph, result_of
from ruleslawyer.rulebook.claims.occurrence import Found, met_of, wrong_in
from ruleslawyer.rulebook.rulesets.loaded import LoadedProject, LoadedRuleset
from ruleslawyer.semantics.transition import TransitionSystem
from ruleslawyer.studies.sweep.outcome import DIFFER
from ruleslawyer.studies.sweep.plan import Plan, kept_properties
from ruleslawyer.studies.sweep.sweep import LIVE, Figures, SweepDiscovery, SweepResult

ENTRIES = ("sorts", "attributes", "grids", "defaults")
"""Tables of a scope whose entries are tables themselves."""


@dataclass(frozen=True, slots=True)
class Files:
    """The files written about something that was found: the least scope, the shortest play as a scenario, and the draft
    of a finding; None where there is none."""

    scope: str | None = None
    scenario: str | None = None
    finding: str | None = None


def sort_discoveries(found: SweepResult) -> list[SweepDiscovery]:
    """The new things in order: by kind, the least first."""
    return sorted(found.new.values(), key=lambda new: (new.met.kind, *new.case.size, new.met.key))


def figures_json(figures: Figures) -> Json:
    return {
        "cards": list(figures.members),
        "every": figures.numbering.total,
        "exhaustive": figures.exhaustive,
        "impossible": figures.impossible,
        "refused": figures.refused,
        "dealt": int(figures.dealt.sum()),
        "whole": int(figures.whole.sum()),
        "met": int(figures.met.sum()),
    }


def document(
    ruleset: str, result: SweepResult, fields_kept: Iterable[str], files: Mapping[tuple[str, ...], Files]
) -> Json:
    """A sweep as JSON; `files`: what was written."""
    return {
        "ruleset": ruleset,
        "base": result.plan.base,
        "sort": result.plan.sort,
        "by_type": result.plan.by_type or None,
        "varied": list(dict.fromkeys(f.name for f in result.plan.factors)),
        "strength": result.strength,
        "complete": not result.stopped,
        "stopped": result.stopped or None,
        "scopes": result.scopes,
        "whole": result.whole,
        "bounded": result.bounded,
        "refusals": result.refusals,
        "states": result.states,
        "given": result.given,
        "by_hand": result.by_hand,
        "compared": result.compared,
        "positions_keep": list(fields_kept),
        "fixed": dict(result.plan.fixed),
        "combinations": [figures_json(row) for row in result.figures],
        "found": [_new(result.plan, new, files.get(new.met.key, Files())) for new in sort_discoveries(result)],
        "seconds": round(result.seconds, 3),
    }


def position_of(plan: Plan, new: SweepDiscovery) -> str:
    """The kind of the beginning: given or reached."""
    return "given" if plan.is_given(new.case.members, new.case.values) else "reached"


def _new(plan: Plan, new: SweepDiscovery, files: Files) -> Json:
    return {
        **new.met.json(),
        "cards": list(new.case.members),
        "values": new.case.values,
        "position": position_of(plan, new),
        "states": new.states,
        "least": new.shrunk,
        "play": list(new.met.play),
        "file": files.scope,
        "scenario": files.scenario,
        "finding": files.finding,
    }


def scope_name(key: Iterable[str]) -> str:
    """The name of a scope about this."""
    words = re.findall(r"[a-z0-9]+", " ".join(key).lower())
    return "_".join(words)[:80].strip("_")


POSITIONS = {
    "given": "The beginning is given, and not reached by play: it keeps every property that always holds",
    "reached": "The beginning is that of the rules: they set up the game",
}


def scope_file(plan: Plan, new: SweepDiscovery, kept: Sequence[str]) -> str:
    """The least scope as a file that can be put among the ruleset's scopes. kept: what always holds."""
    lines = [f"# Found by a sweep: {new.met}"]
    if new.met.play:
        lines.append(f"# The play: {', '.join(new.met.play)}")
    position = position_of(plan, new)
    names = fill(", ".join(kept), 118, initial_indent="#   ", subsequent_indent="#   ").splitlines()
    lines += [f"# {POSITIONS[position]}.", *(names if position == "given" else [])]
    return "\n".join([*lines, *scope_lines(plan, new)]) + "\n"


def scope_lines(plan: Plan, new: SweepDiscovery, within: str = "") -> list[str]:
    """The lines of its scope file; `within`: a table in which they stand."""
    made, _ = plan.scope(new.case.members, new.case.values)
    return document_lines({**made, "title": f"{new.met.title}: {values_text(new.case.values)}"}, within)


def scope_text(document: Json, comments: Iterable[str]) -> str:
    """A scope as a file says it."""
    return "\n".join([*comments, *document_lines(document)]) + "\n"


def document_lines(document: Json, within: str = "") -> list[str]:
    """The lines of a scope's document, its title first; `within`: a table in which it stands."""
    lines = [f"[{within}]"] if within else []
    lines.append(f"title = {toml_value(document['title'])}")
    plain = {k: v for k, v in document.items() if k != "title" and not isinstance(v, dict)}
    lines += [f"{toml_key(k)} = {toml_value(v)}" for k, v in plain.items()]
    for table, entries in document.items():
        if isinstance(entries, dict) and entries:
            lines += ["", f"[{within + '.' if within else ''}{table}]", *_entries(table, entries)]
    return lines


def _entries(table: str, entries: Json) -> Iterable[str]:
    for key, value in entries.items():
        if table in ENTRIES and isinstance(value, dict):
            yield from (f"{toml_key(key)}.{toml_key(inner)} = {toml_value(v)}" for inner, v in value.items())
        else:
            yield f"{toml_key(key)} = {toml_value(value)}"


def values_text(values: Json) -> str:
    """Values of factors in a line."""
    return ", ".join(f"{name} = {toml_value(value)}" for name, value in values.items()) or "all as usual"


PLAYLESS = (LIVE, DIFFER, "reading")
"""Kinds of which there is no play under the default reading."""


def write_files(folder: Path, ruleset: LoadedRuleset, result: SweepResult) -> dict[tuple[str, ...], Files]:
    """Everything in one go; a draft names its scope as if that lay among the ruleset's."""
    texts: dict[Path, str] = {}
    made: dict[tuple[str, ...], Files] = {}
    taken = [finding.id for finding in findings_of(ruleset)]
    for new in sort_discoveries(result):
        name = scope_name(new.met.key)
        scope = folder / f"{name}.toml"
        texts[scope] = scope_file(result.plan, new, kept_properties(ruleset))
        files = Files(scope.as_posix())
        again = _again(ruleset, result, new)
        if again is not None:
            system, shown = again
            finding, text = draft_finding(folder / "findings", next_id(taken), sketch(shown, ruleset.system), name, {})
            taken.append(finding.name.partition("-")[0])
            texts[finding] = text
            scenario = folder / "scenarios" / f"{name}.toml"
            play = _scenario(ruleset, system, result, new, shown)
            if play:
                texts[scenario] = play
            files = Files(files.scope, scenario.as_posix() if play else None, finding.as_posix())
        made[new.met.key] = files
    for path in texts:
        path.parent.mkdir(parents=True, exist_ok=True)
    write_together(texts)
    return made


def _again(ruleset: LoadedRuleset, found: SweepResult, new: SweepDiscovery) -> tuple[TransitionSystem, Found] | None:
    """Meets a new thing once more in its least scope."""
    if new.met.kind in PLAYLESS:
        return None
    _, scope = found.plan.scope(new.case.members, new.case.values)
    system = ruleset.in_scope(scope, brief=True)
    result = result_of(explore_graph(system, found.limits, large=True, workers=1))
    return next(((system, one) for one in wrong_in(result) if met_of(one).key == new.met.key), None)


def _scenario(
    ruleset: LoadedRuleset, system: TransitionSystem, found: SweepResult, new: SweepDiscovery, shown: Found
) -> str:
    """The shortest play, which has passed as a scenario; empty where no scenario can say it."""
    made = "" if shown.trace is None else record_if_possible(ruleset, system, shown.trace, new.met.title)
    if not made:
        return ""
    top, _, rest = made.partition("\n[[scenario]]\n")
    lines = [line for line in top.splitlines() if line.strip() and not line.startswith("scope =")]
    text = "\n".join([*lines, "", *scope_lines(found.plan, new, "scope"), "", "[[scenario]]", rest])
    return text if _passes(ruleset, text) else ""


def _passes(ruleset: LoadedRuleset, text: str) -> bool:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "recorded.toml"
        file.write_text(text, encoding="utf-8")
        suite = Suite(LoadedProject.of(ruleset), [file])
        return all(suite.run(one, scenario).passed for one, scenario in suite.scenarios)
