"""A project: the folder whose pyproject.toml has [tool.ruleslawyer], and the rulesets that it lists."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ruleslawyer.diagnostics import UsageError
from ruleslawyer.files.read import parse_toml, read_text

_FILE = "pyproject.toml"
_KEYS = ("title", "source", "on", "modules", "checks", "spec", "scopes", "findings")
_EXAMPLE = 'add a table [tool.ruleslawyer.rulesets.<id>] with title = "…" and modules = ["model.<id>.state", …]'


@dataclass(frozen=True, slots=True)
class RulesetConfig:
    """What pyproject.toml says about one ruleset. Folders are absolute; modules are dotted names, in order."""

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
                mend=f"name the project's folder with --project DIR, or in {_FILE} {_EXAMPLE}",
            )
        return found

    @classmethod
    def bundled(cls) -> Project | None:
        """The rulesets that come with the tool: inside the package where that is installed, else in its repository."""
        inside = Path(__file__).parent / "bundled"
        return cls.find(inside if inside.is_dir() else Path(__file__).parents[2])

    @classmethod
    def find(cls, path: Path) -> Project | None:
        """The project that `path` lies in: the nearest folder upward that declares one."""
        start = path.resolve()
        for folder in (start, *start.parents):
            file = folder / _FILE
            if file.is_file():
                text = read_text(file, _FILE)
                document = parse_toml(text, _FILE)
                tool = document.get("tool", {})
                if isinstance(tool, dict) and "ruleslawyer" in tool:
                    return cls(folder, _rulesets(tool["ruleslawyer"], folder, text))
        return None

    def ruleset(self, name: str) -> RulesetConfig:
        """The ruleset of that id, or a UsageError that lists what there is."""
        if name in self.rulesets:
            return self.rulesets[name]
        raise UsageError(f"no ruleset `{name}` in this project", place=_FILE, mend=_nearest(name, self.rulesets))


def module_file(root: Path, module: str) -> Path:
    return root.joinpath(*module.split(".")).with_suffix(".py")


def _rulesets(table: object, root: Path, text: str) -> dict[str, RulesetConfig]:
    if not isinstance(table, dict):
        raise UsageError("`tool.ruleslawyer` must be a table", place=_place(text, "ruleslawyer"), mend=_EXAMPLE)
    for key in table:
        if key != "rulesets":
            raise UsageError(
                f"unknown key `{key}` in [tool.ruleslawyer]", _place(text, key), _nearest(key, ("rulesets",))
            )
    rulesets = table.get("rulesets", {})
    if not isinstance(rulesets, dict) or not rulesets:
        raise UsageError("the project lists no ruleset", place=_place(text, "tool.ruleslawyer"), mend=_EXAMPLE)
    found = {name: _config(name, entry, root, text) for name, entry in rulesets.items()}
    guests = {name: entry["on"] for name, entry in rulesets.items() if "on" in entry}
    return {
        name: replace(config, host=_host(name, guests, found, text)) if name in guests else config
        for name, config in found.items()
    }


def _host(name: str, guests: Mapping[str, str], found: Mapping[str, RulesetConfig], text: str) -> RulesetConfig:
    """What a guest is played on: another ruleset of the project, which is no guest itself."""
    host, header = guests[name], f"tool.ruleslawyer.rulesets.{name}"
    place = _place(text, "on", header)
    if host == name:
        raise UsageError(f"`{name}` cannot be played on itself", place, "name the ruleset that gives the base rules")
    if host not in found:
        others = [other for other in found if other != name]
        mend = _nearest(host, others) if others else "list the host as a ruleset of its own"
        raise UsageError(f"no ruleset `{host}` in this project to play `{name}` on", place, mend)
    if host in guests:
        about = f"`{host}` is a guest itself, on `{guests[host]}`, so nothing can be played on it"
        raise UsageError(about, place, f"name a host that says no `on`, or take `on` off `{host}`")
    for module in (*found[name].modules, *found[name].checks):
        if module in found[host].modules:
            about = f"module `{module}` is listed by `{name}` and by its host `{host}`"
            raise UsageError(about, _place(text, "modules", header), "a guest lists its own modules alone")
    return found[host]


def _config(name: str, entry: object, root: Path, text: str) -> RulesetConfig:
    header = f"tool.ruleslawyer.rulesets.{name}"
    place = _place(text, header)
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        raise UsageError(
            f"`{name}` cannot be the id of a ruleset",
            place,
            "use lower-case letters, digits and `_`, such as `harbour`",
        )
    if not isinstance(entry, dict):
        raise UsageError(f"[{header}] must be a table", place, _EXAMPLE)
    for key in entry:
        if key not in _KEYS:
            raise UsageError(f"unknown key `{key}` in [{header}]", _place(text, key, header), _nearest(key, _KEYS))
    for key in ("title", "source", "on", "spec", "scopes", "findings"):
        if key in entry and not isinstance(entry[key], str):
            raise UsageError(f"`{key}` in [{header}] must be a text", _place(text, key, header), f'{key} = "…"')
    folders = {key: _folder(entry.get(key, usual), root, key, _place(text, key, header)) for key, usual in (
        ("spec", f"spec/{name}"), ("scopes", f"checks/{name}/scopes"), ("findings", f"findings/{name}"),
    )}  # fmt: skip
    modules = _modules(entry, "modules", header, text)
    checks = _modules(entry, "checks", header, text)
    for module in (twice for i, twice in enumerate(modules + checks) if twice in (modules + checks)[:i]):
        raise UsageError(f"module `{module}` is listed twice in [{header}]", place, "list each module once")
    for key, listed in (("modules", modules), ("checks", checks)):
        for module in listed:
            if not module_file(root, module).is_file():
                path = module_file(root, module).relative_to(root).as_posix()
                raise UsageError(
                    f"module `{module}` has no file {path}", _place(text, key, header), _near_file(root, module)
                )
    return RulesetConfig(
        name=name,
        title=entry.get("title", name),
        modules=modules,
        checks=checks,
        spec=folders["spec"],
        scopes=folders["scopes"],
        findings=folders["findings"],
        source=entry.get("source"),
    )


def _folder(name: str, root: Path, key: str, place: str) -> Path:
    """A folder of the project, which need not be there yet."""
    try:
        path = root / name
        if not path.is_dir() and os.path.lexists(path):
            raise UsageError(f"`{key}` names {name}, which is no folder", place, "name the folder that has these files")
    except ValueError as error:  # what no file system takes
        raise UsageError(f"`{key}` is no name of a folder", place, f'{key} = "…"') from error
    return path


def _modules(entry: dict[str, Any], key: str, header: str, text: str) -> tuple[str, ...]:
    value = entry.get(key, [])
    place = _place(text, key, header)
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise UsageError(f"`{key}` in [{header}] must be a list of module names", place, f'{key} = ["model.x.state"]')
    for item in value:
        if not all(part.isidentifier() for part in item.split(".")):
            raise UsageError(
                f"`{item}` is not the name of a module",
                place,
                'write dots, not slashes, and no ending: "model.x.state"',
            )
    return tuple(value)


def _place(text: str, key: str, header: str | None = None) -> str:
    """Where a key or table header stands; the file alone where it cannot be found (TOML has many spellings)."""
    lines = text.splitlines()
    first = next((i for i, line in enumerate(lines) if header and line.strip() == f"[{header}]"), -1)
    pattern = re.compile(rf'\s*(\[\s*{re.escape(key)}\s*\]|"?{re.escape(key)}"?\s*[.=])')
    for i, line in enumerate(lines):
        if i > first and pattern.match(line):
            return f"{_FILE}:{i + 1}"
    return _FILE if first < 0 else f"{_FILE}:{first + 1}"


def _near_file(root: Path, module: str) -> str:
    folder = module_file(root, module).parent
    names = sorted(path.stem for path in folder.glob("*.py")) if folder.is_dir() else []
    return _nearest(module.rsplit(".", 1)[-1], names) if names else "create the file, or take the module off the list"


def _nearest(name: str, known: Mapping[str, object] | tuple[str, ...] | list[str]) -> str:
    close = difflib.get_close_matches(name, list(known), n=1, cutoff=0.6)
    return f"did you mean `{close[0]}`?" if close else f"there is: {', '.join(f'`{k}`' for k in known)}"
