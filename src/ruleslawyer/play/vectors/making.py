"""The question of `export --to vectors`: short plays for whoever programs the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.ir.schema import Scope
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.declared import Memory, Option, Reading, Ruling, Told
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

if TYPE_CHECKING:  # --help does not wait for what plays
    from ruleslawyer.play.vectors.distinguish import Distinction
    from ruleslawyer.play.vectors.score import Mutation
    from ruleslawyer.play.vectors.suite import Suite
    from ruleslawyer.play.vectors.walk import Walk


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
        from ruleslawyer.play.vectors.score import Mutation, sample
        from ruleslawyer.play.vectors.suite import make_suite

        scopes = [scope.name for scope in self.of(ruleset)]
        systems = [ruleset.transition_system(scope, self.reading, self.rulings) for scope in scopes]
        rules = systems[0].system

        def trying(walks: Sequence[Walk], readings: Sequence[Distinction]) -> Mutation:
            return Mutation(walks, readings, *sample(rules, ruleset.root, self.mutants, self.seed))

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
