"""The question of `explore --readings`: what always holds, and holds of steps, under every option of every question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import TYPE_CHECKING, Annotated

from ruleslawyer.ir.schema import Scope
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.declared import Option, Told
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

if TYPE_CHECKING:  # it makes code
    from ruleslawyer.check.scenario.options import Broken
    from ruleslawyer.exploration.variants.choices import Options


@dataclass
class Read:
    """The result for a ruleset. passed_over: scopes that are too large; broken: scenarios that fail under an option."""

    found: list[Options] = field(default_factory=list)
    passed_over: list[str] = field(default_factory=list)
    broken: tuple[Broken, ...] = ()


@dataclass(frozen=True)
class Readings(Told[Read]):
    """Ask every `always` and `step` under every option of the questions that plays ask, one option at a time.

    A property that an option violates and the default does not, a deadlock, a play that cannot
    go on, no play at all: each is a fault of the model, or is declared with a reason in
    checks/RULESET/options.toml. Properties of other kinds are not asked, and named:
    `--scope SCOPE` asks all. Exit code 1 where one is not declared. An option under which
    a bound is met, a cap of the scope or ten times as many states as by default, is INCOMPLETE.
    A ruleset that has the file is asked by `check` too, in its small scopes.

    Examples:

      ruleslawyer explore megacorp --readings

      ruleslawyer explore mere_mortals --readings --scope attaching --pairs

      ruleslawyer explore --readings --pairs --scenarios --max-states 20000
    """

    scope: Annotated[
        Sequence[str] | None, Option("Ask in this scope, whatever its size.", completes="scopes")
    ] = None  # fmt: skip
    _: KW_ONLY
    pairs: Annotated[bool, Option("Ask any two options of questions of one chapter too.", "--pairs")] = False
    scenarios: Annotated[
        bool, Option("Play every scenario under every option too, which takes minutes.", "--scenarios")
    ] = False
    max_states: Annotated[int, Option("Pass over scopes that have more states by default.", min=1)] = 3_000
    max_seconds: Annotated[float, Option("Give up on a scope after so long.", min=0.1)] = 60.0

    def __call__(self, ruleset: LoadedRuleset, /) -> Read:
        from ruleslawyer.check.scenario.options import under_options
        from ruleslawyer.check.scenario.suite import suite_of
        from ruleslawyer.exploration.variants.options import ask_options

        asked = Read()
        limits = Limits(None if self.scope else self.max_states, self.max_seconds)
        for name in (scope.name for scope in self.of(ruleset)):
            one = ask_options(ruleset.transition_system(name), limits, pairs=self.pairs, tell=self.tell)
            if one is None:
                asked.passed_over.append(name)
            else:
                asked.found.append(one)
        if self.scenarios:
            asked.broken = tuple(under_options(suite_of(ruleset), self.tell))
        return asked

    def of(self, ruleset: LoadedRuleset) -> list[Scope]:
        return [ruleset.scope(name) for name in self.scope or ruleset.explored_scopes()]
