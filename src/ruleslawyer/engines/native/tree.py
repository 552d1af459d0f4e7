"""The generated code of tree compression (Laarman, van de Pol, Weber 2011): a packed state becomes one number, and
back.

The words of a state are leaves by twos. A leaf, and a pair of what two parts of a state were numbered, is kept once and
numbered by arrival (32 bits); what is left of a state is the pair at the root. The numbers are exact: two states have
the same root where they are the same. Which parts are paired is data (`shape.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum, auto

from ruleslawyer.engines.native.arrays import PARTITION_BITS, PARTITIONS, Part, Worker, field
from ruleslawyer.engines.native.states import NO_PARENT
from ruleslawyer.engines.native.table import DECLARATIONS, Slots, hash_of, probe, refill
from ruleslawyer.engines.native.text import Function

SLOTS = Slots(8, 32, (5, 4))
"""Those of the tables of leaves and pairs."""
LEAF_WORDS = 2
REF_BITS = 32
NO_ROOT = (1 << 2 * REF_BITS) - 1
"""No state has it: numbers of nodes are smaller."""


class Kept(IntEnum):
    """The cells of one kind of nodes: leaves, or pairs."""

    ROWS = 0
    TABLE = auto()
    MASK = auto()  # slots minus one
    COUNT = auto()
    LIMIT = auto()  # nodes for which there is room
    SIZE = auto()


class Tree(IntEnum):
    """The cells of a tree."""

    LEAVES = 0
    PAIRS = int(Kept.SIZE)
    SHAPE = 2 * int(Kept.SIZE)  # pointer to the parts of each pair: leaves by their place, then pairs
    STEPS = auto()  # pairs, the root among them
    SIZE = auto()


class Fold(IntEnum):
    """The memory with which a lane unfolds the states that it expands, and folds those that they lead to."""

    SCRATCH = 0  # pointers: see `scratch_words`
    ROWS = auto()  # the words of the states of a block
    BEFORE = auto()  # those of their parents
    MISSING = auto()  # addresses of rows with a part that is not known yet
    MET = auto()  # how many
    DONE = auto()  # how many of them are learned
    SIZE = 8


def leaves_of(words: int) -> int:
    return -(-words // LEAF_WORDS)


def scratch_words(words: int) -> int:
    """The size of the memory of `fold` about the state before: whether there is one, its words, the numbers of its
    parts, and whether each has changed."""
    return 1 + words + 4 * leaves_of(words)


def text(words: int) -> str:
    """fold(tree, scratch, rows, stride, count, missing, met) writes the root of each row over its first word; the
    addresses of rows with a part that is not known yet are listed. fold_buffers(tree, scratch, worker, stride, missing,
    met) does so for what lies in a lane's buffers, and learn(tree, scratch, missing, count, done) for listed rows, and
    keeps what is new, until there is no room. unfold(tree, scratch, roots, count, rows) is the way back, and
    unfold_parents(tree, scratch, parts, parents, count, rows) that to states by their ids; leaves(kept) and pairs(kept)
    fill a new table."""
    numbers = _number("leaf", LEAF_WORDS), _number("pair", 1), _one(words)
    folding = (
        _fold(),
        _fold_rows(),
        _fold_buffers(),
        _learn(),
        _unfold_one(words),
        _unfold(words),
        _unfold_parents(words),
    )
    tables = _refill("leaves", LEAF_WORDS), _refill("pairs", 1)
    return "\n\n".join([DECLARATIONS, *(f.text for f in (*numbers, *folding, *tables))])


def _number(name: str, words: int) -> Function:
    """The number of a node, or -1 where it is not known and may not be kept, or has no room."""
    given = [f"%w{i}" for i in range(words)]
    code = Function(name, ["ptr %kept", *(f"i64 {w}" for w in given), "i1 %learn"], "i64", "internal")
    rows, table = (code.load("ptr", field(code, "%kept", f)) for f in (Kept.ROWS, Kept.TABLE))
    mask = code.load("i64", field(code, "%kept", Kept.MASK))
    result = code.variable("i64", "-1")

    def free(pointer: str, bits: str) -> None:
        counted = field(code, "%kept", Kept.COUNT)
        count, limit = code.load("i64", counted), code.load("i64", field(code, "%kept", Kept.LIMIT))
        room = code.value(f"icmp ult i64 {count}, {limit}")
        with code.when(code.value(f"and i1 {room}, %learn")):
            SLOTS.put(code, pointer, bits, count)
            row = code.at("i64", rows, code.value(f"mul i64 {count}, {words}"))
            for i, word in enumerate(given):
                code.store("i64", word, code.at("i64", row, str(i)))
            code.store("i64", code.value(f"add i64 {count}, 1"), counted)
            code.store("i64", count, result)

    probe(code, table, mask, rows, hash_of(code, given), given, lambda i: code.store("i64", i, result), free, SLOTS)
    code.end(f"ret i64 {code.load('i64', result)}")
    return code


def _refill(name: str, words: int) -> Function:
    code = Function(name, ["ptr %kept"])
    rows, table = (code.load("ptr", field(code, "%kept", f)) for f in (Kept.ROWS, Kept.TABLE))
    mask, count = (code.load("i64", field(code, "%kept", f)) for f in (Kept.MASK, Kept.COUNT))
    refill(code, words, rows, table, mask, count, SLOTS)
    code.end("ret void")
    return code


class _Scratch:
    """The parts of what is remembered of the state before."""

    def __init__(self, code: Function, words: int) -> None:
        self.valid = "%scratch"
        self.last = code.at("i64", "%scratch", "1")
        self.refs = code.at("i64", "%scratch", str(1 + words))
        self.changed = code.at("i64", "%scratch", str(1 + words + 2 * leaves_of(words)))


def _one(words: int) -> Function:
    """Whether the root of a row could be told; it lies over the row's first word then."""
    code = Function("fold_one", ["ptr %tree", "ptr %scratch", "ptr %row", "i1 %learn"], "i1", "internal")
    scratch, leaves = _Scratch(code, words), leaves_of(words)
    valid = code.value(f"icmp ne i64 {code.load('i64', scratch.valid)}, 0")
    code.store("i64", "0", scratch.valid)

    def number_part(place: str, same: str, ask: Callable[[], str]) -> None:
        """The number of a part, which is what it was where that is the same."""
        changed = code.at("i64", scratch.changed, place)
        code.store("i64", "0", changed)
        with code.when(code.value(f"xor i1 {same}, true")):
            number = ask()
            with code.when(code.value(f"icmp slt i64 {number}, 0")):
                code.end("ret i1 false")
            code.store("i64", number, code.at("i64", scratch.refs, place))
            code.store("i64", "1", changed)

    def leaf(place: str, first: str, second: str | None) -> None:
        places = [first] if second is None else [first, second]
        now = [code.entry("i64", "%row", p) for p in places]
        same = valid
        for p, word in zip(places, now, strict=True):
            alike = code.value(f"icmp eq i64 {code.entry('i64', scratch.last, p)}, {word}")
            same = code.value(f"and i1 {same}, {alike}")

        def ask() -> str:
            for p, word in zip(places, now, strict=True):
                code.store("i64", word, code.at("i64", scratch.last, p))
            kept = code.at("i64", "%tree", str(int(Tree.LEAVES)))
            both = [*now, "0"][:LEAF_WORDS]
            return code.value(f"call i64 @leaf(ptr {kept}, i64 {both[0]}, i64 {both[1]}, i1 %learn)")

        number_part(place, same, ask)

    with code.counting("0", str(words // LEAF_WORDS)) as i:
        first = code.value(f"shl i64 {i}, 1")
        leaf(i, first, code.value(f"add i64 {first}, 1"))
    if words % LEAF_WORDS:
        leaf(str(leaves - 1), str(words - 1), None)
    steps = code.load("i64", code.at("i64", "%tree", str(int(Tree.STEPS))))
    inner = code.value(f"sub i64 {steps}, 1")
    with code.counting("0", inner) as k:
        parts = _parts(code, k)
        both = [code.entry("i64", scratch.changed, part) for part in parts]
        same = code.value(f"icmp eq i64 {code.value(f'or i64 {both[0]}, {both[1]}')}, 0")

        def pair(parts: tuple[str, str] = parts) -> str:
            kept = code.at("i64", "%tree", str(int(Tree.PAIRS)))
            return code.value(f"call i64 @pair(ptr {kept}, i64 {_join(code, scratch, parts)}, i1 %learn)")

        number_part(code.value(f"add i64 {k}, {leaves}"), same, pair)
    code.store("i64", _join(code, scratch, _parts(code, inner)), "%row")
    code.store("i64", "1", scratch.valid)
    code.end("ret i1 true")
    return code


def _parts(code: Function, k: str) -> tuple[str, str]:
    """The places of the two parts of a pair."""
    shape = code.load("ptr", code.at("i64", "%tree", str(int(Tree.SHAPE))))
    first = code.value(f"shl i64 {k}, 1")
    return code.entry("i64", shape, first), code.entry("i64", shape, code.value(f"add i64 {first}, 1"))


def _join(code: Function, scratch: _Scratch, parts: tuple[str, str]) -> str:
    left, right = (code.entry("i64", scratch.refs, part) for part in parts)
    return code.value(f"or i64 {left}, {code.value(f'shl i64 {right}, {REF_BITS}')}")


GIVEN = "ptr %tree", "ptr %scratch"


def _fold() -> Function:
    code = Function(
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


def _fold_rows() -> Function:
    code = Function("fold", [*GIVEN, "ptr %rows", "i64 %stride", "i64 %count", "ptr %missing", "ptr %met"])
    code.store("i64", "0", "%met")
    code.do("call void @fold_some(ptr %tree, ptr %scratch, ptr %rows, i64 %stride, i64 %count, ptr %missing, ptr %met)")
    code.end("ret void")
    return code


def _fold_buffers() -> Function:
    """Folds the states in the buffers of a lane."""
    code = Function("fold_buffers", [*GIVEN, "ptr %worker", "i64 %stride", "ptr %missing", "ptr %met"])
    code.store("i64", "0", "%met")
    buffers, counts = (code.load("ptr", field(code, "%worker", f)) for f in (Worker.BUFFERS, Worker.COUNTS))
    with code.counting("0", str(PARTITIONS)) as partition:
        rows, count = code.entry("ptr", buffers, partition), code.entry("i64", counts, partition)
        given = f"ptr {rows}, i64 %stride, i64 {count}, ptr %missing, ptr %met"
        code.do(f"call void @fold_some(ptr %tree, ptr %scratch, {given})")
    code.end("ret void")
    return code


def _learn() -> Function:
    code = Function("learn", [*GIVEN, "ptr %missing", "i64 %count", "ptr %done"])
    with code.counting(code.load("i64", "%done"), "%count") as i:
        row = code.entry("ptr", "%missing", i)
        told = code.value(f"call i1 @fold_one(ptr %tree, ptr %scratch, ptr {row}, i1 true)")
        with code.when(code.value(f"xor i1 {told}, true")):
            code.end("ret void")
        code.increase("%done")
    code.end("ret void")
    return code


def _unfold_one(words: int) -> Function:
    """Writes the words of a state by its root."""
    code = Function("unfold_one", [*GIVEN, "i64 %root", "ptr %row"], attributes="internal")
    scratch, leaves = _Scratch(code, words), leaves_of(words)
    pairs, twos = (
        code.load("ptr", code.at("i64", "%tree", str(int(kind) + int(Kept.ROWS)))) for kind in (Tree.PAIRS, Tree.LEAVES)
    )
    inner = code.value(f"sub i64 {code.load('i64', code.at('i64', '%tree', str(int(Tree.STEPS))))}, 1")

    def part(k: str, both: str) -> None:
        left, right = _parts(code, k)
        code.store("i64", code.value(f"and i64 {both}, {(1 << REF_BITS) - 1}"), code.at("i64", scratch.refs, left))
        code.store("i64", code.value(f"lshr i64 {both}, {REF_BITS}"), code.at("i64", scratch.refs, right))

    part(inner, "%root")
    with code.counting("0", inner) as j:
        k = code.value(f"sub i64 {code.value(f'sub i64 {inner}, 1')}, {j}")
        number_of = code.entry("i64", scratch.refs, code.value(f"add i64 {k}, {leaves}"))
        part(k, code.entry("i64", pairs, number_of))

    def leaf(place: str, words_of: int) -> None:
        ref = code.entry("i64", scratch.refs, place)
        node = code.at("i64", twos, code.value(f"shl i64 {ref}, 1"))
        first = code.at("i64", "%row", code.value(f"shl i64 {place}, 1"))
        for i in range(words_of):
            code.store("i64", code.entry("i64", node, str(i)), code.at("i64", first, str(i)))

    with code.counting("0", str(words // LEAF_WORDS)) as i:
        leaf(i, LEAF_WORDS)
    if words % LEAF_WORDS:
        leaf(str(leaves - 1), 1)
    code.end("ret void")
    return code


def _unfold_each(code: Function, words: int, root_of: Callable[[str], str]) -> None:
    code.store("i64", "0", _Scratch(code, words).valid)  # what is remembered is written over
    with code.counting("0", "%count") as number:
        row, root = code.at("i64", "%rows", code.value(f"mul i64 {number}, {words}")), root_of(number)
        code.do(f"call void @unfold_one(ptr %tree, ptr %scratch, i64 {root}, ptr {row})")
    code.end("ret void")


def _unfold(words: int) -> Function:
    code = Function("unfold", [*GIVEN, "ptr %roots", "i64 %count", "ptr %rows"])
    _unfold_each(code, words, lambda number: code.entry("i64", "%roots", number))
    return code


def _unfold_parents(words: int) -> Function:
    """States without a parent get some other's words in its place."""
    code = Function("unfold_parents", [*GIVEN, "ptr %parts", "ptr %parents", "i64 %count", "ptr %rows"])

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
