"""MegaCorp, chapter 5 with 4.2 and 1.2: the phases in their order, what each leaves behind, how turns and games end."""

from __future__ import annotations

from checks.megacorp.bids import is_bidding
from checks.megacorp.ends import is_over, no_card_allows_it, undisturbed
from checks.megacorp.network import just_begun
from model.megacorp.actions import end_phase, leave_revealed, leaves_at_once, reveal_comes_first
from model.megacorp.frames import (
    CardBid,
    Claim,
    Creating,
    DeadDrop,
    Disaster,
    Mutating,
    Placing,
    Relocating,
    Response,
    Search,
    Targeting,
)
from model.megacorp.places import network_of
from model.megacorp.setup import deal_a_card, hand, mulligan
from model.megacorp.state import Back, Card, Does, Numbers, Player, State, Step, Trait, Zone, megacorp
from model.megacorp.turn import decline_upkeep, draw, reveal
from model.megacorp.turns import active, has_turns, left_to_chance, on_turn, settled, something_leaves
from model.megacorp.words import controller
from ruleslawyer.lang import Checks, is_open

checks = Checks(megacorp)


# --- the order of phases ------------------------------------------------------------------------------------------


@checks.step("5.2.2a", "5.3.2b", "5.4.1a", of=end_phase)
def phases_come_in_order(before: State, after: State, who: Player) -> bool:
    """B is followed by C, C by D, D by E, in one and the same turn."""
    return (
        on_turn(before, who)
        and active(after) == active(before)
        and (
            (before.step == Step.BUY and after.step == Step.CHALLENGE)
            or (before.step == Step.CHALLENGE and after.step == Step.DIVEST)
            or (before.step == Step.DIVEST and after.step == Step.END)
        )
    )


@checks.step("5.1.6a", "5.1.6e", of=reveal)
def one_reveals_before_one_draws(before: State, after: State, card: Card) -> bool:
    """The top card of the turn player's own resource deck is revealed, once, before the Buy phase."""
    return before.step == Step.REVEAL and after.step == Step.OFFER and on_turn(before, card.owner)


@checks.step("5.1.7a", "5.1.7b", "5.1.7d", of=draw)
def one_draws_one_card(before: State, after: State, card: Card) -> bool:
    """The turn player draws one card of one's own main deck, but not in the first turn of a game of two."""
    return (
        on_turn(before, card.owner)
        and hand(after, card.owner) == hand(before, card.owner) + 1
        and (before.opened or len(Player) > 2)
        and after.step in (Step.DRAWN, Step.BUY, Step.REVEAL)
    )


@checks.step("5.1.6d", "5.1.6e", of=leave_revealed)
def what_is_left_goes_to_the_bottom(before: State, after: State, who: Player) -> bool:
    """A revealed card that is not bought lies on the bottom of its deck, unless it waits for phase B to end."""
    return not leaves_at_once(before) or all(after.zone[c] != Zone.REVEALED or c.owner != who for c in Card)


@checks.step("5.1.4a", "5.1.4b", of=decline_upkeep)
def nobody_pays_for_what_he_declines(before: State, after: State, who: Player, card: Card) -> bool:
    """Declined upkeep costs nothing; the card is about to leave, or cannot be destroyed."""
    return not after.upkeep_due[card] and all(after.money[p] == before.money[p] for p in Player)


# --- what a phase leaves behind -----------------------------------------------------------------------------------


@checks.sometimes("6.7.5a")
def somebody_has_traits(s: State) -> bool:
    """A trait pool is not empty."""
    return any(s.pool[p][t] > 0 for p in Player for t in Trait)


@checks.always("5.1.3a", "5.5.6", "6.7.8a", "6.7.8b", reached=somebody_has_traits)
def pools_are_empty_between_turns(s: State) -> bool:
    """No turn begins with traits of the one before, where none could be produced meanwhile."""
    return not just_begun(s) or not undisturbed(s) or all(s.pool[p][t] == 0 for p in Player for t in Trait)


