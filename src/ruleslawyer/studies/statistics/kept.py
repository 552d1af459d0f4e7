"""Results of games kept in `checks/RULESET/games.json`, so that a check does not have to play: figures, and how often
each finding came up."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json, write_whole
from ruleslawyer.base.files.read import read_kept_json
from ruleslawyer.check.evidence.finding import Finding
from ruleslawyer.studies.statistics.intervals import Share, share
from ruleslawyer.studies.statistics.severity import measured_severity

FILE = "games.json"
COUNTED = ("event", "deadlock", "verdict")
"""What of a finding's evidence games can meet."""
COUNTS = (
    "seed", "longest", "assumptions", "confidence", "games", "played", "ended", "cut_off", "least", "taken_back",
    "actions", "length", "turns", "ends", "last", "first_player_wins", "winners", "uses", "findings", "unnamed",
)  # fmt: skip
"""The keys of `games --json` that are kept of each kind of play."""


@dataclass(frozen=True, slots=True)
class Kept:
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


def load_games(root: Path, ruleset: str) -> Kept | None:
    """The kept games of a ruleset; None where there are none. A file of another form is a `UsageError`."""
    mend = f"take it away, or write it again: ruleslawyer games {ruleset} --keep"
    return read_kept_json(root, f"checks/{ruleset}/{FILE}", "kept figures of games", mend, _games)


def _games(found: Json) -> Kept:
    measured = found.get("stakes", {"findings": {}, "rules": ""})
    kept = Kept(str(found["scope"]), dict(found["play"]), dict(measured["findings"]), str(measured["rules"]))
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
    return read_kept_json(root, f"checks/{ruleset}/{FILE}", "kept figures of games", mend, dict) or {}


def keep_games(root: Path, ruleset: str, games: Json) -> None:
    """Keeps counted games; what is kept of stakes stays."""
    kept = _content(root, ruleset)
    _write(root, ruleset, games | {key: kept[key] for key in ("stakes",) if key in kept})


def expect_games(root: Path, ruleset: str) -> None:
    """A `UsageError` where no figures of games are kept, to which stakes could be added."""
    if "play" not in _content(root, ruleset):
        about = "stakes are kept beside figures of games, and there are none"
        raise UsageError(about, f"checks/{ruleset}/{FILE}", f"play them first: ruleslawyer games {ruleset} --keep")


def keep_stakes(root: Path, ruleset: str, measured: Json) -> None:
    """Keeps measured stakes; figures stay, and so do stakes of other findings by the same rules."""
    kept = _content(root, ruleset)
    before = kept.get("stakes", {})
    same = before.get("rules") == measured["rules"]
    rows = {**(before["findings"] if same else {}), **measured["findings"]}
    _write(root, ruleset, kept | {"stakes": {**measured, "findings": dict(sorted(rows.items()))}})


def _write(root: Path, ruleset: str, content: Json) -> None:
    write_whole(root / "checks" / ruleset / FILE, json.dumps(content, indent=1) + "\n")


def by_frequency(findings: Iterable[Finding], kept: Kept) -> Iterator[tuple[Finding, Share | None]]:
    """Findings by in how many games they mattered; None of those that no game can meet, which come last, and of all
    where too few games ended."""

    def of(finding: Finding) -> Share | None:
        counts = any(evidence.ask in COUNTED for evidence in finding.evidence)
        return kept.share(finding.id) if counts and kept.enough else None

    shares = [(finding, of(finding)) for finding in findings]
    return iter(sorted(shares, key=lambda one: (one[1] is None, -one[1].share if one[1] else 0.0, one[0].id)))


def share_json(one: Share) -> Json:
    return {"times": one.times, "of": one.of, "low": round(one.low, 4), "high": round(one.high, 4)}
