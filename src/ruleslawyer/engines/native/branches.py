"""How often code takes each branch, counted while it runs, and told to LLVM as weights, so that what is often done lies
together. What the code does is the same, whatever was counted.
"""

from __future__ import annotations

import re
from ctypes import c_uint64
from itertools import count

from ruleslawyer.engines.native.build import Library

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


class Counted:
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
