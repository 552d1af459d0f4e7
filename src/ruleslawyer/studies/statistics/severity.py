"""The severity of a finding as measured stakes say it, beside its author's word: thresholds, in one place.

The rows are those of `stakes.Stakes.json`. They are fitted to nothing: they say what a table would call much.
"""

from __future__ import annotations

from collections.abc import Mapping

from ruleslawyer.base.files.content import Json
from ruleslawyer.check.evidence.finding import NOT_MEASURED, SEVERITIES
from ruleslawyer.studies.statistics.intervals import Share, share
from ruleslawyer.studies.statistics.table import WAYS

ANECDOTE = 2
"""So many forks are an anecdote."""
DECIDES, RARELY = 0.25, 0.01
"""The least swing of what decides games, and the share of games in which that is not too rare to count."""
MUCH, SOME = 0.05, 0.01
"""The least share of all games whose result moves, for high and for medium."""
OFTEN = 0.2
"""The share of games in which a difference in length alone is medium."""


def frequency(row: Json) -> Share:
    """The share of games in which courses part."""
    return share(row["parted"], row["games"])


def told_by(rows: Mapping[str, Json]) -> str:
    """The kind of players whose figures say the severity: those who play to win, or others where these never met it."""
    met = [way for way in reversed(WAYS) if way in rows and rows[way]["forks"]]
    return met[0] if met else next((way for way in reversed(WAYS) if way in rows), "")


def measured_severity(rows: Mapping[str, Json]) -> str:
    """high, medium, low, or `NOT_MEASURED` where the intervals leave it open, or the forks are an anecdote. rows: by
    the kind of players."""
    way = told_by(rows)
    return NOT_MEASURED if not way or 0 < rows[way]["forks"] <= ANECDOTE else _of(rows[way])


def _of(row: Json) -> str:
    high, medium, low = SEVERITIES
    often, stuck, length = frequency(row), row["stuck"], row["length"]
    least, most = often.low * row["low"], often.high * row["high"]
    more_stuck = often.low * max(0.0, abs(stuck["mean"]) - (stuck["half"] or 0.0)) if stuck["half"] is not None else 0.0
    if least >= MUCH or (row["low"] >= DECIDES and often.low >= RARELY) or more_stuck >= RARELY:
        return high
    longer = length["half"] is not None and abs(length["mean"]) > length["half"]
    if least >= SOME or (often.low >= OFTEN and longer):
        return medium
    return low if most < SOME else NOT_MEASURED


def expected_share(rows: Mapping[str, Json]) -> float:
    """The lower end of the share of all games whose result moves, by which findings are sorted."""
    way = told_by(rows)
    return frequency(rows[way]).low * float(rows[way]["low"]) if way else 0.0


def by_stakes(rows: Mapping[str, Json]) -> tuple[int, float]:
    """A key by which findings on whose answers most hangs come first, and those that are not measured last."""
    return [*SEVERITIES, NOT_MEASURED].index(measured_severity(rows)), -expected_share(rows)


def in_words(row: Json) -> str:
    """A row in a sentence: how often, and how much then."""
    games, parted, forks = row["games"], row["parted"], row["forks"]
    if not parted:
        most = f", so in at most {min(1.0, 3 / games):.1%} of all" if games else ""
        return f"not met in {games} games{most}"
    often = f"courses part in {parted} of {games} games"
    if not forks:
        return often
    by = f"the result then moves by {row['swing']:.0%} [{row['low']:.0%}, {row['high']:.0%}]"
    length, stuck = row["length"], row["stuck"]
    more = [f"{often}; {by}"]
    if length["half"] is not None and abs(length["mean"]) > length["half"]:
        more.append(f"games are {abs(length['mean']):.0f} actions {'longer' if length['mean'] > 0 else 'shorter'}")
    if stuck["half"] is not None and abs(stuck["mean"]) > stuck["half"]:
        more.append(f"{abs(stuck['mean']):.0%} {'more' if stuck['mean'] > 0 else 'fewer'} cannot go on")
    if forks <= ANECDOTE:
        more.append(f"{forks} moment{'s' * (forks != 1)}: an anecdote")
    return ", ".join(more)
