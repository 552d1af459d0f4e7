"""Effects that other sentences prevent or replace: striking, wards against it, and what stone does instead.

1. On his turn a player strikes a piece of the other: it is destroyed.
2. A warded piece is not destroyed.
3. A piece of stone is chipped instead of being destroyed; one that is chipped already is destroyed.
4. Or he wards one of his own pieces, if it is no stone, for the rest of the game. A player wards one piece only.
5. Blessed pieces cannot be struck, and cannot be warded.
6. Fire destroys all pieces, warded or not; each player may start one fire. Then all pieces of that player are scorched.
7. Whoever has no pieces left loses.
"""

from __future__ import annotations

from ruleslawyer.lang import Checks, Map, Ruleset, Sort, defines, effect, state, the

game = Ruleset("wards")
game.closed_world(assumed="what no sentence allows is not done")


class Player(Sort):
    """Who plays."""


@defines("1")
class Piece(Sort):
    """A piece on the table."""

    owner: Player
    stone: bool
    blessed: bool


@state
class State:
    """The pieces, and whose turn it is."""

    gone: frozenset[Piece]
    chipped: frozenset[Piece]
    warded: frozenset[Piece]
    lit: Map[Player, bool]
    turn: Player


def other(who: Player) -> Player:
    """The other player."""
    return the(p for p in Player if p != who)


@game.initial("1")
def begin(s: State, first: Player) -> None:
    with effect("1"):
        s.turn = first


@game.awaits
def whoever_has_the_turn(s: State) -> frozenset[Player]:
    return frozenset({s.turn})


def has_lost(s: State, who: Player) -> bool:
    """Whether all pieces of somebody are gone."""
    return all(piece in s.gone for piece in Piece if piece.owner == who)


@game.ended("7")
def somebody_has_none(s: State) -> bool:
    return any(has_lost(s, p) for p in Player)


@game.winners("7")
def whoever_has_some(s: State) -> frozenset[Player]:
    return frozenset(p for p in Player if not has_lost(s, p))


@game.deed("3")
def chip(s: State, piece: Piece) -> None:
    """A piece loses a splinter."""
    with effect("3"):
        s.chipped = s.chipped | frozenset({piece})


@game.deed("1")
def destroy(s: State, piece: Piece) -> None:
    """A piece is taken away, unless another sentence forbids it or says what happens instead."""
    with effect("1"):
        s.gone = s.gone | frozenset({piece})


@destroy.cannot("2", "a warded piece is not destroyed")
def warded(s: State, piece: Piece) -> bool:
    return piece in s.warded


@warded.exception("6")
def by_fire(s: State, piece: Piece) -> bool:
    """A fire of either player lifts the ward."""
    return any(s.lit[p] for p in Player)


@destroy.instead("3", by=chip)
def stone_is_chipped(s: State, piece: Piece) -> bool:
    return piece.stone


@stone_is_chipped.exception("3")
def chipped_already(s: State, piece: Piece) -> bool:
    return piece in s.chipped


@game.action("1")
def strike(s: State, who: Player, piece: Piece) -> None:
    """Strike a piece of the other."""
    with effect("1"):
        destroy(s, piece)
        s.turn = other(who)


@strike.permit("1")
def a_piece_of_the_other(s: State, who: Player, piece: Piece) -> bool:
    return s.turn == who and piece.owner != who and piece not in s.gone


@game.action("4")
def ward(s: State, who: Player, piece: Piece) -> None:
    """Ward a piece."""
    with effect("4"):
        s.warded = s.warded | frozenset({piece})
        s.turn = other(who)


@ward.permit("4")
def one_of_his_own(s: State, who: Player, piece: Piece) -> bool:
    return s.turn == who and piece.owner == who and piece not in s.gone and not piece.stone


@ward.forbid("4", over=one_of_his_own, because="an exception to it: one piece only")
def one_only(s: State, who: Player, piece: Piece) -> bool:
    return any(other_piece in s.warded for other_piece in Piece if other_piece.owner == who)


@strike.cannot("5", "blessed pieces cannot be struck, and cannot be warded", also=ward)
def blessed(s: State, piece: Piece) -> bool:
    """One sentence about two actions: it takes the parameters that both have."""
    return piece.blessed


@game.action("6")
def start_a_fire(s: State, who: Player) -> None:
    """Everything burns."""
    with effect("6"):
        s.lit[who] = True
    with effect("6"):
        for piece in Piece:
            if piece not in s.gone:
                destroy(s, piece)
    with effect("6"):
        s.chipped = s.chipped | frozenset({piece for piece in Piece if piece.owner == who})
        s.turn = other(who)


@start_a_fire.permit("6")
def one_fire_each(s: State, who: Player) -> bool:
    return s.turn == who and not s.lit[who]


checks = Checks(game)


@checks.step("2", of=strike)
def wards_hold(before: State, after: State, who: Player, piece: Piece) -> bool:
    """A ward holds against a strike while nothing burns."""
    return piece not in before.warded or piece not in after.gone or any(before.lit[p] for p in Player)


@checks.sometimes("6")
def fire_leaves_nobody(s: State) -> bool:
    """All pieces may be gone at once: then nobody wins, and both have lost."""
    return all(has_lost(s, p) for p in Player)
