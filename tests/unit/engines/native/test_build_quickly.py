"""Machine code that is made quickly does the same, wherever it lies; what might not is made as usual."""

from __future__ import annotations

from collections.abc import Callable
from ctypes import CFUNCTYPE, c_int64
from typing import Any

import pytest

from ruleslawyer.engines.native import build
from ruleslawyer.engines.native.build import KNOWN, MODEL, Compiler, fast_selector_text, link, may_lie_anywhere

pytestmark = pytest.mark.skipif(not KNOWN, reason="LLVM's quick selector is used on Linux for x86-64 alone")
NUMBER = '@"how.many" = external hidden global i8, !absolute_symbol !1\n!1 = !{i64 1, i64 2147483648}\n'
CALLED = "define hidden i64 @twice(i64 %n) {\n  %r = shl i64 %n, 1\n  ret i64 %r\n}\n"
CALLING = (
    f"{NUMBER}declare hidden i64 @twice(i64 %n)\ndefine i64 @sum(i64 %n) {{\n  %r = call i64 @twice(i64 %n)\n"
    '  %s = add i64 %r, ptrtoint (ptr @"how.many" to i64)\n  ret i64 %s\n}\n'
)
COPYING = (
    "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\ndefine i64 @sum(i64 %n) {\n"
    "  %a = alloca i64\n  %b = alloca i64\n  %eight = add i64 8, 0\n  store i64 %n, ptr %a\n"
    "  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 %eight, i1 false)\n"
    "  %r = load i64, ptr %b\n  ret i64 %r\n}\n"
)
PLACES = "".join(f"    i64 {n}, label %to{n}\n" for n in range(9))
JUMPING = (
    f"define i64 @sum(i64 %n) {{\n  switch i64 %n, label %to0 [\n{PLACES}  ]\n"
    + "".join(f"to{n}:\n  ret i64 {n * n}\n" for n in range(9))
    + "}\n"
)
SHORT = (  # what takes a truth is left to the usual selector, and moves its address as 32 bits
    f"{NUMBER}declare hidden i64 @told(i64, i1)\n@place = external hidden global i64\ndefine i64 @sum(i64 %n) {{\n"
    "  %b = icmp eq i64 %n, 7\n  %r = call i64 @told(i64 ptrtoint (ptr WHAT to i64), i1 %b)\n  ret i64 %r\n}\n"
)


def made(text: str) -> bytes:
    found = Compiler(None, 0, ())._make_quickly(text)
    assert found is not None
    return found


def sum_of(*objects: bytes) -> Callable[[int], int]:
    library = link(objects, {"how.many": 1_000_000_007})
    run: Any = CFUNCTYPE(c_int64, c_int64)(library.address("sum"))
    run.library = library
    return run


@pytest.mark.parametrize("order", [1, -1])
def test_functions_call_one_another_whichever_is_linked_first(order: int) -> None:
    assert sum_of(*[made(CALLED), made(CALLING)][::order])(20) == 1_000_000_047


def test_they_call_what_was_made_as_usual() -> None:
    usual = Compiler(None, 2, build.USUAL).object(CALLED)
    assert sum_of(usual, made(CALLING))(-1) == 1_000_000_005


def test_memory_is_copied() -> None:
    assert sum_of(made(COPYING))(-5) == -5


def usually(text: str) -> bytes:
    """As it would be, were the text taken as it is."""
    return Compiler(None, 0, ())._make(text, build._machine(0, **MODEL))


@pytest.mark.parametrize("text", [CALLING, COPYING, JUMPING])
def test_code_that_has_to_lie_near_something_is_not_taken(text: str) -> None:
    assert not may_lie_anywhere(usually(text), text)


@pytest.mark.parametrize(("what", "fits"), [('@"how.many"', True), ("@place", False)])
def test_a_number_fits_where_the_place_of_something_does_not(what: str, fits: bool) -> None:
    text = SHORT.replace("WHAT", what)
    assert (Compiler(None, 0, ())._make_quickly(text) is not None) is fits


def test_a_table_of_jumps_is_made_as_usual() -> None:
    assert fast_selector_text(JUMPING) is None
    assert sum_of(Compiler(None, 0, ()).object(JUMPING))(7) == 49
