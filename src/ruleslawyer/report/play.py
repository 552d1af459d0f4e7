"""A play as numbered steps: what was done, which clauses permit it, what changed, and what followed by itself."""

from __future__ import annotations

from ruleslawyer.base.files.content import Json
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.report.rules import Rules
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import Step, Trace

_NOTHING = frozenset({"none", "0", "no", "{}", "empty"})


class Plays:
    """The plays of one ruleset as data."""

    def __init__(self, system: System, rules: Rules) -> None:
        self.system, self.rules = system, rules
        self._scopes: dict[int, _OfScope] = {}

    def play(self, scope: Scope, trace: Trace | None) -> Json | None:
        """The whole play; `last` is an instance that was looked at, not taken, `back_to` the step from which on it goes
        round."""
        if trace is None:
            return None
        if id(scope) not in self._scopes:
            self._scopes[id(scope)] = _OfScope(self.system, scope, self.rules)
        return self._scopes[id(scope)].play(trace)


class _OfScope:
    def __init__(self, system: System, scope: Scope, rules: Rules) -> None:
        self.codec, self.scope, self.rules = Codec(system, scope), scope, rules
        self._stood: dict[State | None, list[Json]] = {}  # most plays of a scope begin alike

    def play(self, trace: Trace) -> Json:
        before = trace.start.after
        steps = []
        for step in trace.steps:
            steps.append(self._step(step, before))
            before = step.after
        return {
            "scope": self.scope.name,
            "reading": dict(trace.reading),
            "actions": trace.length,
            "start": {"call": self._beginning(trace), "state": self._standing(trace.start.after)},
            "steps": steps,
            "last": self.codec.call(trace.last) if trace.last else None,
            "ends": trace.end is None,
            "back_to": trace.back,
        }

    def _beginning(self, trace: Trace) -> str:
        """The initial choice; a scenario begins with a state that is given."""
        start = trace.start.instance
        return self.codec.call(start) if start.action == "initial" else start.action

    def _standing(self, state: State | None) -> list[Json]:
        """The places that are not at nothing at the start, with their values."""
        if state not in self._stood:
            found = self.codec.leaves(state) if state is not None else ()
            self._stood[state] = [{"place": place, "value": value} for place, value in found if value not in _NOTHING]
        return self._stood[state]

    def _step(self, step: Step, before: State | None) -> Json:
        own, *others = step.substeps or (None,)
        done: Json = {
            "call": self.codec.call(step.instance),
            "clauses": self.rules.clauses(step.clauses),
            "changes": [],
            "then": [],
        }
        if own is not None:
            done["changes"] = self._changes(before, own.state)
            before = own.state
        for other in others:
            assert other is not None
            done["then"].append({
                "kind": other.kind, "name": other.name, "clauses": self.rules.clauses(other.cites),
                "changes": self._changes(before, other.state),
            })  # fmt: skip
            before = other.state
        return done

    def _changes(self, before: State | None, after: State) -> list[Json]:
        if before is None:
            return []
        return [{"place": p, "before": old, "after": new} for p, old, new in self.codec.changes(before, after)]
