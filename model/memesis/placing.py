"""Memesis, 0.6 to 0.8, 0.29, 2.2, 2.3 and 6.2: cards that come from the hand into play, face up and face down."""

from model.memesis.deeds import enter_play, pay, stealth_price
from model.memesis.state import Card, Cell, Kind, Player, State, Step, memesis
from model.memesis.table import allied, on_turn, opposed, under_way
from ruleslawyer.lang import domain, effect, no, yes

# --- what placing costs, and when it is done ----------------------------------------------------------------------


def in_allied_play(who: Player) -> bool:
    """Whether a player has allies (8)."""
    return any(allied(who, p) for p in Player)


def price_of_the_card(s: State, card: Card) -> int:
    """What placing a card itself takes: of Effects the price is written (4.3)."""
    return card.cost if card.cost == 0 or card.kind == Kind.EFFECT or placing_costs(s) else 0


def price(s: State, who: Player, card: Card, face_down: bool) -> int:
    """What it takes to place a card from the hand into play: in Stealth 1 more, which is written of any card (6.2)."""
    if card.cost + stealth_price(face_down) == 0 or (in_allied_play(who) and allies_place_for_nothing(s)):
        return 0
    return price_of_the_card(s, card) + stealth_price(face_down)


placing_costs = memesis.doubt(
    "what does it cost to place a Creature or Cause card from the hand into play?",
    its_source_cost=yes("its source cost, which 0.9, 6.2 and 8.1 take for granted", default=True),
    nothing_at_all=no("nothing: only of Effect cards is it said that they must be paid for"),
)


allies_place_for_nothing = memesis.doubt(
    "do allies, who may place cards freely, pay for them?",
    allies_use_source=no("Source is used to play a card into an ally's Main Cell.", "8.1c", default=True),
    allies_place_freely=yes("They may freely place any card.", "8.2a"),
)


@memesis.deed("1.1a", "8.1c")
def pay_to_play(s: State, who: Player, amount: int, cell: Cell) -> None:
    """A player pays for a card from the hand; of what came into a Main Cell it is noted, for allies (8.1)."""
    pay(s, who, amount)
    if cell == Cell.MAIN and amount > 0 and in_allied_play(who):
        s.paid_into_main[who] = True
        if not grants_without_limit(s):
            s.may_grant[who] += amount


grants_without_limit = memesis.doubt(
    "how much source may a player grant allies in a turn in which he used some for a card?",
    as_much_as_he_has=yes("as much as he has left", default=True),
    as_much_as_he_used=no("as much as he used for cards that came into Main Cells"),
    about=("paid_into_main",),
)


def in_another_step(s: State, who: Player) -> bool:
    """In one's own turn, but not in its step for placing cards."""
    return on_turn(s, who) and s.step != Step.PLACING


only_in_step_9 = memesis.doubt(
    "may cards be placed in any step of one's own turn, or in the ninth alone?",
    in_its_place_in_the_flow=yes(
        "Placing cards is a step of its own in the flow of a turn.", "0.20", "0.29a", "0.29c", default=True
    ),
    in_the_turn_at_large=no(
        "The sections on the cards ask for one's own turn, and for nothing narrower.", "2.2", "4.2a", "0.9k"
    ),
)


def to_the_attack_cell(card: Card, cell: Cell) -> bool:
    """A creature, straight into the Attack Cell."""
    return card.kind == Kind.CREATURE and cell == Cell.ATTACK


def astray(card: Card, cell: Cell) -> bool:
    """A Cause card outside the Main Cell."""
    return card.kind == Kind.CAUSE and cell != Cell.MAIN


# --- face up ------------------------------------------------------------------------------------------------------


@memesis.action("0.6a", "0.29a")
def play_card(s: State, who: Player, card: Card, cell: Cell, whose: Player) -> None:
    """Place a Creature or Cause card from the hand into play; Effects and Runes have actions of their own."""
    domain(
        cell in (Cell.MAIN, Cell.ATTACK, Cell.DEFEND)
        and card.kind in (Kind.CREATURE, Kind.CAUSE)
        and card.owner == who
        and not opposed(who, whose)
        and s.cell[card] == Cell.HAND
    )
    amount = price(s, who, card, False)
    with effect("1.1a", "8.1c"):
        pay_to_play(s, who, amount, cell)
    with effect("0.6a", "0.7a", "0.8a"):
        enter_play(s, card, cell, whose, False)


@play_card.permit("0.6a", "0.29a")
def into_the_main_cell(s: State, who: Player, card: Card, cell: Cell, whose: Player) -> bool:
    """A card from the hand may be placed into the Main Cell."""
    return cell == Cell.MAIN and whose == who and under_way(s)


@play_card.forbid("1.1a", "0.9a", over=play_card)
def placed_beyond_means(s: State, who: Player, card: Card, cell: Cell, whose: Player) -> bool:
    """Nobody spends more source than there is; that incubating saves the source cost implies that placing takes it."""
    return s.source[who] < card.cost and price(s, who, card, False) > s.source[who]


