"""The table of rules, and that everything which goes over the rules of a ruleset knows each kind of them.

A kind that a walker leaves out is named here with the reason; one that is named and is handled after all fails too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

import pytest

from ruleslawyer.check.scenario.resolve import rule_names
from ruleslawyer.exploration.variants.ablation import variants
from ruleslawyer.ir.rules import CLAUSES, JUDGED, NORMS, OPTIONS, Role, Rule
from ruleslawyer.ir.system import MODIFIERS, System
from ruleslawyer.ir.uses import of_call, of_deed
from ruleslawyer.play.vectors.mcdc import decisions
from ruleslawyer.play.vectors.mutants import mutants
from ruleslawyer.play.vectors.suite import make_suite
from ruleslawyer.report.ledger import ledger
from ruleslawyer.report.rules import Rules
from ruleslawyer.rulebook.claims.clashes import pairs
from ruleslawyer.rulebook.claims.expected import rules as could_be_live
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.register.coverage import ROLES
from ruleslawyer.rulebook.register.sites import sites
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.transition import TransitionSystem
from tests.agree.strategies import ROOT, TINY, Bundle, bundle

KINDS = (
    "t05_permit_over", "t13_domain", "t15_term_clash", "t17_term_lifted", "t20_answers_differ", "t22_gap",
    "t25_answer_over", "t29_joint", "t32_rebid", "t33_chance", "t34_duty", "t41_matters", "t49_member", "t52_always",
    "t61_initial", "t80_settle", "t85_trigger", "t103_instead", "t105_insteads_differ", "t106_deed_precedence",
    "t109_adjust", "t110_bounds", "t113_doubt", "t114_cannot", "t120_host", "t130_seen", "t188_times",
    "t250_assumed",
    "t260_payoffs",
)  # fmt: skip
"""Tiny rulesets that together have rules of every kind."""
EVERY: frozenset[Role] = frozenset(get_args(Role))
WHOLE: frozenset[Role] = frozenset(
    {"initial", "awaits", "ended", "winners", "payoff", "closed_world", "seen", "matters"}
)


def system_of(name: str) -> System:
    return bundle(TINY, name).system


# --- the table ----------------------------------------------------------------------------------------------------


def test_every_kind_occurs() -> None:
    """A new kind comes with a tiny ruleset, which everything below then asks about."""
    assert {rule.role for name in KINDS for rule in system_of(name).rules()} == EVERY


def test_a_table_by_hand() -> None:
    """Of t103, read in its model: what stands there from top to bottom, and below it what the prelude adds."""
    found = [
        (r.name, r.role, r.base, tuple(f.name for f in r.functions), r.cites, r.exceptions)
        for r in system_of("t103_instead").rules()
    ]
    assert found == [
        ("closed_world", "closed_world", "closed_world", (), (), ()),
        ("over", "ended", "over", ("over",), ("9",), ()),
        ("leap", "deed", "leap", ("leap",), ("2",), ()),
        ("step", "deed", "step", ("step",), ("2",), ()),
        ("boots", "instead", "step", ("boots",), ("3",), ("worn",)),
        ("worn", "exception", "step", ("worn",), ("4",), ()),
        ("move", "action", "move", ("move",), ("6",), ()),
        ("may", "permit", "move", ("may",), ("7",), ()),
        ("won", "winners", "won", ("won",), ("9",), ()),
        ("awaited", "awaits", "awaited", ("awaited",), (), ()),
        ("initial", "initial", "initial", ("begin",), ("1",), ()),
    ]


def test_precedence_by_hand() -> None:
    """Of t114 and t106: what is over what, and whether by its own sentence."""
    (own,) = (r for r in system_of("t114_cannot").rules() if r.precedence.over)
    assert (own.name, own.precedence.over, own.precedence.itself) == ("must_not", ("may", "may_after_all"), True)
    found = {r.name: (r.precedence.over, r.precedence.itself) for r in system_of("t106_deed_precedence").rules()}
    assert {name: said for name, said in found.items() if said[0]} == {
        "stuck": (("boots",), False),
        "dark": (("step",), False),
        "lamp": (("dark",), False),
    }


def test_guards_by_hand() -> None:
    """Of t85: the trigger's own `when`, its actions' domain, which is that it is pending, and when the duty is due."""
    guards = {(r.name, r.role): r.guard.name for r in system_of("t85_trigger").rules() if r.guard}
    assert guards == {
        ("harbour_fee", "trigger"): "has_none",
        ("harbour_fee", "action"): "pending_harbour_fee",
        ("miss_harbour_fee", "action"): "pending_harbour_fee",
        ("close", "duty"): "something_docked",
    }


@pytest.mark.parametrize("root, name", [(TINY, name) for name in (*KINDS, "t121_guest")] + [(ROOT, "daemons")])
def test_order_of_declaration(root: Path, name: str) -> None:
    """Module by module, as the project lists them, and down each of them."""
    system = bundle(root, name).system
    files = [f"{module.replace('.', '/')}.py" for module in system.modules]
    places = [(files.index(r.origin.span.path), r.origin.span.line) for r in system.rules()]
    assert places == sorted(places)
    names = {r.name for r in system.rules()}
    assert all(r.base in names and set(r.exceptions) | set(r.precedence.over) <= names for r in system.rules())


def test_a_kind_is_taught_to_few_files() -> None:
    """As CONTRIBUTING lists them for what changes a number: all else takes the kinds from `MODIFIERS`, or goes over the
    table."""
    names = "|".join(set(MODIFIERS) - {"times"})  # a word that figures are called by, too
    knows = re.compile(rf'"({names})"|def ({names})\b|\bRL531\b')
    sources = (ROOT / "src" / "ruleslawyer").rglob("*.py")
    named = {f"{file.parent.name}/{file.name}" for file in sources if knows.search(file.read_text(encoding="utf-8"))}
    section = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("a row of `MODIFIERS`")[2]
    rows = section.partition("A role of its own")[0].partition("| what | where |")[2]
    assert named == set(re.findall(r"`(?:\w+/)*(\w+/\w+\.py)`", rows))
    assert len(named) <= 8


# --- what goes over it --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Walker:
    """What goes over the rules. handled: the names of those of a ruleset that it knows of; a trigger's is that of its
    `when`, since its action has its own. apart: the kinds that it leaves out, by the reason."""

    handled: Callable[[Bundle], Iterable[str]]
    apart: Mapping[str, frozenset[Role]]


def name_of(rule: Rule) -> str:
    return rule.guard.name if rule.role == "trigger" and rule.guard else rule.name


def in_ledger(found: Bundle) -> Iterable[str]:
    """What is said of precedence begins with the name."""
    return (e["what"].split()[0] for e in ledger(found.system, []) if e["kind"] in ("precedence", "prohibition"))


def changed(found: Bundle) -> Iterable[str]:
    """The rules in which some mistake is made: another definition, or another function that runs for it."""
    rules = {(r.name, r.role, r.base): r for r in found.system.rules()}
    for mutant in mutants(found.system, found.root):
        theirs = {(r.name, r.role, r.base): r for r in mutant.system.rules()}
        same = {key for key in rules if key in theirs and theirs[key].definition is rules[key].definition}
        yield from (name_of(rule) for key, rule in rules.items() if key not in same)
        yield from (name for name, helper in found.system.helpers.items() if mutant.system.helpers[name] is not helper)


def left_out(found: Bundle) -> Iterable[str]:
    """The rules that some mistake leaves out."""
    rows = {(r.name, r.role, r.base) for r in found.system.rules()}
    for mutant in mutants(found.system, found.root):
        less = {(r.name, r.role, r.base) for r in mutant.system.rules()}
        yield from (name for name, role, _ in rows - less if not (role in OPTIONS and "swap" in mutant.operator))
        rule, forgotten, _ = mutant.operator.partition(" is forgotten")
        forced = (r for r in found.system.rules() if r.role in ("duty", "settle", "trigger"))
        yield from (name_of(r) for r in forced if forgotten and r.name == rule)


def shown(found: Bundle) -> Iterable[str]:
    """What vectors show."""
    system = TransitionSystem(Interpreter(found.system, found.scope("tiny")))
    suite = make_suite([system], found.system, Limits(), lambda text: None, None)
    return (name for name, ways in suite.shown_ways.items() if ways)


def called(found: Bundle) -> Iterable[str]:
    """What asking a term or a question may run, and demanding a deed: the cone of a property has all of it."""
    system = found.system
    asked = [("term", name) for name in system.terms] + [("question", name) for name in system.questions]
    functions = [f for kind, name in asked for f in of_call(system, kind, name)]
    return (f.name for f in (*functions, *(f for name in system.deeds for f in of_deed(system, name))))


def deciding(found: Bundle) -> Iterable[str]:
    known = {id(function) for function in decisions(found.system)}
    return (name_of(rule) for rule in found.system.rules() if any(id(f) in known for f in rule.functions))


def of_roles(*roles: Role) -> frozenset[Role]:
    return frozenset(roles)


TRIGGER = {"declaring and missing it are actions": of_roles("trigger")}
STATE = {"about the whole state": WHOLE}
BASES = {"its clauses and its steps are told": of_roles("term", "question") | JUDGED}
NO_PLAY = {"nothing runs for it in a play": of_roles("moment", "check", "assumption")}
VALUES = of_roles("term", "question") | CLAUSES

WALKERS = {
    "sites": Walker(
        lambda b: (site.rule for site in sites(b.system)),
        {**TRIGGER, "cites nothing": of_roles("awaits", "closed_world", "matters", "seat", "member", "reading")},
    ),
    "report": Walker(
        lambda b: (r.name for r in b.system.rules() if Rules(b.system, None).rule(r.name)["role"]), TRIGGER
    ),
    "ledger": Walker(in_ledger, {"beats nothing": EVERY - NORMS - of_roles("instead", "answer")}),
    "scenarios": Walker(lambda b: rule_names(b.system), {"seen by what it does": EVERY - CLAUSES - of_roles("deed")}),
    "run": Walker(lambda b: could_be_live(b.system, {}), {**TRIGGER, **STATE, **BASES, **NO_PLAY}),
    "vectors": Walker(shown, {**TRIGGER, **STATE, **BASES, **NO_PLAY}),
    "called": Walker(called, {"judges or takes a step": EVERY - VALUES - of_roles("deed") | of_roles("permit")}),
    "clashes": Walker(
        lambda b: (name for pair in pairs(b.system) for name in (pair.first, pair.second)),
        {
            "bases and steps": EVERY - CLAUSES - of_roles("deed"),
            "agrees with any other of its kind": of_roles("adjustment", "reading", "exception"),
        },
    ),
    "decisions": Walker(
        deciding,
        {
            "gives a value or changes the state": EVERY
            - NORMS
            - of_roles("instead", "exception", "ended", "duty", "settle")
        },
    ),
    "ablation": Walker(
        lambda b: (variant.name for variant in variants(b.system)),
        {"more than a clause": EVERY - CLAUSES, "nothing in the text says it": of_roles("reading")},
    ),
    "mistakes": Walker(
        changed,
        {
            "no other game, but for what is reported": of_roles("closed_world"),
            "only names fields": of_roles("moment"),
            "of scopes, and no game": of_roles("assumption"),
        },
    ),
    "mistakes that leave a rule out": Walker(
        left_out,
        {
            "there is no game without": WHOLE - of_roles("matters")
            | BASES["its clauses and its steps are told"]
            | of_roles("deed", "moment"),
            "another is taken": OPTIONS,
            "asked of the game": of_roles("check"),
            "of scopes, and no game": of_roles("assumption"),
        },
    ),
}


def test_every_kind_that_cites_ties_some_kind_of_clause() -> None:
    """A site whose role no kind of clause takes would leave its clause uncovered without a word."""
    cited = {site.role for name in KINDS for site in sites(system_of(name))}
    assert cited <= frozenset[str]().union(*ROLES.values())


@pytest.mark.parametrize("name", WALKERS)
def test_every_kind_is_handled(name: str) -> None:
    walker, known = WALKERS[name], set[Role]()
    for found in (bundle(TINY, kind) for kind in KINDS):
        names = set(walker.handled(found))
        known |= {rule.role for rule in found.system.rules() if name_of(rule) in names}
    apart = frozenset[Role]().union(*walker.apart.values())
    assert known == EVERY - apart, (sorted(EVERY - apart - known), sorted(known & apart))
