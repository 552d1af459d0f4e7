"""What an engine has nothing for is an error that names both: no engine runs or proves with a rule left out."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from ruleslawyer.core import due, forced
from ruleslawyer.core.core import Base, core_of
from ruleslawyer.core.parts import verdict_of
from ruleslawyer.diagnostics import UsageError
from ruleslawyer.engines.native import combined
from ruleslawyer.engines.native.compiling import code_of
from ruleslawyer.engines.smt.lifted.prove import relation_of
from ruleslawyer.ir import nodes
from ruleslawyer.lifted import expressions, statements
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
NEVER_ASKED = {("the lifted terms", "IsDefault"), ("the lifted terms", "Worst")}
"""The lifted terms say of a state at rest what is forgotten there, not step by step; and of each part whether it is
allowed, of which there may be any number."""


class Nothing:
    """A construct that is nowhere."""


def interpreted(found: Bundle) -> None:
    machine, rules = Interpreter(found.system, found.scope("tiny")), found.system
    bases: list[Base] = [
        *rules.actions.values(),
        *rules.terms.values(),
        *rules.questions.values(),
        *rules.deeds.values(),
    ]
    for base in bases:
        machine.compiled(core_of(base))
    for action in rules.actions.values():
        machine.compiled(verdict_of(action))
    machine.compiled(due.forget(rules))
    for field in rules.state.fields:
        if field.until is not None:
            machine.compiled(forced.expiry(rules, field))


def compiled(found: Bundle) -> None:
    code_of(found.system, 64)


def lifted(found: Bundle) -> None:
    relation, _ = relation_of(found.system, 2)
    for kind, name in relation.rules():
        relation.step(kind, name)
    for why in relation.unlifted.values():  # of a rule that is not lifted nothing is proved
        raise UsageError(why, "", "")


ENGINES: dict[str, tuple[Callable[[Bundle], None], tuple[Any, ...]]] = {
    "the interpreter": (interpreted, (as_python,)),
    "the native engine": (compiled, (combined,)),
    "the lifted terms": (lifted, (expressions, statements)),
}


@pytest.mark.parametrize("engine", ENGINES)
def test_with_all_of_them_it_runs(engine: str) -> None:
    for name in RULESETS:
        ENGINES[engine][0](bundle(TINY, name))


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("construct", CORE)
def test_none_is_left_out_in_silence(engine: str, construct: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each lowering is taken away in turn."""
    if (engine, construct) in NEVER_ASKED:
        return
    run, modules = ENGINES[engine]
    for module in modules:
        monkeypatch.setattr(module, "n", SimpleNamespace(**{**vars(nodes), construct: Nothing}))
    met = []
    for name in RULESETS:
        try:
            run(bundle(TINY, name))
        except UsageError as error:
            met.append(str(error))
    assert met
    assert all(engine in text and construct in text for text in met), met
