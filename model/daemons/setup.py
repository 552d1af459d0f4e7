"""Daemons, setting up: dice, the draft, decks, main modules, grips, mulligans, the Security and the first memory."""

from model.daemons.deeds import draw_cards
from model.daemons.frames import Choosing
from model.daemons.state import SETUP, Card, Module, Numbers, Player, State, Step, Zone, daemons
from model.daemons.words import busy, deck_size, in_grip, other, owner, owns
from ruleslawyer.lang import Map, close_frame, domain, effect, no, open_frame, permit, when, yes


@daemons.initial("2.1")
def set_up(s: State) -> None:
    """The modules lie face up, with all cards in them."""
    with effect("2.1", "2.2"):
        s.step = Step.ROLL
        for c in Card:
            s.zone[c] = Zone.BOX


@set_up.domain
def is_a_game(s: State) -> bool:
    """Two players, at most twelve modules, at most fifteen cards in each: a scope may shrink them."""
    return (
        len(Player) == 2
        and len(Module) <= Numbers.modules
        and all(sum(1 for c in Card if c.module == m) <= Numbers.module_size for m in Module)
    )


# --- the first player (2.2) ---------------------------------------------------------------------------------------


@daemons.chance("2.2")
def roll(s: State, who: Player) -> None:
    """The dice say who is the first player."""
    domain(s.step == Step.ROLL)
    s.first = who
    s.step = Step.DRAFT


@daemons.chance("2.2")
def roll_a_tie(s: State) -> None:
    """The dice come out equal."""
    domain(s.step == Step.ROLL or s.step == Step.REROLL)
    if not ties_are_rolled_again(s):
        s.step = Step.AGREE


ties_are_rolled_again = daemons.doubt(
    "what decides when the dice for the first player are equal?",
    again=yes("they are rolled again", default=True),
    the_players_agree=no("the players agree"),
)


@daemons.action("2.2")
def agree_to_begin(s: State, who: Player) -> None:
    """The players agree that this one is the first player: in the draft, or, of dice rolled once more, in the game."""
    domain(s.step == Step.AGREE)
    if s.first is None:
        with effect("2.2"):
            s.first = who
            s.step = Step.DRAFT
    else:
        with effect("2.2", "2.13"):
            s.active = who
            s.memory = Numbers.first_memory
            s.step = Step.DAWN


@agree_to_begin.permit("2.2")
def somebody_is_first(s: State, who: Player) -> bool:
    """There has to be a first player; that dice which do not tell leave it to the players is a reading."""
    return True


# --- the draft (2.3 to 2.6) ---------------------------------------------------------------------------------------


def drafted_so_far(s: State) -> int:
    """How many modules have left the pool."""
    return sum(1 for m in Module if s.drafted[m] is not None)


def drafts(s: State) -> Player | None:
    """Whose turn it is to draft: the first player, the second, the first, the second."""
    made = drafted_so_far(s)
    then_second = Numbers.first_draft + Numbers.second_draft
    then_first = then_second + Numbers.third_draft
    if s.first is None:
        return None
    if made < Numbers.first_draft or then_second <= made < then_first:
        return s.first
    return other(s.first)


def modules_to_draft() -> int:
    """How many modules are drafted in all."""
    return Numbers.first_draft + Numbers.second_draft + Numbers.third_draft + Numbers.last_draft


@daemons.action("2.3", "2.4", "2.5", "2.6")
def draft(s: State, who: Player, module: Module) -> None:
    """A player takes a module from the pool."""
    domain(s.step == Step.DRAFT and s.drafted[module] is None)
    s.drafted[module] = who


@draft.permit("2.3")
def first_player_takes_one(s: State, who: Player, module: Module) -> bool:
    """The first player begins."""
    return who == s.first and drafted_so_far(s) < Numbers.first_draft


@draft.permit("2.4")
def second_player_takes_two(s: State, who: Player, module: Module) -> bool:
    """Then the second player drafts."""
    made = drafted_so_far(s) - Numbers.first_draft
    return who != s.first and 0 <= made < Numbers.second_draft


@draft.permit("2.5")
def first_player_takes_two_more(s: State, who: Player, module: Module) -> bool:
    """Then the first player again."""
    made = drafted_so_far(s) - Numbers.first_draft - Numbers.second_draft
    return who == s.first and 0 <= made < Numbers.third_draft


@draft.permit("2.6")
def second_player_takes_one_more(s: State, who: Player, module: Module) -> bool:
    """The second player has the last module."""
    made = drafted_so_far(s) - Numbers.first_draft - Numbers.second_draft - Numbers.third_draft
    return who != s.first and 0 <= made < Numbers.last_draft


# --- decks and main modules (2.7 to 2.9) --------------------------------------------------------------------------


@daemons.duty("2.7a")
def build_decks(s: State) -> None:
    """The cards of each player's modules are shuffled together; then main modules are chosen."""
    when(s.step == Step.DRAFT and drafted_so_far(s) == modules_to_draft())
    with effect("2.7a"):
        for c in Card:
            if owner(s, c) is not None:
                s.zone[c] = Zone.UNSEEN
    with effect("2.8a"):
        s.step = Step.MAIN
        open_frame(s, Choosing(awaits=frozenset(Player)))


