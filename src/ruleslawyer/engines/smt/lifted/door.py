"""Proofs for any number of cards, at the door: the rules are lifted anew, every question is made from them, and asked.

Whoever has found a proof says of which items it is made, which conditions are known, and which instances answer each
question. None of that is believed. An item stands where each of its questions, with instances that are made here, was
answered; a property, where its item and all that this rests on stand, and what was taken to hold of loops.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ruleslawyer.engines.smt.certify.accepted import Accepted, Portfolio, Rejection, accept
from ruleslawyer.engines.smt.certify.argument import Part, all_needs, items_of
from ruleslawyer.engines.smt.lifted.certificate import BadInstance, ProofFile, Recipe, Remarks, item_file, premises_file
from ruleslawyer.engines.smt.lifted.induction import Induction
from ruleslawyer.engines.smt.lifted.obligations import NoObligation, Obligation, Obligations
from ruleslawyer.ir.system import System
from ruleslawyer.lifted.terms import Term

NO_INSTANCES = "one of its questions was not answered again in its time"
REST = "a condition that it rests on was not accepted"


class Door:
    """The proofs of one ruleset. known: the keys of the conditions that may be taken as given, where they are items
    too. excluded: what is said of the premises of loops, which are questions of every proof. judge: who is asked.
    remarks: what its texts say of instances; first: what is asked of the rules before all else."""

    def __init__(
        self, system: System, players: int | None, reading: Mapping[str, str], known: Sequence[str],
        excluded: Callable[[Term], bool], judge: Portfolio, remarks: Remarks,
        first: Callable[[Induction], None] | None = None,
    ) -> None:  # fmt: skip
        self.obligations = Obligations(system, players, reading, known, excluded, first)
        self.judge, self.remarks = judge, remarks
        self.made: dict[str, ProofFile | None] = {}
        """The questions of each item that was made, in that order; None where one has no answer."""
        self.wrong: dict[str, Rejection] = {}
        """Why an item has none."""
        self._premises: dict[int, ProofFile] = {}
        """The premises as questions, by how many there were."""

    def make(self, item: str, recipes: Callable[[Obligation], Sequence[Recipe] | None]) -> ProofFile | None:
        """The questions of an item with their instances, as far as all of them have some."""
        try:
            self.made[item] = item_file(self.obligations, item, recipes, self.remarks)
        except (NoObligation, BadInstance, ValueError) as error:
            self.made[item], self.wrong[item] = None, Rejection(str(error))
        if self.made[item] is None:
            self.wrong.setdefault(item, Rejection(NO_INSTANCES))
        return self.made[item]

    def uses(self) -> dict[str, tuple[str, ...] | None]:
        """The conditions on which each item rests; None of one that has no questions."""
        return {item: None if made is None else made.uses for item, made in self.made.items()}

    def accept(self, name: str, item: str) -> Accepted | Rejection:
        """A property by an item that was made, or that a rule can never be taken."""
        if item not in items_of(name):
            return Rejection(f"{item} does not say that {name} holds")
        rests_on = all_needs([item], self.uses())
        if rests_on is None:
            return self.wrong.get(item, Rejection(REST))
        number = len(self.obligations.premises)
        if number not in self._premises:
            self._premises[number] = premises_file(self.obligations)
        scripts = [self._premises[number], *(made for one in rests_on if (made := self.made[one]) is not None)]
        parts = (Part(one, made.rules) for one in rests_on if (made := self.made[one]) is not None)
        return accept(name, scripts, self.judge, sorted(parts, key=lambda part: part.item != item))
