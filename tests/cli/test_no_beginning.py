"""A scope in which no game begins is a mistake, and not one in which every promise is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslawyer.api import Project
from ruleslawyer.base.diagnostics import UsageError
from tests.cli.command import Command, copied

TOWER = '''"""A tower is built on a stone, if there is one that bears it."""

from __future__ import annotations

from typing import Annotated

from ruleslawyer.lang import Checks, Range, Ruleset, Sort, effect, no, permit, state, yes

game = Ruleset("tower")
game.closed_world(assumed="nothing else is done")


class Player(Sort):
    """Who builds."""


class Stone(Sort):
    """What is built on."""

    width: Annotated[int, Range(0)]


@state
class State:
    base: Stone
    share: int
    high: Annotated[int, Range(0, 2)]


narrow = game.doubt("does a narrow stone bear it?", "2", bears=yes("it does", default=True), breaks=no("it breaks"))


@game.initial("1")
def lay(s: State, base: Stone) -> None:
    """The first stone."""
    with effect("1"):
        s.base = base
        s.share = 12 // (base.width if narrow(s) else 0)


@game.action("3")
def build(s: State, who: Player) -> None:
    permit("3", may_build=True)
    with effect("3"):
        s.high = (s.high + 1) % 3


checks = Checks(game)


@checks.always("1")
def never_true(s: State) -> bool:
    return False
'''
SCOPE = """title = "stones"
[sorts]
Player = ["Ann"]
Stone = {members}
[attributes.Stone]
width = {widths}
"""
BARE = "`lay` (model/tower.py:34:1) chooses `base`, and `Stone` has no member here"
FAILS = "`lay` leads nowhere, whatever it chooses: lay: division by zero (model/tower.py:38:19)"
VERBS = (
    "explore", "explore --engine native", "explore --analyse", "explore --simulate 2",
    "explore --readings", "check", "prove", "prove --ends", "games", "games --best", "games --fuzz --games 1", "play",
    "serve", "adequacy", "export --to promela", "export --to murphi", "build --to c -o out", "conform --exec true",
)  # fmt: skip
"""What is asked of a scope, one spelling for each way into it."""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The domain of the initial rule leaves out 3, which is all that the scope offers."""
    folder = copied(tmp_path, "t61_initial")
    scope = folder / "t61_initial/scopes/tiny.toml"
    scope.write_text(scope.read_text(encoding="utf-8").replace("[0, 3]", "[3, 3]"), encoding="utf-8")
    return folder


@pytest.fixture
def tower(tmp_path: Path) -> Path:
    """No stone, stones of no width, and stones that bear a tower unless an option says otherwise."""
    scopes = tmp_path / "checks/tower/scopes"
    scopes.mkdir(parents=True)
    (tmp_path / "model").mkdir()
    (tmp_path / "model/tower.py").write_text(TOWER, encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text(
        '[tool.ruleslawyer]\nlanguage = "0.2"\n'
        '[tool.ruleslawyer.rulesets.tower]\ntitle = "A tower"\nmodules = ["model.tower"]\n', encoding="utf-8",
    )  # fmt: skip
    for name, members, widths in (("bare", [], []), ("thin", ["S1", "S2"], [0, 0]), ("stones", ["S2", "S3"], [2, 3])):
        text = SCOPE.format(members=str(members).replace("'", '"'), widths=widths)
        (scopes / f"{name}.toml").write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("verb", ["explore", "prove", "check"])
def test_is_a_mistake(command: Command, project: Path, verb: str) -> None:
    answer = command(verb, "t61_initial", "--scope", "tiny", project=project)
    said = " ".join(answer.err.split())
    assert answer.code == 2
    assert "t61_initial/scopes/tiny.toml: no initial state: `begin` has no choice that `not_three`" in said
    rule = (project / "t61_initial/model.py").read_text(encoding="utf-8").split("def not_three")[0].count("\n") + 1
    assert f"t61_initial/model.py:{rule}:1" in said
    assert answer.out == ""


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_refuses_a_scope_without_anything_to_begin_with(command: Command, tower: Path, verb: str) -> None:
    name, *more = verb.split()
    scope = () if name == "adequacy" else ("--scope", "bare")
    answer = command(name, "tower", *scope, *more, project=tower)
    assert (answer.code, answer.out) == (2, "")
    assert f"checks/tower/scopes/bare.toml: no initial state: {BARE}" in " ".join(answer.err.split())


def test_a_map_to_choose_has_no_value_for_a_player(command: Command, tower: Path) -> None:
    path = tower / "model/tower.py"
    text = path.read_text(encoding="utf-8").replace("import Checks, ", "import Checks, Map, ")
    text = text.replace("base: Stone) ->", "base: Map[Player, Stone]) ->").replace("s.base = base", "s.high = 1")
    path.write_text(text.replace("base.width", "2").replace("    base: Stone\n", ""), encoding="utf-8")
    answer = command("explore", "tower", "--scope", "bare", project=tower)
    assert answer.code == 2 and "chooses `base`, and `Stone` has no member here" in " ".join(answer.err.split())


@pytest.mark.parametrize(
    ("scope", "option", "place"),
    [
        ("thin", (), "thin.toml"),
        ("stones", ("--reading", "narrow=breaks"), "stones.toml with narrow=breaks"),
        ("stones", ("--ruling", "narrow=breaks"), "stones.toml with narrow=breaks"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("verb", ["explore", "prove"])
def test_a_check_that_always_fails_leaves_no_beginning(
    command: Command, tower: Path, verb: str, scope: str, option: tuple[str, ...], place: str
) -> None:
    answer = command(verb, "tower", "--scope", scope, *option, project=tower)
    assert (answer.code, answer.out) == (2, "")
    assert f"checks/tower/scopes/{place}: no initial state: {FAILS}" in " ".join(answer.err.split())


@pytest.mark.parametrize("share", ["12", "12_000_000_000_000_000_000_000"])
def test_of_an_option_among_others_nothing_is_known(command: Command, tower: Path, share: str) -> None:
    """Under the other one it is false in every state; also where generated code has no room for a number."""
    path = tower / "model/tower.py"
    path.write_text(path.read_text(encoding="utf-8").replace("12 //", f"{share} //"), encoding="utf-8")
    found = command("explore", "tower", "--scope", "stones", "--readings", "--json", project=tower).json["readings"]
    said = {row["reading"]["narrow"]: (row["states"], row["verdicts"]["never_true"]) for row in found}
    assert said == {"bears": (6, "VIOLATED"), "breaks": (0, "UNKNOWN")}


def test_a_scenario_is_not_blamed_for_its_scope(command: Command, tower: Path) -> None:
    scenarios = tower / "checks/tower/scenarios"
    scenarios.mkdir()
    text = 'scope = "thin"\n\n[[scenario]]\nname = "built"\nwhen = [{ action = "build", who = "Ann" }]\nthen.high = 1\n'
    (scenarios / "a.toml").write_text(text, encoding="utf-8")
    answer = command("scenario", "tower", project=tower)
    assert answer.code == 2
    assert answer.err.startswith("error: scope thin, where checks/tower/scenarios/a.toml:4 begins: no initial state: ")


def test_api(tower: Path) -> None:
    ruleset = Project.load(tower).ruleset("tower")
    with pytest.raises(UsageError, match="`Stone` has no member here"):
        ruleset.explore("bare")
    with pytest.raises(UsageError, match="no initial state"):
        ruleset.engine("bare")
    with pytest.raises(UsageError, match="no initial state"):
        list(ruleset.in_scope(ruleset.scope("bare")).initial())
    assert ruleset.explore("stones").states == 6
