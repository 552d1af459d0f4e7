"""A name explained, as JSON: a diagnostic, a construct of the language, or a pattern of rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Literal, TypeAlias

from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.base.files.content import Json
from ruleslawyer.front.codes import MEANINGS
from ruleslawyer.front.constructs import about, construct_of, constructs
from ruleslawyer.front.explained import example, meaning_of
from ruleslawyer.front.worked import examples, excerpt

Kind: TypeAlias = Literal["code", "construct", "pattern"]


def explain(*names: str) -> list[Json]:
    """Each of these names explained, with an example; all diagnostics where none is named. A name that nothing has is
    a `UsageError` with the nearest one."""
    return [_JSON[kind](name) for kind, name in kinds_of(names or sorted(MEANINGS))]


def kinds_of(typed: Iterable[str]) -> list[tuple[Kind, str]]:
    """The kind of thing that each name names, each once, and its spelling there."""
    return list(dict.fromkeys(map(_kind_of, typed)))


def _kind_of(typed: str) -> tuple[Kind, str]:
    name = typed.strip()
    if re.match(r"(?i)(rl)?[\doi]*\d[\doi]*$", name):
        return "code", meaning_of(name)[0]
    if name.lower() in examples() and name not in constructs():
        return "pattern", name.lower()
    try:
        return "construct", construct_of(name).name
    except UsageError as unknown:
        known = [*examples(), *constructs(), *MEANINGS]
        mend = nearest(name, known, "`ruleslawyer explain` lists all that it explains")
        raise UsageError(f"nothing here is called `{name[:60]}`", None, mend) from unknown


def _code_json(code: str) -> Json:
    meaning, shown = MEANINGS[code], example(code)
    return {
        "code": code,
        "title": meaning.title,
        "reason": meaning.reason or None,
        "mend": meaning.mend,
        "example": {"source": shown.source, "language": shown.language, "said": shown.said} if shown else None,
    }


def _construct_json(name: str) -> Json:
    construct = constructs()[name]
    shown = excerpt(construct)
    return {
        "construct": name,
        "uses": [{"of": use.of, "written": use.written, "says": use.says} for use in construct.uses],
        "example": {
            "pattern": shown.worked.name, "sentences": list(shown.sentences), "source": shown.source,
        } if shown else None,
        "diagnostics": list(about(name)),
    }  # fmt: skip


def _pattern_json(name: str) -> Json:
    worked = examples()[name]
    return {"pattern": name, "title": worked.title, "source": worked.source}


_JSON: dict[Kind, Callable[[str], Json]] = {
    "code": _code_json, "construct": _construct_json, "pattern": _pattern_json,
}  # fmt: skip
