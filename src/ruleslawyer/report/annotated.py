"""The register as an annotated rulebook: its lines in order, and for each clause all that speaks of it."""

from __future__ import annotations

from collections.abc import Mapping

from ruleslawyer.base.files.content import Json
from ruleslawyer.check.result import RulesetResult
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.register.clause import REGISTER_ONLY, Register
from ruleslawyer.rulebook.register.coverage import clause_activity
from ruleslawyer.rulebook.register.show import Shown, citations, show


def annotate(result: RulesetResult, system: System, register: Register) -> Json:
    """Chapters with their lines; a line carries the digest of its text, by which a reader's copy is compared. Of a
    guest the clauses of its host too, which stand in no line of the book."""
    all_ = [f.finding for f in result.findings]
    complaints = {f.id: f.clauses for f in all_ if not f.withdrawn}
    withdrawn = {f.id: f.clauses for f in all_ if f.withdrawn}
    said = show(register, citations(system), register.citable_clauses, complaints, result.replays, withdrawn)
    shown = {one.clause.id: one for one in said}
    met = clause_activity(register, system, result.scopes)
    rests = _rests(result)
    return {
        "title": register.title,
        "source": register.source,
        "digest": register.digest,
        "chapters": [
            {
                "number": chapter.number,
                "title": chapter.title,
                "lines": [
                    {
                        "line": line.number,
                        "section": line.section,
                        "digest": register.digests.get(line.number, ""),
                        "clauses": [_clause(shown[c.id], met, rests) for c in line.clauses],
                    }
                    for line in chapter.lines
                    if line.clauses
                ],
            }
            for chapter in register.chapters
        ],
        "words": [{"name": term.name, "means": term.means} for term in register.terms if term.means],
        "host": [
            {"id": id_, "says": clause.says, "findings": list(shown[id_].findings)}
            for id_, clause in register.assumed.items()
        ],
    }


def _rests(result: RulesetResult) -> dict[str, list[Json]]:
    """The properties that cite each clause, with the best that is known of them."""
    found: dict[str, dict[str, str]] = {}
    told: list[tuple[str, str, tuple[str, ...]]] = [
        (v.name, v.word, v.cites) for s in result.scopes for v in s.verdicts
    ]
    told += [(p.property, p.verdict, p.clauses) for p in result.proofs]
    for name, word, clauses in told:
        for clause in clauses:
            known = found.setdefault(clause, {})
            known[name] = word if name not in known or word in ("PROVED", "VIOLATED") else known[name]
    return {c: [{"property": n, "verdict": w} for n, w in sorted(words.items())] for c, words in found.items()}


def _clause(
    shown: Shown, met: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]], rests: Mapping[str, list[Json]]
) -> Json:
    id_ = shown.clause.id
    came_up, decisive = met.get(id_, ((), ()))
    found = shown.json()
    for key in ("section", "line", "assumed", "by"):
        del found[key]
    return {
        **found,
        "state": _state(shown, bool(came_up or decisive)),
        "exercised": list(came_up),
        "decisive": list(decisive),
        "properties": rests.get(id_, []),
    }


def _state(shown: Shown, came_up: bool) -> str:
    """The state of a clause in one word: out (register only), missing, idle (modelled, and nothing came up), or
    covered."""
    if shown.clause.kind == REGISTER_ONLY:
        return "out"
    if not shown.modelled:
        replayed = any(site.role == "scenario" for site in shown.checked)
        return "covered" if replayed else "missing"
    replayed = any(site.role == "scenario" for site in shown.modelled)
    return "covered" if came_up or replayed else "idle"
