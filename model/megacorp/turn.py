"""MegaCorp, chapter 5: the turn; with how money and games are lost (1.2, 1.3)."""

from __future__ import annotations

from model.megacorp.actions import reveal_comes_first
from model.megacorp.state import Card, Kind, Player, State, Step, Trait, Zone, active, controller, megacorp, on_turn
from ruleslawyer.lang import CHANCE, SILENT, Chance, Silent, ask, effect, simultaneous


@megacorp.awaits
def decides(s: State) -> frozenset[Player] | Chance:
    """The turn player, or chance; before the first turn, everybody or the player picked."""
    if s.step in (Step.PICK, Step.SEATING, Step.REVEAL, Step.DRAW, Step.CLEANUP):
        return CHANCE
    if s.step == Step.START:
        return frozenset(Player)
    if s.step == Step.PICKED:
        return frozenset(p for p in Player if s.picked == p)
    return frozenset({active(s)})


@megacorp.ended("1.2.1a", "1.2.2a", "1.2.6b", "1.2.10")
def over(s: State) -> bool:
    """At most one player has not lost; that this ends the game is implied, not said."""
    return sum(1 for p in Player if not s.lost[p]) <= 1


@megacorp.winners("1.2.10")
def winners(s: State) -> frozenset[Player]:
    """Whoever has not lost; nobody, when all lose at once: a tie."""
    return frozenset(p for p in Player if not s.lost[p])


# --- phase A ------------------------------------------------------------------------------------------------------


@megacorp.duty("5.1.3a", "5.1.3b")
def account(s: State) -> None:
    """Pools are emptied, cashflow comes in, and upkeep falls due."""
    with effect("5.1.3a", "6.7.8a"):
        for p in Player:
            for t in Trait:
                s.pool[p][t] = 0
    with effect("5.1.3b", "1.3.11b", "1.3.11c"):
        for p in Player:
            if receives_cashflow(s, p):
                s.money[p] += sum(cashflow(s, c) for c in Card if s.zone[c] == Zone.NETWORK and controller(s, c) == p)
    with effect("5.1.3d", "3.2.7a", "3.2.7b"):
        for c in Card:
            s.upkeep_due[c] = s.zone[c] == Zone.NETWORK and c.upkeep > 0 and controller(s, c) == active(s)
    with effect("5.1.3f"):
        s.step = Step.UPKEEP


@account.when
def accounting_begins(s: State) -> bool:
    return s.step == Step.INCOME


@megacorp.term("1.3.11b")
def cashflow(s: State, card: Card) -> int:
    """The amount printed on the card."""
    return card.cashflow


@cashflow.exception("5.1.3c", "7.3.2a")
def none_while_engaged(s: State, card: Card) -> int | Silent:
    """Engaged cards bring no cashflow."""
    return 0 if s.engaged[card] else SILENT


@megacorp.question("who receives cashflow in an Accounting phase?")
def receives_cashflow(s: State, who: Player) -> bool:
    return ask()


@receives_cashflow.reading("the turn player", default=True)
def only_the_turn_player(s: State, who: Player) -> bool:
    return on_turn(s, who)


@receives_cashflow.reading("every player, each turn")
def every_player(s: State, who: Player) -> bool:
    return True


@megacorp.action("5.1.3d")
def pay_upkeep(s: State, who: Player, card: Card) -> None:
    """Pay the upkeep of a card."""
    with effect("5.1.3d", "8.1.1"):
        s.money[who] -= card.upkeep
        s.upkeep_due[card] = False


@pay_upkeep.domain
def upkeep_is_due(s: State, who: Player, card: Card) -> bool:
    return s.upkeep_due[card]


@pay_upkeep.permit("5.1.3d")
def upkeep_is_paid(s: State, who: Player, card: Card) -> bool:
    """Upkeep is paid in the Accounting phase."""
    return on_turn(s, who) and s.step == Step.UPKEEP


@pay_upkeep.forbid(
    "1.3.10", over=pay_upkeep, because="the sentence itself: players cannot spend more money than they have"
)
def upkeep_beyond_means(s: State, who: Player, card: Card) -> bool:
    """Nobody spends more money than he has."""
    return s.money[who] < card.upkeep


@megacorp.action("5.1.4a")
def decline_upkeep(s: State, who: Player, card: Card) -> None:
    """Do not pay the upkeep of a card: it is destroyed."""
    with effect("5.1.4b", "8.2.1a", "8.2.1b", "3.1.2"):
        s.market[card.owner] = s.market[card.owner].with_top(card)
        s.zone[card] = Zone.MARKET
        s.upkeep_due[card] = False
    with effect("1.2.2a"):
        if card.kind == Kind.BUSINESS and loses_with_a_destroyed_business(s):
            s.lost[who] = True


