"""The statements of one exported function: expressions over a scope's nodes, with names for what is used again.

Nodes share their parts, and a shared part that were written out at each use would make the text grow exponentially.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import ClassVar

from ruleslawyer.bridges.export.finite import Step, conjuncts
from ruleslawyer.bridges.export.instance import ScopedInstance, about, split_by_cost
from ruleslawyer.lifted.scoped.nodes import FALSE, TRUE, Node, both, either, negate, postorder
from ruleslawyer.semantics.rounds import SUBSTEPS

LONGEST = 400
"""Characters of an expression that gets no name."""
NO_DUTY = -1
NOT_DUE, RAN, FAILED = 0, 1, 2
"""What the function of a duty answers."""


class Body(ABC):
    """Lines of one function. A name is known in the block where it was made, and inside."""

    OPERATORS: ClassVar[Mapping[str, str]]
    """How the operations are written: not, and, or, equal, differ."""

    def __init__(self, instance: ScopedInstance, symbols: Mapping[Node, str]) -> None:
        """`symbols`: how each leaf and parameter is read."""
        self.instance, self.symbols, self.depth = instance, symbols, 1
        self.lines: list[str] = []
        self.names = 0
        self._known: list[dict[Node, str]] = [{}]

    # --- what the languages do differently --------------------------------------------------------------------------

    @abstractmethod
    def constant(self, node: Node) -> str: ...

    @abstractmethod
    def binding(self, name: str, sort: str, text: str) -> str:
        """A statement that gives a new local name to a value."""

    @abstractmethod
    def assignment(self, name: str, text: str) -> str:
        """A statement that gives a local variable a value."""

    @abstractmethod
    def leaf_assignment(self, leaf: int, text: str) -> str:
        """A statement that writes a leaf."""

    @abstractmethod
    def comment(self, text: str) -> str: ...

    @abstractmethod
    def opening(self, condition: str) -> str: ...

    @abstractmethod
    def looping(self, condition: str) -> str: ...

    @abstractmethod
    def closing(self) -> str: ...

    # --- statements -------------------------------------------------------------------------------------------------

    def line(self, text: str) -> None:
        self.lines.append("  " * self.depth + text)

    def assign(self, name: str, text: str) -> None:
        self.line(self.assignment(name, text))

    @contextmanager
    def block(self, opening: str) -> Iterator[None]:
        self.line(opening)
        self.depth += 1
        self._known.append({})
        yield
        self._known.pop()
        self.depth -= 1
        self.line(self.closing())

    @contextmanager
    def when(self, conditions: Iterable[Node]) -> Iterator[None]:
        """A block for where all conditions hold; none where they say nothing."""
        condition = both(*conditions)
        if condition is TRUE:
            yield
        else:
            with self.block(self.opening(self.value([condition])[0])):
                yield

    def write(self, changes: Sequence[tuple[int, Node]]) -> None:
        """Leaves change all at once: a value that reads what is written before it gets a name first."""
        leaves = self.instance.model.scoped.layout.leaves
        texts = self.value([node for _, node in changes])
        written: set[Node] = set()
        for i, (leaf, node) in enumerate(changes):
            if not written.isdisjoint(self._read(node)):
                texts[i] = self._name(node.sort, texts[i])
            written.add(leaves[leaf].node)
        for (leaf, _), text in zip(changes, texts, strict=True):
            self.line(self.leaf_assignment(leaf, text))

    def _read(self, root: Node) -> Iterator[Node]:
        """The leaves that are read where a node is written out."""
        known = {node for scope in self._known for node in scope}
        return (n for n in postorder([root], known) if n.op == "leaf")

    # --- expressions ------------------------------------------------------------------------------------------------

    def value(self, roots: Sequence[Node]) -> list[str]:
        """The roots as expressions, after statements that name what they share."""
        known = {node: name for scope in self._known for node, name in scope.items()}
        nodes = list(postorder(roots, known))
        uses = Counter(_without_not(root) for root in roots)
        for node in nodes:
            if node.op != "not":
                uses.update(_without_not(arg) for arg in node.args)
        for node in nodes:
            text = self._text_of(node, known)
            again = uses[node] > 1 and not _is_short(node)
            if node.args and (again or len(text) > LONGEST):
                text = self._known[-1][node] = self._name(node.sort, text)
            known[node] = text
        return [known[root] for root in roots]

    def plain(self, conditions: Iterable[Node]) -> str:
        """The conjunction of conditions that are cheap, in their order, without new names."""
        conditions = list(conditions)
        known = {node: name for scope in self._known for node, name in scope.items()}
        for node in postorder(conditions, known):
            known[node] = self._text_of(node, known)
        return f" {self.OPERATORS['and']} ".join(known[c] for c in conditions) or self.constant(TRUE)

    def _name(self, sort: str, text: str) -> str:
        self.names += 1
        name = f"t_{self.names}"
        self.line(self.binding(name, sort, text))
        return name

    def _text_of(self, node: Node, known: Mapping[Node, str]) -> str:
        args = [known[a] for a in node.args]
        match node.op:
            case "constant":
                return self.constant(node)
            case "leaf" | "parameter":
                return self.symbols[node]
            case "not":
                return f"{self.OPERATORS['not']}{args[0]}"
            case "and" | "or" | "equal":
                return f"({f' {self.OPERATORS[node.op]} '.join(args)})"
            case "ite":
                return f"({args[0]} ? {args[1]} : {args[2]})"
            case "add":
                return f"({' + '.join(args)})"
            case "subtract":
                return f"({args[0]} - {args[1]})"
            case "multiply":
                return f"({args[0]} * {args[1]})"
            case "less_equal":
                return f"({args[0]} <= {args[1]})"
            case "quotient":
                return self._quotient(node, args)
        raise AssertionError(f"{node.op} {node.value} has no value here")

    def _quotient(self, node: Node, args: list[str]) -> str:
        """Rounded towards minus infinity; 0 where the divisor is 0. Both languages round towards 0."""
        a, b = (text if not n.args else self._name("int", text) for n, text in zip(node.args, args, strict=True))
        low, divisor = node.args[0].low, node.args[1]
        if divisor.op == "constant" and low is not None and low >= 0:
            return f"({a} / {b})"
        if divisor.op == "constant":
            return f"({a} >= 0 ? {a} / {b} : 0 - ({divisor.value - 1} - {a}) / {b})"
        equal, differ, both_ = (self.OPERATORS[k] for k in ("equal", "differ", "and"))
        less = f"(({a} % {b} {differ} 0) {both_} (({a} % {b} < 0) {differ} ({b} < 0)))"
        return f"({b} {equal} 0 ? 0 : {a} / {b} - ({less} ? 1 : 0))"

    # --- sub-steps --------------------------------------------------------------------------------------------------

    def settle(self) -> None:
        """Duties until the state is at rest, or a check fails, in variables that the caller declares.

        As the engines do it: first the checks of asking what is due, then whether the last duty stays due, then rest,
        where what means nothing is forgotten, or else the first duty that is due.
        """
        model = self.instance.model
        false, no = self.constant(FALSE), self.OPERATORS["not"]
        with self.block(self.looping("going")):
            self._end_where(model.settling.rest.failed)
            for number, duty in enumerate(model.duties):
                asked = model.settling.stuck[duty.instance.name]
                stuck = either(asked.failed, asked.value)
                if stuck is not FALSE:
                    with self.block(self.opening(self._is("last", number))):
                        self._end_where(stuck)
            with self.block(self.opening("alive")):
                self.assign("going", self.value([negate(model.rest)])[0])
                with self.block(self.opening(f"{no}going")):
                    self._end_where(model.settling.lost.failed)
                    self.write(model.settling.forgotten)
                with self.block(self.opening("going")):
                    self._due()
            with self.block(self.opening(f"{no}alive")):
                self.assign("going", false)

    def _due(self) -> None:
        """One duty, the first that is due; where none can run, the branch ends."""
        self.assign("last", str(NO_DUTY))
        with self.block(self.opening(f"(ran < {SUBSTEPS})")):
            self.assign("ran", "ran + 1")
            for number, duty in enumerate(self.instance.model.duties):
                self.line(self.comment(about(duty)))
                with self.block(self.opening(self._is("last", NO_DUTY))):
                    self.assign("how", f"{duty_name(number)}()")
                    with self.block(self.opening(f"(how {self.OPERATORS['differ']} {NOT_DUE})")):
                        self.assign("last", str(number))
                    self.assign("alive", f"(how {self.OPERATORS['differ']} {FAILED})")
        with self.block(self.opening(self._is("last", NO_DUTY))):
            self.assign("alive", self.constant(FALSE))

    def _is(self, name: str, number: int) -> str:
        return f"({name} {self.OPERATORS['equal']} {number})"

    def _end_where(self, failed: Node) -> None:
        if failed is not FALSE:
            with self.when([failed]):
                self.assign("alive", self.constant(FALSE))

    def duty(self, duty: Step) -> None:
        """The body of a duty's function: it says whether the duty was due, and whether a check failed."""
        cheap, heavy = split_by_cost(list(conjuncts(duty.guard)))
        with self.block(self.opening(self.plain(cheap))), self.when(heavy):
            with self.when([duty.edge]):
                self.write(duty.next)
                self.line(f"return {RAN};")
            if duty.edge is not TRUE:
                self.line(f"return {FAILED};")
        self.line(f"return {NOT_DUE};")


def duty_name(number: int) -> str:
    return f"duty_{number}"


def _without_not(node: Node) -> Node:
    """The node that is worth a name: a negation is written where it is used."""
    return node.args[0] if node.op == "not" else node


def _is_short(node: Node) -> bool:
    """Whether a node is as easily written out as named: one comparison of atoms."""
    return node.op in ("equal", "less_equal") and not any(arg.args for arg in node.args)
