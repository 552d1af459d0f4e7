"""The first to call: who may challenge may all at once, and when one has, nobody else may."""


@state
class State:
    claimed: bool
    challenger: Player | None


@moment("3")
class Claimed:
    """Somebody has claimed something."""

    by: Player


@book.action("2")
def claim(s: State, who: Player) -> None:
    """Claim it, once."""
    with effect("2"):
        s.claimed = True
        emit(s, Claimed(by=who))


@claim.permit("2")
def once(s: State, who: Player) -> bool:
    return not s.claimed


@book.trigger("3", on=Claimed, miss="4", first_only=True)
def challenge(s: State, who: Player, by: Player) -> None:
    """Call it a bluff."""
    with effect("3"):
        s.challenger = who


@challenge.when
def another(s: State, who: Player, by: Player) -> bool:
    return who != by


@checks.step("3", of=challenge)
def nobody_has(before: State, after: State, who: Player, by: Player) -> bool:
    return before.challenger is None


@checks.sometimes("4")
def nobody_did(s: State) -> bool:
    return s.claimed and s.challenger is None
