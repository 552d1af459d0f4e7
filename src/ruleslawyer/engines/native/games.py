"""Random plays in one loop: every candidate of a state is judged, one of those that are allowed is taken.

The interpreter plays the same plays, throw for throw (`play/random_play.py` says how a play goes, and what is thrown).
"""

from __future__ import annotations

from ruleslawyer.engines.native import play as search
from ruleslawyer.engines.native import step
from ruleslawyer.engines.native.choosing import add, arguments_at, count, room, stamp
from ruleslawyer.engines.native.code import Code, recording
from ruleslawyer.engines.native.drawing import mix, throw
from ruleslawyer.engines.native.greedy import WORST, plays_to_win
from ruleslawyer.engines.native.kept import carry_over
from ruleslawyer.engines.native.kinds import note
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.names import BEFORE_ASKED, NOTHING_ASKED, PlayCell, Register
from ruleslawyer.engines.native.playing import (
    END_BITS,
    MOST_ALONG,
    PLAY_BITS,
    START_BITS,
    STEP_BITS,
    TAKEN,
    PlayFunction,
    end_at_deadlock,
    judge_candidates,
    take_back,
    tell_deadlock,
    turns,
)
from ruleslawyer.engines.native.rest import StepFunction
from ruleslawyer.engines.native.slots import as_signed
from ruleslawyer.engines.native.table import HASH_FACTORS
from ruleslawyer.engines.native.text import forward
from ruleslawyer.engines.native.written import changed_in_play
from ruleslawyer.semantics.dice import GOLDEN

SHARE = "0x3CA0000000000000"
"""2 to the power of -53."""


def play(low: Lowering) -> None:
    """Everything that random plays need."""
    add(low)
    search.visiting(low)
    low.once("changed in play", "changed_in_play", lambda name: changed_in_play(low, name))
    low.once("take chosen", "take_chosen", lambda name: _take_choice(low, name))
    low.once("choose", "choose", lambda name: _choose(low, name))
    low.once("note", "note_chosen", lambda name: note(low, name))
    low.once("stamp", "stamp", lambda name: stamp(low, name))
    low.once("try passes", "try_passes", lambda name: _try_passes(low, name))
    low.once("hash", "hash_of", lambda name: _hash(low, name))
    low.once("game", "game", lambda name: _game(low, name))
    low.once("games", "games", lambda name: _games(low, name))
    low.once("retrace", "retrace_script", lambda name: _retrace(low, name))
    low.once("follow", "follow_script", lambda name: _follow(low, name))


HASHED = """\
define void @hashed(ptr %c, ptr %state, ptr %found) nounwind {
  %hash = call i64 @hash_of(ptr %c, ptr %state)
  store i64 %hash, ptr %found
  ret void
}"""
ENTRY = "\n\n".join((
    forward("retrace", "retrace_script", "i64 %number"),
    forward("follow", "follow_script", "i64 %attempt"),
    forward("play", "games", "i64 %first", "i64 %stop"),
    HASHED,
))  # fmt: skip


# --- a play ---------------------------------------------------------------------------------------------------------


def _take_choice(low: Lowering, name: str) -> Code:
    code = StepFunction(low, name, ["ptr %s", "i64 %action", "ptr %args"])
    actions = list(low.system.actions.values())
    for number in code.cases("%action", "i64", range(len(actions))):
        action = actions[number]
        take = step.take(low, action)
        code.call(take, ["ptr %s", *arguments_at(code, action, "%args")], fails=False)
    return code


