"""The properties of the rulebooks as questions for other provers: `python -m benchmarks.any_number --suite DIR`.

Below DIR each ruleset has a folder, and each property one in it. A file is one question as SMT-LIB with quantifiers:
can this rule make it false? `(set-info :status unsat)` stands where our certificate answers it; `instances/` has what
that says, without quantifiers. Those files know what our proof uses; in `whole/` the longest question of each property
has all that is known of the rule. Of a property that is not proved there is the question at which induction stops, with
all that is known of the rule, and `unknown`. index.json lists all files. With `--ask SECONDS` cvc5 answers each file of
the suite that is in DIR, and our instances, and a table is printed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from time import monotonic, thread_time

import typer

from ruleslawyer.api import Ruleset
from ruleslawyer.engines.smt.certify import second
from ruleslawyer.engines.smt.certify.argument import LEVELS, STATE, STEP, make_key
from ruleslawyer.engines.smt.lifted.answered import Hints
from ruleslawyer.engines.smt.lifted.certificate import (
    Longer,
    OfFold,
    OfLaw,
    OfSums,
    Recipe,
    Unreadable,
    file_name,
    write_question,
)
from ruleslawyer.engines.smt.lifted.lemmas import Lemmas
from ruleslawyer.engines.smt.lifted.obligations import KNOWN, Obligations, Question, Unmade
from ruleslawyer.engines.smt.lifted.prove import Kept, prove_again
from ruleslawyer.engines.smt.lifted.quantified import Quantified, quantify
from ruleslawyer.engines.smt.lifted.question import Solver
from ruleslawyer.engines.smt.lifted.remarks import remarks
from ruleslawyer.engines.smt.lifted.text import Script
from ruleslawyer.lifted.depth import deep
from ruleslawyer.lifted.folds import Folds
from ruleslawyer.lifted.terms import Term, subterms
from ruleslawyer.lifted.world import World, seats
from ruleslawyer.proof.instances import load_instances
from ruleslawyer.proof.lemmas import load_lemmas
from ruleslawyer.proof.unproved import load_rows
from ruleslawyer.rulebook.claims.verdict import PLAYERS

ROOT = Path(__file__).parents[1]
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
        kept = Kept(accepted=instances.get(players, {}))
        found, _ = prove_again(ruleset.system, players, some, 5.0, total, kept=kept, only=names)
        proved = [one.property for one in found if one.verdict == "PROVED"]
        with deep():
            yield from _Suite(ruleset, folder, players, some, kept).proved(proved)
    with deep():
        yield from _Suite(ruleset, folder, PLAYERS, lemmas, Kept()).stopped(
            {name: row["rule"] for name, row in load_rows(ROOT, ruleset.name).items() if row["rule"]}
        )


class _Suite:
    def __init__(self, ruleset: Ruleset, folder: Path, players: int | None, lemmas: Lemmas, kept: Kept) -> None:
        self.ruleset, self.folder, self.players, self.lemmas = ruleset, folder, players, lemmas
        premises = Solver(World(ruleset.system, seats(ruleset.system, players), {}))
        known = (*lemmas.states, *lemmas.chains, *lemmas.conditions)
        self.obligations = Obligations(ruleset.system, players, {}, known, premises.is_impossible)
        self.hints = Hints(kept.accepted, self.obligations.relation.world)

    @property
    def folds(self) -> Folds:
        return self.obligations.relation.world.folds

    def proved(self, names: Sequence[str]) -> Iterator[Entry]:
        """Each question of their proofs, with what its instances are of."""
        asked: dict[str, list[tuple[Question, list[Recipe]]]] = {}
        for item in dict.fromkeys(item for item, _, _ in self.hints.before):
            asked[item] = [(q, found) for q, found in self._answered(item) if found != [Longer()]]
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
                except Unreadable as why:
                    typer.echo(f"  left out, its instances were not made again: {name}, {question.rule}: {why}")

    def _answered(self, item: str) -> Iterator[tuple[Question, list[Recipe]]]:
        waiting = [self.obligations.questions(item)]
        while waiting:
            question = next(waiting[-1], None)
            if question is None:
                waiting.pop()
            elif (found := self.hints.of(self.hints.next_place(item, question.rule))) is not None:
                yield question, found
                if found == [Longer()]:
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
            except Unmade:
                found = None
            if found is not None:
                yield from self._write(name, 0, found, list(everything(found, self.folds)), "unknown")

    def _write(
        self, name: str, place: int, question: Question, recipes: Sequence[Recipe], status: str, *, whole: bool = False
    ) -> Iterator[Entry]:  # fmt: skip
        folder = self.folder / self.ruleset.name / file_name(name)
        called = f"{place}-{file_name(question.rule)[:80]}.smt2"
        sizes = self.obligations.relation.world.sizes
        ground = ""
        if status == "unsat":
            script = Script(sizes)
            write_question(script, question, recipes, self.folds, remarks)
            ground = self._file(folder / "instances" / called, script.text)
        file = self._file(folder / called, self._quantified(question, recipes, status))
        more = list(everything(question, self.folds)) if whole else []
        all_of_it = self._file(folder / "whole" / called, self._quantified(question, more, status)) if more else ""
        known = tuple(key.removeprefix(KNOWN) for key in _sources(recipes) if key.startswith(KNOWN))
        if file:
            yield Entry(self.ruleset.name, name, question.rule, self.players, status, known, file, ground, all_of_it)

    def _quantified(self, question: Question, recipes: Sequence[Recipe], status: str) -> str:
        script = Quantified(self.obligations.relation.world.sizes)
        return f"(set-info :status {status})\n{quantify(question, recipes, self.folds, script)}"

    def _file(self, file: Path, text: str) -> str:
        """The name of a file below the suite's folder; empty where its text is too long."""
        if len(text) > LONGEST:
            typer.echo(f"  left out, {len(text)} characters: {file.relative_to(self.folder)}")
            return ""
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return file.relative_to(self.folder).as_posix()


def _sources(recipes: Sequence[Recipe]) -> dict[str, None]:
    return dict.fromkeys(recipe.source for recipe in recipes if isinstance(recipe, OfLaw))


def everything(question: Question, folds: Folds) -> Iterator[Recipe]:
    """All that may be known for a question: its laws, the folds in them, and the lemma about sums of each two."""
    terms = [question.wanted]
    for source, laws in question.sources.items():
        for place, (_, matrix) in enumerate(laws):
            yield OfLaw(source, place)
            terms.append(matrix)
    seen: set[Term] = set()
    found: dict[str, Term] = {}
    waiting = terms
    while waiting:
        new = [t for t in subterms(waiting, seen) if str(t.value) in folds.by_name and str(t.value) not in found]
        found |= {str(t.value): t for t in new}
        waiting = [part for t in new for fold in (folds.by_name[str(t.value)],) for part in (fold.condition, fold.body)]
    yield from (OfFold(app) for app in found.values())
    sums = [app for name, app in found.items() if folds.by_name[name].kind == "sum"]
    for app in sums:
        yield from (OfSums((app,), ()), OfSums((), (app,)))
        for other in sums:
            sorts = {folds.by_name[str(one.value)].variable.sort for one in (app, other)}
            if len(sorts) == 1:
                yield OfSums((app,), (other,))


# --- other provers beside ours ----------------------------------------------------------------------------------------


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
