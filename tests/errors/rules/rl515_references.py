# checks that refer to something else
@checks.step("4.3", of=price)
def a(before: State, after: State) -> bool:
    return True


@checks.always("4.3", reached=buy)
def b(s: State) -> bool:
    return True


@checks.leads_to("9.1", fair=(price,))
def c(s: State) -> tuple[bool, bool]:
    return s.wind > 0, s.wind == 0


@checks.step("4.3")
def d(before: State, after: State, ship: Ship) -> bool:
    return True
