"""Scoped nodes as SMT-LIB text, and conditions read back from it: without any solver.

A finite value is one Boolean for each member, as in `encode`; of two members the second is the first's negation.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from time import monotonic

from ruleslawyer.base.diagnostics import InternalError
from ruleslawyer.lifted.scoped.nodes import (
    SYMBOLS,
    Node,
    add,
    both,
    either,
    equal,
    equal_constant,
    ite,
    less_equal,
    multiply,
    negate,
    number,
    postorder,
    quotient,
    subtract,
    truth,
)

_LONG = 240
"""Characters of a term beyond which it gets a name of its own, as one does that stands in several places."""
MOST_DIGITS = 4000
"""Digits of a number that is read back; Python reads no more than 4300 unless told otherwise."""
_WORDS = {
    "not": "not", "and": "and", "or": "or", "ite": "ite", "add": "+", "subtract": "-", "multiply": "*",
    "less_equal": "<=", "equal": "=",
}  # fmt: skip
_PREFIX = {"leaf": "", "rigid": "any ", "parameter": "choose "}


class Unreadable(Exception):
    """A text that is no condition on a state."""


def symbol_name(node: Node) -> str:
    """The name of a symbol, one for each: what SMT-LIB does not allow between bars is written as its number."""
    assert node.op in SYMBOLS
    plain = re.sub(r"[^ -~]|[%|\\@=]", lambda m: f"%{ord(m[0]):x};", str(node.value))
    return f"{_PREFIX[node.op]}{plain}"


def literal(node: Node) -> str:
    """A constant's text."""
    return str(node.value).lower() if node.sort == "bool" else _integer(node.value)


def _comment(text: str) -> str:
    return "; " + "".join(c if " " <= c <= "~" else "?" for c in text)


def operation(node: Node, args: Sequence[str]) -> str:
    """The text of a node's operation on its arguments."""
    if node.op == "quotient":  # SMT-LIB rounds towards minus infinity where the divisor is positive
        a, b = args
        whole = f"(div {a} {b})"
        return whole if node.args[1].op == "constant" else f"(ite (> {b} 0) {whole} (div (- {a}) (- {b})))"
    return f"({_WORDS[node.op]} {' '.join(args)})"


def _integer(value: int) -> str:
    return str(value) if value >= 0 else f"(- {-value})"


def sort_name(node: Node) -> str:
    return "Bool" if node.sort == "bool" else "Int"


@dataclass
class _Level:
    """The names and declarations of one level of a document."""

    names: dict[tuple[Node, int | None], str] = field(default_factory=dict)
    declared: set[str] = field(default_factory=set)


class Late(Exception):
    """A script is not finished in its time."""


