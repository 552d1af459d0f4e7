"""Everything that a check of a ruleset reads, to the letter: where none of it changed, the whole check is known."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from ruleslawyer.project.config import RulesetConfig, module_file


def inputs(root: Path, config: RulesetConfig) -> bytes:
    """A digest of the names and the bytes of the files."""
    found = hashlib.blake2b(digest_size=20)
    for file in sorted(set(_files(root, config))):
        content = file.read_bytes()
        found.update(f"{file.as_posix()}\0{len(content)}\0".encode("utf-8", "surrogateescape"))
        found.update(content)
    return found.digest()


def _files(root: Path, config: RulesetConfig) -> Iterator[Path]:
    """The project's settings, the modules, and all files of the folders that are the ruleset's own or its host's."""
    yield root / "pyproject.toml"
    for module in (*config.rules, *config.checks):
        file = module_file(root, module)
        if file.is_file():
            yield file
            packages = (folder / "__init__.py" for folder in file.parents if folder.is_relative_to(root))
            yield from filter(Path.is_file, packages)
    for folder in _folders(root, config):
        yield from (file for file in folder.rglob("*") if file.is_file() and "__pycache__" not in file.parts)


def _folders(root: Path, config: RulesetConfig) -> tuple[Path, ...]:
    """Those of which everything is read."""
    own = root / "checks" / config.name, config.scopes, config.findings, config.spec
    return (*own, config.host.spec) if config.host else own


def read_by(root: Path, config: RulesetConfig) -> Iterator[Path]:
    """The folders that a check of a ruleset reads files of."""
    yield from _folders(root, config)
    yield from (module_file(root, module).parent for module in (*config.rules, *config.checks))
