"""None where a value is needed, and fields that are read before the initial rule has written them: failed checks.

The programs are a few lines each, and followed by hand. Each play is replayed by the project's own code as well.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslawyer.api import Project
from tests.cli.command import Command
from tests.cli.small_programs import program

PHASES = """
class Phase(Enum):
    DAWN = "dawn"
    DUSK = "dusk"


@state
class State:
    n: Map[Phase, Annotated[int, Range(0, 3)]]
    phase: Phase


checks = Checks(book)


@checks.always("2")
def few(s: State) -> bool:
    return s.n[s.phase] < 2


@checks.leads_to("2")
def together(s: State) -> tuple[bool, bool]:
    return s.phase == Phase.DAWN, s.phase == Phase.DAWN


@checks.leads_to("2")
def nothing(s: State) -> tuple[bool, bool]:
    return s.phase == Phase.DUSK, s.phase == Phase.DUSK
"""
BEGIN = '''def begin(s: State) -> None:
    """Begin."""
    with effect("1"):
        {line}
        s.phase = Phase.DAWN
'''


@pytest.mark.parametrize("engine", ["networkx", "native"])
@pytest.mark.parametrize("line", ["s.n[s.phase] += 1", "s.n[Phase.DAWN] = 1 if s.phase == Phase.DAWN else 2"])
def test_a_field_that_is_not_written_yet(line: str, engine: str, tmp_path: Path, command: Command) -> None:
    root = program(tmp_path, PHASES, BEGIN.format(line=line))
    answer = command("explore", "case", "--engine", engine, "--json", project=root)
    assert (answer.code, answer.out, answer.err.count("error:")) == (2, "", 1)
    assert "`begin` leads nowhere" in answer.err and "phase has not been written yet" in answer.err
    ruleset = Project.load(root).ruleset("case")
    made = ruleset.in_scope(ruleset.scope("tiny"), direct=True)
    ((_, outcome),) = made.beginnings()
    assert outcome.state is None and [e.key[:2] for e in outcome.events] == [("broken", "begin")]


@pytest.mark.parametrize("engine", ["networkx", "native"])
def test_both_parts_of_leads_to_together(engine: str, tmp_path: Path, command: Command) -> None:
    """DAWN holds in the only state, DUSK in none. As in TLA+, P ~> P holds."""
    root = program(tmp_path, PHASES, BEGIN.format(line="s.n[Phase.DAWN] = 1"))
    found = command("explore", "case", "--engine", engine, "--json", project=root).json
    words = {p["property"]: (p["verdict"], p["reason"]) for p in found["properties"]}
    assert words["together"] == ("HOLDS IN SCOPE", "from the one state that asks for it")
    assert words["nothing"] == ("VACUOUS", "its first part never holds")


NONE = '''
@state
class State:
    kept: frozenset[Thing]
    one: Thing | None
    n: Annotated[int, Range(0, 3)]


def same(what: Thing, other: Thing) -> bool:
    return what == other


@book.question("what?")
def what(s: State, it: Thing) -> bool:
    ask()


@what.reading("yes", default=True)
def yes(s: State, it: Thing) -> bool:
    return True


@book.action("2")
def act(s: State, who: Player) -> None:
    """Act."""
    with effect("2"):
        {line}


@act.permit("2")
def may(s: State, who: Player) -> bool:
    return True
'''


@pytest.mark.parametrize(
    "line",
    [
        "s.kept = s.kept | frozenset({s.one})",
        "s.n = 1 if what(s, s.one) else 0",
        "s.n = 1 if same(s.one, s.one) else 2",
        "s.n = 1 if all(x in frozenset({s.one}) for x in Thing) else 0",
    ],
)
def test_none_where_a_value_is_needed(line: str, tmp_path: Path) -> None:
    """`one` is None in the only state: the one action fails, in the interpreter and in the project's own code."""
    ruleset = Project.load(program(tmp_path, NONE.format(line=line))).ruleset("case")
    for direct in (False, True):
        made = ruleset.transition_system("tiny", direct=direct)
        ((_, outcome),) = made.initial()
        assert outcome.state is not None
        (judged,) = made.candidates(outcome.state)
        taken = made.take(outcome.state, judged.instance)
        assert taken.state is None and [e.key[:2] for e in taken.events] == [("broken", "act")], direct


BY_THE_OTHERS = """
@state
class State:
    x: bool


checks = Checks(book)


@checks.always("2")
def shared(s: State) -> bool:
    return 6 // (sum(1 for p in Player) - 1) < 6
"""


def test_what_falls_short_in_another_way_is_said_beside_it(command: Command, tmp_path: Path) -> None:
    """Alone a player divides by zero, so that nothing is known; two divide by one, and the property is violated."""
    project = program(tmp_path, BY_THE_OTHERS)
    scopes = project / "case" / "scopes"
    scopes.joinpath("two.toml").write_text('title = "Two"\n\n[sorts]\nPlayer = 2\nThing = 1\n', encoding="utf-8")
    short = command("check", "case", "--no-prove", "--json", project=project).json["falls_short"]
    told = {one["scope"]: one["message"].split(":")[0] for one in short if one["subject"] == "shared"}
    assert told == {"tiny": "shared is UNKNOWN", "two": "shared is VIOLATED"}
