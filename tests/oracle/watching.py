"""Who notices each fault of a ruleset: its scope, a sweep of one card, its scenarios, as the oracle plays the text with
the fault. The edits are worked out by hand (`faults.toml` beside the model)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from tests.oracle.calls import Steps, text
from tests.oracle.dealt import OfSweep
from tests.oracle.graph import UNKNOWN, VACUOUS, VIOLATED, Explorer, Verdicts
from tests.oracle.mutated import told
from tests.oracle.truth import Oracle, unlike

FILE = "faults.toml"
Key = tuple[str, ...]


@dataclass(frozen=True)
class Look:
    """What an exploration tells: all that may differ; what falls short there; what is new to a sweep; rules that are
    live, and properties that are so somewhere."""

    whole: Any
    short: frozenset[Key]
    new: frozenset[Key]
    live: frozenset[str]
    named: frozenset[str]


@dataclass(frozen=True)
class Fate:
    """Whether a fault makes a difference, and who notices it."""

    differs: bool
    hand: bool
    sweep: bool
    plays: bool


def look(explorer: Explorer) -> Look:
    found = explorer.found
    events = {("event", *key) for key, material in found.material.items() if material and key[0] not in ("cap", "idle")}
    stuck = {("deadlock", *_stuck(explorer, state)) for state in found.deadlocks}
    violated = {("violated", name) for name, word in found.verdicts.items() if word == VIOLATED}
    unsure = {(word, name) for name, word in found.verdicts.items() if word in (VACUOUS, UNKNOWN)}
    checked = Verdicts(explorer)
    met = {f"met {rule.name}" for rule in explorer.book.properties if rule.kind == "always"
           and any(true for _, true in checked.in_states(rule))}  # fmt: skip
    live = frozenset(found.live)
    new = frozenset(events | stuck | violated)
    return Look(told(found), new | unsure, new, live, live | met)


def _stuck(explorer: Explorer, state: Any) -> list[str]:
    """Why nobody can do anything: each action with what is said of it."""
    play = explorer.play
    return sorted({f"{one.name}: {play.judged(state, one)[0]}" for one in play.candidates(state)})


class Watched:
    """A ruleset with edits; `scope` is its one scope that is chosen by hand."""

    def __init__(self, oracle: Oracle, sort: str) -> None:
        self.oracle, self.sort = oracle, sort
        self.path = oracle.folder / oracle.name / "model.py"
        self.text = self.path.read_text(encoding="utf-8")

    @property
    def edits(self) -> list[dict[str, str]]:
        edits: list[dict[str, str]] = tomllib.loads((self.path.parent / FILE).read_text(encoding="utf-8"))["fault"]
        return edits

    def _looks(self) -> tuple[Look, list[Look], bool]:
        """What is told of the text as it stands in its file: by hand, by each card that is dealt, by scenarios."""
        where = self.oracle.folder, self.oracle.name, self.oracle.scope
        own = Oracle(*where)
        explorer = own.explorer()
        dealt = OfSweep(own, {"sort": self.sort, "positions_keep": [], "refusals": {}})
        return (
            look(explorer),
            [look(dealt.explorer({dealt.card: row})) for row in dealt.rows()],
            self._pass(Steps(explorer)),
        )

    def _pass(self, steps: Steps) -> bool:
        folder = self.oracle.folder / "checks" / self.oracle.name / "scenarios"
        each = [one for file in sorted(folder.glob("*.toml"))
                for one in tomllib.loads(file.read_text(encoding="utf-8"))["scenario"]]  # fmt: skip
        return all(_passes(steps, one) for one in each)

    @cached_property
    def fates(self) -> dict[str, Fate]:
        """What becomes of each fault."""
        usual = self._looks()
        made = {}
        for edit in self.edits:
            assert self.text.count(edit["old"]) == 1, edit["name"]
            self.path.write_text(self.text.replace(edit["old"], edit["new"]), encoding="utf-8")
            try:
                made[edit["name"]] = _fate(usual, self._looks())
            finally:
                self.path.write_text(self.text, encoding="utf-8")
        return made


def _fate(usual: tuple[Look, list[Look], bool], found: tuple[Look, list[Look], bool]) -> Fate:
    """Everything that a sweep meets somewhere without the fault is known to it."""
    (hand, dealt, passes), (other, others, still) = usual, found
    known = frozenset[Key]().union(*(one.new for one in dealt))
    live = hand.live.union(*(one.live for one in dealt))
    return Fate(
        differs=hand.whole != other.whole or any(a.whole != b.whole for a, b in zip(dealt, others, strict=True)),
        hand=bool(other.short - hand.short) or other.named != hand.named,
        sweep=any(one.new - known or one.live - live for one in others),
        plays=passes and not still,
    )


def _passes(steps: Steps, scenario: dict[str, Any]) -> bool:
    """Whether a scenario ends as it says: all of it."""
    state = next(iter(steps.begun.values()))
    for one in scenario["when"]:
        given = ", ".join(f"{name}={value}" for name, value in one.items() if name != "action")
        state = steps.out.get(state, {}).get(f"{one['action']}({given})") if state is not None else None
    if state is None:
        return False
    named = {path[-1]: text(value) if not isinstance(value, frozenset) else sorted(map(text, value))
             for path, value in zip(steps.explorer.play.world.types, state, strict=True)}  # fmt: skip
    return all(named[name] == (sorted(map(str, value)) if isinstance(value, list) else str(value))
               for name, value in scenario["then"].items())  # fmt: skip


def figures(oracle: Oracle, said: Any) -> Iterator[str]:
    """What is wrong in the figures of `adequacy`, which has tried each fault in the scope, in a sweep and in plays."""
    fates = Watched(oracle, said["varied"].split(" of ")[1].split()[0]).fates
    made = [fate for fate in fates.values() if fate.differs]
    true = {"faults": len(fates), "differ": len(made), "hand": sum(f.hand for f in made),
            "sweep": sum(f.sweep for f in made), "both": sum(f.hand or f.sweep for f in made),
            "plays": sum(f.plays for f in made), "all": sum(f.hand or f.sweep or f.plays for f in made)}  # fmt: skip
    yield unlike({key: said["figures"][key] for key in true}, true)
    left = {name for name, fate in fates.items() if fate.differs and not (fate.hand or fate.sweep)}
    yield unlike(sorted(one["fault"] for one in said["survivors"]), sorted(left))
    for one in (*said["survivors"], *said["rows"]):
        fate, told_ = fates[one["fault"]], [bool(one[key]) for key in ("differs", "hand", "sweep", "play")]
        yield (why := unlike(told_, [fate.differs, fate.hand, fate.sweep, fate.plays])) and f"{one['fault']}: {why}"


def is_watched(folder: Path, name: str) -> bool:
    return (folder / name / FILE).is_file()
