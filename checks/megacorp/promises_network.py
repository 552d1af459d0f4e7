"""MegaCorp, chapters 3, 7 and 9: what answers promise about cards that lie, move and are bought in networks."""

from __future__ import annotations

from checks.megacorp.network import stays
from model.megacorp.bidding import moves_when_bought
from model.megacorp.buying import buy_engaged, tokens_cost_nothing
from model.megacorp.deeds import competes, who_gains_for_a_copy
from model.megacorp.frames import CardBid, Claim, Creating, Placing, Response, Search, Targeting
from model.megacorp.moving import docked_after_the_move, may_change_networks, move_card, used_by_the_word_alone
from model.megacorp.places import beneath, docked, docks, is_engaged, network_of, on_top, taken
from model.megacorp.selling import sell
from model.megacorp.state import Card, Does, Fate, Keyword, Kind, Player, Slot, State, Step, Trait, When, Zone, megacorp
from model.megacorp.turn import continuous_effects_go_on_beneath
from model.megacorp.turns import on_turn, settled
from model.megacorp.words import bears, controller, may_control, named_alike
from ruleslawyer.lang import Checks, allows, is_open

checks = Checks(megacorp)


def is_free_to_act(s: State) -> bool:
    """Nothing is on the stack or about to leave, and nobody is asked for a space, a target, a bid or a response."""
    return (
        settled(s)
        and not is_open(s, Response)
        and not is_open(s, Claim)
        and not is_open(s, CardBid)
        and not is_open(s, Placing)
        and not is_open(s, Targeting)
        and not is_open(s, Creating)
        and not is_open(s, Search)
    )


# --- what lies beneath (finding 082) ------------------------------------------------------------------------------


@checks.promise(continuous_effects_go_on_beneath.bonded_cards_use_no_abilities, "3.3.3a", "5.1.3b")
def a_bonded_card_brings_no_cashflow(before: State, after: State) -> bool:
    """While cashflow comes in, nobody gets more than the cards on top and the abilities that gain money can bring."""
    return before.step != Step.INCOME or all(
        after.money[p] <= before.money[p] + sum(brings(before, c) for c in Card if may_control(before, c, p))
        for p in Player
    )


def brings(s: State, card: Card) -> int:
    """The money that a card can bring in phase A without lying beneath another: cashflow, and what it gains."""
    gains = card.level if card.does == Does.GAIN and card.when in (When.GAME, When.TURN, When.ACCOUNTING) else 0
    return gains + (card.cashflow if on_top(s, card) else 0)


@checks.promise(continuous_effects_go_on_beneath.they_remain_in_force, "7.3.3a", "5.1.3b")
def a_bonded_card_brings_its_cashflow(before: State, after: State) -> bool:
    """As the turn player's cashflow comes in, upright cards that nobody has bought bring theirs, in whatever place of
    their pile."""
    return (
        before.step != Step.INCOME
        or after.step != Step.UPKEEP
        or all(
            not on_turn(before, p)
            or after.money[p]
            >= before.money[p]
            + sum(c.cashflow for c in Card if c.owner == p and before.buyer[c] is None and upright(before, c))
            for p in Player
        )
    )


def upright(s: State, card: Card) -> bool:
    """In a network, and not engaged."""
    return s.zone[card] == Zone.NETWORK and not is_engaged(s, card)


# --- cards that move (findings 104, 151) --------------------------------------------------------------------------


def shifts(before: State, after: State, card: Card) -> bool:
    """A card on top of a space comes to lie in another, under the same control, and not as one with INDEPENDENT that
    was cut off."""
    return (
        on_top(before, card)
        and on_top(after, card)
        and before.slot[card] != after.slot[card]
        and before.buyer[card] == after.buyer[card]
        and not before.adrift[card]
    )


def goes_into_the_free(before: State, after: State, card: Card) -> bool:
    """A card shifts into a space in which nothing lay, and so by no exchange."""
    return shifts(before, after, card) and all(after.slot[card] != slot or not taken(before, slot) for slot in Slot)


