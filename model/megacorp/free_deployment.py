"""MegaCorp, 9.8 DEAD DROP and 9.20 MUTATION: cards found in a deck and deployed without being paid for."""

from model.megacorp.frames import DeadDrop, Mutating, Placing
from model.megacorp.searching import in_a_deck, shuffle_resources, take_out
from model.megacorp.state import Card, Keyword, Kind, Player, State, Tag, megacorp
from model.megacorp.words import total_valuation
from ruleslawyer.lang import ask, close_frame, domain, effect, no, open_frame, says, yes

# --- what DEAD DROP and MUTATION compare ----------------------------------------------------------------------------


@megacorp.question("is the valuation that DEAD DROP and MUTATION compare money alone, or the total?")
def compared_valuation(s: State, card: Card) -> int:
    return ask(
        so_many_millions=says(
            card.cost, "The examples give the valuation in M, money.", "9.8.1j", "9.20.1l", default=True
        ),
        money_and_traits=says(
            total_valuation(s, card),
            "The valuation of a card has a money and a trait component (2.3.2); as a number it is their sum (2.3.6).",
            "9.8.1g",
            "9.20.1g",
        ),
    )


# --- DEAD DROP (9.8) ------------------------------------------------------------------------------------------------


@megacorp.action("9.8.1c", "9.8.1d", "9.8.1h", at=DeadDrop)
def drop_equipment(s: State, f: DeadDrop, who: Player, card: Card) -> None:
    """Find Equipment in a deck, and deploy it: it is given a space, and played without being paid for."""
    domain(card.kind != Kind.BUSINESS and in_a_deck(s, card))
    with effect("9.8.1g"):
        f.left = max(0, f.left - compared_valuation(s, card))
    with effect("9.8.1h", "9.8.1k", "9.8.1m"):
        take_out(s, card)
        open_frame(s, Placing(awaits=frozenset({who}), card=card))


@drop_equipment.permit("9.8.1c", "9.8.1e", "9.8.1i", "9.8.1l", "9.8.1m")
def controller_searches_for_equipment(s: State, f: DeadDrop, who: Player, card: Card) -> bool:
    """The controller of the card may search for one card or more, and owes no traits for them either."""
    return True


@drop_equipment.cannot("9.8.1d", "her deck")
def not_from_the_own_deck(s: State, f: DeadDrop, who: Player, card: Card) -> bool:
    """The search is through the player's own deck: both, by default (6.11.3)."""
    return card.owner != who


@drop_equipment.cannot("9.8.1f", "a number of Equipment cards")
def not_equipment(s: State, f: DeadDrop, who: Player, card: Card) -> bool:
    """Only Equipment is found."""
    return card.kind != Kind.EQUIPMENT


@drop_equipment.cannot("9.8.1g", "equal to or less than the value")
def worth_more_than_the_drop(s: State, f: DeadDrop, who: Player, card: Card) -> bool:
    """No card is worth more than the number of the ability."""
    return card.kind == Kind.EQUIPMENT and compared_valuation(s, card) > f.card.level


@drop_equipment.forbid("9.8.1j", over=drop_equipment)
def worth_more_than_what_is_left(s: State, f: DeadDrop, who: Player, card: Card) -> bool:
    """Together the cards are worth no more than the number, as the example has it."""
    return card.kind == Kind.EQUIPMENT and compared_valuation(s, card) > f.left and counted_together(s)


counted_together = megacorp.doubt(
    "does the number of DEAD DROP limit each card, or all together?",
    a_combined_valuation=yes("The example speaks of a combined valuation.", "9.8.1j", default=True),
    each_card_by_itself=no("A number of cards with a valuation no higher than the number.", "9.8.1g"),
)


@megacorp.action("9.8.1c", at=DeadDrop, passes=True)
def end_dead_drop(s: State, f: DeadDrop, who: Player) -> None:
    """Find no more Equipment; the decks are shuffled."""
    with effect("9.8.1c"):
        close_frame(s, DeadDrop)
    with effect("6.11.2a"):
        shuffle_resources(s, who)


@end_dead_drop.permit("9.8.1c", "6.11.5a")
def need_not_drop_more(s: State, f: DeadDrop, who: Player) -> bool:
    """The search is allowed, not ordered; and a search for a type of card may find none."""
    return True


# --- MUTATION (9.20) ------------------------------------------------------------------------------------------------


@megacorp.action("9.20.1c", "9.20.1d", "9.20.1h", at=Mutating)
def mutate(s: State, f: Mutating, who: Player, card: Card) -> None:
    """Find a mutation in a deck, and deploy it for free; it is the only one."""
    domain(card.kind != Kind.BUSINESS and in_a_deck(s, card))
    with effect("9.20.1e", "9.20.1k"):
        close_frame(s, Mutating)
    with effect("9.20.1h", "9.20.1i", "9.20.1m"):
        take_out(s, card)
        open_frame(s, Placing(awaits=frozenset({who}), card=card))
    with effect("6.11.2a"):
        shuffle_resources(s, who)


@mutate.permit("9.20.1c", "9.20.1i", "9.20.1j")
def controller_searches_for_a_mutation(s: State, f: Mutating, who: Player, card: Card) -> bool:
    """The controller of the card may search, and pays nothing for what is found."""
    return True


@mutate.cannot("9.20.1d", "her deck")
def not_out_of_the_own_deck(s: State, f: Mutating, who: Player, card: Card) -> bool:
    """The search is through the player's own deck: both, by default (6.11.3)."""
    return card.owner != who


@mutate.forbid("9.20.1f", over=mutate)
def not_a_mutation(s: State, f: Mutating, who: Player, card: Card) -> bool:
    """The card found has #mutation."""
    return not card.tags[Tag.MUTATION] and not (card.keywords[Keyword.MUTATION] and the_ability_makes_a_mutation(s))


the_ability_makes_a_mutation = megacorp.doubt(
    "does having MUTATION make a card one with the keyword #mutation?",
    only_what_is_tagged=no("no: what is meant is written with a #", default=True),
    abilities_are_keywords=yes("yes: MUTATION is a keyword"),
)


@mutate.cannot("9.20.1g", "equal to or lower than the value")
def worth_more_than_the_mutation(s: State, f: Mutating, who: Player, card: Card) -> bool:
    """The card is worth no more than the number of the ability."""
    return card.owner == who and compared_valuation(s, card) > f.card.level


@megacorp.action("9.20.1c", at=Mutating, passes=True)
def end_mutation(s: State, f: Mutating, who: Player) -> None:
    """Find no mutation; the decks are shuffled."""
    with effect("9.20.1c"):
        close_frame(s, Mutating)
    with effect("6.11.2a"):
        shuffle_resources(s, who)


@end_mutation.permit("9.20.1c", "6.11.5a")
def need_not_mutate(s: State, f: Mutating, who: Player) -> bool:
    """The search is allowed, not ordered; and a search for a quality may find nothing."""
    return True
