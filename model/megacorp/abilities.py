"""MegaCorp, 6.5 and 7.2 with chapter 9: the abilities of what is on the stack are resolved."""

from model.megacorp.development import grow
from model.megacorp.effects import act_on, do_it, exchange
from model.megacorp.frames import DeadDrop, Disaster, Mutating, Targeting
from model.megacorp.moments import arrive
from model.megacorp.moving import move
from model.megacorp.places import on_top
from model.megacorp.regeneration import restore
from model.megacorp.state import Card, Does, Keyword, Player, State, When, Zone, megacorp
from model.megacorp.targets import acts_on_a_target, can_be_affected
from model.megacorp.turns import is_out
from model.megacorp.words import controller
from ruleslawyer.lang import effect, no, open_frame, yes

# --- of a card that is played (6.5) ---------------------------------------------------------------------------------


@megacorp.deed("1.3.6", "1.3.7")
def carry_out(s: State, who: Player, card: Card) -> None:
    """The printed ability of a card is resolved, for the player who controls it; a target was named before."""
    target = s.target[card]
    with effect("1.3.7"):
        if not acts_on_a_target(card):
            do_it(s, who, card)
        elif target is not None:
            if can_be_affected(s, card, target):
                act_on(s, card, target)
            elif another_target_is_named(s) and not is_out(s, who):
                open_frame(s, Targeting(awaits=frozenset({who}), card=card, at_once=True))


another_target_is_named = megacorp.doubt(
    "what happens when a target is gone before the effect resolves?",
    it_does_nothing=no("the effect does nothing", default=True),
    a_new_one_is_named=yes("another target is named"),
    about=("act_on", "exchange"),
    aside={"choose_target": "there it is being named"},
)


@megacorp.deed("6.5.3", "6.5.5", "6.5.9", "2.5.2")
def resolve(s: State, card: Card, when: When) -> None:
    """The effects of playing, deploying or docking a card happen (6.5): of its text, and of its keywords. Whoever is
    out of the game looks for nothing."""
    with effect("6.5.3"):
        if card.when == When.PLAYED and when == When.PLAYED:
            carry_out(s, controller(s, card), card)
    with effect("6.5.5"):
        if card.when == When.DEPLOYED and when == When.DEPLOYED:
            carry_out(s, controller(s, card), card)
    with effect("6.5.9"):
        if card.when == When.DOCKED and when == When.DOCKED:
            carry_out(s, last_controller(s, card), card)
    with effect("9.8.1a", "9.8.1c"):
        if card.keywords[Keyword.DEAD_DROP] and looks_for_cards(s, card, when):
            open_frame(s, DeadDrop(awaits=frozenset({controller(s, card)}), card=card, left=card.level))
    with effect("9.20.1a", "9.20.1c"):
        if card.keywords[Keyword.MUTATION] and looks_for_cards(s, card, when):
            open_frame(s, Mutating(awaits=frozenset({controller(s, card)}), card=card))
    with effect("9.10.1a", "9.10.1b", "9.10.1f"):
        if card.keywords[Keyword.DISASTER] and when == When.DEPLOYED:
            others = frozenset(p for p in Player if p != controller(s, card) and not is_out(s, p))
            if len(others) > 0:
                open_frame(s, Disaster(awaits=others, card=card, left=card.level, to_come=others))
    with effect("5.1.1b", "5.1.2b"):
        if when == When.DOCKED:
            arrive(s, card)


def last_controller(s: State, card: Card) -> Player:
    """Who controls a card that was docked; where it has left its network since, whoever docked it (1.3.7)."""
    who = s.player[card]
    return who if who is not None and s.zone[card] != Zone.NETWORK else controller(s, card)


def looks_for_cards(s: State, card: Card, when: When) -> bool:
    """Whether a card is deployed from hand, under the control of somebody who is still in the game."""
    return when == When.DEPLOYED and deployed_from_hand(s, card) and not is_out(s, controller(s, card))


def deployed_from_hand(s: State, card: Card) -> bool:
    """Whether a card on the stack came out of a hand, or was bought as if it had."""
    origin = s.came_from[card]
    return origin == Zone.HAND or ((origin == Zone.MARKET or origin == Zone.NETWORK) and bought_cards_come_from_hand(s))


bought_cards_come_from_hand = megacorp.doubt(
    "is a card deployed from hand that is bought from an open market or out of a network?",
    only_out_of_the_hand=no(
        "DEAD DROP and MUTATION ask for a card that is deployed from hand.", "9.8.1b", "9.20.1b", default=True
    ),
    bought_as_if_in_hand=yes("Such cards are bought as if they were in hand.", "6.8.1a", "6.8.1b"),
)


# --- of an ability that is used (7.2) -------------------------------------------------------------------------------


@megacorp.deed("7.2.1b", "1.3.7", "7.1.2a")
def resolve_activated(s: State, card: Card) -> None:
    """What the ability on the stack does happens; one whose card has left its place does nothing."""
    does = s.doing[card]
    who = s.player[card]
    goal = s.goal[card]
    other = s.target[card]
    trait = s.by_trait[card]
    with effect("1.3.7"):
        if who is not None and does == card.does:
            carry_out(s, who, card)
    with effect("9.25.1n"):
        if does == Does.REGENERATE and s.zone[card] == Zone.NETWORK:
            restore(s, card, False)
    with effect("9.19.1a", "9.19.1f", "9.19.1g"):
        if does == Does.MOVE and goal is not None and s.slot[card] is not None:
            move(s, card, goal)
    with effect("9.26.1a"):
        if does == Does.SWAP and other is not None and who is not None:
            if on_top(s, card) and not on_top(s, other) and another_target_is_named(s) and not is_out(s, who):
                open_frame(s, Targeting(awaits=frozenset({who}), card=card, at_once=True, exchanges=True))
            else:
                exchange(s, card, other)
    with effect("9.29.1c"):
        if does == Does.DEVELOP and other is not None and trait is not None and s.zone[card] == Zone.NETWORK:
            grow(s, card, other, trait)