def names_a_cost(card: Card) -> bool:
    """Something is printed besides a word: money or traits to pay, or an ability to move or to exchange cards."""
    return card.fee > 0 or any(card.trait_fee[t] > 0 for t in Trait) or card.does in (Does.MOVE, Does.SWAP)


@checks.promise(used_by_the_word_alone.a_word_for_what_is_printed, "9.19.1a", "9.26.1a", "7.2.1a")
def the_word_alone_moves_no_card(before: State, after: State) -> bool:
    """A card changes its space only by a card that names a cost: one of its own pile, or one that exchanges."""
    return all(
        not shifts(before, after, c)
        or any(
            before.zone[giver] == Zone.NETWORK
            and names_a_cost(giver)
            and (giver == c or beneath(before, giver, c) or exchanges(giver) or before.doing[giver] == Does.SWAP)
            for giver in Card
        )
        for c in Card
    )


def exchanges(card: Card) -> bool:
    """A card can take part in an exchange of two, or bring one about."""
    return card.keywords[Keyword.SWAP] or card.does == Does.SWAP


@checks.promise(used_by_the_word_alone.a_word_for_what_is_printed, "9.19.1a", "9.26.1a", "7.2.2a")
def nobody_uses_the_word_alone(before: State, after: State) -> bool:
    """No card begins to move or to exchange places on which, and beneath which, no cost is named."""
    return all(
        after.doing[c] not in (Does.MOVE, Does.SWAP)
        or before.doing[c] == after.doing[c]
        or names_a_cost(c)
        or any(beneath(before, giver, c) and names_a_cost(giver) for giver in Card)
        for c in Card
    )


@checks.promise(may_change_networks.into_another_network, "9.19.1a", "5.2.4b")
def what_may_move_may_go_to_a_rival(s: State) -> bool:
    """A card that may move at all may go to any free space of another network where it is docked."""
    return all(
        not bears(s, c, Keyword.MOVE)
        or not on_top(s, c)
        or not allows(move_card, s, who, c)
        or all(
            network_of(s, c) == slot.network
            or taken(s, slot)
            or not docks(s, c, slot)
            or allows(move_card, s, who, c, slot)
            for slot in Slot
        )
        for who in Player
        for c in Card
    )


@checks.promise(may_change_networks.within_the_network, "9.19.1a")
def what_moves_stays_in_its_network(before: State, after: State) -> bool:
    """A card that changes its space, by whatever moves or exchanges it, stays in its network."""
    return all(not shifts(before, after, c) or network_of(before, c) == network_of(after, c) for c in Card)


@checks.promise(docked_after_the_move.where_it_comes_from, "9.19.1b")
def what_moves_was_docked(before: State, after: State) -> bool:
    """A card that moves into a free space was docked where it lay."""
    return all(not goes_into_the_free(before, after, c) or docked(before, c) for c in Card)


@checks.promise(docked_after_the_move.where_it_comes_from, "9.19.1b")
def what_may_move_may_leave_its_neighbours(s: State) -> bool:
    """A card that may move at all may go to any free space of its network, next to others or not."""
    return all(
        not bears(s, c, Keyword.MOVE)
        or not on_top(s, c)
        or not allows(move_card, s, who, c)
        or all(
            network_of(s, c) != slot.network or slot.rim or taken(s, slot) or allows(move_card, s, who, c, slot)
            for slot in Slot
        )
        for who in Player
        for c in Card
    )


@checks.promise(docked_after_the_move.where_it_comes_from, "9.19.1b")
def what_was_docked_gets_to_where_it_moves(before: State, after: State) -> bool:
    """A docked card whose move takes effect comes to lie in the free space that was chosen, next to others or not."""
    return all(
        before.doing[c] != Does.MOVE
        or after.doing[c] == Does.MOVE
        or not on_top(before, c)
        or not on_top(after, c)
        or not docked(before, c)
        or any(x in before.stack and (x.does == Does.CANCEL or before.doing[x] == Does.CANCEL) for x in Card)
        or all(before.goal[c] != slot or taken(before, slot) or after.slot[c] == slot for slot in Slot)
        for c in Card
    )


