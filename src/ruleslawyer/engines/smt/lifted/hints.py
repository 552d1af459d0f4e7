"""The instances that answered each question before, found again for another run: after an edit most of them do still.

A question is known by its item, its rule, and how many about that rule came before it. Folds are numbered as they come
up, so that after an edit another one may have the number of one: each is called by what it folds. Nothing of it is
believed, since whoever uses it asks again.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import TypeAlias

from ruleslawyer.engines.smt.lifted.answered import Answered
from ruleslawyer.engines.smt.lifted.certificate import Made, Recipe, Unreadable
from ruleslawyer.engines.smt.lifted.remarks import read
from ruleslawyer.lifted.world import World

_FOLD, _SAID = re.compile(r"\b(some|sum|least|greatest) (\d+)\b"), re.compile(r"\b(some|sum|least|greatest) #(\w+)\b")
_BEGIN, _RULE = "(push", "; rule "
Place: TypeAlias = tuple[str, str, int]
"""A question: its item, its rule, and its number among those of the item about the rule."""
Before: TypeAlias = Mapping[Place, str]
"""The instances kept of an earlier run: the lines of a certificate that say what they are of."""


def record_instances(made: Mapping[str, Made | None], world: World) -> Before:
    """The instances of a run, kept for another one."""
    known, found = Answered(), dict[Place, str]()

    def name(fold: re.Match[str]) -> str:
        return f"{fold[1]} #{_short(known.fold(world, fold[0]))}" if fold[0] in world.folds.by_name else fold[0]

    for item, file in made.items():
        asked = Counter[str]()
        for block in () if file is None else file.text.split(f"\n{_BEGIN}")[1:]:
            rule = block.partition(f"\n{_RULE}")[2].partition("\n")[0]
            remarks = "\n".join(line for line in block.splitlines() if line.startswith(";@"))
            found[item, rule, asked[rule]] = _FOLD.sub(name, remarks)
            asked[rule] += 1
    return found


class Hints:
    """The same, for the questions of one run. world: of its relation."""

    def __init__(self, before: Before, world: World) -> None:
        self.before, self.world = before, world
        self._asked = Counter[tuple[str, str]]()
        self._now: dict[str, str] = {}
        self._known = Answered()

    def begin(self, item: str) -> None:
        """The questions of an item come up once more."""
        for key in [key for key in self._asked if key[0] == item]:
            del self._asked[key]

    def next_place(self, item: str, rule: str) -> Place:
        """The next question of an item about a rule."""
        self._asked[item, rule] += 1
        return item, rule, self._asked[item, rule] - 1

    def of(self, place: Place) -> list[Recipe] | None:
        """The instances that answered a question before."""
        text = self.before.get(place)
        if text is None:
            return None
        for name in list(self.world.folds.by_name)[len(self._now) :]:
            self._now.setdefault(_short(self._known.fold(self.world, name)), name)
        try:
            renamed = _SAID.sub(lambda found: self._now[found[2]], text)
            return read([_BEGIN, *renamed.splitlines()])[0]
        except (Unreadable, KeyError):
            return None


def _short(digest: bytes) -> str:
    return digest[:8].hex()
