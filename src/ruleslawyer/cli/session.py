"""The project that a command works on, opened when a verb first asks for it."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.cli.output import err

if TYPE_CHECKING:  # no verb has to wait for what it does not need
    from ruleslawyer.api import Project, Ruleset


class Session:
    """`--project DIR`, and what is read from it."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder

    @classmethod
    def of(cls, project: Project) -> Session:
        """One that works on this project."""
        made = cls(project.root)
        made.__dict__["_project"] = project
        return made

    @cached_property
    def project(self) -> Project:
        """The project that is named, or that the current folder lies in; else the bundled one, which is said."""
        if self._project.bundled:
            err().print("no project here: the rulesets are those that come with ruleslawyer")
        return self._project

    @property
    def own(self) -> Project:
        """The project, to write into it: the bundled one is nobody's to change."""
        if self._project.bundled:
            about = "no project here, and nothing is written into the rulesets that come with ruleslawyer"
            raise UsageError(about, None, "make a project with `ruleslawyer init`, or name one with --project DIR")
        return self._project

    @cached_property
    def _project(self) -> Project:
        from ruleslawyer.api import Project

        return Project.here(self.folder)

    def ruleset(self, name: str) -> Ruleset:
        return self.project.ruleset(name)

    def rulesets(self, names: list[str] | None) -> list[Ruleset]:
        """The rulesets of these ids; all of them where none is named."""
        return [self.ruleset(name) for name in (names or self.project.rulesets)]


def ruleset_of(context: typer.Context, name: str) -> Ruleset:
    """The ruleset that a command names."""
    session: Session = context.obj
    return session.ruleset(name)


def read_under(reading: list[str] | None, ruling: list[str] | None) -> tuple[dict[str, str], dict[str, str]]:
    """The choices of `--reading`, and those of `--ruling`."""
    from ruleslawyer.rulebook.claims.readings import parse_choices, parse_rulings

    return parse_choices(reading or (), "--reading"), parse_rulings(ruling or ())
