"""The question of `export --to vectors --verify`: the vectors of a folder again, on both machines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ruleslawyer.base.files.content import Json
from ruleslawyer.rulebook.declared import Told
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

if TYPE_CHECKING:  # --help does not wait for what plays
    from ruleslawyer.play.vectors.files import Verified
    from ruleslawyer.semantics.transition import TransitionSystem


@dataclass(frozen=True, slots=True)
class Verification:
    """The vectors that were replayed. rules_changed: since they were made. interrupted: not every one was replayed."""

    ruleset: str
    rules_changed: bool
    vectors: tuple[Verified, ...]
    interrupted: bool

    @property
    def wrong(self) -> tuple[Verified, ...]:
        return tuple(one for one in self.vectors if one.problem)

    def json(self) -> Json:
        """The verification as JSON, for scripts."""
        return {
            "ruleset": self.ruleset, "rules_changed": self.rules_changed, "vectors": len(self.vectors),
            "actions": sum(one.actions for one in self.vectors), "agree": not self.wrong and not self.interrupted,
            "problems": [{"file": one.file, "scope": one.scope, "problem": one.problem} for one in self.wrong],
        }  # fmt: skip


@dataclass(frozen=True)
class VerifyVectors(Told[Verification]):
    """Hold the vectors of a folder against the rules again: on both machines, and what can be seen of each state.

    Example:

      Project.load(".").ruleset("daemons").verify_vectors(Path("vectors")).wrong
    """

    folder: Path

    def __call__(self, ruleset: LoadedRuleset, /) -> Verification:
        from ruleslawyer.play.vectors.files import index_of, verify

        index = index_of(self.folder, ruleset.name)
        machines: dict[tuple[object, ...], list[TransitionSystem]] = {}

        def both(scope: str, reading: object, rulings: object) -> list[TransitionSystem]:
            given: Mapping[str, str] = reading if isinstance(reading, dict) else {}
            settles = isinstance(rulings, list) and given.keys() >= set(rulings)
            ruled = {q: given[q] for q in rulings} if isinstance(rulings, list) and settles else {}
            key = (scope, tuple(sorted(given.items())), tuple(ruled))
            if key not in machines:
                machines[key] = [ruleset.transition_system(scope, given, ruled, direct=d) for d in (False, True)]
            return machines[key]

        found: list[Verified] = []
        interrupted = False
        try:
            for one in verify(self.folder, index, both):
                found.append(one)
                self.tell(f"{len(found)} replayed")
        except KeyboardInterrupt:
            interrupted = True
        return Verification(ruleset.name, index.get("digest") != ruleset.system.digest, tuple(found), interrupted)
