"""A random play as its code has it: states that lie one behind the other, and how players go back along them."""

from __future__ import annotations

from ruleslawyer.engines.native.choosing import room
from ruleslawyer.engines.native.greedy import BARRED, begins_turn, plays_to_win
from ruleslawyer.engines.native.names import Game, Register
from ruleslawyer.engines.native.pieces import as_signed
from ruleslawyer.engines.native.rest import Step
from ruleslawyer.semantics.dice import GOLDEN

ENDS = "ended", "deadlocked", "broke_off", "cut_off", "lost", "stopped"
"""How a play ends, by number."""
END_BITS, START_BITS = 8, 32
"""Of what is said of a play: how it ended, from which bit on it says after how many actions, and how it began."""
TAKEN_BACK = 24
"""How often players take something back in one play."""


class Playing(Step):
    """The function that plays one play: its states lie one behind the other."""

    def state(self, step: str) -> str:
        place = self.value(f"mul i64 {step}, {self.get(Register.BYTES)}")
        return self.at_byte(self.game(Game.HISTORY, "ptr"), place)

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

    def choice_at(self, step: str, where: Game = Game.MADE) -> str:
        """The address of the choice that is taken in that state."""
        size = 8 + room(self.low.system, self.low.width)
        return self.at_byte(self.game(where, "ptr"), self.value(f"mul i64 {step}, {size}"))

    def take(self, state: str, made: str) -> None:
        """Go to the next state, if there is one: `ARRIVED` says so."""
        self.set(Register.USED, 0)
        self.set_game(Game.ARRIVED, 0)
        action, args = self.load("i64", made), self.at("i64", made, "1")
        self.call("take_chosen", [f"ptr {state}", f"i64 {action}", f"ptr {args}"], fails=False)

    def over(self, how: str, step: str) -> None:
        """The play ends."""
        said = self.value(f"or i64 {self.value(f'shl i64 {step}, {END_BITS}')}, {ENDS.index(how)}")
        self.end(f"ret i64 {self.value(f'or i64 {said}, {self.game(Game.BEGAN)}')}")


def turns(code: Playing, state: str, now: str) -> None:
    """The number of the turn, for players who play to win."""
    first = code.value(f"icmp eq i64 {now}, 0")
    with code.when(plays_to_win(code)):
        with code.when(first):
            code.set_game(Game.STAMP, code.value(f"add i64 {code.game(Game.STAMP)}, 1"))
            code.set_game(Game.FIRST_STAMP, code.game(Game.STAMP))
        with code.when(code.negate(first)):
            begins_turn(code, state, code.state(code.value(f"sub i64 {now}, 1")))


def take_back(code: Playing, state: str, step: str, forced: str, head: str) -> None:
    """Let players who play to win take back what they did last, or one more each time, where nobody can do anything."""
    now, back = code.load("i64", step), code.game(Game.TAKEN_BACK)
    is_stuck = code.all_of(
        [
            plays_to_win(code),
            code.value(f"icmp eq i64 {code.get(Register.MOVED)}, 0"),
            code.value(f"icmp eq i64 {code.game(Game.PASSES)}, 0"),
            code.value(f"icmp slt i64 {back}, {TAKEN_BACK}"),
        ]
    )
    with code.when(is_stuck):
        with code.when(code.value(f"icmp eq i64 {back}, 0")):
            code.copy(code.game(Game.STUCK, "ptr"), state, code.get(Register.BYTES))
            listed = code.value(f"icmp eq i64 {code.game(Game.NARROWED)}, 0")
            code.set_game(Game.STUCK_SURELY, code.value(f"zext i1 {listed} to i64"))
        left = code.variable("i64", code.value(f"add i64 {back}, 1"))
        code.set_game(Game.TAKEN_BACK, code.load("i64", left))
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
                    code.set_game(Game.DICE, code.value(f"add i64 {code.game(Game.FIRST_DICE)}, {dice}"))
                    code.store("i64", at, step)
                    code.store("i64", at, forced)
                    code.increase(code.register(Register.EPOCH))
                    code.set(Register.FROM, code.get(Register.EPOCH))
                    code.set(Register.WRITTEN, -1)  # what was written last led elsewhere
                    code.jump(head)
