"""The choices of a state of a random play: all are looked at, or some that are drawn; one of each action is kept, or
the one that a host asks for by its number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import accumulate
from math import prod

from ruleslawyer.engines.native import drawing, greedy, offer, step
from ruleslawyer.engines.native.code import Code
from ruleslawyer.engines.native.drawing import is_awaited, mix
from ruleslawyer.engines.native.kept import Memo
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.names import PlayCell, Register, SearchRegister
from ruleslawyer.engines.native.rest import StepFunction
from ruleslawyer.engines.native.slots import as_signed
from ruleslawyer.engines.native.storage import NONE, kind
from ruleslawyer.ir import types as t
from ruleslawyer.ir.system import Action, System
from ruleslawyer.semantics.dice import GOLDEN
from ruleslawyer.semantics.fairness import told_apart


def is_watched(code: Code) -> str:
    """Counts a candidate, and says whether it is the one."""
    watch = code.low.once("watch", "watch_candidate", lambda name: _watch(code.low, name))
    return code.value(f"icmp ne i64 {code.call(watch, [], 'i64', fails=False)}, 0")


def _watch(low: Lowering, name: str) -> Code:
    """Counts a candidate. 1: it is the one that is watched, and is listed, allowed or not; `WATCHED` is its place."""
    code = Code(low, name, [], "i64")
    identity = code.value(f"add i64 {code.get(Register.IDENTITY)}, 1")
    code.set(Register.IDENTITY, identity)
    with code.when(code.value(f"icmp eq i64 {identity}, {code.game(PlayCell.WATCHED)}")):
        code.set_game(PlayCell.WATCHED, code.game(PlayCell.ALLOWED))  # no later candidate has so small a number
        code.end("ret i64 1")
    code.end("ret i64 0")
    return code


def is_listing(code: Code) -> str:
    """Whether choices are listed."""
    return code.value(f"icmp ne ptr {code.game(PlayCell.LISTED, 'ptr')}, null")


MANY = 1 << 31
LISTED_IN_A_FILE = 1 << 30
"""Choices of an action that a file lists: all."""
MOST_EVENTFUL = 1 << 15
"""Candidates of a state that are kept because they log something."""
WEIGHED = 6
"""Choices of an action that are all weighed by players who play to win; of more, some are."""
CELLS = 1 << 16
"""In which choices are counted, by their hash."""


def places(action: Action, width: int) -> list[int]:
    """The places of the arguments, in bytes; the last is how many they take."""
    sizes = {"number": 8, "set": width // 8, "map": 8 * offer.MOST_SEATS}
    return [0, *accumulate(sizes[kind(p.type)] for p in action.chosen_parameters)]


def room(system: System, width: int) -> int:
    """Bytes that the arguments of any action take, and some bytes to align them."""
    most = max((places(action, width)[-1] for action in system.actions.values()), default=0)
    return -(-max(most, 8) // 128) * 128


class SampledChoices(Memo):
    """The treatment of choices in random plays (`lowering.Choosing`)."""

    def candidate(self, low: Lowering, action: Action) -> str:
        return low.once(("candidate", action.name), f"candidate_{action.name}", partial(_candidate, low, action))

    def narrow(self, code: StepFunction, action: Action) -> None:
        wanted = code.game(PlayCell.WANTED, "ptr")
        with code.when(code.value(f"icmp ne ptr {wanted}, null")):
            number = list(code.low.system.actions).index(action.name)
            with code.when(code.value(f"icmp eq i64 {code.load('i64', wanted)}, {number}")):
                _look_at(code, action, code.at("i64", wanted, "1"))
            code.end("ret void")
        if _may_be_many(code.low, action):
            self._many = code.value(f"icmp sgt i64 {_choices(code, action)}, {code.game(PlayCell.FEW)}")
            with code.when(self._many):
                code.set_game(PlayCell.NARROWED, 1)

    def draw(self, code: StepFunction, action: Action) -> None:
        low = code.low
        if not _may_be_many(low, action):
            return
        with code.when(self._many):
            draw = low.once(("draw", action.name), f"draw_{action.name}", partial(drawing.draw, low, action))
            dice, number = code.game(PlayCell.DICE), list(low.system.actions).index(action.name)
            own = code.value(
                f"add i64 {mix(code, code.game(PlayCell.PRIORITY))}, {as_signed(number * GOLDEN % (1 << 64))}"
            )
            code.set_game(PlayCell.DICE, mix(code, own))
            drawing.draw_all(code, action, lambda: code.call(draw, ["ptr %s", f"{low.set} %awaited"], fails=False))
            code.set_game(PlayCell.DICE, dice)
            code.end("ret void")


def add(low: Lowering) -> None:
    """The dice, and what greedy players look at."""
    low.once("worth", "worth", lambda name: greedy.worth(low, name))
    low.once("differs", "differs", lambda name: greedy.differs(low, name))
    low.once("mix", "mix", lambda name: drawing.mix_function(low, name))
    low.once("throw", "throw", lambda name: drawing.throw_function(low, name))


# --- candidates -----------------------------------------------------------------------------------------------------


def _may_be_many(low: Lowering, action: Action) -> bool:
    """Whether choices of an action may be drawn; a file draws where there are more than anybody lists."""
    if not low.filed:
        return bool(action.chosen_parameters)
    return prod(_most(low, p.type) for p in action.chosen_parameters) > LISTED_IN_A_FILE


def _most(low: Lowering, type_: t.Type) -> int:
    """How many values a parameter may have in any scope, at most; of a set or a map too many."""
    match type_:
        case t.Optional(item):
            return 1 + _most(low, item)
        case t.Sort():
            return low.width
        case t.Enum(name):
            return len(low.system.enums[name].members)
        case t.Bool():
            return 2
        case t.Int(low=int(least), high=int(most)):
            return most - least + 1
    return MANY


def _choices(code: StepFunction, action: Action) -> str:
    """How many choices an action has here; far too many are as many as `MANY`."""
    product = "1"
    for parameter in action.chosen_parameters:
        owner = f"{action.name}.{parameter.name}"
        match parameter.type:
            case t.Set(item):
                size = code.size(item)
                some = code.value(f"icmp slt i64 {size}, 31")
                factor = code.value(f"shl i64 1, {code.either(some, size, '31', 'i64')}")
            case t.Map(key, item):
                first, stop = offer.span(code, owner, item)
                each, power = code.value(f"sub i64 {stop}, {first}"), code.variable("i64", "1")
                with code.counting("0", code.size(key)) as seat, code.when(is_awaited(code, seat)):
                    code.store("i64", _times(code, code.load("i64", power), each), power)
                factor = code.load("i64", power)
            case _:
                first, stop = offer.span(code, owner, parameter.type)
                factor = code.value(f"sub i64 {stop}, {first}")
        product = _times(code, product, factor)
    return product


def _times(code: Code, one: str, other: str) -> str:
    both = code.value(f"mul i64 {one}, {other}")
    return code.either(code.value(f"icmp slt i64 {both}, {MANY}"), both, str(MANY), "i64")


def _look_at(code: StepFunction, action: Action, place: str) -> None:
    """One choice that lies in memory, if those who are awaited can make it."""
    args = arguments_at(code, action, place)
    after = code.label()
    for number, parameter in enumerate(action.chosen_parameters):
        if action.actor == number + action.leading:
            offer.unless(code, is_awaited(code, args[number].split()[1]), after)
        if isinstance(parameter.type, t.Map):
            shown = args[number].split()[1]
            with code.counting("0", code.size(parameter.type.key)) as seat:
                chooses = code.value(f"icmp ne i64 {code.entry('i64', shown, seat)}, {NONE}")
                offer.unless(code, code.negate(code.value(f"xor i1 {chooses}, {is_awaited(code, seat)}")), after)
    assert code.low.games is not None
    code.call(code.low.games.candidate(code.low, action), ["ptr %s", *args], fails=False)
    code.begin(after)


def _candidate(low: Lowering, action: Action, name: str) -> Code:
    """One choice: whether it is allowed, and whether it is the one of its action that is taken, if any is."""
    parameters = action.chosen_parameters
    args = [f"%a{i}" for i in range(len(parameters))]
    typed = [f"{low.llvm(p.type)} {a}" for p, a in zip(parameters, args, strict=True)]
    code = StepFunction(low, name, ["ptr %s", *typed])
    number = list(low.system.actions).index(action.name)
    take = step.take(low, action)
    if low.filed:
        _file_candidate(code, action, args, number, lambda: code.call(take, ["ptr %s", *typed], fails=False))
        return code
    identity = code.value(f"add i64 {code.get(Register.IDENTITY)}, 1")
    code.set(Register.IDENTITY, identity)
    with code.when(code.value(f"icmp eq i64 {identity}, {code.game(PlayCell.WATCHED)}")):
        seen = code.game(PlayCell.SEEN, "ptr")
        code.store("i64", str(number), seen)
        _keep(code, action, args, code.at("i64", seen, "1"))
    with _eventful(code, action, args, number, identity), offer.candidate(code, action, args):
        with code.when(is_listing(code)):
            _list_choice(code, action, args, number)
        counts = not action.outside_play
        with code.when(code.value(f"icmp ne i64 {code.game(PlayCell.TRYING)}, 0")):
            if counts and action.passes:
                code.call(take, ["ptr %s", *typed], fails=False)
            code.end("ret void")
        if counts and not action.passes:
            code.set(Register.MOVED, 1)
        if counts and action.passes:
            code.set_game(PlayCell.PASSES, 1)
        code.set_game(PlayCell.PASSED, int(action.passes))
        count(code, PlayCell.ALLOWED)
        hashed = _preference(code, action, args, number)
        found, best, gains = (
            code.at("i64", code.game(what, "ptr"), str(number))
            for what in (PlayCell.FOUND, PlayCell.BEST, PlayCell.GAINS)
        )
        if action.kind != "chance":  # each of its outcomes stays as likely
            _pass_over(code, hashed, number)
        place = cell(code, action, args, number)
        gained = code.load("i64", greedy.gain(code, action, args, [take, "ptr %s", *typed], place))
        most = code.load("i64", gains)
        none = code.value(f"icmp eq i64 {code.load('i64', found)}, 0")
        more = code.value(f"or i1 {none}, {code.value(f'icmp sgt i64 {gained}, {most}')}")
        with code.when(code.negate(more)), code.when(code.value(f"icmp slt i64 {gained}, {most}")):
            code.end("ret void")
        with code.when(more):
            code.store("i64", gained, gains)
            code.store("i64", "0", found)
        first = code.value(f"icmp eq i64 {code.increase(found)}, 0")
        better = code.value(f"icmp ugt i64 {hashed}, {code.load('i64', best)}")
        with code.when(code.value(f"or i1 {first}, {better}")):
            code.store("i64", hashed, best)
            slots = code.game(PlayCell.SLOTS, "ptr")
            _keep(code, action, args, code.at_byte(slots, str(number * room(low.system, low.width))))
    return code


def _file_candidate(
    code: StepFunction, action: Action, args: Sequence[str], number: int, take: Callable[[], object]
) -> None:
    """Emits code for a candidate: list it, count it, or take it at once in a search."""
    listing, judging, other = code.label(), code.label(), code.label()
    code.end(f"br i1 {is_watched(code)}, label %{listing}, label %{judging}")
    code.begin(judging)
    with offer.candidate(code, action, args):
        code.end(f"br i1 {is_listing(code)}, label %{listing}, label %{other}")
        code.begin(other)
        searched = code.game(PlayCell.SEARCHED, "ptr")
        with code.when(code.value(f"icmp ne ptr {searched}, null")):
            code.store(
                "i64", _label(code, action, args, number), code.at("i64", searched, str(int(SearchRegister.LABEL)))
            )
            take()
            code.end("ret void")
        count(code, PlayCell.ALLOWED)
    code.end("ret void")
    code.begin(listing)
    _list_choice(code, action, args, number)


def _label(code: StepFunction, action: Action, args: Sequence[str], number: int) -> str:
    """The label of a step in a search: by its action, and by the arguments that tell fair sets of it apart, as one
    number; -1 outside play."""
    if action.outside_play:
        return "-1"
    rank, wanted = "0", told_apart(code.low.system, action)
    for place, (parameter, arg) in enumerate(zip(action.chosen_parameters, args, strict=True)):
        if place in wanted:
            first, stop = offer.span(code, f"{action.name}.{parameter.name}", parameter.type)
            some = code.value(f"icmp ne i64 {arg}, {NONE}")
            digit = code.value(f"sub i64 {code.either(some, arg, first, 'i64')}, {first}")
            ranks = code.value(f"mul i64 {rank}, {code.value(f'sub i64 {stop}, {first}')}")
            rank = code.value(f"add i64 {ranks}, {digit}")
    return code.value(f"add i64 {code.value(f'mul i64 {rank}, {len(code.low.system.actions)}')}, {number}")


@contextmanager
def _eventful(code: StepFunction, action: Action, args: Sequence[str], number: int, identity: str) -> Iterator[None]:
    """A candidate that logs something is kept, where somebody asks; nothing else is done with it there."""
    logged = code.get(Register.LOGGED)
    yield
    kept, count_ = code.game(PlayCell.EVENTFUL, "ptr"), code.game(PlayCell.EVENTFULS)
    asked = code.value(f"icmp ne ptr {kept}, null")
    more = code.value(f"icmp sgt i64 {code.get(Register.LOGGED)}, {logged}")
    room_ = code.value(f"icmp slt i64 {count_}, {MOST_EVENTFUL}")
    with code.when(code.all_of([asked, more, room_])):
        size = 16 + room(code.low.system, code.low.width)
        here = code.at_byte(kept, code.value(f"mul i64 {count_}, {size}"))
        code.store("i64", identity, here)
        code.store("i64", str(number), code.at("i64", here, "1"))
        _keep(code, action, args, code.at("i64", here, "2"))
        code.set_game(PlayCell.EVENTFULS, code.value(f"add i64 {count_}, 1"))


def _pass_over(code: StepFunction, hashed: str, number: int) -> None:
    """Let players who play to win weigh only some of many choices of an action: the first ones, and fewer of the
    others."""
    with code.when(greedy.plays_to_win(code)):
        weighed = code.at("i64", code.game(PlayCell.WEIGHED, "ptr"), str(number))
        so_far = code.increase(weighed)
        with code.when(code.value(f"icmp sge i64 {so_far}, {WEIGHED}")):
            word = mix(code, code.value(f"add i64 {hashed}, {as_signed(GOLDEN)}"))
            share = code.value(f"urem i64 {word}, {code.value(f'add i64 {so_far}, 1')}")
            with code.when(code.value(f"icmp uge i64 {share}, {WEIGHED}")):
                code.end("ret void")


def _list_choice(code: StepFunction, action: Action, args: Sequence[str], number: int) -> None:
    """Add an allowed choice to the list, and do nothing else with it."""
    place = count(code, PlayCell.ALLOWED)
    with code.when(code.value(f"icmp slt i64 {place}, {code.game(PlayCell.MOST_LISTED)}")):
        start = code.value(f"mul i64 {place}, {8 + room(code.low.system, code.low.width)}")
        here = code.at_byte(code.game(PlayCell.LISTED, "ptr"), start)
        code.store("i64", str(number), here)
        _keep(code, action, args, code.at("i64", here, "1"))
    code.end("ret void")


def count(code: Code, what: PlayCell) -> str:
    """Add one; gives what it was before."""
    had = code.game(what)
    code.set_game(what, code.value(f"add i64 {had}, 1"))
    return had


def _keep(code: StepFunction, action: Action, args: Sequence[str], place: str) -> None:
    """The arguments, where they can be taken from again."""
    for parameter, arg, offset in zip(action.chosen_parameters, args, places(action, code.low.width)[:-1], strict=True):
        here = code.at_byte(place, str(offset))
        match parameter.type:
            case t.Map(key, _):
                code.copy(here, arg, code.value(f"shl i64 {code.size(key)}, 3"))
            case t.Set():
                code.do(f"store {code.low.set} {arg}, ptr {here}, align 1")
            case _:
                code.store("i64", arg, here)


def arguments_at(code: StepFunction, action: Action, place: str) -> list[str]:
    """The arguments again, with their types."""
    found = []
    for parameter, offset in zip(action.chosen_parameters, places(action, code.low.width)[:-1], strict=True):
        here, type_ = code.at_byte(place, str(offset)), code.low.llvm(parameter.type)
        found.append(f"ptr {here}" if type_ == "ptr" else f"{type_} {code.value(f'load {type_}, ptr {here}, align 1')}")
    return found


def _preference(code: StepFunction, action: Action, args: Sequence[str], number: int) -> str:
    """The choice as one word, another one in each state; the largest of an action is taken. Of those that were taken
    often it is small: a choice that nobody took is as likely as all of those together that were taken as often."""
    found = code.variable("i64", _hash_of(code, action, args, number, code.game(PlayCell.PRIORITY)))
    often = code.game(PlayCell.SEEN_OFTEN, "ptr")
    with code.when(code.value(f"icmp ne ptr {often}, null")):
        times = code.entry("i64", often, cell(code, action, args, number))
        share = code.value(f"udiv i64 {code.load('i64', found)}, {code.value(f'add i64 {times}, 1')}")
        code.store("i64", share, found)
    return code.load("i64", found)


def cell(code: StepFunction, action: Action, args: Sequence[str], number: int) -> str:
    """The place where a choice is counted, in whatever state it is."""
    return code.value(f"and i64 {_hash_of(code, action, args, number, '0')}, {CELLS - 1}")


def stamp(low: Lowering, name: str) -> Code:
    """The function that notes that a choice is made in this turn, and whatever else is noted of it."""
    code = StepFunction(low, name, ["i64 %action", "ptr %args", "i64 %value"])
    actions = list(low.system.actions.values())
    for number in code.cases("%action", "i64", range(len(actions))):
        action = actions[number]
        args = [typed.split(" ", 1)[1] for typed in arguments_at(code, action, "%args")]
        place = code.at("i64", code.game(PlayCell.STAMPS, "ptr"), cell(code, action, args, number))
        code.store("i64", "%value", place)
    return code


def _hash_of(code: StepFunction, action: Action, args: Sequence[str], number: int, salt: str) -> str:
    """The choice as one word."""
    now = code.variable("i64", mix(code, code.value(f"xor i64 {salt}, {number}")))

    def add(word: str) -> None:
        code.store("i64", mix(code, code.value(f"xor i64 {code.load('i64', now)}, {word}")), now)

    for parameter, arg in zip(action.chosen_parameters, args, strict=True):
        match parameter.type:
            case t.Map(key, _):
                with code.counting("0", code.size(key)) as seat:
                    add(code.entry("i64", arg, seat))
            case t.Set():
                add(_word_of(code, arg))
            case _:
                add(arg)
    return code.load("i64", now)


def _word_of(code: StepFunction, set_: str) -> str:
    """One word of a set."""
    found = code.narrow(set_)
    for place in range(64, code.low.width, 64):
        word = code.narrow(code.value(f"lshr {code.low.set} {set_}, {place}"))
        some = code.value(f"icmp ne i64 {word}, 0")
        more = code.either(some, mix(code, code.value(f"add i64 {word}, {place}")), "0", "i64")
        found = code.value(f"xor i64 {found}, {more}")
    return found
