"""Folders that the tool makes are the user's alone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.kept import expect_own, make_own


def test_whatever_the_umask_is(tmp_path: Path) -> None:
    """A search on disk may make the cache, above its own folder."""
    cache = tmp_path / "cache"
    before = os.umask(0o002)
    try:
        make_own(cache / "searches" / "one")
    finally:
        os.umask(before)
    for folder in (cache, cache / "searches", cache / "searches" / "one"):
        expect_own(folder, "name another one")
        assert folder.stat().st_mode & 0o777 == 0o700


def test_the_refusal_says_in_one_line_what_to_do(tmp_path: Path) -> None:
    tmp_path.chmod(0o770)
    with pytest.raises(UsageError) as refused:
        expect_own(tmp_path, "name another one")
    assert refused.value.mend == f"chmod go-w '{tmp_path.as_posix()}', once you know what is in it, or name another one"
