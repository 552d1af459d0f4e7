"""Certificates read again: accepted proofs explained from them, with nothing proved for it, and all of a folder checked
with the second solver from the project's text alone.

A clause of a rule counts as used where it speaks of something of which the accepted answers about that rule speak: a
field, an attribute, an open number, how a question is read. What says nothing of that could be any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import KW_ONLY, dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.abstract import Node
from ruleslawyer.ir.rules import CLAUSES, Rule
from ruleslawyer.ir.schema import whole_name
from ruleslawyer.ir.system import System
from ruleslawyer.ir.uses import Functions
from ruleslawyer.proof.result import ProofResult
from ruleslawyer.rulebook.declared import LONGEST, Option, Told
from ruleslawyer.rulebook.rulesets.loaded import LoadedProject

if TYPE_CHECKING:
    from ruleslawyer.engines.smt.lifted.recheck import CertificateResult


@dataclass(frozen=True, slots=True)
class RuleUsage:
    """A rule that keeps something, the clauses of it that are used, and which other conditions its question uses."""

    rule: str
    clauses: tuple[str, ...]
    uses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ProvedCondition:
    """A condition that is shown: the property itself, or a lemma. where: of which states, in words; empty for one of
    steps or writes. says: the condition in words. rules: those that were asked whether they break it."""

    name: str
    where: str
    says: str
    rules: tuple[RuleUsage, ...]

    @property
    def uses(self) -> tuple[str, ...]:
        """The lemmas on which it rests directly."""
        return tuple(dict.fromkeys(name for rule in self.rules for name in rule.uses))

    @property
    def in_full(self) -> str:
        """The condition, and where it holds."""
        return f"{self.where}: {self.says}" if self.where else self.says

    def of_graph(self) -> Json:
        """The condition as a part of a graph: on what it rests, and for which rules."""
        uses = {name: [rule.rule for rule in self.rules if name in rule.uses] for name in self.uses}
        return {"name": self.name, "where": self.where, "says": self.says, "uses": uses}


@dataclass(frozen=True, slots=True)
class Explanation:
    """The premises of a proof, and what is shown for it and how that hangs together, the property itself first."""

    assumes: tuple[str, ...]
    shown: tuple[ProvedCondition, ...]

    def json(self) -> Json:
        """For scripts."""
        return {
            "assumes": list(self.assumes),
            "shown": [
                {
                    "name": one.name, "says": one.in_full, "uses": list(one.uses),
                    "rules": [
                        {"rule": rule.rule, "clauses": list(rule.clauses), "uses": list(rule.uses)}
                        for rule in one.rules
                    ],
                }
                for one in self.shown
            ],
        }  # fmt: skip


def explanation_json(system: System, proof: ProofResult) -> Json:
    """The key of an explanation in the result of a proof; nothing of what is not proved."""
    return {"explanation": explain(system, proof).json()} if proof.verdict == "PROVED" else {}


def explain(system: System, proof: ProofResult) -> Explanation:
    """The explanation of a proof; of what is not proved nothing is shown."""
    from ruleslawyer.engines.smt.certify.argument import rules_in_words
    from ruleslawyer.engines.smt.lifted.verdict import item_in_words

    argument, used = () if proof.accepted is None else proof.accepted.argument, _UsedClauses(system)
    shown = []
    for part in argument:
        clauses = (tuple(used.clauses(one.rules, one.symbols)) for one in part.rules)
        rules = (
            RuleUsage(rules_in_words(one.rules), of, one.uses) for one, of in zip(part.rules, clauses, strict=True)
        )
        shown.append(ProvedCondition(part.item, *item_in_words(system, part.item), tuple(rules)))
    return Explanation(proof.assumptions, tuple(shown))


class _FunctionReads(Functions):
    """Functions with what they read besides fields: attributes, and numbers that may be left open."""

    def meet(self, node: Node) -> None:
        match node:
            case n.Attr(sort=sort, name=name):
                self._reads.add((sort, name))
            case n.Number(name=name):
                self._reads.add((None, name))
        super().meet(node)


class _UsedClauses:
    """The clauses of a rule that an answer uses."""

    def __init__(self, system: System) -> None:
        self.system, self.functions = system, _FunctionReads(system)

    @cached_property
    def _rows(self) -> dict[str, list[Rule]]:
        """The rules by what they hang on; of seats and members, by their action."""
        found: dict[str, list[Rule]] = {}
        parts = {part.name: action.name for action in self.system.actions.values() for part in action.parts}
        for row in self.system.rules():
            found.setdefault(parts.get(row.base, row.base), []).append(row)
        return found

    def clauses(self, rules: Iterable[tuple[str, str]], symbols: Iterable[str]) -> Iterator[str]:
        """The clauses of the rules that were asked, each once, in the order of the rules: of each rule its own, and of
        those that hang on it or on what it calls those that speak of what the answers speak of."""
        spoken = {_place(name) for name in symbols}
        found: dict[str, None] = {}
        for kind, name in rules:
            base = [*self.system.settles] if kind == "settle" else ["initial" if kind == "initial" else name]
            waiting, done = [row for one in base for row in self._rows.get(one, ())], set(base)
            while waiting:
                row = waiting.pop(0)
                itself = kind != "settle" and row.name in base and row.role not in CLAUSES
                uses = self.functions.uses(row.functions)
                told = {_of_place(*place) for place in (*uses.reads, *uses.writes)}
                if itself or not told.isdisjoint(spoken):
                    found |= dict.fromkeys(row.origin.cites)
                    more = [call for call in sorted(uses.calls) if call not in done]
                    done |= {*more}
                    waiting += [row for call in more for row in self._rows.get(call, ())]
        yield from found


def _of_place(record: str | None, field: str) -> str:
    """A field, attribute or number, or that a frame is open, as the symbols of the lifted rules name it."""
    from ruleslawyer.lifted.values import is_open

    return is_open(record) if record is not None and not field else whole_name(record, field)


def _place(symbol: str) -> str:
    """The same of a symbol, whatever part of its value that is."""
    from ruleslawyer.lifted.relation import EARLIER
    from ruleslawyer.lifted.values import NUMBER, part_of

    return part_of(symbol.replace(EARLIER, ""))[1].removeprefix(NUMBER)


@dataclass(frozen=True)
class Certify(Told["tuple[CertificateResult, ...]"]):
    """Check certificates again with cvc5, without z3 and without believing their files.

    The questions are made anew from the project's rules and the certificate's
    invariant, and compared with the files. Exit code 1 when cvc5 does not agree;
    2 when a certificate was changed, is of another version of the model, or cvc5
    is not installed: it comes with the extra `certify`.

    Examples:

      ruleslawyer prove --recheck build/certificates

      ruleslawyer prove --recheck build/certificates --proofs --json
    """

    directory: Annotated[Path, Option("A folder written by `prove --certificates`.", metavar="DIR", argument=True)]
    _: KW_ONLY
    seconds: Annotated[
        float,
        Option(
            "Seconds for each certificate: to make its questions and to answer them.", "--timeout",
            min=0.001, max=LONGEST,
        ),
    ] = 30.0  # fmt: skip
    proofs: Annotated[
        bool, Option("Make cvc5 write proofs, and count the steps that it takes on trust.", "--proofs")
    ] = False

    def __call__(self, project: LoadedProject, /) -> tuple[CertificateResult, ...]:
        from ruleslawyer.engines.smt.certify import second
        from ruleslawyer.engines.smt.lifted import recheck

        if not second.available():
            mend = "install it: pip install 'ruleslawyer[certify]'"
            raise UsageError("cvc5 is not installed, and nothing else is asked", None, mend)
        results: list[CertificateResult] = []
        for folder in recheck.certificate_folders(self.directory):
            manifest = recheck.read_manifest(folder)
            self.tell(f"lifting {manifest.data['ruleset']}")
            ruleset = project.ruleset(manifest.data["ruleset"])
            system, chosen, _ = ruleset.to_prove(manifest.data["reading"], manifest.data["rulings"])
            made = recheck.Questions(manifest, system, chosen)
            results += recheck.recheck_questions(manifest, made, self.seconds, proofs=self.proofs, tell=self.progress)
        return tuple(results)
