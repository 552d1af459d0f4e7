"""The host, chapters 2 and 6: how a game begins and how it ends."""

from model.ccg.state import Card, Numbers, Player, State, Step, Zone, ccg
from model.ccg.words import acts_now, hand, has_library, lies_in
from ruleslawyer.lang import CHANCE, Chance, domain, effect, no, permit, when, yes


@ccg.deed("2.1")
def lay_out(s: State) -> None:
    """Everybody has life, and no card is in the game yet."""
    with effect("2.1"):
        for p in Player:
            s.life[p] = Numbers.life
        s.step = Step.READY
    with effect("1.3"):
        for c in Card:
            s.zone[c] = Zone.OUTSIDE


@ccg.initial("2.1", "1.2")
def set_up(s: State, somebody: Player) -> None:
    """Whose the cards are, and where, the scope says: decks are built before the game. Until it is known who begins,
    `turn` names somebody."""
    with effect("2.1"):
        lay_out(s)
    with effect("2.1"):
        s.turn = somebody


@ccg.awaits
def decides(s: State) -> frozenset[Player] | Chance:
    """Whoever is to act, or chance."""
    return CHANCE if is_left_to_chance(s) else who_decides(s)


def is_left_to_chance(s: State) -> bool:
    """Whether a lot or a card is drawn."""
    return s.step in (Step.BEGIN, Step.DEAL) or any(s.owed[p] > 0 for p in Player)


def who_decides(s: State) -> frozenset[Player]:
    """Whose decision it is otherwise."""
    if s.step in (Step.AGREE, Step.MULLIGAN):
        return frozenset(p for p in Player if not s.kept[p])
    return frozenset({acts_now(s)})


# --- who begins (2.2) ---------------------------------------------------------------------------------------------


@ccg.term("1.2")
def decks_are_built(s: State) -> bool:
    """Whether everybody has a deck: decks are built before the game, unless the game has rules for it."""
    return True


@ccg.duty("2.2")
def see_who_begins(s: State) -> None:
    """The decks are there: somebody is to begin."""
    when(s.step == Step.READY and decks_are_built(s))
    with effect("2.2", "2.5"):
        s.step = Step.BEGIN if who_begins_by_lot(s) else Step.AGREE
        s.opening = True


who_begins_by_lot = ccg.doubt(
    "who takes the first turn?",
    "2.2",
    by_lot=yes("by lot", default=True),
    as_they_agree=no("as the players agree"),
)


@ccg.chance("2.2", uniform="2.2")
def begin(s: State, who: Player) -> None:
    """The lot says who begins."""
    domain(s.step == Step.BEGIN)
    s.turn = who
    s.step = Step.DEAL


@ccg.action("2.2")
def agree(s: State, who: Player, first: Player) -> None:
    """The players agree who begins."""
    domain(s.step == Step.AGREE)
    permit("2.2", "Where nothing is drawn, the players say.", anybody_may_begin=True)
    s.turn = first
    s.step = Step.DEAL


# --- first hands (2.3, 2.4) ---------------------------------------------------------------------------------------


def is_dealt_to(s: State, who: Player) -> bool:
    """Whether a player is to have more cards; a library that a scope has shrunk may hold too few."""
    return not s.kept[who] and hand(s, who) + s.mulligans[who] < Numbers.hand and has_library(s, who)


@ccg.chance("2.3", uniform="1.3")
def deal(s: State, card: Card) -> None:
    """The next card of a first hand turns out to be this one."""
    domain(s.step == Step.DEAL and any(lies_in(s, p, card, Zone.LIBRARY) and is_dealt_to(s, p) for p in Player))
    s.zone[card] = Zone.HAND


@ccg.duty("2.3", "2.4")
def look_at_hands(s: State) -> None:
    """The hands are complete."""
    when(s.step == Step.DEAL and all(not is_dealt_to(s, p) for p in Player))
    with effect("2.4"):
        if mulligans_are_taken(s) and any(not s.kept[p] for p in Player):
            s.step = Step.MULLIGAN
        else:
            s.step = Step.UNTAP


mulligans_are_taken = ccg.doubt(
    "may a first hand be changed for one with a card fewer?",
    "2.4",
    the_first_hand_stays=no("no", default=True),
    once_for_one_card_fewer=yes("yes, once"),
)


@ccg.action("2.4")
def keep(s: State, who: Player) -> None:
    """Keep the first hand."""
    domain(s.step == Step.MULLIGAN)
    permit("2.4", "Nobody has to change a hand.", hands_may_be_kept=True)
    s.kept[who] = True
    if all(s.kept[p] or p == who for p in Player):
        s.step = Step.UNTAP


@ccg.action("2.4")
def mulligan(s: State, who: Player) -> None:
    """Shuffle the hand into the library, for a new one of a card fewer."""
    domain(s.step == Step.MULLIGAN)
    permit("2.4", "Once, and for a smaller hand.", hands_may_be_changed_once=s.mulligans[who] == 0)
    for c in Card:
        if lies_in(s, who, c, Zone.HAND):
            s.zone[c] = Zone.LIBRARY
    s.mulligans[who] += 1
    s.step = Step.DEAL


# --- how it ends (6) ----------------------------------------------------------------------------------------------


@ccg.settle("6.1")
def die_of_wounds(s: State, who: Player) -> None:
    """A player without life has lost."""
    # From when each player has life on.
    when(s.life[who] <= 0 and not s.lost[who] and s.step != Step.READY, "2.1")
    s.lost[who] = True


@ccg.ended("6.1", "6.3")
def over(s: State) -> bool:
    """Somebody has lost."""
    return any(s.lost[p] for p in Player)


@ccg.winners("6.3")
def winners(s: State) -> frozenset[Player]:
    """Whoever has not; nobody, if both have lost at once."""
    return frozenset(p for p in Player if not s.lost[p])
