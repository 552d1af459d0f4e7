"""Proofs for any number of cards: what is proved and why the rest is not, proved again, certified, and as questions for
other provers.

Long: all of these begin with the proofs that are kept, and write down what came of them.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic, process_time, thread_time
from typing import Annotated

import typer

from benchmarks import ROOT, goals
from ruleslawyer.api import Project, Ruleset
from ruleslawyer.base.files.content import Json
from ruleslawyer.check.options import load_declarations
from ruleslawyer.engines.native.family import MOST_READINGS, Family
from ruleslawyer.engines.native.verdicts import verdicts
from ruleslawyer.engines.smt.certify import second
from ruleslawyer.engines.smt.certify.argument import LEVELS, STATE, STEP, make_key
from ruleslawyer.engines.smt.lifted.answered import InstanceHints
from ruleslawyer.engines.smt.lifted.certificate import (
    BadInstance,
    FoldInstance,
    LawInstance,
    LongerChains,
    Recipe,
    ScriptBuilder,
    SumInstance,
    file_name,
    write_question,
)
from ruleslawyer.engines.smt.lifted.lemmas import Lemmas
from ruleslawyer.engines.smt.lifted.obligations import KNOWN, NoObligation, Obligation, Obligations
from ruleslawyer.engines.smt.lifted.prove import ProverMemory
from ruleslawyer.engines.smt.lifted.prove import prove_again as prove_names_again
from ruleslawyer.engines.smt.lifted.question import Solver
from ruleslawyer.engines.smt.lifted.translate import QuantifiedScript, quantify_question
from ruleslawyer.engines.smt.lifted.unknown import unknowns
from ruleslawyer.engines.smt.lifted.verdict import ProofVerdict, lemmas_of, remarks
from ruleslawyer.exploration.explore import explore_scope
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.lifted.depth import deep_recursion
from ruleslawyer.lifted.folds import Folds
from ruleslawyer.lifted.terms import Term, subterms
from ruleslawyer.lifted.world import World, player_sizes
from ruleslawyer.proof.any_number import ReproofResult, lifted_rules, prove_again, scope_difference
from ruleslawyer.proof.kept_proofs import BUDGET, TIMEOUT, keep_proofs
from ruleslawyer.proof.lemmas import REASONS, UNPROVED, load_instances, load_lemmas, load_rows
from ruleslawyer.rulebook.claims.limits import Limits
from ruleslawyer.rulebook.claims.readings import choices, default_reading, options
from ruleslawyer.rulebook.claims.result import calls
from ruleslawyer.rulebook.claims.verdict import PLAYERS
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.transition import TransitionSystem

# --- what is proved, and why the rest is not --------------------------------------------------------------------------


STATES = 20_000
"""States of a scope that are looked at under each reading, for a play against a property."""
SHARES = (0.02, 0.1, 0.3, 0.6, 1)
"""How many of all questions a reading that is drawn answers at random."""


def any_number(
    rulesets: Annotated[list[str] | None, typer.Argument(help="Only these.")] = None,
    total: Annotated[float, typer.Option(help="Seconds for each ruleset and reading.")] = 300.0,
    reasons: Annotated[bool, typer.Option("--reasons", help="No proofs: the reasons alone.")] = False,
    suite: Annotated[Path | None, typer.Option(help="Write all questions here, and do nothing else.")] = None,
    ask: Annotated[float, typer.Option(help="With --suite: seconds for cvc5 to answer each question there.")] = 0.0,
    drawn: Annotated[int, typer.Option(help="Readings drawn at random under which plays are looked for.")] = 64,
) -> None:
    """Proofs for any number of cards, and why the rest is not proved.

    Writes `checks/RULESET/lemmas.json`, as `prove --any-number --keep` does, and beside it `unproved.json`, with a
    reason for each other property: plays against it are looked for in small scopes, under each reading that differs
    from the default in one answer, those that options.toml names, those under which a play broke it before, and some
    drawn at random, since two doubts together may break what neither does alone. `--reasons` goes by the runs that are
    kept. Seconds are the processor's. `--suite DIR` writes the properties as questions for other provers instead, and
    `--ask` has one answer them.

    Below DIR each ruleset has a folder, and each property one in it. A file is one question as SMT-LIB with
    quantifiers: can this rule make it false? `(set-info :status unsat)` stands where our certificate answers it;
    `instances/` has what that says, without quantifiers. Those files know what our proof uses; in `whole/` the longest
    question of each property has all that is known of the rule. Of a property that is not proved there is the question
    at which induction stops, with all that is known, and `unknown`. index.json lists all files.
    """
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
        file = ROOT / "checks" / name / UNPROVED
        before = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else None
        table = before if reasons and before is not None else _run(ruleset, total, before)
        rules = {one: row["rule"] for one, row in table["unproved"].items()}
        broken = {one: row["reading"] for one, row in (before or table)["unproved"].items() if row["why"] == "false"}
        table = explained(
            table, _plays_of(ruleset, list(rules), broken, drawn), unknowns(ruleset.system, PLAYERS, rules)
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


def _plays_of(
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
        return bool(scope_difference(system, scope, PLAYERS)), sum(map(len, scope.names.values())), scope.name

    ordered = [scope.name for scope in sorted(scopes, key=order)]
    found = plays_against(ruleset, wanted, ordered, STATES, typer.echo)
    if readings := _drawn(system, drawn):
        rest = {name: readings for name in wanted if name not in found}
        found |= plays_against(ruleset, rest, ordered, STATES, typer.echo)
    rows = {}
    for name, against in found.items():
        otherwise = scope_difference(system, ruleset.scope(against.scope), PLAYERS)
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


# --- plays against properties -----------------------------------------------------------------------------------------


Reading = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Against:
    """The shortest play of a scope that breaks a property under a reading, as a person writes it."""

    scope: str
    reading: Reading
    play: tuple[str, ...]


def plays_against(
    ruleset: LoadedRuleset, wanted: Mapping[str, Sequence[Reading]], scopes: Collection[str], states: int,
    tell: Callable[[str], None] = lambda _: None,
) -> dict[str, Against]:  # fmt: skip
    """For each property of which some reading is given under which it may be wrong, the first play that shows it, with
    as few answers other than the default ones as that takes. states: how many of a scope are looked at, under each
    reading."""
    found: dict[str, Against] = {}
    for scope in scopes:
        left = {name: readings for name, readings in wanted.items() if name not in found}
        if not left:
            break
        tell(f"{scope}, {len(left)} properties left")
        for name, reading in _broken(ruleset.transition_system(scope, brief=True), left, states).items():
            against = _against(ruleset, scope, name, reading, states)
            if against is None:
                continue
            for question in reading if len(reading) > 1 else ():
                fewer = {key: answer for key, answer in against.reading.items() if key != question}
                against = _against(ruleset, scope, name, fewer, states) or against
            found[name] = against
    return found


def _against(ruleset: LoadedRuleset, scope: str, name: str, reading: Reading, states: int) -> Against | None:
    """The play that breaks a property in a scope under a reading; None where none of these states shows one."""
    system = ruleset.transition_system(scope, reading)
    trace = next(v for v in explore_scope(system, limits=Limits(states=states)).verdicts if v.name == name).trace
    if trace is None:
        return None
    return Against(scope, reading, tuple(calls(trace, Codec(system.system, system.scope))))


def _broken(system: TransitionSystem, wanted: Mapping[str, Sequence[Reading]], states: int) -> dict[str, Reading]:
    """The properties that a play of a scope breaks, each with the first of its readings under which one does."""
    readings: list[Reading] = []
    for one in (reading for given in wanted.values() for reading in given):
        if one not in readings:
            readings.append(one)
    found: dict[str, Reading] = {}
    for start in range(0, len(readings), MOST_READINGS):
        batch = tuple(readings[start : start + MOST_READINGS])
        family = Family(system, batch)
        words = verdicts(family, family.search(Limits(), most=states))
        for name, given in wanted.items():
            broken = [one for one in given if one in batch and words[name][batch.index(one)] == "VIOLATED"]
            if broken and name not in found:
                found[name] = broken[0]
    return found


# --- the table of what is not proved ----------------------------------------------------------------------------------


BY_HAND = ("number", "printed")
"""Reasons that no run finds, and that stand as long as the property is not proved."""
PLAIN = ("why", "stops", "rule", "default")
"""A run's row for a property: the reason; why induction stops, and at which rule; and whether it is proved under the
default reading. Of what is false the reading, the scope, what that has otherwise than the book, and the play come on
top."""


def kept(
    found: Sequence[ProofVerdict], by_default: Collection[str], loops: Collection[str], seconds: float,
    before: Json | None = None,
) -> Json:  # fmt: skip
    """The table of a run. by_default: what is proved under the default reading; loops: the rules of which only a
    summary is known; seconds: the processor's; before: the table that there was, which knows more of what this run had
    no time for."""
    rows = {} if before is None else before["unproved"]
    return {
        "seconds": round(seconds),
        "unproved": {
            one.property: _row(one, one.property in by_default, loops, rows.get(one.property, {}))
            for one in sorted(found, key=lambda one: one.property) if one.verdict != "PROVED"
        },
    }  # fmt: skip


def _row(one: ProofVerdict, by_default: bool, loops: Collection[str], before: Json) -> Json:
    stops, rule = _stops(one, loops), one.rule
    if one.late and not rule and before:
        stops, rule = before["stops"], before["rule"]
        by_default = by_default or before.get("default", False)
    why = before["why"] if before.get("why") in BY_HAND else stops
    return {"why": why, "stops": stops, "rule": rule, **({"default": True} if by_default else {})}


def _stops(one: ProofVerdict, loops: Collection[str]) -> str:
    if one.late or not one.rule or "gave up" in one.reason:
        return "time"
    return "loop" if one.rule.rpartition(" ")[2] in loops else "lemma"


def explained(table: Json, against: Mapping[str, Json], unknown: Mapping[str, Collection[str]]) -> Json:
    """A table with what is known besides. against: of what a play breaks its reading, scope and play; unknown: of what
    each other property hangs that is not kept."""
    return {**table, "unproved": {
        name: _explained(row, against.get(name), unknown.get(name, ())) for name, row in table["unproved"].items()
    }}  # fmt: skip


def _explained(row: Json, against: Json | None, unknown: Collection[str]) -> Json:
    plain = {key: row[key] for key in PLAIN if key in row} | {
        "why": row["why"] if row["why"] in BY_HAND else row["stops"]
    }
    if against is not None:
        return {**plain, "why": "false", **against}
    if row["why"] in BY_HAND:
        return plain
    if row.get("default"):
        return {**plain, "why": "reading"}
    why = next((kind for kind in ("order", "geometry") if kind in unknown), None)
    return {**plain, "why": why} if why else plain


# --- proved again -----------------------------------------------------------------------------------------------------


def again(
    rulesets: Annotated[list[str] | None, typer.Argument(help="Only these.")] = None,
    alone: Annotated[bool, typer.Option("--alone", help="With what is kept alone.")] = False,
    keep: Annotated[bool, typer.Option("--keep", help="Keep the instances first.")] = False,
) -> None:
    """Kept proofs, made again as a check does that knows nothing of an earlier one.

    Seconds of the processor, with the instances that are kept and without them. `--keep` writes those instances first,
    after what is asked has changed: what is kept still serves, others are looked for. Exit code 1 where all of it takes
    longer than the goal, or something lapsed.
    """
    goal = goals("again")["together"]
    project, whole, lapsed = Project.load(ROOT), 0.0, 0
    typer.echo("| | proved | with kept instances | without | questions kept | not kept, and looked for |")
    typer.echo("|---|---|---|---|---|---|")
    for name in rulesets or list(project.rulesets):
        ruleset = project.ruleset(name)
        if keep:
            keep_proofs(ruleset, load_lemmas(ROOT, name) or Lemmas())
        instances = load_instances(ROOT, name)
        instances_of = {players: ProverMemory(accepted=instances.get(players, {})) for players in (None, PLAYERS)}
        many = sum(len(one.accepted) for one in instances_of.values())
        found, seconds = _again(ruleset, instances_of)
        without = "" if alone else f"{_again(ruleset, {})[1]:.1f} s"
        others = sum(one.looked_for for one in instances_of.values())
        typer.echo(f"| {name} | {len(found.proofs)} | {seconds:.1f} s | {without} | {many} | {others} |")
        whole, lapsed = whole + seconds, lapsed + len(found.lapsed)
    typer.echo(f"{whole:.1f} s with kept instances, where {goal} s are the goal; {lapsed} lapsed")
    if whole > goal or lapsed:
        raise typer.Exit(1)


def _again(ruleset: Ruleset, kept: dict[int | None, ProverMemory]) -> tuple[ReproofResult, float]:
    began = process_time()
    found = prove_again(ruleset, load_lemmas(ROOT, ruleset.name) or Lemmas(), TIMEOUT, BUDGET, None, kept)
    return found, process_time() - began


ANSWERED = 10.0
"""Seconds of cvc5 for each file."""


def certificates(
    rulesets: Annotated[list[str] | None, typer.Argument(help="Only these.")] = None,
    total: Annotated[float, typer.Option(help="Seconds to prove what is kept of a ruleset.")] = 120.0,
) -> None:
    """Kept proofs, made again with certificates: seconds, sizes, and how long cvc5 takes for each."""
    project = Project.load(ROOT)
    for name in rulesets or list(project.rulesets):
        ruleset = project.ruleset(name)
        began = process_time()
        lifted_rules(ruleset)
        lifted = process_time()
        lemmas = load_lemmas(ROOT, name) or Lemmas()
        with tempfile.TemporaryDirectory() as folder:
            anew = ruleset.prove_for_any(lemmas.properties, total=total, certificates=Path(folder))
            issued = process_time()
            checked = project.certify(Path(folder), seconds=ANSWERED)
            done = process_time()
            sizes = [file.stat().st_size / 1000 for file in Path(folder).rglob("*.smt2")]
        typer.echo(
            f"{name}: {sum(one.verdict == 'PROVED' for one in anew)} proved; lifted in {lifted - began:.1f} s, "
            f"proved again and certified in {issued - lifted:.1f} s"
        )
        if checked:
            seconds = [one.seconds for one in checked]
            typer.echo(
                f"  {len(checked)} certificates, {sum(one.accepted for one in checked)} accepted in "
                f"{done - issued:.1f} s, "
                f"{median(seconds):.3f} s in the median, {max(seconds):.2f} s at most; {len(sizes)} files of "
                f"{median(sizes):.1f} KB in the median, {max(sizes):.0f} KB at most"
            )
        for one in (one for one in anew if one.verdict != "PROVED"):
            typer.echo(f"  not proved: {one.property}: {one.reason}")
        for rejected in (one for one in checked if not one.accepted):
            typer.echo(f"  not accepted: {rejected.property}: {rejected.wrong}")


# --- questions for other provers --------------------------------------------------------------------------------------


INDEX = "index.json"
LONGEST = 1_000_000
"""Characters of a question beyond which it is left out, and counted."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A question of the suite. players: how many play, None: any number. rests_on: what else is shown for it. file:
    with quantifiers; instances: without; whole: with all that is known; empty where there are none."""

    ruleset: str
    property: str
    rule: str
    players: int | None
    status: str
    rests_on: tuple[str, ...]
    file: str
    instances: str = ""
    whole: str = ""


def export(ruleset: Ruleset, folder: Path, total: float) -> Iterator[Entry]:
    """The questions of all properties of a ruleset: those that are proved, for as many players as they are, and one of
    each of the others. total: seconds of the processor for the proofs, which are asked again."""
    lemmas = load_lemmas(ROOT, ruleset.name) or Lemmas()
    two = [name for name in lemmas.properties if name not in lemmas.any_players]
    instances = load_instances(ROOT, ruleset.name)
    for players, some, names in ((None, lemmas.for_any_players(), lemmas.any_players), (PLAYERS, lemmas, two)):
        if not names:
            continue
        kept = ProverMemory(accepted=instances.get(players, {}))
        found, _ = prove_names_again(ruleset.system, players, some, 5.0, total, kept=kept, only=names)
        proved = [one.property for one in found if one.verdict == "PROVED"]
        with deep_recursion():
            yield from _Suite(ruleset, folder, players, some, kept).proved(proved)
    with deep_recursion():
        yield from _Suite(ruleset, folder, PLAYERS, lemmas, ProverMemory()).stopped(
            {name: row["rule"] for name, row in load_rows(ROOT, ruleset.name).items() if row["rule"]}
        )


class _Suite:
    def __init__(self, ruleset: Ruleset, folder: Path, players: int | None, lemmas: Lemmas, kept: ProverMemory) -> None:
        self.ruleset, self.folder, self.players, self.lemmas = ruleset, folder, players, lemmas
        premises = Solver(World(ruleset.system, player_sizes(ruleset.system, players), {}))
        known = (*lemmas.states, *lemmas.chains, *lemmas.conditions)
        self.obligations = Obligations(ruleset.system, players, {}, known, premises.is_impossible)
        self.hints = InstanceHints(kept.accepted, self.obligations.relation.world)

    @property
    def folds(self) -> Folds:
        return self.obligations.relation.world.folds

    def proved(self, names: Sequence[str]) -> Iterator[Entry]:
        """Each question of their proofs, with what its instances are of."""
        asked: dict[str, list[tuple[Obligation, list[Recipe]]]] = {}
        for item in dict.fromkeys(item for item, _, _ in self.hints.before):
            asked[item] = [(q, found) for q, found in self._answered(item) if found != [LongerChains()]]
        for name in names:
            items = [make_key(name, level) for level in LEVELS]
            every = [
                one
                for item in (*items, *(f"{STATE}{key}" for key in items), f"{STEP}{name}")
                for one in asked.get(item, ())
            ]
            longest = max((len(recipes) for _, recipes in every), default=0)
            for place, (question, recipes) in enumerate(every):
                whole = len(recipes) == longest
                longest += whole  # of each property one
                try:
                    yield from self._write(name, place, question, recipes, "unsat", whole=whole)
                except BadInstance as why:
                    typer.echo(f"  left out, its instances were not made again: {name}, {question.rule}: {why}")

    def _answered(self, item: str) -> Iterator[tuple[Obligation, list[Recipe]]]:
        waiting = [self.obligations.questions(item)]
        while waiting:
            question = next(waiting[-1], None)
            if question is None:
                waiting.pop()
            elif (found := self.hints.of(self.hints.next_place(item, question.rule))) is not None:
                yield question, found
                if found == [LongerChains()]:
                    waiting.append(self.obligations.longer(question))

    def stopped(self, rules: Mapping[str, str]) -> Iterator[Entry]:
        """The question of each property at which induction stops, with all laws."""
        for name, rule in rules.items():
            check = self.ruleset.system.checks.get(name)
            item = f"{STEP}{name}" if check is not None and check.kind == "step" else name
            if check is not None and check.kind == "always":
                item = f"{STATE}{name}"
            try:
                found = next((q for q in self.obligations.questions(item) if q.rule == rule), None)
            except NoObligation:
                found = None
            if found is not None:
                yield from self._write(name, 0, found, list(everything(found, self.folds)), "unknown")

    def _write(
        self, name: str, place: int, question: Obligation, recipes: Sequence[Recipe], status: str, *,
        whole: bool = False,
    ) -> Iterator[Entry]:  # fmt: skip
        folder = self.folder / self.ruleset.name / file_name(name)
        called = f"{place}-{file_name(question.rule)[:80]}.smt2"
        sizes = self.obligations.relation.world.sizes
        ground = ""
        if status == "unsat":
            script = ScriptBuilder(sizes)
            write_question(script, question, recipes, self.folds, remarks)
            ground = self._file(folder / "instances" / called, script.text)
        file = self._file(folder / called, self._quantified(question, recipes, status))
        more = list(everything(question, self.folds)) if whole else []
        all_of_it = self._file(folder / "whole" / called, self._quantified(question, more, status)) if more else ""
        known = tuple(key.removeprefix(KNOWN) for key in _sources(recipes) if key.startswith(KNOWN))
        if file:
            yield Entry(self.ruleset.name, name, question.rule, self.players, status, known, file, ground, all_of_it)

    def _quantified(self, question: Obligation, recipes: Sequence[Recipe], status: str) -> str:
        script = QuantifiedScript(self.obligations.relation.world.sizes)
        return f"(set-info :status {status})\n{quantify_question(question, recipes, self.folds, script)}"

    def _file(self, file: Path, text: str) -> str:
        """The name of a file below the suite's folder; empty where its text is too long."""
        if len(text) > LONGEST:
            typer.echo(f"  left out, {len(text)} characters: {file.relative_to(self.folder)}")
            return ""
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return file.relative_to(self.folder).as_posix()


