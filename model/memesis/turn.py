"""Memesis, Section 0: setting up, the twelve steps of a turn, and how the game ends."""

from model.memesis.deeds import (
    bury,
    evaporate,
    generate,
    owe_a_card,
    put_into_the_dead_cell,
    recycle,
    regenerate,
    return_to_main,
    ripen,
    unsource,
)
from model.memesis.frames import Drawing, Fading
from model.memesis.incubation import counts_for, is_to_leave, matured_must_leave
from model.memesis.loose_runes import ask_before_the_turn_is_over
from model.memesis.state import Card, Cell, Numbers, Player, State, Step, memesis
from model.memesis.table import (
    active,
    depleted,
    has_begun,
    is_to_leave_the_game,
    on_turn,
    opposed,
    stands_in_play,
    whose_cell,
)
from model.memesis.words import is_creature, is_fused_upon
from ruleslawyer.lang import (
    CHANCE,
    Chance,
    close_frame,
    domain,
    effect,
    frame_of,
    is_open,
    no,
    open_frame,
    permit,
    simultaneous,
    when,
    yes,
)

# --- setting up ---------------------------------------------------------------------------------------------------


@memesis.initial("0.1b", "0.2", "F.12", "F.25d", "F.34c", "F.34d")
def set_up(s: State) -> None:
    """Everybody has 20 life, and a Brain Cell of one's own cards: any cards, any players, on any sides."""
    with effect("0.1b"):
        for p in Player:
            s.life[p] = Numbers.life
    with effect("0.2", "0.5a"):
        for c in Card:
            s.cell[c] = Cell.BRAIN
        s.step = Step.DEAL


@memesis.awaits
def decides(s: State) -> frozenset[Player] | Chance:
    """Everybody, since many things may be done at any time; or chance."""
    if s.step in (Step.DEAL, Step.START) or any(s.owed[p] > 0 for p in Player):
        return CHANCE
    return frozenset(Player)


def hand(s: State, who: Player) -> int:
    """How many cards a player has in hand."""
    return sum(1 for c in Card if c.owner == who and s.cell[c] == Cell.HAND)


def is_dealt_to(s: State, who: Player) -> bool:
    """Whether a player is to have more cards; a Brain Cell that a scope has shrunk may hold too few."""
    return hand(s, who) < Numbers.hand and not depleted(s, who)


@memesis.chance("0.2")
def deal(s: State, card: Card) -> None:
    """The next card of a first hand turns out to be this one."""
    domain(s.step == Step.DEAL and s.cell[card] == Cell.BRAIN and is_dealt_to(s, card.owner))
    s.cell[card] = Cell.HAND


@memesis.duty("0.2")
def go_on_to_the_first_turn(s: State) -> None:
    """The hands are complete."""
    when(s.step == Step.DEAL and all(not is_dealt_to(s, p) for p in Player))
    with effect("0.2", "0.20"):
        if turns_go_by_lot(s):
            s.step = Step.START
        else:
            s.step = Step.AGREE


turns_go_by_lot = memesis.doubt(
    "who takes the first turn, and in what order do turns go?",
    by_lot=yes("by lot", default=True),
    as_they_agree=no("as the players agree"),
)


@memesis.chance("0.20")
def take_a_turn_next(s: State, who: Player) -> None:
    """The lot says whose turn comes next."""
    domain(s.step == Step.START and who not in s.order)
    s.order = s.order.with_bottom(who)


@memesis.action("0.20")
def take_the_next_turn(s: State, who: Player) -> None:
    """The players agree that this one's turn comes next."""
    domain(s.step == Step.AGREE and who not in s.order)
    permit("0.20", "The book says neither who begins nor who comes next.", players_agree=True)
    s.order = s.order.with_bottom(who)


@memesis.duty("0.20")
def begin_the_first_turn(s: State) -> None:
    """Everybody has a place in the order of turns."""
    when(s.step in (Step.START, Step.AGREE) and all(p in s.order for p in Player))
    s.step = Step.REGENERATE


# --- how the game ends --------------------------------------------------------------------------------------------


@memesis.settle("0.1a")
def lose_the_game(s: State, who: Player) -> None:
    """A player whose life is zero or less is defeated."""
    when(is_at_zero(s, who) and life_is_looked_at_at_once(s))
    s.lost[who] = True


