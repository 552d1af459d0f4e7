"""Mnemonic, chapter 4: the deck before the draft, and who decides."""

from model.ccg.setup import is_left_to_chance, lay_out, who_decides
from model.ccg.state import Card, Player
from model.mnemonic.draft import has_to_choose
from model.mnemonic.state import Book, Game, Place, Stage, mnemonic
from ruleslawyer.lang import CHANCE, Chance, effect


@mnemonic.initial("1.2", "1.4a", "4.2")
def shuffle_the_deck(s: Game, somebody: Player) -> None:
    """All cards are in one pile; with that the draft begins. `turn` names somebody, who is given cards first."""
    with effect("1.1b"):
        lay_out(s)
    with effect("1.1b"):
        s.turn = somebody
    with effect("1.2", "4.2"):
        s.stage = Stage.DISCARD
        s.to_discard = Book.discarded
        for c in Card:
            s.place[c] = Place.PILE


@mnemonic.awaits
def drafts_or_plays(s: Game) -> frozenset[Player] | Chance:
    """In the draft both choose at once where they have to; then whoever the host says."""
    if s.stage == Stage.OVER:
        return CHANCE if is_left_to_chance(s) else who_decides(s)
    if s.stage == Stage.CHOOSE:
        return frozenset(p for p in Player if has_to_choose(s, p))
    if s.stage == Stage.SIDEBOARD:
        return frozenset(p for p in Player if not s.ready[p])
    return CHANCE
