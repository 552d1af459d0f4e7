"""Statements about whole games that the machine played: of how many, how many of them ended, with which interval."""

from __future__ import annotations

from collections.abc import Sequence

from ruleslawyer.base.files.content import Json
from ruleslawyer.report.statement import Values, statement


@statement("{games} {games:game|games} with {actions} {actions:action|actions}, seed {seed}; {ended}.")
def extent(f: Json) -> Values:
    games, ended = f["played"], f["ended"]
    if ended == games:
        told = "all of them came to an end"
    else:
        told = (
            f"{ended:,} of them came to an end, the others broke off, came to a standstill, or were given up after "
            f"{f['longest']:,} actions or earlier"
        )
    return {"games": games, "actions": f["actions"], "seed": str(f["seed"]), "ended": told}


@statement("Of games that do not end it is not known how often anything matters in them: {left} of {games} did not.")
def endless_games(f: Json) -> Values | None:
    games = f["played"]
    return {"left": games - f["ended"], "games": games} if f["ended"] < games else None


@statement("{times} of {of}")
def share(one: Json) -> Values:
    return {"times": one["times"], "of": one["of"], "about": one["label"]}


@statement("{times} of {of}")
def came_up(one: Json) -> Values | None:
    return {**one["came_up"], "about": one["label"]} if one["came_up"] else None


@statement("{percent:.0f} %")
def percent(one: Json) -> Values:
    return {"percent": 100 * one["share"], "about": one["label"]}


@statement("{low:.0f} % to {high:.0f} %")
def interval(one: Json) -> Values:
    return {"low": 100 * one["low"], "high": 100 * one["high"], "about": one["label"]}


@statement("{title}: it matters {every}.")
def meets(title: object, one: Json) -> Values:
    return {"title": title, "every": one["every"], "about": one["finding"]}


@statement(
    "{mean:.1f} on average ({low:.1f} to {high:.1f}); from {least} to {most}, half of them between {first:g} and "
    "{third:g}."
)
def lengths(one: Json) -> Values:
    ends = {"first": one["quartiles"][0], "third": one["quartiles"][2]}
    return {**{key: one[key] for key in ("mean", "low", "high", "least", "most")}, **ends, "about": one["what"]}


@statement("{label}")
def span(column: Json) -> Values:
    return {"label": column["label"]}


@statement("{times}")
def in_span(column: Json) -> Values:
    return {"times": column["times"], "about": column["label"]}


@statement("If turns made no difference, whoever had the first one would win {level:.0f} %.")
def level(way: Json) -> Values:
    return {"level": 100 * way["level"]}


@statement("{confidence:.0f} of 100")
def confidence(ways: Sequence[Json]) -> Values:
    return {"confidence": 100 * ways[0]["found"]["confidence"]}