@daemons.joint("2.9", at=Choosing)
def reveal_main_modules(s: State, f: Choosing, choices: Map[Player, Module]) -> None:
    """Both cover cards are turned face up at the same time."""
    with effect("2.8b", "2.9"):
        for p in Player:
            s.main[choices[p]] = True
        close_frame(s, Choosing)
    with effect("2.10"):
        s.step = Step.DEAL
        for p in Player:
            draw_cards(s, p, Numbers.grip)


@reveal_main_modules.seat(of="choices")
def main_module(s: State, f: Choosing, who: Player, module: Module) -> None:
    """One player's choice."""


@main_module.permit("2.8a")
def one_of_the_own_three(s: State, f: Choosing, who: Player, module: Module) -> bool:
    """Each player chooses from the modules that he drafted."""
    return s.drafted[module] == who


# --- grips and mulligans (2.10, 2.11) -----------------------------------------------------------------------------


@daemons.chance("2.10", "4.9b", uniform="2.7a")
def draw(s: State, card: Card) -> None:
    """The next card drawn turns out to be this one; whose cards come first makes no difference."""
    domain(
        s.zone[card] == Zone.UNSEEN
        and any(
            owns(s, p, card) and s.owed[p] > 0 and deck_size(s, p) > 0 and not another_draws_first(s, p) for p in Player
        )
    )
    s.zone[card] = Zone.GRIP
    for p in Player:
        if owner(s, card) == p:
            s.owed[p] -= 1
    s.let_go_on = False


def another_draws_first(s: State, who: Player) -> bool:
    """Both draw their opening grips at once; one after the other is enough to explore."""
    return any(p != who and s.first == p and s.owed[p] > 0 and s.step in SETUP for p in Player)


@daemons.duty("4.9b", "9.2a")
def stop_drawing(s: State) -> None:
    """From an empty deck nothing more is drawn; the book speaks of an empty deck with a grip as of any other state."""
    when(any(s.owed[p] > 0 and deck_size(s, p) == 0 for p in Player))
    for p in Player:
        if deck_size(s, p) == 0:
            s.owed[p] = 0


@daemons.duty("2.11")
def offer_mulligans(s: State) -> None:
    """Once both have their grips, they may change them."""
    when(s.step == Step.DEAL and not busy(s))
    s.step = Step.MULLIGAN


@daemons.action("2.11")
def put_aside(s: State, who: Player, card: Card) -> None:
    """A player puts a card aside that is to be replaced."""
    domain(s.step == Step.MULLIGAN and in_grip(s, who, card))
    s.zone[card] = Zone.ASIDE


@put_aside.permit("2.11")
def may_change_part_of_the_grip(s: State, who: Player, card: Card) -> bool:
    """A mulligan is partial: of any cards of the grip, as we read it."""
    return not s.kept[who]


@daemons.action("2.11")
def keep(s: State, who: Player) -> None:
    """A player keeps the rest of the grip: the one round is over for him."""
    domain(s.step == Step.MULLIGAN)
    permit("2.11", "Nobody has to change cards, and there is one round of it.", if_desired=not s.kept[who])
    s.kept[who] = True


@daemons.duty("2.11")
def replace_cards(s: State) -> None:
    """As many cards are drawn as were put aside."""
    when(s.step == Step.MULLIGAN and all(s.kept[p] for p in Player))
    s.step = Step.REDRAW
    for c in Card:
        for p in Player:
            if s.zone[c] == Zone.ASIDE and owner(s, c) == p:
                draw_cards(s, p, 1)
                if cards_put_aside_come_back_first(s):
                    s.zone[c] = Zone.UNSEEN


cards_put_aside_come_back_first = daemons.doubt(
    "are cards put aside in a mulligan shuffled into the deck before new ones are drawn?",
    shuffled_in_after_drawing=no("no: new cards are drawn first", default=True),
    shuffled_in_before_drawing=yes("yes: the same cards may come again"),
)


# --- the Security, and the first turn (2.12, 2.13) ----------------------------------------------------------------


@daemons.duty("2.12a", "1.2a", "2.12b")
def set_security(s: State) -> None:
    """Five cards of each shuffled deck become the Security, unseen; a deck that a scope has shrunk may hold too few."""
    when(s.step == Step.REDRAW and not busy(s))
    with effect("2.11"):
        for c in Card:
            if s.zone[c] == Zone.ASIDE:
                s.zone[c] = Zone.UNSEEN
    with effect("2.12a", "1.2a", "2.12b"):
        for p in Player:
            s.security[p] = min(Numbers.security, deck_size(s, p))
    if first_drafter_has_the_first_turn(s):
        with effect("2.13"):
            s.active = s.first
            s.memory = Numbers.first_memory
            s.step = Step.DAWN
    else:
        with effect("2.2"):
            s.step = Step.REROLL


first_drafter_has_the_first_turn = daemons.doubt(
    "is the first player of the draft also the one who has the first turn, and the first memory?",
    the_same_first_player=yes("yes: it is the same first player", default=True),
    dice_once_more=no("no: dice are rolled once more"),
)


@daemons.chance("2.2")
def roll_anew(s: State, who: Player) -> None:
    """The dice say who has the first turn."""
    domain(s.step == Step.REROLL)
    with effect("2.13"):
        s.active = who
        s.memory = Numbers.first_memory
        s.step = Step.DAWN
