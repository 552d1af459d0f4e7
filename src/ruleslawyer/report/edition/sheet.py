"""The edition sheet: old sentence, new sentence, findings, place; as a page to print, in Markdown, as a diff, and as a
document for word processors (`.docx`): the whole text, with what goes and comes as tracked changes, which an editor
accepts or rejects one by one, and what is to be decided as comments.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import expect_writable, write_bytes_together
from ruleslawyer.check.evidence.decided import answer_in_words
from ruleslawyer.check.evidence.finding import Finding
from ruleslawyer.report.edition.edition import COMES, GOES, STAYS, Edition, Line, Piece, Row
from ruleslawyer.report.rendering import environment
from ruleslawyer.report.sheets import markdown_text

if TYPE_CHECKING:
    from docx.oxml.xmlchemy import BaseOxmlElement
    from docx.text.paragraph import Paragraph

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


# --- tracked changes --------------------------------------------------------------------------------------------------


_HEADING = re.compile(r"\s*(#+)\s+(.*)")
_CONTROL = re.compile(r"[^\t\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Signs that XML has no way to write."""


def tracked_changes(edition: Edition) -> bytes:
    """The document. A `UsageError` where python-docx is not installed."""
    try:
        from docx import Document  # an extra
    except ImportError as error:
        mend = "pip install 'ruleslawyer[edition]'"
        raise UsageError("tracked changes are written by python-docx, which is not installed", None, mend) from error
    made, number, at = Document(), 0, 0
    made.core_properties.title = f"{edition.title}: the next edition"
    doubts = {row.at.parts[0][0]: (row.findings, row.doubts) for row in edition.rows if row.doubts}
    for line in edition.lines:
        number += not line.comes
        if not line.old.strip() and not line.differs:
            continue
        paragraph = made.add_paragraph(style=_style(line, number in edition.old.headings))
        at = _fill(paragraph, line, at)
        if not line.comes and number in doubts and paragraph.runs:
            some, asked = doubts[number]
            made.add_comment(paragraph.runs[0], "\n".join(asked), author=_author([f.id for f in some]), initials="?")
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def _style(line: Line, heading: bool) -> str | None:
    """The style of a paragraph: a heading's level is told by its signs, where it has some."""
    marked = _HEADING.match(line.old)
    level = min(len(marked[1]), 9) if marked else 2 if heading and not line.comes else 0
    return f"Heading {level}" if level else None


def _fill(paragraph: Paragraph, line: Line, at: int) -> int:
    """Write a line into a paragraph; gives the number of the last change. The mark of a paragraph that comes or goes
    whole comes or goes with it."""
    from docx.oxml import OxmlElement

    for piece in line.pieces:
        run = paragraph.add_run(_CONTROL.sub("", piece.text))
        if piece.kind in (COMES, GOES):
            at += 1
            change = _change(piece, at)
            run._r.addprevious(change)
            change.append(run._r)
            if piece.kind == GOES:
                for text in run._r.t_lst:
                    gone = OxmlElement("w:delText")
                    gone.text = text.text
                    gone.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
                    run._r.replace(text, gone)
    if line.comes or line.goes:
        at += 1
        mark = OxmlElement("w:rPr")
        mark.append(_change(next(one for one in line.pieces if one.kind != STAYS), at))
        paragraph._p.get_or_add_pPr().append(mark)
    return at


def _change(piece: Piece, number: int) -> BaseOxmlElement:
    """The element of a tracked change, by the finding whose answer it is."""
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    found = OxmlElement("w:ins" if piece.kind == COMES else "w:del")
    found.set(qn("w:id"), str(number))
    found.set(qn("w:author"), _author(piece.why))
    return found


def _author(findings: list[str] | tuple[str, ...]) -> str:
    return f"finding {', '.join(findings)}"


# --- the files --------------------------------------------------------------------------------------------------------


def write_edition(edition: Edition, folder: Path, source: Path) -> tuple[Path, ...]:
    """Write the sheet of an edition into a folder (created if need be), each time anew: as a page, in Markdown, as a
    diff, with tracked changes, as errata, and the new text under the name of the old one. source: the folder with that.
    Gives the files. A `UsageError` where the folder is the source's, or cannot be written."""
    if folder.resolve() == source.resolve():
        raise UsageError("the new text would stand in place of the old one", "--output", "name another folder")
    expect_writable(folder / "edition.html", "--output")
    texts = {
        "edition.html": page(edition), "edition.md": markdown(edition), "edition.diff": diff(edition),
        "errata.html": errata(edition), edition.source: "\n".join(edition.text),
    }  # fmt: skip
    files = {name: text.encode() for name, text in texts.items()} | {"edition.docx": tracked_changes(edition)}
    write_bytes_together({folder / name: content for name, content in files.items()})
    return tuple(folder / name for name in files)
