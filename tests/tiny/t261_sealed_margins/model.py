"""Goofspiel, two sealed bids for each prize, and payoffs beside a rule of who has won: who is called first takes what is tied."""


Points = Annotated[int, Range(0, 6)]


class Player(Sort):
    """Who plays, and who takes a prize for which both bid as much."""

    ties: bool


class Bid(Sort):
    """A card to bid with: each player has one of each."""

    worth: int


@state
class State:
    kept: Map[Player, frozenset[Bid]]
    prize: Points
    points: Map[Player, Points]


@frame("2")
class Auction:
    awaits: frozenset[Player]


@book.initial("1")
def begin(s: State) -> None:
    """All cards in both hands, and the greatest prize."""
    with effect("1"):
        for p in Player:
            s.kept[p] = frozenset(Bid)
        s.prize = sum(1 for b in Bid)


@book.awaits
def nobody_between_prizes(s: State) -> frozenset[Player]:
    """Prizes are put up by themselves."""
    return frozenset()


@book.ended("5")
def over(s: State) -> bool:
    """When it ends."""
    return s.prize == 0


@book.winners("6")
def won(s: State) -> frozenset[Player]:
    """Whoever has any point."""
    return frozenset(p for p in Player if s.points[p] > 0)


@book.payoff("7")
def margin(s: State, who: Player) -> int:
    """Points less those of the other."""
    return 2 * s.points[who] - sum(s.points[p] for p in Player)


@book.duty("2")
def put_up(s: State) -> None:
    """The next prize."""
    with effect("2"):
        open_frame(s, Auction(awaits=frozenset(Player)))


@put_up.when
def one_is_left(s: State) -> bool:
    return s.prize > 0


@book.joint("3", at=Auction)
def reveal(s: State, f: Auction, bids: Map[Player, Bid]) -> None:
    """Both bids at once."""
    with effect("3"):
        for p in Player:
            if all(bids[q] == bids[p] for q in Player):
                if p.ties:
                    s.points[p] += s.prize
            elif all(bids[q].worth <= bids[p].worth for q in Player):
                s.points[p] += s.prize
            s.kept[p] -= frozenset({bids[p]})
        s.prize -= 1
        close_frame(s, Auction)


@reveal.seat(of="bids")
def bid(s: State, f: Auction, who: Player, card: Bid) -> None:
    """One of them."""


@bid.permit("4")
def a_card_that_he_has(s: State, f: Auction, who: Player, card: Bid) -> bool:
    return card in s.kept[who]


@checks.sometimes("6")
def both_have_won(s: State) -> bool:
    """As both have points: what a rule says of who has won, payoffs do not change."""
    return over(s) and won(s) == frozenset(Player)


@checks.always("7")
def margins_add_up_to_nothing(s: State) -> bool:
    return sum(margin(s, p) for p in Player) == 0
