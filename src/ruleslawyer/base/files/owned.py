"""Folders that are the user's own: nobody else owns them, and nobody else may write into them."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from ruleslawyer.base.diagnostics import UsageError


def expect_own(folder: Path, another: str) -> None:
    """Refuse a folder that others could have filled, which is a UsageError; one that is not there is nobody's.
    `another`: how the user names another one."""
    try:
        found = folder.stat()
    except (OSError, ValueError):
        return
    if not stat.S_ISDIR(found.st_mode):
        return
    whole = folder.absolute().as_posix()
    if found.st_uid != os.geteuid():
        raise UsageError("this folder is another user's, who could have put anything there", whole, another)
    if found.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        about = "others may write into this folder, and could have put anything there"
        raise UsageError(about, whole, f"chmod go-w '{whole}', once you know what is in it, or {another}")


def make_own(folder: Path) -> None:
    """Make a folder that is the user's alone, and those above it that are missing, whatever the umask is: one of them
    may be asked for as his own, too. What is there stays as it is."""
    for one in (*reversed(folder.parents), folder):
        if one == folder or not one.exists():
            one.mkdir(mode=0o700, exist_ok=True)
