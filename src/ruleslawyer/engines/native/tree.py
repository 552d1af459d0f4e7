"""The generated code of tree compression (Laarman, van de Pol, Weber 2011): a packed state becomes one number, and
back.

The bits of a state are gathered in leaves, a word each: what varies as `shape.py` says, and of each word what is left.
A leaf, and a pair of what two parts of a state were numbered, is a node: a word that is kept once and numbered by
arrival. What is left of a state is the pair at the root. The numbers are exact: two states have the same root where
they are the same. Which bits lie in a leaf, and which parts are paired, is data.

The state before is remembered with its parts, and only what differs is looked at. Node 0 is the word 0, and so the pair
of two parts that are 0: memory that is zeroed remembers a state whose bits are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import IntEnum, auto

from ruleslawyer.engines.native.memory import PARTITION_BITS, PARTITIONS, Part, Worker, field
from ruleslawyer.engines.native.states import NO_PARENT
from ruleslawyer.engines.native.table import DECLARATIONS, NARROW, hash_of, probe, refill
from ruleslawyer.engines.native.text import FunctionBuilder

REF_BITS = 32
NO_ROOT = (1 << 2 * REF_BITS) - 1
"""No state has it: numbers of nodes are smaller."""
PIECE_WORDS = 3
BITS = """\
declare i64 @llvm.fshl.i64(i64, i64, i64)
declare i64 @llvm.fshr.i64(i64, i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)"""


class TreeCell(IntEnum):
    """The cells of a tree."""

    NODES = 0
    TABLE = auto()
    MASK = auto()  # slots minus one
    COUNT = auto()
    LIMIT = auto()  # nodes for which there is room
    BY_WORD = auto()  # pointer to pieces: a mask, the leaf in which its bits lie, and by how many bits they are turned
    WORDS = auto()  # pointer: where those of each word begin, and where they end
    BY_LEAF = auto()  # the same pieces, with the word in place of the leaf
    LEAVES = auto()  # pointer: where those of each leaf begin, and where they end
    REST = auto()  # pointer: the mask of what is left of each word
    VARYING = auto()  # leaves with pieces, before those of what is left
    PAIRS = auto()  # pointer to the parts of each pair: leaves by their place, then pairs
    STEPS = auto()  # pairs, the root among them
    SIZE = auto()


class FoldCell(IntEnum):
    """The memory with which a lane unfolds the states that it expands, and folds those that they lead to."""

    SCRATCH = 0  # pointers: see `scratch_words`
    ROWS = auto()  # the words of the states of a block
    BEFORE = auto()  # those of their parents
    MISSING = auto()  # addresses of rows with a part that is not known yet
    MET = auto()  # how many
    DONE = auto()  # how many of them are learned
    SIZE = 8


OF_A_LEAF = 1 + 2 * 2
"""Words about the state before for each of its leaves: what lies in it; then of it and of a pair, as there are no more
pairs than leaves, the number and whether it has changed."""


def scratch_words(words: int, leaves: int) -> int:
    """The size of the memory about the state before: its words, and its parts."""
    return words + OF_A_LEAF * leaves


def text(words: int) -> str:
    """fold(tree, scratch, rows, stride, count, missing, met) writes the root of each row over its first word; the
    addresses of rows with a part that is not known yet are listed. fold_buffers(tree, scratch, worker, stride, missing,
    met) does so for what lies in a lane's buffers, and learn(tree, scratch, missing, count, done) for listed rows, and
    keeps what is new, until there is no room. unfold(tree, scratch, roots, count, rows) is the way back, and
    unfold_parents(tree, scratch, parts, parents, count, rows) that to states by their ids; refill(tree) fills a new
    table."""
    folding = (
        _number(),
        _forget(words),
        _one(words),
        _fold(),
        _fold_rows(),
        _fold_buffers(),
        _learn(),
        _unfold_one(words),
        _unfold(words),
        _unfold_parents(words),
        _refill(),
    )
    return "\n\n".join([DECLARATIONS, BITS, *(f.text for f in folding)])


def _number() -> FunctionBuilder:
    """The number of a node, or -1 where it is not known and may not be kept, or has no room."""
    code = FunctionBuilder("number", ["ptr %tree", "i64 %node", "i1 %learn"], "i64", "internal")
    nodes, table = (code.load("ptr", field(code, "%tree", f)) for f in (TreeCell.NODES, TreeCell.TABLE))
    mask = code.load("i64", field(code, "%tree", TreeCell.MASK))
    result = code.variable("i64", "-1")

    def free(pointer: str, bits: str) -> None:
        counted = field(code, "%tree", TreeCell.COUNT)
        count, limit = code.load("i64", counted), code.load("i64", field(code, "%tree", TreeCell.LIMIT))
        room = code.value(f"icmp ult i64 {count}, {limit}")
        with code.when(code.value(f"and i1 {room}, %learn")):
            NARROW.put(code, pointer, bits, count)
            code.store("i64", "%node", code.at("i64", nodes, count))
            code.store("i64", code.value(f"add i64 {count}, 1"), counted)
            code.store("i64", count, result)

    given = ["%node"]
    probe(code, table, mask, nodes, hash_of(code, given), given, lambda i: code.store("i64", i, result), free, NARROW)
    code.end(f"ret i64 {code.load('i64', result)}")
    return code


def _refill() -> FunctionBuilder:
    code = FunctionBuilder("refill", ["ptr %tree"])
    nodes, table = (code.load("ptr", field(code, "%tree", f)) for f in (TreeCell.NODES, TreeCell.TABLE))
    mask, count = (code.load("i64", field(code, "%tree", f)) for f in (TreeCell.MASK, TreeCell.COUNT))
    refill(code, 1, nodes, table, mask, count, NARROW)
    code.end("ret void")
    return code


class _Scratch:
    """The parts of what is remembered of the state before, and what a tree has of each."""

    def __init__(self, code: FunctionBuilder, words: int) -> None:
        self.varying = code.load("i64", field(code, "%tree", TreeCell.VARYING))
        self.leaves = code.value(f"add i64 {self.varying}, {words}")
        self.inner = code.value(f"sub i64 {code.load('i64', field(code, '%tree', TreeCell.STEPS))}, 1")
        """All pairs but the root."""
        self.last = "%scratch"
        self.made = code.at("i64", "%scratch", str(words))
        self.refs = code.at("i64", self.made, self.leaves)
        self.changed = code.at("i64", self.refs, code.value(f"shl i64 {self.leaves}, 1"))

    def place(self, code: FunctionBuilder, k: str) -> str:
        """The place of a pair among all parts."""
        return code.value(f"add i64 {k}, {self.leaves}")


def _forget(words: int) -> FunctionBuilder:
    """Makes what is remembered a state without a bit."""
    code = FunctionBuilder("forget", ["ptr %tree", "ptr %scratch"], attributes="internal")
    leaves = _Scratch(code, words).leaves
    size = code.value(f"add i64 {words}, {code.value(f'mul i64 {leaves}, {OF_A_LEAF}')}")
    code.do(f"call void @llvm.memset.p0.i64(ptr %scratch, i8 0, i64 {code.value(f'shl i64 {size}, 3')}, i1 false)")
    code.end("ret void")
    return code


def _is_set(code: FunctionBuilder, flag: str) -> str:
    return code.value(f"icmp ne i64 {flag}, 0")


def _one(words: int) -> FunctionBuilder:
    """Whether the root of a row could be told; it lies over the row's first word then."""
    code = FunctionBuilder("fold_one", ["ptr %tree", "ptr %scratch", "ptr %row", "i1 %learn"], "i1", "internal")
    scratch, rest = _Scratch(code, words), code.variable("i64", "0")
    _gather(code, words, scratch, rest)

    def number(place: str, node: str) -> None:
        found = code.value(f"call i64 @number(ptr %tree, i64 {node}, i1 %learn)")
        with code.when(code.value(f"icmp slt i64 {found}, 0")):
            code.do("call void @forget(ptr %tree, ptr %scratch)")
            code.end("ret i1 false")
        code.store("i64", found, code.at("i64", scratch.refs, place))

    def leaves(first: str, stop: str) -> None:
        with code.counting(first, stop) as i, code.when(_is_set(code, code.entry("i64", scratch.changed, i))):
            number(i, code.entry("i64", scratch.made, i))

    def pairs(first: str, stop: str) -> None:
        with code.counting(first, stop) as k:
            parts, place = _parts(code, k), scratch.place(code, k)
            left, right = (code.entry("i64", scratch.changed, part) for part in parts)
            changed = code.value(f"or i64 {left}, {right}")
            code.store("i64", changed, code.at("i64", scratch.changed, place))
            with code.when(_is_set(code, changed)):
                number(place, _join(code, scratch, parts))

    def forget_changes(first: str, stop: str) -> None:
        with code.counting(first, stop) as i:
            code.store("i64", "0", code.at("i64", scratch.changed, i))

    changed = _is_set(code, code.load("i64", rest))
    with code.when(changed):
        leaves(scratch.varying, scratch.leaves)
        pairs("0", str(words - 1))
    leaves("0", scratch.varying)
    pairs(str(words - 1), scratch.inner)
    forget_changes("0", scratch.varying)
    with code.when(changed):
        forget_changes(scratch.varying, scratch.place(code, str(words - 1)))
    code.store("i64", _join(code, scratch, _parts(code, scratch.inner)), "%row")
    code.end("ret i1 true")
    return code


