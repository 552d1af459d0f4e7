"""What an engine has nothing for is an error that names both: no engine runs or proves with a rule left out."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from types import SimpleNamespace
from typing import Any

import pytest

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.core import due, forced
from ruleslawyer.core.core import Base, core_of
from ruleslawyer.core.legality import verdict_of
from ruleslawyer.engines.native import body, combined
from ruleslawyer.engines.native import expressions as native
from ruleslawyer.engines.native.compiling import code_of
from ruleslawyer.engines.smt.lifted.question import relation_of
from ruleslawyer.ir import nodes
from ruleslawyer.lifted import expressions, statements
from ruleslawyer.lifted.scoped import exact, rules
from ruleslawyer.lifted.scoped.instances import ScopedSystem
from ruleslawyer.lifted.values import LiftingError
from ruleslawyer.semantics import as_python
from ruleslawyer.semantics.interpret import Interpreter
from tests.agree.strategies import TINY, Bundle, bundle

CORE = ("RuleCall", "Speaks", "Choice", "Beside", "Mark", "Tell", "Fail", "Run", "Reset", "IsDefault", "Worst")
RULESETS = (
    "t24_unresolved", "t10_exception_of_exception", "t106_deed_precedence", "t20_answers_differ",
    "t40_until", "t152_forgotten_in_turn", "t30_seat_clash", "t72_member_clash",
)  # fmt: skip
"""Together they have norms that are lifted, clauses that clash, answers, an option that is silent, deeds, a field whose
lifetime ends, one that means nothing at times, seats and members."""
WRITTEN = {
    "t118_out": (
        "Call", "Close", "Compare", "Const", "Domain", "Effect", "Fold", "If", "IfExpr", "IsOpen", "Logic", "Member",
        "Not", "Open", "Read", "Return", "SetOf", "SetOp", "Size", "Var", "Write",
    ),
    "t37_gain_lose": ("Arith", "Attr", "Delta", "For", "Simultaneous"),
    "t181_on_and_under": ("End", "PileJoin", "PileOp", "PileTurn"),
    "t112_replaced_again": ("Demand", "Unwrap"),
    "t32_rebid": ("Item", "Let"),
    "t60_constants": ("Number",),
    "t207_least_of_two": ("Least",),
}  # fmt: skip
"""What authors write, by a ruleset that has it."""
SYMBOLIC = "the lifted terms", "the form of a scope"
NEVER_ASKED = {(engine, node) for engine in SYMBOLIC for node in ("IsDefault", "Worst")}
"""The lifted terms, and the form of a scope that is made of them, say of a state at rest what is forgotten there, not
step by step; and of each part whether it is allowed, of which there may be any number."""


class Nothing:
    """A construct that is nowhere."""


def interpreted(found: Bundle) -> None:
    machine, system = Interpreter(found.system, found.scope("tiny")), found.system
    for function in system.functions():
        machine.compile(function)
    bases: list[Base] = [
        *system.actions.values(),
        *system.terms.values(),
        *system.questions.values(),
        *system.deeds.values(),
    ]
    for base in bases:
        machine.compile(core_of(base))
    for action in system.actions.values():
        machine.compile(verdict_of(action))
    machine.compile(due.forget(system))
    for field in system.state.fields:
        if field.until is not None:
            machine.compile(forced.expiry(system, field))


def compiled(found: Bundle) -> None:
    code_of(found.system, 64)


def lifted(found: Bundle) -> None:
    relation, _ = relation_of(found.system, 2)
    for kind, name in relation.rules():
        relation.step(kind, name)
    left_out = [why for why in relation.left_out.values() if "nothing for" in why]  # it is not assumed
    for why in (*relation.unlifted.values(), *left_out):  # of a rule that is not lifted nothing is proved
        raise UsageError(why, "", "")
    try:
        for check in (check for check in found.system.checks.values() if check.kind == "always"):
            relation.of_state(check, relation.base)
    except LiftingError as error:  # nor is such a property
        raise UsageError(str(error), "", "") from error


def instantiated(found: Bundle) -> None:
    ScopedSystem(found.system, found.scope("tiny"))


ENGINES: dict[str, tuple[Callable[[Bundle], None], tuple[Any, ...]]] = {
    "the interpreter": (interpreted, (as_python,)),
    "the native engine": (compiled, (combined, body, native)),
    "the lifted terms": (lifted, (expressions, statements)),
    "the form of a scope": (instantiated, (expressions, statements, exact, rules)),
}


@pytest.mark.parametrize("engine", ENGINES)
def test_with_all_of_them_it_runs(engine: str) -> None:
    for name in RULESETS:
        ENGINES[engine][0](bundle(TINY, name))


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("construct", [*CORE, *chain(*WRITTEN.values())])
def test_none_is_left_out_in_silence(engine: str, construct: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each lowering is taken away in turn."""
    if (engine, construct) in NEVER_ASKED:
        return
    run, modules = ENGINES[engine]
    for module in modules:
        monkeypatch.setattr(module, "n", SimpleNamespace(**{**vars(nodes), construct: Nothing}))
    met = []
    for name in RULESETS if construct in CORE else [name for name in WRITTEN if construct in WRITTEN[name]]:
        try:
            run(bundle(TINY, name))
        except UsageError as error:
            met.append(str(error))
    assert met
    assert all(engine in text and construct in text for text in met), met
