"""Machine code that LLVM makes in half the time, by its selector of instructions that looks at one at a time.

On x86-64 that one knows no address of more than 32 bits, and no number that is called an absolute symbol: what it does
not know is left to the usual one, with the rest of the block. Code that is linked here may lie anywhere. So functions
are called by a table of their addresses, which lies with the code, and in what was made it is looked up that nothing
else outside is reached by less than 64 bits. That is done for the objects of Linux.
"""

from __future__ import annotations

import platform
import re
import sys

import numpy as np

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


def quickly(text: str) -> str | None:
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
