"""Games and a search in a file: random or greedy plays, what a state is worth, and states breadth first in memory of
the host.
"""

from __future__ import annotations

from ruleslawyer.engines.native.choosing import arguments_at, room
from ruleslawyer.engines.native.code import Code, recording
from ruleslawyer.engines.native.drawing import throw
from ruleslawyer.engines.native.greedy import WORST
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.names import OVER, STUCK, PlayCell, Register, SearchRegister
from ruleslawyer.engines.native.play import answer, asked_functions
from ruleslawyer.engines.native.playing import PlayFunction
from ruleslawyer.engines.native.table import hash_of_words, probe_slots
from ruleslawyer.ir import types as t


def add_games(low: Lowering) -> None:
    """Adds what plays games, and what greedy players go by."""
    low.once("value here", "value_here", lambda name: _value_here(low, name))
    low.once("gain here", "gain_here", lambda name: _gain_here(low, name))
    low.once("best choice", "best_choice", lambda name: _best_choice(low, name))
    low.once("walk on", "walk_on", lambda name: _walk(low, name))


def _value(code: PlayFunction, state: str, seat: str) -> str:
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
    code = PlayFunction(low, name, ["i64 %seat"], "i64")
    code.end(f"ret i64 {_value(code, code.state('0'), '%seat')}")
    return code


def _gain_here(low: Lowering, name: str) -> Code:
    """The amount by which the choice of the script leaves its actor better off: 0 of chance and of joint choices,
    `WORST` where it may not be made or leads nowhere."""
    code = PlayFunction(low, name, [], "i64")
    made, seat = code.choice_at("0", PlayCell.SCRIPT), code.variable("i64", "-1")
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
    with code.when(code.value(f"icmp eq i64 {code.game(PlayCell.ARRIVED)}, 0")):
        code.end(f"ret i64 {WORST}")
    after, before = (_value(code, code.state(number), who) for number in "10")
    code.end(f"ret i64 {code.value(f'sub i64 {after}, {before}')}")
    return code


def _best_choice(low: Lowering, name: str) -> Code:
    """The number of a choice in a row that gains most; of several one by chance."""
    code = PlayFunction(low, name, ["ptr %listed", "i64 %count"], "i64")
    size = str(8 + room(low.system, low.width))
    most, chosen, alike = (code.variable("i64", first) for first in (str(2 * WORST), "0", "0"))
    with code.counting("0", "%count") as number:
        place = code.at_byte("%listed", code.value(f"mul i64 {number}, {size}"))
        code.copy(code.game(PlayCell.SCRIPT, "ptr"), place, size)
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
    code = PlayFunction(low, name, ["i64 %longest", "i64 %greedy"], "i64")
    listed, size = code.game(PlayCell.LISTED, "ptr"), str(8 + room(low.system, low.width))
    state, bytes_ = code.state("0"), code.get(Register.BYTES)
    with code.counting("0", "%longest") as step:
        dice = code.game(PlayCell.DICE)
        code.set_game(PlayCell.LISTED, listed, "ptr")
        code.call("list_choices", [], fails=False)
        code.set_game(PlayCell.LISTED, "null", "ptr")
        listed_count, most = code.game(PlayCell.ALLOWED), code.game(PlayCell.MOST_LISTED)
        with code.when(code.value(f"icmp sle i64 {listed_count}, 0")):
            code.end(f"ret i64 {step}")
        with code.when(code.value(f"icmp sgt i64 {listed_count}, {most}")):
            code.set_game(PlayCell.DICE, dice)  # whoever makes room gets the same game
            code.end(f"ret i64 {step}")
        drawn = code.variable("i64", "0")
        is_greedy = code.value("icmp ne i64 %greedy, 0")
        with code.when(is_greedy):
            best = code.call("best_choice", [f"ptr {listed}", f"i64 {listed_count}"], "i64", fails=False)
            code.store("i64", best, drawn)
        with code.when(code.negate(is_greedy)):
            code.store("i64", throw(code, listed_count), drawn)
        made = code.at_byte(listed, code.value(f"mul i64 {code.load('i64', drawn)}, {size}"))
        code.copy(code.game(PlayCell.SCRIPT, "ptr"), made, size)
        code.call("zero", [f"ptr {listed}", f"i64 {code.value(f'mul i64 {listed_count}, {size}')}"], fails=False)
        code.call("step_once", [], fails=False)
        with code.when(code.value(f"icmp eq i64 {code.game(PlayCell.ARRIVED)}, 0")):
            code.end(f"ret i64 {step}")
        code.copy(state, code.at_byte(state, bytes_), bytes_)
        code.set(Register.LOGGED, 0)
    code.end("ret i64 %longest")
    return code


