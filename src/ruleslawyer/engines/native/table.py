"""The generated code of the set of states: inserting what buffers hold, finding it, growing.

A state's hash picks its partition (the top bits), and inside it a slot: some bits of the hash beside the state's index
plus one, so that a state is compared in full only where those bits agree, and the set is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ruleslawyer.engines.native.memory import PARTITIONS, Part, Worker, field
from ruleslawyer.engines.native.text import FunctionBuilder

HASH_FACTORS = (-49064778989728563, -4265267296055464877)
"""Those of the finaliser of MurmurHash3, as signed numbers."""
BATCH = 32
"""States whose memory is asked for ahead of time."""

DECLARATIONS = """\
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
declare i64 @llvm.umin.i64(i64, i64)
!0 = !{!"branch_weights", i32 1, i32 1000}"""


@dataclass(frozen=True)
class SlotFormat:
    """The entries of a table: integers as wide as `bytes`, whose low `bits` are an index plus one. `growth`: how many
    times as large it gets. One that doubles finds a slot by low bits of a hash, another one by scaling half of it."""

    bytes: int
    bits: int
    growth: tuple[int, int] = 2, 1

    @property
    def type(self) -> str:
        return f"i{8 * self.bytes}"

    @property
    def index_mask(self) -> int:
        return (1 << self.bits) - 1

    @property
    def tag_mask(self) -> int:
        """The mask of the bits of the hash that are kept, as a signed number."""
        return -(1 << self.bits)

    def first(self, code: FunctionBuilder, hashed: str, mask: str) -> tuple[str, str]:
        """The first slot of a hash, and the bits that are kept beside the index."""
        place = code.value(f"and i64 {hashed}, {mask if self._doubles else 0xFFFFFFFF}")
        if not self._doubles:
            scaled = code.value(f"mul i64 {place}, {code.value(f'add i64 {mask}, 1')}")
            place = code.value(f"lshr i64 {scaled}, 32")
        if self.bytes < 8:
            upper = code.value(f"lshr i64 {hashed}, {64 - 8 * self.bytes}")
            hashed = code.value(f"trunc i64 {upper} to {self.type}")
        return place, code.value(f"and {self.type} {hashed}, {self.tag_mask}")

    def following(self, code: FunctionBuilder, place: str, mask: str) -> str:
        """The slot behind one, and the first behind the last."""
        following = code.value(f"add i64 {place}, 1")
        if self._doubles:
            return code.value(f"and i64 {following}, {mask}")
        return code.value(f"select i1 {code.value(f'icmp eq i64 {place}, {mask}')}, i64 0, i64 {following}")

    def larger(self, slots: int) -> int:
        """The number of slots that a table of so many grows to."""
        times, by = self.growth
        return slots * times // by

    @property
    def _doubles(self) -> bool:
        return self.growth == (2, 1)

    def at(self, code: FunctionBuilder, table: str, place: str) -> str:
        return code.at(self.type, table, place)

    def load(self, code: FunctionBuilder, pointer: str) -> str:
        return code.load(self.type, pointer)

    def is_taken(self, code: FunctionBuilder, slot: str) -> str:
        """Whether there is something in a slot."""
        return code.value(f"icmp ne {self.type} {slot}, 0")

    def index(self, code: FunctionBuilder, slot: str) -> str:
        """The index in a slot that is taken."""
        number = code.value(f"and {self.type} {slot}, {self.index_mask}")
        return code.value(f"sub i64 {self._wide(code, number)}, 1")

    def agrees(self, code: FunctionBuilder, slot: str, bits: str) -> str:
        kept = code.value(f"and {self.type} {slot}, {self.tag_mask}")
        return code.value(f"icmp eq {self.type} {kept}, {bits}")

    def put(self, code: FunctionBuilder, pointer: str, bits: str, index: str) -> None:
        number = code.value(f"add i64 {index}, 1")
        if self.bytes < 8:
            number = code.value(f"trunc i64 {number} to {self.type}")
        code.store(self.type, code.value(f"or {self.type} {bits}, {number}"), pointer)

    def _wide(self, code: FunctionBuilder, number: str) -> str:
        return number if self.bytes == 8 else code.value(f"zext {self.type} {number} to i64")


WIDE = SlotFormat(8, 32)
NARROW = SlotFormat(4, 28, (5, 4))
"""Where comparing two states costs little, and memory is scarce: half of it for a slot, and few that are free."""

Arrived: TypeAlias = Callable[[str, str, bool], None]
"""Writes what happens when a state arrives, beside its being kept: its entry, its index, whether it is new."""
Beside: TypeAlias = Callable[[FunctionBuilder], Arrived]
"""Written at the head of the function."""


def hash_of(code: FunctionBuilder, words: Iterable[str]) -> str:
    """A 64-bit hash of a state's words."""
    hashed = "0"
    for word in words:
        hashed = _stir(code, word if hashed == "0" else code.value(f"xor i64 {hashed}, {word}"), HASH_FACTORS[0], 32)
    return _stir(code, hashed, HASH_FACTORS[1], 29)


