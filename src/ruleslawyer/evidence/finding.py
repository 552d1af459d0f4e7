"""Findings as data, and reading them: Markdown for a designer, with TOML front matter between lines of `+++`."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar, get_args

from ruleslawyer.claims.clashes import pairs
from ruleslawyer.claims.readings import valid_reading
from ruleslawyer.claims.rulings import canonical, for_gap, is_gap, mend, question_of, valid_rulings
from ruleslawyer.claims.verdict import ENDINGS, EndingWord, Word
from ruleslawyer.diagnostics import UsageError
from ruleslawyer.files.read import parse_toml, read_text
from ruleslawyer.ir.system import System
from ruleslawyer.register.clause import Register
from ruleslawyer.register.load import TomlFile, nearest
from ruleslawyer.rulesets.loaded import LoadedRuleset
from ruleslawyer.semantics.events import Kind

V = TypeVar("V")
FENCE = "+++"
KINDS = (
    "contradiction", "ambiguity", "gap", "loophole", "non-termination", "dead-rule", "wrong-reference", "terminology",
)  # fmt: skip
SEVERITIES = ("high", "medium", "low")
STATES = ("open", "asked", "ruled", "in-the-rulebook")
SOURCES = ("rulebook", "FAQ", "designer", "house")
ABOUT: Mapping[str, tuple[str, ...]] = {
    "event": ("kind", "subject", "pair"),
    "deadlock": ("unspoken", "forbidden"),
    "verdict": ("property",),
    "core": ("subject", "clauses"),
    "dead": ("rule",),
    "terminates": ("ending",),
    "fact": ("fact",),
    "scenario": ("file", "name"),
    "text": ("clauses", "term", "defined", "reference"),
}
"""What each kind of evidence query may name."""
EXPECT: Mapping[str, tuple[str, ...]] = {
    "event": ("material", "actions"),
    "deadlock": ("actions",),
    "verdict": ("word", "actions"),
    "core": ("actions",),
    "dead": (),
    "terminates": ("word", "actions"),
    "fact": (),
    "scenario": (),
    "text": ("digests",),
}
_WORDS = {
    "verdict": ("VIOLATED", *(word for word in get_args(Word) if word != "VIOLATED")),
    "terminates": ("LASSO", *(word for word in get_args(EndingWord) if word != "LASSO")),
}
"""The verdicts of a query, the usual one first."""
UNEXPLORED = ("scenario", "text")
"""Queries that no exploration answers."""
COMPUTED, PLAYED, TEXT = BASES = ("computed", "shown by a play", "read in the text")
"""What a finding rests on: an exploration or a proof, a scenario that was written down, or the book's words alone."""
LATER = ("lasso", "pump", "redundant")
"""Queries that findings may have one day, and that nothing answers yet."""
_KEYS = (
    "id", "title", "kind", "severity", "state", "by", "where", "source", "clauses", "questions", "evidence",
    "settle",
)  # fmt: skip
_FILE = re.compile(r"(\d{3,})-[a-z0-9]+(-[a-z0-9]+)*\.md")


@dataclass(frozen=True, slots=True)
class Evidence:
    """One query: what is asked of which scope under which reading, and what the answer should be."""

    ask: str
    scope: str
    reading: Mapping[str, str]
    about: Mapping[str, Any]
    expect: Mapping[str, Any]

    @property
    def word(self) -> str:
        """The verdict that is expected, where one is asked for."""
        found: str = self.expect.get("word", _WORDS[self.ask][0] if self.ask in _WORDS else "")
        return found

    def __str__(self) -> str:
        match self.ask:
            case "event":
                pair = self.about.get("pair")
                return f"{self.about['kind']} of {self.about['subject']}" + (f" ({' / '.join(pair)})" if pair else "")
            case "deadlock":
                unspoken = [f"{a} unspoken" for a in self.about.get("unspoken", ())]
                forbidden = [f"forbidden by {n}" for n in self.about.get("forbidden", ())]
                return f"deadlock: {', '.join(unspoken + forbidden)}"
            case "verdict":
                return f"{self.about['property']} is {self.word}"
            case "core":
                over = f" over {self.about['subject']}" if "subject" in self.about else ""
                return f"{', '.join(self.about['clauses'])} cannot all stand{over}"
            case "dead":
                return f"{self.about['rule']} is never live"
            case "terminates":
                return f"“{self.about['ending']}”: {self.word}"
            case "fact":
                return f"always: {self.about['fact']}"
            case "scenario":
                return f"the play “{self.about['name']}” of {self.about['file']}"
        if "defined" in self.about:
            return f"`{self.about['term']}` is defined by {' and by '.join(self.about['defined'])}"
        if "term" in self.about:
            return f"`{self.about['term']}` is used and never defined"
        if "reference" in self.about:
            pair = self.about["reference"]
            return f"{pair['clause']} points at {pair['to']}, which does not exist"
        return f"the text of {', '.join(self.about['clauses'])}"


