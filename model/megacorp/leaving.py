"""MegaCorp, 1.2, 3.3, 7.4 and 8.2: how destroyed, discarded, annihilated, returned and sold cards leave a network."""

from model.megacorp.deeds import discard, go_to_market, leave_play, lose_the_game
from model.megacorp.moments import trigger
from model.megacorp.places import beneath
from model.megacorp.state import Card, Fate, Keyword, Kind, Player, State, When, Zone, megacorp
from model.megacorp.turns import active, is_out
from model.megacorp.words import bears, controller, whose_business
from ruleslawyer.lang import ask, domain, effect, no, says, simultaneous, when, yes


def leaving(s: State, card: Card) -> bool:
    """Whether a card is about to leave its network."""
    return s.fate[card] is not None


def leaves_alone(s: State, card: Card) -> bool:
    """Whether a card is about to leave, and no other one of its owner."""
    return leaving(s, card) and all(not leaving(s, c) or c == card or c.owner != card.owner for c in Card)


def may_be_regenerated(s: State, card: Card) -> bool:
    """A card with REGENERATE that is about to be destroyed, if by ASSASSIN as far as that is put off, and nobody has
    let it go (9.25.1b)."""
    return (
        (s.fate[card] == Fate.DESTROYED or s.assassinated[card])
        and not s.let_go[card]
        and bears(s, card, Keyword.REGENERATE)
    )


def undecided(s: State) -> bool:
    """Whether something about to be destroyed may yet be regenerated."""
    return any(may_be_regenerated(s, c) for c in Card)


@megacorp.deed("8.2.1b", "8.4.1b", "8.6.1c", "3.1.2", "7.8.5", "3.9.1a")
def go(s: State, card: Card) -> None:
    """A card leaves its network: for its owner's open market, hand or annihilated area (3.1.2)."""
    fate = s.fate[card]
    space = s.slot[card]
    remain = frozenset(c for c in Card if beneath(s, c, card) and s.fate[c] is None)
    with effect("9.15.1a"):
        for c in Card:
            if c in remain and all(o == c or o not in remain for o in Card) and stays_in_the_space(s):
                s.under[c] = None
                s.slot[c] = space
                s.engaged[c] = s.engaged[card]
    with effect("7.8.5"):
        if card.token:
            leave_play(s, card)
    with effect("8.4.1b", "3.9.1a"):
        if not card.token and fate == Fate.ANNIHILATED:
            s.zone[card] = Zone.ANNIHILATED
    with effect("3.3.7a", "3.3.7b"):
        if not card.token and fate == Fate.RETURNED:
            s.zone[card] = Zone.HAND
            if s.buyer[card] is not None and goes_back_to_its_owner(s, card):
                s.buyer[card] = None
    with effect("8.2.1b", "8.6.1c", "3.6.1a", "3.1.2"):
        if not card.token and fate in (Fate.DESTROYED, Fate.DISCARDED, Fate.SOLD):
            go_to_market(s, card)
    with effect("3.1.2"):
        s.fate[card] = None
        s.under[card] = None
        s.slot[card] = None


@megacorp.question("to whose hand does a card go back that another player than its owner controls?")
def goes_back_to_its_owner(s: State, card: Card) -> bool:
    return ask(
        to_the_hand_of_its_controller=says(
            controller(s, card) == card.owner,
            "A card that is returned, and what is bonded to it, goes to its controller's hand.",
            "3.3.7a",
            "3.3.7b",
            default=True,
        ),
        to_the_hand_of_its_owner=says(
            True,
            "A card goes to a zone of its owner, unless another player's is named; an effect that returns it names "
            "nobody.",
            "3.1.2",
        ),
    )


stays_in_the_space = megacorp.doubt(
    "what becomes of a bonded card that stays when the card above it leaves?",
    it_takes_the_space=yes("alone, it takes the space", default=True),
    it_is_discarded=no("it is discarded"),
)


loses_with_a_destroyed_business = megacorp.doubt(
    "does a player whose Business is destroyed other than in a challenge lose?",
    whoever_loses_the_business_loses=yes(
        "At any point of the game, a player who loses the Business loses.", "1.2.2a", "1.2.2b", default=True
    ),
    only_two_ways_to_lose_a_business=no(
        "A Business is lost under two conditions, defeat and purchase: this is neither.", "1.2.3"
    ),
)


