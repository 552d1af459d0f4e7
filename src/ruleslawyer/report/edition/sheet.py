"""The edition sheet: old sentence, new sentence, findings, place; as a page to print, in Markdown, and as a diff."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import unified_diff

from ruleslawyer.check.evidence.decided import answer_in_words
from ruleslawyer.check.evidence.finding import Finding
from ruleslawyer.report.edition.edition import Edition, Row
from ruleslawyer.report.sheets import markdown_text
from ruleslawyer.report.site import environment

WORDS = 6
"""Words of a sentence by which it is found in the book, from its beginning and its end."""


def page(edition: Edition) -> str:
    """The sheet as a page that stands alone."""
    told = {"edition": edition, "where": _where, "reason": reason, "errata": False}
    return environment().get_template("edition.html").render(told)


def errata(edition: Edition) -> str:
    """The sheet for players, on cards of A6: what is otherwise in their copy of the book."""
    entries = [entry for row in edition.rows for entry in _entries(edition, row)]
    return environment().get_template("errata.html").render(edition=edition, entries=entries)


def markdown(edition: Edition) -> str:
    """The sheet in Markdown."""
    parts = [f"# {markdown_text(edition.title)}: the next edition", "", f"{_summary(edition)}", ""]
    for row in edition.rows:
        parts += [f"## {markdown_text(_where(edition, row))}", ""]
        parts += [f"**{'Goes' if row.goes else 'Stays'}:** {markdown_text(row.at.text)}", ""]
        parts += [f"**Comes:** {markdown_text(text)}\n" for text, _ in row.added]
        parts += [f"- {markdown_text(reason(f))}" for f in row.findings]
        parts += [f"- **To decide:** {markdown_text(doubt)}" for doubt in row.doubts]
        parts += [""]
    if edition.nowhere:
        parts += ["## Where the book has no sentence yet", ""]
        parts += [f"- **{markdown_text(one.prints)}** {markdown_text(reason(one.finding))}" for one in edition.nowhere]
        parts += [""]
    if edition.silent:
        parts += ["## Answered, and nothing is printed", ""]
        parts += [f"- {markdown_text(reason(f))}" for f in edition.silent] + [""]
    return "\n".join(parts)


def diff(edition: Edition) -> str:
    """The differences of the text, as `diff -u` writes them."""
    names = edition.source, f"{edition.source}, the next edition"
    return "".join(f"{line}\n" for line in unified_diff(edition.old.lines, edition.text, *names, lineterm=""))


def reason(finding: Finding) -> str:
    """The reason of a change: the finding, and the answer that was given."""
    answer = answer_in_words(finding) or finding.where
    return f"{finding.id} {finding.title}: {answer}"


def _summary(edition: Edition) -> str:
    goes = sum(row.goes for row in edition.rows)
    comes = sum(len(row.added) for row in edition.rows)
    asks = f" {edition.asks} to decide." if edition.asks else ""
    return f"Sentences that go: {goes}. Sentences that come: {comes}. Findings answered: {edition.answers}.{asks}"


def _where(edition: Edition, row: Row) -> str:
    heading = edition.old.heading_over(row.at.line)
    return f"{heading}, line {row.at.line}" if heading else f"Line {row.at.line}"


def _entries(edition: Edition, row: Row) -> Iterator[dict[str, str]]:
    """A row as players read it: which sentence of their copy, and what is to be read."""
    new = " ".join(text for text, _ in row.added)
    how = ("Instead of", "read") if row.goes and new else ("Strike", "") if row.goes else ("After", "add")
    how = ("Before", "add") if row.at.leads_in and not row.goes else ("Below", "add") if row.at.heading else how
    if new or row.goes:
        heading = edition.old.heading_over(row.at.line)
        yield {"heading": heading, "how": how[0], "old": _short(row.at.text), "then": how[1], "new": new}


def _short(sentence: str) -> str:
    """A sentence by its first words and its last ones."""
    words = sentence.split()
    return sentence if len(words) <= 2 * WORDS else f"{' '.join(words[:WORDS])} … {' '.join(words[-WORDS:])}"
