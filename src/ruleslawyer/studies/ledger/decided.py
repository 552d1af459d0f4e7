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

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.base.files.content import is_there
from ruleslawyer.base.files.toml import Table, read_toml
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.studies.ledger.line import APPARATUS, CLAUSE, DOUBT, INITIAL, KINDS, MODEL_ONLY, Line
from ruleslawyer.studies.ledger.silent import Silent

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
class Decided:
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


def ledger_of(ruleset: LoadedRuleset) -> tuple[list[Line], Decided]:
    """The lines of a ruleset, with who answers for them, and what its file says."""
    silent = Silent(ruleset)
    decided = load_decisions(ruleset, silent)
    return [decided.of(line) for line in silent.lines()], decided


def load_decisions(ruleset: LoadedRuleset, silent: Silent) -> Decided:
    """The answers to lines of the ledger, as the file has them. A line that is answered for twice is a `UsageError`."""
    path = ruleset.root / "checks" / ruleset.name / FILE
    found = Decided()
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


def _expect_bookkeeping(file: Table, number: int, name: str, silent: Silent) -> None:
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
