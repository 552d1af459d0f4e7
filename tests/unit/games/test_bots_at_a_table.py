"""Who decides besides the person: of a joint action nobody's part hangs on what another has chosen unseen."""

from __future__ import annotations

from collections import Counter

import pytest

from ruleslawyer.play.extensive.game import Extensive
from ruleslawyer.semantics.dice import Dice
from ruleslawyer.semantics.transition import Instance
from ruleslawyer.studies.games.bots import Opponents, player
from ruleslawyer.studies.games.simple import Random
from ruleslawyer.studies.games.table import PlayTable, Want
from tests.agree.written import system_written

PENNIES = '''
class Player(Sort):
    second: bool


class Side(Enum):
    HEADS = "heads"
    TAILS = "tails"


@state
class State:
    coins: Map[Player, Annotated[int, Range(0, 3)]]
    shown: bool


@frame("1")
class Showing:
    awaits: frozenset[Player]


@book.initial("1")
def begin(s: State) -> None:
    """Nothing is shown."""
    with effect("1"):
        s.shown = False


@book.ended("2")
def over(s: State) -> bool:
    """Both have shown."""
    return s.shown


@book.winners("2")
def has_a_coin(s: State) -> frozenset[Player]:
    """Who has the coin."""
    return frozenset(p for p in Player if s.coins[p] > 0)


@book.action("3")
def start(s: State, who: Player) -> None:
    """Ask for both."""
    with effect("3"):
        open_frame(s, Showing(awaits=frozenset(Player)))


@start.permit("3")
def at_first(s: State, who: Player) -> bool:
    """At first."""
    return True


@book.joint("4", at=Showing)
def show(s: State, f: Showing, sides: Map[Player, Side]) -> None:
    """The second player has a coin where both sides are the same, and else the first."""
    with effect("4"):
        for p in Player:
            same = all(sides[p] == sides[q] for q in Player)
            s.coins[p] = PRIZE if p.second == same else 0
        s.shown = True
        close_frame(s, Showing)


@show.seat(of="sides")
def side(s: State, f: Showing, who: Player, own: Side) -> None:
    """One side."""


@side.permit("4")
def any_side(s: State, f: Showing, who: Player, own: Side) -> bool:
    """Either."""
    return True
'''
SCOPE = "[sorts]\nPlayer = 2\nThing = 1\n\n[attributes.Player]\nsecond = [false, true]\n"
COINS = PlayTable(wants=(Want("coins", None, 1, "coins"),))


@pytest.fixture(scope="module")
def dearer(tmp_path_factory: pytest.TempPathFactory) -> Extensive:
    """Two heads are worth three coins; all else one."""
    text = PENNIES.replace("PRIZE", "(3 if all(sides[q] == Side.HEADS for q in Player) else 1)")
    return Extensive(system_written(tmp_path_factory.mktemp("dearer"), "dearer", text, SCOPE))


@pytest.fixture(scope="module")
def pennies(tmp_path_factory: pytest.TempPathFactory) -> Extensive:
    """Matching pennies: who knows what the first player has chosen always wins as the second."""
    text = PENNIES.replace("PRIZE", "1")
    return Extensive(system_written(tmp_path_factory.mktemp("pennies"), "pennies", text, SCOPE))


def answered(game: Extensive, name: str, own: int, part: int, seed: int) -> Instance:
    """What is taken where the person chooses a part of this number, and a bot the other seat's."""
    bot = player(name, game, COINS, seed, simulations=40)
    others = Opponents(game, Random(game, Dice(seed)), own, bot)
    ((_, first),) = game.beginnings
    state = game.take(first, game.allowed_instances(first)[0][0])
    assert state is not None
    parts = others.choices(state)
    assert parts is not None and len(parts) == 2
    taken = others.take(state, parts[part])
    taken = others.next(state) if taken is None else taken
    assert taken is not None
    return taken


@pytest.mark.parametrize("name", ["random", "greedy", "mcts"])
def test_a_bot_does_not_see_what_the_person_has_chosen(pennies: Extensive, name: str) -> None:
    """With the same seed it shows the same side, whichever the person has chosen; and not always the same one."""
    shown = Counter[int]()
    for seed in range(20):
        heads, tails = (answered(pennies, name, 0, part, seed).args[0] for part in range(2))
        assert (heads[0], tails[0]) == (0, 1)
        assert heads[1] == tails[1]
        shown[heads[1]] += 1
    assert set(shown) == {0, 1}


def test_greedy_weighs_a_part_by_all_that_others_may_choose(dearer: Extensive) -> None:
    """Heads bring the second player 3 or cost 1, so 1 on average; tails cost 1 or bring 1, so nothing."""
    for seed in range(10):
        for part in range(2):
            assert answered(dearer, "greedy", 0, part, seed).args[0][1] == 0
