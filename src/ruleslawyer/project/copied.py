"""An example of the cookbook in a project of one's own: its files, and its table in pyproject.toml."""

from __future__ import annotations

from pathlib import Path

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import toml_value, write_whole
from ruleslawyer.project.config import Project, RulesetConfig
from ruleslawyer.project.modules import module_file

_TABLE = "[tool.ruleslawyer.rulesets.{}]"


def copy(name: str, cookbook: Path, folder: Path) -> tuple[str, ...]:
    """Copy a ruleset, and the host that it is played on, from a project into another; the files, from there."""
    config = Project.load(cookbook).ruleset(name)
    wanted = (config.host, config) if config.host else (config,)
    project = Project.find(folder) if folder.is_dir() else None
    root = project.root if project else folder
    files = {path: text for one in wanted for path, text in _files(one, cookbook).items()}
    _expect_none(wanted, files, root, project)
    table = root / "pyproject.toml"
    before = table.read_text(encoding="utf-8").rstrip("\n") + "\n\n" if table.is_file() else ""
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        write_whole(root / path, text)
    write_whole(table, before + "\n".join(map(_table, wanted)))
    return (*files, table.name)


def _files(config: RulesetConfig, cookbook: Path) -> dict[str, str]:
    """The model, and what is checked of it."""
    found = [module_file(cookbook, module) for module in config.modules]
    found += sorted(path for path in config.scopes.parent.rglob("*.toml"))
    return {path.relative_to(cookbook).as_posix(): path.read_text(encoding="utf-8") for path in found}


def _table(config: RulesetConfig) -> str:
    """The entries of pyproject.toml for a ruleset."""
    keys = {"title": config.title, "modules": list(config.modules), "on": config.host.name if config.host else None}
    lines = [f"{key} = {toml_value(value)}" for key, value in keys.items() if value is not None]
    return "\n".join([_TABLE.format(config.name), *lines, ""])


def _expect_none(wanted: tuple[RulesetConfig, ...], files: dict[str, str], root: Path, project: Project | None) -> None:
    """Nothing of one's own is written over, so an example can be copied once."""
    mend = "copy it into another folder, or take what is there out first"
    for config in wanted:
        if project and config.name in project.rulesets:
            raise UsageError(f"this project has a ruleset `{config.name}` already", "pyproject.toml", mend)
    for path in files:
        if (root / path).exists():
            raise UsageError("this file is there already", path, mend)
