"""The engine whose code is of a ruleset: one code for many scopes, what it has no room for, and memory in bits."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslawyer.api import Project
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.engines.native import build, lowering
from ruleslawyer.engines.native import lowering as of_modules
from ruleslawyer.engines.native.compiling import CompiledRuleset, code_of
from ruleslawyer.engines.native.explore import NativeSearch, search_natively
from ruleslawyer.exploration.explore import explore_scope, result_of
from ruleslawyer.exploration.native import explore_natively
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.semantics.transition import TransitionSystem
from tests.agree.strategies import TINY
from tests.agree.test_native import system_of
from tests.agree.written import system_written
from tests.bundled import bundled

BEGGAR = Path(__file__).parent.parent.parent.parent / "classics" / "beggar"


def states(found: NativeSearch) -> set[object]:
    return {found.state(int(identity)) for _, _, ids in found.found.rest_states() for identity in ids}


def test_a_scope_is_data() -> None:
    """The code of a ruleset is made once; two scopes of different packs, and one of 52 cards, run it."""
    ruleset = Project.load(BEGGAR).ruleset("beggar")
    systems = [ruleset.transition_system(name) for name in ("two_jacks", "jack_and_queen", "casella")]
    books = {id(CompiledRuleset.of(system.system, system.scope)) for system in systems}
    assert len(books) == 1
    # 34 cards are turned over, and then 440 for ever: tests/classics/test_beggar.py has where that comes from.
    assert search_natively(systems[2]).found.size == 34 + 440


@pytest.mark.parametrize("name", ["t28_nested", "t32_rebid", "t182_equal_cards", "t112_replaced_again"])
def test_states_are_packed_and_unpacked(name: str) -> None:
    """What the code packs is what the reference explorer reaches; packing by hand gives the same words."""
    system = system_of(TINY, name, "tiny")
    found = search_natively(system)
    reference = explore_scope(system, engine="networkx")
    assert len(states(found)) == found.found.size == reference.states
    for _, rows, _ in found.found.rest_states():
        for row in rows.tolist():
            assert found.layout.pack(found.layout.unpack(row)) == tuple(row)


def test_without_the_instructions_of_newer_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bits are gathered one by one where the processor cannot do it at once."""
    system = system_of(TINY, "t28_nested", "tiny")
    known = search_natively(system)
    monkeypatch.setattr(lowering, "gathers_bits", lambda: False)
    monkeypatch.setattr(CompiledRuleset, "_known", {})
    assert states(search_natively(system)) == states(known)


POWERS = """
@state
class State:
    x: Annotated[int, Range(0, 8000)]
    n: int


@book.action("1")
def go(s: State, who: Player) -> None:
    with effect("1"):
        s.x += 1


@go.permit("2")
def may(s: State, who: Player) -> bool:
    return s.x < 7000


checks = Checks(book)


@checks.always("3")
def below(s: State) -> bool:
    return s.x * s.x * s.x * s.x * s.x < 9223372036854775807
"""


def test_a_number_of_more_than_64_bits(tmp_path: Path) -> None:
    """The fifth power of 6 209 has 64 bits and more: this engine says that it stops there. `auto` goes on with
    another one, to the violation after as many actions."""
    system = system_written(tmp_path, "powers", POWERS)
    found = result_of(explore_natively(system))
    assert not found.complete
    assert found.stopped == "stopped at a number of more than 64 bits in below (powers/model.py:49:1)"
    assert [v.word for v in found.verdicts] == ["UNKNOWN"]
    (verdict,) = explore_scope(system, engine="auto").verdicts
    assert (verdict.word, verdict.trace.length if verdict.trace else 0) == ("VIOLATED", 6209)


MANY = 70
"""Fields: more than have a bit of their own where the engine looks which of them differ."""
COLUMNS = f'''
@state
class State:
    at: Annotated[int, Range(0, {MANY})]
{chr(10).join(f"    f{i}: bool" for i in range(MANY))}


@book.action("2")
def turn(s: State, who: Player) -> None:
    """One field after the other."""
    with effect("2"):
        s.at += 1
{chr(10).join(f"        if s.at == {i + 1}:{chr(10)}            s.f{i} = True" for i in range(MANY))}


@turn.permit("2")
def to_the_last(s: State, who: Player) -> bool:
    return s.at < {MANY}


checks = Checks(book)
{
    chr(10).join(
        f"""

@checks.always("1")
def no_{i}(s: State) -> bool:
    return not s.f{i}"""
        for i in range(MANY)
    )
}


@checks.always("1")
def nothing_between(s: State) -> bool:
    return s.f0 or not s.f{MANY - 1}


@checks.always("1")
def nothing_is_read(s: State) -> bool:
    return all(thing != thing for thing in Thing)
'''


def test_a_property_is_asked_wherever_it_may_say_something_else(tmp_path: Path) -> None:
    """Each action writes one more field, and the property that reads it alone is violated there, after so many actions;
    whatever the fields before it and behind it."""
    found = explore_scope(system_written(tmp_path, "columns", COLUMNS), engine="native")
    said = {v.name: (v.word, v.trace.length if v.trace else 0) for v in found.verdicts}
    assert said.pop("nothing_between") == ("HOLDS IN SCOPE", 0)
    assert said.pop("nothing_is_read") == ("VIOLATED", 0)
    assert said == {f"no_{i}": ("VIOLATED", i + 1) for i in range(MANY)}


