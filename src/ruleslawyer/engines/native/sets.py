"""The set of the states of a search, and its code, of which there is one for each number of words."""

from __future__ import annotations

from functools import lru_cache
from math import inf
from pathlib import Path

from ruleslawyer.engines.native import edges, table
from ruleslawyer.engines.native.build import Library, Soon
from ruleslawyer.engines.native.compressed import LEAST_WORDS, CompressedSet
from ruleslawyer.engines.native.states import StateSet
from ruleslawyer.rulebook.claims.limits import Compress

WIDE = 256
"""Words of a state, each of which is named in the code of the set: with more, better code takes longer to make than a
search of such states is likely to save."""


def set_of(
    words: int, budget: int, cache: Path | None, *, numbered: bool = False, compress: Compress = "auto"
) -> StateSet:
    """A set of states that takes so many bytes at most, and keeps them as trees or not."""
    whole = set_code(words, cache, numbered=numbered)
    if compress == "never" or words < LEAST_WORDS:
        return StateSet(words, whole, budget)

    def root_code() -> Library:
        return set_code(words, cache, numbered=numbered, rooted=True).best()

    if compress == "always":
        return CompressedSet(words, whole, root_code, budget, cache, 0, inf, inf)
    return CompressedSet(words, whole, root_code, budget, cache)


@lru_cache(maxsize=64)
def set_code(
    words: int, cache: Path | None, *, family: bool = False, numbered: bool = False, rooted: bool = False
) -> Soon:
    """The code of the set of states; in a family each has its readings. `numbered`: an entry of a buffer gets its
    number. `rooted`: the first word of an entry is what is kept of it."""
    kept, slots = (1, table.NARROW) if rooted else (words, table.WIDE)
    more = words - kept + 1 + family
    if family:
        insert = table.insert(kept, more, table.arrivals(words))
    else:
        insert = (
            table.insert(kept, more, edges.write_index, slots) if numbered else table.insert(kept, more, slots=slots)
        )
    functions = insert, table.insert_all(), table.rehash(kept, slots), table.find(kept, more, slots)
    text = "\n\n".join([table.DECLARATIONS, *(f.text for f in functions)])
    return Soon(text, cache, worth=words <= WIDE)
