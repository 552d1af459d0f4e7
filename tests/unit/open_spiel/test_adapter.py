"""Rulebooks as games of OpenSpiel: its own test of the API, its own tic-tac-toe beside ours, refusals, equilibria."""

from __future__ import annotations

import pickle
import random
import runpy
import shutil
from pathlib import Path

import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

from ruleslawyer import open_spiel
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.front.worked import cookbook
from ruleslawyer.play.extensive import turns
from tests.bank import TINY
from tests.unit.extensive.tables import CLASSICS, ROOT, ruleset

EXAMPLES = ROOT / "examples" / "open_spiel"
RULEBOOKS = ("megacorp", "memesis", "mere_mortals", "daemons", "mnemonic")


@pytest.fixture(scope="module")
def names() -> list[str]:
    return open_spiel.register(ROOT)


@pytest.mark.parametrize("name", RULEBOOKS)
def test_random_sim_test(names: list[str], name: str) -> None:
    """OpenSpiel's test of its API: legal actions, chance, returns, copies, observations, states as texts."""
    game = pyspiel.load_game(f"ruleslawyer_{name}", {"scope": "tiny", "uniform": True, "longest": 60})
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def test_chance_without_probabilities_is_refused(names: list[str]) -> None:
    assert "ruleslawyer_daemons" in names
    with pytest.raises(UsageError, match="no clause says how likely the outcomes of roll, roll_a_tie, roll_anew are"):
        open_spiel.load(ruleset("daemons", ROOT))


def test_a_ruleset_is_named_as_pages_name_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a project that is named, else of this folder's; a name that none has is said with the nearest."""
    assert open_spiel.load("bluff", project=cookbook()).num_players() == 2
    monkeypatch.chdir(CLASSICS / "tictactoe")
    same = open_spiel.load(ruleset("tictactoe", CLASSICS / "tictactoe"), "board")
    assert open_spiel.load("tictactoe", "board").num_distinct_actions() == same.num_distinct_actions()
    with pytest.raises(UsageError, match="no ruleset `tictactoo`"):
        open_spiel.load("tictactoo")


def test_chance_with_probabilities_is_not() -> None:
    """The host of Mnemonic has a lot and shuffled libraries: each of the first two outcomes is as likely."""
    state = open_spiel.load(ruleset("ccg", ROOT)).new_initial_state()
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    shares = [share for _, share in state.chance_outcomes()]
    assert shares == [1 / len(shares)] * len(shares)


def test_as_openspiels_own_tictactoe() -> None:
    """The same legal actions, players, ends and returns along 100 random games; our ninth cell is their upper right."""
    game = open_spiel.load(ruleset("tictactoe", CLASSICS / "tictactoe"), "board")
    assert (game.num_distinct_actions(), game.get_type().chance_mode) == (
        18,
        pyspiel.GameType.ChanceMode.DETERMINISTIC,
    )
    other = pyspiel.load_game("tic_tac_toe")
    throws = random.Random(7)
    for _ in range(100):
        ours, theirs = game.new_initial_state(), other.new_initial_state()
        while not theirs.is_terminal():
            assert not ours.is_terminal()
            player = theirs.current_player()
            assert ours.current_player() == player
            # each seat has nine numbers of its own for the cells, row by row
            assert [action % 9 for action in ours.legal_actions()] == theirs.legal_actions()
            cell = throws.choice(theirs.legal_actions())
            ours.apply_action(cell + 9 * player)
            theirs.apply_action(cell)
        assert ours.is_terminal()
        assert ours.returns() == theirs.returns()


def test_ends_without_winner() -> None:
    """A fork leads into a dead end, another path to an event; a game that is cut off says so. Nobody gets anything."""
    state = open_spiel.load(ruleset("t56_deadlock")).new_initial_state()
    state.apply_action(state.legal_actions()[0])
    assert state.is_terminal() and state.returns() == [0.0]
    assert state.ending.startswith("a deadlock")
    state = open_spiel.load(ruleset("t24_unresolved")).new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert state.ending.startswith("the play broke off without a winner") and state.ending in str(state)
    state = open_spiel.load(ruleset("daemons", ROOT), uniform=True, longest=1).new_initial_state()
    state.apply_action(state.legal_actions()[0])
    assert state.is_terminal() and state.ending == "given up after 1 moves, without a winner"


def test_what_is_not_seen_is_not_told() -> None:
    """Of a sealed bid the other seat is told nothing; who bid knows it. Either may call for bids first."""
    game = open_spiel.load(ruleset("t29_joint"), uniform=True)
    states = [game.new_initial_state() for _ in range(2)]
    for bid, state in enumerate(states):
        state.apply_action(state.legal_actions()[0])
        state.apply_action(state.legal_actions()[0])
        state.apply_action(state.legal_actions()[bid])
    one, other = states
    assert one.current_player() == other.current_player() == 1
    assert one.information_state_string(1) == other.information_state_string(1)
    assert one.observation_tensor(1) == other.observation_tensor(1)
    assert one.information_state_string(0) != other.information_state_string(0)
    assert "reveal(bids=1)" in other.information_state_string(0)
    for state in states:
        state.apply_action(state.legal_actions()[-1])
    assert one.is_terminal() and one.returns() == [0.0, 0.0]


