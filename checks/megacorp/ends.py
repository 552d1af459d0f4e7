"""MegaCorp, 1.2: how players lose, win and tie, and what a reader might expect of it."""

from __future__ import annotations

from model.megacorp.actions import concede, reveal_comes_first
from model.megacorp.automatic import use_automatic_ability
from model.megacorp.frames import Claim, Response
from model.megacorp.instants import acts_at_any_time, like_an_event
from model.megacorp.leaving import loses_with_a_destroyed_business
from model.megacorp.places import beneath, piles_dock_their_cards, side_by_side
from model.megacorp.state import Card, Keyword, Kind, Player, Slot, State, Step, When, Zone, megacorp
from model.megacorp.turn import money_is_counted_last
from model.megacorp.turns import has_turns, on_turn
from model.megacorp.words import whose_business
from ruleslawyer.lang import Checks, is_open

checks = Checks(megacorp)


def is_over(s: State) -> bool:
    """At most one player is left."""
    return sum(1 for p in Player if not s.lost[p]) <= 1


def undisturbed(s: State) -> bool:
    """Nobody could do anything in the window after disengaging: no card allows for it."""
    return all(not like_an_event(s, c) and not acts_at_any_time(s, c) for c in Card)


def no_card_allows_it() -> bool:
    """No card is, or makes another one, something to play or use at any time: then nobody can, in whatever state."""
    return all(
        c.kind != Kind.EVENT
        and c.when != When.ACTIVATED
        and not c.keywords[Keyword.ABRUPT]
        and not c.keywords[Keyword.MOVE]
        and not c.keywords[Keyword.SWAP]
        and not c.keywords[Keyword.REGENERATE]
        and not c.keywords[Keyword.DEVELOPMENT]
        for c in Card
    )


@checks.sometimes("1.2.5")
def somebody_lost_a_business(s: State) -> bool:
    """A Business was bought, or lies in an open market or in the annihilated area."""
    return any(
        c.kind == Kind.BUSINESS
        and (s.buyer[c] is not None or s.zone[c] == Zone.MARKET or s.zone[c] == Zone.ANNIHILATED)
        for c in Card
    )


@checks.always("1.2.2a", "1.2.2b", "1.2.4", "1.2.5", "3.2.3c", reached=somebody_lost_a_business)
def no_business_no_game(s: State) -> bool:
    """Whoever has lost the Business has lost the game, at every moment; where only defeat and purchase count as losing
    it, one that was not bought may have been destroyed otherwise."""
    bought = any(c.kind == Kind.BUSINESS and s.buyer[c] is not None and not s.lost[c.owner] for c in Card)
    destroyed = any(
        c.kind == Kind.BUSINESS
        and (s.zone[c] == Zone.MARKET or s.zone[c] == Zone.ANNIHILATED)
        and s.buyer[c] is None
        and not s.lost[c.owner]
        for c in Card
    )
    return not bought and not (destroyed and loses_with_a_destroyed_business(s))


@checks.sometimes("1.2.10")
def everybody_has_lost(s: State) -> bool:
    """All have lost: a tie."""
    return all(s.lost[p] for p in Player)


@checks.sometimes("1.2.9")
def a_card_made_somebody_win(s: State) -> bool:
    """An effect made a player win."""
    return any(s.won[p] for p in Player)


@checks.always("1.2.9", reached=a_card_made_somebody_win)
def a_card_makes_one_player_win(s: State) -> bool:
    """One player at most is made to win by a card, and one who has not lost."""
    return all(not s.won[p] or (not s.lost[p] and all(p == q or not s.won[q] for q in Player)) for p in Player)


@checks.always("1.2.9", reached=a_card_made_somebody_win)
def whoever_is_made_to_win_wins_alone(s: State) -> bool:
    """Where a card made somebody win, the others have lost, and who won has not."""
    return all(s.lost[p] != s.won[p] for p in Player) or all(not s.won[p] for p in Player)


@checks.step("1.2.2a", "7.4.2a", of=use_automatic_ability)
def whoever_is_out_uses_no_ability(before: State, after: State, who: Player, card: Card) -> bool:
    """What triggers is used by players who are still in the game."""
    return not before.lost[who]


@checks.sometimes("5.5.2")
def the_first_turn_is_over(s: State) -> bool:
    """Some player has had a turn."""
    return s.opened


def counts_losses(before: State, after: State) -> bool:
    """In phase E losses are counted, all at once."""
    return before.step == Step.END and after.step == Step.ORPHANS


def without_a_dock(s: State, who: Player) -> bool:
    """The Business of a player lies in a network with no card next to it; nor one above or beneath it, where
    those count as docked."""
    return any(
        c.kind == Kind.BUSINESS
        and s.zone[c] == Zone.NETWORK
        and whose_business(s, c) == who
        and not (piles_dock_their_cards(s) and any(beneath(s, other, c) or beneath(s, c, other) for other in Card))
        and all(
            s.slot[c] != here or all(s.slot[other] != beside or not side_by_side(s, here, beside) for beside in Slot)
            for other in Card
            for here in Slot
        )
        for c in Card
    )


@checks.sometimes("1.2.8a")
def somebody_lost_with_an_orphaned_business(s: State) -> bool:
    """A player has lost whose Business lies alone."""
    return any(s.lost[p] and without_a_dock(s, p) for p in Player)


