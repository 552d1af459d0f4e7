"""An order of turns as a pile: who has played goes under it, who is out is taken from it, and it may be turned over.

Right by hand: who is out is in no order, and who is on turn is its top.
"""


@state
class State:
    order: Pile[Player]
    out: Map[Player, bool]
    last: Player | None
    turned: bool


@book.initial("1")
def begin(s: State, a: Player) -> None:
    """One plays, and the others come later."""
    with effect("1"):
        s.order = s.order.with_bottom(a)
        for p in Player:
            s.out[p] = p not in s.order


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    """Who is on turn."""
    return frozenset({s.order.top}) if len(s.order) > 0 else frozenset()


@book.ended("9")
def over(s: State) -> bool:
    """Nobody is left."""
    return len(s.order) == 0


@book.action("2")
def play(s: State, who: Player) -> None:
    """A turn."""
    with effect("2"):
        s.last = who
        s.order = s.order.without_top().with_bottom(who)


@play.permit("2")
def may_play(s: State, who: Player) -> bool:
    return True


@book.action("3")
def leave(s: State, who: Player) -> None:
    """Out of the game."""
    with effect("3"):
        s.out[who] = True
        s.order = s.order.without(who)


@leave.permit("3")
def may_leave(s: State, who: Player) -> bool:
    return True


@book.action("4")
def turn_over(s: State, who: Player) -> None:
    """The other way round."""
    with effect("4"):
        s.order = s.order.reversed()
        s.turned = True


@turn_over.permit("4")
def may_turn(s: State, who: Player) -> bool:
    return not s.turned


@book.action("4")
def turn_the_rest(s: State, who: Player) -> None:
    """All but who is on turn, the other way round."""
    with effect("4"):
        s.order = s.order.without_top().reversed().with_top(who)


@turn_the_rest.permit("4")
def may_turn_the_rest(s: State, who: Player) -> bool:
    return len(s.order) > 1


@book.action("5")
def come_back(s: State, who: Player, other: Player) -> None:
    """Somebody comes back, and is on turn."""
    with effect("5"):
        s.out[other] = False
        s.order = s.order.with_top(other)


@come_back.permit("5")
def may_come(s: State, who: Player, other: Player) -> bool:
    return s.out[other]


@checks.always("6")
def right_who_is_out_has_no_turn(s: State) -> bool:
    return all(s.out[p] == (p not in s.order) for p in Player)


@checks.step("6", of=play)
def right_who_is_on_turn_plays(before: State, after: State, who: Player) -> bool:
    return who == before.order.top and not before.out[who]


@checks.step("6", of=play)
def right_as_many_as_before(before: State, after: State, who: Player) -> bool:
    return len(after.order) == len(before.order)


@checks.step("6", of=leave)
def right_one_less(before: State, after: State, who: Player) -> bool:
    return len(after.order) == len(before.order) - 1


@checks.step("6", of=come_back)
def right_who_comes_back_is_on_turn(before: State, after: State, who: Player, other: Player) -> bool:
    return after.order.top == other


@checks.step("7", of=leave)
def wrong_who_leaves_stays_on_turn(before: State, after: State, who: Player) -> bool:
    return len(after.order) == 0 or after.order.top == who


@checks.step("7", of=play)
def wrong_who_played_is_on_turn_again(before: State, after: State, who: Player) -> bool:
    return after.order.top == who


@checks.step("7", of=play)
def wrong_another_is_on_turn(before: State, after: State, who: Player) -> bool:
    return after.order.top != who


@checks.step("7", of=turn_over)
def wrong_turned_over_it_has_the_same_top(before: State, after: State, who: Player) -> bool:
    return after.order.top == before.order.top


@checks.step("7", of=turn_over)
def wrong_turned_over_it_is_the_same(before: State, after: State, who: Player) -> bool:
    return after.order == before.order


@checks.step("7", of=turn_over)
def wrong_turned_over_its_bottom_stays(before: State, after: State, who: Player) -> bool:
    return before.order.bottom == before.order.top


@checks.step("6", of=turn_the_rest)
def right_who_is_on_turn_stays(before: State, after: State, who: Player) -> bool:
    return after.order.top == who and len(after.order) == len(before.order)


@checks.step("7", of=turn_the_rest)
def wrong_the_rest_turned_is_the_same(before: State, after: State, who: Player) -> bool:
    return after.order == before.order


@checks.step("7", of=play)
def wrong_all_are_in_as_one_plays(before: State, after: State, who: Player) -> bool:
    return all(p in before.order for p in Player)


@checks.always("7")
def wrong_somebody_is_left(s: State) -> bool:
    return len(s.order) > 0


@checks.always("7")
def wrong_who_played_is_in(s: State) -> bool:
    return s.last is None or s.last in s.order


@checks.always("7")
def wrong_nobody_is_out(s: State) -> bool:
    return all(p in s.order for p in Player)
