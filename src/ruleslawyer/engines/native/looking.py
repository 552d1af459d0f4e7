"""The allowed choices in a state of a play, by generated code, and the numbers of the events met on the way."""

from __future__ import annotations

from ruleslawyer.engines.native.drawing import mix, throw
from ruleslawyer.engines.native.greedy import whim
from ruleslawyer.engines.native.names import ANSWER_BITS, Game, Register
from ruleslawyer.engines.native.playing import Playing

PLAY_BITS, STEP_BITS = 40, 24
"""Of an identity: from which bit on it says the play of this run, and the actions before; below, the candidate (from 1
on), `TAKEN` or none."""
TAKEN = (1 << STEP_BITS) - 1
MOST_ALONG = (1 << PLAY_BITS - STEP_BITS) - 1
"""Actions of a play, at most."""
DRAWN_AGAIN, LISTED_THEN = 64, 1 << 18
"""How often choices are looked at anew where none that was drawn is allowed; how many of an action are listed then."""


def look(code: Playing, state: str) -> str:
    """Every candidate of a state is judged; whether the game is over. Where choices are drawn, and none of them is
    allowed, others are drawn, unless the interpreter plays the same."""
    code.set_game(Game.PRIORITY, throw(code))
    if not code.low.filed:
        code.set_game(Game.WHIM, whim(code))
    over, again, few = code.variable("i1", "false"), code.variable("i64", "0"), code.game(Game.FEW)
    with code.loop() as (_, after):
        for register in (Game.ALLOWED, Game.NARROWED, Game.PASSES, Game.PASSED, Game.SIGN):
            code.set_game(register, 0)
        code.set(Register.MOVED, 0)
        for counts in (Game.FOUND, Game.WEIGHED):
            zeroed = [f"ptr {code.game(counts, 'ptr')}", f"i64 {8 * len(code.low.system.actions)}"]
            code.call("zero", zeroed, fails=False)
        code.store("i1", code.call("visit", [f"ptr {state}"], "i1", fails=False), over)
        none = code.all_of(
            [
                code.negate(code.load("i1", over)),
                code.value(f"icmp ne i64 {code.game(Game.EVENLY)}, 0"),
                code.value(f"icmp eq i64 {code.game(Game.ALLOWED)}, 0"),
                code.value(f"icmp ne i64 {code.game(Game.NARROWED)}, 0"),
                code.value(f"icmp slt i64 {code.load('i64', again)}, {DRAWN_AGAIN}"),
            ]
        )
        with code.when(code.negate(none)):
            code.set_game(Game.FEW, few)
            code.jump(after)
        code.increase(again)
        code.set_game(Game.FEW, LISTED_THEN)
        code.set_game(Game.PRIORITY, mix(code, code.game(Game.PRIORITY)))
    return code.load("i1", over)


def end_at_deadlock(code: Playing, state: str, now: str) -> None:
    """The end where nobody can do anything."""
    with code.when(tell_deadlock(code, state)):
        with code.when(code.value(f"icmp ne i64 {code.game(Game.NARROWED)}, 0")):
            code.over("lost", now)
        code.over("deadlocked", now)


def tell_deadlock(code: Playing, state: str) -> str:
    """Whether nobody can do anything, as far as choices are listed; if all are, it is told."""
    identity = code.get(Register.IDENTITY)

    def is_stuck() -> str:
        return code.value(f"icmp eq i64 {code.get(Register.MOVED)}, 0")

    passes = code.value(f"icmp ne i64 {code.game(Game.PASSES)}, 0")
    with code.when(code.value(f"and i1 {passes}, {is_stuck()}")):
        sign = code.game(Game.SIGN)
        code.call("try_passes", [f"ptr {state}"], fails=False)
        code.set_game(Game.SIGN, sign)
    stuck = is_stuck()
    every = code.value(f"icmp eq i64 {code.game(Game.NARROWED)}, 0")
    with code.when(code.value(f"and i1 {stuck}, {every}")):
        code.set(Register.IDENTITY, code.value(f"and i64 {identity}, {~TAKEN}"))
        said = code.value(f"and i64 {code.game(Game.SIGN)}, {(1 << ANSWER_BITS) - 1}")
        code.tell(code.low.names.tell("deadlock"), said, event="true")
    return stuck
