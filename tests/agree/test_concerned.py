"""The properties that a search does not ask of a state (decision 0212): there they say what they said of the state that
led to it, and tell of the same."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from ruleslawyer.base.arrays import Integers
from ruleslawyer.engines.native import cells, concerned
from ruleslawyer.engines.native.explore import NativeSearch, search_natively
from ruleslawyer.engines.native.memory import PARTITIONS
from ruleslawyer.engines.native.names import PLAY
from ruleslawyer.engines.native.scope_data import Layout
from ruleslawyer.engines.native.states import NO_PARENT, Crew
from ruleslawyer.engines.native.written import ANY, OTHERS, PAIRS, SHIFT, WIDTH, asked_checks
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.semantics.transition import TransitionSystem
from tests.agree.native import beside, report
from tests.agree.strategies import ROOT, TINY
from tests.agree.test_native import system_of
from tests.agree.test_not_again import count_calls
from tests.agree.written import things, written
from tests.planted import planted

STATES = 600
SCOPES = (
    (ROOT, "mere_mortals", "small"),
    (ROOT, "daemons", "small"),
    (ROOT, "mnemonic", "small"),
    (ROOT, "memesis", "tiny"),
    (TINY, "t28_nested", "tiny"),
    (TINY, "t150_unclear", "tiny"),
)
LAMPS = """
@state
class State:
    at: Map[Thing, Annotated[int, Range(0, 3)]]
    lit: bool


@book.term("1")
def worth(s: State, what: Thing) -> int:
    return 1


@worth.exception("4")
def much(s: State, what: Thing) -> int | Silent:
    return 2 if s.at[what] == 1 else SILENT


@book.action("2")
def push(s: State, who: Player, what: Thing) -> None:
    with effect("2"):
        s.at[what] = (s.at[what] + 1) % 4


@push.permit("2")
def may(s: State, who: Player, what: Thing) -> bool:
    return True


@book.action("3")
def flip(s: State, who: Player) -> None:
    with effect("3"):
        s.lit = not s.lit


@flip.permit("3")
def may_flip(s: State, who: Player) -> bool:
    return True


checks = Checks(book)


@checks.always("1")
def something_is_worth_much(s: State) -> bool:
    return all(worth(s, t) > 1 or t == t for t in Thing)


@checks.sometimes("1")
def one_is_where_the_light_is(s: State) -> bool:
    return any(s.at[t] == (1 if s.lit else 2) for t in Thing)
