"""Bytes that are kept between runs, in files of a folder that is the user's own. An answer lies behind a digest of it
and of what it is the answer to, and may travel. Code is executed: what lies before it takes the user's secret, by which
this machine knows what it made. Notes say something of the last run of a verb.
"""

from __future__ import annotations

import functools
import hashlib
import hmac
import json
import os
import secrets
import stat
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json, json_value, write_bytes_together
from ruleslawyer.base.files.content import content as contained


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


@functools.cache
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


@functools.cache
def machine() -> bytes:
    """The identity of this machine among others whose users share a home: code is made for one of them."""
    try:
        return Path(_MACHINE).read_bytes()
    except OSError:
        return os.uname().nodename.encode()


ANSWERS, CODE = ".answer", ".o"
"""What is kept, by how its files end."""
MOST_ANSWERS = 1 << 30
"""Bytes of answers, and of notes."""
MOST_CODE = 256 << 20
"""Bytes of code, of the processor's and of Python's; one file has some ten kilobytes."""
SHARE = 8
"""A process looks for what has to go as it first writes, and again after each such part of what may be there."""
LATELY = 3600
"""Seconds for which a process that first writes leaves it at what another one looked for: there are many files."""
_DIGEST = hashlib.sha256().digest_size
_written: dict[tuple[Path, str], int] = {}
"""Bytes that this process wrote since, by folder and kind."""


def cache_folder() -> Path | None:
    """The folder for things that are kept between runs: RULESLAWYER_CACHE, or the user's cache folder; None where that
    variable is empty. Nowhere where that variable is empty."""
    named = os.environ.get("RULESLAWYER_CACHE")
    if named is not None:
        return Path(named) if named else None
    home = os.environ.get("XDG_CACHE_HOME")
    return (Path(home) if home else Path.home() / ".cache") / "ruleslawyer"


def answers_folder() -> Path | None:
    """The folder for answers: RULESLAWYER_ANSWERS, which another machine may have filled, or the cache folder. Nowhere
    where that variable is empty."""
    named = os.environ.get("RULESLAWYER_ANSWERS")
    if named is not None:
        return Path(named) if named else None
    return cache_folder()


class Kept:
    """Files of one kind in a folder (None: nothing is kept), found by a key of any length. What is damaged, cannot be
    read or is of something else is as if it were not there; several processes may read and write. A folder that cannot
    be written is read, and no matter; one that is not the user's own is a UsageError. `most`: bytes, beyond which those
    go that were not read for longest."""

    def __init__(self, folder: Path | None, suffix: str, most: int) -> None:
        if folder is not None:
            named = os.environ.get("RULESLAWYER_ANSWERS")
            expect_own(folder, f"name another one with RULESLAWYER_{'ANSWERS' if named == str(folder) else 'CACHE'}")
        self._folder, self._suffix, self._most = folder, suffix, most
        self.damaged = 0
        """How many files that were there held something else."""

    @property
    def folder(self) -> Path | None:
        """Where they lie; None: nothing is kept."""
        return self._folder

    def read(self, key: bytes) -> bytes | None:
        if self._folder is None:
            return None
        file = self._file(key, self._folder)
        try:
            content = contained(file)
        except OSError:
            return None
        digest, data = content[:_DIGEST], content[_DIGEST:]
        if not data or not hmac.compare_digest(self._digest(file, key, data), digest):
            self.damaged += 1
            return None
        with suppress(OSError):
            os.utime(file)
        return data

    def write(self, key: bytes, data: bytes) -> None:
        if self._folder is None:
            return
        with suppress(OSError):
            make_own(self._folder)
            file = self._file(key, self._folder)
            write_bytes_together({file: self._digest(file, key, data) + data})
            place = self._folder, self._suffix
            if place not in _written:
                _written[place] = 0 if self._was_pruned_lately() else self._most
            _written[place] += len(data)
            if _written[place] > self._most // SHARE:
                _written[place] = 0
                self.prune()

    def forget(self, key: bytes) -> None:
        """Take one away, if it is there."""
        if self._folder is not None:
            with suppress(OSError):
                self._file(key, self._folder).unlink(missing_ok=True)

    def prune(self) -> tuple[int, int]:
        """Take away what was not read for longest, until no more than `most` bytes are left; the number of files that
        went, and of their bytes."""
        if self._folder is not None:
            with suppress(OSError):
                self._mark(self._folder).touch()
        files = self._files()
        left, gone, freed = self._most, 0, 0
        if sum(size for _, size, _ in files) > left:
            for _, size, path in sorted(files, reverse=True):
                left -= size
                if left < 0:
                    with suppress(OSError):
                        Path(path).unlink(missing_ok=True)
                        gone, freed = gone + 1, freed + size
        return gone, freed

    def _was_pruned_lately(self) -> bool:
        with suppress(OSError):
            return self._folder is not None and abs(time.time() - self._mark(self._folder).stat().st_mtime) < LATELY
        return False

    def _mark(self, folder: Path) -> Path:
        """The file that was touched as somebody last looked."""
        return folder / f"pruned{self._suffix.replace('.', '-')}"

    def size(self) -> tuple[int, int]:
        """The number of files, and of their bytes."""
        files = self._files()
        return len(files), sum(size for _, size, _ in files)

    def _files(self) -> list[tuple[float, int, str]]:
        """The moment when each was read last, its size, and its path: there may be tens of thousands."""
        found: list[tuple[float, int, str]] = []
        if self._folder is None:
            return []
        with suppress(OSError), os.scandir(self._folder) as entries:
            for entry in entries:
                if entry.name.endswith(self._suffix):
                    with suppress(OSError):
                        stat = entry.stat()
                        found.append((stat.st_mtime, stat.st_size, entry.path))
        return found

    def _file(self, key: bytes, folder: Path) -> Path:
        return folder / f"{hashlib.sha256(key).hexdigest()[:32]}{self._suffix}"

    def _digest(self, file: Path, key: bytes, data: bytes) -> bytes:
        """The digest of the data, as the answer to this question and to nothing else."""
        return hashlib.sha256(hashlib.sha256(key).digest() + data).digest()


