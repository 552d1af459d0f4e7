"""Daemons, chapter 2: what the draft, the choice of main modules and the first cards bring about."""

from __future__ import annotations

from model.daemons.setup import draft, drafted_so_far, draw, modules_to_draft, put_aside
from model.daemons.state import SETUP, Card, Module, Numbers, Player, State, Step, Zone, daemons, knows_the_card
from model.daemons.words import deck_size, grip_size, owner, owns
from ruleslawyer.lang import Checks

checks = Checks(daemons)


def drafted_by(s: State, who: Player) -> int:
    """How many modules a player has drafted."""
    return sum(1 for m in Module if s.drafted[m] == who)


def is_drafted(s: State) -> bool:
    """Whether the game is being set up, and the draft is over."""
    return s.step in SETUP and s.step not in (Step.ROLL, Step.AGREE, Step.DRAFT)


@checks.sometimes("2.7b")
def the_draft_is_over(s: State) -> bool:
    """All modules that are to be drafted are."""
    return is_drafted(s)


@checks.always("2.7b", "2.3", "2.4", "2.5", "2.6", reached=the_draft_is_over)
def both_have_as_many_modules(s: State) -> bool:
    """After the draft each player has half of the modules drafted: three of six, by the numbers of the book."""
    return not is_drafted(s) or all(2 * drafted_by(s, p) == modules_to_draft() for p in Player)


def share(made: int, first: bool) -> int:
    """How many of so many drafted modules are the first player's, or the second's, by the order of the draft."""
    then_first = Numbers.first_draft + Numbers.second_draft
    if first:
        return min(made, Numbers.first_draft) + max(0, min(made - then_first, Numbers.third_draft))
    return max(0, min(made - Numbers.first_draft, Numbers.second_draft)) + max(
        0, min(made - then_first - Numbers.third_draft, Numbers.last_draft)
    )


@checks.always("2.3", "2.4", "2.5", "2.6", reached=the_draft_is_over)
def the_draft_goes_in_its_order(s: State) -> bool:
    """Of the modules drafted so far each player has the share that the order of the draft gives, and none is drafted
    before somebody is first."""
    made = drafted_so_far(s)
    return s.step not in SETUP or (
        (not is_drafted(s) or made == modules_to_draft())
        and (made == 0 if s.first is None else all(drafted_by(s, p) == share(made, p == s.first) for p in Player))
    )


@checks.step("2.4", of=draft)
def one_module_leaves_the_pool(before: State, after: State, who: Player, module: Module) -> bool:
    """What is drafted lay in the pool, is the drafter's, and nothing else changes hands."""
    return (
        before.drafted[module] is None
        and after.drafted[module] == who
        and all(after.drafted[m] == before.drafted[m] for m in Module if m != module)
    )


@checks.step("2.3", "2.4", "2.5", "2.6", of=draft)
def nobody_is_ahead_by_more_than_two(before: State, after: State, who: Player, module: Module) -> bool:
    """In the draft nobody has ever two modules more than the other, once the draft is past its first module."""
    return all(drafted_by(after, p) - drafted_by(after, q) <= 1 for p in Player for q in Player)


@checks.sometimes("2.9")
def main_modules_are_revealed(s: State) -> bool:
    """Main modules are chosen."""
    return s.step in (Step.DEAL, Step.MULLIGAN)


@checks.always("2.8b", "2.9", reached=the_draft_is_over)
def none_is_revealed_before_the_other(s: State) -> bool:
    """Until both are turned face up together there is no main module; the dice of 2.13 come later."""
    early = s.step in (Step.ROLL, Step.DRAFT, Step.MAIN) or (s.step == Step.AGREE and s.first is None)
    return not early or not any(s.main[m] for m in Module)


@checks.always("2.8a", "2.9", reached=main_modules_are_revealed)
def one_main_module_each(s: State) -> bool:
    """From their reveal on, each player has one main module, which he drafted."""
    return s.step not in (Step.DEAL, Step.MULLIGAN, Step.REDRAW) or all(
        sum(1 for m in Module if s.main[m] and s.drafted[m] == p) == 1 for p in Player
    )


@checks.always("2.9", reached=the_draft_is_over, given=True)
def main_modules_are_drafted_ones(s: State) -> bool:
    """No module that is in nobody's deck is a main module."""
    return all(not s.main[m] or s.drafted[m] is not None for m in Module)


@checks.sometimes("2.11")
def cards_are_put_aside(s: State) -> bool:
    """Somebody changes part of the grip."""
    return s.step == Step.MULLIGAN and any(s.zone[c] == Zone.ASIDE for c in Card)


@checks.step("2.11", of=put_aside)
def one_round_of_mulligans(before: State, after: State, who: Player, card: Card) -> bool:
    """Nobody changes cards who has kept a grip."""
    return not before.kept[who]


@checks.always("2.11", reached=cards_are_put_aside)
def mulligans_leave_nothing_aside(s: State) -> bool:
    """When play begins nothing is aside any more."""
    return s.step in SETUP or all(s.zone[c] != Zone.ASIDE for c in Card)


@checks.step("4.9b", "2.10", of=draw)
def a_draw_is_one_card_from_the_deck(before: State, after: State, card: Card) -> bool:
    """A drawn card comes from its owner's deck to the grip; the Security stays as it was."""
    return all(
        (
            deck_size(after, p) == deck_size(before, p) - 1
            and grip_size(after, p) == grip_size(before, p) + 1
            and after.zone[card] == Zone.GRIP
        )
        if owner(before, card) == p
        else deck_size(after, p) == deck_size(before, p) and grip_size(after, p) == grip_size(before, p)
        for p in Player
    ) and all(after.security[p] == before.security[p] for p in Player)


@checks.always("2.7a", reached=the_draft_is_over, given=True)
def decks_are_of_drafted_modules(s: State) -> bool:
    """A card is in somebody's deck, grip, field or heap only if its module was drafted."""
    return all(s.zone[c] == Zone.BOX or any(owns(s, p, c) for p in Player) for c in Card)


@checks.always("2.7a", "10.3a", reached=the_draft_is_over)
def cards_are_conserved(s: State) -> bool:
    """From the building of decks on, the cards in the game are those of the drafted modules, all of them."""
    return s.step in (Step.ROLL, Step.AGREE, Step.DRAFT) or all(
        (s.zone[c] == Zone.BOX) == (owner(s, c) is None) for c in Card
    )


@checks.always("2.12b")
def grips_and_decks_are_hidden(s: State) -> bool:
    """Of another player's deck, Security and grip nobody knows a card."""
    return not any(
        knows_the_card(s, c, p)
        for c in Card
        for p in Player
        if s.zone[c] in (Zone.UNSEEN, Zone.GRIP, Zone.ASIDE) and not owns(s, p, c)
    )
