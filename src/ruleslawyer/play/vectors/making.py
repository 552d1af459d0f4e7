"""The questions of `export --to vectors`: short plays for whoever programs the game, and a folder of them again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json
from ruleslawyer.ir.schema import Scope
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.declared import Memory, Option, Reading, Ruling, Told
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

if TYPE_CHECKING:
    from ruleslawyer.play.vectors.distinguish import Distinction
    from ruleslawyer.play.vectors.files import VectorReplay
    from ruleslawyer.play.vectors.score import Mutation
    from ruleslawyer.play.vectors.suite import Suite
    from ruleslawyer.play.vectors.walk import Walk
    from ruleslawyer.semantics.transition import TransitionSystem


@dataclass(frozen=True)
class Vectors(Told["Suite"]):
    """Make conformance vectors: short plays in ITF, each state with all that is legal there.

    Together they show every rule that the scopes reach both ways, where it speaks
    and where it does not; the conditions of each decision to MC/DC; tell options of
    a question apart wherever they differ; and catch models with one mistake: how
    many is said, with each that they miss.
    docs/vectors.md tells an implementer how to use them. Exit code 1: a scope was
    not explored to its end, or with --verify a vector does not agree. Ctrl-C
    writes what there is. The project's code is executed with --verify alone.

    Examples:

      ruleslawyer export daemons --to vectors --scope tiny -o vectors

      ruleslawyer export megacorp --to vectors --scope tiny --scope start2 --mutants 500 --json

      ruleslawyer export daemons --to vectors --verify vectors
    """

    output: Annotated[
        Path | None,
        Option("Where the vectors go.", "-o", "--output", metavar="DIR", show_default="nowhere", writes="index.json"),
    ] = None
    _: KW_ONLY
    scope: Annotated[
        Sequence[str] | None,
        Option("Only this scope; may be repeated.", show_default="all but those of campaigns", completes="scopes"),
    ] = None
    reading: Reading = None
    rulings: Ruling = None
    max_states: Annotated[int, Option("Stop exploring a scope after this many states.", min=1)] = 2_000
    memory: Memory = None
    mutants: Annotated[int | None, Option("Try only N mistakes; 0: none.", min=0, metavar="N", show_default="all")] = (
        None
    )
    seed: Annotated[int, Option("With --mutants: which ones.")] = 0

    def __call__(self, ruleset: LoadedRuleset, /) -> Suite:
        from ruleslawyer.play.vectors.files import files, write
        from ruleslawyer.play.vectors.score import Mutation, sample_mutants
        from ruleslawyer.play.vectors.suite import make_suite

        scopes = [scope.name for scope in self.of(ruleset)]
        systems = [ruleset.transition_system(scope, self.reading, self.rulings) for scope in scopes]
        rules = systems[0].system

        def trying(walks: Sequence[Walk], readings: Sequence[Distinction]) -> Mutation:
            return Mutation(walks, readings, *sample_mutants(rules, ruleset.root, self.mutants, self.seed))

        limits = Limits.here(self.max_states, None, self.memory)
        made = make_suite(systems, rules, limits, self.tell, None if self.mutants == 0 else trying)
        if self.output is not None:
            write(self.output, files(made, ruleset.name, self.rulings or {}))
        return made

    def of(self, ruleset: LoadedRuleset) -> list[Scope]:
        """The scopes that are named, or all that `check` explores; none is a `UsageError`."""
        found = list(dict.fromkeys(self.scope or ruleset.explored_scopes()))
        if not found:
            about = f"{ruleset.name} has no scope to explore"
            raise UsageError(about, "--scope", "write one in checks/<ruleset>/scopes")
        return [ruleset.scope(one) for one in found]


@dataclass(frozen=True, slots=True)
class Verification:
    """The vectors that were replayed. rules_changed: since they were made. interrupted: not every one was replayed."""

    ruleset: str
    rules_changed: bool
    vectors: tuple[VectorReplay, ...]
    interrupted: bool

    @property
    def wrong(self) -> tuple[VectorReplay, ...]:
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

        found: list[VectorReplay] = []
        interrupted = False
        try:
            for one in verify(self.folder, index, both):
                found.append(one)
                self.tell(f"{len(found)} replayed")
        except KeyboardInterrupt:
            interrupted = True
        return Verification(ruleset.name, index.get("digest") != ruleset.system.digest, tuple(found), interrupted)
