"""Random plays in one loop: every candidate of a state is judged, one of those that are allowed is taken.

The interpreter plays the same plays, throw for throw (`play/random_play.py` says how a play goes, and what is thrown).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import accumulate

from ruleslawyer.engines.native.lifted import offer
from ruleslawyer.engines.native.lifted import play as search
from ruleslawyer.engines.native.lifted.code import Code
from ruleslawyer.engines.native.lifted.lowering import Lowering
from ruleslawyer.engines.native.lifted.names import ANSWER_BITS, Game, Register
from ruleslawyer.engines.native.lifted.rest import Step, recording
from ruleslawyer.engines.native.lifted.runtime import copy
from ruleslawyer.engines.native.lifted.storage import NONE, kind
from ruleslawyer.engines.native.table import HASH_FACTORS
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.system import Action, System
from ruleslawyer.semantics.dice import FACTORS, GOLDEN, SHIFTS

ENDS = "ended", "deadlocked", "broke_off", "cut_off", "lost", "stopped"
"""How a play ends, by number."""
PLAY_BITS, STEP_BITS = 40, 24
"""Of an identity: from which bit on it says the play of this run, and the actions before; below, the candidate (from 1
on), `TAKEN` or none."""
TAKEN = (1 << STEP_BITS) - 1
MOST_ALONG = (1 << PLAY_BITS - STEP_BITS) - 1
"""Actions of a play, at most."""
END_BITS, START_BITS = 8, 32
"""Of what is said of a play: how it ended, from which bit on it says after how many actions, and how it began."""
DRAWN = 512
"""Choices of an action that are drawn where they are too many to list (`sampling.FEW`)."""
SMALL_SET, MANY = 3, 1 << 31
SHARE = "0x3CA0000000000000"
"""2 to the power of -53."""


def signed(word: int) -> int:
    return word - (1 << 64) if word >> 63 else word


def parameters_of(action: Action) -> Sequence[n.Parameter]:
    """Those that somebody chooses."""
    return action.function.parameters[2 if action.framed else 1 :]


def places(action: Action, width: int) -> list[int]:
    """Where the arguments lie, in bytes; the last is how many they take."""
    sizes = {"number": 8, "set": width // 8, "map": 8 * offer.MOST_SEATS}
    return [0, *accumulate(sizes[kind(p.type)] for p in parameters_of(action))]


def room(system: System, width: int) -> int:
    """Bytes that the arguments of any action take, and some bytes to align them."""
    most = max((places(action, width)[-1] for action in system.actions.values()), default=0)
    return -(-max(most, 8) // 128) * 128


class Games:
    """What random plays do with the choices of a state (`lowering.Choosing`)."""

    def candidate(self, low: Lowering, action: Action) -> str:
        return low.once(("candidate", action.name), f"candidate_{action.name}", partial(_candidate, low, action))

    def narrowed(self, code: Step, action: Action) -> None:
        wanted = code.game(Game.WANTED, "ptr")
        with code.when(code.value(f"icmp ne ptr {wanted}, null")):
            number = list(code.low.system.actions).index(action.name)
            with code.when(code.value(f"icmp eq i64 {code.load('i64', wanted)}, {number}")):
                _look_at(code, action, code.at("i64", wanted, "1"))
            code.end("ret void")
        if parameters_of(action):
            self._many = code.value(f"icmp sgt i64 {_choices(code, action)}, {code.game(Game.FEW)}")
            with code.when(self._many):
                code.set_game(Game.NARROWED, 1)

    def drawn(self, code: Step, action: Action) -> None:
        low = code.low
        with code.when(self._many):
            draw = low.once(("draw", action.name), f"draw_{action.name}", partial(_draw, low, action))
            dice, number = code.game(Game.DICE), list(low.system.actions).index(action.name)
            own = code.value(f"add i64 {mixed(code, code.game(Game.PRIORITY))}, {signed(number * GOLDEN % (1 << 64))}")
            code.set_game(Game.DICE, mixed(code, own))
            with code.counting("0", str(DRAWN)):
                code.call(draw, ["ptr %s", f"{low.set} %awaited"], fails=False)
            code.set_game(Game.DICE, dice)
            code.end("ret void")


def play(low: Lowering) -> None:
    """Everything that random plays need."""
    low.once("mix", "mix", lambda name: _mix(low, name))
    low.once("throw", "throw", lambda name: _throw(low, name))
    search.visiting(low)
    low.once("take chosen", "take_chosen", lambda name: _take_chosen(low, name))
    low.once("choose", "choose", lambda name: _choose(low, name))
    low.once("try passes", "try_passes", lambda name: _try_passes(low, name))
    low.once("hash", "hash_of", lambda name: _hash(low, name))
    low.once("game", "game", lambda name: _game(low, name))
    low.once("games", "games", lambda name: _games(low, name))
    low.once("retrace", "retrace_script", lambda name: _retrace(low, name))
    low.once("follow", "follow_script", lambda name: _follow(low, name))


ENTRY = """\
define void @retrace(ptr %c, i64 %number) nounwind {
  call void @retrace_script(ptr %c, i64 %number)
  ret void
}

