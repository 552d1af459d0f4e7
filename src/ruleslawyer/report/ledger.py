"""The book in a document: its lines, with all that speaks of each clause; and what its modeller decided."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ruleslawyer.base.files.content import Json
from ruleslawyer.base.origin import Origin
from ruleslawyer.check.result import RulesetResult
from ruleslawyer.ir.rules import Rule
from ruleslawyer.ir.schema import OPEN, Scope
from ruleslawyer.ir.system import Option, System
from ruleslawyer.rulebook.claims.result import ScopeResult
from ruleslawyer.rulebook.register.clause import REGISTER_ONLY, Register
from ruleslawyer.rulebook.register.coverage import clause_activity
from ruleslawyer.rulebook.register.show import Shown, citations, show
from ruleslawyer.rulebook.register.sites import sites
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.studies.ledger.line import APPARATUS, MEANS, MODEL_ONLY, Line
from ruleslawyer.studies.ledger.line import OPEN as NOBODY_ANSWERS


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


# --- the assumption ledger --------------------------------------------------------------------------------------------


def ledger(system: System, results: Iterable[ScopeResult], silence: Iterable[Line] = ()) -> list[Json]:
    """Entries by kind: host, closed world, defaults, clashes, precedence, prohibitions, helpers, what no clause decides
    (of `silence`), then what each scope restricts."""
    results = tuple(results)
    entries = [
        *_host(system),
        *_closed_world(system),
        *_default_entries(system),
        *_defaults(system),
        *_clashes(results),
        *_precedence(system),
        *_helpers(system),
        *_silent(silence),
    ]
    scopes = {result.scope.name: result.scope for result in results}
    for scope in scopes.values():
        entries += _restrictions(system, scope)
    return entries


def _entry(kind: str, what: str, why: str, origin: Origin | None = None) -> Json:
    place = f"{origin.span.path}:{origin.span.line}" if origin else ""
    return {"kind": kind, "what": what, "why": why, "clauses": list(origin.cites) if origin else [], "place": place}


def _host(system: System) -> Iterator[Json]:
    """The clauses of the host that the model cites: what the book leaves to the game that it is played on."""
    cited = [clause for clause in dict.fromkeys(site.clause for site in sites(system)) if system.is_assumed(clause)]
    if system.host is not None:
        what = f"Played on {system.host}: {len(cited)} of its clauses are taken as given."
        yield {**_entry("host", what, "the book leaves them to the game that it is played on"), "clauses": cited}


def _closed_world(system: System) -> Iterator[Json]:
    world = system.closed_world
    if world is not None and world.assumed is not None:
        yield _entry("closed world", "What no clause permits is not allowed.", world.assumed, world.origin)


def _defaults(system: System) -> Iterator[Json]:
    for question in system.questions.values():
        chosen = next(o for o in question.options if o.name == question.default)
        others = ", ".join(_label(o) for o in question.options if o is not chosen) or "no other option"
        support = "a clause is cited for it; " if chosen.kind == "answer" else ""
        what = f"{question.text} Taken: {_label(chosen)}."
        yield _entry("default", what, f"{support}instead: {others}", chosen.origin)


_UNSAID = {
    "awaits": "Where no frame is open everybody may act.",
    "ended": "The game never ends.",
    "winners": "Nobody wins.",
}


def _default_entries(system: System) -> Iterator[Json]:
    """The rules that a ruleset has once, and that this one leaves to their default."""
    yield from (_entry("default", _UNSAID[kind], f"the model has no `{kind}`") for kind in system.unsaid)


def _label(option: Option) -> str:
    return (option.label or option.name).replace("_", " ")


def _clashes(results: tuple[ScopeResult, ...]) -> Iterator[Json]:
    """Clashes of two clauses that were met, and that no question decides."""
    met = {e.event.choice: e.event for r in results for e in r.events if ":" in e.event.choice and e.event.pair}
    chosen = {key: value for r in results for key, value in r.reading}
    for choice, event in met.items():
        if choice in chosen:
            continue
        norms = set(event.options) == {"permit", "forbid"}
        taken = f"{event.pair[1]} prevails" if norms else f"{event.pair[0]} prevails"
        why = "forbids prevail unless a reading says otherwise" if norms else "the first declared prevails"
        yield {**_entry("clash", f"{event.title}: {taken}.", why), "clauses": list(dict.fromkeys(event.cites))}


def _precedence(system: System) -> Iterator[Json]:
    """The clauses that prevail over others: where the model says so, for the reason that it gives, and where a
    prohibition's own sentence puts it over whatever permits; and the duties that come after others. A clause of several
    bases is one entry."""
    said: dict[str, list[Rule]] = {}
    for rule in system.rules():
        if rule.precedence.because:
            said.setdefault(rule.name, []).append(rule)
    for name, rules in said.items():
        rule, why = rules[0], rules[0].precedence.because or ""
        if rule.precedence.itself:
            bases = ", ".join(dict.fromkeys(r.base for r in rules))
            allows = "demands" if rule.base in system.deeds else "permits"
            yield _entry("prohibition", f"{name} prevails over whatever {allows} {bases}.", why, rule.origin)
            continue
        if rule.precedence.after:
            yield _entry("precedence", f"{name} comes after {', '.join(rule.precedence.after)}.", why, rule.origin)
            continue
        beaten = ", ".join(dict.fromkeys(other for r in rules for other in r.precedence.over))
        yield _entry("precedence", f"{name} prevails over {beaten}.", why, rule.origin)


def _helpers(system: System) -> Iterator[Json]:
    conditions = {trigger.when.name for trigger in system.triggers.values()}
    for helper in system.helpers.values():
        if helper.name in conditions or helper in (system.ended, system.winners, system.payoff):
            continue
        said = " ".join(helper.doc.split()) or "it has no description"
        yield _entry("helper", f"{helper.name}: {said}", "a word of the model, not of the book", helper.origin)


_WORDS = {NOBODY_ANSWERS: "no clause decides it", MODEL_ONLY: "the model alone decides it", APPARATUS: "bookkeeping"}


def _silent(lines: Iterable[Line]) -> Iterator[Json]:
    """The lines that no clause decides, nor any doubt: these are told by `spec --ledger` alone."""
    for line in lines:
        if line.status in _WORDS:
            kind = line.by if line.status == NOBODY_ANSWERS else line.status
            why = f"{_WORDS[line.status]}: {line.why}" if line.why else _WORDS[line.status]
            yield {**_entry(kind, f"{MEANS[line.kind]}: {line.name}", why, line.origin), "clauses": []}


def _restrictions(system: System, scope: Scope) -> Iterator[Json]:
    codec = Codec(system, scope)
    kind = f"scope {scope.name}"
    sizes = "; ".join(
        f"{sort}{f' ({scope.grids[sort]})' if sort in scope.grids else ''}: {', '.join(names)}"
        for sort, names in scope.names.items()
    )
    yield _entry(kind, f"There is nothing but {sizes}.", "sizes of the scope")
    for name in scope.off:
        why = "switched off; a property in whose cone it lies is UNKNOWN"
        yield _entry(kind, f"{name} does not exist here.", why, system.acting[name].origin)
    for name in scope.shrunk:
        constant = system.constants[name]
        here = scope.constants[name]
        shown = OPEN if here == OPEN else codec.text(constant.type, here)
        what = f"{name} is {shown} here; the book says {codec.text(constant.type, constant.value)}."
        yield _entry(kind, what, "a number of the book, changed", constant.origin)
    for field, cap in scope.caps.items():
        yield _entry(kind, f"{field} is followed up to {cap}.", "a cap; reaching it is reported")
    for parameter, (low, high) in scope.bounds.items():
        yield _entry(kind, f"{parameter} runs from {low} to {high}.", "bounds of a choice")
    if fields := list(dict.fromkeys(name for name, _, _ in scope.initial)):
        begin = f"{', '.join(fields)} {'starts' if len(fields) == 1 else 'start'}"
        yield _entry(kind, f"{begin} otherwise than the rules of setting up say.", "an override")
