"""Statements of the page of a finding, those of questions, and the sheets to take along."""

from __future__ import annotations

from collections.abc import Sequence

from ruleslawyer.base.files.content import Json
from ruleslawyer.report.opening import frequency, share
from ruleslawyer.report.statement import Values, statement
from ruleslawyer.studies.games.kept import in_words


@statement("Every move of a small table was tried, {states} {states:situation|situations} in all, and this came up.")
def tried_all(page: Json) -> Values | None:
    return {"states": page["tried"]} if page["tried"] else None


@statement("It came up at {met} of the {tables} small {tables:table that was|tables that were} played through.")
def met_at_tables(page: Json, tables: int) -> Values | None:
    return {"met": page["met"], "tables": tables} if page["met"] else None


@statement("It mattered in {times} of {of} games that the machine played to their end ({low:.0f} to {high:.0f} %).")
def met_in_games(page: Json) -> Values | None:
    met = page["often"]
    return frequency(met) if share(met) and met else None


@statement("{told}.")
def stakes(row: Json) -> Values:
    return {"told": in_words(row)}


@statement("{n} more that {n:bears|bear} on it")
def bearing(others: Sequence[Json]) -> Values:
    return {"n": len(others)}


@statement("{sizes}.")
def sizes(scope: Json) -> Values | None:
    found = {sort.replace("_", " ").lower(): len(names) for sort, names in scope["sizes"].items() if names}
    return {"sizes": ", ".join(f"{n:,} {sort}{'s' if n != 1 else ''}" for sort, n in found.items())} if found else None


@statement("{name} {value} for {book}")
def number(one: Json) -> Values:
    return {"name": one["name"].split(".")[-1].replace("_", " "), "value": one["value"], "book": one["book"]}


@statement("{n} answers together")
def together(ruling: Json) -> Values:
    return {"n": len(ruling)}


@statement("{told}")
def before_and_after(run: Json) -> Values:
    numbers = ((name, c["before"], c["after"]) for name, c in run["numbers"].items())
    told = ", ".join(f"{b:,}{f' → {a:,}' if a != b else ''} {name}" for name, b, a in numbers)
    return {"told": f"{told}; {run['beyond']}"}


# --- what an answer came to -------------------------------------------------------------------------------------------


@statement("The text leaves {n} {n:question|questions} open that findings ask.")
def questions(asked: Sequence[Json]) -> Values | None:
    return {"n": len(asked)} if asked else None


@statement("{n} {n:answer|answers}")
def answers(one: Json) -> Values:
    return {"n": len(one["answers"]), "about": one["file"]}


# --- to take along ----------------------------------------------------------------------------------------------------


@statement("{n} {n:situation|situations} that the text does not settle, to be laid out and asked about.")
def cards(found: Sequence[Json]) -> Values | None:
    return {"n": len(found)} if found else None


# --- lines of the book ------------------------------------------------------------------------------------------------


@statement("{n} more")
def more_lines(items: Sequence[Json], shown: int) -> Values:
    return {"n": len(items) - shown}
