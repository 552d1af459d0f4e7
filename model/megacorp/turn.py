"""MegaCorp, chapter 5: the turn; with how money and games are lost (1.2, 1.3)."""

from model.megacorp.actions import reveal_comes_first
from model.megacorp.challenge import blockers_decide, split_decides
from model.megacorp.deeds import destroy, discard, disengage, enter, lose_the_game
from model.megacorp.drawing import draw_loss_is_immediate
from model.megacorp.instants import has_instant, something_may_follow_the_discards
from model.megacorp.leaving import may_be_regenerated, undecided, who_orders_a_pile
from model.megacorp.places import is_bonded, is_engaged, network_of, orphaned
from model.megacorp.state import Card, Keyword, Kind, Player, State, Step, Trait, Zone, megacorp
from model.megacorp.turns import active, could_sell, nothing_pending, on_turn, settled, two_players
from model.megacorp.words import controller, is_event, may_control, whose_business
from ruleslawyer.lang import CHANCE, SILENT, Chance, Silent, ask, domain, effect, no, permit, says, when, yes


@megacorp.awaits
def decides(s: State) -> frozenset[Player] | Chance:
    """The turn player and whoever holds what may be played at any time or, in phase D, sold; or chance, or those whom
    the step asks."""
    if undecided(s):
        return frozenset(p for p in Player if any(may_be_regenerated(s, c) and may_control(s, c, p) for c in Card))
    orderers = who_orders_a_pile(s)
    if len(orderers) > 0:
        return orderers
    if not nothing_pending(s):
        return CHANCE
    if s.step in (Step.PICK, Step.SEATING, Step.REVEAL, Step.DRAW, Step.DEAL):
        return CHANCE
    if s.step in (Step.START, Step.MULLIGAN, Step.FOUND):
        return frozenset(Player)
    if s.step == Step.PICKED:
        return frozenset(p for p in Player if s.picked == p)
    if s.step == Step.BLOCK:
        return blockers_decide(s)
    if s.step == Step.SPLIT:
        return split_decides(s)
    return frozenset(p for p in Player if on_turn(s, p) or has_instant(s, p) or could_sell(s, p))


@megacorp.ended("1.2.1a", "1.2.2a", "1.2.6b", "1.2.10")
def over(s: State) -> bool:
    """At most one player has not lost; that this ends the game is implied, not said."""
    return sum(1 for p in Player if not s.lost[p]) <= 1


@megacorp.settle("1.2.9")
def a_card_makes_a_player_win(s: State, who: Player) -> None:
    """When an effect makes one player win, the others have lost; that this ends the game is implied, not said."""
    when(not s.lost[who] and not s.won[who] and any(s.won[p] for p in Player))
    s.lost[who] = True


@megacorp.winners("1.2.10")
def winners(s: State) -> frozenset[Player]:
    """Whoever has not lost; nobody, when all lose at once: a tie."""
    return frozenset(p for p in Player if not s.lost[p])


# --- phase A ------------------------------------------------------------------------------------------------------


@megacorp.duty("5.1.3a", "5.1.3b")
def account(s: State) -> None:
    """Pools are emptied, cashflow comes in, and upkeep falls due."""
    when(s.step == Step.INCOME and settled(s))
    with effect("5.1.3a", "6.7.8a"):
        for p in Player:
            for t in Trait:
                s.pool[p][t] = 0
    with effect("5.1.3b", "1.3.11b", "1.3.11c"):
        for p in Player:
            if receives_cashflow(s, p):
                s.money[p] += sum(
                    cashflow(s, c)
                    for c in Card
                    if s.zone[c] == Zone.NETWORK and c.cashflow > 0 and controller(s, c) == p
                )
    with effect("5.1.3d", "3.2.7a", "3.2.7b", "7.3.2b"):
        for c in Card:
            s.upkeep_due[c] = c.upkeep > 0 and s.zone[c] == Zone.NETWORK and controller(s, c) == active(s)
    with effect("5.1.3f"):
        s.step = Step.UPKEEP


@megacorp.term("1.3.11b")
def cashflow(s: State, card: Card) -> int:
    """The amount printed on the card."""
    return card.cashflow


@cashflow.exception("5.1.3c", "7.3.2a")
def none_while_engaged(s: State, card: Card) -> int | Silent:
    """Engaged cards bring no cashflow."""
    return 0 if is_engaged(s, card) else SILENT


@cashflow.exception("3.3.3a")
def none_while_bonded(s: State, card: Card) -> int | Silent:
    """A bonded card uses none of its abilities."""
    return SILENT if s.under[card] is None or continuous_effects_go_on_beneath(s) else 0


