"""A diagnostic explained: what it means, how it is mended, and the example of the tests that shows it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import ruleslawyer
from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.front.codes import MEANINGS, Meaning

_DIGITS = str.maketrans("OI", "01")
"""Letters that are read for digits."""


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


def examples() -> Path:
    """Where the examples lie: inside the package where that is installed, else among the tests."""
    package = Path(ruleslawyer.__file__).parent
    inside = package / "bundled" / "errors"
    return inside if inside.is_dir() else package.parents[1] / "tests" / "errors"


def example(code: str) -> Example | None:
    """The smallest mistake that shows a diagnostic, and what is said to it first; None where no example comes along."""
    found = sorted(examples().glob(f"*/{code.lower()}_*.err"), key=lambda path: (path.stat().st_size, path.name))
    if not found:
        return None
    said = found[0]
    source = next(path for path in said.parent.glob(said.stem + ".*") if path != said)
    messages = said.read_text(encoding="utf-8").split("\n\n")
    mine = next((message for message in messages if f" {code} " in message.partition("\n")[0]), messages[0])
    language = {".py": "python", ".toml": "toml"}[source.suffix]
    return Example(source.read_text(encoding="utf-8").rstrip("\n"), language, mine.rstrip("\n"))
