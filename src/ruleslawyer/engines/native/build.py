"""LLVM assembly to machine code in this process: kept between runs, made in half the time, or with weights of branches.

On x86-64 that one knows no address of more than 32 bits, and no number that is called an absolute symbol: what it does
not know is left to the usual one, with the rest of the block. Code that is linked here may lie anywhere. So functions
are called by a table of their addresses, which lies with the code, and in what was made it is looked up that nothing
else outside is reached by less than 64 bits. That is done for the objects of Linux.
"""

from __future__ import annotations

import atexit
import os
import platform
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from ctypes import CFUNCTYPE, c_int64, c_uint64, c_void_p
from functools import lru_cache
from itertools import count
from pathlib import Path
from random import Random
from threading import Event, Lock, Thread
from typing import Any

import llvmlite
import llvmlite.binding as llvm
import numpy as np

from ruleslawyer.base.diagnostics import InternalError, NoCode
from ruleslawyer.base.files.kept import MOST_CODE, KeptCode, cache_folder
from ruleslawyer.engines.native.memory import Reserved

KNOWN = sys.platform == "linux" and platform.machine() == "x86_64"
MODEL = {"codemodel": "small", "reloc": "static"}
"""The code model for which LLVM is told to make such code."""
_TABLE_OF_JUMPS = " switch "
_NUMBER = re.compile(r'^(@"([^"]+)" = external hidden global i8), !absolute_symbol !1$', re.M)
_FUNCTION = re.compile(r"^declare (?:hidden )?(?!.*@llvm\.)(.*)$", re.M)
_COPY = "@llvm.memcpy.p0.p0.i64(", "@memcpy("
"""Of the C library; what is behind its parameters it does not look at."""
_SECTION = np.dtype(
    [("name", "<u4"), ("type", "<u4"), ("flags", "<u8"), ("address", "<u8"), ("offset", "<u8"), ("size", "<u8"),
     ("link", "<u4"), ("info", "<u4"), ("align", "<u8"), ("entry", "<u8")]
)  # fmt: skip
_RELOCATION = np.dtype([("offset", "<u8"), ("kind", "<u4"), ("symbol", "<u4"), ("addend", "<i8")])
_NAME = np.dtype(
    [("name", "<u4"), ("info", "u1"), ("other", "u1"), ("section", "<u2"), ("value", "<u8"), ("size", "<u8")]
)
_RELOCATIONS = 4
"""The type of a section that holds such."""
_WHOLE, _NEAR, _SHORT = (1, 9, 41, 42), (2, 4), (10, 11)
"""Kinds of relocations of this processor: of 64 bits, at once or in the table; of 32, from where it stands; of 32."""


def fast_selector_text(text: str) -> str | None:
    """The text as that selector knows it; None where it would not pay, or jumps by a table of near places."""
    if not KNOWN or _TABLE_OF_JUMPS in text:
        return None
    return _FUNCTION.sub(r"declare \1 nonlazybind", _NUMBER.sub(r"\1", text.replace(*_COPY)))


def may_lie_anywhere(code: bytes, text: str) -> bool:
    """Whether the object made of a text reaches all that is not in it by 64 bits, but for numbers, which have fewer."""
    numbers = {name.encode() for _, name in _NUMBER.findall(text)}
    begin, count = (int(np.frombuffer(code, kind, 1, at)[0]) for kind, at in (("<u8", 40), ("<u2", 60)))
    sections = np.frombuffer(code, _SECTION, count, begin)
    for section in sections[sections["type"] == _RELOCATIONS]:
        rows, table = _rows(code, section, _RELOCATION), sections[section["link"]]
        named = _rows(code, table, _NAME)[rows["symbol"]]
        here, kind = named["section"] != 0, rows["kind"]
        short = np.isin(kind, _SHORT) & ~here
        if not np.all(np.isin(kind, _WHOLE) | np.isin(kind, _NEAR) & here | short):
            return False
        places = named["name"][short] + sections[table["link"]]["offset"]
        if not {code[at : code.index(0, at)] for at in places.tolist()} <= numbers:
            return False
    return True