@checks.promise(docked_after_the_move.where_it_goes, "9.19.1b")
def what_moved_is_docked(before: State, after: State) -> bool:
    """A card that has moved into a free space is docked there."""
    return all(not goes_into_the_free(before, after, c) or docked(after, c) for c in Card)


# --- unique cards (finding 170) -----------------------------------------------------------------------------------


def two_copies(a: Card, b: Card) -> bool:
    """Two cards are copies of one unique card."""
    return a != b and named_alike(a, b) and a.keywords[Keyword.UNIQUE] and b.keywords[Keyword.UNIQUE]


@checks.promise(competes.copies_of_one_controller, "7.7.1a", "7.7.1f")
def a_player_keeps_one_copy(s: State) -> bool:
    """Of a unique card each player controls one copy, whatever networks they lie in; others leave."""
    return all(
        not two_copies(c, other) or not stays(s, c) or not stays(s, other) or controller(s, c) != controller(s, other)
        for c in Card
        for other in Card
    )


def copy_sent_away(before: State, after: State, card: Card) -> bool:
    """A copy of a unique card has to leave a network, and another one stays."""
    return (
        stays(before, card)
        and not stays(after, card)
        and after.fate[card] in (Fate.DISCARDED, None)
        and any(two_copies(card, other) and stays(after, other) for other in Card)
    )


def is_paid_as_copies_leave(before: State, after: State, who: Player) -> bool:
    """A player gets money in a step in which copies of a unique card have to leave, and not for what somebody buys."""
    return (
        after.money[who] > before.money[who]
        and not is_bought_from(before, after, who)
        and any(copy_sent_away(before, after, c) for c in Card)
    )


def is_bought_from(before: State, after: State, who: Player) -> bool:
    """Somebody buys a card that a player controls or brought, who is paid for that."""
    return any(may_control(before, c, who) and before.buyer[c] != after.buyer[c] for c in Card)


@checks.promise(competes.copies_of_one_controller, "7.7.1e", "7.7.1f")
def copies_of_two_players_stay(before: State, after: State) -> bool:
    """A copy is discarded besides the others for a copy of the same player, as an orphan, or by an effect alone."""
    return all(
        before.fate[c] is not None
        or after.fate[c] != Fate.DISCARDED
        or not any(two_copies(c, other) and stays(after, other) for other in Card)
        or any(two_copies(c, other) and controller(after, c) == controller(after, other) for other in Card)
        or not on_top(before, c)
        or before.step in (Step.ORPHANS, Step.CLEANUP)
        or any(x.does == Does.DISCARD for x in Card)
        for c in Card
    )


@checks.promise(competes.copies_of_one_network, "7.7.1a", "7.7.1b")
def a_network_keeps_one_copy(s: State) -> bool:
    """Of a unique card each network holds one copy, whoever controls them; others leave."""
    return all(
        not two_copies(c, other) or not stays(s, c) or not stays(s, other) or network_of(s, c) != network_of(s, other)
        for c in Card
        for other in Card
    )


@checks.promise(who_gains_for_a_copy.its_controller_gains, "7.7.1d")
def whoever_controls_a_copy_is_paid_for_it(before: State, after: State) -> bool:
    """When copies of a unique card have to leave, nobody gets money in that step but who controls one of them."""
    return all(
        not is_paid_as_copies_leave(before, after, p)
        or any(copy_sent_away(before, after, c) and controller(before, c) == p for c in Card)
        for p in Player
    )


@checks.promise(who_gains_for_a_copy.its_network_gains, "7.7.1d")
def whose_network_it_is_is_paid_for_a_copy(before: State, after: State) -> bool:
    """When copies of a unique card have to leave, nobody gets money in that step but in whose network one lay."""
    return all(
        not is_paid_as_copies_leave(before, after, p)
        or any(copy_sent_away(before, after, c) and network_of(before, c) == p for c in Card)
        for p in Player
    )


