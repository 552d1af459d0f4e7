"""Turns and games that end, by graphs without circles and numbers that fall; and plays that go round, which replay."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ruleslawyer.api import Project
from ruleslawyer.proof.cycles import Cycles
from ruleslawyer.proof.termination import EndingResult
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.semantics.trace import play
from tests.agree.written import written
from tests.bank import TINY, composed, fragment, table

PROJECTS = Path(__file__).parents[2] / "projects"
COUNTERS, HARBOUR = PROJECTS / "counters", PROJECTS / "harbour"
WAR = Path(__file__).parents[3] / "examples" / "war"
DOWN = '''
@state
class State:
    left: Annotated[int, Range(0, 9)]


@book.initial("1")
def start(s: State) -> None:
    s.left = 9


@book.action("2")
def down(s: State, who: Player) -> None:
    """Count down."""
    with effect("2"):
        s.left -= 1


@down.permit("2")
def may(s: State, who: Player) -> bool:
    return s.left > 0


@book.awaits
def whose(s: State) -> frozenset[Player]:
    return frozenset(Player)
'''


def endings(name: str, scope: str | None = None, project: Path = COUNTERS) -> dict[str, EndingResult]:
    found = Project.load(project).ruleset(name).terminates(scope, timeout=60.0)
    return {one.ending: one for one in found}


def test_euclids_subtraction_ends() -> None:
    """From 6 and 4 by 2 and 4 to 2 and 2: three states, two steps."""
    game = endings("euclid", "tiny")["every game ends"]
    assert (game.word, game.scope, game.longest, game.ranking, game.idle) == ("CERTIFICATE", "tiny", 2, (), ())
    assert game.reason.startswith("tiny has no circle among all its 3 states, and each game has ended after 2 actions")


def test_the_towers_come_to_rest() -> None:
    """A tower weighs as many moves as it takes: 1, 3, and 7, which is 2 to the power of n, less one: so many moves has
    each game."""
    game = endings("towers", "tiny")["every game ends"]
    assert (game.word, game.scope, game.longest) == ("CERTIFICATE", "tiny", 7)


@pytest.mark.parametrize(
    ("name", "scope", "actions"), [("euclid_swaps", "tiny", 2), ("towers_put_back", "tiny", 2), ("ring", "tiny", 3)]
)
def test_a_broken_version_goes_round(name: str, scope: str, actions: int) -> None:
    """Two numbers change places twice, work is split and put back, a token goes once round three players."""
    game = endings(name, scope)["every game ends"]
    assert game.word == "LASSO"
    assert game.lasso is not None and game.lasso.scope == "tiny"
    states, back = [game.lasso.trace.start.after, *(step.after for step in game.lasso.trace.steps)], game.lasso.back
    assert back is not None and states[-1] == states[back]
    assert len(states) - 1 - back == actions


def test_a_turn_that_ends_in_a_game_that_does_not() -> None:
    """Turns go round the table: each of them is one action and the duty that ends it."""
    found = endings("t58_turns", "tiny", TINY)
    assert [found[name].word for name in ("every turn ends", "every game ends")] == ["CERTIFICATE", "LASSO"]


def test_idle_actions_are_said() -> None:
    """Entering the room that one is in changes nothing, and keeps a game for ever; nothing else does."""
    game = endings("t55_possible", "tiny", TINY)["every game ends"]
    assert (game.word, game.idle) == ("LASSO", ("enter",))


def test_what_is_left_out_may_go_round() -> None:
    """A scope that switches rules off certifies nothing of the rules."""
    found = endings("t92_switches", "tiny", TINY)["every game ends"]
    assert found.word in ("HOLDS IN SCOPE", "LASSO")


def test_without_a_scope_it_is_asked_of_any_number(tmp_path: Path) -> None:
    """A counter that counts down is a number that falls, and there is no scope to explore."""
    project = written(tmp_path, "case", DOWN)
    (project / "case" / "scopes" / "tiny.toml").unlink()
    game = endings("case", None, project)["every game ends"]
    assert (game.word, game.scope) == ("CERTIFICATE", "any number")
    assert [number for number, _ in game.ranking] == ["sum left"]


def words_of(name: str, scope: str, reading: dict[str, str], rounds: Cycles | None, project: Path = COUNTERS,
             timeout: float = 30.0) -> tuple[EndingResult, ...]:  # fmt: skip
    limits = Limits(states=500)
    return Project.load(project).ruleset(name).terminates(scope, reading, timeout=timeout, limits=limits, rounds=rounds)


@pytest.mark.parametrize(("project", "name", "scope"), [(HARBOUR, "harbour", "small"), (WAR, "war", "n3"),
                                                        (COUNTERS, "well", "tiny")])  # fmt: skip
def test_explorations_are_shared_only_between_readings_that_are_alike(project: Path, name: str, scope: str) -> None:
    """Each option explored by itself, and all of them one after the other: the same verdicts, and plays of one length
    that replay under their own reading."""
    rounds = Cycles()
    questions = Project.load(project).ruleset(name).system.questions.values()
    for reading in ({}, *({q.name: option.name} for q in questions for option in q.options)):
        alone = words_of(name, scope, reading, None, project, 0.0)
        shared = words_of(name, scope, reading, rounds, project, 0.0)
        assert [(a.word, a.reason) for a in alone] == [(a.word, a.reason) for a in shared]
        for one in (one.lasso for one in shared if one.lasso):
            assert dict(one.trace.reading) == reading
            instances = tuple(step.instance for step in one.trace.steps)
            again = play(one.system, one.trace.start.instance, instances, back=one.back)
            assert again == one.trace


def test_until_heads() -> None:
    """A coin is flipped in turns until it shows heads: tails for ever has probability 0, and is shown all the same."""
    game = endings("t262_until_heads", project=TINY)["every game ends"]
    assert (game.word, game.scope) == ("ENDS WITH PROBABILITY 1", "tiny")
    assert game.lasso is not None
    assert game.lasso.actions == ("flip(heads=no)", "flip(heads=no)") and game.lasso.back == 0
    assert game.reason == "play can go round for ever, with probability 0: 2 actions lead back, in tiny"


def test_what_players_can_keep_up() -> None:
    """Whoever turns back whenever the walk lets him keeps it from its end, whatever chance does."""
    game = endings("t263_players_may_stay", project=TINY)["every game ends"]
    assert game.word == "LASSO" and game.lasso is not None
    assert game.lasso.actions == ("walk(right=yes)", "turn_back(who=Player0)")


def test_one_scope_in_which_players_can_is_enough(tmp_path: Path) -> None:
    """Probability 1 in a scope says nothing of another: where one coin has no heads a play goes round."""
    shutil.copytree(TINY / "t262_until_heads", tmp_path / "t262_until_heads")
    (tmp_path / "pyproject.toml").write_text(table("t262_until_heads"), encoding="utf-8")
    model = tmp_path / "t262_until_heads" / "model.py"
    text = fragment("t262_until_heads").replace("    next: Player\n", "    next: Player\n    fair: bool\n")
    falls = '    permit("3", as_it_falls=not heads or s.turn.fair)\n'
    text = text.replace('    with effect("3"):', falls + '    with effect("3"):')
    model.write_text(composed("t262_until_heads", text), encoding="utf-8")
    for scope, fair in (("tiny", "true"), ("unfair", "false")):
        said = "".join(f'Player.{a} = {{ next = "{b}", fair = {fair} }}\n' for a, b in (("Ann", "Bob"), ("Bob", "Ann")))
        place = model.parent / "scopes" / f"{scope}.toml"
        place.write_text(f'title = "Tiny"\n\n[sorts]\n{said}', encoding="utf-8")
    assert endings("t262_until_heads", "tiny", tmp_path)["every game ends"].word == "ENDS WITH PROBABILITY 1"
    both = endings("t262_until_heads", None, tmp_path)["every game ends"]
    assert both.word == "LASSO" and both.lasso is not None and both.lasso.scope == "unfair"
