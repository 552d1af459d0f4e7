"""Memesis, Sections 0 to 7: what the rules do, each thing once, for other clauses to forbid or replace."""

from model.memesis.bearers import owns_the_fusion
from model.memesis.state import Card, Cell, Join, Kind, Numbers, Player, State, Step, memesis
from model.memesis.table import controller, depleted, is_upon
from ruleslawyer.lang import effect, gain, lose, no, yes

# --- leaving play (0.12, 5.5, 7.15) -------------------------------------------------------------------------------


@memesis.deed("0.12a", "7.15a")
def put_into_the_dead_cell(s: State, card: Card) -> None:
    """A single card goes to its owner's Dead Cell, out of whatever it was in."""
    for p in Player:
        if card in s.ammo[p]:
            s.ammo[p] = s.ammo[p].without(card)
    s.cell[card] = Cell.DEAD
    s.upon[card] = None


@memesis.deed("0.12a", "0.12b", "7.15a")
def bury(s: State, card: Card) -> None:
    """A card goes to the Dead Cell, with what is fused to it and the Runes upon it, each to its own owner's."""
    with effect("0.12b", "5.5b"):
        for c in Card:
            if is_upon(s, c, card) and s.joined[c] == Join.RUNE:
                if owns_the_fusion(s, c.owner, card) and (s.cell[card] != Cell.SHOWN or effect_runes_are_recovered(s)):
                    s.fallen[c] = True
                put_into_the_dead_cell(s, c)
    with effect("7.15a"):
        for c in Card:
            if is_upon(s, c, card) and s.joined[c] != Join.RUNE:
                put_into_the_dead_cell(s, c)
    with effect("0.12a"):
        put_into_the_dead_cell(s, card)


effect_runes_are_recovered = memesis.doubt(
    "may a Rune that went to the Dead Cell with a used Effect be taken back?",
    any_card_he_owns=yes(
        "A Rune on an own card that goes to any Dead Cell comes back for 1 source.", "5.5c", default=True
    ),
    destroyed_with_the_effect=no("If the cost was not paid with the Effect, the Rune is destroyed.", "4.11", "5.4d"),
)


# --- damage (2.4, 3.10) -------------------------------------------------------------------------------------------


@memesis.deed("2.4c")
def hurt(s: State, card: Card, amount: int) -> None:
    """A creature takes damage; from zero life on it goes to the Dead Cell by itself."""
    gain(s.damage, card, amount)


@memesis.deed("0.1e", "0.8f")
def wound(s: State, who: Player, amount: int) -> None:
    """Damage is subtracted from a player's life."""
    with effect("0.1e"):
        lose(s.life, who, amount)


# --- source and draws (1) -----------------------------------------------------------------------------------------


@memesis.deed("1.1a")
def pay(s: State, who: Player, amount: int) -> None:
    """A player pays source; that there must be enough of it is a clause of each action that pays."""
    s.source[who] -= amount


@memesis.deed("0.5b", "0.5e", "0.26")
def owe_a_card(s: State, who: Player) -> None:
    """A player is to draw a card from the Brain Cell; what it is, chance says. Without cards there, or with as many as
    are to be drawn already, nothing is drawn, and the game goes on."""
    with effect("0.26", "0.5e"):
        if sum(1 for c in Card if c.owner == who and s.cell[c] == Cell.BRAIN) > s.owed[who]:
            s.owed[who] += 1


# --- coming into play ---------------------------------------------------------------------------------------------


def is_under_attack(s: State, who: Player) -> bool:
    """Whether a creature is aimed at a player."""
    return any(s.aimed[c] == who for c in Card)


@memesis.deed("0.6a", "8.2a")
def enter_play(s: State, card: Card, cell: Cell, whose: Player, face_down: bool) -> None:
    """A card comes into play in somebody's Cells; who controls it decides whether it intercepts for an ally."""
    with effect("0.6a", "8.2a"):
        s.cell[card] = cell
        s.holder[card] = whose
        s.face_down[card] = face_down
        s.upon[card] = None
    with effect("1.9"):
        s.fresh[card] = True
    if s.step == Step.INTERCEPTING and card.kind == Kind.CREATURE and whose != card.owner and is_under_attack(s, whose):
        with effect("3.7", "8.2b"):
            s.asked[controller(s, card)] = True
    with effect("4.2b", "3.10d"):
        begin_anew(s, card)


@memesis.deed("4.2b", "3.10d")
def begin_anew(s: State, card: Card) -> None:
    """What a card that comes once more is still bound by: an ability that it used in this turn, armor that was hit."""
    with effect("4.2b"):
        if s.used[card] and a_card_comes_again_as_new(s):
            s.used[card] = False
    with effect("3.10d"):
        if s.hits[card] > 0 and armor_comes_again_as_new(s):
            s.hits[card] = 0


armor_comes_again_as_new = memesis.doubt(
    "is armor that was hit whole again when its creature has left play for the hand and comes back?",
    armor_does_not_regenerate=no("Once it has taken damage it does not come back.", "3.10d", default=True),
    it_is_armored_as_printed=yes("A card in hand is as it is printed, and so it comes into play.", "3.10c"),
)


a_card_comes_again_as_new = memesis.doubt(
    "does what a card did in a turn still bind it when it left meanwhile and comes again?",
    it_is_the_same_card=no("yes: it is the same card, and the same turn", default=True),
    it_is_another_one=yes("no: it comes as if it had not been there before"),
)


def stealth_price(face_down: bool) -> int:
    """What entering a card face down costs more (6.2)."""
    return Numbers.stealth_price if face_down else 0


# --- the steps of a turn that happen by themselves (0.21 to 0.25) -------------------------------------------------


@memesis.deed("0.21", "3.9a")
def regenerate(s: State, card: Card) -> None:
    """A creature has its full life again; armor does not come back (3.10)."""
    s.damage[card] = 0


@memesis.deed("0.22")
def unsource(s: State, card: Card) -> None:
    """A card is turned upright again."""
    s.sourced[card] = False


@memesis.deed("0.23")
def recycle(s: State, card: Card) -> None:
    """A card in the Ammunition Cell may be used again."""
    s.spent[card] = None


@memesis.deed("0.24")
def return_to_main(s: State, card: Card) -> None:
    """A creature goes from the Attack or Defend Cell to the Main Cell."""
    s.cell[card] = Cell.MAIN


@memesis.deed("0.25", "0.5c", "1.3a")
def generate(s: State, who: Player) -> None:
    """The Brain Cell generates source."""
    with effect("0.25"):
        s.source[who] += Numbers.generated


@generate.cannot("0.5d", "1.4", "no longer generated")
def a_depleted_cell_generates_nothing(s: State, who: Player) -> bool:
    """Without cards the Brain Cell generates nothing."""
    return depleted(s, who)


@memesis.deed("1.3c")
def evaporate(s: State, who: Player) -> None:
    """Source that was kept is gone when it is its player's turn once more."""
    s.source[who] = 0


@memesis.deed("0.9b", "0.9d")
def ripen(s: State, card: Card) -> None:
    """A card in the Incubation Cell has been there for one more turn."""
    with effect("0.9b"):
        s.incubated[card] += 1
