"""A report made: of a check that is run now, or of one that was written before."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json, expect_writable
from ruleslawyer.check.check import check_rulesets
from ruleslawyer.check.evidence.finding import finding_of
from ruleslawyer.check.explorations import Watch
from ruleslawyer.check.findings import try_each
from ruleslawyer.check.result import RulesetResult
from ruleslawyer.check.together import Together
from ruleslawyer.exploration.quotient import Views
from ruleslawyer.exploration.variants.impact import measure_impact
from ruleslawyer.rulebook.answers.store import users_answers
from ruleslawyer.rulebook.claims.limits import IMPACT_SECONDS
from ruleslawyer.rulebook.rulesets.loaded import LoadedProject, LoadedRuleset

if TYPE_CHECKING:
    from ruleslawyer.report.site import Playable

NAMED = 6
"""So many of what is left to ask are named."""


@dataclass(frozen=True)
class Reported:
    """A report that was written. document: what report.json.gz has; pages: where each site begins, or each single file;
    notes: what it lacks, in words; interrupted: it has what was found until then."""

    document: Json
    pages: tuple[Path, ...]
    notes: tuple[str, ...] = ()
    interrupted: bool = False


@dataclass(frozen=True)
class Wanted:
    """The form of a report. matrix: seconds for what every answer changes; text: the folder of the rulebooks; address:
    where the site will lie, by which links to its findings show a picture."""

    folder: Path
    rulesets: Sequence[str] | None = None
    scopes: Sequence[str] | None = None
    by: Sequence[Sequence[str]] = ()
    prove: bool = True
    timeout: float = 15.0
    matrix: float = IMPACT_SECONDS
    single_file: bool = False
    finding: str = ""
    live: bool = False
    address: str = ""

    def expect_possible(self) -> None:
        """Raise a `UsageError` where two wishes exclude each other, or something is missing, before anything is
        checked."""
        expect_writable(self.folder / "index.html", "--output")
        if self.finding and not self.single_file:
            raise UsageError("one finding is written as one file", "--finding", "add --single-file")
        if self.finding and len(self.rulesets or ()) != 1:
            raise UsageError("a finding is one of one rulebook's", "--finding", "name the rulebook, and one alone")
        if self.address and not re.fullmatch(r"https?://[^\s\"<>]+", self.address):
            raise UsageError(
                f"`{self.address[:60]}` is no address of a site", "--address", "such as https://example.org"
            )
        if self.address and self.single_file:
            raise UsageError("a file to be mailed has no address", "--address", "leave out --single-file")
        if self.live and self.single_file:
            raise UsageError("live pages need files beside them", "--live", "leave out --single-file")
        if self.live:
            from ruleslawyer.bridges.portable.linking import linker

            linker("--live")


def make_report(project: LoadedProject, wanted: Wanted, watch: Watch) -> Reported:
    """Check rulesets, and write what was found. A finding that there is not is a `UsageError` before anything is
    checked."""
    wanted.expect_possible()
    if wanted.finding:
        (name,) = wanted.rulesets or ()
        finding_of(project.ruleset(name), wanted.finding)
    results, found, notes, interrupted = _check(project, wanted, watch)
    from ruleslawyer.report.write import beside  # pages take a while to load

    files = beside(results)
    playable: dict[str, Playable] = {}
    if wanted.live:
        playable, code = _live(project, results, found, notes, watch)
        files |= code
    return Reported(found, tuple(_write(found, wanted, files, playable)), tuple(notes), interrupted)


def write_again(source: Path, wanted: Wanted) -> Reported:
    """Write what an earlier report says, and check nothing."""
    from ruleslawyer.report.document import check_document, read_document, select

    wanted.expect_possible()
    found = select(read_document(source), wanted.rulesets)
    with check_document(source):
        return Reported(found, tuple(_write(found, wanted, {})))


def _write(
    found: Json, wanted: Wanted, files: Mapping[str, str], playable: Mapping[str, Playable] | None = None,
) -> list[Path]:  # fmt: skip
    from ruleslawyer.report import write  # pages take a while to load

    if wanted.finding:
        return [write.write_finding(found, wanted.finding, wanted.folder)]
    if wanted.single_file:
        return write.write_single_files(found, wanted.folder)
    return [write.write_document(found, wanted.folder, dict(files), live=playable or {}, address=wanted.address)]


def _check(project: LoadedProject, wanted: Wanted, watch: Watch) -> tuple[list[RulesetResult], Json, list[str], bool]:
    """The results, the document that tells them, what it lacks, and whether Ctrl-C ended it."""
    rulesets: list[LoadedRuleset] = [project.ruleset(name) for name in wanted.rulesets or project.rulesets]
    views = Views(tuple(tuple(fields) for fields in wanted.by))
    results = list(
        check_rulesets(
            rulesets, wanted.scopes, prove=wanted.prove, timeout=wanted.timeout, watch=watch, views=views,
            answers=users_answers(),
        )
    )  # fmt: skip
    from ruleslawyer.report.checked import checked_result  # what draws tables takes a while to load
    from ruleslawyer.report.document import document

    interrupted = any(result.interrupted for result in results)
    of_each = list(zip(results, rulesets, strict=False))  # Ctrl-C leaves the last ones out
    checked, notes = [checked_result(of, result, watch, varied=True) for result, of in of_each], list[str]()
    if wanted.matrix and not wanted.finding and not interrupted:
        every = [
            measure_impact(of, one.scopes, one.others, wanted.matrix, watch, users_answers()) for one, of in of_each
        ]
        checked = [replace(one, impact=what) for one, what in zip(checked, every, strict=True)]
        interrupted = any(one.interrupted for one in every)
        notes += [_note_of(one.name, "scope", what.left_to_ask) for (one, _), what in zip(of_each, every, strict=True)]
    if wanted.matrix and not interrupted:
        alone = [_each(of, one, wanted, watch) for one, of in of_each]
        checked = [replace(one, alone=each) for one, (each, _) in zip(checked, alone, strict=True)]
        notes += [_note_of(one.name, "finding", left) for (one, _), (_, left) in zip(of_each, alone, strict=True)]
    return results, document(checked), [note for note in notes if note], interrupted


def _note_of(ruleset: str, of: str, names: Sequence[str]) -> str:
    """A note of what the time was not enough for; nothing where it was."""
    if not names:
        return ""
    named = ", ".join(names[:NAMED]) + (f" and {len(names) - NAMED} more" if len(names) > NAMED else "")
    about = f"{ruleset}: each answer by itself is left to ask of {of}{'s' * (len(names) > 1)} {named}"
    return f"{about}; the next report goes on, and --matrix gives more seconds"


def _each(
    ruleset: LoadedRuleset, result: RulesetResult, wanted: Wanted, watch: Watch
) -> tuple[list[Together], tuple[str, ...]]:
    """The outcome of each answer by itself, and the findings that are left; Ctrl-C keeps the report without."""
    try:
        scopes = [one.scope.name for one in result.scopes]
        return try_each(ruleset, scopes, wanted.matrix, watch, users_answers())
    except KeyboardInterrupt:
        return [], ()


def _live(
    project: LoadedProject, results: Sequence[RulesetResult], found: Json, notes: list[str], watch: Watch
) -> tuple[dict[str, Playable], dict[str, str]]:
    """The pages on which tables are played, and the code beside them; notes those that have no table."""
    from ruleslawyer.report.live.written import live, shared_files  # it makes code
    from ruleslawyer.report.site import Playable

    playable, files = {}, shared_files()
    for result, told in zip(results, found["rulesets"], strict=True):
        with watch(f"{result.name}: its rules as code, for live pages"):
            made = live(project.ruleset(result.name).by_the_book, result, told)
        playable[result.name] = Playable(made.moments, made.game)
        files |= {f"{result.name}/{path}": text for path, text in made.files.items()}
        notes += [f"{result.name}/{id_} has no live table: {why}" for id_, why in made.left.items()]
    return playable, files