class KeptCode(Kept):
    """Code that this machine made for this user, and no other: a seal of its name and bytes lies before them, which
    takes a secret from outside the folder. Without one no code is kept."""

    def __init__(self, folder: Path | None, most: int = MOST_CODE) -> None:
        super().__init__(folder, CODE, most)
        found = secret_file()
        if folder is not None and found is not None and found.resolve().is_relative_to(folder.resolve()):
            found = None  # whoever carries the folder carries the secret
        self._secret = found if folder is not None and usable(found) else None
        if self._secret is None:
            self._folder = None

    def foreign(self) -> int | None:
        """How many files are no code of this machine and user: they are never loaded. None: no code is kept."""
        if self._folder is None:
            return None
        found = 0
        for *_, path in self._files():
            file = Path(path)
            with suppress(OSError):
                content = contained(file)
                found += not hmac.compare_digest(self._digest(file, b"", content[_DIGEST:]), content[:_DIGEST])
        return found

    def _digest(self, file: Path, key: bytes, data: bytes) -> bytes:
        assert self._secret is not None
        return keyed_digest(self._secret, "code", machine(), file.name.encode(), data)


KINDS = {"answers": (answers_folder, ANSWERS), "code": (cache_folder, CODE)}
"""Where each kind is kept, and how its files end."""


def cache() -> Json:
    """How many files and bytes are kept of each kind, and where; of code also how many files another user or machine
    made, which are never loaded (None: no code is kept)."""
    found: Json = {}
    for name, (folder, suffix) in KINDS.items():
        of = folder()
        files, size = Kept(of, suffix, 0).size()
        found[name] = {"folder": of.as_posix() if of else None, "files": files, "bytes": size}
    found["code"]["foreign"] = KeptCode(cache_folder()).foreign()
    return found


def clear_cache(*kinds: str) -> Json:
    """Take away what is kept of some kinds, or all of it; nothing is lost but time. How many files and bytes went. A
    kind that is none is a `UsageError`."""
    for kind in kinds:
        if kind not in KINDS:
            raise UsageError(f"nothing of the kind `{kind[:60]}` is kept", "clear_cache", f"one of {', '.join(KINDS)}")
    gone = [Kept(folder(), suffix, 0).prune() for name, (folder, suffix) in KINDS.items() if name in (kinds or KINDS)]
    return {"files": sum(files for files, _ in gone), "bytes": sum(size for _, size in gone)}


T = TypeVar("T")


def write_note(root: Path, name: str, value: object) -> None:
    """Keep a value of JSON of a project under a name."""
    _store().write(_key(root, name), json.dumps(value).encode())


def read_note(root: Path, name: str, reading: Callable[[Any], T]) -> T | None:
    """A note as `reading` takes it; None where there is none, or none that it can read."""
    found = _store().read(_key(root, name))
    try:
        return None if found is None else reading(json_value(found))
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def _store() -> Kept:
    return Kept(cache_folder(), ANSWERS, MOST_ANSWERS)


def _key(root: Path, name: str) -> bytes:
    return f"note\0{root.resolve()}\0{name}".encode("utf-8", "surrogateescape")
