"""One verdict from every engine and verb, where branches end early and where properties cannot be evaluated.

Each program is small enough to be followed by hand; what is expected of it stands beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import Command
from tests.cli.small_programs import (
    CHAIN,
    CHOICES,
    DUE,
    ENDS,
    LIVE,
    NEVER,
    SOMEWHERE,
    SORTED,
    ZERO,
    broken,
    by_chance,
    program,
)

Words = dict[str, str]


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
    (row,) = command("explore", "case", "--readings", "--scope", "tiny", "--json", project=root).json["readings"]
    verdicts: Words = row["verdicts"]
    return verdicts


def proved(command: Command, root: Path) -> Words:
    found = command("prove", "case", "--scope", "tiny", "--json", project=root).json
    return {p["property"]: p["verdict"].split(" for")[0] for p in found["results"]}


EXPLORERS = {"networkx": explored("networkx"), "native": explored("native"), "check": checked}
ENGINES = {**EXPLORERS, "family": family, "prove": proved}


def assert_words(engine: str, found: Words, expected: Mapping[str, tuple[str, ...]]) -> None:
    """expected: the kind of each property, its word, and another one of the solver where that knows more."""
    for name, (_, word, *proof) in expected.items():
        assert found[name] == (proof[0] if proof and engine == "prove" else word), (engine, name)


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
        assert found["verdict"].startswith("PROVED for any number")
        assert found["not_met_in"] == ["tiny"] and beside in found["reason"]
        text = command("prove", "case", name, "--scope", "tiny", project=root).out
        assert "PROVED" in text and beside in " ".join(text.split())


def test_a_proof_of_what_is_met_says_nothing_more(tmp_path: Path, command: Command) -> None:
    root = program(tmp_path, NEVER.replace("s.x > 5", "s.x == 0"))
    (found,) = command("prove", "case", "to_one", "--scope", "tiny", "--json", project=root).json["results"]
    assert found["verdict"].startswith("PROVED for any number")
    assert found["not_met_in"] == [] and "not met" not in found["reason"]


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
    found = ENGINES[engine](command, program(tmp_path, broken()))
    assert_words(engine, found, BROKEN_WORDS)


def test_the_same_beyond_the_states_at_which_the_engine_changes(tmp_path: Path, command: Command) -> None:
    """More than 5 000 states: `auto` explores with generated code."""
    root = program(tmp_path, broken(5_100))
    found = command("explore", "case", "--json", project=root).json
    assert found["engine"] == "native" and found["states"] == 5_101
    words = {name: words[1] for name, words in BROKEN_WORDS.items()} | {"comes": "VIOLATED"}  # at 4, and never again
    assert {p["property"]: p["verdict"] for p in found["properties"]} == words


@pytest.mark.parametrize("engine", ["networkx", "native"])
def test_events_of_properties(engine: str, tmp_path: Path, command: Command) -> None:
    """One for each that cannot be evaluated, with how far it is; each says the place in the model."""
    root = program(tmp_path, broken())
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


@pytest.mark.parametrize("fails", [True, False])
def test_a_family_counts_initial_choices_that_fail(fails: bool, tmp_path: Path, command: Command) -> None:
    """Each row says what a separate exploration says. From 0, and from 6 and 12, which no range lets be."""
    begin = SOMEWHERE.replace("Range(1, 3)", "Range(0, 2)").replace("= at", f"= at * {6 if fails else 0}")
    root = program(tmp_path, CHOICES, begin)
    rows = command("explore", "case", "--readings", "--scope", "tiny", "--json", project=root).json["readings"]
    assert [row["reading"] for row in rows] == [{"far": "one"}, {"far": "two"}]
    for row in rows:
        alone: Any = command(
            "explore", "case", "--reading", f"far={row['reading']['far']}", "--json", project=root
        ).json
        assert {p["property"]: p["verdict"] for p in alone["properties"]} == row["verdicts"]
        assert row["verdicts"]["low"] == ("UNKNOWN" if fails else "HOLDS IN SCOPE")
    assert [row["verdicts"]["below_two"] for row in rows] == ["UNKNOWN" if fails else "HOLDS IN SCOPE", "VIOLATED"]


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


@pytest.mark.parametrize("engine", [*EXPLORERS, "prove"])
@pytest.mark.parametrize(("due", "two"), [("6 // (1 - s.x) > 100", "UNKNOWN"), ("s.x > 0", "VIOLATED")])
def test_what_fails_after_a_step(due: str, two: str, engine: str, tmp_path: Path, command: Command) -> None:
    """The action leads from 0 to 1, and is made. Asking then what is due divides by 0; or the duty leads to 2, which
    is a step too, and stays due. A proof says of plays up to a failed check that none comes to two."""
    found = ENGINES[engine](command, program(tmp_path, DUE.format(due=due)))
    assert found["stays"] == "VIOLATED"
    assert found["never_two"] == ("PROVED" if (engine, two) == ("prove", "UNKNOWN") else two)


@pytest.mark.parametrize("engine", ["networkx", "native"])
def test_rules_that_are_live_in_every_engine(engine: str, tmp_path: Path, command: Command) -> None:
    """What only a domain and `matters` read is live in neither; 0, 1 and 2 are reached."""
    found = command("explore", "case", "--engine", engine, "--json", project=program(tmp_path, LIVE)).json
    assert found["states"] == 3
    assert found["never_live"] == ["in_a_domain", "in_matters"]


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
