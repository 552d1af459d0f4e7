# duties that are never due together, and what is no duty
@harbour.duty("5.5", at=Storm)
def calm_down(s: State, storm: Storm) -> None:
    with effect("5.5"):
        s.wind = 0


@calm_down.when
def it_blows(s: State, storm: Storm) -> bool:
    return s.wind > 0


@harbour.duty("5.5", after=(calm_down, buy, finish), because="5.5: at last")
def sail_home(s: State) -> None:
    with effect("5.5"):
        s.phase = Phase.BUY


@sail_home.when
def it_is_late(s: State) -> bool:
    return s.phase == Phase.END
