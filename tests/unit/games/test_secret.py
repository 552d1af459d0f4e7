"""Values of games with hidden information: Kuhn's poker, Goofspiel, sealed games against another program; refusals."""

from __future__ import annotations

import shutil
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from ruleslawyer.front.worked import cookbook
from ruleslawyer.play.extensive.game import Extensive
from ruleslawyer.studies.games.secret import NoGameValue, guaranteed_payoffs
from tests.agree.written import system_written
from tests.bank import fragment
from tests.unit.extensive.tables import begun, played, ruleset, tiny

linprog = pytest.importorskip("scipy.optimize").linprog
SEALED = '''
@frame("2")
class Both:
    awaits: frozenset[Player]


class Way(Sort):
    number: int


@state
class State:
    chosen: Map[Player, Way | None]
    begun: bool


@book.awaits
def nobody_outside(s: State) -> frozenset[Player]:
    return frozenset()


@book.duty("2")
def ask_both(s: State) -> None:
    with effect("2"):
        s.begun = True
        open_frame(s, Both(awaits=frozenset(Player)))


@ask_both.when
def not_begun(s: State) -> bool:
    return not s.begun


@book.joint("3", at=Both)
def choose(s: State, f: Both, ways: Map[Player, Way]) -> None:
    with effect("3"):
        for p in Player:
            s.chosen[p] = ways[p]
        close_frame(s, Both)


@choose.seat(of="ways")
def way(s: State, f: Both, who: Player, which: Way) -> None:
    """One of them."""


@way.permit("3")
def any_way(s: State, f: Both, who: Player, which: Way) -> bool:
    return True


@book.ended("4")
def chosen(s: State) -> bool:
    return all(s.chosen[p] is not None for p in Player)


def number_of(s: State, who: Player) -> int:
    """What a player chose, as a number."""
    return the(w.number for w in Way if s.chosen[who] == w)


@book.payoff("5")
def gets(s: State, who: Player) -> int:
    first = number_of(s, the(p for p in Player if p.first))
    second = number_of(s, the(p for p in Player if not p.first))
    gain = 0{gains}
    return gain if who.first else {loss}
'''


def value(game: Extensive, *, uniform: bool = False, most: int = 50_000) -> tuple[Fraction, Fraction]:
    return guaranteed_payoffs(game, uniform=uniform, most=most, seconds=600)


def matrix_value(gains: np.ndarray) -> float:
    """The value of a matrix game to whoever chooses the row, by scipy."""
    rows, columns = gains.shape
    found = linprog(
        [*[0.0] * rows, -1.0],
        A_ub=np.hstack([-gains.T, np.ones((columns, 1))]), b_ub=np.zeros(columns),
        A_eq=[[*[1.0] * rows, 0.0]], b_eq=[1.0], bounds=[*[(0, None)] * rows, (None, None)],
    )  # fmt: skip
    return -float(found.fun)


def goofspiel(first: tuple[int, ...], second: tuple[int, ...], prize: int, ties: bool) -> float:
    """What Goofspiel is worth to the first by margins, round by round: after each all cards are known again."""
    if not first:
        return 0.0
    gains = np.array([
        [prize * (1 if a > b or (a == b and ties) else -1 if a < b else 0)
         + goofspiel(tuple(x for x in first if x != a), tuple(y for y in second if y != b), prize - 1, ties)
         for b in second] for a in first
    ])  # fmt: skip
    return matrix_value(gains)


def sealed(folder: Path, cards: int, ties: str) -> Extensive:
    scope = f"[sorts]\nPlayer.Ann = {{ ties = {ties} }}\nPlayer.Bob = {{ ties = false }}\n"
    scope += "".join(f"Bid.B{n} = {{ worth = {n} }}\n" for n in range(1, cards + 1)) + "Thing = 1\n"
    return Extensive(system_written(folder, "goofspiel", fragment("t261_sealed_margins").partition('"""\n')[2], scope))