# --- face down (6.2) ----------------------------------------------------------------------------------------------


@memesis.action("6.2a", "2.5a", "4.12a")
def play_face_down(s: State, who: Player, card: Card, cell: Cell, whose: Player) -> None:
    """Enter a Creature, Cause or Effect card into play face down, for 1 source more."""
    domain(
        cell in (Cell.MAIN, Cell.ATTACK, Cell.DEFEND)
        and card.kind != Kind.RUNE
        and card.owner == who
        and not opposed(who, whose)
        and s.cell[card] == Cell.HAND
    )
    amount = price(s, who, card, True)
    with effect("6.2b", "8.1c"):
        pay_to_play(s, who, amount, cell)
    with effect("6.2a"):
        enter_play(s, card, cell, whose, True)


@play_face_down.permit("6.2a", "2.5a", "4.12a", "0.6a")
def face_down_into_the_main_cell(s: State, who: Player, card: Card, cell: Cell, whose: Player) -> bool:
    """Any card may be entered face down: into the Main Cell."""
    return cell == Cell.MAIN and whose == who and under_way(s)


@play_face_down.cannot("6.2b", "4.3b", "at the cost of")
def hidden_beyond_means(s: State, who: Player, card: Card, cell: Cell, whose: Player) -> bool:
    """Stealth takes 1 source more than the card does."""
    return s.source[who] < card.cost + stealth_price(True) and price(s, who, card, True) > s.source[who]


# --- face up and face down ----------------------------------------------------------------------------------------


@play_card.permit("0.7a", also=play_face_down)
def into_the_attack_cell(s: State, who: Player, card: Card, cell: Cell, whose: Player) -> bool:
    """A creature may be placed straight into the Attack Cell."""
    return to_the_attack_cell(card, cell) and under_way(s)


@play_card.permit("2.3a", also=play_face_down)
def creatures_into_the_attack_cell(s: State, who: Player, card: Card, cell: Cell, whose: Player) -> bool:
    """Section 2 says it too, and of first turns only that there is no attack in them."""
    return to_the_attack_cell(card, cell) and under_way(s)


@play_card.permit("0.8a", "0.8b", also=play_face_down)
def into_the_defend_cell(s: State, who: Player, card: Card, cell: Cell, whose: Player) -> bool:
    """A card, of whatever type, may be placed straight into the Defend Cell, in the first turn too."""
    return cell == Cell.DEFEND and whose == who and under_way(s)


@play_card.forbid(
    "0.7b", also=play_face_down, over=into_the_attack_cell, because="the sentence itself: except for his first turn"
)
def attack_cell_in_the_first_turn(s: State, who: Player, card: Card, cell: Cell, whose: Player) -> bool:
    """Nothing is placed straight into the Attack Cell in one's own first turn."""
    return cell == Cell.ATTACK and s.turns[who] == 0


@play_card.forbid(
    "2.2",
    also=play_face_down,
    over=(
        into_the_main_cell,
        face_down_into_the_main_cell,
        into_the_attack_cell,
        creatures_into_the_attack_cell,
        into_the_defend_cell,
    ),
    because="the sentence itself: only on your turn",
)
def creature_in_anothers_turn(s: State, who: Player, card: Card, cell: Cell, whose: Player) -> bool:
    """Creatures come into play in their player's own turn, hidden ones too, though nobody sees what they are."""
    return card.kind == Kind.CREATURE and not on_turn(s, who)


@play_card.forbid(
    "4.2a",
    also=play_face_down,
    over=(
        into_the_main_cell,
        face_down_into_the_main_cell,
        into_the_attack_cell,
        creatures_into_the_attack_cell,
        into_the_defend_cell,
    ),
    because="the sentence itself: on its owner's turn only",
)
def cause_in_anothers_turn(s: State, who: Player, card: Card, cell: Cell, whose: Player) -> bool:
    """Cause cards are played in their owner's turn."""
    return card.kind == Kind.CAUSE and not on_turn(s, who)


@play_card.forbid(
    "0.20",
    "0.29a",
    also=play_face_down,
    over=(
        into_the_main_cell,
        face_down_into_the_main_cell,
        into_the_attack_cell,
        creatures_into_the_attack_cell,
        into_the_defend_cell,
    ),
)
def placed_in_another_step(s: State, who: Player, card: Card, cell: Cell, whose: Player) -> bool:
    """Cards are placed in the ninth step; Effects are played at any time (4.3)."""
    return card.kind != Kind.EFFECT and in_another_step(s, who) and s.source[who] >= card.cost and only_in_step_9(s)


@play_card.forbid("0.6c", "4.7a", also=play_face_down)
def cause_outside_the_main_cell(s: State, who: Player, card: Card, cell: Cell, whose: Player) -> bool:
    """Cause cards are placed into the Main Cell."""
    return astray(card, cell)
