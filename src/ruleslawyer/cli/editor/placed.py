"""Mistakes outside of the model, each at its place: of the register, of scenarios and findings, of settings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ruleslawyer.base.diagnostics import ModelError, UsageError
from ruleslawyer.check.evidence.finding import findings_of, load_finding
from ruleslawyer.check.scenario.suite import suite_of
from ruleslawyer.cli.editor.texts import Texts
from ruleslawyer.project.config import FILE, Project
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

_LINE = re.compile(r":(\d+)(:\d+)?$")


@dataclass(frozen=True, slots=True)
class Placed:
    """A mistake with its mend, in a line of a file that counts from 1."""

    path: Path
    line: int
    text: str


def place_all(error: UsageError, files: Iterable[Path], otherwise: Path | None = None) -> Iterator[Placed]:
    """The mistakes of a `UsageError` in some files. otherwise: the file of those that name none of them, which are left
    out without it."""
    known = list(files)
    for one in (error, *error.also):
        place = one.place or ""
        line = _LINE.search(place)
        name = Path(place[: line.start()] if line else place).parts
        path = next((file for file in known if name and file.parts[-len(name) :] == name), otherwise)
        if path is not None:
            yield Placed(path, int(line[1]) if line else 1, _text(one.message, one.mend))


def settings_mistakes(path: Path) -> list[Placed]:
    """The mistakes of the settings of the project that a file lies in."""
    try:
        Project.find(path)
    except UsageError as error:
        return list(place_all(error, [file for folder in path.parents if (file := folder / FILE).is_file()]))
    except OSError:  # a name may be longer than any file's
        pass
    return []


def open_file_mistakes(ruleset: LoadedRuleset, now: LoadedRuleset, texts: Texts) -> list[Placed]:
    """The mistakes of each scenario file and each finding that is open, and where a finding is, of what findings say of
    each other. now: the ruleset with the texts that are not saved, whose model has no mistake."""
    found = dict[Placed, None]()
    findings = [path for path in texts if path.suffix == ".md" and path.is_relative_to(ruleset.config.findings)]
    for path in texts:
        if path.suffix == ".toml" and path.is_relative_to(ruleset.scenario_folder):
            suite = partial(suite_of, now, now.root / path.relative_to(ruleset.root))
            found |= dict.fromkeys(_mistakes_in(suite, [path], path))
    for path in findings:
        there = now.root / path.relative_to(ruleset.root)
        finding = partial(load_finding, there, now.register, now.by_the_book.system, now.scopes())
        found |= dict.fromkeys(_mistakes_in(finding, [path], path))
    if findings:
        every = sorted(ruleset.config.findings.glob("*.md"))
        found |= dict.fromkeys(_mistakes_in(partial(findings_of, now), every))
    return list(found)


def _mistakes_in(read: Callable[[], object], files: Iterable[Path], otherwise: Path | None = None) -> Iterator[Placed]:
    try:
        read()
    except UsageError as error:
        yield from place_all(error, files, otherwise)
    except ModelError as error:  # a scope of a scenario file's own
        if otherwise is not None:
            yield from (Placed(otherwise, one.span.line, _text(one.message, one.help)) for one in error.diagnostics)


def _text(message: str, mend: str | None) -> str:
    return "\n".join(filter(None, (message, mend)))
