"""The clauses that answer for lines of the ledger, as a project says it in `checks/RULESET/ledger.toml`.

apparatus = ["to_be_dealt"]

[[decided]]
domain = ["play: in_hand(s, who, card)"]
clauses = ["4.2a"]

[[decided]]
helper = ["other"]
model_only = "a name; there are two players (1.1)"

[[decided]]
awaits = ["awaited: frozenset({s.turn})"]
doubt = "who_draws_first"
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import KW_ONLY, dataclass, field
from typing import TYPE_CHECKING, Annotated

from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.base.files.content import Json, is_there
from ruleslawyer.base.files.toml import Table, read_toml
from ruleslawyer.exploration.study import Study, StudyResult
from ruleslawyer.rulebook.declared import LONGEST, Option, Told
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.studies.ledger.line import APPARATUS, CLAUSE, DOUBT, INITIAL, KINDS, MODEL_ONLY, OPEN, STATUSES, Line
from ruleslawyer.studies.ledger.silent import SilenceScanner

if TYPE_CHECKING:
    from ruleslawyer.studies.ledger.decisive_plays import DecisivePlay


FILE = "ledger.toml"
_WHO = ("clauses", "model_only", "doubt")


@dataclass(frozen=True, slots=True)
class Answer:
    """One line that is named, and who answers for it; table, key, number: where that stands."""

    line: tuple[str, str]
    status: str
    clauses: tuple[str, ...]
    why: str
    table: Table
    number: int

    def of(self, line: Line) -> Line:
        return line.with_answer(self.status, self.clauses, self.why)


@dataclass(slots=True)
class LedgerAnswers:
    """The answers of a file. answers: by kind and name; apparatus: fields that are bookkeeping."""

    answers: dict[tuple[str, str], Answer] = field(default_factory=dict)
    apparatus: tuple[str, ...] = ()

    def of(self, line: Line) -> Line:
        """A line with who answers for it."""
        if (answer := self.answers.get((line.kind, line.name))) is not None:
            return answer.of(line)
        if line.kind == INITIAL and line.rule in self.apparatus:
            return line.with_answer(APPARATUS, why="declared as bookkeeping")
        return line

    def expect_lines(self, lines: Iterable[Line]) -> None:
        """Each line that is named is there: one whose text has changed is to be read again."""
        names: dict[str, list[str]] = {kind: [] for kind in KINDS}
        for line in lines:
            names[line.kind].append(line.name)
        for (kind, name), answer in self.answers.items():
            if name not in names[kind]:
                mend = nearest(name, names[kind]) if names[kind] else "leave it out"
                message = f"there is no line `{name}`: what it was about has changed, or is gone"
                raise answer.table.wrong(message, mend, kind, answer.number)


def ledger_of(ruleset: LoadedRuleset) -> tuple[list[Line], LedgerAnswers]:
    """The lines of a ruleset, with who answers for them, and what its file says."""
    silent = SilenceScanner(ruleset)
    decided = load_decisions(ruleset, silent)
    return [decided.of(line) for line in silent.lines()], decided


def load_decisions(ruleset: LoadedRuleset, silent: SilenceScanner) -> LedgerAnswers:
    """The answers to lines of the ledger, as the file has them. A line that is answered for twice is a `UsageError`."""
    path = ruleset.root / "checks" / ruleset.name / FILE
    found = LedgerAnswers()
    if not is_there(path):
        return found
    file = read_toml(path, f"checks/{ruleset.name}/{FILE}", shape="write [[decided]] with clauses = […]")
    file.expect_keys(("apparatus", "decided"), "the file")
    found.apparatus = file.texts("apparatus")
    for number, name in enumerate(found.apparatus):
        _expect_bookkeeping(file, number, name, silent)
    for table in file.tables("decided"):
        table.expect_keys((*KINDS, *_WHO), "what is decided")
        status, clauses, why = _who(table, ruleset)
        named = [(kind, number, name) for kind in KINDS for number, name in enumerate(table.texts(kind))]
        if not named:
            mend = f'{KINDS[0]} = ["…"]: `spec --ledger` has the names'
            raise table.wrong("no line is named", mend, *list(table.data)[:1])
        for kind, number, name in named:
            if (kind, name) in found.answers:
                raise UsageError(f"`{name}` is answered for twice", table.place(kind, number), "leave one out")
            found.answers[kind, name] = Answer((kind, name), status, clauses, why, table, number)
    return found


def _expect_bookkeeping(file: Table, number: int, name: str, silent: SilenceScanner) -> None:
    fields = [field.name for field in silent.system.state.fields]
    if name not in fields:
        raise file.wrong(f"the state has no field `{name}`", nearest(name, fields), "apparatus", number)
    reader = silent.read_by_clauses.get(name)
    if reader is not None:
        about = f"`{name}` is no bookkeeping: {reader.name} ({', '.join(reader.cites)}) reads it"
        raise file.wrong(about, "leave it out, and say which clause its first value follows from", "apparatus", number)


def _who(table: Table, ruleset: LoadedRuleset) -> tuple[str, tuple[str, ...], str]:
    given = [key for key in _WHO if key in table]
    if len(given) != 1:
        mend = 'clauses = ["1.1"], model_only = "a reason" or doubt = "a question"'
        raise table.wrong("one thing answers for a line: " + ", ".join(_WHO), mend, *given[1:2])
    match given[0]:
        case "clauses":
            register = ruleset.register
            known: Collection[str] = register.citable_clauses if register else ()
            for number, clause in enumerate(table.texts("clauses")):
                if register and clause not in known:
                    raise table.wrong(f"there is no clause `{clause}`", nearest(clause, known), "clauses", number)
            if not table.texts("clauses"):
                raise table.wrong("no clause is named", 'clauses = ["1.1"]', "clauses")
            return CLAUSE, table.texts("clauses"), ""
        case "doubt":
            name = table.one_of("doubt", ruleset.system.questions)
            return DOUBT, ruleset.system.questions[name].origin.cites, name
    return MODEL_ONLY, (), table.text("model_only")


EACH, SCOPES = 80, 4
"""States of one scope in which a line is asked, and scopes: to make rules anew takes half a second."""


@dataclass
class LedgerResult(StudyResult):
    """decides: by kind and name where a line alone decides. tried: lines for which that was looked for."""

    ruleset: str
    lines: list[Line]
    decides: dict[tuple[str, str], DecisivePlay] = field(default_factory=dict)
    tried: set[tuple[str, str]] = field(default_factory=set)

    @property
    def open(self) -> list[Line]:
        """The lines that nobody answers for, first those that are seen to decide."""
        found = (line for line in self.lines if line.status == OPEN)
        return sorted(found, key=lambda line: (line.kind, line.name) not in self.decides)

    def counts(self) -> dict[str, dict[str, int]]:
        """How many lines there are of each kind, by who answers for them."""
        found = Counter((line.kind, line.status) for line in self.lines)
        return {kind: {status: found[kind, status] for status in STATUSES} for kind in KINDS}

    def document(self) -> Json:
        """The result as JSON, for scripts."""
        return {
            "ruleset": self.ruleset,
            "complete": not self.stopped,
            "stopped": self.stopped or None,
            "open": len(self.open),
            "counts": self.counts(),
            "lines": [{**line.json(), "play": self._play(line)} for line in self.lines],
            "seconds": round(self.seconds, 3),
        }

    def _play(self, line: Line) -> Json | None:
        found = self.decides.get((line.kind, line.name))
        return {"scope": found.scope, "play": list(found.play), "says": found.says} if found else None


@dataclass(frozen=True)
class Ledger(Told["LedgerResult"]):
    """List what the model decides and no clause says, and what answers for it.

    Lines are the conditions of domains, whose decision it is, when fields are
    forgotten, conditions behind which nothing is done, numbers that are cut off,
    procedures that open together, first values and helpers; and numbers of
    players for which the register has no number. A line is answered
    for by a clause, by a doubt that is asked there, or by the model alone, with a
    reason; what stands around it is seen, and checks/RULESET/ledger.toml says the
    rest (docs/howto/ledger.md). That two duties are due together, and nothing says
    which comes first, is a gap that explorations meet.
    Exit code 1 where a line is open.

    With --minutes the shortest play is looked for in which an open line alone
    decides: without it something else could be chosen, or would come of it.

    Examples:

      ruleslawyer spec daemons --ledger

      ruleslawyer spec daemons --ledger --minutes 1 --kind domain

      ruleslawyer spec mnemonic --ledger --json
    """

    _: KW_ONLY
    minutes: Annotated[
        float | None, Option("Look for plays in which lines decide, for so long.", min=0.01, max=LONGEST)
    ] = None

    def __call__(self, ruleset: LoadedRuleset, /) -> LedgerResult:

        lines, decided = ledger_of(ruleset)
        decided.expect_lines(lines)
        found = LedgerResult(ruleset.name, lines)
        if self.minutes is None:
            return found
        study = Study.of_minutes(self.minutes, self.progress)
        return study.run(found, _DecisivePlaySearch(ruleset, study, found).lines)


class _DecisivePlaySearch:
    def __init__(self, ruleset: LoadedRuleset, study: Study, found: LedgerResult) -> None:
        self.ruleset, self.study, self.found = ruleset, study, found

    def lines(self) -> None:
        """The lines in whose place another thing could stand, what is open first."""
        from ruleslawyer.studies.hunt.spots import Spot, Spots
        from ruleslawyer.studies.ledger.decisive_plays import find_decisive_play

        near = Spots(self.ruleset, 0, EACH)
        near.scopes = near.scopes[:SCOPES]
        spots: dict[str, list[Spot]] = {}
        for spot in near.of_scopes():
            self.study.expect_time()
            spots.setdefault(spot.where, []).append(spot)
        wanted = [line for line in self.found.lines if line.others]
        wanted.sort(key=lambda line: line.status != OPEN)
        for number, line in enumerate(wanted):
            self.study.expect_time()
            self.study.tell(f"{number + 1} of {len(wanted)} lines, {len(self.found.decides)} decide")
            self.found.tried.add((line.kind, line.name))
            one = find_decisive_play(self.ruleset.system, line, spots)
            if one is not None:
                self.found.decides[line.kind, line.name] = one
