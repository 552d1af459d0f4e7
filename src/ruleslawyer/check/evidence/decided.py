"""Decisions of a designer on the pages of a report: read from the file that they save, written into findings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.base.files.content import toml_value
from ruleslawyer.base.files.read import read_json, read_text
from ruleslawyer.base.files.toml import NotToml, parse
from ruleslawyer.check.evidence.finding import FENCE, SOURCES, STATES, WITHDRAWN, Finding, Proposal, open_questions
from ruleslawyer.check.evidence.query import UNEXPLORED
from ruleslawyer.check.evidence.story import same_sentence
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.claims.readings import canonical, for_gap, valid_rulings, whole_questions
from ruleslawyer.rulebook.table.told import LETTERS
from ruleslawyer.rulebook.table.words import HOLE

_WHAT, _MEND = "file of decisions", "save it anew on the page Questions of a report"
_TEXTS = ("finding", "state", "says", "wording", "by", "source", "behind")
DECIDED = STATES[2:4]


@dataclass(frozen=True, slots=True)
class Decision:
    """One answer: how the finding stands, the answer in words, what it rules where the model can say it, the sentence
    to print, and who says so with what authority. instead, behind: in place of which sentences of the book, or behind
    which: as in a finding, or the sentence itself."""

    finding: str
    state: str
    says: str = ""
    ruling: Mapping[str, str] | None = None
    wording: str = ""
    by: str = "the designer"
    source: str = "designer"
    instead: tuple[str, ...] = ()
    behind: str = ""


class HasRuling(Protocol):
    """An answer that may be a ruling, as it is written or as it is told."""

    @property
    def ruling(self) -> Mapping[str, str]: ...


def where_of(decision: Decision) -> str:
    """Where a decision can be read: the words of the answer."""
    return f"the answer “{decision.says}”"


def read_decisions(path: Path) -> tuple[str, str, list[Decision]]:
    """The ruleset that a file is about, the edition of its rules (empty where the file names none), and what was
    decided; a mistake in it is a UsageError."""
    found = read_json(path, _WHAT, _MEND)
    ruleset, answers, edition = found.get("ruleset"), found.get("answers"), found.get("edition", "")
    if not isinstance(ruleset, str) or not isinstance(answers, list) or not isinstance(edition, str):
        raise UsageError(f"this is no {_WHAT}: it has a `ruleset` and a list of `answers`", path.name, _MEND)
    return ruleset, edition, [_decision(one, f"{path.name}: answer {n}") for n, one in enumerate(answers, 1)]


def expect_edition(edition: str, now: str, decided: Iterable[tuple[Finding, Decision]], place: str) -> None:
    """Refuse answers to rules of another edition, but for those that a finding offers as it did; that is a
    `UsageError`."""
    for finding, decision in decided if edition and edition != now else ():
        if all(answer.ruling != (decision.ruling or {}) for answer in finding.story.answers):
            about = f"these answers are to another edition of the rules: finding {finding.id} has no such answer now"
            raise UsageError(about, place, "answer it anew on its page of a new report, and save the file again")


def _decision(one: object, place: str) -> Decision:
    if not isinstance(one, dict) or not all(isinstance(one.get(key, ""), str) for key in _TEXTS):
        raise UsageError("an answer is an object of texts, and of a `ruling`", place, _MEND)
    ruling = one.get("ruling") or {}
    if not isinstance(ruling, dict) or not all(isinstance(option, str) for option in ruling.values()):
        raise UsageError("`ruling` gives each question an option", place, _MEND)
    instead = one.get("instead") or []
    if not isinstance(instead, list) or not all(isinstance(sentence, str) for sentence in instead):
        raise UsageError("`instead` is a list of sentences of the book", place, _MEND)
    decision = Decision(
        **{key: in_one_line(one[key]) for key in _TEXTS if one.get(key)}, instead=tuple(map(in_one_line, instead)),
        ruling={canonical(k): v for k, v in ruling.items()},
    ) if one.get("finding") and one.get("state") else None  # fmt: skip
    if decision is None:
        raise UsageError("an answer names its `finding`, and its `state`", place, _MEND)
    known = [state for state in STATES if state != WITHDRAWN]
    for key, word, words in (("state", decision.state, known), ("source", decision.source, SOURCES)):
        if word not in words:
            raise UsageError(f"unknown {key} `{word[:60]}`", place, nearest(word[:60], words))
    if decision.state in DECIDED and not decision.says:
        raise UsageError(f"`says` is missing, and finding {decision.finding} is {decision.state}", place, _MEND)
    return decision


def in_one_line(text: str) -> str:
    """A text as a sentence of a book stands: a line's end, a tab and what else no reader sees is a blank."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def in_place(finding: Finding, ruling: Mapping[str, str], system: System) -> dict[str, str]:
    """The rulings that an answer to a finding makes. Of a question of which only a gap is shown the gap is ruled."""
    gaps = open_questions(finding.evidence)
    return valid_rulings(system, {for_gap(key) if key in gaps else key: option for key, option in ruling.items()})


