"""What the front page of a rulebook shows: three findings as pictures, the questions that decide most, and themes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ruleslawyer.evidence.finding import SEVERITIES
from ruleslawyer.files.content import Json
from ruleslawyer.report.families import by_severity
from ruleslawyer.report.laid_out import story_of
from ruleslawyer.report.questions import UNANSWERED
from ruleslawyer.statistics import intervals

PICTURES = 3
WEIGHT = {word: weight for weight, word in enumerate(reversed(SEVERITIES), 1)}
"""How much a finding counts, by its severity."""


def pictures(r: Json) -> list[Json]:
    """The findings that the page opens with, each with the table where it shows: the most serious, no two of one kind
    while others are as serious, then those that come up most at tables, then the shortest plays of one move or more."""
    met = often(r)

    def rank(one: Json) -> tuple[Any, ...]:
        f = one["finding"]
        return -WEIGHT[f["severity"]], -share(met.get(f["id"])), one["moves"] < 1, one["moves"], f["id"]

    found = []
    for f in r["findings"]:
        drawn = next((e for e in f["evidence"] if e.get("frames")), None)
        frames = drawn["frames"] if drawn else ()
        tables = [frame for frame in frames if frame["table"]]
        if f["state"] in UNANSWERED and not f["withdrawn"] and drawn and tables:
            moves = sum(not frame["asked"] for frame in frames) - 1
            found.append({"finding": f, "frame": tables[-1], "moves": moves, "play": drawn["play"], "frames": frames})
    found.sort(key=rank)
    chosen: list[Json] = []
    for fresh in (True, False):  # first one of each kind
        for one in found:
            kinds = {other["finding"]["kind"] for other in chosen}
            if len(chosen) < PICTURES and one not in chosen and (not fresh or one["finding"]["kind"] not in kinds):
                chosen.append(one)
    return sorted(chosen, key=found.index)


def questions(r: Json) -> list[Json]:
    """The questions, those first that decide most: what they bear on, by severity and by how often it comes up."""
    met, weight = often(r), {f["id"]: WEIGHT[f["severity"]] for f in r["findings"]}

    def leverage(q: Json) -> float:
        return sum(weight.get(id_, 0) * (1 + share(met.get(id_))) for id_ in q["findings"])

    return sorted(r["questions"], key=lambda q: -leverage(q))


def unasked(r: Json) -> tuple[list[Json], list[Json]]:
    """The open findings that nothing in the model answers: those with answers of their own to choose from, and those
    without."""
    left = [f for f in r["findings"] if f["id"] in set(r["unasked"])]
    return [f for f in left if story_of(f)["answers"]], [f for f in left if not story_of(f)["answers"]]


def often(r: Json) -> Mapping[str, Json]:
    """In how many whole games each finding mattered. Of games that were given up nothing is known of how often: where
    those are among them, there is no figure."""
    games = r.get("games")
    played = next(iter(games["play"].values()), None) if games else None
    return {one["finding"]: one for one in frequencies(played)} if played else {}


def frequencies(played: Json) -> list[Json]:
    """How often findings mattered in games of one kind, as far as all of the games that are counted came to an end."""
    return [one for one in played["findings"] if one["of"] <= played["ended"]]


def frequency(met: Json) -> dict[str, float]:
    """In how many of how many games something mattered, and the ends of the interval of the share, in percent."""
    found = intervals.share(met["times"], met["of"])
    return {"times": found.times, "of": found.of, "low": 100 * found.low, "high": 100 * found.high}


def share(met: Json | None) -> float:
    """The share of games in which something came up; none where it is not known."""
    return met["times"] / met["of"] if met and met["of"] else 0.0


def themes(r: Json) -> list[Json]:
    """The findings by what they are about: themes that the view declares, or else chapters. A family stays together,
    under the theme of its first finding, to which most of its clauses belong. `first`: of the families whose worst
    finding is so severe."""
    declared = r.get("themes") or {}
    chapter = {
        c["id"]: f"{one['number']} {one['title']}".strip()
        for one in (r["register"]["chapters"] if r["register"] else ())
        for line in one["lines"] for c in line["clauses"]
    }  # fmt: skip

    def belongs(clause: str) -> str:
        if not declared:
            return chapter.get(clause, "")
        sections = [(len(s), name) for name, listed in declared.items() for s in listed if _within(clause, s)]
        return max(sections)[1] if sections else ""

    found: dict[str, Json] = {
        name: {"name": name, "rows": []} for name in (declared or dict.fromkeys(chapter.values()))
    }
    name = ""
    for word, rows in by_severity(r).items():
        for number, (depth, f) in enumerate(rows):
            if depth == 0:
                name = _most([belongs(c["id"]) for c in f["clauses"]])
            row = {"depth": depth, "finding": f, "first": "" if number else word}
            found.setdefault(name, {"name": name or "Other", "rows": []})["rows"].append(row)
    for one in found.values():
        one["counts"] = {
            word: sum(row["finding"]["severity"] == word for row in one["rows"]) for word in SEVERITIES
        }  # fmt: skip
    return [one for one in found.values() if one["rows"]]


def _within(clause: str, section: str) -> bool:
    """Whether a clause stands in a section: 4.2b in 4 and in 4.2, and not in 4.20."""
    rest = clause.removeprefix(section)
    return clause.startswith(section) and not rest[:1].isdigit()


def _most(names: list[str]) -> str:
    """The name that is there most often, the first one counting half as much again."""
    counts: dict[str, float] = {}
    for number, name in enumerate(names):
        if name:
            counts[name] = counts.get(name, 0) + (1 if number else 1.5)
    return max(counts, key=lambda name: counts[name], default="")
