"""A worker of a cluster: it gets a ruleset and a question as data, and answers in data; and both as JSON and back.

A value that stands in several places is written once, and is one value again where it is read: functions of the rules
are told apart by who they are. What is read makes data alone, whoever wrote it: classes of this package that hold data.

One question at a time in a process: solvers and generated code are not made for two threads.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
import traceback
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from pathlib import Path, PurePath
from threading import Lock
from typing import Any

from ruleslawyer.base.diagnostics import CodecError, Diagnostic, InternalError, ModelError, UsageError
from ruleslawyer.base.files.content import content, json_value
from ruleslawyer.base.processes.executor import Question, use_only
from ruleslawyer.ir.system import System
from ruleslawyer.lang.records import SILENT, Silent
from ruleslawyer.project.config import RulesetConfig
from ruleslawyer.rulebook.answers.meaning import files_read
from ruleslawyer.rulebook.kept.rules import data_class, tool
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset, forget, remember

_PLAIN = str, int, float
_SEQUENCES: Mapping[str, Callable[[Iterable[Any]], Any]] = {
    "tuple": tuple, "list": list, "frozenset": frozenset, "set": set,
}  # fmt: skip


def to_bytes(value: object) -> bytes:
    """A value as JSON, packed; a TypeError where it holds more than data."""
    return zlib.compress(to_json(value).encode(), 1)


def from_bytes(data: bytes) -> Any:
    """The value again; a ValueError where it is none."""
    try:
        return from_json(zlib.decompress(data).decode())
    except (zlib.error, UnicodeDecodeError) as error:
        raise ValueError("not a value of ruleslawyer") from error


def to_json(value: object) -> str:
    writer = _Writer()
    top = writer.put(value)
    return json.dumps({"classes": list(writer.classes), "rows": writer.rows, "top": top}, separators=(",", ":"))


def from_json(text: str) -> Any:
    try:
        found = json_value(text)
        return _read(found["classes"], found["rows"], found["top"])
    except (KeyError, TypeError, IndexError, AttributeError, ImportError, json.JSONDecodeError) as error:
        raise ValueError("not a value of ruleslawyer") from error


class _Writer:
    """Rows, each of one value whose parts are plain or stand in rows before it: a list of one number names a row."""

    def __init__(self) -> None:
        self.classes: dict[str, int] = {}
        self.rows: list[Any] = []
        self._known: dict[int, tuple[Any, int]] = {}  # with the value, so that its id stays its own

    def put(self, value: object) -> Any:
        if value is None or type(value) in (*_PLAIN, bool):
            return value
        known = self._known.get(id(value))
        if known is None:
            row = self._encode_parts(value)
            self.rows.append(row)
            known = self._known[id(value)] = value, len(self.rows) - 1
        return [known[1]]

    def _encode_parts(self, value: Any) -> list[Any]:
        """A value as a list: what kind it is, and its parts, written by `put`."""
        kind = type(value)
        if isinstance(value, Enum):
            return [self._class(kind), value.name]
        if is_dataclass(value):
            return [self._class(kind), *(self.put(getattr(value, field.name)) for field in fields(value))]
        if isinstance(value, tuple) and kind is not tuple:
            return [self._class(kind), *map(self.put, value)]
        if kind in (tuple, list):
            return [kind.__name__, *map(self.put, value)]
        if kind in (frozenset, set):
            return [kind.__name__, *map(self.put, sorted(value, key=_order))]
        if isinstance(value, Mapping):
            return ["dict", *(self.put(part) for item in value.items() for part in item)]
        if isinstance(value, bytes):
            return ["bytes", b64encode(value).decode()]
        if isinstance(value, PurePath):
            return ["path", value.as_posix()]
        if isinstance(value, Silent):
            return ["silent"]
        if hasattr(value, "item") and kind.__module__ == "numpy":  # a number of an engine
            return ["number", value.item()]
        raise TypeError(f"{kind.__qualname__} is no data")

    def _class(self, kind: type) -> int:
        return self.classes.setdefault(f"{kind.__module__}:{kind.__qualname__}", len(self.classes))


def _order(value: object) -> tuple[str, Any]:
    """The order of a set's members, the same in every run."""
    return (type(value).__name__, value) if type(value) in _PLAIN else (type(value).__name__, repr(value))


def _read(names: list[str], rows: list[list[Any]], top: object) -> Any:
    classes = [data_class(*name.split(":", 1)) for name in names]
    parts = [tuple(field.name for field in fields(c)) if is_dataclass(c) else () for c in classes]
    made: list[Any] = []

    def get(part: object) -> Any:
        return made[part[0]] if type(part) is list else part

    for kind, *row in rows:
        if type(kind) is int:
            made.append(_instance(classes[kind], parts[kind], list(map(get, row))))
        elif kind in _SEQUENCES:
            made.append(_SEQUENCES[kind](map(get, row)))
        elif kind == "dict":
            made.append({get(key): get(one) for key, one in zip(row[::2], row[1::2], strict=True)})
        else:
            made.append(_single(kind, *row))
    return get(top)


