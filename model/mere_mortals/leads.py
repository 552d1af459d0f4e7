"""Mere Mortals, Sections 3 and 11: Lead Personalities are chosen, revealed, and replaced when they are gone."""

from enum import Enum

from model.mere_mortals.deeds import become_lead, look_for_life_cards
from model.mere_mortals.frames import Battle, Contest, Damage, Finding, Picking, Replacing
from model.mere_mortals.state import Card, Kind, Place, Player, Shade, State, Step, mere_mortals
from model.mere_mortals.words import (
    can_be_found,
    can_lead,
    can_take_the_lead,
    has_begun,
    has_lead,
    is_not_barred,
    opponent,
)
from ruleslawyer.lang import (
    CHANCE,
    ask,
    close_frame,
    domain,
    effect,
    frame_of,
    is_open,
    no,
    open_frame,
    permit,
    says,
    the,
    when,
    yes,
)

# --- before the game (3.1, 3.3) -------------------------------------------------------------------------------------


@mere_mortals.duty("3.1a")
def lay_out_the_shade_cards(s: State) -> None:
    """The game begins with the Shade Cards."""
    when(s.step == Step.BUILD and all(s.built[p] for p in Player))
    with effect("3.1a"):
        for c in Card:
            if s.place[c] == Place.ASIDE:
                s.place[c] = Place.SHADE
        s.step = Step.OPEN
    if nobody_chooses_a_lead(s):
        with effect("3.3a"):
            s.step = Step.FIND


nobody_chooses_a_lead = mere_mortals.doubt(
    "is the game played as Cutthroat, where nobody chooses a Lead?",
    "3.3a",
    each_player_chooses=no("no: each player chooses", default=True),
    cutthroat=yes("yes: the first from the bottom of the Life Deck leads"),
)


@mere_mortals.action("3.1b")
def choose_lead(s: State, who: Player, card: Card) -> None:
    """A Personality of the Life Deck is put face down on the FIELD as Lead."""
    domain(card.owner == who and s.place[card] == Place.LIFE_DECK and card.kind in (Kind.PERSONALITY, Kind.ARMY))
    with effect("3.1b", "3.1c"):
        become_lead(s, card)


@choose_lead.permit("3.1b")
def every_player_has_a_lead(s: State, who: Player, card: Card) -> bool:
    """Each player searches one's own Life Deck for the chosen one."""
    return s.step == Step.OPEN and not has_lead(s, who)


@choose_lead.cannot("9.1c", "may not be used as")
def an_army_does_not_lead(s: State, who: Player, card: Card) -> bool:
    """Armies are no Leads."""
    return card.kind == Kind.ARMY


@choose_lead.forbid("11.2c", over=choose_lead)
def nobody_begins_without_a_viable_lead(s: State, who: Player, card: Card) -> bool:
    """A Lead has to be viable."""
    return s.step == Step.OPEN and not has_lead(s, who) and is_not_barred(card) and not can_lead(s, card)


@mere_mortals.chance("3.3b")
def find_first_lead(s: State, card: Card) -> None:
    """Cutthroat: this is the first card from the bottom that can lead."""
    domain(s.step == Step.FIND and can_be_found(s, card.owner, card) and not has_lead(s, card.owner))
    become_lead(s, card)


# --- who goes first (4.1, 4.2) --------------------------------------------------------------------------------------


class Higher(Enum):
    """Which of two Shades is the higher one; the table that should say so is missing."""

    LISTED_FIRST = "the one that Section 19 describes first"
    LISTED_LAST = "the one that Section 19 describes last"
    NEITHER = "neither, so that lots are drawn"


def rank(shade: Shade | None) -> int:
    """The place of a Shade in the list of Section 19."""
    if shade == Shade.RAPTURE:
        return 1
    if shade == Shade.FERVOR:
        return 2
    if shade == Shade.MALLOS:
        return 3
    if shade == Shade.DREAD:
        return 4
    return 5


def lead_of(s: State, who: Player) -> Card:
    """A player's Lead."""
    return the(c for c in Card if c.owner == who and s.place[c] == Place.LEAD)