def hash_of_words(code: FunctionBuilder, packed: str, words: str) -> str:
    """The same where the scope says how many words there are."""
    hashed = code.variable("i64", "0")
    with code.counting("0", words) as i:
        word = code.entry("i64", packed, i)
        now = code.value(f"xor i64 {code.load('i64', hashed)}, {word}")
        code.store("i64", _stir(code, now, HASH_FACTORS[0], 32), hashed)
    return _stir(code, code.load("i64", hashed), HASH_FACTORS[1], 29)


def _stir(code: FunctionBuilder, bits: str, factor: int, shift: int) -> str:
    """Bits that depend on lower and on higher ones."""
    bits = code.value(f"mul i64 {bits}, {factor}")
    return code.value(f"xor i64 {bits}, {code.value(f'lshr i64 {bits}, {shift}')}")


def equal_words(code: FunctionBuilder, pointer: str, words: Sequence[str]) -> str:
    result = "true"
    for i, word in enumerate(words):
        same = code.value(f"icmp eq i64 {code.entry('i64', pointer, str(i))}, {word}")
        result = same if result == "true" else code.value(f"and i1 {result}, {same}")
    return result


def probe(
    code: FunctionBuilder,
    table: str,
    mask: str,
    states: str,
    hashed: str,
    words: Sequence[str],
    found: Callable[[str], None],
    free: Callable[[str, str], None],
    slots: SlotFormat = WIDE,
) -> None:
    """`probe_slots` of states whose number of words is known."""

    def is_same(index: str) -> str:
        return equal_words(code, code.at("i64", states, code.value(f"mul i64 {index}, {len(words)}")), words)

    probe_slots(code, table, mask, hashed, is_same, found, free, slots)


def probe_slots(
    code: FunctionBuilder,
    table: str,
    mask: str,
    hashed: str,
    is_same: Callable[[str], str],
    found: Callable[[str], None],
    free: Callable[[str, str], None],
    slots: SlotFormat = WIDE,
) -> None:
    """Linear probing. `found(index)` where `is_same(index)`; `free(slot pointer, hash bits)` where nothing is."""
    first, bits = slots.first(code, hashed, mask)
    at = code.variable("i64", first)
    head, occupied, compare, further, done = (code.label() for _ in range(5))
    vacant, hit = code.label(), code.label()
    code.begin(head)
    place = code.load("i64", at)
    pointer = slots.at(code, table, place)
    slot = slots.load(code, pointer)
    code.end(f"br i1 {slots.is_taken(code, slot)}, label %{occupied}, label %{vacant}")
    code.begin(occupied)
    code.end(f"br i1 {slots.agrees(code, slot, bits)}, label %{compare}, label %{further}")
    code.begin(compare)
    index = slots.index(code, slot)
    code.end(f"br i1 {is_same(index)}, label %{hit}, label %{further}")
    code.begin(further)
    code.store("i64", slots.following(code, place, mask), at)
    code.jump(head)
    code.begin(hit)
    found(index)
    code.jump(done)
    code.begin(vacant)
    free(pointer, bits)
    code.begin(done)


def batches(code: FunctionBuilder, count: str, body: Callable[[str, str], None]) -> None:
    """`body(first, stop)` for one batch after the other."""
    more = code.value(f"add i64 {count}, {BATCH - 1}")
    with code.counting("0", code.value(f"udiv i64 {more}, {BATCH}")) as number:
        first = code.value(f"mul i64 {number}, {BATCH}")
        stop = code.value(f"add i64 {first}, {BATCH}")
        body(first, code.value(f"call i64 @llvm.umin.i64(i64 {stop}, i64 {count})"))


