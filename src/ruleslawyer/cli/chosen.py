"""The findings that a command names: ``megacorp 003``, ``megacorp/003``, several at once, or all of a ruleset."""

from __future__ import annotations

from ruleslawyer.api import Ruleset
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.check.evidence.finding import Finding, finding_of
from ruleslawyer.cli.session import Session

Chosen = list[tuple[Ruleset, list[Finding]]]


def choose_findings(session: Session, words: list[str] | None) -> Chosen:
    """Each ruleset with its findings, all rulesets where none is named; an unknown word is a `UsageError`.

    An id alone is of the ruleset before it; where the project has only one, of that. A ruleset that no id belongs to
    is meant as a whole.
    """
    ids: dict[str, list[str]] = {}
    whole: set[str] = set()
    of = session.project.rulesets[0] if len(session.project.rulesets) == 1 else ""
    given = words or list(session.project.rulesets)
    for word, following in zip(given, [*given[1:], ""], strict=True):
        name, slash, id_ = word.partition("/")
        if slash:
            of = session.ruleset(name).name
            if not id_:
                raise UsageError(f"`{word[:60]}` names no finding", None, f"write {of}/ID, or {of} for all of them")
            ids.setdefault(of, []).append(id_)
        elif not _is_id(session, word):
            of = session.ruleset(word).name
            ids.setdefault(of, [])
            if not _is_id(session, following):
                whole.add(of)
        elif of:
            ids.setdefault(of, []).append(word)
        else:
            mend = f"write RULESET/{word}, where RULESET is {' or '.join(session.project.rulesets)}"
            raise UsageError(f"of which ruleset is finding `{word[:60]}`?", None, mend)
    return [(session.ruleset(name), _those(session.ruleset(name), ids[name], name in whole)) for name in ids]


def single(session: Session, text: str) -> tuple[Ruleset, Finding]:
    """The only finding that a text names."""
    found = [
        (ruleset, one_) for ruleset, findings in choose_findings(session, text.split() or [text]) for one_ in findings
    ]
    if len(found) != 1:
        raise UsageError(f"`{text[:60]}` names no single finding", None, "write RULESET/ID, such as megacorp/003")
    return found[0]


def _is_id(session: Session, word: str) -> bool:
    return word[:1].isdigit() and word not in session.project.rulesets


def _those(ruleset: Ruleset, ids: list[str], whole: bool) -> list[Finding]:
    named = [finding_of(ruleset, id_) for id_ in dict.fromkeys(ids)]
    return list(ruleset.findings()) if whole else named