continuous_effects_go_on_beneath = megacorp.doubt(
    "does the cashflow of a card go on while it is bonded beneath another?",
    they_remain_in_force=yes(
        "Continuous effects, and cashflow is one (7.3.1b), still function beneath another card.", "7.3.3a", default=True
    ),
    bonded_cards_use_no_abilities=no("Bonded cards cannot use any ability.", "3.3.3a"),
)


@megacorp.question("who receives cashflow in an Accounting phase?")
def receives_cashflow(s: State, who: Player) -> bool:
    return ask(
        only_the_turn_player=says(on_turn(s, who), "the turn player", default=True),
        every_player=says(True, "every player, each turn"),
    )


def owes_upkeep(s: State, card: Card) -> bool:
    """Whether the upkeep of a card is due, and the card has not left with one whose upkeep was declined (3.3.4)."""
    return card.upkeep > 0 and s.upkeep_due[card] and s.zone[card] == Zone.NETWORK


def may_settle_upkeep(s: State, who: Player) -> bool:
    """The turn player pays upkeep or declines it, one card after the other: not before it is decided whether a card is
    destroyed whose upkeep was declined (9.25.1d)."""
    return on_turn(s, who) and s.step == Step.UPKEEP and nothing_pending(s)


@megacorp.action("5.1.3d")
def pay_upkeep(s: State, who: Player, card: Card) -> None:
    """Pay the upkeep of a card."""
    domain(owes_upkeep(s, card))
    permit("5.1.3d", "Upkeep is paid in the Accounting phase.", upkeep_is_paid=may_settle_upkeep(s, who))
    with effect("5.1.3d", "8.1.1"):
        s.money[who] -= card.upkeep
        s.upkeep_due[card] = False


@pay_upkeep.cannot("1.3.10", "players cannot spend more money than they have")
def upkeep_beyond_means(s: State, who: Player, card: Card) -> bool:
    """Nobody spends more money than he has."""
    return s.money[who] < card.upkeep


@megacorp.action("5.1.4a")
def decline_upkeep(s: State, who: Player, card: Card) -> None:
    """Do not pay the upkeep of a card: it is destroyed."""
    domain(owes_upkeep(s, card))
    with effect("5.1.4b"):
        s.upkeep_due[card] = False
        destroy(s, card)


@decline_upkeep.permit("5.1.4a")
def may_choose_not_to_pay(s: State, who: Player, card: Card) -> bool:
    """A player may choose not to pay an upkeep cost."""
    return may_settle_upkeep(s, who)


@megacorp.duty("5.1.5a")
def disengage_the_network(s: State) -> None:
    """All cards in the turn player's network are disengaged."""
    when(s.step == Step.UPKEEP and settled(s) and not any(owes_upkeep(s, c) for c in Card))
    with effect("5.1.5b"):
        enter(s, Step.READY)
    with effect("5.1.5a"):
        for c in Card:
            if s.engaged[c] and belongs_to_the_turn_player(s, c):
                disengage(s, c)


def belongs_to_the_turn_player(s: State, card: Card) -> bool:
    """Whether a card is one of the turn player's network: where control and place differ, that is asked."""
    lies_there = network_of(s, card) == active(s)
    return lies_there if lies_there == (controller(s, card) == active(s)) else lies_there != control_counts(s)


control_counts = megacorp.doubt(
    "which cards does a player turn upright as the turn begins, those that lie in that player's network, or those "
    "that the player controls?",
    whatever_lies_in_the_network=no(
        "A card may lie in the network of an opponent, and that network's owner is who it is upright for.",
        "5.1.5a",
        "6.3.2c",
        "6.3.2f",
        default=True,
    ),
    whatever_the_player_controls=yes("A network is where a player puts his or her own cards.", "3.8.1a"),
)


@megacorp.duty("5.1.5c", "6.4.1b")
def go_on_after_disengaging(s: State) -> None:
    """There was a window; the reveal or the draw comes next."""
    when(s.step == Step.READY and s.answered and settled(s))
    with effect("5.1.6e", "5.1.7e"):
        s.step = Step.REVEAL if reveal_comes_first(s) else Step.DRAW


@megacorp.chance("5.1.6a", "6.4.1a", "6.4.1c", "3.4.4a", "3.4.4c", "4.2.1b", uniform="4.2.1b")
def reveal(s: State, card: Card) -> None:
    """The top card of the turn player's shuffled resource deck turns out, for that player, to be this one."""
    domain(s.step == Step.REVEAL and card.owner == active(s) and s.zone[card] == Zone.RESOURCE)
    with effect("5.1.6a", "8.3.1a"):
        s.zone[card] = Zone.REVEALED
        s.step = Step.OFFER


