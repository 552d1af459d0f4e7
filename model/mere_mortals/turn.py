"""Mere Mortals, Section 4: how a game begins, drawing, SETUP passed or a BATTLE declared, hands cut down, the end."""

from model.mere_mortals.attaching import has_something_to_play, may_have_something_to_play
from model.mere_mortals.battle import WithoutAction, has_an_action, what_is_done_without_an_action
from model.mere_mortals.deeds import discard, take_in_hand
from model.mere_mortals.frames import Battle
from model.mere_mortals.state import Card, Numbers, Place, Player, State, Step, mere_mortals
from model.mere_mortals.words import hand, has_lead, in_hand, life, opponent
from ruleslawyer.lang import CHANCE, Chance, domain, effect, no, open_frame, permit, when, yes


@mere_mortals.initial("1.1a", "1.1b")
def gather(s: State) -> None:
    """Both players have their collections of cards."""
    with effect("1.1b"):
        for c in Card:
            s.place[c] = Place.COLLECTION
        s.step = Step.BUILD


@mere_mortals.awaits
def decides(s: State) -> frozenset[Player] | Chance:
    """Whoever lacks a deck or a Lead, or cuts the hand down; chance while cards are drawn; else whose turn it is."""
    if s.step in (Step.FIND, Step.LOT, Step.DRAW):
        return CHANCE
    if s.step == Step.BUILD:
        return frozenset(p for p in Player if not s.built[p])
    if s.step == Step.DISCARD:
        return frozenset(p for p in Player if is_to_discard(s, p))
    if s.step == Step.OPEN:
        return frozenset(p for p in Player if not has_lead(s, p))
    if s.turn is None:
        return frozenset(Player)
    return frozenset({s.turn})


# --- drawing (4.3, 4.6, 4.9) ----------------------------------------------------------------------------------------


def draws(s: State, who: Player) -> bool:
    """Who draws: the player whose SETUP begins, or once a BATTLE is declared the defender."""
    return s.turn is not None and (who == s.turn) != s.fighting


@mere_mortals.chance("4.3", "4.6a", "4.9a", "4.1a", "5.6a", uniform="4.1a")
def draw(s: State, card: Card) -> None:
    """The top card turns out to be this one: Life Decks are shuffled."""
    domain(
        s.step == Step.DRAW
        and s.place[card] == Place.LIFE_DECK
        and draws(s, card.owner)
        and hand(s, card.owner) < Numbers.hand
    )
    with effect("4.3", "4.6a", "4.9a"):
        take_in_hand(s, card)


@mere_mortals.duty("4.3", "4.6a", "4.9b")
def begin_the_phase(s: State) -> None:
    """With a hand of five, or no Life Card left, the SETUP or the BATTLE begins."""
    when(s.step == Step.DRAW and all(not draws(s, p) or hand(s, p) >= Numbers.hand or life(s, p) == 0 for p in Player))
    if s.fighting:
        with effect("4.6b"):
            s.step = Step.BATTLE
            if s.turn is not None:
                open_frame(s, Battle(awaits=frozenset({s.turn}), turn=s.turn))
    else:
        with effect("4.3", "4.9b"):
            s.step = Step.SETUP


# --- the end of a SETUP (4.5) ---------------------------------------------------------------------------------------


@mere_mortals.action("4.5b", "1.3b")
def declare_battle(s: State, who: Player) -> None:
    """The SETUP ends with a BATTLE against the opponent."""
    with effect("4.5b", "4.6a"):
        s.fighting = True
        s.step = Step.DRAW


@mere_mortals.action("4.5c")
def pass_setup(s: State, who: Player) -> None:
    """The SETUP ends without a BATTLE."""
    with effect("4.5c", "4.8"):
        s.step = Step.DISCARD


@declare_battle.permit("4.5b", "4.5c", "1.3b", also=pass_setup)
def ends_the_own_setup(s: State, who: Player) -> bool:
    """Once it is done, its player declares a BATTLE or passes."""
    return ends_the_setup(s, who)


def ends_the_setup(s: State, who: Player) -> bool:
    """Whether a player is in the own SETUP, and may end it."""
    return s.step == Step.SETUP and s.turn == who


@declare_battle.forbid("5.1a", over=declare_battle)
def an_attacker_could_not_act(s: State, who: Player) -> bool:
    """In the first turn an attacker has to act."""
    return (
        ends_the_setup(s, who)
        and not has_an_action(s, who)
        and what_is_done_without_an_action(s) == WithoutAction.NO_BATTLE_IS_DECLARED
    )


@declare_battle.cannot("4.5a", "once all have been", also=pass_setup)
def something_can_be_played(s: State, who: Player) -> bool:
    """Not before all applicable cards have been played, if that is meant."""
    return (
        s.step == Step.SETUP
        and may_have_something_to_play(s, who)
        and all_that_can_be_played_must(s)
        and has_something_to_play(s, who)
    )


all_that_can_be_played_must = mere_mortals.doubt(
    "must all cards that can be played in a SETUP be played before it ends?",
    when_ready=no("Players may play cards, and go on when they are ready.", "1.3b", "4.4a", default=True),
    once_all_have_been_played=yes(
        "The choice comes once all applicable cards have been played: those that find a place.", "4.5a"
    ),
)


# --- hands are cut down (4.7, 4.8) ----------------------------------------------------------------------------------


def is_to_discard(s: State, who: Player) -> bool:
    """After a BATTLE both players, after a passed SETUP the one whose it was."""
    return s.step == Step.DISCARD and hand(s, who) > Numbers.kept and (s.fighting or s.turn == who)


@mere_mortals.action("4.7", "4.8")
def cut_down(s: State, who: Player, card: Card) -> None:
    """A card of the hand is discarded."""
    domain(in_hand(s, who, card))
    permit("4.7", "4.8", "Until only two are held; which, its player says.", until_two_are_left=is_to_discard(s, who))
    discard(s, card)


@mere_mortals.duty("4.9b", "1.4c", "1.4d", turn_end=True)
def next_setup(s: State) -> None:
    """The other player's SETUP comes."""
    when(s.step == Step.DISCARD and not any(is_to_discard(s, p) for p in Player))
    with effect("1.3a", "4.9a", "4.9b", "1.4c"):
        if s.turn is not None:
            s.turn = opponent(s.turn)
        s.fighting = False
        s.step = Step.DRAW


# --- how the game ends (4.10) ---------------------------------------------------------------------------------------


@mere_mortals.ended("4.10a", "4.10b")
def over(s: State) -> bool:
    """Somebody has lost."""
    return any(s.lost[p] for p in Player)


@mere_mortals.winners("4.10a", "4.10b")
def winners(s: State) -> frozenset[Player]:
    return frozenset(p for p in Player if not s.lost[p])
