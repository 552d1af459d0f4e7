"""Ground nodes as LLVM code: values in the current scope, and a decision tree over the guards of many steps."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeVar

from ruleslawyer.engines.native.arrays import NOWHERE
from ruleslawyer.engines.native.layout import Piece, Slot
from ruleslawyer.engines.native.text import Function
from ruleslawyer.ground.finite import conjuncts
from ruleslawyer.ground.nodes import Node, postorder
from ruleslawyer.ground.ranges import WIDEST, WORD, Range, Ranges, hull, width, within

Item = TypeVar("Item")


LEAST_DIVIDED = 192
"""LLVM divides 64 bits, and makes code for 129 and more; between them it calls a function that may not be there."""
QUOTIENT = "quotient_"


class Emitter:
    """Writes nodes into a function. A value is made where it is first needed, and known inside that block only.

    An integer has as many bits as its range takes (see `ranges`), 64 or a multiple.
    """

    def __init__(
        self,
        code: Function,
        leaves: Mapping[Node, Slot],
        words: Sequence[str],
        parameters: Mapping[Node, Range] | None = None,
        beyond: Callable[[Node, str], None] | None = None,
    ) -> None:
        """`leaves`: the slot of each varying leaf; `words`: the registers of the state's words; `parameters`: their
        ranges. `beyond` is told a node that may be too large for any type, and the i1 that says whether it is."""
        self.code, self.leaves, self.words, self.beyond = code, leaves, words, beyond
        self.ranges = Ranges({node: (slot.low, slot.high) for node, slot in leaves.items()} | dict(parameters or {}))
        self.step = NOWHERE
        """The index of the step that is being written, for `beyond`."""
        self._scopes: list[dict[Node, str]] = [{}]

    @contextmanager
    def scope(self) -> Iterator[None]:
        """A block of its own: what is made inside is not known behind it."""
        self._scopes.append({})
        with self.code.scope():
            yield
        self._scopes.pop()

    def put(self, node: Node, value: str) -> None:
        """Say what a symbol stands for inside the current scope."""
        self._scopes[-1][node] = value

    def known(self, node: Node) -> str | None:
        return next((scope[node] for scope in reversed(self._scopes) if node in scope), None)

    def type(self, node: Node) -> str:
        """That of a node's register: i1 for a Boolean, and for an integer what holds its range."""
        return "i1" if node.sort == "bool" else f"i{width(self.ranges.of(node))}"

    def value(self, root: Node, type: str = "") -> str:
        """The register or constant of a node, of its own type or of a `type` that is known to hold it."""
        if self._known(root) is None:
            for node in postorder([root], _Made(self)):
                if node.op != "constant":
                    self._scopes[-1][node] = self._made(node)
        return self._as(root, type or self.type(root))

    def _known(self, node: Node) -> str | None:
        if node.op == "constant":
            return ("true" if node.value else "false") if node.sort == "bool" else str(node.value)
        return self.known(node)

    def _as(self, node: Node, type: str) -> str:
        """A node that is known, in a type: where that is narrower, its lower bits."""
        found = self._known(node)
        assert found is not None
        if node.op == "constant":
            return found if node.sort == "bool" else str(signed(node.value, int(type[1:])))
        return self._cast(found, self.type(node), type)

    def _cast(self, value: str, own: str, type: str) -> str:
        if own == type:
            return value
        return self.code.pure(f"{'sext' if int(own[1:]) < int(type[1:]) else 'trunc'} {own} {value} to {type}")

    def _made(self, node: Node) -> str:
        code, args = self.code, node.args
        if node.sort == "int":
            return self._number(node)
        match node.op:
            case "leaf":
                return code.pure(f"trunc i64 {self.stored(self.leaves[node])} to i1")
            case "not":
                return code.pure(f"xor i1 {self._as(args[0], 'i1')}, true")
            case "and" | "or":
                return self._chain(f"{node.op} i1", [self._as(a, "i1") for a in args])
            case "ite":
                condition, then, otherwise = (self._as(a, "i1") for a in args)
                return code.pure(f"select i1 {condition}, i1 {then}, i1 {otherwise}")
            case "less_equal" | "equal":
                return self._compared(node.op, *args)
        raise AssertionError(f"{node.op} {node.value} has no value here")

    def _compared(self, op: str, a: Node, b: Node) -> str:
        type = "i1"
        if a.sort == "int":
            left, right = self.ranges.of(a), self.ranges.of(b)
            if left[0] > right[1] or (op == "equal" and left[1] < right[0]):
                return "false"
            if op == "less_equal" and left[1] <= right[0]:
                return "true"
            type = f"i{width(hull(left, right))}"
        return self.code.pure(
            f"icmp {'sle' if op == 'less_equal' else 'eq'} {type} {self._as(a, type)}, {self._as(b, type)}"
        )

    def _number(self, node: Node) -> str:
        """An integer in its own type; what comes to more than any type holds is told, and means nothing then."""
        whole = self.ranges.whole(node)
        if within(whole, WIDEST):
            return self._calculated(node, self.type(node))
        wider = f"i{width(whole)}"
        result = self._calculated(node, wider)
        code, bounds = self.code, WIDEST
        if self.beyond is not None:
            below = code.pure(f"icmp slt {wider} {result}, {bounds[0]}")
            above = code.pure(f"icmp sgt {wider} {result}, {bounds[1]}")
            self.beyond(node, code.pure(f"or i1 {below}, {above}"))
        return self._cast(result, wider, self.type(node))

    def _calculated(self, node: Node, type: str) -> str:
        """A number in a type that holds it. Sums and products of the lower bits are those of the whole."""
        code, args = self.code, node.args
        match node.op:
            case "leaf":
                return self._leaf(self.leaves[node], type)
            case "add":
                return self._chain(f"add {type}", [self._as(a, type) for a in args])
            case "subtract" | "multiply":
                operation = "sub" if node.op == "subtract" else "mul"
                return code.pure(f"{operation} {type} {self._as(args[0], type)}, {self._as(args[1], type)}")
            case "ite":
                then, otherwise = (self._as(a, type) for a in args[1:])
                return code.pure(f"select i1 {self._as(args[0], 'i1')}, {type} {then}, {type} {otherwise}")
            case "quotient":
                needed = max(width(self.ranges.of(args[0])), width(self.ranges.of(args[1])), int(type[1:]))
                wide = f"i{needed if needed == WORD else max(needed, LEAST_DIVIDED)}"
                return self._cast(self._quotient(self._as(args[0], wide), self._as(args[1], wide), wide), wide, type)
        raise AssertionError(f"{node.op} {node.value} has no value here")

    def _chain(self, operation: str, args: list[str]) -> str:
        result = args[0]
        for arg in args[1:]:
            result = self.code.pure(f"{operation} {result}, {arg}")
        return result

    def _quotient(self, a: str, b: str, type: str) -> str:
        if type == f"i{WORD}":
            return divided(self.code, a, b, type)
        return self.code.pure(f"call {type} @{QUOTIENT}{type[1:]}({type} {a}, {type} {b})")

    # --- leaves ---------------------------------------------------------------------------------------------------

    def _leaf(self, slot: Slot, type: str) -> str:
        number, own = self.stored(slot), stored_type(slot)
        if int(own[1:]) < int(type[1:]):
            number = self.code.pure(f"zext {own} {number} to {type}")
        elif own != type:
            number = self.code.pure(f"trunc {own} {number} to {type}")
        return self.code.pure(f"add {type} {number}, {signed(slot.low, int(type[1:]))}") if slot.low else number

    def stored(self, slot: Slot) -> str:
        """The bits of a slot, as they are stored, in its `stored_type`."""
        return stored(self.code, self.words, slot)

    def written(self, changes: Sequence[tuple[Slot, Node]], misfit: Callable[[Slot, str], None]) -> list[str]:
        """The words after some slots have changed. `misfit` is told of each number that is not known to fit, with the
        i1 that says that it does not."""
        code, words = self.code, list(self.words)
        cleared: dict[int, int] = {}
        added: dict[int, list[str]] = {}
        for slot, node in changes:
            number, type = self._to_store(slot, node, misfit)
            for piece in slot.pieces:
                cleared[piece.word] = cleared.get(piece.word, 0) | piece.mask << piece.shift
                added.setdefault(piece.word, []).append(part(code, number, type, piece))
        for word, mask in cleared.items():
            kept = code.pure(f"and i64 {words[word]}, {signed(~mask)}")
            words[word] = self._chain("or i64", [kept, *added[word]])
        return words

    def _to_store(self, slot: Slot, node: Node, misfit: Callable[[Slot, str], None]) -> tuple[str, str]:
        """What a slot stores of a value, and its type."""
        code = self.code
        if slot.boolean:
            return code.pure(f"zext i1 {self.value(node)} to i64"), "i64"
        low, high = self.ranges.of(node)
        type = f"i{max(width((min(low - slot.low, 0), max(high - slot.low, 0))), len(slot.pieces) * WORD)}"
        number = self.value(node, type)
        if slot.low:
            number = code.pure(f"sub {type} {number}, {signed(slot.low, int(type[1:]))}")
        if not within((low, high), (slot.low, slot.high)):
            # Of more bits than the number can have at all, only the sign is left to ask for.
            asked = "slt" if slot.bits >= int(type[1:]) else "ugt"
            misfit(slot, code.pure(f"icmp {asked} {type} {number}, {0 if asked == 'slt' else slot.mask}"))
        return number, type

    def forgotten(self, groups: Mapping[Node, Sequence[tuple[Slot, int]]]) -> list[str]:
        """The words where the slots of each group keep what they hold if its condition holds, and have their defaults
        (given with them) if not: a mask and a constant for each condition and word."""
        code, words = self.code, list(self.words)
        for matters, slots in groups.items():
            condition = self.value(matters)
            pieces = [(piece, value - slot.low) for slot, value in slots for piece in slot.pieces]
            for word in sorted({piece.word for piece, _ in pieces}):
                mine = [(piece, stored) for piece, stored in pieces if piece.word == word]
                mask = sum(piece.mask << piece.shift for piece, _ in mine)
                default = sum((stored >> piece.offset & piece.mask) << piece.shift for piece, stored in mine)
                cleared = code.value(f"and i64 {words[word]}, {signed(~mask)}")
                reset = code.value(f"or i64 {cleared}, {signed(default)}") if default else cleared
                words[word] = code.value(f"select i1 {condition}, i64 {words[word]}, i64 {reset}")
        return words

    # --- decision trees -------------------------------------------------------------------------------------------

    def tree(self, items: Sequence[tuple[Node, Item]], reached: Callable[[Item], None]) -> None:
        """Write `reached(item)` for each item where its guard holds, testing what guards share once."""
        self._branch([(_conjuncts(guard), item) for guard, item in items], reached)

    def _branch(self, items: list[tuple[dict[Node, None], Item]], reached: Callable[[Item], None]) -> None:
        while items:
            ready = [item for parts, item in items if not parts]
            items = [(c, item) for c, item in items if c]
            for item in ready:
                with self.scope():
                    reached(item)
            if items:
                items = self._split(items, reached)

    def _split(
        self, items: list[tuple[dict[Node, None], Item]], reached: Callable[[Item], None]
    ) -> list[tuple[dict[Node, None], Item]]:
        """Test the subject that most guards ask about; what does not ask about it is left for later."""
        votes: Counter[Node] = Counter()
        for parts, _ in items:
            votes.update(list(dict.fromkeys(_subject(c) for c in parts)))
        subject = max(votes, key=lambda n: (votes[n], n.op == "leaf"))
        groups: dict[int | Node, list[tuple[dict[Node, None], Item]]] = {}
        later = []
        for parts, item in items:
            mine = [c for c in parts if _subject(c) is subject]
            if not mine:
                later.append((parts, item))
                continue
            conjunct = next((c for c in mine if _case(c, subject) is not None), mine[0])
            rest = {c: None for c in parts if c is not conjunct}
            case = _case(conjunct, subject)
            groups.setdefault(conjunct if case is None else case, []).append((rest, item))
        low, high = (0, 1) if subject.sort == "bool" else self.ranges.of(subject)
        numbers = [k for k in groups if isinstance(k, int) and low <= k <= high]
        if numbers:
            value = self.value(subject)
            for number in self.code.cases(value, self.type(subject), numbers):
                with self.scope():
                    self._branch(groups[number], reached)
        for asked, inside in groups.items():
            if isinstance(asked, Node):
                with self.code.when(self.value(asked)), self.scope():
                    self._branch(inside, reached)
        return later


