"""A bridge with a single lane, cars from both sides that come again and again, and the order in which they wait.

After SingleLaneBridge.tla; the places are a circle, and some of them in a row are the bridge. TLC counts a transition
for each way in which a guard holds, and enters the bridge once for every car that there is.
"""

from __future__ import annotations

from ruleslawyer.lang import Checks, Map, Pile, Ruleset, Sort, permit, state

bridge = Ruleset("bridge")
bridge.closed_world(assumed="nothing happens but what a rule describes")


class Place(Sort):
    """A place of the circle, and those beside it; cars begin at either end."""

    up: Place
    down: Place
    bridge: bool
    lowest: bool
    highest: bool


class Player(Sort):
    """A car, and which way it goes."""

    goes_up: bool


@state
class State:
    at: Map[Player, Place]
    waiting: Pile[Player]


@bridge.initial("1")
def begin(s: State) -> None:
    """No end is beside the bridge."""
    for c in Player:
        for p in Place:
            if (c.goes_up and p.lowest) or (not c.goes_up and p.highest):
                s.at[c] = p


def ahead(c: Player, p: Place) -> Place:
    """Where it comes from there."""
    return p.up if c.goes_up else p.down


def is_free(s: State, c: Player) -> bool:
    """Whether nobody is where it comes next."""
    return all(s.at[d] != ahead(c, s.at[c]) for d in Player)


@bridge.action("2")
def drive(s: State, who: Player) -> None:
    """Outside the bridge as one likes, on it where nobody is; who comes before the bridge waits."""
    permit("2", not ahead(who, s.at[who]).bridge or (s.at[who].bridge and is_free(s, who)))
    s.at[who] = ahead(who, s.at[who])
    if ahead(who, s.at[who]).bridge and not s.at[who].bridge:
        s.waiting = s.waiting.with_bottom(who)


@bridge.action("3")
def enter(s: State, who: Player) -> None:
    """Who waits longest, behind those who go the same way."""
    permit(
        "3",
        len(s.waiting) > 0
        and s.waiting.top == who
        and all(not s.at[c].bridge or c.goes_up == who.goes_up for c in Player)
        and is_free(s, who),
    )
    s.waiting = s.waiting.without_top()
    s.at[who] = ahead(who, s.at[who])


checks = Checks(bridge)


@checks.always("4")
def no_two_in_one_place(s: State) -> bool:
    return all(c == d or not s.at[c].bridge or s.at[c] != s.at[d] for c in Player for d in Player)


@checks.always("4")
def all_go_the_same_way(s: State) -> bool:
    return all(c.goes_up == d.goes_up or not s.at[c].bridge or not s.at[d].bridge for c in Player for d in Player)


@checks.leads_to("5", fair=(drive.each("who"), enter))
def each_leaves_the_bridge(s: State, c: Player) -> tuple[bool, bool]:
    return s.at[c].bridge, not s.at[c].bridge


@checks.leads_to("5", fair=(drive.each("who"), enter))
def each_comes_to_the_bridge(s: State, c: Player) -> tuple[bool, bool]:
    return not s.at[c].bridge, s.at[c].bridge


@checks.leads_to("5", fair=(drive, enter))
def each_comes_though_nobody_has_to_drive(s: State, c: Player) -> tuple[bool, bool]:
    return not s.at[c].bridge, s.at[c].bridge