def _gather(code: FunctionBuilder, words: int, scratch: _Scratch, rest: str) -> None:
    """Changes in leaves what a row has different from the one before. `rest`: set where bits do that lie in no
    piece."""
    masks = code.load("ptr", field(code, "%tree", TreeCell.REST))
    with code.counting("0", str(words)) as word:
        now, last = code.entry("i64", "%row", word), code.at("i64", scratch.last, word)
        differs = code.value(f"xor i64 {now}, {code.load('i64', last)}")

        def change(leaf: str, bits: str, turned: str) -> None:
            for array, operation, more in ((scratch.made, "xor", turned), (scratch.changed, "or", bits)):
                pointer = code.at("i64", array, leaf)
                code.store("i64", code.value(f"{operation} i64 {code.load('i64', pointer)}, {more}"), pointer)

        with code.when(_is_set(code, differs)):
            code.store("i64", now, last)
            with _pieces(code, TreeCell.BY_WORD, TreeCell.WORDS, word) as (mask, leaf, turn):
                bits = code.value(f"and i64 {differs}, {mask}")
                change(leaf, bits, code.value(f"call i64 @llvm.fshl.i64(i64 {bits}, i64 {bits}, i64 {turn})"))
            left = code.value(f"and i64 {differs}, {code.entry('i64', masks, word)}")
            with code.when(_is_set(code, left)):
                change(code.value(f"add i64 {scratch.varying}, {word}"), left, left)
                code.store("i64", "1", rest)


