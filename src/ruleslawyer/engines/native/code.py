"""One function of generated code: the context that it takes, checks that fail, loops, and how leaves are loaded.

A number is an i64 (`storage.NONE` and `storage.SILENT` are two of them), a set an integer as wide as the scope's
largest sort needs, a pile a pointer to its length and members, a store a pointer to its bytes. Every function takes the
context (`names.Register`) first. A check that fails leaves its site there and returns; whoever called looks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from ruleslawyer.engines.native.fields import WORD, mask
from ruleslawyer.engines.native.lowering import Lowering
from ruleslawyer.engines.native.names import ANSWER_BITS, BEYOND, FORM, LAST_TOLD, NOTHING, PLAY, PlayCell, Register
from ruleslawyer.engines.native.storage import NONE, SILENT, SILENT_BIT, Leaf, kind
from ruleslawyer.engines.native.text import FunctionBuilder
from ruleslawyer.ir import types as t
from ruleslawyer.ir.uses import Place

RARELY = ", !prof !0"
CONTEXT = "ptr %c"
OWN_CONTEXT = "ptr noalias nonnull %c"
"""Nothing else leads to what it keeps."""
FIXED = frozenset((
    Register.MARKS, Register.UNMARKED, Register.LAST, Register.KNOWN, Register.LOG, Register.DEFAULTS, Register.MASKS,
    Register.BYTES, Register.WORDS, Register.PACKED, Register.MEMO, Register.CURRENT, Register.NEXT, Register.BEFORE,
    Register.SPARE, Register.EARLIER, Register.ASKED, Register.KEPT,
))  # fmt: skip
"""Registers that stay the same while code runs; random plays move some of them."""
FIXED_IN_A_FILE = FIXED - {Register.CURRENT, Register.NEXT} | {Register.GAME}
"""The same of a file: it moves from state to state."""
VARYING = ("least", "most", *FORM)
"""Entries of the scope that code writes."""
STAYS = ", !invariant.load !2"


class Code(FunctionBuilder):
    """A function that takes the context: what all of them need."""

    def __init__(self, low: Lowering, name: str, parameters: Sequence[str], returns: str = "void", **more: Any) -> None:
        super().__init__(name, [OWN_CONTEXT, *parameters], returns, "internal", **more)
        self.low, self.returns, self.rule = low, returns, ""
        self.failed = self.label()
        self.may_fail = False

    # --- the context ----------------------------------------------------------------------------------------------

    def register(self, index: int | str) -> str:
        return self.at("i64", "%c", index if isinstance(index, str) else str(int(index)))

    def get(self, index: int | str, type: str = "i64") -> str:
        fixed = FIXED_IN_A_FILE if self.low.filed else () if self.low.games else FIXED
        stays = STAYS if index in fixed else ""
        return self.value(f"load {type}, ptr {self.register(index)}{stays}")

    def set(self, index: int, value: str | int, type: str = "i64") -> None:
        self.store(type, str(value), self.register(index))

    def game(self, index: PlayCell, type: str = "i64") -> str:
        """A register of random plays."""
        return self.entry(type, self.get(Register.GAME, "ptr"), str(int(index)))

    def set_game(self, index: PlayCell, value: str | int, type: str = "i64") -> None:
        self.store(type, str(value), self.at("i64", self.get(Register.GAME, "ptr"), str(int(index))))

    def copy(self, to: str, source: str, length: str) -> None:
        """Copy `length` bytes from one place to another."""
        self.do(f"call void @llvm.memcpy.p0.p0.i64(ptr {to}, ptr {source}, i64 {length}, i1 false)")

    def sign(self, answer: str) -> None:
        """Something more that is said of the candidates of a state, in whatever order: of random plays."""
        if self.low.filed:
            return
        said = self.call("mix", [f"i64 {answer}"], "i64", fails=False)
        self.set_game(PlayCell.SIGN, self.value(f"add i64 {self.game(PlayCell.SIGN)}, {said}"))

    def entry_of(self, *name: str, type: str = "i64") -> str:
        """Loads an entry of the scope's data."""
        stays = "" if name[0] in VARYING else STAYS
        return self.value(f"load {type}, ptr {self.register(self.low.names.entry(*name))}{stays}")

    def note_writes(self, *places: Place) -> None:
        """Note that some places are written: see `written.py`."""
        if self.low.notes:
            found = mask(self.low.system, places, begins=False)
            self.set(Register.WRITTEN, self.value(f"or i64 {self.get(Register.WRITTEN)}, {found}"))

    def is_written(self, places: Iterable[Place]) -> str:
        """Whether one of some places was, or the state is no step's."""
        wanted = mask(self.low.system, places)
        return self.value(f"icmp ne i64 {self.value(f'and i64 {self.get(Register.WRITTEN)}, {wanted}')}, 0")

    def note_member(self, place: Place, sort: t.Type, index: str) -> None:
        """Note that a member's entry is written; without an index, that all are."""
        if self.low.notes and place in self.low.by_member.places:
            bit = "-1"
            if index:
                near = self.value(f"add i64 {index}, {self.low.by_member.shift(sort)}")
                bit = self.value(f"shl i64 1, {self.value(f'and i64 {near}, {WORD - 1}')}")
            found = self.value(f"or i64 {self.get(Register.MEMBERS_WRITTEN)}, {bit}")
            self.set(Register.MEMBERS_WRITTEN, found)

    # --- readings -------------------------------------------------------------------------------------------------

    def answer_to(self, *choice: str) -> str:
        """The reading's answer to a choice. In a family: what the one that is followed says; those that say something
        else agree with it no more."""
        if not self.low.family:
            return self.entry_of(*choice)
        self.note_choice(*choice)
        says = self.at("[2 x i64]", self.get(Register.READING, "ptr"), self.low.names.choice(*choice))
        agreeing = self.value(f"and i64 {self.get(Register.AGREEING)}, {self.entry('i64', says, '1')}")
        self.set(Register.AGREEING, agreeing)
        return self.load("i64", says)

    def note_choice(self, *choice: str) -> None:
        """Note that a choice comes up, in a family."""
        if self.low.family:
            place = self.at_byte(self.get(Register.CONSULTED, "ptr"), self.low.names.choice(*choice))
            self.store("i8", "1", place)

    def follow(self, readings: str) -> None:
        """The least of some readings is followed, and they agree so far."""
        self.set(Register.AGREEING, readings)
        least = self.value(f"call i64 @llvm.cttz.i64(i64 {readings}, i1 true)")
        first = self.value(f"mul i64 {least}, {self.entry_of('row')}")
        self.set(Register.READING, self.at("i64", self.get(Register.READINGS, "ptr"), first), "ptr")

    @contextmanager
    def each_pattern(self) -> Iterator[None]:
        """Writes code that runs once for each way in which the readings that agree now answer what it asks, and they
        agree again behind it. Without a family it runs once."""
        if not self.low.family:
            yield
            return
        all_ = self.get(Register.AGREEING)
        left = self.variable("i64", all_)
        with self.loop() as (_, after):
            now, going = self.load("i64", left), self.label()
            self.end(f"br i1 {self.value(f'icmp ne i64 {now}, 0')}, label %{going}, label %{after}")
            self.begin(going)
            self.follow(now)
            yield
            done = self.value(f"xor i64 {self.get(Register.AGREEING)}, -1")
            self.store("i64", self.value(f"and i64 {now}, {done}"), left)
        self.follow(all_)

    @property
    def agreeing(self) -> str:
        """The readings for which what happens now does; without a family there is one."""
        return self.get(Register.AGREEING) if self.low.family else "1"

    def note_move(self) -> None:
        """Some instance was a move."""
        self.set(Register.MOVED, self.value(f"or i64 {self.get(Register.MOVED)}, {self.agreeing}"))

    # --- checks that fail -----------------------------------------------------------------------------------------

    def fail(self, site: str, rule: str = "") -> None:
        """`rule`: a register that holds the rule that it is said of, where that is not the innermost one."""
        self.may_fail = True
        self.set(Register.ERROR, site)
        if rule:
            self.set(Register.ERROR_RULE, rule)
        self.jump(self.failed)

    def fail_if(self, condition: str, site: str, rule: str = "") -> None:
        with self.when(condition, RARELY):
            self.fail(site, rule)

    @contextmanager
    def beside(self) -> Iterator[Callable[..., AbstractContextManager[None]]]:
        """Several things that are asked, each whatever fails in the others. What is given is put around each, and takes
        whether a check may fail in it: one that does is told, and behind all of them the first one fails. A value that
        is used behind one lies in a variable."""
        first, rule, caught = self.variable("i64", "0"), self.variable("i64", "0"), False

        @contextmanager
        def catch(*, may_fail: bool = True) -> Iterator[None]:
            nonlocal caught
            if not may_fail:
                yield
                return
            caught = True
            outer, self.failed, after = self.failed, self.label(), self.label()
            yield
            self.jump(after)
            self.begin(self.failed)
            self.failed = outer
            self.tell_failure()
            with self.when(self.value(f"icmp eq i64 {self.load('i64', first)}, 0")):
                self.store("i64", self.get(Register.ERROR), first)
                self.store("i64", self.get(Register.ERROR_RULE), rule)
            self.set(Register.ERROR, 0)
            self.set(Register.ERROR_RULE, 0)
            self.begin(after)

        yield catch
        if caught:
            with self.when(self.value(f"icmp ne i64 {self.load('i64', first)}, 0"), RARELY):
                self.fail(self.load("i64", first), self.load("i64", rule))

    def tell_failure(self, event: str = "true", counts: str = "false") -> str:
        """The check that failed, and its rule; gives the number under which it is logged."""
        rule = self.value(f"shl i64 {self.get(Register.ERROR_RULE)}, 32")
        answer = self.value(f"or i64 {rule}, {self.get(Register.ERROR)}")
        self.tell(self.low.names.tell("failed"), answer, event=event, counts=counts)
        return answer

    def check(self) -> None:
        """Behind a call that may fail."""
        self.may_fail = True
        error = self.value(f"icmp ne i64 {self.get(Register.ERROR)}, 0")
        going = self.label()
        self.end(f"br i1 {error}, label %{self.failed}, label %{going}{RARELY}")
        self.begin(going)

    def finish(self) -> str:
        """The text; the end of a function that does not return."""
        if self._open:
            self.end(self.nothing)
        if self.may_fail:
            self.begin(self.failed)
            if self.rule:
                with self.when(self.value(f"icmp eq i64 {self.get(Register.ERROR_RULE)}, 0")):
                    self.set(Register.ERROR_RULE, self.low.names.rule(self.rule))
            self.end(self.nothing)
        return self.text

    @property
    def nothing(self) -> str:
        if self.returns == "void":
            return "ret void"
        return f"ret {self.returns} {'null' if self.returns == 'ptr' else 0}"

    # --- small things ---------------------------------------------------------------------------------------------

    def call(self, name: str, args: Sequence[str], returns: str = "void", *, fails: bool = True) -> str:
        """`args` with their types, without the context."""
        text = f"call {returns} @{name}({', '.join((CONTEXT, *args))})"
        if returns == "void":
            self.do(text)
            found = ""
        else:
            found = self.value(text)
        if fails:
            self.check()
        return found

    def exact(self, op: str, one: str, other: str, of: str) -> str:
        """`sadd`, `ssub` or `smul`; a result that 64 bits do not hold, or that stands for None or SILENT, ends the
        search, and says that it is `of` this."""
        both = self.value(f"call {{i64, i1}} @llvm.{op}.with.overflow.i64(i64 {one}, i64 {other})")
        found, over = (self.value(f"extractvalue {{i64, i1}} {both}, {k}") for k in (0, 1))
        reserved = self.value(f"icmp sle i64 {found}, {NONE}")
        self.fail_if(self.value(f"or i1 {over}, {reserved}"), self.low.names.site(BEYOND, of))
        return found

    def is_silent(self, value: str, type_: t.Type) -> str:
        match kind(type_):
            case "set":
                return self.value(f"icmp eq {self.low.set} {value}, {1 << self.low.width - SILENT_BIT}")
            case "pile":
                return self.value(f"icmp eq ptr {value}, null")
        return self.value(f"icmp eq i64 {value}, {SILENT}")

    def either(self, condition: str, yes: str, no: str, type: str) -> str:
        return self.value(f"select i1 {condition}, {type} {yes}, {type} {no}")

    def number(self, condition: str) -> str:
        """An i1 as a number."""
        return {"true": "1", "false": "0"}.get(condition) or self.value(f"zext i1 {condition} to i64")

    def any_of(self, conditions: Sequence[str]) -> str:
        return self._join("or", conditions, "false")

    def all_of(self, conditions: Sequence[str]) -> str:
        return self._join("and", conditions, "true")

    def _join(self, op: str, conditions: Sequence[str], empty: str) -> str:
        found = ""
        for condition in conditions:
            found = self.value(f"{op} i1 {found}, {condition}") if found else condition
        return found or empty

    def negate(self, condition: str) -> str:
        return {"true": "false", "false": "true"}.get(condition) or self.value(f"xor i1 {condition}, true")

    @contextmanager
    def loop(self) -> Iterator[tuple[str, str]]:
        """A loop without end: gives the labels of its head and of the code behind it."""
        head, after = self.label(), self.label()
        self.begin(head)
        yield head, after
        self.jump(head)
        self._lines.append(f"{after}:")
        self._open = True

    def mark(self, name: str) -> None:
        """A rule, or a clause, is live: unless nobody records. A file tells only which settles fire."""
        if self.low.filed:
            if name in self.low.system.settles:
                self.call("trail_rule", [f"i64 {self.low.names.rule(name)}"], fails=False)
            return
        place = self.value(f"getelementptr i8, ptr {self.get(Register.LIVE, 'ptr')}, i64 {self.low.names.mark(name)}")
        self.do(f"store i8 1, ptr {place}")

    def tell(self, what: str, answer: str, *, event: str = "false", counts: str = "false") -> None:
        """Logs once for each answer; where it may be an event, several times; where it `counts`, of random plays, once
        in each play. The same twice running is nothing new."""
        if self.low.filed:  # a host clears what was told, and is told each answer once
            self.call("observe", [f"i64 {what}", f"i64 {answer}"], fails=False)
            return
        family = self.low.family
        last = self.at("[2 x i64]" if family else "i64", self.get(Register.LAST, "ptr"), self._place(what, answer))
        heard = self.get(Register.RECORDING)
        now = self.value(f"xor i64 {self.value(f'shl i64 {heard}, {ANSWER_BITS}')}, {answer}")
        if counts != "false":
            now = self.value(f"xor i64 {now}, {self.either(counts, self.game(PlayCell.SALT), '0', 'i64')}")
        new = self.value(f"icmp ne i64 {self.load('i64', last)}, {now}")
        if family:  # the last answer's readings lie beside it
            agreeing, beside = self.get(Register.AGREEING), self.at("i64", last, "1")
            before = self.either(new, "0", self.load("i64", beside), "i64")
            known = self.value(f"or i64 {before}, {agreeing}")
            new = self.value(f"or i1 {new}, {self.value(f'icmp ne i64 {known}, {before}')}")
            self.store("i64", known, beside)
        wanted = self.value(f"or i1 {new}, {event}")
        if not (family or self.low.games):  # those keep more than what was told last
            wanted = self.value(f"and i1 {wanted}, {self.value(f'icmp ne i64 {heard}, {NOTHING}')}")
        with self.when(wanted):
            self.store("i64", now, last)
            often = self.any_of([event, counts]) if counts != "false" else event
            self.call("observe", [f"i64 {what}", f"i64 {answer}", f"i1 {often}"], fails=False)

    def _place(self, what: str, answer: str) -> str:
        """The place of what was told last: in a search one of several, by the answer, and what was being asked."""
        if not self.low.follows:
            return what
        mixed = self.value(f"xor i64 {answer}, {self.value(f'lshr i64 {answer}, 3')}")
        mixed = self.value(f"xor i64 {mixed}, {self.get(Register.RECORDING)}")
        return self.value(
            f"add i64 {self.value(f'mul i64 {what}, {LAST_TOLD}')}, {self.value(f'and i64 {mixed}, {LAST_TOLD - 1}')}"
        )

    def stop_if_told_last(self, heard: str, what: str, answer: str) -> None:
        """Ends the function where that answer was told last of the same thing: in a file."""
        last = self.at("i64", self.get(Register.LAST, "ptr"), what)
        now = self.value(f"xor i64 {self.value(f'shl i64 {heard}, {ANSWER_BITS}')}, {answer}")
        with self.when(self.value(f"icmp eq i64 {self.load('i64', last)}, {now}")):
            self.end("ret void")
        self.store("i64", now, last)

    def at_byte(self, pointer: str, offset: str) -> str:
        return self.value(f"getelementptr i8, ptr {pointer}, i64 {offset}")


def recording(code: Code, on: bool) -> None:
    code.set(Register.RECORDING, PLAY if on else NOTHING)
    if not code.low.filed:
        code.set(Register.LIVE, code.get(Register.MARKS if on else Register.UNMARKED, "ptr"), "ptr")


def load_leaf(code: Code, leaf: Leaf, address: str) -> str:
    """The value of a stored leaf."""
    if leaf.kind == "pile":
        return address
    if leaf.kind == "set":
        return code.value(f"load {code.low.set}, ptr {address}, align 1")
    if leaf.raw:
        return code.value(f"load i64, ptr {address}, align 1")
    number = code.value(f"load i{8 * leaf.bytes}, ptr {address}, align 1")
    if leaf.bytes < 8:
        number = code.value(f"zext i{8 * leaf.bytes} {number} to i64")
    found = code.value(f"add i64 {number}, {leaf.low}") if leaf.low else number
    if isinstance(leaf.type, t.Optional):
        found = code.either(code.value(f"icmp eq i64 {number}, 0"), str(NONE), found, "i64")
    return found
