"""Memesis, 0.9 with 2.8, 4.16, 5.10, 6.3 and 7.18: cards wait in the Incubation Cell instead of being paid for."""

from model.memesis.deeds import bury, enter_play, put_into_the_dead_cell
from model.memesis.placing import in_another_step, only_in_step_9
from model.memesis.state import Card, Cell, Join, Kind, Numbers, Player, State, memesis
from model.memesis.table import active, controller, is_upon, on_turn, opposed, under_way, whose_cell
from model.memesis.words import a_creature_upon_it_makes_it_one, counts_as, has_a_creature, is_fused
from ruleslawyer.lang import SILENT, Silent, domain, effect, no, simultaneous, yes

# --- how long a card incubates ------------------------------------------------------------------------------------


@memesis.term("0.9b")
def turns_of_its_own(s: State, card: Card) -> int:
    """How many turns a card must remain by itself: its source cost."""
    return card.cost


@turns_of_its_own.exception("5.10b")
def a_rune_waits_one_turn(s: State, card: Card) -> int | Silent:
    """A Rune is incubated for a turn."""
    return Numbers.rune_turns if card.kind == Kind.RUNE and not s.doubled[card] else SILENT


@turns_of_its_own.exception("5.10d")
def a_hidden_rune_waits_two(s: State, card: Card) -> int | Silent:
    """A Rune that is incubated in Stealth takes two turns."""
    return Numbers.hidden_rune_turns if card.kind == Kind.RUNE and s.doubled[card] else SILENT


@turns_of_its_own.times("0.9c", "6.3a")
def twice_in_stealth(s: State, card: Card) -> int | Silent:
    """A card that was placed there in Stealth waits twice as long; turning it up does not undo how it was placed."""
    return Numbers.stealth_factor if card.kind != Kind.RUNE and s.doubled[card] else SILENT


@memesis.term("0.9b", "7.18c")
def turns_needed(s: State, card: Card) -> int:
    """How many turns a card must remain with all that is fused to it."""
    return turns_of_its_own(s, card)


@turns_needed.adjust("7.18c")
def fused_cards_add_their_cost(s: State, card: Card) -> int:
    """The source cost of a card that is fused to an incubating one is added to its turns."""
    return sum(added_turns(s, c) for c in Card if is_upon(s, c, card) and s.joined[c] != Join.RUNE)


def added_turns(s: State, card: Card) -> int:
    """What one fused card adds; turning it up does not undo how it was fused."""
    hidden = s.doubled[card] and card.cost > 0
    return card.cost * (Numbers.stealth_factor if hidden and added_in_stealth_is_doubled(s) else 1)


added_in_stealth_is_doubled = memesis.doubt(
    "does a card in Stealth that is fused to an incubating card add its source cost once or twice?",
    twice=yes("twice, as if it were placed there by itself: the example excludes Stealth"),
    once=no("once: the rule speaks of its source cost", default=True),
)


def a_counted_turn_goes_on(s: State, card: Card) -> bool:
    """Whether the turn that is going on is one of those that count for an incubating card."""
    return s.incubated[card] > 0 and (whose_cell(s, card) == active(s) or every_turn_counts(s))


def matured(s: State, card: Card) -> bool:
    """Whether an incubating card has waited long enough; questions are asked where its last turn is going on."""
    needed = turns_needed(s, card)
    return s.incubated[card] > needed or (
        s.incubated[card] == needed and (not a_counted_turn_goes_on(s, card) or a_turn_counts_when_begun(s))
    )


def counts_for(s: State, card: Card) -> bool:
    """Whether the turn that begins now counts: those that have transpired count for cards that are fused later too
    (7.18). More than all cards together could need are not counted by this model."""
    return s.incubated[card] <= turns_needed(s, card) + added_at_most(s, card) and (
        whose_cell(s, card) == active(s) or every_turn_counts(s)
    )


def added_at_most(s: State, card: Card) -> int:
    """How many turns all the cards could add that may yet be fused to an incubating one."""
    return sum(
        c.cost * Numbers.stealth_factor for c in Card if c != card and c.kind != Kind.RUNE and not is_upon(s, c, card)
    )


every_turn_counts = memesis.doubt(
    "which turns does a card incubate, those of its Cell's player or those of all players?",
    only_its_players_turns=no("those of its Cell's player", default=True),
    turns_of_all_players=yes("those of all players"),
)


a_turn_counts_when_begun = memesis.doubt(
    "does a turn count for an incubating card when it begins, or when it is over?",
    when_it_begins=yes("when it begins", default=True),
    when_it_is_over=no("when it is over"),
)


