"""Greedy play: how much better off a choice leaves whoever makes it, by a measure that comes as a table of numbers.

Players who play to win also pass: of what gains nothing they do what brings the game on. What they did before in this
turn gains them nothing more, so that nobody goes round for ever. On a whim they do anything that costs nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from ruleslawyer.engines.native.code import Code, recording
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.names import PlayCell, Register
from ruleslawyer.engines.native.rest import StepFunction
from ruleslawyer.ir.distance import aim
from ruleslawyer.ir.system import Action

COLUMNS = OFFSET, MASK, WANTED, WEIGHT, OWNER, OWNER_MASK, OWNED = range(7)
"""Of a row of the table: from which byte of a state on, which bits of it, which number counts (`WHOLE`: whatever it
is), and how much; from which byte on, and in which bits, another number has to stand, for it to count."""
PLACE = AT, BITS = range(2)
"""Of a row that says how far a game has come: from which byte of a state on, and which bits."""
WHOLE = -1
LEAD = -2
"""The number that is wanted where the lead of the first player counts (`ir.distance`); one less for each further."""
SEATS = 1 << 16
WORST = -(1 << 62)
"""What a choice gains that leads nowhere."""
LOST, BARRED = -(1 << 40), 1 << 62
"""The same, where it is weighed against others; and what is noted, with the step, of a choice that was taken back."""
WHIMS, FOLLIES, LATE, LATE_FOLLIES = 4, 1024, 100, 16
"""One decision of so many is a whim; one of so many a folly, by which anything is as good as anything; from which turn
on that is one of how many."""
WHIM_SALT = 0x5851F42D4C957F2D
"""So that whims are thrown with no dice of their own."""


def is_greedy(code: Code) -> str:
    return code.value(f"icmp ne ptr {code.game(PlayCell.MEASURE, 'ptr')}, null")


def gain(code: StepFunction, action: Action, args: Sequence[str], take: Sequence[str], place: str) -> str:
    """The amount by which an allowed choice leaves its actor better off; 0 of chance, and where nobody is greedy.
    `take`: the function that takes it, and what that is given; `place`: where the choice is counted."""
    gained = code.variable("i64", "0")
    if action.kind == "chance" or action.actor is None:
        return gained
    seat = action.actor_of(args)
    name, *given = take
    with code.when(is_greedy(code)):
        marks, last = code.get(Register.MARKS, "ptr"), code.get(Register.LAST, "ptr")
        silence, identity = code.game(PlayCell.SILENCE), code.get(Register.IDENTITY)
        code.set_game(PlayCell.SILENCE, 1)
        code.set_game(PlayCell.WEIGHING, 1)
        code.set_game(PlayCell.SEAT, seat)
        code.set_game(PlayCell.WORTH, WORST)
        code.set_game(PlayCell.PROCEEDS, int(action.passes))
        code.set(Register.MARKS, code.get(Register.UNMARKED, "ptr"), "ptr")
        code.set(Register.LAST, code.game(PlayCell.SPARE_LAST, "ptr"), "ptr")
        code.call(name, given, fails=False)
        code.set(Register.MARKS, marks, "ptr")
        code.set(Register.LAST, last, "ptr")
        code.set(Register.IDENTITY, identity)
        code.set_game(PlayCell.WEIGHING, 0)
        code.set_game(PlayCell.SILENCE, silence)
        now = code.call("worth", ["ptr %s", f"i64 {seat}"], "i64", fails=False)
        code.store("i64", code.value(f"sub i64 {code.game(PlayCell.WORTH)}, {now}"), gained)
        with code.when(plays_to_win(code)):
            code.store("i64", _weigh(code, code.load("i64", gained), place), gained)
    return gained


def plays_to_win(code: Code) -> str:
    return code.value(f"icmp ne ptr {code.game(PlayCell.STAMPS, 'ptr')}, null")


def whim(code: Code) -> str:
    """Whether this decision is a whim, or a folly: 1 or 2."""
    word = code.value(f"xor i64 {code.game(PlayCell.PRIORITY)}, {WHIM_SALT}")
    word = code.call("mix", [f"i64 {word}"], "i64", fails=False)
    rest = code.value(f"urem i64 {word}, {FOLLIES}")
    turn = code.value(f"sub i64 {code.game(PlayCell.STAMP)}, {code.game(PlayCell.FIRST_STAMP)}")
    early = code.value(f"icmp slt i64 {turn}, {LATE}")
    follies = code.either(early, "1", str(FOLLIES // LATE_FOLLIES), "i64")
    some = code.value(f"icmp ult i64 {rest}, {FOLLIES // WHIMS}")
    folly = code.value(f"icmp ult i64 {rest}, {follies}")
    return code.either(folly, "2", code.either(some, "1", "0", "i64"), "i64")


def _weigh(code: StepFunction, gained: str, place: str) -> str:
    """The weight of a choice for players who play to win: twice what it gains, and one more where it brings the game
    on. What was made before in this turn, and brings nothing on, is the last resort; what was taken back comes behind
    it. On a whim nothing gains. `place`: where the choice is counted."""
    made = code.entry("i64", code.game(PlayCell.STAMPS, "ptr"), place)
    proceeds = code.value(f"icmp ne i64 {code.game(PlayCell.PROCEEDS)}, 0")
    again = code.value(f"icmp eq i64 {made}, {code.game(PlayCell.STAMP)}")
    again = code.value(f"and i1 {again}, {code.negate(proceeds)}")
    whim = code.value(f"icmp ne i64 {code.game(PlayCell.WHIM)}, 0")
    gains = code.value(f"icmp sgt i64 {gained}, 0")
    folly = code.value(f"icmp eq i64 {code.game(PlayCell.WHIM)}, 2")
    even = code.value(f"or i1 {folly}, {code.value(f'and i1 {gains}, {whim}')}")
    least = code.either(even, "0", gained, "i64")
    least = code.either(code.value(f"icmp slt i64 {least}, {LOST}"), str(LOST), least, "i64")
    least = code.either(again, str(LOST), least, "i64")
    barred = code.value(f"icmp eq i64 {made}, {code.value(f'or i64 {code.game(PlayCell.ALONG)}, {BARRED}')}")
    least = code.either(barred, str(2 * LOST), least, "i64")
    twice = code.value(f"shl i64 {least}, 1")
    more = code.either(code.value(f"and i1 {proceeds}, {code.negate(whim)}"), "1", "0", "i64")
    return code.value(f"add i64 {twice}, {more}")


def differs(low: Lowering, name: str) -> Code:
    """Whether two states differ in the places of some rows."""
    code = Code(low, name, ["ptr %now", "ptr %before", "ptr %rows", "i64 %count"], "i1")
    with code.counting("0", "%count") as number:
        row = code.at("i64", "%rows", code.value(f"mul i64 {number}, {len(PLACE)}"))
        offset, mask = (code.entry("i64", row, str(c)) for c in PLACE)
        here, there = (_stored_value(code, offset, mask, state) for state in ("%now", "%before"))
        with code.when(code.value(f"icmp ne i64 {here}, {there}")):
            code.end("ret i1 true")
    code.end("ret i1 false")
    return code


def proceeds(code: Code, state: str) -> None:
    """Note where the state that a choice leads to is further in the game: another phase, or a frame less."""
    with code.when(plays_to_win(code)):
        before = code.get(Register.CURRENT, "ptr")
        given = [
            f"ptr {state}",
            f"ptr {before}",
            f"ptr {code.game(PlayCell.PHASES, 'ptr')}",
            f"i64 {code.game(PlayCell.PHASED)}",
        ]
        with code.when(code.call("differs", given, "i1", fails=False)):
            code.set_game(PlayCell.PROCEEDS, 1)
        for number in range(len(code.low.frames)):
            now, had = (code.load("i8", code.at_byte(s, str(number))) for s in (state, before))
            with code.when(code.value(f"icmp ult i8 {now}, {had}")):
                code.set_game(PlayCell.PROCEEDS, 1)


def note_worth(code: Code, state: str) -> None:
    """The worth of the state to which a choice leads that is weighed."""
    with code.when(code.value(f"icmp ne i64 {code.game(PlayCell.WEIGHING)}, 0")):
        worth = code.call("worth", [f"ptr {state}", f"i64 {code.game(PlayCell.SEAT)}"], "i64", fails=False)
        code.set_game(PlayCell.WORTH, worth)
        proceeds(code, state)


def begins_turn(code: Code, now: str, before: str) -> None:
    """Another turn has another number."""
    given = [
        f"ptr {now}",
        f"ptr {before}",
        f"ptr {code.game(PlayCell.TURNS, 'ptr')}",
        f"i64 {code.game(PlayCell.TURNED)}",
    ]
    with code.when(code.call("differs", given, "i1", fails=False)):
        code.set_game(PlayCell.STAMP, code.value(f"add i64 {code.game(PlayCell.STAMP)}, 1"))


def worth(low: Lowering, name: str) -> Code:
    """The worth of a state to somebody: the sum of the rows of theirs."""
    code = Code(low, name, ["ptr %state", "i64 %seat"], "i64")
    bounds, rows = code.game(PlayCell.BOUNDS, "ptr"), code.game(PlayCell.MEASURE, "ptr")
    first = code.entry("i64", bounds, "%seat")
    stop = code.entry("i64", bounds, code.value("add i64 %seat, 1"))
    found = code.variable("i64", "0")
    with code.counting(first, stop) as number:
        row = code.at("i64", rows, code.value(f"mul i64 {number}, {len(COLUMNS)}"))
        offset, mask, wanted, weight, owner, of_owner, owned = (code.entry("i64", row, str(c)) for c in COLUMNS)
        _add_lead(code, wanted, weight, found)
        stored, held = _stored_value(code, offset, mask), _stored_value(code, owner, of_owner)
        whole = code.value(f"mul i64 {stored}, {weight}")
        same = code.either(code.value(f"icmp eq i64 {stored}, {wanted}"), weight, "0", "i64")
        added = code.either(code.value(f"icmp eq i64 {wanted}, {WHOLE}"), whole, same, "i64")
        with code.when(code.value(f"icmp eq i64 {held}, {owned}")):
            code.store("i64", code.value(f"add i64 {code.load('i64', found)}, {added}"), found)
    code.end(f"ret i64 {code.load('i64', found)}")
    return code


def _add_lead(code: Code, wanted: str, weight: str, found: str) -> None:
    """Adds the lead of a player, where the row wants it. A lead that cannot be told is none, and nothing is logged."""
    lead = aim(code.low.system)
    if lead is None:
        return
    seat = code.value(f"sub i64 {LEAD}, {wanted}")
    with code.when(code.value(f"icmp ult i64 {seat}, {SEATS}")):
        kept = {register: code.get(register) for register in (Register.RECORDING, Register.DEPTH)}
        silence, live = code.game(PlayCell.SILENCE), code.get(Register.LIVE, "ptr")
        recording(code, False)
        code.set_game(PlayCell.SILENCE, 1)
        said = code.call(code.low.function(lead), ["ptr %state", f"i64 {seat}"], "i64", fails=False)
        known = code.value(f"icmp eq i64 {code.get(Register.ERROR)}, 0")
        for register in (Register.ERROR, Register.ERROR_RULE):
            code.set(register, 0)
        for register, value in kept.items():
            code.set(register, value)
        code.set_game(PlayCell.SILENCE, silence)
        code.set(Register.LIVE, live, "ptr")
        more = code.either(known, code.value(f"mul i64 {said}, {weight}"), "0", "i64")
        code.store("i64", code.value(f"add i64 {code.load('i64', found)}, {more}"), found)


def _stored_value(code: Code, offset: str, mask: str, state: str = "%state") -> str:
    word = code.value(f"load i64, ptr {code.at_byte(state, offset)}, align 1")
    return code.value(f"and i64 {word}, {mask}")
