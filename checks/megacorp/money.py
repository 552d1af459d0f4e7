"""MegaCorp: what the book promises of money, and what a reader might expect of it.

That no play within a turn leads round to where it began, but with more money or traits, is no property of a state or a
step. `ruleslawyer explore megacorp --scope phoenix --analyse` looks for such pumps in the whole graph, as for any
ruleset, and finds that of finding 100; in `copies` (finding 050) play goes round and gains nothing.
"""

from __future__ import annotations

from model.megacorp.actions import deploy, end_phase
from model.megacorp.bidding import reveal_card_bids
from model.megacorp.buying import buy_engaged, engaged_price
from model.megacorp.frames import Claim, Placing
from model.megacorp.producing import produce
from model.megacorp.selling import sell
from model.megacorp.setup import reveal_start_bids
from model.megacorp.state import (
    Card,
    Does,
    Fate,
    Keyword,
    Kind,
    Numbers,
    Player,
    Slot,
    State,
    Step,
    Trait,
    When,
    Zone,
    megacorp,
)  # fmt: skip
from model.megacorp.turn import pay_upkeep
from model.megacorp.words import has
from ruleslawyer.lang import Checks, Map, is_open

checks = Checks(megacorp)


@checks.sometimes("1.3.9a")
def somebody_is_broke(s: State) -> bool:
    """A player has no money left."""
    return any(s.money[p] == 0 for p in Player)


@checks.always("1.3.9a", reached=somebody_is_broke, given=True)
def money_is_never_negative(s: State) -> bool:
    """Players cannot have negative money."""
    return all(s.money[p] >= 0 for p in Player)


@checks.step("1.3.10", of=deploy)
def deploying_is_paid_for(before: State, after: State, who: Player, card: Card, slot: Slot) -> bool:
    """Nobody spends more than he has, and others neither gain nor lose."""
    return before.money[who] >= card.cost and all(after.money[p] == before.money[p] for p in Player if p != who)


@checks.step("1.3.10", of=buy_engaged)
def engaged_cards_are_paid_for(before: State, after: State, who: Player, card: Card, slot: Slot) -> bool:
    """Nobody spends more on an engaged card than he has."""
    return before.money[who] >= engaged_price(before, card)


@checks.step("3.2.2d", of=buy_engaged)
def buying_moves_money_only_between_players(before: State, after: State, who: Player, card: Card, slot: Slot) -> bool:
    """What is paid for an engaged card is credited to somebody."""
    return sum(before.money[p] for p in Player) == sum(after.money[p] for p in Player)


@checks.step("3.2.2e", of=buy_engaged)
def nobody_gains_the_traits_of_a_price(before: State, after: State, who: Player, card: Card, slot: Slot) -> bool:
    """The trait part of what an engaged card costs is credited to nobody."""
    return all(after.pool[p][t] <= before.pool[p][t] for p in Player for t in Trait)


@checks.step("5.4.1e", of=sell)
def a_sale_pays_the_money_component(before: State, after: State, who: Player, card: Card) -> bool:
    """Selling brings the money component, and nothing of the traits."""
    return after.money[who] == before.money[who] + card.cost and all(
        after.pool[p][t] == before.pool[p][t] for p in Player for t in Trait
    )


@checks.step("5.1.3d", "1.3.10", of=pay_upkeep)
def upkeep_is_paid_in_money(before: State, after: State, who: Player, card: Card) -> bool:
    """The player of a card pays its upkeep, and nobody else pays or gains."""
    return after.money[who] == before.money[who] - card.upkeep and all(
        after.money[p] == before.money[p] for p in Player if p != who
    )


@checks.step("8.7.3b", "8.8.6a", of=reveal_card_bids)
def only_a_winner_pays_a_bid(before: State, after: State, bids: Map[Player, int]) -> bool:
    """Of those who bid for a card at most one has less money afterwards, by one's own bid."""
    return sum(1 for p in Player if after.money[p] < before.money[p]) <= 1 and all(
        after.money[p] >= before.money[p] or after.money[p] == before.money[p] - bids[p] for p in Player
    )


@checks.step("4.2.6h", "4.2.3b", of=reveal_start_bids)
def bids_for_the_start_are_paid_later(before: State, after: State, bids: Map[Player, int]) -> bool:
    """Nobody has paid when the bids for going first are shown: places come first."""
    return all(after.money[p] == before.money[p] for p in Player)


@checks.step("6.7.4", "8.1.2a", of=produce)
def traits_cost_no_money(before: State, after: State, who: Player, card: Card, trait: Trait) -> bool:
    """Producing traits changes nobody's money."""
    return all(after.money[p] == before.money[p] for p in Player)


@checks.step("5.2.2a", of=end_phase)
def going_on_costs_nothing(before: State, after: State, who: Player) -> bool:
    """Ending a phase changes nobody's money."""
    return all(after.money[p] == before.money[p] for p in Player)


