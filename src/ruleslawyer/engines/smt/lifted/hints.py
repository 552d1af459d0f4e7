"""The instances that answered each question before, found again for another run: after an edit most of them do still.

A question is known by its item and its rule. Folds are numbered as they come up, so that after an edit another one may
have the number of one: each is found by what it folds. Nothing of it is believed, since whoever uses it asks again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ruleslawyer.engines.smt.lifted.answered import Answered
from ruleslawyer.engines.smt.lifted.certificate import Made, Recipe, Unreadable, read
from ruleslawyer.lifted.world import World

_FOLD = re.compile(r"\b(?:some|sum|least|greatest) \d+\b")
_BEGIN, _RULE = "(push", "; rule "


@dataclass(frozen=True, slots=True)
class Before:
    """The instances kept of an earlier run. texts: of each item and rule the questions, one after the other; folds:
    what each folds."""

    texts: Mapping[tuple[str, str], Sequence[str]] = field(default_factory=dict)
    folds: Mapping[str, bytes] = field(default_factory=dict)


def record_instances(made: Mapping[str, Made | None], world: World) -> Before:
    """The instances of a run, kept for another one."""
    texts: dict[tuple[str, str], list[str]] = {}
    for item, file in made.items():
        for block in () if file is None else file.text.split(f"\n{_BEGIN}")[1:]:
            rule = block.partition(f"\n{_RULE}")[2].partition("\n")[0]
            remarks = "\n".join(line for line in block.splitlines() if line.startswith(";@"))
            texts.setdefault((item, rule), []).append(remarks)
    known = Answered()
    return Before(texts, {name: known.fold(world, name) for name in world.folds.by_name})


class Hints:
    """The same, for the questions of one run. world: of its relation."""

    def __init__(self, before: Before, world: World) -> None:
        self.before, self.world = before, world
        self._asked: dict[tuple[str, str], int] = {}
        self._now: dict[bytes, str] = {}
        self._known = Answered()

    def of(self, item: str, rule: str) -> list[Recipe] | None:
        """The instances that answered the next question of an item about a rule."""
        key = item, rule
        place = self._asked[key] = self._asked.get(key, -1) + 1
        texts = self.before.texts.get(key, ())
        if place >= len(texts):
            return None
        for name in list(self.world.folds.by_name)[len(self._now) :]:
            self._now.setdefault(self._known.fold(self.world, name), name)
        try:
            renamed = _FOLD.sub(self._rename_fold, texts[place])
            return read([_BEGIN, *renamed.splitlines()])[0]
        except (Unreadable, KeyError):
            return None

    def _rename_fold(self, found: re.Match[str]) -> str:
        digest = self.before.folds.get(found[0])
        return found[0] if digest is None else self._now[digest]
