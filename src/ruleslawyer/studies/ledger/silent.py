"""The lines of the ledger of silence, as the rules show them, and the register: nothing is played.

A citation around a line answers for it: that of the effect in which a number is cut off, or of the field whose first
value it is. So do clauses that the description of a helper, or of when a field matters, names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property
from itertools import combinations
from pathlib import Path
from typing import TypeAlias, TypeGuard

from ruleslawyer.base.origin import Origin, Span
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir import types as t
from ruleslawyer.ir.rules import CLAUSES, JUDGED, Role, Rule
from ruleslawyer.ir.schema import Field
from ruleslawyer.ir.system import System
from ruleslawyer.ir.uses import Functions, demands
from ruleslawyer.ir.walk import walk
from ruleslawyer.rulebook.register.clause import ByPlayers
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.studies.ledger.line import (
    APPARATUS,
    AWAITS,
    BY_HELPER,
    BY_ORDER,
    CLAUSE,
    CUT,
    DOMAIN,
    DOUBT,
    ELSE,
    FRAMES,
    HELPER,
    INITIAL,
    MATTERS,
    NOBODY,
    PLAYERS,
    SILENT,
    Line,
)  # fmt: skip


class Sources:
    """The files of a project, each read once."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._lines = cache(self._read)

    def _read(self, path: str) -> tuple[str, ...]:
        file = self.root / path
        return tuple(file.read_text(encoding="utf-8").splitlines()) if file.is_file() else ()

    def text(self, node: n.Expr) -> str:
        """The text of an expression in one line."""
        span = node.origin.span
        lines = self._lines(span.path)[span.line - 1 : span.end_line]
        if not lines:
            return f"line {span.line}"
        rows = [line.encode() for line in lines]
        rows[-1] = rows[-1][: span.end_column - 1]
        rows[0] = rows[0][span.column - 1 :]
        return " ".join(b" ".join(rows).decode(errors="replace").split())

    def has(self, node: n.Expr) -> bool:
        """Whether the author wrote it."""
        return bool(self._lines(node.origin.span.path))


Ways: TypeAlias = set[frozenset[str]]
"""The procedures that are open, each way through some statements."""
MOST = 64
"""Ways that are followed; of more, all at once is taken for one."""


class FrameNesting:
    """Follows what rules open."""

    def __init__(self, system: System) -> None:
        self.system = system
        self._known: dict[str, Ways] = {}

    def pairs(self, rules: Iterable[Rule]) -> dict[tuple[str, str], Rule]:
        """The procedures that some rule opens together, the outer first; with the first rule that does."""
        order = list(self.system.frames)
        found: dict[tuple[str, str], Rule] = {}
        for rule in rules:
            for way in self._through(rule.functions[0]):
                for outer, inner in combinations(sorted(way, key=order.index), 2):
                    found.setdefault((outer, inner), rule)
        return dict(sorted(found.items(), key=lambda one: tuple(map(order.index, one[0]))))

    def _through(self, function: n.Function) -> Ways:
        over, on = self._ways(function.body, {frozenset()})
        return over | on

    def _ways(self, body: Sequence[n.Stmt], before: Ways) -> tuple[Ways, Ways]:
        """The procedures that are open where a rule has returned on its way, and where it goes on."""
        over, now = Ways(), before
        for statement in body:
            ended, now = self._one(statement, now)
            over |= ended
            if len(now) > MOST:
                now = {frozenset().union(*now)}
        return over, now

    def _one(self, statement: n.Stmt, now: Ways) -> tuple[Ways, Ways]:
        match statement:
            case n.Open(frame=frame):
                return Ways(), {way | {frame} for way in now}
            case n.Close(frame=frame):
                return Ways(), {way - {frame} for way in now}
            case n.Return():
                return now, Ways()
            case n.If(then=then, otherwise=otherwise):
                one, other = self._ways(then, now), self._ways(otherwise, now)
                return one[0] | other[0], one[1] | other[1]
            case n.For(body=body):
                over, on = self._ways(body, now)
                return over, on | now
            case n.Effect(body=body) | n.Simultaneous(body=body):
                return self._ways(body, now)
            case n.Demand(deed=deed):
                return Ways(), {way | more for way in now for more in self._of_deed(deed)}
        return Ways(), now

    def _of_deed(self, deed: str) -> Ways:
        if deed not in self._known:
            self._known[deed] = {frozenset()}  # one that demands itself opens nothing more
            ways: Ways = {frozenset()}
            for name in demands(self.system, deed):
                ways |= self._through(self.system.deeds[name].function)
            self._known[deed] = ways
        return self._known[deed]