# --- into the Incubation Cell -------------------------------------------------------------------------------------


def others_there(s: State, whose: Player) -> bool:
    """Whether a player's Incubation Cell holds a card that has matured."""
    return any(s.cell[c] == Cell.INCUBATION and s.holder[c] == whose and matured(s, c) for c in Card)


@memesis.deed("0.9h")
def make_room(s: State, card: Card) -> None:
    """An unfinished card leaves the Incubation Cell for another one, with what is attached to it."""
    if ousted_goes_to_hand(s):
        with effect("0.9h", "7.2a", "5.12b"):
            for c in Card:
                if is_upon(s, c, card) and s.joined[c] == Join.RUNE and not runes_of_vanished_cards_return(s):
                    put_into_the_dead_cell(s, c)
                elif c == card or is_upon(s, c, card):
                    s.cell[c] = Cell.HAND
                    s.upon[c] = None
    else:
        with effect("0.9h"):
            bury(s, card)


@memesis.deed("0.9a", "0.9c", "0.9g")
def put_there(s: State, card: Card, whose: Player, face_down: bool) -> None:
    """A card lies in an Incubation Cell; one that lies there unfinished is taken out, and its turns are lost."""
    with effect("0.9g", "0.9h", "0.9i"), simultaneous():
        for c in Card:
            if s.cell[c] == Cell.INCUBATION and s.holder[c] == whose:
                make_room(s, c)
    with effect("0.9a", "0.9c"):
        s.cell[card] = Cell.INCUBATION
        s.holder[card] = whose
        s.face_down[card] = face_down
        s.doubled[card] = face_down


runes_of_vanished_cards_return = memesis.doubt(
    "what becomes of a Rune when its card leaves its place, but not for the Dead Cell?",
    it_dies_with_nothing=no("it goes to the Dead Cell", default=True),
    it_goes_back=yes("it goes back to the hand"),
)


ousted_goes_to_hand = memesis.doubt(
    "where does an unfinished card go when it is taken out of the Incubation Cell?",
    back_to_the_hand=yes("to its owner's hand", default=True),
    ousted_cards_die=no("to its owner's Dead Cell"),
)


@memesis.action("0.9a", "0.9j", "0.29c")
def incubate(s: State, who: Player, card: Card, whose: Player) -> None:
    """Place a card from the hand into the Incubation Cell, face up, without paying for it."""
    domain(card.owner == who and not opposed(who, whose) and s.cell[card] == Cell.HAND)
    with effect("0.9a", "0.9j"):
        put_there(s, card, whose, False)


@incubate.permit("0.9a", "0.9j", "0.9h", "0.29c", "2.8a", "4.16a", "5.10a")
def any_card_incubates(s: State, who: Player, card: Card, whose: Player) -> bool:
    """Any card may be placed from the hand into the Incubation Cell, in favor of one that is not finished too."""
    return whose == who and under_way(s)


@memesis.action("0.9c", "6.2c", "6.3a", "6.3b")
def incubate_face_down(s: State, who: Player, card: Card, whose: Player) -> None:
    """Place a card from the hand into the Incubation Cell in Stealth: for nothing, but it takes twice as long."""
    domain(card.owner == who and not opposed(who, whose) and s.cell[card] == Cell.HAND)
    with effect("0.9c", "6.2c", "6.3b"):
        put_there(s, card, whose, True)


@incubate_face_down.permit("0.9c", "0.9j", "4.16a", "5.10d", "6.2c", "6.3b")
def any_card_incubates_in_stealth(s: State, who: Player, card: Card, whose: Player) -> bool:
    """Any card may be placed there in Stealth."""
    return whose == who and under_way(s)


@incubate.forbid(
    "0.9k",
    also=incubate_face_down,
    over=(any_card_incubates, any_card_incubates_in_stealth),
    because="the sentence itself: but only during one's turn",
)
def incubated_in_anothers_turn(s: State, who: Player, card: Card, whose: Player) -> bool:
    """Only in one's own turn."""
    return not on_turn(s, who)


@incubate.forbid(
    "0.20",
    "0.29c",
    also=incubate_face_down,
    over=(any_card_incubates, any_card_incubates_in_stealth),
)
def incubated_in_another_step(s: State, who: Player, card: Card, whose: Player) -> bool:
    """Cards are placed in the ninth step."""
    return in_another_step(s, who) and only_in_step_9(s)


@incubate.cannot("0.9g", "only one card, and 0.9h is of unfinished ones", also=incubate_face_down)
def the_cell_is_taken(s: State, who: Player, card: Card, whose: Player) -> bool:
    """Only one card is in the Incubation Cell at a time; a matured one has to leave first."""
    return others_there(s, whose)


