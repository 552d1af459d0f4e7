"""Findings as data, and reading them: Markdown for a designer, with TOML front matter between lines of `+++`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from ruleslawyer.base.diagnostics import Mistakes, UsageError, nearest
from ruleslawyer.base.files.content import Json
from ruleslawyer.base.files.read import read_text
from ruleslawyer.base.files.toml import Table, toml_table
from ruleslawyer.check.evidence.claim import Claim, claim_in
from ruleslawyer.check.evidence.query import UNEXPLORED, Evidence, evidence_in, known_in, scope_in, valid
from ruleslawyer.check.evidence.story import KEYS, UNTOLD, places_in, story_in
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.claims.readings import (
    canonical,
    for_gap,
    is_gap,
    mend,
    question_of,
    valid_reading,
    valid_rulings,
    whole_questions,
)
from ruleslawyer.rulebook.register.clause import Register
from ruleslawyer.rulebook.table.told import Story

if TYPE_CHECKING:
    from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

FENCE = "+++"
KINDS = (
    "contradiction", "ambiguity", "gap", "loophole", "non-termination", "dead-rule", "wrong-reference", "terminology",
)  # fmt: skip
SEVERITIES = ("high", "medium", "low")
NOT_MEASURED = "not measured"
"""What stands in place of a measured severity where the games leave it open."""
WITHDRAWN = "withdrawn"
"""The state of a finding that was looked at again and is no defect, or is told by another one."""
STATES = ("open", "asked", "ruled", "in-the-rulebook", WITHDRAWN)
UNANSWERED = ("open", "asked")
SOURCES = ("rulebook", "FAQ", "designer", "house")
COMPUTED, PLAYED, TEXT = BASES = ("computed", "shown by a play", "read in the text")
"""What a finding rests on: an exploration or a proof, a scenario that was written down, or the book's words alone."""
_KEYS = (
    "id", "title", "kind", "severity", "state", "by", "where", "source", "printed", "instead", "behind", "because",
    "into", "second", "under", "lost", "clauses", "questions", "evidence", "claim", "settle",
    "severity_stays", "not_counted", *KEYS,
)  # fmt: skip
_FILE = re.compile(r"(\d{3,})-[a-z0-9]+(-[a-z0-9]+)*\.md")


@dataclass(frozen=True, slots=True)
class Proposal:
    """A proposal that would settle a finding, as far as the model can say it: rulings, to be tried out in a scope under
    a reading.

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
        return replace(self, rulings=whole_questions(self.rulings), whole=self.whole or bool(self.gaps))


@dataclass(frozen=True, slots=True)
class Finding:
    """One defect of a text. by, where, source: who answered it, where, and of what authority (empty while open).
    printed: the sentence that whoever answered it wants to print; empty where none was named. instead, behind: in place
    of which sentences of the book, or behind which, as in `Answer`; empty where nobody said.

    claims: the sentences that speak of the model. under: the overview that it hangs under, empty where there is none.
    lost: what the text that was read may have lost of the book, where the finding rests on its absence.
    because, into: why it was withdrawn, and which finding tells it now; empty where it was not.
    second: what somebody else read otherwise, and how the text settled it; empty where both read the same.
    severity_stays: why its severity stays, where measured stakes say another by two steps.
    not_counted: why games are not counted for it, where what they meet is more than it asks; else empty.
    story: the same in a few sentences, with values from the play.
    """

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
    claims: tuple[Claim, ...] = ()
    under: str = ""
    because: str = ""
    into: str = ""
    lost: str = ""
    second: str = ""
    story: Story = UNTOLD
    printed: str = ""
    instead: tuple[str, ...] = ()
    behind: str = ""
    severity_stays: str = ""
    not_counted: str = ""

    @property
    def withdrawn(self) -> bool:
        return self.state == WITHDRAWN

    @property
    def has_answers(self) -> bool:
        """Whether the model has two answers to it: by a ruling, a question, or two clauses that clash."""
        ruled = self.proposals or any(answer.ruling for answer in self.story.answers)
        return bool(ruled or self.questions or any(e.about.get("kind") == "contradiction" for e in self.evidence))

    @property
    def sections(self) -> dict[str, str]:
        """Its prose by the headings in it; what stands before the first one, under no name."""
        before, *parts = re.split(r"^#+ +(.+?) *$", self.prose, flags=re.MULTILINE)
        found = {"": before, **dict(zip(parts[::2], parts[1::2], strict=True))}
        return {name: text.strip() for name, text in found.items() if text.strip()}

    @property
    def clash(self) -> tuple[str, tuple[str, str]] | None:
        """The action on which two clauses say different things, and these; None where its evidence shows no such."""
        shown = (e.about for e in self.evidence if e.ask == "event" and e.about["kind"] == "contradiction")
        return next(((one["subject"], tuple(one["pair"])) for one in shown if one.get("pair")), None)

    @property
    def queries(self) -> tuple[Evidence, ...]:
        """All that is asked: the evidence, and what backs the claims."""
        return (*self.evidence, *(claim.by for claim in self.claims))

    @property
    def basis(self) -> str:
        """The finding's basis: the strongest kind of its evidence."""
        asked = {e.ask for e in self.evidence}
        if asked - set(UNEXPLORED):
            return COMPUTED
        return PLAYED if "scenario" in asked else TEXT

    def replacing(self) -> Finding:
        """The same, with every question ruled altogether."""
        return replace(self, proposals=tuple(proposal.replacing() for proposal in self.proposals))