def _choose(low: Lowering, name: str) -> Code:
    """The number of the action that is taken: one that is taken often grows less likely, or all choices are as likely;
    of greedy players, one by which most is gained."""
    code = StepFunction(low, name, [], "i64")
    share = code.value(f"uitofp i64 {code.value(f'lshr i64 {throw(code)}, 11')} to double")
    share = code.value(f"fmul double {share}, {SHARE}")
    number = str(len(low.system.actions))
    found, times, liked = (code.game(g, "ptr") for g in (PlayCell.FOUND, PlayCell.TIMES, PlayCell.LIKED))

    def weight(action: str) -> str:
        taken = code.value(f"add i64 {code.entry('i64', times, action)}, 1")
        root = code.value(f"call double @llvm.sqrt.f64(double {code.value(f'uitofp i64 {taken} to double')})")
        many = code.value(f"uitofp i64 {code.entry('i64', found, action)} to double")
        likely = code.entry("double", liked, action)
        all_ = code.value(f"fmul double {likely}, {many}")
        return code.either(evenly, all_, code.value(f"fdiv double {likely}, {root}"), "double")

    evenly = code.value(f"icmp ne i64 {code.game(PlayCell.EVENLY)}, 0")
    gains, most = code.game(PlayCell.GAINS, "ptr"), code.variable("i64", str(WORST))
    with code.counting("0", number) as action:
        gained = code.entry("i64", gains, action)
        is_wanted = code.all_of(
            [
                code.value(f"icmp ne i64 {code.entry('i64', found, action)}, 0"),
                code.value(f"fcmp ogt double {code.entry('double', liked, action)}, 0.0"),
                code.value(f"icmp sgt i64 {gained}, {code.load('i64', most)}"),
            ]
        )
        with code.when(is_wanted):
            code.store("i64", gained, most)

    def is_there(action: str) -> str:
        there = code.value(f"icmp ne i64 {code.entry('i64', found, action)}, 0")
        enough = code.value(f"icmp sge i64 {code.entry('i64', gains, action)}, {code.load('i64', most)}")
        return code.value(f"and i1 {there}, {enough}")

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
    code = StepFunction(low, name, ["ptr %s"])
    marks, last = code.get(Register.MARKS, "ptr"), code.get(Register.LAST, "ptr")
    silence = code.game(PlayCell.SILENCE)
    code.set_game(PlayCell.SILENCE, 1)
    code.set_game(PlayCell.TRYING, 1)
    code.set(Register.MARKS, code.get(Register.UNMARKED, "ptr"), "ptr")
    code.set(Register.LAST, code.game(PlayCell.SPARE_LAST, "ptr"), "ptr")
    code.call("visit", ["ptr %s"], "i1", fails=False)
    code.set(Register.MARKS, marks, "ptr")
    code.set(Register.LAST, last, "ptr")
    code.set_game(PlayCell.TRYING, 0)
    code.set_game(PlayCell.SILENCE, silence)
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
    code.end(f"ret i64 {mix(code, code.load('i64', hashed))}")
    return code


def _games(low: Lowering, name: str) -> Code:
    """Plays by their numbers, as far as the log and the limit of actions have room for them."""
    code = PlayFunction(low, name, ["i64 %first", "i64 %stop"])
    code.set_game(PlayCell.PLAYED, 0)
    with code.counting("%first", "%stop") as number:
        left = code.value(f"icmp sle i64 {code.game(PlayCell.LEFT)}, 0")
        full = code.value(f"icmp sgt i64 {code.get(Register.LOGGED)}, {LOG_ENOUGH}")
        made = code.value(f"icmp uge ptr {code.game(PlayCell.MADE_ALL, 'ptr')}, {code.game(PlayCell.MADE_END, 'ptr')}")
        with code.when(code.any_of([left, full, made])):
            code.end("ret void")
        code.set_game(PlayCell.MADE, code.game(PlayCell.MADE_ALL))
        relative = code.value(f"sub i64 {number}, %first")
        end = code.call("game", [f"i64 {number}", f"i64 {relative}"], "i64", fails=False)
        code.set(Register.FOLLOWS, NOTHING_ASKED)
        code.store("i64", end, code.at("i64", code.game(PlayCell.ENDS, "ptr"), relative))
        steps = code.value(f"and i64 {code.value(f'lshr i64 {end}, {END_BITS}')}, {MOST_ALONG}")
        finals, bytes_ = code.game(PlayCell.FINALS, "ptr"), code.get(Register.BYTES)
        with code.when(code.value(f"icmp ne ptr {finals}, null")):
            code.copy(code.at_byte(finals, code.value(f"mul i64 {relative}, {bytes_}")), code.state(steps), bytes_)
        size = code.value(f"mul i64 {steps}, {8 + room(low.system, low.width)}")
        code.set_game(PlayCell.MADE_ALL, code.value(f"add i64 {code.game(PlayCell.MADE_ALL)}, {size}"))
        count(code, PlayCell.PLAYED)
    return code