define void @follow(ptr %c, i64 %attempt) nounwind {
  call void @follow_script(ptr %c, i64 %attempt)
  ret void
}

define void @play(ptr %c, i64 %first, i64 %stop) nounwind {
  call void @games(ptr %c, i64 %first, i64 %stop)
  ret void
}

define void @hashed(ptr %c, ptr %state, ptr %found) nounwind {
  %hash = call i64 @hash_of(ptr %c, ptr %state)
  store i64 %hash, ptr %found
  ret void
}"""


# --- throws ---------------------------------------------------------------------------------------------------------


def _mix(low: Lowering, name: str) -> Code:
    """`dice.mixed`."""
    code = Code(low, name, ["i64 %word"], "i64", behind="memory(none) willreturn alwaysinline")
    word = "%word"
    for shift, factor in zip(SHIFTS, (*FACTORS, 1), strict=True):
        word = code.value(f"xor i64 {word}, {code.value(f'lshr i64 {word}, {shift}')}")
        word = code.value(f"mul i64 {word}, {signed(factor)}")
    code.end(f"ret i64 {word}")
    return code


def mixed(code: Code, word: str) -> str:
    return code.call("mix", [f"i64 {word}"], "i64", fails=False)


def _throw(low: Lowering, name: str) -> Code:
    """One random word."""
    code = Code(low, name, [], "i64")
    state = code.value(f"add i64 {code.game(Game.DICE)}, {signed(GOLDEN)}")
    code.set_game(Game.DICE, state)
    code.end(f"ret i64 {mixed(code, state)}")
    return code


def thrown(code: Code, stop: str = "") -> str:
    """A random word, or a number below `stop`."""
    word = code.call("throw", [], "i64", fails=False)
    return code.value(f"urem i64 {word}, {stop}") if stop else word


# --- candidates -----------------------------------------------------------------------------------------------------


def _choices(code: Step, action: Action) -> str:
    """How many choices an action has here; far too many are as many as `MANY`."""
    found = "1"
    for parameter in parameters_of(action):
        owner = f"{action.name}.{parameter.name}"
        match parameter.type:
            case t.Set(item):
                size = code.size(item)
                some = code.value(f"icmp slt i64 {size}, 31")
                factor = code.value(f"shl i64 1, {code.either(some, size, '31', 'i64')}")
            case t.Map(key, item):
                first, stop = offer.span(code, owner, item)
                each, power = code.value(f"sub i64 {stop}, {first}"), code.variable("i64", "1")
                with code.counting("0", code.size(key)) as seat, code.when(_awaited(code, seat)):
                    code.store("i64", _times(code, code.load("i64", power), each), power)
                factor = code.load("i64", power)
            case _:
                first, stop = offer.span(code, owner, parameter.type)
                factor = code.value(f"sub i64 {stop}, {first}")
        found = _times(code, found, factor)
    return found


def _times(code: Code, one: str, other: str) -> str:
    both = code.value(f"mul i64 {one}, {other}")
    return code.either(code.value(f"icmp slt i64 {both}, {MANY}"), both, str(MANY), "i64")


def _awaited(code: Step, seat: str) -> str:
    shifted = code.value(f"lshr {code.low.set} %awaited, {code.widened(seat)}")
    return code.value(f"trunc {code.low.set} {shifted} to i1")


def _draw(low: Lowering, action: Action, name: str) -> Code:
    """One choice of an action, drawn at random (`Sampling`)."""
    code = Step(low, name, ["ptr %s", f"{low.set} %awaited"])
    args = [_drawn(code, f"{action.name}.{p.name}", p.type) for p in parameters_of(action)]
    if action.actor is not None:
        who = args[action.actor - (2 if action.framed else 1)]
        with code.when(code.negated(_awaited(code, who))):
            code.end("ret void")
    typed = [f"{low.llvm(p.type)} {a}" for p, a in zip(parameters_of(action), args, strict=True)]
    assert low.games is not None
    code.call(low.games.candidate(low, action), ["ptr %s", *typed], fails=False)
    return code


def _drawn(code: Step, owner: str, type_: t.Type) -> str:
    match type_:
        case t.Set(item):
            return _drawn_set(code, code.size(item))
        case t.Map(key, item):
            shown = code.variable("i64", count=offer.MOST_SEATS)
            with code.counting("0", code.size(key)) as seat:
                code.store("i64", str(NONE), code.at("i64", shown, seat))
                with code.when(_awaited(code, seat)):
                    code.store("i64", _drawn(code, owner, item), code.at("i64", shown, seat))
            return shown
    first, stop = offer.span(code, owner, type_)
    number = thrown(code, code.value(f"sub i64 {stop}, {first}"))
    return offer.valued(code, owner, type_, code.value(f"add i64 {number}, {first}"))


def _drawn_set(code: Step, size: str) -> str:
    set_ = code.low.set
    found = code.variable(set_, "0")
    is_small = code.value(f"icmp slt i64 {thrown(code)}, 0")
    with code.when(is_small):
        most = code.either(code.value(f"icmp slt i64 {size}, {SMALL_SET}"), size, str(SMALL_SET), "i64")
        with code.counting("0", thrown(code, code.value(f"add i64 {most}, 1"))):
            bit = code.bit(thrown(code, size))
            code.store(set_, code.value(f"or {set_} {code.load(set_, found)}, {bit}"), found)
    with code.when(code.negated(is_small)):
        words = code.value(f"lshr i64 {code.value(f'add i64 {size}, 63')}, 6")
        with code.counting("0", words) as k:
            word = code.widened(thrown(code))
            place = code.widened(code.value(f"shl i64 {k}, 6"))
            some = code.value(f"shl {set_} {word}, {place}")
            code.store(set_, code.value(f"or {set_} {code.load(set_, found)}, {some}"), found)
        some = code.value(f"and {set_} {code.load(set_, found)}, {code.everyone(size)}")
        code.store(set_, some, found)
    return code.load(set_, found)


def _look_at(code: Step, action: Action, place: str) -> None:
    """One choice that lies in memory, if those who are awaited can make it."""
    kept = _kept(code, action, place)
    skip, after = 2 if action.framed else 1, code.label()
    for number, parameter in enumerate(parameters_of(action)):
        if action.actor == number + skip:
            offer.unless(code, _awaited(code, kept[number].split()[1]), after)
        if isinstance(parameter.type, t.Map):
            shown = kept[number].split()[1]
            with code.counting("0", code.size(parameter.type.key)) as seat:
                chooses = code.value(f"icmp ne i64 {code.entry('i64', shown, seat)}, {NONE}")
                offer.unless(code, code.negated(code.value(f"xor i1 {chooses}, {_awaited(code, seat)}")), after)
    assert code.low.games is not None
    code.call(code.low.games.candidate(code.low, action), ["ptr %s", *kept], fails=False)
    code.begin(after)


def _candidate(low: Lowering, action: Action, name: str) -> Code:
    """One choice: whether it is allowed, and whether it is the one of its action that is taken, if any is."""
    parameters = parameters_of(action)
    args = [f"%a{i}" for i in range(len(parameters))]
    typed = [f"{low.llvm(p.type)} {a}" for p, a in zip(parameters, args, strict=True)]
    code = Step(low, name, ["ptr %s", *typed])
    number = list(low.system.actions).index(action.name)
    identity = code.value(f"add i64 {code.get(Register.IDENTITY)}, 1")
    code.set(Register.IDENTITY, identity)
    with code.when(code.value(f"icmp eq i64 {identity}, {code.game(Game.WATCHED)}")):
        seen = code.game(Game.SEEN, "ptr")
        code.store("i64", str(number), seen)
        _keep(code, action, args, code.at("i64", seen, "1"))
    with offer.candidate(code, action, args):
        counts = not action.outside_play
        take = low.once(("take", action.name), f"take_{action.name}", lambda made: offer.taken(low, action, made))
        with code.when(code.value(f"icmp ne i64 {code.game(Game.TRYING)}, 0")):
            if counts and action.passes:
                code.call(take, ["ptr %s", *typed], fails=False)
            code.end("ret void")
        if counts and not action.passes:
            code.set(Register.MOVED, 1)
        if counts and action.passes:
            code.set_game(Game.PASSES, 1)
        code.set_game(Game.PASSED, int(action.passes))
        _count(code, Game.ALLOWED)
        hashed = _hashed(code, action, args, number)
        found = code.at("i64", code.game(Game.FOUND, "ptr"), str(number))
        best = code.at("i64", code.game(Game.BEST, "ptr"), str(number))
        first = code.value(f"icmp eq i64 {code.increase(found)}, 0")
        better = code.value(f"icmp ugt i64 {hashed}, {code.load('i64', best)}")
        with code.when(code.value(f"or i1 {first}, {better}")):
            code.store("i64", hashed, best)
            slots = code.game(Game.SLOTS, "ptr")
            _keep(code, action, args, code.at_byte(slots, str(number * room(low.system, low.width))))
    return code


def _count(code: Code, what: Game) -> str:
    """Add one; gives what it was before."""
    had = code.game(what)
    code.set_game(what, code.value(f"add i64 {had}, 1"))
    return had


def _keep(code: Step, action: Action, args: Sequence[str], place: str) -> None:
    """The arguments, where they can be taken from again."""
    for parameter, arg, offset in zip(parameters_of(action), args, places(action, code.low.width)[:-1], strict=True):
        here = code.at_byte(place, str(offset))
        match parameter.type:
            case t.Map(key, _):
                copy(code, here, arg, code.value(f"shl i64 {code.size(key)}, 3"))
            case t.Set():
                code.do(f"store {code.low.set} {arg}, ptr {here}, align 1")
            case _:
                code.store("i64", arg, here)


def _kept(code: Step, action: Action, place: str) -> list[str]:
    """The arguments again, with their types."""
    found = []
    for parameter, offset in zip(parameters_of(action), places(action, code.low.width)[:-1], strict=True):
        here, type_ = code.at_byte(place, str(offset)), code.low.llvm(parameter.type)
        found.append(f"ptr {here}" if type_ == "ptr" else f"{type_} {code.value(f'load {type_}, ptr {here}, align 1')}")
    return found


def _hashed(code: Step, action: Action, args: Sequence[str], number: int) -> str:
    """The choice as one word, another one in each state."""
    now = code.variable("i64", mixed(code, code.value(f"xor i64 {code.game(Game.PRIORITY)}, {number}")))

    def add(word: str) -> None:
        code.store("i64", mixed(code, code.value(f"xor i64 {code.load('i64', now)}, {word}")), now)

    for parameter, arg in zip(parameters_of(action), args, strict=True):
        match parameter.type:
            case t.Map(key, _):
                with code.counting("0", code.size(key)) as seat:
                    add(code.entry("i64", arg, seat))
            case t.Set():
                add(_word_of(code, arg))
            case _:
                add(arg)
    return code.load("i64", now)


def _word_of(code: Step, set_: str) -> str:
    """One word of a set."""
    found = code.narrowed(set_)
    for place in range(64, code.low.width, 64):
        word = code.narrowed(code.value(f"lshr {code.low.set} {set_}, {place}"))
        some = code.value(f"icmp ne i64 {word}, 0")
        more = code.either(some, mixed(code, code.value(f"add i64 {word}, {place}")), "0", "i64")
        found = code.value(f"xor i64 {found}, {more}")
    return found


# --- a play ---------------------------------------------------------------------------------------------------------


def _take_chosen(low: Lowering, name: str) -> Code:
    code = Step(low, name, ["ptr %s", "i64 %action", "ptr %args"])
    actions = list(low.system.actions.values())
    for number in code.cases("%action", "i64", range(len(actions))):
        action = actions[number]
        take = low.once(("take", action.name), f"take_{action.name}", partial(offer.taken, low, action))
        code.call(take, ["ptr %s", *_kept(code, action, "%args")], fails=False)
    return code


def _choose(low: Lowering, name: str) -> Code:
    """The number of the action that is taken: one that is taken often grows less likely."""
    code = Step(low, name, [], "i64")
    share = code.value(f"uitofp i64 {code.value(f'lshr i64 {thrown(code)}, 11')} to double")
    share = code.value(f"fmul double {share}, {SHARE}")
    number = str(len(low.system.actions))
    found, times, liked = (code.game(g, "ptr") for g in (Game.FOUND, Game.TIMES, Game.LIKED))

    def weight(action: str) -> str:
        taken = code.value(f"add i64 {code.entry('i64', times, action)}, 1")
        root = code.value(f"call double @llvm.sqrt.f64(double {code.value(f'uitofp i64 {taken} to double')})")
        return code.value(f"fdiv double {code.entry('double', liked, action)}, {root}")

    def is_there(action: str) -> str:
        return code.value(f"icmp ne i64 {code.entry('i64', found, action)}, 0")

    total = code.variable("double", "0.0")
    with code.counting("0", number) as action, code.when(is_there(action)):
        more = code.value(f"fadd double {code.load('double', total)}, {weight(action)}")
        code.store("double", more, total)
    wanted = code.value(f"fmul double {share}, {code.load('double', total)}")
    now, last = code.variable("double", "0.0"), code.variable("i64", "0")
    with code.counting("0", number) as action, code.when(is_there(action)):
        more = code.value(f"fadd double {code.load('double', now)}, {weight(action)}")
        code.store("double", more, now)
        code.store("i64", action, last)
        with code.when(code.value(f"fcmp olt double {wanted}, {more}")):
            code.end(f"ret i64 {action}")
    code.end(f"ret i64 {code.load('i64', last)}")
    return code


def _try_passes(low: Lowering, name: str) -> Code:
    """Whether some pass that is allowed leads elsewhere: then `MOVED` says so. Nothing is logged."""
    code = Step(low, name, ["ptr %s"])
    marks, last = code.get(Register.MARKS, "ptr"), code.get(Register.LAST, "ptr")
    silence = code.game(Game.SILENCE)
    code.set_game(Game.SILENCE, 1)
    code.set_game(Game.TRYING, 1)
    code.set(Register.MARKS, code.get(Register.UNMARKED, "ptr"), "ptr")
    code.set(Register.LAST, code.game(Game.SPARE_LAST, "ptr"), "ptr")
    code.call("visit", ["ptr %s"], "i1", fails=False)
    code.set(Register.MARKS, marks, "ptr")
    code.set(Register.LAST, last, "ptr")
    code.set_game(Game.TRYING, 0)
    code.set_game(Game.SILENCE, silence)
    recording(code, True)
    return code


def _hash(low: Lowering, name: str) -> Code:
    """A word for a state."""
    code = Code(low, name, ["ptr %state"], "i64")
    hashed = code.variable("i64", "0")
    with code.counting("0", code.value(f"lshr i64 {code.get(Register.BYTES)}, 3")) as i:
        word = code.value(f"load i64, ptr {code.at('i64', '%state', i)}, align 1")
        now = code.value(f"xor i64 {code.load('i64', hashed)}, {word}")
        now = code.value(f"mul i64 {now}, {HASH_FACTORS[0]}")
        code.store("i64", code.value(f"xor i64 {now}, {code.value(f'lshr i64 {now}, 32')}"), hashed)
    code.end(f"ret i64 {mixed(code, code.load('i64', hashed))}")
    return code


def _games(low: Lowering, name: str) -> Code:
    """Plays by their numbers, as far as the log and the limit of actions have room for them."""
    code = Code(low, name, ["i64 %first", "i64 %stop"])
    code.set_game(Game.PLAYED, 0)
    with code.counting("%first", "%stop") as number:
        left = code.value(f"icmp sle i64 {code.game(Game.LEFT)}, 0")
        full = code.value(f"icmp sgt i64 {code.get(Register.LOGGED)}, {LOG_ENOUGH}")
        made = code.value(f"icmp uge ptr {code.game(Game.MADE_ALL, 'ptr')}, {code.game(Game.MADE_END, 'ptr')}")
        with code.when(code.any_of([left, full, made])):
            code.end("ret void")
        code.set_game(Game.MADE, code.game(Game.MADE_ALL))
        relative = code.value(f"sub i64 {number}, %first")
        end = code.call("game", [f"i64 {number}", f"i64 {relative}"], "i64", fails=False)
        code.store("i64", end, code.at("i64", code.game(Game.ENDS, "ptr"), relative))
        steps = code.value(f"and i64 {code.value(f'lshr i64 {end}, {END_BITS}')}, {MOST_ALONG}")
        size = code.value(f"mul i64 {steps}, {8 + room(low.system, low.width)}")
        code.set_game(Game.MADE_ALL, code.value(f"add i64 {code.game(Game.MADE_ALL)}, {size}"))
        _count(code, Game.PLAYED)
    return code


LOG_ENOUGH = 1 << 17
"""Entries of the log with which no further play is begun."""


class Playing(Step):
    """The function that plays one play: its states lie one behind the other."""

    def state(self, step: str) -> str:
        place = self.value(f"mul i64 {step}, {self.get(Register.BYTES)}")
        return self.at_byte(self.game(Game.HISTORY, "ptr"), place)

    def at_state(self, step: str) -> str:
        """A state of the play, which is looked at now."""
        state = self.state(step)
        self.set(Register.CURRENT, state, "ptr")
        self.set(Register.NEXT, self.at_byte(state, self.get(Register.BYTES)), "ptr")
        self.set(Register.USED, 0)
        self.set(Register.WRITER, 1)
        return state

    def made(self, step: str, where: Game = Game.MADE) -> str:
        """What is taken in that state."""
        size = 8 + room(self.low.system, self.low.width)
        return self.at_byte(self.game(where, "ptr"), self.value(f"mul i64 {step}, {size}"))

    def take(self, state: str, made: str) -> None:
        """To the next state, if there is one: `ARRIVED` says so."""
        self.set(Register.USED, 0)
        self.set_game(Game.ARRIVED, 0)
        action, args = self.load("i64", made), self.at("i64", made, "1")
        self.call("take_chosen", [f"ptr {state}", f"i64 {action}", f"ptr {args}"], fails=False)

    def over(self, how: str, step: str) -> None:
        """The play ends."""
        said = self.value(f"or i64 {self.value(f'shl i64 {step}, {END_BITS}')}, {ENDS.index(how)}")
        self.end(f"ret i64 {self.value(f'or i64 {said}, {self.game(Game.BEGAN)}')}")


def _game(low: Lowering, name: str) -> Code:
    """One play: how it ends, and after how many actions."""
    code = Playing(low, name, ["i64 %number", "i64 %relative"], "i64")
    actions = len(low.system.actions)
    seeded = code.value(f"add i64 {code.game(Game.SEED)}, {code.value(f'mul i64 %number, {signed(GOLDEN)}')}")
    code.set_game(Game.DICE, mixed(code, seeded))
    code.set_game(Game.SALT, code.value(f"shl i64 %number, {PLAY_BITS}"))
    code.call("zero", [f"ptr {code.game(Game.TIMES, 'ptr')}", f"i64 {8 * actions}"], fails=False)
    bytes_ = code.get(Register.BYTES)
    began = thrown(code, code.game(Game.STARTING))
    code.set_game(Game.BEGAN, code.value(f"shl i64 {began}, {START_BITS}"))
    start = code.entry("ptr", code.game(Game.STARTS, "ptr"), began)
    with code.when(code.value(f"icmp eq ptr {start}, null")):
        code.over("broke_off", "0")
    copy(code, code.state("0"), start, bytes_)
    step, forced = code.variable("i64", "0"), code.variable("i64", "0")
    play_ = code.value(f"shl i64 %relative, {PLAY_BITS}")
    with code.loop():
        now = code.load("i64", step)
        state = code.at_state(now)
        identity = code.value(f"or i64 {play_}, {code.value(f'shl i64 {now}, {STEP_BITS}')}")
        code.set(Register.IDENTITY, identity)
        _remember(code, state)
        code.call("looked_at", [f"ptr {state}"], fails=False)
        _cut_off(code, state, now)
        with code.when(_look(code, state)):
            code.over("ended", now)
        _stuck(code, state, now)
        _round(code, state, now, forced, play_)
        action = code.call("choose", [], "i64", fails=False)
        made = code.made(now)
        size = room(low.system, low.width)
        slot = code.value(f"mul i64 {action}, {size}")
        code.store("i64", action, made)
        copy(code, code.at("i64", made, "1"), code.at_byte(code.game(Game.SLOTS, "ptr"), slot), str(size))
        for counted in (Game.TIMES, Game.TAKEN):
            code.increase(code.at("i64", code.game(counted, "ptr"), action))
        code.set(Register.IDENTITY, code.value(f"or i64 {identity}, {TAKEN}"))
        code.set_game(Game.LEFT, code.value(f"sub i64 {code.game(Game.LEFT)}, 1"))
        code.take(state, made)
        code.increase(step)
        with code.when(code.value(f"icmp eq i64 {code.game(Game.ARRIVED)}, 0")):
            code.over("broke_off", code.load("i64", step))
    return code


def _remember(code: Playing, state: str) -> None:
    """The state's hash, so that states can be counted."""
    hashed = code.game(Game.HASHED)
    with code.when(code.value(f"icmp slt i64 {hashed}, {code.game(Game.MOST_HASHED)}")):
        found = code.call("hash_of", [f"ptr {state}"], "i64", fails=False)
        code.store("i64", found, code.at("i64", code.game(Game.HASHES, "ptr"), hashed))
        code.set_game(Game.HASHED, code.value(f"add i64 {hashed}, 1"))