def with_decisions(
    settled: Mapping[str, Mapping[str, str]], decided: Iterable[tuple[Finding, Decision]], system: System
) -> dict[str, Mapping[str, str]]:
    """The rulings that are settled once these are decided, by findings: of each those that were decided last."""
    found = dict(settled)
    for finding, decision in decided:
        found.pop(finding.id, None)
        if decision.state in DECIDED and decision.ruling:
            found[finding.id] = in_place(finding, decision.ruling or {}, system)
    return found


def with_proposal(finding: Finding, decision: Decision, system: System) -> Finding:
    """The finding with what was decided as its one proposal, to be tried out where its evidence shows; with none where
    nothing is ruled, or nothing was explored."""
    rulings = in_place(finding, decision.ruling or {}, system)
    asked = [(p.scope, p.reading) for p in finding.proposals]
    asked += [(e.scope, e.reading) for e in finding.evidence if e.ask not in UNEXPLORED and e.scope]
    same = [p for p in finding.proposals if p.rulings == rulings]
    tried = same or [Proposal(*where, rulings) for where in asked if rulings]
    where = where_of(decision)
    return replace(finding, proposals=tuple(tried[:1]), state=decision.state, where=where, printed=decision.wording)


def answer_of_ruling(answers: Sequence[HasRuling], rulings: Mapping[str, str]) -> int | None:
    """The answer that rulings are, of a question or of its gap alone; None where they are none of these."""
    ruled = whole_questions(rulings)
    return next((n for n, one in enumerate(answers) if one.ruling and whole_questions(one.ruling) == ruled), None)


def answers_in_words(says: Sequence[str], given: str) -> list[int]:
    """The answers that are said by these words; holes of an answer that is not filled in stand for any."""
    asked = ("(.+)".join(map(re.escape, HOLE.split(one)[::2])) for one in says)
    return [number for number, pattern in enumerate(asked) if re.fullmatch(pattern, given)]


def answer_in_words(finding: Finding) -> str:
    """The answer that a finding was given on its page; empty where it was answered elsewhere, or not."""
    said = re.fullmatch(r"the answer “(.*)”", finding.where)
    return said[1] if said else ""


def given_answer(finding: Finding) -> int | None:
    """The answer of its page that a finding was given; None where none was, or one in other words. Of two whose holes
    let them say the same it is the one whose sentence is printed."""
    said, answers = answer_in_words(finding), finding.story.answers
    named = answers_in_words([one.says for one in answers], said) if said else []
    if len(named) > 1:
        named = [n for n in named if same_sentence(answers[n].wording) == same_sentence(finding.printed)]
    return named[0] if len(named) == 1 else None


def sentence_to_print(finding: Finding, rulings: Mapping[str, str] | None = None) -> str:
    """The sentence that goes with the answer that was given, or with that of rulings: the designer's, or else that of
    the answer; empty where it has none."""
    answers, given = finding.story.answers, given_answer(finding)
    meant = answer_of_ruling(answers, rulings) if rulings else given
    if finding.printed and (meant is None or given is None or meant == given):
        return finding.printed
    return answers[meant].wording if meant is not None else ""


