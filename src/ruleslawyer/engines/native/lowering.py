"""The code of a ruleset: which functions there are, each made once, when it is first asked for, and their modules.

Which module a function is in hangs on its name alone. A module has copies of the small functions that are put in where
they are called, and names the others and the numbers that it gets when it is loaded (`names.SymbolTable`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from functools import cached_property, lru_cache
from typing import Any, Literal, NoReturn, Protocol, TypeAlias
from zlib import crc32

import llvmlite.binding as llvm

from ruleslawyer.base.arrays import Integers
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.origin import Origin
from ruleslawyer.engines.native.fields import MemberConditions
from ruleslawyer.engines.native.loop_members import FilteredList, MemberLists
from ruleslawyer.engines.native.names import FEW, BufferLimits, Name, SymbolTable
from ruleslawyer.engines.native.printed import Purity, ScopeExcerpt
from ruleslawyer.engines.native.storage import Leaf, TypeTooLarge, fits, keys_of, kind, leaf_of
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.latest import latest
from ruleslawyer.ir.schema import Field, Scope
from ruleslawyer.ir.system import Action, System
from ruleslawyer.ir.uses import Functions


def gathers_bits() -> bool:
    """Whether the processor has instructions for the bits of a word under a mask."""
    return bool(llvm.get_host_cpu_features().get("bmi2"))


class BuiltFunction(Protocol):
    """A function that has been made."""

    def finish(self) -> str:
        """The finished text of a function."""


class MemoPolicy(Protocol):
    """A memory for the answers of helpers."""

    def remembers(self, low: Lowering, function: n.Function) -> bool:
        """Whether what a helper says of a state is kept while that is the current one."""

    def memo_function(self, low: Lowering, function: n.Function) -> str:
        """The name of what says it again."""

    def writes(self, low: Lowering, function: n.Function) -> bool:
        """Whether a helper that only reads keeps something so."""


class ChoicePolicy(MemoPolicy, Protocol):
    """The treatment of choices in random plays: which are drawn, and how each is looked at."""

    def candidate(self, low: Lowering, action: Action) -> str:
        """The name of what looks at one choice of an action."""

    def narrow(self, code: Any, action: Action) -> None:
        """Looks at the one choice that is wanted, if one is, and ends the function; else notes where an action has so
        many choices that some of them are drawn instead."""

    def draw(self, code: Any, action: Action) -> None:
        """Draws them there, and ends the function."""


Maker: TypeAlias = Callable[["Lowering", Any, str], BuiltFunction]
"""Makes a function of one kind: for a ruleset, of what, and its name in the code."""
OTHERWISE = "--engine networkx explores it without code"
KnownEntries: TypeAlias = dict[Name, tuple[int, list[Integers]]]
"""Their values, and what they point to."""
Purpose: TypeAlias = Literal["search", "family", "games", "ablation", "less", "forms", "file"]
"""What the code is for: to search a scope, to search it under many readings at once, or random plays; to search it with
many clauses left out, each under a reading of its own; to search it without a clause; to search
changed forms; or one state at a time, on any machine."""
NO_WORD = re.compile(r"\W")
ONE_WORD = 64
"""Bits of a set of fewer members than are worth a list for each state of a search."""

SYSTEMS_KEPT = 12
"""Whose lists of loops are known."""
_LISTS: dict[int, tuple[System, dict[str, list[tuple[ScopeExcerpt, MemberLists]]]]] = {}


class Lowering:
    """A ruleset being compiled. `width`: bits of a set, more than the largest sort has members."""

    def __init__(
        self,
        system: System,
        width: int,
        makers: Mapping[str, Maker],
        purpose: Purpose = "search",
        games: ChoicePolicy | None = None,
        memo: MemoPolicy | None = None,
    ) -> None:
        """`makers`: what makes a function of each kind: "function", "term", "question", "deed", "legality", "put",
        "list". `games`: of random plays, what is done with choices. `memo`: of a search, what is kept of what helpers
        said."""
        self.memo = games or memo
        self.system, self.width, self.makers, self.games = system, width, makers, games
        self.family, self.ablation = purpose in ("family", "ablation"), purpose == "ablation"
        self.forms = purpose == "forms"
        self.flags = purpose in ("ablation", "less")
        self.follows = not self.family and games is None and not self.forms
        self.set = f"i{width}"
        self.names = SymbolTable()
        self.lists = latest(_LISTS, id(system), SYSTEMS_KEPT, lambda: (system, {}))[1]
        """Lists of loops in scopes that were made, whatever the code is for."""
        self._entries: list[tuple[Scope, KnownEntries]] = []
        self.filed = purpose == "file"
        self.gathers = gathers_bits() and not self.filed
        self.keeps = games is not None and not self.filed
        """Whether what is found out about a state may still hold in the next one."""
        self.notes = self.follows or self.keeps
        """Whether a step notes what it writes."""
        self.lists_present = self.keeps or (memo is not None and width > ONE_WORD)
        """Whether who is there in a state is listed: in searches only where there may be so many members."""
        self.rooms = FEW if self.filed else BufferLimits()
        self.frames = {name: i for i, name in enumerate(system.frames)}
        # What a form of the ruleset changes may turn a function that only reads into one that fails.
        self.purity, self.functions = Purity(system, trusted=not self.forms), Functions(system)
        self.by_member = MemberConditions(system, self.functions, self.purity)
        self._about: list[tuple[str, Origin]] = []
        self.helpers = {id(h) for h in system.helpers.values()}
        self.texts: dict[str, str] = {}
        self.made: dict[object, str] = {}
        self._named_before: Mapping[object, str] = {}
        self._named: Counter[str] = Counter()
        self.puts: dict[tuple[str | None, str], int] = {}

    # --- kept between runs ----------------------------------------------------------------------------------------

    def data(self) -> tuple[object, ...]:
        """All names, and the functions."""
        return self.names, self.texts

    def take(self, data: tuple[SymbolTable, dict[str, str]]) -> None:
        """Take what was kept; of what each function was made is not known then."""
        self.names, self.texts = data

    def take_functions(self, again: Lowering) -> None:
        """Take of what each function was made from the same code, made again."""
        self.made, self._named, self.puts = again.made, again._named, again.puts

    # --- what things are ------------------------------------------------------------------------------------------

    def llvm(self, type_: t.Type) -> str:
        return {"number": "i64", "set": self.set, "pile": "ptr", "map": "ptr", "store": "ptr", "nothing": "void"}[
            kind(type_)
        ]

    def kind_of(self, leaf: Leaf) -> str:
        return {"number": "i64", "set": self.set, "pile": "ptr"}[leaf.kind]

    @cached_property
    def _fields(self) -> dict[tuple[str | None, str], Field]:
        found = {(None, f.name): f for f in self.system.state.fields}
        return found | {(r.name, f.name): f for r in self.system.frames.values() for f in r.fields}

    def field(self, record: str | None, name: str) -> Field:
        return self._fields[record, name]

    def leaf(self, record: str | None, name: str) -> Leaf:
        field = self.field(record, name)
        try:
            default = field.default if record is None else None
            return leaf_of(keys_of(field.type)[1], default, self.width, packed=self.games is None)
        except TypeTooLarge as error:
            self.refuse(str(error))

    def refuse(self, what: str) -> NoReturn:
        """Says which rule is being compiled, if one is, and where it stands."""
        if not self._about:
            raise UsageError(f"{what} cannot be compiled", self.system.name, OTHERWISE)
        name, origin = self._about[-1]
        raise UsageError(f"{name}: {what} cannot be compiled", str(origin.span), OTHERWISE)

    @contextmanager
    def about(self, name: str, origin: Origin) -> Iterator[None]:
        """Notes the rule to which the code compiled inside belongs."""
        self._about.append((name, origin))
        yield
        self._about.pop()

    def number(self, value: int) -> str:
        """A number of the text, which has to be one of 64 bits."""
        return str(value) if fits(value) else self.refuse(f"a number of more than 64 bits, {value},")

    def fails(self, function: n.Function) -> bool:
        """Whether a check may fail in it."""
        return not (id(function) in self.helpers and self.purity.only_reads(function.name))

    # --- functions ------------------------------------------------------------------------------------------------

    def add(self, name: str, made: BuiltFunction) -> None:
        self.texts[name] = made.finish()

    def once(self, key: object, name: str, make: Callable[[str], BuiltFunction]) -> str:
        """The name of a function that is made where it is not there yet."""
        if key not in self.made:
            found = self._named_before.get(key)
            if found is None:
                self._named[name] += 1
                found = name if self._named[name] == 1 else f"{name}.{self._named[name]}"
            self.made[key] = found
            self.add(found, make(found))
        return self.made[key]

    def beside(self, system: System, made: Mapping[object, str]) -> Lowering:
        """A changed form of the ruleset, with the same names and numbers. `made`: what of this one it has as well."""
        other = Lowering(system, self.width, self.makers, "forms")
        other.names, other.made, other._named_before = self.names, dict(made), self.made
        other._named, other.puts = Counter(self._named), dict(self.puts)
        return other

    def with_rules(self, system: System) -> Lowering:
        """The same rules with another right of way, or with what speaks in a gap, with the same names and numbers:
        all that was made of them is there, until it is `forgotten`."""
        other = copy(self)
        other.system, other.names, other._named_before = system, self.names.copy(), self.made
        other.texts, other.made = dict(self.texts), dict(self.made)
        other._about, other._named, other.puts = [], Counter(self._named), dict(self.puts)
        return other

    def entries_in(self, scope: Scope) -> KnownEntries:
        """The entries that are known to hang on a scope alone, under a ruling too, while no other is asked for."""
        if not self._entries or self._entries[0][0] is not scope:
            self._entries[:] = [(scope, {})]
        return self._entries[0][1]

    def forgotten(self, *keys: object) -> None:
        """Forgets the functions made for these keys, so that they are made anew."""
        for key in keys:
            if key in self.made:
                del self.texts[self.made.pop(key)]

    def function(self, function: n.Function, *, late: bool = False) -> str:
        """A function that an author wrote. `late`: it may write while writes wait."""
        late = late and id(function) not in self.helpers
        name = f"{'late' if late else 'rule'}_{NO_WORD.sub('_', function.name)}"
        return self._one((id(function), late), name, "function", (function, late))

    def helper(self, function: n.Function, *, late: bool = False) -> str:
        """The same of a helper that is called; what it said is kept where that pays."""
        if self.memo is None or not self.memo.remembers(self, function):
            return self.function(function, late=late)
        return self.memo.memo_function(self, function)

    def _one(self, key: object, name: str, kind: str, what: Any) -> str:
        rule = what[0] if kind == "function" else what

        def make(name: str) -> BuiltFunction:
            if kind == "put":
                return self.makers[kind](self, what, name)
            with self.about(rule.name, rule.origin):
                return self.makers[kind](self, what, name)

        return self.once(key, name, make)

    def promises(self, function: n.Function) -> str:
        """The attributes that LLVM is told of a function."""
        if self.fails(function):
            return ""
        reads = "" if self.memo is not None and self.memo.writes(self, function) else "memory(read) "
        return f"{reads}willreturn{' alwaysinline' if self.purity.is_small(function.name) else ''}"

    def parameters(self, name: str) -> Sequence[n.Parameter]:
        """The parameters of a term, a question or an action."""
        system = self.system
        found = system.terms.get(name) or system.questions.get(name) or system.actions[name]
        return found.function.parameters

    def list_name(self, present: FilteredList) -> str:
        """The function that lists the members of which a condition holds."""
        key = present.key
        return self.once(("listed", key), f"listed_{key}", lambda name: self.makers["list"](self, present, name))

    def base(self, kind: str, name: str) -> str:
        """The function that gives the value of a term or a question; of an action, whether it may be done."""
        return self.term(name) if kind == "term" else self.question(name) if kind == "question" else self.may_do(name)

    def may_do(self, name: str) -> str:
        action = self.system.actions[name]
        return self._one(("may", name), f"may_{name}", "legality", action)

    def term(self, name: str) -> str:
        return self._one(("term", name), f"term_{name}", "term", self.system.terms[name])

    def question(self, name: str) -> str:
        return self._one(("question", name), f"ask_{name}", "question", self.system.questions[name])

    def deed(self, name: str) -> str:
        return self._one(("deed", name), f"deed_{name}", "deed", self.system.deeds[name])

    def put(self, record: str | None, field: str) -> str:
        """The function that writes a leaf of a field, with the checks that its type and the scope ask for."""
        self.put_number(record, field)
        return self._one(("put", record, field), f"put_{record or ''}_{field}", "put", (record, field))

    def put_number(self, record: str | None, field: str) -> int:
        """The number of a field, of all fields, so that it stays the same where another one is written."""
        return self.puts.setdefault((record, field), list(self._fields).index((record, field)))


FUNCTIONS, FEWEST = 24, 8
"""About as many to a module; what is less than so many modules is one."""
ENTRY = ""
"""Nobody's name: who calls from outside."""
INTERNAL = "define internal "
MOST_TEXTS = 20_000
"""Functions of which it is known what they call: those of a few rulesets."""
CALLED = re.compile(r"@([\w.]+)\(")
SYMBOL = re.compile(r'@"([^"]+)"')


