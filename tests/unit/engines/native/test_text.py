"""LLVM assembly as text: blocks, loops, switches and shared values, by what the compiled function does."""

from __future__ import annotations

import numpy as np

from ruleslawyer.engines.native.build import compile_text
from ruleslawyer.engines.native.text import FunctionBuilder


def run(code: FunctionBuilder, first: int, second: int = 0) -> list[int]:
    """What a function `go(results, first, second)` writes into its results."""
    code.end("ret void")
    results = np.zeros(16, dtype=np.int64)
    library = compile_text(code.text)
    library.function("go", "pii")(results.ctypes.data, first, second)
    found: list[int] = results.tolist()
    return found


def going() -> FunctionBuilder:
    return FunctionBuilder("go", ["ptr %results", "i64 %first", "i64 %second"])


def test_loops() -> None:
    """Each number from the first to before the second, once; none where the first is not smaller."""
    for first, second in ((2, 6), (3, 3), (5, 2)):
        code = going()
        with code.counting("%first", "%second") as i:
            code.increase(code.at("i64", "%results", i))
        assert run(code, first, second) == [int(first <= k < second) for k in range(16)]


def test_loops_inside_loops() -> None:
    code = going()
    with code.counting("0", "%first") as i, code.counting("0", i):
        code.increase(code.at("i64", "%results", i))
    assert run(code, 5)[:6] == [0, 1, 2, 3, 4, 0]


def test_conditions() -> None:
    for first in (3, 4):
        code = going()
        with code.when(code.value("icmp eq i64 %first, 3")):
            code.store("i64", "7", "%results")
            with code.when(code.value("icmp eq i64 %second, 1")):
                code.store("i64", "8", "%results")
        code.increase("%results")
        assert run(code, first)[0] == (8 if first == 3 else 1)


def test_cases() -> None:
    """Of a switch the case that is met, or none; what follows comes after each of them."""
    for first in range(5):
        code = going()
        for number in code.cases("%first", "i64", [1, 3]):
            code.store("i64", str(number * 10), "%results")
        code.increase("%results", "2")
        assert run(code, first)[0] == {1: 12, 3: 32}.get(first, 2)


def test_what_is_written_behind_an_end() -> None:
    """It is never reached, and does no harm."""
    code = going()
    with code.when(code.value("icmp eq i64 %first, 1")):
        code.store("i64", "5", "%results")
        code.end("ret void")
        code.store("i64", "6", "%results")
        code.increase("%results")
    code.store("i64", "9", "%results")
    assert run(code, 1)[0] == 5
    code = going()
    code.end("ret void")
    code.end("ret void")
    code.store("i64", "6", "%results")
    assert run(code, 1)[0] == 0


def test_arrays_of_a_function() -> None:
    code = going()
    array, number = code.variable("i64", count=4), code.variable("i64", "%first")
    with code.counting("0", "4") as i:
        code.store("i64", code.increase(number, "5"), code.at("i64", array, i))
    with code.counting("0", "4") as i:
        code.store("i64", code.entry("i64", array, i), code.at("i64", "%results", i))
    assert run(code, 100)[:4] == [100, 105, 110, 115]