class Document:
    """An SMT-LIB script in the making: questions on levels, each with the declarations that it needs."""

    def __init__(self, *, linear: bool = True, deadline: float = math.inf) -> None:
        """`deadline`, by `time.monotonic`: what is added later raises `Late`."""
        self._deadline = deadline
        self.lines = ["; every answer has to be: unsat", f"(set-logic {'QF_LIA' if linear else 'QF_NIA'})"]
        self.questions = 0
        self._levels = [_Level()]
        self._count = 0
        self._symbols: dict[str, Node] = {}

    def copy(self, old: str, new: str) -> Document:
        """The same once more, to go on from, with another comment in the place of one."""
        other = Document(deadline=self._deadline)
        other.lines = [_comment(new) if line == _comment(old) else line for line in self.lines]
        other.questions, other._count, other._symbols = self.questions, self._count, dict(self._symbols)
        other._levels = [_Level(dict(level.names), set(level.declared)) for level in self._levels]
        return other

    @property
    def text(self) -> str:
        return "\n".join([*self.lines, ""])

    def comment(self, text: str) -> None:
        self.lines.append(_comment(text))

    def push(self) -> None:
        self.lines.append("(push 1)")
        self._levels.append(_Level())

    def pop(self) -> None:
        self.lines.append("(pop 1)")
        self._levels.pop()

    def ask(self) -> None:
        """A question whose answer has to be `unsat`."""
        self.questions += 1
        self.lines.append("(check-sat)")

    def claim(self, node: Node, time: int | None = None) -> None:
        self.assert_text(self.term(node, time))

    def assert_text(self, text: str) -> None:
        if monotonic() > self._deadline:
            raise Late
        self.lines.append(f"(assert {text})")

    def flag(self, name: str, sort: str = "Int") -> str:
        """A constant that is no symbol of the scoped IR; a `!` is in no name of those."""
        self.lines.append(f"(declare-fun {name} () {sort})")
        return name

    # --- symbols --------------------------------------------------------------------------------------------------

    def declare(self, node: Node, time: int | None = None) -> None:
        """A symbol, and of what kind it is."""
        if node.op == "constant":
            return
        atoms = self.atoms(node, time)
        if any(atoms[0] in level.declared for level in self._levels):
            return
        self._levels[-1].declared.add(atoms[0])
        known = self._symbols.setdefault(symbol_name(node), node)
        if known is not node:
            raise InternalError(f"two symbols of the relation are called {symbol_name(node)}")
        sort = "Bool" if node.finite else sort_name(node)
        self.lines += [f"(declare-fun {atom} () {sort})" for atom in atoms]
        if len(atoms) > 1:
            self.assert_text(f"(or {' '.join(atoms)})")
            for i, a in enumerate(atoms):
                self.lines += [f"(assert (not (and {a} {b})))" for b in atoms[i + 1 :]]

    def atoms(self, node: Node, time: int | None) -> list[str]:
        """The constants that stand for a symbol."""
        if node.op == "constant":
            return []
        name = symbol_name(node)
        at = "" if time is None or node.op == "rigid" else f"@{time}"
        if not node.finite:
            return [f"|{name}{at}|"]
        assert node.low is not None and node.high is not None
        last = node.low if node.high == node.low + 1 else node.high
        return [f"|{name}={k}{at}|" for k in range(node.low, last + 1)]

    def images(self, leaf: Node, next_: Node, time: int | None) -> list[str]:
        """The new values of a leaf's constants when it takes the value of a node."""
        if leaf.op == "constant":
            return []
        if not leaf.finite:
            return [self.term(next_, time)]
        assert leaf.low is not None
        return [self.term(equal_constant(next_, leaf.low + i), time) for i in range(len(self.atoms(leaf, time)))]

    def _member(self, node: Node, member: int, time: int | None) -> str:
        atoms = self.atoms(node, time)
        assert node.low is not None and node.high is not None
        if node.high == node.low + 1 and member == node.high:
            return f"(not {atoms[0]})"
        return atoms[member - node.low]

    # --- terms ----------------------------------------------------------------------------------------------------

    def term(self, root: Node, time: int | None = None) -> str:
        """A node's text; its symbols are declared, and what it needs twice is defined before."""
        known = {node: name for level in self._levels for (node, t), name in level.names.items() if t == time}
        order = list(postorder([root], known))
        uses = Counter(a for node in order for a in node.args)
        for node in order:
            if node.op in SYMBOLS:
                self.declare(node, time)
            text = self._one(node, known, time)
            if node.args and (uses[node] > 1 or len(text) > _LONG) and node is not root:
                self._count += 1
                name = f"t!{self._count}"
                self.lines.append(f"(define-fun {name} () {sort_name(node)} {text})")
                self._levels[-1].names[node, time] = text = name
            known[node] = text
        return known[root]

    def _one(self, node: Node, known: Mapping[Node, str], time: int | None) -> str:
        match node.op:
            case "constant":
                return literal(node)
            case "leaf" | "rigid" | "parameter":
                return self._finite(node, time) if node.finite else self.atoms(node, time)[0]
            case "equal" if node.args[0].finite and node.args[0].op in SYMBOLS:
                if node.args[1].op == "constant":
                    return self._member(node.args[0], node.args[1].value, time)
        return operation(node, [known[a] for a in node.args])

    def _finite(self, node: Node, time: int | None) -> str:
        """A finite symbol where its number itself is wanted."""
        assert node.low is not None and node.high is not None
        text = _integer(node.high)
        for member in range(node.high - 1, node.low - 1, -1):
            text = f"(ite {self._member(node, member, time)} {_integer(member)} {text})"
        return text


def is_linear(roots: Iterable[Node]) -> bool:
    """Whether no number that is free is multiplied with another, and none divides."""
    for node in postorder(roots):
        if node.op == "multiply" and not any(a.op == "constant" for a in node.args):
            return False
        if node.op == "quotient" and node.args[1].op != "constant":
            return False
    return True