EDGES_AT_ONCE = 1 << 16
"""Steps that are kept until a host takes them: a state has half as many at most."""
STATE_BITS = 32
"""Of an identity in the log: from which bit on it says which state; below, the candidate (from 1 on) or none."""


class SearchFunction(PlayFunction):
    """A function that works on the registers of a search."""

    def of(self, index: SearchRegister, type: str = "i64") -> str:
        return self.load(type, self.place(index))

    def place(self, index: SearchRegister) -> str:
        return self.at("i64", self.game(PlayCell.SEARCHED, "ptr"), str(int(index)))

    def words(self, state: str) -> str:
        """The address of the words of a state, by its number."""
        return self.at(
            "i64", self.of(SearchRegister.STATES, "ptr"), self.value(f"mul i64 {state}, {self.get(Register.WORDS)}")
        )


def add_search(low: Lowering) -> None:
    """Adds what begins a search in a state, and goes on with it."""
    low.once("arrive", "arrive", lambda name: _arrive(low, name))
    low.once("begin search", "begin_search", lambda name: _begin(low, name))
    low.once("search on", "search_on", lambda name: _search(low, name))
    low.once("answers", "answer_all", lambda name: _answers(low, name))


def _arrive(low: Lowering, name: str) -> Code:
    """A step leads to a state: it is kept where it is new, with the one that is looked at as its parent."""
    code = SearchFunction(low, name, ["ptr %state"])
    packed, words = code.get(Register.PACKED, "ptr"), code.get(Register.WORDS)
    length = code.value(f"shl i64 {words}, 3")
    code.call("pack", ["ptr %state", f"ptr {packed}"], fails=False)
    code.increase(code.place(SearchRegister.TRANSITIONS))

    def is_same(index: str) -> str:
        return code.call("same", [f"ptr {code.words(index)}", f"ptr {packed}", f"i64 {length}"], "i1", fails=False)

    def follow(index: str) -> None:
        """The step leads to this one."""
        edges, edged, label = (
            code.of(SearchRegister.EDGES, "ptr"),
            code.of(SearchRegister.EDGED),
            code.of(SearchRegister.LABEL),
        )
        wanted = code.value(f"icmp ne ptr {edges}, null"), code.value(f"icmp sge i64 {label}, 0")
        with code.when(code.all_of(wanted)):
            with code.when(code.value(f"icmp uge i64 {edged}, {EDGES_AT_ONCE}")):
                code.store("i64", "1", code.place(SearchRegister.FULL))
                code.end("ret void")
            edge = code.at("[2 x i64]", edges, edged)
            before = code.value(f"lshr i64 {code.get(Register.IDENTITY)}, {STATE_BITS}")
            code.store("i64", code.value(f"or i64 {code.value(f'shl i64 {before}, {STATE_BITS}')}, {index}"), edge)
            code.store("i64", label, code.at("i64", edge, "1"))
            code.store("i64", code.value(f"add i64 {edged}, 1"), code.place(SearchRegister.EDGED))

    def keep(pointer: str, bits: str) -> None:
        count = code.of(SearchRegister.COUNT)
        with code.when(code.value(f"icmp uge i64 {count}, {code.of(SearchRegister.LIMIT)}")):
            code.store("i64", "1", code.place(SearchRegister.FULL))
            code.end("ret void")
        number = code.value(f"add i64 {count}, 1")
        code.store("i64", code.value(f"or i64 {bits}, {number}"), pointer)
        code.copy(code.words(count), packed, length)
        parent = code.value(f"lshr i64 {code.get(Register.IDENTITY)}, {STATE_BITS}")
        parents = code.of(SearchRegister.PARENTS, "ptr")
        code.store("i32", code.value(f"trunc i64 {parent} to i32"), code.at("i32", parents, count))
        code.store("i64", number, code.place(SearchRegister.COUNT))
        follow(count)

    hashed = hash_of_words(code, packed, words)
    table, mask = code.of(SearchRegister.TABLE, "ptr"), code.of(SearchRegister.MASK)
    probe_slots(code, table, mask, hashed, is_same, follow, keep)
    return code


