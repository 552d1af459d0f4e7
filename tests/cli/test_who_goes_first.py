"""Where several may act at once, who goes first is nobody's decision: for best play, bots, libraries and `serve`."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer import open_spiel, pettingzoo
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.play.extensive.game import Extensive, Position
from ruleslawyer.rulebook.rulesets.loaded import LoadedProject, LoadedRuleset
from ruleslawyer.studies.games.bots import Opponents
from ruleslawyer.studies.games.kept import load_solution
from tests.agree.graphs import Graph, project
from tests.cli.command import Command

GRAB = Graph(3, ((0, 1, 1), (0, 2, 2), (0, 3, 2), (3, 2, 0)), ((1, frozenset({1})), (2, frozenset({2}))))
"""The second and the third are both awaited; whoever takes it first has won, or the third lets the first decide."""


@pytest.fixture(scope="module")
def grab(tmp_path_factory: pytest.TempPathFactory) -> LoadedRuleset:
    return LoadedProject.at(project(tmp_path_factory.mktemp("grab") / "net", GRAB)).ruleset("net")


@pytest.mark.parametrize("listed", [(0, 1), (1, 0)])
def test_a_race_is_refused_whoever_is_listed_first(command: Command, tmp_path: Path, listed: tuple[int, int]) -> None:
    """Whoever takes it has won. Each can force that if it goes first, and neither else."""
    first, second = listed
    graph = Graph(2, ((0, 1, first), (0, 2, second)), ((1, frozenset({first})), (2, frozenset({second}))))
    found = command("games", "net", "--best", "--json", project=project(tmp_path / "race", graph))
    assert found.code == 2
    assert "who goes first decides in scope `g0`, and no clause says it: Player0 and Player1 may both act" in found.err
    for name in ("Player0", "Player1"):
        assert f"{name} can force a win if {name} says who goes first, and cannot if others do" in found.err
    even = command("games", "net", "--best", "--uniform", project=tmp_path / "race")
    assert even.code == 0 and "assumed: where several may act, each is as likely to go first" in even.out
    assert "nobody can force a win from there; with best play nobody is ahead there" in even.out


def test_one_of_four_says_who_wins(command: Command, tmp_path: Path) -> None:
    """The fourth lets the first two win together, or the third alone, and cannot win: the others of each can see to it
    that it does not, and each but the fourth wins somewhere."""
    graph = Graph(4, ((0, 1, 3), (0, 2, 3)), ((1, frozenset({0, 1})), (2, frozenset({2}))))
    found = command("games", "net", "--best", project=project(tmp_path / "four", graph))
    assert found.code == 0
    worth = ", ".join(f"Player{seat} -1.0000" for seat in range(4))
    assert (
        f"each against all others together, nobody can force a win from there; with best play it is worth: {worth}"
        in (found.out)
    )
    assert "each for itself, for one: go(who=Player3, edge=Edge0); the game is over: Player0, Player1 won" in found.out
    assert "assumed: best play is each player's own" in found.out and "best play, for one" not in found.out


def test_openspiel_has_every_action_behind_a_node_of_chance(grab: LoadedRuleset) -> None:
    """Three edges leave the first place, one of the second player and two of the third."""
    state = open_spiel.load(grab, uniform=True).new_initial_state()
    assert state.is_chance_node() and [share for _, share in state.chance_outcomes()] == [0.5, 0.5]
    found, texts = dict[int, list[str]](), {str(state)}
    for outcome, _ in state.chance_outcomes():
        after = state.child(outcome)
        texts.add(str(after))
        seat = after.current_player()
        found[seat] = [after.action_to_string(seat, action) for action in after.legal_actions()]
    assert found == {
        1: ["go(who=Player1, edge=Edge0)"],
        2: ["go(who=Player2, edge=Edge1)", "go(who=Player2, edge=Edge2)"],
    }
    assert len(texts) == 3  # nodes are told apart by their texts
    with pytest.raises(UsageError, match="no clause says how likely Player1 goes first or Player2 goes first is here"):
        open_spiel.load(grab).new_initial_state().chance_outcomes()


def test_pettingzoo_asks_either_first(grab: LoadedRuleset) -> None:
    """That one of two is missed in 30 games has a chance of less than one in 500 millions."""
    env, first = pettingzoo.env(grab, uniform=True), set[str]()
    for seed in range(30):
        env.reset(seed=seed)
        first.add(env.agent_selection)
    assert first == {"Player1", "Player2"}
    with pytest.raises(UsageError, match="no clause says how likely Player1 goes first or Player2 goes first is here"):
        pettingzoo.env(grab).reset()


def test_serve_has_a_bot_for_each_that_is_awaited(
    command: Command, monkeypatch: pytest.MonkeyPatch, grab: LoadedRuleset
) -> None:
    """The bot plays for whom it is asked to, draws who goes first otherwise, and refuses who is not awaited."""

    def asked(*bots: Mapping[str, object]) -> list[Any]:
        begin = {"request": "initial", "args": {}}
        lines = [json.dumps(one) for bot in bots for one in (begin, {"request": "bot", "bot": "random", **bot})]
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("\n".join(lines).encode())))
        answers = [json.loads(line) for line in command("serve", "net", project=grab.root).out.splitlines()]
        assert answers[0]["awaits"] == ["Player1", "Player2"]
        return answers[1::2]

    named = asked({"player": "Player1"}, {"player": "Player2"})
    assert [one["taken"]["args"]["who"] for one in named] == ["Player1", "Player2"]
    drawn = asked(*({"seed": seed} for seed in range(30)))
    assert {one["taken"]["args"]["who"] for one in drawn} == {"Player1", "Player2"}
    assert "is the decision of" in str(asked({"player": "Player0"})[0]["error"])


def test_a_bot_at_the_table_may_go_first(grab: LoadedRuleset) -> None:
    """Who plays as the second against bots is not always asked first; asked again in the same state, as after undoing,
    the same one is first."""
    game = Extensive(grab.transition_system(""))
    state = game.beginnings[0][1]
    first = set[bool]()
    for seed in range(30):
        others = Opponents.for_seats(game, grab, "random", 1, by_itself=True, seed=seed)
        own = others.is_own(state)
        assert [others.is_own(state) for _ in range(3)] == [own] * 3
        choices = others.choices(state)
        assert choices is not None and len(choices) == own
        taken = others.next(state)
        assert (taken is None) == own and (taken is None or taken.args[0] == 2)
        first.add(own)
    assert first == {True, False}
    alone = Opponents.for_seats(game, grab, "", None, by_itself=True, seed=1)
    assert alone.is_own(state) and alone.choices(state) is None and alone.next(state) is None


def test_a_game_in_turns_has_no_such_node(tmp_path: Path) -> None:
    """One seat alone may act, though the text does not show that it is always so."""
    graph = Graph(2, ((0, 1, 0), (0, 2, 0), (1, 2, 1)), ((2, frozenset({1})),))
    game = Extensive(LoadedProject.at(project(tmp_path / "turns", graph)).ruleset("net").transition_system("g0"))
    found = game.decision(Position(game.beginnings[0][1]))
    assert found is not None and not found.is_order and (found.seat, len(found.moves)) == (0, 2)


def test_a_bot_that_is_not_installed_takes_nothing_from_what_is_kept(
    command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    graph = Graph(2, ((0, 1, 0), (0, 2, 0)), ((1, frozenset({0})), (2, frozenset({1}))))
    folder = project(tmp_path / "kept", graph)
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "ruleslawyer.studies.games.search", raising=False)
    found = command("games", "net", "--best", "--keep", project=folder)
    assert found.code == 0, found.err
    assert "with 40 games of random, 40 games of greedy\n" in found.out, "no word of a bot that nobody named"
    kept = load_solution(folder, "net")
    assert kept is not None and [one["bot"] for one in kept["bots"]] == ["random", "greedy"]
    assert kept["solved"]["beginnings"][0]["forces"] == {"Player0": 1, "Player1": None}
    named = command("games", "net", "--best", "--games", "2", "--bot", "mcts", project=folder)
    assert named.code == 2 and "the bot `mcts` needs OpenSpiel" in named.err
