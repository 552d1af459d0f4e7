"""A lock at a desk: whoever asks may be granted it, takes it, gives it back, and the desk collects it.

After the lock server of mypyvy (examples/lockserv.pyv) and of Feldman, Wilcox, Shoham and Sagiv, "Inferring inductive
invariants from phase structures" (CAV 2019). One lemma is written, a count, in place of their eight: the lock is in one
place.
"""


@state
class State:
    asked: frozenset[Player]
    granted: frozenset[Player]
    returned: frozenset[Player]
    holds: frozenset[Player]
    desk: bool


@book.initial("1")
def begin(s: State) -> None:
    """It lies at the desk."""
    with effect("1"):
        s.desk = True


@book.action("2")
def ask_for_it(s: State, who: Player) -> None:
    """Anybody may ask."""
    with effect("2"):
        s.asked = s.asked | frozenset({who})


@ask_for_it.permit("2")
def may_ask(s: State, who: Player) -> bool:
    return who not in s.asked


@book.action("3")
def grant(s: State, who: Player) -> None:
    """The desk sends it to one who asked."""
    with effect("3"):
        s.desk = False
        s.asked = s.asked - frozenset({who})
        s.granted = s.granted | frozenset({who})


@grant.permit("3")
def lies_there(s: State, who: Player) -> bool:
    return s.desk and who in s.asked


@book.action("4")
def take(s: State, who: Player) -> None:
    """It comes."""
    with effect("4"):
        s.granted = s.granted - frozenset({who})
        s.holds = s.holds | frozenset({who})


@take.permit("4")
def was_sent(s: State, who: Player) -> bool:
    return who in s.granted


@book.action("5")
def give_back(s: State, who: Player) -> None:
    """It is sent back."""
    with effect("5"):
        s.holds = s.holds - frozenset({who})
        s.returned = s.returned | frozenset({who})


@give_back.permit("5")
def has_it(s: State, who: Player) -> bool:
    return who in s.holds


@book.action("6")
def collect(s: State, who: Player) -> None:
    """The desk has it again."""
    with effect("6"):
        s.returned = s.returned - frozenset({who})
        s.desk = True


@collect.permit("6")
def came_back(s: State, who: Player) -> bool:
    return who in s.returned


@checks.always("7")
def right_it_is_in_one_place(s: State) -> bool:
    return len(s.granted) + len(s.returned) + len(s.holds) + (1 if s.desk else 0) == 1


@checks.always("7")
def right_one_holds_it(s: State) -> bool:
    return len(s.holds) <= 1


@checks.always("8")
def wrong_one_asks(s: State) -> bool:
    return len(s.asked) <= 1


@checks.always("8")
def wrong_it_is_not_held(s: State) -> bool:
    return len(s.granted) + len(s.returned) + (1 if s.desk else 0) == 1