@dataclass(frozen=True, slots=True)
class Proposal:
    """What would settle a finding, as far as the model can say it: rulings, to be tried out in a scope under a reading.

    On a question of which the finding shows a gap, the ruling is for the gap alone, unless `whole` means all of it.
    note: what the proposed wording says beyond them, or why it is these. partly: they are meant for a part of it.
    """

    scope: str
    reading: Mapping[str, str]
    rulings: Mapping[str, str]
    note: str = ""
    whole: bool = False
    partly: bool = False

    def __str__(self) -> str:
        return ", ".join(f"{key} = {choice}" for key, choice in self.rulings.items())

    @property
    def gaps(self) -> tuple[str, ...]:
        """The questions of which only the gap is ruled."""
        return tuple(question_of(key) for key in self.rulings if is_gap(key))

    def replacing(self) -> Proposal:
        """The same, with every question ruled altogether: its answers are replaced as well."""
        whole = {question_of(key): option for key, option in self.rulings.items()}
        return replace(self, rulings=whole, whole=self.whole or bool(self.gaps))


@dataclass(frozen=True, slots=True)
class Finding:
    """One defect of a text. by, where, source: who answered it, where, and of what authority (empty while open)."""

    id: str
    title: str
    kind: str
    severity: str
    state: str
    by: str
    where: str
    source: str
    clauses: tuple[str, ...]
    questions: tuple[str, ...]
    evidence: tuple[Evidence, ...]
    prose: str
    file: str
    proposals: tuple[Proposal, ...] = ()

    @property
    def basis(self) -> str:
        """What it rests on, by the strongest of its evidence."""
        asked = {e.ask for e in self.evidence}
        if asked - set(UNEXPLORED):
            return COMPUTED
        return PLAYED if "scenario" in asked else TEXT

    def replacing(self) -> Finding:
        """The same, with every question ruled altogether."""
        return replace(self, proposals=tuple(proposal.replacing() for proposal in self.proposals))


def findings_of(ruleset: LoadedRuleset) -> tuple[Finding, ...]:
    """What is wrong with the text, as a ruleset declares it; a book can be read before there is a model."""
    system = ruleset.system if ruleset.config.modules else None
    return load_findings(ruleset.config.findings, ruleset.register, system, ruleset.scopes())


def load_findings(
    folder: Path,
    register: Register | None = None,
    system: System | None = None,
    scopes: Collection[str] | None = None,
) -> tuple[Finding, ...]:
    """All findings of a ruleset, by id; names are held against the register, model and scopes that are given."""
    if not folder.is_dir():
        return ()
    found: dict[str, Finding] = {}
    for path in sorted(folder.glob("*.md")):
        finding = load_finding(path, register, system, scopes)
        if finding.id in found:
            mend = f"{found[finding.id].file} has it already; the next free one is {next_id(found)}"
            raise UsageError(f"finding {finding.id} is there twice", _name(path), mend)
        found[finding.id] = finding
    return tuple(found[id_] for id_ in sorted(found))


