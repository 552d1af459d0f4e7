"""Memesis, 0.29 with what is said of any time: what may be done before an Effect or ability is carried out."""

from model.memesis.ammunition import load
from model.memesis.frames import Directed
from model.memesis.moving import move
from model.memesis.runes import attach_hidden_rune, place_rune, remove_rune
from model.memesis.source import consume_for_life, consume_for_source, source_card
from model.memesis.state import Card, Cell, Player, State, memesis
from model.memesis.stealth import turn_up
from ruleslawyer.lang import is_open, no, yes

# --- while damage is directed at a player ---------------------------------------------------------------------------


def comes_between(s: State, who: Player, card: Card) -> bool:
    """Whether a player who is to say what takes directed damage does something else first, and may not. Effects, which
    may be played at any time too, are not played in answer in this model."""
    return (
        is_open(s, Directed)
        and card.owner == who
        and s.cell[card] not in (Cell.BRAIN, Cell.DEAD, Cell.AMMUNITION)
        and not plays_are_answered(s)
    )


plays_are_answered = memesis.doubt(
    "may a player do anything else before he says what takes damage that is directed at him?",
    decided_as_soon_as_it_is_played=no(
        "He must decide as soon as it is played: nothing comes between.", "0.29b", default=True
    ),
    at_any_time_as_ever=yes(
        "Moving, consuming, loading, turning up, Runes and sourcing are for any time, with no exception.",
        "0.10a",
        "0.15e",
        "0.16b",
        "3.3c",
        "5.3a",
        "6.6a",
        "0.32g",
    ),
)


@place_rune.forbid(
    "0.29b",
    also=(consume_for_life, consume_for_source, source_card, turn_up, remove_rune, load, move, attach_hidden_rune),
    over=place_rune,
)
def decide_first(s: State, who: Player, card: Card) -> bool:
    """The defending player decides as soon as it is played."""
    return comes_between(s, who, card)