# --- purchases (findings 132, 172) --------------------------------------------------------------------------------


@checks.promise(moves_when_bought.it_stays_in_its_space, "6.8.1a", "3.2.2a")
def what_is_bought_stays_as_it_lies(before: State, after: State) -> bool:
    """A card of a network that a player has bought lies where it lay, engaged as it was."""
    return all(
        before.zone[c] != Zone.NETWORK
        or before.buyer[c] == after.buyer[c]
        or after.buyer[c] is None
        or (
            after.zone[c] == Zone.NETWORK
            and after.slot[c] == before.slot[c]
            and after.under[c] == before.under[c]
            and is_engaged(after, c) == is_engaged(before, c)
        )
        for c in Card
    )


@checks.promise(moves_when_bought.it_stays_in_its_space, "6.8.1a", "3.2.2a")
def nothing_is_taken_up_out_of_a_network(before: State, after: State) -> bool:
    """No card of a network is played anew out of it."""
    return all(before.zone[c] != Zone.NETWORK or after.zone[c] != Zone.STACK for c in Card)


@checks.promise(tokens_cost_nothing.tokens_are_traded_for_nothing, "7.8.3b", "3.2.2a")
def an_engaged_token_may_be_bought(s: State) -> bool:
    """In the Buy phase the turn player may buy any engaged token of a rival, whatever money she has."""
    return (
        s.step != Step.BUY
        or not is_free_to_act(s)
        or any(s.turns[p] < 2 for p in Player)
        or all(
            not on_turn(s, who)
            or not is_a_rivals_token(s, c, who)
            or allows(buy_engaged, s, who, c)
            or has_no_space_for(s, who, c)
            for who in Player
            for c in Card
        )
    )


@checks.promise(tokens_cost_nothing.tokens_are_traded_for_nothing, "7.8.3b", "5.4.1a")
def an_own_token_may_be_sold(s: State) -> bool:
    """In phase D the turn player may sell any upright token of her own, while nothing was sold in the turn."""
    return (
        s.step != Step.DIVEST
        or not is_free_to_act(s)
        or s.sold
        or all(
            not on_turn(s, who) or not is_an_own_token(s, c, who) or allows(sell, s, who, c)
            for who in Player
            for c in Card
        )
    )


def is_an_own_token(s: State, card: Card, who: Player) -> bool:
    """An upright token on top of a space that its owner controls, and that nothing protects."""
    return (
        card.token
        and on_top(s, card)
        and not is_engaged(s, card)
        and card.owner == who
        and s.buyer[card] is None
        and not s.lost[who]
        and not bears(s, card, Keyword.LOYAL)
        and card.kind != Kind.BUSINESS
    )


def is_a_rivals_token(s: State, card: Card, who: Player) -> bool:
    """An engaged token on top of a space of a rival, who controls it, that nothing protects."""
    return (
        card.token
        and not s.lost[who]
        and on_top(s, card)
        and is_engaged(s, card)
        and network_of(s, card) != who
        and not may_control(s, card, who)
        and not bears(s, card, Keyword.LOYAL)
        and card.kind not in (Kind.EVENT, Kind.BUSINESS)
        and all(not beneath(s, c, card) for c in Card)
    )


def has_no_space_for(s: State, who: Player, card: Card) -> bool:
    """No free space of a player's network docks a card."""
    return not any(slot.network == who and not taken(s, slot) and docks(s, card, slot) for slot in Slot)


@checks.promise(tokens_cost_nothing.tokens_are_not_traded, "7.8.3b", "3.2.2a", "5.4.1d")
def no_token_changes_hands(before: State, after: State) -> bool:
    """No token gets a new buyer, and none is sold, by itself or beneath another card."""
    return all(
        not c.token or ((after.buyer[c] == before.buyer[c] or after.buyer[c] is None) and after.fate[c] != Fate.SOLD)
        for c in Card
    )