def _instance(kind: type, names: tuple[str, ...], parts: list[Any]) -> Any:
    if issubclass(kind, Enum):
        return kind[parts[0]]
    if not names:
        return tuple.__new__(kind, parts) if issubclass(kind, tuple) else kind()
    if len(names) != len(parts):
        raise TypeError(f"{kind.__qualname__} has other parts")
    found = object.__new__(kind)
    for name, part in zip(names, parts, strict=True):
        object.__setattr__(found, name, part)
    return found


def _single(kind: str, text: Any = None) -> Any:
    match kind:
        case "bytes":
            return b64decode(text)
        case "path":
            return Path(text)
        case "number":
            return text
        case "silent":
            return SILENT
    raise TypeError(f"no {kind} is known")


CODE = ".py"


@dataclass(frozen=True, slots=True)
class Parcel:
    """settings: with folders below the project's. files: by their names below it."""

    settings: RulesetConfig
    system: System
    files: Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class PackedParcel:
    """A parcel as bytes; the same rules and files have the same name."""

    name: str
    data: bytes


def pack(ruleset: LoadedRuleset, *, quoted: bool = False) -> PackedParcel:
    """A ruleset packed as data that another machine can work with. `quoted`: its sources too, as text."""
    root, config = ruleset.root, ruleset.config
    files = {
        file.relative_to(root).as_posix(): content(file)
        for file in sorted(set(files_read(root, config)))
        if (quoted or file.suffix != CODE) and file.is_relative_to(root)
    }
    data = to_bytes(Parcel(_below(config, root, Path()), ruleset.system, files))
    return PackedParcel(hashlib.blake2b(data, digest_size=20).hexdigest(), data)


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


KEPT = 4
"""Rulesets that a worker keeps for further questions."""
_ALONE = Lock()
_rulesets: dict[str, tuple[LoadedRuleset, tempfile.TemporaryDirectory[str]]] = {}


@dataclass(frozen=True, slots=True)
class Answer:
    """found: what the question asks for. mistake: a user's, as message, place, mend. wrong: mistakes in the model.
    defect: of the tool. other: the version of this worker, where it is not the one that was asked for."""

    found: object = None
    mistake: tuple[str, str | None, str | None] | None = None
    wrong: tuple[Diagnostic, ...] = ()
    defect: str = ""
    other: str = ""


def version() -> str:
    """The version of the tool that answers here, to the letter."""
    return tool().hex()


def hold_data(data: bytes) -> bytes:
    """Data for many questions: whoever needs it gets it from here, and where it is lost it is made again."""
    return data


def answer(asked: str, question: bytes, name: str, parcel: bytes) -> bytes:
    """The answer to a question about the ruleset in a parcel, which has a name of its own."""
    with _ALONE:
        if asked != version():
            return to_bytes(Answer(other=version()))
        try:
            return to_bytes(_answer(from_bytes(question), _ruleset(name, parcel)))
        except UsageError as error:
            return to_bytes(Answer(mistake=(error.message, error.place, error.mend)))
        except CodecError as error:
            return to_bytes(Answer(mistake=(str(error), None, "the value does not fit this ruleset and scope")))
        except ModelError as error:
            return to_bytes(Answer(wrong=error.diagnostics))
        except MemoryError:
            raise  # another worker may have more
        except Exception:
            return to_bytes(Answer(defect=traceback.format_exc()))


def _answer(question: object, ruleset: LoadedRuleset) -> Answer:
    if not isinstance(question, Question):
        raise TypeError("what was sent is no question")
    use_only(1)
    here: Any = replace(question, root=ruleset.root)  # type: ignore[type-var]  # each is a dataclass
    return Answer(here())


def _ruleset(name: str, parcel: bytes) -> LoadedRuleset:
    """The ruleset of a parcel; the last ones are kept."""
    if name not in _rulesets:
        while len(_rulesets) >= KEPT:
            gone, folder = _rulesets.pop(next(iter(_rulesets)))
            forget(gone)
            folder.cleanup()
        folder = tempfile.TemporaryDirectory(prefix="ruleslawyer-", ignore_cleanup_errors=True)
        config, system = unpack(parcel, Path(folder.name))
        found = LoadedRuleset(Path(folder.name), config)
        found.take(system)
        remember(found)
        _rulesets[name] = found, folder
    return _rulesets[name][0]
