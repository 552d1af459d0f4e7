"""MegaCorp, chapter 4: setting up, and who starts.

Long: the chapter in its order, each step with the questions that it leaves.
"""

from model.megacorp.bidding import rounds_by_the_general_rule
from model.megacorp.deeds import enter
from model.megacorp.frames import StartBid
from model.megacorp.places import side_by_side, taken
from model.megacorp.state import Back, Card, Kind, Numbers, Player, Slot, State, Step, Zone, in_hand_of, megacorp
from model.megacorp.turns import two_players
from ruleslawyer.lang import (
    SILENT,
    Map,
    Pile,
    ask,
    close_frame,
    domain,
    effect,
    lose,
    no,
    open_frame,
    permit,
    says,
    simultaneous,
    the,
    when,
    yes,
)


@megacorp.initial("4.2.1c", "4.2.2", "4.2.7")
def set_up(s: State) -> None:
    """Money, decks, and the cards on the table: they lie where the scope says; a Founder may be placed later."""
    hands = Numbers.hand > 0 and hands_come_first(s)
    with effect("1.3.8c", "4.2.2"):
        for p in Player:
            s.money[p] = Numbers.start_money
    with effect("4.0.1a", "4.0.1b", "4.2.1a", "4.2.1b", "4.2.1c", "4.2.1d", "4.2.1e", "4.2.1f"):
        for c in Card:
            if c.back == Back.BLUE:
                s.zone[c] = Zone.MAIN
            elif c.back == Back.GREEN:
                s.zone[c] = Zone.RESOURCE
            else:
                s.zone[c] = Zone.ASIDE if c.lies is None else Zone.NETWORK
    with effect("4.2.7"):
        for c in Card:
            if c.back == Back.TABLE:
                s.slot[c] = c.lies
    with effect("4.2.4a", "4.2.6a"):
        s.step = Step.DEAL if hands else Step.START


@set_up.domain
def is_a_table(s: State) -> bool:
    """At most nine players (1.1.2), a Business and a Founder for each at most (4.1.1), and a space for each card."""
    return (
        len(Player) <= Numbers.players
        and all(how_many(Kind.BUSINESS, p) <= 1 and how_many(Kind.FOUNDER, p) <= 1 for p in Player)
        and all(sum(1 for c in Card if c.back == Back.TABLE and c.lies == slot) <= 1 for slot in Slot)
        and all(lies_at_home(c) for c in Card if c.kind == Kind.BUSINESS or c.kind == Kind.FOUNDER)
    )


def how_many(kind: Kind, who: Player) -> int:
    """How many cards of a type a player brings."""
    return sum(1 for c in Card if c.kind == kind and c.owner == who)


def lies_at_home(card: Card) -> bool:
    """Whether a card begins in a space of its owner's network, if it begins in any."""
    return all(slot.network == card.owner for slot in Slot if card.lies == slot)


@megacorp.question("are the hands dealt before the choice of who goes first?")
def hands_come_first(s: State) -> bool:
    return ask(
        hands_then_the_choice=says(
            True,
            "In the list of the setting up the hands stand before the choice of who goes first, or the bid for it.",
            "4.2.4a",
            "4.2.6a",
            default=True,
        ),
        the_bid_of_several_then_hands=says(
            SILENT if two_players() else False,
            "The bid of a multiplayer game stands in the same list before the hands.",
            "4.2.3a",
            "4.2.4a",
        ),
    )


# --- hands --------------------------------------------------------------------------------------------------------


def hand(s: State, who: Player) -> int:
    """How many cards a player has in hand."""
    return sum(1 for c in Card if in_hand_of(s, c, who))


def is_dealt_to(s: State, who: Player) -> bool:
    """Whether a player is to have more cards; a main deck that a scope has shrunk may hold too few."""
    return (
        not s.kept[who]
        and hand(s, who) + s.mulligans[who] < Numbers.hand
        and any(c.owner == who and s.zone[c] == Zone.MAIN for c in Card)
    )


