"""Mere Mortals, Sections 4 to 11: procedures that await decisions of their own, the outer first, as they may nest."""

from enum import Enum

from model.mere_mortals.state import Amount, Card, Does, Player
from ruleslawyer.lang import Chance, frame


class Stage(Enum):
    """How far an attack or a Status Card has come, that the opponent may stop."""

    BOOST = "the boost may be stopped"
    BASE = "it may be stopped"
    THROUGH = "it was let through"
    DONE = "its damage is done"
    STOPPED = "it was stopped"
    OVER = "nothing is left to be done"


@frame("4.6b", "5.2a")
class Battle:
    """A BATTLE: `turn` has the BATTLE TURN; whether the one before it was a pass, and whether nobody has acted yet."""

    awaits: frozenset[Player]
    turn: Player
    passed: bool = False
    first: bool = True


@frame("7.2a", "7.4")
class Contest:
    """An attack, or a Status Card, of `by`: the opponent, who is awaited, may stop it.

    `neither`: it was let through, but not as a success, or stopped, but not as a failure. `values_change`: powers that
    lower or eliminate ENS values concern that of a Status Card too; asked when it is played. `lead_waits`: a Lead is
    gone, and is replaced when it is over. `nothing_besides`: nothing that it does besides its damage is
    left.
    """

    awaits: frozenset[Player]
    by: Player
    card: Card
    boost: Card | None = None
    stage: Stage = Stage.BASE
    neither: bool = False
    values_change: bool = False
    lead_waits: bool = False
    nothing_besides: bool = False


@frame("5.4a")
class Picking:
    """A power of `who` is being carried out, which is done to some card: `awaits` picks it; of a replacement
    first the `old` one. `freely`: what the card says counts for more than a rule that bars the hand or the VOID."""

    awaits: frozenset[Player]
    who: Player
    does: Does
    old: Card | None = None
    freely: bool = False


@frame("6.1a")
class Damage:
    """Life Cards of damage are being discarded from the top of a Life Deck; which they are, chance says. `may_pay`: the
    player is asked whether the rest is stopped, where that may be done yet."""

    awaits: frozenset[Player] | Chance
    who: Player
    left: Amount
    may_pay: bool = False


@frame("11.1a")
class Replacing:
    """A Lead is gone: `awaits` chooses the Ally that takes its place."""

    awaits: frozenset[Player]


@frame("11.1b", "3.3b")
class Finding:
    """A Lead is gone, and no Ally can lead: the first that can is sought from the bottom of the Life Deck."""

    awaits: frozenset[Player] | Chance
    who: Player
