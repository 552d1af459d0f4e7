"""A diagnostic explained: what it means, how it is mended, and the example of the tests that shows it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath

import ruleslawyer
from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.front.codes import MEANINGS, Meaning

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
def examples() -> Mapping[str, str]:
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
    texts = examples()
    said = {PurePosixPath(name): text for name, text in texts.items() if f"/{code.lower()}_" in name}
    shown = [path for path in said if path.suffix == ".err"]
    if not shown:
        return None
    least = min(shown, key=lambda path: (len(said[path].encode()), path.name))
    source = next(path for path in said if path.with_suffix("") == least.with_suffix("") and path != least)
    messages = said[least].split("\n\n")
    mine = next((message for message in messages if f" {code} " in message.partition("\n")[0]), messages[0])
    return Example(said[source].rstrip("\n"), _LANGUAGES[source.suffix], mine.rstrip("\n"))