def _cut_off(code: Playing, state: str, now: str) -> None:
    """Where a play may not go on; that it is over is no reason then."""
    long = code.value(f"icmp sge i64 {now}, {code.game(Game.LONGEST)}")
    spent = code.value(f"icmp sle i64 {code.game(Game.LEFT)}, 0")
    with code.when(code.value(f"or i1 {long}, {spent}")):
        recording(code, False)
        ended = code.call(code.low.function(code.low.system.ended), [f"ptr {state}"], "i64", fails=False)
        failed = code.value(f"icmp ne i64 {code.get(Register.ERROR)}, 0")
        code.set(Register.ERROR, 0)
        code.set(Register.ERROR_RULE, 0)
        recording(code, True)
        is_over = code.value(f"icmp ne i64 {ended}, 0")
        with code.when(code.value(f"and i1 {is_over}, {code.negated(failed)}")):
            code.over("ended", now)
        with code.when(long):
            code.over("cut_off", now)
        code.over("stopped", now)


def _look(code: Playing, state: str) -> str:
    """Every candidate of a state is judged; whether the game is over."""
    for register in (Game.ALLOWED, Game.NARROWED, Game.PASSES, Game.PASSED, Game.SIGN):
        code.set_game(register, 0)
    code.set(Register.MOVED, 0)
    found = code.game(Game.FOUND, "ptr")
    code.call("zero", [f"ptr {found}", f"i64 {8 * len(code.low.system.actions)}"], fails=False)
    code.set_game(Game.PRIORITY, thrown(code))
    return code.call("visit", [f"ptr {state}"], "i1", fails=False)