@checks.sometimes("1.2.1a")
def some_player_lost(s: State) -> bool:
    """A player has lost."""
    return any(s.lost[p] for p in Player)


@checks.always("1.2.1a", reached=some_player_lost)
def only_the_broke_lose(s: State) -> bool:
    """A reader of 1.2.1 alone might expect that whoever has lost has no money."""
    return all(s.money[p] == 0 for p in Player if s.lost[p])


@checks.sometimes("1.3.8c")
def somebody_has_other_money_than_at_first(s: State) -> bool:
    """Money has come or gone since the start."""
    return any(s.money[p] != Numbers.start_money for p in Player)


def given(before: State, after: State) -> int:
    """The most that no player gives in a step: cashflow in phase A, the price of what is sold in phase D, the valuation
    of copies of a unique card as they are sent away, and what the text of a card gives as it is carried out."""
    return sum(
        (c.cashflow if before.step == Step.INCOME and before.zone[c] == Zone.NETWORK else 0)
        + (
            c.cost
            if before.step == Step.DIVEST
            and (
                (before.fate[c] is None and after.fate[c] == Fate.SOLD)
                or (before.zone[c] == Zone.HAND and after.zone[c] == Zone.MARKET)
            )
            else 0
        )
        + (
            c.cost + sum(c.trait_cost[t] for t in Trait)
            if c.keywords[Keyword.UNIQUE] and sent_away(before, after, c)
            else 0
        )
        + (c.level if c.does == Does.GAIN and acts(before, c) else 0)
        for c in Card
    )


def sent_away(before: State, after: State, card: Card) -> bool:
    """A card in a network is discarded, and about to leave it."""
    return before.zone[card] == Zone.NETWORK and before.fate[card] is None and after.fate[card] == Fate.DISCARDED


def acts(before: State, card: Card) -> bool:
    """What a card does may be carried out: it is on the stack, or its ability is one that triggers by itself."""
    return card in before.stack or (card.when != When.ACTIVATED and card.when != When.PLAYED)


@checks.step("5.1.3b", "5.4.1e", "7.7.1e", "3.2.2d", reached=somebody_has_other_money_than_at_first)
def money_comes_from_where_the_book_says(before: State, after: State) -> bool:
    """All players together have no more money than before but for cashflow, sales, copies and effects: whatever else
    somebody gains, another has paid."""
    return sum(after.money[p] for p in Player) <= sum(before.money[p] for p in Player) + given(before, after)


def pays(before: State, after: State) -> bool:
    """Something happens that is paid for: a card or ability is put on the stack, a card into play or ready to be put
    there, a claim or a bid is settled, a card changes hands, upkeep is paid, a card is regenerated, or bids for the
    start fall due."""
    return (
        len(after.stack) > len(before.stack)
        or (is_open(before, Claim) and not is_open(after, Claim))
        or (is_open(after, Placing) and not is_open(before, Placing))
        or (after.step == Step.INCOME and before.step != Step.INCOME)
        or any(
            (before.upkeep_due[c] and not after.upkeep_due[c])
            or before.buyer[c] != after.buyer[c]
            or ((before.fate[c] == Fate.DESTROYED or before.assassinated[c]) and after.fate[c] is None)
            or (before.zone[c] != Zone.NETWORK and after.zone[c] == Zone.NETWORK)
            for c in Card
        )
    )


def disrupted(before: State) -> bool:
    """DISRUPTOR takes money as the blows fall."""
    return before.step == Step.STRIKE and any(before.attacker == c and has(before, c, Keyword.DISRUPTOR) for c in Card)


@checks.step("8.1.1", "8.7.3b", "9.11.1a", "1.3.10", reached=somebody_has_other_money_than_at_first)
def money_goes_where_the_book_says(before: State, after: State) -> bool:
    """Nobody has less money than before but for what is paid for, and for DISRUPTOR; and nobody pays with another."""
    return (
        all(after.money[p] >= before.money[p] for p in Player)
        or disrupted(before)
        or (after.step == Step.INCOME and before.step != Step.INCOME)
        or (pays(before, after) and sum(1 for p in Player if after.money[p] < before.money[p]) == 1)
    )


@checks.always("1.3.8c", reached=somebody_has_other_money_than_at_first)
def nobody_grows_richer_without_cashflow(s: State) -> bool:
    """A reader might expect that money beyond the start comes from cashflow alone."""
    return all(s.money[p] <= Numbers.start_money for p in Player) or any(c.cashflow > 0 for c in Card)


@checks.sometimes("3.2.3a")
def a_business_was_bought(s: State) -> bool:
    """Somebody has bought a Business; that ends a game of two before it is docked anywhere."""
    return any(c.kind == Kind.BUSINESS and s.buyer[c] is not None for c in Card)
