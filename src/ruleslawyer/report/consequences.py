"""Consequences of answers in a document: what each brings by itself, and all that are settled bring together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ruleslawyer.base.files.content import Json
from ruleslawyer.check.together import Together
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.claims.readings import whole_questions


class Consequences:
    """The outcomes of answers. system: the rules as the book has them."""

    def __init__(self, alone: Iterable[Together], system: System) -> None:
        self._system = system
        self._alone = {(id_, about(ruled)): one for one in alone for id_, ruled in one.given.items()}

    def of(self, finding: str, answers: Sequence[Json]) -> list[Json | None]:
        """The outcome of each answer to a finding by itself; None of one that was not tried."""
        found = [self._alone.get((finding, about(answer["ruling"]))) for answer in answers]
        return [None if one is None else self.tell(one) for one in found]

    def tell(self, found: Together) -> Json:
        return found.json(self._system)


def about(ruling: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """A ruling, whether it is for whole questions or for their gaps."""
    return tuple(sorted(whole_questions(ruling).items()))
