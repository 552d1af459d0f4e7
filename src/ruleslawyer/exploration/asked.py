"""The other questions of `explore`: each asks something else of the states of a scope, or of plays in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import TYPE_CHECKING, Annotated, Literal

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.exploration.explore import (
    BoundedQuery,
    EngineName,
    EngineQuery,
    ScopeQuery,
    explore_graph,
    explore_symmetrically,
)
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.claims.result import ScopeResult
from ruleslawyer.rulebook.declared import Option
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

if TYPE_CHECKING:  # they make code
    from ruleslawyer.engines.native.analyses import Analysis
    from ruleslawyer.engines.native.graph import Graph
    from ruleslawyer.engines.native.scope_data import Layout
    from ruleslawyer.exploration.explored import ExploredGraph
    from ruleslawyer.exploration.information import Information
    from ruleslawyer.exploration.native import NativeExploration
    from ruleslawyer.play.simulate import Player, Simulation

Code = Annotated[Literal["auto", "native"], Option("Generated code answers this, and nothing else.", hidden=True)]
PLAYERS: Mapping[EngineName, Player] = {"networkx": "interpreter", "native": "native"}
"""Who plays random plays, for an engine; else first the interpreter, and then generated code."""


@dataclass(frozen=True)
class StateLayout(ScopeQuery["Layout"]):
    """Show where each field lies in a packed state.

    Examples:

      ruleslawyer explore daemons --scope duel --show-layout
    """

    _: KW_ONLY
    engine: Code = "auto"

    def __call__(self, ruleset: LoadedRuleset, /) -> Layout:
        from ruleslawyer.engines.native.explore import layout_of

        return layout_of(self.system(ruleset))


@dataclass(frozen=True)
class Symmetric(BoundedQuery[ScopeResult]):
    """Explore one state of each orbit of the members that the scope declares alike.

    A scope says `interchangeable = ["Card"]`; members that are not alike are refused. What is counted is the whole
    graph.

    Examples:

      ruleslawyer explore daemons --scope draft_all --symmetry
    """

    _: KW_ONLY
    engine: Code = "auto"

    def __call__(self, ruleset: LoadedRuleset, /) -> ScopeResult:
        return explore_symmetrically(self.system(ruleset), self.limits, self.progress, self.workers)


@dataclass(frozen=True)
class AnalysisResult:
    """The analyses of a whole graph, beside the exploration that found it."""

    found: NativeExploration
    graph: Graph
    answers: list[Analysis]


@dataclass(frozen=True)
class Analyse(BoundedQuery[AnalysisResult]):
    """Analyse the whole graph: dead ends, rounds without end, pumps, winners.

    Examples:

      ruleslawyer explore daemons --scope duel --analyse
    """

    _: KW_ONLY
    engine: Code = "auto"

    def __call__(self, ruleset: LoadedRuleset, /) -> AnalysisResult:
        from ruleslawyer.engines.native.analyses import analyses
        from ruleslawyer.engines.native.occurrence_log import has_forced_cycle
        from ruleslawyer.exploration.native import explore_natively

        found = explore_natively(self.system(ruleset), self.limits or Limits(), self.progress, self.workers)
        graph = found.graph
        if isinstance(graph, str):
            raise UsageError(graph, "--analyse", "raise --memory, or choose a smaller scope")
        forced_round = has_forced_cycle(found.by_code)
        return AnalysisResult(found, graph, analyses(graph, found.why_incomplete, forced_round=forced_round))


@dataclass(frozen=True)
class Knowledge(EngineQuery[tuple["ExploredGraph", "Information"]]):
    """Say what a player knows by all that he sees and does along plays.

    Examples:

      ruleslawyer explore daemons --scope duel --as Ann
    """

    seat: Annotated[str, Option("The player.", "--as", metavar="PLAYER")] = field(kw_only=True)

    def __call__(self, ruleset: LoadedRuleset, /) -> tuple[ExploredGraph, Information]:
        from ruleslawyer.exploration.information import information
        from ruleslawyer.play.rules import Rules

        system = self.system(ruleset)
        seat = Rules(system).seat(self.seat, "--as")
        found = explore_graph(system, self.limits, self.progress, self.engine, self.workers)
        return found, information(found, seat)


@dataclass(frozen=True)
class Simulate(EngineQuery["Simulation"]):
    """Play random plays, where a scope is too large to explore.

    The exit code is 1 where a property is violated that nobody expects to be, or reached though it is
    expected not to be; that plays are only some of all is no failure.

    Examples:

      ruleslawyer explore megacorp --scope small --simulate 100 --seed 1
    """

    plays: Annotated[int, Option("So many plays.", "--simulate", min=1, metavar="N")] = field(kw_only=True)
    seed: Annotated[int, Option("The seed of the plays.")] = field(default=0, kw_only=True)

    def __call__(self, ruleset: LoadedRuleset, /) -> Simulation:
        from ruleslawyer.play.simulate import simulate

        return simulate(
            self.system(ruleset), self.plays, self.seed, limits=self.limits, progress=self.progress,
            player=PLAYERS.get(self.engine, "auto"), workers=self.workers,
        )  # fmt: skip
