"""The next edition as a document for word processors (`.docx`): the whole text, with what goes and comes as tracked
changes, which an editor accepts or rejects one by one, and what is to be decided as comments."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.report.edition.edition import COMES, GOES, STAYS, Edition, Line, Piece

if TYPE_CHECKING:
    from docx.oxml.xmlchemy import BaseOxmlElement
    from docx.text.paragraph import Paragraph

_HEADING = re.compile(r"\s*(#+)\s+(.*)")
_CONTROL = re.compile(r"[^\t\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Signs that XML has no way to write."""


def document(edition: Edition) -> bytes:
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