def goes_first(s: State, who: Player) -> bool:
    """Whether a player's Lead has the highest EVP, or at equal EVP the higher Shade."""
    mine = lead_of(s, who)
    theirs = lead_of(s, opponent(who))
    if mine.evp != theirs.evp:
        return mine.evp > theirs.evp
    if mine.shade is None or theirs.shade is None or mine.shade == theirs.shade:
        return False
    higher = higher_shade(s)
    return (higher == Higher.LISTED_FIRST and rank(mine.shade) < rank(theirs.shade)) or (
        higher == Higher.LISTED_LAST and rank(mine.shade) > rank(theirs.shade)
    )


@mere_mortals.question("which of two Shades is the higher one, where the Leads have the same EVP?")
def higher_shade(s: State) -> Higher:
    return ask(
        the_one_listed_first=says(Higher.LISTED_FIRST, "the one that the book describes first", default=True),
        the_one_listed_last=says(Higher.LISTED_LAST, "the one that the book describes last"),
        neither_is_higher=says(Higher.NEITHER, "neither: lots are drawn"),
    )


@mere_mortals.duty("4.1b", "4.2a", "4.2d")
def reveal_the_leads(s: State) -> None:
    """Both Leads are turned up; whose has the higher EVP begins, else whose Shade is the higher. For else the book has
    nothing."""
    when(s.step in (Step.OPEN, Step.FIND) and all(has_lead(s, p) for p in Player))
    with effect("3.1d", "4.1b", "4.2c"):
        s.step = Step.LOT
    with effect("4.2a", "4.2d"):
        for p in Player:
            if goes_first(s, p):
                s.turn = p
                s.step = Step.DRAW
    if s.step == Step.LOT and not equal_leads_draw_lots(s):
        with effect("4.2d"):
            s.step = Step.AGREE
    for p in Player:
        with effect("4.10a"):
            look_for_life_cards(s, p)


@mere_mortals.chance("4.2d")
def draw_lots(s: State, who: Player) -> None:
    """Equal Leads: the lot says who begins."""
    domain(s.step == Step.LOT)
    s.turn = who
    s.step = Step.DRAW


@mere_mortals.action("4.2d")
def agree_to_begin(s: State, who: Player) -> None:
    """Equal Leads: the players agree that this one begins."""
    s.turn = who
    s.step = Step.DRAW


@agree_to_begin.permit("4.2d")
def nobody_is_named(s: State, who: Player) -> bool:
    """Somebody has to begin; that it is left to the players is a reading."""
    return s.step == Step.AGREE


equal_leads_draw_lots = mere_mortals.doubt(
    "who goes first where the Leads are alike in EVP and Shade?",
    lots_are_drawn=yes("whom the lot names", default=True),
    the_players_agree=no("whom the players agree upon"),
)


# --- a Lead is gone (3.2, 11) ---------------------------------------------------------------------------------------


@mere_mortals.deed("3.2a", "11.1a", "11.1b")
def seek_a_lead(s: State) -> None:
    """An Ally that can lead takes the place of a Lead that is gone; without one, a card of the Life Deck."""
    who = the(p for p in Player if is_without_a_lead(s, p))
    if any(can_take_the_lead(s, who, c) for c in Card):
        with effect("3.2a", "11.1a", "11.2b"):
            open_frame(s, Replacing(awaits=frozenset({who})))
    else:
        with effect("11.1b"):
            open_frame(s, Finding(awaits=CHANCE, who=who))


# A Lead may go in a SETUP, in a BATTLE TURN, while an attack may be stopped, or in answer to a power: its place is
# filled first of all.


@mere_mortals.duty("11.1a", "11.1b")
def fill_the_place(s: State) -> None:
    when(a_place_is_to_be_filled(s))
    seek_a_lead(s)


@mere_mortals.duty("11.1a", "11.1b", at=Battle)
def fill_the_place_in_battle(s: State, f: Battle) -> None:
    when(a_place_is_to_be_filled(s))
    seek_a_lead(s)