loses_with_a_returned_business = megacorp.doubt(
    "does a player whose Business goes back to a hand lose?",
    without_a_business_one_loses=yes(
        "At any point of the game, a player who loses the Business loses; and it is out of the network.", "1.2.2a"
    ),
    nobody_defeated_or_bought_it=no(
        "A Business is lost by defeat and by purchase: going back to a hand is neither.", "1.2.3", default=True
    ),
)


@megacorp.deed("1.2.2a", "1.2.2b", "1.2.4")
def lose_with(s: State, card: Card) -> None:
    """A player loses with the Business that leaves: defeated, or destroyed or returned otherwise (1.2.3)."""
    # what an event destroys during a challenge, or an ability that what fell has set off, is not defeated in it
    if card.kind == Kind.BUSINESS and (
        loses_with_a_returned_business(s)
        if s.fate[card] == Fate.RETURNED
        else s.beaten[card] or loses_with_a_destroyed_business(s)
    ):
        lose_the_game(s, whose_business(s, card))


@megacorp.deed("7.4.1b")
def set_off(s: State, card: Card) -> None:
    """What waits for the card's destruction triggers."""
    if s.fate[card] == Fate.DESTROYED and card.when == When.DESTROYED:
        trigger(s, card)


def has_lost_its_place(s: State, card: Card) -> bool:
    """Whether the card above a bonded one has left the network without it, and it has not taken the space."""
    above = s.under[card]
    return (
        s.zone[card] == Zone.NETWORK
        and s.fate[card] is None
        and above is not None
        and s.zone[above] not in (Zone.NETWORK, Zone.STACK)
    )


@megacorp.duty("3.3.8d")
def discard_what_has_no_place(s: State) -> None:
    """What the card above it has left behind beneath nothing is discarded."""
    when(any(has_lost_its_place(s, c) for c in Card))
    for c in Card:
        if has_lost_its_place(s, c):
            discard(s, c)


@megacorp.duty("8.2.1b", "8.6.1c")
def leave_alone(s: State) -> None:
    """A card that leaves as the only one of its owner goes at once; with those of others, at the same time."""
    when(not undecided(s) and any(leaves_alone(s, c) for c in Card))
    alone = frozenset(c for c in Card if leaves_alone(s, c))
    with effect("1.2.2a"):
        for c in Card:
            if c in alone:
                lose_with(s, c)
    with effect("7.4.1b"):
        for c in Card:
            if c in alone:
                set_off(s, c)
    with effect("8.2.1b", "8.6.1c"), simultaneous():
        for c in Card:
            if c in alone:
                go(s, c)


@megacorp.chance("8.2.1b", "8.6.1c", "5.5.4a")
def leave(s: State, card: Card) -> None:
    """Of several cards of one owner one goes first; in which order, the book leaves open."""
    domain(leaving(s, card) and not undecided(s))
    with effect("8.2.1b", "8.6.1c"):
        leave_first(s, card)


@megacorp.deed("1.2.2a", "7.4.1b", "8.2.1b", "8.6.1c")
def leave_first(s: State, card: Card) -> None:
    """Of several cards of one owner that leave, one goes now."""
    with effect("1.2.2a"):
        lose_with(s, card)
    with effect("7.4.1b"):
        set_off(s, card)
    with effect("8.2.1b", "8.6.1c"):
        go(s, card)


@megacorp.action("8.2.1b", "8.6.1c", "3.6.2b")
def lay_down(s: State, who: Player, card: Card) -> None:
    """Say which of several cards of one owner that leave goes first, and so comes to lie beneath the others."""
    domain(leaving(s, card) and not undecided(s))
    with effect("8.2.1b", "8.6.1c"):
        leave_first(s, card)


@lay_down.permit("3.6.2b")
def whoever_orders_the_pile(s: State, who: Player, card: Card) -> bool:
    """The order of an open market is managed; by whom, is not said."""
    return who in orders_the_pile(s, card)


@megacorp.question("who decides which of several cards comes to lie on top that leave for one open market together?")
def orders_the_pile(s: State, card: Card) -> frozenset[Player]:
    return ask(
        chance_decides=says(frozenset(), "chance", default=True),
        their_owner=says(frozenset({card.owner}), "their owner"),
        the_turn_player=says(frozenset({active(s)}), "the player whose turn it is"),
    )


def who_orders_a_pile(s: State) -> frozenset[Player]:
    """The players still in the game who say which of several cards goes first; nobody, where chance does."""
    return frozenset(
        p for p in Player if not is_out(s, p) and any(leaving(s, c) and p in orders_the_pile(s, c) for c in Card)
    )
