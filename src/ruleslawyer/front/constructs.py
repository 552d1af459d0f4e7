"""Every construct of the rule language by its name, derived from the tables that the front end reads rules by."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from ruleslawyer import lang
from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.front.analysis import LIBRARY, RESERVED
from ruleslawyer.front.calls import PILE_METHODS
from ruleslawyer.front.codes import MEANINGS
from ruleslawyer.front.declarations import RuleKind
from ruleslawyer.front.rules import FORMS, OF_CHECKS, OF_RULESETS
from ruleslawyer.front.subset import ALLOWED
from ruleslawyer.lang import checks, rules

OWNERS: dict[type, str] = {
    rules.Ruleset: 'a ruleset, `game = Ruleset("game")`',
    rules.Action: "an action, `@game.action(…) def buy(…)`",
    rules.Judged: "whatever is judged",
    rules.Decision: "whatever somebody decides: an action, or a trigger",
    rules.Lift: "what an exception lifts",
    rules.Term: "a term",
    rules.Question: "a question",
    rules.Deed: "a deed",
    rules.Duty: "a duty",
    rules.Trigger: "a trigger",
    rules.Settle: "a settle",
    checks.Checks: "checks, `checks = Checks(game)`",
}
"""The classes whose methods are decorators (or stand at the top of a module), in the order of the reference."""
SEVERAL: dict[type, dict[RuleKind, str]] = {
    rules.Judged: {"action": "an action", "seat": "a seat", "member": "a member", "initial": "how a game begins"},
    rules.Lift: {
        "permit": "a permit", "forbid": "a forbid", "instead": "an instead", "lift": "an exception",
        "adjust": "what changes a value",
    },
}  # fmt: skip
"""The kinds of rules that a class stands for, where there are several: what hangs on each is in `FORMS`."""
SYNTAX: dict[type[ast.AST], str] = {
    ast.FunctionDef: "`def`, at the top of a module",
    ast.ClassDef: "`class`: sorts, enums, states, frames, moments",
    ast.ImportFrom: "`from module import name`",
    ast.If: "`if`, `elif`, `else`",
    ast.For: "`for` over the members of a sort or an enum, over a set, or over a pile, from the top",
    ast.With: "`with effect(…)`, `with simultaneous()`",
    ast.Assign: "`x = …`",
    ast.AugAssign: "`x += …`",
    ast.AnnAssign: "`x: Type = …`",
    ast.Expr: "a call on a line of its own",
    ast.Return: "`return`",
    ast.Pass: "`pass`",
    ast.BoolOp: "`and`, `or`",
    ast.BinOp: "`+ - * // %` of integers, `| & -` of sets",
    ast.UnaryOp: "`not`, `-`",
    ast.IfExp: "`a if b else c`",
    ast.Compare: "`== != < <= > >=`, `in`, `not in`, `is None`, `is not None`",
    ast.Call: "a call of a term, a question, a helper, a deed, of what the tables below list, or of what piles do",
    ast.Attribute: "`card.cost`, `s.turn`",
    ast.Subscript: "`s.coins[who]`",
    ast.Name: "a name",
    ast.Constant: "a literal",
    ast.Tuple: "`(a, b)` after `in`",
    ast.Set: "`{a, b}`",
    ast.GeneratorExp: "`any(… for x in Sort if …)`, also `all`, `sum`, `the`",
    ast.SetComp: "`{x for x in Sort if …}`",
}
"""How a reader knows what the subset's table allows; parts of others are not listed."""
_OF_PYTHON = {
    "any": "Whether a condition holds of some member.",
    "all": "Whether a condition holds of every member.",
    "sum": "A sum over members; `sum(1 for … if …)` counts.",
    "min": "The least of numbers, or of members by a number.",
    "max": "The greatest of numbers.",
    "len": "How many members a set, a pile, a sort or an enum has.",
    "frozenset": "A set: `frozenset(Sort)` is all members of a sort, `frozenset({a, b})` two, `frozenset()` none.",
    "bool": "The type of what is true or false.",
    "int": "The type of whole numbers; `Annotated[int, Range(0, 7)]` bounds them.",
    "tuple": "The type of what a `leads_to` gives: `tuple[bool, bool]`.",
    "None": "No value, of a type that says `| None`.",
    "True": "So it is.",
    "False": "So it is not.",
    "Enum": "Base of a class of kinds that the rules know by name, whose members the class lists.",
    "Annotated": "A type with what is said of it besides: a `Range`, a `Size`, `cite`, `until`, `remembers`.",
    "Final": "The type of a constant at the top of a module: `LIMIT: Final = 3`.",
    "TypeAlias": "The type of a name for a type: `Coins: TypeAlias = Annotated[int, Range(0, 9)]`.",
    "annotations": "First in a module whose classes name later ones: `from __future__ import annotations`.",
}
"""What rules take from Python itself; the names come from `LIBRARY` and `RESERVED`."""