def _rows(code: bytes, section: np.void, kind: np.dtype[np.void]) -> np.ndarray[tuple[int], np.dtype[np.void]]:
    return np.frombuffer(code, kind, int(section["size"]) // kind.itemsize, int(section["offset"]))


RATE = 800_000
"""Characters of which better code is made in a second."""
PAYS = 3
"""Better code is quicker by a third: it saves what its making takes in so many times as long."""
TOLD_EVERY = 1.0
"""Seconds between two times at which better code is taken."""
FAILS = MemoryError, OSError, RuntimeError, NoCode
"""Errors in which the making of better code may end, that of a thread that cannot start among them: a search goes on
with the code that there is."""
ROOM, ROOM_EACH = 8 << 20, 128
"""Bytes of address space without which nothing is made or linked, and those for each character or byte of it, several
times what was ever taken: LLVM ends the process where it gets none."""
LINKING = Lock()
"""Symbols are known to the whole process: two rulesets may have the same one."""
_SYMBOLS: dict[str, int] = {}
"""The number that each of them stands for now."""
_KINDS = {"p": c_void_p, "i": c_int64}


class Library:
    """Compiled functions; they live as long as this object."""

    def __init__(self, engine: Any) -> None:
        self._engine, self._addresses = engine, dict[str, int]()
        self.ran: Callable[[float], None] | None = None
        """Is told for how many seconds code ran, by who calls what runs long; None where nobody wants to know."""

    def function(self, name: str, parameters: str) -> Any:
        """A function without a result; `parameters` has p for a pointer and i for a number. It lets go of the GIL."""
        made = CFUNCTYPE(None, *(_KINDS[kind] for kind in parameters))(self.address(name))
        made.library = self  # type: ignore[attr-defined]  # the code lives as long as somebody can call it
        return made

    def data(self, name: str) -> int:
        """The address of a variable."""
        return int(self._engine.get_global_value_address(name))

    def address(self, name: str) -> int:
        """The address of a function, for other code to call; this object has to live as long."""
        if name not in self._addresses:  # LLVM holds a lock while it looks
            self._addresses[name] = self._engine.get_function_address(name)
        if not self._addresses[name]:
            raise InternalError(f"the generated code has no function {name}")
        return self._addresses[name]


FUNCTIONS, WHOLE = "functions", "whole"
"""Instead of a pass: all those that LLVM runs on each function by itself, after the others; and all on a module."""
USUAL = ("sroa", "instruction_combine", "simplify_cfg")
"""Passes that pay for code that is written without repetition: the whole pipeline takes twice as long to make the same
speed."""


def compile_text(text: str, level: int = 2, cache: Path | None = None, passes: Sequence[str] = USUAL) -> Library:
    """Machine code for this processor, kept in a folder (by default `cache_folder`) and found there by the text."""
    compiler = Compiler(cache or cache_folder(), level, passes)
    return link([compiler.object(text)], {})


class TieredCode:
    """Machine code that is there at once, made in a hurry if it is not kept; better code is made when it is asked for.
    `library`: the best that there is."""

    def __init__(self, text: str, cache: Path | None = None, *, worth: bool = True) -> None:
        """`worth`: whether better code may pay at all."""
        folder = cache or cache_folder()
        self._text, self._best = text, Compiler(folder, 2, USUAL)
        known = self._best.recall(text) if worth else None
        self._left = worth and known is None
        self.library = link([known or hurried_compiler(folder).object(text)], {})

    def best(self) -> Library:
        """Wait for better code."""
        if self._left:
            self._left = False
            with suppress(*FAILS):
                self.library = link([self._best.object(self._text)], {})
        return self.library


class Compiler:
    """Makes machine code for this processor at one level, and keeps it in a folder if there is one."""

    def __init__(self, folder: Path | None, level: int, passes: Sequence[str]) -> None:
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        self._level, self._passes, self._machine = level, passes, _machine(level)
        quick = MODEL.values() if level == 0 and KNOWN else ()
        self._made_by = [*_processor(), str(level), *passes, llvmlite.__version__, *quick]
        self._kept = KeptCode(folder, MOST_CODE)

    @property
    def folder(self) -> Path | None:
        """The folder in which code is kept, if it is."""
        return self._kept.folder

    def recall(self, key: str) -> bytes | None:
        """The code of a text, or of what stands for it, if it is kept."""
        return self._kept.read(self._key(key))

    def object(self, text: str, key: str = "") -> bytes:
        """The code of a text, made and kept if it is not there. `key`: stands for the text, if something does."""
        return self.recall(key or text) or self.make(text, key)

    def make(self, text: str, key: str = "") -> bytes:
        """The code of a text, made and kept."""
        data = (self._level == 0 and self._make_quickly(text)) or self._make(text, self._machine)
        self._kept.write(self._key(key or text), data)
        return data

    def _make_quickly(self, text: str) -> bytes | None:
        known = fast_selector_text(text)
        made = known and self._make(known, _machine(0, **MODEL))
        return made if made and may_lie_anywhere(made, text) else None

    def _make(self, text: str, machine: llvm.TargetMachine) -> bytes:
        with _llvm(len(text)):
            module = llvm.parse_assembly(text)
            module.triple, module.data_layout = llvm.get_process_triple(), str(machine.target_data)
            _optimise(module, machine, self._level, self._passes)
            made: bytes = machine.emit_object(module)
        return made

    def _key(self, of: str) -> bytes:
        return "\0".join([of, *self._made_by]).encode()


def whole_compiler(folder: Path | None) -> Compiler:
    """The compiler of code that is one module: all that is called is known there, and put in where that pays."""
    return Compiler(folder, 3, (WHOLE,))


def hurried_compiler(folder: Path | None) -> Compiler:
    """The compiler of code that is to be there soon."""
    return Compiler(folder, 0, ())


def link(objects: Iterable[bytes], symbols: Mapping[str, int]) -> Library:
    """The library of callable code. `symbols`: numbers from 1 that stand for addresses in it."""
    known = [*objects]
    with _llvm(sum(map(len, known))):
        # The machine is the engine's from then on. All of an object lies together: see `fast_selector_text`.
        engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _machine(0), use_lmm=KNOWN or None)
        for data in known:
            engine.add_object_file(llvm.ObjectFileRef.from_data(data))
        with LINKING:
            for symbol, number in symbols.items() - _SYMBOLS.items():
                llvm.add_symbol(symbol, number)
            _SYMBOLS.update(symbols)
            engine.finalize_object()
    return Library(engine)


