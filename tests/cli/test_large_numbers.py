"""Numbers beyond 64 bits from the command line: a number is a mathematical integer in every engine and export.

The programs and their answers are worked by hand: 6208 ** 5 < 2 ** 63 - 1 < 6209 ** 5, so a number that counts up from
0 by one breaks the first property after 6209 actions, and its powers are never negative.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.agree.written import SCOPE, written
from tests.cli.command import Command

TEXT = '''
@state
class State:
    x: {type}


@book.action("2")
def go(s: State, who: Player) -> None:
    """The next number."""
    with effect("2"):
        {effect}


@go.permit("2")
def may(s: State, who: Player) -> bool:
    return {permit}


checks = Checks(book)


@checks.always("1")
def first(s: State) -> bool:
    return {first}


@checks.always("1")
def second(s: State) -> bool:
    return {second}


@checks.sometimes("1")
def met(s: State) -> bool:
    return {met}
'''
FIFTH = "s.x * s.x * s.x * s.x * s.x"
TWO = 'interchangeable = ["Player"]\n\n[sorts]\nPlayer = 2\nThing = 1\n'


def project(folder: Path, scope: str = SCOPE, **parts: str) -> Path:
    made = written(folder, "large", TEXT.format(**parts), scope)
    text = (made / "large" / "scopes" / "tiny.toml").read_text("utf-8")
    (made / "large" / "scopes" / "open.toml").write_text(text, "utf-8")
    return made


def count(folder: Path, by: int) -> Path:
    """A number in a range whose fifth power needs 66 bits."""
    return project(
        folder,
        TWO,
        type="Annotated[int, Range(0, 8000)]",
        effect=f"s.x += {by}",
        permit="s.x < 6500",
        first=f"{FIFTH} < {2**63 - 1}",
        second=f"{FIFTH} >= 0",
        met=f"{FIFTH} > {2**63}",
    )


@pytest.fixture
def counting(tmp_path: Path) -> Path:
    return count(tmp_path, 100)


def words(found: Any) -> dict[str, str]:
    return {v["property"]: v["verdict"] for v in found["properties"]}


RIGHT = {"first": "VIOLATED", "second": "HOLDS IN SCOPE", "met": "HOLDS IN SCOPE"}


@pytest.mark.parametrize("options", ["--engine networkx", "--engine auto"])
def test_explorations(command: Command, counting: Path, options: str) -> None:
    answer = command("explore", "large", *options.split(), "--json", project=counting)
    assert words(answer.json) == RIGHT, answer
    (broken,) = (v for v in answer.json["properties"] if v["property"] == "first")
    assert len(broken["play"]) == 1 + 63
    assert answer.json["unreplayed"] == []


@pytest.mark.parametrize("options", ["--engine native", "--symmetry", "--analyse"])
def test_by_code(command: Command, counting: Path, options: str) -> None:
    """Code has 64 bits: a larger constant is refused, with its place and a mend."""
    answer = command("explore", "large", *options.split(), project=counting)
    assert "--engine networkx" in answer.err
    assert (answer.code, answer.out) == (2, "")
    assert f"a number of more than 64 bits, {2**63}, cannot be compiled" in " ".join(answer.err.split())


def test_code_that_was_asked_for(command: Command, tmp_path: Path) -> None:
    """Its rules are compiled, and a number leaves 64 bits on the way: the verdict is that of the default, and it is
    said who gives it. By hand: 6209 steps of one; of a hundred, 63."""
    made = project(
        tmp_path, TWO, type="Annotated[int, Range(0, 8000)]", effect="s.x += 100", permit="s.x < 6500",
        first=f"{FIFTH} < {2**63 - 1}", second=f"{FIFTH} >= 0", met="s.x == 6500",
    )  # fmt: skip
    told = command("explore", "large", "--engine", "native", "--json", project=made)
    assert words(told.json) == RIGHT == words(command("explore", "large", "--json", project=made).json), told
    (broken,) = (v for v in told.json["properties"] if v["property"] == "first")
    assert len(broken["play"]) == 1 + 63
    assert (told.json["engine"], told.json["complete"]) == ("networkx", True)
    text = command("explore", "large", "--engine", "native", project=made)
    said = "--engine native has no room for a number of this scope: explored by the reference explorer"
    assert said in text.out, text


def test_an_exploration_that_changes_its_engine(command: Command, tmp_path: Path) -> None:
    """The verdicts are those of a small scope where there are so many states that code is generated."""
    answer = command("explore", "large", "--json", project=count(tmp_path, 1))
    assert words(answer.json) == RIGHT, answer
    assert answer.json["engine"] == "networkx"


def test_a_simulation(command: Command, counting: Path) -> None:
    """Plays of 65 actions at most break the property and no other."""
    simulated = command("explore", "large", "--simulate", "2", "--json", project=counting)
    assert words(simulated.json)["first"] == "VIOLATED" and words(simulated.json)["second"] != "VIOLATED", simulated


def test_ablation_and_vectors(command: Command, counting: Path, tmp_path: Path) -> None:
    """Without its only permit nothing is broken any more."""
    ablated = command("adequacy", "--clauses", "large", project=counting)
    assert "first: HOLDS IN SCOPE" in ablated.out and "second" not in ablated.out, ablated
    vectors = command(
        "export", "--to", "vectors", "large", "-o", str(tmp_path / "vectors"), "--scope", "tiny", project=counting
    )
    assert "Traceback" not in vectors.err and vectors.code in (0, 1), vectors


def test_a_family(command: Command, counting: Path) -> None:
    answer = command("explore", "large", "--readings", "--scope", "tiny", project=counting)
    assert "hold under none of these combinations: first" in answer.out, answer


def test_a_proof_and_its_certificate(command: Command, counting: Path, tmp_path: Path) -> None:
    """The property multiplies, the rules do not: the logic of the questions is that of both."""
    folder = tmp_path / "certificates"
    answer = command("prove", "large", "second", "--certificates", str(folder), "--json", project=counting)
    assert answer.code == 0, answer
    (found,) = answer.json["results"]
    assert found["verdict"].startswith("PROVED"), found
    checked = command("prove", "--recheck", str(folder), project=counting)
    assert checked.code == 0 and "PROVED" in checked.out, checked


def test_a_division_certificate(command: Command, tmp_path: Path) -> None:
    """A number divides: no linear logic says that, whichever side is a constant."""
    made = project(
        tmp_path,
        type="Annotated[int, Range(1, 8000)]",
        effect="s.x = 8000 // (s.x + 1) + 1",
        permit="s.x < 7000",
        first="7 // s.x <= 7",
        second=f"s.x * s.x + {10**40} > {10**39}",
        met="s.x == 3",
    )
    folder = tmp_path / "certificates"
    answer = command("prove", "large", "first", "second", "--certificates", str(folder), "--json", project=made)
    assert answer.code == 0, answer
    checked = command("prove", "--recheck", str(folder), project=made)
    assert checked.code == 0 and checked.out.count("PROVED for any number (cvc5)") == 2, checked


@pytest.mark.parametrize("engine", ["networkx", "auto"])
def test_a_wide_field(command: Command, tmp_path: Path, engine: str) -> None:
    """A range of 101 bits, and a saved play: 2 ** 70 - 1 comes after 70 actions, 2 ** 99 - 1 is the last."""
    made = project(
        tmp_path,
        type=f"Annotated[int, Range({-(2**70)}, {2**100})]",
        effect="s.x = s.x * 2 + 1",
        permit=f"s.x < {2**99 - 1}",
        first=f"s.x < {2**98}",
        second=f"(s.x + 1) * (s.x + 1) // (s.x + 1) - 1 - s.x % {10**30} == s.x // {10**30} * {10**30}",
        met=f"s.x == {2**70 - 1}",
    )
    saved = tmp_path / "play.json"
    answer = command("explore", "large", "--engine", engine, "--json", project=made)
    assert words(answer.json) == RIGHT, answer
    assert (answer.json["states"], answer.json["depth"]) == (100, 99)
    told = command("explore", "large", "--engine", engine, "--trace", "first", "--save", str(saved), project=made)
    assert str(2**99 - 1) in saved.read_text("utf-8"), told
    assert command("play", str(saved), project=made).code == 0


def test_what_nothing_bounds(command: Command, tmp_path: Path) -> None:
    """It grows by the factor 3: what a play shows is said, and all else is UNKNOWN with the place."""
    made = project(
        tmp_path,
        type="int",
        effect="s.x = s.x * 3 + 1",
        permit="True",
        first="s.x < 1000",
        second="s.x >= 0",
        met="s.x == 40",
    )
    found = command("explore", "large", "--engine", "native", "--json", project=made).json
    assert words(found) == RIGHT | {"second": "UNKNOWN"}
    assert (found["violations"], found["other_events"], found["dead_ends"]) == (
        [v for v in found["properties"] if v["verdict"] == "VIOLATED"], [], []
    )  # fmt: skip
    for text in ("x needs more than 16 bits", "nothing bounds it", "go (large/model.py:", "[caps] x"):
        assert text in found["stopped"]
    family = command("explore", "large", "--readings", "--scope", "tiny", project=made)
    assert "nothing bounds it" in family.out + family.err and "Traceback" not in family.err
    export = command("export", "large", "--to", "promela", project=made)
    assert export.code == 2 and "how large x becomes is not known" in export.err, export


def test_what_no_type_holds(command: Command, tmp_path: Path) -> None:
    """A power of 40 of numbers up to 300 bits, of which only the rest of a division is kept."""
    made = project(
        tmp_path,
        type="int",
        effect=f"s.x = s.x * 9 + 1 + ({' * '.join(['s.x'] * 40)}) % 2 * 0",
        permit="True",
        first="s.x < 10",
        second="s.x >= 0",
        met="s.x == 10",
    )
    found = command("explore", "large", "--engine", "native", "--max-states", "200", "--json", project=made)
    assert words(found.json) == RIGHT | {"second": "UNKNOWN"}
    assert (found.json["engine"], found.json["stopped"]) == ("networkx", "stopped at the limit of 200 states")


@pytest.mark.parametrize("language", ["promela", "murphi"])
def test_exports_refuse_what_they_do_not_hold(command: Command, tmp_path: Path, language: str) -> None:
    """A product of 72 bits in a rule, though the field has 13."""
    made = project(
        tmp_path,
        type="Annotated[int, Range(0, 8000)]",
        effect=f"s.x = {FIFTH} * s.x % 8000 + 1",
        permit="True",
        first="s.x <= 8000",
        second="s.x >= 0",
        met="s.x == 0",
    )
    answer = command("export", "large", "--to", language, project=made)
    assert answer.code == 2 and answer.out == "" and "Traceback" not in answer.err
    assert "go(Player0) (large/model.py:" in answer.err and "does not calculate with that" in answer.err


def test_itf_has_numbers_of_any_size(command: Command, tmp_path: Path) -> None:
    made = project(
        tmp_path,
        type=f"Annotated[int, Range(0, {2**80})]",
        effect=f"s.x = {2**80}",
        permit="True",
        first=f"s.x < {2**80}",
        second="s.x >= 0",
        met="s.x == 0",
    )
    saved = tmp_path / "play.itf.json"
    command("explore", "large", "--trace", "first", "--save", str(saved), project=made)
    assert json.loads(saved.read_text("utf-8"))["states"][-1]["x"] == {"#bigint": str(2**80)}
    assert command("play", str(saved), project=made).code == 0
