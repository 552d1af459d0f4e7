"""Certificates written: what was proved is asked again, rule by rule, and the instances that answer it are kept.

The relation is made anew, so that names hang on the order of the questions alone. A lemma is asked about once, for all
that rest on it, and only where something does."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Container, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

import z3

from ruleslawyer.engines.smt.certify.certificate import MANIFEST
from ruleslawyer.engines.smt.lifted.certificate import (
    SCHEMA,
    Longer,
    Made,
    OfFold,
    OfLaw,
    OfSums,
    Recipe,
    item_file,
    needed,
    premises_file,
)
from ruleslawyer.engines.smt.lifted.depth import deep
from ruleslawyer.engines.smt.lifted.induction import AT_ONCE, BRIEF, NEAR, SHORT
from ruleslawyer.engines.smt.lifted.lemmas import keyed
from ruleslawyer.engines.smt.lifted.obligations import BEFORE, RULE, STATE, STEP, Obligations, Question, Unmade
from ruleslawyer.engines.smt.lifted.quantified import Tally
from ruleslawyer.engines.smt.lifted.question import Origin, Solver
from ruleslawyer.engines.smt.lifted.text import Script
from ruleslawyer.engines.smt.lifted.verdict import IN_CHAINS, OF_A_STATE, AnyNumber
from ruleslawyer.files.write import write_together
from ruleslawyer.ir.system import System
from ruleslawyer.lifted.terms import Term, conjuncts
from ruleslawyer.lifted.world import Law, World

WAYS = (
    (SHORT, AT_ONCE[0], True), (BRIEF, AT_ONCE[0], True), (None, AT_ONCE[1], True), (BRIEF, NEAR, True),
    (None, 1.0, False),
)  # fmt: skip
"""As the prover asks: how long what is known may be, the share of a question's time, and whether all is asserted."""
MINIMISED = 3
"""How often what is not needed is taken out, at most."""
IN_A_CHAIN, OF_CHAINS = 2.0, 120.0
"""Seconds for a question that may be asked of longer chains instead, and for all of an item that is asked so."""


@dataclass(frozen=True, slots=True)
class About:
    """Of what ruleset certificates are, and under which choices; ruled: the keys of those that are rulings."""

    ruleset: str
    players: int
    chosen: Mapping[str, str] = field(default_factory=dict)
    ruled: Collection[str] = ()

    def json(self) -> dict[str, Any]:
        reading: dict[str, str] = {}
        rulings: dict[str, str] = {}
        for key, choice in sorted(self.chosen.items()):
            (rulings if key in self.ruled else reading)[key] = choice
        return {
            "any_number": True, "ruleset": self.ruleset, "players": self.players,
            "reading": reading, "rulings": rulings,
        }  # fmt: skip


def folder_name(ruleset: str) -> str:
    """Where the certificates of a ruleset stand; no property's folder is called so."""
    return f"any-number={ruleset}"


def issue(
    folder: Path | None,
    system: System,
    about: About,
    found: Sequence[AnyNumber],
    seconds: float,
    tell: Callable[[str], None] | None = None,
    tally: Tally | None = None,
) -> dict[str, str]:
    """Make the certificates of what is proved, and write them into one folder; why there is none, by property.

    folder: None, where they are made for the tally alone. system: with the rulings in it. seconds: for each question.
    tally: of each item one question, that with the most instances, is asked with quantifiers too."""
    with deep():
        issuing = _Issue(system, about, found, seconds, tell or (lambda _: None), tally)
        return issuing.run(None if folder is None else folder / folder_name(about.ruleset))


