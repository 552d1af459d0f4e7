"""Three duties are due at once, and a clause says which comes first of each two whose order matters."""


@state
class State:
    amount: Annotated[int, Range(0, 9)]
    rounds: Annotated[int, Range(0, 1)]
    doubled: bool
    added: bool
    trebled: bool
    ready: bool


@book.initial("1")
def begin(s: State) -> None:
    """How it starts."""
    with effect("1"):
        s.amount = 1


@book.action("2")
def go(s: State, who: Player) -> None:
    """The round is over."""
    with effect("2"):
        s.ready = True


@go.permit("2")
def once(s: State, who: Player) -> bool:
    return not s.ready


@book.duty("3")
def double(s: State) -> None:
    """What is there doubles."""
    with effect("3"):
        s.amount = s.amount * 2
        s.doubled = True


@double.when
def to_be_doubled(s: State) -> bool:
    return s.ready and not s.doubled


@book.duty("4")
def count(s: State) -> None:
    """The round is counted: that changes nothing for the others."""
    with effect("4"):
        s.rounds += 1


@count.when
def to_be_counted(s: State) -> bool:
    return s.ready and s.rounds == 0


@book.duty("5", after=double, because="3.1: what is there doubles before more comes")
def add(s: State) -> None:
    """One more comes."""
    with effect("5"):
        s.amount += 1
        s.added = True


@add.when
def to_be_added(s: State) -> bool:
    return s.ready and not s.added


@book.duty("6", after=add, because="6: at last")
def treble(s: State) -> None:
    """What is there trebles, after all that."""
    with effect("6"):
        s.amount = s.amount * 3
        s.trebled = True


@treble.when
def to_be_trebled(s: State) -> bool:
    return s.ready and not s.trebled


@checks.always("5")
def nine_comes_out(s: State) -> bool:
    return s.amount == (9 if s.ready else 1)
