"""A scope's rules as Murphi, for Rumur: a rule for each action, whose body plays the step to its end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from ruleslawyer.bridges.export.body import FAILED, NO_DUTY, NOT_DUE, Body, duty_name
from ruleslawyer.bridges.export.fields import Slot
from ruleslawyer.bridges.export.finite import Step
from ruleslawyer.bridges.export.instance import INT, LONG, ScopedInstance, about
from ruleslawyer.bridges.export.names import Names, remark
from ruleslawyer.lifted.scoped.layout import Scalar
from ruleslawyer.lifted.scoped.nodes import Node
from ruleslawyer.semantics.rounds import SUBSTEPS

USE = """\
rumur --deadlock-detection off --symmetry-reduction off --threads 1 --output model.c FILE
cc -std=c11 -O3 -march=native -o model model.c -lpthread && ./model
States and rules fired are the states of rest and the transitions: `assume` drops a branch that a rule of the game
ends, and is Rumur's own."""


def murphi(instance: ScopedInstance) -> str:
    """The whole text."""
    return "\n".join(_Murphi(instance).text()) + "\n"


class _Statements(Body):
    OPERATORS: ClassVar = {"not": "!", "and": "&", "or": "|", "equal": "=", "differ": "!="}

    def __init__(self, exported: _Murphi, parameters: dict[Node, str] | None = None) -> None:
        self.variables = exported.variables
        self.declared: list[str] = []
        leaves = exported.instance.model.scoped.layout.leaves
        read = {leaves[slot.leaf].node: self.variables[slot.leaf] for slot in exported.instance.fields}
        super().__init__(exported.instance, read | (parameters or {}))

    def constant(self, node: Node) -> str:
        return str(node.value).lower() if node.sort == "bool" else str(node.value)

    def binding(self, name: str, sort: str, text: str) -> str:
        self.declared.append(f"{name} : {'boolean' if sort == 'bool' else 'number'};")
        return f"{name} := {text};"

    def assignment(self, name: str, text: str) -> str:
        return f"{name} := {text};"

    def leaf_assignment(self, leaf: int, text: str) -> str:
        return f"{self.variables[leaf]} := {text};"

    def opening(self, condition: str) -> str:
        return f"if {condition} then"

    def looping(self, condition: str) -> str:
        return f"while {condition} do"

    def closing(self) -> str:
        return "end;"

    def comment(self, text: str) -> str:
        return f"-- {text}"


class _Murphi:
    def __init__(self, instance: ScopedInstance) -> None:
        self.instance, self.names = instance, Names()
        self.variables = {slot.leaf: self.names.of("v", slot.name) for slot in instance.fields}

    def text(self) -> Iterator[str]:
        most = INT if self.instance.expect_numbers(LONG, "Rumur") else LONG
        yield from (f"-- {line}" for line in [*self.instance.title(), *USE.split("\n")])
        yield ""
        yield f"type number : {-most} .. {most};"
        yield ""
        yield "var"
        for slot in self.instance.fields:
            yield f"  {self.variables[slot.leaf]} : {_range(slot)};  -- {remark(slot.name)}"
        yield ""
        for number, step in enumerate(self.instance.model.duties):
            yield from self._duty(number, step)
        yield from self._settle()
        for state in self.instance.model.initial:
            yield from self._beginning(state)
        for step in self.instance.actions:
            yield from self._rule(step)

    def _duty(self, number: int, step: Step) -> Iterator[str]:
        body = _Statements(self)
        body.duty(step)
        yield f"-- {about(step)}"
        yield f"function {duty_name(number)}() : {NOT_DUE} .. {FAILED};"
        if body.declared:
            yield "var"
        yield from (f"  {line}" for line in body.declared)
        yield from ("begin", *body.lines, "end;", "")

    def _settle(self) -> Iterator[str]:
        body = _Statements(self)
        for name, text in (("going", "true"), ("alive", "true"), ("ran", "0"), ("last", str(NO_DUTY))):
            body.assign(name, text)
        body.settle()
        body.line("return alive;")
        yield "-- What follows a step on its own; whether the branch goes on."
        yield "function settle() : boolean;"
        yield "var"
        yield "  going : boolean; alive : boolean;"
        yield f"  how : {NOT_DUE} .. {FAILED};"
        yield f"  ran : 0 .. {SUBSTEPS}; last : {NO_DUTY} .. {max(0, len(self.instance.model.duties) - 1)};"
        yield from (f"  {line}" for line in body.declared)
        yield from ("begin", *body.lines, "end;", "")

    def _beginning(self, state: tuple[Scalar, ...]) -> Iterator[str]:
        yield "startstate begin"
        for slot in self.instance.fields:
            value = state[slot.leaf]
            yield f"  {self.variables[slot.leaf]} := {str(bool(value)).lower() if slot.boolean else int(value)};"
        yield from ("end;", "")

    def _rule(self, step: Step) -> Iterator[str]:
        parameters = {node: self.names.of("p", node.value) for node, _ in step.parameters}
        body = _Statements(self, parameters)
        cheap, heavy = self.instance.guard(step)
        guard = body.plain(cheap)
        body.assign("alive", "false")
        with body.when(heavy), body.when([step.edge]):
            body.write(step.next)
            body.assign("alive", "settle()")
        body.line("assume alive;")
        for node, values in step.parameters:
            type_ = "boolean" if node.sort == "bool" else f"{values.start} .. {values.stop - 1}"
            yield f"ruleset {parameters[node]} : {type_} do"
        yield f'rule "{about(step)}"'
        yield f"  {guard}"
        yield "==>"
        yield "var"
        yield "  alive : boolean;"
        yield from (f"  {line}" for line in body.declared)
        yield from ("begin", *body.lines, "end;")
        yield from ("end;" for _ in step.parameters)
        yield ""


def _range(slot: Slot) -> str:
    return "boolean" if slot.boolean else f"{slot.low} .. {slot.high}"