def modules(texts: Mapping[str, str], first: Collection[str], declarations: str, entry: str) -> list[str]:
    """`texts`: functions by name, each `internal`; `first`: those of the first module; `entry`: more text of that one,
    functions that are called from outside."""
    rest = sorted(texts.keys() - first)
    count = 1 << (len(rest) // FUNCTIONS).bit_length() - 1 if len(rest) > FEWEST * FUNCTIONS else 1
    members: list[list[str]] = [[] for _ in range(count)]
    for name in rest:
        members[crc32(name.encode()) % count].append(name)
    calls = {name: _calls(text, texts) for name, text in texts.items()}
    entry_calls = _calls(entry, texts)
    return [
        _module(sorted(first), texts, {**calls, ENTRY: entry_calls}, [declarations, entry], ENTRY),
        *(_module(names, texts, calls, [declarations]) for names in members if names),
    ]


def module(own: Sequence[str], texts: Mapping[str, str], declarations: str, entry: str = "") -> str:
    """One module of these functions."""
    calls = {name: _calls(texts[name], texts) for name in own} | {ENTRY: _calls(entry, texts)}
    return _module(own, texts, calls, [declarations, entry], ENTRY)


def _calls(text: str, texts: Collection[str]) -> list[str]:
    return [name for name in _callees(text) if name in texts]


@lru_cache(MOST_TEXTS)
def _callees(text: str) -> tuple[str, ...]:
    """The names that a function calls, each once: of rules with another right of way nearly all texts are the same."""
    return tuple(dict.fromkeys(CALLED.findall(text)))


@lru_cache(MOST_TEXTS)
def _symbols_in(text: str) -> frozenset[str]:
    """The numbers that a function names."""
    return frozenset(SYMBOL.findall(text))


def _module(
    own: Sequence[str],
    texts: Mapping[str, str],
    calls: Mapping[str, Iterable[str]],
    head: Sequence[str],
    *more: str,
) -> str:
    """Functions with all that they need to know; `more`: who calls besides."""
    copied: set[str] = set()
    declared: set[str] = set()

    def look(name: str) -> None:
        for other in calls[name]:
            if "alwaysinline" not in _head(texts[other]):
                declared.add(other)
            elif other not in copied:
                copied.add(other)
                look(other)

    for name in (*own, *more):
        look(name)
    parts = [texts[name].replace(INTERNAL, "define hidden ", 1) for name in own]
    parts += [texts[name] for name in sorted(copied.difference(own))]
    parts += [_declaration_of(texts[name]) for name in sorted(declared.difference(own))]
    return "\n\n".join([*head, "\n".join(_symbols(parts)), *parts])


def _head(text: str) -> str:
    return text[: text.index("{\n")]


def _declaration_of(text: str) -> str:
    return "declare hidden " + _head(text).removeprefix(INTERNAL).strip()


def _symbols(parts: Iterable[str]) -> Iterator[str]:
    """Numbers from 1 on, each as the address of something that is nowhere."""
    for symbol in sorted({s for part in parts for s in _symbols_in(part)}):
        yield f'@"{symbol}" = external hidden global i8, !absolute_symbol !1'
    yield f"!1 = !{{i64 1, i64 {1 << 31}}}"