# --- out of it ----------------------------------------------------------------------------------------------------


@memesis.action("0.9e", "2.8b", "4.16b")
def leave_incubation(s: State, who: Player, card: Card, cell: Cell) -> None:
    """Move a card from the Incubation Cell into play, still in Stealth if it was (0.9)."""
    # Face-up Effects are played, unless they are fused, and face-up Runes are attached: those are other
    # actions.
    domain(
        cell in (Cell.MAIN, Cell.ATTACK, Cell.DEFEND)
        and not opposed(who, card.owner)
        and s.cell[card] == Cell.INCUBATION
        and comes_into_play_itself(s, card)
    )
    for whose in Player:
        if s.holder[card] == whose:
            with effect("0.9e", "0.9f"):
                enter_play(s, card, cell, whose, s.face_down[card])
            with effect("0.9a"):
                s.waited[card] = counts_as(s, card) == Kind.EFFECT
            with effect("8.2g"):
                s.raised[card] = whose != card.owner and matured(s, card)


def comes_into_play_itself(s: State, card: Card) -> bool:
    """Whether a card that has matured is one to lie in play: an Effect that is fused is one no longer (4.8)."""
    return card.kind in (Kind.CREATURE, Kind.CAUSE) or s.face_down[card] or is_fused(s, card)


@leave_incubation.permit("0.9e")
def matured_cards_move(s: State, who: Player, card: Card, cell: Cell) -> bool:
    """Once incubated, a card may move to the Attack, Defend or Main Cell."""
    return who == controller(s, card) and under_way(s) and matured(s, card)


@leave_incubation.permit("2.8b", "4.16b")
def matured_cards_come_at_once(s: State, who: Player, card: Card, cell: Cell) -> bool:
    """Cards come into play as soon as they have matured, which may be in the turn of another player."""
    return (
        who == controller(s, card)
        and under_way(s)
        and s.incubated[card] == turns_needed(s, card)
        and matured(s, card)
        and matures_in_turns_of_others(s, card)
    )


def matures_in_turns_of_others(s: State, card: Card) -> bool:
    """Whether it is the turn of somebody else in which a card has matured."""
    return whose_cell(s, card) != active(s) and (every_turn_counts(s) or not a_turn_counts_when_begun(s))


@leave_incubation.permit("6.5d")
def hidden_cards_move_anywhere(s: State, who: Player, card: Card, cell: Cell) -> bool:
    """A card in Stealth may move from one Cell to another."""
    return s.face_down[card] and who == controller(s, card) and under_way(s)


@leave_incubation.forbid("0.9b", "6.3a")
def must_remain(s: State, who: Player, card: Card, cell: Cell) -> bool:
    """A card must remain in incubation for all of its turns."""
    return not matured(s, card)


@leave_incubation.forbid(
    "2.2", over=(matured_cards_move, hidden_cards_move_anywhere), because="the sentence itself: only on your turn"
)
def leaves_in_anothers_turn(s: State, who: Player, card: Card, cell: Cell) -> bool:
    """Creatures come into play in their player's own turn, on another card too where that makes it a creature."""
    return (
        has_a_creature(s, card)
        and not on_turn(s, who)
        and (card.kind == Kind.CREATURE or a_creature_upon_it_makes_it_one(s))
    )


@leave_incubation.forbid("0.6c")
def matured_cause_outside_the_main_cell(s: State, who: Player, card: Card, cell: Cell) -> bool:
    """Cause cards are placed into the Main Cell, which fused ones are no longer (4.8)."""
    return counts_as(s, card) == Kind.CAUSE and cell != Cell.MAIN


matured_must_leave = memesis.doubt(
    "must a card come into play as soon as it has matured, or may it stay?",
    it_may_stay=no("Once incubated, the card may move.", "0.9e", "0.9f", default=True),
    it_comes_into_play_immediately=yes("Matured cards come into play immediately.", "2.8b", "4.16b"),
)


def is_to_leave(s: State, who: Player) -> bool:
    """Whether a player has a matured card that would have to come into play before anything else."""
    return any(s.cell[c] == Cell.INCUBATION and can_bring_it_out(s, who, c) and matured(s, c) for c in Card)


def can_bring_it_out(s: State, who: Player, card: Card) -> bool:
    """Whether it is a player's to bring a matured creature, Cause or Effect into play: an open Effect is used at once,
    by its owner alone; of Runes it is not said that they come immediately."""
    return (
        card.kind != Kind.RUNE and who == controller(s, card) and (comes_into_play_itself(s, card) or card.owner == who)
    )
