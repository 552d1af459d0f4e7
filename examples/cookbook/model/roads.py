"""Map and movement: towns with roads between them, and a fare that several sentences make up.

1. Travellers begin in the capital, with three coins each. On his turn one takes a road to the next town, and pays.
2. The fare is one coin. Over a pass it is one more. A guide makes it one less, but it is never nothing.
3. Nobody crosses a pass in winter.
4. In place of travelling one rests: he gets a coin, up to three, and the season turns.
5. Whoever comes to the harbour first wins.
"""

from __future__ import annotations

from typing import Annotated

from ruleslawyer.lang import SILENT, Checks, Map, Range, Ruleset, Silent, Sort, effect, state, the

game = Ruleset("roads")
game.closed_world(assumed="what no sentence allows is not done")


class Player(Sort):
    """Who travels, who goes next, and whether he has a guide."""

    left: Player
    guide: bool


class Town(Sort):
    """A town and its neighbours: by road, and those of them that lie behind a pass. A scope draws the map."""

    roads: frozenset[Town]
    passes: frozenset[Town]


@state
class State:
    """Where everybody is, the money, whose turn it is, and the season; and the two towns that matter."""

    at: Map[Player, Town]
    coins: Map[Player, Annotated[int, Range(0, 3)]]
    turn: Player
    winter: bool
    harbour: Town


@game.initial("1")
def begin(s: State, first: Player, capital: Town, harbour: Town) -> None:
    """Any player begins; a scope says in `[initial]` which towns they are."""
    with effect("1"):
        s.turn = first
        s.harbour = harbour
        for p in Player:
            s.at[p] = capital
            s.coins[p] = 3


@begin.domain
def two_towns(s: State, first: Player, capital: Town, harbour: Town) -> bool:
    return capital != harbour


@game.awaits
def whoever_has_the_turn(s: State) -> frozenset[Player]:
    return frozenset({s.turn})


@game.ended("5")
def somebody_has_arrived(s: State) -> bool:
    return any(s.at[p] == s.harbour for p in Player)


@game.winners("5")
def whoever_has_arrived(s: State) -> frozenset[Player]:
    return frozenset(p for p in Player if s.at[p] == s.harbour)


@game.term("2")
def fare(s: State, who: Player, to: Town) -> int:
    """The price of a road; each sentence that changes it is a rule of its own."""
    return 1


@fare.adjust("2")
def over_a_pass(s: State, who: Player, to: Town) -> int | Silent:
    return 1 if to in s.at[who].passes else SILENT


@fare.adjust("2")
def with_a_guide(s: State, who: Player, to: Town) -> int | Silent:
    return -1 if who.guide else SILENT


@fare.at_least("2")
def never_nothing(s: State, who: Player, to: Town) -> int | Silent:
    return 1


@game.action("1")
def travel(s: State, who: Player, to: Town) -> None:
    """Take a road."""
    with effect("1"):
        s.coins[who] -= fare(s, who, to)
        s.at[who] = to
        s.turn = who.left


@travel.domain
def along_a_road(s: State, who: Player, to: Town) -> bool:
    """Without a road there is no such move at all."""
    return to in s.at[who].roads


@travel.permit("1")
def on_ones_turn(s: State, who: Player, to: Town) -> bool:
    return s.turn == who and s.coins[who] >= fare(s, who, to)


@travel.cannot("3", "nobody crosses a pass in winter")
def snowed_in(s: State, who: Player, to: Town) -> bool:
    return s.winter and to in s.at[who].passes


@game.action("4")
def rest(s: State, who: Player) -> None:
    """Get a coin, and let the season turn."""
    with effect("4"):
        s.coins[who] = min(s.coins[who] + 1, 3)
        s.winter = not s.winter
        s.turn = who.left


@rest.permit("4")
def in_place_of_travelling(s: State, who: Player) -> bool:
    return s.turn == who


checks = Checks(game)


@checks.sometimes("5")
def the_harbour_is_reached(s: State) -> bool:
    return somebody_has_arrived(s)


@checks.possible("5")
def the_harbour_can_be_reached(s: State) -> bool:
    """Wherever one stands and whatever is left."""
    return somebody_has_arrived(s)


@checks.step("3", of=travel, reached=the_harbour_is_reached)
def passes_are_for_summer(before: State, after: State, who: Player, to: Town) -> bool:
    return not before.winter or to not in before.at[who].passes


@checks.always("5", reached=the_harbour_is_reached)
def one_arrives(s: State) -> bool:
    """There is never more than one in the harbour: `the` would fail where there were two."""
    return not somebody_has_arrived(s) or the(p for p in Player if s.at[p] == s.harbour) in whoever_has_arrived(s)
