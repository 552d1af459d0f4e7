"""`python -m benchmarks.any_number [RULESET]…`: what is proved for any number of cards, and why the rest is not.

Writes `checks/RULESET/lemmas.json`, as `prove --any-number --keep` does, and beside it `unproved.json`, with a reason
for each other property: plays against it are looked for in small scopes, under each reading that differs from the
default in one answer, those that options.toml names, those under which a play broke it before, and some drawn at
random, since two doubts together may break what neither does alone. `--reasons` goes by the runs that are kept, and
asks for reasons alone. Seconds are the processor's. `--suite DIR` writes the properties as questions for other provers
instead, and `--ask` has one answer them (`benchmarks.suite`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from random import Random
from time import process_time
from typing import Annotated

import typer

from benchmarks.against import plays_against
from benchmarks.suite import INDEX, compare, write_suite
from benchmarks.unproved import explained, kept
from ruleslawyer.api import Project, Ruleset
from ruleslawyer.base.files.content import Json
from ruleslawyer.check.options import load_declarations
from ruleslawyer.engines.smt.certify import second
from ruleslawyer.engines.smt.lifted.lemmas import Lemmas
from ruleslawyer.engines.smt.lifted.unknown import unknowns
from ruleslawyer.engines.smt.lifted.verdict import lemmas_of
from ruleslawyer.ir.scope import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.proof.any_number import lifted_rules, same_game
from ruleslawyer.proof.kept_proofs import keep_proofs
from ruleslawyer.proof.lemmas import load_lemmas
from ruleslawyer.proof.unproved import FILE, REASONS
from ruleslawyer.rulebook.claims.readings import choices, default_reading, options
from ruleslawyer.rulebook.claims.verdict import PLAYERS

ROOT = Path(__file__).parents[1]
STATES = 20_000
"""States of a scope that are looked at under each reading, for a play against a property."""
SHARES = (0.02, 0.1, 0.3, 0.6, 1)
"""How many of all questions a reading that is drawn answers at random."""


def main(
    rulesets: Annotated[list[str] | None, typer.Argument(help="Only these.")] = None,
    total: Annotated[float, typer.Option(help="Seconds for each ruleset and reading.")] = 300.0,
    reasons: Annotated[bool, typer.Option("--reasons", help="No proofs: the reasons alone.")] = False,
    suite: Annotated[Path | None, typer.Option(help="Write all questions here, and do nothing else.")] = None,
    ask: Annotated[float, typer.Option(help="With --suite: seconds for cvc5 to answer each question there.")] = 0.0,
    drawn: Annotated[int, typer.Option(help="Readings drawn at random under which plays are looked for.")] = 64,
) -> None:
    """Each ruleset in turn."""
    project = Project.load(ROOT)
    if suite is not None:
        if ask and not (suite / INDEX).is_file():
            raise typer.BadParameter(f"{suite} has no questions: write them first, without --ask", param_hint="--suite")
        if ask and not second.available():
            raise typer.BadParameter("cvc5 is not installed: pip install 'ruleslawyer[certify]'", param_hint="--ask")
        if not ask:
            write_suite([project.ruleset(name) for name in rulesets or list(project.rulesets)], suite, total)
        for line in compare(suite, rulesets or (), ask) if ask else ():
            typer.echo(line)
        return
    for name in rulesets or list(project.rulesets):
        ruleset = project.ruleset(name)
        file = ROOT / "checks" / name / FILE
        before = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else None
        table = before if reasons and before is not None else _run(ruleset, total, before)
        rules = {one: row["rule"] for one, row in table["unproved"].items()}
        broken = {one: row["reading"] for one, row in (before or table)["unproved"].items() if row["why"] == "false"}
        table = explained(
            table, _against(ruleset, list(rules), broken, drawn), unknowns(ruleset.system, PLAYERS, rules)
        )
        file.write_text(json.dumps(table, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        why = [row["why"] for row in table["unproved"].values()]
        typer.echo(f"{name}; not: {', '.join(f'{why.count(reason)} {reason}' for reason in REASONS)}")


def _run(ruleset: Ruleset, total: float, before: Json | None) -> Json:
    """A whole run under every reading, and one under the default reading of what that leaves."""
    began = process_time()
    found = ruleset.prove_for_any(total=total)
    seconds = process_time() - began
    left = [one.property for one in found if one.verdict != "PROVED"]
    more = ruleset.prove_for_any(left, default_reading(ruleset.system), total=total) if left else ()
    by_default = {one.property for one in more if one.verdict == "PROVED"}
    loops = {refusal.rule for refusal in lifted_rules(ruleset).refusals}
    late = {one.property for one in found if one.late}
    known = lemmas_of(found).beside(load_lemmas(ROOT, ruleset.name) or Lemmas(), late)
    keep_proofs(ruleset, known)
    typer.echo(f"{ruleset.name}: {len(found) - len(left)} of {len(found)} in {seconds:.0f} s")
    return kept([one for one in found if one.property not in known.properties], by_default, loops, seconds, before)


def _against(
    ruleset: Ruleset, names: list[str], broken: Mapping[str, dict[str, str]], drawn: int
) -> dict[str, Json]:  # fmt: skip
    """The properties that a play breaks, each with the reading, the scope and the play. broken: readings under which
    one broke it before."""
    system = ruleset.system
    default = default_reading(system)
    apart = [{key: one} for key in choices(system) for one in options(system, key) if one != default[key]]
    wanted = {name: [{}, *apart] for name in names if name in system.checks}
    for one in load_declarations(ROOT, ruleset.name, system):
        if one.shows in names:
            wanted.setdefault(one.shows, []).append(dict(one.reading))
    for name, reading in broken.items():
        if name in names and reading not in wanted.setdefault(name, []):
            wanted[name].append(reading)
    scopes = [scope for scope in map(ruleset.scope, ruleset.scopes()) if not scope.is_open and not scope.campaign]

    def order(scope: Scope) -> tuple[bool, int, str]:
        """First scopes of which a proof for any number would speak, small ones before large ones."""
        return bool(same_game(system, scope, PLAYERS)), sum(map(len, scope.names.values())), scope.name

    ordered = [scope.name for scope in sorted(scopes, key=order)]
    found = plays_against(ruleset, wanted, ordered, STATES, typer.echo)
    if readings := _drawn(system, drawn):
        rest = {name: readings for name in wanted if name not in found}
        found |= plays_against(ruleset, rest, ordered, STATES, typer.echo)
    rows = {}
    for name, against in found.items():
        otherwise = same_game(system, ruleset.scope(against.scope), PLAYERS)
        rows[name] = {
            "reading": dict(against.reading), "scope": against.scope,
            **({"otherwise": otherwise} if otherwise else {}), "play": list(against.play),
        }  # fmt: skip
    return rows


def _drawn(system: System, many: int) -> list[dict[str, str]]:
    """Readings that differ from the default in few answers or in many, the same ones each time."""
    default, rng = default_reading(system), Random(0)
    shares = [rng.choice(SHARES) for _ in range(many)]
    every = [{q: rng.choice(options(system, q)) for q in choices(system) if rng.random() < share} for share in shares]
    return [{q: answer for q, answer in reading.items() if answer != default[q]} for reading in every]


if __name__ == "__main__":
    typer.run(main)