class _Issue:
    def __init__(
        self, system: System, about: About, found: Sequence[AnyNumber], seconds: float, tell: Callable[[str], None],
        tally: Tally | None = None,
    ) -> None:  # fmt: skip
        self.about, self.seconds, self.tell, self.tally = about, seconds, tell, tally
        self._longest: tuple[Question, list[Recipe]] | None = None
        self._late = 0.0
        self.proved = [one for one in found if one.verdict == "PROVED"]
        self.chained = {self._item(one) for one in self.proved if one.method.endswith(IN_CHAINS)}
        known: dict[str, None] = {}
        for one in self.proved:
            own = [self._item(one)] if one.kind == "always" and one.method != OF_A_STATE else []
            known |= dict.fromkeys([*one.known, *own])
        premises = Solver(World(system, {system.players: about.players}, {}))
        self.obligations = Obligations(system, about.players, about.chosen, list(known), premises.excluded)
        # Alone a question needs more than with others.
        self.solver = Solver(self.obligations.relation.world, thorough=True)

    def run(self, folder: Path | None) -> dict[str, str]:
        made, uses, wrong = self._items()
        properties, reasons, kept = [], dict[str, str](), dict[str, None]()
        for one in self.proved:
            rests_on = needed([self._item(one)], uses)
            if rests_on is None:
                reasons[one.property] = wrong.get(self._item(one), "a condition that it rests on has no certificate")
            else:
                properties.append({"property": one.property, "item": self._item(one)})
                kept |= dict.fromkeys(rests_on)
        if folder is not None and properties:
            self._write(folder, made, kept, properties)
        return reasons

    def _write(
        self,
        folder: Path,
        made: Mapping[str, Made | None],
        kept: Container[str],
        properties: Sequence[Mapping[str, str]],
    ) -> None:
        premises = premises_file(self.obligations)
        manifest = {
            "schema": SCHEMA, **self.about.json(), "model": self.obligations.digest,
            "known": [one.key for one in self.obligations.known],
            "premises": [answer for _, answer in self.obligations.premises],
            "files": [premises.json()],
            "items": [{"item": item, **(file.json() if file and item in kept else {})} for item, file in made.items()],
            "properties": properties,
        }  # fmt: skip
        folder.mkdir(parents=True, exist_ok=True)
        for old in (folder / MANIFEST, *folder.glob("*.smt2")):
            old.unlink(missing_ok=True)
        texts = {folder / file.name: file.text for item, file in made.items() if file is not None and item in kept}
        texts |= {folder / premises.name: premises.text}
        write_together({**texts, folder / MANIFEST: json.dumps(manifest, ensure_ascii=False, indent=1) + "\n"})

    def _item(self, one: AnyNumber) -> str:
        if one.kind == "step":
            return f"{STEP}{one.property}"
        return f"{STATE if one.method == OF_A_STATE else ''}{keyed(one.property, one.level)}"

    def _items(self) -> tuple[dict[str, Made | None], dict[str, tuple[str, ...] | None], dict[str, str]]:
        """Each item's file, or None; what it uses; why it has none."""
        made: dict[str, Made | None] = {}
        wrong: dict[str, str] = {}
        every = dict.fromkeys(map(self._item, self.proved))
        waiting, chained = ([one for one in every if (one in self.chained) is last] for last in (False, True))
        while waiting or chained:
            item = (waiting or chained).pop(0)
            if item in made:
                continue
            self.tell(f"certificate {len(made) + 1}: {item}")
            self._late = process_time() + OF_CHAINS
            try:
                made[item] = file = item_file(self.obligations, item, partial(self._recipes, item in self.chained))
            except (Unmade, ValueError) as error:
                made[item], file = None, None
                wrong[item] = str(error)
            contradiction = self._second_way(item)
            if contradiction:
                made[item], file = None, None
                wrong[item] = contradiction
            if file is None:
                wrong.setdefault(item, "z3 did not answer one of its questions again in its time")
            else:
                waiting += file.uses
            if file is None and item in self.chained:
                # Which rules were lifted once more for it hangs on the answers: nothing after it can be made again.
                del made[item]
                wrong |= {one: "it comes after one that has none" for one in (*waiting, *chained) if one not in made}
                break
        return made, {item: None if file is None else file.uses for item, file in made.items()}, wrong

    def _second_way(self, item: str) -> str:
        """What a solver says against the longest question of an item, put with quantifiers."""
        longest, self._longest = self._longest, None
        if self.tally is None or longest is None:
            return ""
        world = self.obligations.relation.world
        return self.tally.ask(*longest, world.folds, Script(world.sizes, quantifiers=True))

    # --- instances --------------------------------------------------------------------------------------------------

    def _recipes(self, chained: bool, question: Question) -> list[Recipe] | None:
        """chained: where a question has no answer, that it is to be asked of longer chains of rules."""
        last = not question.chain or self.obligations.chains.first(question.chain)
        if chained and process_time() > self._late:
            raise Unmade(f"its chains of rules were not all answered within {OF_CHAINS:g} seconds")
        seconds = self.seconds if last or not chained else min(self.seconds, IN_A_CHAIN)
        asked = None
        for longest, share, eager in WAYS:
            laws = [
                law for name, source in question.sources.items() for law in source
                if name.rpartition(BEFORE)[2] != RULE or longest is None or law[1].size <= longest
            ]  # fmt: skip
            asked = self.solver.ask(question.wanted, (), laws, seconds * share, eager=eager)
            if asked.answer == "unsat" or (asked.answer == "sat" and longest is None):
                break
        assert asked is not None
        if asked.answer != "unsat":
            return [Longer()] if chained and not last else None
        places: dict[Law, tuple[str, int]] = {}
        parts: dict[Term, tuple[str, int]] = {}
        for source, some in question.sources.items():
            for place, law in enumerate(some):
                places.setdefault(law, (source, place))
                if not law[0]:
                    for part in conjuncts(law[1]):
                        parts.setdefault(part, (source, place))
        used = self._minimised(question.wanted, [term for term in asked.instances if term is not question.wanted])
        found: dict[Recipe, None] = {}
        for term in used:
            recipe = self._recipe(term, asked.instances[term], places, parts)
            if recipe is None:
                raise ValueError(f"an instance for {question.rule} is of nothing that is known")
            found[recipe] = None
        recipes = list(found)
        if self._longest is None or len(recipes) > len(self._longest[1]):
            self._longest = question, recipes
        return recipes

    def _recipe(
        self, term: Term, origin: Origin, places: Mapping[Law, tuple[str, int]], parts: Mapping[Term, tuple[str, int]]
    ) -> Recipe | None:
        if term in parts:
            return OfLaw(*parts[term])
        match origin:
            case ():
                if term not in self.solver.sums.of:
                    return None
                a, b, others = self.solver.sums.of[term]
                return OfSums(a and a[1], b and b[1], others)
            case (Term() as app, *rest):
                return OfFold(app, next((x for x in rest if isinstance(x, Term)), None))
            case (tuple() as law, *terms):
                return OfLaw(*places[law], tuple(t for t in terms if isinstance(t, Term)))
        return None

    def _minimised(self, wanted: Term, instances: list[Term]) -> list[Term]:
        """Those of some instances with which z3 answers the question, after taking out what it did not need."""
        translation = self.solver.translation
        for _ in range(MINIMISED):
            solver = z3.SimpleSolver(translation.context)
            solver.set("timeout", max(1, int(self.seconds * 1000)))
            translation.put(solver, wanted)
            labels = [z3.Bool(f"used {i}", translation.context) for i in range(len(instances))]
            for label, term in zip(labels, instances, strict=True):
                translation.put(solver, term, label)
            if solver.check(*labels) != z3.unsat:
                break
            core = {str(name) for name in solver.unsat_core()}
            left = [term for i, term in enumerate(instances) if f"used {i}" in core]
            if len(left) == len(instances):
                break
            instances = left
        return instances
