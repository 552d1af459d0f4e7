"""The question of `export`: a scope as a model for other checkers, or its explored graph for drawing tools."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import Annotated, Literal

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C, Limits, counting
from ruleslawyer.rulebook.declared import Memory, Option, Reading, Ruling, Scope, Told
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.transition import TransitionSystem


@dataclass(frozen=True)
class Exported:
    """A scope in another language. notes: what of the rules it leaves out, or bounds."""

    text: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Export(Told[Exported]):
    """Write a scope for other tools. The project's code is read, never executed.

    `promela` and `murphi` are the rules of the scope, for SPIN and Rumur: their
    states and transitions are ours. `dot` and `graphml` are the explored graph.
    Names and comments cite clauses.

    Examples:

      ruleslawyer export megacorp --scope tiny --to promela -o tiny.pml

      ruleslawyer export megacorp --to dot | dot -Tsvg -o tiny.svg
    """

    to: Annotated[Literal["promela", "murphi", "dot", "graphml"], Option("The language.")]
    scope: Scope = ""
    reading: Reading = None
    rulings: Ruling = None
    _: KW_ONLY
    max_states: Annotated[int, Option("The largest graph that is drawn (dot and graphml).", min=1)] = 5_000
    memory: Memory = None

    def __call__(self, ruleset: LoadedRuleset, /) -> Exported:
        system = ruleset.transition_system(self.scope, self.reading, self.rulings)
        if self.to in ("dot", "graphml"):
            return Exported(self._graph(system))
        from ruleslawyer.bridges.export.instance import scoped_instance
        from ruleslawyer.bridges.export.murphi import murphi
        from ruleslawyer.bridges.export.promela import promela

        notes: list[str] = []
        limits = Limits.here(None, None, self.memory)
        instance = scoped_instance(system, limits, notes.append, counting(self.progress))
        return Exported(promela(instance) if self.to == "promela" else murphi(instance), tuple(notes))

    def _graph(self, system: TransitionSystem) -> str:
        from ruleslawyer.engines.explore.draw import dot, graphml
        from ruleslawyer.engines.explore.search import explore

        found = explore(system, Limits.here(self.max_states, None, self.memory), counting(self.progress))
        if found.stopped == BY_CTRL_C:  # half of a graph is none
            raise KeyboardInterrupt
        if not found.complete:
            mend = "draw a smaller scope, or raise --max-states (few tools draw more than some thousand states)"
            raise UsageError(f"the graph is not complete: {found.stopped}", f"scope {self.scope}", mend)
        codec = Codec(system.system, system.scope)
        return dot(found, codec) if self.to == "dot" else graphml(found, codec)