def test_another_reading() -> None:
    """Where the reading lets the clause win that permits it, the second may bid two with one coin."""
    numbers = []
    clash = "bid:any_amount/beyond"
    for reading in ({}, {clash: "permit"}, f"{clash}=permit", f"{clash}:permit", f" {clash} = permit ; "):
        state = open_spiel.load(ruleset("t30_seat_clash"), reading=reading, uniform=True).new_initial_state()
        for _ in range(3):  # the first seat goes first, and calls for bids
            state.apply_action(state.legal_actions()[0])
        numbers.append(len(state.legal_actions()))
    assert numbers == [2, 3, 3, 3, 3]
    with pytest.raises(UsageError, match="`permit` is not a choice"):
        open_spiel.load(ruleset("t30_seat_clash"), reading="permit", uniform=True)


def test_a_reading_in_the_text_of_a_game() -> None:
    """With a colon, as an `=` is OpenSpiel's own; what a game is called is read again, however it was given."""
    open_spiel.register(TINY)
    said = "ruleslawyer_t30_seat_clash", "bid:any_amount/beyond"
    games = [
        pyspiel.load_game(f"{said[0]}(reading={said[1]}:permit,uniform=true)"),
        pyspiel.load_game(said[0], {"reading": f"{said[1]}=permit", "uniform": True}),
    ]
    assert len({str(game) for game in games}) == 1
    state = pyspiel.load_game(str(games[1])).new_initial_state()
    for _ in range(3):
        state.apply_action(state.legal_actions()[0])
    assert len(state.legal_actions()) == 3


def test_a_state_is_written_down_and_read(names: list[str]) -> None:
    assert names
    game = pyspiel.load_game("ruleslawyer_daemons", {"scope": "tiny", "uniform": True})
    state = game.new_initial_state()
    for _ in range(5):
        state.apply_action(state.legal_actions()[-1])
    node = pickle.loads(pickle.dumps(state.node))
    assert (node.position, node.length) == (state.node.position, 5)
    assert node.history_of(0) == state.node.history_of(0)


def test_whole_decks_are_numbered() -> None:
    assert open_spiel.load(ruleset("megacorp", ROOT), "full_decks", uniform=True).num_distinct_actions() > 1_000


def test_too_many_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where an action has more choices than are numbered, it is refused."""
    monkeypatch.setattr(turns, "MOST", 3)
    with pytest.raises(UsageError, match="put has 18 choices in scope `board`; 3 are numbered at most"):
        open_spiel.load(ruleset("tictactoe", CLASSICS / "tictactoe"), "board")


def test_regret_minimisation_nears_an_equilibrium(capsys: pytest.CaptureFixture[str]) -> None:
    """What a best answer gains falls below a third of what it gains against even play."""
    main = runpy.run_path(str(EXAMPLES / "cfr.py"))["main"]
    left = main("daemons", "burn", "10", "12")
    first = float(capsys.readouterr().out.split("exploitability ")[1].split()[0])
    assert 0 <= left < first / 3


def test_the_search_wins_against_random_moves() -> None:
    """Of eight games with random moves at least six: with even chances that happens in less than one of six trials."""
    won, lost = runpy.run_path(str(EXAMPLES / "mcts_against_random.py"))["main"]("daemons", "tiny", "8")
    assert won >= 6 and lost == 0


def test_a_project_by_its_folder() -> None:
    assert open_spiel.register(CLASSICS / "tictactoe") == ["ruleslawyer_tictactoe"]
    with pytest.raises(UsageError):
        open_spiel.register(Path("/"))


def test_as_openspiels_own_poker() -> None:
    """Kuhn's poker: the same returns at the end of each of 30 plays, and regret minimisation nears -1/18."""
    game = open_spiel.load(ruleset("bluff", cookbook()), zero_sum=True)
    assert (game.get_type().utility, game.utility_sum()) == (pyspiel.GameType.Utility.ZERO_SUM, 0.0)
    ends = walked(game.new_initial_state(), pyspiel.load_game("kuhn_poker").new_initial_state())
    assert len(ends) == 30 and len({tuple(end) for end in ends}) == 4
    solver = cfr.CFRSolver(game)
    for _ in range(300):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    value = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
    assert value[0] == pytest.approx(-1 / 18, abs=0.003)
    assert exploitability.exploitability(game, policy) < 0.01


def walked(ours: pyspiel.State, theirs: pyspiel.State) -> list[list[float]]:
    """What all get at each end, which is the same in both: 1 is a bet there, and 0 none."""
    assert ours.is_terminal() == theirs.is_terminal()
    if ours.is_terminal():
        assert ours.returns() == theirs.returns()
        return [ours.returns()]
    assert ours.current_player() == theirs.current_player()
    moves = {ours.action_to_string(ours.current_player(), number): number for number in ours.legal_actions()}
    if ours.is_chance_node():
        pairs = list(zip(ours.legal_actions(), theirs.legal_actions(), strict=True))
    else:
        pairs = [(number, int(text.startswith("bet"))) for text, number in moves.items()]
    return [end for mine, its in pairs for end in walked(ours.child(mine), theirs.child(its))]


def test_payoffs_that_do_not_cancel(tmp_path: Path) -> None:
    """What whoever loads a game promises of its payoffs is held to: here both have put in a chip more."""
    shutil.copytree(cookbook(), tmp_path / "cookbook")
    model = tmp_path / "cookbook" / "model" / "bluff.py"
    model.write_text(model.read_text("utf-8").replace("else -s.chips[who]", "else -s.chips[who] - 1"), "utf-8")
    rules = ruleset("bluff", tmp_path / "cookbook")
    assert open_spiel.load(rules).get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
    state = open_spiel.load(rules, zero_sum=True).new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(ValueError, match="payoffs add up to -1 where the game is over"):
        state.returns()
