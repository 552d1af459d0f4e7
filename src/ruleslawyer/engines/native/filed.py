"""A ruleset's code as a file that runs elsewhere: what is called from outside, the trail of a step, and the text for
other machines.
"""

from __future__ import annotations

import re

import llvmlite
import llvmlite.binding as llvm

from ruleslawyer.base.files.kept import MOST_CODE, KeptCode, cache_folder
from ruleslawyer.engines.native import runtime
from ruleslawyer.engines.native.choosing import SampledChoices
from ruleslawyer.engines.native.code import Code, recording
from ruleslawyer.engines.native.compiling import code_of
from ruleslawyer.engines.native.filed_games import add_games, add_search
from ruleslawyer.engines.native.games import HASHED
from ruleslawyer.engines.native.lowering import SYMBOL, Lowering, module
from ruleslawyer.engines.native.names import PLAY, PlayCell, Register
from ruleslawyer.engines.native.playing import LISTING, PlayFunction
from ruleslawyer.engines.native.rest import where_it_fails
from ruleslawyer.engines.native.storage import width_of
from ruleslawyer.engines.native.text import forward
from ruleslawyer.engines.native.walks import graph_walks
from ruleslawyer.ir.system import System

HEAD = 8
"""Bytes before a state: the number of a rule, less than 0 where it is a settle of the round behind it, without a
state."""


def add_trail(low: Lowering) -> None:
    """Adds what rules and sub-steps call."""
    low.once("trail rule", "trail_rule", lambda name: _rule(low, name))
    low.once("trail state", "trail_state", lambda name: _state(low, name))


def _next(code: Code) -> str:
    """Where the next entry lies; the function ends where nobody asks, or where there is no room, but it is counted."""
    trail, heard = code.game(PlayCell.TRAIL, "ptr"), code.get(Register.RECORDING)
    unasked = code.value(f"icmp eq ptr {trail}, null")
    with code.when(code.value(f"or i1 {unasked}, {code.value(f'icmp ne i64 {heard}, {PLAY}')}")):
        code.end("ret void")
    number = code.game(PlayCell.TRAILED)
    code.set_game(PlayCell.TRAILED, code.value(f"add i64 {number}, 1"))
    with code.when(code.value(f"icmp sge i64 {number}, {code.game(PlayCell.MOST_TRAILED)}")):
        code.end("ret void")
    size = code.value(f"add i64 {code.get(Register.BYTES)}, {HEAD}")
    return code.at_byte(trail, code.value(f"mul i64 {number}, {size}"))


def _rule(low: Lowering, name: str) -> Code:
    """A settle has fired."""
    code = Code(low, name, ["i64 %rule"])
    code.do(f"store i64 {code.value('sub i64 0, %rule')}, ptr {_next(code)}, align 1")
    code.end("ret void")
    return code


def _state(low: Lowering, name: str) -> Code:
    """A sub-step has come to a state."""
    code = Code(low, name, ["ptr %s", "i64 %rule"])
    at = _next(code)
    code.do(f"store i64 %rule, ptr {at}, align 1")
    code.copy(code.at_byte(at, str(HEAD)), "%s", code.get(Register.BYTES))
    code.end("ret void")
    return code


