"""One verdict from every engine and verb, where branches end early and where properties cannot be evaluated.

Each program is small enough to be followed by hand; what is expected of it stands beside it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.agree.written import SCOPE, written
from tests.cli.command import Command

NOTHING = '''def begin(s: State) -> None:
    """Nothing happens."""
'''
Words = dict[str, str]


def program(folder: Path, text: str, begin: str = "", scope: str = SCOPE) -> Path:
    """A project of one ruleset, `case`; `begin`: what stands in place of the initial rule that does nothing."""
    root = written(folder, "case", text, scope)
    model = root / "case" / "model.py"
    lines = model.read_text(encoding="utf-8")
    assert NOTHING in lines
    model.write_text(lines.replace(NOTHING, begin or NOTHING), encoding="utf-8")
    return root


def explored(engine: str) -> Callable[[Command, Path], Words]:
    def words(command: Command, root: Path) -> Words:
        found = command("explore", "case", "--engine", engine, "--json", project=root).json
        assert found["unreplayed"] == []
        return {p["property"]: p["verdict"] for p in found["properties"]}

    return words


def checked(command: Command, root: Path) -> Words:
    found = command("check", "--no-prove", "--json", project=root).json
    assert not [short for short in found["falls_short"] if short["kind"] == "trace"]
    return {p["property"]: p["verdict"] for p in found["rulesets"][0]["scopes"][0]["properties"]}


def family(command: Command, root: Path) -> Words:
    (row,) = command("explore", "case", "--family", "--json", project=root).json["readings"]
    verdicts: Words = row["verdicts"]
    return verdicts


def proved(command: Command, root: Path) -> Words:
    found = command("prove", "case", "--scope", "tiny", "--json", project=root).json
    assert found["unreplayed"] == {}
    return {p["property"]: p["verdict"].split(" (")[0] for p in found["results"]}


EXPLORERS = {"networkx": explored("networkx"), "native": explored("native"), "check": checked}
ENGINES = {**EXPLORERS, "family": family, "prove": proved}


def assert_words(engine: str, found: Words, expected: dict[str, tuple[str, ...]]) -> None:
    """expected: the kind of each property, its word, and another one of the solver where that knows more."""
    for name, (kind, word, *proof) in expected.items():
        if engine == "family" and kind in ("every step", "possible", "leads_to"):
            assert found[name] == "UNKNOWN", name
        elif engine == "prove" and kind in ("possible", "leads_to"):
            assert name not in found
        else:
            assert found[name] == (proof[0] if proof and engine == "prove" else word), (engine, name)


ENDS = '''
@state
class State:
    x: Annotated[int, Range(0, 3)]
    used: bool


@book.action("2")
def go(s: State, who: Player) -> None:
    """Go as far as it goes."""
    with effect("2"):
        s.x = 3


@go.permit("2")
def may(s: State, who: Player) -> bool:
    return True


@book.action("4")
def turn(s: State, who: Player) -> None:
    """Nobody may."""
    with effect("4"):
        s.x = 0


@turn.permit("4")
def may_turn(s: State, who: Player) -> bool:
    return s.used


@book.duty("3")
def more(s: State) -> None:
    """Too far."""
    with effect("3"):
        s.x += 1


@more.when
def at_the_end(s: State) -> bool:
    return s.x == 3


checks = Checks(book)


@checks.step("2", of=go)
def stays(before: State, after: State, who: Player) -> bool:
    return after.x == before.x


@checks.step("2", of=go)
def grows(before: State, after: State, who: Player) -> bool:
    return after.x > before.x


@checks.step("4", of=turn)
def turned(before: State, after: State, who: Player) -> bool:
    return after.x == 0


@checks.step("2")
def each_stays(before: State, after: State) -> bool:
    return after.x == before.x


@checks.sometimes("2")
def begun(s: State) -> bool:
    return s.x == 0


@checks.sometimes("2")
def far(s: State) -> bool:
    return s.x == 3


@checks.always("2", reached=far)
def near(s: State) -> bool:
    return s.x < 3
'''
"""One state, 0. The only action leads to 3, whose duty breaks the range."""


@pytest.mark.parametrize("engine", ENGINES)
def test_what_a_branch_shows_before_it_ends(engine: str, tmp_path: Path, command: Command) -> None:
    """The action's own step was made: it does not stay, and it grows. What might have come after it is not known. The
    solver proves what holds up to the range that it says is broken."""
    found = ENGINES[engine](command, program(tmp_path, ENDS))
    expected = {
        "stays": ("step", "VIOLATED"),
        "grows": ("step", "UNKNOWN", "PROVED"),
        "turned": ("step", "UNKNOWN", "PROVED"),
        "each_stays": ("every step", "VIOLATED"),
        "begun": ("sometimes", "HOLDS IN SCOPE"),
        "far": ("sometimes", "UNKNOWN"),
        "near": ("always", "UNKNOWN", "PROVED"),
    }
    assert_words(engine, found, expected)


ZERO = '''
@state
class State:
    x: Annotated[int, Range(0, 9)]


@book.duty("2")
def zero(s: State) -> None:
    """It goes."""
    with effect("2"):
        s.x = {to}


@zero.when
def some(s: State) -> bool:
    return s.x > 0


checks = Checks(book)


@checks.step("2")
def by_one(before: State, after: State) -> bool:
    return before.x - after.x <= 1


@checks.step("2")
def by_three(before: State, after: State) -> bool:
    return before.x - after.x <= 3


@checks.step("2")
def divided(before: State, after: State) -> bool:
    return 6 // (before.x - 3) < 7
'''
SOMEWHERE = '''def begin(s: State, at: Annotated[int, Range(1, 3)]) -> None:
    """Somewhere."""
    with effect("1"):
        s.x = at
'''


@pytest.mark.parametrize("engine", [*EXPLORERS, "prove"])
def test_steps_of_every_choice_of_the_initial_rule(engine: str, tmp_path: Path, command: Command) -> None:
    """From 1, 2 and 3 to the one state 0: 3 - 0 is more than one, and 3 - 3 is no divisor."""
    found = ENGINES[engine](command, program(tmp_path, ZERO.format(to=0), SOMEWHERE))
    assert {n: found[n] for n in ("by_one", "by_three", "divided")} == {
        "by_one": "VIOLATED",
        "by_three": "PROVED" if engine == "prove" else "HOLDS IN SCOPE",
        "divided": "UNKNOWN",
    }


@pytest.mark.parametrize("engine", EXPLORERS)
def test_steps_of_a_choice_that_fails(engine: str, tmp_path: Path, command: Command) -> None:
    """From 3 the duty leads to 0 - which it does not from 2, where it leads to -1; a step is made all the same from 1,
    to -2 + 2 = 0, and from 3, to 4, where the duty stays due."""
    root = program(tmp_path, ZERO.format(to="4 if s.x == 3 else s.x - 3 if s.x == 2 else 0"), SOMEWHERE)
    found = ENGINES[engine](command, root)
    assert found == {"by_one": "UNKNOWN", "by_three": "UNKNOWN", "divided": "UNKNOWN"}


NEVER = '''
@state
class State:
    x: Annotated[int, Range(0, 9)]


@book.action("2")
def go(s: State, who: Player) -> None:
    """Nobody ever may."""
    with effect("2"):
        s.x = 1


@go.permit("2")
def may(s: State, who: Player) -> bool:
    return s.x > 5


checks = Checks(book)


@checks.step("2", of=go)
def to_one(before: State, after: State, who: Player) -> bool:
    return after.x == 1


@checks.step("2", of=go)
def to_two(before: State, after: State, who: Player) -> bool:
    return after.x == 2


@checks.step("2")
def no_step(before: State, after: State) -> bool:
    return False
'''


@pytest.mark.parametrize("engine", ENGINES)
def test_where_no_step_exists(engine: str, tmp_path: Path, command: Command) -> None:
    found = ENGINES[engine](command, program(tmp_path, NEVER))
    expected = {
        "to_one": ("step", "VACUOUS", "PROVED"),
        "to_two": ("step", "VACUOUS", "PROVED"),
        "no_step": ("every step", "VACUOUS", "PROVED"),
    }
    assert_words(engine, found, expected)


def test_a_proof_says_that_its_situation_is_not_met(tmp_path: Path, command: Command) -> None:
    root = program(tmp_path, NEVER)
    beside = "the situation that it speaks of is not met in the explored scopes (tiny)"
    for name in ("to_one", "to_two", "no_step"):
        (found,) = command("prove", "case", name, "--scope", "tiny", "--json", project=root).json["results"]
        assert found["verdict"].startswith("PROVED (")
        assert found["not_met_in"] == ["tiny"] and beside in found["reason"]
        text = command("prove", "case", name, "--scope", "tiny", project=root).out
        assert "PROVED" in text and beside in " ".join(text.split())


def test_a_proof_of_what_is_met_says_nothing_more(tmp_path: Path, command: Command) -> None:
    root = program(tmp_path, NEVER.replace("s.x > 5", "s.x == 0"))
    (found,) = command("prove", "case", "to_one", "--scope", "tiny", "--json", project=root).json["results"]
    assert found["verdict"].startswith("PROVED (")
    assert found["not_met_in"] == [] and "not met" not in found["reason"]


BROKEN = '''
@state
class State:
    x: Annotated[int, Range(0, {most})]


@book.action("2")
def go(s: State, who: Player) -> None:
    """Go on."""
    with effect("2"):
        s.x += 1


@go.permit("2")
def may(s: State, who: Player) -> bool:
    return s.x < {most}


@book.question("what then?")
def what(s: State) -> bool:
    ask()


@what.reading("silence", default=True)
def silence(s: State) -> bool | Silent:
    return SILENT if s.x == 2 else True


checks = Checks(book)


@checks.always("2")
def divides(s: State) -> bool:
    return 6 // (2 - s.x) != 7


@checks.always("2")
def violated_later(s: State) -> bool:
    return 6 // (1 - s.x) != -3


@checks.always("2")
def asks(s: State) -> bool:
    return what(s)


@checks.sometimes("2")
def met_later(s: State) -> bool:
    return 6 // (1 - s.x) == -3


@checks.sometimes("2")
def not_met(s: State) -> bool:
    return 6 // (1 - s.x) == 100


@checks.always("2", reached=not_met)
def paired(s: State) -> bool:
    return s.x <= {most}


@checks.step("2", of=go)
def step_divides(before: State, after: State, who: Player) -> bool:
    return 6 // (2 - after.x) != 7


@checks.step("2")
def every_step(before: State, after: State) -> bool:
    return 6 // (2 - after.x) != 7


@checks.step("2")
def every_step_violated(before: State, after: State) -> bool:
    return 6 // (2 - after.x) != -3


@checks.possible("2")
def comes(s: State) -> bool:
    return 6 // (3 - s.x) == -6


@checks.possible("2")
def comes_not(s: State) -> bool:
    return 6 // (3 - s.x) == 6


@checks.leads_to("2")
def leads(s: State) -> tuple[bool, bool]:
    return 6 // (2 - s.x) == 3, s.x == {most}


@checks.leads_to("2")
def leads_not(s: State) -> tuple[bool, bool]:
    return 6 // (2 - s.x) == -6, s.x == 0


@checks.always("2")
def fine(s: State) -> bool:
    return s.x <= {most}
'''
"""From 0 one by one to the last number. What divides by 2 - x cannot be evaluated at 2, and so on. At 0 `leads` asks
for the end, which waits through 2; at 3 `leads_not` asks for 0, which does not come again. 6 // (3 - x) is 6 at 2, and
from 4 on never again."""
BROKEN_WORDS = {
    "divides": ("always", "UNKNOWN"),
    "violated_later": ("always", "VIOLATED"),
    "asks": ("always", "UNKNOWN"),
    "met_later": ("sometimes", "HOLDS IN SCOPE"),
    "not_met": ("sometimes", "UNKNOWN"),
    "paired": ("always", "HOLDS IN SCOPE", "PROVED"),
    "step_divides": ("step", "UNKNOWN"),
    "every_step": ("every step", "UNKNOWN"),
    "every_step_violated": ("every step", "VIOLATED"),
    "comes": ("possible", "UNKNOWN"),
    "comes_not": ("possible", "VIOLATED"),
    "leads": ("leads_to", "UNKNOWN"),
    "leads_not": ("leads_to", "VIOLATED"),
    "fine": ("always", "HOLDS IN SCOPE", "PROVED"),
}


@pytest.mark.parametrize("engine", ENGINES)
def test_properties_that_cannot_be_evaluated(engine: str, tmp_path: Path, command: Command) -> None:
    found = ENGINES[engine](command, program(tmp_path, BROKEN.format(most=4)))
    assert_words(engine, found, BROKEN_WORDS)


def test_the_same_beyond_the_states_at_which_the_engine_changes(tmp_path: Path, command: Command) -> None:
    """More than 5 000 states: `auto` explores with generated code."""
    root = program(tmp_path, BROKEN.format(most=5_100))
    found = command("explore", "case", "--json", project=root).json
    assert found["engine"] == "native" and found["states"] == 5_101
    words = {name: words[1] for name, words in BROKEN_WORDS.items()} | {"comes": "VIOLATED"}  # at 4, and never again
    assert {p["property"]: p["verdict"] for p in found["properties"]} == words


@pytest.mark.parametrize("engine", ["networkx", "native"])
def test_events_of_properties(engine: str, tmp_path: Path, command: Command) -> None:
    """One for each that cannot be evaluated, with how far it is; each says the place in the model."""
    root = program(tmp_path, BROKEN.format(most=4))
    found = command("explore", "case", "--engine", engine, "--json", project=root).json
    events = {e["subject"]: (e["kind"], e["material"], e["depth"], len(e["play"]) - 1) for e in found["other_events"]}
    at = {1: ("violated_later", "met_later", "not_met"), 3: ("comes", "comes_not")}
    at[2] = ("divides", "asks", "step_divides", "every_step", "every_step_violated", "leads", "leads_not")
    assert events == {name: ("broken", False, depth, depth) for depth, names in at.items() for name in names}
    unknown = {p["property"]: p for p in found["properties"] if p["verdict"] == "UNKNOWN"}
    where = "it cannot be evaluated after 2 actions: division by zero (case/model.py:"
    assert unknown["divides"]["reason"].startswith(where)
    assert len(unknown["divides"]["play"]) == 3
    assert unknown["step_divides"]["reason"].startswith("it cannot be evaluated at action 2: division by zero (")


CHOICES = '''
@state
class State:
    x: Annotated[int, Range(0, 3)]


@book.question("how far?")
def far(s: State) -> int:
    ask()


@far.reading("one", default=True)
def one(s: State) -> int:
    return 1


@far.reading("two")
def two(s: State) -> int:
    return 2


@book.action("2")
def go(s: State, who: Player) -> None:
    """Go."""
    with effect("2"):
        s.x = far(s)


@go.permit("2")
def may(s: State, who: Player) -> bool:
    return s.x == 0


checks = Checks(book)


@checks.always("2")
def low(s: State) -> bool:
    return s.x < 4


@checks.always("2")
def below_two(s: State) -> bool:
    return s.x < 2


@checks.step("2", of=go)
def one_on(before: State, after: State, who: Player) -> bool:
    return after.x == before.x + 1


@checks.sometimes("2")
def at_two(s: State) -> bool:
    return s.x == 2
'''


@pytest.mark.parametrize("fails", [True, False])
def test_a_family_counts_initial_choices_that_fail(fails: bool, tmp_path: Path, command: Command) -> None:
    """Each row says what a separate exploration says. From 0, and from 6 and 12, which no range lets be."""
    begin = SOMEWHERE.replace("Range(1, 3)", "Range(0, 2)").replace("= at", f"= at * {6 if fails else 0}")
    root = program(tmp_path, CHOICES, begin)
    rows = command("explore", "case", "--family", "--json", project=root).json["readings"]
    assert [row["reading"] for row in rows] == [{"far": "one"}, {"far": "two"}]
    for row in rows:
        alone: Any = command(
            "explore", "case", "--reading", f"far={row['reading']['far']}", "--json", project=root
        ).json
        assert {p["property"]: p["verdict"] for p in alone["properties"]} == row["verdicts"]
        assert row["verdicts"]["low"] == ("UNKNOWN" if fails else "HOLDS IN SCOPE")
    assert [row["verdicts"]["below_two"] for row in rows] == ["UNKNOWN" if fails else "HOLDS IN SCOPE", "VIOLATED"]


CHAIN = '''
@state
class State:
    a: Annotated[int, Range(0, 2)]
    b: Annotated[int, Range(0, 2)]
    c: Map[Thing, Annotated[int, Range(0, 2)]]
    going: bool


@book.matters("c")
def c_matters(s: State, what: Thing) -> bool:
    return s.b > 0


@book.matters("b")
def b_matters(s: State) -> bool:
    return s.a > 0


@book.matters("a")
def a_matters(s: State) -> bool:
    return s.going


@book.action("2")
def fill(s: State, who: Player) -> None:
    """All of it."""
    with effect("2"):
        s.a = 1
        s.b = 1
        for what in Thing:
            s.c[what] = 1
        s.going = True


@fill.permit("2")
def may(s: State, who: Player) -> bool:
    return not s.going


@book.action("3")
def stop(s: State, who: Player) -> None:
    """It stops."""
    with effect("3"):
        s.going = False


@stop.permit("3")
def may_stop(s: State, who: Player) -> bool:
    return s.going


checks = Checks(book)


@checks.always("2")
def nothing_is_left(s: State) -> bool:
    return s.going or (s.a == 0 and s.b == 0 and all(s.c[what] == 0 for what in Thing))


@checks.step("3", of=stop)
def not_forgotten_yet(before: State, after: State, who: Player) -> bool:
    return after.a == 1 and after.b == 1 and all(after.c[what] == 1 for what in Thing)
'''


@pytest.mark.parametrize("engine", ENGINES)
def test_forgetting_goes_on(engine: str, tmp_path: Path, command: Command) -> None:
    """Where it does not go on a is forgotten and b, which rests on it, is not. The step is asked before any of it."""
    found = ENGINES[engine](command, program(tmp_path, CHAIN))
    words = {found["nothing_is_left"], found["not_forgotten_yet"]}
    assert words == {"PROVED" if engine == "prove" else "HOLDS IN SCOPE"}


@pytest.mark.parametrize("options", [("--engine", "networkx"), ("--engine", "native"), ("--symmetry",)])
def test_states_that_forgetting_leaves(options: tuple[str, ...], tmp_path: Path, command: Command) -> None:
    """Two states, empty and full, and a step from each to the other."""
    scope = 'interchangeable = ["Thing"]\n\n[sorts]\nPlayer = 1\nThing = 2\n'
    root = program(tmp_path, CHAIN, scope=scope)
    found = command("explore", "case", *options, "--json", project=root).json
    assert (found["initial"], found["states"], found["transitions"]) == (1, 2, 2)


SORTED = '''
@state
class State:
    chosen: Thing | None
    marked: frozenset[Thing]


@book.action("2")
def mark(s: State, who: Player, what: Thing) -> None:
    """Mark one."""
    with effect("2"):
        s.marked = s.marked | frozenset({what})


@mark.permit("2")
def may(s: State, who: Player, what: Thing) -> bool:
    return s.chosen == what and what not in s.marked
'''


@pytest.mark.parametrize("options", [("--engine", "networkx"), ("--engine", "native"), ("--symmetry",)])
def test_initial_states_are_counted_and_not_orbits(options: tuple[str, ...], tmp_path: Path, command: Command) -> None:
    """One initial state for each of three things, all alike: one orbit. Each may be marked: six states, three steps."""
    begin = '''def begin(s: State, what: Thing) -> None:
    """One is chosen."""
    with effect("1"):
        s.chosen = what
'''
    scope = 'interchangeable = ["Thing"]\n\n[sorts]\nPlayer = 1\nThing = 3\n'
    root = program(tmp_path, SORTED, begin, scope)
    found = command("explore", "case", *options, "--json", project=root).json
    assert (found["initial"], found["states"], found["transitions"]) == (3, 6, 3)


DUE = '''
@state
class State:
    x: Annotated[int, Range(0, 3)]


@book.action("2")
def go(s: State, who: Player) -> None:
    """Go."""
    with effect("2"):
        s.x += 1


@go.permit("2")
def may(s: State, who: Player) -> bool:
    return s.x < 2


@book.duty("3")
def back(s: State) -> None:
    """Back, or not."""
    with effect("3"):
        s.x = 3 - s.x


@back.when
def due(s: State) -> bool:
    return {due}


checks = Checks(book)


@checks.step("2", of=go)
def stays(before: State, after: State, who: Player) -> bool:
    return after.x == before.x


@checks.step("2")
def never_two(before: State, after: State) -> bool:
    return after.x != 2
'''


@pytest.mark.parametrize("engine", [*EXPLORERS, "prove"])
@pytest.mark.parametrize(("due", "two"), [("6 // (1 - s.x) > 100", "UNKNOWN"), ("s.x > 0", "VIOLATED")])
def test_what_fails_after_a_step(due: str, two: str, engine: str, tmp_path: Path, command: Command) -> None:
    """The action leads from 0 to 1, and is made. Asking then what is due divides by 0; or the duty leads to 2, which
    is a step too, and stays due."""
    found = ENGINES[engine](command, program(tmp_path, DUE.format(due=due)))
    assert (found["stays"], found["never_two"]) == ("VIOLATED", two)


LIVE = '''
@state
class State:
    x: Annotated[int, Range(0, 3)]
    kept: Annotated[int, Range(0, 3)]


@book.term("2")
def reach(s: State) -> int:
    """How far."""
    return 1


@reach.exception("3")
def in_a_domain(s: State) -> int | Silent:
    return 2 if s.x == 1 else SILENT


@book.term("2")
def worth(s: State) -> int:
    """How much."""
    return 1


@worth.exception("3")
def in_matters(s: State) -> int | Silent:
    return 2 if s.x == 1 else SILENT


@book.matters("kept")
def kept_matters(s: State) -> bool:
    return worth(s) == 2


@book.action("2")
def go(s: State, who: Player) -> None:
    """Go."""
    with effect("2"):
        s.x += 1
        s.kept = 1


@go.domain
def within(s: State, who: Player) -> bool:
    return reach(s) > s.x


@go.permit("2")
def may(s: State, who: Player) -> bool:
    return True
'''


@pytest.mark.parametrize("engine", ["networkx", "native"])
def test_rules_that_are_live_in_every_engine(engine: str, tmp_path: Path, command: Command) -> None:
    """What only a domain and `matters` read is live in neither; 0, 1 and 2 are reached."""
    found = command("explore", "case", "--engine", engine, "--json", project=program(tmp_path, LIVE)).json
    assert found["states"] == 3
    assert found["never_live"] == ["in_a_domain", "in_matters"]


CHANCE = '''
@state
class State:
    x: Annotated[int, Range(0, 3)]


@book.chance("2")
def roll(s: State, number: Annotated[int, Range(1, 2)]) -> None:
    """A number."""
    with effect("2"):
        s.x = number


@roll.{clause}("3")
def once(s: State, number: Annotated[int, Range(1, 2)]) -> bool:
    return s.x {condition} 0
'''


def by_chance(folder: Path, clause: str, condition: str) -> Path:
    root = program(folder, CHANCE.format(clause=clause, condition=condition))
    model = root / "case" / "model.py"
    text = model.read_text(encoding="utf-8").replace("import CHANCE", "import CHANCE, Chance")
    text = text.replace(
        '-> frozenset[Player]:\n    """Everybody, always.', '-> frozenset[Player] | Chance:\n    """Chance.'
    )
    model.write_text(text.replace("    return frozenset(Player)\n", "    return CHANCE\n"), encoding="utf-8")
    return root


def test_chance_that_nothing_permits(tmp_path: Path, command: Command) -> None:
    answer = command("explore", "case", project=by_chance(tmp_path, "forbid", ">"))
    assert answer.code == 2 and answer.out == ""
    assert (
        "RL527 nothing permits an outcome of `roll`" in answer.err
        and "help: say the same in `@roll.domain`" in answer.err
    )


@pytest.mark.parametrize("engine", ["networkx", "native"])
def test_chance_that_loses_its_outcomes_is_a_deadlock(engine: str, tmp_path: Path, command: Command) -> None:
    """Rolled once, from 0 to 1 or 2, and then nothing permits another roll."""
    root = by_chance(tmp_path, "permit", "==")
    found = command("explore", "case", "--engine", engine, "--json", project=root).json
    assert (found["states"], found["transitions"], found["deadlocks"]) == (3, 2, 2)
    (dead,) = found["dead_ends"]
    assert dead["unspoken"] == ["roll"]