"""
"""A property that holds whatever a term is worth tells of it all the same; another compares with one of two values."""
Rows = Callable[[Layout], list[Integers]]


Where = tuple[Path, str, str]
"""A project, a ruleset and a scope."""


@pytest.fixture(name="lamps", scope="module")
def written_lamps(tmp_path_factory: pytest.TempPathFactory) -> Where:
    return written(tmp_path_factory.mktemp("lamps"), "lamps", LAMPS, things(2)), "lamps", "tiny"


def search(system: TransitionSystem) -> NativeSearch:
    return search_natively(system, Limits(STATES), 1)


def told_of(found: NativeSearch) -> Iterator[tuple[int, list[set[tuple[int, int]]]]]:
    """For each state that was expanded, by its id, what each property says and tells of it."""
    checks = list(found.system.system.checks.values())
    numbers = {checks.index(check): number for number, check in enumerate(asked_checks(found.book.low))}
    context = found.context(found.system, 1)
    crew = found.crew(1)
    context.given_to(crew, 0)
    for partition in range(PARTITIONS):
        for index in range(min(int(found.found.counts[partition]), STATES // PARTITIONS)):
            crew.expand(found.found.set, (partition, index, index + 1))
            crew.forget_group()
            rows = context.take_log()
            context.forget()
            told = [set[tuple[int, int]]() for _ in numbers]
            for what, recording, answer, _ in rows.tolist():
                if recording - PLAY - 1 in numbers:
                    told[numbers[recording - PLAY - 1]].add((what, answer))
            yield index * PARTITIONS + partition, told


def asked(arrays: list[Integers], now: tuple[int, ...], before: tuple[int, ...]) -> int:
    """The properties that are asked of a state behind another, as the code finds them."""
    rows, lying, found = arrays[0], {int(array.ctypes.data): array for array in arrays[1:]}, 0
    for word, (new, old) in enumerate(zip(now, before, strict=True)):
        left = new ^ old
        while left:
            row = rows[64 * word + (left & -left).bit_length() - 1]
            others, shift, width = (int(row[at]) for at in (OTHERS, SHIFT, WIDTH))
            found |= int.from_bytes(row[ANY:].tobytes(), "little")
            if row[PAIRS]:
                pair = (old & ~others) >> shift << width | (new & ~others) >> shift
                pairs = lying[int(row[PAIRS])].reshape(-1, len(row) - ANY)
                found |= int.from_bytes(pairs[pair].tobytes(), "little")
            left &= others
    return found


def cells_of(module: ModuleType) -> Rows:
    """The rows by cells as they come out of being kept, with readings that are worked out now: nothing that was kept
    hides a fault."""

    def rows(layout: Layout) -> list[Integers]:
        made = module.by_cells(layout, module.readings_of(layout))
        found: list[Integers] = module._with_addresses(*module._without_addresses(made))
        return found

    return rows


@cache
def explored(root: Path, name: str, scope: str) -> tuple[NativeSearch, dict[int, list[set[tuple[int, int]]]]]:
    found = search(system_of(root, name, scope))
    return found, dict(told_of(found))


def wrongly_left_out(where: Where, rows: Rows) -> tuple[int, int]:
    """How many answers are left out, and how many of those are other ones than of the state before."""
    (found, told), many, wrong = explored(*where), 0, 0
    arrays = rows(found.layout)
    for identity, here in told.items():
        before = found.found.set.parent(identity)
        if before != NO_PARENT and before in told:
            of = asked(arrays, found.found.words(identity), found.found.words(before))
            left_out = [number for number in range(len(here)) if not of >> number & 1]
            many += len(left_out)
            wrong += sum(here[number] != told[before][number] for number in left_out)
    return many, wrong


@pytest.mark.parametrize("where", SCOPES)
def test_what_is_left_out_is_said_again(where: Where) -> None:
    by_fields, by_cells = (wrongly_left_out(where, rows) for rows in (concerned.by_fields, cells_of(concerned)))
    assert by_fields[1] == by_cells[1] == 0
    assert by_fields[0] <= by_cells[0]


def test_with_harm_or_two_values(lamps: Where) -> None:
    by_fields, by_cells = (wrongly_left_out(lamps, rows) for rows in (concerned.by_fields, cells_of(concerned)))
    assert by_fields[1] == by_cells[1] == 0 < by_fields[0] < by_cells[0]


def test_in_mere_mortals_few_are_asked() -> None:
    by_fields, by_cells = (wrongly_left_out(SCOPES[0], rows)[0] for rows in (concerned.by_fields, cells_of(concerned)))
    assert by_fields * 1.5 < by_cells


def nearest(found: NativeSearch) -> tuple[Any, ...]:
    """All that is logged of the play, and where each thing is that properties say first."""
    depth, first = found.found.depth_of, dict[tuple[int, ...], tuple[int, int]]()
    for what, recording, answer, state in found.log.tolist():
        if recording > PLAY:
            key, at = (what, recording, answer), (depth(state), state)
            first[key] = min(at, first.get(key, at))
    return found.found.size, found.found.transitions, found.log[found.log[:, 1] == PLAY].tolist(), first


@pytest.mark.parametrize("where", SCOPES)
def test_a_search_by_cells_tells_the_same_first(where: Where, monkeypatch: pytest.MonkeyPatch) -> None:
    system = system_of(*where)
    usual = search(system)
    monkeypatch.setattr(concerned, "LONG", 0)
    assert nearest(search(system)) == nearest(usual)


def test_it_hangs_on_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """On the way cells are taken up behind the same level, whoever searches."""
    system = system_of(*SCOPES[0])
    monkeypatch.setattr(concerned, "LONG", STATES // 2)
    monkeypatch.setattr(Crew, "worth_seconds", 0.0)
    taken = count_calls(monkeypatch, concerned, "by_cells")
    one, several = (search_natively(system, Limits(STATES), workers) for workers in (1, 3))
    assert (report(one.found), beside(one)) == (report(several.found), beside(several))
    assert len(taken) == 2


FAULTS = {
    "a cell is left out": (cells, "for at in product(*keys))", "for at in [*product(*keys)][1:])"),
    "what is asked with harm has read nothing": (cells, "if not self._harmed and not isinstance", "if not isinstance"),
    "what is known to be one of several is known": (cells, "and len(found) == 1:", ":"),
    "a term reads what is read before it alone": (cells, "in of_call(self._system, kind, name):", "in ():"),
    "whether a frame is open is not read": (cells, 'self._read.append(((frame, "", ()), None))', "pass"),
    "of a condition the value is told that comes first": (cells, "in values]:", "in [*values][:1]]:"),
    "of a loop the last member is left out": (cells, "in range(self._size(", "in range(-1 + self._size("),
    "a helper is asked once for all": (cells, "key = id(function), tuple(given)", "key = id(function), ()"),
    "values that come are told, and none that goes": (concerned, "kinds[a] != kinds[b]", "kinds[a] < kinds[b]"),
    "a value is taken for the next": (concerned, "leaf.encode(value) for", "leaf.encode(value) + 1 for"),
    "of what is told the first alone counts": (concerned, "told in enumerate(many)", "told in [*enumerate(many)][:1]"),
    "a field is whose is before it": (concerned, "first, place.size, concerned", "first - 1, place.size, concerned"),
    "rows that were kept point to the array before": (concerned, "np.array([0, *(", "np.array([0, 0, *("),
    "a cell has a bit more": (concerned, "pairs, shift, width\n", "pairs, shift, width + 1\n"),
}  # fmt: skip
"""Each with its file, its text and another."""


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_seen(fault: str, lamps: Where, monkeypatch: pytest.MonkeyPatch) -> None:
    module, old, new = FAULTS[fault]
    wrong = {}
    for each in (cells, concerned):
        path, made = Path(str(each.__file__)), ModuleType(each.__name__)
        text = planted(fault, path, old, new) if each is module else path.read_text(encoding="utf-8")
        monkeypatch.setitem(sys.modules, each.__name__, made)
        exec(compile(text, path, "exec"), made.__dict__)
        wrong[each] = made
    rows = cells_of(wrong[concerned])
    assert any(is_seen(where, rows) for where in (lamps, *SCOPES))


def is_seen(where: Where, rows: Rows) -> bool:
    try:
        return wrongly_left_out(where, rows)[1] > 0
    except (ValueError, IndexError, OverflowError):
        return True
