"""Drafting a finding: the front matter filled in from what was met, the prose left to a person under headings."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.base.files.content import toml_value
from ruleslawyer.check.evidence.finding import FENCE, Finding, ids_in, next_id
from ruleslawyer.check.evidence.wording import TO_SAY, draft_lines, missing_story
from ruleslawyer.ir.rules import OF_PLAYS
from ruleslawyer.ir.system import Norm, Question, System
from ruleslawyer.rulebook.claims.result import DeadlockResult, EventResult
from ruleslawyer.rulebook.claims.verdict import Verdict, Word
from ruleslawyer.semantics.trace import Trace

_KIND = {
    "contradiction": "contradiction", "place": "contradiction", "gap": "gap", "unresolved": "gap", "unspoken": "gap",
    "unending": "non-termination", "loop": "non-termination", "idle": "non-termination", "violation": "loophole",
}  # fmt: skip
_MEANT: tuple[tuple[str, Mapping[str, str]], ...] = (
    ("Yes, and a sentence is missing that makes it so", {}), ("No, it may be as the play shows it", {}),
)  # fmt: skip
"""The answers to what a property promises and the rules do not keep."""
_PROSE = (
    "".join(f"\n## {heading}\n\n{told}\n" for heading, told in TO_SAY.items())
    + """
## The shortest play

The report recomputes it from the evidence above.
"""
)
_TOLD = """
# The page opens with these: what happens, the question, and two answers or more, each with its sentence to print.
# crux = ""
# ask = ""

# [[answer]]
# says = ""
# then = ""
# wording = ""
"""


@dataclass(frozen=True, slots=True)
class Sketch:
    """The front matter of a finding about something that was met. about: what its query names; actions: of its play.

    Those that `explore` met are kept by the text of files, so that a draft does not wait until the rules are read."""

    title: str
    kind: str
    severity: str
    clauses: tuple[str, ...]
    questions: tuple[str, ...]
    ask: str
    about: Mapping[str, object]
    actions: int | None
    asks: str = ""
    answers: tuple[tuple[str, Mapping[str, str]], ...] = ()
    """Where no clause answers a question of the model: its text, and the readings, each with its ruling. Of a property:
    whether it is meant."""
    word: Word = "VIOLATED"
    """The verdict, where the query asks for one."""

    @property
    def expect(self) -> Mapping[str, object]:
        """The answer that the query should have, as far as it is not the usual."""
        word = {} if self.word == "VIOLATED" else {"word": self.word}
        return word if self.actions is None else {**word, "actions": self.actions}


def the_one(met: int | str, found: Collection[Sketch], scope: str) -> Sketch:
    """The sketch of an event or a deadlock, by its number from 1, or of a property, by its name. One that
    is not there is a `UsageError`."""
    listed = [one for one in found if one.ask != "verdict"]
    failed = {str(one.about["property"]): one for one in found if one.ask == "verdict"}
    if isinstance(met, str) and not met.isdecimal():
        if met not in failed:
            what = f"no property `{met[:60]}` is VIOLATED or VACUOUS in scope `{scope}`"
            raise UsageError(what, None, nearest(met, failed))
        return failed[met]
    if not 1 <= int(met) <= len(listed):
        raise UsageError(f"there is no event {met}", None, f"`explore` lists {len(listed)}")
    return listed[int(met) - 1]


def draft(folder: Path, sketch: Sketch, scope: str, reading: Mapping[str, str]) -> tuple[Path, str]:
    """A new finding about what was met in a scope under a reading: the file that it would be, and what it says."""
    path, text = draft_finding(folder, next_id(ids_in(folder)), sketch, scope, reading)
    expect_new(path)
    return path, text


def at_home(path: Path, root: Path) -> str:
    """A finding's file as it is shown: from the project's root, or by its name where it lies elsewhere."""
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else path.name


def expect_new(path: Path) -> None:
    """Nothing is overwritten. A file that exists is a `UsageError`."""
    if path.exists():
        raise UsageError("this file exists already", "/".join(path.parts[-3:]))


def draft_finding(
    folder: Path, id_: str, sketch: Sketch, scope: str, reading: Mapping[str, str]
) -> tuple[Path, str]:  # fmt: skip
    """The file of a new finding, and what it says."""
    evidence = [
        "[[evidence]]",
        f"scope = {toml_value(scope)}",
        f"reading = {toml_value(dict(reading))}",
        f"ask = {toml_value(sketch.ask)}",
        f"about = {toml_value(sketch.about)}",
        *([f"expect = {toml_value(sketch.expect)}"] if sketch.expect else []),
    ]
    told = _opening(sketch)
    text = page(id_, sketch.title, sketch.kind, sketch.severity, sketch.clauses, list(sketch.questions), evidence, told)
    return folder / f"{id_}-{slug(sketch.title)}.md", text


def _opening(sketch: Sketch) -> str:
    """The keys that the page opens with: the question and its answers where the model has them, and what to fill in."""
    if not sketch.asks:
        return _TOLD
    answers = "".join(
        f'\n[[answer]]\nsays = {toml_value(says)}\n# then = ""\n# wording = ""\n'
        + (f"ruling = {toml_value(dict(ruling))}\n" if ruling else "")
        for says, ruling in sketch.answers
    )
    if len(sketch.answers) == 1:  # one alone is no choice: the other is for a person to say
        answers = re.sub(r"(?m)^(?=[^#\n])", "# ", answers)
    head, _, _ = _TOLD.partition("\n# [[answer]]")
    return head.replace('# ask = ""', f"ask = {toml_value(_sentence(sketch.asks))}") + answers


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def page(
    id_: str, title: str, kind: str, severity: str, clauses: Iterable[str], questions: list[str], evidence: list[str],
    told: str = _TOLD,
) -> str:  # fmt: skip
    """The text of a new finding's file. evidence: its lines. told: what the page opens with."""
    lines = [
        FENCE,
        f"id = {toml_value(id_)}",
        f"title = {toml_value(title)}",
        f"kind = {toml_value(kind)}",
        f"severity = {toml_value(severity)}",
        'state = "open"',
        f"clauses = {toml_value(list(clauses))}",
        f"questions = {toml_value(questions)}",
        told,
        *evidence,
        FENCE,
    ]
    return "\n".join(lines) + "\n" + _PROSE


