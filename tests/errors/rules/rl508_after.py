# an order of duties without a reason, a reason of none, and one that is no text
@harbour.duty("5.5", after=finish)
def sail_home(s: State) -> None:
    with effect("5.5"):
        s.phase = Phase.BUY


@sail_home.when
def it_is_late(s: State) -> bool:
    return s.phase == Phase.END


@harbour.duty("5.5", because="5.5: at last")
def tie_up(s: State) -> None:
    with effect("5.5"):
        s.phase = Phase.BUY


@tie_up.when
def it_is_later(s: State) -> bool:
    return s.phase == Phase.END


@harbour.duty("5.5", after=tie_up, because=CALM)
def go_to_bed(s: State) -> None:
    with effect("5.5"):
        s.phase = Phase.BUY


@go_to_bed.when
def it_is_late_at_night(s: State) -> bool:
    return s.phase == Phase.END
