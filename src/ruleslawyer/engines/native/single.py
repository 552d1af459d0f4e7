"""One state by itself: every choice that is allowed there, and where one of them leads."""

from __future__ import annotations

from ruleslawyer.engines.native.code import Code
from ruleslawyer.engines.native.looking import TAKEN, look
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.names import Game, Register
from ruleslawyer.engines.native.playing import Playing
from ruleslawyer.engines.native.text import forward

LISTING = f"\n\n{forward('list', 'list_choices')}\n\n{forward('step', 'step_once')}"
OVER = -1
"""So many choices are listed where the game is over."""


def add_listing(low: Lowering) -> None:
    """Adds the functions that answer for the first state of the history."""
    low.once("list", "list_choices", lambda name: _list(low, name))
    low.once("step once", "step_once", lambda name: _step(low, name))


def _list(low: Lowering, name: str) -> Code:
    """Every choice that is allowed, in order, as far as there is room; `ALLOWED` says how many there are."""
    code = Playing(low, name, [])
    code.set(Register.IDENTITY, 0)
    with code.when(look(code, code.at_state("0"))):
        code.set_game(Game.ALLOWED, OVER)
    return code


def _step(low: Lowering, name: str) -> Code:
    """The choice of the script, if it is allowed, which `ALLOWED` says; `ARRIVED`: it led to the second state."""
    code = Playing(low, name, [])
    code.set(Register.IDENTITY, 0)
    state, wanted = code.at_state("0"), code.choice_at("0", Game.SCRIPT)
    code.set_game(Game.WANTED, wanted, "ptr")
    look(code, state)
    code.set_game(Game.WANTED, "null", "ptr")
    code.set_game(Game.ARRIVED, 0)
    with code.when(code.value(f"icmp ne i64 {code.game(Game.ALLOWED)}, 0")):
        code.set(Register.IDENTITY, TAKEN)  # what is met from here on is met in the step
        code.take(state, wanted)
    return code
