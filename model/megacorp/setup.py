"""MegaCorp, chapter 4: setting up, and who starts."""

from __future__ import annotations

from typing import Annotated

from model.megacorp.rules import rounds_by_the_general_rule
from model.megacorp.state import Back, Card, Numbers, Player, State, Step, Zone, megacorp, two_players
from ruleslawyer.lang import (
    SILENT,
    Map,
    Pile,
    Range,
    Silent,
    ask,
    close_frame,
    effect,
    frame,
    lose,
    open_frame,
    simultaneous,
    the,
)


@frame("4.2.3a", "4.2.6c", "8.7.1c")
class StartBid:
    """Players bid in secret for going first; `awaits` are those whose bids are still to come or tied."""

    awaits: frozenset[Player]
    round: Annotated[int, Range(1, 4)] = 1


@megacorp.initial("4.2.1c", "4.2.2", "4.2.7")
def set_up(s: State) -> None:
    """Money, decks and the cards on the table; hands are dealt by the scope."""
    with effect("1.3.8c", "4.2.2"):
        for p in Player:
            s.money[p] = Numbers.start_money
    with effect("4.2.1c"):
        for c in Card:
            s.zone[c] = Zone.MAIN if c.back == Back.BLUE else Zone.RESOURCE if c.back == Back.GREEN else Zone.NETWORK
    with effect("4.2.7"):
        for c in Card:
            s.network[c] = c.owner if c.back == Back.TABLE else None
    with effect("4.2.6a"):
        s.step = Step.START


# --- how the first player is chosen -------------------------------------------------------------------------------


@megacorp.action("4.2.6c")
def bid_for_the_start(s: State, who: Player) -> None:
    """The players opt for a bid."""
    with effect("4.2.6c"):
        open_frame(s, StartBid(awaits=frozenset(Player)))


@bid_for_the_start.permit("4.2.6c")
def players_may_opt_to_bid(s: State, who: Player) -> bool:
    """Instead of a random choice the players may opt to bid."""
    return s.step == Step.START


@bid_for_the_start.permit("4.2.3a")
def multiplayer_bids(s: State, who: Player) -> bool:
    """In a multiplayer game everybody bids for going first."""
    return s.step == Step.START and not two_players()


@megacorp.action("4.2.6a")
def leave_it_to_chance(s: State, who: Player) -> None:
    """A player is to be picked at random."""
    with effect("4.2.6a"):
        s.step = Step.PICK


@leave_it_to_chance.permit("4.2.6a")
def picked_at_random(s: State, who: Player) -> bool:
    """A random player chooses whether to go first."""
    return s.step == Step.START


@leave_it_to_chance.forbid("4.2.3a")
def multiplayer_has_to_bid(s: State, who: Player) -> bool:
    """With more than two players everybody bids, and so nobody is picked."""
    return s.step == Step.START and not two_players()


@megacorp.chance("4.2.6a")
def pick(s: State, who: Player) -> None:
    """Chance picks a player."""
    with effect("4.2.6a"):
        s.picked = who
        s.step = Step.PICKED


@pick.domain
def while_picking(s: State, who: Player) -> bool:
    return s.step == Step.PICK


@megacorp.action("4.2.6b")
def go_first(s: State, who: Player) -> None:
    """The picked player chooses to go first."""
    with effect("4.2.6b", "4.2.8a"):
        s.order = s.order.with_bottom(who)
        s.step = Step.SEATING


@go_first.permit("4.2.6b")
def picked_goes_first(s: State, who: Player) -> bool:
    """The picked player may go first."""
    return s.step == Step.PICKED and s.picked == who


@megacorp.action("4.2.6b")
def let_another_go_first(s: State, who: Player) -> None:
    """The picked player chooses not to go first."""
    first = first_instead(s, who)
    with effect("4.2.6b"):
        if first is None:
            s.step = Step.PICK
        else:
            s.order = s.order.with_bottom(first)
            s.step = Step.SEATING


@let_another_go_first.permit("4.2.6b")
def picked_declines(s: State, who: Player) -> bool:
    """The picked player may choose not to go first."""
    return s.step == Step.PICKED and s.picked == who


@megacorp.question("who starts when the picked player declines?")
def first_instead(s: State, who: Player) -> Player | None:
    return ask()


@first_instead.answer("4.2.6b")
def the_other_of_two(s: State, who: Player) -> Player | Silent | None:
    """With two players, not going first leaves the other one."""
    return the(p for p in Player if p != who) if two_players() else SILENT


@first_instead.reading("somebody is picked again", default=True)
def pick_again(s: State, who: Player) -> Player | None:
    return None


# --- the bid ------------------------------------------------------------------------------------------------------


