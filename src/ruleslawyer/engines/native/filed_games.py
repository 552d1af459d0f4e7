"""Games in a file, at random or by greedy players, and what a state is worth to a player."""

from __future__ import annotations

from ruleslawyer.engines.native.choosing import arguments_at, room
from ruleslawyer.engines.native.code import Code
from ruleslawyer.engines.native.drawing import throw
from ruleslawyer.engines.native.greedy import WORST
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.names import Game, Register
from ruleslawyer.engines.native.playing import Playing
from ruleslawyer.ir import types as t


def add_games(low: Lowering) -> None:
    """Adds what plays games, and what greedy players go by."""
    low.once("value here", "value_here", lambda name: _value_here(low, name))
    low.once("gain here", "gain_here", lambda name: _gain_here(low, name))
    low.once("best choice", "best_choice", lambda name: _best_choice(low, name))
    low.once("walk on", "walk_on", lambda name: _walk(low, name))


def _value(code: Playing, state: str, seat: str) -> str:
    """The worth of a state to a seat: its own times the number of the others, less what the others have."""
    found, seats = code.variable("i64", "0"), code.size(t.Sort(code.low.system.players))
    others = code.value(f"sub i64 {seats}, 1")
    with code.counting("0", seats) as whose:
        own = code.call("worth", [f"ptr {state}", f"i64 {whose}"], "i64", fails=False)
        weight = code.either(code.value(f"icmp eq i64 {whose}, {seat}"), others, "-1", "i64")
        more = code.value(f"add i64 {code.load('i64', found)}, {code.value(f'mul i64 {own}, {weight}')}")
        code.store("i64", more, found)
    return code.load("i64", found)


def _value_here(low: Lowering, name: str) -> Code:
    """The worth of the first state to a seat."""
    code = Playing(low, name, ["i64 %seat"], "i64")
    code.end(f"ret i64 {_value(code, code.state('0'), '%seat')}")
    return code


def _gain_here(low: Lowering, name: str) -> Code:
    """The amount by which the choice of the script leaves its actor better off: 0 of chance and of joint choices,
    `WORST` where it may not be made or leads nowhere."""
    code = Playing(low, name, [], "i64")
    made, seat = code.choice_at("0", Game.SCRIPT), code.variable("i64", "-1")
    actions = list(low.system.actions.values())
    for number in code.cases(code.load("i64", made), "i64", range(len(actions))):
        action = actions[number]
        if action.kind != "chance" and action.actor is not None:
            args = arguments_at(code, action, code.at("i64", made, "1"))
            code.store("i64", action.actor_of(args).split()[1], seat)
    who = code.load("i64", seat)
    with code.when(code.value(f"icmp slt i64 {who}, 0")):
        code.end("ret i64 0")
    code.call("step_once", [], fails=False)
    with code.when(code.value(f"icmp eq i64 {code.game(Game.ARRIVED)}, 0")):
        code.end(f"ret i64 {WORST}")
    after, before = (_value(code, code.state(number), who) for number in "10")
    code.end(f"ret i64 {code.value(f'sub i64 {after}, {before}')}")
    return code


def _best_choice(low: Lowering, name: str) -> Code:
    """The number of a choice in a row that gains most; of several one by chance."""
    code = Playing(low, name, ["ptr %listed", "i64 %count"], "i64")
    size = str(8 + room(low.system, low.width))
    most, chosen, alike = (code.variable("i64", first) for first in (str(2 * WORST), "0", "0"))
    with code.counting("0", "%count") as number:
        place = code.at_byte("%listed", code.value(f"mul i64 {number}, {size}"))
        code.copy(code.game(Game.SCRIPT, "ptr"), place, size)
        gained = code.call("gain_here", [], "i64", fails=False)
        code.set(Register.LOGGED, 0)
        with code.when(code.value(f"icmp sgt i64 {gained}, {code.load('i64', most)}")):
            code.store("i64", gained, most)
            code.store("i64", "0", alike)
        with code.when(code.value(f"icmp eq i64 {gained}, {code.load('i64', most)}")):
            code.increase(alike)
            drawn = throw(code, code.load("i64", alike))
            with code.when(code.value(f"icmp eq i64 {drawn}, 0")):
                code.store("i64", number, chosen)
    code.end(f"ret i64 {code.load('i64', chosen)}")
    return code


def _walk(low: Lowering, name: str) -> Code:
    """Choices from the first state on, at random or by greedy players, each that is listed as likely: how many were
    taken. The first state is then where that led, and `ALLOWED` why it went no further: `OVER`, 0 (nothing can be
    done), more than there is room for, or a choice that has no result; else there were enough."""
    code = Playing(low, name, ["i64 %longest", "i64 %greedy"], "i64")
    listed, size = code.game(Game.LISTED, "ptr"), str(8 + room(low.system, low.width))
    state, bytes_ = code.state("0"), code.get(Register.BYTES)
    with code.counting("0", "%longest") as step:
        dice = code.game(Game.DICE)
        code.set_game(Game.LISTED, listed, "ptr")
        code.call("list_choices", [], fails=False)
        code.set_game(Game.LISTED, "null", "ptr")
        found, most = code.game(Game.ALLOWED), code.game(Game.MOST_LISTED)
        with code.when(code.value(f"icmp sle i64 {found}, 0")):
            code.end(f"ret i64 {step}")
        with code.when(code.value(f"icmp sgt i64 {found}, {most}")):
            code.set_game(Game.DICE, dice)  # whoever makes room gets the same game
            code.end(f"ret i64 {step}")
        drawn = code.variable("i64", "0")
        is_greedy = code.value("icmp ne i64 %greedy, 0")
        with code.when(is_greedy):
            best = code.call("best_choice", [f"ptr {listed}", f"i64 {found}"], "i64", fails=False)
            code.store("i64", best, drawn)
        with code.when(code.negate(is_greedy)):
            code.store("i64", throw(code, found), drawn)
        made = code.at_byte(listed, code.value(f"mul i64 {code.load('i64', drawn)}, {size}"))
        code.copy(code.game(Game.SCRIPT, "ptr"), made, size)
        code.call("zero", [f"ptr {listed}", f"i64 {code.value(f'mul i64 {found}, {size}')}"], fails=False)
        code.call("step_once", [], fails=False)
        with code.when(code.value(f"icmp eq i64 {code.game(Game.ARRIVED)}, 0")):
            code.end(f"ret i64 {step}")
        code.copy(state, code.at_byte(state, bytes_), bytes_)
        code.set(Register.LOGGED, 0)
    code.end("ret i64 %longest")
    return code
