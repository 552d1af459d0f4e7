"""A scenario recorded from a play: it is run before it is written, and it never overwrites."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import expect_writable, write_whole
from ruleslawyer.check.evidence.draft import slug
from ruleslawyer.check.scenario.record import record
from ruleslawyer.check.scenario.suite import Suite
from ruleslawyer.play.opened import SAVE, SavedPlay
from ruleslawyer.play.replay import replay_problem
from ruleslawyer.rulebook.claims.result import calls
from ruleslawyer.rulebook.rulesets.loaded import LoadedProject


def record_play(project: LoadedProject, found: SavedPlay, about: str, name: str | None, file: Path | None) -> Path:
    """Write a scenario of what a play shows, and give its file. about: where the play comes from, for messages; name:
    what it shows, by default the last action; file: by default among the ruleset's scenarios. A play that does not
    replay, or that no scenario can tell, is a `UsageError`."""
    problem = replay_problem(found.system, found.trace)
    if problem:
        raise UsageError(f"this play does not replay: {problem}", about, SAVE)
    title = name or calls(found.trace, found.codec)[-1]
    path = file or project.ruleset(found.ruleset.name).scenario_folder / f"{slug(title)}.toml"
    if path.exists():
        raise UsageError("this file exists already", str(path), "name another with --output")
    expect_writable(path, "--output")
    text = record(found.ruleset, found.system, found.trace, title)
    _expect_pass(project, found, text, about)
    write_whole(path, text)
    return path


def _expect_pass(project: LoadedProject, found: SavedPlay, text: str, about: str) -> None:
    """Raise a `UsageError` where a recorded scenario fails: what it cannot say, such as a cap, may keep it from
    passing."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "recorded.toml"
        file.write_text(text, encoding="utf-8")
        suite = Suite(project, [file])
        (result,) = (suite.run(found.ruleset, scenario) for _, scenario in suite.scenarios)
    if not result.passed:
        wrong = next((c for run in result.runs for c in run.checked if not c.passed), None)
        why = f"expected {wrong.expected}, found {wrong.found}" if wrong else "the two machines disagree"
        raise UsageError(f"this play is no scenario: {why}", about, "scenarios know no caps and overrides")