def _sources(recipes: Sequence[Recipe]) -> dict[str, None]:
    return dict.fromkeys(recipe.source for recipe in recipes if isinstance(recipe, LawInstance))


def everything(question: Obligation, folds: Folds) -> Iterator[Recipe]:
    """All that may be known for a question: its laws, the folds in them, and the lemma about sums of each two."""
    terms = [question.wanted]
    for source, laws in question.sources.items():
        for place, (_, matrix) in enumerate(laws):
            yield LawInstance(source, place)
            terms.append(matrix)
    seen: set[Term] = set()
    found: dict[str, Term] = {}
    waiting = terms
    while waiting:
        new = [t for t in subterms(waiting, seen) if str(t.value) in folds.by_name and str(t.value) not in found]
        found |= {str(t.value): t for t in new}
        waiting = [part for t in new for fold in (folds.by_name[str(t.value)],) for part in (fold.condition, fold.body)]
    yield from (FoldInstance(app) for app in found.values())
    sums = [app for name, app in found.items() if folds.by_name[name].kind == "sum"]
    for app in sums:
        yield from (SumInstance((app,), ()), SumInstance((), (app,)))
        for other in sums:
            sorts = {folds.by_name[str(one.value)].variable.sort for one in (app, other)}
            if len(sorts) == 1:
                yield SumInstance((app,), (other,))


