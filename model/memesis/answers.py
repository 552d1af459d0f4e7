"""Memesis, 0.29 with what is said of any time: what may be done before an Effect or ability is carried out."""

from model.memesis.ammunition import load
from model.memesis.frames import Directed
from model.memesis.moving import move
from model.memesis.runes import attach_hidden_rune, place_rune, play_rune_face_down, remove_rune
from model.memesis.source import buy_a_draw, consume_for_life, consume_for_source, source_card
from model.memesis.state import Card, Cell, Numbers, Player, State, memesis
from model.memesis.stealth import turn_up
from ruleslawyer.lang import is_open, no, yes

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
    ),
    over=place_rune,
)
def decide_first(s: State, card: Card) -> bool:
    """The defending player decides as soon as it is played, and does nothing first with any card, whosesoever. Effects,
    which may be played at any time too, are not played in answer in this model."""
    return (
        is_open(s, Directed)
        and s.cell[card] not in (Cell.BRAIN, Cell.DEAD, Cell.AMMUNITION)
        and not plays_are_answered(s)
    )


@buy_a_draw.forbid("0.29b", over=buy_a_draw)
def decide_before_buying(s: State, who: Player) -> bool:
    """Nor does he draw a card first."""
    return is_open(s, Directed) and s.source[who] >= Numbers.draw_price and not plays_are_answered(s)