def findings_of(ruleset: LoadedRuleset) -> tuple[Finding, ...]:
    """The findings that a ruleset declares; a book can be read before there is a model."""
    system = ruleset.by_the_book.system if ruleset.config.modules else None
    return load_findings(ruleset.config.findings, ruleset.register, system, ruleset.scopes())


def finding_of(ruleset: LoadedRuleset, id_: str) -> Finding:
    """The finding of an id, or of the number that it is. An unknown one is a `UsageError`."""
    known = {f.id: f for f in findings_of(ruleset)}
    return known[known_id(ruleset.name, id_, known)]


def known_id(ruleset: str, id_: str, known: Collection[str]) -> str:
    """The id among those known that is meant by one, or by the number that it is: 4 is 004. Another one is a
    `UsageError`."""
    if id_ not in known and id_.isdecimal():
        id_ = next((one for one in known if one.isdecimal() and int(one) == int(id_)), id_)
    if id_ not in known:
        raise UsageError(f"{ruleset} has no finding `{id_[:60]}`", None, _near(id_[:60], ruleset, known))
    return id_


def _near(id_: str, ruleset: str, known: Collection[str]) -> str:
    """A word on what was meant; a long list of ids is left to `findings RULESET`."""
    near = nearest(id_, known)
    return near if near.startswith("did") or len(known) <= 10 else f"`ruleslawyer findings {ruleset}` shows them"


def load_findings(
    folder: Path,
    register: Register | None = None,
    system: System | None = None,
    scopes: Collection[str] | None = None,
) -> tuple[Finding, ...]:
    """All findings of a ruleset, by id; names are held against the register, model and scopes that are given. An id
    that two have is a `UsageError`, as is a name that is none."""
    if not folder.is_dir():
        return ()
    found: dict[str, Finding] = {}
    for path in sorted(folder.glob("*.md")):
        finding = load_finding(path, register, system, scopes)
        if finding.id in found:
            mend = f"{found[finding.id].file} has it already; the next free one is {next_id(found)}"
            raise UsageError(f"finding {finding.id} is there twice", _name(path), mend)
        found[finding.id] = finding
    for finding in found.values():
        _hang(folder, finding, found)
    return tuple(found[id_] for id_ in sorted(found))


