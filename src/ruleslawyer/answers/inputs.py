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
    checks = root / "checks" / config.name
    for folder in (checks, config.scopes, config.findings, config.spec, *((config.host.spec,) if config.host else ())):
        yield from (file for file in folder.rglob("*") if file.is_file() and "__pycache__" not in file.parts)