class _Made:
    """The nodes that have a value in the current scope, for `postorder`."""

    def __init__(self, emitter: Emitter) -> None:
        self.emitter = emitter

    def __contains__(self, node: object) -> bool:
        return isinstance(node, Node) and self.emitter.known(node) is not None


def _conjuncts(guard: Node) -> dict[Node, None]:
    return dict.fromkeys(conjuncts(guard))


def _subject(conjunct: Node) -> Node:
    """What a conjunct asks about: a leaf that it compares with a constant, else the condition itself."""
    atom = conjunct.args[0] if conjunct.op == "not" else conjunct
    if atom.op == "equal" and atom.args[0].op == "leaf" and atom.args[1].op == "constant":
        return atom.args[0]
    return atom


def _case(conjunct: Node, subject: Node) -> int | None:
    """The value of the subject that the conjunct asks for; None where it excludes one of many."""
    if conjunct is subject:
        return 1
    if conjunct.op == "not" and conjunct.args[0] is subject:
        return 0
    if conjunct.op == "equal" and conjunct.args[0] is subject:
        return int(conjunct.args[1].value)
    if conjunct.op == "not" and subject.low is not None and subject.high == subject.low + 1:
        return subject.low + subject.high - int(conjunct.args[0].args[1].value)  # the other one of two
    return None


