"""Questions that a clause settles or a finding names, whether `check` looks for others, and which fields are places
and supplies, as `checks/RULESET/hunt.toml` says it.

in_check = 60
supplies = ["deck"]
places = { Card = "zone" }

[[settled]]
question = "stays-3fa2c1"
settled_by = "8.1d"
digest = "0f1e2d3c4b5a"

[[known]]
question = "order-57ae85"
finding = "015"
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.base.files.content import is_there
from ruleslawyer.base.files.toml import Table, read_toml
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.studies.hunt.listed import NOTHING_DECLARED, FieldDeclarations, is_place, is_stock
from ruleslawyer.studies.hunt.question import Question

if TYPE_CHECKING:
    from ruleslawyer.check.evidence.finding import Finding

FILE, IN_CHECK = "hunt.toml", "in_check"
KEYS = ("question", "settled_by", "digest")


@dataclass(frozen=True, slots=True)
class ClosedQuestion:
    """A question that is closed, and the clause that closes it. digest: of the clause; kept: whether the file has it,
    so that a change of the clause is told."""

    question: str
    by: str
    table: Table
    digest: str = ""
    kept: bool = False

    def expect_to_speak(self, question: Question) -> None:
        """The clause is one of those that speak of what meets there."""
        if self.by not in (*question.clauses, *question.around):
            spoken = ", ".join(question.clauses) or "none"
            raise self.table.wrong(
                f"{self.by} does not speak where {self.question} is asked",
                f"clauses of what meets there: {spoken}; where another one speaks, cite it in the rule", "settled_by",
            )  # fmt: skip


def load_answers(ruleset: LoadedRuleset) -> dict[str, ClosedQuestion]:
    """The answers that a project keeps, by question."""
    file = _file(ruleset)
    if file is None:
        return {}
    answers: dict[str, ClosedQuestion] = {}
    for number, table in enumerate(file.tables("settled")):
        table.expect_keys(KEYS, "what is settled")
        question, by = table.text("question"), table.text("settled_by")
        known = ruleset.register.citable_clauses if ruleset.register else None
        if known is not None and by not in known:
            raise table.wrong(f"there is no clause `{by}`", nearest(by, known), "settled_by")
        if question in answers:
            raise UsageError(f"{question} is settled twice", file.place("settled", number), "leave one out")
        digest = ruleset.register.digest_of(by) if ruleset.register else ""
        has_digest = "digest" in table.data
        if has_digest and table.text("digest") != digest:
            says = f"{by} says something else now than when it settled {question}"
            raise table.wrong(says, f'read it again; if it still settles that, digest = "{digest}"', "digest")
        answers[question] = ClosedQuestion(question, by, table, digest, has_digest)
    return answers


@dataclass(frozen=True, slots=True)
class QuestionTie:
    """A question that a finding names, by somebody who read both."""

    question: str
    finding: Finding
    table: Table

    def expect_to_speak(self, question: Question) -> None:
        """Somebody who read both said so."""
        if not finding_cites_question(self.finding, question):
            raise self.table.wrong(
                f"finding {self.finding.id} does not speak where {self.question} is asked",
                f"it is about {', '.join(self.finding.clauses)}, and none of these meets there", "finding",
            )  # fmt: skip


def finding_cites_question(finding: Finding, question: Question) -> bool:
    """Whether a finding is about a clause of what meets there."""
    return bool({*question.clauses, *question.around} & {*finding.clauses})


def load_ties(ruleset: LoadedRuleset) -> list[QuestionTie]:
    """The ties that a project declares, in the order of the file."""
    from ruleslawyer.check.evidence.finding import findings_of

    file = _file(ruleset)
    tables = file.tables("known") if file else []
    findings = {one.id: one for one in findings_of(ruleset) if not one.withdrawn} if tables else {}
    found: list[QuestionTie] = []
    for table in tables:
        table.expect_keys(("question", "finding"), "what is known")
        finding = table.text("finding")
        if finding not in findings:
            raise table.wrong(f"there is no finding `{finding}` that stands", nearest(finding, findings), "finding")
        found.append(QuestionTie(table.text("question"), findings[finding], table))
    return found


def states_in_check(ruleset: LoadedRuleset) -> int:
    """How many states of each kind `check` looks at, for questions that nobody asked; 0: it looks for none."""
    file = _file(ruleset)
    if file is None:
        return 0
    states = file.data.get(IN_CHECK, 0)
    if not isinstance(states, int) or isinstance(states, bool) or states < 0:
        raise file.wrong(f"`{IN_CHECK}` is a number of states", f"{IN_CHECK} = 60", IN_CHECK)
    return states


def load_declarations(ruleset: LoadedRuleset) -> FieldDeclarations:
    """The fields that are places and supplies, as a project declares them."""
    file = _file(ruleset)
    if file is None:
        return NOTHING_DECLARED
    fields = {field.name: field for field in ruleset.system.state.fields}
    places = file.names("places")
    table = file.table("places") if places else file
    for sort, name in places.items():
        may = [one for one, field in fields.items() if is_place(field, sort)]
        if sort not in ruleset.system.sorts:
            raise table.wrong(f"there is no sort `{sort}`", nearest(sort, ruleset.system.sorts), sort)
        if name not in may:
            mend = nearest(name, may) if may else "leave it out"
            raise table.wrong(f"`{name}` does not say where each {sort} is", mend, sort)
    if "supplies" not in file:
        return FieldDeclarations(places, None)
    stocks = [name for name, field in fields.items() if is_stock(field)]
    for number, name in enumerate(file.texts("supplies")):
        if name not in stocks:
            mend = nearest(name, stocks) if stocks else "leave it out"
            raise file.wrong(f"`{name}` is no number and no pile of the state", mend, "supplies", number)
    return FieldDeclarations(places, file.texts("supplies"))


def _file(ruleset: LoadedRuleset) -> Table | None:
    path = ruleset.root / "checks" / ruleset.name / FILE
    if not is_there(path):
        return None
    file = read_toml(path, f"checks/{ruleset.name}/{FILE}", shape='write [[settled]] with question = "…"')
    file.expect_keys((IN_CHECK, "supplies", "places", "settled", "known"), "the file")
    return file
