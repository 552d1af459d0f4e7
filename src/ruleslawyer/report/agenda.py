"""The agenda of a rulebook, and the walk through it: what to decide first, what falls away by it, what asks for the
same answer, what is next.

An answer saves what hangs on its finding, and the findings that fall away by it: those that come up no more where it
was tried, and those that ask for this very answer.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from functools import cached_property
from typing import Any

from ruleslawyer.base.files.content import Json
from ruleslawyer.check.evidence.finding import SEVERITIES, UNANSWERED
from ruleslawyer.report.answers import about
from ruleslawyer.report.brief import text_of
from ruleslawyer.report.finding_layout import families, stakes_of, standing, story_of
from ruleslawyer.report.games import often, share_of_games
from ruleslawyer.rulebook.claims.readings import question_of
from ruleslawyer.studies.games.kept import expected_share, measured_severity

WEIGHT = {word: weight for weight, word in enumerate(reversed(SEVERITIES), 1)}
"""How much a finding counts, by its severity."""


def weights(r: Json) -> Callable[[Json], tuple[float, float, float]]:
    """How much a finding counts that nobody has answered: by what was measured to hang on it, or where that is open, or
    its author says why his word stays, by that word; then by the share of games that it changes, and by that word. One
    that is answered counts nothing."""
    rows = stakes_of(r)

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
        return *(-n for n in most), -max((share_of_games(met.get(f["id"])) for f in left), default=0.0)

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


# --- the walk ---------------------------------------------------------------------------------------------------------


FIRST = 10
"""Findings that an evening of a designer begins with."""


class Walk:
    """The agenda of a rulebook in an order to decide it."""

    def __init__(self, r: Json) -> None:
        self.rows = agenda(r)
        gone = moot(r)
        self.open = [
            f for f in (one["finding"] for one in self.rows) if f["state"] in UNANSWERED and f["id"] not in gone
        ]
        self.alike = {f["id"]: self._alike(f) for f in self.open}
        self.falls = {
            f["id"]: [_falls(answer, self.alike.get(f["id"], ())) for answer in story_of(f)["answers"]]
            for f in standing(r)
        }
        """By finding, of each answer, the findings that come up no more under it, but for those that ask the same."""
        self._weight, self._stakes = weights(r), stakes_of(r)
        self.moot = gone

    def json(self) -> Json:
        """The walk as the page of the agenda tells it."""
        return {
            "first": self.first, "order": self.order, "falls": self.falls, "before": self.before, "moot": self.moot,
        }  # fmt: skip

    def of(self, f: Json) -> Json:
        """The walk as the page of a finding tells it. same: under each answer, the others that ask for it, with it."""
        return {
            "order": self.order, "falls": self.falls.get(f["id"], []), "moot": self.moot.get(f["id"], ()),
            "before": self.before.get(f["id"], ()), "bearing": self.bearing.get(f["id"], ()),
            "same": [self._same(f, answer) for answer in story_of(f)["answers"]],
        }  # fmt: skip

    def _same(self, f: Json, answer: Json) -> list[Json]:
        return [
            {"finding": other["id"], "says": text_of(one["says"]), "ruling": one["ruling"]}
            for other in self.open if other is not f and answer["ruling"]
            for one in story_of(other)["answers"] if about(one["ruling"]) == about(answer["ruling"])
        ]  # fmt: skip

    def _alike(self, f: Json) -> list[str]:
        """The other open findings, each of whose questions an answer to this one answers too."""
        own = {about(answer["ruling"]) for answer in story_of(f)["answers"] if answer["ruling"]}
        return [
            other["id"] for other in self.open
            if other is not f and own & {about(answer["ruling"]) for answer in story_of(other)["answers"]}
        ]  # fmt: skip

    @cached_property
    def order(self) -> list[str]:
        """The open findings: those that save most, then as the agenda has them."""
        first = [one["finding"]["id"] for one in self.first]
        return first + [f["id"] for f in self.open if f["id"] not in first]

    @cached_property
    def first(self) -> list[Json]:
        """The findings to decide first, with the answer by which most falls away, and what: nothing is counted twice,
        as if all of them were answered together."""
        found: list[Json] = []
        saved: set[str] = set()
        left = list(self.open)
        while left and len(found) < FIRST:
            best = max(left, key=lambda f: (self._saves(f, saved), *self._weight(f)))
            answer, falling = self._most(best, saved)
            says = [] if answer is None else story_of(best)["answers"][answer]["says"]
            alike = [id_ for id_ in self.alike[best["id"]] if id_ not in saved and id_ not in falling]
            measured = measured_severity(self._stakes.get(best["id"], {}))
            found.append({
                "finding": best, "says": says, "falls": falling, "alike": alike,
                "measured": measured if measured in SEVERITIES else "",
            })  # fmt: skip
            saved |= {best["id"], *falling, *alike}
            left = [f for f in left if f["id"] not in saved]
        return found

    def _saves(self, f: Json, saved: Iterable[str]) -> float:
        fresh = {*self._most(f, saved)[1], *self.alike[f["id"]]} - {*saved}
        return self._weight(f)[0] + sum(self._weight(other)[0] for other in self.open if other["id"] in fresh)

    def _most(self, f: Json, saved: Iterable[str]) -> tuple[int | None, list[str]]:
        """The answer by which most falls away that is not saved yet, and what that is."""
        known = {*saved}
        here = {one["id"] for one in self.open}
        falling = [[id_ for id_ in falls if id_ in here and id_ not in known] for falls in self.falls[f["id"]]]
        best = max(range(len(falling)), key=lambda n: len(falling[n]), default=None)
        return (best, falling[best]) if best is not None and falling[best] else (None, [])

    @cached_property
    def before(self) -> Mapping[str, list[str]]:
        """By finding the others that are to be decided first, as an answer to them may make it moot."""
        found: dict[str, list[str]] = {}
        for f in self.open:
            for id_ in dict.fromkeys(id_ for falls in self.falls[f["id"]] for id_ in falls):
                found.setdefault(id_, []).append(f["id"])
        return found

    @cached_property
    def bearing(self) -> Mapping[str, list[str]]:
        """By finding the others of which an answer takes a part away."""
        found: dict[str, list[str]] = {}
        for f in self.open:
            for answer in story_of(f)["answers"]:
                for id_ in (answer.get("comes") or {}).get("bears", ()):
                    found.setdefault(id_, [])
                    found[id_] += [f["id"]] * (f["id"] not in found[id_])
        return found


def moot(r: Json) -> Mapping[str, list[str]]:
    """The findings that fall away by what is settled, each with the findings whose answers see to that."""
    told = r.get("together")
    return {one["finding"]: one["by"] for one in told["moot"]} if told else {}


def _falls(answer: Json, alike: Container[str]) -> list[str]:
    gone = (answer.get("comes") or {}).get("moot", ())
    return [one["finding"] for one in gone if one["finding"] not in alike]
