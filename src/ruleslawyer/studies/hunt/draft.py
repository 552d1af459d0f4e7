"""A doubt and a finding, drafted from a question: what is known is filled in, the prose is a person's."""

from __future__ import annotations

from pathlib import Path

from ruleslawyer.base.files.content import toml_value, write_whole
from ruleslawyer.check.evidence.draft import expect_new, page, slug
from ruleslawyer.check.evidence.finding import next_id
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.studies.hunt.question import Question


def draft_finding(ruleset: LoadedRuleset, question: Question, known: list[str]) -> tuple[Path, str]:
    """The file of the finding, which is written and never overwrites, and the doubt, to be put into the model."""
    folder, id_ = ruleset.config.findings, next_id(known)
    path = folder / f"{id_}-{question.id}.md"
    expect_new(path)
    clauses = list(question.clauses)
    evidence = ["[[evidence]]", 'ask = "text"', f"about = {toml_value({'clauses': clauses})}"]
    text = page(id_, question.asks, "gap", "medium", clauses, [], evidence)
    write_whole(path, text)
    return path, _doubt(ruleset, question)


def _doubt(ruleset: LoadedRuleset, question: Question) -> str:
    name = slug(question.id).replace("-", "_")
    words = [repr(one) for one in (question.asks, *question.clauses)]
    options = f"as_now=yes({question.model!r}, default=True), otherwise=no({question.otherwise!r})"
    return f"{name} = {ruleset.name}.doubt({', '.join(words)}, {options})"
