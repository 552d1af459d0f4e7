"""The functions of a ruleset in modules of which each is compiled by itself: a clause that is edited changes few.

Which module a function is in hangs on its name alone. A module has copies of the small functions that are put in where
they are called, and names the others and the numbers that it gets when it is loaded (`names.Names`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from zlib import crc32

FUNCTIONS, FEWEST = 24, 8
"""About as many to a module; what is less than so many modules is one."""
ENTRY = ""
"""Nobody's name: who calls from outside."""
INTERNAL = "define internal "
MOST_TEXTS = 20_000
"""Functions of which it is known what they call: those of a few rulesets."""
CALLED = re.compile(r"@([\w.]+)\(")
SYMBOL = re.compile(r'@"([^"]+)"')


def modules(texts: Mapping[str, str], first: Collection[str], declarations: str, entry: str) -> list[str]:
    """`texts`: functions by name, each `internal`; `first`: those of the first module; `entry`: more text of that one,
    functions that are called from outside."""
    rest = sorted(texts.keys() - first)
    count = 1 << (len(rest) // FUNCTIONS).bit_length() - 1 if len(rest) > FEWEST * FUNCTIONS else 1
    members: list[list[str]] = [[] for _ in range(count)]
    for name in rest:
        members[crc32(name.encode()) % count].append(name)
    calls = {name: _calls(text, texts) for name, text in texts.items()}
    entry_calls = _calls(entry, texts)
    return [
        _module(sorted(first), texts, {**calls, ENTRY: entry_calls}, [declarations, entry], ENTRY),
        *(_module(names, texts, calls, [declarations]) for names in members if names),
    ]


def module(own: Sequence[str], texts: Mapping[str, str], declarations: str, entry: str = "") -> str:
    """One module of these functions."""
    calls = {name: _calls(texts[name], texts) for name in own} | {ENTRY: _calls(entry, texts)}
    return _module(own, texts, calls, [declarations, entry], ENTRY)


def _calls(text: str, texts: Collection[str]) -> list[str]:
    return [name for name in _callees(text) if name in texts]


@lru_cache(MOST_TEXTS)
def _callees(text: str) -> tuple[str, ...]:
    """The names that a function calls, each once: of rules with another right of way nearly all texts are the same."""
    return tuple(dict.fromkeys(CALLED.findall(text)))


@lru_cache(MOST_TEXTS)
def _symbols_in(text: str) -> frozenset[str]:
    """The numbers that a function names."""
    return frozenset(SYMBOL.findall(text))


def _module(
    own: Sequence[str],
    texts: Mapping[str, str],
    calls: Mapping[str, Iterable[str]],
    head: Sequence[str],
    *more: str,
) -> str:
    """Functions with all that they need to know; `more`: who calls besides."""
    copied: set[str] = set()
    declared: set[str] = set()

    def look(name: str) -> None:
        for other in calls[name]:
            if "alwaysinline" not in _head(texts[other]):
                declared.add(other)
            elif other not in copied:
                copied.add(other)
                look(other)

    for name in (*own, *more):
        look(name)
    parts = [texts[name].replace(INTERNAL, "define hidden ", 1) for name in own]
    parts += [texts[name] for name in sorted(copied.difference(own))]
    parts += [_declaration_of(texts[name]) for name in sorted(declared.difference(own))]
    return "\n\n".join([*head, "\n".join(_symbols(parts)), *parts])


def _head(text: str) -> str:
    return text[: text.index("{\n")]


def _declaration_of(text: str) -> str:
    return "declare hidden " + _head(text).removeprefix(INTERNAL).strip()


def _symbols(parts: Iterable[str]) -> Iterator[str]:
    """Numbers from 1 on, each as the address of something that is nowhere."""
    for symbol in sorted({s for part in parts for s in _symbols_in(part)}):
        yield f'@"{symbol}" = external hidden global i8, !absolute_symbol !1'
    yield f"!1 = !{{i64 1, i64 {1 << 31}}}"