_NUMBER = re.compile(r"(?<![\w.])(?:[A-Z]\.)?\d+(?:\.\d+)*[a-z]?")
"""What may be the number of a clause or a paragraph in a description."""
_VARYING = n.Read | n.Call | n.Attr | n.Var
_CHOOSING: frozenset[Role] = JUDGED | {"initial"}
_DECIDING: frozenset[Role] = CLAUSES | {"term", "duty", "settle", "ended", "winners", "payoff"}
"""The roles that decide by a clause of the book; effects, and whose decision it is, may read bookkeeping."""


class SilenceScanner:
    """Looks at the rules of one ruleset."""

    def __init__(self, ruleset: LoadedRuleset) -> None:
        self.ruleset, self.system = ruleset, ruleset.system
        self.functions = Functions(self.system)
        self.sources = Sources(ruleset.root)
        self.added = self.system.out.function.origin if self.system.out else None
        self.rules = [rule for rule in self.system.rules() if rule.role != "check"]

    def lines(self) -> list[Line]:
        found = [
            *self._domains(), *self._awaits(), *self._matters(), *self._empty_branches(), *self._cut(),
            *self._frames(), *self._initial(), *self._helpers(), *self._by_players(),
        ]  # fmt: skip
        return list({(line.kind, line.name): line for line in reversed(found)}.values())[::-1]

    # --- conditions -------------------------------------------------------------------------------------------------

    def _domains(self) -> Iterator[Line]:
        for rule in self.rules:
            if rule.guard is not None and rule.role in _CHOOSING and rule.name not in self.system.reactions:
                for condition in _conditions(rule.guard, self.added):
                    yield self._condition(DOMAIN, rule.name, condition, _constant(condition, True))

    def _condition(self, kind: str, rule: str, node: n.Expr, *others: n.Expr) -> Line:
        calls = [one for one in walk(node) if isinstance(one, n.Call)]
        helped = any(one.kind == "helper" for one in calls)
        reads = any(isinstance(one, n.Read) for one in walk(node))
        by = BY_HELPER if helped and not reads else NOBODY
        line = Line(kind, rule, self.sources.text(node), by, node.origin, others=tuple((node, one) for one in others))
        bare = node.value if isinstance(node, n.Not) else node
        if isinstance(bare, n.Call) and bare.kind == "question":
            return line.with_answer(DOUBT, self.system.questions[bare.name].origin.cites, bare.name)
        return line

    def _awaits(self) -> Iterator[Line]:
        if "awaits" not in self.system.unsaid:
            for node in walk(self.system.awaits.body):
                if isinstance(node, n.Return) and node.value is not None:
                    value = next(one for one in walk(node.value) if _is_written(one, self.added))
                    if not isinstance(value, n.Const):  # what is chance's is nobody's
                        every = n.Domain(node.origin, t.Set(t.Sort(self.system.players)))
                        yield self._condition(AWAITS, self.system.awaits.name, value, every)
        for rule in self.rules:
            for node in walk(rule.functions[:1] and rule.functions[0].body):
                if isinstance(node, n.Open):
                    fields = self.system.frames[node.frame].fields
                    value = next(v for f, v in zip(fields, node.values, strict=True) if f.name == "awaits")
                    line = self._condition(AWAITS, f"{rule.name} opens {node.frame}", value)
                    yield self._answer_by_clause(line, node.origin.cites, "the effect that opens it cites")

    def _matters(self) -> Iterator[Line]:
        fields: dict[int, list[Field]] = {}
        for field in self.system.state.fields:
            if field.matters:
                fields.setdefault(id(field.matters), []).append(field)
        for several in fields.values():
            function = several[0].matters
            assert function is not None
            returned = [one.value for one in walk(function.body) if isinstance(one, n.Return) and one.value]
            others = tuple((value, _constant(value, True)) for value in returned)
            says = ", ".join(field.name for field in several)
            line = Line(MATTERS, function.name, says, NOBODY, function.origin, others=others)
            yield self._answer_by_description(line, function)

    # --- effects ----------------------------------------------------------------------------------------------------

    def _effects(self) -> Iterator[tuple[Rule, n.Function]]:
        for rule in self.rules:
            if rule.name in self.system.acting or rule.role in ("deed", "initial"):
                yield rule, rule.functions[0]

    def _empty_branches(self) -> Iterator[Line]:
        for rule, function in self._effects():
            for node, cites in _branches(function.body, ()):
                others = (_constant(node.condition, True), _constant(node.condition, False))
                line = self._condition(ELSE, rule.name, node.condition, *others)
                yield self._answer_by_clause(line, cites, "the effect around it cites")

    def _cut(self) -> Iterator[Line]:
        named = {id(f): rule.name for rule in self.rules for f in rule.functions}
        asked = {id(f) for rule in self.rules for f in self.functions.behind(rule.functions)}
        for function in self.system.functions():
            for node in walk(function.body) if id(function) in asked else ():
                if isinstance(node, n.Least):
                    items = [item for item in node.items if any(isinstance(x, _VARYING) for x in walk(item))]
                    line = self._condition(CUT, named.get(id(function), function.name), node, *items)
                    cited = self._answer_by_clause(line, node.origin.cites, "the rule around it cites")
                    yield cited if node.origin.cites else self._answer_by_description(line, function)

    def _frames(self) -> Iterator[Line]:
        for (outer, inner), rule in FrameNesting(self.system).pairs([r for r, _ in self._effects()]).items():
            yield Line(FRAMES, f"{inner} within {outer}", "", BY_ORDER, rule.origin)

    # --- values and words -------------------------------------------------------------------------------------------

    @cached_property
    def read_by_clauses(self) -> dict[str, Rule]:
        """The fields of the state that clauses of the book read, with all that they call; a rule that does."""
        found: dict[str, Rule] = {}
        for rule in self.rules:
            if rule.cites and rule.role in _DECIDING:
                for record, field in self.functions.uses(rule.functions).reads:
                    if record is None:
                        found.setdefault(field, rule)
        return found

    def _initial(self) -> Iterator[Line]:
        initial = self.system.initial
        begun = self.functions.uses([initial.function]).writes
        for field in self.system.state.fields:
            if (None, field.name) in begun or isinstance(t.leaf_type(field.type), t.Sort | t.Enum):
                continue
            says = _first_value(field)
            line = Line(INITIAL, field.name, says, NOBODY, field.origin)
            cites = [field.origin.cites, *(one.origin.cites for one in (field.until, field.remembers) if one)]
            line = self._answer_by_clause(
                line, tuple(dict.fromkeys(c for some in cites for c in some)), "the field cites"
            )
            if line.status != CLAUSE and field.name not in self.read_by_clauses:
                line = line.with_answer(APPARATUS, why="no clause of the book reads it", guessed=True)
            yield line

    def _helpers(self) -> Iterator[Line]:
        asked = {id(f) for rule in self.rules for f in self.functions.behind(rule.functions)}
        said = {id(self.system.awaits), id(self.system.ended), id(self.system.winners)}
        said |= {id(trigger.when) for trigger in self.system.triggers.values()}
        said |= {id(self.system.out.function)} if self.system.out else set()
        for helper in self.system.helpers.values():
            if id(helper) in asked - said:
                line = Line(HELPER, helper.name, "", BY_HELPER, helper.origin, others=_yes_or_no(helper))
                line = self._answer_by_description(line, helper)
                alone = self._one_who_asks(helper)
                if line.status == CLAUSE or alone is None:
                    yield line
                elif alone[1]:
                    yield line.with_answer(CLAUSE, alone[1], f"a part of {alone[0]}, which alone asks it")

    def _one_who_asks(self, helper: n.Function) -> tuple[str, tuple[str, ...]] | None:
        """The one rule that asks a helper, itself or by helpers that it alone asks, and its clauses: none where that is
        a condition which is a line itself. None where several ask it."""
        seen, now = set[str](), helper
        while now.name not in seen:
            seen.add(now.name)
            callers = self._callers.get(now.name, [])
            if len(callers) != 1:
                return None
            ((rule, function),) = callers
            if rule is not None:
                is_line = rule.role in ("awaits", "matters") or (function is rule.guard and rule.role in _CHOOSING)
                return rule.name, () if is_line else rule.cites
            now = function
        return None

    @cached_property
    def _callers(self) -> dict[str, list[tuple[Rule | None, n.Function]]]:
        """The functions that call each helper, with the rule where they are one's own."""
        owned = {id(f): rule for rule in self.rules for f in rule.functions}
        helpers = [(None, helper) for helper in self.system.helpers.values() if id(helper) not in owned]
        own = {id(f): (rule, f) for rule in self.rules for f in rule.functions}
        found: dict[str, list[tuple[Rule | None, n.Function]]] = {}
        every: list[tuple[Rule | None, n.Function]] = [*own.values(), *helpers]
        for rule, function in every:
            called = {one.name for one in walk(function.body) if isinstance(one, n.Call) and one.kind == "helper"}
            for name in called:
                found.setdefault(name, []).append((rule, function))
        return found

    def _by_players(self) -> Iterator[Line]:
        """Each number of players that the book allows, and none of the clauses has that set a thing for others."""
        register = self.ruleset.register
        fewest, most = (register and register.players) or (1, 0)
        tables: dict[str, list[ByPlayers]] = {}
        for one in register.by_players if register else ():
            tables.setdefault(one.sets, []).append(one)
        for sets, clauses in tables.items():
            said, last = {number for one in clauses for number in one.players}, clauses[-1]
            origin = Origin(Span(last.path, last.line, 1, last.line, 1), tuple(one.clause for one in clauses))
            for number in range(fewest, most + 1):
                if number not in said:
                    players = "1 player" if number == 1 else f"{number} players"
                    yield Line(PLAYERS, sets, f"with {players}", SILENT, origin)

    # --- who answers ------------------------------------------------------------------------------------------------

    def _answer_by_clause(self, line: Line, cites: tuple[str, ...], why: str) -> Line:
        return line.with_answer(CLAUSE, cites, f"{why} it") if cites else line

    def _answer_by_description(self, line: Line, function: n.Function) -> Line:
        cites = function.origin.cites or self.clauses_in(function.doc)
        return line.with_answer(CLAUSE, cites, "its description names it") if cites else line

    def clauses_in(self, text: str) -> tuple[str, ...]:
        """The clauses, or paragraphs that have clauses, which a description names."""
        register = self.ruleset.register
        ids = register.ids if register else ()
        found = dict.fromkeys(match[0] for match in _NUMBER.finditer(text) if "." in match[0])
        return tuple(word for word in found if word in ids or any(_is_of(id_, word) for id_ in ids))