@checks.always("3.4.1b", "4.1.3a", reached=somebody_has_traits)
def resource_decks_hold_resources(s: State) -> bool:
    """Green backs alone lie in resource decks, and are revealed; so that where something is on offer there are some."""
    return (s.step != Step.OFFER or any(c.back == Back.GREEN for c in Card)) and all(
        c.back == Back.GREEN
        or (s.zone[c] not in (Zone.RESOURCE, Zone.SUNK, Zone.REVEALED) and all(c not in s.sunk[p] for p in Player))
        for c in Card
    )


def accounts(s: State) -> bool:
    """Phase A from the accounting to the reveal, or to the draw where nothing is revealed before."""
    return (
        s.step in (Step.UPKEEP, Step.READY, Step.REVEAL)
        or (s.step == Step.DRAW and (all(c.back != Back.GREEN for c in Card) or not reveal_comes_first(s)))
        or (s.step == Step.DRAWN and not reveal_comes_first(s))
    )


@checks.always("5.1.3a", "5.5.6", "6.7.8a", reached=somebody_has_traits)
def pools_are_empty_in_phase_a(s: State) -> bool:
    """Once pools are emptied nobody has traits until the reveal, where none could be produced meanwhile."""
    return not accounts(s) or not no_card_allows_it() or all(s.pool[p][t] == 0 for p in Player for t in Trait)


@checks.sometimes("5.1.3d")
def upkeep_is_to_be_paid(s: State) -> bool:
    """The upkeep of a card is due."""
    return any(s.upkeep_due[c] for c in Card)


@checks.always("5.1.3d", "5.1.5b", "3.2.7a", reached=upkeep_is_to_be_paid)
def only_the_turn_player_pays_upkeep(s: State) -> bool:
    """Upkeep is due in phase A alone, for cards in play that the turn player controls."""
    return all(
        not s.upkeep_due[c]
        or is_over(s)
        or (s.step == Step.UPKEEP and s.zone[c] == Zone.NETWORK and on_turn(s, controller(s, c)))
        for c in Card
    )


@checks.sometimes("3.2.1b")
def a_card_is_engaged(s: State) -> bool:
    """Some card is engaged."""
    return any(s.engaged[c] for c in Card)


@checks.always("5.1.5a", reached=a_card_is_engaged)
def the_own_network_is_upright(s: State) -> bool:
    """Once the turn player has disengaged, where nobody can act meanwhile, nothing in one's own network is engaged."""
    return (
        not just_begun(s) or not undisturbed(s) or all(not s.engaged[c] or network_of(s, c) != active(s) for c in Card)
    )


@checks.always("6.7.3b", "6.7.4", "5.1.5a", reached=somebody_has_traits)
def traits_of_a_turn_are_limited(s: State) -> bool:
    """A reader might expect that a card yields its traits once in a turn, where no effect is there to turn it upright:
    no pool exceeds what all cards have."""
    return any(c.does == Does.DISENGAGE for c in Card) or all(
        s.pool[p][t] <= sum(most(s, c, t) for c in Card) for p in Player for t in Trait
    )


def most(s: State, card: Card, trait: Trait) -> int:
    """What a card yields at best, with its counters; those that take away may have come afterwards."""
    printed = card.score[trait]
    return 0 if printed is None else printed + max(0, s.counter[card][trait])


# --- setting up (4.2) ---------------------------------------------------------------------------------------------


@checks.step("4.2.4a", "4.2.4b", of=deal_a_card)
def hands_have_five_cards_at_most(before: State, after: State, card: Card) -> bool:
    """Nobody is dealt more than a hand."""
    return hand(after, card.owner) <= Numbers.hand


@checks.step("4.2.5b", "4.2.5c", of=mulligan)
def a_mulligan_costs_a_card(before: State, after: State, who: Player) -> bool:
    """The old hand is shuffled away, and each mulligan brings a smaller one, while there is a smaller one."""
    return hand(after, who) == 0 and (after.mulligans[who] > before.mulligans[who] or hand(before, who) == 0)


@checks.sometimes("4.2.6a")
def the_game_is_set_up(s: State) -> bool:
    """No turn has begun."""
    return not has_turns(s)


