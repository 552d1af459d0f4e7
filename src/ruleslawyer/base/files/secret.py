"""The user's secret, by which this machine knows what it made for this user, and folders that are the user's own."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
import stat
from contextlib import suppress
from functools import cache
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


SIZE = 32
"""Bytes, of the secret and of what is sealed with it."""
_MACHINE = "/etc/machine-id"


def secret_file() -> Path | None:
    """The file of the secret, in the user's folder for state of programs. None where the user has no home."""
    named = os.environ.get("XDG_STATE_HOME")
    try:
        return (Path(named) if named else Path.home() / ".local" / "state") / "ruleslawyer" / "secret"
    except RuntimeError:
        return None


def keyed_digest(file: Path, kind: str, *parts: bytes) -> bytes:
    """A digest that nobody can work out who does not know the secret in this file."""
    known = hmac.new(_secret(file), digestmod="sha256")
    for part in (kind.encode(), *parts):
        known.update(hashlib.sha256(part).digest())
    return known.digest()


def usable(file: Path | None) -> bool:
    """Whether there is a secret, or one could be made; a UsageError where others may know the one that is there."""
    if file is None:
        return False
    try:
        _secret(file)
    except OSError:
        return False
    return True


@cache
def _secret(file: Path) -> bytes:
    """The secret, made as it is first asked for; an OSError where it cannot be, a UsageError where it is no secret."""
    with suppress(FileNotFoundError):
        return _read(file)
    make_own(file.parent)
    expect_own(file.parent, "name another one with XDG_STATE_HOME")
    new = file.with_name(f".{file.name}.{secrets.token_hex(8)}")
    handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        os.write(handle, secrets.token_bytes(SIZE))
        os.fsync(handle)
        with suppress(FileExistsError):  # another process was first
            os.link(new, file)
    finally:
        os.close(handle)
        new.unlink(missing_ok=True)
    return _read(file)


def _read(file: Path) -> bytes:
    expect_own(file.parent, "name another one with XDG_STATE_HOME")
    place, mend = file.as_posix(), f"take it away, and a new one is made: rm '{file.as_posix()}'"
    found = os.lstat(file)
    if not stat.S_ISREG(found.st_mode):
        raise UsageError("the secret of kept code is no file", place, mend)
    if found.st_uid != os.geteuid():
        raise UsageError("the secret of kept code is another user's", place, mend)
    if stat.S_IMODE(found.st_mode) & 0o077:
        raise UsageError("others may read the secret of kept code, or write it", place, mend)
    handle = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)  # it is still that one: the folder is his
    try:
        data = os.read(handle, SIZE + 1)
    finally:
        os.close(handle)
    if len(data) != SIZE:
        raise UsageError("the secret of kept code is damaged", place, mend)
    return data


@cache
def machine() -> bytes:
    """The identity of this machine among others whose users share a home: code is made for one of them."""
    try:
        return Path(_MACHINE).read_bytes()
    except OSError:
        return os.uname().nodename.encode()