def load_finding(
    path: Path,
    register: Register | None = None,
    system: System | None = None,
    scopes: Collection[str] | None = None,
) -> Finding:
    """One finding; the mistakes in it are a UsageError with their places."""
    file, prose = _front_and_prose(path)
    mistakes = Mistakes()
    mistakes.of(lambda: file.expect_keys(_KEYS), None)
    id_ = mistakes.of(lambda: _id(file, path), "")
    state = mistakes.of(lambda: file.one_of("state", STATES), "")
    kind = mistakes.of(lambda: file.one_of("kind", KINDS), "")
    severity = mistakes.of(lambda: file.one_of("severity", SEVERITIES), "")
    clauses = mistakes.of(lambda: _clauses(file, register), ())
    questions = mistakes.of(
        lambda: known_in(file, "questions", system.questions if system else None, "question"), ()
    )  # fmt: skip
    asked, settle, claim = (mistakes.each(file.tables, [key]) for key in ("evidence", "settle", "claim"))
    evidence = mistakes.each(lambda table: evidence_in(table, register, system, scopes), chain(*asked))
    if "evidence" not in file and state != WITHDRAWN:
        mistakes.found.append(file.wrong("a finding without evidence", "add [[evidence]] with scope, ask and about"))
    if not prose.strip():
        mend = "say below the front matter what is wrong with the text"
        mistakes.found.append(file.wrong("a finding without prose", mend))
    gaps = open_questions(evidence)
    found = mistakes.of(
        lambda: Finding(
            id_, file.text("title"), kind, severity, state, *_authority(file, state), clauses, questions, evidence,
            prose.strip() + "\n", path.name,
            mistakes.each(lambda table: _proposal(table, system, scopes, gaps), chain(*settle)),
            mistakes.each(lambda table: claim_in(table, prose, register, system, scopes), chain(*claim)),
            file.text("under", ""), *_withdrawn(file, state), file.text("lost", ""), file.text("second", ""),
            mistakes.of(lambda: story_in(file, system, register), UNTOLD),
            file.text("printed", ""), *places_in(file, register),
            file.text("severity_stays", ""), file.text("not_counted", ""),
        ),
        None,
    )  # fmt: skip
    mistakes.expect_none()
    assert found is not None
    return found


def _id(file: Table, path: Path) -> str:
    id_ = file.text("id")
    named = _FILE.fullmatch(path.name)
    if not named or named[1] != id_:
        raise file.wrong(f"finding {id_} cannot be in this file", f"name it {id_}-what-is-wrong.md", "id")
    return id_


def _clauses(file: Table, register: Register | None) -> tuple[str, ...]:
    clauses = known_in(file, "clauses", register.citable_clauses if register else None, "clause")
    if not clauses:
        raise file.wrong("a finding names its clauses", 'clauses = ["5.4.2a"]', "clauses")
    return clauses


def _authority(file: Table, state: str) -> tuple[str, str, str]:
    """The name of whoever answered it, the place, and the authority."""
    by, where, source = (_answer_text(file, key, state) for key in ("by", "where", "source"))
    if source and source not in SOURCES:
        raise file.wrong(f"unknown source `{source}`", nearest(source, SOURCES), "source")
    return by, where, source


def _hang(folder: Path, finding: Finding, known: Mapping[str, Finding]) -> None:
    """Hold what a finding hangs under, and what it went into, against the other findings."""
    for key, id_ in (("under", finding.under), ("into", finding.into)):
        if not id_:
            continue
        if id_ not in known:
            wrong = f"unknown finding `{id_}`", nearest(id_, known)
        elif known[id_].withdrawn and not (key == "under" and finding.withdrawn):
            wrong = f"finding {id_} is withdrawn", "name one that stands"
        elif key == "under" and (round_ := _circle(finding, known)):
            wrong = f"findings hang in a circle: {' under '.join(round_)}", "let one of them hang free"
        else:
            continue
        raise _front_and_prose(folder / finding.file)[0].wrong(*wrong, key)


def _circle(finding: Finding, known: Mapping[str, Finding]) -> list[str]:
    """The way from a finding up to itself; empty where there is none."""
    way = [finding.id]
    while (above := known[way[-1]].under) in known and above not in way:
        way.append(above)
    return [*way, above] if above == finding.id else []


def _withdrawn(file: Table, state: str) -> tuple[str, str]:
    """The reason why a finding was withdrawn, and the one that tells it now: to be said of one that is, and of no
    other."""
    if state == WITHDRAWN:
        if "because" not in file:
            mend = 'because = "why it is no defect", or which finding tells it, with into = "012"'
            raise file.wrong("`because` is missing, and the finding is withdrawn", mend, "state")
        return file.text("because"), file.text("into", "")
    for key in ("because", "into"):
        if key in file:
            mend = f'write state = "{WITHDRAWN}", or take it out'
            raise file.wrong(f"`{key}` is for a finding that is withdrawn", mend, key)
    return "", ""


