"""The files of a commit, or of the working tree as it is now, in a folder for as long as they are needed."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import typer

from benchmarks.scopes import ROOT

NOBODY = {f"GIT_{who}_{what}": f"{value}" for who in ("AUTHOR", "COMMITTER") for what, value in (
    ("NAME", "nobody"), ("EMAIL", "nobody"), ("DATE", "2000-01-01T00:00:00Z"))}  # fmt: skip
"""Equal files make an equal commit, whoever asks and when."""


def commit_of(revision: str) -> str:
    """The whole name of a commit. `.` is the working tree, with new files: a commit that is on no branch."""
    if revision != ".":
        return _git(revision, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    with TemporaryDirectory() as place:
        own = {**NOBODY, "GIT_INDEX_FILE": f"{place}/index"}
        for words in (("read-tree", "HEAD"), ("add", "--all", ".")):
            _git(revision, *words, variables=own)
        tree = _git(revision, "write-tree", variables=own)
        return _git(revision, "commit-tree", tree, "-m", "the working tree", variables=own)


@contextmanager
def checkout(revision: str) -> Iterator[Path]:
    """The files of a commit."""
    with TemporaryDirectory() as place:
        root = Path(place) / "project"
        _git(revision, "worktree", "add", "-q", "--detach", str(root), revision)
        try:
            yield root
        finally:
            _git(revision, "worktree", "remove", "--force", str(root))


def _git(revision: str, *words: str, variables: Mapping[str, str] | None = None) -> str:
    made = subprocess.run(
        ["git", "-C", str(ROOT), *words], capture_output=True, text=True, env={**os.environ, **(variables or {})}
    )
    if made.returncode:
        raise typer.BadParameter(f"{revision} is no commit that is here: {made.stderr.strip()}")
    return made.stdout.strip()
