"""The project that a command works on, opened when a verb first asks for it."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from ruleslawyer.api import Project, Ruleset


class Session:
    """`--project DIR`, and what is read from it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @cached_property
    def project(self) -> Project:
        return Project.load(self.folder)

    def ruleset(self, name: str) -> Ruleset:
        return self.project.ruleset(name)

    def rulesets(self, names: list[str] | None) -> list[Ruleset]:
        """The rulesets of these ids; all of them where none is named."""
        return [self.ruleset(name) for name in (names or self.project.rulesets)]
