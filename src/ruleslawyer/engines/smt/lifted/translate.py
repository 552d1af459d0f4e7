"""Lifted terms as z3 expressions: without quantifiers, where a finite sort is a datatype, an open one uninterpreted;
and as formulas with quantifiers, a second way to the same answers.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Literal

import z3
from z3 import z3core as z3c

from ruleslawyer.engines.smt.certify import second
from ruleslawyer.engines.smt.lifted.certificate import (
    FoldInstance,
    LawInstance,
    Recipe,
    ScriptBuilder,
    SumInstance,
    uses_of,
    wants_name,
)
from ruleslawyer.engines.smt.lifted.obligations import Obligation
from ruleslawyer.lifted.folds import Fold, Folds, Sum, lemma
from ruleslawyer.lifted.terms import BOOL, INT, Term, in_order, in_postorder, symbol, variable

_JOINED = {"and": z3c.Z3_mk_and, "or": z3c.Z3_mk_or, "add": z3c.Z3_mk_add, "multiply": z3c.Z3_mk_mul}
_UNKNOWN = object()
_MADE = {"not": z3c.Z3_mk_not, "ite": z3c.Z3_mk_ite, "less_equal": z3c.Z3_mk_le, "equal": z3c.Z3_mk_eq}


class Translation:
    """sizes: of the finite sorts. Each term is translated once."""

    def __init__(self, sizes: Mapping[str, int]) -> None:
        self.sizes = sizes
        self.context = z3.Context()  # its own, since two rulesets may have enums of one name
        self._sorts: dict[str, z3.SortRef] = {BOOL: z3.BoolSort(self.context), INT: z3.IntSort(self.context)}
        self._members: dict[str, Sequence[z3.ExprRef]] = {}
        self._functions: dict[int, z3.FuncDeclRef] = {}
        self._known: dict[Term, z3.Ast] = {}
        self._signatures: dict[tuple[str, tuple[str, ...], str], int] = {}
        self._numbers: dict[Term, int] = {}
        self._labels: list[z3.BoolRef] = []

    def sort(self, name: str) -> z3.SortRef:
        if name not in self._sorts:
            if name in self.sizes:
                labels = [f"{name}.{k}" for k in range(self.sizes[name])]
                self._sorts[name], self._members[name] = z3.EnumSort(f"sort {name}", labels, self.context)
            else:
                self._sorts[name] = z3.DeclareSort(f"sort {name}", self.context)
        return self._sorts[name]

    def declare(self, term: Term) -> z3.FuncDeclRef:
        """The function of a symbol."""
        number = self.number_of(term)
        if number not in self._functions:
            self._functions[number] = z3.Function(
                str(term.value), *(self.sort(a.sort) for a in term.args), self.sort(term.sort)
            )
        return self._functions[number]

    def number_of(self, term: Term) -> int:
        """The number of the function that a symbol is."""
        found = self._numbers.get(term)
        if found is None:
            key = str(term.value), tuple(a.sort for a in term.args), term.sort
            found = self._numbers[term] = self._signatures.setdefault(key, len(self._signatures))
        return found

    def expression(self, term: Term) -> z3.Ast:
        """The z3 expression of a closed term, as the C interface has it: there are too many of them for objects."""
        waiting = [term]
        while waiting:
            top = waiting[-1]
            if top in self._known:
                waiting.pop()
                continue
            left = [a for a in top.args if a not in self._known]
            if left:
                waiting += left
                continue
            waiting.pop()
            made = self._expression(top, [self._known[a] for a in top.args])
            z3c.Z3_inc_ref(self.context.ref(), made)  # until the context goes
            self._known[top] = made
        return self._known[term]

    def _expression(self, term: Term, args: list[z3.Ast]) -> z3.Ast:
        context = self.context.ref()
        match term.op:
            case "constant":
                if term.sort == BOOL:
                    return (z3c.Z3_mk_true if term.value else z3c.Z3_mk_false)(context)
                if term.sort == INT:
                    return z3c.Z3_mk_numeral(context, str(term.value), self.sort(INT).ast)
                self.sort(term.sort)
                return self._members[term.sort][int(term.value or 0)].ast
            case "symbol" | "variable":
                return z3c.Z3_mk_app(context, self.declare(term).ast, len(args), (z3.Ast * len(args))(*args))
            case "quotient":  # z3 rounds so that the remainder is not negative
                a, b = (z3.ArithRef(arg, self.context) for arg in args)
                return z3.If(b > 0, a / b, (-a) / (-b)).ast
        if term.op in _JOINED:
            return _JOINED[term.op](context, len(args), (z3.Ast * len(args))(*args))
        return _MADE[term.op](context, *args)

    def label(self, place: int) -> z3.BoolRef:
        """A truth value that names an assertion: each question numbers its own."""
        while place >= len(self._labels):
            self._labels.append(z3.Bool(f"label {len(self._labels)}", self.context))
        return self._labels[place]

    def check(self, solver: z3.Solver, labels: Collection[z3.BoolRef]) -> z3.CheckSatResult:
        """The answer where these labels hold, asked by the C interface: objects would be made of all of them again."""
        said = (z3.Ast * len(labels))(*(label.ast for label in labels))
        return z3.CheckSatResult(z3c.Z3_solver_check_assumptions(self.context.ref(), solver.solver, len(labels), said))

    def put(self, solver: z3.Solver, term: Term, label: z3.BoolRef | None = None) -> None:
        """Assert a term; under a label, only where that is assumed."""
        said, context = self.expression(term), self.context.ref()
        if label is not None:
            said = z3c.Z3_mk_implies(context, label.ast, said)
        z3c.Z3_solver_assert(context, solver.solver, said)


@dataclass(frozen=True)
class _Argument:
    """The argument at this place: in a model, the value of a function elsewhere."""

    place: int


class Evaluation:
    """A model of z3, asked for the values of closed terms. A value is a truth value, a number, or for a sort the number
    or the name of its member. Each function is read out of the model once: there are many terms and few points."""

    def __init__(self, model: z3.ModelRef, translation: Translation) -> None:
        self._model, self._translation = model, translation
        self.known: dict[Term, Any] = {}
        """All that was asked, on the way too."""
        self._tables: dict[int, tuple[dict[tuple[Any, ...], Any], Any]] = {}
        self._read_already: dict[int, Any] = {}

    def again(self) -> Evaluation:
        """The same model, of which nothing was asked yet."""
        return Evaluation(self._model, self._translation)

    def put(self, name: Term, value: object) -> None:
        """Let a variable be a name for a value."""
        self.known[name] = value

    def value(self, term: Term) -> Any:
        return self.value_where(term, self.known)

    def value_where(self, term: Term, known: dict[Term, Any]) -> Any:
        """The value of a term, of whose variables the values are known; what is found on the way is put there. Of an
        `ite` one side is asked, of a junction as much as decides it."""
        cache = known if term.free else self.known
        found = cache.get(term, _UNKNOWN)
        if found is not _UNKNOWN:
            return found
        match term.op:
            case "ite":
                which = 1 if self.value_where(term.args[0], known) else 2
                found = self.value_where(term.args[which], known)
            case "and":
                found = all(self.value_where(a, known) for a in term.args)
            case "or":
                found = any(self.value_where(a, known) for a in term.args)
            case "constant":
                found = term.value
            case "symbol" | "variable":
                found = self._application(term, [self.value_where(a, known) for a in term.args])
            case _:
                found = compute(term, [self.value_where(a, known) for a in term.args])
        cache[term] = found
        return found

    def _application(self, term: Term, args: list[Any]) -> Any:
        return self._point(term, args)

    def _point(self, term: Term, args: list[Any]) -> Any:
        number = self._translation.number_of(term)
        table = self._tables.get(number)
        if table is None:
            table = self._tables[number] = self._table(term)
        points, otherwise = table
        found = points.get(tuple(args), otherwise)
        return args[found.place] if isinstance(found, _Argument) else found

    def _table(self, term: Term) -> tuple[dict[tuple[Any, ...], Any], Any]:
        """The values of a function at the points that the model has, and elsewhere."""
        context, model = self._model.ctx.ref(), self._model.model
        function = self._translation.declare(term)
        sorts = [a.sort for a in term.args]
        if not sorts:
            return {}, self._read(term.sort, z3c.Z3_model_get_const_interp(context, model, function.ast))
        if not z3c.Z3_model_has_interp(context, model, function.ast):
            return {}, self._unwritten(term.sort)
        found = z3.FuncInterp(z3c.Z3_model_get_func_interp(context, model, function.ast), self._model.ctx)
        points = {}
        for i in range(z3c.Z3_func_interp_get_num_entries(context, found.f)):
            entry = z3.FuncEntry(z3c.Z3_func_interp_get_entry(context, found.f, i), self._model.ctx)
            args = [self._read(s, z3c.Z3_func_entry_get_arg(context, entry.entry, j)) for j, s in enumerate(sorts)]
            points[tuple(args)] = self._read(term.sort, z3c.Z3_func_entry_get_value(context, entry.entry))
        otherwise = z3c.Z3_func_interp_get_else(context, found.f)
        if z3c.Z3_get_ast_kind(context, otherwise) == z3.Z3_VAR_AST:
            return points, _Argument(z3c.Z3_get_index_value(context, otherwise))
        return points, self._read(term.sort, otherwise)

    def _unwritten(self, sort: str) -> Any:
        """A value where the model does not care."""
        return {BOOL: False, INT: 0}.get(sort, 0 if sort in self._translation.sizes else "any")

    def _read(self, sort: str, found: z3.Ast) -> Any:
        """A value as z3 writes it; the model keeps it alive, and with that its number."""
        if not found:
            return self._unwritten(sort)
        context = self._model.ctx.ref()
        key = z3c.Z3_get_ast_id(context, found)
        if key not in self._read_already:
            self._read_already[key] = self._value_of(sort, context, found)
        return self._read_already[key]

    def _value_of(self, sort: str, context: z3.ContextObj, found: z3.Ast) -> Any:
        if sort == BOOL:
            return z3c.Z3_get_bool_value(context, found) == 1
        if sort == INT:
            return int(z3c.Z3_get_numeral_string(context, found))
        name = z3c.Z3_get_symbol_string(context, z3c.Z3_get_decl_name(context, z3c.Z3_get_app_decl(context, found)))
        return int(name.rsplit(".", 1)[1]) if sort in self._translation.sizes else name


def compute(term: Term, args: Sequence[Any]) -> Any:
    """The result of an operation on numbers and truth values; not, equal, and what is done with numbers."""
    match term.op:
        case "not":
            return not args[0]
        case "add":
            return sum(args)
        case "multiply":
            return args[0] * args[1]
        case "quotient":
            return args[0] // args[1] if args[1] else 0
        case "less_equal":
            return args[0] <= args[1]
        case "equal":
            return args[0] == args[1]
    raise AssertionError(term.op)


Answer = Literal["unsat", "sat", "unknown"]
Z3, CVC5 = "z3", "cvc5"


class QuantifiedScript(ScriptBuilder):
    """A script of one question, on no level of its own, with quantifiers."""

    logic = "ALL"

    def ask(self) -> None:
        self.questions += 1
        self._lines.append("(check-sat)")

    def claim_for_all(self, variables: Sequence[Term], term: Term) -> None:
        """A term for all values of its variables; what it needs twice is named within."""
        if not variables:
            return self.claim(term)
        texts = {v: f"|{v.value} {i}|" for i, v in enumerate(variables)}
        order = in_postorder(term, texts)
        uses = uses_of(order)
        lets: list[str] = []
        for part in order:
            texts[part] = self._one(part, [texts[a] for a in part.args])
            if part is not term and wants_name(part, uses, texts[part]):
                lets.append(f"(let ((l!{len(lets)} {texts[part]})) ")
                texts[part] = f"l!{len(lets) - 1}"
        bound = " ".join(f"(|{v.value} {i}| {self.sort(v.sort)})" for i, v in enumerate(variables))
        self._lines.append(f"(assert (forall ({bound}) {''.join(lets)}{texts[term]}{')' * len(lets)}))")
        return None


@dataclass(slots=True)
class Tally:
    """How often each solver said what, within so many seconds for each question."""

    seconds: float
    said: dict[str, dict[str, int]] = field(default_factory=lambda: {solver: {} for solver in _solvers()})

    def ask(self, question: Obligation, recipes: Sequence[Recipe], folds: Folds, script: QuantifiedScript) -> str:
        """Ask those that are installed about one question; who says `sat`, and of what. `script` is empty, and of the
        ruleset's sizes."""
        text = quantify_question(question, recipes, folds, script)
        found = ""
        for solver, asked in _solvers().items():
            answer = asked(text, self.seconds)
            self.said[solver][answer] = self.said[solver].get(answer, 0) + 1
            if answer == "sat":
                found = f"with quantifiers {solver} says sat of {question.rule} (please report it)"
        return found

    def text(self) -> str:
        each = (
            f"{solver} " + ", ".join(f"{answer} {number}" for answer, number in sorted(answers.items(), reverse=True))
            for solver, answers in self.said.items()
        )
        asked = sum(self.said[Z3].values())
        return f"with quantifiers, of {asked} question{'' if asked == 1 else 's'}: {'; '.join(each)}"


