# arguments that a decorator does not take
@buy.permit("4.2", because="so", unless="not so")
def a(s: State, buyer: Player, ship: Ship) -> bool:
    return True


@buy.domain("4.2")
def b(s: State, buyer: Player, ship: Ship) -> bool:
    return True


@buy.permit
def c(s: State, buyer: Player, ship: Ship) -> bool:
    return True


@harbour.action("4.2", at=Ship, passes=3)
def d(s: State, who: Player) -> None:
    """Nothing."""


@harbour.question()
def e(s: State) -> bool:
    ask()


@checks.leads_to("9.1", fair=(buy.each(who="ship"), 3))
def f(s: State) -> tuple[bool, bool]:
    return s.wind > 0, s.wind == 0
