"""The questions that verbs ask of a ruleset, each declared once: its fields are the options of the command line and the
parameters of Python, its docstring is the help, and its answer is kept by what was asked."""

from __future__ import annotations

import builtins
import inspect
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, replace
from pathlib import Path
from types import MethodType
from typing import Annotated, Any, Concatenate, Generic, ParamSpec, Self, TypeVar, get_args, get_origin

from ruleslawyer.base.diagnostics import Tell
from ruleslawyer.base.files.content import Json
from ruleslawyer.base.on_use import load
from ruleslawyer.ir.schema import Scope as FoundScope
from ruleslawyer.rulebook.claims.readings import parse_choices, parse_rulings
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.rulebook.scopes.found import WORDS

T_co = TypeVar("T_co", covariant=True)
P = ParamSpec("P")
LONGEST = 10_000_000.0
"""Seconds that may be asked for: some months."""
APART = object()
"""Marks a field on which no answer depends."""


class Option:
    """A field on the command line: its help, its names where they are not that of the field, and what else typer is
    told. completes: what the shell offers, of `cli/complete.py`. reads: makes a value of the words. writes: a file in
    the folder that is named; an answer with files is not kept. finds: the scope of a ruleset that is meant where none
    is named, one of `WORDS`."""

    def __init__(
        self, says: str, *names: str, completes: str = "", reads: Callable[[Sequence[str]], Any] | None = None,
        writes: str = "", argument: bool = False, finds: str = "", **how: Any,
    ) -> None:  # fmt: skip
        self.names, self.finds = names, finds
        self.how = {"help": says, **({"show_default": WORDS[finds]} if finds else {}), **how}
        self.completes, self.reads, self.writes, self.argument = completes, reads, writes, argument


READING = Option(
    "Choose an option of a question; may be repeated.", "--reading", metavar="QUESTION=OPTION", completes="readings",
    reads=lambda words: parse_choices(words, "--reading"),
)  # fmt: skip
RULING = Option(
    "Settle a question, a clash of two clauses, or with QUESTION:gap=OPTION (or QUESTION?=OPTION) only what no clause "
    "answers: no event is raised for it.",
    "--ruling", metavar="QUESTION=OPTION", completes="rulings", reads=parse_rulings,
)  # fmt: skip
TIMEOUT = Option("Seconds for the proof of each property.", min=0.001, max=LONGEST)
SCOPE = Option("The scope's name.", completes="scopes", finds="usual_scope")
Reading = Annotated[Mapping[str, str] | None, READING]
Ruling = Annotated[Mapping[str, str] | None, RULING]
Scope = Annotated[str, SCOPE]
"""The name of a scope; "" where it is to be found."""
EachStates = Annotated[int | None, Option("Stop each exploration after this many states.", min=1)]
EachSeconds = Annotated[float | None, Option("Stop each exploration after this long.", min=0, max=LONGEST)]
Memory = Annotated[
    int | None,
    Option("Stop beyond this much memory.", min=1, metavar="MIB", show_default="8000, or half of what there is"),
]


def certificates_of(what: str, of: str) -> Option:
    """The option to write a certificate of each such thing, in a folder that has the name of what it is of."""
    says = f"Write a certificate of each {what} here, for `prove --recheck`."
    return Option(says, "--certificates", metavar="DIR", writes=f"{of}/certificate.json")


