"""The code of a ruleset for one scope: what the scope says stands in it as numbers, its packing of states too.

It is made twice (decision 0056). First it is there soon, and counts its branches while the search goes by it for a
short time. Then it is made as well as it can be, with these counts as weights.

It is found again by a digest of all that its text is made of but weights, and of how. So where it is kept, no text is
made.

How long searches or plays of a scope ran is noted, so that the next one begins with that code, or with making it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cached_property
from hashlib import sha256
from math import inf
from pathlib import Path
from tempfile import TemporaryFile

import ruleslawyer
from ruleslawyer.base.arrays import Integers
from ruleslawyer.base.files.kept import ANSWERS, MOST_ANSWERS, Kept, cache_folder
from ruleslawyer.engines.native import runtime
from ruleslawyer.engines.native.build import (
    FAILS,
    USUAL,
    Compiler,
    InstrumentedCode,
    Library,
    hurried_compiler,
    link,
    text_that_counts,
    whole_compiler,
)
from ruleslawyer.engines.native.code import Code
from ruleslawyer.engines.native.compiling import entry
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.memory import PARTITION_BITS, Worker, field
from ruleslawyer.engines.native.names import Register
from ruleslawyer.engines.native.packing import INSTRUCTIONS, gather_bits, next_entry, parent_word
from ruleslawyer.engines.native.scope_data import Layout
from ruleslawyer.engines.native.table import equal_words, hash_of
from ruleslawyer.semantics.transition import TransitionSystem

MANY = 1 << 16
"""States that have been expanded before such code is made."""
MOST_WORDS = 16
"""Of a packed state: for more the code would be long."""
DECLARATIONS = f"""\
{INSTRUCTIONS}
!0 = !{{!"branch_weights", i32 1, i32 1000}}
!2 = !{{}}"""


class PackingCode:
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
            some = gather_bits(code, word, str(_number(mask)))
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
            some = gather_bits(code, some, str(_number(mask)), back=True)
            at += mask.bit_count()
        code.do(f"store i64 {some}, ptr {code.at('i64', '%state', str(i))}, align 1")
    return code


LOOKS = 0.3
"""Seconds of a processor that searches of a scope run before its code is looked for: that takes some hundredths of
one."""
RATE = 350_000
"""Characters of which it is made in a second. It saves half of what a search takes from then on, so it is made once
they ran as long as its making takes: no more than twice of what would have been best is spent."""
COUNTING = 1.0
"""Seconds of a processor that a search goes by code that counts its branches."""
OF_PLAYS = 3
"""So many times as long random plays run before: a quarter of what they take is saved."""
LOADED = "without"
"""Entries of the scope that are loaded as they are: a search without a clause says itself which that is."""
MOST_BYTES = 1 << 13
"""Of an array that stands in the code."""
BESIDE = 16
"""Bytes on either side of it: code may look at what a thing has before it knows that there is one."""
SYMBOL = re.compile(r'ptrtoint \(ptr @"([^"]+)" to i64\)')
ENTRY = re.compile(
    rf"(?P<place>%r\d+) = getelementptr i64, ptr %c, i64 (?:{SYMBOL.pattern}|(\d+))\n"
    r"  (%r\d+) = load (?:i64|ptr), ptr (?P=place), !invariant\.load !2"
)
"""The load of an entry of the context that stays the same."""
BEST, COUNTS = "best", "counts"
COMPILERS: dict[str, Callable[[Path | None], Compiler]] = {BEST: whole_compiler, COUNTS: hurried_compiler}
"""How code is made: as well as it can be; or soon, and such that it counts its branches."""
RUNNING: list[subprocess.Popen[bytes]] = []
"""Processes that make code, which this one began."""
BEGUN: dict[tuple[Path, str, str], CompileProcess] = {}
"""Code that this process began to make, by the cache, the key under which it is kept, and how it is made: all who play
wait for one."""


class CompileProcess:
    """A process that makes code of a text and keeps it. Ctrl-C ends it; when the command ends it goes on, so that the
    next one finds the code."""

    def __init__(self, folder: Path, text: str, key: str, how: str) -> None:
        root, path = str(Path(ruleslawyer.__file__).parents[1]), os.environ.get("PYTHONPATH")
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([root, path] if path else [root])}
        command = [sys.executable, "-m", f"{__package__}.making", str(folder), key, how]
        with TemporaryFile() as file:
            file.write(text.encode())
            file.seek(0)
            self._process = subprocess.Popen(
                command, stdin=file, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment
            )
        RUNNING.append(self._process)

    @property
    def is_over(self) -> bool:
        return self._process.poll() is not None

    def wait(self) -> None:
        self._process.wait()


class ScopedCode:
    """The code for the scope of one search, as far as it is there. `library`: it, once it is taken up."""

    def __init__(self, low: Lowering, layout: Layout, system: TransitionSystem, cache: Path | None, *, whole: bool):
        """`whole`: states of a search stay as they are, and are not folded."""
        self._given = low, layout, system, whole
        self._cache = cache or cache_folder()
        self._notes = Kept(self._cache, ANSWERS, MOST_ANSWERS)
        of = system.system.name, system.scope.name, sorted(system.reading.items()), sorted(system.rulings), whole
        self._name = f"seconds of {'plays of ' if low.games else ''}{of}".encode()
        self._digest, _, seconds = (self._notes.read(self._name) or b"").partition(b" ")
        self._before, self._ran, self._next = float(seconds or 0), 0.0, LOOKS
        self._making: CompileProcess | None = None
        self._counted: InstrumentedCode | None = None
        self._counting_from = 0.0
        self.library: Library | None = None

    @cached_property
    def _compilers(self) -> dict[str, Compiler]:
        return {how: made(self._cache) for how, made in COMPILERS.items()}

    @cached_property
    def _made_of(self) -> ScopeModule:
        return ScopeModule(*self._given)

    @cached_property
    def _key(self) -> str:
        digest = self._made_of.digest()
        if digest.encode() != self._digest:  # what ran before was other code
            self._digest, self._before = digest.encode(), 0.0
        return digest

    @cached_property
    def _text(self) -> str:
        return self._made_of.text()

    def _recall(self, how: str) -> bytes | None:
        return self._compilers[how].recall(self._key)

    def best(self, usual: Library, ran: float) -> Library:
        """The code to go on with, where a search has run for so many seconds: this, or the usual one."""
        self._ran = ran
        if self._before + ran >= self._next and (self._making is None or self._making.is_over):
            self._next = inf
            with suppress(*FAILS):
                self._look()
        return self.library or (self._counted.library if self._counted else usual)

    def _look(self) -> None:
        """Takes up what is kept; begins with the making of what comes next, where that pays."""
        library = self._recall(BEST)
        begun = None if library or self._cache is None else BEGUN.get((self._cache, self._key, BEST))
        if begun and begun.is_over:
            library = self._recall(BEST)  # it may have come since
        if library:
            self.library = link([library], {})
            self._forget()
        elif begun:
            if not begun.is_over:
                self._making, self._next = begun, LOOKS
        elif self._counted:
            self._weigh(self._counted)
        elif library := self._recall(COUNTS):
            self._counted = InstrumentedCode(self._text, link([library], {}))
            self._counting_from = self._before + self._ran
            self._next = self._counting_from + COUNTING
        elif self._making is None and self._cache is not None:
            self._next = len(self._text) / RATE * (OF_PLAYS if self._given[0].games else 1)
            if self._before + self._ran >= self._next:
                self._begin(COUNTS, text_that_counts(self._text))

    def _weigh(self, counted: InstrumentedCode) -> None:
        """It has counted for long enough."""
        self._counted, self._next = None, LOOKS
        self._begin(BEST, counted.text_with_weights())

    def _begin(self, how: str, text: str) -> None:
        if self._cache is not None:
            making = self._cache, self._key, how
            if making not in BEGUN:
                BEGUN[making] = CompileProcess(self._cache, text, self._key, how)
            self._making = BEGUN[making]

    def end(self) -> None:
        """The search is over, or some plays are: notes for how long other code ran, where that is worth a note."""
        if self._counted and self._before + self._ran - self._counting_from >= LOOKS:
            with suppress(*FAILS):
                self._weigh(self._counted)
        if self._ran >= LOOKS and self.library is None:
            self._note(self._ran)
        self._forget()

    def _forget(self) -> None:
        """Nobody asks for the text any more."""
        for long in ("_text", "_made_of"):
            self.__dict__.pop(long, None)

    def finish(self, how: str = BEST) -> None:
        """Make it here, and wait for it: what runs next goes on with it, however long its making would have waited.
        Where nothing counted before, it has no weights. `how`: COUNTS for the code that counts."""
        if self._making:
            self._making.wait()
        if self._recall(BEST) is None:
            self._compilers[how].object(text_that_counts(self._text) if how == COUNTS else self._text, self._key)
        self._note(LOOKS)
        self._before, self._next = max(self._before, LOOKS), LOOKS

    def _note(self, seconds: float) -> None:
        total = max(self._before + seconds, LOOKS)
        self._notes.write(self._name, self._digest + f" {total:.6f}".encode())


class ScopeModule:
    """All that the text is made of: functions of the code for all scopes, what each entry of the scope says in place of
    a load, and the arrays to which entries point."""

    def __init__(self, low: Lowering, layout: Layout, system: TransitionSystem, whole: bool) -> None:
        values, arrays = layout.entries(system.reading, system.rulings)
        at = {int(a.ctypes.data): a for a in arrays}
        small = {address: a.tobytes() for address, a in at.items() if a.nbytes <= MOST_BYTES}
        names = {address: f"array.{number}" for number, address in enumerate(small)}
        known = {int(Register.BYTES): f"add i64 0, {layout.bytes}", int(Register.WORDS): f"add i64 0, {layout.words}"}
        for (name, index), value in zip(low.names.entries.items(), values, strict=True):
            if value in names:
                known[index] = f"getelementptr i8, ptr @{names[value]}, i64 {BESIDE}"
            elif value not in at and name[0] != LOADED:
                known[index] = f"add i64 0, {value}"
        made = {} if low.games else {"unpack": unpack_of(layout, "unpack")}
        made |= {"sink": sink_of(layout, "sink")} if whole else {}
        texts = {**low.texts, **{name: code.finish() for name, code in made.items()}}
        self._low, self._known = low, known
        self._functions = [entry(low), *(texts[name] for name in sorted(texts))]
        constants = (_constant(names[address], content) for address, content in small.items())
        self._head = "\n\n".join([runtime.declarations(low), "\n".join(constants)])

    def digest(self) -> str:
        """Where it is the same, so is the text."""
        data = sorted(self._known.items()), sorted(self._low.names.symbols.items())
        found = sha256(Path(__file__).read_bytes())
        for part in (self._head, *self._functions, *map(repr, data)):
            found.update(part.encode())
            found.update(b"\0")
        return found.hexdigest()

    def text(self) -> str:
        low, known = self._low, self._known

        def fold(found: re.Match[str]) -> str:
            _, symbol, number, register = found.groups()
            value = known.get(low.names.symbols[symbol] if symbol else int(number))
            return found[0] if value is None else f"{register} = {value}"

        text = ENTRY.sub(fold, "\n\n".join(self._functions))
        text = SYMBOL.sub(lambda found: str(low.names.symbols[found[1]]), text)
        return f"{self._head}\n\n{text}"


def _constant(name: str, content: bytes) -> str:
    padded = bytes(BESIDE) + content + bytes(BESIDE)
    written = "".join(map("\\{:02X}".format, padded))
    return f'@{name} = internal constant [{len(padded)} x i8] c"{written}", align 16'
