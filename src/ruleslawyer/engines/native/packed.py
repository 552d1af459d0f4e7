"""Packing and unpacking states of one scope: code that knows its masks and how many words there are, made behind a
search that is large. What it does is what `sink` and `unpack` of every ruleset's code do, which go on with it then."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ruleslawyer.base.arrays import Integers
from ruleslawyer.base.files.kept import cache_folder
from ruleslawyer.engines.native.arrays import PARTITION_BITS, Worker, field
from ruleslawyer.engines.native.build import FAILS, USUAL, Compiler, Library, link
from ruleslawyer.engines.native.code import Code
from ruleslawyer.engines.native.names import Register
from ruleslawyer.engines.native.packing import INSTRUCTIONS, next_entry, parent_word, under
from ruleslawyer.engines.native.scope_data import Layout
from ruleslawyer.engines.native.table import equal_words, hash_of

MANY = 1 << 16
"""States that have been expanded before such code is made."""
MOST_WORDS = 16
"""Of a packed state: for more the code would be long."""
DECLARATIONS = f"""\
{INSTRUCTIONS}
!0 = !{{!"branch_weights", i32 1, i32 1000}}
!2 = !{{}}"""


class Packing:
    """The code for one scope, in its contexts once that pays."""

    def __init__(self, layout: Layout, cache: Path | None) -> None:
        self._text = _text(layout) if layout.low.gathers and layout.words <= MOST_WORDS else ""
        self._compiler = Compiler(cache or cache_folder(), 2, USUAL)
        self._least = 0 if self._compiler.recall(self._text) else MANY
        self._library: Library | None = None

    def take_up(self, contexts: Iterable[Integers], visited: int) -> None:
        """The contexts (their cells) go on with it, where it is kept or many states were expanded, if it can be made;
        this object has to live as long as they do."""
        if self._text and self._library is None and visited >= self._least:
            try:
                self._library = link([self._compiler.object(self._text)], {})
            except FAILS:
                self._text = ""
                return
            sink, unpack = map(self._library.address, ("sink_here", "unpack_here"))
            for context in contexts:
                context[Register.SINK], context[Register.UNPACK] = sink, unpack


def _text(layout: Layout) -> str:
    made = [sink_of(layout, "sink_here"), unpack_of(layout, "unpack_here")]
    return "\n\n".join([DECLARATIONS, *(code.finish().replace("define internal", "define", 1) for code in made)])


def _number(mask: int) -> int:
    return mask - (1 << 64) if mask >> 63 else mask


def _words_of(code: Code, layout: Layout) -> list[str]:
    """The words of a state, packed."""
    found, at = ["0"] * layout.words, 0
    for i, mask in enumerate(layout.masks.tolist()):
        if mask:
            word = code.value(f"load i64, ptr {code.at('i64', '%state', str(i))}, align 1")
            some = under(code, word, str(_number(mask)))
            place, shift = divmod(at, 64)
            parts = [(place, code.value(f"shl i64 {some}, {shift}"))]
            if shift + mask.bit_count() > 64:
                parts.append((place + 1, code.value(f"lshr i64 {some}, {64 - shift}")))
            for word_, part in parts:
                found[word_] = part if found[word_] == "0" else code.value(f"or i64 {found[word_]}, {part}")
            at += mask.bit_count()
    return found


def sink_of(layout: Layout, name: str) -> Code:
    """`packing.sink` of one scope."""
    code, words = Code(layout.low, name, ["ptr %state"], "i1"), layout.words
    worker, packed = code.get(Register.WORKER, "ptr"), code.get(Register.PACKED, "ptr")
    state = _words_of(code, layout)
    for i, word in enumerate(state):
        code.store("i64", word, code.at("i64", packed, str(i)))
    code.increase(field(code, worker, Worker.TRANSITIONS))
    same = equal_words(code, code.load("ptr", field(code, worker, Worker.CURRENT)), state)
    partition = code.value(f"lshr i64 {hash_of(code, state)}, {64 - PARTITION_BITS}")
    entry = next_entry(code, worker, partition, str(words + 1))
    for i, word in enumerate([*state, parent_word(code)]):
        code.store("i64", word, code.at("i64", entry, str(i)))
    code.end(f"ret i1 {same}")
    return code


def unpack_of(layout: Layout, name: str) -> Code:
    """`packing.unpack` of one scope."""
    code = Code(layout.low, name, ["ptr %packed", "ptr %state"])
    words = [code.entry("i64", "%packed", str(i)) for i in range(layout.words)]
    at = 0
    for i, mask in enumerate(layout.masks.tolist()):
        some = "0"
        if mask:
            place, shift = divmod(at, 64)
            some = code.value(f"lshr i64 {words[place]}, {shift}")
            if shift + mask.bit_count() > 64:
                some = code.value(f"or i64 {some}, {code.value(f'shl i64 {words[place + 1]}, {64 - shift}')}")
            some = under(code, some, str(_number(mask)), back=True)
            at += mask.bit_count()
        code.do(f"store i64 {some}, ptr {code.at('i64', '%state', str(i))}, align 1")
    return code