@dataclass(frozen=True)
class Asked(ABC, Generic[T_co]):
    """A question to a ruleset, or to a whole project; called, it is answered."""

    @abstractmethod
    def __call__(self, of: Any, /) -> T_co:
        """The answer."""

    def about(self, ruleset: Any) -> Self:
        """The question with the scope that is meant, where none is named."""
        left = {
            one.name: getattr(ruleset, one.option.finds)
            for one in declared_fields(type(self))
            if one.option is not None and one.option.finds and not getattr(self, one.name)
        }
        return replace(self, **left) if left else self

    def of(self, ruleset: LoadedRuleset) -> list[FoundScope]:
        """The scopes that are named."""
        return []

    def key(self, ruleset: LoadedRuleset) -> tuple[object, ...]:
        """The key of the kept answer: all that is asked, and the scopes as they are."""
        said = (getattr(self, one.name) for one in declared_fields(type(self)) if not one.apart)
        return type(self).__name__, *said, self.of(ruleset)

    def under(self) -> Json:
        """The reading and the rulings, for scripts."""
        of: Any = self
        return {"reading": of.reading or {}, "rulings": sorted(of.rulings or ())}

    def writes(self) -> dict[str, tuple[Path, str]]:
        """The folders that are written into, by the options that name them, each with a file in it."""
        said = ((option, one, getattr(self, one.name)) for one, option in options(type(self)) if option.writes)
        return {one.spelling: (folder, option.writes) for option, one, folder in said if folder is not None}


@dataclass(frozen=True)
class Told(Asked[T_co]):
    """A question that takes long. progress: is told in words how far it is."""

    progress: Annotated[Tell | None, APART] = field(default=None, kw_only=True)

    def tell(self, text: str) -> None:
        """Say how far it is, to whoever listens."""
        if self.progress:
            self.progress(text)


@dataclass(frozen=True, slots=True)
class Declared:
    """A field of a question: its name, type and default, and how it is asked for, if that can be."""

    name: str
    type: Any
    default: Any
    marks: Sequence[object]

    @property
    def option(self) -> Option | None:
        return next((mark for mark in self.marks if isinstance(mark, Option)), None)

    @property
    def apart(self) -> bool:
        return APART in self.marks or (self.option is not None and bool(self.option.writes))

    @property
    def spelling(self) -> str:
        names = self.option.names if self.option is not None else ()
        return names[-1] if names else f"--{self.name.replace('_', '-')}"


def declared_fields(question: type[Asked[Any]]) -> Iterator[Declared]:
    """The fields, in the order of the help."""
    for one in fields(question):
        base = next(base for base in question.__mro__ if one.name in inspect.get_annotations(base))
        type_ = evaluate_type(one.type, vars(sys.modules[base.__module__]))
        of, *marks = get_args(type_) if get_origin(type_) is Annotated else (type_,)
        default = inspect.Parameter.empty if one.default is MISSING else one.default
        yield Declared(one.name, of, default, marks)


def options(question: type[Asked[Any]]) -> Iterator[tuple[Declared, Option]]:
    """The fields that a command line has."""
    return ((one, one.option) for one in declared_fields(question) if one.option is not None)


class _Known(dict[str, Any]):
    """Names; those that are imported for types alone are of no option."""

    def __missing__(self, name: str) -> Any:
        return Any


def evaluate_type(annotation: Any, names: Mapping[str, Any]) -> Any:
    """A type from its text."""
    return eval(annotation, {}, _Known({**vars(builtins), **names})) if isinstance(annotation, str) else annotation


class _Method(Generic[P, T_co]):
    """The method of a ruleset that asks a question, made as it is first used: the question may not be loaded before."""

    def __init__(self, question: Callable[P, Asked[T_co]]) -> None:
        self.question = question

    def __set_name__(self, owner: type, name: str) -> None:
        self.owner, self.name = owner, name

    def __get__(self, of: object, owner: type | None = None) -> object:
        made = _method_of(load(self.question))
        setattr(self.owner, self.name, made)
        return made if of is None else MethodType(made, of)


def asks(question: Callable[P, Asked[T_co]]) -> Callable[Concatenate[Any, P], T_co]:
    """The method of a ruleset that asks it."""
    return _Method(question)  # type: ignore[return-value]


def _method_of(question: Callable[P, Asked[T_co]]) -> Callable[Concatenate[object, P], T_co]:
    def ask(self: object, /, *values: P.args, **named: P.kwargs) -> T_co:
        return question(*values, **named).about(self)(self)

    ask.__doc__ = question.__doc__
    own = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
    taken = inspect.signature(question).parameters.values()
    ask.__signature__ = inspect.Signature([own, *taken])  # type: ignore[attr-defined]
    return ask
