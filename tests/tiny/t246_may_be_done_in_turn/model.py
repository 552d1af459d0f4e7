"""Whether an action may be done: by chance, in a frame, in reaction, with a number, and as the reading has it."""


class Player(Sort):
    """Who plays."""

    first: bool


@state
class State:
    rolled: Annotated[int, Range(0, 2)]
    answered: Player | None
    objected: bool


@frame("3")
class Asking:
    awaits: frozenset[Player]


@moment("3")
class Answered:
    """Somebody has answered."""

    by: Player


@book.awaits
def awaited(s: State) -> frozenset[Player] | Chance:
    """Chance begins."""
    return CHANCE if s.rolled == 0 else frozenset(Player)


@book.chance("2")
def roll(s: State, number: Annotated[int, Range(1, 2)]) -> None:
    """One for the first player, or two for both."""
    with effect("2"):
        s.rolled = number
        open_frame(s, Asking(awaits=frozenset(p for p in Player if p.first or number == 2)))


@book.action("3", at=Asking)
def answer(s: State, f: Asking, who: Player) -> None:
    """One of those who are asked."""
    with effect("3"):
        s.answered = who
        close_frame(s, Asking)
        emit(s, Answered(by=who))


@answer.permit("3")
def whoever_is_asked(s: State, f: Asking, who: Player) -> bool:
    return True


@answer.forbid("4")
def the_first_lets_others(s: State, f: Asking, who: Player) -> bool:
    return s.rolled == 2 and who.first


@book.trigger("5", on=Answered, miss="6")
def objection(s: State, who: Player, by: Player) -> None:
    """Against the answer of another."""
    with effect("5"):
        s.objected = True


@objection.when
def of_another(s: State, who: Player, by: Player) -> bool:
    return who != by


@checks.always("9")
def chance_rolls_once(s: State) -> bool:
    return allows(roll, s, 1) == (s.rolled == 0)


@checks.always("9")
def no_more_than_two(s: State) -> bool:
    return not allows(roll, s, s.rolled + 3) and not allows(roll, s, s.rolled)


@checks.always("9")
def answers_only_who_is_asked(s: State) -> bool:
    return is_open(s, Asking) or not allows(answer, s)


@checks.sometimes("9")
def the_first_answers_beside_others(s: State) -> bool:
    return s.rolled == 2 and any(p.first and allows(answer, s, p) for p in Player)


@checks.always("9")
def objects_who_has_not_answered(s: State) -> bool:
    return not any(allows(objection, s, p, by) and (p == by or s.answered != by) for p in Player for by in Player)


@checks.possible("9")
def somebody_may_object(s: State) -> bool:
    return allows(objection, s)
