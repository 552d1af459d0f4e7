"""What should be true of the ferry."""

from model.ferry.river import Cart, Player, State, ferry

from ruleslawyer.lang import Checks

checks = Checks(ferry)


@checks.sometimes("2.1")
def something_crosses(s: State) -> bool:
    """A cart gets over."""
    return any(s.across[c] for c in Cart)


@checks.always("1.1")
def two_coins_at_least(s: State) -> bool:
    """Nobody ever has less than two coins."""
    return all(s.coins[p] >= 2 for p in Player)