def steps_apart(said: str, measured: str) -> int:
    """How far the author's word and the measured one lie apart; 0 of what is not measured."""
    return 0 if measured == NOT_MEASURED else abs(SEVERITIES.index(said) - SEVERITIES.index(measured))


def families(findings: Iterable[Finding]) -> list[tuple[int, Finding]]:
    """The findings by id, each overview followed by those that hang under it; with how deep each one hangs."""
    findings = tuple(findings)
    here = {f.id for f in findings}
    below: dict[str, list[Finding]] = {}
    for f in findings:
        below.setdefault(f.under if f.under in here else "", []).append(f)

    def from_(id_: str, depth: int) -> list[tuple[int, Finding]]:
        return [row for f in below.get(id_, ()) for row in ((depth, f), *from_(f.id, depth + 1))]

    return from_("", 0)


def _answer_text(file: Table, key: str, state: str) -> str:
    """The text that says who answered a finding, where, or of what authority: to be said of one that is answered."""
    if state not in ("ruled", "in-the-rulebook"):
        return file.text(key, "")
    if key not in file:
        raise file.wrong(f"`{key}` is missing, and the finding is {state}", f'add {key} = "…"', "state")
    return file.text(key)


def open_questions(evidence: Iterable[Evidence]) -> frozenset[str]:
    """The questions of which the evidence shows a gap, and no two answers that differ: the text answers nothing there,
    and what it answers elsewhere is not in doubt."""
    events = [e.about for e in evidence if e.ask == "event"]
    met = {kind: {about["subject"] for about in events if about["kind"] == kind} for kind in ("gap", "contradiction")}
    return frozenset(met["gap"] - met["contradiction"])


def ids_in(folder: Path) -> list[str]:
    """The ids of the findings in a folder, by the names of their files."""
    named = (_FILE.fullmatch(path.name) for path in folder.glob("*.md"))
    return sorted(found[1] for found in named if found)


def next_id(ids: Collection[str]) -> str:
    """The id of the next finding."""
    return f"{max((int(i) for i in ids), default=0) + 1:03}"


def listing(ruleset: str, findings: Collection[Finding], register: Register | None) -> list[Json]:
    """The findings for scripts, families together; `lines` are the source lines of their clauses."""
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
            "under": f.under,
            "because": f.because,
            "into": f.into,
            "lost": f.lost,
            "severity_stays": f.severity_stays,
        }
        for _, f in families(findings)
    ]


def prose_line(path: Path) -> int:
    """The line of a finding's file with which its prose begins."""
    front, fence, prose = read_text(path, _name(path), largest=1_000_000).partition(f"\n{FENCE}\n")
    return (front + fence + prose[: len(prose) - len(prose.lstrip())]).count("\n") + 1


def reason_line(path: Path) -> int:
    """The line of a finding's file with the reason for which it was withdrawn."""
    file, _ = _front_and_prose(path)
    return file.line("because")


def _front_and_prose(path: Path) -> tuple[Table, str]:
    """The front matter, with the line numbers of its file, and the prose."""
    name = _name(path)
    lines = read_text(path, name, largest=1_000_000).split("\n")
    fences = [i for i, line in enumerate(lines) if line.rstrip() == FENCE]
    if len(fences) < 2 or fences[0] != 0:
        mend = f"begin with TOML between two lines {FENCE}"
        raise UsageError("this is no finding: it has no front matter", name, mend)
    front = "\n" + "\n".join(lines[1 : fences[1]])
    return toml_table(front, name), "\n".join(lines[fences[1] + 1 :])


def _proposal(table: Table, system: System | None, scopes: Collection[str] | None, gaps: frozenset[str]) -> Proposal:
    """gaps: the questions of which the ruling is for the gap alone, unless the table says `whole = true`."""
    table.expect_keys(("scope", "reading", "ruling", "whole", "partly", "note"))
    scope = scope_in(table, scopes, None)
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
        reading = valid(valid_reading, system, reading, table, "reading")
        rulings = valid(valid_rulings, system, rulings, table, "ruling")
        valid(mend, system, rulings, table, "ruling")
    return Proposal(scope, reading, rulings, note, whole, partly)


def _name(path: Path) -> str:
    return "/".join(path.parts[-3:])
