"""The log of a WebAssembly file by name: what was met, by which clauses, and where; `rulebook.py` has it of every step.

An event is a dict: `kind` (contradiction, gap, unspoken, or what failed), `subject` and `pair` (the rule, and what
clashes in it), `clauses` of the book, and `where`: "state", "step", or the action that was looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from ruleslawyer.bridges.portable.client.positions import Json
else:  # it lies beside this file, wherever they were written
    from positions import Json

Row: TypeAlias = tuple[int, int, int, int]
"""An entry of the log: the number of the rule, of the recording, of the answer, and of the place."""
PLAY, IN_A_STEP = 1, 0xFFFFFF
OWN = {
    "beyond": "a number beyond 64 bits",
    "memory": "more memory than there is",
    "unbounded": "a number that nothing bounds",
}
"""The reasons to stop that are the code's own, and no rule's."""


class Names:
    """The rules that the numbers of a log name, from a rulebook's description."""

    def __init__(self, about: Json) -> None:
        self.log, self.choices = about["log"], about["choices"]
        self._asked = {one["key"]: one for one in self.choices}

    def expect_room(self, rows: Iterable[Row]) -> None:
        """Raise an OverflowError where the code stopped at what it has no room for: it names the rule."""
        for what, _, answer, _ in rows:
            if self.log["told"][what - 1][0] == "failed":
                failed, of, *_ = self._site(answer)
                if failed in OWN:
                    raise OverflowError(f"{of or failed} needs {OWN[failed]}")

    def verdicts(self, rows: Iterable[Row]) -> list[Json]:
        """The live clauses of each part of an action that was judged: those that permit it, and that hold it out."""
        told = ((self.log["told"][what - 1], answer) for what, _, answer, at in rows if _where(at) != "step")
        found = (
            (name, self._live(self.log["norms"][name], answer)) for (kind, name, *_), answer in told if kind == "norms"
        )
        return [
            {"of": name, **{of: [_plain(c) for c in live[of]] for of in ("permits", "forbids")}} for name, live in found
        ]

    def events(self, rows: Iterable[Row], candidate: Callable[[int], Json]) -> list[Json]:
        """The events of the game, each once. candidate: an action, by its number among those that were looked at."""
        found: dict[object, Json] = {}
        for what, recording, answer, at in rows:
            if recording == PLAY:  # not of a property
                for kind, subject, pair, clauses in self._name(*self.log["told"][what - 1], answer=answer):
                    said: Json = {
                        "kind": kind,
                        "subject": subject,
                        "pair": pair,
                        "clauses": clauses,
                        "where": _where(at),
                    }
                    found[kind, subject, *pair] = said
        for said in found.values():
            if isinstance(said["where"], int):
                said["where"] = candidate(said["where"])
        return list(found.values())

    def _name(
        self, kind: str, name: str = "", *more: str, answer: int
    ) -> Iterator[tuple[str, str, list[str], list[str]]]:
        if kind == "question":
            asked = self._asked[name]
            if not answer & 1:
                yield "gap", name, [], asked["clauses"]
            yield from _clashes(name, _pairs(asked["answers"], answer >> 1))
        elif kind == "layers":
            exceptions = self.log["exceptions"][name]
            yield from _clashes(name, _pairs(exceptions, answer >> len(exceptions)))
        elif kind == "numbers":
            clauses, crossings = self.log["numbers"][name]["clauses"], self.log["numbers"][name]["crossings"]
            named = {clause["name"]: clause for clause in clauses}
            met = (pair for i, pair in enumerate(crossings) if answer >> 2 * len(clauses) + i & 1)
            yield from _clashes(name, ((named[one], named[other]) for one, other in met))
        elif kind in ("norms", "deed"):
            clauses = self.log["norms" if kind == "norms" else "deeds"][name]
            live = self._live(clauses, answer)
            yield from _clashes(name, ((p, f) for p in live["permits"] for f in live["forbids"]))
            if kind == "deed" and answer >> len(clauses) & 1:
                both = combinations(live["insteads"], 2)
                yield from _clashes(name, ((one, other) for one, other in both if one["by"] != other["by"]))
        elif kind == "failed":
            yield self._site(answer)
        elif kind == "unspoken":
            yield kind, name, list(more), []
        elif kind == "order":
            first, other, *clauses = more
            yield "gap", name, [first, other], clauses

    def _site(self, answer: int) -> tuple[str, str, list[str], list[str]]:
        """The check that failed; where a question has no answer, that is its subject."""
        kind, subject, *pair = self.log["sites"][answer % (1 << 30) - 1]
        if isinstance(subject, int):
            asked = self.choices[subject]
            return kind, asked["key"], [asked["options"][pair[0]]], asked["clauses"]
        rule = answer >> 32
        return kind, subject or (self.log["rules"][rule - 1] if rule else ""), pair, []

    def _live(self, clauses: Sequence[Json], answer: int) -> dict[str, list[Json]]:
        """The clauses that hold and that no other one beats."""
        held = [clause for i, clause in enumerate(clauses) if answer >> i & 1]
        alive: dict[str, bool] = {}

        def lives(clause: Json) -> bool:
            name = clause["name"]
            if name not in alive:
                alive[name] = not any(name in by["over"] and lives(by) for by in held)
            return alive[name]

        kinds = {"permits": "permit", "forbids": "forbid", "insteads": "instead"}
        return {of: [c for c in held if c["kind"] == kind and lives(c)] for of, kind in kinds.items()}


def _pairs(clauses: Sequence[Json], answer: int) -> Iterator[tuple[Json, Json]]:
    """The pairs whose bits are set."""
    return (pair for i, pair in enumerate(combinations(clauses, 2)) if answer >> i & 1)


def _clashes(subject: str, pairs: Iterable[tuple[Json, Json]]) -> Iterator[tuple[str, str, list[str], list[str]]]:
    for one, other in pairs:
        yield "contradiction", subject, [one["name"], other["name"]], [*one["cites"], *other["cites"]]


def _plain(clause: Json) -> Json:
    return {"name": clause["name"], "cites": clause["cites"]}


def _where(identity: int) -> str | int:
    at = identity & IN_A_STEP
    return "step" if at == IN_A_STEP else at or "state"
