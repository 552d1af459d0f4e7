# short forms where they mean nothing: not first, of what has no such clause, beside a name that is taken
@harbour.duty("5.5")
def pay(s: State) -> None:
    s.wind = 0
    when(s.phase == Phase.END)


@pay.when
def time_to_pay(s: State) -> bool:
    return s.phase == Phase.END


@harbour.duty("5.5")
def rest(s: State) -> None:
    domain(s.wind > 0)
    s.wind = 0


@harbour.question("which hour?")
def hour(s: State) -> int:
    return ask(
        late=says(s.wind, "late"),
        pay=says(True, "when it is paid", default=True),
    )