def prefetch_batch(
    code: FunctionBuilder, first: str, stop: str, entries: str, stride: int, words: int, table: str, mask: str,
    states: str,
    slots: SlotFormat,
) -> str:  # fmt: skip
    """Ask for the memory of a batch: the slots, then the states that they point at. The array of its hashes."""
    hashes = code.variable("i64", count=BATCH)
    with code.counting(first, stop) as i:
        entry = code.at("i64", entries, code.value(f"mul i64 {i}, {stride}"))
        hashed = hash_of(code, [code.entry("i64", entry, str(k)) for k in range(words)])
        code.store("i64", hashed, code.at("i64", hashes, code.value(f"sub i64 {i}, {first}")))
        code.prefetch(slots.at(code, table, slots.first(code, hashed, mask)[0]))
    if states:
        with code.counting(first, stop) as i:
            hashed = code.entry("i64", hashes, code.value(f"sub i64 {i}, {first}"))
            slot = slots.load(code, slots.at(code, table, slots.first(code, hashed, mask)[0]))
            index = slots.index(code, slot)
            with code.when(slots.is_taken(code, slot)):
                code.prefetch(code.at("i64", states, code.value(f"mul i64 {index}, {words}")))
    return hashes


def _nothing(code: FunctionBuilder) -> Arrived:
    """A state is kept, and that is all."""
    return lambda entry, index, new: None


def arrivals(words: int) -> Beside:
    """The readings of a state that arrives; those that are new to it put it on the frontier."""

    def head(code: FunctionBuilder) -> Arrived:
        pointers = (Part.MASKS, Part.NEW, Part.FRONTIER)
        masks, new, frontier = (code.load("ptr", field(code, "%part", f)) for f in pointers)

        def waits(index: str) -> None:
            place = code.increase(field(code, "%part", Part.WAITING))
            code.store("i32", code.value(f"trunc i64 {index} to i32"), code.at("i32", frontier, place))

        def arrive(entry: str, index: str, first: bool) -> None:
            bits = code.entry("i64", entry, str(words))
            place, pending = code.at("i64", masks, index), code.at("i64", new, index)
            if first:
                code.store("i64", bits, place)
                code.store("i64", bits, pending)
                waits(index)
                return
            had = code.load("i64", place)
            more = code.value(f"and i64 {bits}, {code.value(f'xor i64 {had}, -1')}")
            with code.when(code.value(f"icmp ne i64 {more}, 0")):
                code.store("i64", code.value(f"or i64 {had}, {more}"), place)
                before = code.load("i64", pending)
                code.store("i64", code.value(f"or i64 {before}, {more}"), pending)
                with code.when(code.value(f"icmp eq i64 {before}, 0")):
                    waits(index)

        return arrive

    return head


def insert(words: int, more: int = 1, beside: Beside = _nothing, slots: SlotFormat = WIDE) -> FunctionBuilder:
    """Inserts a buffer into its partition; there is room for all of it. `more`: how many numbers an entry has besides
    the state, the last of them its parent."""
    code = FunctionBuilder("insert_buffer", ["ptr %part", "ptr %buffer", "i64 %count"], attributes="internal")
    states, parents, table = (
        code.load("ptr", field(code, "%part", f)) for f in (Part.STATES, Part.PARENTS, Part.TABLE)
    )
    mask = code.load("i64", field(code, "%part", Part.MASK))
    arrived = beside(code)

    def batch(first: str, stop: str) -> None:
        hashes = prefetch_batch(code, first, stop, "%buffer", words + more, words, table, mask, states, slots)
        with code.counting(first, stop) as i:
            entry = code.at("i64", "%buffer", code.value(f"mul i64 {i}, {words + more}"))
            state = [code.entry("i64", entry, str(k)) for k in range(words)]
            hashed = code.entry("i64", hashes, code.value(f"sub i64 {i}, {first}"))

            def free(pointer: str, bits: str) -> None:
                index = code.increase(field(code, "%part", Part.COUNT))
                slots.put(code, pointer, bits, index)
                place = code.at("i64", states, code.value(f"mul i64 {index}, {words}"))
                for k, word in enumerate(state):
                    code.store("i64", word, code.at("i64", place, str(k)))
                parent = code.value(f"trunc i64 {code.entry('i64', entry, str(words + more - 1))} to i32")
                code.store("i32", parent, code.at("i32", parents, index))
                arrived(entry, index, True)

            def there(index: str) -> None:
                arrived(entry, index, False)

            probe(code, table, mask, states, hashed, state, there, free, slots)

    batches(code, "%count", batch)
    code.end("ret void")
    return code


