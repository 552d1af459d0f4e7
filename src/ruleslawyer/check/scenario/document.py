"""Reading a scenario file: its shape, its defaults, and where everything in it stands; names are not looked up yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ruleslawyer.base.diagnostics import nearest
from ruleslawyer.base.files.content import Json
from ruleslawyer.base.files.toml import Table, read_toml

OUTCOMES = ("allowed", "not_allowed", "permitted_by", "refused_by", "unspoken", "not_offered", "contradiction", "gap")
"""What a scenario may expect of its last action, or of the text, instead of a state."""
FILE_KEYS = ("ruleset", "title", "scope", "rest", "given", "readings", "rulings", "scenario")
SCENARIO_KEYS = (
    "name", "note", "clauses", "scope", "start", "rest", "given", "run", "when", "then", "readings", "rulings",
    *OUTCOMES,
)  # fmt: skip
STARTS = ("start", "defaults")
ABOVE = ("note", "when")
"""Keys of a scenario that are understood below its [scenario.given] or [scenario.then] too, where TOML puts them."""
_LARGEST = 1_000_000
_SHAPE = 'names in quotes where they have brackets: "money[Ann]" = 3; texts in quotes; lists in [ ]'


@dataclass(frozen=True, slots=True)
class Draft:
    """One scenario as it is written, with what the top of its file says for all of them.

    where: its own table. scope: a name or a table, which stands in `scope_in`. given: the file's, then its own.
    readings, rulings: those of `readings_in` and `rulings_in`, which are its own table or the top. rest: where whatever
    is not named is, and the table that says so.
    """

    name: str
    where: Table
    clauses: tuple[str, ...]
    scope: str | Json
    scope_in: Table
    base: str
    given: tuple[Table, ...]
    run: bool
    when: tuple[Table, ...]
    then: Json
    readings_in: Table
    readings: tuple[dict[str, str], ...]
    rulings_in: Table
    rulings: dict[str, str]
    rest: tuple[Any, Table] | None


@dataclass(frozen=True, slots=True)
class Document:
    """One file: what it says, the ruleset that it names ("" for none), and its scenarios."""

    top: Table
    ruleset: str
    drafts: tuple[Draft, ...]


def read(path: Path, shown: str) -> Document:
    """The scenarios of a file; a mistake in its shape is a UsageError with its line."""
    beside = sorted(p.name for p in path.parent.glob("*.toml")) if path.parent.is_dir() else []
    missing = nearest(path.name, beside) if beside else "name a file, or a folder with scenario files"
    top = read_toml(path, shown, missing=missing, shape=_SHAPE, largest=_LARGEST)
    top.expect_keys(FILE_KEYS, "a scenario file")
    top.text("title", "")
    tables = top.tables("scenario", "begin each with a line [[scenario]]")
    if not tables:
        raise top.wrong("there is no scenario in this file", "begin each with a line [[scenario]]", "scenario")
    drafts = tuple(_draft(table, top) for table in tables)
    met: set[str] = set()
    for draft in drafts:
        if draft.name in met:
            raise draft.where.wrong(f"two scenarios are called `{draft.name}`", "give each a name of its own", "name")
        met.add(draft.name)
    return Document(top, top.text("ruleset", ""), drafts)


def _draft(where: Table, top: Table) -> Draft:
    where.expect_keys(SCENARIO_KEYS, "a scenario")
    name = where.text("name")
    where.text("note", "")
    inside = [(key, table) for table in ("given", "then") for key in ABOVE if _meant_above(where, table, key)]
    actions = [where.table(table).tables("when", _WHEN) for key, table in inside if key == "when"]
    if "when" in where or not actions:
        actions.insert(0, where.tables("when", _WHEN))
    if len(actions) > 1:
        raise where.wrong("`when` is there twice", "write it in one place, above [scenario.given]", "name")
    scope_in, readings_in, rulings_in = (where if key in where else top for key in ("scope", "readings", "rulings"))
    scope = scope_in.data.get("scope")
    if not isinstance(scope, (str, dict)):
        mend = 'write scope = "…", or [scope] with players and cards of your own'
        raise where.wrong(f"`{name}` has no scope", mend, "scope")
    given = [top.table("given"), _without(where.table("given"), inside, "given")]
    bases = [table for table in given if "from" in table]
    for table in bases:
        if table.data["from"] not in STARTS:
            mend = 'write "start", the game as it is set up, or "defaults", everything 0 and empty'
            raise table.wrong("a given state is `from` one of two", mend, "from")
    return Draft(
        name=name,
        where=where,
        clauses=texts(where, "clauses"),
        scope=scope,
        scope_in=scope_in,
        base=str(bases[-1].data["from"]) if bases else "start",
        given=tuple(replace(t, data={k: v for k, v in t.data.items() if k not in ("from", "rest")}) for t in given),
        run=where.truth("run", True),
        when=tuple(actions[0]),
        then=_then(where, _without(where.table("then"), inside, "then").data, name),
        readings_in=readings_in,
        readings=_readings(readings_in),
        rulings_in=rulings_in,
        rulings=rulings_in.names("rulings"),
        rest=next(((t.data["rest"], t) for t in (given[1], where, given[0], top) if "rest" in t), None),
    )


_WHEN = 'write when = [{ action = "…", … }]'


def _meant_above(where: Table, table: str, key: str) -> bool:
    """Whether a key stands below [scenario.given] or [scenario.then] and is meant for the scenario itself."""
    value = where.table(table).data.get(key)
    if key == "note":
        return isinstance(value, str)
    return isinstance(value, list) and any(isinstance(one, dict) and "action" in one for one in value)


def _without(table: Table, inside: list[tuple[str, str]], name: str) -> Table:
    """A table without what stands there and is meant for the scenario itself."""
    return replace(table, data={key: value for key, value in table.data.items() if (key, name) not in inside})


def _then(where: Table, then: Json, name: str) -> Json:
    """The expectations; an outcome may stand in the scenario itself too."""
    outside = {key: where.data[key] for key in OUTCOMES if key in where}
    for key in outside:
        if key in then:
            raise where.wrong(f"`{key}` is there twice", "write it in one place", "then", key)
    if not then and not outside:
        mend = 'add [scenario.then] with what should be so, or refused_by = "…"'
        raise where.wrong(f"`{name}` expects nothing", mend, "name")
    return {**outside, **then}


def _readings(table: Table) -> tuple[dict[str, str], ...]:
    found = table.tables("readings", "write readings = [{ … }]")
    for number, reading in enumerate(found):
        for question, option in reading.data.items():
            if not isinstance(option, str):
                mend = 'readings = [{ question = "option" }]'
                about = "a reading gives each question the name of an option"
                raise table.wrong(about, mend, "readings", number, question)
    return tuple(reading.data for reading in found) or ({},)


def texts(table: Table, *key: str | int) -> tuple[str, ...]:
    """A list of texts; a single one needs no brackets."""
    value: Any = table.data
    for part in key:
        value = value.get(part, [])
    found: Sequence[Any] = [value] if isinstance(value, str) else value
    if not isinstance(found, list) or not all(isinstance(item, str) for item in found):
        raise table.wrong(f"`{key[-1]}` is a list of names in quotes", f'write {key[-1]} = ["…"]', *key)
    return tuple(found)
