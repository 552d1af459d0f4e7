"""Mnemonic: life, what dies and what comes back, and whether games end."""

from __future__ import annotations

from model.ccg.combat import attack
from model.ccg.deeds import things_are_answered
from model.ccg.state import Card, Player, State, Step, Zone
from model.ccg.turn import cast, discard_down, draw, let_it_resolve
from model.ccg.words import is_creature
from model.mnemonic.abilities import ace_to_the_face, annihilate, killer_queen, kings_command
from model.mnemonic.cards import SEVEN, is_of, value
from model.mnemonic.state import Ability, Book, French, Game, Stage, knows_the_playing_card, mnemonic
from model.mnemonic.suits import dig_up, return_to_top
from ruleslawyer.lang import Checks, narrow

checks = Checks(mnemonic)


@checks.sometimes("1.5c")
def somebody_has_lost(s: Game) -> bool:
    """A game ends."""
    return any(s.lost[p] for p in Player)


@checks.always("1.5a", reached=somebody_has_lost)
def nobody_loses_by_drawing(s: Game) -> bool:
    """Who has lost has no life, unless a Heart died in the same moment: an empty library loses nobody the game."""
    return all(
        not s.lost[p]
        or s.life[p] <= 0
        or any(is_of(c, French.HEARTS) and s.owner[c] == p and s.zone[c] == Zone.GRAVEYARD for c in Card)
        for p in Player
    )


@checks.step("1.5c", "2.7c", "3.3", of=cast)
def casting_costs_no_life(before: State, after: State, who: Player, card: Card) -> bool:
    """No clause makes casting cost or give life."""
    return all(before.life[p] == after.life[p] for p in Player)


@checks.step("2.7b", "3.3", of=ace_to_the_face)
def throwing_an_ace_heals_at_most_one(before: Game, after: Game, who: Player, card: Card, at: Player) -> bool:
    """Before it is answered, if it can be, an Ace does no damage; the Ace of Hearts gives its owner a life."""
    return all(
        after.life[p] - before.life[p]
        == (1 if p == who and is_of(card, French.HEARTS) else 0)
        - (Book.face_damage if p == at and not things_are_answered(before) else 0)
        for p in Player
    )


@checks.step("2.7c", "3.3", of=let_it_resolve)
def life_changes_as_the_clauses_say(before: State, after: State, who: Player) -> bool:
    """What resolves takes the damage of an Ace from somebody, or none; it gives as many as Hearts die."""
    return all(
        after.life[p] - before.life[p]
        == sum(
            1
            for c in Card
            if is_of(c, French.HEARTS)
            and before.owner[c] == p
            and before.zone[c] != Zone.GRAVEYARD
            and after.zone[c] == Zone.GRAVEYARD
        )
        - (
            Book.face_damage
            if narrow(before, Game).ability[before.stack.top] == Ability.FACE
            and narrow(before, Game).victim[before.stack.top] == p
            else 0
        )
        for p in Player
    )


def only_hearts_heal(before: State, after: State) -> bool:
    """Whether nobody's life changes but by one for each own Heart that comes to a graveyard."""
    return all(
        after.life[p] - before.life[p]
        == sum(
            1
            for c in Card
            if is_of(c, French.HEARTS)
            and before.owner[c] == p
            and before.zone[c] != Zone.GRAVEYARD
            and after.zone[c] == Zone.GRAVEYARD
        )
        for p in Player
    )


@checks.step("2.12c", "3.3", of=kings_command)
def commanding_costs_no_life(before: Game, after: Game, who: Player, card: Card, target: Card) -> bool:
    """No clause makes Kings Command take a life; the King of Hearts gives one."""
    return only_hearts_heal(before, after)


@checks.step("2.16c", "3.3", of=killer_queen)
def killing_costs_no_life(before: Game, after: Game, who: Player, card: Card, target: Card) -> bool:
    """Nor Killer Queen."""
    return only_hearts_heal(before, after)


@checks.step("2.8c", "3.3", of=annihilate)
def annihilating_costs_no_life(before: Game, after: Game, who: Player, card: Card) -> bool:
    """Nor Annihilate."""
    return only_hearts_heal(before, after)


@checks.step("3.3", of=discard_down)
def discarding_costs_no_life(before: State, after: State, who: Player, card: Card) -> bool:
    """Nor discards at the end of a turn; a Heart that is discarded heals."""
    return only_hearts_heal(before, after)


@checks.step("1.5c", of=draw)
def drawing_costs_no_life(before: State, after: State, card: Card) -> bool:
    """Nor a card that is drawn: the life of 1.5 is that of the reshuffle."""
    return all(after.life[p] == before.life[p] for p in Player)


@checks.step("3.4", of=return_to_top)
def durable_costs_no_life(before: Game, after: Game, who: Player, card: Card) -> bool:
    """Nor what Diamonds do."""
    return all(after.life[p] == before.life[p] for p in Player)


@checks.step("3.5", of=dig_up)
def digging_costs_no_life(before: Game, after: Game, who: Player, card: Card) -> bool:
    """Nor what Spades do."""
    return all(after.life[p] == before.life[p] for p in Player)