@megacorp.chance("4.2.4a", "4.2.4b", "4.2.4c", "4.2.1a", "3.5.3b", "3.5.3c", uniform="4.2.1a")
def deal_a_card(s: State, card: Card) -> None:
    """The next card of a shuffled main deck, for the first hand or a new one, turns out to be this one."""
    domain(card.back == Back.BLUE and s.step == Step.DEAL and s.zone[card] == Zone.MAIN and is_dealt_to(s, card.owner))
    with effect("4.2.4a", "4.2.4c"):
        s.zone[card] = Zone.HAND


@megacorp.duty("4.2.4b", "4.2.5a")
def go_on_to_mulligans(s: State) -> None:
    """The hands are complete, and may be changed for smaller ones."""
    when(s.step == Step.DEAL and all(not is_dealt_to(s, p) for p in Player))
    with effect("4.2.5a"):
        s.step = Step.MULLIGAN


@megacorp.action("4.2.5a", "4.2.5b", "4.2.5c")
def mulligan(s: State, who: Player) -> None:
    """Shuffle the hand into the main deck, and draw fewer cards; in which order players decide is not said."""
    missing = cards_fewer(s, who)
    with effect("4.2.5b"):
        for c in Card:
            if c.owner == who and s.zone[c] == Zone.HAND:
                s.zone[c] = Zone.MAIN
    with effect("4.2.5c"):
        s.mulligans[who] = missing
        s.step = Step.DEAL


@mulligan.permit("4.2.5a", "4.2.5d")
def may_draw_anew(s: State, who: Player) -> bool:
    """Every player may take a mulligan, and another one."""
    return s.step == Step.MULLIGAN and not s.kept[who]


@mulligan.forbid("4.2.5c", over=mulligan)
def nothing_to_shuffle(s: State, who: Player) -> bool:
    """From a hand without cards there is no smaller one; the question comes up where one could redraw it."""
    return s.step == Step.MULLIGAN and not s.kept[who] and hand(s, who) == 0 and not may_redraw_nothing(s)


may_redraw_nothing = megacorp.doubt(
    "may a hand without cards be exchanged for another one?",
    an_empty_hand_stays=no("no, there is nothing to shuffle", default=True),
    an_empty_hand_is_redrawn=yes("yes, as often as one likes: nothing sets an end"),
)


@megacorp.question("one card fewer than which hand does a mulligan bring?")
def cards_fewer(s: State, who: Player) -> int:
    return ask(
        fewer_than_the_last=says(min(Numbers.hand, s.mulligans[who] + 1), "than the last one", default=True),
        fewer_than_the_first=says(1, "than the first one, each time"),
    )


@megacorp.action("4.2.5a")
def keep_hand(s: State, who: Player) -> None:
    """Be content with the hand."""
    permit("4.2.5a", "A mulligan is a choice.", need_not_draw_anew=s.step == Step.MULLIGAN and not s.kept[who])
    s.kept[who] = True


@megacorp.duty("4.2.6a", "4.2.7")
def go_on_after_hands(s: State) -> None:
    """Everybody has a hand: the choice of who goes first comes next, unless there has been a bid."""
    when(s.step == Step.MULLIGAN and all(s.kept[p] for p in Player))
    s.step = Step.START if len(s.order) == 0 else Step.FOUND


# --- how the first player is chosen -------------------------------------------------------------------------------


@megacorp.action("4.2.6c")
def bid_for_the_start(s: State, who: Player) -> None:
    """The players opt for a bid."""
    permit(
        "4.2.6c", "Instead of a random choice the players may opt to bid.", players_may_opt_to_bid=s.step == Step.START
    )
    open_frame(s, StartBid(awaits=frozenset(Player)))


@bid_for_the_start.permit("4.2.3a")
def multiplayer_bids(s: State, who: Player) -> bool:
    """In a multiplayer game everybody bids for going first."""
    return s.step == Step.START and not two_players()


@megacorp.action("4.2.6a")
def leave_it_to_chance(s: State, who: Player) -> None:
    """A player is to be picked at random."""
    permit("4.2.6a", "A random player chooses whether to go first.", picked_at_random=s.step == Step.START)
    s.step = Step.PICK