@contextmanager
def _llvm(size: int) -> Iterator[None]:
    """LLVM works on something of this size: `MemoryError` where there is no room for that, `NoCode` where it fails."""
    Reserved(ROOM + ROOM_EACH * size)
    try:
        yield
    except RuntimeError as error:
        raise NoCode(f"LLVM made no code: {' '.join(str(error).split())}") from error


@lru_cache
def _processor() -> tuple[str, str]:
    """The name of the processor and its features; LLVM takes a third of a millisecond to find that out."""
    return llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()


def _machine(level: int, **model: str) -> llvm.TargetMachine:
    name, features = _processor()
    return llvm.Target.from_default_triple().create_target_machine(cpu=name, features=features, opt=level, **model)


class TieredModules:
    """The code of texts that call one another, ready at once: what is not kept is made in a hurry, but for the first
    text, which is called most. Once it has run for so long that better code would have paid, a thread makes that.
    `library`: the best that there is."""

    def __init__(
        self, texts: Sequence[str], symbols: Mapping[str, int], cache: Path | None = None,
        passes: Sequence[str] = USUAL, like: TieredModules | None = None,
    ) -> None:  # fmt: skip
        """`like`: others that have most of these texts."""
        folder = cache or cache_folder()
        self._best, self.texts, self._symbols = Compiler(folder, 2, passes), texts, symbols
        best, hurry = like._by_quality() if like else ({}, {})
        found: list[bytes | None] = [best.get(texts[0]) or self._best.object(texts[0])]
        found += [best.get(text) or (None if text in hurry else self._best.recall(text)) for text in texts[1:]]
        self._left = [i for i, data in enumerate(found) if data is None]
        # Processes that make the same code at once make each piece once, as each takes them in an order of its own.
        Random(os.getpid()).shuffle(self._left)
        hurried = hurried_compiler(folder)
        made = {i: hurry.get(texts[i]) or hurried.object(texts[i]) for i in self._left}
        self._objects = [data or made[i] for i, data in enumerate(found)]
        self._made_best = {i for i, data in enumerate(found) if data}
        self.library = self._link()
        self._worth = PAYS * sum(len(texts[i]) for i in self._left) / RATE
        self._used = 0.0
        self._behind: _BackgroundThread | None = None
        if self._left:
            self.library.ran = self._ran

    def _by_quality(self) -> tuple[dict[str, bytes], dict[str, bytes]]:
        """The best code of texts, and that which was made in a hurry."""
        found: tuple[dict[str, bytes], dict[str, bytes]] = {}, {}
        for i, text in enumerate(self.texts):
            found[i not in self._made_best][text] = self._objects[i]
        return found

    def _ran(self, seconds: float) -> None:
        self._used += seconds
        if self._used > self._worth:
            self._begin()

    def _begin(self) -> None:
        if self._left and self._behind is None:
            self._behind = _BackgroundThread(self._improve)

    def finish(self) -> None:
        """Wait for the best code."""
        self._begin()
        if self._behind is not None and self._behind.ident is not None:
            self._behind.join()

    def _link(self) -> Library:
        return link(self._objects, self._symbols)

    def _improve(self, wanted: Callable[[], bool]) -> None:
        told = time.perf_counter()
        for i in self._left:
            if not wanted():
                return
            self._objects[i] = self._best.object(self.texts[i])
            self._made_best.add(i)
            if i == self._left[-1] or time.perf_counter() - told > TOLD_EVERY:
                self.library, told = self._link(), time.perf_counter()


