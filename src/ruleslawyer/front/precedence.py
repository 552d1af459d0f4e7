"""Options of rules that name others: `over=`, `after=`, `fair=`, `strongly_fair=`, and the promise of an option."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TypeAlias

from ruleslawyer.base.diagnostics import listing, nearest
from ruleslawyer.front.analysis import Analysis
from ruleslawyer.front.declarations import Declaration, LangName, Refused, RuleDecl, RuleKind, Slot
from ruleslawyer.front.rules import what
from ruleslawyer.ir.rules import NATURE, Fair
from ruleslawyer.ir.system import CLAUSE_IN_TEXT, host_clause
from ruleslawyer.ir.types import Bool, Enum, FrameOf, Int, Optional, Sort, State, Type

ITSELF = "the sentence itself"
"""The basis of what `cannot` is over: no other clause, but its own words."""


class Precedence:
    """Mixin of `Assembly`: what refers to other rules by name."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self._before: dict[str, tuple[str, ...]] = {}

    def precedence(self, base: RuleDecl, clauses: list[RuleDecl]) -> None:
        """Resolve `over=` of the clauses of one base, and refuse cycles. A clause that several share may beat others in
        each of them."""
        for clause in clauses:
            try:
                clause.over = tuple(self._over(base, clause, clauses))
            except Refused:
                clause.over = ()
        reported: set[RuleDecl] = set()
        for clause in clauses:
            path = self._circle(clause, [clause])
            if path and not reported & set(path):
                reported |= set(path)
                self.analysis.report(
                    "RL507",
                    clause.decorator or clause.span,
                    f"`over=` runs in a circle: {' over '.join(c.name for c in [*path, clause])}",
                    second=path[-1].decorator,
                    second_label="back from here",
                    help="take one `over=` out",
                )

    def _circle(self, start: RuleDecl, path: list[RuleDecl]) -> list[RuleDecl] | None:
        for beaten in path[-1].over:
            if beaten is start:
                return path
            if beaten not in path:
                found = self._circle(start, [*path, beaten])
                if found:
                    return found
        return None

    def _over(self, base: RuleDecl, clause: RuleDecl, siblings: list[RuleDecl]) -> Iterator[RuleDecl]:
        analysis, node = self.analysis, clause.options.get("over")
        because = clause.options.get("because")
        if clause.base is not base or clause.prohibits:  # said at its own base, or there is nothing to say
            yield from self._beaten(base, clause, siblings)
            return
        if node is None:
            if because is not None:
                analysis.report(
                    "RL508",
                    clause.module.span(because),
                    "`because=` without `over=`",
                    help="say over which clause, or take it off",
                )
            return
        if because is None:
            if not questions_first_asked(analysis, clause):
                analysis.report(
                    "RL508",
                    clause.module.span(node),
                    "`over=` does not say why, and its condition asks no question",
                    help='add `because="…"`: the book\'s "unless", "instead" or "but only", or special over general',
                )
        else:
            self._expect_text(clause, because)
        beside = [s for other in clause.also for s in other.children]
        for target, found in self.declarations_in(clause, "over"):
            norm_over_its_base = found is base and clause.kind in ("permit", "forbid")
            if not norm_over_its_base and (found is clause or (found not in siblings and found not in beside)):
                analysis.report(
                    "RL506",
                    clause.module.span(target),
                    f"{what(found)} is not a clause that this one could beat",
                    second=found.span,
                    second_label="it is defined here",
                    help=f"name another clause of {what(base)}",
                )
        yield from self._beaten(base, clause, siblings)

    def _expect_text(self, rule: RuleDecl, because: ast.expr) -> None:
        if not (isinstance(because, ast.Constant) and isinstance(because.value, str) and because.value.strip()):
            self.analysis.report(
                "RL508", rule.module.span(because), "`because` is a text", help='write `because="the text: unless …"`'
            )

    def before(self, rule: RuleDecl) -> tuple[str, ...]:
        """The duties that come before one by its `after=`, and those that come before them."""
        node, because = rule.options.get("after"), rule.options.get("because")
        if because is not None:
            self._expect_text(rule, because)
        if (node is None) != (because is None):
            self.analysis.report(
                "RL508",
                rule.module.span(node or because or rule.node),
                "`because=` without `after=`" if node is None else "`after=` does not say why",
                help="say after which duty, or take it off"
                if node is None
                else 'add `because="…"`: the clause that says which comes first, or the question that decides it',
            )
        found: dict[str, None] = {}
        for target, first in self.declarations_in(rule, "after"):
            if not isinstance(first, RuleDecl) or first.kind != "duty" or first.at[:1] != rule.at[:1]:
                self.analysis.report(
                    "RL506",
                    rule.module.span(target),
                    f"{what(first)} is not a duty that may be due together with this one",
                    second=first.span,
                    second_label="it is defined here",
                    help="name a duty of the same frame",
                )
            else:
                found |= dict.fromkeys((*self._before.get(first.name, ()), first.name))
        self._before[rule.name] = tuple(found)
        return tuple(found)

    def _beaten(self, base: RuleDecl, clause: RuleDecl, siblings: list[RuleDecl]) -> Iterator[RuleDecl]:
        """The clauses that a clause beats at one of its bases: `over=` its own base means that base; so does
        `cannot`."""
        for found in self.beats(clause):
            if found is clause.base and base.kind == "deed" and clause.kind == "forbid":
                yield base  # the deed's demand
            elif found is clause.base and clause.kind in ("permit", "forbid"):
                yield from (s for s in siblings if s.kind == "permit" and s is not clause)
            elif isinstance(found, RuleDecl) and found in siblings and found is not clause:
                yield found

    def beats(self, clause: RuleDecl) -> list[Declaration | None]:
        """The rules that a clause names as those that it is over, or its base where its own words are over all."""
        return [clause.base] if clause.prohibits else [found for _, found in self.declarations_in(clause, "over")]

    def declarations_in(self, rule: RuleDecl, option: str) -> Iterator[tuple[ast.expr, Declaration]]:
        """The declarations that an option names: a name or a tuple of names."""
        node = rule.options.get(option)
        items = node.elts if isinstance(node, ast.Tuple) else [node] if node is not None else []
        for item in items:
            if not isinstance(item, ast.Name):
                self.analysis.report(
                    "RL502", rule.module.span(item), f"`{option}` names rules", help="write a name, or a tuple of names"
                )
                continue
            try:
                yield item, self.analysis.resolve_earlier(rule.module, item.id, rule.module.span(item))
            except Refused:
                continue