def quantify_question(question: Obligation, recipes: Sequence[Recipe], folds: Folds, script: QuantifiedScript) -> str:
    """A question with whatever its instances are of, each for all members."""
    script.claim(question.wanted)
    said: dict[Term, None] = {}
    for recipe in recipes:
        match recipe:
            case LawInstance(source, place, _):
                said[question.sources[source][place][1]] = None
            case FoldInstance(app):
                fold = folds.by_name[str(app.value)]
                said[fold.about(fold.parameters)] = None
                said[fold.bound_by(fold.parameters, fold.variable)] = None
            case SumInstance(more, fewer, others):
                added, taken = (
                    tuple(_all(folds.by_name[str(app.value)], f"{prefix}{i} ") for i, app in enumerate(side))
                    for prefix, side in (("a", more), ("b", fewer))
                )
                variables = tuple(variable(term.sort, f"o{i}") for i, term in enumerate(others))
                said[lemma(added, taken, variables)] = None
    for term in said:
        script.claim_for_all(in_order(term.free), term)
    script.ask()
    return script.text


def _all(fold: Fold, prefix: str) -> Sum:
    """A sum for all its arguments, under names of its own."""
    return fold, symbol(INT, fold.name, tuple(variable(p.sort, f"{prefix}{p.value}") for p in fold.parameters))


def _solvers() -> dict[str, Callable[[str, float], Answer]]:
    """cvc5 is an extra."""
    return {Z3: _z3, **({CVC5: _cvc5} if second.available() else {})}


def _z3(text: str, seconds: float) -> Answer:
    solver = z3.Solver(ctx=z3.Context())
    solver.set("timeout", max(1, int(seconds * 1000)))
    solver.from_string(text)
    found = solver.check()
    return "unsat" if found == z3.unsat else "sat" if found == z3.sat else "unknown"


def _cvc5(text: str, seconds: float) -> Answer:
    found = second.ask(text, 1, monotonic() + seconds)
    return "unsat" if not found.wrong else "sat" if found.refuted else "unknown"
