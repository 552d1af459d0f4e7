"""Many changed forms of a ruleset in one piece of code: which of them runs is an entry of the context.

These are mutant schemata (Untch, Offutt and Harrold 1993), by functions of the code and not by expressions: a form has
those functions that its change makes otherwise, and a switch in each goes to them where it is the form's turn. So a
form costs what is otherwise in it, and a scope is explored under any form by the same code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ruleslawyer.base.arrays import Integers
from ruleslawyer.base.diagnostics import NoCode, UsageError
from ruleslawyer.base.files.kept import cache_folder
from ruleslawyer.engines.native import offer, play, runtime
from ruleslawyer.engines.native.body import puts
from ruleslawyer.engines.native.build import Compiler, Library, link
from ruleslawyer.engines.native.compiling import MAKERS, PASSES
from ruleslawyer.engines.native.lowering import Lowering, module
from ruleslawyer.engines.native.names import FORM
from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.system import Action, System

ILL_FORMED = (UsageError, KeyError, TypeError, ValueError, AssertionError)
"""What a change that nobody could have written makes of compiling."""
FEW = 100
"""Forms for which better code takes longer to make than it saves."""
TOGETHER = 64
"""Functions of forms that are compiled at once."""
HEAD = re.compile(r"define internal (\S+(?: \S+\})?) @([\w.]+)\((.*?)\) ")


@dataclass(frozen=True)
class Form:
    """A changed ruleset. function: the one that is otherwise, as it was and as it is; None where something else is."""

    system: System
    function: tuple[Function, Function] | None = None


class Schemata:
    """The code of a ruleset and of forms of it, numbered from 1: 0 is the ruleset as it is. `refused`: forms that
    cannot be compiled, with the reason."""

    def __init__(self, system: System, width: int, forms: Sequence[Form]) -> None:
        self.low, self.forms = _whole(system, width), forms
        runtime.add(self.low)
        for entry in FORM:
            self.low.names.entry(entry)
        self._actions: dict[int, list[Action]] = {}
        for action in system.actions.values():
            if action.domain is not None:
                self._actions.setdefault(id(action.domain), []).append(action)
        self.refused: dict[int, str] = {}
        self.changed: dict[int, tuple[str, ...]] = {}
        """For each form the functions of the code that are otherwise."""
        self._others: dict[str, str] = {}
        self._library: Library | None = None
        for number, form in enumerate(forms, 1):
            try:
                texts = self._otherwise(form)
            except ILL_FORMED as error:
                self.refused[number] = f"{type(error).__name__}: {error}"
                continue
            self.changed[number] = tuple(texts)
            for name, text in texts.items():
                self._others[_of(name, number)] = _rename(text, texts, number)

    # --- what is otherwise ----------------------------------------------------------------------------------------

    def _otherwise(self, form: Form) -> dict[str, str]:
        """The functions that a form has, and the ruleset has not or has otherwise."""
        return self.whole(form) if form.function is None else self._in_function(form, *form.function)

    def whole(self, form: Form) -> dict[str, str]:
        """All of the form is compiled, but for functions of an author that both have, if fields are kept alike."""
        was, is_ = self.low.system, form.system
        alike = was.state is is_.state and was.frames is is_.frames
        made = {key: name for key, name in self.low.made.items() if _of_author(key)} if alike else {}
        low = self.low.beside(form.system, made)
        _emit(low)
        return self._unlike(low)

    def _in_function(self, form: Form, was: Function, is_: Function) -> dict[str, str]:
        """The one function is compiled, and what is made of what it says."""
        low = self.low.beside(form.system, self.low.made)
        for late in (False, True):
            name = self.low.made.get((id(was), late))
            if name is not None:
                low.made[id(is_), late] = name
                low.add(name, MAKERS["function"](low, (is_, late), name))
        for action in self._actions.get(id(was), ()):
            del low.made["offer", action.name]
            offer.offer_function(low, form.system.actions[action.name])
        return self._unlike(low)

    def _unlike(self, low: Lowering) -> dict[str, str]:
        return {name: text for name, text in low.texts.items() if self.low.texts.get(name) != text}

    # --- the code -------------------------------------------------------------------------------------------------

    @cached_property
    def switched_functions(self) -> tuple[str, ...]:
        """The functions of the ruleset that some form has otherwise."""
        names = dict.fromkeys(name for names in self.changed.values() for name in names)
        return tuple(name for name in names if name in self.low.texts)

    @property
    def library(self) -> Library:
        """The code of all forms."""
        return self._library or self.compile()

    def compile(self) -> Library:
        """Make it. A form that LLVM does not take is refused."""
        hurried = Compiler(None, 0, ())
        objects = list(self._compile(hurried))
        texts = self._texts()
        base = [name for name in texts if name not in self._others]
        whole = module(base, texts, runtime.declarations(self.low), play.entry(self.low))
        best = hurried if len(self.forms) <= FEW else Compiler(cache_folder(), 2, PASSES)
        self._library = link([best.object(whole), *objects], self.low.names.symbols)
        return self._library

    def _texts(self) -> dict[str, str]:
        """The ruleset's functions, those that some form has otherwise behind a switch."""
        of: dict[str, list[int]] = {}
        for number, names in self.changed.items():
            if number not in self.refused:
                for name in names:
                    of.setdefault(name, []).append(number)
        texts = dict(self.low.texts)
        for place, name in enumerate(self.switched_functions):
            text = texts[name]
            head = _head(text)
            alike = [n for n in of.get(name, ()) if _head(self._others[_of(name, n)]) == head]
            texts[_of(name, 0)] = text.replace(f"@{name}(", f"@{_of(name, 0)}(", 1)
            texts[name] = _switch(self.low, name, head, alike, place)
        return texts | self._others

    def _compile(self, compiler: Compiler) -> Iterator[bytes]:
        """The forms' own functions, many together."""
        texts, names = self._texts(), list(self._others)
        for at in range(0, len(names), TOGETHER):
            yield from self._together(compiler, texts, names[at : at + TOGETHER])

    def _together(self, compiler: Compiler, texts: Mapping[str, str], names: Sequence[str]) -> Iterator[bytes]:
        try:
            yield compiler.object(module(names, texts, runtime.declarations(self.low)))
        except NoCode as error:  # the text is none that LLVM takes
            if len(names) == 1:
                self.refused[_number(names[0])] = str(error)
                return
            for name in names:
                yield from self._together(compiler, texts, [name])