@checks.always("4.2.8a", reached=the_game_is_set_up)
def nothing_is_played_before_the_first_turn(s: State) -> bool:
    """Until a player begins the first turn nothing is played, bought or bid for, nothing is about to leave or left to
    chance, and nothing is bonded."""
    return has_turns(s) or (
        len(s.stack) == 0
        and not something_leaves(s)
        and not left_to_chance(s)
        and not is_used(s)
        and not is_open(s, Claim)
        and not is_open(s, CardBid)
        and all(s.under[c] is None for c in Card)
    )


@checks.always("1.3.8c", "4.2.2", "4.2.6h", reached=the_game_is_set_up)
def money_is_as_at_first_before_the_first_turn(s: State) -> bool:
    """Until a player begins the first turn nobody has paid or gained anything."""
    return has_turns(s) or all(s.money[p] == Numbers.start_money for p in Player)


@checks.sometimes("4.2.8b")
def turns_are_played(s: State) -> bool:
    """The first turn has begun."""
    return has_turns(s)


def something_goes_on(s: State) -> bool:
    """Players may respond, an ability is being carried out, something is being played or about to leave, or triggers of
    a turn's end are still to come: who is out has left the order after that."""
    return is_open(s, Response) or is_carried_out(s) or not settled(s) or s.step == Step.OVER


def is_carried_out(s: State) -> bool:
    """Somebody chooses for an ability that takes effect, or moves what must move."""
    return is_open(s, Relocating) or is_used(s)


def is_used(s: State) -> bool:
    """Somebody chooses for what a card does, or where it comes to lie."""
    return (
        is_open(s, Search)
        or is_open(s, DeadDrop)
        or is_open(s, Mutating)
        or is_open(s, Disaster)
        or is_open(s, Creating)
        or is_open(s, Placing)
        or is_open(s, Targeting)
    )


@checks.always("4.2.3c", "4.2.6b", reached=turns_are_played)
def whoever_plays_has_a_place(s: State) -> bool:
    """But for while places are given, nobody has one before the first turn, or whoever has not lost has one."""
    return (
        s.step == Step.SEATING
        or (len(s.order) == 0 and not has_turns(s) and s.step != Step.FOUND)
        or all(p in s.order or s.lost[p] for p in Player)
    )


@checks.always("4.2.3c", "1.2.2a", reached=turns_are_played)
def everybody_in_the_game_has_turns(s: State) -> bool:
    """Those who have not lost have a place in the order of turns, and nobody else, once what happens has resolved."""
    return not has_turns(s) or is_over(s) or something_goes_on(s) or all((p in s.order) != s.lost[p] for p in Player)


@checks.always("1.3.2b", reached=turns_are_played)
def a_turn_belongs_to_somebody_still_in_the_game(s: State) -> bool:
    """While turns are played, the turn player has not lost, or has just done so in a window for responses."""
    return not has_turns(s) or is_over(s) or something_goes_on(s) or not s.lost[s.order.top]


# --- how it all ends ----------------------------------------------------------------------------------------------
# Whether bids come to an end is asked in bids.py, and counts as an end here.


@checks.leads_to("5.2.2a", "6.7.6", "3.6.3a")
def every_buy_phase_ends(s: State) -> tuple[bool, bool]:
    """A reader might expect that the purchases of a turn come to an end."""
    return s.step == Step.BUY, s.step != Step.BUY or is_over(s) or is_bidding(s)


@checks.leads_to("5.3.12", "5.3.13")
def every_challenge_phase_ends(s: State) -> tuple[bool, bool]:
    """Each character attacks once a turn, so that the attacks of a turn come to an end."""
    return s.step == Step.CHALLENGE, is_over(s) or is_bidding(s) or s.step not in (
        Step.CHALLENGE, Step.DECLARED, Step.BLOCK, Step.BLOCKED, Step.SPLIT, Step.STRIKE, Step.AFTERMATH,
    )  # fmt: skip


@checks.leads_to("1.2.7", "5.1.7a")
def every_game_ends(s: State) -> tuple[bool, bool]:
    """A reader might expect that decks run out: whoever cannot draw loses, and so no game goes on for ever."""
    return True, is_over(s) or is_bidding(s)


@checks.possible("5.3.2b", "5.4.1a")
def every_turn_can_end(s: State) -> bool:
    """From everywhere the last phase before the end of a turn can be reached, or the game is over."""
    return s.step == Step.DIVEST or is_over(s) or is_bidding(s)