def is_at_zero(s: State, who: Player) -> bool:
    """Whether a player has no Life left, and is not defeated yet."""
    return s.life[who] <= 0 and not s.lost[who]


life_is_looked_at_at_once = memesis.doubt(
    "when has a player at zero Life lost?",
    as_soon_as_it_is_gone=yes("at once, as creatures die", default=True),
    when_the_turn_is_over=no("when the turn is over, if he has no Life then"),
)


@memesis.duty("0.1a", "0.33")
def look_at_life_last(s: State) -> None:
    """The turn is over: whoever has no Life may still consume cards (0.15)."""
    when(s.step == Step.END and not is_open(s, Fading) and any(is_at_zero(s, p) for p in Player))
    with effect("0.1a", "0.15e"):
        open_frame(s, Fading(awaits=frozenset(p for p in Player if is_at_zero(s, p))))


@memesis.settle("0.1a", "0.15a")
def whoever_has_life_again_plays_on(s: State) -> None:
    """What was consumed is Life again, and nothing more is asked."""
    when(is_open(s, Fading) and any(not is_at_zero(s, p) for p in frame_of(s, Fading).awaits), "0.1a")
    with effect("0.15a"):
        frame_of(s, Fading).awaits = frozenset(p for p in frame_of(s, Fading).awaits if is_at_zero(s, p))


@memesis.action("0.1a", at=Fading, passes=True)
def consume_no_more(s: State, f: Fading, who: Player) -> None:
    """A player without Life leaves it at that."""
    permit("0.15a", "Players may consume cards, or not.", consuming_is_optional=True)
    f.awaits = f.awaits - frozenset({who})


@memesis.duty("0.1a", at=Fading)
def lose_as_the_turn_is_over(s: State, f: Fading) -> None:
    """Whoever has no Life then is defeated, all of them together."""
    when(len(f.awaits) == 0)
    for p in Player:
        if is_at_zero(s, p):
            s.lost[p] = True
    if s.lost[active(s)] and cards_of_the_defeated_are_dead(s):  # his turn is over: he leaves with it (step_12_end)
        bury_cards_of(s, frozenset({active(s)}))
    close_frame(s, Fading)


@memesis.ended("0.1a", "0.5e", "F.34a")
def over(s: State) -> bool:
    """The players who are left are all of one side, or one defeated opponent was enough."""
    return s.step == Step.OVER or one_side_is_left(s)


def one_side_is_left(s: State) -> bool:
    """Whether no two opponents are left."""
    return all(s.lost[p] or s.lost[q] or not opposed(p, q) for p in Player for q in Player)


@memesis.settle("0.1a", "F.34a")
def one_defeated_opponent_ends_it(s: State) -> None:
    """By a reading, whoever has brought one opponent down has won, though others are left."""
    when(
        s.step != Step.OVER
        and any(s.lost[p] for p in Player)
        and not one_side_is_left(s)
        and one_defeated_opponent_is_enough(s),
        "0.1a",
    )
    s.step = Step.OVER


one_defeated_opponent_is_enough = memesis.doubt(
    "has a side won as soon as one of its opponents is defeated, or when all of them are?",
    all_opponents=no("when all of them are: the main focus is the Life of one's opponents", default=True),
    any_opponent=yes("as soon as one of them is: the object is the Life of one's opponent"),
)


@memesis.winners("0.5e", "F.34a")
def winners(s: State) -> frozenset[Player]:
    """Whoever is left; whether defeated allies win with them is not said. Where one defeated opponent was enough, those
    to whom somebody was opposed who is defeated."""
    return frozenset(
        p for p in Player if not s.lost[p] and (s.step != Step.OVER or any(s.lost[q] and opposed(p, q) for q in Player))
    )


@memesis.deed("0.12b", "7.15a")
def bury_cards_of(s: State, leaving: frozenset[Player]) -> None:
    """All cards of some players die at once."""
    with simultaneous():  # a Rune falls with its card, whichever of the two comes first
        for c in Card:
            if c.owner in leaving and s.cell[c] != Cell.AMMUNITION and not is_fused_upon(s, c):
                bury(s, c)
    for c in Card:  # one after the other: several may be taken out of one pile
        if c.owner in leaving and s.cell[c] == Cell.AMMUNITION:
            put_into_the_dead_cell(s, c)


