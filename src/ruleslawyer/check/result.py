"""The result of checking a ruleset, as data: what `check` prints, what the report shows, what scripts read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from ruleslawyer.base.files.content import Json
from ruleslawyer.rulebook.claims.result import ScopeResult

if TYPE_CHECKING:  # results only carry these: reading one must not load the solver
    from ruleslawyer.check.answers import KnownAnswer
    from ruleslawyer.check.engines import Agreement
    from ruleslawyer.check.evidence.known_limits import AskedSentence
    from ruleslawyer.check.evidence.verify import FindingResult
    from ruleslawyer.check.promises import Promise
    from ruleslawyer.check.together import Together
    from ruleslawyer.engines.smt.lifted.lemmas import LapsedLemma
    from ruleslawyer.proof.result import ProofResult
    from ruleslawyer.proof.termination import EndingResult
    from ruleslawyer.rulebook.register.coverage import Coverage
    from ruleslawyer.rulebook.register.sites import Site


@dataclass(frozen=True, slots=True)
class Shortfall:
    """One thing that falls short of what was expected: where, what, and what would mend it. word: of a property, what
    is said of it."""

    kind: Literal[
        "event",
        "deadlock",
        "finding",
        "property",
        "proof",
        "trace",
        "incomplete",
        "coverage",
        "engines",
        "option",
        "law",
        "never_live",
        "promise",
        "limit",
        "settled",
    ]
    scope: str
    subject: str
    message: str
    mend: str = ""
    word: str = ""


@dataclass(frozen=True, slots=True)
class RulesetResult:
    """One ruleset, checked: every scope, every proof, every finding; as expected when nothing falls short.

    passed_over: the scopes for the campaign only, which were not explored. budget: the seconds that all proofs together
    may take. unproved: the properties that can be proved for any number of cards, are not kept as proved and broken by
    no play. lapsed: what was proved for any number of cards once, and is not now. replays: the scenarios that passed,
    where they are about clauses. scenarios: what came otherwise in each that was played, by file and name; empty where
    it passed. others: what the evidence of findings asked for under other readings. endings: what ends, where time was
    given for it. agreement: what two explorers say of one scope.
    never_live: the actions that nobody took and the rules that were not live, in everything that was explored.
    promises: what answers promise, and what became of it; answers: what is known of each that is not the default, where
    some answer promises something. limits: the sentences of the known limits, where they name what they rest on.
    together: what comes of the answers that are settled, beside the book; `scopes` and `proofs` are of the rules with
    them.
    left_out: where only what fell short was asked again, what was not asked, in words.
    inputs: a digest of everything that was read and asked, where answers are kept; kept: nothing of it has changed, and
    this is what an earlier check found.
    seconds: how long it took after the rulesets before it, beside which it was worked on.
    """

    name: str
    title: str
    digest: str
    scopes: tuple[ScopeResult, ...]
    proofs: tuple[ProofResult, ...]
    findings: tuple[FindingResult, ...]
    coverage: Coverage | None
    falls_short: tuple[Shortfall, ...]
    seconds: float
    interrupted: bool = False
    passed_over: tuple[str, ...] = ()
    budget: float = 0.0
    unproved: tuple[str, ...] = ()
    lapsed: tuple[LapsedLemma, ...] = ()
    replays: tuple[Site, ...] = ()
    scenarios: Mapping[str, str] = field(default_factory=dict)
    others: tuple[ScopeResult, ...] = ()
    endings: tuple[EndingResult, ...] = ()
    agreement: Agreement | None = None
    never_live: tuple[str, ...] = ()
    promises: tuple[Promise, ...] = ()
    limits: tuple[AskedSentence, ...] = ()
    answers: tuple[KnownAnswer, ...] = ()
    left_out: tuple[str, ...] = ()
    together: Together | None = None
    inputs: str = ""
    kept: bool = False

    @property
    def as_expected(self) -> bool:
        return not self.falls_short


def shortfall_json(shortfall: Shortfall) -> Json:
    return {
        "kind": shortfall.kind,
        "scope": shortfall.scope,
        "subject": shortfall.subject,
        "message": shortfall.message,
        "mend": shortfall.mend,
        "word": shortfall.word,
    }
