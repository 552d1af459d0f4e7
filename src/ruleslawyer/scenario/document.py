"""Reading a scenario file: its shape, its defaults, and where everything in it stands; names are not looked up yet."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from ruleslawyer.claims.readings import nearest
from ruleslawyer.diagnostics import UsageError
from ruleslawyer.files.read import parse_toml, read_text

OUTCOMES = ("allowed", "permitted_by", "refused_by", "unspoken", "not_offered", "contradiction", "gap")
"""What a scenario may expect of its last action, or of the text, instead of a state."""
FILE_KEYS = ("ruleset", "title", "scope", "given", "readings", "rulings", "scenario")
SCENARIO_KEYS = (
    "name", "note", "clauses", "scope", "start", "given", "run", "when", "then", "readings", "rulings", *OUTCOMES,
)  # fmt: skip
STARTS = ("start", "defaults")
_LARGEST = 1_000_000
_HEADER = re.compile(r"\s*\[\[\s*scenario\s*\]\]")


class Where:
    """The stretch of a file that one scenario takes up, to say at which line of it something stands."""

    def __init__(self, file: str, text: str, first: int = 1, last: int | None = None) -> None:
        self.file, self.text, self.first = file, text, first
        self.lines = _lines(text)
        self.last = len(self.lines) if last is None else last

    def line(self, *words: str) -> int:
        """The line of the last of these words: each is looked for from where the one before it stands.

        The first is a key or in a header, if there is such a line: it may stand in a name or a comment too.
        """
        at = self.first
        for number, word in enumerate(words):
            text = re.escape(word)
            anywhere = rf"(?<!\w)(?<!\d\.){text}(?!\w)(?!\.\d)"
            patterns = [rf"\s*(\[[^\]]*)?(?<!\w){text}(?!\w)", anywhere] if number == 0 else [anywhere]
            at = next((n for p in patterns if (n := self._find(p, at, anchored=p is not anywhere))), at)
        return at

    def _find(self, pattern: str, start: int, *, anchored: bool) -> int | None:
        search = re.compile(pattern).match if anchored else re.compile(pattern).search
        return next((n for n in range(start, self.last + 1) if search(self.lines[n - 1])), None)

    def place(self, *words: str) -> str:
        return f"{self.file}:{self.line(*words)}"

    def wrong(self, message: str, mend: str | None, *words: str) -> UsageError:
        """The mistake at these words, to be raised."""
        return UsageError(message, self.place(*words), mend)

    @property
    def block(self) -> str:
        """The whole text with everything outside this stretch left blank, so that lines keep their numbers.

        The header is written as that of a single table, since that is what the stretch holds.
        """
        kept = range(self.first, self.last + 1)
        lines = (line if n in kept else "" for n, line in enumerate(self.lines, 1))
        return "\n".join(_HEADER.sub("[scenario]", line) for line in lines)


@lru_cache(maxsize=1)
def _lines(text: str) -> tuple[str, ...]:
    """The lines of a file, split once for all its scenarios."""
    return tuple(text.split("\n"))


@dataclass(frozen=True, slots=True)
class Draft:
    """One scenario as it is written, with what the top of its file says for all of them.

    scope: a name or a table, and the header under which the table stands. given: the file's, then its own.
    """

    name: str
    where: Where
    clauses: tuple[str, ...]
    scope: str | dict[str, Any]
    scope_where: Where
    scope_header: tuple[str, ...]
    base: str
    start: dict[str, Any]
    given: tuple[tuple[Where, dict[str, Any]], ...]
    run: bool
    when: tuple[dict[str, Any], ...]
    then: dict[str, Any]
    readings: tuple[dict[str, str], ...]
    rulings: dict[str, str]


@dataclass(frozen=True, slots=True)
class Document:
    """One file: its path as it is shown, the ruleset that it names ("" for none), and its scenarios."""

    file: str
    ruleset: str
    top: Where
    drafts: tuple[Draft, ...]


def read(path: Path, shown: str) -> Document:
    """The scenarios of a file; a mistake in its shape is a UsageError with its line."""
    text = _content(path, shown)
    data = _parsed(text, shown)
    top = Where(shown, text)
    _known(data, FILE_KEYS, top, "a scenario file")
    _text(data, "title", top, "")
    tables = data.get("scenario", [])
    if not isinstance(tables, list) or not tables or not all(isinstance(t, dict) for t in tables):
        raise UsageError("there is no scenario in this file", shown, "begin each with a line [[scenario]]")
    places = _places(top, len(tables))
    drafts = tuple(_draft(table, where, data, top) for table, where in zip(tables, places, strict=True))
    met: set[str] = set()
    for draft in drafts:
        if draft.name in met:
            raise draft.where.wrong(f"two scenarios are called `{draft.name}`", "give each a name of its own", "name")
        met.add(draft.name)
    return Document(shown, _text(data, "ruleset", top, ""), top, drafts)


def _content(path: Path, shown: str) -> str:
    beside = sorted(p.name for p in path.parent.glob("*.toml")) if path.parent.is_dir() else []
    mend = nearest(path.name, beside) if beside else "name a file, or a folder with scenario files"
    return read_text(path, shown, mend, _LARGEST)


def _parsed(text: str, shown: str) -> dict[str, Any]:
    mend = 'names in quotes where they have brackets: "money[Ann]" = 3; texts in quotes; lists in [ ]'
    return parse_toml(text, shown, mend)


def _places(top: Where, number: int) -> list[Where]:
    """The stretch of each scenario: from its header to the next. Tables written in another way have the whole file."""
    heads = [n for n, line in enumerate(top.lines, 1) if _HEADER.match(line)]
    if len(heads) != number:
        return [top] * number
    ends = [*(h - 1 for h in heads[1:]), len(top.lines)]
    return [Where(top.file, top.text, head, end) for head, end in zip(heads, ends, strict=True)]


def _draft(table: dict[str, Any], where: Where, data: dict[str, Any], top: Where) -> Draft:
    _known(table, SCENARIO_KEYS, where, "a scenario")
    name = _text(table, "name", where)
    _text(table, "note", where, "")
    own = "scope" in table
    scope = table["scope"] if own else data.get("scope")
    if not isinstance(scope, (str, dict)):
        mend = 'write scope = "…", or [scope] with players and cards of your own'
        raise where.wrong(f"`{name}` has no scope", mend, "scope")
    given = [(w, _table(t, "given", w)) for w, t in ((top, data), (where, table))]
    bases = [(w, g["from"]) for w, g in given if "from" in g]
    for place, base in bases:
        if base not in STARTS:
            mend = 'write "start", the game as it is set up, or "defaults", everything 0 and empty'
            raise place.wrong("a given state is `from` one of two", mend, "given", "from")
    run = table.get("run", True)
    if not isinstance(run, bool):
        raise where.wrong("`run` is true or false", "leave it out, or write run = false", "run")
    return Draft(
        name=name,
        where=where,
        clauses=texts(table.get("clauses", []), "clauses", where),
        scope=scope,
        scope_where=where if own else top,
        scope_header=("scenario", "scope") if own else ("scope",),
        base=str(bases[-1][1]) if bases else "start",
        start=_table(table, "start", where),
        given=tuple((w, {k: v for k, v in g.items() if k != "from"}) for w, g in given),
        run=run,
        when=tuple(_tables(table, "when", where)),
        then=_then(table, where, name),
        readings=_readings(table if "readings" in table else data, where if "readings" in table else top),
        rulings=_rulings(table if "rulings" in table else data, where if "rulings" in table else top),
    )


def _then(table: dict[str, Any], where: Where, name: str) -> dict[str, Any]:
    """What is expected; an outcome may stand in the scenario itself too."""
    then = _table(table, "then", where)
    outside = {key: table[key] for key in OUTCOMES if key in table}
    for key in outside:
        if key in then:
            raise where.wrong(f"`{key}` is there twice", "write it in one place", "then", key)
    if not then and not outside:
        mend = 'add [scenario.then] with what should be so, or refused_by = "…"'
        raise where.wrong(f"`{name}` expects nothing", mend, "name")
    return {**outside, **then}


def _readings(table: dict[str, Any], where: Where) -> tuple[dict[str, str], ...]:
    found = _tables(table, "readings", where)
    for reading in found:
        if not all(isinstance(option, str) for option in reading.values()):
            mend = 'readings = [{ question = "option" }]'
            raise where.wrong("a reading gives each question the name of an option", mend, "readings")
    return tuple(found) or ({},)


def _rulings(table: dict[str, Any], where: Where) -> dict[str, str]:
    found = _table(table, "rulings", where)
    if not all(isinstance(option, str) for option in found.values()):
        raise where.wrong(
            "a ruling gives each question the name of an option", 'rulings = { question = "option" }', "rulings"
        )
    return found


def _known(table: dict[str, Any], keys: Collection[str], where: Where, what: str) -> None:
    for key in table:
        if key not in keys:
            raise where.wrong(f"{what} has no `{key}`", nearest(key, keys), key)


def _text(table: dict[str, Any], key: str, where: Where, default: str | None = None) -> str:
    value = table.get(key, default)
    if not isinstance(value, str) or (default is None and not value.strip()):
        what = "is missing" if value is None else "is a text that is not empty"
        raise where.wrong(f"`{key}` {what}", f'write {key} = "…"', key)
    return value


def texts(value: Any, key: str, where: Where) -> tuple[str, ...]:
    """A list of texts; a single one needs no brackets."""
    found: Sequence[Any] = [value] if isinstance(value, str) else value
    if not isinstance(found, list) or not all(isinstance(item, str) for item in found):
        raise where.wrong(f"`{key}` is a list of names in quotes", f'write {key} = ["…"]', key)
    return tuple(found)


def _table(table: dict[str, Any], key: str, where: Where) -> dict[str, Any]:
    value = table.get(key, {})
    if not isinstance(value, dict):
        raise where.wrong(f"`{key}` is a table", f"write {key} = {{ … }}", key)
    return value


def _tables(table: dict[str, Any], key: str, where: Where) -> list[dict[str, Any]]:
    value = table.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        mend = 'write when = [{ action = "…", … }]' if key == "when" else f"write {key} = [{{ … }}]"
        raise where.wrong(f"`{key}` is a list of tables", mend, key)
    return value
