"""Memesis, Section 1 with 0.15 and 0.19: sourcing cards, consuming them, and paying for another card."""

from model.memesis.deeds import bury, owe_a_card, pay
from model.memesis.frames import Choosing, Directed, Dispelling, Drawing, Fading, Recovering, Resolved
from model.memesis.meanwhile import somebody_decides
from model.memesis.state import Card, Cell, Join, Kind, Numbers, Player, State, Step, memesis
from model.memesis.table import depleted, in_combat, in_hand, in_play, is_upon, on_turn, stands_in_play, under_way
from model.memesis.words import counts_as, is_fused_upon
from ruleslawyer.lang import CHANCE, SILENT, Silent, domain, effect, no, open_frame, permit, yes

# --- what a card is worth (0.15, 1.5, 1.6, 5.10, 7.18) ------------------------------------------------------------


@memesis.term("0.15a", "0.15b", "1.5b", "1.5d")
def source_value(s: State, card: Card) -> int:
    """What consuming a card brings: its source cost, which 1.5 calls its source value."""
    return card.cost


@source_value.exception("1.6a", "5.10b")
def value_of_runes(s: State, card: Card) -> int | Silent:
    """A Rune has no source cost by name."""
    if card.kind != Kind.RUNE:
        return SILENT
    return Numbers.rune_price if value_of_a_rune_is_its_placing(s) else 0


@source_value.adjust("7.18c")
def value_of_fused_parts(s: State, card: Card) -> int:
    """What is fused upon a card may count as well."""
    parts = sum(c.cost for c in Card if is_upon(s, c, card) and s.joined[c] != Join.RUNE)
    return parts if parts > 0 and fused_values_add_up(s) else 0


# --- sourcing (1.1, 1.2, 1.8 to 1.10) -----------------------------------------------------------------------------


@memesis.action("1.1b", "1.1c", "1.1d", at=(None, Resolved, Dispelling, Directed, Choosing, Recovering))
def source_card(s: State, who: Player, card: Card) -> None:
    """Turn a card in play upside down for 1 source; a fused one gives no more than that."""
    domain(s.cell[card] != Cell.SHOWN)
    with effect("1.1c"):
        s.sourced[card] = True
    with effect("1.1d", "7.16b"):
        s.source[who] += Numbers.per_sourced_card


@source_card.permit("1.1b", "1.2a", "0.28", "0.32g", "0.6e", "2.6", "4.13", "5.8b", "7.16a")
def cards_are_sourced(s: State, who: Player, card: Card) -> bool:
    """Cards may be sourced, of whatever type, upgraded or fused."""
    return under_way(s)


@source_card.cannot("1.1b", "every card in play")
def hand_is_not_sourced(s: State, who: Player, card: Card) -> bool:
    """What may be used for source is in play; 1.10 leaves the hand out."""
    return s.cell[card] == Cell.HAND


@source_card.cannot("1.10", "may not be sourced")
def cells_without_sourcing(s: State, who: Player, card: Card) -> bool:
    """Nothing is sourced in the Brain, Ammunition, Incubation and Dead Cells."""
    return s.cell[card] in (Cell.BRAIN, Cell.AMMUNITION, Cell.INCUBATION, Cell.DEAD)


@source_card.cannot("1.2b", "5.8a", "any card except Rune cards")
def runes_are_not_sourced(s: State, who: Player, card: Card) -> bool:
    """A Rune is never sourced."""
    return card.kind == Kind.RUNE


@source_card.cannot("4.14", "of one type, where 1.2 speaks of any card")
def effects_are_not_sourced(s: State, who: Player, card: Card) -> bool:
    """An Effect card is not sourced; fused, it is no Effect card any longer (4.8)."""
    return card.kind == Kind.EFFECT and counts_as(s, card) == Kind.EFFECT


@source_card.cannot("7.16b", "1 source, however many are fused")
def fused_parts_are_not_sourced(s: State, who: Player, card: Card) -> bool:
    """What is fused upon another card is not sourced besides it."""
    return is_fused_upon(s, card)


@source_card.cannot("6.8a", "may not, until they are upturned")
def hidden_cards_are_not_sourced(s: State, who: Player, card: Card) -> bool:
    """A card in Stealth is not sourced."""
    return s.face_down[card]


