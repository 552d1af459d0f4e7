"""MegaCorp, 7.8: tokens that effects bring into play."""

from model.megacorp.frames import Creating, Placing
from model.megacorp.state import Card, Player, State, Zone, megacorp
from ruleslawyer.lang import close_frame, domain, effect, open_frame, permit


@megacorp.action("7.8.1a", "7.8.2", at=Creating)
def create_token(s: State, f: Creating, who: Player, card: Card) -> None:
    """Take a token into play: it counts as a card, and is given a space."""
    # Which of one's own tokens is the one that the effect names (7.8.2) is left to the player.
    domain(card.token and s.zone[card] == Zone.ASIDE and card.owner == who)
    permit("7.8.1a", "7.8.1b", "A token stands for a permanent thing of the game.", tokens_stand_for_things=True)
    with effect("7.8.1a", "7.8.3a"):
        close_frame(s, Creating)
        open_frame(s, Placing(awaits=frozenset({who}), card=card))


@megacorp.action("7.8.1a", at=Creating, passes=True)
def create_nothing(s: State, f: Creating, who: Player) -> None:
    """No token is left to take."""
    close_frame(s, Creating)


@create_nothing.permit("7.8.1a")
def no_token_is_left(s: State, f: Creating, who: Player) -> bool:
    """The book does not limit tokens; those of a scope may all be in play."""
    return all(not c.token or s.zone[c] != Zone.ASIDE or c.owner != who for c in Card)
