"""Front pages: of a rulebook three findings as pictures, and one agenda of all; of several their first."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ruleslawyer.base.files.content import Json
from ruleslawyer.check.evidence.finding import SEVERITIES, UNANSWERED
from ruleslawyer.report.families import families, standing
from ruleslawyer.report.finding_layout import stakes, story_of
from ruleslawyer.report.moment import moment
from ruleslawyer.rulebook.claims.readings import question_of
from ruleslawyer.studies.games import intervals
from ruleslawyer.studies.games.kept import expected_share, measured_severity

PICTURES = 3
WEIGHT = {word: weight for weight, word in enumerate(reversed(SEVERITIES), 1)}
"""How much a finding counts, by its severity."""


def pictures(r: Json) -> list[Json]:
    """The findings that the page opens with, each with the table where it shows: the most serious, no two of one kind
    while others are as serious, then those that come up most at tables, then the shortest plays of one move or more."""
    met, weight = often(r), weights(r)

    def rank(one: Json) -> tuple[Any, ...]:
        f = one["finding"]
        return *(-n for n in weight(f)), -share(met.get(f["id"])), one["moves"] < 1, one["moves"], f["id"]

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


def leading(r: Json) -> Json | None:
    """The finding that stands for a rulebook on the page of several: the one that its own page opens with, at the
    table; None where no finding is drawn."""
    first = next(iter(pictures(r)), None)
    if first is None:
        return None
    f, told = first["finding"], story_of(first["finding"])
    shown = moment(first["frames"], told) or {"table": first["frame"]["table"], "part": ()}
    return {
        **{key: f[key] for key in ("id", "title", "severity", "kind")},
        "crux": told["crux"], "ask": told["ask"], "answers": [answer["says"] for answer in told["answers"]],
        "table": shown["table"], "part": sorted(shown["part"]),
        "names": [seat["name"] for seat in shown["table"]["seats"]],
    }  # fmt: skip


def first_of_all(found: Json) -> list[Json]:
    """The findings that the page of several rulebooks opens with, no two of one book, the most serious first."""
    leads = [(r, r["leads"] if "leads" in r else leading(r)) for r in found["rulesets"]]
    shown = [{"book": {"id": r["id"], "title": r["title"]}, **one} for r, one in leads if one]
    return sorted(shown, key=lambda one: -WEIGHT[one["severity"]])[:PICTURES]


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


def share(met: Json | None) -> float:
    """The share of games in which something came up; none where it is not known."""
    return met["times"] / met["of"] if met and met["of"] else 0.0


def weights(r: Json) -> Callable[[Json], tuple[float, float, float]]:
    """How much a finding counts that nobody has answered: by what was measured to hang on it, or where that is open, or
    its author says why his word stays, by that word; then by the share of games that it changes, and by that word. One
    that is answered counts nothing."""
    rows = stakes(r)

    def weight(f: Json) -> tuple[float, float, float]:
        if f["state"] not in UNANSWERED:
            return 0, 0, 0
        said, row = WEIGHT[f["severity"]], {} if f.get("severity_stays") else rows.get(f["id"], {})
        return WEIGHT.get(measured_severity(row), said), expected_share(row), said

    return weight


def agenda(r: Json) -> list[Json]:
    """Every finding that stands, as the designer is asked: by family, those first on which most hangs, then those that
    come up in most games; what is answered comes last. A family begins with its most serious one. With each: how deep
    it hangs, its family and theme, whether it opens (the first of a family, and every high one; the others are folded),
    and the others on which an answer bears."""
    met, theme, weight = often(r), _theme(r), weights(r)
    keys = {f["id"]: _keys(f) for f in standing(r)}

    def rank(family: list[tuple[int, Json]]) -> tuple[Any, ...]:
        left = [f for _, f in family if f["state"] in UNANSWERED]
        most = max(weight(f) for _, f in family)
        return *(-n for n in most), -max((share(met.get(f["id"])) for f in left), default=0.0)

    return [
        {
            "depth": depth, "finding": f, "family": number, "theme": theme(family[0][1]),
            "opens": not depth or weight(f)[0] == WEIGHT[SEVERITIES[0]],
            "bears": [id_ for id_, others in keys.items() if id_ != f["id"] and others & keys[f["id"]]],
        }
        for number, family in enumerate(sorted(families(r), key=rank))
        for depth, f in _gravest_first(family, weight)
    ]  # fmt: skip


def _gravest_first(
    family: list[tuple[int, Json]], weight: Callable[[Json], tuple[float, float, float]]
) -> list[tuple[int, Json]]:
    """A family with its most serious finding at its head, the high ones next, and the others as they hang."""
    head = max(family, key=lambda row: weight(row[1]))
    others = [row for row in family if row is not head]
    others.sort(key=lambda row: weight(row[1])[0] < max(WEIGHT.values()))
    return [(0, head[1]), *((max(1, depth), f) for depth, f in others)]


def _keys(f: Json) -> set[str]:
    """The keys in the model that would answer a finding: its questions, and those that its answers and rulings tried
    out decide."""
    ruled = (key for one in (*story_of(f)["answers"], *f["settled"]) for key in one["ruling"])
    return {*(q["name"] for q in f["questions"]), *map(question_of, ruled)}


def _theme(r: Json) -> Callable[[Json], str]:
    """The theme of a finding: one that the view declares, or else a chapter; that to which most of its clauses
    belong."""
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

    return lambda f: _most([belongs(c["id"]) for c in f["clauses"]]) or "Other"


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