@decline_upkeep.domain
def upkeep_may_be_declined(s: State, who: Player, card: Card) -> bool:
    return s.upkeep_due[card]


@decline_upkeep.permit("5.1.4a")
def may_choose_not_to_pay(s: State, who: Player, card: Card) -> bool:
    """A player may choose not to pay an upkeep cost."""
    return on_turn(s, who) and s.step == Step.UPKEEP


@megacorp.question("does a player lose whose Business is destroyed for want of upkeep?")
def loses_with_a_destroyed_business(s: State) -> bool:
    return ask()


@loses_with_a_destroyed_business.answer("1.2.2a", default=True)
def whoever_loses_the_business_loses(s: State) -> bool:
    """At any point of the game, a player who loses the Business loses."""
    return True


@loses_with_a_destroyed_business.answer("1.2.3")
def only_two_ways_to_lose_a_business(s: State) -> bool:
    """A Business is lost under two conditions, defeat and purchase: this is neither."""
    return False


@megacorp.duty("5.1.5a")
def disengage(s: State) -> None:
    """All cards in the turn player's network are disengaged."""
    with effect("5.1.5b"):
        s.step = Step.READY
    with effect("5.1.5a", "8.5.1b"):
        for c in Card:
            if s.zone[c] == Zone.NETWORK and s.network[c] == active(s):
                s.engaged[c] = False


@disengage.when
def upkeep_is_settled(s: State) -> bool:
    return s.step == Step.UPKEEP and all(not s.upkeep_due[c] for c in Card)


@megacorp.duty("5.1.5c")
def go_on_after_disengaging(s: State) -> None:
    """The reveal or the draw comes next."""
    with effect("5.1.6e", "5.1.7e"):
        s.step = Step.REVEAL if reveal_comes_first(s) else Step.DRAW


@go_on_after_disengaging.when
def disengaged(s: State) -> bool:
    return s.step == Step.READY


@megacorp.chance("5.1.6a", "6.4.1a", "3.4.4a", "4.2.1b")
def reveal(s: State, card: Card) -> None:
    """The top card of a shuffled resource deck turns out to be this one."""
    with effect("5.1.6a", "8.3.1a"):
        s.zone[card] = Zone.REVEALED
        s.step = Step.OFFER


@reveal.domain
def could_be_on_top(s: State, card: Card) -> bool:
    return s.step == Step.REVEAL and card.owner == active(s) and s.zone[card] == Zone.RESOURCE


@megacorp.duty("5.1.6a")
def reveal_what_is_known(s: State) -> None:
    """With no unknown card left, the top of the known bottom is revealed; with none at all the book is silent."""
    if len(s.sunk[active(s)]) > 0:
        with effect("5.1.6a"):
            for c in Card:
                if c.owner == active(s) and s.sunk[c.owner].top == c:
                    s.zone[c] = Zone.REVEALED
            s.sunk[active(s)] = s.sunk[active(s)].without(s.sunk[active(s)].top)
            s.step = Step.OFFER
    else:
        with effect("5.1.6a"):
            if not nothing_is_revealed(s):
                s.lost[active(s)] = True
            s.step = Step.DRAW if reveal_comes_first(s) else Step.BUY


@reveal_what_is_known.when
def no_unknown_resource(s: State) -> bool:
    return s.step == Step.REVEAL and all(s.zone[c] != Zone.RESOURCE or c.owner != active(s) for c in Card)


@megacorp.question("what happens when the resource deck is empty?")
def nothing_is_revealed(s: State) -> bool:
    return ask()


@nothing_is_revealed.reading("nothing is revealed", default=True)
def play_goes_on(s: State) -> bool:
    return True


@nothing_is_revealed.reading("the player loses, as with the main deck")
def lose_like_with_the_main_deck(s: State) -> bool:
    return False


@megacorp.duty("5.1.6e")
def nothing_on_offer(s: State) -> None:
    """The revealed card has been bought."""
    with effect("5.1.6e"):
        s.step = Step.DRAW if reveal_comes_first(s) else Step.BUY


@nothing_on_offer.when
def revealed_card_is_gone(s: State) -> bool:
    return s.step == Step.OFFER and all(s.zone[c] != Zone.REVEALED or c.owner != active(s) for c in Card)