@megacorp.joint("4.2.6f", "8.7.2a", at=StartBid)
def reveal_start_bids(s: State, f: StartBid, bids: Map[Player, int]) -> None:
    """The bids are shown together; equal ones are bid anew, as long as the rules allow."""
    with effect("8.7.2a", "4.2.6f"):
        for p in Player:
            if p in f.awaits:
                s.bid[p] = bids[p]
    with effect("4.2.3b"):
        for p in Player:
            if p in f.awaits and (f.round == 1 or rebid_replaces_the_bid(s)):
                s.stake[p] = s.bid[p]
    tied = frozenset(p for p in Player if any(q != p and s.bid[q] == s.bid[p] for q in Player))
    with effect("4.2.3d", "8.7.4a"):
        if len(tied) > 0 and f.round < rounds_for_the_start(s):
            f.awaits = tied
            f.round += 1
        else:
            close_frame(s, StartBid)
            s.step = Step.SEATING


@reveal_start_bids.seat(of="bids")
def start_bid(s: State, f: StartBid, who: Player, amount: int) -> None:
    """One player's number."""


@start_bid.permit("8.7.2a")
def any_number(s: State, f: StartBid, who: Player, amount: int) -> bool:
    """A bidder picks a number; outside purchases 0 is the least (8.8.3)."""
    return amount >= 0


@start_bid.forbid("8.7.2c", over=start_bid, because="the sentence itself: a number no greater than one's money")
def more_than_one_has(s: State, f: StartBid, who: Player, amount: int) -> bool:
    """Nobody bids more than his money."""
    return amount > s.money[who]


@megacorp.question("does a rebid replace the bid that is paid, or does it only break the tie?")
def rebid_replaces_the_bid(s: State) -> bool:
    return ask()


@rebid_replaces_the_bid.reading("it replaces the bid", default=True)
def it_replaces(s: State) -> bool:
    return True


@rebid_replaces_the_bid.reading("it only breaks the tie")
def it_breaks_the_tie(s: State) -> bool:
    return False


@megacorp.question("how many rounds are there of the bid to start?")
def rounds_for_the_start(s: State) -> int:
    return ask()


@rounds_for_the_start.answer("4.2.3f", default=True)
def three_rebids(s: State) -> int | Silent:
    """In a multiplayer game there are three rebids in all: four rounds."""
    return SILENT if two_players() else 4


@rounds_for_the_start.answer("8.7.4b")
def start_bids_repeat_like_all_bids(s: State) -> int:
    """Choosing who goes first is a bid like any other (8.7.1)."""
    return rounds_by_the_general_rule(s)


# --- places -------------------------------------------------------------------------------------------------------


def unseated(s: State) -> frozenset[Player]:
    """The players without a place in the order of turns."""
    return frozenset(p for p in Player if p not in s.order)


def highest(s: State) -> frozenset[Player]:
    """Those of them with the highest bid."""
    return frozenset(p for p in unseated(s) if all(s.bid[q] <= s.bid[p] for q in unseated(s)))


@megacorp.chance("4.2.3c", "4.2.3g", "4.2.6g")
def take_a_place(s: State, who: Player) -> None:
    """Whoever bid most among those without a place takes the next one; equal bids are left to dice."""
    with effect("4.2.3c", "4.2.3i", "4.2.6g"):
        if len(highest(s)) == 1 or ties_are_diced(s):
            s.order = s.order.with_bottom(who)
        else:
            s.order = Pile()
            s.step = Step.START


@take_a_place.domain
def bid_most(s: State, who: Player) -> bool:
    return s.step == Step.SEATING and who in highest(s)


@megacorp.question("what decides when bids, or places, stay equal?")
def ties_are_diced(s: State) -> bool:
    return ask()


@ties_are_diced.answer("4.2.3g")
def multiplayer_rolls_dice(s: State) -> bool | Silent:
    """In a multiplayer game dice decide after the last rebid."""
    return SILENT if two_players() else True


@ties_are_diced.reading("dice decide between two players as well", default=True)
def two_players_roll_dice(s: State) -> bool:
    return True


@ties_are_diced.reading("the choice of who starts begins anew")
def choose_anew(s: State) -> bool:
    return False


@megacorp.duty("4.2.8b")
def begin_the_first_turn(s: State) -> None:
    """Bids are paid, and the player who goes first begins a turn."""
    with effect("4.2.6h"), simultaneous():
        for p in Player:
            if pays_the_start_bid(s, p):
                lose(s.money, p, s.stake[p])
    with effect("4.2.8a", "4.2.8b"):
        s.step = Step.INCOME


@begin_the_first_turn.when
def everybody_has_a_place(s: State) -> bool:
    return s.step == Step.SEATING and len(unseated(s)) == 0


@megacorp.question("who pays the bid to start?")
def pays_the_start_bid(s: State, who: Player) -> bool:
    return ask()


@pays_the_start_bid.answer("4.2.3b", default=True)
def everybody_pays(s: State, who: Player) -> bool | Silent:
    """In a multiplayer game each player spends the own bid."""
    return SILENT if two_players() else True


@pays_the_start_bid.answer("4.2.6j")
def only_the_higher_of_two_pays(s: State, who: Player) -> bool | Silent:
    """Between two players only the higher bidder spends money."""
    return who == s.order.top if two_players() else SILENT


@pays_the_start_bid.answer("8.7.3b")
def the_winner_of_a_bid_pays(s: State, who: Player) -> bool:
    """Whoever wins a bid spends that amount."""
    return who == s.order.top
