"""Who is struck twice is out, and is awaited no more; who is left alone has won. The turn skips who is out.

Right by hand: nobody who is out is awaited; a winner is in; who is out stays out.
"""


@state
class State:
    strikes: Map[Player, Annotated[int, Range(0, 2)]]
    on_turn: Player
    winner: Player | None
    last_struck: Player | None


@book.out("2")
def is_out(s: State, who: Player) -> bool:
    """Who is struck twice."""
    return s.strikes[who] == 2


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    """Who is on turn."""
    return frozenset({s.on_turn})


@book.ended("9")
def over(s: State) -> bool:
    """Somebody has won."""
    return s.winner is not None


@book.initial("1")
def begin(s: State, who: Player) -> None:
    """Somebody begins."""
    with effect("1"):
        s.on_turn = who


@book.action("2")
def strike(s: State, who: Player, at: Player, then: Player) -> None:
    """One is struck, and another is on turn."""
    with effect("2"):
        s.strikes[at] += 1
        s.last_struck = at
        s.on_turn = then


@strike.permit("2")
def may_strike(s: State, who: Player, at: Player, then: Player) -> bool:
    return at != who and then != at


@book.duty("3")
def last_one_wins(s: State) -> None:
    """Who is left alone has won."""
    with effect("3"):
        s.winner = the(p for p in Player if not is_out(s, p))


@last_one_wins.when
def one_is_left(s: State) -> bool:
    return s.winner is None and sum(1 for p in Player if not is_out(s, p)) == 1


@checks.always("5")
def right_a_winner_is_in(s: State) -> bool:
    return s.winner is None or not is_out(s, s.winner)


@checks.always("5")
def right_all_others_are_out(s: State) -> bool:
    return s.winner is None or all(is_out(s, p) for p in Player if p != s.winner)


@checks.step("5")
def right_who_is_out_stays_out(before: State, after: State) -> bool:
    return all(is_out(after, p) for p in Player if is_out(before, p))


@checks.step("5", of=strike)
def right_nobody_who_is_out_strikes(before: State, after: State, who: Player, at: Player, then: Player) -> bool:
    return not is_out(before, who) and not is_out(before, at)


@checks.always("5")
def right_who_is_on_turn_is_in(s: State) -> bool:
    return not is_out(s, s.on_turn)


@checks.always("6")
def wrong_nobody_is_out(s: State) -> bool:
    return not any(is_out(s, p) for p in Player)


@checks.always("6")
def wrong_nobody_wins(s: State) -> bool:
    return s.winner is None


@checks.always("6")
def wrong_one_alone_is_out(s: State) -> bool:
    return sum(1 for p in Player if is_out(s, p)) <= 1


@checks.step("6")
def wrong_strikes_alone_change_something(before: State, after: State) -> bool:
    return after.winner is None


@checks.always("6")
def wrong_the_last_struck_is_in(s: State) -> bool:
    return s.last_struck is None or not is_out(s, s.last_struck)


@checks.always("6")
def wrong_all_are_struck_alike(s: State) -> bool:
    return all(s.strikes[p] == s.strikes[s.on_turn] for p in Player)
