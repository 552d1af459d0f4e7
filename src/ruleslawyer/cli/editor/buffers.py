"""A project as it stands in an editor: the texts that are not saved yet in place of those on disk."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from ruleslawyer.rulebook.lint.fixes import copy_into
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

Texts = Mapping[Path, str]
"""The texts that an editor has open, saved or not, by path."""


@contextmanager
def edition(ruleset: LoadedRuleset, texts: Texts) -> Iterator[LoadedRuleset]:
    """The ruleset with those texts: itself where all of them are saved, else a copy elsewhere."""
    changed = {path: text for path, text in texts.items() if _differs(ruleset.root, path, text)}
    if not changed:
        yield ruleset
        return
    with TemporaryDirectory(prefix="ruleslawyer-") as folder:
        yield copy_into(ruleset, Path(folder).resolve(), changed)


def lines_of(path: Path, texts: Texts) -> list[str]:
    """The lines of a file without their ends; a single empty one where it cannot be read."""
    return [line.removesuffix("\r") for line in text_of(path, texts).split("\n")]


def text_of(path: Path, texts: Texts) -> str:
    """A file as it stands in the editor, or else on disk; nothing where it cannot be read."""
    if path in texts:
        return texts[path]
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""


def _differs(root: Path, path: Path, text: str) -> bool:
    """Whether a text is not what lies on disk, however its lines end."""
    return path.is_relative_to(root) and text.splitlines() != text_of(path, {}).splitlines()
