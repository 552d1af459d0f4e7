"""A scope's rules as Promela, for SPIN: the state in packed fields, the rules as C functions that SPIN calls.

A step may turn out to lead nowhere only after some of its duties have run, and Promela cannot take back what was
begun. So a function plays the whole step on a copy of the state, and is the guard; then the copy becomes the state.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import ClassVar

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.bridges.export.body import NO_DUTY, Body, duty_name
from ruleslawyer.bridges.export.fields import Slot
from ruleslawyer.bridges.export.finite import Step
from ruleslawyer.bridges.export.instance import LONG, ScopedInstance, about, shortly
from ruleslawyer.bridges.export.names import Names, remark
from ruleslawyer.lifted.scoped.nodes import Node

LONGEST_BLOCK = 60_000
"""Characters that SPIN reads in one block of C, with room to spare (it has a buffer of 65 536)."""
MOST_FIELD_BITS = 32
_BRACE = re.compile(r"[{}]$")

USE = """\
spin -a FILE && gcc -O2 -DNOREDUCE -DSAFETY -DMEMLIM=8000 -o pan pan.c && ./pan -m1000000
A larger -m where SPIN says that the search is too deep. States stored are the states of rest."""
ONE = """\
Of transitions SPIN counts one more, its initial step."""
MANY = """\
SPIN counts one state more, before the beginning is chosen, and {more} more transitions: its initial step, and one to
each beginning."""

HEAD = """\
c_code {{
extern unsigned long vsize;
static State after;  /* where a step leads */
static int ready;    /* whether `after` is the result of the step that is being asked about */

static void begin(void) {{ memcpy((char *) &after, (char *) &now, vsize);{begun} }}
static void take(void) {{ memcpy((char *) &now, (char *) &after, vsize); ready = 0; }}
}}
"""
WATCH = """\
c_code {
static int outside;  /* whether a step leaves a range that no rule promises */

static long long watched(long long value, long long most) {
  if (value < 0 || value > most) outside = 1;
  return value;
}
}
"""


def promela(instance: ScopedInstance) -> str:
    """The whole text."""
    return "\n".join(_Promela(instance).text()) + "\n"


class _C(Body):
    OPERATORS: ClassVar = {"not": "!", "and": "&&", "or": "||", "equal": "==", "differ": "!="}

    def __init__(self, exported: _Promela, state: str, parameters: dict[Node, str] | None = None) -> None:
        """`state`: the variable that is read."""
        self.state, self.fields = state, exported.fields
        leaves = exported.instance.model.scoped.layout.leaves
        self.kept = {leaves[slot.leaf].node: slot for slot in exported.instance.fields}
        self.number = exported.number
        cast = "" if self.number == "int" else f"({self.number}) "
        read = {node: _shift(f"{cast}{state}.{self.fields[slot.leaf]}", slot.low) for node, slot in self.kept.items()}
        super().__init__(exported.instance, read | (parameters or {}))

    def _text_of(self, node: Node, known: Mapping[Node, str]) -> str:
        """A leaf is compared with a constant as it is kept."""
        if node.op == "equal" and node.args[0] in self.kept and node.args[1].op == "constant":
            slot = self.kept[node.args[0]]
            number = node.args[1].value - slot.low
            if 0 <= number <= slot.mask:
                return f"({self.state}.{self.fields[slot.leaf]} == {number})"
        return super()._text_of(node, known)

    def constant(self, node: Node) -> str:
        return str(int(node.value)) + ("" if self.number == "int" or node.sort == "bool" else "LL")

    def binding(self, name: str, sort: str, text: str) -> str:
        return f"{'int' if sort == 'bool' else self.number} {name} = {text};"

    def assignment(self, name: str, text: str) -> str:
        return f"{name} = {text};"

    def leaf_assignment(self, leaf: int, text: str) -> str:
        slot = self.instance.slots[leaf]
        plain = text.removeprefix("-").removesuffix("LL").isdigit()
        text = str(int(text.removesuffix("LL")) - slot.low) if plain else _shift(text, -slot.low)
        if leaf in self.instance.watched and text != "0":
            text = f"watched({text}, {slot.high - slot.low})"
        return f"after.{self.fields[leaf]} = {text};"

    def opening(self, condition: str) -> str:
        return f"if ({condition}) {{"

    def looping(self, condition: str) -> str:
        return f"while ({condition}) {{"

    def closing(self) -> str:
        return "}"

    def comment(self, text: str) -> str:
        return f"/* {text} */"


class _Promela:
    def __init__(self, instance: ScopedInstance) -> None:
        """Numbers of C are wide enough for all that the rules calculate; a number in a field has at most 32 bits."""
        self.instance, self.names = instance, Names()
        small = instance.expect_numbers(LONG, "C") and all(slot.bits < MOST_FIELD_BITS for slot in instance.fields)
        self.number = "int" if small else "long long"
        for slot in instance.fields:
            if slot.bits > MOST_FIELD_BITS:
                raise UsageError(
                    f"{slot.name} may lie between {shortly(slot.low)} and {shortly(slot.high)}, "
                    f"and a field of SPIN has {MOST_FIELD_BITS} bits",
                    f"scope {instance.system.scope.name}",
                    "give it a smaller range or a cap",
                )
        self.fields = {slot.leaf: self.names.of("v", slot.name) for slot in instance.fields}

    def text(self) -> Iterator[str]:
        model = self.instance.model
        counts = ONE if len(model.initial) == 1 else MANY.format(more=len(model.initial) + 1)
        yield from (
            "/* " + "\n   ".join([*self.instance.title(), *USE.split("\n"), *counts.split("\n")]) + " */\n"
        ).split("\n")
        first = model.initial[0] if model.initial else None
        for slot in self.instance.fields:
            value = _in_slot(slot, first[slot.leaf]) if first else 0
            yield f"unsigned {self.fields[slot.leaf]} : {slot.bits} = {value};  /* {_meaning(slot)} */"
        watched = bool(self.instance.watched)
        yield from ("", *(WATCH.split("\n") if watched else ()))
        yield from HEAD.format(begun=" outside = 0;" if watched else "").split("\n")
        for number, step in enumerate(model.duties):
            body = _C(self, "after")
            body.duty(step)
            yield from self._function(duty_name(number), "", about(step), body.lines)
        yield from self._function("settle", "", "what follows a step on its own", self._settle())
        calls = []
        for number, step in enumerate(self.instance.actions):
            function = f"act_{number}"
            yield from self._function(function, self._parameters(step), about(step), self._action(step))
            values = product(*(values for _, values in step.parameters))
            calls += [f"{function}({', '.join(str(int(v)) for v in chosen)})" for chosen in values]
        yield "active proctype game() {"
        yield from self._beginnings()
        yield "end:"
        yield "  do"
        for call in calls:
            # SPIN takes a call for a side effect unless it stands in brackets; this one changes no state.
            yield f"  :: d_step {{ c_expr {{ ({call}) }} -> c_code{' [!outside]' if watched else ''} {{ take(); }} }}"
        if not calls:
            yield "  :: false"
        yield "  od"
        yield "}"

    @staticmethod
    def _function(name: str, parameters: str, what: str, body: Sequence[str]) -> Iterator[str]:
        """A function in a block of C; in several where it is long, its braces then as digraphs, which SPIN does not
        count."""
        lines = [f"/* {what} */", f"static int {name}({parameters or 'void'}) {{", *body, "}"]
        if sum(len(line) + 1 for line in lines) > LONGEST_BLOCK:
            lines = [_BRACE.sub(lambda found: {"{": "<%", "}": "%>"}[found[0]], line) for line in lines]
        size = 0
        yield "c_code {"
        for line in lines:
            size += len(line) + 1
            if size > LONGEST_BLOCK:
                size = len(line) + 1
                yield from ("}", "c_code {")
            yield line
        yield from ("}", "")

    def _settle(self) -> list[str]:
        body = _C(self, "after")
        body.line(f"int going = 1, alive = 1, ran = 0, last = {NO_DUTY}, how;")
        body.settle()
        body.line("ready = alive;")
        body.line("return alive;")
        return body.lines

    def _parameters(self, step: Step) -> str:
        return ", ".join(f"{self.number} {self.names.of('p', node.value)}" for node, _ in step.parameters)

    def _action(self, step: Step) -> list[str]:
        body = _C(self, "now", {node: self.names.of("p", node.value) for node, _ in step.parameters})
        body.line("if (ready) return 1;")
        cheap, heavy = self.instance.guard(step)
        with body.block(body.opening(body.plain(cheap))), body.when(heavy), body.when([step.edge]):
            texts = body.value([node for _, node in step.next])
            body.line("begin();")
            for (leaf, _), text in zip(step.next, texts, strict=True):
                body.line(body.leaf_assignment(leaf, text))
            body.line("return settle();")
        body.line("return 0;")
        return body.lines

    def _beginnings(self) -> Iterator[str]:
        """The choice of an initial state, where there are several; the fields are declared with the first."""
        states = self.instance.model.initial
        if len(states) == 1:
            return
        yield "beginning:"
        yield "  if"
        for state in states:
            changed = [slot for slot in self.instance.fields if state[slot.leaf] != states[0][slot.leaf]]
            writes = "; ".join(f"{self.fields[slot.leaf]} = {_in_slot(slot, state[slot.leaf])}" for slot in changed)
            yield f"  :: d_step {{ {writes} }}" if writes else "  :: skip"
        yield "  fi;"


def _meaning(slot: Slot) -> str:
    if slot.boolean:
        return remark(slot.name)
    return f"{remark(slot.name)}: {slot.low}..{slot.high}" + (f", kept as 0..{slot.mask}" if slot.low else "")


def _in_slot(slot: Slot, value: int) -> int:
    return int(value) - slot.low


def _shift(text: str, by: int) -> str:
    return text if not by else f"({text} {'+' if by > 0 else '-'} {abs(by)})"
