"""The folder of a search: what it is of, one checkpoint for each level, and what tasks have done; all of it JSON beside
the files of rows.

Code reads rows as they are, so they may be nobody's but who searches. His question is in no file: a digest of it tells
the folder, and what is noted there, files by their digests, lies behind a digest that takes it.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from ruleslawyer.base.arrays import Integers
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json, content, json_value, write_whole
from ruleslawyer.base.files.kept import expect_own, make_own
from ruleslawyer.engines.native.disk.runs import DamagedFileError, FileReference, digest, temporary_path
from ruleslawyer.engines.native.memory import PARTITIONS
from ruleslawyer.engines.native.states import LANES

PLAN, LOCK = "search.json", "lock"
_CHECKPOINT = re.compile(r"level-(\d+)\.json")


@dataclass(frozen=True)
class Level:
    """A whole level. For each share of the partitions: its states, by partition and in the order of their arrival;
    where forced passes led, and all steps if that is asked about. For each partition: how many states there are in
    this level, and in those before; the runs of its states so far, and behind them the runs of all partitions. For each
    lane: what its context remembers, if a search may go on from here, and what was said of the level before. tasks: the
    number of shares in which what the level leads to is merged. transitions, ended, forced: so far."""

    level: int
    states: tuple[FileReference | None, ...]
    new: tuple[int, ...]
    before: tuple[int, ...]
    visited: tuple[tuple[FileReference, ...], ...]
    tasks: int = 1
    contexts: tuple[FileReference | None, ...] = (None,) * LANES
    said: tuple[FileReference | None, ...] = (None,) * LANES
    led: tuple[FileReference | None, ...] = (None,)
    steps: tuple[FileReference | None, ...] = (None,)
    transitions: int = 0
    ended: int = 0
    forced: int = 0

    def where(self, partition: int) -> tuple[FileReference, int]:
        """The file with the states of a partition, and how many of others are before them."""
        share = PARTITIONS // len(self.states)
        named = self.states[partition // share]
        assert named is not None
        return named, sum(self.new[partition // share * share : partition])

    @property
    def files(self) -> Iterator[FileReference]:
        """All that it names."""
        yield from self.lasting
        yield from (named for named in self.contexts if named is not None)
        for runs in self.visited:
            yield from runs

    @property
    def lasting(self) -> Iterator[FileReference]:
        """The files that are read when the search is over."""
        yield from (named for named in (*self.states, *self.said, *self.led, *self.steps) if named is not None)


@dataclass(frozen=True)
class Checkpoint:
    """Some levels; a search may go on from the last of them."""

    levels: tuple[Level, ...]


@dataclass(frozen=True)
class LaneExpansion:
    """The result of a lane for a level: runs of successors, what was logged; why the search stops, if it does."""

    runs: tuple[FileReference, ...] = ()
    said: FileReference | None = None
    context: FileReference | None = None
    transitions: int = 0
    ended: int = 0
    forced: int = 0
    beyond: str = ""
    stopped: str = ""


@dataclass(frozen=True)
class PartitionMerge:
    """The result of a share of the partitions for a level: the new states, how many of each partition, the runs of all,
    where forced passes and all steps lead."""

    states: FileReference | None = None
    new: tuple[int, ...] = ()
    visited: tuple[FileReference, ...] = ()
    led: FileReference | None = None
    steps: FileReference | None = None


def checkpoint(level: int) -> str:
    return f"level-{level:06}.json"


def expanded_name(lane: int, level: int) -> str:
    return f"expanded-{level}-{lane}.json"


def merged_name(number: int, level: int) -> str:
    return f"merged-{level}-{number}.json"


def save(folder: Path, name: str, value: Any, question: str) -> None:
    """One of the above, whole or not at all, with its digest."""
    said = asdict(value)
    write_whole(folder / name, json.dumps({"digest": _digest(said, question), "value": said}))


def _digest(said: object, question: str) -> str:
    key = hashlib.sha256(question.encode()).digest()
    return hmac.new(key, json.dumps(said, sort_keys=True).encode(), "sha256").hexdigest()


def _load(path: Path, question: str) -> Any:
    """Reads a saved value; `DamagedFileError` where it is not what was written."""
    found = _json(path)
    value = found.get("value") if isinstance(found, dict) else None
    if value is None or found.get("digest") != _digest(value, question):
        raise DamagedFileError(path, "it is not what was written")
    return value


def _name_from(value: Any) -> FileReference | None:
    return None if value is None else FileReference(str(value["name"]), int(value["rows"]), str(value["digest"]))


def _every(values: Any) -> tuple[FileReference, ...]:
    return tuple(named for value in values if (named := _name_from(value)) is not None)


def read_levels(folder: Path, question: str) -> list[Level]:
    """All levels that are whole."""
    numbers = sorted(int(match[1]) for path in folder.iterdir() if (match := _CHECKPOINT.fullmatch(path.name)))
    found = [level for number in numbers for level in _levels(folder, number, question)]
    if [level.level for level in found] != list(range(len(found))):
        raise DamagedFileError(folder / PLAN, "levels are missing")
    return found


def read_level(folder: Path, level: int, question: str) -> Level:
    """The last level of a checkpoint."""
    return _levels(folder, level, question)[-1]


def _levels(folder: Path, last: int, question: str) -> list[Level]:
    value = _load(folder / checkpoint(last), question)
    try:
        return [_level_from(level) for level in value["levels"]]
    except (KeyError, TypeError, ValueError):
        raise DamagedFileError(folder / checkpoint(last), "it is no checkpoint") from None


def _level_from(value: Any) -> Level:
    counts = tuple(int(value[name]) for name in ("transitions", "ended", "forced"))
    return Level(
        int(value["level"]),
        tuple(map(_name_from, value["states"])),
        tuple(map(int, value["new"])),
        tuple(map(int, value["before"])),
        tuple(map(_every, value["visited"])),
        int(value["tasks"]),
        tuple(map(_name_from, value["contexts"])),
        tuple(map(_name_from, value["said"])),
        tuple(map(_name_from, value["led"])),
        tuple(map(_name_from, value["steps"])),
        *counts,
    )


def read_expansion(folder: Path, name: str, question: str) -> LaneExpansion:
    value = _load(folder / name, question)
    try:
        return LaneExpansion(
            _every(value["runs"]), _name_from(value["said"]), _name_from(value["context"]), int(value["transitions"]),
            int(value["ended"]), int(value["forced"]), str(value["beyond"]), str(value["stopped"]),
        )  # fmt: skip
    except (KeyError, TypeError, ValueError):
        raise DamagedFileError(folder / name, "it is no record of a task") from None


def read_merge(folder: Path, name: str, question: str) -> PartitionMerge:
    value = _load(folder / name, question)
    try:
        some = (_name_from(value[name]) for name in ("led", "steps"))
        new = tuple(map(int, value["new"]))
        return PartitionMerge(_name_from(value["states"]), new, _every(value["visited"]), *some)
    except (KeyError, TypeError, ValueError):
        raise DamagedFileError(folder / name, "it is no record of a task") from None


def _json(path: Path) -> Any:
    try:
        return json_value(content(path))
    except (OSError, ValueError):
        raise DamagedFileError(path, "it cannot be read") from None


def save_arrays(folder: Path, name: str, **arrays: Any) -> FileReference:
    """Some arrays in one file."""
    buffer = BytesIO()
    np.savez(buffer, **arrays)
    data = buffer.getvalue()
    part = temporary_path(folder, name)
    part.write_bytes(data)
    part.replace(folder / name)
    return FileReference(name, 0, digest(data).hex())


def read_arrays(folder: Path, named: FileReference) -> Mapping[str, Integers]:
    path = folder / named.name
    try:
        data = content(path, 1 << 40)
    except OSError as error:
        raise DamagedFileError(path, error.strerror or "it cannot be read") from None
    if digest(data).hex() != named.digest:
        raise DamagedFileError(path, "it is not the file that was written, or cut off")
    with np.load(BytesIO(data), allow_pickle=False) as found:
        return dict(found.items())


def sweep(folder: Path, kept: Iterable[str]) -> None:
    """Nothing is left of what was begun but some names, and the checkpoints."""
    names = {PLAN, LOCK, *kept}
    for path in folder.iterdir():
        if path.name not in names and not _CHECKPOINT.fullmatch(path.name):
            path.unlink(missing_ok=True)


@contextmanager
def lock_folder(folder: Path, question: str) -> Iterator[None]:
    """The folder, for this search alone; a UsageError where it is another's, or is searched in already."""
    import fcntl

    expect_own(folder, "name another one with --disk")
    make_own(folder)
    handle = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise UsageError(
                "another process searches there now", str(folder), "wait for it, or name another folder"
            ) from None
        others = [path.name for path in folder.iterdir() if path.name != LOCK]
        if (folder / PLAN).exists():
            if _json(folder / PLAN) != _plan(question):
                what = "it holds a search of something else, of other rules, or by another version of ruleslawyer"
                mend = "name another folder with --disk, or delete this one"
                raise UsageError(what, str(folder), mend)
        elif others:
            raise UsageError("there are other files in it", str(folder), "name an empty folder with --disk")
        else:
            write_whole(folder / PLAN, json.dumps(_plan(question)))
        yield
    finally:
        os.close(handle)


def has_search(folder: Path, question: str) -> bool:
    """Whether a search of that question goes on in a folder, as far as it can be seen from here."""
    return (folder / PLAN).exists() and _json(folder / PLAN) == _plan(question)


def _plan(question: str) -> Json:
    return {
        "question": hashlib.sha256(b"plan\0" + question.encode()).hexdigest(),
        "partitions": PARTITIONS,
        "lanes": LANES,
    }
