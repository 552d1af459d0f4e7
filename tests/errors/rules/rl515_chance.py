# chance where it is fair by nature
@checks.leads_to("9.1", strongly_fair=CHANCE)
def f(s: State) -> tuple[bool, bool]:
    return s.wind > 0, s.wind == 0


@checks.leads_to("9.1", fair=(CHANCE, buy))
def g(s: State) -> tuple[bool, bool]:
    return s.wind > 0, s.wind == 0