def _begin(low: Lowering, name: str) -> Code:
    """A game begins in the first state of the history; a step to there is none."""
    code = SearchFunction(low, name, [])
    code.set(Register.IDENTITY, -1)
    code.store("i64", "-1", code.place(SearchRegister.LABEL))
    code.call("arrive", [f"ptr {code.state('0')}"], fails=False)
    code.store(
        "i64", code.value(f"sub i64 {code.of(SearchRegister.TRANSITIONS)}, 1"), code.place(SearchRegister.TRANSITIONS)
    )
    return code


def _search(low: Lowering, name: str) -> Code:
    """Looks at some states more, in order of arrival, until there are none, or a host should read the log first: how
    many were looked at."""
    code = SearchFunction(low, name, ["i64 %most"], "i64")
    looked = code.variable("i64", "0")
    code.set_game(PlayCell.NARROWED, 0)
    with code.loop() as (_, after):
        done = code.of(SearchRegister.DONE)
        stops = code.any_of([
            code.value(f"icmp sge i64 {code.load('i64', looked)}, %most"),
            code.value(f"icmp uge i64 {done}, {code.of(SearchRegister.COUNT)}"),
            code.value(f"icmp ne i64 {code.of(SearchRegister.FULL)}, 0"),
            code.value(f"icmp sgt i64 {code.get(Register.LOGGED)}, {low.rooms.log // 2}"),
            code.value(f"icmp ugt i64 {code.of(SearchRegister.EDGED)}, {EDGES_AT_ONCE // 2}"),
        ])  # fmt: skip
        with code.when(stops):
            code.jump(after)
        state = code.at_state("0")
        code.call("unpack", [f"ptr {code.words(done)}", f"ptr {state}"], fails=False)
        code.set(Register.IDENTITY, code.value(f"shl i64 {done}, {STATE_BITS}"))
        code.set(Register.CHANGED, -1)
        code.set(Register.MOVED, 0)
        code.store("i64", "0", code.place(SearchRegister.LEAVES))
        code.call("looked_at", [f"ptr {state}"], fails=False)
        over = code.call("visit", [f"ptr {state}"], "i1", fails=False)
        stuck = code.value(f"icmp eq i64 {code.get(Register.MOVED)}, 0")
        flags = code.either(over, str(OVER), code.either(stuck, str(STUCK), "0", "i64"), "i64")
        flags = code.value(f"or i64 {flags}, {code.of(SearchRegister.LEAVES)}")
        flags = code.value(f"trunc i64 {flags} to i8")
        code.store("i8", flags, code.at_byte(code.of(SearchRegister.SAID, "ptr"), done))
        with code.when(code.value(f"icmp ne i64 {code.game(PlayCell.NARROWED)}, 0")):
            code.store("i64", "1", code.place(SearchRegister.FULL))
        code.store("i64", code.value(f"add i64 {done}, 1"), code.place(SearchRegister.DONE))
        code.increase(looked)
    code.end(f"ret i64 {code.load('i64', looked)}")
    return code


def _answers(low: Lowering, name: str) -> Code:
    """The answers of what properties of what may follow ask of each state that was looked at, one byte each."""
    code = SearchFunction(low, name, ["ptr %answers"])
    if not asked_functions(low):
        return code
    recording(code, False)
    answered = code.variable("i64", "0")
    with code.counting("0", code.of(SearchRegister.DONE)) as number:
        state = code.at_state("0")
        code.call("unpack", [f"ptr {code.words(number)}", f"ptr {state}"], fails=False)
        answer(code, state, "%answers", answered)
    recording(code, True)
    return code
