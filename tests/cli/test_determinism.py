"""The same input gives the same bytes, whatever the hash seed; `seconds` apart."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from ruleslawyer.cli.forms import INNER
from ruleslawyer.cli.main import app
from ruleslawyer.cli.verbs import command as declared_command
from tests.bank import TINY
from tests.cli.forked import forked
from tests.cli.quarrel import CLAUSES, quarrel

ROOT = Path(__file__).parents[2]

NAMES = ("t20_answers_differ", "t29_joint", "t49_member", "t52_always", "t56_deadlock", "t57_passes")


def printed(seed: int, *arguments: str, project: Path = TINY) -> str:
    return forked(project, *arguments, seed=(1, 4242)[seed], typed="1\n?\n1\nquit\n").out


def without_seconds(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_seconds(item) for key, item in value.items() if key != "seconds"}
    return [without_seconds(item) for item in value] if isinstance(value, list) else value


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", *NAMES, "--json"),
        ("explore", "t56_deadlock", "--trace", "1", "--json"),
        ("prove", "t52_always", "--scope", "tiny", "--json"),
    ],
)
def test_json(arguments: tuple[str, ...]) -> None:
    texts = [json.dumps(without_seconds(json.loads(printed(seed, *arguments)))) for seed in (0, 1)]
    assert texts[0] == texts[1]


def test_lint() -> None:
    """Random states are the same for the same seed."""
    texts = [printed(seed, "lint", *NAMES, "--run", "--states", "20", "--json") for seed in (0, 1)]
    assert texts[0] == texts[1] != ""


ENGINE = f"{sys.executable} {ROOT / 'tests' / 'conform' / 'engine.py'}"
SEEDED = {
    "adequacy": ("adequacy", "quarrel", "--sample", "1", "--more", "1", "--sweep", "1"),
    "conform": ("conform", "quarrel", "--exec", f"{ENGINE} . quarrel", "--steps", "20"),
    "fuzz": ("games", "quarrel", "--fuzz", "--games", "10"),
    "hunt": ("sweep", "quarrel", "--questions", "--states", "4", "--minutes", "9"),
    "laws": ("sweep", "quarrel", "--laws", "--times", "10"),
    "lint": ("lint", "quarrel", "--run", "--states", "10"),
    "play": ("play", "quarrel", "--opponent", "random"),
    "simulate": ("explore", "quarrel", "--simulate", "10"),
    "solve": ("games", "quarrel", "--best", "--games", "1"),
    "stakes": ("games", "quarrel", "--stakes"),
    "stats": ("games", "quarrel", "--games", "4"),
    "vectors": ("export", "quarrel", "--to", "vectors", "--mutants", "3", "--max-states", "50"),
}
"""Each verb with a seed, in a few seconds. Where its answer is not whole, it stops at a number, and not at a time."""
TERM = '''@quarrel.term("3.1")
def left_of(s: State) -> int:
    """One less than the pot, and never less than nothing."""
    return max(0, s.pot - 1)


@checks.always("6.1")
def no_more_than_three(s: State) -> bool:
    """There is no fourth coin."""
    return s.pot <= 3


'''


def verbs_with_a_seed() -> list[str]:
    """By the options that are declared."""

    def verbs(group: Any, *above: str) -> Iterator[tuple[str, Any]]:
        for name, verb in group.commands.items():
            if hasattr(verb, "commands"):
                yield from verbs(verb, *above, name)
            else:
                yield " ".join((*above, name)), verb

    every = {**dict(verbs(get_command(app))), **{name: declared_command(name) for name in INNER}}
    return sorted(name for name, verb in every.items() if any("--seed" in option.opts for option in verb.params))


@pytest.fixture(scope="module")
def many_clauses(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A quarrel in which each rule rests on three clauses: where they are kept as a set, the hash seed orders them. Who
    grabs a coin takes at most one, and of three clauses behind what is left the first one says so."""
    gaps = {"PAID": "min(left_of(s), 1)", "SHOWS": "True", "FRESH": "True"}
    project = quarrel(tmp_path_factory.mktemp("many") / "quarrel", **gaps)
    model = project / "quarrel" / "model.py"
    text = model.read_text("utf-8").replace("import CHANCE, Chance\n", "import CHANCE, Chance, Checks\n")
    text = text.replace('quarrel = Ruleset("quarrel")\n', 'quarrel = Ruleset("quarrel")\nchecks = Checks(quarrel)\n')
    first = '@quarrel.action("2.1")\n'
    text = text.replace(first, TERM + first)

    def three(cited: re.Match[str]) -> str:
        at = CLAUSES.index(cited[1])
        return ", ".join(f'"{CLAUSES[(at + step) % len(CLAUSES)]}"' for step in (0, 3, 6))

    model.write_text(re.sub(r'"(\d\.\d)"', three, text), "utf-8")
    return project


@pytest.mark.parametrize("verb", verbs_with_a_seed())
def test_equal_seeds_give_equal_answers(many_clauses: Path, verb: str) -> None:
    """Of every verb that takes a seed: a new one has to be in SEEDED."""
    words = (*SEEDED[verb], "--seed", "3", "--json")
    one, other = (without_seconds(json.loads(printed(seed, *words, project=many_clauses))) for seed in (0, 1))
    assert one == other
    assert json.dumps(one) == json.dumps(other), "the order of keys"


def test_the_hunt_tells_the_first_of_several_clauses(many_clauses: Path) -> None:
    """The cap is settled by the first clause of the code that stands there: 3.1, before 4.3 and 5.2."""
    told = json.loads(printed(1, *SEEDED["hunt"], "--json", project=many_clauses))
    (cut,) = (one for one in told["questions"] if one["shape"] == "cut")
    assert (cut["by"], cut["settled_by"]) == (["3.1", "4.3", "5.2"], "3.1")