def basis(analysis: Analysis, rule: RuleDecl) -> str | None:
    """The basis of a precedence; `_over` has checked it. The clauses that a host names in it are its own."""
    if rule.prohibits:
        return f"{ITSELF}: {rule.text}" if rule.text else ITSELF
    node = rule.options.get("because")
    text = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None
    if node is None and "over" in rule.options:
        asked = [f"“{question.text}”" for question in questions_first_asked(analysis, rule)]
        return f"{' and '.join(asked)} {'is' if len(asked) == 1 else 'are'} answered so"
    if text is not None and analysis.host_name is not None and rule.module.hosted:
        return CLAUSE_IN_TEXT.sub(lambda found: host_clause(analysis.host_name or "", found[0]), text)
    return text


def questions_first_asked(analysis: Analysis, rule: RuleDecl) -> list[RuleDecl]:
    """The questions that a rule asks itself; where it asks none, those that what it calls asks, and so on. Of several
    those that are answered by yes or no, if any are: who controls a card is asked on the way to many a condition."""
    layer, seen = [rule], {rule.name}
    while layer:
        names = [name for one in layer for name in one.calls if name not in seen]
        seen.update(names)
        layer = [found for name in dict.fromkeys(names) if isinstance(found := analysis.names[name], RuleDecl)]
        asked = [found for found in layer if found.kind == "question"]
        if asked:
            return [found for found in asked if isinstance(found.returns, Bool)] or asked
    return []


MOST_NUMBERS = 64
"""A set for each number: of a parameter whose range has so many at most."""
_DECIDED: tuple[RuleKind, ...] = ("action", "joint", "chance", "trigger")


def fair_sets(analysis: Analysis, rule: RuleDecl, option: str) -> tuple[Fair, ...]:
    """The actions that one of the two options of a property names; each mistake in it is reported."""
    return tuple(_each_item(analysis, rule, option))


def _each_item(analysis: Analysis, rule: RuleDecl, option: str) -> Iterator[Fair]:
    node = rule.options.get(option)
    for item in node.elts if isinstance(node, ast.Tuple) else [node] if node is not None else []:
        try:
            yield _fair(analysis, rule, option, item)
        except Refused:
            continue


def _fair(analysis: Analysis, rule: RuleDecl, option: str, item: ast.expr) -> Fair:
    match item:
        case ast.Name(id="CHANCE") if isinstance(rule.module.names.get("CHANCE"), LangName):
            return _nature(analysis, rule, option, item)
        case ast.Name(id=name):
            return Fair(_decision(analysis, rule, option, item, name).name)
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name) as of, attr="each"), args=args, keywords=[]):
            decision = _decision(analysis, rule, option, of, name)
            return Fair(decision.name, tuple(_parameters(analysis, rule, decision, item, args)))
    raise analysis.report(
        "RL502",
        rule.module.span(item),
        f"`{option}` names actions, or sets of their instances",
        help='write `buy`, `buy.each("who")` with the names of parameters, or CHANCE; a tuple for several',
    )