@source_card.cannot("1.9", "0.6b", "not in that turn")
def came_in_this_turn(s: State, who: Player, card: Card) -> bool:
    """Not in the turn in which it came into play: as we read it, the one turn of 0.6 is that same turn."""
    return s.fresh[card]


@came_in_this_turn.exception("6.8b")
def once_it_is_turned_up(s: State, who: Player, card: Card) -> bool:
    """In its owner's turn a card may be turned up and sourced."""
    return (
        s.turned_up[card]
        and on_turn(s, card.owner)
        and card.owner == who
        and looks_sourceable(s, card)
        and turned_up_is_sourced_at_once(s)
    )


@source_card.forbid("1.1c", over=source_card, because="what is sourced is turned already; until 1.8 lets it turn back")
def sourced_already(s: State, who: Player, card: Card) -> bool:
    """A sourced card is not sourced again."""
    return s.sourced[card]


@source_card.forbid("0.6d", over=source_card)
def outside_the_main_cell(s: State, who: Player, card: Card) -> bool:
    """Cards may be sourced in the Main Cell only, says one sentence; the next one says otherwise."""
    return s.cell[card] in (Cell.ATTACK, Cell.DEFEND) and could_source(s, who, card) and not may_source_outside_main(s)


@source_card.forbid("0.28", over=source_card)
def at_another_time(s: State, who: Player, card: Card) -> bool:
    """Sourcing has a step of its own, and is allowed as needed in Combat."""
    return (
        not (on_turn(s, who) and s.step == Step.SOURCING)
        and not in_combat(s)
        and could_source(s, who, card)
        and not sources_at_any_time(s)
    )


@source_card.forbid("1.1b", over=source_card)
def somebody_elses_to_source(s: State, who: Player, card: Card) -> bool:
    """Cards in play serve as source; by whom they are used, is not said."""
    return card.owner != who and could_source(s, card.owner, card) and not sources_cards_of_others(s)


def looks_sourceable(s: State, card: Card) -> bool:
    """Whether neither place nor type nor side bar a card from being sourced."""
    return (
        stands_in_play(s, card)
        and not s.sourced[card]
        and not s.face_down[card]
        and card.kind != Kind.RUNE
        and (card.kind != Kind.EFFECT or counts_as(s, card) != Kind.EFFECT)
    )


def could_source(s: State, who: Player, card: Card) -> bool:
    """Whether the plainest rules let a player source a card: so that questions come up only where nothing else
    decides."""
    return card.owner == who and under_way(s) and not s.fresh[card] and looks_sourceable(s, card)


may_source_outside_main = memesis.doubt(
    "may cards be sourced in the Attack and Defend Cells, or in the Main Cell only?",
    wherever_it_is_in_play=yes(
        "They may be sourced in these Cells, and every card in play may.", "0.6e", "1.1b", "1.10", default=True
    ),
    in_the_main_cell_only=no(
        "To avoid confusion, in this Cell only; how players deal with the confusion is left to them.", "0.6d", "0.6g"
    ),
)


sources_at_any_time = memesis.doubt(
    "may cards be sourced at any time, or only in that step of one's own turn and in Combat?",
    as_needed=yes("At any time as needed, although it stands in the paragraph about Combat.", "0.32g", default=True),
    in_its_step_and_in_combat=no("Sourcing is a step of the turn.", "0.28"),
)


sources_cards_of_others = memesis.doubt(
    "may a player source cards that others own?",
    only_own_cards_are_sourced=no("only one's own cards", default=True),
    any_card_is_sourced=yes("any card in play, as the words have it"),
)


turned_up_is_sourced_at_once = memesis.doubt(
    "may a hidden card be sourced in the turn in which it came into play, once it is turned up?",
    turned_up_and_sourced=yes("It may be turned up and sourced in the same turn.", "6.8b", default=True),
    came_in_all_the_same=no("Turned up or not, no card is sourced in the turn in which it comes into play.", "1.9"),
)


# --- consuming (0.15, 1.5) ----------------------------------------------------------------------------------------


value_of_a_rune_is_its_placing = memesis.doubt(
    "what source cost has a Rune, when it is consumed?",
    what_placing_takes=yes("what placing it takes, and as many turns as it incubates", default=True),
    nothing=no("none"),
)


fused_values_add_up = memesis.doubt(
    "what source cost have fused cards, when they are consumed?",
    the_sum=yes("the sum of their costs, as for incubating them", default=True),
    the_bottom_card=no("the cost of the bottom card"),
)