def load_finding(
    path: Path,
    register: Register | None = None,
    system: System | None = None,
    scopes: Collection[str] | None = None,
) -> Finding:
    """One finding; a mistake in it is a UsageError with its place."""
    file, prose = _split(path)
    data = file.data
    file.keys(data, _KEYS, "")
    id_ = file.text(data, "id", "")
    named = _FILE.fullmatch(path.name)
    if not named or named[1] != id_:
        raise UsageError(f"finding {id_} cannot be in this file", file.place("id"), f"name it {id_}-what-is-wrong.md")
    state = file.one_of(data, "state", STATES, file.place("state"))
    unanswered = "" if state in ("open", "asked") else None
    by, where, source = (file.text(data, key, file.place("state"), unanswered) for key in ("by", "where", "source"))
    if source and source not in SOURCES:
        raise UsageError(f"unknown source `{source}`", file.place("source"), nearest(source, SOURCES))
    clauses = _known(file, "clauses", register.known if register else None, "clause")
    if not clauses:
        raise UsageError("a finding names its clauses", file.place("clauses"), 'clauses = ["5.4.2a"]')
    questions = _known(file, "questions", system.questions if system else None, "question")
    evidence = tuple(_evidence(t, file, register, system, scopes) for t in file.tables(data, "evidence", ""))
    if not evidence:
        raise UsageError("a finding without evidence", file.name, "add [[evidence]] with scope, ask and about")
    if not prose.strip():
        raise UsageError("a finding without prose", file.name, "say below the front matter what is wrong with the text")
    return Finding(
        id_,
        file.text(data, "title", ""),
        file.one_of(data, "kind", KINDS, file.place("kind")),
        file.one_of(data, "severity", SEVERITIES, file.place("severity")),
        state,
        by,
        where,
        source,
        clauses,
        questions,
        evidence,
        prose.strip() + "\n",
        path.name,
        tuple(_proposal(t, file, system, scopes, _open_questions(evidence)) for t in file.tables(data, "settle", "")),
    )


def _open_questions(evidence: Iterable[Evidence]) -> frozenset[str]:
    """The questions of which the evidence shows a gap, and no two answers that differ: the text answers nothing there,
    and what it answers elsewhere is not in doubt."""
    events = [e.about for e in evidence if e.ask == "event"]
    met = {kind: {about["subject"] for about in events if about["kind"] == kind} for kind in ("gap", "contradiction")}
    return frozenset(met["gap"] - met["contradiction"])


def next_id(ids: Collection[str]) -> str:
    """The id of the next finding."""
    return f"{max((int(i) for i in ids), default=0) + 1:03}"


def listing(ruleset: str, findings: Collection[Finding], register: Register | None) -> list[dict[str, Any]]:
    """The findings for scripts; `lines` are the source lines of their clauses."""
    clauses = register.clauses if register else {}
    return [
        {
            "ruleset": ruleset,
            "id": f.id,
            "kind": f.kind,
            "severity": f.severity,
            "state": f.state,
            "basis": f.basis,
            "clauses": list(f.clauses),
            "assumed": [c for c in f.clauses if register is not None and c in register.assumed],
            "questions": list(f.questions),
            "title": f.title,
            "lines": sorted({clauses[c].line for c in f.clauses if c in clauses}),
        }
        for f in findings
    ]


def _split(path: Path) -> tuple[TomlFile, str]:
    """The front matter, with the line numbers of its file, and the prose."""
    name = _name(path)
    lines = read_text(path, name, largest=1_000_000).split("\n")
    fences = [i for i, line in enumerate(lines) if line.rstrip() == FENCE]
    if len(fences) < 2 or fences[0] != 0:
        mend = f"begin with TOML between two lines {FENCE}"
        raise UsageError("this is no finding: it has no front matter", name, mend)
    front = "\n" + "\n".join(lines[1 : fences[1]])
    return TomlFile(name, front, parse_toml(front, name)), "\n".join(lines[fences[1] + 1 :])


def _known(file: TomlFile, key: str, known: Collection[str] | None, what: str) -> tuple[str, ...]:
    names = file.texts(file.data, key, "")
    for name in names:
        if known is not None and name not in known:
            raise UsageError(f"unknown {what} `{name}`", file.place(f'"{name}"'), nearest(name, known))
    return names


