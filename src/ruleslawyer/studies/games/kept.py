"""Results of games kept beside the checks: figures, best play, and the severities of findings as measured.

The rows are those of `stakes.Stakes.json`. They are fitted to nothing: they say what a table would call much.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json, write_whole
from ruleslawyer.base.files.read import read_kept_json
from ruleslawyer.check.evidence.finding import NOT_MEASURED, SEVERITIES, Finding
from ruleslawyer.rulebook.claims.verdict import count_actions
from ruleslawyer.studies.games.intervals import Share, share
from ruleslawyer.studies.games.table import WAYS

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


def severity_players(rows: Mapping[str, Json]) -> str:
    """The kind of players whose figures say the severity: those who play to win, or others where these never met it."""
    met = [way for way in reversed(WAYS) if way in rows and rows[way]["forks"]]
    return met[0] if met else next((way for way in reversed(WAYS) if way in rows), "")


def measured_severity(rows: Mapping[str, Json]) -> str:
    """high, medium, low, or `NOT_MEASURED` where the intervals leave it open, or the forks are an anecdote. rows: by
    the kind of players."""
    way = severity_players(rows)
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
    way = severity_players(rows)
    return frequency(rows[way]).low * float(rows[way]["low"]) if way else 0.0


def stakes_sort_key(rows: Mapping[str, Json]) -> tuple[int, float]:
    """A key by which findings on whose answers most hangs come first, and those that are not measured last."""
    return [*SEVERITIES, NOT_MEASURED].index(measured_severity(rows)), -expected_share(rows)


def stakes_in_words(row: Json) -> str:
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
        by = count_actions(round(abs(length["mean"])))
        more.append(f"games are {by} {'longer' if length['mean'] > 0 else 'shorter'}")
    if stuck["half"] is not None and abs(stuck["mean"]) > stuck["half"]:
        more.append(f"{abs(stuck['mean']):.0%} {'more' if stuck['mean'] > 0 else 'fewer'} cannot go on")
    if forks <= ANECDOTE:
        more.append(f"{forks} moment{'s' * (forks != 1)}: an anecdote")
    return ", ".join(more)


GAMES_FILE = "games.json"
COUNTED = ("event", "deadlock", "verdict")
"""What of a finding's evidence games can meet."""
COUNTS = (
    "seed", "longest", "assumptions", "confidence", "games", "played", "ended", "cut_off", "least", "taken_back",
    "actions", "length", "turns", "ends", "last", "first_player_wins", "winners", "uses", "findings", "unnamed",
)  # fmt: skip
"""The keys of `games --json` that are kept of each kind of play."""


@dataclass(frozen=True, slots=True)
class GamesRecord:
    """The kept games of a ruleset: the scope that was played, and by the kind of play what was counted. stakes: by
    finding what hangs on its answers; rules: those by which that was measured."""

    scope: str
    plays: Mapping[str, Json]
    stakes: Mapping[str, Json] = field(default_factory=dict)
    rules: str = ""

    @property
    def first(self) -> Json:
        """The counts of the first kind of play."""
        return self.plays[next(iter(self.plays))]

    def stakes_by(self, *rules: str) -> dict[str, Json]:
        """By finding and kind of players what hangs on its answers, as far as it was measured by one of these very
        rules: those that are, and where answers were settled since, those of the book."""
        return {id_: row["play"] for id_, row in self.stakes.items()} if self.rules in rules else {}

    @property
    def enough(self) -> bool:
        """Whether so many games ended that it can be said how often something happens."""
        return int(self.first["ended"]) >= int(self.first["least"])

    def share(self, finding: str) -> Share:
        """The share of games in which a finding mattered, of those that ended."""
        times = {one["finding"]: one["times"] for one in self.first["findings"]}
        return share(times.get(finding, 0), self.first["ended"])


def load_games(root: Path, ruleset: str) -> GamesRecord | None:
    """The kept games of a ruleset; None where there are none. A file of another form is a `UsageError`."""
    mend = f"take it away, or write it again: ruleslawyer games {ruleset} --keep"
    return read_kept_json(root, f"checks/{ruleset}/{GAMES_FILE}", "kept figures of games", mend, _games)


