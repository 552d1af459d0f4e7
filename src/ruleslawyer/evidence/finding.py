"""Findings as data, and reading them: Markdown for a designer, with TOML front matter between lines of `+++`."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar, get_args

from ruleslawyer.claims.clashes import pairs
from ruleslawyer.claims.readings import valid_reading
from ruleslawyer.claims.rulings import blamed, canonical, for_gap, is_gap, mend, question_of, valid_rulings
from ruleslawyer.claims.verdict import ENDINGS, EndingWord, Word
from ruleslawyer.diagnostics import UsageError, nearest
from ruleslawyer.files.read import read_text
from ruleslawyer.files.toml import Table, toml_table
from ruleslawyer.ir.system import System
from ruleslawyer.register.clause import Register
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
    file.expect_keys(_KEYS)
    id_ = file.text("id")
    named = _FILE.fullmatch(path.name)
    if not named or named[1] != id_:
        raise file.wrong(f"finding {id_} cannot be in this file", f"name it {id_}-what-is-wrong.md", "id")
    state = file.one_of("state", STATES)
    clauses = _known(file, "clauses", register.known if register else None, "clause")
    if not clauses:
        raise file.wrong("a finding names its clauses", 'clauses = ["5.4.2a"]', "clauses")
    questions = _known(file, "questions", system.questions if system else None, "question")
    evidence = tuple(_evidence(table, register, system, scopes) for table in file.tables("evidence"))
    if not evidence:
        raise file.wrong("a finding without evidence", "add [[evidence]] with scope, ask and about")
    if not prose.strip():
        raise file.wrong("a finding without prose", "say below the front matter what is wrong with the text")
    gaps = _open_questions(evidence)
    by, where, source = (_answered(file, key, state) for key in ("by", "where", "source"))
    if source and source not in SOURCES:
        raise file.wrong(f"unknown source `{source}`", nearest(source, SOURCES), "source")
    return Finding(
        id_,
        file.text("title"),
        file.one_of("kind", KINDS),
        file.one_of("severity", SEVERITIES),
        state,
        by,
        where,
        source,
        clauses,
        questions,
        evidence,
        prose.strip() + "\n",
        path.name,
        tuple(_proposal(table, system, scopes, gaps) for table in file.tables("settle")),
    )


def _answered(file: Table, key: str, state: str) -> str:
    """Who answered a finding, where, or of what authority: to be said of one that is answered."""
    if state in ("open", "asked"):
        return file.text(key, "")
    if key not in file:
        raise file.wrong(f"`{key}` is missing, and the finding is {state}", f'add {key} = "…"', "state")
    return file.text(key)


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


def _split(path: Path) -> tuple[Table, str]:
    """The front matter, with the line numbers of its file, and the prose."""
    name = _name(path)
    lines = read_text(path, name, largest=1_000_000).split("\n")
    fences = [i for i, line in enumerate(lines) if line.rstrip() == FENCE]
    if len(fences) < 2 or fences[0] != 0:
        mend = f"begin with TOML between two lines {FENCE}"
        raise UsageError("this is no finding: it has no front matter", name, mend)
    front = "\n" + "\n".join(lines[1 : fences[1]])
    return toml_table(front, name), "\n".join(lines[fences[1] + 1 :])


def _known(file: Table, key: str, known: Collection[str] | None, what: str) -> tuple[str, ...]:
    names = file.texts(key)
    for number, name in enumerate(names):
        if known is not None and name not in known:
            raise file.wrong(f"unknown {what} `{name}`", nearest(name, known), key, number)
    return names


def _evidence(
    table: Table, register: Register | None, system: System | None, scopes: Collection[str] | None
) -> Evidence:
    table.expect_keys(("scope", "reading", "ask", "about", "expect"))
    ask = table.text("ask")
    if ask in LATER:
        raise table.wrong(f"nothing answers `{ask}` yet", f"ask one of {', '.join(ABOUT)}", "ask")
    table.one_of("ask", ABOUT)
    scope = _scope(table, scopes, "" if ask in UNEXPLORED else None)
    reading = table.names("reading")
    if ask == "scenario" and (scope or reading):
        key = "scope" if scope else "reading"
        raise table.wrong("a scenario has its scope and its readings itself", "take them out here", key)
    if system is not None:
        reading = _valid(valid_reading, system, reading, table, "reading")
    about, expect = table.table("about"), table.table("expect")
    about.expect_keys(ABOUT[ask])
    expect.expect_keys(EXPECT[ask])
    _check_about(ask, about, register, system)
    _check_expect(ask, about, expect)
    return Evidence(ask, scope, reading, about.data, expect.data)


def _proposal(table: Table, system: System | None, scopes: Collection[str] | None, gaps: frozenset[str]) -> Proposal:
    """gaps: the questions of which the ruling is for the gap alone, unless the table says `whole = true`."""
    table.expect_keys(("scope", "reading", "ruling", "whole", "partly", "note"))
    scope = _scope(table, scopes, None)
    reading = table.names("reading")
    rulings = {canonical(key): choice for key, choice in table.names("ruling").items()}
    if not rulings:
        raise table.wrong("nothing is ruled", 'ruling = { payee = "owner" }', "ruling")
    note = table.text("note", "")
    whole, partly = table.truth("whole"), table.truth("partly")
    if whole and gaps.isdisjoint(rulings):
        raise table.wrong("`whole` says nothing here: no gap of the evidence is ruled", "take it out", "whole")
    if whole and not note:
        about = "the whole question is ruled, for which the gap is no reason"
        raise table.wrong(about, 'note = "why it is"', "whole")
    if partly and not note:
        raise table.wrong("the finding is settled in part", 'note = "what is left, and why"', "partly")
    if not whole:
        rulings = {for_gap(key) if key in gaps else key: choice for key, choice in rulings.items()}
    if system is not None:
        reading = _valid(valid_reading, system, reading, table, "reading")
        rulings = _valid(valid_rulings, system, rulings, table, "ruling")
        _valid(mend, system, rulings, table, "ruling")
    return Proposal(scope, reading, rulings, note, whole, partly)


def _scope(table: Table, scopes: Collection[str] | None, missing: str | None) -> str:
    scope = table.text("scope", missing)
    if scopes is not None and scope and scope not in scopes:
        raise table.wrong(f"unknown scope `{scope}`", nearest(scope, scopes), "scope")
    return scope


def _valid(
    check: Callable[[System, Mapping[str, str]], V], system: System, choices: Mapping[str, str], table: Table, key: str
) -> V:
    """What `check` makes of the choices; its mistakes are said with the place in the finding."""
    try:
        return check(system, choices)
    except UsageError as error:
        raise table.wrong(error.message, error.mend, key, *blamed(table.names(key), error.message)) from error


def _check_about(ask: str, about: Table, register: Register | None, system: System | None) -> None:
    match ask:
        case "event":
            about.text("subject")
            about.one_of("kind", get_args(Kind))
            if "pair" in about and len(about.texts("pair")) != 2:
                raise about.wrong("`pair` names the two clauses that clash", 'pair = ["one", "other"]', "pair")
        case "deadlock":
            about.texts("unspoken")
            about.texts("forbidden")
            if not about.data:
                mend = 'about = { unspoken = ["an action"] }, or [] where nothing at all could be done'
                raise about.wrong("`about` names no deadlock", mend)
        case "verdict":
            name = about.text("property")
            if system is not None and name not in system.checks:
                raise about.wrong(f"unknown property `{name}`", nearest(name, system.checks), "property")
        case "core":
            _check_core(about, system)
        case "dead":
            about.text("rule")
        case "terminates":
            about.one_of("ending", ENDINGS)
        case "fact":
            about.text("fact")
        case "scenario":
            about.text("file")
            about.text("name")
        case "text":
            _check_text(about, register)


def _check_core(about: Table, system: System | None) -> None:
    """Two clauses that may clash over a subject; or, without one, what is in the way of each move in a deadlock."""
    clauses = about.texts("clauses")
    if not clauses:
        mend = 'clauses = ["one", "other"]'
        raise about.wrong("`clauses` names the clauses that cannot all stand", mend, "clauses")
    if "subject" not in about or system is None:
        return
    subject, there = about.text("subject"), pairs(system)
    if subject not in {pair.subject for pair in there}:
        mend = nearest(subject, {p.subject for p in there})
        raise about.wrong(f"nothing clashes over `{subject}`", mend, "subject")
    known = [f"{p.first}, {p.second}" for p in there if p.subject == subject]
    if not any({p.first, p.second} == set(clauses) for p in there if p.subject == subject):
        raise about.wrong("these are no two clauses that may clash", nearest(", ".join(clauses), known), "clauses")


def _check_text(about: Table, register: Register | None) -> None:
    if len(about.data.keys() - {"defined"}) != 1 or ("defined" in about and "term" not in about):
        mend = 'about = { term = "a word" }, with defined = ["1.1", "2.2"] where it is defined twice'
        raise about.wrong("`about` names one of: clauses, term, reference", mend)
    if "term" in about:
        about.text("term")
        if "defined" in about and len(set(about.texts("defined"))) < 2:
            mend = 'defined = ["1.1", "2.2"]'
            raise about.wrong("`defined` names the clauses that define it apart", mend, "defined")
    elif "reference" in about:
        pair = about.table("reference")
        pair.expect_keys(("clause", "to"))
        for key in ("clause", "to"):
            pair.text(key)
    elif not about.texts("clauses"):
        raise about.wrong("`clauses` is empty", 'clauses = ["5.4.2a"]', "clauses")
    for key in ("clauses", "defined"):
        _known(about, key, register.known if register is not None else None, "clause")


def _check_expect(ask: str, about: Table, expect: Table) -> None:
    kinds = {"material": bool, "actions": int, "word": str, "digests": list}
    for key, value in expect.data.items():
        if not isinstance(value, kinds[key]) or (key == "actions" and isinstance(value, bool)):
            raise expect.wrong(f"`{key}` in `expect` must be {_AS[key]}", None, key)
    word = expect.data.get("word")
    if word is not None and word not in _WORDS[ask]:
        raise expect.wrong(f"unknown verdict `{word}`", nearest(word, _WORDS[ask]), "word")
    if "digests" in expect and len(expect.data["digests"]) != len(about.data.get("clauses", ())):
        raise expect.wrong("`digests` has one digest for each of `clauses`", None, "digests")


_AS = {"material": "true or false", "actions": "a whole number", "word": "a verdict", "digests": "a list of texts"}


def _name(path: Path) -> str:
    return "/".join(path.parts[-3:])
