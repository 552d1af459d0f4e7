"""Daemons, Sections 2 and 6: procedures that await decisions of their own."""

from model.daemons.state import Card, Player
from ruleslawyer.lang import frame


@frame("2.8a", "2.9")
class Choosing:
    """Both players choose their main modules in secret, and reveal them together."""

    awaits: frozenset[Player]


@frame("3.2b", "6.1a")
class Defending:
    """`card` attacks the Security, or a `target`: `awaits` may put a Daemon in its way."""

    awaits: frozenset[Player]
    card: Card
    target: Card | None = None