def unwritten(finding: Finding) -> tuple[str, ...]:
    """The headings of `draft_lines`, then what the page of the finding lacks besides; nothing where none is."""
    left = tuple(f"“{heading}”" for heading, _ in draft_lines(finding))
    lacking = missing_story(finding)
    return (*left, *([f"{', '.join(lacking)} in the front matter"] if lacking else ())) if left else ()


def sketch(met: EventResult | DeadlockResult | Verdict, system: System) -> Sketch:
    """A finding about what was met, without its prose."""
    actions = None if met.trace is None else met.trace.length
    if isinstance(met, DeadlockResult):
        unspoken, forbidden = list(met.unspoken), list(dict.fromkeys(n for _, n in met.forbidden))
        about: dict[str, object] = {"unspoken": unspoken} if unspoken or not forbidden else {}
        if forbidden:
            about["forbidden"] = forbidden
        clauses = _stopping_clauses(met, system) or _last_clauses(met.trace)
        return Sketch(
            "nobody may act, and the game is not over", "gap", "high", clauses, (), "deadlock", about, actions
        )  # fmt: skip
    if isinstance(met, Verdict):
        return _of_verdict(met, system)
    event = met.event
    about = {"kind": event.kind, "subject": event.subject}
    if event.pair and event.kind == "contradiction":
        about["pair"] = list(event.pair)
    questions = (event.choice,) if event.choice and ":" not in event.choice else ()
    clauses = tuple(dict.fromkeys(event.cites)) or _last_clauses(met.trace)
    kind = _KIND.get(event.kind, "ambiguity")
    asked = system.questions.get(event.subject) if event.kind == "gap" else None
    return Sketch(
        event.title, kind, "medium", clauses, questions, "event", about, actions,
        asked.text if asked else "", _answers(asked),
    )  # fmt: skip


def _of_verdict(met: Verdict, system: System) -> Sketch:
    """A sketch of a promise that is not kept, or never comes up: whether that is meant is for the designer to say."""
    check = system.properties.get(met.name)
    promised, title = check.function.doc if check else "", met.name.replace("_", " ")
    if met.word == "VACUOUS":
        kind, how, asks = "dead-rule", "it never comes up", "Should what it speaks of come up?"
    else:
        kind = "non-termination" if check and check.kind in OF_PLAYS else "loophole"
        how, asks = "it is not so", "Is that meant?"
    actions = None if met.trace is None else met.trace.length
    return Sketch(
        f"{title}: {how}", kind, "medium", met.cites, (), "verdict", {"property": met.name}, actions,
        f"“{' '.join(promised.split())}” {asks}", _MEANT, met.word,
    )  # fmt: skip


def _answers(asked: Question | None) -> tuple[tuple[str, Mapping[str, str]], ...]:
    """The readings of a question that nothing answers; a ruling is for the gap alone where clauses answer elsewhere."""
    options = asked.options if asked else ()
    key = f"{asked.name}?" if asked and any(o.kind == "answer" for o in options) else asked.name if asked else ""
    return tuple((_sentence(o.label), {key: o.name}) for o in options if o.kind == "reading")


def _stopping_clauses(met: DeadlockResult, system: System) -> tuple[str, ...]:
    """The clauses that forbid what is forbidden, and those of the actions of which nothing is said; where nobody is
    awaited, those by which players are out."""
    forbidding = [
        norm.origin.cites for action, name in met.forbidden for norm in _norms(system, action) if norm.name == name
    ]
    silent = [system.actions[name].origin.cites for name in met.unspoken if name in system.actions]
    out = [system.out.origin.cites, _last_clauses(met.trace)] if met.nobody and system.out else []
    return tuple(dict.fromkeys(cite for cites in (*forbidding, *silent, *out) for cite in cites))


def _norms(system: System, action: str) -> tuple[Norm, ...]:
    found = system.actions.get(action)
    return found.every_norm if found else ()


def _last_clauses(trace: Trace) -> tuple[str, ...]:
    """The clauses behind the last thing that happened, where what is wrong cites none."""
    last = trace.steps[-1] if trace.steps else trace.start
    return tuple(dict.fromkeys((*last.clauses, *(c for s in last.substeps for c in s.cites))))


def slug(title: str) -> str:
    """A title as the name of a file."""
    words = re.findall(r"[a-z0-9]+", title.lower())
    return "-".join(words)[:60].strip("-") or "unnamed"