def _is_of(clause: str, paragraph: str) -> bool:
    return clause.startswith(paragraph) and not clause[len(paragraph)].isdigit()


def _conditions(function: n.Function, added: Origin | None) -> Iterator[n.Expr]:
    """The conditions that a function asks for, one by one, and those that make it return early; without those that the
    front end added."""
    for node in walk(function.body):
        if isinstance(node, n.If):
            yield node.condition
        elif isinstance(node, n.Return) and node.value is not None and not isinstance(node.value, n.Const):
            yield from (one for one in _conjuncts(node.value) if _is_written(one, added))


def _conjuncts(value: n.Expr) -> Iterator[n.Expr]:
    if isinstance(value, n.Logic) and value.op == "and":
        for item in value.items:
            yield from _conjuncts(item)
    else:
        yield value


def _is_written(node: object, added: Origin | None) -> TypeGuard[n.Expr]:
    """Whether the author wrote an expression there, and it is not what a rule on who is out adds to others."""
    origin: Origin | None = getattr(node, "origin", None)
    return origin is not None and (added is None or origin.span != added.span)


def _branches(body: Sequence[n.Stmt], cites: tuple[str, ...]) -> Iterator[tuple[n.If, tuple[str, ...]]]:
    """The conditions behind which nothing is done where they fail, or where they hold; with the clauses of the effect
    around them."""
    for statement in body:
        match statement:
            case n.If(then=then, otherwise=otherwise):
                if not otherwise:
                    yield statement, cites
                yield from _branches((*then, *otherwise), cites)
            case n.Effect(cites=own, body=inner):
                yield from _branches(inner, own)
            case n.For(body=inner) | n.Simultaneous(body=inner):
                yield from _branches(inner, cites)


def _constant(like: n.Expr, value: bool) -> n.Expr:
    return n.Const(like.origin, t.Bool(), value)


def _yes_or_no(function: n.Function) -> tuple[tuple[n.Expr, n.Expr], ...]:
    """The answers that a helper of yes or no could give instead, where it answers at one place."""
    returned = [one.value for one in walk(function.body) if isinstance(one, n.Return) and one.value is not None]
    if function.returns != t.Bool() or len(returned) != 1:
        return ()
    return tuple((returned[0], _constant(returned[0], value)) for value in (True, False))


def _first_value(field: Field) -> str:
    leaf = t.leaf_type(field.type)
    words: Iterable[tuple[type, str]] = ((t.Bool, "no"), (t.Optional, "none"), (t.Set, "empty"), (t.Pile, "empty"))
    number = str(field.default if leaf is field.type else 0)
    return next((word for kind, word in words if isinstance(leaf, kind)), number)
