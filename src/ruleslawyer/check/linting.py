"""Everything that `lint` says of a ruleset: mistakes, and on request where functions and lowered rules differ."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from ruleslawyer.base.diagnostics import Diagnostic, ModelError
from ruleslawyer.base.files.content import Json
from ruleslawyer.check.differential import Difference, compare
from ruleslawyer.check.explorations import Watch, no_watch
from ruleslawyer.check.snapshots import Snapshot, snapshots
from ruleslawyer.rulebook.lint import advice, mistakes
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

STATES = 200
"""In so many random states of each scope functions are compared, unless another number is asked for."""


@dataclass(frozen=True, slots=True)
class Linted:
    """advice: what is no mistake, and might stand elsewhere. compared: how many questions both ways of running rules
    were asked; None where they were not."""

    ruleset: str
    mistakes: tuple[ModelError, ...]
    advice: tuple[Diagnostic, ...] = ()
    compared: int | None = None
    differences: tuple[Difference, ...] = ()
    snapshots: tuple[Snapshot, ...] = ()

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        return tuple(one for error in self.mistakes for one in error.diagnostics)

    def json(self) -> Json:
        return {
            "ruleset": self.ruleset,
            "diagnostics": [_diagnostic(one) for one in self.diagnostics],
            "advice": [_diagnostic(one) for one in self.advice],
            "compared": self.compared or 0,
            "differences": [
                {"scope": one.scope, "what": one.what, "direct": one.direct, "interpreter": one.interpreter,
                 "state": one.state}
                for one in self.differences
            ],
            "snapshots": [asdict(one) for one in self.snapshots],
        }  # fmt: skip


def lint(
    ruleset: LoadedRuleset,
    *,
    run: bool = False,
    states: int | None = None,
    seed: int = 0,
    watch: Watch | None = None,
) -> Linted:
    """The mistakes of a ruleset, or advice. run: where there are none, its functions are run as well, in so many random
    states of each scope, and what fields remember is looked for. watch: is told what is being done."""
    found = tuple(mistakes(ruleset))
    told = () if found else tuple(advice(ruleset))
    if found or not run:
        return Linted(ruleset.name, found, told, 0 if run else None)
    watch = watch or no_watch
    with watch(f"{ruleset.name}, what fields remember"):
        kept = tuple(snapshots(ruleset))
    compared, differences = 0, list[Difference]()
    for scope in (ruleset.scope(name) for name in ruleset.scopes()):
        if not scope.is_open:
            with watch(f"{ruleset.name}, scope {scope.name}"):
                one = compare(ruleset.system, scope, ruleset.root, STATES if states is None else states, seed)
            compared += one.compared
            differences += one.differences
    return Linted(ruleset.name, found, told, compared, tuple(differences), kept)


def _diagnostic(found: Diagnostic) -> Json:
    return {
        "code": found.code,
        "message": found.message,
        "file": found.span.path,
        "line": found.span.line,
        "column": found.span.column,
        "second": str(found.second) if found.second else None,
        "help": found.help,
    }