def as_one_answer(finding: Finding, decision: Decision, place: str) -> Decision:
    """A decision whose words, ruling and sentence to print are of one answer: what it leaves out is that answer's.
    Refused (`UsageError`) where the words are one answer and the ruling is another or none that the finding offers, or
    where the sentence is that of an answer which it does not give."""
    answers = finding.story.answers
    named = answers_in_words([one.says for one in answers], decision.says)
    ruled = answer_of_ruling(answers, decision.ruling) if decision.ruling else None
    if named and decision.ruling and ruled not in named and any(answers[n].ruling for n in named):
        other = "another ruling" if ruled is None else f"{LETTERS[ruled]} as a ruling"
        message = f"finding {finding.id} is given answer {LETTERS[named[0]]} in words, and {other}"
        raise UsageError(message, place, "give one of the two")
    if len(named) > 1 and ruled is None and decision.state in DECIDED:
        letters = " and ".join(LETTERS[n] for n in named)
        raise UsageError(f"the words are those of answers {letters} of finding {finding.id}", place, "give its ruling")
    given = {ruled} if ruled is not None else set(named)
    printed = same_sentence(decision.wording)
    same = {n for n, one in enumerate(answers) if one.wording and same_sentence(one.wording) == printed}
    if same and not same & given:
        says = answers[min(same)].says
        message = f"the sentence to print of finding {finding.id} is that of answer {LETTERS[min(same)]}, “{says}”"
        raise UsageError(message, place, "give that answer, or write a sentence that says yours")
    if decision.state in DECIDED and len(given) == 1 and named:
        answer = answers[next(iter(given))]
        decision = replace(decision, ruling=decision.ruling or dict(answer.ruling or {}))
        if len(named) > 1 and not decision.wording:  # by its words the finding could not say later which it was
            instead, behind = decision.instead or answer.instead, decision.behind or answer.behind
            decision = replace(decision, wording=answer.wording, instead=instead, behind=behind)
    return decision


def text_with_decision(path: Path, decision: Decision, tried: Proposal | None) -> str:
    """The text of a finding's file with what was decided. `tried`: a ruling that was shown to settle it, and that the
    file does not have."""
    front, fence, prose = read_text(path, path.name).partition(f"\n{FENCE}\n")
    lines = front.split("\n")
    told: dict[str, str | list[str] | None] = {
        "state": decision.state, "printed": decision.wording or None, "instead": list(decision.instead) or None,
        "behind": decision.behind or None,
    }  # fmt: skip
    if decision.state in DECIDED:
        told |= {"by": decision.by, "where": where_of(decision), "source": decision.source}
    for key, value in told.items():
        _set(lines, key, value)
    if tried is not None:
        table = {"scope": tried.scope, "reading": dict(tried.reading), "ruling": dict(tried.rulings)}
        lines += ["", "[[settle]]", *(f"{key} = {toml_value(value)}" for key, value in table.items() if value)]
    return "\n".join(lines) + fence + prose


def text_without_decision(path: Path) -> str:
    """The text of a finding's file, once it is open again."""
    front, fence, prose = read_text(path, path.name).partition(f"\n{FENCE}\n")
    lines = front.split("\n")
    _set(lines, "state", STATES[0])
    for key in ("by", "where", "source", "printed", "instead", "behind"):
        _set(lines, key, None)
    return "\n".join(lines) + fence + prose


def _set(lines: list[str], key: str, value: str | list[str] | None) -> None:
    """Give a key of the front matter, which stands before its tables, a value; None takes it out."""
    given = [] if value is None else [f"{key} = {toml_value(value)}"]
    top = next((n for n, line in enumerate(lines) if line.startswith("[")), len(lines))
    for first in range(1, top):
        if lines[first].partition("=")[0].strip() == key:
            last = next(n for n in range(first + 1, top + 1) if _whole("\n".join(lines[first:n])))
            lines[first:last] = given
            return
    after = next(n for n in range(top, 0, -1) if lines[n - 1].strip())
    lines[after:after] = given


def _whole(text: str) -> bool:
    try:
        return bool(parse(text))
    except NotToml:
        return False