OPTIONS = {
    "over": "The clauses that this one beats by the text's own words, by the names of their functions; with `because`, "
    "or where the first question that its condition asks is the reason.",
    "because": "Why one clause is over another, or one duty after another, in words.",
    "after": "The duties that come before this one where both are due, by the names of their functions; with "
    "`because`, which names the clause that says so, or the question that decides it.",
    "also": "Other actions, or other deeds, whose clause this one is too.",
    "at": "The frame in which this takes place, a parameter then, or several, of which `frame_of` reads and writes the "
    "fields; without it, only where no frame is open.",
    "passes": "`passes=True`: nothing happens but that somebody does nothing; long rows of passes are seen as such.",
    "outside_play": "`outside_play=True`: it is no move of the game, such as to concede, by whoever is awaited; for "
    "others too, `awaits` gives them, and each permit of play says whose turn it is.",
    "may_be_out": "The clause by which players who are out are chosen, or awaited, all the same.",
    "openly": "The clause by which everybody hears or sees what is chosen, but for members that he does not know.",
    "field": 'The field that a rule of sight is about, `"chips"`, or that of a frame, `"Bids.bid"`: of a map each '
    "entry, by its key before the player who looks.",
    "uncounted": "The clause by which nobody counts the members that he does not know; else he counts them by what the "
    "rule reads of them, as whose they are and where they lie.",
    "uniform": "The clause by which all outcomes are equally likely; without it the text gives no probabilities.",
    "turn_end": "`turn_end=True`: where this duty has run, a turn is over; `--analyse` looks for turns without end.",
    "on": "The moment that a trigger reacts to; of a ruleset, the one that gives its base rules.",
    "miss": "The clause that lets whoever may react let it pass.",
    "first_only": "`first_only=True`: the first who reacts is the only one: nobody else may to the same moment.",
    "default": "`default=True`: the option that is followed where nobody chooses another; one of each question.",
    "by": "The deed that happens in place of this one.",
    "of": "Of a seat or a member the parameter whose values it judges; of a `step` the action.",
    "reached": "The `sometimes` without which an `always` would hold for nothing.",
    "given": "`given=True`: a position that a scenario gives has to keep this too.",
    "fair": "Actions that cannot wait for ever while they are allowed all the time; CHANCE: with probability 1, "
    "each outcome of chance comes again and again.",
    "where": 'Of a promise, what members are like of which it speaks, `{"zone": "HAND"}`: states are drawn by it.',
    "about": "Fields, terms and deeds that a question is about: `lint` names rules that touch one and never ask.",
    "aside": 'Rules that touch what a question is about and need not ask, each with why: `{"heal": "nobody is hurt"}`.',
    "strongly_fair": "Actions that cannot wait for ever while they are allowed again and again.",
}
"""What may stand in the brackets of decorators beside clauses; `FORMS` says where."""


@dataclass(frozen=True, slots=True)
class Use:
    """One way in which a name is used: of what, how it is written, and what it says."""

    of: str
    written: str
    says: str


@dataclass(frozen=True, slots=True)
class Construct:
    """A name of the rule language. node: the node of Python that it is, where it is a part of that."""

    name: str
    uses: tuple[Use, ...]
    node: type[ast.AST] | None = None


