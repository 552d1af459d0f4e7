"""Packed states: which bits hold what, by hand and on every tiny ruleset; and what was ever written to a field."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

from ruleslawyer.engines.explore.search import explore
from ruleslawyer.engines.native import explore as explore_by_code
from ruleslawyer.engines.native import scope_code
from ruleslawyer.engines.native.explore import layout_of, search_natively
from ruleslawyer.engines.native.lowering import gathers_bits
from ruleslawyer.engines.native.names import Register
from ruleslawyer.engines.native.slots import Slot, numbers, slots_of
from ruleslawyer.rulebook.claims.limits import Limits
from tests.agree.native import assert_same, natively
from tests.agree.strategies import names
from tests.agree.test_native import system_of
from tests.agree.written import counter, system_written, things
from tests.bank import TINY
from tests.planted import planted


def bits_of(slot: Slot) -> list[tuple[int, int]]:
    """The word and number of each bit of a slot."""
    return [(piece.word, piece.shift + k) for piece in slot.pieces for k in range(piece.bits)]


@pytest.mark.parametrize("name", [name for name in names(TINY) if name != "t175_large_numbers"])
def test_layouts_of_tiny(name: str) -> None:
    """Each bit belongs to one slot; a state is what its words say, and no two states have the same slots."""
    system = system_of(TINY, name, "tiny")
    layout = layout_of(system)
    slots = slots_of(layout)
    bits = [bit for slot in slots for bit in bits_of(slot)]
    assert len(set(bits)) == len(bits) == layout.bits
    assert all(word < layout.words and bit < 64 for word, bit in bits)
    reference = explore(system)
    packed = {state: layout.pack(state) for state in reference.graph}
    assert all(layout.unpack(words) == state for state, words in packed.items())
    assert len({numbers(words, slots) for words in packed.values()}) == len(packed)


FIELDS = """
@state
class State:
    small: Annotated[int, Range(0, 1)]
    temperature: Annotated[int, Range(-3, 4)]
    steps: Annotated[int, Range(0, 100)]
    lit: bool
    open_end: Annotated[int, Range(5)]
    never_written: int
    free: int
    chosen: Thing | None
    places: Map[Thing, Annotated[int, Range(1, 60_000)]]


@book.action("2")
def everything(s: State, who: Player, what: Thing) -> None:
    \"\"\"All fields but one change.\"\"\"
    with effect("2"):
        s.small = 1 - s.small
        s.temperature = 1 - s.temperature
        s.steps = 100 - s.steps
        s.lit = not s.lit
        s.open_end = 12 - s.open_end
        s.free = 1 - s.free
        s.chosen = what
        s.places[what] = 60_001 - s.places[what]


@everything.permit("2")
def may(s: State, who: Player, what: Thing) -> bool:
    return True
"""


def test_by_hand(tmp_path: Path) -> None:
    """Bits for the range of each type, one after the other; what is open at an end has room for 32 768, and where it is
    open below for as many below 0."""
    layout = layout_of(system_written(tmp_path, "fields", FIELDS, things(5)))
    found = {slot.cell[1] + str(list(slot.cell[2])): (slot.low, slot.bits, slot.is_open) for slot in slots_of(layout)}
    assert found == {
        "small[]": (0, 1, False),
        "temperature[]": (-3, 3, False),
        "steps[]": (0, 7, False),
        "lit[]": (0, 1, False),
        "open_end[]": (5, 15, True),
        "never_written[]": (-32768, 17, True),
        "free[]": (-32768, 17, True),
        "chosen[]": (-1, 3, False),  # None, or one of five
        **{f"places[{k}]": (1, 16, False) for k in range(5)},
    }
    assert (layout.words, layout.bits) == (3, 1 + 3 + 7 + 1 + 15 + 17 + 17 + 3 + 5 * 16)


FROM_0 = "Annotated[int, Range(0)]"
PACKED = {
    "nothing": ("", ""),
    "the upper part of a value in two words is lost": ('code.value(f"lshr i64 {some}, {64 - shift}")))', '"0"))'),
    "a value in two words is read from one": ("words[place + 1]}", "words[place]}"),
    "a state is hashed otherwise than elsewhere": ("hash_of(code, state)", "hash_of(code, state[::-1])"),
    "no state has more than the bits of the first word": ("*state, parent_word", "state[0], *state[:-1], parent_word"),
}
"""Faults of code that packs for one scope."""


@pytest.mark.skipif(not gathers_bits(), reason="such code is made where a processor gathers bits")
@pytest.mark.parametrize("fault", PACKED)
def test_several_words_packed_for_a_scope(tmp_path: Path, fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A large search goes on with such code; a fault in it is seen."""
    system, (old, new) = system_written(tmp_path, "fields", FIELDS, things(5)), PACKED[fault]
    path, wrong = Path(scope_code.__file__), ModuleType(scope_code.__name__)
    text = planted(fault, path, old, new) if old else path.read_text(encoding="utf-8")
    monkeypatch.setitem(sys.modules, scope_code.__name__, wrong)
    exec(compile(text, path, "exec"), wrong.__dict__)
    wrong.__dict__["MANY"] = 0
    monkeypatch.setattr(explore_by_code, "PackingCode", wrong.__dict__["PackingCode"])
    found = search_natively(system, Limits(5_000), 1)
    assert found.contexts[0].array[Register.SINK]
    if fault == "nothing":
        assert_same(found, explore(system))
    else:
        with pytest.raises(AssertionError):
            assert_same(found, explore(system))


