"""A random play as its code has it: states one behind the other, the choices that are looked at in each, and one state
by itself for a host.
"""

from __future__ import annotations

from ruleslawyer.engines.native.choosing import room
from ruleslawyer.engines.native.code import Code
from ruleslawyer.engines.native.drawing import mix, throw
from ruleslawyer.engines.native.greedy import BARRED, begins_turn, plays_to_win, whim
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.names import ANSWER_BITS, PlayCell, Register
from ruleslawyer.engines.native.rest import StepFunction
from ruleslawyer.engines.native.slots import as_signed
from ruleslawyer.engines.native.text import forward
from ruleslawyer.semantics.dice import GOLDEN

ENDS = "ended", "deadlocked", "broke_off", "cut_off", "lost", "stopped"
"""How a play ends, by number."""
END_BITS, START_BITS = 8, 32
"""Of what is said of a play: how it ended, from which bit on it says after how many actions, and how it began."""
TAKEN_BACK = 24
"""How often players take something back in one play."""


class PlayFunction(StepFunction):
    """The function that plays one play: its states lie one behind the other."""

    def state(self, step: str) -> str:
        place = self.value(f"mul i64 {step}, {self.get(Register.BYTES)}")
        return self.at_byte(self.game(PlayCell.HISTORY, "ptr"), place)

    def at_state(self, step: str) -> str:
        """A state of the play, which is looked at now."""
        state = self.state(step)
        self.set(Register.CURRENT, state, "ptr")
        number = self.increase(self.register(Register.EPOCH))
        self.set(Register.FROM, self.value(f"add i64 {number}, 1"))
        self.set(Register.NEXT, self.at_byte(state, self.get(Register.BYTES)), "ptr")
        self.set(Register.USED, 0)
        self.set(Register.WRITER, 1)
        return state

    def choice_at(self, step: str, where: PlayCell = PlayCell.MADE) -> str:
        """The address of the choice that is taken in that state."""
        size = 8 + room(self.low.system, self.low.width)
        return self.at_byte(self.game(where, "ptr"), self.value(f"mul i64 {step}, {size}"))

    def take(self, state: str, made: str) -> None:
        """Go to the next state, if there is one: `ARRIVED` says so."""
        self.set(Register.USED, 0)
        self.set_game(PlayCell.ARRIVED, 0)
        action, args = self.load("i64", made), self.at("i64", made, "1")
        self.call("take_chosen", [f"ptr {state}", f"i64 {action}", f"ptr {args}"], fails=False)

    def over(self, how: str, step: str) -> None:
        """The play ends."""
        said = self.value(f"or i64 {self.value(f'shl i64 {step}, {END_BITS}')}, {ENDS.index(how)}")
        self.end(f"ret i64 {self.value(f'or i64 {said}, {self.game(PlayCell.BEGAN)}')}")


def turns(code: PlayFunction, state: str, now: str) -> None:
    """The number of the turn, for players who play to win."""
    first = code.value(f"icmp eq i64 {now}, 0")
    with code.when(plays_to_win(code)):
        with code.when(first):
            code.set_game(PlayCell.STAMP, code.value(f"add i64 {code.game(PlayCell.STAMP)}, 1"))
            code.set_game(PlayCell.FIRST_STAMP, code.game(PlayCell.STAMP))
        with code.when(code.negate(first)):
            begins_turn(code, state, code.state(code.value(f"sub i64 {now}, 1")))