LOG_ENOUGH = 1 << 17
"""Entries of the log with which no further play is begun."""


def _game(low: Lowering, name: str) -> Code:
    """One play: how it ends, and after how many actions."""
    code = PlayFunction(low, name, ["i64 %number", "i64 %relative"], "i64")
    _seed(code)
    bytes_ = code.get(Register.BYTES)
    began = throw(code, code.game(PlayCell.STARTING))
    code.set_game(PlayCell.BEGAN, code.value(f"shl i64 {began}, {START_BITS}"))
    start = code.entry("ptr", code.game(PlayCell.STARTS, "ptr"), began)
    with code.when(code.value(f"icmp eq ptr {start}, null")):
        code.over("broke_off", "0")
    code.copy(code.state("0"), start, bytes_)
    step, forced, last = (code.variable("i64", first) for first in ("0", "0", "-1"))
    play_ = code.value(f"shl i64 %relative, {PLAY_BITS}")
    with code.loop() as (head, _):
        now, first = code.load("i64", step), code.get(Register.FROM)
        state = code.at_state(now)
        code.set_game(PlayCell.ALONG, now)
        identity = code.value(f"or i64 {play_}, {code.value(f'shl i64 {now}, {STEP_BITS}')}")
        code.set(Register.IDENTITY, identity)
        _remember(code, state)
        _compare(code, state, now, first)
        turns(code, state, now)
        code.call("looked_at", [f"ptr {state}"], fails=False)
        _cut_off(code, state, now)
        with code.when(judge_candidates(code, state)):
            code.over("ended", now)
        take_back(code, state, step, forced, head)
        end_at_deadlock(code, state, now)
        _round(code, state, now, forced, play_)
        _take(code, state, now, identity, last)
        code.increase(step)
        with code.when(code.value(f"icmp eq i64 {code.game(PlayCell.ARRIVED)}, 0")):
            code.over("broke_off", code.load("i64", step))
    return code


def _seed(code: PlayFunction) -> None:
    """Seed the dice and the log of a play by its number, so that neither hangs on the plays before it."""
    actions = len(code.low.system.actions)
    seeded = code.value(f"add i64 {code.game(PlayCell.SEED)}, {code.value(f'mul i64 %number, {as_signed(GOLDEN)}')}")
    code.set_game(PlayCell.DICE, mix(code, seeded))
    code.set_game(PlayCell.FIRST_DICE, code.game(PlayCell.DICE))
    code.set_game(PlayCell.TAKEN_BACK, 0)
    salt = code.value(f"shl i64 %number, {PLAY_BITS}")
    code.set_game(PlayCell.SALT, code.value(f"and i64 {salt}, {code.game(PlayCell.SALTED)}"))
    code.call("zero", [f"ptr {code.game(PlayCell.TIMES, 'ptr')}", f"i64 {8 * actions}"], fails=False)