@checks.step("2.8c", "5.9a", of=let_it_resolve)
def annihilation_leaves_no_creature(before: State, after: State, who: Player) -> bool:
    """After Annihilate no creature is on the battlefield."""
    return narrow(before, Game).ability[before.stack.top] != Ability.ANNIHILATE or all(
        after.zone[c] != Zone.BATTLEFIELD or not is_creature(after, c) for c in Card
    )


@checks.step("5.1d", of=attack)
def fresh_sevens_do_not_attack(before: State, after: State, who: Player, card: Card) -> bool:
    """A 7 that came this turn does not attack."""
    return value(card) != SEVEN or not before.fresh[card] or narrow(before, Game).taken[card] is not None


@checks.step("3.5", of=dig_up)
def digging_moves_one_card(before: Game, after: Game, who: Player, card: Card) -> bool:
    """One card goes from the graveyard to the library."""
    return after.zone[card] == Zone.LIBRARY and all(c == card or after.zone[c] == before.zone[c] for c in Card)


@checks.sometimes("2.12d")
def a_creature_is_taken(s: Game) -> bool:
    """Somebody controls another's creature."""
    return any(s.taken[c] is not None and s.zone[c] == Zone.BATTLEFIELD for c in Card)


@checks.always("2.12d", reached=a_creature_is_taken)
def taken_creatures_go_back(s: Game) -> bool:
    """Control lasts until the end of the turn."""
    return s.step in (Step.MAIN, Step.ATTACK, Step.BLOCK, Step.DAMAGE) or all(s.taken[c] is None for c in Card)


@checks.sometimes("2.21")
def a_creature_is_enchanted(s: Game) -> bool:
    """A Jack lies upon a creature."""
    return any(s.attached[c] is not None for c in Card)


@checks.always("2.20b", reached=a_creature_is_enchanted, given=True)
def jacks_lie_upon_creatures(s: Game) -> bool:
    """What a Jack enchants is a creature on the battlefield."""
    return all(
        s.attached[a] != c or (s.zone[c] == Zone.BATTLEFIELD and is_creature(s, c) and a != c)
        for a in Card
        for c in Card
    )


@checks.sometimes("3.4")
def a_top_card_is_known(s: Game) -> bool:
    """A Diamond lies on top of a library."""
    return any(len(s.known[p]) > 0 for p in Player)


@checks.always("3.4", reached=a_top_card_is_known, given=True)
def durable_cards_lie_on_their_owners_library(s: Game) -> bool:
    """A card that was put on top of a library is its owner's, and there."""
    return all(c not in s.known[p] or (s.zone[c] == Zone.LIBRARY and s.owner[c] == p) for p in Player for c in Card)


@checks.always("3.4", reached=a_top_card_is_known, given=True)
def the_top_card_alone_was_drawn(s: Game) -> bool:
    """A card that was put on top of a library is its owner's, and still there if another such card lies above it."""
    return all(
        c not in s.known[p] or (s.owner[c] == p and (s.zone[c] == Zone.LIBRARY or s.known[p].top == c))
        for p in Player
        for c in Card
    )


@checks.sometimes("4.11")
def a_game_is_played(s: Game) -> bool:
    """The draft is over."""
    return s.stage == Stage.OVER


@checks.always("4.1", "4.11")
def nothing_is_played_before_the_draft_is_over(s: Game) -> bool:
    """Until the draft is over no card is in the game, and nothing waits."""
    return s.stage == Stage.OVER or (len(s.stack) == 0 and all(s.zone[c] == Zone.OUTSIDE for c in Card))


@checks.always("ccg:4.6", "1.2", reached=a_game_is_played)
def what_waits_is_somebodys(s: Game) -> bool:
    """A card that waits on the stack, or whose ability does, was given to a player."""
    return all(c not in s.stack or s.owner[c] is not None for c in Card)


@checks.always("1.2", "4.10c", reached=a_game_is_played, given=True)
def nobodys_cards_stay_out(s: Game) -> bool:
    """What the draft gave to nobody is in no library, hand or graveyard, and never comes into play."""
    return s.stage != Stage.OVER or all(s.owner[c] is not None or s.zone[c] == Zone.OUTSIDE for c in Card)


@checks.leads_to("1.1b", "1.5a")
def games_end(s: Game) -> tuple[bool, bool]:
    """Every game ends, though nobody loses by drawing; Durable, Dig and Healing may go on for ever."""
    return s.stage == Stage.OVER, any(s.lost[p] for p in Player)


@checks.possible("1.1b")
def a_game_can_end(s: Game) -> bool:
    """From everywhere an end can be reached."""
    return any(s.lost[p] for p in Player)


@checks.always("4.1", "3.4")
def what_others_have_is_hidden(s: Game) -> bool:
    """Nobody knows a card of another player's hand, library or sideboard, or one that was discarded before the draft,
    but what went on top of a library; in the draft nobody knows one that another has."""
    return not any(
        knows_the_playing_card(s, c, p)
        for c in Card
        for p in Player
        if s.owner[c] != p
        and (s.stage != Stage.OVER or s.zone[c] in (Zone.OUTSIDE, Zone.LIBRARY, Zone.HAND))
        and all(c not in s.known[q] for q in Player)
    )


@checks.always("3.4", reached=a_top_card_is_known)
def what_went_on_top_is_known(s: Game) -> bool:
    """Both players know it."""
    return all(knows_the_playing_card(s, c, p) for c in Card for q in Player if c in s.known[q] for p in Player)