WASM = "wasm32-unknown-unknown"
OUTSIDE = "".join(
    f"\n\n{function}"
    for function in (
        forward("ended", "ended_here", returns="i64"),
        forward("sees", "seen_here", "i64 %sort", "i64 %member", "i64 %seat", returns="i64"),
        forward("paid", "paid_here", "i64 %seat", returns="i64"),
        forward("walk", "walk_on", "i64 %longest", "i64 %greedy", returns="i64"),
        forward("valued", "value_here", "i64 %seat", returns="i64"),
        forward("gained", "gain_here", returns="i64"),
        forward("begin", "begin_search"),
        forward("search", "search_on", "i64 %most", returns="i64"),
        HASHED,
        forward("packed", "pack", "ptr %state", "ptr %into"),
        forward("unpacked", "unpack", "ptr %from", "ptr %state"),
    )
)
CALLED = (
    "list", "step", "ended", "paid", "sees", "walk", "valued", "gained", "begin", "search", "hashed", "packed",
    "unpacked",
)  # fmt: skip
"""What is called from outside; each takes the context first."""
OF_GRAPHS = "answered", "graph_ahead", "graph_parts", "graph_spread"
"""What a module has besides, for whoever asks what may follow a state. The last three take numbers of 32 bits: see
`walks.py`."""
ANSWERED = f"\n\n{forward('answered', 'answer_all', 'ptr %answers')}\n\n"
OURS = re.compile(rf"^(define \S+ @)({'|'.join(CALLED)})\(", re.MULTILINE)
"""Where they begin: outside WebAssembly their names have the ruleset's in front."""
CHECKED = """

define internal {i64, i1} @product(i64 %a, i64 %b) alwaysinline {
  %none = icmp eq i64 %a, 0
  %r = mul i64 %a, %b
  %a1 = select i1 %none, i64 1, i64 %a
  %turned = icmp eq i64 %a1, -1
  %a2 = select i1 %turned, i64 1, i64 %a1
  %back = sdiv i64 %r, %a2
  %differs = icmp ne i64 %back, %b
  %least = icmp eq i64 %b, -9223372036854775808
  %over1 = select i1 %turned, i1 %least, i1 %differs
  %over = select i1 %none, i1 false, i1 %over1
  %x = insertvalue {i64, i1} undef, i64 %r, 0
  %y = insertvalue {i64, i1} %x, i1 %over, 1
  ret {i64, i1} %y
}"""
"""A product of which is known whether it fits, without numbers of 128 bits."""
WIDE = """

define hidden void @__multi3(ptr %into, i64 %a, i64 %a_high, i64 %b, i64 %b_high) noinline optnone nounwind {
  %a0 = and i64 %a, 4294967295
  %a1 = lshr i64 %a, 32
  %b0 = and i64 %b, 4294967295
  %b1 = lshr i64 %b, 32
  %p00 = mul i64 %a0, %b0
  %p01 = mul i64 %a0, %b1
  %p10 = mul i64 %a1, %b0
  %p11 = mul i64 %a1, %b1
  %c0 = lshr i64 %p00, 32
  %m0 = add i64 %p10, %c0
  %m0_low = and i64 %m0, 4294967295
  %m0_high = lshr i64 %m0, 32
  %m1 = add i64 %p01, %m0_low
  %m1_high = lshr i64 %m1, 32
  %h0 = add i64 %p11, %m0_high
  %h1 = add i64 %h0, %m1_high
  %x = mul i64 %a_high, %b
  %y = mul i64 %a, %b_high
  %h2 = add i64 %h1, %x
  %h3 = add i64 %h2, %y
  %low = mul i64 %a, %b
  store i64 %low, ptr %into
  %above = getelementptr i64, ptr %into, i64 1
  store i64 %h3, ptr %above
  ret void
}"""
"""A product of 128 bits, which LLVM calls where it sees through that check: a host would have to help otherwise. A
module that does not call it is linked without."""

LEVEL, INLINED = 1, 5
"""How hard the code is worked on, and how long a function may be that is put where it is called: size first. Level 2 is
3 % larger, and no faster in games or choices."""


class PortableCode:
    """The code of a ruleset for scopes whose sorts have so many members at most, as text for any machine."""

    def __init__(self, system: System, members: int) -> None:
        self.low, _ = code_of(system, _width(system, members), "file")
        _add(self.low)
        add_games(self.low)
        add_search(self.low)
        add_trail(self.low)
        texts = self.low.texts
        code = module(sorted(texts), texts, runtime.declarations(self.low), LISTING + OUTSIDE)
        self._text = _with_numbers(code, self.low.names.symbols)

    def object_file(self, triple: str = "") -> bytes:
        """An object file for a machine, size first; for this one where none is named. It is kept."""
        made_by = [triple, str(LEVEL), str(INLINED), llvmlite.__version__]
        kept, key = KeptCode(cache_folder(), MOST_CODE), "\0".join([self._text_for(triple), *made_by]).encode()
        found = kept.read(key)
        if found is None:
            found = self.make(triple)
            kept.write(key, found)
        return found

    def make(self, triple: str) -> bytes:
        """The same, whether or not it is kept."""
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
        triple = triple or llvm.get_process_triple()
        wasm = triple == WASM
        more = {"features": "+bulk-memory,+sign-ext,+mutable-globals"} if wasm else {"reloc": "pic"}
        machine = llvm.Target.from_triple(triple).create_target_machine(opt=2, **more)
        made = llvm.parse_assembly(_small(self._text_for(triple)))
        made.triple, made.data_layout = triple, str(machine.target_data)
        options = llvm.create_pipeline_tuning_options(speed_level=LEVEL)
        options.inlining_threshold, options.loop_unrolling = INLINED, False
        builder = llvm.create_pass_builder(machine, options)
        builder.getModulePassManager().run(made, builder)
        found: bytes = machine.emit_object(made)
        return found

    def _text_for(self, triple: str) -> str:
        """The code for a machine, with what it has besides."""
        if triple != WASM:
            return re.sub(OURS, rf"\1{self.low.system.name}_\2(", self._text)
        text = self._text.replace("call {i64, i1} @llvm.smul.with.overflow.i64", "call {i64, i1} @product")
        return text + CHECKED + WIDE + ANSWERED + graph_walks()


