"""A ruleset as data: its rules, lowered, and the files beside them. What is code is among them for who quotes it alone,
as text: who unpacks a ruleset never runs it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from ruleslawyer.base.diagnostics import InternalError
from ruleslawyer.base.files.content import content
from ruleslawyer.ir.system import System
from ruleslawyer.project.config import RulesetConfig
from ruleslawyer.rulebook.answers.inputs import files_read
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.studies.cluster.portable import from_bytes, to_bytes

CODE = ".py"


@dataclass(frozen=True, slots=True)
class Parcel:
    """settings: with folders below the project's. files: by their names below it."""

    settings: RulesetConfig
    system: System
    files: Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class Packed:
    """A parcel as bytes; the same rules and files have the same name."""

    name: str
    data: bytes


def pack(ruleset: LoadedRuleset, *, quoted: bool = False) -> Packed:
    """A ruleset packed as data that another machine can work with. `quoted`: its sources too, as text."""
    root, config = ruleset.root, ruleset.config
    files = {
        file.relative_to(root).as_posix(): content(file)
        for file in sorted(set(files_read(root, config)))
        if (quoted or file.suffix != CODE) and file.is_relative_to(root)
    }
    data = to_bytes(Parcel(_below(config, root, Path()), ruleset.system, files))
    return Packed(hashlib.blake2b(data, digest_size=20).hexdigest(), data)


def unpack(data: bytes, folder: Path) -> tuple[RulesetConfig, System]:
    """Write the files into a folder, and give what stands in none."""
    found = from_bytes(data)
    if not isinstance(found, Parcel):
        raise InternalError("what was sent is no ruleset")
    for name, data in found.files.items():
        place = (folder / name).resolve()
        if not place.is_relative_to(folder.resolve()):
            raise InternalError(f"what was sent has a file {name}")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    return _below(found.settings, Path(), folder), found.system


def _below(config: RulesetConfig, before: Path, after: Path) -> RulesetConfig:
    """The same settings with folders below another one."""

    def move(folder: Path) -> Path:
        return after / (folder.relative_to(before) if folder.is_relative_to(before) else folder.name)

    return replace(
        config, spec=move(config.spec), scopes=move(config.scopes), findings=move(config.findings),
        host=_below(config.host, before, after) if config.host else None,
    )  # fmt: skip