def write_suite(rulesets: Sequence[Ruleset], folder: Path, total: float) -> None:
    """The suite of some rulesets; entries of others that are there already stay."""
    before = read_index(folder) if (folder / INDEX).is_file() else []
    for ruleset in rulesets:
        entries = list(export(ruleset, folder, total))
        before = [one for one in before if one.ruleset != ruleset.name] + entries
        status = [one.status for one in entries]
        typer.echo(f"{ruleset.name}: {status.count('unsat')} questions unsat, {status.count('unknown')} unknown")
        text = json.dumps([asdict(one) for one in before], indent=1, ensure_ascii=False)
        (folder / INDEX).write_text(f"{text}\n", encoding="utf-8")


def read_index(folder: Path) -> list[Entry]:
    found = json.loads((folder / INDEX).read_text(encoding="utf-8"))
    return [Entry(**{**one, "rests_on": tuple(one["rests_on"])}) for one in found]


@dataclass(slots=True)
class Count:
    """How many questions a prover answered so, and its seconds of the processor."""

    unsat: int = 0
    sat: int = 0
    unknown: int = 0
    seconds: float = 0.0

    def text(self) -> str:
        return f"{self.unsat} / {self.sat} / {self.unknown} | {self.seconds:.1f}"


def compare(folder: Path, rulesets: Sequence[str], seconds: float) -> Iterator[str]:
    """The table: by ruleset and status what cvc5 says of the questions with quantifiers, and of our instances. seconds:
    of the clock, for each question."""
    yield "| ruleset | questions | unsat / sat / unknown | s |"
    yield "|---|---|---|---|"
    every = [one for one in read_index(folder) if not rulesets or one.ruleset in rulesets]
    for name in dict.fromkeys(one.ruleset for one in every):
        some = [one for one in every if one.ruleset == name]
        files = {
            "proved: our instances": [one.instances for one in some if one.instances],
            "proved: what our proof uses": [one.file for one in some if one.status == "unsat"],
            "proved: all that is known": [one.whole for one in some if one.whole],
            "not proved: all that is known": [one.file for one in some if one.status != "unsat"],
        }
        if lost := [file for asked in files.values() for file in asked if not (folder / file).is_file()]:
            raise typer.BadParameter(f"{folder / lost[0]} is missing: write the questions again", param_hint="--suite")
        for kind, asked in files.items():
            count = Count()
            for file in asked:
                _ask(folder / file, seconds, count)
            yield f"| {name} | {len(asked)} {kind} | {count.text()} |"


def _ask(file: Path, seconds: float, count: Count) -> None:
    began = thread_time()
    found = second.ask(file.read_text(encoding="utf-8"), 1, monotonic() + seconds)
    count.seconds += thread_time() - began
    if not found.wrong:
        count.unsat += 1
    elif found.refuted:
        count.sat += 1
    else:
        count.unknown += 1