# --- conditions as text -------------------------------------------------------------------------------------------


def formulas(roots: Iterable[Node]) -> tuple[list[str], list[str]]:
    """Definitions, and the conditions as S-expressions over them and the symbols' names: finite values are numbers.

    The n-th definition is called `$n`; what stands in several places has one.
    """
    roots = tuple(roots)
    order = list(postorder(roots))
    uses = Counter(a for node in order for a in node.args)
    definitions: list[str] = []
    known: dict[Node, str] = {}
    for node in order:
        if node.op == "constant":
            text = literal(node)
        elif node.op in SYMBOLS:
            text = f"|{symbol_name(node)}|"
        else:
            text = f"({'div' if node.op == 'quotient' else _WORDS[node.op]} {' '.join(known[a] for a in node.args)})"
            if uses[node] > 1 and len(text) > _LONG:
                definitions.append(text)
                text = f"|${len(definitions)}|"
        known[node] = text
    return definitions, [known[root] for root in roots]


def terms(definitions: Iterable[str], texts: Iterable[str], symbols: Iterable[Node]) -> list[Node]:
    """The nodes that `formulas` wrote, over these symbols; `Unreadable` where a text is something else."""
    names = {symbol_name(node): node for node in symbols}
    for i, text in enumerate(definitions, 1):
        names[f"${i}"] = _read(text, names)
    return [_read(text, names) for text in texts]


def conditions(definitions: Iterable[str], texts: Iterable[str], symbols: Iterable[Node]) -> list[Node]:
    """The same of conditions alone."""
    found = terms(definitions, texts, symbols)
    if any(node.sort != "bool" for node in found):
        raise Unreadable("a number is no condition")
    return found


_TOKEN = re.compile(r"\s*(\(|\)|\|[^|]*\||[^\s()|]+)")


def _read(text: str, symbols: Mapping[str, Node]) -> Node:
    stack: list[list[Node | str]] = [[]]
    for token in _tokens(text):
        if token == "(":
            stack.append([])
        elif token == ")":
            if len(stack) < 2:
                raise Unreadable("a bracket too many")
            inner = stack.pop()
            stack[-1].append(_node_of(inner))
        else:
            stack[-1].append(token if len(stack) > 1 and not stack[-1] else _word(token, symbols))
    if len(stack) != 1 or len(stack[0]) != 1:
        raise Unreadable("not one condition")
    (found,) = stack[0]
    assert isinstance(found, Node)
    return found


def _tokens(text: str) -> Iterator[str]:
    place = 0
    text = text.rstrip()
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            raise Unreadable(f"unexpected {text[place : place + 20]!r}")
        place = match.end()
        yield match[1]


def _word(token: str, symbols: Mapping[str, Node]) -> Node:
    if token.startswith("|"):
        found = symbols.get(token[1:-1])
        if found is None:
            raise Unreadable(f"the relation has no {token}")
        return found
    if token in ("true", "false"):
        return truth(token == "true")
    if re.fullmatch(rf"[0-9]{{1,{MOST_DIGITS}}}", token):
        return number(int(token))
    raise Unreadable(f"unexpected {token!r}")


def _node_of(parts: list[Node | str]) -> Node:
    head, args = (parts[0] if parts else ""), [a for a in parts[1:] if isinstance(a, Node)]
    sorts = [a.sort for a in args]
    flags, numbers, same = set(sorts) == {"bool"}, set(sorts) == {"int"}, len(set(sorts)) == 1
    match head, len(args):
        case "not", 1 if flags:
            return negate(*args)
        case "and", _ if flags:
            return both(*args)
        case "or", _ if flags:
            return either(*args)
        case "ite", 3 if sorts[0] == "bool" and sorts[1] == sorts[2]:
            return ite(*args)
        case "+", _ if numbers:
            return add(*args)
        case "-", 1 if numbers:
            return subtract(number(0), args[0])
        case "-", 2 if numbers:
            return subtract(*args)
        case "*", 2 if numbers:
            return multiply(*args)
        case "div", 2 if numbers:
            return quotient(*args)
        case "<=", 2 if numbers:
            return less_equal(*args)
        case "=", 2 if same:
            return equal(*args)
    raise Unreadable(f"unexpected ({head if isinstance(head, str) else '…'} with {len(args)} parts)")