@contextmanager
def _pieces(code: FunctionBuilder, pieces: TreeCell, begins: TreeCell, of: str) -> Iterator[tuple[str, str, str]]:
    """Goes through the pieces of a word, or of a leaf: a mask, the leaf or the word, and by how many bits they are
    turned."""
    rows, firsts = (code.load("ptr", field(code, "%tree", f)) for f in (pieces, begins))
    first = code.at("i64", firsts, of)
    with code.counting(code.load("i64", first), code.entry("i64", first, "1")) as i:
        piece = code.at("i64", rows, code.value(f"mul i64 {i}, {PIECE_WORDS}"))
        mask, other, turn = (code.entry("i64", piece, str(k)) for k in range(PIECE_WORDS))
        yield mask, other, turn


def _parts(code: FunctionBuilder, k: str) -> tuple[str, str]:
    """The places of the two parts of a pair."""
    pairs = code.load("ptr", field(code, "%tree", TreeCell.PAIRS))
    first = code.value(f"shl i64 {k}, 1")
    return code.entry("i64", pairs, first), code.entry("i64", pairs, code.value(f"add i64 {first}, 1"))


def _join(code: FunctionBuilder, scratch: _Scratch, parts: tuple[str, str]) -> str:
    left, right = (code.entry("i64", scratch.refs, part) for part in parts)
    return code.value(f"or i64 {left}, {code.value(f'shl i64 {right}, {REF_BITS}')}")