def _evidence(
    table: dict[str, Any],
    file: TomlFile,
    register: Register | None,
    system: System | None,
    scopes: Collection[str] | None,
) -> Evidence:
    place = file.place("[[evidence]]")
    file.keys(table, ("scope", "reading", "ask", "about", "expect"), place)
    ask = file.text(table, "ask", place)
    place = file.entry("ask", ask)
    if ask in LATER:
        raise UsageError(f"nothing answers `{ask}` yet", place, f"ask one of {', '.join(ABOUT)}")
    if ask not in ABOUT:
        raise UsageError(f"unknown ask `{ask}`", place, nearest(ask, ABOUT))
    scope = _scope(table, file, place, scopes, "" if ask in UNEXPLORED else None)
    reading = _choices(table, "reading", place)
    if ask == "scenario" and (scope or reading):
        raise UsageError("a scenario has its scope and its readings itself", place, "take them out here")
    if system is not None:
        reading = _valid(valid_reading, system, reading, place)
    about, expect = _table(table, "about", place), _table(table, "expect", place)
    file.keys(about, ABOUT[ask], place)
    file.keys(expect, EXPECT[ask], place)
    _check_about(ask, about, file, place, register, system)
    _check_expect(ask, about, expect, place)
    return Evidence(ask, scope, reading, about, expect)


def _proposal(
    table: dict[str, Any],
    file: TomlFile,
    system: System | None,
    scopes: Collection[str] | None,
    gaps: frozenset[str],
) -> Proposal:
    """gaps: the questions of which the ruling is for the gap alone, unless the table says `whole = true`."""
    place = file.place("[[settle]]")
    file.keys(table, ("scope", "reading", "ruling", "whole", "partly", "note"), place)
    scope = _scope(table, file, place, scopes, None)
    reading = _choices(table, "reading", place)
    rulings = {canonical(key): choice for key, choice in _choices(table, "ruling", place).items()}
    if not rulings:
        raise UsageError("nothing is ruled", place, 'ruling = { payee = "owner" }')
    note = file.text(table, "note", place, "")
    whole, partly = (_truth(table, key, place) for key in ("whole", "partly"))
    if whole and gaps.isdisjoint(rulings):
        raise UsageError("`whole` says nothing here: no gap of the evidence is ruled", place, "take it out")
    if whole and not note:
        raise UsageError("the whole question is ruled, for which the gap is no reason", place, 'note = "why it is"')
    if partly and not note:
        raise UsageError("the finding is settled in part", place, 'note = "what is left, and why"')
    if not whole:
        rulings = {for_gap(key) if key in gaps else key: choice for key, choice in rulings.items()}
    if system is not None:
        reading = _valid(valid_reading, system, reading, place)
        rulings = _valid(valid_rulings, system, rulings, place)
        _valid(mend, system, rulings, place)
    return Proposal(scope, reading, rulings, note, whole, partly)


def _truth(table: dict[str, Any], key: str, place: str) -> bool:
    found = table.get(key, False)
    if not isinstance(found, bool):
        raise UsageError(f"`{key}` is true or false", place, f"{key} = true")
    return found


def _scope(
    table: dict[str, Any], file: TomlFile, place: str, scopes: Collection[str] | None, missing: str | None
) -> str:
    scope = file.text(table, "scope", place, missing)
    if scopes is not None and scope and scope not in scopes:
        raise UsageError(f"unknown scope `{scope}`", file.entry("scope", scope), nearest(scope, scopes))
    return scope


def _choices(table: dict[str, Any], key: str, place: str) -> dict[str, str]:
    found = _table(table, key, place)
    if not all(isinstance(v, str) for v in found.values()):
        raise UsageError(f"`{key}` gives each question the name of an option", place, f'{key} = {{ payee = "owner" }}')
    return found


def _valid(
    check: Callable[[System, Mapping[str, str]], V], system: System, choices: Mapping[str, str], place: str
) -> V:
    """What `check` makes of the choices; its mistakes are said with the place in the finding."""
    try:
        return check(system, choices)
    except UsageError as error:
        raise UsageError(error.message, place, error.mend) from error


def _table(table: dict[str, Any], key: str, place: str) -> dict[str, Any]:
    value = table.get(key, {})
    if not isinstance(value, dict):
        raise UsageError(f"`{key}` must be a table", place, f"{key} = {{ … }}")
    return value


