"""The last stone: what its players rely on."""

from __future__ import annotations

from model.mygame.state import Numbers, Player, State, game, opponent

from ruleslawyer.lang import Checks

checks = Checks(game)


@checks.sometimes("3.1")
def no_stone_is_left_at_last(s: State) -> bool:
    """The game can be played to its end."""
    return s.middle == 0


@checks.always("1.2", "2.1", reached=no_stone_is_left_at_last)
def no_stone_gets_lost(s: State) -> bool:
    """Every stone is in the middle or with a player."""
    return s.middle + sum(s.taken[p] for p in Player) == Numbers.stones


@checks.always("3.2", reached=no_stone_is_left_at_last)
def somebody_wins(s: State) -> bool:
    """The players do not have the same number of stones when none is left."""
    return s.middle > 0 or any(s.taken[p] > s.taken[opponent(p)] for p in Player)


@checks.leads_to("3.1")
def the_game_ends(s: State) -> tuple[bool, bool]:
    """However it is played, the stones run out."""
    return True, s.middle == 0