def test_kuhns_poker() -> None:
    """-1/18 to whoever goes first (Kuhn 1950), in fractions."""
    game = Extensive(ruleset("bluff", cookbook()).transition_system("tiny"))
    assert value(game) == (Fraction(-1, 18), Fraction(1, 18))


def test_a_game_without_payoffs() -> None:
    """Bob, who has the queen in one of three deals, has to guess then, unless he was shown the third card: he wins with
    5/6, loses with 1/6."""
    assert value(Extensive(ruleset("peek", cookbook()).transition_system("tiny"))) == (Fraction(-2, 3), Fraction(2, 3))


def test_two_prizes_by_hand() -> None:
    """As `expected.toml` reckons."""
    assert value(tiny("t261_sealed_margins")) == (Fraction(5, 3), Fraction(-5, 3))


@pytest.mark.parametrize("ties", [False, True])
def test_goofspiel_of_three_cards(tmp_path: Path, ties: bool) -> None:
    """Where a tie is nobody's it is worth nothing, as both are in the same position; where it is Ann's, what matrix
    games solved one after the other say."""
    first, second = value(sealed(tmp_path, 3, "true" if ties else "false"))
    assert first == -second
    assert float(first) == pytest.approx(goofspiel((1, 2, 3), (1, 2, 3), 3, ties), abs=1e-9)
    assert (first > 0) == ties


@settings(max_examples=8, deadline=None)
@given(gains=arrays(np.int64, (3, 3), elements=st.integers(-3, 3)))
def test_sealed_choices_are_matrix_games(tmp_path_factory: pytest.TempPathFactory, gains: np.ndarray) -> None:
    game = sealed_choice(tmp_path_factory.mktemp("sealed"), gains)
    first, second = value(game)
    assert first == -second and float(first) == pytest.approx(matrix_value(gains.astype(float)), abs=1e-9)


def sealed_choice(folder: Path, gains: np.ndarray, loss: str = "-gain") -> Extensive:
    said = "".join(
        f" + ({int(gains[a, b])} if first == {a} and second == {b} else 0)" for a, b in product(range(3), repeat=2)
    )
    text = f"class Player(Sort):\n    first: bool\n\n\n{SEALED.replace('{gains}', said).replace('{loss}', loss)}"
    scope = "[sorts]\nPlayer.Ann = { first = true }\nPlayer.Bob = { first = false }\nThing = 1\n"
    scope += "".join(f"Way.W{n} = {{ number = {n} }}\n" for n in range(3))
    return Extensive(system_written(folder, "sealed", text, scope))


def test_who_has_won_by_payoffs(tmp_path: Path) -> None:
    """Whoever gets the most, and nobody where both get the same."""
    game = sealed_choice(tmp_path, np.array([[0, 1, -1]] * 3))
    won = {}
    for column in range(3):
        end = played(game, begun(game), 0, column)
        won[tuple(game.returns(end))] = sorted(game.winners(end))
    assert won == {(0, 0): [], (1, -1): [0], (-1, 1): [1]}


def test_what_has_no_such_value(tmp_path: Path) -> None:
    with pytest.raises(NoGameValue, match=r"payoffs do not add up to 0 \(1 and 2\)"):
        value(sealed_choice(tmp_path, np.ones((3, 3), int), loss="2"))
    with pytest.raises(NoGameValue, match="its plays have more than 20 places"):
        value(Extensive(ruleset("bluff", cookbook()).transition_system("tiny")), most=20)
    with pytest.raises(NoGameValue, match="two players alone"):
        value(tiny("t33_chance"))


def test_chance_without_probabilities(tmp_path: Path) -> None:
    shutil.copytree(cookbook(), tmp_path / "cookbook")
    model = tmp_path / "cookbook" / "model" / "bluff.py"
    model.write_text(model.read_text("utf-8").replace(', uniform="1"', ""), "utf-8")
    game = Extensive(ruleset("bluff", tmp_path / "cookbook").transition_system("tiny"))
    with pytest.raises(NoGameValue, match=r"no clause says how likely deal is here \(--uniform\)"):
        value(game)
    assert value(game, uniform=True) == (Fraction(-1, 18), Fraction(1, 18))
