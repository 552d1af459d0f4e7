"""A project: the folder whose pyproject.toml has [tool.ruleslawyer], and the rulesets that it lists."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from ruleslawyer import __version__
from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.base.files.toml import Table, read_toml
from ruleslawyer.project.modules import expect_all_in_list, modules_of
from ruleslawyer.project.settled import Settled, read_answers, rulings_in

FILE = "pyproject.toml"
LANGUAGE = "0.2"
"""The version of the rule language that is read here, the first of all; docs/releases/ has a page for each."""
_KEYS = ("title", "source", "on", "modules", "checks", "spec", "scopes", "findings")
_EXAMPLE = 'add a table [tool.ruleslawyer.rulesets.<id>] with title = "…"'


@dataclass(frozen=True, slots=True)
class RulesetConfig:
    """The settings of one ruleset in pyproject.toml. Folders are absolute; modules are dotted names, in order: each
    imports only earlier ones."""

    name: str
    title: str
    modules: tuple[str, ...]
    checks: tuple[str, ...]
    spec: Path
    scopes: Path
    findings: Path
    source: str | None
    host: RulesetConfig | None = None
    """The ruleset that this one is played on: its modules come first, its clauses are assumed."""
    settled: Settled = ()
    """The answers that were given, which its model follows."""
    by_chapter: bool = False
    """Whether the project asks that files and rules stand as the book's chapters do: else that is advice."""

    @property
    def rules(self) -> tuple[str, ...]:
        """The modules of the rules, the host's first."""
        return (*(self.host.modules if self.host else ()), *self.modules)


@dataclass(frozen=True, slots=True)
class Project:
    root: Path
    rulesets: Mapping[str, RulesetConfig]

    @classmethod
    def load(cls, path: Path) -> Project:
        """The project that `path` lies in; a UsageError where it lies in none."""
        found = cls.find(path)
        if found is None:
            raise UsageError(
                "no ruleslawyer project here or in any folder above",
                mend=f"name the project's folder with --project DIR, or in {FILE} {_EXAMPLE}",
            )
        return found

    @classmethod
    def bundled(cls) -> Project | None:
        """The rulesets that come with the tool: inside the package where that is installed, else in its repository.

        A folder that the user names has to be a project: these rulesets are no answer to a typing mistake."""
        package = Path(__file__).parents[1]
        inside = package / "bundled"
        return cls.find(inside if inside.is_dir() else package.parents[1])

    @classmethod
    def find(cls, path: Path) -> Project | None:
        """The project that `path` lies in: the nearest folder upward that declares one."""
        start = path.resolve()
        for folder in (start, *start.parents):
            file = folder / FILE
            if file.is_file():
                settings = read_toml(file, FILE)
                tool = settings.data.get("tool", {})
                if isinstance(tool, dict) and "ruleslawyer" in tool:
                    return cls(folder, _rulesets(settings.table("tool").table("ruleslawyer", _EXAMPLE), folder))
        return None

    def ruleset(self, name: str) -> RulesetConfig:
        """The ruleset of that id, or a UsageError that lists what there is."""
        if name in self.rulesets:
            return self.rulesets[name]
        raise UsageError(f"no ruleset `{name}` in this project", place=FILE, mend=nearest(name, self.rulesets))


def _rulesets(tool: Table, root: Path) -> dict[str, RulesetConfig]:
    tool.expect_keys(("rulesets", "language", "by_chapter"), "[tool.ruleslawyer]")
    _expect_language(tool)
    tables = tool.table("rulesets", _EXAMPLE)
    if not tables.data:
        raise tool.wrong("the project lists no ruleset", _EXAMPLE, "rulesets")
    rulesets = {name: _entry(tables, name) for name in tables.data}
    by_chapter = tool.truth("by_chapter")
    found = {name: _config(name, table, root, by_chapter=by_chapter) for name, table in rulesets.items()}
    guests = {name: table.text("on") for name, table in rulesets.items() if "on" in table}
    return {
        name: replace(config, host=_host(name, guests, found, rulesets[name])) if name in guests else config
        for name, config in found.items()
    }