@memesis.duty("0.1a")
def leave_the_game(s: State) -> None:
    """Defeated players have no more turns: one that is going on ends, as any turn does. What lies upon their cards goes
    with these (0.12, 7.15); a card of theirs that is fused to somebody else's stays there, since fusion cannot be
    undone (7.2)."""
    when(any(is_to_leave_the_game(s, p) for p in Player))
    with effect("0.1a", "0.12b", "7.15a", "7.2a"):
        if cards_of_the_defeated_are_dead(s):
            bury_cards_of(s, frozenset(p for p in Player if is_to_leave_the_game(s, p)))
        for p in Player:
            if is_to_leave_the_game(s, p) and p != active(s):
                s.order = s.order.without(p)
        if s.lost[active(s)]:
            s.step = Step.END


cards_of_the_defeated_are_dead = memesis.doubt(
    "what becomes of the cards of a player who is defeated while others play on?",
    they_are_dead=yes("they go to the Dead Cell", default=True),
    they_stay=no("they stay where they are"),
)


# --- steps 1 to 6, which happen by themselves ---------------------------------------------------------------------


@memesis.duty("0.20", "0.21")
def step_1_regenerate(s: State) -> None:
    """Surviving creatures regenerate; what incubates has been there for one more turn, which the list leaves out."""
    when(s.step == Step.REGENERATE)
    with effect("0.21"):
        for c in Card:
            if stands_in_play(s, c) and s.damage[c] > 0 and (c.owner == active(s) or every_creature_regenerates(s)):
                regenerate(s, c)
    with effect("0.9b", "0.9d"):
        for c in Card:
            if s.cell[c] == Cell.INCUBATION and counts_for(s, c):
                ripen(s, c)
    with effect("4.2b"):
        for c in Card:
            if c.owner == active(s):
                s.used[c] = False
    with effect("0.22"):
        s.step = Step.UNSOURCE


every_creature_regenerates = memesis.doubt(
    "do all creatures regenerate as a turn begins, or only those of the turn player?",
    as_their_owners_turn_begins=no(
        "A creature gets its Life back on its owner's next turn.", "3.9a", "3.11a", "3.6e", default=True
    ),
    all_that_survived=yes("The list of steps says: surviving creatures.", "0.21"),
)


@memesis.duty("0.22", "1.2f")
def step_2_unsource(s: State) -> None:
    """Sourced cards are unsourced."""
    when(s.step == Step.UNSOURCE)
    with effect("0.22"):
        for c in Card:
            if s.sourced[c] and (c.owner == active(s) or every_card_is_unsourced(s)):
                unsource(s, c)
    with effect("0.23"):
        s.step = Step.RECYCLE


every_card_is_unsourced = memesis.doubt(
    "are the sourced cards of all players unsourced in a turn, or only those of the turn player?",
    only_ones_own=no(
        "A player's sourcing is undone in that player's following turn.", "1.2f", "1.8", "3.4b", default=True
    ),
    any_sourced_card=yes("The list of steps says: any sourced cards.", "0.22"),
)


@memesis.duty("0.23")
def step_3_recycle(s: State) -> None:
    """Ammunition may be used once more."""
    when(s.step == Step.RECYCLE)
    with effect("0.23"):
        for c in Card:
            if whose_cell(s, c) == active(s) if s.cell[c] == Cell.AMMUNITION else c.owner == active(s):
                recycle(s, c)
    with effect("0.24"):
        s.step = Step.RETURN


@memesis.duty("0.24")
def step_4_return(s: State) -> None:
    """Creatures go back from the Attack and Defend Cells to the Main Cell."""
    when(s.step == Step.RETURN)
    with effect("0.24"):
        for c in Card:
            if (
                s.cell[c] in (Cell.ATTACK, Cell.DEFEND)
                and is_creature(s, c)
                and (c.owner == active(s) or every_creature_returns(s))
            ):
                return_to_main(s, c)
    with effect("0.25"):
        s.step = Step.GENERATE


every_creature_returns = memesis.doubt(
    "do the creatures of all players go back to the Main Cell, or only those of the turn player?",
    ones_own_go_back=no(
        "Creatures block in the turns of opponents from the Defend Cell, and in any player's turn some are "
        "in the Attack Cell: these stay until their owner's turn.",
        "0.8d",
        "3.11c",
        default=True,
    ),
    any_creature_goes_back=yes("The list of steps says: any creatures.", "0.24"),
)