GIVEN = "ptr %tree", "ptr %scratch"


def _fold() -> FunctionBuilder:
    code = FunctionBuilder(
        "fold_some",
        [*GIVEN, "ptr %rows", "i64 %stride", "i64 %count", "ptr %missing", "ptr %met"],
        attributes="internal",
    )
    with code.counting("0", "%count") as i:
        row = code.at("i64", "%rows", code.value(f"mul i64 {i}, %stride"))
        told = code.value(f"call i1 @fold_one(ptr %tree, ptr %scratch, ptr {row}, i1 false)")
        with code.when(code.value(f"xor i1 {told}, true")):
            code.store("ptr", row, code.at("i64", "%missing", code.increase("%met")))
    code.end("ret void")
    return code


def _fold_rows() -> FunctionBuilder:
    code = FunctionBuilder("fold", [*GIVEN, "ptr %rows", "i64 %stride", "i64 %count", "ptr %missing", "ptr %met"])
    code.store("i64", "0", "%met")
    code.do("call void @fold_some(ptr %tree, ptr %scratch, ptr %rows, i64 %stride, i64 %count, ptr %missing, ptr %met)")
    code.end("ret void")
    return code


def _fold_buffers() -> FunctionBuilder:
    """Folds the states in the buffers of a lane."""
    code = FunctionBuilder("fold_buffers", [*GIVEN, "ptr %worker", "i64 %stride", "ptr %missing", "ptr %met"])
    code.store("i64", "0", "%met")
    buffers, counts = (code.load("ptr", field(code, "%worker", f)) for f in (Worker.BUFFERS, Worker.COUNTS))
    with code.counting("0", str(PARTITIONS)) as partition:
        rows, count = code.entry("ptr", buffers, partition), code.entry("i64", counts, partition)
        given = f"ptr {rows}, i64 %stride, i64 {count}, ptr %missing, ptr %met"
        code.do(f"call void @fold_some(ptr %tree, ptr %scratch, {given})")
    code.end("ret void")
    return code


def _learn() -> FunctionBuilder:
    code = FunctionBuilder("learn", [*GIVEN, "ptr %missing", "i64 %count", "ptr %done"])
    with code.counting(code.load("i64", "%done"), "%count") as i:
        row = code.entry("ptr", "%missing", i)
        told = code.value(f"call i1 @fold_one(ptr %tree, ptr %scratch, ptr {row}, i1 true)")
        with code.when(code.value(f"xor i1 {told}, true")):
            code.end("ret void")
        code.increase("%done")
    code.end("ret void")
    return code


