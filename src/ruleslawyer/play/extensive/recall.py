"""All that a seat saw and did along a play: what it may know where it decides, if it forgets nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from ruleslawyer.play.extensive.game import Extensive, Move, Position
from ruleslawyer.semantics.state import State

View = dict[str, Any]
Sees = Callable[[State, int], View]


def view(game: Extensive, sees: Sees, position: Position, seat: int) -> View:
    """The view of a seat, with its own part of a joint action that others have not chosen yet."""
    found = sees(position.state, seat)
    own = [game.move_text(chooser, move) for chooser, move in position.chosen if chooser == seat]
    return {**found, "chosen": own} if own else found


def since(game: Extensive, before: View, now: View, seat: int, own: Move | None) -> Iterator[str]:
    """The memory of one move: the seat's own, and what has changed for it; of the first view all."""
    if own is not None:
        yield f"> {game.move_text(seat, own)}"
    keys = (*now, *(key for key in before if key not in now))
    changed = {key: now.get(key) for key in keys if now.get(key) != before.get(key)}
    if changed:
        yield json.dumps(changed, separators=(",", ":"))
