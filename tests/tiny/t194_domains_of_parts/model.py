"""An instance is one where the domain of each seat, and of each member, holds."""


Coins = Annotated[int, Range(0, 2)]


class Player(Sort):
    purse: int


class Card(Sort):
    torn: bool


@state
class State:
    paid: Coins


@frame("3")
class Till:
    awaits: frozenset[Player]


@book.action("2")
def discard(s: State, who: Player, cards: frozenset[Card]) -> None:
    """Some cards."""


@discard.permit("2")
def may(s: State, who: Player, cards: frozenset[Card]) -> bool:
    return True


@discard.member(of="cards")
def card_discarded(s: State, who: Player, card: Card) -> None:
    """One of them."""


@card_discarded.domain
def whole(s: State, who: Player, card: Card) -> bool:
    return not card.torn


@card_discarded.permit("2")
def any_card(s: State, who: Player, card: Card) -> bool:
    return True


@book.action("3")
def go(s: State, who: Player) -> None:
    """Go and pay."""
    with effect("3"):
        open_frame(s, Till(awaits=frozenset(Player)))


@go.permit("3")
def may_go(s: State, who: Player) -> bool:
    return True


@book.joint("4", at=Till)
def pay(s: State, f: Till, coins: Map[Player, Coins]) -> None:
    """All at once."""
    with effect("4"):
        s.paid = max(coins[p] for p in f.awaits)
        close_frame(s, Till)


@pay.seat(of="coins")
def share(s: State, f: Till, who: Player, amount: int) -> None:
    """What one pays."""


@share.domain
def has_them(s: State, f: Till, who: Player, amount: int) -> bool:
    return amount <= who.purse


@share.permit("4")
def any_amount(s: State, f: Till, who: Player, amount: int) -> bool:
    return True