@cache
def constructs() -> dict[str, Construct]:
    """All of them: decorators and their options, what modules import, what piles do, what Python lends."""
    found: dict[str, list[Use]] = {}
    nodes: dict[str, type[ast.AST]] = {}
    for name, use in (*_methods(), *_imports(), *_of_piles(), *_options()):
        found.setdefault(name, []).append(use)
    for node in ALLOWED:
        for name in _words(node):
            nodes.setdefault(name, node)
            found.setdefault(name, []).append(Use("Python", SYNTAX[node], ""))
    return {name: Construct(name, tuple(dict.fromkeys(uses)), nodes.get(name)) for name, uses in sorted(found.items())}


def construct_of(typed: str) -> Construct:
    """A construct by its name; `@game.permit` and `permit(…)` are the same. An unknown one is a `UsageError`."""
    known = constructs()
    name = typed.strip()
    for written in (name, re.sub(r"\(.*", "", name).removeprefix("@").rpartition(".")[2]):
        if written in known:
            return known[written]
    mend = nearest(name, known, "`ruleslawyer explain` lists all that it explains")
    raise UsageError(f"there is no construct `{name[:60]}`", None, mend)


def about(name: str) -> tuple[str, ...]:
    """The diagnostics that speak of a construct."""
    spoken = re.compile(rf"`@?(?:[a-z_]+\.)?{re.escape(name)}(?:[(=\[][^`]*)?`")
    return tuple(code for code, said in sorted(MEANINGS.items()) if spoken.search(f"{said.title} {said.mend}"))


def _methods() -> Iterator[tuple[str, Use]]:
    """The decorators, and what else is called of a ruleset or a rule."""
    for owner, of in OWNERS.items():
        for name, method in vars(owner).items():
            if inspect.isfunction(method) and not name.startswith("_"):
                kinds = [word for kind, word in SEVERAL.get(owner, {}).items() if name in FORMS[kind]]
                yield name, Use(": ".join(filter(None, (of, ", ".join(kinds)))), signature(name, method), _doc(method))


def _imports() -> Iterator[tuple[str, Use]]:
    for module, names in LIBRARY.items():
        for name in names:
            of_lang = module == "ruleslawyer.lang"
            yield name, Use(f"from {module}", name, _doc(getattr(lang, name)) if of_lang else _OF_PYTHON[name])
    for name in sorted(RESERVED):
        yield name, Use("Python", name, _OF_PYTHON[name])


def _of_piles() -> Iterator[tuple[str, Use]]:
    """The ends of a pile, and its methods."""
    for name, member in vars(lang.Pile).items():
        if isinstance(member, property):
            yield name, Use("a pile", f"pile.{name}", _doc(member))
        elif name in PILE_METHODS:
            yield name, Use("a pile", f"pile.{signature(name, member)}", _doc(member))


def _options() -> Iterator[tuple[str, Use]]:
    taking: dict[str, list[str]] = {}
    for forms in (OF_RULESETS, OF_CHECKS, *FORMS.values()):
        for name, form in forms.items():
            for option in form.options:
                taking.setdefault(option, []).append(name)
    for option, names in taking.items():
        of = ", ".join(f"`{name}`" for name in dict.fromkeys(names))
        yield option, Use(f"an option of {of}", f"{option}=…", OPTIONS[option])


def _words(node: type[ast.AST]) -> Iterator[str]:
    """The names under which a reader looks up a part of Python: its keywords and its signs."""
    for code in re.findall(r"`([^`]+)`", SYNTAX.get(node, "")):
        if node in (ast.BoolOp, ast.If, ast.For, ast.Return, ast.Pass, ast.UnaryOp, ast.FunctionDef, ast.ClassDef):
            yield code
        elif node in (ast.BinOp, ast.Compare):
            yield from (code,) if code[0].isalpha() else code.split()
        elif node in (ast.With, ast.ImportFrom):
            yield code.split()[0]
        elif node is ast.AugAssign:
            yield "+="


def signature(name: str, method: Callable[..., Any]) -> str:
    """The parameters without types."""
    found = []
    for parameter in list(inspect.signature(method).parameters.values())[1:]:
        star = {"VAR_POSITIONAL": "*", "VAR_KEYWORD": "**"}.get(parameter.kind.name, "")
        default = "" if parameter.default is inspect.Parameter.empty else f"={parameter.default!r}"
        found.append(f"{star}{parameter.name}{default}")
    return f"{name}({', '.join(found)})"


def _doc(of: object) -> str:
    return " ".join((inspect.getdoc(of) or "").split())