NOBODY = "s.count = {} if s.count is None else None"


@pytest.mark.parametrize(
    ("type_", "step", "permit", "cap", "states"),
    [
        *((type_, "s.count += 8192", "s.count < 32_768", 0, 5) for type_ in ("int", FROM_0)),
        *((type_, "s.count -= 8192", "s.count > -32_768", 0, 5) for type_ in ("int", "Annotated[int, Range(-40_000)]")),
        *((type_, "s.count += 35_000", "s.count < 70_000", 70_000, 3) for type_ in ("int", FROM_0)),
        *((f"{FROM_0} | None", NOBODY.format(number), "True", 0, 2) for number in (0, 32_768)),
        *(("int | None", NOBODY.format(number), "True", 0, 2) for number in (-32_768, 32_768)),
    ],
)
def test_what_nothing_bounds_has_room_for_the_last_number(
    tmp_path: Path, type_: str, step: str, permit: str, cap: int, states: int
) -> None:
    """From 0 to 32 768 either way, or to the cap, and None beside them: they are told apart, and come back."""
    text = counter(type_, permit).replace("s.count += 1", step)
    text = text[: text.index("checks =")] if "None" in type_ else text
    scope = things(1) + (f"[caps]\ncount = {cap}\n" if cap else "")
    system = system_written(tmp_path, "wide", text, scope)
    found = natively(system)
    assert_same(found, explore(system))
    assert found.found.size == states


@pytest.mark.parametrize(("sign", "last", "reached"), [("+", 12, (1, 12)), ("-", -7, (-7, -1))])
@pytest.mark.parametrize("workers", [1, 2])
def test_what_is_written(tmp_path: Path, sign: str, last: int, reached: tuple[int, int], workers: int) -> None:
    """The least and the largest number that any effect wrote; the beginning is none."""
    permit = f"s.count < {last}" if sign == "+" else f"s.count > {last}"
    text = counter("int", permit).replace("s.count += 1", f"s.count {sign}= 1")
    found = search_natively(system_written(tmp_path, "counter", text), workers=workers)
    assert found.written_ranges() == {("", "count"): reached}


def test_what_is_written_on_the_way(tmp_path: Path) -> None:
    """A duty takes off what the action puts on: at rest there is nothing, and 40 was written."""
    found = search_natively(system_written(tmp_path, "heap", HEAP), workers=1)
    assert found.found.size == 1
    assert found.written_ranges() == {("", "heap"): (0, 40)}


HEAP = """
@state
class State:
    heap: Annotated[int, Range(0)]


@book.action("2")
def put(s: State, who: Player) -> None:
    \"\"\"Much.\"\"\"
    with effect("2"):
        s.heap += 40


@put.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@book.duty("3")
def take(s: State) -> None:
    \"\"\"All of it.\"\"\"
    with effect("3"):
        s.heap = 0


@take.when
def is_due(s: State) -> bool:
    return s.heap > 0
"""
