"""Whether an action may be done, as properties ask it: whose turn it is, its domain, and the verdict with exceptions."""


class Lamp(Sort):
    """What is lit."""

    high: bool


class Player(Sort):
    """Who plays."""

    tall: bool


@state
class State:
    turn: Player
    lit: Map[Lamp, bool]


@book.initial("1")
def begin(s: State) -> None:
    """A begins."""
    with effect("1"):
        s.turn = the(p for p in Player if p.tall)


@book.awaits
def awaited(s: State) -> frozenset[Player]:
    """By turns."""
    return frozenset({s.turn})


@book.ended("9")
def over(s: State) -> bool:
    """Where all are lit."""
    return all(s.lit[lamp] for lamp in Lamp)


@book.action("2")
def light(s: State, who: Player, lamp: Lamp) -> None:
    """One more."""
    domain(not s.lit[lamp])
    permit("2", anybody_may=True)
    with effect("2"):
        s.lit[lamp] = True
        s.turn = the(p for p in Player if p != who)


@light.cannot("3", "the high lamp is no beginning")
def not_the_high_one_first(s: State, who: Player, lamp: Lamp) -> bool:
    return lamp.high and not any(s.lit[other] for other in Lamp)


@not_the_high_one_first.exception("4")
def the_tall_reach_it(s: State, who: Player, lamp: Lamp) -> bool:
    return who.tall


@book.action("5")
def wait(s: State, who: Player) -> None:
    """As long as it is dark."""
    permit("5", while_dark=not any(s.lit[lamp] for lamp in Lamp))
    with effect("5"):
        s.turn = the(p for p in Player if p != who)


@checks.always("9")
def only_whose_turn_it_is(s: State) -> bool:
    return not any(allows(light, s, p, lamp) and p != s.turn for p in Player for lamp in Lamp)


@checks.always("9")
def none_that_is_lit(s: State) -> bool:
    return not any(s.lit[lamp] and allows(light, s, p, lamp) for p in Player for lamp in Lamp)


@checks.always("9")
def the_high_one_is_never_first(s: State) -> bool:
    return any(s.lit[lamp] for lamp in Lamp) or not any(lamp.high and allows(light, s, s.turn, lamp) for lamp in Lamp)


@checks.always("9")
def the_small_wait_with_it(s: State) -> bool:
    return any(s.lit[lamp] for lamp in Lamp) or not any(
        lamp.high and allows(light, s, p, lamp) for p in Player if not p.tall for lamp in Lamp
    )


@checks.always("9")
def something_can_be_lit(s: State) -> bool:
    return over(s) != allows(light, s)


@checks.sometimes("9")
def the_small_light_the_high_one(s: State) -> bool:
    return any(lamp.high and allows(light, s, p, lamp) for p in Player if not p.tall for lamp in Lamp)


@checks.sometimes("9")
def both_at_once(s: State) -> bool:
    return all(allows(light, s, p) for p in Player)


@checks.step("9", of=light)
def could_have_waited(before: State, after: State, who: Player, lamp: Lamp) -> bool:
    return allows(wait, before, who)


@checks.possible("9")
def may_wait_yet(s: State) -> bool:
    return allows(wait, s)


@checks.leads_to("9")
def their_turn_ends(s: State, who: Player) -> tuple[bool, bool]:
    return allows(light, s, who), not allows(light, s, who)


@checks.eventually("9", fair=light)
def nothing_is_left(s: State) -> bool:
    return not allows(light, s)
