"""What the front page of a rulebook opens with: three findings as pictures, and the questions that decide most."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ruleslawyer.evidence.finding import SEVERITIES
from ruleslawyer.report.questions import UNANSWERED

Json = dict[str, Any]
PICTURES = 3
WEIGHT = {word: weight for weight, word in enumerate(reversed(SEVERITIES), 1)}
"""How much a finding counts, by its severity."""


def pictures(r: Json) -> list[Json]:
    """The findings that the page opens with, each with the table where it shows: the most serious, no two of one kind
    while others are as serious, then those that come up most at tables, then the shortest plays of one move or more."""
    met = often(r)

    def rank(one: Json) -> tuple[Any, ...]:
        f = one["finding"]
        return -WEIGHT[f["severity"]], -met.get(f["id"], 0), one["moves"] < 1, one["moves"], f["id"]

    found = []
    for f in r["findings"]:
        frames = next((e["frames"] for e in f["evidence"] if e.get("frames")), None)
        tables = [frame for frame in frames or () if frame["table"]]
        if f["state"] in UNANSWERED and not f["withdrawn"] and tables:
            moves = sum(not frame["asked"] for frame in frames or ()) - 1
            found.append({"finding": f, "frame": tables[-1], "moves": moves})
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
        return sum(weight.get(id_, 0) * (1 + met.get(id_, 0)) for id_ in q["findings"])

    return sorted(r["questions"], key=lambda q: -leverage(q))


def often(r: Json) -> Mapping[str, float]:
    """The share of whole games in which each finding came up, as far as games were played."""
    games = r.get("games")
    played = next(iter(games["play"].values()), None) if games else None
    return {one["finding"]: one["times"] / one["of"] for one in played["findings"]} if played else {}
