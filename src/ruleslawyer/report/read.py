"""Reading a report.json.gz that a check wrote before, to make its site again; unpacked it does as well."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.base.files.content import Json
from ruleslawyer.base.files.read import read_packed_json
from ruleslawyer.report.document import FORMAT

_WHAT = "report.json.gz"
_MEND = "name the report.json.gz of `ruleslawyer check -o DIR`"
_ANEW = "make it anew with `ruleslawyer check -o DIR`"
LARGEST = 2_000_000_000
"""Bytes: whatever a check writes can be read again, as long as the memory of a usual machine has room for it."""
_PARTS = ("tool", "as_expected", "rulesets")


def read_document(path: Path) -> Json:
    """The document in a file; a `UsageError` where it is none, or one of another version."""
    found = read_packed_json(path, _WHAT, _MEND, LARGEST)
    if found.get("format") != FORMAT or not all(part in found for part in _PARTS):
        raise UsageError(f"this is no {_WHAT} of this version", path.name, _ANEW)
    if not isinstance(found["rulesets"], list) or not all(isinstance(r, dict) and "id" in r for r in found["rulesets"]):
        raise UsageError(f"this is no {_WHAT}: it has no rulesets", path.name, _MEND)
    return found


@contextmanager
def check_document(path: Path) -> Iterator[None]:
    """Check that a document from a file has what its pages show: a part that is missing, or is another thing, is one
    message.

    Nobody but the pages themselves knows all that they need; a document of this very process always has it. The message
    is that of a `UsageError`.
    """
    from jinja2 import UndefinedError  # with it pages are made, which not every command does that may

    try:
        yield
    except (UndefinedError, LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        about = f"a part of this {_WHAT} is missing, or is not what it should be: {error}"
        raise UsageError(about, path.name, _MEND) from error


def select(found: Json, names: Sequence[str] | None) -> Json:
    """The part of a document that is about these rulesets; all of it where none is named. A name that the document does
    not have is a `UsageError`."""
    if not names:
        return found
    there = {r["id"]: r for r in found["rulesets"]}
    for name in names:
        if name not in there:
            raise UsageError(f"the report says nothing about `{name}`", "--from", nearest(name, there))
    rulesets = [there[name] for name in names]
    return {**found, "rulesets": rulesets, "as_expected": all(r.get("as_expected") for r in rulesets)}
