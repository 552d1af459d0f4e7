"""What random programs found (tests/oracle), each with the least program that shows it. What is expected is said in
docs/semantics.md."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslawyer.api import Project
from ruleslawyer.exploration.explore import EngineName
from ruleslawyer.rulebook.claims.result import ScopeResult
from tests.agree.written import written

ENGINES: tuple[EngineName, ...] = ("networkx", "native")
ACT = '''
@state
class State:
    flag: bool


@book.action("2"{marks})
def act(s: State, who: Player) -> None:
    """Change it."""
    with effect("2"):
        s.flag = not s.flag


@act.permit("2")
def may(s: State, who: Player) -> bool:
    return True
'''
NOTHING = "min(1 for x in Player if x != x) == 1"
"""What fails a check wherever it is asked."""


def explored(folder: Path, text: str, engine: EngineName = "networkx") -> ScopeResult:
    return Project.load(written(folder, "found", text)).ruleset("found").explore("tiny", direct=True, engine=engine)


def events(result: ScopeResult) -> list[tuple[str, ...]]:
    assert result.unreplayed == ()
    return sorted(e.event.key for e in result.events)


def with_first_choice(text: str) -> str:
    """An initial rule that does nothing, with a choice of two, of one of which the domain fails a check."""
    begin = "@book.initial('1')\ndef begin(s: State, fails: bool) -> None:\n    pass"
    domain = (
        f"\n\n{begin}\n\n\n@begin.domain\ndef some(s: State, fails: bool) -> bool:\n    return not fails or {NOTHING}\n"
    )
    return text + domain


@pytest.mark.parametrize("engine", ["networkx", "native"])
def test_a_round_of_passes_through_the_beginning_is_idle(tmp_path: Path, engine: EngineName) -> None:
    """False -> True -> False, and nobody may do anything else; a round and a beginning are not contracted."""
    result = explored(tmp_path, ACT.format(marks=", passes=True"), engine)
    assert events(result) == [("idle", "act")]
    assert result.contracted == (result.states, result.transitions) == (2, 2)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_domain_of_the_beginning_that_fails_is_an_event(tmp_path: Path, engine: EngineName) -> None:
    """By hand: one game begins, and goes from False to True and back; the other choice is the event."""
    result = explored(tmp_path, with_first_choice(ACT.format(marks="")), engine)
    assert events(result) == [("broken", "some")]
    assert result.states == 2


@pytest.mark.parametrize("engine", ENGINES)
def test_a_domain_that_fails_replays(tmp_path: Path, engine: EngineName) -> None:
    text = ACT.format(marks="") + f"\n\n@act.domain\ndef some(s: State, who: Player) -> bool:\n    return {NOTHING}\n"
    result = explored(tmp_path, text, engine)
    assert events(result) == [("broken", "some")]
    assert (result.states, result.deadlocked) == (1, 1)


@pytest.mark.parametrize("engine", ENGINES)
def test_whose_decision_it_is_fails_and_replays(tmp_path: Path, engine: EngineName) -> None:
    folder = written(tmp_path, "found", ACT.format(marks=""))
    model = folder / "found" / "model.py"
    text = model.read_text(encoding="utf-8")
    model.write_text(
        text.replace("return frozenset(Player)", f"return frozenset(x for x in Player if {NOTHING})"), "utf-8"
    )
    result = Project.load(folder).ruleset("found").explore("tiny", direct=True, engine=engine)
    assert events(result) == [("broken", "awaited")]


@pytest.mark.parametrize("engine", ENGINES)
def test_what_lifts_a_clause_was_live_before_another_fails(tmp_path: Path, engine: EngineName) -> None:
    more = f"""

@may.exception("3")
def lift(s: State, who: Player) -> bool:
    return True


@act.permit("4")
def fails(s: State, who: Player) -> bool:
    return {NOTHING}
"""
    assert "lift" not in explored(tmp_path, ACT.format(marks="") + more, engine).never_live


@pytest.mark.parametrize("engine", ENGINES)
def test_a_clause_of_two_actions_is_listed_once(tmp_path: Path, engine: EngineName) -> None:
    more = '''

@book.action("2")
def other(s: State, who: Player) -> None:
    """Nothing comes of it."""


@other.permit("3", also=act)
def never(s: State, who: Player) -> bool:
    return False
'''
    assert explored(tmp_path, ACT.format(marks="") + more, engine).never_live == ("never",)


@pytest.mark.parametrize("engine", ENGINES)
def test_what_expires_as_a_game_begins_is_no_step(tmp_path: Path, engine: EngineName) -> None:
    """The beginning ends with what expires by it; between the two there is no step that a property is asked of."""
    text = """
class Time(Enum):
    '''When it is.'''

    DAY = "day"


@state
class State:
    time: Time
    left: Annotated[int, Range(0, 3), until("1", time=Time.DAY)]


@book.initial("2")
def dawn(s: State) -> None:
    with effect("2"):
        s.left = 2
        s.time = Time.DAY


checks = Checks(book)


@checks.step("3")
def never_less(before: State, after: State) -> bool:
    return before.left <= after.left
"""
    (verdict,) = explored(tmp_path, text, engine).verdicts
    assert verdict.word == "VACUOUS"


@pytest.mark.parametrize("engine", ENGINES)
def test_a_moment_of_nobody(tmp_path: Path, engine: EngineName) -> None:
    """What a moment is told of is needed there: None ends the branch, as where it is handed to a rule."""
    text = """
@state
class State:
    lead: Player | None


@moment("1")
class Called:
    whom: Player


@book.action("1")
def call(s: State, who: Player) -> None:
    with effect("1"):
        emit(s, Called(whom=s.lead))


@call.permit("1")
def may(s: State, who: Player) -> bool:
    return True
"""
    assert events(explored(tmp_path, text, engine)) == [("broken", "call")]


@pytest.mark.parametrize("engine", ENGINES)
def test_nobody_who_is_out_is_perhaps_chosen(tmp_path: Path, engine: EngineName) -> None:
    """What is asked of a player whom an action may choose, or not, is no part of the author's text."""
    text = '''
@state
class State:
    lost: Map[Player, bool]


@book.out("5")
def gone(s: State, who: Player) -> bool:
    return s.lost[who]


@book.action("2")
def strike(s: State, who: Player, at: Player | None) -> None:
    """Somebody is out, or nobody."""
    with effect("2"):
        if at is not None:
            s.lost[at] = True


@strike.permit("2")
def may(s: State, who: Player, at: Player | None) -> bool:
    return True
'''
    result = explored(tmp_path, text, engine)
    assert result.unreplayed == ()
    # one player strikes nobody, or himself; then nobody is left who may do anything
    assert (result.states, result.transitions, result.deadlocked) == (2, 2, 1)


@pytest.mark.parametrize("engine", ["networkx", "native"])
def test_what_must_follow_is_not_asked_where_its_first_part_fails(tmp_path: Path, engine: EngineName) -> None:
    """The two parts fail at places of their own: the event is that of the first alone."""
    text = (
        ACT.format(marks="")
        + f"""
@book.term("3")
def it_is_so(s: State) -> bool:
    return {NOTHING}


@checks.leads_to("2")
def it_comes(s: State) -> tuple[bool, bool]:
    return {NOTHING}, it_is_so(s)
"""
    )
    assert events(explored(tmp_path, text, engine)) == [("broken", "it_comes", "it_comes")]