def signed(number: int, bits: int = WORD) -> int:
    """The lower bits of a number as LLVM writes them."""
    word = number & (1 << bits) - 1
    return word - (1 << bits) if word >> bits - 1 else word


# --- division --------------------------------------------------------------------------------------------------------


def divided(code: Function, a: str, b: str, type: str) -> str:
    """Rounded towards minus infinity; it means nothing where `b` is 0, and must not trap there."""
    zero = code.pure(f"icmp eq {type} {b}, 0")
    b = code.pure(f"select i1 {zero}, {type} 1, {type} {b}")
    whole, rest = code.pure(f"sdiv {type} {a}, {b}"), code.pure(f"srem {type} {a}, {b}")
    signs = code.pure(f"icmp slt {type} {code.pure(f'xor {type} {rest}, {b}')}, 0")
    inexact = code.pure(f"icmp ne {type} {rest}, 0")
    less = code.pure(f"and i1 {signs}, {inexact}")
    return code.pure(f"select i1 {less}, {type} {code.pure(f'sub {type} {whole}, 1')}, {type} {whole}")


def with_divisions(text: str) -> str:
    """A program with the divisions of wide numbers that it calls. They are functions of their own, never inlined: LLVM
    makes a division narrower where it knows enough, and one of 65 to 128 bits is no code but a call."""
    made = []
    for bits in sorted({int(found) for found in re.findall(rf"@{QUOTIENT}(\d+)\(", text)}):
        type = f"i{bits}"
        code = Function(f"{QUOTIENT}{bits}", [f"{type} %a", f"{type} %b"], type, "internal", noinline=True)
        code.end(f"ret {type} {divided(code, '%a', '%b', type)}")
        made.append(code.text)
    return "\n\n".join([text, *made])


# --- slots of words ---------------------------------------------------------------------------------------------------


def stored_type(slot: Slot) -> str:
    return f"i{WORD * len(slot.pieces)}"


def stored(code: Function, words: Sequence[str], slot: Slot) -> str:
    """The bits of a slot, as they are stored, in its `stored_type`."""
    type, result = stored_type(slot), ""
    for piece in slot.pieces:
        bits = words[piece.word]
        if piece.shift:
            bits = code.pure(f"lshr i64 {bits}, {piece.shift}")
        if piece.shift + piece.bits < WORD:
            bits = code.pure(f"and i64 {bits}, {piece.mask}")
        if type != "i64":
            bits = code.pure(f"shl {type} {code.pure(f'zext i64 {bits} to {type}')}, {piece.offset}")
        result = code.pure(f"or {type} {result}, {bits}") if result else bits
    return result


def part(code: Function, number: str, type: str, piece: Piece) -> str:
    """What a piece of a slot has of a number to be stored, at its place in the word."""
    if piece.offset:
        number = code.pure(f"lshr {type} {number}, {piece.offset}")
    if type != "i64":
        number = code.pure(f"trunc {type} {number} to i64")
    return code.pure(f"shl i64 {number}, {piece.shift}") if piece.shift else number
