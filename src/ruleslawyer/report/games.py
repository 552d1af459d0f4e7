"""The plots of a report's page about games: bars and where they lie, worked out before anything is drawn."""

from __future__ import annotations

from textwrap import wrap

from ruleslawyer.base.files.content import Json
from ruleslawyer.report.opening import frequencies
from ruleslawyer.rulebook.table.words import plain_name
from ruleslawyer.studies.games.intervals import Share, every, share

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
    found = _share(one)
    return {
        "label": label,
        "headed": before + label,
        "share": found.share,
        "low": found.low,
        "high": found.high,
        "times": found.times,
        "of": found.of,
        "every": every(found),
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


def _share(one: Json) -> Share:
    return share(one["times"], one["of"])


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