def is_in_hand_or_play(s: State, who: Player, card: Card) -> bool:
    """From one's hand or from play (0.15); what is fused to a card goes with it, and of a Rune a question says."""
    return in_hand(s, who, card) or stands_in_play(s, card) or is_a_rune_in_play(s, card)


def is_a_rune_in_play(s: State, card: Card) -> bool:
    """Whether a Rune lies upon a card in play."""
    return s.cell[card] == Cell.UPON and s.joined[card] == Join.RUNE and in_play(s, card)


runes_upon_cards_are_to_be_removed = memesis.doubt(
    "may a Rune that lies upon a card be used as any card in play, or is it to be removed first?",
    it_comes_off_for_source=yes("It takes 1 source to get a Rune off a card.", "1.6b", "5.2b", default=True),
    it_is_a_card_in_play=no(
        "Any card from play is consumed, or becomes Ammunition: Runes are not excepted.",
        "0.11h",
        "0.15d",
        "1.5c",
        "5.9",
    ),
)


@memesis.action("0.15a", "1.5a", at=(None, Resolved, Dispelling, Directed, Choosing, Fading))
def consume_for_life(s: State, who: Player, card: Card) -> None:
    """Gain the source cost of a card as life; the card is shown and goes to the Dead Cell."""
    domain(is_in_hand_or_play(s, who, card))
    value = source_value(s, card)
    with effect("0.15a", "1.5b"):
        s.life[who] += value
    with effect("0.15c", "0.15d"):
        bury(s, card)


@consume_for_life.permit("0.15a", "0.15d", "0.15e", "0.28", "0.32h")
def any_card_for_life(s: State, who: Player, card: Card) -> bool:
    """Any card may be consumed at any time, out of the hand or out of play."""
    return under_way(s)


@consume_for_life.permit("1.5a")
def cards_in_play_for_life(s: State, who: Player, card: Card) -> bool:
    """A card in play may be consumed at any time."""
    return under_way(s) and stands_in_play(s, card)


@consume_for_life.forbid("1.5c", over=consume_for_life)
def somebody_elses_for_life(s: State, who: Player, card: Card) -> bool:
    """Whether one must own a card to consume it for life."""
    return card.owner != who and under_way(s) and not consumes_cards_of_others_for_life(s)


@consume_for_life.forbid("1.5a", over=consume_for_life)
def out_of_the_hand_for_life(s: State, who: Player, card: Card) -> bool:
    """Whether a card must be in play to be consumed."""
    return s.cell[card] == Cell.HAND and under_way(s) and not consumes_from_hand(s)


@memesis.action("0.15b", "1.5c", at=(None, Resolved, Dispelling, Directed, Choosing, Recovering))
def consume_for_source(s: State, who: Player, card: Card) -> None:
    """Gain the source cost of a card as source; the card is shown and goes to the Dead Cell."""
    domain(is_in_hand_or_play(s, who, card))
    value = source_value(s, card)
    with effect("0.15b", "1.5d"):
        s.source[who] += value
    with effect("0.15c", "0.15d"):
        bury(s, card)


@consume_for_source.permit("0.15b", "0.15d", "0.15e", "0.28", "0.32h")
def any_card_for_source(s: State, who: Player, card: Card) -> bool:
    """Any card may be consumed at any time, out of the hand or out of play."""
    return under_way(s)


@consume_for_source.permit("1.5c")
def own_cards_in_play_for_source(s: State, who: Player, card: Card) -> bool:
    """A card that one owns, in play, may be sacrificed for source."""
    return under_way(s) and stands_in_play(s, card) and card.owner == who


@consume_for_source.forbid("1.5c", over=consume_for_source)
def somebody_elses_for_source(s: State, who: Player, card: Card) -> bool:
    """Whether one must own a card to consume it for source."""
    return card.owner != who and under_way(s) and not consumes_cards_of_others_for_source(s)


@consume_for_source.forbid("1.5c", over=consume_for_source)
def out_of_the_hand_for_source(s: State, who: Player, card: Card) -> bool:
    """Whether a card must be in play to be sacrificed."""
    return s.cell[card] == Cell.HAND and under_way(s) and not consumes_from_hand(s)


