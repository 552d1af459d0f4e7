"""Memesis, 0.29 with what is said of any time: what may be done before an Effect or ability is carried out."""

from model.memesis.abilities import use_ability, use_upgrade
from model.memesis.ammunition import load
from model.memesis.effects import play_effect, release_effect
from model.memesis.frames import Choosing, Directed
from model.memesis.fusion import fuse_partially, fuse_truly, transfuse
from model.memesis.loose_runes import recover_rune
from model.memesis.meanwhile import acts_come_between
from model.memesis.moving import move
from model.memesis.runes import attach_hidden_rune, place_rune, play_rune_face_down, remove_rune
from model.memesis.source import buy_a_draw, consume_for_life, consume_for_source, source_card
from model.memesis.state import Card, Cell, Numbers, Player, State, memesis
from model.memesis.stealth import turn_up
from model.memesis.upgrading import play_upgraded_effect
from ruleslawyer.lang import frame_of, is_open, no, yes

# --- while damage is directed at a player ---------------------------------------------------------------------------


plays_are_answered = memesis.doubt(
    "may a player do anything else before he says what takes damage that is directed at him?",
    decided_as_soon_as_it_is_played=no(
        "He must decide as soon as it is played: nothing comes between.", "0.29b", default=True
    ),
    at_any_time_as_ever=yes(
        "Moving, consuming, loading, turning up, Runes, sourcing and buying cards are for any time, without exception.",
        "0.10a",
        "0.15e",
        "0.16b",
        "0.19",
        "3.3c",
        "5.3a",
        "6.6a",
        "0.32g",
    ),
)


@place_rune.forbid(
    "0.29b",
    also=(
        consume_for_life,
        consume_for_source,
        source_card,
        turn_up,
        remove_rune,
        load,
        move,
        attach_hidden_rune,
        play_rune_face_down,
        recover_rune,
        play_effect,
        play_upgraded_effect,
        release_effect,
        use_ability,
        use_upgrade,
        fuse_partially,
        fuse_truly,
        transfuse,
    ),
    over=place_rune,
)
def decide_first(s: State, who: Player, card: Card) -> bool:
    """The defending player decides as soon as it is played, and does nothing first with any card, whosesoever."""
    return (
        is_asked_about_damage(s)
        and s.cell[card] not in (Cell.BRAIN, Cell.AMMUNITION)
        and (s.cell[card] != Cell.DEAD or s.fallen[card])
        and is_to_decide_first(s, who)
    )


def is_asked_about_damage(s: State) -> bool:
    """Whether a player is asked what takes directed damage, and no card is to be chosen before that."""
    return is_open(s, Directed) and not is_open(s, Choosing)


def is_to_decide_first(s: State, who: Player) -> bool:
    """Whether a player is to say what takes directed damage before he does anything else: others are to where nobody
    acts meanwhile."""
    return (who == frame_of(s, Directed).at or not acts_come_between(s)) and not plays_are_answered(s)


@buy_a_draw.forbid("0.29b", over=buy_a_draw)
def decide_before_buying(s: State, who: Player) -> bool:
    """Nor does he draw a card first."""
    return is_asked_about_damage(s) and s.source[who] >= Numbers.draw_price and is_to_decide_first(s, who)