def _stuck(code: Playing, state: str, now: str) -> None:
    """The end where nobody can do anything."""
    with code.when(_tell_stuck(code, state)):
        with code.when(code.value(f"icmp ne i64 {code.game(Game.NARROWED)}, 0")):
            code.over("lost", now)
        code.over("deadlocked", now)


def _tell_stuck(code: Playing, state: str) -> str:
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


def _round(code: Playing, state: str, now: str, forced: str, play_: str) -> None:
    """The end where forced passes lead back to a state: nothing else can happen then."""
    is_forced = code.all_of(
        [
            code.value(f"icmp eq i64 {code.game(Game.ALLOWED)}, 1"),
            code.value(f"icmp eq i64 {code.game(Game.WAITING)}, 1"),
            code.value(f"icmp eq i64 {code.game(Game.NARROWED)}, 0"),
            code.value(f"icmp ne i64 {code.game(Game.PASSED)}, 0"),
        ]
    )
    with code.when(is_forced), code.counting(code.load("i64", forced), now) as earlier:
        bytes_ = code.get(Register.BYTES)
        known = code.state(earlier)
        with code.when(code.call("same", [f"ptr {known}", f"ptr {state}", f"i64 {bytes_}"], "i1", fails=False)):
            place = code.value(f"or i64 {play_}, {code.value(f'shl i64 {earlier}, {STEP_BITS}')}")
            code.set(Register.IDENTITY, place)
            passes = code.value(f"shl i64 {code.value(f'sub i64 {now}, {earlier}')}, 16")
            action = code.call("choose", [], "i64", fails=False)
            code.tell(code.low.names.tell("idle"), code.value(f"or i64 {passes}, {action}"), event="true")
            code.over("broke_off", now)
    with code.when(code.negated(is_forced)):
        code.store("i64", code.value(f"add i64 {now}, 1"), forced)


