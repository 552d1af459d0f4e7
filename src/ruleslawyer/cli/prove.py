"""`ruleslawyer prove`: every property, for any number of cards, and where that is not proved, in scopes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, TypeVar

import typer

from ruleslawyer.api import Ruleset
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json as JsonObject
from ruleslawyer.check.options import Declared, load_declarations
from ruleslawyer.cli import show
from ruleslawyer.cli.any_number import make_tally, save_lemmas, say_not_about, show_any_number, show_situation
from ruleslawyer.cli.asking import ask_with_progress, asking, recall_or_ask
from ruleslawyer.cli.certify import show_explanation
from ruleslawyer.cli.options import LONGEST, Json
from ruleslawyer.cli.output import (
    FALLS_SHORT,
    INTERRUPTED,
    UP_TO_A_CAP,
    err,
    print_json,
    print_table,
    say,
    table,
    word,
)
from ruleslawyer.cli.remembered import UNCHANGED, Fresh
from ruleslawyer.exploration.variants.choices import ReadingEffect
from ruleslawyer.proof.any_number import ProveForAny, not_about, situation_json
from ruleslawyer.proof.explained import explanation_json
from ruleslawyer.proof.plays import open_numbers
from ruleslawyer.proof.prove import Prove, longer_search_commands
from ruleslawyer.proof.result import UNDECIDED, ProofResult, play_text, proof_json
from ruleslawyer.rulebook.answers.memo import FILES, RULES_ALONE
from ruleslawyer.rulebook.claims.expected import Expectations, expectation_of, falls_short
from ruleslawyer.rulebook.claims.readings import default_reading
from ruleslawyer.rulebook.claims.result import with_premises
from ruleslawyer.rulebook.claims.verdict import PLAYERS, UP_TO
from ruleslawyer.rulebook.declared import Told

T = TypeVar("T")


# Long: its parameters are the options of the verb.
@asking(
    Prove, on_cluster=True, at_home={"keep": "lemmas are kept where the project is"},
    default="rulings", any_number="certificates", players="certificates", total="certificates",
    keep="certificates", quantified="certificates",
)  # fmt: skip
def prove(
    ruleset: Ruleset,
    asked: Prove,
    *,
    default: Annotated[
        bool, typer.Option("--default-reading", help="Only the default reading, where --reading says nothing else.")
    ] = False,
    any_number: Annotated[
        bool,
        typer.Option("--any-number", help="Prove for any number alone: no scope is explored."),
    ] = False,
    players: Annotated[
        str, typer.Option(metavar="1-9|any", help="With --any-number: how many play; `any`: any number.")
    ] = str(PLAYERS),
    total: Annotated[
        float | None,
        typer.Option(
            min=0.1,
            max=LONGEST,
            help="The most seconds for all together; else --timeout (for each property that is named, for all others "
            "once and at most 30) and what the kept proofs need (at most 150), and 120 with --any-number.",
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
        bool, typer.Option("--explain", help="Say of each proof what it rests on, and how that hangs together.")
    ] = False,
    fresh: Fresh = False,
    json: Json = False,
) -> None:
    """Show the verdicts, of whatever is to be asked."""
    if default:
        asked = replace(asked, reading={**default_reading(ruleset.system), **(asked.reading or {})})
    readings, rulings = asked.reading or {}, asked.rulings or {}
    if any_number:
        seats = _seats(players)
        if keep and (asked.properties or readings or rulings or seats not in (None, PLAYERS)):
            about = "what is kept is of all properties, two players or any number, and every reading"
            raise UsageError(about, "--keep", "name no property, and leave the other options out")
        tally = make_tally(quantified)
        for_any = ProveForAny(
            asked.properties, readings, rulings, players=seats, timeout=min(asked.timeout, 5.0),
            total=total or 120.0, certificates=asked.certificates, tally=tally,
            numbers=_numbers(ruleset, asked.scope) if asked.scope else None,
        )  # fmt: skip
        found, known = _ask(
            ruleset, for_any, "any number of members",
            lambda found: not any(one.late or one.interrupted for one in found),
            None if keep or tally is not None or asked.writes() else lambda one: one, fresh=fresh,
        )  # fmt: skip
        if keep:
            save_lemmas(ruleset, found)
        if known and not json:
            say(UNCHANGED)
        show_any_number(
            ruleset, found, readings, rulings, tally, json=json, asked=bool(asked.properties), explain=explain
        )
        return
    if players != str(PLAYERS):
        raise UsageError("a scope says how many play", "--players", "add --any-number, or leave it out")
    if quantified:
        raise UsageError("--quantified is for proofs for any number", "--quantified", "add --any-number")
    if keep:
        raise UsageError("only proofs for any number are kept", "--keep", "add --any-number")
    proofs, known = _ask(
        ruleset, replace(asked, total=total, fresh=fresh), "proofs",
        lambda found: not any(proof.interrupted for proof in found),
        None if asked.writes() else lambda proof: proof, fresh=fresh,
        rules_alone=True,
    )  # fmt: skip
    show_verdicts(ruleset, asked, proofs, explain=explain, json=json, known=known)
    if any(p.interrupted for p in proofs):
        err().print("interrupted: what is UNKNOWN here was not finished")
        raise typer.Exit(INTERRUPTED)
    expected = ruleset.expectations()
    declared = load_declarations(ruleset.root, ruleset.name, ruleset.system)
    short = (p for p in proofs if not (set(readings).isdisjoint(_read_as(p)) and _is_declared(p, declared)))
    falling = {proof.verdict for proof in short if _falls_short(proof, expected)}
    if falling:
        raise typer.Exit(UP_TO_A_CAP if falling == {UP_TO} else FALLS_SHORT)


def show_verdicts(
    ruleset: Ruleset, asked: Prove, proofs: Sequence[ProofResult], *, explain: bool = False, json: bool = False,
    known: bool = False,
) -> None:  # fmt: skip
    """Print the verdicts, the plays of properties that were named, and what a longer search would take."""
    readings, rulings = asked.reading or {}, asked.rulings or {}
    longer, of_all = longer_search_commands(ruleset, proofs, asked.timeout, readings, rulings)
    if json:
        print_json({
            "ruleset": ruleset.name, "scope": asked.scope, "reading": readings, "rulings": sorted(rulings),
            "results": [_json(ruleset, proof, explain=explain) for proof in proofs], "goes_on": longer,
        })  # fmt: skip
    else:
        where = f"scope {asked.scope}" if asked.scope else "scopes"
        say(f"{ruleset.title}, any number of members, then {where}", "bold")
        if known:
            say(UNCHANGED)
        words = Counter(proof.verdict for proof in proofs)
        say(", ".join(f"{number} {verdict}" for verdict, number in words.most_common()))
        show_proofs(proofs)
        _say_left_out([not_about(ruleset, proof) for proof in proofs if proof.verdict == "PROVED"])
        for proof in proofs:
            if asked.properties and (play := play_text(proof, ruleset.system)):
                say()
                say(f"{proof.property}: the play", "bold")
                for call in play:
                    say(f"  {call}")
            if explain and proof.verdict == "PROVED":
                show_explanation(ruleset.system, proof)
            if asked.properties and not proof.trace:
                show_situation(ruleset, proof.property, proof.stuck, proof.closing)
        if longer:
            say(f"not proved: {', '.join(longer)}. A proof is looked for longer by: {of_all}")


def _say_left_out(left_out: Sequence[Mapping[str, Sequence[str]]]) -> None:
    """Name the scopes of which no proof says anything, and then those of which some do not, each by what they have
    otherwise. left_out: of each proof."""
    every = {why: names for one in left_out for why, names in one.items()}
    of_all = [why for why in every if all(why in one for one in left_out)]
    say_not_about({why: every[why] for why in of_all}, "what is PROVED")
    say_not_about({why: names for why, names in every.items() if why not in of_all}, "some of what is PROVED")


def _read_as(proof: ProofResult) -> Mapping[str, str]:
    """The options of a verdict that are not the defaults."""
    return {} if proof.premises is None else dict(proof.premises.reading)


def _is_declared(proof: ProofResult, declared: Iterable[Declared]) -> bool:
    """Whether a reading is declared to break a property, with the reason why that is no fault."""
    shown = ReadingEffect(_read_as(proof), proof.property, "")
    return proof.verdict == "VIOLATED" and any(one.covers(shown) for one in declared)


def _falls_short(proof: ProofResult, expected: Expectations) -> bool:
    """Whether a verdict is not what is expected of its property, in each scope of which it is."""
    return any(
        falls_short(proof.verdict, expectation_of(expected, scope, proof.property)) for scope in proof.scopes or ("",)
    )


def _json(ruleset: Ruleset, proof: ProofResult, *, explain: bool) -> JsonObject:
    told = situation_json(ruleset.system, proof.stuck)
    found = {**proof_json(proof, ruleset.system, told), "not_about": not_about(ruleset, proof)}
    return found | (explanation_json(ruleset.system, proof) if explain else {})


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


def show_proofs(proofs: Sequence[ProofResult]) -> None:
    """One verdict to a row: the method, and what it is known by; first what is violated, all of it."""
    found, violated = table("verdict", "property"), 0
    for proof in sorted(proofs, key=lambda proof: proof.verdict != "VIOLATED"):
        violated += proof.verdict == "VIOLATED"
        how = f"{proof.method or 'no method'}, {proof.seconds:.1f} s"
        reason = with_premises(proof.reason, proof.premises)
        tried = proof.tried if proof.verdict in UNDECIDED else ()
        about = show.cell(show.with_clauses(proof.property, proof.clauses), how, reason, *tried)
        found.add_row(word(proof.verdict_text()), about)
    print_table(found, least=violated)