def _nature(analysis: Analysis, rule: RuleDecl, option: str, node: ast.expr) -> Fair:
    if option == "fair" and any(isinstance(d, RuleDecl) and d.kind == "chance" for d in analysis.names.values()):
        return NATURE
    why = "nothing here is decided by chance" if option == "fair" else "chance is fair by nature, which is more"
    mend = "take CHANCE off" if option == "fair" else "name CHANCE under `fair`"
    raise analysis.report("RL515", rule.module.span(node), why, help=mend)


def _decision(analysis: Analysis, rule: RuleDecl, option: str, node: ast.expr, name: str) -> RuleDecl:
    span = rule.module.span(node)
    found = analysis.resolve_earlier(rule.module, name, span)
    if isinstance(found, RuleDecl) and found.kind in _DECIDED:
        return found
    raise analysis.report(
        "RL515",
        span,
        f"`{option}` names actions, {what(found)} is none",
        second=found.span,
        second_label="it is defined here",
        help="name an action",
    )


def _parameters(
    analysis: Analysis, rule: RuleDecl, decision: RuleDecl, call: ast.expr, args: list[ast.expr]
) -> Iterator[str]:
    """The names of parameters in the brackets of `each`, each once, of a type that has members or a few numbers."""
    slots = {slot.name: slot for slot in decision.slots if not isinstance(slot.type, (State, FrameOf))}
    members = [name for name, slot in slots.items() if _has_members(slot.type)]
    there = listing(members) if members else "name the action alone"
    if not args:
        span = rule.module.span(call)
        raise analysis.report("RL515", span, "`each` names parameters", help=f"{there}; without any, leave it off")
    known: set[str] = set()
    for arg in args:
        name = arg.value if isinstance(arg, ast.Constant) and isinstance(arg.value, str) else None
        slot = slots.get(name or "")
        if name is None or slot is None or slot.name in known or name not in members:
            raise _mistaken(analysis, rule, decision, arg, slot, name, there, members)
        known.add(name)
        yield name


def _mistaken(
    analysis: Analysis,
    rule: RuleDecl,
    decision: RuleDecl,
    arg: ast.expr,
    slot: Slot | None,
    name: str | None,
    there: str,
    members: list[str],
) -> Refused:
    span = rule.module.span(arg)
    if name is None:
        return analysis.report("RL515", span, "`each` names parameters, as texts", help=f'write `each("who")`; {there}')
    if slot is None:
        help = nearest(name, members, there)
        return analysis.report(
            "RL515", span, f"{what(decision)} has no parameter `{name}`",
            second=decision.span, second_label="it is defined here", help=help,
        )  # fmt: skip
    if name in members:
        return analysis.report("RL515", span, f"`{name}` is named twice", help="name each parameter once")
    return analysis.report(
        "RL515", span, f"no set for each `{name}`: no member of a sort or an enum, nor one of {MOST_NUMBERS} numbers",
        second=slot.span, second_label="its type", help=there,
    )  # fmt: skip


def _has_members(type_: Type) -> bool:
    of = type_.item if isinstance(type_, Optional) else type_
    if isinstance(of, Int):
        return of.low is not None and of.high is not None and of.high - of.low < MOST_NUMBERS
    return isinstance(of, (Sort, Enum, Bool))


Members: TypeAlias = tuple[tuple[str, tuple[object, ...]], ...]
"""By field or attribute, the values that members have of which a promise speaks."""


def promised_option(analysis: Analysis, rule: RuleDecl) -> tuple[str, str, Members]:
    """The question, its option, and the members of which the promise speaks; all empty where the property is none."""
    node = rule.promised
    if node is None:
        return "", "", ()
    assert isinstance(node.value, ast.Name)
    report, span = analysis.report, rule.module.span(node)
    question = analysis.resolve_earlier(rule.module, node.value.id, rule.module.span(node.value))
    if not isinstance(question, RuleDecl) or question.kind != "question":
        about = f"a promise is of an option, {what(question)} has none"
        raise report("RL515", span, about, help="write `question.option`")
    options = [option.name for option in question.of_kind("answer", "reading")]
    if node.attr not in options:
        about = f"{what(question)} has no option `{node.attr}`"
        raise report("RL515", span, about, help=nearest(node.attr, options))
    if rule.facts:
        raise report("RL515", span, "what players know is no promise of an option", help="ask about the state")
    return question.name, node.attr, _members(analysis, rule)


def _members(analysis: Analysis, rule: RuleDecl) -> Members:
    node = rule.options.get("where")
    if node is None:
        return ()
    try:
        given = ast.literal_eval(node)
    except ValueError:
        given = None
    if not isinstance(given, dict) or not given or not all(map(_is_word, given)):
        help = 'write `where={"zone": "HAND"}`, or several values as a tuple'
        raise analysis.report("RL515", rule.module.span(node), "`where` says what members are like", help=help)
    return tuple((name, value if isinstance(value, tuple) else (value,)) for name, value in given.items())


def _is_word(name: object) -> bool:
    return isinstance(name, str) and name.isidentifier()