@leave_it_to_chance.forbid("4.2.3a")
def multiplayer_has_to_bid(s: State, who: Player) -> bool:
    """With more than two players everybody bids, and so nobody is picked."""
    return s.step == Step.START and not two_players()


@megacorp.chance("4.2.6a", uniform="4.2.6a")
def pick(s: State, who: Player) -> None:
    """Chance picks a player."""
    domain(s.step == Step.PICK)
    s.picked = who
    s.step = Step.PICKED


@megacorp.action("4.2.6b")
def go_first(s: State, who: Player) -> None:
    """The picked player chooses to go first."""
    with effect("4.2.6b", "4.2.8a"):
        s.order = s.order.with_bottom(who)
        s.step = Step.SEATING


@megacorp.action("4.2.6b")
def let_another_go_first(s: State, who: Player) -> None:
    """The picked player chooses not to go first."""
    first = first_instead(s, who)
    if first is None:
        s.step = Step.PICK
    else:
        s.order = s.order.with_bottom(first)
        s.step = Step.SEATING


@go_first.permit("4.2.6b", also=let_another_go_first)
def picked_player_chooses(s: State, who: Player) -> bool:
    """The picked player chooses to go first, or not to."""
    return s.step == Step.PICKED and s.picked == who


@megacorp.question("who starts when the picked player declines?")
def first_instead(s: State, who: Player) -> Player | None:
    return ask(
        the_other_of_two=says(
            the(p for p in Player if p != who) if two_players() else SILENT,
            "With two players, not going first leaves the other one.",
            "4.2.6b",
        ),
        pick_again=says(None, "somebody is picked again", default=True),
    )


# --- the bid ------------------------------------------------------------------------------------------------------


@megacorp.joint("4.2.6f", "8.7.2a", "8.7.2b", at=StartBid)
def reveal_start_bids(s: State, f: StartBid, bids: Map[Player, int]) -> None:
    """The bids are shown together; equal ones are bid anew, as long as the rules allow."""
    with effect("8.7.2a", "4.2.6f"):
        for p in Player:
            if p in f.awaits:
                s.bid[p] = bids[p]
    anew = f.round == 1 or rebid_replaces_the_bid(s)
    with effect("4.2.3b"):
        for p in Player:
            if p in f.awaits and anew:
                s.stake[p] = s.bid[p]
    with effect("4.2.3c"), simultaneous():
        for p in Player:
            s.rank[p] = sum(
                1
                for q in Player
                if (anew and s.bid[q] < s.bid[p])
                or (not anew and (s.rank[q] < s.rank[p] or (s.rank[q] == s.rank[p] and s.bid[q] < s.bid[p])))
            )
    tied = frozenset(p for p in Player if any(q != p and s.rank[q] == s.rank[p] for q in Player))
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


@start_bid.permit("8.7.2a", "8.8.3", "4.2.3e", "4.2.6d", "4.2.6e")
def any_number(s: State, f: StartBid, who: Player, amount: int) -> bool:
    """A bidder picks a number, on paper or with dice, and so in a rebid; outside purchases 0 is the least (8.8.3)."""
    return amount >= 0


@start_bid.cannot("8.7.2c", "a number no greater than one's money")
def more_than_one_has(s: State, f: StartBid, who: Player, amount: int) -> bool:
    """Nobody bids more than his money."""
    return amount > s.money[who]


rebid_replaces_the_bid = megacorp.doubt(
    "does a rebid replace the bid, in what is paid and in rank, or does it only break the tie?",
    it_replaces=yes("it replaces the bid", default=True),
    it_breaks_the_tie=no("it only breaks the tie"),
)


@megacorp.question("how many rounds are there of the bid to start?")
def rounds_for_the_start(s: State) -> int:
    return ask(
        three_rebids=says(
            SILENT if two_players() else 4,
            "In a multiplayer game there are three rebids in all: four rounds.",
            "4.2.3f",
            default=True,
        ),
        start_bids_repeat_like_all_bids=says(
            rounds_by_the_general_rule(s), "Choosing who goes first is a bid like any other (8.7.1).", "8.7.4b"
        ),
    )


# --- places -------------------------------------------------------------------------------------------------------


