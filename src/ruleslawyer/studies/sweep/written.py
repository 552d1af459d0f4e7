"""Files of a sweep: the least scope, the shortest play as a scenario, a finding's draft."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from ruleslawyer.base.files.content import write_together
from ruleslawyer.check.evidence.draft import draft_finding, sketch
from ruleslawyer.check.evidence.finding import findings_of, next_id
from ruleslawyer.check.scenario.record import record_if_possible
from ruleslawyer.check.scenario.suite import Suite
from ruleslawyer.exploration.explore import explore_graph, result_of
from ruleslawyer.rulebook.claims.met import Found, met_of, wrong_in
from ruleslawyer.rulebook.rulesets.loaded import LoadedProject, LoadedRuleset
from ruleslawyer.semantics.transition import TransitionSystem
from ruleslawyer.studies.sweep.outcome import DIFFER
from ruleslawyer.studies.sweep.position import kept_properties
from ruleslawyer.studies.sweep.report import Files, in_order, scope_file, scope_lines, scope_name
from ruleslawyer.studies.sweep.sweep import LIVE, New, Swept

PLAYLESS = (LIVE, DIFFER, "reading")
"""Kinds of which there is no play under the default reading."""


def write_files(folder: Path, ruleset: LoadedRuleset, found: Swept) -> dict[tuple[str, ...], Files]:
    """Everything in one go; a draft names its scope as if that lay among the ruleset's."""
    texts: dict[Path, str] = {}
    made: dict[tuple[str, ...], Files] = {}
    taken = [finding.id for finding in findings_of(ruleset)]
    for new in in_order(found):
        name = scope_name(new.met.key)
        scope = folder / f"{name}.toml"
        texts[scope] = scope_file(found.plan, new, kept_properties(ruleset))
        files = Files(scope.as_posix())
        again = _again(ruleset, found, new)
        if again is not None:
            system, shown = again
            finding, text = draft_finding(folder / "findings", next_id(taken), sketch(shown, ruleset.system), name, {})
            taken.append(finding.name.partition("-")[0])
            texts[finding] = text
            scenario = folder / "scenarios" / f"{name}.toml"
            play = _scenario(ruleset, system, found, new, shown)
            if play:
                texts[scenario] = play
            files = Files(files.scope, scenario.as_posix() if play else None, finding.as_posix())
        made[new.met.key] = files
    for path in texts:
        path.parent.mkdir(parents=True, exist_ok=True)
    write_together(texts)
    return made


def _again(ruleset: LoadedRuleset, found: Swept, new: New) -> tuple[TransitionSystem, Found] | None:
    """Meets a new thing once more in its least scope."""
    if new.met.kind in PLAYLESS:
        return None
    _, scope = found.plan.scope(new.case.members, new.case.values)
    system = ruleset.in_scope(scope, brief=True)
    result = result_of(explore_graph(system, found.limits, large=True, workers=1))
    return next(((system, one) for one in wrong_in(result) if met_of(one).key == new.met.key), None)


def _scenario(ruleset: LoadedRuleset, system: TransitionSystem, found: Swept, new: New, shown: Found) -> str:
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
