"""How wide sets are: a scope that fills one is played and searched as the interpreter does, and a set that may be
something else keeps its bits for that."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslawyer.engines.explore.search import explore
from ruleslawyer.engines.native import storage
from ruleslawyer.engines.native.compiling import CompiledRuleset
from ruleslawyer.ir import types as t
from ruleslawyer.play.simulate import simulate
from ruleslawyer.semantics.transition import TransitionSystem
from tests.agree.native import assert_same, natively
from tests.agree.written import system_written, things
from tests.played import played

HELD = '''
@state
class State:
    held: {type}
    most: Annotated[int, Range(0, 100)]


@book.action("2")
def swap(s: State, who: Player, what: Thing) -> None:
    """All are there, or all but one."""
    with effect("2"):
        s.held = {swapped}
        s.most = len({held})


@swap.permit("2")
def swap_may(s: State, who: Player, what: Thing) -> bool:
    return True
'''
ALWAYS = HELD.format(
    type="frozenset[Thing]",
    swapped="frozenset(Thing) - frozenset({what}) if s.held == frozenset(Thing) else frozenset(Thing)",
    held="s.held",
)


def asked(system: TransitionSystem) -> tuple[object, object]:
    """The same plays by the interpreter and by code."""
    one, other = (simulate(system, 4, 7, longest=40, effort=0, player=who) for who in ("interpreter", "native"))
    return played(one), played(other)


@pytest.mark.parametrize(("members", "width"), [(60, 64), (61, 64), (63, 64), (64, 128), (126, 128), (127, 128)])
def test_as_wide_as_there_are_members(members: int, width: int, tmp_path: Path) -> None:
    system = system_written(tmp_path, "held", ALWAYS, things(members))
    assert storage.width_in(system.system, system.scope) == width
    one, other = asked(system)
    assert one == other
    assert_same(natively(system), explore(system))


SAID = HELD.format(type="frozenset[Thing]", swapped="others(s, what)", held="s.held").replace(
    '@book.action("2")',
    '''@book.term("1")
def others(s: State, what: Thing) -> frozenset[Thing]:
    """All of them."""
    return frozenset(Thing)


@others.exception("1")
def one(s: State, what: Thing) -> frozenset[Thing] | Silent:
    return frozenset({what}) if s.held == frozenset(Thing) else SILENT


@book.action("2")''',
)


@pytest.mark.parametrize(("members", "width"), [(60, 64), (63, 128)])
def test_where_nothing_may_be_said_there_is_room_for_that(members: int, width: int, tmp_path: Path) -> None:
    system = system_written(tmp_path, "held", SAID, things(members))
    assert storage.sorts_of_marked_sets(system.system) == {t.Sort("Player"), t.Sort("Thing")}
    assert storage.width_in(system.system, system.scope) == width
    assert_same(natively(system), explore(system))


def test_without_that_room_it_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing said is taken for a set of one thing."""
    system = system_written(tmp_path, "held", SAID, things(63))
    monkeypatch.setattr(storage, "sorts_of_marked_sets", lambda system: frozenset())
    monkeypatch.setattr(CompiledRuleset, "_known", {})
    assert storage.width_in(system.system, system.scope) == 64
    with pytest.raises(AssertionError):
        assert_same(natively(system), explore(system))
