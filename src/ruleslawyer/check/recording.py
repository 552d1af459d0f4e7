"""A scenario file that is made of a play, and is run before it is written."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.write import expect_writable, write_whole
from ruleslawyer.check.evidence.draft import slug
from ruleslawyer.check.evidence.finding import finding_of
from ruleslawyer.check.explorations import Watch
from ruleslawyer.check.scenario.record import record
from ruleslawyer.check.scenario.suite import Suite
from ruleslawyer.check.shown import play_of_finding
from ruleslawyer.play.opened import SAVE, open_play
from ruleslawyer.play.replay import why_not
from ruleslawyer.rulebook.claims.as_json import calls
from ruleslawyer.rulebook.rulesets.loaded import LoadedProject, LoadedRuleset


def record_scenario(
    project: LoadedProject, play: Path | str, name: str | None, output: Path | None, watch: Watch
) -> Path:
    """Write the scenario of a play, which is a file or a finding (RULESET/ID); gives its file."""
    if isinstance(play, Path):
        found, about = open_play(project, play), play.name
    else:
        ruleset, _, id_ = play.partition("/")
        finding = finding_of(project.ruleset(ruleset), id_)
        found, about, name = play_of_finding(project.ruleset(ruleset), finding, watch), play, name or finding.title
    problem = why_not(found.system, found.trace)
    if problem:
        raise UsageError(f"this play does not replay: {problem}", about, SAVE)
    title = name or calls(found.trace, found.codec)[-1]
    path = output or found.ruleset.scenario_folder / f"{slug(title)}.toml"
    if path.exists():
        raise UsageError("this file exists already", str(path), "name another with --output")
    expect_writable(path, "--output")
    text = record(found.ruleset, found.system, found.trace, title)
    _expect_pass(project, found.ruleset, text, about)
    write_whole(path, text)
    return path


def _expect_pass(project: LoadedProject, ruleset: LoadedRuleset, text: str, about: str) -> None:
    """That a recorded scenario passes: what it cannot say, such as a cap, may keep it from that."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "recorded.toml"
        file.write_text(text, encoding="utf-8")
        suite = Suite(project, [file])
        (result,) = (suite.run(ruleset, one_) for _, one_ in suite.scenarios)
    if not result.passed:
        wrong = next((c for run_ in result.runs for c in run_.checked if not c.passed), None)
        why = f"expected {wrong.expected}, found {wrong.found}" if wrong else "the two machines disagree"
        raise UsageError(f"this play is no scenario: {why}", about, "scenarios know no caps and overrides")