def _take(code: PlayFunction, state: str, now: str, identity: str, last: str) -> None:
    """Something is chosen, counted, kept and done."""
    action = code.call("choose", [], "i64", fails=False)
    made = code.choice_at(now)
    size = room(code.low.system, code.low.width)
    slot = code.value(f"mul i64 {action}, {size}")
    code.store("i64", action, made)
    code.copy(code.at("i64", made, "1"), code.at_byte(code.game(PlayCell.SLOTS, "ptr"), slot), str(size))
    for counted in (PlayCell.TIMES, PlayCell.TAKEN):
        code.increase(code.at("i64", code.game(counted, "ptr"), action))
    code.set(Register.IDENTITY, code.value(f"or i64 {identity}, {TAKEN}"))
    code.set_game(PlayCell.LEFT, code.value(f"sub i64 {code.game(PlayCell.LEFT)}, 1"))
    with code.when(code.value(f"icmp ne ptr {code.game(PlayCell.KINDS, 'ptr')}, null")):
        args = code.at("i64", made, "1")
        code.call("note_chosen", [f"i64 {code.load('i64', last)}", f"i64 {action}", f"ptr {args}"], fails=False)
        code.store("i64", action, last)
    with code.when(plays_to_win(code)):
        code.call(
            "stamp",
            [f"i64 {action}", f"ptr {code.at('i64', made, '1')}", f"i64 {code.game(PlayCell.STAMP)}"],
            fails=False,
        )
    code.take(state, made)


def _remember(code: PlayFunction, state: str) -> None:
    """The state's hash, so that states can be counted."""
    hashed = code.game(PlayCell.HASHED)
    with code.when(code.value(f"icmp slt i64 {hashed}, {code.game(PlayCell.MOST_HASHED)}")):
        found = code.call("hash_of", [f"ptr {state}"], "i64", fails=False)
        code.store("i64", found, code.at("i64", code.game(PlayCell.HASHES, "ptr"), hashed))
        code.set_game(PlayCell.HASHED, code.value(f"add i64 {hashed}, 1"))


def _compare(code: PlayFunction, state: str, now: str, first: str) -> None:
    """Finds the fields that differ from the state before; all do in the first one. `first`: the number of the state
    from which on one followed from the other."""
    code.set(Register.CHANGED, -1)
    code.set(Register.FOLLOWS, NOTHING_ASKED)
    with code.when(code.value(f"icmp ne i64 {now}, 0")):
        code.set(Register.FOLLOWS, BEFORE_ASKED)
        before = code.state(code.value(f"sub i64 {now}, 1"))
        differs = code.call("changed_in_play", [f"ptr {state}", f"ptr {before}"], "i64", fails=False)
        code.set(Register.CHANGED, differs)
        carry_over(code, first)


def _cut_off(code: PlayFunction, state: str, now: str) -> None:
    """Cut a play off that may not go on; that it is over is no reason then."""
    long = code.value(f"icmp sge i64 {now}, {code.game(PlayCell.LONGEST)}")
    spent = code.value(f"icmp sle i64 {code.game(PlayCell.LEFT)}, 0")
    with code.when(code.value(f"or i1 {long}, {spent}")):
        recording(code, False)
        ended = code.call(code.low.function(code.low.system.ended), [f"ptr {state}"], "i64", fails=False)
        failed = code.value(f"icmp ne i64 {code.get(Register.ERROR)}, 0")
        code.set(Register.ERROR, 0)
        code.set(Register.ERROR_RULE, 0)
        recording(code, True)
        is_over = code.value(f"icmp ne i64 {ended}, 0")
        with code.when(code.value(f"and i1 {is_over}, {code.negate(failed)}")):
            code.over("ended", now)
        with code.when(long):
            code.over("cut_off", now)
        code.over("stopped", now)