def take_back(code: PlayFunction, state: str, step: str, forced: str, head: str) -> None:
    """Let players who play to win take back what they did last, or one more each time, where nobody can do anything."""
    now, back = code.load("i64", step), code.game(PlayCell.TAKEN_BACK)
    is_stuck = code.all_of(
        [
            plays_to_win(code),
            code.value(f"icmp eq i64 {code.get(Register.MOVED)}, 0"),
            code.value(f"icmp eq i64 {code.game(PlayCell.PASSES)}, 0"),
            code.value(f"icmp slt i64 {back}, {TAKEN_BACK}"),
        ]
    )
    with code.when(is_stuck):
        with code.when(code.value(f"icmp eq i64 {back}, 0")):
            code.copy(code.game(PlayCell.STUCK, "ptr"), state, code.get(Register.BYTES))
            listed = code.value(f"icmp eq i64 {code.game(PlayCell.NARROWED)}, 0")
            code.set_game(PlayCell.STUCK_SURELY, code.value(f"zext i1 {listed} to i64"))
        left = code.variable("i64", code.value(f"add i64 {back}, 1"))
        code.set_game(PlayCell.TAKEN_BACK, code.load("i64", left))
        with code.counting("0", now) as number:
            at = code.value(f"sub i64 {code.value(f'sub i64 {now}, 1')}, {number}")
            made = code.choice_at(at)
            action = code.load("i64", made)
            chance = [n for n, a in enumerate(code.low.system.actions.values()) if a.kind == "chance"]
            thrown_ = code.any_of([code.value(f"icmp eq i64 {action}, {n}") for n in chance]) if chance else "false"
            with code.when(code.negate(thrown_)):
                code.store("i64", code.value(f"sub i64 {code.load('i64', left)}, 1"), left)
                with code.when(code.value(f"icmp eq i64 {code.load('i64', left)}, 0")):
                    noted = code.value(f"or i64 {at}, {BARRED}")
                    args = code.at("i64", made, "1")
                    code.call("stamp", [f"i64 {action}", f"ptr {args}", f"i64 {noted}"], fails=False)
                    throws = code.value(f"add i64 {code.value(f'shl i64 {at}, 1')}, 1")
                    dice = code.value(f"mul i64 {throws}, {as_signed(GOLDEN)}")
                    code.set_game(PlayCell.DICE, code.value(f"add i64 {code.game(PlayCell.FIRST_DICE)}, {dice}"))
                    code.store("i64", at, step)
                    code.store("i64", at, forced)
                    code.increase(code.register(Register.EPOCH))
                    code.set(Register.FROM, code.get(Register.EPOCH))
                    code.set(Register.WRITTEN, -1)  # what was written last led elsewhere
                    code.jump(head)


PLAY_BITS, STEP_BITS = 40, 24
"""Of an identity: from which bit on it says the play of this run, and the actions before; below, the candidate (from 1
on), `TAKEN` or none."""
TAKEN = (1 << STEP_BITS) - 1
MOST_ALONG = (1 << PLAY_BITS - STEP_BITS) - 1
"""Actions of a play, at most."""
DRAWN_AGAIN, LISTED_THEN = 64, 1 << 18
"""How often choices are looked at anew where none that was drawn is allowed; how many of an action are listed then."""


def judge_candidates(code: PlayFunction, state: str) -> str:
    """Every candidate of a state is judged; whether the game is over. Where choices are drawn, and none of them is
    allowed, others are drawn, unless the interpreter plays the same."""
    code.set_game(PlayCell.PRIORITY, throw(code))
    if not code.low.filed:
        code.set_game(PlayCell.WHIM, whim(code))
    over, again, few = code.variable("i1", "false"), code.variable("i64", "0"), code.game(PlayCell.FEW)
    with code.loop() as (_, after):
        for register in (PlayCell.ALLOWED, PlayCell.NARROWED, PlayCell.PASSES, PlayCell.PASSED, PlayCell.SIGN):
            code.set_game(register, 0)
        code.set(Register.MOVED, 0)
        for counts in (PlayCell.FOUND, PlayCell.WEIGHED):
            zeroed = [f"ptr {code.game(counts, 'ptr')}", f"i64 {8 * len(code.low.system.actions)}"]
            code.call("zero", zeroed, fails=False)
        code.store("i1", code.call("visit", [f"ptr {state}"], "i1", fails=False), over)
        none = code.all_of(
            [
                code.negate(code.load("i1", over)),
                code.value(f"icmp ne i64 {code.game(PlayCell.EVENLY)}, 0"),
                code.value(f"icmp eq i64 {code.game(PlayCell.ALLOWED)}, 0"),
                code.value(f"icmp ne i64 {code.game(PlayCell.NARROWED)}, 0"),
                code.value(f"icmp slt i64 {code.load('i64', again)}, {DRAWN_AGAIN}"),
            ]
        )
        with code.when(code.negate(none)):
            code.set_game(PlayCell.FEW, few)
            code.jump(after)
        code.increase(again)
        code.set_game(PlayCell.FEW, LISTED_THEN)
        code.set_game(PlayCell.PRIORITY, mix(code, code.game(PlayCell.PRIORITY)))
    return code.load("i1", over)


