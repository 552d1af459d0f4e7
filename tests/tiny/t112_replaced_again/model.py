"""What replaces a deed is replaced in turn; deeds open and close a frame; a forbid that asks."""


class Mood(Enum):
    """How one is."""

    FRESH = "fresh"
    TIRED = "tired"


@state
class State:
    count: Annotated[int, Range(0)]


@book.ended("9")
def over(s: State) -> bool:
    """When it ends."""
    return s.count >= 3


@frame("2")
class Pause:
    awaits: frozenset[Player]
    since: Mood


@book.question("May one sleep in the dark?", "4")
def dark_sleep(s: State) -> bool:
    ask()


@dark_sleep.reading("no", default=True)
def no_sleep(s: State) -> bool | Silent:
    return False


@dark_sleep.reading("yes")
def yes_sleep(s: State) -> bool | Silent:
    return True


@book.deed("3")
def sleep(s: State, mood: Mood, whose: Player | None, sound: bool) -> None:
    with effect("3"):
        if whose is not None:
            open_frame(s, Pause(awaits=frozenset({whose}), since=mood))


@sleep.cannot("4", "nobody can")
def in_the_dark(s: State, mood: Mood, whose: Player | None, sound: bool) -> bool:
    return s.count == 2 and not dark_sleep(s)


@book.deed("3")
def doze(s: State, mood: Mood, whose: Player | None, sound: bool) -> None:
    with effect("3"):
        s.count += 1


@doze.instead("5", by=sleep)
def soundly(s: State, mood: Mood, whose: Player | None, sound: bool) -> bool:
    return sound


@book.deed("3")
def read(s: State, mood: Mood, whose: Player | None, sound: bool) -> None:
    with effect("3"):
        s.count += 2


@read.instead("5", by=doze)
def tired(s: State, mood: Mood, whose: Player | None, sound: bool) -> bool:
    return mood == Mood.TIRED


@book.deed("3")
def wake(s: State) -> None:
    with effect("3"):
        if is_open(s, Pause):
            close_frame(s, Pause)
            s.count += 1


@book.action("6")
def evening(s: State, who: Player, mood: Mood, sound: bool) -> None:
    with effect("6"):
        read(s, mood, who if s.count != 1 else None, sound)


@evening.permit("6")
def every_day(s: State, who: Player, mood: Mood, sound: bool) -> bool:
    return True


@book.action("7", at=Pause)
def rise(s: State, f: Pause, who: Player) -> None:
    with effect("7"):
        wake(s)


@rise.permit("7")
def tired_only(s: State, f: Pause, who: Player) -> bool:
    return f.since == Mood.TIRED
