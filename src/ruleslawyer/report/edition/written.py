"""The files of a next edition, which appear together or not at all."""

from __future__ import annotations

from pathlib import Path

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import expect_writable, write_bytes_together
from ruleslawyer.report.edition.edition import Edition
from ruleslawyer.report.edition.sheet import diff, errata, markdown, page
from ruleslawyer.report.edition.tracked import document


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
    files = {name: text.encode() for name, text in texts.items()} | {"edition.docx": document(edition)}
    write_bytes_together({folder / name: content for name, content in files.items()})
    return tuple(folder / name for name in files)