def _check_about(
    ask: str, about: dict[str, Any], file: TomlFile, place: str, register: Register | None, system: System | None
) -> None:
    match ask:
        case "event":
            file.text(about, "subject", place)
            file.one_of(about, "kind", get_args(Kind), place)
            if "pair" in about and len(file.texts(about, "pair", place)) != 2:
                raise UsageError("`pair` names the two clauses that clash", place, 'pair = ["one", "other"]')
        case "deadlock":
            file.texts(about, "unspoken", place)
            file.texts(about, "forbidden", place)
            if not about:
                mend = 'about = { unspoken = ["an action"] }, or [] where nothing at all could be done'
                raise UsageError("`about` names no deadlock", place, mend)
        case "verdict":
            name = file.text(about, "property", place)
            if system is not None and name not in system.checks:
                raise UsageError(f"unknown property `{name}`", place, nearest(name, system.checks))
        case "core":
            _check_core(about, file, place, system)
        case "dead":
            file.text(about, "rule", place)
        case "terminates":
            file.one_of(about, "ending", ENDINGS, place)
        case "fact":
            file.text(about, "fact", place)
        case "scenario":
            file.text(about, "file", place)
            file.text(about, "name", place)
        case "text":
            _check_text(about, file, place, register)


def _check_core(about: dict[str, Any], file: TomlFile, place: str, system: System | None) -> None:
    """Two clauses that may clash over a subject; or, without one, what is in the way of each move in a deadlock."""
    clauses = file.texts(about, "clauses", place)
    if not clauses:
        raise UsageError("`clauses` names the clauses that cannot all stand", place, 'clauses = ["one", "other"]')
    if "subject" not in about or system is None:
        return
    subject, there = file.text(about, "subject", place), pairs(system)
    if subject not in {pair.subject for pair in there}:
        raise UsageError(f"nothing clashes over `{subject}`", place, nearest(subject, {p.subject for p in there}))
    known = [f"{p.first}, {p.second}" for p in there if p.subject == subject]
    if not any({p.first, p.second} == set(clauses) for p in there if p.subject == subject):
        raise UsageError("these are no two clauses that may clash", place, nearest(", ".join(clauses), known))


def _check_text(about: dict[str, Any], file: TomlFile, place: str, register: Register | None) -> None:
    if len(about.keys() - {"defined"}) != 1 or ("defined" in about and "term" not in about):
        mend = 'about = { term = "a word" }, with defined = ["1.1", "2.2"] where it is defined twice'
        raise UsageError("`about` names one of: clauses, term, reference", place, mend)
    if "term" in about:
        file.text(about, "term", place)
        if "defined" in about and len(set(file.texts(about, "defined", place))) < 2:
            raise UsageError("`defined` names the clauses that define it apart", place, 'defined = ["1.1", "2.2"]')
    elif "reference" in about:
        pair = _table(about, "reference", place)
        file.keys(pair, ("clause", "to"), place)
        for key in ("clause", "to"):
            file.text(pair, key, place)
    elif not file.texts(about, "clauses", place):
        raise UsageError("`clauses` is empty", place, 'clauses = ["5.4.2a"]')
    for clause in (*about.get("clauses", ()), *about.get("defined", ())):
        if register is not None and clause not in register.known:
            raise UsageError(f"unknown clause `{clause}`", place, nearest(clause, register.known))


def _check_expect(ask: str, about: dict[str, Any], expect: dict[str, Any], place: str) -> None:
    kinds = {"material": bool, "actions": int, "word": str, "digests": list}
    for key, value in expect.items():
        if not isinstance(value, kinds[key]) or (key == "actions" and isinstance(value, bool)):
            raise UsageError(f"`{key}` in `expect` must be {_AS[key]}", place)
    if "word" in expect and expect["word"] not in _WORDS[ask]:
        raise UsageError(f"unknown verdict `{expect['word']}`", place, nearest(expect["word"], _WORDS[ask]))
    if "digests" in expect and len(expect["digests"]) != len(about.get("clauses", ())):
        raise UsageError("`digests` has one digest for each of `clauses`", place)


_AS = {"material": "true or false", "actions": "a whole number", "word": "a verdict", "digests": "a list of texts"}


def _name(path: Path) -> str:
    return "/".join(path.parts[-3:])