# --- a play again ---------------------------------------------------------------------------------------------------


def _retrace(low: Lowering, name: str) -> Code:
    """A play whose choices are known, from the first state of the history on; then the candidates of the last state,
    drawn as they were."""
    code = Playing(low, name, ["i64 %number"])
    scripted = code.game(Game.SCRIPTED)
    with code.counting("0", scripted) as now:
        code.take(code.at_state(now), code.made(now, Game.SCRIPT))
    state = code.at_state(scripted)
    seeded = code.value(f"add i64 {code.game(Game.SEED)}, {code.value(f'mul i64 %number, {signed(GOLDEN)}')}")
    thrown_already = code.value(f"add i64 {code.value(f'shl i64 {scripted}, 1')}, 1")
    dice = code.value(f"add i64 {mixed(code, seeded)}, {code.value(f'mul i64 {thrown_already}, {signed(GOLDEN)}')}")
    code.set_game(Game.DICE, dice)
    with code.when(code.value(f"icmp ne i64 {code.game(Game.WATCHED)}, -1")):
        code.set(Register.IDENTITY, 0)
        _look(code, state)
    return code


def _follow(low: Lowering, name: str) -> Code:
    """A play that takes of its script what may be taken, each in its turn, and tells what it meets, at last whether it
    is stuck: behind the actions before, an identity has the number of the choice that is looked at (from 1 on), or
    `TAKEN`."""
    code = Playing(low, name, ["i64 %attempt"])
    code.set_game(Game.SALT, code.value(f"shl i64 %attempt, {PLAY_BITS}"))
    step = code.variable("i64", "0")
    code.set_game(Game.TOOK, 0)
    asks = code.value(f"icmp ne i64 {code.game(Game.ASKING)}, 0")

    def look_at(now: str) -> None:
        code.set(Register.IDENTITY, code.value(f"shl i64 {now}, {STEP_BITS}"))
        with code.when(asks):
            code.call("looked_at", [f"ptr {code.at_state(now)}"], fails=False)

    look_at("0")
    with code.counting("0", code.game(Game.SCRIPTED)) as at:
        now = code.load("i64", step)
        state, wanted = code.at_state(now), code.made(at, Game.SCRIPT)
        place = code.value(f"shl i64 {now}, {STEP_BITS}")
        code.set(Register.IDENTITY, code.value(f"or i64 {place}, {at}"))
        code.set_game(Game.WANTED, wanted, "ptr")
        over = _look(code, state)
        code.set_game(Game.WANTED, "null", "ptr")
        with code.when(over):
            code.end("ret void")
        with code.when(code.value(f"icmp ne i64 {code.game(Game.ALLOWED)}, 0")):
            code.store("i64", at, code.at("i64", code.game(Game.ENDS, "ptr"), now))
            code.set(Register.IDENTITY, code.value(f"or i64 {place}, {TAKEN}"))
            code.take(state, wanted)
            code.increase(step)
            code.set_game(Game.TOOK, code.load("i64", step))
            with code.when(code.value(f"icmp eq i64 {code.game(Game.ARRIVED)}, 0")):
                code.end("ret void")
            look_at(code.load("i64", step))
    now = code.load("i64", step)
    with code.when(code.value(f"icmp ne i64 {code.game(Game.LONGEST)}, 0")):
        state = code.at_state(now)
        code.set(Register.IDENTITY, code.value(f"shl i64 {now}, {STEP_BITS}"))
        with code.when(_look(code, state)):
            code.end("ret void")
        _tell_stuck(code, state)
    return code
