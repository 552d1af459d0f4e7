"""Questions to a ruleset's register: what it lacks, how much of it the model speaks of, what speaks of a clause."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import write_together
from ruleslawyer.check.evidence.finding import Finding, findings_of, load_findings
from ruleslawyer.check.evidence.query import Evidence
from ruleslawyer.check.evidence.withdrawals import with_moved_lines
from ruleslawyer.rulebook.answers.memo import FILES, RULES_ALONE, Memo
from ruleslawyer.rulebook.answers.store import users_answers
from ruleslawyer.rulebook.claims.result import ScopeResult
from ruleslawyer.rulebook.register.clause import Register
from ruleslawyer.rulebook.register.coverage import REPLAYED, Coverage, check_stamp, coverage, last_check
from ruleslawyer.rulebook.register.lint import Lint, lint
from ruleslawyer.rulebook.register.own_words import strange_words
from ruleslawyer.rulebook.register.show import (
    Citations,
    Shown,
    citations,
    clauses_by_name,
    is_in_the_book,
    show,
)
from ruleslawyer.rulebook.register.sites import Site, clauses_in_questions
from ruleslawyer.rulebook.register.verify import Verification, moves_of, source_text, verify
from ruleslawyer.rulebook.register.verify import update as bring_up
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset


def register_of(ruleset: LoadedRuleset) -> Register:
    """The register of a ruleset; none is a `UsageError`."""
    if ruleset.register is None:
        raise UsageError(f"{ruleset.name} has no register", None, "write one as spec/<ruleset>/book.toml")
    return ruleset.register


def lint_register(ruleset: LoadedRuleset) -> Lint:
    """The register, with the findings that complain about its words and pointers."""
    register = register_of(ruleset)
    terms: dict[str, list[str]] = {}
    references: dict[tuple[str, str], list[str]] = {}
    findings = findings_of(ruleset)
    for id_, evidence in textual(findings):
        about = evidence.about
        if "term" in about and "defined" not in about:
            terms.setdefault(about["term"], []).append(id_)
        elif "reference" in about:
            references.setdefault((about["reference"]["clause"], about["reference"]["to"]), []).append(id_)
    told = {clause for finding in findings for clause in finding.clauses}
    if ruleset.config.modules:
        told |= clauses_in_questions(ruleset.system)
    return lint(register, terms, references, told)


def textual(findings: Sequence[Finding]) -> list[tuple[str, Evidence]]:
    """The textual queries of some findings, each with its finding's id."""
    return [(f.id, e) for f in findings for e in f.evidence if e.ask == "text"]


def coverage_of(
    ruleset: LoadedRuleset, scope: str | None, explore: Callable[[LoadedRuleset, str], ScopeResult]
) -> Coverage:
    """How much of the register the model speaks of. scope: explored to see what is decisive; None: the last check says
    that, or else the usual scope is explored."""
    register = register_of(ruleset)
    if not ruleset.config.modules:
        return coverage(register, None)
    seen = last_check(ruleset.root, ruleset.name, stamping(ruleset)) if scope is None else None
    if scope is not None:
        ruleset.scope(scope)  # a name that is none is a mistake
    closed = any(not ruleset.scope(name).is_open for name in ruleset.scopes())
    results = [explore(ruleset, scope or ruleset.usual_scope)] if seen is None and (scope or closed) else []
    return coverage(register, ruleset.by_the_book.system, results, seen, replays_of(ruleset))


def stamping(ruleset: LoadedRuleset) -> Callable[[tuple[str, ...]], str | None]:
    """Gives the stamp of the ruleset's rules and of some of its scopes; None where a scope is there no more."""

    def of(scopes: tuple[str, ...]) -> str | None:
        if not set(scopes) <= set(ruleset.scopes()):
            return None
        return check_stamp(ruleset.system.digest, [ruleset.scope(name) for name in scopes])

    return of


def replays_of(ruleset: LoadedRuleset, wanted: Collection[str] | None = None) -> tuple[Site, ...]:
    """The examples and claims of the book (of those that are wanted) that the ruleset's scenarios show to hold."""
    from ruleslawyer.check.scenario.citations import replays  # which loads what runs scenarios
    from ruleslawyer.check.scenario.suite import suite_of

    return replays(suite_of(ruleset), wanted)


def clauses_of(ruleset: LoadedRuleset, wanted: Sequence[str]) -> tuple[Shown, ...]:
    """Clauses by ids of them, of sections and of chapters, or by names of the rules that cite them. They are kept while
    no file of the ruleset changes."""

    def make() -> tuple[Shown, ...]:
        return _clauses_of(ruleset, wanted)

    return Memo(users_answers(), ruleset, None, FILES).ask(tuple, make, lambda found: True, "clauses", *wanted)


def citations_of(ruleset: LoadedRuleset) -> Citations | None:
    """Where its rules cite the book, kept while they stay the same; None where there are no rules."""
    if not ruleset.config.modules:
        return None

    def make() -> Citations:
        return citations(ruleset.system)

    return Memo(users_answers(), ruleset, None, RULES_ALONE).ask(Citations, make, lambda found: True, "citations")


def rules_among(ruleset: LoadedRuleset, wanted: Sequence[str]) -> tuple[str, ...]:
    """The names that the book does not have: those of rules."""
    register = register_of(ruleset)
    return tuple(name for name in wanted if not is_in_the_book(register, name))


def _clauses_of(ruleset: LoadedRuleset, wanted: Sequence[str]) -> tuple[Shown, ...]:
    register = register_of(ruleset)
    all_ = load_findings(ruleset.config.findings, register)  # not held against the rules, which are not read for it
    complaints = {f.id: f.clauses for f in all_ if not f.withdrawn}
    withdrawn = {f.id: f.clauses for f in all_ if f.withdrawn}
    model = citations_of(ruleset)
    ids = clauses_by_name(register, model, wanted)
    replayed = ids & {id_ for id_, clause in register.citable_clauses.items() if clause.kind in REPLAYED}
    sites = replays_of(ruleset, replayed) if model and replayed else ()
    return show(register, model, wanted, complaints, sites, withdrawn)


def against(ruleset: LoadedRuleset, source: Path, *, update: bool = False) -> Verification | None:
    """Compare the register with the rulebook's text in a folder; None where no text is behind it. update: register and
    findings are brought up to the text first. A folder that is none is a `UsageError`."""
    if not source.is_dir():
        raise UsageError("there is no such folder", source.as_posix()[:200], "name the one that has the text")
    moves = moves_of(ruleset.config.spec, source)
    # Before the register is read, since a line that is new to it is a mistake until then.
    added = bring_up(ruleset.config.spec, source) if update else ()
    findings = _move_lines(ruleset, moves, write=update)
    register = register_of(ruleset)
    if not register.source:  # a host's clauses have no text behind them
        return None
    copy = source_text(source / register.source)
    strange = dict(strange_words(ruleset.system, register.clauses, copy)) if ruleset.config.modules else {}
    return replace(verify(register, source), added=added, findings=findings, strange_words=strange)


def _move_lines(ruleset: LoadedRuleset, moves: Mapping[int, int], *, write: bool) -> tuple[str, ...]:
    """The findings that name lines which stand elsewhere now. write: they name them by their new numbers."""
    texts = {path: path.read_text("utf-8") for path in sorted(ruleset.config.findings.glob("*.md"))} if moves else {}
    now = {path: with_moved_lines(text, moves) for path, text in texts.items()}
    changed = {path: text for path, text in now.items() if text != texts[path]}
    if write:
        write_together(changed)
    return tuple(path.stem.partition("-")[0] for path in changed)