@megacorp.duty("5.1.6a")
def reveal_what_is_known(s: State) -> None:
    """With no unknown card left, the top of the known bottom is revealed; with none at all the book is silent."""
    when(s.step == Step.REVEAL and all(s.zone[c] != Zone.RESOURCE or c.owner != active(s) for c in Card))
    if len(s.sunk[active(s)]) > 0:
        for c in Card:
            if c.owner == active(s) and s.sunk[c.owner].top == c:
                s.zone[c] = Zone.REVEALED
        s.sunk[active(s)] = s.sunk[active(s)].without(s.sunk[active(s)].top)
        s.step = Step.OFFER
    else:
        if not nothing_is_revealed(s):
            lose_the_game(s, active(s))
        enter(s, Step.DRAW if reveal_comes_first(s) else Step.BUY)


nothing_is_revealed = megacorp.doubt(
    "what happens when the resource deck is empty?",
    play_goes_on=yes("nothing is revealed", default=True),
    lose_like_with_the_main_deck=no("the player loses, as with the main deck"),
)


@megacorp.duty("5.1.6e")
def nothing_on_offer(s: State) -> None:
    """The revealed card has been bought."""
    # Once the purchase is through (6.5), with what it makes a player draw or destroys.
    when(s.step == Step.OFFER and settled(s) and all(s.zone[c] != Zone.REVEALED or c.owner != active(s) for c in Card))
    enter(s, Step.DRAW if reveal_comes_first(s) else Step.BUY)


@megacorp.chance("5.1.7a", "5.1.7b", "5.1.7c", "6.10.1", "3.7.3", uniform="4.2.1a")
def draw(s: State, card: Card) -> None:
    """The card drawn from a shuffled main deck turns out to be this one; a hand may hold any number."""
    domain(s.step == Step.DRAW and card.owner == active(s) and s.zone[card] == Zone.MAIN)
    with effect("5.1.7a", "5.1.7c"):
        s.zone[card] = Zone.HAND
        enter(s, Step.DRAWN)


@megacorp.duty("5.1.7d")
def skip_the_first_draw(s: State) -> None:
    """On the very first turn of a two-player game nothing is drawn."""
    when(s.step == Step.DRAW and two_players() and not s.opened)
    enter(s, Step.DRAWN)


@megacorp.duty("1.2.7", after=skip_the_first_draw, because="5.1.7d: who skips the draw is not unable to draw")
def unable_to_draw(s: State) -> None:
    """A player who cannot draw loses; when, is not said."""
    when(s.step == Step.DRAW and all(s.zone[c] != Zone.MAIN or c.owner != active(s) for c in Card))
    if draw_loss_is_immediate(s):
        lose_the_game(s, active(s))
    else:
        s.out_of_cards[active(s)] = True
    enter(s, Step.DRAWN)


@megacorp.duty("5.1.7a", "5.2.1", "6.4.1b")
def go_on_after_the_draw(s: State) -> None:
    """There was a window; the Buy phase comes next, or the reveal if it stands last."""
    when(s.step == Step.DRAWN and s.answered and settled(s))
    with effect("5.1.7a", "5.2.1"):
        enter(s, Step.BUY if reveal_comes_first(s) else Step.REVEAL)


# --- phase E ------------------------------------------------------------------------------------------------------


@megacorp.duty("5.5.2")
def count_losses(s: State) -> None:
    """Players without money lose, and the turn player whose Business is orphaned, all at once."""
    when(s.step == Step.END and s.answered and settled(s))
    with effect("5.5.2", "1.2.1a", "1.2.1c"):
        for p in Player:
            if s.money[p] == 0 and not money_is_counted_last(s):
                lose_the_game(s, p)
    with effect("5.5.1", "1.2.8a", "1.2.8b"):
        for c in Card:
            if c.kind == Kind.BUSINESS and orphaned(s, c) and whose_business(s, c) == active(s):
                lose_the_game(s, active(s))
    with effect("1.2.7"):
        for p in Player:
            if s.out_of_cards[p]:
                lose_the_game(s, p)
    with effect("5.5.4c"):
        enter(s, Step.ORPHANS)


money_is_counted_last = megacorp.doubt(
    "when does a player lose who has no money, in the second step of the End phase, or when the turn is over?",
    in_the_second_step=no("The End phase looks for players without money in its second step.", "5.5.2", default=True),
    when_the_turn_is_over=yes(
        "Whoever has no money at the end of a turn loses; and what acts at its end comes before that.",
        "1.2.1b",
        "1.3.11d",
        "5.5.7c",
    ),
)


@megacorp.deed("5.5.4a", "6.1.4a")
def run_out(s: State, card: Card) -> None:
    """An event is discarded as the turn ends."""
    discard(s, card)


@run_out.forbid("5.5.4b", "2.1.4b", "6.2.4a", over=run_out, because="5.5.4: only those without the keyword go")
def permanent_events_stay(s: State, card: Card) -> bool:
    """A permanent event stays in the network."""
    return card.keywords[Keyword.PERMANENT]


