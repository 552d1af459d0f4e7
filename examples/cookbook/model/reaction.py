"""Reaction window: a spell waits on the table until somebody has answered it, or all let it pass, each in his turn.

1. Whoever has the turn casts a spell; it lies on the table.
2. Before it works the others, in turn from the caster's left, may spend a charge to counter it; one counter is all.
3. A spell that nobody countered scores a point for its caster.
4. Then the spell leaves the table, and the next player has the turn.
5. Each player begins with one charge. The first with two points wins.
"""

from __future__ import annotations

from typing import Annotated

from ruleslawyer.lang import (
    Checks,
    Map,
    Range,
    Ruleset,
    Sort,
    close_frame,
    effect,
    emit,
    frame,
    moment,
    open_frame,
    state,
)

game = Ruleset("reaction")
game.closed_world(assumed="what no sentence allows is not done")


class Player(Sort):
    """Who plays, and who sits to his left."""

    left: Player


@state
class State:
    """Whose turn it is, and what players have."""

    turn: Player
    charges: Map[Player, Annotated[int, Range(0, 1)]]
    points: Map[Player, Annotated[int, Range(0, 2)]]


@frame("1")
class Spell:
    """A spell on the table: the window in which it may be answered. Nobody decides in it but by reacting."""

    awaits: frozenset[Player]
    caster: Player
    countered: bool


@moment("2")
class Cast:
    """A spell has been cast."""

    caster: Player


@game.initial("5")
def begin(s: State, first: Player) -> None:
    """Any player begins, and each has a charge."""
    with effect("5"):
        s.turn = first
        for p in Player:
            s.charges[p] = 1


@game.awaits
def whoever_has_the_turn(s: State) -> frozenset[Player]:
    return frozenset({s.turn})


@game.ended("5")
def somebody_has_two(s: State) -> bool:
    return any(s.points[p] == 2 for p in Player)


@game.winners("5")
def whoever_has_two(s: State) -> frozenset[Player]:
    return frozenset(p for p in Player if s.points[p] == 2)


@game.action("1")
def cast(s: State, who: Player) -> None:
    """Put a spell on the table, and let the others know."""
    with effect("1"):
        open_frame(s, Spell(awaits=frozenset(), caster=who, countered=False))
    with effect("2"):
        emit(s, Cast(caster=who))


@cast.permit("1")
def on_ones_turn(s: State, who: Player) -> bool:
    return s.turn == who


@game.trigger("2", on=Cast, miss="2", at=Spell, first_only=True)
def counter(s: State, f: Spell, who: Player, caster: Player) -> None:
    """Spend a charge; the spell does not work. Letting it pass is `miss_counter`."""
    with effect("2"):
        s.charges[who] -= 1
        f.countered = True


@counter.when("2")
def another_with_a_charge(s: State, f: Spell, who: Player, caster: Player) -> bool:
    """Who may react is settled as the spell is cast."""
    return who != caster and s.charges[who] > 0


@counter.order("2")
def beginning_to_his_left(s: State, f: Spell, who: Player, caster: Player) -> int:
    """The lowest number is asked first: of two or three players, whoever sits to the caster's left."""
    return 1 if who == caster.left else 2


@game.duty("3", at=Spell)
def resolve(s: State, f: Spell) -> None:
    """Runs when nobody is left to react."""
    if not f.countered:
        with effect("3"):
            s.points[f.caster] += 1
    with effect("4"):
        s.turn = s.turn.left
        close_frame(s, Spell)


@resolve.when
def always(s: State, f: Spell) -> bool:
    return True


checks = Checks(game)


@checks.sometimes("2")
def a_charge_is_spent(s: State) -> bool:
    return any(s.charges[p] == 0 for p in Player)


@checks.step("2", of=counter, reached=a_charge_is_spent)
def a_countered_spell_scores_nothing(before: State, after: State, who: Player, caster: Player) -> bool:
    """Whoever counters keeps the caster from his point."""
    return after.points[caster] == before.points[caster]


@checks.leads_to("5")
def somebody_wins(s: State) -> tuple[bool, bool]:
    """Charges run out, so the game ends however it is played."""
    return True, somebody_has_two(s)
