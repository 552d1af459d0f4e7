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


@checks.leads_to("9.1", fair=(buy, buy.each("byer")))
def e(s: State) -> tuple[bool, bool]:
    return s.wind > 0, s.wind == 0


@checks.leads_to("9.1", strongly_fair=(reveal.each("bids"), buy.each("ship", "ship"), buy.each(), buy.each(3)))
def f(s: State) -> tuple[bool, bool]:
    return s.wind > 0, s.wind == 0


@checks.leads_to("9.1", fair=price.each("ship"))
def g(s: State) -> tuple[bool, bool]:
    return s.wind > 0, s.wind == 0