@consume_for_life.forbid(
    "0.28",
    also=consume_for_source,
    over=consume_for_life,
)
def consumed_at_another_time(s: State, who: Player, card: Card) -> bool:
    """Consuming has a step of its own."""
    return (
        card.owner == who
        and under_way(s)
        and (s.fresh[card] or s.step != Step.SOURCING or not on_turn(s, who))
        and not consumes_at_any_time(s)
    )


@consume_for_life.forbid("1.2e", also=consume_for_source, over=consume_for_life)
def used_up_by_sourcing(s: State, who: Player, card: Card) -> bool:
    """A sourced card has brought its source already."""
    return under_way(s) and s.sourced[card] and not sourced_cards_are_consumed(s)


sourced_cards_are_consumed = memesis.doubt(
    "may a card that is sourced be consumed as well?",
    sourced_or_not=yes("yes: any card may be, at any time", default=True),
    used_up_until_it_turns_back=no("no: it is used up until it is turned back"),
    about=("source_value",),
)


consumes_at_any_time = memesis.doubt(
    "when may a card be consumed?",
    as_it_is_written=yes("At any time.", "0.15e", "1.5a", "0.32h", default=True),
    in_its_step_and_not_at_once=no(
        "Consuming is a step of the turn: as finding 051 draws it, not for a card that came in this turn.", "0.28"
    ),
)


# No finding is open on it: why the text answers it, is said by 050, which is withdrawn.
consumes_from_hand = memesis.doubt(
    "may cards be consumed out of the hand?",
    hand_or_play=yes("What is consumed comes out of the hand or out of play.", "0.15d", default=True),
    in_play_only=no("A card which is in play is consumed, and one in play is sacrificed.", "1.5a", "1.5c"),
)


consumes_cards_of_others_for_life = memesis.doubt(
    "may a player consume cards that others own for life?",
    a_card_he_owns=no(
        "The card that is given up is one that its player owns, says the sentence about source.", "1.5c", default=True
    ),
    any_card_gives_life=yes(
        "Any card, a card that is in play: nothing is said of its owner where life is gained.", "0.15a", "1.5a"
    ),
)


consumes_cards_of_others_for_source = memesis.doubt(
    "may a player consume cards that others own for source?",
    only_what_he_owns=no("A player may sacrifice a card that he owns.", "1.5c", default=True),
    any_card_gives_source=yes("Any card may be consumed.", "0.15b"),
)


# --- paying for another card (0.19, 1.7) --------------------------------------------------------------------------


@memesis.action("0.19", "1.7a", "1.7b", at=(None, Resolved, Dispelling, Directed, Choosing))
def buy_a_draw(s: State, who: Player) -> None:
    """Pay 5 source for another card from the Brain Cell."""
    permit("0.19", "1.7a", "Any player may, at any time, as often as it is paid for.", anybody_buys_a_draw=under_way(s))
    with effect("0.19", "1.7b"):
        pay(s, who, Numbers.draw_price)
    with effect("1.7a"):
        owe_a_card(s, who)
        s.bought[who] = not any_number_is_bought(s)
        if somebody_decides(s):
            open_frame(s, Drawing(awaits=CHANCE))


@buy_a_draw.cannot("1.7b", "if it is paid for each card")
def draw_beyond_means(s: State, who: Player) -> bool:
    """Nobody pays source that he has not."""
    return s.source[who] < Numbers.draw_price


@buy_a_draw.forbid("0.19", over=buy_a_draw, because="one additional card, says the clause itself")
def has_bought_a_draw(s: State, who: Player) -> bool:
    """An additional card: one in a turn, by a reading."""
    return s.bought[who]


any_number_is_bought = memesis.doubt(
    "how many cards may be drawn for source in a turn?",
    as_many_as_are_paid_for=yes("Each card that is drawn this way is paid for.", "1.7b", default=True),
    one_in_a_turn=no("It is one additional card that is paid for.", "0.19"),
)


@buy_a_draw.forbid("1.7a", over=buy_a_draw)
def nothing_to_buy(s: State, who: Player) -> bool:
    """Whether there may be no card to draw."""
    return under_way(s) and depleted(s, who) and s.source[who] >= Numbers.draw_price and not pays_for_no_card(s)


# No finding is open on it: why the text answers it, is said by 010, which is withdrawn.
pays_for_no_card = memesis.doubt(
    "may a player pay for another card when the Brain Cell has none?",
    nobody_pays_for_nothing=no("no: there is nothing to draw", default=True),
    the_payment_is_lost=yes("yes, for nothing"),
)
