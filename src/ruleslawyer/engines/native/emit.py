"""Ground nodes as LLVM code: values in the current scope, and a decision tree over the guards of many steps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeVar

from ruleslawyer.engines.native.layout import Slot
from ruleslawyer.engines.native.text import Function
from ruleslawyer.ground.finite import conjuncts
from ruleslawyer.ground.nodes import Node, postorder

Item = TypeVar("Item")


class Emitter:
    """Writes nodes into a function. A value is made where it is first needed, and known inside that block only."""

    def __init__(self, code: Function, leaves: Mapping[Node, Slot], words: Sequence[str]) -> None:
        """`leaves`: the slot of each varying leaf; `words`: the registers of the state's words."""
        self.code, self.leaves, self.words = code, leaves, words
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

    def value(self, root: Node) -> str:
        """The register or constant of a node: i1 for a Boolean, i64 for an integer."""
        found = self._known(root)
        if found is not None:
            return found
        for node in postorder([root], _Made(self)):
            if node.op != "constant":
                self._scopes[-1][node] = self._made(node)
        result = self._known(root)
        assert result is not None
        return result

    def _known(self, node: Node) -> str | None:
        if node.op == "constant":
            return ("true" if node.value else "false") if node.sort == "bool" else str(node.value)
        return self.known(node)

    def _made(self, node: Node) -> str:
        code = self.code
        if node.op == "leaf":
            return self.leaf(self.leaves[node])
        args = [self._known(a) for a in node.args]
        a, b = str(args[0]), str(args[1]) if len(args) > 1 else ""
        match node.op:
            case "not":
                return code.pure(f"xor i1 {a}, true")
            case "and" | "or":
                return self._chain(f"{node.op} i1", [str(x) for x in args])
            case "add":
                return self._chain("add i64", [str(x) for x in args])
            case "ite":
                type_ = "i1" if node.sort == "bool" else "i64"
                return code.pure(f"select i1 {a}, {type_} {b}, {type_} {args[2]}")
            case "subtract":
                return code.pure(f"sub i64 {a}, {b}")
            case "multiply":
                return code.pure(f"mul i64 {a}, {b}")
            case "quotient":
                return self._quotient(a, b)
            case "less_equal":
                return code.pure(f"icmp sle i64 {a}, {b}")
            case "equal":
                return code.pure(f"icmp eq {'i1' if node.args[0].sort == 'bool' else 'i64'} {a}, {b}")
        raise AssertionError(f"{node.op} {node.value} has no value here")

    def _chain(self, operation: str, args: list[str]) -> str:
        result = args[0]
        for arg in args[1:]:
            result = self.code.pure(f"{operation} {result}, {arg}")
        return result

    def _quotient(self, a: str, b: str) -> str:
        """Rounded towards minus infinity; it means nothing where `b` is 0, and must not trap there."""
        code = self.code
        zero = code.pure(f"icmp eq i64 {b}, 0")
        b = code.pure(f"select i1 {zero}, i64 1, i64 {b}")
        whole, rest = code.pure(f"sdiv i64 {a}, {b}"), code.pure(f"srem i64 {a}, {b}")
        signs = code.pure(f"icmp slt i64 {code.pure(f'xor i64 {rest}, {b}')}, 0")
        inexact = code.pure(f"icmp ne i64 {rest}, 0")
        less = code.pure(f"and i1 {signs}, {inexact}")
        return code.pure(f"select i1 {less}, i64 {code.pure(f'sub i64 {whole}, 1')}, i64 {whole}")

    # --- leaves ---------------------------------------------------------------------------------------------------

    def leaf(self, slot: Slot) -> str:
        number = self.stored(slot)
        if slot.boolean:
            return self.code.pure(f"trunc i64 {number} to i1")
        return self.code.pure(f"add i64 {number}, {slot.low}") if slot.low else number

    def stored(self, slot: Slot) -> str:
        """The bits of a slot, as they are stored."""
        word = self.words[slot.word]
        if slot.shift:
            word = self.code.pure(f"lshr i64 {word}, {slot.shift}")
        return self.code.pure(f"and i64 {word}, {slot.mask}") if slot.shift + slot.bits < 64 else word

    def written(self, changes: Sequence[tuple[Slot, Node]], misfit: Callable[[Slot, str], None]) -> list[str]:
        """The words after some slots have changed. `misfit` is told each number that is not known to fit (its i64)."""
        code, words = self.code, list(self.words)
        cleared: dict[int, int] = {}
        added: dict[int, list[str]] = {}
        for slot, node in changes:
            value = self.value(node)
            if slot.boolean:
                number = code.pure(f"zext i1 {value} to i64")
            else:
                number = code.pure(f"sub i64 {value}, {slot.low}") if slot.low else value
                fits = node.low is not None and node.high is not None
                if not (fits and slot.low <= (node.low or 0) and (node.high or 0) <= slot.high):
                    misfit(slot, number)
            if slot.shift:
                number = code.pure(f"shl i64 {number}, {slot.shift}")
            cleared[slot.word] = cleared.get(slot.word, 0) | slot.mask << slot.shift
            added.setdefault(slot.word, []).append(number)
        for word, mask in cleared.items():
            kept = code.pure(f"and i64 {words[word]}, {signed(~mask & (1 << 64) - 1)}")
            words[word] = self._chain("or i64", [kept, *added[word]])
        return words

    def forgotten(self, groups: Mapping[Node, Sequence[tuple[Slot, int]]]) -> list[str]:
        """The words where the slots of each group keep what they hold if its condition holds, and have their defaults
        (given with them) if not: a mask and a constant for each condition and word."""
        code, words = self.code, list(self.words)
        for matters, slots in groups.items():
            condition = self.value(matters)
            for word in sorted({slot.word for slot, _ in slots}):
                mine = [(slot, default) for slot, default in slots if slot.word == word]
                mask = sum(slot.mask << slot.shift for slot, _ in mine)
                default = sum((value - slot.low & slot.mask) << slot.shift for slot, value in mine)
                cleared = code.value(f"and i64 {words[word]}, {signed(~mask & (1 << 64) - 1)}")
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
        numbers = [k for k in groups if isinstance(k, int)]
        if numbers:
            value = self.value(subject)
            for number in self.code.cases(value, "i1" if subject.sort == "bool" else "i64", numbers):
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


def signed(word: int) -> int:
    """A 64-bit number as LLVM writes it."""
    return word - (1 << 64) if word >> 63 else word
