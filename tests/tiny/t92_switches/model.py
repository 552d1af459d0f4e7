"""Rules that a scope switches off, and what then is said of properties."""


@state
class State:
    money: Annotated[int, Range(0, 2)]
    hand: Annotated[int, Range(0, 1)]
    tired: bool


@book.initial("1")
def begin(s: State) -> None:
    """With nothing."""


@book.action("2")
def earn(s: State, who: Player) -> None:
    """Get a coin."""
    with effect("2"):
        s.money += 1


@earn.permit("2")
def below_two(s: State, who: Player) -> bool:
    return s.money < 2


@book.action("3")
def draw(s: State, who: Player) -> None:
    """Draw the one card."""
    with effect("3"):
        s.hand += 1


@draw.permit("3")
def none_in_hand(s: State, who: Player) -> bool:
    return s.hand == 0


@book.action("4")
def deploy(s: State, who: Player) -> None:
    """Pay for the card."""
    with effect("4"):
        s.money -= 1
        s.hand -= 1


@deploy.permit("4")
def can_be_paid(s: State, who: Player) -> bool:
    return s.money > 0 and s.hand > 0


@book.action("5")
def rest(s: State, who: Player) -> None:
    """Lie down."""
    with effect("5"):
        s.tired = True


@rest.permit("5")
def still_awake(s: State, who: Player) -> bool:
    return not s.tired


@book.duty("6")
def tax(s: State) -> None:
    """Too much money is taken away."""
    with effect("6"):
        s.money = 0


@tax.when
def too_much(s: State) -> bool:
    return s.money == 2


@checks.always("2")
def never_two(s: State) -> bool:
    return s.money < 2


@checks.always("2")
def never_three(s: State) -> bool:
    return s.money < 3


@checks.sometimes("2")
def some_money(s: State) -> bool:
    return s.money > 0


@checks.sometimes("3")
def card_in_hand(s: State) -> bool:
    return s.hand > 0


@checks.always("5")
def tired_or_awake(s: State) -> bool:
    return s.tired or not s.tired


@checks.step("5", of=rest)
def tires(before: State, after: State, who: Player) -> bool:
    return after.tired


@checks.step("3", of=draw)
def draws(before: State, after: State, who: Player) -> bool:
    return after.tired == before.tired


@checks.possible("5")
def can_rest(s: State) -> bool:
    return s.tired


@checks.leads_to("5")
def rests(s: State) -> tuple[bool, bool]:
    return not s.tired, s.tired