class _BackgroundThread(Thread):
    """Work in a thread beside the command, given up when that ends: the process waits for the piece that is being done,
    since code of LLVM may not run on while it goes."""

    def __init__(self, work: Callable[[Callable[[], bool]], None]) -> None:
        """`work` is handed what says whether it is still wanted."""
        super().__init__(daemon=True)
        self._work, self._ending = work, Event()
        with suppress(*FAILS):
            self.start()
            atexit.register(self._end)

    def run(self) -> None:
        with suppress(*FAILS):
            self._work(lambda: not self._ending.is_set())
        atexit.unregister(self._end)

    def _end(self) -> None:
        self._ending.set()
        self.join()


def _optimise(module: Any, machine: Any, level: int, names: Sequence[str]) -> None:
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=level))
    passes = llvm.create_new_module_pass_manager()
    for name in names:
        if name not in (FUNCTIONS, WHOLE):
            getattr(passes, f"add_{name}_pass")()
    passes.run(module, builder)
    if WHOLE in names:
        builder.getModulePassManager().run(module, builder)
    if FUNCTIONS in names:
        usual = builder.getFunctionPassManager()
        for function in module.functions:
            if not function.is_declaration:
                usual.run(function, builder)


COUNTS = "counts_of_branches"
"""The name of an array of two numbers for each branch: how often its condition was false, and how often true."""
MOST_BITS = 31
"""The most bits that LLVM allows a weight."""
_BRANCH = re.compile(r"^  br i1 ([^,]+), label (%\S+), label (%[^,\s]+)(?:, !prof !\d+)?$", re.M)
_METADATA = re.compile(r"^!(\d+) = ", re.M)


def text_that_counts(text: str) -> str:
    """The text of code that counts its branches too."""
    places = count()

    def with_count(found: re.Match[str]) -> str:
        at = next(places)
        return (
            f"  %count.taken{at} = zext i1 {found[1]} to i64\n"
            f"  %count.at{at} = getelementptr [2 x i64], ptr @{COUNTS}, i64 {at}, i64 %count.taken{at}\n"
            f"  %count.was{at} = load i64, ptr %count.at{at}\n"
            f"  %count.is{at} = add i64 %count.was{at}, 1\n"
            f"  store i64 %count.is{at}, ptr %count.at{at}\n{found[0]}"
        )

    counting, number = _BRANCH.subn(with_count, text)
    return f"{counting}\n@{COUNTS} = global [{2 * number} x i64] zeroinitializer\n"


class InstrumentedCode:
    """Code that counts its branches. Threads that run it at once may miss some: weights need not be exact."""

    def __init__(self, text: str, library: Library) -> None:
        """`text`: that of the code, without its counting."""
        self.library, self._text = library, text
        branches = len(_BRANCH.findall(text))
        self._counts = (c_uint64 * (2 * branches)).from_address(library.data(COUNTS))

    def text_with_weights(self) -> str:
        """The text, with a weight at each branch that was come to."""
        counts, known = list(self._counts), dict[tuple[int, int], int]()
        first = max(map(int, _METADATA.findall(self._text)), default=-1) + 1
        pairs = zip(counts[::2], counts[1::2], strict=True)

        def weigh(found: re.Match[str]) -> str:
            other, taken = next(pairs)
            if not taken + other:
                return found[0]
            less = max(max(taken, other).bit_length() - MOST_BITS, 0)
            name = known.setdefault((taken >> less, other >> less), first + len(known))
            return f"  br i1 {found[1]}, label {found[2]}, label {found[3]}, !prof !{name}"

        text = _BRANCH.sub(weigh, self._text)
        weights = (f'!{name} = !{{!"branch_weights", i32 {t}, i32 {o}}}' for (t, o), name in known.items())
        return "\n".join([text, *weights, ""])