@run_out.forbid("3.3.2b", "9.4.1b", over=run_out, because="asked: what is bonded may stay for as long as its host")
def bonded_events_stay(s: State, card: Card) -> bool:
    """A bond bestows something permanently, an event's too."""
    return is_bonded(s, card) and not card.keywords[Keyword.PERMANENT] and bonds_outlast_the_turn(s)


bonds_outlast_the_turn = megacorp.doubt(
    "does an event that is bonded beneath a card stay when the turn ends?",
    every_event_is_discarded=no(
        "All events without the keyword permanent are discarded as the turn ends.", "5.5.4a", "6.1.4a", default=True
    ),
    a_bond_is_permanent=yes("A bond usually bestows something permanently.", "3.3.2b", "9.4.1b"),
)


@megacorp.duty("5.5.4a", "6.1.4a", "6.1.4b")
def discard_events(s: State) -> None:
    """Events that are not permanent are discarded."""
    when(s.step == Step.CLEANUP and settled(s))
    with effect("5.5.4a", "6.1.4a"):
        for c in Card:
            if is_event(c) and s.zone[c] == Zone.NETWORK:
                run_out(s, c)
    with effect("5.5.5a"):
        s.step = Step.CLOSING


@megacorp.duty("5.5.5a", "5.5.6")
def heal(s: State) -> None:
    """Damage is healed, but for permanent damage, and pools are emptied; perhaps new orphans are discarded first."""
    when(s.step == Step.CLOSING and settled(s))
    found = new_orphans(s)
    if len(found) > 0:
        with effect("3.8.2e", "1.2.8b"):
            discard_new_orphans(s, found)
    else:
        with effect("5.5.5a"):
            for c in Card:
                for t in Trait:
                    s.damage[c][t] = 0
        with effect("5.5.6", "6.7.8b"):
            for p in Player:
                for t in Trait:
                    s.pool[p][t] = 0
        with effect("5.5.7a", "5.5.7c"):
            enter(s, Step.LATE if something_may_follow_the_discards(s) else Step.OVER)


def new_orphans(s: State) -> frozenset[Card]:
    """Discard what is docked to nothing since the orphans of the turn were discarded, where it is looked for again."""
    found = frozenset(c for c in Card if orphaned(s, c))
    return found if len(found) > 0 and orphans_are_looked_for_again(s) else frozenset()


@megacorp.deed("3.8.2c", "3.8.2e", "1.2.8a", "1.2.8b")
def discard_new_orphans(s: State, found: frozenset[Card]) -> None:
    """New orphans are discarded; with a Business of the turn player among them that player has lost."""
    with effect("1.2.8a", "1.2.8b"):
        for c in Card:
            if c in found and c.kind == Kind.BUSINESS and whose_business(s, c) == active(s):
                lose_the_game(s, active(s))
    with effect("3.8.2c", "3.8.2e"):
        for c in Card:
            if c in found:
                discard(s, c)


orphans_are_looked_for_again = megacorp.doubt(
    "is a card discarded that loses its last neighbour after the orphans of a turn were discarded?",
    orphans_are_discarded_once=no(
        "Orphans are discarded in one step of the End phase, before events are.", "5.5.3b", "5.5.4c", default=True
    ),
    whatever_is_alone_as_the_turn_ends=yes(
        "What is docked to no other card is discarded when the turn ends.", "3.8.2c", "3.8.2e", "1.2.8b"
    ),
)


@megacorp.duty("5.5.7a", "5.5.7c")
def go_on_to_the_last_triggers(s: State) -> None:
    """After a window behind the discards, what triggers as the turn ends comes next."""
    when(s.step == Step.LATE and s.answered and settled(s))
    enter(s, Step.OVER)


@megacorp.duty("1.3.2b", turn_end=True)
def end_turn(s: State) -> None:
    """The next player's turn begins, once what triggers at the end of a turn is done; whoever went out in it has no
    further one. Perhaps new orphans are discarded first, and those without money have lost only now."""
    when(s.step == Step.OVER and settled(s))
    found = new_orphans(s)
    if len(found) > 0:
        with effect("3.8.2e", "1.2.8b"):
            discard_new_orphans(s, found)
    else:
        with effect("1.2.1b", "1.3.11d"):
            for p in Player:
                if s.money[p] == 0 and not s.lost[p] and money_is_counted_last(s):
                    lose_the_game(s, p)
        with effect("5.2.3b"):
            s.turns[active(s)] = min(2, s.turns[active(s)] + 1)
            s.opened = True
        with effect("4.2.3c"):
            rest = s.order.without(active(s))
            s.order = rest if s.lost[active(s)] else rest.with_bottom(active(s))
            enter(s, Step.INCOME)
