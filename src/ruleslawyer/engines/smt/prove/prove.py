"""Prove or refute the properties of a ruleset in a scope: what is asked, and what the verdicts are worth."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from time import monotonic

from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.engines.smt.certify.issue import Certification
from ruleslawyer.engines.smt.encoding.relation import Relation
from ruleslawyer.engines.smt.prove.certified import issue_certificates
from ruleslawyer.engines.smt.prove.portfolio import Portfolio, Progress
from ruleslawyer.engines.smt.prove.record import ALL_OVER
from ruleslawyer.engines.smt.prove.result import ProofResult
from ruleslawyer.engines.smt.statements.assumptions import premises_of_proof
from ruleslawyer.engines.smt.statements.goals import Goal, asked_of, every_goal, goals_of
from ruleslawyer.engines.smt.statements.plain import Plain
from ruleslawyer.engines.smt.statements.words import Words
from ruleslawyer.ir.checks import APART
from ruleslawyer.ir.scope import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.lifted.scoped.given import TooLarge, Unsupported
from ruleslawyer.lifted.scoped.instances import Scoped
from ruleslawyer.rulebook.claims.caveats import rests_on, unknown_where_off
from ruleslawyer.rulebook.claims.clashes import pairs
from ruleslawyer.rulebook.claims.cone import Cones
from ruleslawyer.rulebook.claims.premises import sizes

SEARCHING = 0.8
"""The share of the time for all properties together in which proofs are looked for; the rest is for certificates."""
WRITING = 4
"""The most time for writing rules out as terms, in times of one property's."""
SOONEST = 60.0
"""They have so many seconds at least."""


# Long: half of it is what may be given, and what that means.
def prove(
    system: System,
    scope: Scope,
    properties: Collection[str] | None = None,
    reading: Mapping[str, str] | None = None,
    rulings: Collection[str] = (),
    timeout: float = 30.0,
    directory: Path | None = None,
    progress: Progress | None = None,
    *,
    witnesses: bool = True,
    certification: Certification | None = None,
    query: float = math.inf,
    seed: int = 0,
    inductive: bool = False,
    conditions: bool = False,
    total: float = math.inf,
    but: Collection[str] = (),
) -> list[ProofResult]:
    """A verdict on each property (all, or those named; none of `but`), under every reading that `reading` and `rulings`
    leave.

    Without `witnesses` no play is looked for that reaches a `sometimes`: explorers show them sooner.
    `timeout` is in seconds and for each property, `total` for all together, `query` for each question to the solver;
    `seed` is the solver's. Obligations go to one folder for each property under `directory`. `inductive`: only whether
    they are so together, with no other lemma than the form of a state. `conditions`: of each violation, under which
    readings it is one; that has the time of a proof for itself. `certification`: what certificates are made
    of, and where they go.
    """
    began = monotonic()

    def is_wanted(name: str, *, witness: bool) -> bool:
        named = witnesses or not witness if properties is None else name in properties
        return named and name not in but and not (inductive and witness)

    try:
        writing = min(total, max(SOONEST, WRITING * timeout))
        scoped = Scoped(system, scope, reading, rulings, end=began + writing)
        relation = Relation(scoped, seed=seed, query=query)
    except Unsupported as error:
        raise UsageError(f"the solver has no {error}", None, f"`ruleslawyer explore {system.name}` may do") from error
    except TooLarge as error:
        over = monotonic() >= began + total
        reached = {check.name for check in system.checks.values() if check.kind == "sometimes"}
        names = [name for name in askable(system, properties) if is_wanted(name, witness=name in reached)]
        tried, reason = ([error.message], ALL_OVER) if over else ([], error.message)
        return [replace(no_answer(system, name, *tried), reason=reason) for name in names]
    known = goals_of(relation.scoped) if properties is None else every_goal(relation.scoped)
    _expect_properties(system, properties or (), [g.name for g in known])
    goals = [g for g in known if is_wanted(g.name, witness=g.witness)]
    tell = progress or (lambda message: None)
    searching = total if certification is None else SEARCHING * total
    portfolio = Portfolio(relation, timeout, directory, tell, began + searching)
    found = portfolio.run(goals, known, inductive=inductive, conditions=conditions)
    cones = Cones(system, scope)
    words = Words(relation.scoped)
    found = [
        replace(
            _with_switches(goal, _with_words(result, words), cones),
            premises=premises_of_proof(relation.scoped, goal),
            sizes=sizes(system, scope),
        )
        for goal, result in zip(goals, found, strict=True)
    ]
    if certification is None:
        return found
    return issue_certificates(relation.scoped, found, certification, timeout, began + total, progress)


def askable(system: System, properties: Collection[str] | None) -> list[str]:
    """The properties that are asked where nobody names a scope: all, or those named."""
    every = [*asked_of(system), *(check.name for check in system.checks.values() if check.kind == "sometimes")]
    if properties is None:
        return every
    apart = [f"{APART}{pair.key}" for pair in pairs(system) if not pair.over]
    _expect_properties(system, properties, [*every, *apart])
    return list(dict.fromkeys(properties))


def no_answer(system: System, name: str, *tried: str) -> ProofResult:
    """A property that no method has answered, and what was tried."""
    check = system.properties.get(name)
    kind = name.partition(":")[0] if check is None else check.kind
    clauses = () if check is None else check.origin.cites
    return ProofResult(name, kind, "UNKNOWN", "", 0, 0.0, clauses, "no method gives an answer", (), 0, tried=tried)


def _expect_properties(system: System, properties: Collection[str], known: Sequence[str]) -> None:
    """A property that there is not, or that is not for the solver, is a mistake."""
    for name in properties:
        if name in known:
            continue
        check = system.properties.get(name)
        if check is None:
            alike = [n for n in known if n.startswith(APART) == name.startswith(APART)]
            raise UsageError(f"no property `{name}`", None, nearest(name, alike))
        if check.kind == "step":
            raise UsageError(f"`{name}` is a check of `{check.of}`, which never happens in this scope", None, "")
        beyond = "what players know" if check.facts else _BEYOND[check.kind]
        about = f"`{name}` asks {beyond}: the solver answers `always`, `sometimes` and checks of steps"
        raise UsageError(about, None, f"`ruleslawyer explore {system.name}` answers it in a scope")


_BEYOND = {"possible": "what stays possible", "leads_to": "what every play comes to"}
"""What a check is about that needs all plays from a state at once."""


def _with_words(found: ProofResult, words: Words) -> ProofResult:
    """A proof with its invariant in words."""
    if found.verdict != "PROVED" or found.claim is None:
        return found
    parts, plain = found.claim.invariant, Plain(words)
    return replace(found, invariant=tuple(map(words.say, parts)), plain=tuple(map(plain.say, parts)))


def _with_switches(goal: Goal, found: ProofResult, cones: Cones) -> ProofResult:
    """Nothing is proved of a cone in which the scope switches a rule off; what it rests on is said either way."""
    assumed = cones.assumed_clauses(goal.name)
    if assumed:
        found = replace(found, reason="; ".join(filter(None, (found.reason, rests_on(cones.system, assumed)))))
        found = replace(found, assumed=assumed)
    if not cones.scope.off:
        return found
    shown = found.verdict == ("HOLDS IN SCOPE" if goal.witness else "VIOLATED")
    concerned = cones.switched_off(goal.name)
    unknown, reason = unknown_where_off(found.verdict, found.reason, shown, concerned, cones.scope.off)
    return replace(found, verdict="UNKNOWN" if unknown else found.verdict, reason=reason)
