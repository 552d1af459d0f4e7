"""Diagnostics for a user whose project has a mistake: numbered, with excerpts, never a traceback."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Set
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias, TypeVar

from ruleslawyer.base.origin import Span

S = TypeVar("S")
T = TypeVar("T")
Tell: TypeAlias = Callable[[str], None]
"""Who is told how far something is."""
_MOST = 100
"""Mistakes that are printed at once: nobody reads more, and all of them are in `lint --json`."""
_NEAR = 0.6
"""How alike two names are of which one may be meant for the other."""
_LISTED = 15
"""So many names are listed where none is near."""
_NEAREST = 5
"""Of more of them so many, the nearest ones."""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One mistake: where it is, what else it concerns (`second`), and what to write instead (`help`)."""

    code: str
    message: str
    span: Span
    label: str = ""
    second: Span | None = None
    second_label: str = ""
    help: str = ""


class ModelError(Exception):
    """The model, or a scope of it, has mistakes: all of them at once."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("\n".join(f"{d.span}: {d.code} {d.message}" for d in self.diagnostics))

    def render(self, root: Path) -> str:
        """The diagnostics as plain text; `root` is the project, from which the excerpts are read."""
        shown = "\n".join(render(diagnostic, root) for diagnostic in self.diagnostics[:_MOST])
        more = len(self.diagnostics) - _MOST
        return f"{shown}\n… and {more} more\n" if more > 0 else shown


class UsageError(Exception):
    """A mistake outside the model: a missing file, a setting, an option. `mend` says what to do. also: others that were
    found with it, in what is printed below it."""

    def __init__(
        self, message: str, place: str | None = None, mend: str | None = None, also: Iterable[UsageError] = ()
    ) -> None:
        self.message, self.place, self.mend, self.also = message, place, mend, tuple(also)
        head = f"{place}: {message}" if place else message
        told = f"{head}\n  = help: {mend}" if mend else head
        super().__init__("\nerror: ".join((told, *map(str, self.also))))


class Mistakes:
    """The mistakes of a file, gathered so that all of them are told at once."""

    def __init__(self) -> None:
        self.found: list[UsageError] = []

    def of(self, read: Callable[[], T], instead: S) -> T | S:
        """Read something; a mistake in it is noted, and something else stands in its place."""
        found = self.each(lambda _: read(), [None])
        return found[0] if found else instead

    def each(self, read: Callable[[S], T], items: Iterable[S]) -> tuple[T, ...]:
        """Read each of some things; those that have a mistake are left out, and it is noted."""
        found: list[T] = []
        for item in items:
            try:
                found.append(read(item))
            except UsageError as error:
                self.found.append(error)
        return tuple(found)

    def expect_none(self) -> None:
        """Raise what was noted as one `UsageError`."""
        if self.found:
            first, *others = self.found
            raise UsageError(first.message, first.place, first.mend, (*first.also, *others))


class CodecError(ValueError):
    """A JSON value that does not fit: where in it, what was expected."""

    def __init__(self, where: str, expected: str, found: object) -> None:
        super().__init__(f"{where}: expected {expected}, found {_short_text(found)}")
        self.where = where


class InternalError(Exception):
    """A mistake of the tool itself; the message asks for a report."""

    def __init__(self, message: str) -> None:
        super().__init__(f"{message} (this is a defect of ruleslawyer, not of your model: please report it)")


class NoCode(InternalError):
    """Code of a ruleset that cannot be made; the message says why."""


def _short_text(value: object) -> str:
    """The beginning of a value; only its kind where it is nested too deeply to be written."""
    try:
        text = repr(value)
    except RecursionError:
        return f"a {type(value).__name__} that is nested too deeply"
    return text[:60] + "…" if len(text) > 60 else text


def nearest(name: str, known: Iterable[str], otherwise: str | None = None) -> str:
    """Help that names the nearest of what there is; where none is near, what else is to be said, or what there is."""
    names = _in_order(known)
    close = difflib.get_close_matches(name, names, n=1, cutoff=_NEAR)
    if not close:  # `Sheilded` for SHIELDED
        plainly = {plain(known): known for known in names}
        close = [plainly[one] for one in difflib.get_close_matches(plain(name), plainly, n=1, cutoff=_NEAR)]
    if close:
        return f"did you mean `{close[0]}`?"
    return listing(names, name) if otherwise is None else otherwise


def plain(name: str) -> str:
    """A name without what people write in several ways: capitals, and what stands between words."""
    return re.sub(r"[\s-]+", "_", name.strip()).casefold()


def listing(known: Iterable[str], name: str = "") -> str:
    """Help that names what there is; of many, those nearest to a name."""
    names = _in_order(known)
    if len(names) <= _LISTED:
        return f"there is: {', '.join(f'`{one}`' for one in names) or 'nothing'}"
    near = difflib.get_close_matches(name, names, n=_NEAREST, cutoff=0.0) if name else names[:_NEAREST]
    told = "the nearest" if name else "the first"
    return f"{told} of {len(names)}: {', '.join(f'`{one}`' for one in near)}"


def _in_order(known: Iterable[str]) -> list[str]:
    """Each name once, as they are declared; by name where they have no order."""
    return sorted(known) if isinstance(known, Set) else list(dict.fromkeys(known))


def render(diagnostic: Diagnostic, root: Path) -> str:
    """One diagnostic: place and message, the line with a caret, the second place, and help."""
    lines = [f"{diagnostic.span}: {diagnostic.code} {diagnostic.message}"]
    lines += excerpt(diagnostic.span, diagnostic.label, root)
    if diagnostic.second is not None:
        lines.append(f"  {diagnostic.second}: {diagnostic.second_label or 'see here'}")
        lines += excerpt(diagnostic.second, "", root)
    if diagnostic.help:
        lines.append(f"  = help: {diagnostic.help}")
    return "\n".join(lines) + "\n"


def excerpt(span: Span, label: str, root: Path) -> list[str]:
    """The first line of a span with carets below it; nothing where the file cannot be read."""
    path = root / span.path
    try:
        stat = path.stat()
        lines = _lines(path, stat.st_mtime_ns, stat.st_size)
    except OSError:
        return []
    if not 1 <= span.line <= len(lines):
        return []
    line = lines[span.line - 1]
    start = min(span.column - 1, len(line))
    end = min(span.end_column - 1, len(line)) if span.end_line == span.line else len(line.rstrip())
    # Tabs stay tabs, so that the carets stand below what they mean whatever a tab's width.
    pad = "".join(c if c == "\t" else " " for c in line[:start])
    number = f"{span.line:>5}"
    carets = "^" * max(1, end - start)
    return [f"{number} | {line.rstrip()}", f"{' ' * len(number)} | {pad}{carets}{' ' + label if label else ''}"]


@lru_cache(maxsize=8)
def _lines(path: Path, _changed: int, _size: int) -> list[str]:
    """The lines of a file, read once for all its excerpts while it stays as it is."""
    return source_lines(path.read_bytes().decode("utf-8-sig", "replace"))


def source_lines(text: str) -> list[str]:
    """The lines of a source as Python's parser counts them (`str.splitlines` splits at more characters)."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
