"""The walk through an agenda: what to decide first, what falls away by it, what asks for the same answer, what is next.

An answer saves what hangs on its finding, and the findings that fall away by it: those that come up no more where it
was tried, and those that ask for this very answer.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from functools import cached_property

from ruleslawyer.base.files.content import Json
from ruleslawyer.check.evidence.finding import SEVERITIES, UNANSWERED
from ruleslawyer.report.consequences import about
from ruleslawyer.report.families import standing
from ruleslawyer.report.finding_layout import stakes, story_of
from ruleslawyer.report.opening import agenda, weights
from ruleslawyer.studies.games.kept import measured_severity

FIRST = 10
"""Findings that an evening of a designer begins with."""


class Walk:
    """The agenda of a rulebook in an order to decide it."""

    def __init__(self, r: Json) -> None:
        self.rows = agenda(r)
        gone = moot(r)
        self.open = [f for f in (one["finding"] for one in self.rows) if is_open(f) and f["id"] not in gone]
        self.alike = {f["id"]: self._alike(f) for f in self.open}
        self.falls = {
            f["id"]: [_falls(answer, self.alike.get(f["id"], ())) for answer in story_of(f)["answers"]]
            for f in standing(r)
        }
        """By finding, of each answer, the findings that come up no more under it, but for those that ask the same."""
        self._weight, self._stakes = weights(r), stakes(r)
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
            {"finding": other["id"], "says": "".join(piece["text"] for piece in one["says"]), "ruling": one["ruling"]}
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


def is_open(f: Json) -> bool:
    return f["state"] in UNANSWERED


def _falls(answer: Json, alike: Container[str]) -> list[str]:
    gone = (answer.get("comes") or {}).get("moot", ())
    return [one["finding"] for one in gone if one["finding"] not in alike]