def _whole(system: System, width: int) -> Lowering:
    low = Lowering(system, width, MAKERS, "forms")
    _emit(low)
    return low


def _emit(low: Lowering) -> None:
    """A ruleset, with all that only a changed form of it may call."""
    system = low.system
    play.expand(low)
    for record, fields in ((None, system.state.fields), *((f.name, f.fields) for f in system.frames.values())):
        for field in fields:
            low.put(record, field.name)
    for function in system.helpers.values():
        low.function(function)
    for name in system.terms:
        low.term(name)
    for name in system.questions:
        low.question(name)
    for name in system.deeds:
        low.deed(name)
    puts(low)


def _of_author(key: object) -> bool:
    """Whether a function of the code is one that an author wrote."""
    return isinstance(key, tuple) and isinstance(key[0], int)


def _of(name: str, number: int) -> str:
    return f"{name}.m{number}"


def _number(name: str) -> int:
    return int(name.rpartition(".m")[2])


def _rename(text: str, names: Mapping[str, str], number: int) -> str:
    """The text of a form, which calls its own functions."""
    return re.sub(r"@([\w.]+)\(", lambda m: f"@{_of(m[1], number)}(" if m[1] in names else m[0], text)


def _head(text: str) -> tuple[str, tuple[str, ...]]:
    """The return type and the parameter types of a function's head."""
    found = HEAD.match(text)
    assert found is not None, text[:80]
    return found[1], tuple(p.rpartition(" ")[0] for p in found[3].split(", "))


def _switch(low: Lowering, name: str, head: tuple[str, tuple[str, ...]], numbers: Sequence[int], place: int) -> str:
    """Goes to the function of the form whose turn it is, and notes that somebody came by."""
    returns, types = head
    given = ["%c", *(f"%p{i}" for i in range(1, len(types)))]
    args = ", ".join(f"{t} {v}" for t, v in zip(types, given, strict=True))

    def call(number: int) -> str:
        target = f"@{_of(name, number)}({args})"
        if returns == "void":
            return f"  call void {target}\n  ret void"
        return f"  %r{number} = call {returns} {target}\n  ret {returns} %r{number}"

    cases = " ".join(f"i64 {n}, label %m{n}" for n in numbers)
    ran, form = (low.names.entry(entry) for entry in FORM)
    return "\n".join([
        f"define internal {returns} @{name}({args}) nounwind {{",
        "start:",
        f"  %a = getelementptr i64, ptr %c, i64 {ran}",
        "  %b = load ptr, ptr %a",
        f"  %d = getelementptr i8, ptr %b, i64 {place}",
        "  store i8 1, ptr %d",
        f"  %e = getelementptr i64, ptr %c, i64 {form}",
        "  %f = load i64, ptr %e",
        f"  switch i64 %f, label %m0 [ {cases} ]",
        *(f"m{n}:\n{call(n)}" for n in (0, *numbers)),
        "}",
    ])  # fmt: skip


class FunctionCoverage:
    """The place where contexts note which functions somebody came by."""

    def __init__(self, schemata: Schemata) -> None:
        self.schemata, self.seen = schemata, np.zeros(len(schemata.switched_functions) + 1, dtype=np.uint8)

    def given_to(self, array: Integers, number: int) -> None:
        """A context runs a form."""
        entries = self.schemata.low.names.entries
        array[entries[FORM[0],]] = self.seen.ctypes.data
        array[entries[FORM[1],]] = number

    def names(self) -> frozenset[str]:
        return frozenset(name for name, seen in zip(self.schemata.switched_functions, self.seen, strict=False) if seen)
