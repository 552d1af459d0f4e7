"""Eight words at a time, in code: dice that are thrown alike, and numbers that are drawn with them."""

from __future__ import annotations

from collections.abc import Sequence

from ruleslawyer.engines.native.code import Code
from ruleslawyer.engines.native.slots import as_signed
from ruleslawyer.engines.native.text import FunctionBuilder
from ruleslawyer.semantics.dice import FACTORS, GOLDEN, SHIFTS

LANES = 8
WORDS, NUMBERS = f"<{LANES} x i64>", f"<{LANES} x i32>"
HALF, BITS = (1 << 32) - 1, 64


def splat(code: FunctionBuilder, value: str, type_: str = "i64") -> str:
    """The same in each lane."""
    lanes = f"<{LANES} x {type_}>"
    one = code.value(f"insertelement {lanes} poison, {type_} {value}, i64 0")
    return code.value(f"shufflevector {lanes} {one}, {lanes} poison, <{LANES} x i32> zeroinitializer")


def _constants(numbers: list[int]) -> str:
    return f"<{', '.join(f'i64 {as_signed(number)}' for number in numbers)}>"


def _op(code: FunctionBuilder, op: str, one: str, number: int) -> str:
    return code.value(f"{op} {WORDS} {one}, {_constants([number] * LANES)}")


def dice(code: FunctionBuilder, first: str, apart: int) -> str:
    """The states of eight dice: the first one, and each so many throws behind the one before."""
    places = _constants([GOLDEN * apart * lane for lane in range(LANES)])
    return code.value(f"add {WORDS} {splat(code, first)}, {places}")


def throw(code: FunctionBuilder, states: str, throws: int) -> str:
    """The throw of each of the dice that comes after so many others (`dice.mix`)."""
    words = _op(code, "add", states, GOLDEN * throws)
    for shift, factor in zip(SHIFTS, (*FACTORS, 1), strict=True):
        words = code.value(f"xor {WORDS} {words}, {_op(code, 'lshr', words, shift)}")
        words = _op(code, "mul", words, factor)
    return words


class BoundedDraws:
    """Numbers below a size, which has at most 30 bits; what is the same for all of them is worked out first."""

    def __init__(self, code: FunctionBuilder, size: str) -> None:
        self._code = code
        less = code.value(f"sub i64 {size}, 1")
        self._is_power = code.value(f"icmp eq i64 {code.value(f'and i64 {size}, {less}')}, 0")
        inverse = code.value(f"udiv i64 -1, {size}")
        upper, lower = code.value(f"lshr i64 {inverse}, 32"), code.value(f"and i64 {inverse}, {HALF}")
        self._upper, self._lower = splat(code, upper), splat(code, lower)
        self._size, self._less = (
            splat(code, code.value(f"trunc i64 {number} to i32"), "i32") for number in (size, less)
        )

    def of(self, words: str) -> str:
        """The remainders of eight words."""
        code = self._code
        low = code.value(f"trunc {WORDS} {words} to {NUMBERS}")
        masked = code.value(f"and {NUMBERS} {low}, {self._less}")
        return code.value(f"select i1 {self._is_power}, {NUMBERS} {masked}, {NUMBERS} {self._remainders(words, low)}")

    def _remainders(self, words: str, low: str) -> str:
        """By halves of a word, as no processor multiplies whole ones here: a quotient that leaves out what their lower
        halves give together is at most three too small."""
        code = self._code
        upper, lower = _op(code, "lshr", words, 32), _op(code, "and", words, HALF)
        quotient = code.value(f"mul {WORDS} {upper}, {self._upper}")
        for one, other in ((upper, self._lower), (lower, self._upper)):
            product = code.value(f"mul {WORDS} {one}, {other}")
            quotient = code.value(f"add {WORDS} {quotient}, {_op(code, 'lshr', product, 32)}")
        times = code.value(f"trunc {WORDS} {quotient} to {NUMBERS}")
        rest = code.value(f"sub {NUMBERS} {low}, {code.value(f'mul {NUMBERS} {times}, {self._size}')}")
        for more in (code.value(f"add {NUMBERS} {self._size}, {self._size}"), self._size):
            less = code.value(f"sub {NUMBERS} {rest}, {more}")
            is_less = code.value(f"icmp ult {NUMBERS} {less}, {rest}")
            rest = code.value(f"select <{LANES} x i1> {is_less}, {NUMBERS} {less}, {NUMBERS} {rest}")
        return rest


def first_lanes(code: Code, many: str) -> str:
    """The first lanes, as a number with a bit for each."""
    some = code.value(f"sub i64 {code.value(f'shl i64 1, {many}')}, 1")
    return code.either(code.value(f"icmp sge i64 {many}, {LANES}"), str((1 << LANES) - 1), some, "i64")


def member_lanes(code: FunctionBuilder, words: Sequence[str], numbers: str) -> str:
    """The lanes whose number is a member of a set, which lies in a power of two of words, as a number with a bit for
    each."""
    wide = code.value(f"zext {NUMBERS} {numbers} to {WORDS}")
    chosen, bit = [splat(code, word) for word in words], BITS
    while len(chosen) > 1:
        some = code.value(f"icmp ne {WORDS} {_op(code, 'and', wide, bit)}, zeroinitializer")
        chosen = [
            code.value(f"select <{LANES} x i1> {some}, {WORDS} {other}, {WORDS} {one}")
            for one, other in zip(chosen[::2], chosen[1::2], strict=True)
        ]
        bit *= 2
    shifted = code.value(f"lshr {WORDS} {chosen[0]}, {_op(code, 'and', wide, BITS - 1)}")
    members = code.value(f"trunc {WORDS} {shifted} to <{LANES} x i1>")
    return code.value(f"zext i{LANES} {code.value(f'bitcast <{LANES} x i1> {members} to i{LANES}')} to i64")


def words_of(code: Code, set_: str) -> list[str]:
    """The words of a set."""
    type_, width = code.low.set, code.low.width
    if width == BITS:
        return [set_]
    shifted = (code.value(f"lshr {type_} {set_}, {at}") for at in range(0, width, BITS))
    return [code.value(f"trunc {type_} {word} to i64") for word in shifted]


def words_of_flags(code: Code, flags: str) -> list[str]:
    """The same of a set that has a byte for each member."""
    bytes_ = f"<{BITS} x i8>"
    found = []
    for at in range(0, code.low.width, BITS):
        some = code.value(f"load {bytes_}, ptr {code.at_byte(flags, str(at))}, align 8")
        members = code.value(f"icmp ne {bytes_} {some}, zeroinitializer")
        found.append(code.value(f"bitcast <{BITS} x i1> {members} to i64"))
    return found