def _unfold_one(words: int) -> FunctionBuilder:
    """Writes the words of a state by its root."""
    code = FunctionBuilder("unfold_one", [*GIVEN, "i64 %root", "ptr %row"], attributes="internal")
    scratch, nodes = _Scratch(code, words), code.load("ptr", field(code, "%tree", TreeCell.NODES))

    def take(k: str, both: str) -> None:
        """The numbers of the two parts of a pair."""
        left, right = _parts(code, k)
        low = code.value(f"and i64 {both}, {(1 << REF_BITS) - 1}")
        for part, number in ((left, low), (right, code.value(f"lshr i64 {both}, {REF_BITS}"))):
            ref = code.at("i64", scratch.refs, part)
            differs = code.value(f"xor i64 {code.load('i64', ref)}, {number}")
            code.store("i64", number, ref)
            code.store("i64", differs, code.at("i64", scratch.changed, part))

    @contextmanager
    def at_change(place: str) -> Iterator[str]:
        """The node of a part that has changed, which it has not any more then."""
        flag = code.at("i64", scratch.changed, place)
        with code.when(_is_set(code, code.load("i64", flag))):
            code.store("i64", "0", flag)
            yield code.entry("i64", nodes, code.entry("i64", scratch.refs, place))

    def pairs(first: int, stop: str) -> None:
        """From the last one to the first."""
        with code.counting(str(first), stop) as j:
            k = code.value(f"sub i64 {code.value(f'sub i64 {stop}, 1')}, {code.value(f'sub i64 {j}, {first}')}")
            with at_change(scratch.place(code, k)) as both:
                take(k, both)

    take(scratch.inner, "%root")
    pairs(words - 1, scratch.inner)
    with code.counting("0", scratch.varying) as i, at_change(i) as node:
        differs = _change_leaf(code, scratch, i, node)
        with _pieces(code, TreeCell.BY_LEAF, TreeCell.LEAVES, i) as (mask, word, turn):
            turned = code.value(f"call i64 @llvm.fshr.i64(i64 {differs}, i64 {differs}, i64 {turn})")
            _change_word(code, scratch, word, code.value(f"and i64 {turned}, {mask}"))
    same = scratch.place(code, str(words - 2))
    with code.when(_is_set(code, code.entry("i64", scratch.changed, same))):
        pairs(0, str(words - 1))
        with code.counting("0", str(words)) as word:
            leaf = code.value(f"add i64 {scratch.varying}, {word}")
            with at_change(leaf) as node:
                _change_word(code, scratch, word, _change_leaf(code, scratch, leaf, node))
    code.do(f"call void @llvm.memcpy.p0.p0.i64(ptr %row, ptr {scratch.last}, i64 {8 * words}, i1 false)")
    code.end("ret void")
    return code


def _change_leaf(code: FunctionBuilder, scratch: _Scratch, leaf: str, node: str) -> str:
    """The bits of a leaf that differ from the one before."""
    made = code.at("i64", scratch.made, leaf)
    differs = code.value(f"xor i64 {code.load('i64', made)}, {node}")
    code.store("i64", node, made)
    return differs


def _change_word(code: FunctionBuilder, scratch: _Scratch, word: str, bits: str) -> None:
    last = code.at("i64", scratch.last, word)
    code.store("i64", code.value(f"xor i64 {code.load('i64', last)}, {bits}"), last)


def _unfold_each(code: FunctionBuilder, words: int, root_of: Callable[[str], str]) -> None:
    with code.counting("0", "%count") as number:
        row, root = code.at("i64", "%rows", code.value(f"mul i64 {number}, {words}")), root_of(number)
        code.do(f"call void @unfold_one(ptr %tree, ptr %scratch, i64 {root}, ptr {row})")
    code.end("ret void")


def _unfold(words: int) -> FunctionBuilder:
    code = FunctionBuilder("unfold", [*GIVEN, "ptr %roots", "i64 %count", "ptr %rows"])
    _unfold_each(code, words, lambda number: code.entry("i64", "%roots", number))
    return code


def _unfold_parents(words: int) -> FunctionBuilder:
    """States without a parent get some other's words in its place."""
    code = FunctionBuilder("unfold_parents", [*GIVEN, "ptr %parts", "ptr %parents", "i64 %count", "ptr %rows"])

    def root(number: str) -> str:
        identity = code.value(f"zext i32 {code.entry('i32', '%parents', number)} to i64")
        is_one = code.value(f"icmp ne i64 {identity}, {NO_PARENT}")
        identity = code.value(f"select i1 {is_one}, i64 {identity}, i64 0")
        partition = code.value(f"and i64 {identity}, {PARTITIONS - 1}")
        part = code.at("i64", "%parts", code.value(f"mul i64 {partition}, {int(Part.SIZE)}"))
        roots = code.load("ptr", field(code, part, Part.STATES))
        return code.entry("i64", roots, code.value(f"lshr i64 {identity}, {PARTITION_BITS}"))

    _unfold_each(code, words, root)
    return code
