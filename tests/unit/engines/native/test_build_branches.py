"""Counts of branches, in code that is written out here and run: how often each way goes can be said beforehand."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

import pytest

from ruleslawyer.engines.native import build
from ruleslawyer.engines.native.build import Library, hurried_compiler, link, whole_compiler
from tests.planted import planted

TEXT = """
define void @steps(i64 %left, i64 %unused) {
entry:
  br label %again
again:
  %n = phi i64 [ %left, %entry ], [ %less, %even ], [ %less, %odd ]
  %less = sub i64 %n, 1
  %bit = and i64 %n, 3
  %fourth = icmp eq i64 %bit, 0
  br i1 %fourth, label %even, label %odd, !prof !0
even:
  %over = icmp sle i64 %less, 0
  br i1 %over, label %end, label %again
odd:
  %done = icmp sle i64 %less, 0
  br i1 %done, label %end, label %again
end:
  ret void
}

define void @never(i1 %whether) {
  br i1 %whether, label %one, label %other
one:
  ret void
other:
  ret void
}

!0 = !{!"branch_weights", i32 1, i32 2000}
"""
"""Counts down from a number, and asks at each whether four divides it."""
WEIGHT = re.compile(r'^!(\d+) = !\{!"branch_weights", i32 (\d+), i32 (\d+)\}$', re.M)
BRANCH = re.compile(r"^  br i1 (%\w+), .*?(?:, !prof !(\d+))?$", re.M)


def counted(module: ModuleType, *times: int) -> str:
    """The text with weights, after the code counted down from each number."""
    library: Library = link([hurried_compiler(None).make(module.__dict__["text_that_counts"](TEXT))], {})
    found = module.__dict__["InstrumentedCode"](TEXT, library)
    for number in times:
        library.function("steps", "ii")(number, 0)
    weighed: str = found.text_with_weights()
    return weighed


def weights(text: str) -> dict[str, tuple[int, int] | None]:
    """The weights of each branch by the name of its condition: how often that was true, and how often false."""
    said = {number: (int(taken), int(other)) for number, taken, other in WEIGHT.findall(text)}
    assert len(said) == len(WEIGHT.findall(text))
    return {name: said[number] if number else None for name, number in BRANCH.findall(text)}


def seen(module: ModuleType) -> None:
    """From 10 down to 1: 8 and 4 are divided by four, and only 1 is the end. From 4: 4 is, and 1 is the end."""
    said = weights(counted(module, 10, 4))
    assert said == {"%fourth": (3, 11), "%over": (0, 3), "%done": (2, 9), "%whether": None}


def test_counts_are_weights() -> None:
    seen(build)


FAULTS = {
    "the two ways are exchanged": ("other, taken = next", "taken, other = next"),
    "a branch has the counts of the one before": ("ptr @{COUNTS}, i64 {at},", "ptr @{COUNTS}, i64 {max(at - 1, 0)},"),
    "weights take a name that is there": ("default=-1) + 1", "default=-1)"),
    "all that was never come to is said to be rare": ("if not taken + other:", "if taken + other < 0:"),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_seen(fault: str) -> None:
    path, wrong = Path(build.__file__), ModuleType(build.__name__)
    exec(compile(planted(fault, path, *FAULTS[fault]), path, "exec"), wrong.__dict__)
    with pytest.raises(AssertionError):
        seen(wrong)


def test_a_weight_has_31_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    """LLVM refuses more: both are halved until they fit. Here they have two bits, so 11 and 3 become 2 and 0."""
    monkeypatch.setattr(build, "MOST_BITS", 2)
    assert weights(counted(build, 10, 4))["%fourth"] == (0, 2)


def test_code_is_made_of_it() -> None:
    library = link([whole_compiler(None).make(counted(build, 10))], {})
    library.function("steps", "ii")(10, 0)
