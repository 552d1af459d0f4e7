"""Lifted terms as SMT-LIB: an open sort is declared, a finite one an enumeration."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from ruleslawyer.lifted.terms import BOOL, INT, Term, in_postorder

_LONG = 160
"""Characters of a term beyond which it gets a name, as one does that stands in several places."""
_WORDS = {
    "not": "not", "and": "and", "or": "or", "ite": "ite", "add": "+", "multiply": "*", "less_equal": "<=", "equal": "=",
}  # fmt: skip


def uses_of(parts: Iterable[Term]) -> Counter[Term]:
    """The number of places in which each term stands within some."""
    return Counter(a for part in parts for a in part.args)


def wants_name(part: Term, uses: Counter[Term], text: str) -> bool:
    return bool(part.args) and (uses[part] > 1 or len(text) > _LONG)


class Script:
    """An SMT-LIB script in the making. sizes: of the finite sorts. Each question stands on a level of its own."""

    def __init__(self, sizes: Mapping[str, int]) -> None:
        self.sizes, self.questions = sizes, 0
        self._lines: list[str] = []
        self._sorts: dict[str, None] = {}
        self._linear = True
        self._begin()

    def _begin(self) -> None:
        self._known: dict[Term, str] = {}
        self._declared: dict[str, tuple[tuple[str, ...], str]] = {}

    @property
    def text(self) -> str:
        sorts = []
        for name in self._sorts:
            if name in self.sizes:
                members = " ".join(f"(|{name}.{k}|)" for k in range(self.sizes[name]))
                sorts.append(f"(declare-datatypes ((|sort {name}| 0)) (({members})))")
            else:
                sorts.append(f"(declare-sort |sort {name}| 0)")
        head = ["; every answer has to be: unsat", f"(set-logic {self.logic})", *sorts]
        return "\n".join([*head, *self._lines, ""])

    @property
    def logic(self) -> str:
        return "QF_UFDTLIA" if self._linear else "QF_UFDTNIA"

    @property
    def symbols(self) -> frozenset[str]:
        """The symbols of the last question."""
        return frozenset(name.strip("|") for name in self._declared)

    def comment(self, text: str) -> None:
        self._lines.append(f"; {text}")

    def remark(self, lines: Iterable[str]) -> None:
        """Lines that say where the next assertion is from, to be read again; a solver passes over them."""
        self._lines += [f";@ {' '.join(line.splitlines())}" for line in lines]

    def begin(self, says: str) -> None:
        self._begin()
        self._lines.append("(push 1)")
        self.comment(says)

    def end(self) -> None:
        """Leave a level without a question."""
        self._lines.append("(pop 1)")

    def ask(self) -> None:
        """The question of this level; its answer has to be `unsat`."""
        self.questions += 1
        self._lines += ["(check-sat)", "(pop 1)"]

    def claim(self, term: Term) -> None:
        self._lines.append(f"(assert {self.term(term)})")

    # --- terms ------------------------------------------------------------------------------------------------------

    def sort(self, name: str) -> str:
        if name in (BOOL, INT):
            return name
        self._sorts[name] = None
        return f"|sort {name}|"

    def term(self, root: Term) -> str:
        """A term's text; its symbols are declared, variables as constants; what it needs twice is defined before."""
        order = in_postorder(root, self._known)
        uses = uses_of(order)
        texts: dict[Term, str] = {}
        for part in order:
            text = self._one(part, [texts.get(a) or self._known[a] for a in part.args])
            if part is not root and wants_name(part, uses, text):
                name = f"t!{len(self._known)}"
                self._lines.append(f"(define-fun {name} () {self.sort(part.sort)} {text})")
                self._known[part] = name
                text = name
            texts[part] = text
        return texts.get(root) or self._known[root]

    def _one(self, term: Term, args: list[str]) -> str:
        match term.op:
            case "constant":
                return self._constant(term)
            case "symbol" | "variable":
                return self._application(term, args)
            case "multiply" if not term.args[0].constant:
                self._linear = False
            case "quotient":
                a, b = args
                if not term.args[1].constant:
                    self._linear = False
                return f"(ite (> {b} 0) (div {a} {b}) (div (- {a}) (- {b})))"
        return f"({_WORDS[term.op]} {' '.join(args)})"

    def _constant(self, term: Term) -> str:
        if term.sort == BOOL:
            return "true" if term.value else "false"
        if term.sort == INT:
            value = int(term.value or 0)
            return str(value) if value >= 0 else f"(- {-value})"
        self.sort(term.sort)
        return f"|{term.sort}.{term.value}|"

    def _application(self, term: Term, args: Iterable[str]) -> str:
        signature = tuple(a.sort for a in term.args), term.sort
        name = f"|{term.value}|"
        found = self._declared.get(name)
        if found is None:
            self._declared[name] = signature
            given = " ".join(map(self.sort, signature[0]))
            self._lines.append(f"(declare-fun {name} ({given}) {self.sort(term.sort)})")
        elif found != signature:
            raise ValueError(f"two symbols of one question are called {term.value}")
        joined = " ".join(args)
        return f"({name} {joined})" if joined else name
