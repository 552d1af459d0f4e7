"""`ruleslawyer prove`: properties for any number of turns and every card that could be printed."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from ruleslawyer.api import Ruleset
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.cli import complete, show
from ruleslawyer.cli.any_number import make_tally, save_lemmas, show_any_number
from ruleslawyer.cli.asking import ask_with_progress, asking, recall_or_ask
from ruleslawyer.cli.options import LONGEST, Json
from ruleslawyer.cli.output import FALLS_SHORT, INTERRUPTED, err, print_json, print_table, say, table, word
from ruleslawyer.cli.remembered import UNCHANGED, Fresh
from ruleslawyer.ir.system import System
from ruleslawyer.proof.any_number import ProveForAny
from ruleslawyer.proof.as_json import proof_json
from ruleslawyer.proof.in_time import ProveInTime, goes_on
from ruleslawyer.proof.open_numbers import open_numbers
from ruleslawyer.proof.prove import Prove
from ruleslawyer.proof.witness import witness_problem
from ruleslawyer.rulebook.answers.memo import FILES, RULES_ALONE
from ruleslawyer.rulebook.claims.expected import broken_in, expectation_of, falls_short
from ruleslawyer.rulebook.claims.premises import with_premises
from ruleslawyer.rulebook.claims.readings import default_reading
from ruleslawyer.rulebook.claims.rulings import mend
from ruleslawyer.rulebook.claims.verdict import ENDS_WHERE, PLAYERS
from ruleslawyer.rulebook.declared import Told
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.state import State

if TYPE_CHECKING:  # the solver is loaded when the proof begins, so that --help is quick
    from ruleslawyer.engines.smt.prove.explain import Explanation
    from ruleslawyer.engines.smt.prove.result import ProofResult
    from ruleslawyer.engines.smt.refute.cti import Cti

T = TypeVar("T")
SEARCH = "bounded search"
"""The method whose depth is told."""


# Long: its parameters are the options of the verb; what is asked and printed hangs on most of them.
@asking(
    Prove, on_cluster=True, at_home={"keep": "lemmas are kept where the project is"},
    scope="reading", default="rulings", solver_timeout="seed", any_number="directory", players="directory",
    total="directory", keep="directory", quantified="directory",
)  # fmt: skip
def prove(
    ruleset: Ruleset,
    asked: Prove,
    *,
    scope: Annotated[
        str | None,
        typer.Option(
            help="Only this scope; what it leaves open, the solver chooses. Else any number of cards is asked first.",
            autocompletion=complete.scopes,
        ),
    ] = None,
    default: Annotated[
        bool, typer.Option("--default-reading", help="Only the default reading, where --reading says nothing else.")
    ] = False,
    solver_timeout: Annotated[
        float, typer.Option(min=0.001, max=LONGEST, help="The most seconds for a single question to the solver.")
    ] = LONGEST,
    any_number: Annotated[
        bool,
        typer.Option("--any-number", help="Prove for any number of cards, of whatever kind; no scope is asked for."),
    ] = False,
    players: Annotated[
        str, typer.Option(metavar="1-9|any", help="With --any-number: how many play; `any`: any number.")
    ] = str(PLAYERS),
    total: Annotated[
        float | None,
        typer.Option(
            min=0.1,
            max=LONGEST,
            help="The most seconds for all together; else 30 and what the kept proofs need (at most 150), or --timeout "
            "for each property that is named, 120 with --any-number, and any with --scope.",
        ),
    ] = None,
    keep: Annotated[
        bool,
        typer.Option(
            "--keep", help="With --any-number: keep what is proved in lemmas.json among its checks, for `check`."
        ),
    ] = False,
    quantified: Annotated[
        bool,
        typer.Option("--quantified", help="With --any-number: ask z3 and cvc5 again, with quantifiers, and count."),
    ] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="Say each invariant, and the clauses that its proof rests on.")
    ] = False,
    fresh: Fresh = False,
    json: Json = False,
) -> None:
    """Show the verdicts, of whatever is to be asked."""
    if default:
        asked = replace(asked, reading={**default_reading(ruleset.system), **(asked.reading or {})})
    readings, rulings = asked.reading or {}, asked.rulings or {}
    if not asked.properties and scope and not any_number:
        show.leave_knowledge_out(ruleset.system)
    if any_number:
        others = {"--inductive": asked.inductive, "-o": asked.directory, "--explain": explain}
        for option in (option for option, given in others.items() if given):
            raise UsageError(f"{option} is not for proofs for any number of cards", option, "leave one of the two out")
        seats = _seats(players)
        if keep and (asked.properties or readings or rulings or seats not in (None, PLAYERS)):
            about = "what is kept is of all properties, two players or any number, and every reading"
            raise UsageError(about, "--keep", "name no property, and leave the other options out")
        tally = make_tally(quantified)
        for_any = ProveForAny(
            asked.properties, readings, rulings, players=seats, timeout=min(asked.timeout, solver_timeout, 5.0),
            total=total or 120.0, certificates=asked.certificates, tally=tally,
            numbers=None if scope is None else _numbers(ruleset, scope),
        )  # fmt: skip
        found, known = _ask(
            ruleset, for_any, "any number of cards",
            lambda found: not any(one.late or one.interrupted for one in found),
            None if keep or tally is not None or asked.writes() else lambda one: one, fresh=fresh,
        )  # fmt: skip
        if keep:
            save_lemmas(ruleset, found)
        if known and not json:
            say(UNCHANGED)
        show_any_number(ruleset, found, readings, rulings, tally, json=json, asked=bool(asked.properties))
        return
    if players != str(PLAYERS):
        raise UsageError("a scope says how many play", "--players", "add --any-number, or leave it out")
    if quantified:
        raise UsageError("--quantified is for proofs for any number of cards", "--quantified", "add --any-number")
    if keep:
        raise UsageError("only proofs for any number of cards are kept", "--keep", "add --any-number")
    expected = ruleset.expectations()
    apart = bool(explain or asked.writes())
    if asked.inductive or apart:
        scope = scope or ruleset.proof_scope
    where = scope or ruleset.open_scope or ""
    wanted: Prove | ProveInTime = ProveInTime(
        asked.properties, readings, rulings, timeout=asked.timeout, total=total, solver_timeout=solver_timeout,
        seed=asked.seed, fresh=fresh, broken_in=broken_in(expected, ruleset.open_scope),
    )  # fmt: skip
    if scope is not None:
        wanted = replace(
            asked, scope=scope, conditions=True, explore=not asked.inductive, solver_timeout=solver_timeout,
            total=total or math.inf, broken_in=broken_in(expected, ruleset.open_scope),
        )  # fmt: skip
    proofs, known = _ask(
        ruleset, wanted, "proofs", lambda found: not any(proof.interrupted for proof in found),
        None if apart else lambda proof: replace(proof, claim=None), fresh=fresh, rules_alone=True,
    )  # fmt: skip
    why = ruleset.explain(proofs, where, readings, rulings, timeout=asked.timeout) if explain else ()
    longer, of_all = goes_on(ruleset, proofs, asked.timeout, readings, rulings) if scope is None else ({}, "")
    rules = mend(ruleset.system, rulings)
    problems = {
        p.property: witness_problem(Interpreter(rules, p.witness.scope), p, rulings) for p in proofs if p.witness
    }
    if json:
        reasons = {e.property: {"explanation": e.json()} for e in why}
        results = [{**proof_json(p, ruleset.system), **reasons.get(p.property, {})} for p in proofs]
        print_json({
            "ruleset": ruleset.name, "scope": where, "reading": readings, "rulings": sorted(rulings),
            "seed": asked.seed, "results": results, "goes_on": longer,
            "unreplayed": {n: why for n, why in problems.items() if why},
        })  # fmt: skip
    else:
        say(f"{ruleset.title}, {f'scope {scope}' if scope else 'any number of cards, then its scopes'}", "bold")
        if known:
            say(UNCHANGED)
        words = Counter(proof.words().partition(" (")[0] for proof in proofs)
        say(", ".join(f"{number} {verdict}" for verdict, number in words.most_common()))
        show_proofs(proofs)
        for explanation in why:
            _show_explanation(explanation)
        for proof in proofs:
            if proof.cti is not None:
                show_cti(proof.property, proof.cti, ruleset.system)
        if longer:
            say(f"not proved: {', '.join(longer)}. The solver is asked for longer by: {of_all}")
        for about, problem in problems.items():
            if problem:
                say(f"INTERNAL ERROR: the play for {about} does not replay: {problem} (please report it)", "bold red")
    if any(p.interrupted for p in proofs):
        err().print("interrupted: what is UNKNOWN or BOUNDED here was not finished")
        raise typer.Exit(INTERRUPTED)
    unexpected = any(falls_short(p.verdict, expectation_of(expected, p.scope or where, p.property)) for p in proofs)
    if unexpected or any(problems.values()):
        raise typer.Exit(FALLS_SHORT)


def _numbers(ruleset: Ruleset, scope: str) -> tuple[str, ...]:
    """The numbers that a scope leaves open, for a proof that is of any value of them."""
    found = open_numbers(ruleset, scope)
    if not found:
        mend = "leave --scope out, or name one that has some `open` under [constants]"
        raise UsageError(f"scope `{scope}` leaves no number open", "--scope", mend)
    return found


def _seats(said: str) -> int | None:
    """How many play, as `--players` says; None: any number."""
    if said == "any":
        return None
    if said not in map(str, range(1, 10)):
        raise UsageError(f"`{said}` is no number of players", "--players", "say a number from 1 to 9, or `any`")
    return int(said)


def _ask(
    ruleset: Ruleset, asked: Told[tuple[T, ...]], doing: str, whole: Callable[[tuple[T, ...]], bool],
    kept_as: Callable[[T], T] | None, *, fresh: bool, rules_alone: bool = False,
) -> tuple[tuple[T, ...], bool]:  # fmt: skip
    """The verdicts, and whether they were known. kept_as: how each is kept, where they are kept and looked up."""

    if kept_as is None:
        return ask_with_progress(ruleset, asked, doing), False
    return recall_or_ask(
        ruleset, asked, doing, tuple, whole, RULES_ALONE if rules_alone else FILES, fresh=fresh,
        kept_as=lambda found: tuple(map(kept_as, found)),
    )  # fmt: skip


def _show_explanation(found: Explanation) -> None:
    """The invariant, and by rule what keeps it."""
    say()
    say(f"{found.property}: what is always true", "bold")
    for condition in found.invariant:
        say(f"  {condition}")
    if not found.invariant:
        say("  (nothing more is needed)")
    say("what it rests on: delete a clause that is needed, and the proof falls")
    for rule in found.rules:
        say(f"  {rule.kind} {show.with_clauses(rule.name, rule.cites)}")
        for name in rule.needed:
            say(f"    needs {show.with_clauses(name, found.clauses.get(name, ()))}")
        for name in rule.shared:
            say(f"    uses {show.with_clauses(name, found.clauses.get(name, ()))}, which others could replace")
        if rule.undecided:
            say("    the solver was not sure in its time")


def show_cti(name: str, cti: Cti, system: System) -> None:
    """A state and a step from it that keep induction from proving a property, and what would exclude the state."""
    codec = Codec(system, cti.scope)
    say()
    say(f"{name}: a counterexample to induction", "bold")
    if cti.state is None:
        say(f"  as a game begins: {cti.step.label}")
        return
    say(f"  from this state, which {'no play reaches' if cti.unreachable else 'perhaps no play reaches'}:")
    show.state(State(*cti.state), codec)
    say(f"  {cti.step.kind} {show.with_clauses(cti.step.label, cti.step.cites)} breaks {cti.broken}")
    if cti.step.state is not None:
        show.changes(State(*cti.state), State(*cti.step.state), codec)
    if cti.unreachable:
        say(f"  no play reaches it, since this is proved: {cti.lemma}")
        return
    if cti.properties:
        say(f"  hint: these properties exclude the state, prove them together: {', '.join(cti.properties)}")
    if cti.invariants:
        say(f"  hint: what would exclude the state, if it always held: {'; '.join(cti.invariants)}")
    if not cti.properties and not cti.invariants:
        say("  hint: no other property excludes the state; declare one that does, if no play reaches it")
    if cti.lemma:
        say(f"  hint: a lemma that excludes it, if no play comes to it: {cti.lemma}")


def show_proofs(proofs: Iterable[ProofResult]) -> None:
    """One proof to a row: the method, and what the verdict is known by; first what is violated, all of it."""
    found, violated = table("verdict", "property"), 0
    for proof in sorted(proofs, key=lambda proof: proof.verdict != "VIOLATED"):
        violated += proof.verdict == "VIOLATED"
        depth = f", depth {proof.k}" if proof.method == SEARCH else ""
        under = [proof.under.text()] if proof.under is not None else []
        how = f"{proof.method or 'no method'}{depth}, {proof.seconds:.1f} s"
        reason = with_premises(proof.reason, proof.premises)
        limits = [limit for limit in proof.assumptions if limit.startswith(ENDS_WHERE)]
        about = show.cell(show.with_clauses(proof.property, proof.clauses), how, reason, *limits, *under, *proof.tried)
        found.add_row(word(proof.words()), about)
    print_table(found, least=violated)
