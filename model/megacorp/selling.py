"""MegaCorp, 6.9 with 5.4 and 7.7.2: selling."""

from model.megacorp.buying import tokens_cost_nothing
from model.megacorp.deeds import destroy_what_is_beneath, discard, go_to_market
from model.megacorp.places import beneath, is_engaged
from model.megacorp.state import Card, Fate, Keyword, Kind, Player, State, Step, Zone, in_hand_of, megacorp
from model.megacorp.turns import on_turn, settled
from model.megacorp.words import controller, has, named_alike
from ruleslawyer.lang import domain, effect, no, permit, yes


@megacorp.action("5.4.1a", "5.4.1b", "6.9.1a", "6.9.1b")
def sell(s: State, who: Player, card: Card) -> None:
    """Sell a card for the money component of its valuation; what lies beneath it leaves as well, in no order that is
    said."""
    domain(s.zone[card] == Zone.NETWORK or in_hand_of(s, card, who))
    permit(
        "5.4.1a", "In phase D the turn player may sell a card.", turn_player_sells=on_turn(s, who) and cards_are_sold(s)
    )
    permit("6.9.1a", "In phase D players may sell a card, not the turn player alone.", players_sell=cards_are_sold(s))
    with effect("5.4.1e", "5.4.1f", "6.9.1c", "6.9.1d", "6.9.1e", "3.3.8b"):
        s.money[who] += card.cost
    with effect("3.3.8a", "3.3.8d"):
        for c in Card:
            if beneath(s, c, card):
                if what_lies_beneath_is_destroyed(s):
                    destroy_what_is_beneath(s, c)
                else:
                    discard(s, c)
    with effect("5.4.2", "7.7.2f"):
        if not copy_of_one_deployed(s, card) or copies_count_as_the_sale(s):
            s.sold = True
    with effect("3.6.1a", "3.1.2"):
        if s.zone[card] == Zone.NETWORK:
            s.fate[card] = Fate.SOLD
        else:
            go_to_market(s, card)


def copy_of_one_deployed(s: State, card: Card) -> bool:
    """A card in hand that is a copy of a unique card which was deployed this turn (7.7.2)."""
    return (
        card.keywords[Keyword.UNIQUE]
        and s.zone[card] == Zone.HAND
        and any(
            c != card
            and s.unique_deployed[c]
            and named_alike(c, card)
            and any(in_hand_of(s, card, p) and controller(s, c) == p for p in Player)
            for c in Card
        )
    )


def cards_are_sold(s: State) -> bool:
    """In phase D, and not while something is being played or is about to leave: what is destroyed is not sold first."""
    return s.step == Step.DIVEST and settled(s)


@sell.permit("7.7.2c", "7.7.2e")
def copies_of_a_unique_card(s: State, who: Player, card: Card) -> bool:
    """Copies of a unique card that was deployed under one's control may be sold out of the hand."""
    return on_turn(s, who) and cards_are_sold(s) and copy_of_one_deployed(s, card)


@sell.cannot("3.2.6", "5.4.1c", "engaged cards cannot be sold")
def engaged_is_not_sold(s: State, who: Player, card: Card) -> bool:
    """Engaged cards cannot be sold."""
    return s.zone[card] == Zone.NETWORK and is_engaged(s, card)


@sell.cannot("3.3.8c", "only the topmost card of a pile is sold")
def not_the_topmost(s: State, who: Player, card: Card) -> bool:
    """Of a pile only the card on top is sold."""
    return s.under[card] is not None


@sell.cannot("9.17.1c", "it cannot be sold as well")
def loyal_is_not_sold(s: State, who: Player, card: Card) -> bool:
    """A LOYAL card cannot be sold."""
    return has(s, card, Keyword.LOYAL)


@sell.forbid("7.8.3b", over=sell)
def token_is_not_sold(s: State, who: Player, card: Card) -> bool:
    """A token has no valuation."""
    return card.token and cards_are_sold(s) and not s.sold and not tokens_cost_nothing(s)


@sell.cannot("5.4.1d", "6.9.2", "only a card he controls")
def not_controlled(s: State, who: Player, card: Card) -> bool:
    """A player sells only cards that he controls."""
    return controller(s, card) != who


@sell.cannot("5.4.2", "only one card")
def sold_already(s: State, who: Player, card: Card) -> bool:
    """Only one card is sold in a phase."""
    return s.sold


@sold_already.exception("7.7.2d")
def all_other_copies(s: State, who: Player, card: Card) -> bool:
    """All the other copies of a unique card may be sold, as far as they are no sale of the kind that is limited."""
    return copy_of_one_deployed(s, card) and not copies_count_as_the_sale(s)


@sell.cannot("5.4.3", "may not sell the Business")
def business_is_not_sold(s: State, who: Player, card: Card) -> bool:
    """A Business is not sold."""
    return card.kind == Kind.BUSINESS


@sell.forbid("5.4.1b", over=sell)
def not_from_hand(s: State, who: Player, card: Card) -> bool:
    """Any single card may be sold; whether out of the hand is not said."""
    return (
        cards_are_sold(s)
        and not s.sold
        and s.zone[card] == Zone.HAND
        and not copy_of_one_deployed(s, card)
        and not may_sell_from_hand(s)
    )


may_sell_from_hand = megacorp.doubt(
    "may a card be sold out of the hand?",
    only_from_a_network=no("only out of a network", default=True),
    from_hand_too=yes("any card that one controls, as the words have it"),
)


copies_count_as_the_sale = megacorp.doubt(
    "do copies of a unique card that are sold out of the hand use up the sale of the phase?",
    they_count=yes("Such a sale counts as a sale of the Divest phase.", "7.7.2f", default=True),
    all_of_them_may_go=no(
        "All the other copies may be sold, and a phase has one sale: so they are not counted.", "7.7.2d"
    ),
)


what_lies_beneath_is_destroyed = megacorp.doubt(
    "is what lies beneath a card that is sold destroyed or discarded?",
    it_is_destroyed=yes("The sale of a card destroys what is bonded beneath it.", "3.3.8a", default=True),
    the_others_are_discarded=no("The other cards of the pile are discarded.", "3.3.8d"),
)
