"""The pieces of the ruleset put together: each rule with its clauses, precedence and options."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TypeVar, cast, get_args

from ruleslawyer.base.origin import Origin
from ruleslawyer.front.analysis import Analysis
from ruleslawyer.front.calls import ASKED_BY_NAME
from ruleslawyer.front.declarations import Refused, RuleDecl, RuleKind
from ruleslawyer.front.defaults import PLAYERS, Unsaid, by_default, by_payoffs
from ruleslawyer.front.doubts import about_of
from ruleslawyer.front.functions import as_called
from ruleslawyer.front.precedence import Precedence, basis, fair_sets, promised_option
from ruleslawyer.front.rules import flag, what
from ruleslawyer.ir.nodes import Const, Function, Parameter, Return
from ruleslawyer.ir.rules import KINDS, Check, CheckKind
from ruleslawyer.ir.system import (
    MODIFIERS,
    Action,
    Adjustment,
    Assumption,
    Deed,
    Duty,
    Initial,
    Instead,
    Layer,
    Lift,
    Modifier,
    Norm,
    Option,
    Part,
    Question,
    Settle,
    Term,
)
from ruleslawyer.ir.types import Bool, Silent, Sort, Type

T = TypeVar("T")


class Assembly(Precedence):
    """Makes the pieces of `System` from rules whose functions are lowered."""

    def __init__(self, analysis: Analysis) -> None:
        super().__init__(analysis)
        self.rules = [d for d in analysis.names.values() if isinstance(d, RuleDecl)]
        self._shared: dict[tuple[RuleDecl, tuple[tuple[str, Type], ...]], Function] = {}

    def pieces(self, make: Callable[[RuleDecl], T], *kinds: RuleKind) -> dict[str, T]:
        """One piece for each rule of these kinds; a rule with a mistake is left out, its mistake is reported."""
        made = {}
        for rule in self.rules:
            if rule.kind in kinds and not rule.broken:
                try:
                    made[rule.name] = make(rule)
                except Refused:
                    continue
        return made

    def single(self, kind: RuleKind) -> RuleDecl | None:
        """The one rule of a kind that a ruleset has once; a guest's own stands in place of its host's."""
        analysis = self.analysis
        every = [rule for rule in self.rules if rule.kind == kind]
        found = [rule for rule in every if not rule.module.hosted] or every
        for again in found[1:]:
            analysis.report(
                "RL510",
                again.span,
                f"a ruleset has one `{kind}`",
                second=found[0].span,
                second_label="the first one",
                help="put both into one function",
            )
        if not found:
            self._missing(kind)
        return found[0] if found and not found[0].broken else None

    def _missing(self, kind: RuleKind) -> None:
        """A ruleset has to say how a game begins, and who plays."""
        ruleset = self.analysis.ruleset
        if ruleset is not None and kind == "initial":
            help_ = f'add `@{ruleset.name}.initial("…")` `def begin(s: State) -> None:`'
            self.analysis.report("RL510", ruleset.span, "the ruleset has no `initial`", help=help_)
        elif ruleset is not None and kind == "awaits" and self.analysis.players is None:
            self.analysis.report(
                "RL510",
                ruleset.span,
                f"the ruleset has no `awaits`, and no sort `{PLAYERS}` of which everybody may act",
                help=f"add `@{ruleset.name}.awaits` `def awaited(s: State) -> frozenset[{PLAYERS}] | Chance:`; where "
                f"nobody plays, write each action as `@{ruleset.name}.chance(…)`",
            )

    def about_all(self, kind: Unsaid) -> Function | None:
        """The function of a rule that a ruleset has once and need not write; None where the rule has a mistake."""
        rule = self.single(kind)
        if rule is not None:
            return rule.function
        ruleset, players = self.analysis.ruleset, self.analysis.players
        if any(rule.kind == kind for rule in self.rules) or ruleset is None or not isinstance(players, Sort):
            return None
        payoff = self.payoff if kind == "winners" else None
        if payoff is not None:
            return by_payoffs(payoff, players)
        nobody = ruleset.span == self.analysis.names[players.name].span
        return by_default(kind, ruleset, players, nobody=nobody)

    @property
    def payoff(self) -> Function | None:
        """The function that says what a player gets; None where no rule does, or the rule has a mistake."""
        rule = self.single("payoff") if any(rule.kind == "payoff" for rule in self.rules) else None
        return rule.function if rule else None

    @property
    def missing_kinds(self) -> tuple[Unsaid, ...]:
        said = {rule.kind for rule in self.rules}
        said |= {"winners"} if "payoff" in said else set()
        return tuple(kind for kind in get_args(Unsaid) if kind not in said)

    def asked_helpers(self) -> dict[str, Function]:
        """The rules of sight, and those about the whole state, that others ask, as the helpers that they are there."""
        called = {name for rule in self.rules for name in rule.calls}
        return {name: f for name, f in self.pieces(self.function, *ASKED_BY_NAME).items() if name in called}

    def function(self, rule: RuleDecl) -> Function:
        if rule.function is None:
            raise Refused
        return rule.function

    def origin(self, rule: RuleDecl) -> Origin:
        return Origin(rule.module.span(rule.node), rule.cites)

    def _children(self, rule: RuleDecl, *kinds: RuleKind) -> list[RuleDecl]:
        """The clauses that hang on a rule, in declaration order, without those that have mistakes."""
        return [child for child in rule.of_kind(*kinds) if not child.broken and child.function is not None]

    def only(self, rule: RuleDecl, kind: RuleKind) -> Function | None:
        """The one function of a kind that hangs on a rule; None where there is none."""
        found = rule.of_kind(kind)
        for again in found[1:]:
            self.analysis.report(
                "RL510",
                again.span,
                f"{what(rule)} has one `{kind}`",
                second=found[0].span,
                second_label="the first one",
                help="put both into one function",
            )
        return found[0].function if found else None

    # --- rules -------------------------------------------------------------------------------------------------

    def initial(self, rule: RuleDecl) -> Initial:
        return Initial(self.origin(rule), self.function(rule), self.only(rule, "domain"))

    def term(self, rule: RuleDecl) -> Term:
        self._expect_order(rule)
        layers = tuple(
            Layer(self.origin(c), c.name, self.function(c), self._lifts(c)) for c in self._children(rule, "layer")
        )
        numeric = tuple(
            Adjustment(self.origin(c), c.name, cast(Modifier, c.kind), self.function(c), self._lifts(c))
            for c in self._children(rule, *MODIFIERS)
        )
        return Term(self.origin(rule), rule.name, self.function(rule), layers, numeric)

    def _expect_order(self, rule: RuleDecl) -> None:
        """Whether a number is doubled before something is added to it or afterwards, only the book could say."""
        found = rule.of_kind("times", "adjust")
        later = [c for c in found if c.kind != found[0].kind]
        if later:
            self.analysis.report(
                "RL531",
                later[0].decorator or later[0].span,
                f"{what(rule)} is both multiplied and added to: only the book could say which comes first",
                second=found[0].decorator,
                second_label="the clause before it",
                help="say the number in an `exception`, or ask a question; where the book says what comes first, give "
                "that a term of its own",
            )

    def _lifts(self, rule: RuleDecl, base: RuleDecl | None = None) -> tuple[Lift, ...]:
        """The exceptions that lift a clause, and those that lift them; `base`: of the rules that share a norm, the one
        that it is of."""
        return tuple(
            Lift(self.origin(c), c.name, self._function_at(c, base) if base else self.function(c), self._lifts(c, base))
            for c in self._children(rule, "lift")
        )

    def _function_at(self, clause: RuleDecl, base: RuleDecl) -> Function:
        """A clause's function with the parameters of one of the rules that it hangs on: one for each list of them."""
        key = clause, tuple((slot.name, slot.type) for slot in base.slots)
        if key not in self._shared:
            self._shared[key] = as_called(self.analysis, clause, base)
        return self._shared[key]

    def question(self, rule: RuleDecl) -> Question:
        analysis = self.analysis
        every = rule.of_kind("answer", "reading")
        if not every:
            analysis.report(
                "RL509",
                rule.span,
                f"{what(rule)} has no option",
                help=f"add `@{rule.name}.answer(…)` or `@{rule.name}.reading(…)`",
            )
        defaults = [c for c in every if flag(analysis, c, "default")]
        defaults = [c for c in defaults if not c.module.hosted] or defaults  # a guest may take another than its host
        if every and not defaults:
            analysis.report(
                "RL509",
                rule.span,
                f"no option of {what(rule)} is the default",
                second=every[0].span,
                second_label="the first option",
                help="add `default=True` to the one that you take the book to mean",
            )
        for again in defaults[1:]:
            analysis.report(
                "RL509",
                again.decorator or again.span,
                f"{what(rule)} has two defaults",
                second=defaults[0].decorator,
                second_label="the first one",
                help="leave `default=True` with one of them",
            )
        self._expect_doubt(rule, every)
        self.precedence(rule, every)
        options = []
        for c in self._children(rule, "answer", "reading"):
            label = c.text if c.kind == "reading" else c.name
            options.append(
                Option(
                    self.origin(c),
                    c.name,
                    "answer" if c.kind == "answer" else "reading",
                    self.function(c),
                    label,
                    c in defaults,
                    tuple(o.name for o in c.over),
                    basis(self.analysis, c),
                )
            )
        about = about_of(self.analysis, rule)
        return Question(self.origin(rule), rule.name, rule.text, self.function(rule), tuple(options), None, *about)

    def _expect_doubt(self, rule: RuleDecl, options: list[RuleDecl]) -> None:
        """Report a doubt whose one answer always speaks: there is neither gap nor contradiction, and no reading ever
        decides."""
        answers = [o for o in options if o.kind == "answer"]
        settled = rule.module.hosted and any(not o.module.hosted for o in answers)  # a guest answers for its host
        readings = [o for o in options if o.kind == "reading" and not (settled and o.module.hosted)]
        if len(answers) == 1 and readings and answers[0].returns and not isinstance(answers[0].returns, Silent):
            self.analysis.report(
                "RL524",
                readings[0].decorator or readings[0].span,
                f"{what(readings[0])} never decides: the one answer to {what(rule)} always speaks",
                second=answers[0].decorator,
                second_label="this answer",
                help="make it an answer with its clauses, or let the other be SILENT where the book is, or a reading",
            )

    def norms(self, rule: RuleDecl) -> tuple[Norm, ...]:
        self.precedence(rule, rule.of_kind("permit", "forbid"))
        return tuple(self._norm(c, rule) for c in self._children(rule, "permit", "forbid"))

    def _norm(self, clause: RuleDecl, base: RuleDecl) -> Norm:
        return Norm(
            self.origin(clause),
            clause.name,
            "permit" if clause.kind == "permit" else "forbid",
            self._function_at(clause, base),
            tuple(o.name for o in clause.over),
            basis(self.analysis, clause),
            self._lifts(clause, base),
            clause.prohibits,
        )

    def allowing(
        self, rule: RuleDecl, name: str, origin: Origin, parameters: tuple[Parameter, ...] | None = None
    ) -> Norm:
        """A permit that a rule's own citation is; `parameters`: the rule's, if no others are named."""
        given = self.function(rule).parameters if parameters is None else parameters
        body = (Return(origin, Const(origin, Bool(), True)),)
        says = Function(origin, rule.module.name, name, "Its own clause allows it.", given, Bool(), len(given), body)
        return Norm(origin, name, "permit", says)

    def deed(self, rule: RuleDecl) -> Deed:
        self.precedence(rule, rule.of_kind("forbid", "instead"))
        return Deed(
            self.origin(rule),
            rule.name,
            self.function(rule),
            tuple(
                self._norm(c, rule) if c.kind == "forbid" else self._instead(c)
                for c in self._children(rule, "forbid", "instead")
            ),
        )

    def _instead(self, clause: RuleDecl) -> Instead:
        if clause.by is None:
            raise Refused
        return Instead(
            self.origin(clause),
            clause.name,
            self.function(clause),
            clause.by.name,
            tuple(o.name for o in clause.over),
            basis(self.analysis, clause),
            self._lifts(clause),
        )

    def action(self, rule: RuleDecl) -> Action:
        analysis = self.analysis
        actor = None
        if rule.kind == "action":
            actor = next((i for i, s in enumerate(rule.slots) if s.type == analysis.players), None)
        forbids = rule.of_kind("forbid")
        if rule.kind == "chance" and forbids and not rule.of_kind("permit"):
            analysis.report(
                "RL527",
                forbids[0].span,
                f"nothing permits an outcome of `{rule.name}`: with a clause of its own its citation permits none",
                second=rule.span,
                second_label="the chance action",
                help=f'say the same in `@{rule.name}.domain`, or add a clause with `@{rule.name}.permit("…")`',
            )
        return Action(
            origin=self.origin(rule),
            name=rule.name,
            kind="joint" if rule.kind == "joint" else "chance" if rule.kind == "chance" else "action",
            function=self.function(rule),
            at=rule.at,
            framed=rule.framed,
            actor=actor,
            passes=flag(analysis, rule, "passes"),
            outside_play=flag(analysis, rule, "outside_play"),
            domain=self.only(rule, "domain"),
            norms=self.norms(rule) or self._own_permit(rule),
            parts=self._parts(rule),
            uniform=analysis.clause(rule.module, rule.options["uniform"]) if "uniform" in rule.options else "",
            openly="openly" in rule.options,
        )

    def _own_permit(self, rule: RuleDecl) -> tuple[Norm, ...]:
        """An action that says which instances make sense, and of which no clause says more, is allowed by its own."""
        alone = rule.kind == "action" and rule.of_kind("domain") and not rule.of_kind("permit", "forbid", "member")
        return (self.allowing(rule, f"may_{rule.name}", self.origin(rule)),) if alone else ()

    def _parts(self, rule: RuleDecl) -> tuple[Part, ...]:
        analysis, every = self.analysis, rule.of_kind("seat", "member")
        for i, part in enumerate(every):
            for earlier in every[:i]:
                if part.text == earlier.text and part.text:
                    analysis.report(
                        "RL512",
                        part.span,
                        f"`{part.text}` has two parts",
                        second=earlier.span,
                        second_label="the first one",
                        help="put the clauses of both on one",
                    )
            if (part.kind == "seat") != (rule.kind == "joint"):
                help_ = "use `member` for a set" if part.kind == "seat" else "a joint action has seats"
                analysis.report("RL512", part.span, f"{what(rule)} has no {part.kind}s", help=help_)
        if rule.kind == "joint" and not every:
            analysis.report(
                "RL512",
                rule.span,
                f"the joint action `{rule.name}` has no seat",
                help=f'add `@{rule.name}.seat(of="…")`',
            )
        return tuple(
            Part(
                self.origin(c),
                c.name,
                "seat" if c.kind == "seat" else "member",
                c.text,
                self.function(c),
                self.only(c, "domain"),
                self.norms(c),
            )
            for c in self._children(rule, "seat", "member")
        )

    def when(self, rule: RuleDecl, said: str) -> Function:
        when = self.only(rule, "when")
        if not rule.of_kind("when"):
            self.analysis.report(
                "RL510",
                rule.span,
                f"{what(rule)} does not say when it {said}",
                help=f"add `@{rule.name}.when`",
            )
        if when is None:
            raise Refused
        return when

    def duty(self, rule: RuleDecl) -> Duty:
        when = self.when(rule, "is due")
        ends = flag(self.analysis, rule, "turn_end")
        before, because = self.before(rule), basis(self.analysis, rule)
        return Duty(self.origin(rule), rule.name, self.function(rule), when, rule.at[0], ends, before, because)

    def settle(self, rule: RuleDecl) -> Settle:
        return Settle(self.origin(rule), rule.name, self.function(rule), self.when(rule, "fires"))

    def assumption(self, rule: RuleDecl) -> Assumption:
        return Assumption(self.origin(rule), rule.name, self.function(rule))

    def check(self, rule: RuleDecl) -> Check:
        of, kind = rule.options.get("of"), rule.kind
        return Check(
            self.origin(rule),
            rule.name,
            cast(CheckKind, kind),
            self.function(rule),
            self._reach_of(rule),
            of.id if isinstance(of, ast.Name) else None,
            fair_sets(self.analysis, rule, "fair"),
            fair_sets(self.analysis, rule, "strongly_fair"),
            rule.goal,
            flag(self.analysis, rule, "given"),
            tuple(rule.facts),
            *promised_option(self.analysis, rule),
        )

    def _reach_of(self, rule: RuleDecl) -> str | None:
        node = rule.options.get("reached")
        if node is None:
            return None
        if isinstance(node, ast.Name):
            found = self.analysis.resolve_earlier(rule.module, node.id, rule.module.span(node))
            if isinstance(found, RuleDecl) and found.kind == "sometimes":
                return found.name
        raise self.analysis.report(
            "RL515",
            rule.module.span(node),
            "`reached` names the check that shows the situation to occur",
            help="name a function with `@checks.sometimes(…)`",
        )

    def checks(self) -> dict[str, Check]:
        """The ruleset's own: what a host promises of itself is checked there, not in its guests."""
        own = {rule.name for rule in self.rules if not rule.module.hosted}
        return {name: check for name, check in self.pieces(self.check, *KINDS).items() if name in own}