@memesis.duty("0.25", "1.3c")
def step_5_generate(s: State) -> None:
    """What was kept evaporates, and source is generated."""
    when(s.step == Step.GENERATE)
    with effect("1.3c"):
        evaporate(s, active(s))
    with effect("0.25"):
        generate(s, active(s))
    with effect("0.26"):
        s.step = Step.DRAW


@memesis.duty("0.26", "0.5b")
def step_6_draw(s: State) -> None:
    """A card is drawn from the Brain Cell, if there is one; without cards the game goes on (0.5)."""
    when(s.step == Step.DRAW)
    with effect("0.26", "0.5e"):
        owe_a_card(s, active(s))
    with effect("0.27"):
        s.step = Step.AMMUNITION


@memesis.chance("0.5a", "0.26", at=(None, Drawing))
def draw(s: State, card: Card) -> None:
    """The card drawn turns out to be this one."""
    domain(s.cell[card] == Cell.BRAIN and s.owed[card.owner] > 0 and has_begun(s))
    with effect("0.26"):
        s.cell[card] = Cell.HAND
        s.owed[card.owner] -= 1


# --- steps 7 to 12 ------------------------------------------------------------------------------------------------


@memesis.action("0.20")
def go_on(s: State, who: Player) -> None:
    """The player whose turn it is goes on to the next step."""
    domain(s.step in (Step.AMMUNITION, Step.SOURCING, Step.PLACING, Step.DECLARING))
    if s.step == Step.AMMUNITION:
        with effect("0.28"):
            s.step = Step.SOURCING
    elif s.step == Step.SOURCING:
        with effect("0.29a"):
            s.step = Step.PLACING
    elif s.step == Step.PLACING:
        with effect("0.30a"):
            s.step = Step.DECLARING
    elif s.step == Step.DECLARING:
        with effect("0.31", "0.6i"):
            s.after_turn = attackers_strike_after_the_turn(s)
            s.step = Step.COMBAT


@go_on.permit("0.20")
def turn_player_goes_on(s: State, who: Player) -> bool:
    """The steps of a turn come in their order; every one of these may be left without doing anything."""
    return on_turn(s, who)


@go_on.forbid("2.8b", "4.16b", over=turn_player_goes_on)
def a_matured_card_comes_first(s: State, who: Player) -> bool:
    """Matured cards come into play immediately."""
    return on_turn(s, who) and is_to_leave(s, who) and matured_must_leave(s)


attackers_strike_after_the_turn = memesis.doubt(
    "do creatures attack in the step Combat of their owner's turn, or only after that turn?",
    in_the_turn=no(
        "Combat is the step before the end of a turn, and cards attack only during their owner's turn.",
        "0.31",
        "0.33",
        "3.3b",
        default=True,
    ),
    after_the_turn=yes(
        "Creatures attack actively only after their owner's turn: three passages say so.", "0.6i", "0.7d", "0.16c"
    ),
)


@memesis.action("0.33")
def end_combat(s: State, who: Player) -> None:
    """The player whose turn it was leaves Combat, once its damage is dealt."""
    s.step = Step.END


@end_combat.permit("0.33", "0.32c", "0.32g")
def damage_was_dealt(s: State, who: Player) -> bool:
    """Until then Effects and Runes are played, cards sourced and consumed in Combat: after its damage too."""
    return s.step == Step.DEALT and active(s) == who


@memesis.duty(
    "0.33",
    turn_end=True,
    after=ask_before_the_turn_is_over,
    because="5.5d: a Rune is taken back in the turn in which its card died, so before the next begins",
)
def step_12_end(s: State) -> None:
    """The next player's turn begins; who is defeated has no other one."""
    when(s.step == Step.END)
    with effect("0.33", "0.16a"):
        s.turns[active(s)] = min(2, s.turns[active(s)] + 1)
    with effect("0.33", "0.1a"):
        s.order = s.order.without(active(s)) if s.lost[active(s)] else s.order.without(active(s)).with_bottom(active(s))
        s.after_turn = False
        s.step = Step.REGENERATE