BIG = 9_000_000_000_000_000_000
BEYOND = {
    "an adjustment": POWERS.replace("s.x < 7000", "s.x < 2").replace("s.x * s.x * s.x * s.x * s.x", "power(s)")
    + f"""

@book.term("4")
def power(s: State) -> int:
    return {BIG}


@power.adjust("5")
def more(s: State) -> int:
    return s.x * {BIG}
""",
    "a factor": POWERS.replace("s.x < 7000", "s.x < 3").replace("s.x * s.x * s.x * s.x * s.x", "power(s)")
    + f"""

@book.term("4")
def power(s: State) -> int:
    return {BIG}


@power.times("5")
def more(s: State) -> int | Silent:
    return s.x if s.x > 1 else SILENT
""",
    "gains at once": POWERS.replace("    n: int", "    n: Map[Player, int]").replace(
        "s.x += 1", f"with simultaneous():\n            gain(s.n, who, {BIG})\n            gain(s.n, who, {BIG})"
    ),
    "what stands for None": POWERS.replace("s.x * s.x * s.x * s.x * s.x <", "0 - 9223372036854775806 - s.x - 1 <"),
}


@pytest.mark.parametrize("name", BEYOND)
def test_where_64_bits_do_not_suffice(tmp_path: Path, name: str) -> None:
    """It stops there, and says so; `auto` says what the reference explorer says."""
    system = system_written(tmp_path, "beyond", BEYOND[name])
    found = result_of(explore_natively(system, Limits(50)))
    assert (found.stopped or "").startswith(("stopped at a number of more than 64 bits", "stopped where n needs"))
    reference = explore_scope(system, None, Limits(50), engine="networkx")
    other = explore_scope(system, None, Limits(50))
    assert [v.word for v in other.verdicts] == [v.word for v in reference.verdicts]
    assert {v.word for v in found.verdicts} <= {"UNKNOWN", *(v.word for v in reference.verdicts)}


@pytest.mark.parametrize(
    "text",
    [
        POWERS.replace("9223372036854775807", "9223372036854775808"),
        POWERS.replace("Range(0, 8000)", "Range(0, 9223372036854775808)"),
    ],
    ids=["constant", "range"],
)
def test_numbers_that_are_not_compiled(tmp_path: Path, text: str) -> None:
    """One message with the mend; `auto` takes another engine."""
    system = system_written(tmp_path, "beyond", text.replace("s.x < 7000", "s.x < 10"))
    with pytest.raises(UsageError, match=r"more than 6[34] bits") as refusal:
        search_natively(system)
    assert "--engine networkx" in (refusal.value.mend or "")
    assert [v.word for v in explore_scope(system).verdicts] == ["HOLDS IN SCOPE"]


def test_a_field_that_nothing_bounds(tmp_path: Path) -> None:
    text = POWERS.replace("s.x += 1", "s.n += 30000").replace("s.x < 7000", "True")
    found = explore_scope(system_written(tmp_path, "grows", text), engine="native")
    said = "stopped where n needs more than 16 bits, and nothing bounds it in go (grows/model.py:35:1): give it a cap"
    assert found.states == 2 and found.stopped.startswith(said)


@pytest.mark.parametrize(("ruleset", "scope", "states"), [("daemons", "medium", 3000), ("mnemonic", "medium", 3000)])
def test_a_limit_of_states(ruleset: str, scope: str, states: int) -> None:
    system: TransitionSystem = bundled().ruleset(ruleset).transition_system(scope)
    found = explore_scope(system, None, Limits(states), engine="native")
    assert (found.complete, found.stopped) == (False, f"stopped at the limit of {states} states")
    assert found.unreplayed == ()


def test_an_edited_clause_is_compiled_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the modules of a ruleset, one has the code of a clause; what is counted on the way is no part of any."""
    monkeypatch.setattr(of_modules, "FUNCTIONS", 2)
    monkeypatch.setattr(of_modules, "FEWEST", 1)

    def modules(name: str, text: str) -> set[str]:
        return set(code_of(system_written(tmp_path / name, "powers", text).system, 64)[1])

    before = modules("before", POWERS)
    assert len(before) >= 8
    assert len(before - modules("edited", POWERS.replace("s.x < 7000", "s.x < 6999"))) == 1
    another = POWERS + '\n\n@go.forbid("9")\ndef not_now(s: State, who: Player) -> bool:\n    return s.n > 5\n'
    assert len(before - modules("more", another)) <= 3  # of the new clause, and of who asks all clauses of `go`


@pytest.mark.parametrize("name", ["t28_nested", "t103_instead", "t85_trigger", "t47_pile"])
def test_hurried_code_is_as_good(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CompiledRuleset, "_known", {})
    monkeypatch.setattr(build, "_BackgroundThread", lambda work: None)  # the better code never comes
    hurried = search_natively(system_of(TINY, name, "tiny"), cache=tmp_path)
    monkeypatch.undo()
    monkeypatch.setattr(CompiledRuleset, "_known", {})
    assert states(hurried) == states(search_natively(system_of(TINY, name, "tiny")))