def insert_all() -> FunctionBuilder:
    """Every stride-th partition from the first: the buffers of all workers, in their order; they are empty after."""
    code = FunctionBuilder("insert", ["ptr %parts", "ptr %workers", "i64 %number", "i64 %first", "i64 %stride"])
    rounds = code.value(f"sub i64 {PARTITIONS - 1}, %first")
    rounds = code.value(f"add i64 {code.value(f'udiv i64 {rounds}, %stride')}, 1")
    with code.counting("0", rounds) as k:
        partition = code.value(f"add i64 %first, {code.value(f'mul i64 {k}, %stride')}")
        part = code.at("i64", "%parts", code.value(f"mul i64 {partition}, {Part.SIZE}"))
        with code.counting("0", "%number") as number:
            worker = code.at("i64", "%workers", code.value(f"mul i64 {number}, {Worker.SIZE}"))
            buffers = code.load("ptr", field(code, worker, Worker.BUFFERS))
            counts = code.load("ptr", field(code, worker, Worker.COUNTS))
            count = code.at("i64", counts, partition)
            buffer = code.entry("ptr", buffers, partition)
            code.do(f"call void @insert_buffer(ptr {part}, ptr {buffer}, i64 {code.load('i64', count)})")
            code.store("i64", "0", count)
    code.end("ret void")
    return code


def rehash(words: int, slots: SlotFormat = WIDE) -> FunctionBuilder:
    """All states of a partition into its new, empty table."""
    code = FunctionBuilder("rehash", ["ptr %part"])
    states, table = (code.load("ptr", field(code, "%part", f)) for f in (Part.STATES, Part.TABLE))
    mask, count = (code.load("i64", field(code, "%part", f)) for f in (Part.MASK, Part.COUNT))
    refill(code, words, states, table, mask, count, slots)
    code.end("ret void")
    return code


def refill(code: FunctionBuilder, words: int, rows: str, table: str, mask: str, count: str, slots: SlotFormat) -> None:
    """All rows of an array, which are different, into an empty table."""

    def batch(first: str, stop: str) -> None:
        hashes = prefetch_batch(code, first, stop, rows, words, words, table, mask, "", slots)
        with code.counting(first, stop) as i:
            hashed = code.entry("i64", hashes, code.value(f"sub i64 {i}, {first}"))
            begin, bits = slots.first(code, hashed, mask)
            at = code.variable("i64", begin)
            head, further, vacant = code.label(), code.label(), code.label()
            code.begin(head)
            place = code.load("i64", at)
            pointer = slots.at(code, table, place)
            code.end(f"br i1 {slots.is_taken(code, slots.load(code, pointer))}, label %{further}, label %{vacant}")
            code.begin(further)
            code.store("i64", slots.following(code, place, mask), at)
            code.jump(head)
            code.begin(vacant)
            slots.put(code, pointer, bits, i)

    batches(code, count, batch)


def find(words: int, more: int = 1, slots: SlotFormat = WIDE) -> FunctionBuilder:
    """The id of each entry of a partition's buffer, which must be there (all bits set where it is not). `more`: how
    many numbers an entry has besides the state."""
    code = FunctionBuilder("find", ["ptr %part", "i64 %partition", "ptr %buffer", "i64 %count", "ptr %ids"])
    states, table = (code.load("ptr", field(code, "%part", f)) for f in (Part.STATES, Part.TABLE))
    mask = code.load("i64", field(code, "%part", Part.MASK))

    def batch(first: str, stop: str) -> None:
        hashes = prefetch_batch(code, first, stop, "%buffer", words + more, words, table, mask, states, slots)
        with code.counting(first, stop) as i:
            entry = code.at("i64", "%buffer", code.value(f"mul i64 {i}, {words + more}"))
            state = [code.entry("i64", entry, str(k)) for k in range(words)]
            hashed = code.entry("i64", hashes, code.value(f"sub i64 {i}, {first}"))
            goal = code.at("i32", "%ids", i)

            def on_find(index: str) -> None:
                identity = code.value(f"add i64 {code.value(f'mul i64 {index}, {PARTITIONS}')}, %partition")
                code.store("i32", code.value(f"trunc i64 {identity} to i32"), goal)

            probe(code, table, mask, states, hashed, state, on_find, lambda p, b: code.store("i32", "-1", goal), slots)

    batches(code, "%count", batch)
    code.end("ret void")
    return code