def unseated(s: State) -> frozenset[Player]:
    """The players without a place in the order of turns."""
    return frozenset(p for p in Player if p not in s.order)


def highest(s: State) -> frozenset[Player]:
    """Those of them with the highest bid: by the latest numbers, or by the first ones with rebids only to part ties."""
    return frozenset(p for p in unseated(s) if all(s.rank[q] <= s.rank[p] for q in unseated(s)))


@megacorp.chance("4.2.3c", "4.2.3g", "4.2.3h", "4.2.6g", "8.7.3a")
def take_a_place(s: State, who: Player) -> None:
    """Whoever bid most among those without a place takes the next one; equal bids are left to dice."""
    domain(s.step == Step.SEATING and who in highest(s))
    with effect("4.2.3c", "4.2.3i", "4.2.6g"):
        if len(highest(s)) == 1 or ties_are_diced(s):
            s.order = s.order.with_bottom(who)
        else:
            s.order = Pile()
            s.step = Step.START


@megacorp.question("what decides when bids, or places, stay equal?")
def ties_are_diced(s: State) -> bool:
    return ask(
        multiplayer_rolls_dice=says(
            SILENT if two_players() else True, "In a multiplayer game dice decide after the last rebid.", "4.2.3g"
        ),
        two_players_roll_dice=says(True, "dice decide between two players as well", default=True),
        choose_anew=says(False, "the choice of who starts begins anew"),
    )


@megacorp.duty("4.2.4a", "4.2.7")
def go_on_after_the_choice(s: State) -> None:
    """Everybody has a place in the order of turns: what was not done before the choice comes next."""
    when(s.step == Step.SEATING and len(unseated(s)) == 0)
    s.step = Step.DEAL if Numbers.hand > 0 and any(not s.kept[p] for p in Player) else Step.FOUND


# --- the Founder, and the first turn ------------------------------------------------------------------------------


def to_be_placed(s: State, card: Card) -> bool:
    """A Founder that is not in a network yet."""
    return card.kind == Kind.FOUNDER and s.zone[card] == Zone.ASIDE


@megacorp.action("4.2.7")
def place_founder(s: State, who: Player, card: Card, slot: Slot) -> None:
    """Put one's own Founder into a space; in which order players do so is not said."""
    domain(card.kind == Kind.FOUNDER and card.owner == who and slot.network == who and s.zone[card] == Zone.ASIDE)
    s.zone[card] = Zone.NETWORK
    s.slot[card] = slot


@place_founder.permit("4.2.7")
def beside_the_business(s: State, who: Player, card: Card, slot: Slot) -> bool:
    """The Founder goes next to one's own Business, on whichever free side."""
    return (
        s.step == Step.FOUND
        and not taken(s, slot)
        and any(
            c.kind == Kind.BUSINESS and c.owner == who and s.slot[c] == other and side_by_side(s, slot, other)
            for c in Card
            for other in Slot
        )
    )


@megacorp.duty("4.2.8a", "4.2.8b")
def begin_the_first_turn(s: State) -> None:
    """Bids are paid, and the player who goes first begins a turn."""
    when(s.step == Step.FOUND and all(not to_be_placed(s, c) for c in Card))
    with effect("4.2.6h", "4.2.3b", "8.7.3b", "1.3.8d"), simultaneous():
        for p in Player:
            if pays_the_start_bid(s, p):
                lose(s.money, p, s.stake[p])
    with effect("4.2.8a", "4.2.8b"):
        enter(s, Step.INCOME)


@megacorp.question("who pays the bid to start?")
def pays_the_start_bid(s: State, who: Player) -> bool:
    return ask(
        everybody_pays=says(
            SILENT if two_players() else True,
            "In a multiplayer game each player spends his or her bid.",
            "4.2.3b",
            default=True,
        ),
        only_the_higher_of_two_pays=says(
            who == s.order.top if two_players() else SILENT,
            "Between two players only the higher bidder spends money.",
            "4.2.6j",
        ),
        the_winner_of_a_bid_pays=says(who == s.order.top, "Whoever wins a bid spends that amount.", "8.7.3b"),
    )