def _expect_language(tool: Table) -> None:
    """Refuse a project of another language: its mistakes would be none, and its rules others."""
    language = tool.text("language", LANGUAGE)
    if not re.fullmatch(r"\d+\.\d+", language):
        raise tool.wrong(f"`{language}` is no version of the language", f'language = "{LANGUAGE}"', "language")
    said, own = (tuple(map(int, version.split("."))) for version in (language, LANGUAGE))
    if said < own:
        about = f"this project is written in language {language}, which no release reads"
        raise tool.wrong(about, f'write language = "{LANGUAGE}"; `ruleslawyer lint` says what else', "language")
    if said > own:
        about = f"this project is written in language {language}, and this tool reads up to {LANGUAGE}"
        raise tool.wrong(about, f"install ruleslawyer {language} or newer; here is {__version__}", "language")


def _entry(tables: Table, name: str) -> Table:
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        mend = "use lower-case letters, digits and `_`, such as `harbour`"
        raise tables.wrong(f"`{name}` cannot be the id of a ruleset", mend, name)
    return tables.table(name, _EXAMPLE)


def _host(name: str, guests: Mapping[str, str], found: Mapping[str, RulesetConfig], table: Table) -> RulesetConfig:
    """The host of a guest: another ruleset of the project, which is no guest itself."""
    host = guests[name]
    if host == name:
        mend = "name the ruleset that gives the base rules"
        raise table.wrong(f"`{name}` cannot be played on itself", mend, "on")
    if host not in found:
        others = [other for other in found if other != name]
        mend = nearest(host, others) if others else "list the host as a ruleset of its own"
        raise table.wrong(f"no ruleset `{host}` in this project to play `{name}` on", mend, "on")
    if host in guests:
        about = f"`{host}` is a guest itself, on `{guests[host]}`, so nothing can be played on it"
        raise table.wrong(about, f"name a host that says no `on`, or take `on` off `{host}`", "on")
    for key, listed in (("modules", found[name].modules), ("checks", found[name].checks)):
        for number, module in enumerate(listed):
            if module in found[host].modules:
                about = f"module `{module}` is listed by `{name}` and by its host `{host}`"
                raise table.wrong(about, "a guest lists its own modules alone", key, number)
    return found[host]


def _config(name: str, table: Table, root: Path, *, by_chapter: bool) -> RulesetConfig:
    table.expect_keys(_KEYS, f"[tool.ruleslawyer.rulesets.{name}]")
    title, source = table.text("title", name), table.text("source") if "source" in table else None
    folders = {key: _folder(table, key, usual, root) for key, usual in (
        ("spec", f"spec/{name}"), ("scopes", f"checks/{name}/scopes"), ("findings", f"findings/{name}"),
    )}  # fmt: skip
    modules = modules_of(table, "modules", root, f"model.{name}")
    checks = modules_of(table, "checks", root, f"checks.{name}")
    met: set[str] = set()
    for key, listed in (("modules", modules), ("checks", checks)):
        for number, module in enumerate(listed):
            if module in met:
                raise table.wrong(f"module `{module}` is listed twice", "list each module once", key, number)
            met.add(module)
    for key, folder in (("modules", f"model.{name}"), ("checks", f"checks.{name}")):
        expect_all_in_list(table, key, root, folder, met)
    return RulesetConfig(
        name=name,
        title=title,
        modules=modules,
        checks=checks,
        spec=folders["spec"],
        scopes=folders["scopes"],
        findings=folders["findings"],
        source=source,
        settled=rulings_in(read_answers(root, name)),
        by_chapter=by_chapter,
    )


def _folder(table: Table, key: str, usual: str, root: Path) -> Path:
    """A folder of the project, which need not be there yet."""
    name = table.text(key, usual)
    try:
        path = root / name
        if not path.is_dir() and os.path.lexists(path):
            mend = "name the folder that has these files"
            raise table.wrong(f"`{key}` names {name}, which is no folder", mend, key)
    except ValueError as error:  # what no file system takes
        raise table.wrong(f"`{key}` is no name of a folder", f'{key} = "…"', key) from error
    return path