def _round(code: PlayFunction, state: str, now: str, forced: str, play_: str) -> None:
    """The end where forced passes lead back to a state: nothing else can happen then."""
    is_forced = code.all_of(
        [
            code.value(f"icmp eq i64 {code.game(PlayCell.ALLOWED)}, 1"),
            code.value(f"icmp eq i64 {code.game(PlayCell.WAITING)}, 1"),
            code.value(f"icmp eq i64 {code.game(PlayCell.NARROWED)}, 0"),
            code.value(f"icmp ne i64 {code.game(PlayCell.PASSED)}, 0"),
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
    with code.when(code.negate(is_forced)):
        code.store("i64", code.value(f"add i64 {now}, 1"), forced)


# --- a play again ---------------------------------------------------------------------------------------------------


def _retrace(low: Lowering, name: str) -> Code:
    """A play whose choices are known, from the first state of the history on; then the candidates of the last state,
    drawn as they were."""
    code = PlayFunction(low, name, ["i64 %number"])
    scripted = code.game(PlayCell.SCRIPTED)
    with code.counting("0", scripted) as now:
        code.take(code.at_state(now), code.choice_at(now, PlayCell.SCRIPT))
    state = code.at_state(scripted)
    seeded = code.value(f"add i64 {code.game(PlayCell.SEED)}, {code.value(f'mul i64 %number, {as_signed(GOLDEN)}')}")
    before = code.value(f"add i64 {scripted}, {code.game(PlayCell.BEFORE)}")
    thrown_already = code.value(f"add i64 {code.value(f'shl i64 {before}, 1')}, 1")
    dice = code.value(f"add i64 {mix(code, seeded)}, {code.value(f'mul i64 {thrown_already}, {as_signed(GOLDEN)}')}")
    code.set_game(PlayCell.DICE, dice)
    with code.when(code.value(f"icmp ne i64 {code.game(PlayCell.WATCHED)}, -1")):
        code.set(Register.IDENTITY, 0)
        judge_candidates(code, state)
    return code


def _follow(low: Lowering, name: str) -> Code:
    """A play that takes of its script what may be taken, each in its turn, and tells what it meets, at last whether it
    is stuck: behind the actions before, an identity has the number of the choice that is looked at (from 1 on), or
    `TAKEN`."""
    code = PlayFunction(low, name, ["i64 %attempt"])
    code.set_game(PlayCell.SALT, code.value(f"shl i64 %attempt, {PLAY_BITS}"))
    step = code.variable("i64", "0")
    code.set_game(PlayCell.TOOK, 0)
    asks = code.value(f"icmp ne i64 {code.game(PlayCell.ASKING)}, 0")

    def look_at(now: str) -> None:
        code.set(Register.IDENTITY, code.value(f"shl i64 {now}, {STEP_BITS}"))
        code.set(Register.CHANGED, -1)
        with code.when(asks):
            code.call("looked_at", [f"ptr {code.at_state(now)}"], fails=False)

    look_at("0")
    with code.counting("0", code.game(PlayCell.SCRIPTED)) as at:
        now = code.load("i64", step)
        state, wanted = code.at_state(now), code.choice_at(at, PlayCell.SCRIPT)
        place = code.value(f"shl i64 {now}, {STEP_BITS}")
        code.set(Register.IDENTITY, code.value(f"or i64 {place}, {at}"))
        code.set_game(PlayCell.WANTED, wanted, "ptr")
        over = judge_candidates(code, state)
        code.set_game(PlayCell.WANTED, "null", "ptr")
        with code.when(over):
            code.end("ret void")
        with code.when(code.value(f"icmp ne i64 {code.game(PlayCell.ALLOWED)}, 0")):
            code.store("i64", at, code.at("i64", code.game(PlayCell.ENDS, "ptr"), now))
            code.set(Register.IDENTITY, code.value(f"or i64 {place}, {TAKEN}"))
            code.take(state, wanted)
            code.increase(step)
            code.set_game(PlayCell.TOOK, code.load("i64", step))
            with code.when(code.value(f"icmp eq i64 {code.game(PlayCell.ARRIVED)}, 0")):
                code.end("ret void")
            look_at(code.load("i64", step))
    now = code.load("i64", step)
    with code.when(code.value(f"icmp ne i64 {code.game(PlayCell.LONGEST)}, 0")):
        state = code.at_state(now)
        code.set(Register.IDENTITY, code.value(f"shl i64 {now}, {STEP_BITS}"))
        with code.when(judge_candidates(code, state)):
            code.end("ret void")
        tell_deadlock(code, state)
    return code