@mere_mortals.deed("11.1a", "11.1b", "11.2b")
def seek_a_lead_now_or_later(s: State) -> None:
    """At once, or when the attack or the Status Card is over: by the clauses above."""
    if not is_open(s, Contest) or a_new_lead_comes_at_once(s):
        with effect("11.1a", "11.1b"):
            seek_a_lead(s)
    else:
        with effect("11.2b"):
            frame_of(s, Contest).lead_waits = True


@mere_mortals.duty("11.1a", "11.1b", at=Contest)
def fill_the_place_in_a_contest(s: State, f: Contest) -> None:
    when(a_place_is_to_be_filled(s) and not f.lead_waits)
    seek_a_lead_now_or_later(s)


a_new_lead_comes_at_once = mere_mortals.doubt(
    "does a new Lead come at once, or when the attack is over?",
    there_is_a_lead_at_all_times=yes("at once", default=True),
    when_the_attack_is_over=no("when the attack is over"),
)


@mere_mortals.duty("11.1a", "11.1b", at=Picking)
def fill_the_place_before_the_pick(s: State, f: Picking) -> None:
    when(a_place_is_to_be_filled(s) and not (is_open(s, Contest) and frame_of(s, Contest).lead_waits))
    seek_a_lead_now_or_later(s)


@mere_mortals.duty("11.1a", "11.1b", at=Damage)
def fill_the_place_amid_damage(s: State, f: Damage) -> None:
    """Where a Lead may be spent while cards are being discarded."""
    when(a_place_is_to_be_filled(s) and not frame_of(s, Contest).lead_waits)
    seek_a_lead_now_or_later(s)


def a_place_is_to_be_filled(s: State) -> bool:
    """Whether a Lead is gone, and somebody can follow."""
    return has_begun(s) and any(is_without_a_lead(s, p) for p in Player)


def is_without_a_lead(s: State, who: Player) -> bool:
    """Whether a player's Lead is gone, and somebody follows: whoever has nobody who can lead has lost before."""
    return not has_lead(s, who) and any(
        c.owner == who and s.place[c] in (Place.ALLY, Place.LIFE_DECK) and is_not_barred(c) for c in Card
    )


@mere_mortals.settle("3.2b", "4.10b", "11.2c")
def lose_without_a_lead(s: State, who: Player) -> None:
    """Whoever has no Lead, and nobody on the FIELD or in the Life Deck to be one, loses."""
    # From when Leads are chosen on.
    when(
        (has_begun(s) or s.step in (Step.OPEN, Step.FIND))
        and not has_lead(s, who)
        and not s.lost[who]
        and not any(can_take_the_lead(s, who, c) or can_be_found(s, who, c) for c in Card),
        "3.1a",
    )
    s.lost[who] = True


@mere_mortals.action("11.1a", "11.2b", at=Replacing)
def take_the_lead(s: State, f: Replacing, who: Player, card: Card) -> None:
    """An Ally becomes the Lead."""
    domain(card.owner == who and s.place[card] == Place.ALLY)
    permit("11.1a", "11.2b", "A controlled Ally on the FIELD replaces the Lead.", controlled_allies_follow=True)
    with effect("11.1a"):
        become_lead(s, card)
        close_frame(s, Replacing)


@take_the_lead.cannot("9.1c", "may not be used as")
def armies_do_not_follow(s: State, f: Replacing, who: Player, card: Card) -> bool:
    """Armies are no Leads."""
    return not is_not_barred(card)


@take_the_lead.forbid("11.1b", over=take_the_lead)
def incapable_allies_do_not_follow(s: State, f: Replacing, who: Player, card: Card) -> bool:
    """An Ally has to be capable of it."""
    return is_not_barred(card) and not can_lead(s, card)


@mere_mortals.chance("11.1b", "11.1c", at=Finding)
def find_lead(s: State, f: Finding, card: Card) -> None:
    """The first card from the bottom that can lead is this one; the Life Deck is shuffled after."""
    domain(can_be_found(s, f.who, card))
    who = f.who
    with effect("11.1b", "11.1c"):
        become_lead(s, card)
        close_frame(s, Finding)
    with effect("4.10a"):
        look_for_life_cards(s, who)