def end_at_deadlock(code: PlayFunction, state: str, now: str) -> None:
    """The end where nobody can do anything."""
    with code.when(tell_deadlock(code, state)):
        with code.when(code.value(f"icmp ne i64 {code.game(PlayCell.NARROWED)}, 0")):
            code.over("lost", now)
        code.over("deadlocked", now)


def tell_deadlock(code: PlayFunction, state: str) -> str:
    """Whether nobody can do anything, as far as choices are listed; if all are, it is told."""
    identity = code.get(Register.IDENTITY)

    def is_stuck() -> str:
        return code.value(f"icmp eq i64 {code.get(Register.MOVED)}, 0")

    passes = code.value(f"icmp ne i64 {code.game(PlayCell.PASSES)}, 0")
    with code.when(code.value(f"and i1 {passes}, {is_stuck()}")):
        sign = code.game(PlayCell.SIGN)
        code.call("try_passes", [f"ptr {state}"], fails=False)
        code.set_game(PlayCell.SIGN, sign)
    stuck = is_stuck()
    every = code.value(f"icmp eq i64 {code.game(PlayCell.NARROWED)}, 0")
    with code.when(code.value(f"and i1 {stuck}, {every}")):
        code.set(Register.IDENTITY, code.value(f"and i64 {identity}, {~TAKEN}"))
        said = code.value(f"and i64 {code.game(PlayCell.SIGN)}, {(1 << ANSWER_BITS) - 1}")
        code.tell(code.low.names.tell("deadlock"), said, event="true")
    return stuck


LISTING = f"\n\n{forward('list', 'list_choices')}\n\n{forward('step', 'step_once')}"
OVER = -1
"""So many choices are listed where the game is over."""


def add_listing(low: Lowering) -> None:
    """Adds the functions that answer for the first state of the history."""
    low.once("list", "list_choices", lambda name: _list(low, name))
    low.once("step once", "step_once", lambda name: _step(low, name))


def _list(low: Lowering, name: str) -> Code:
    """Every choice that is allowed, in order, as far as there is room; `ALLOWED` says how many there are."""
    code = PlayFunction(low, name, [])
    code.set(Register.IDENTITY, 0)
    with code.when(judge_candidates(code, code.at_state("0"))):
        code.set_game(PlayCell.ALLOWED, OVER)
    return code


def _step(low: Lowering, name: str) -> Code:
    """The choice of the script, if it is allowed, which `ALLOWED` says; `ARRIVED`: it led to the second state."""
    code = PlayFunction(low, name, [])
    code.set(Register.IDENTITY, 0)
    state, wanted = code.at_state("0"), code.choice_at("0", PlayCell.SCRIPT)
    code.set_game(PlayCell.WANTED, wanted, "ptr")
    judge_candidates(code, state)
    code.set_game(PlayCell.WANTED, "null", "ptr")
    code.set_game(PlayCell.ARRIVED, 0)
    with code.when(code.value(f"icmp ne i64 {code.game(PlayCell.ALLOWED)}, 0")):
        code.set(Register.IDENTITY, TAKEN)  # what is met from here on is met in the step
        code.take(state, wanted)
    return code
