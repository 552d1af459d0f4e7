"""Whole games on their page: how often things come up in them, plots, worked out before they are drawn; statements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap

from ruleslawyer.base.files.content import Json
from ruleslawyer.report.statement import Values, statements_about
from ruleslawyer.rulebook.table.words import plain_name
from ruleslawyer.studies.games import intervals

MOST = 25
"""Bars of a plot; the table beside it has all."""
LETTERS = 42
"""Of a line above a bar."""
LINE, BAR = 16, 24
"""Units of a plot that a line takes, and a bar with the room below it."""
_ENDS = {
    "somebody won": "one player won",
    "several won": "several won",
    "nobody won": "nobody won",
    "deadlocked": "nobody could do anything",
    "broke_off": "the rules broke off",
    "cut_off": "given up: too long",
    "lost": "given up: too many choices",
    "beyond": "not played",
}
_WAYS = {"uniform": "players choose evenly", "greedy": "greedy players", "serious": "players who play to win and pass"}


def games(r: Json) -> list[Json]:
    """For each kind of play: what is said of it, and its plots."""
    kept = r.get("games")
    if not kept:
        return []
    titles = {f["id"]: f["title"] for f in r["findings"]}
    return [{"way": _WAYS.get(way, way), **_way(way, found, titles)} for way, found in kept["play"].items()]


def _way(way: str, found: Json, titles: dict[str, str]) -> Json:
    lengths = [(name, found[name]) for name in ("length", "turns") if found[name]]
    first, players = found["first_player_wins"], [one["player"] for one in found["winners"]]
    shares = {
        "ends": [_bar(_ENDS.get(one["end"], one["end"]), one) for one in found["ends"]],
        "last": [_bar(one["action"].replace("_", " "), one) for one in found["last"]],
        "wins": [
            *([_bar("whoever had the first turn", first)] if first["of"] else []),
            *(_bar(one["player"], one) for one in found["winners"]),
        ],
        "findings": [
            {**_bar(str(titles.get(id_, one["title"])), one, f"{id_} "), "finding": id_}
            for one in frequencies(found)
            for id_ in (one["finding"],)
        ],
        "uses": [_bar(plain_name(one["name"], players), one["used"]) for one in found["uses"] if one["used"]["times"]],
    }
    return {
        "key": way,
        "found": found,
        "lengths": [{"what": "actions" if name == "length" else "turns", **_histogram(one)} for name, one in lengths],
        "level": first["level"],
        **{name: {"bars": bars, **_draw(bars[:MOST])} for name, bars in shares.items()},
    }


def _bar(label: str, one: Json, before: str = "") -> Json:
    found = intervals.share(one["times"], one["of"])
    return {
        "label": label,
        "headed": before + label,
        "share": found.share,
        "low": found.low,
        "high": found.high,
        "times": found.times,
        "of": found.of,
        "every": intervals.every(found),
        "came_up": one.get("came_up"),
    }


def _draw(bars: list[Json]) -> Json:
    """Bars one below the other, each below the lines of its label; and how high all of them are."""
    drawn, y = [], 8
    for bar in bars:
        lines = [{"text": text, "y": y + LINE * i} for i, text in enumerate(wrap(bar["headed"], LETTERS))]
        y += LINE * len(lines)
        drawn.append({**bar, "lines": lines, "y": y})
        y += BAR
    return {"drawn": drawn, "height": y}


def _histogram(one: Json) -> Json:
    """Columns from which number on, and how high each is beside the highest."""
    highest = max((times for _, times in one["bins"]), default=1) or 1
    begins = [begin for begin, _ in one["bins"]]
    width = begins[1] - begins[0] if len(begins) > 1 else 1
    return {
        **one,
        "columns": [
            {"label": _span(begin, width), "begin": begin, "times": times, "height": times / highest}
            for begin, times in one["bins"]
        ],
    }


def _span(begin: int, width: int) -> str:
    return str(begin) if width == 1 else f"{begin} to {begin + width - 1}"


def often(r: Json) -> Mapping[str, Json]:
    """The number of whole games in which each finding mattered. Of games that were given up nothing is known of how
    often: where those are among them, there is no figure."""
    games = r.get("games")
    played = next(iter(games["play"].values()), None) if games else None
    return {one["finding"]: one for one in frequencies(played)} if played else {}


def frequencies(played: Json) -> list[Json]:
    """How often findings mattered in games of one kind, as far as all of the games that are counted came to an end."""
    return [one for one in played["findings"] if one["of"] <= played["ended"]]


def frequency(met: Json) -> dict[str, float]:
    """The share of games in which something mattered, and the ends of its interval, in percent."""
    found = intervals.share(met["times"], met["of"])
    return {"times": found.times, "of": found.of, "low": 100 * found.low, "high": 100 * found.high}


def share_of_games(met: Json | None) -> float:
    """The share of games in which something came up; none where it is not known."""
    return met["times"] / met["of"] if met and met["of"] else 0.0


# --- statements -------------------------------------------------------------------------------------------------------


statement = statements_about("games")


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
