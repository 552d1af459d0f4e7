"""A bid of all who are asked, at once: each seat is judged by its own clause, and who is not asked has none.

Right by hand: who is not asked bids nothing; nobody bids two, nor beyond the limit.
"""


class Player(Sort):
    asked: bool


@state
class State:
    purse: Map[Player, Annotated[int, Range(0, 3)]]
    paid: Map[Player, Annotated[int, Range(0)]]
    pot: int
    bids: Annotated[int, Range(0, 2)]


@frame("2")
class Auction:
    awaits: frozenset[Player]
    limit: Annotated[int, Range(0, 3)]


@book.initial("1")
def begin(s: State) -> None:
    """Three each."""
    with effect("1"):
        for p in Player:
            s.purse[p] = 3


@book.ended("9")
def over(s: State) -> bool:
    """After two auctions."""
    return s.bids == 2


@book.action("2")
def call(s: State, who: Player, limit: Annotated[int, Range(0, 3)]) -> None:
    """Those who are asked bid."""
    with effect("2"):
        open_frame(s, Auction(awaits=frozenset(p for p in Player if p.asked), limit=limit))


@call.permit("2")
def called(s: State, who: Player, limit: int) -> bool:
    return True


@book.joint("3", at=Auction)
def reveal(s: State, f: Auction, bids: Map[Player, Annotated[int, Range(0, 3)]]) -> None:
    """All bids at once, and all are paid."""
    with effect("3"):
        for p in f.awaits:
            s.paid[p] = bids[p]
            lose(s.purse, p, bids[p])
        s.pot += sum(bids[p] for p in f.awaits)
        s.bids += 1
        close_frame(s, Auction)


@reveal.seat(of="bids")
def bid(s: State, f: Auction, who: Player, amount: int) -> None:
    """One bid."""


@bid.domain
def up_to_the_limit(s: State, f: Auction, who: Player, amount: int) -> bool:
    return amount <= f.limit


@bid.permit("4")
def can_be_paid(s: State, f: Auction, who: Player, amount: int) -> bool:
    return who.asked and amount <= s.purse[who] and amount != 2


@checks.always("5")
def right_who_is_not_asked_pays_nothing(s: State) -> bool:
    return all(s.paid[p] == 0 and s.purse[p] == 3 for p in Player if not p.asked)


@checks.step("5", of=reveal)
def right_within_the_limit(before: State, after: State, bids: Map[Player, Annotated[int, Range(0, 3)]]) -> bool:
    return all(after.paid[p] <= frame_of(before, Auction).limit for p in Player if p.asked)


@checks.step("5", of=reveal)
def right_purses_shrink_by_what_is_paid(
    before: State, after: State, bids: Map[Player, Annotated[int, Range(0, 3)]]
) -> bool:
    return all(after.purse[p] == before.purse[p] - after.paid[p] for p in Player if p.asked)


@checks.step("5", of=reveal)
def right_the_pot_grows_by_all_bids(
    before: State, after: State, bids: Map[Player, Annotated[int, Range(0, 3)]]
) -> bool:
    return after.pot == before.pot + sum(bids[p] for p in frame_of(before, Auction).awaits)


@checks.step("5", of=reveal)
def right_two_is_no_bid(before: State, after: State, bids: Map[Player, Annotated[int, Range(0, 3)]]) -> bool:
    return all(after.paid[p] != 2 for p in frame_of(before, Auction).awaits)


@checks.always("5")
def right_only_the_asked_are_awaited(s: State) -> bool:
    return not is_open(s, Auction) or all(p.asked for p in frame_of(s, Auction).awaits)


@checks.always("6")
def wrong_nobody_bids(s: State) -> bool:
    return s.bids == 0


@checks.always("5")
def right_nobody_pays_less_than_nothing(s: State) -> bool:
    return all(s.paid[p] >= 0 for p in Player)


@checks.always("6")
def wrong_all_are_asked_or_none(s: State) -> bool:
    return all(p.asked for p in Player) or not any(p.asked for p in Player)


@checks.always("6")
def wrong_all_are_asked(s: State) -> bool:
    return s.bids == 0 or all(p.asked for p in Player)


@checks.always("6")
def wrong_all_pay_the_same(s: State) -> bool:
    return all(all(s.paid[p] == s.paid[q] for q in Player if q.asked) for p in Player if p.asked)


@checks.always("6")
def wrong_one_pays_all(s: State) -> bool:
    return s.bids == 0 or all(s.pot == s.paid[p] for p in Player if p.asked)


@checks.always("6")
def wrong_no_auction_is_open(s: State) -> bool:
    return not is_open(s, Auction)


@checks.always("6")
def wrong_the_auction_goes_on(s: State) -> bool:
    return s.bids == 0 or is_open(s, Auction)