def lowering(system: System, members: int) -> Lowering:
    """How states lie in memory for that code, before any of it is made."""
    return Lowering(system, _width(system, members), {}, "file", SampledChoices())


def _width(system: System, members: int) -> int:
    width = width_of(system, members)
    return 256 if width == 128 else width  # shifts of 128 bits need a library


def _with_numbers(code: str, symbols: dict[str, int]) -> str:
    """Numbers where the code names what it gets when it is loaded: nothing loads it here. Registers and entries have 64
    bits wherever a pointer has fewer."""
    code = re.sub(r'ptrtoint \(ptr @"([^"]+)" to i64\)', lambda found: str(symbols[found[1]]), code)
    code = re.sub(r'^@"[^"]+" = external hidden global.*\n', "", code, flags=re.MULTILINE)
    assert not SYMBOL.search(code), "a name is left"
    code = re.sub(r"^!1 = .*$", "", code, flags=re.MULTILINE)
    code = code.replace("getelementptr ptr, ptr", "getelementptr i64, ptr")
    return code.replace("define hidden ", "define internal ")


def _small(text: str) -> str:
    """The code with every function marked to be made small, but for those always inlined, or left as they are."""
    head = re.compile(r"^(define (?!.*(?:alwaysinline|optnone))[^\n]*?)(\{)$", re.MULTILINE)
    return head.sub(lambda found: f"{found[1]}minsize optsize {found[2]}", text)


# --- what is called from outside, besides lists, steps, games and searches --------------------------------------------


def _add(low: Lowering) -> None:
    low.once("ended here", "ended_here", lambda name: _end_here(low, name))
    low.once("paid here", "paid_here", lambda name: _payoff_here(low, name))
    low.once("seen here", "seen_here", lambda name: _sight_here(low, name))


def _end_here(low: Lowering, name: str) -> Code:
    """Whether the game is over in the first state; then who wins is where it is kept who is awaited. -1: a rule failed,
    and nothing is known."""
    code = PlayFunction(low, name, [], "i64")
    state, into = code.at_state("0"), code.game(PlayCell.AWAITED, "ptr")
    failed = code.label()
    recording(code, False)
    ended = code.call(low.function(low.system.ended), [f"ptr {state}"], "i64", fails=False)
    with where_it_fails(code, failed):
        pass
    with code.when(code.value(f"icmp ne i64 {ended}, 0")):
        winners = code.call(low.function(low.system.winners), [f"ptr {state}"], low.set, fails=False)
        with where_it_fails(code, failed):
            pass
        code.do(f"store {low.set} {winners}, ptr {into}, align 1")
    recording(code, True)
    code.end(f"ret i64 {ended}")
    code.begin(failed)
    recording(code, True)
    code.end("ret i64 -1")
    return code


def _payoff_here(low: Lowering, name: str) -> Code:
    """The payoff of a seat in the first state, by the ruleset's own rule; where that fails, the least number."""
    code = PlayFunction(low, name, ["i64 %seat"], "i64")
    payoff, failed = low.system.payoff, code.label()
    if payoff is None:
        code.end("ret i64 0")
        return code
    recording(code, False)
    got = code.call(low.function(payoff), [f"ptr {code.at_state('0')}", "i64 %seat"], "i64", fails=False)
    with where_it_fails(code, failed):
        pass
    recording(code, True)
    code.end(f"ret i64 {got}")
    code.begin(failed)
    recording(code, True)
    code.end(f"ret i64 {-(1 << 63)}")
    return code


def _sight_here(low: Lowering, name: str) -> Code:
    """Whether a seat knows a member of a sort, or sees an entry of a field, by the ruleset's own rule; where it fails,
    no. %sort: the number of the rule; %member: 0 of a field that is no map."""
    code = PlayFunction(low, name, ["i64 %sort", "i64 %member", "i64 %seat"], "i64")
    state, found, failed = code.at_state("0"), code.variable("i64", "0"), code.label()
    recording(code, False)
    functions = low.system.sights
    for number in code.cases("%sort", "i64", range(len(functions))):
        about = ["i64 %member"] if len(functions[number].parameters) > 2 else []
        given = [f"ptr {state}", *about, "i64 %seat"]
        said = code.call(low.function(functions[number]), given, "i64", fails=False)
        with where_it_fails(code, failed):
            pass
        code.store("i64", said, found)
    code.begin(failed)
    recording(code, True)
    code.end(f"ret i64 {code.load('i64', found)}")
    return code
