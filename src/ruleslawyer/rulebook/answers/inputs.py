"""Everything that a check of a ruleset reads, to the letter: where none of it changed, the whole check is known."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Collection, Iterator
from pathlib import Path

from ruleslawyer.base.files.content import content as contained
from ruleslawyer.project.config import RulesetConfig
from ruleslawyer.project.modules import module_file
from ruleslawyer.rulebook.scopes.inherit import card_files


def inputs(root: Path, config: RulesetConfig, but: Collection[str] = (), *, rules_alone: bool = False) -> bytes:
    """A digest of the names and the bytes of the files, `but` those of these names; wherever the project lies, it is
    the same. `rules_alone`: rules, properties, scopes and the register, without findings, scenarios and what else is
    declared of them."""
    found = hashlib.blake2b(digest_size=20)
    for file in sorted(set(files_read(root, config, rules_alone=rules_alone))):
        if file.name in but:
            continue
        content = contained(file)
        name = Path(os.path.relpath(file, root)).as_posix()
        found.update(f"{name}\0{len(content)}\0".encode("utf-8", "surrogateescape"))
        found.update(content)
    return found.digest()


def files_read(root: Path, config: RulesetConfig, *, rules_alone: bool = False) -> Iterator[Path]:
    """The project's settings, the modules and what is declared beside them, all files of the folders that are the
    ruleset's own or its host's, and the lists of cards that its scopes name, wherever they lie."""
    yield root / "pyproject.toml"
    for module in (*config.rules, *config.checks):
        file = module_file(root, module)
        if file.is_file():
            yield file
            if module in config.rules or not rules_alone:
                yield from file.parent.glob("*.toml")  # how its table is drawn
            packages = (folder / "__init__.py" for folder in file.parents if folder.is_relative_to(root))
            yield from filter(Path.is_file, packages)
    for folder in _of_rules(config) if rules_alone else _folders(root, config):
        yield from _below(folder)
    for file in _below(config.scopes):
        if file.suffix == ".toml":
            yield from filter(Path.is_file, card_files(file))


def _below(folder: Path) -> Iterator[Path]:
    """The files in a folder and in those below it, links to folders followed; each folder once."""
    met = set[str]()
    for here, folders, files in os.walk(folder, followlinks=True):
        true = os.path.realpath(here)
        folders[:] = [name for name in folders if name != "__pycache__"] if true not in met else []
        met.add(true)
        yield from (file for name in files if (file := Path(here, name)).is_file())


def _folders(root: Path, config: RulesetConfig) -> tuple[Path, ...]:
    """The folders of which everything is read."""
    return root / "checks" / config.name, config.findings, *_of_rules(config)


def _of_rules(config: RulesetConfig) -> tuple[Path, ...]:
    own = config.scopes, config.spec
    return (*own, config.host.spec) if config.host else own


def read_by(root: Path, config: RulesetConfig) -> Iterator[Path]:
    """The folders that a check of a ruleset reads files of."""
    yield from _folders(root, config)
    yield from dict.fromkeys(file.parent for scope in _below(config.scopes) for file in card_files(scope))
    yield from (module_file(root, module).parent for module in (*config.rules, *config.checks))