@megacorp.chance("5.1.7a", "5.1.7b", "5.1.7c", "6.10.1")
def draw(s: State, card: Card) -> None:
    """The card drawn from a shuffled main deck turns out to be this one."""
    with effect("5.1.7a", "5.1.7c"):
        s.zone[card] = Zone.HAND
        s.step = Step.BUY if reveal_comes_first(s) else Step.REVEAL


@draw.domain
def could_be_drawn(s: State, card: Card) -> bool:
    return s.step == Step.DRAW and card.owner == active(s) and s.zone[card] == Zone.MAIN


@megacorp.duty("5.1.7d")
def skip_the_first_draw(s: State) -> None:
    """On the very first turn of a two-player game nothing is drawn."""
    with effect("5.1.7d"):
        s.step = Step.BUY if reveal_comes_first(s) else Step.REVEAL


@skip_the_first_draw.when
def very_first_turn_of_two(s: State) -> bool:
    return s.step == Step.DRAW and len(Player) == 2 and not s.opened


@megacorp.duty("1.2.7")
def unable_to_draw(s: State) -> None:
    """A player who cannot draw loses; when, is not said."""
    with effect("1.2.7"):
        if draw_loss_is_immediate(s):
            s.lost[active(s)] = True
        else:
            s.out_of_cards = True
        s.step = Step.BUY if reveal_comes_first(s) else Step.REVEAL


@unable_to_draw.when
def main_deck_is_empty(s: State) -> bool:
    return s.step == Step.DRAW and all(s.zone[c] != Zone.MAIN or c.owner != active(s) for c in Card)


@megacorp.question("when does a player lose who cannot draw?")
def draw_loss_is_immediate(s: State) -> bool:
    return ask()


@draw_loss_is_immediate.reading("at once", default=True)
def at_once(s: State) -> bool:
    return True


@draw_loss_is_immediate.reading("when the turn ends, like other losses")
def when_the_turn_ends(s: State) -> bool:
    return False


# --- phase E ------------------------------------------------------------------------------------------------------


@megacorp.duty("5.5.2")
def count_losses(s: State) -> None:
    """Players without money lose, all at once."""
    with effect("5.5.2", "1.2.1a", "1.2.1b", "1.2.1c", "1.3.11d"), simultaneous():
        for p in Player:
            if s.money[p] == 0:
                s.lost[p] = True
    with effect("1.2.7"):
        if s.out_of_cards:
            s.lost[active(s)] = True
    with effect("5.5.4c"):
        s.step = Step.CLEANUP


@count_losses.when
def the_end_phase_begins(s: State) -> bool:
    return s.step == Step.END


@megacorp.chance("5.5.4a", "6.1.4a")
def discard_event(s: State, card: Card) -> None:
    """An event in play goes on top of its owner's open market; among several, in an order that the book leaves open."""
    with effect("5.5.4a", "8.6.1a", "8.6.1c", "3.1.2"):
        s.market[card.owner] = s.market[card.owner].with_top(card)
        s.zone[card] = Zone.MARKET


@discard_event.domain
def event_in_play(s: State, card: Card) -> bool:
    return s.step == Step.CLEANUP and s.zone[card] == Zone.NETWORK and card.kind == Kind.EVENT


@megacorp.duty("5.5.6", turn_end=True)
def end_turn(s: State) -> None:
    """Pools are emptied; the next player's turn begins."""
    with effect("5.5.6", "6.7.8b"):
        for p in Player:
            for t in Trait:
                s.pool[p][t] = 0
    with effect("5.2.3b"):
        s.turns[active(s)] = min(2, s.turns[active(s)] + 1)
        s.opened = True
    with effect("4.2.3c"):
        s.order = s.order.without(active(s)).with_bottom(active(s))
        s.step = Step.INCOME


@end_turn.when
def events_are_discarded(s: State) -> bool:
    return s.step == Step.CLEANUP and all(s.zone[c] != Zone.NETWORK or c.kind != Kind.EVENT for c in Card)


@megacorp.duty("1.2.2a", "1.2.6b")
def leave_the_game(s: State) -> None:
    """Whoever has lost has no more turns."""
    with effect("1.2.2a"):
        if s.lost[active(s)]:
            s.step = Step.INCOME
        for p in Player:
            if s.lost[p] and p in s.order:
                s.order = s.order.without(p)


@leave_the_game.when
def somebody_has_lost(s: State) -> bool:
    return any(s.lost[p] and p in s.order for p in Player)