@checks.step("1.2.8a", "1.2.8b", "5.5.1", reached=somebody_lost_with_an_orphaned_business)
def an_orphaned_business_loses(before: State, after: State) -> bool:
    """As losses are counted, the turn player whose Business is docked to nothing loses."""
    return not counts_losses(before, after) or all(
        after.lost[p] or not on_turn(before, p) or not without_a_dock(before, p) for p in Player
    )


@checks.sometimes("1.2.7")
def somebody_could_not_draw(s: State) -> bool:
    """The turn player has just lost for want of cards, or somebody will as the turn ends."""
    return any(s.out_of_cards[p] for p in Player) or (
        s.step == Step.DRAWN
        and any(
            s.lost[p] and on_turn(s, p) and all(c.owner != p or s.zone[c] != Zone.MAIN for c in Card) for p in Player
        )
    )


@checks.step("1.2.7", "5.1.7a", reached=somebody_could_not_draw)
def whoever_cannot_draw_loses(before: State, after: State) -> bool:
    """Where a card is to be drawn and there is none, its player has lost, or is marked for it; and whoever is marked
    has lost once losses are counted."""
    return (
        before.step != Step.DRAW
        or after.step != Step.DRAWN
        or (len(Player) == 2 and not before.opened)
        or any(on_turn(before, c.owner) and before.zone[c] == Zone.MAIN for c in Card)
        or any(on_turn(before, p) and (after.lost[p] or after.out_of_cards[p]) for p in Player)
    ) and (not counts_losses(before, after) or all(after.lost[p] or not before.out_of_cards[p] for p in Player))


@checks.step("5.5.2", "1.2.1a", "1.2.7", "1.2.8a", reached=the_first_turn_is_over)
def losses_are_counted_as_the_text_says(before: State, after: State) -> bool:
    """As losses are counted, whoever has no money, could not draw, or is on turn with an orphaned Business has lost,
    and nobody else with them."""
    return not counts_losses(before, after) or all(
        after.lost[p]
        == (
            before.lost[p]
            or before.money[p] == 0
            or before.out_of_cards[p]
            or (on_turn(before, p) and without_a_dock(before, p))
        )
        for p in Player
    )


@checks.step("1.2.6b", of=concede)
def conceding_loses_for_whoever_concedes(before: State, after: State, who: Player) -> bool:
    """Whoever concedes has lost, and nobody else with that."""
    return after.lost[who] and all(after.lost[p] == before.lost[p] for p in Player if p != who)


@checks.always("1.2.1a", "1.2.1b", "5.5.2", reached=the_first_turn_is_over)
def nobody_goes_on_without_money(s: State) -> bool:
    """Early in any turn but the first, where nothing can be played before, players have money; only the turn player may
    have spent all, on upkeep."""
    return (
        s.step != Step.REVEAL
        or not s.opened
        or not undisturbed(s)
        or all(s.lost[p] or s.money[p] > 0 or s.order.top == p for p in Player)
    )


def must_have_money(s: State, who: Player) -> bool:
    """From the moment at which losses are counted to the next reveal: all but the turn player, who may have spent it on
    upkeep, from the second turn on."""
    return s.step in (Step.ORPHANS, Step.CLEANUP, Step.CLOSING, Step.OVER) or (
        s.opened
        and (
            s.step == Step.INCOME
            or (
                not on_turn(s, who)
                and (
                    s.step in (Step.UPKEEP, Step.READY, Step.REVEAL)
                    or (s.step in (Step.DRAW, Step.DRAWN) and not reveal_comes_first(s))
                )
            )
        )
    )


@checks.always("5.2.2b", "6.8.1c", "5.5.4c", "6.5.2a", reached=the_first_turn_is_over)
def nobody_acts_out_of_turn_for_want_of_cards(s: State) -> bool:
    """Where no card allows for it, cards are claimed in phase B alone, nobody is asked for responses, and nothing
    follows the discards of a turn."""
    return not no_card_allows_it() or (
        (not is_open(s, Claim) or s.step == Step.BUY) and not is_open(s, Response) and s.step != Step.LATE
    )


@checks.always("1.2.1a", "1.2.1b", "5.5.2", reached=the_first_turn_is_over)
def whoever_was_counted_has_money(s: State) -> bool:
    """Once losses are counted, and where nothing can be played, whoever has not lost has money until it can be spent
    again."""
    return not no_card_allows_it() or (
        (not s.opened or has_turns(s)) and all(s.lost[p] or s.money[p] > 0 or not must_have_money(s, p) for p in Player)
    )


@checks.always("1.2.1b", "1.3.11d", "5.5.2", reached=the_first_turn_is_over)
def whoever_goes_on_has_money(s: State) -> bool:
    """The same, where those without money lose only when the turn is over, from then on."""
    return not no_card_allows_it() or (
        (not s.opened or has_turns(s))
        and all(
            s.lost[p]
            or s.money[p] > 0
            or not must_have_money(s, p)
            or (s.step in (Step.ORPHANS, Step.CLEANUP, Step.CLOSING, Step.OVER) and money_is_counted_last(s))
            for p in Player
        )
    )
