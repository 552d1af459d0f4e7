"""A play as a file that `play FILE` reads: the tool's own JSON, or ITF."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import SCHEMA, Json
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.itf import to_itf
from ruleslawyer.semantics.trace import Trace

ITF = ".itf.json"
"""How the name of a trace in ITF ends."""


def play_document(trace: Trace, codec: Codec, rulings: Iterable[str], violates: str = "") -> Json:
    """A play as `play FILE` reads it; `violates`: the property whose violation it shows."""
    return {"schema": SCHEMA, **codec.trace(trace), "rulings": sorted(rulings), **_violating(violates)}


def saved_as(file: Path | None, trace: Trace, codec: Codec, rulings: Iterable[str], violates: str = "") -> Json:
    """The same in the form that the file's name asks for: ITF where it ends so."""
    if file is None or not file.name.endswith(ITF):
        return play_document(trace, codec, rulings, violates)
    found = to_itf(codec, trace)
    found["#meta"] |= {"schema": SCHEMA, "rulings": sorted(rulings), **_violating(violates)}
    return found


def _violating(property_: str) -> Json:
    return {"violates": property_} if property_ else {}


def expect_version(play: Json, file: str) -> None:
    """A play of another version is a `UsageError`; one that does not name its version is of the first."""
    version = play.get("schema", 1)
    if version != SCHEMA or isinstance(version, bool):
        about = f"`schema` is {str(version)[:20]}, and this ruleslawyer reads version {SCHEMA}"
        raise UsageError(about, file, "save it again with `explore --trace N --save FILE`")
