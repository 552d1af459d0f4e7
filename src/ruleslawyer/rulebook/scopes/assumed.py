"""A scope held to what its ruleset assumes of members: each assumption that it does not meet is a mistake in it."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslawyer.base.diagnostics import Diagnostic
from ruleslawyer.base.files.toml import Key, Places
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import Assumption, System
from ruleslawyer.ir.uses import Functions
from ruleslawyer.ir.walk import walk
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.look import unmet_assumptions


def assumption_mistakes(scope: Scope, system: System, places: Places) -> Iterator[Diagnostic]:
    """A mistake for each assumption that the scope does not meet, where what is printed on the members stands."""
    for found in unmet_assumptions(Interpreter(system, scope, brief=True)) if system.assumptions else ():
        one = found.assumption
        names = scope_names(scope, system, one, found.members)
        about = f"the scope does not meet the assumption `{one.name}`{names}"
        mend = f"print something else on members, so that it is so: {one.function.in_words}"
        yield Diagnostic(
            "RL715", f"{about}: {found.why}" if found.why else about, places.find(_place(one, system)),
            second=one.function.origin.span, second_label="it is assumed here", help=mend,
        )  # fmt: skip


def scope_names(scope: Scope, system: System, one: Assumption, members: tuple[int, ...]) -> str:
    """The members of which an assumption is not so, in words."""
    codec = Codec(system, scope)
    named = (
        f"{p.name} = {codec.text(p.type, member)}" for p, member in zip(one.function.parameters, members, strict=True)
    )
    return f" of {', '.join(named)}" if members else ""


def _place(one: Assumption, system: System) -> Key:
    """The place of the first attribute of which an assumption speaks; of none, that of the members."""
    for function in Functions(system).behind([one.function]):
        for node in walk(function.body):
            if isinstance(node, n.Attr):
                return "attributes", node.sort, node.name
    return ("sorts",)
