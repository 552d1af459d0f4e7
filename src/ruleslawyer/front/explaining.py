"""Explanations of diagnostics, constructs, patterns and words, each by its name."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Literal, TypeAlias

import ruleslawyer
from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.base.files.content import Json
from ruleslawyer.front.codes import MEANINGS, Meaning
from ruleslawyer.front.constructs import about, construct_of, constructs
from ruleslawyer.front.words import WORDS, word_of
from ruleslawyer.front.worked import examples, excerpt

_DIGITS = str.maketrans("OI", "01")
"""Letters that are read for digits."""
_LANGUAGES = {".py": "python", ".toml": "toml"}


@dataclass(frozen=True, slots=True)
class Example:
    """A mistake, and what is said of it. language: `python` or `toml`."""

    source: str
    language: str
    said: str


def meaning_of(code: str) -> tuple[str, Meaning]:
    """A code as it is written, and what it means; `rl207` and `207` are the same. An unknown one is a `UsageError`."""
    written = code.strip().upper()
    written = written if written.startswith("RL") else f"RL{written}"
    if written not in MEANINGS:
        mend = nearest(written.translate(_DIGITS), MEANINGS, "`ruleslawyer explain` lists them all")
        raise UsageError(f"there is no diagnostic `{code[:60]}`", None, mend)
    return written, MEANINGS[written]


@cache
def diagnostic_examples() -> Mapping[str, str]:
    """The files of examples by their path, with their text: from one file inside the package where that is installed
    (`hatch_build.py`), else from the tests."""
    package = Path(ruleslawyer.__file__).parent
    packed, folder = package / "bundled" / "errors.json", package.parents[1] / "tests" / "errors"
    if packed.is_file():
        return dict(json.loads(packed.read_text(encoding="utf-8")))
    paths = (path for path in folder.glob("*/*.*") if path.suffix in (".err", *_LANGUAGES))
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def example(code: str) -> Example | None:
    """The smallest mistake that shows a diagnostic, and what is said to it first; None where no example comes along."""
    texts = diagnostic_examples()
    said = {PurePosixPath(name): text for name, text in texts.items() if f"/{code.lower()}_" in name}
    shown = [path for path in said if path.suffix == ".err"]
    if not shown:
        return None
    least = min(shown, key=lambda path: (len(said[path].encode()), path.name))
    source = next(path for path in said if path.with_suffix("") == least.with_suffix("") and path != least)
    messages = said[least].split("\n\n")
    mine = next((message for message in messages if f" {code} " in message.partition("\n")[0]), messages[0])
    return Example(said[source].rstrip("\n"), _LANGUAGES[source.suffix], mine.rstrip("\n"))


Kind: TypeAlias = Literal["code", "construct", "pattern", "word"]


def explain(*names: str) -> list[Json]:
    """Each of these names explained, with an example; all diagnostics where none is named. A name that nothing has is
    a `UsageError` with the nearest one."""
    return [_JSON[kind](name) for kind, name in kinds_of(names or sorted(MEANINGS))]


def kinds_of(typed: Iterable[str]) -> list[tuple[Kind, str]]:
    """The kinds of thing that each name names, each once, and its spelling there: a construct may be a word as well."""
    found = dict[tuple[Kind, str], None]()
    for name in typed:
        kind = _kind_of(name)
        word = word_of(name) if kind[0] == "construct" else None
        found |= dict.fromkeys([kind] if word is None else [kind, ("word", word)])
    return list(found)


def _kind_of(typed: str) -> tuple[Kind, str]:
    name = typed.strip()
    if re.match(r"(?i)(rl)?[\doi]*\d[\doi]*$", name):
        return "code", meaning_of(name)[0]
    if name.lower() in examples() and name not in constructs():
        return "pattern", name.lower()
    try:
        return "construct", construct_of(name).name
    except UsageError as unknown:
        word = word_of(name)
        if word is not None:
            return "word", word
        known = [*examples(), *constructs(), *WORDS, *MEANINGS]
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


def _word_json(name: str) -> Json:
    return {"word": name, "says": WORDS[name]}


_JSON: dict[Kind, Callable[[str], Json]] = {
    "code": _code_json, "construct": _construct_json, "pattern": _pattern_json, "word": _word_json,
}  # fmt: skip
