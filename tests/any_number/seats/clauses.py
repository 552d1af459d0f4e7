"""Clauses about seats that clash, and a deed that another takes the place of.

Right by hand: who is safe loses nothing, since a friend pays. Wrong: that nobody goes twice is so only where the
forbid prevails, which the book does not say.
"""


@state
class State:
    went: Map[Player, bool]
    twice: Map[Player, bool]
    safe: Map[Player, bool]
    lost: Map[Player, bool]
    paid: Map[Player, bool]
    thanked: Map[Player, bool]


@book.deed("2")
def pay_for(s: State, friend: Player) -> None:
    """Somebody pays."""
    with effect("2"):
        s.paid[friend] = True


@book.deed("3")
def rob(s: State, victim: Player) -> None:
    """Somebody loses."""
    with effect("3"):
        s.lost[victim] = True


@rob.instead("4", by=pay_for)
def is_safe(s: State, victim: Player) -> bool:
    return s.safe[victim]


@book.action("5")
def go(s: State, who: Player) -> None:
    """Go."""
    with effect("5"):
        s.twice[who] = s.went[who]
        s.went[who] = True


@go.permit("5")
def may_go(s: State, who: Player) -> bool:
    return True


@go.forbid("6")
def once(s: State, who: Player) -> bool:
    return s.went[who]


@book.action("7")
def attack(s: State, who: Player, at: Player) -> None:
    """One is robbed, and safe then."""
    with effect("7"):
        rob(s, at)
        s.safe[at] = True


@attack.permit("7")
def may_attack(s: State, who: Player, at: Player) -> bool:
    return not s.lost[at]


@book.action("8")
def hide(s: State, who: Player) -> None:
    """Safe."""
    with effect("8"):
        s.safe[who] = True


@hide.permit("8")
def may_hide(s: State, who: Player) -> bool:
    return not s.safe[who]


@book.settle("8")
def thank(s: State, friend: Player) -> None:
    """Who has paid is thanked."""
    with effect("8"):
        s.thanked[friend] = True


@thank.when
def has_paid(s: State, friend: Player) -> bool:
    return s.paid[friend] and not s.thanked[friend]


@checks.always("9")
def right_who_is_thanked_has_paid(s: State) -> bool:
    return all(s.paid[p] for p in Player if s.thanked[p])


@checks.step("9", of=attack)
def right_all_are_thanked_before(before: State, after: State, who: Player, at: Player) -> bool:
    return all(before.thanked[p] for p in Player if before.paid[p])


@checks.always("9")
def right_who_has_gone_twice_has_gone(s: State) -> bool:
    return all(s.went[p] for p in Player if s.twice[p])


@checks.step("9", of=attack)
def right_who_is_safe_loses_nothing(before: State, after: State, who: Player, at: Player) -> bool:
    return not before.safe[at] or not after.lost[at]


@checks.always("9")
def wrong_nobody_goes_twice(s: State) -> bool:
    return not any(s.twice[p] for p in Player)


@checks.always("9")
def wrong_nobody_is_thanked(s: State) -> bool:
    return not any(s.thanked[p] for p in Player)


@checks.step("9", of=attack)
def wrong_who_is_attacked_loses(before: State, after: State, who: Player, at: Player) -> bool:
    return after.lost[at]


@checks.step("9", of=attack)
def wrong_who_is_attacked_pays(before: State, after: State, who: Player, at: Player) -> bool:
    return after.paid[at]