def _games(found: Json) -> GamesRecord:
    measured = found.get("stakes", {"findings": {}, "rules": ""})
    kept = GamesRecord(str(found["scope"]), dict(found["play"]), dict(measured["findings"]), str(measured["rules"]))
    for row in kept.stakes.values():
        measured_severity(row["play"])
    for play in kept.plays.values():
        missing = {*COUNTS, "first"} - set(play)
        if missing:
            raise KeyError(min(missing))
        kept.share("")
    return kept


def measured_severities(root: Path, ruleset: str, *rules: str) -> dict[str, str]:
    """By finding the severity that its kept stakes amount to, as far as they were played by one of these very rules."""
    kept = load_games(root, ruleset)
    return {id_: measured_severity(rows) for id_, rows in kept.stakes_by(*rules).items()} if kept else {}


def _content(root: Path, ruleset: str) -> Json:
    """All that the file has; nothing where there is none, or one of another form."""
    mend = f"take it away, or write it again: ruleslawyer games {ruleset} --keep"
    return read_kept_json(root, f"checks/{ruleset}/{GAMES_FILE}", "kept figures of games", mend, dict) or {}


def keep_games(root: Path, ruleset: str, games: Json) -> None:
    """Keeps counted games; what is kept of stakes stays."""
    kept = _content(root, ruleset)
    _write(root, ruleset, games | {key: kept[key] for key in ("stakes",) if key in kept})


def expect_games(root: Path, ruleset: str) -> None:
    """A `UsageError` where no figures of games are kept, to which stakes could be added."""
    if "play" not in _content(root, ruleset):
        about = "stakes are kept beside figures of games, and there are none"
        raise UsageError(
            about, f"checks/{ruleset}/{GAMES_FILE}", f"play them first: ruleslawyer games {ruleset} --keep"
        )


def keep_stakes(root: Path, ruleset: str, measured: Json) -> None:
    """Keeps measured stakes; figures stay, and so do stakes of other findings by the same rules."""
    kept = _content(root, ruleset)
    before = kept.get("stakes", {})
    same = before.get("rules") == measured["rules"]
    rows = {**(before["findings"] if same else {}), **measured["findings"]}
    _write(root, ruleset, kept | {"stakes": {**measured, "findings": dict(sorted(rows.items()))}})


def _write(root: Path, ruleset: str, content: Json) -> None:
    write_whole(root / "checks" / ruleset / GAMES_FILE, json.dumps(content, indent=1) + "\n")


def by_frequency(findings: Iterable[Finding], kept: GamesRecord) -> Iterator[tuple[Finding, Share | None]]:
    """Findings by in how many games they mattered; None of those that no game can meet, which come last, and of all
    where too few games ended."""

    def of(finding: Finding) -> Share | None:
        counts = any(evidence.ask in COUNTED for evidence in finding.evidence)
        return kept.share(finding.id) if counts and kept.enough else None

    shares = [(finding, of(finding)) for finding in findings]
    return iter(sorted(shares, key=lambda one: (one[1] is None, -one[1].share if one[1] else 0.0, one[0].id)))


def share_json(one: Share) -> Json:
    return {"times": one.times, "of": one.of, "low": round(one.low, 4), "high": round(one.high, 4)}


SOLVED_FILE = "solved.json"
_PARTS = {
    "positions": int,
    "players": list,
    "assumptions": list,
    "beginnings": list,
    "first_turn": dict,
    "never_best": list,
    "decisive": list,
}
"""What must be there of the solution, since a report shows it."""


def load_solution(root: Path, ruleset: str) -> Json | None:
    """The kept solution of a ruleset, as `games --best --json` prints it; None where none is. A file of another form is
    a `UsageError`."""
    mend = f"take it away, or write it again: ruleslawyer games {ruleset} --best --keep"
    return read_kept_json(root, f"checks/{ruleset}/{SOLVED_FILE}", "kept figures of best play", mend, _solution)


def _solution(found: Json) -> Json:
    fits = isinstance(found["scope"], str) and isinstance(found["readings"], list)
    if not fits or not all(isinstance(found["solved"][key], type_) for key, type_ in _PARTS.items()):
        raise TypeError
    return found
