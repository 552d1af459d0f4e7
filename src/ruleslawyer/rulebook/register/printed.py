"""A rulebook as it is printed, from text, Markdown or PDF: its lines."""

from __future__ import annotations

import logging
import re
from collections import Counter
from io import BytesIO
from pathlib import Path

from ruleslawyer.base.diagnostics import UsageError, source_lines
from ruleslawyer.base.files.content import content

PDF = ".pdf"
_LARGEST = 10_000_000
_LARGEST_PDF = 100_000_000
_MOST_LINES = 100_000
_ON_EACH_PAGE = 0.6
"""A line on so many of the pages is printed above or below each of them, and belongs to none."""
_EDGE = 2
"""So many lines at its top, and at its foot, may be printed on each page."""
_PAGE = re.compile(r"[-–\s]*\d{1,4}[-–\s]*")
"""The number of a page, alone on its line."""


def printed_lines(path: Path) -> list[str]:
    """The lines of a rulebook; a mistake is a UsageError."""
    pdf = path.suffix.lower() == PDF
    largest = _LARGEST_PDF if pdf else _LARGEST
    try:
        if path.stat().st_size > largest:
            raise UsageError(f"this file is larger than {largest // 1_000_000} MB", path.name, "split the rulebook")
        text = "\n".join(_of_pdf(path)) if pdf else content(path).decode("utf-8-sig")
    except OSError as error:
        reason = "this is a folder" if path.is_dir() else "there is no such file"
        raise UsageError(reason, path.name, "name the file with the rulebook's text") from error
    except UnicodeDecodeError as error:
        mend = "save it as UTF-8 text, as Markdown or as PDF"
        raise UsageError("this file is not UTF-8 text", path.name, mend) from error
    if "\x00" in text:
        raise UsageError("this file is not text", path.name, "save the rulebook as UTF-8 text, as Markdown or as PDF")
    if not text.strip():
        raise UsageError("this file is empty", path.name, "name the file with the rulebook's text")
    texts = source_lines(text)
    if len(texts) > _MOST_LINES:
        raise UsageError(f"this file has more than {_MOST_LINES} lines", path.name, "split the rulebook")
    return texts


def _of_pdf(path: Path) -> list[str]:
    """The lines of all pages, without what is printed on each of them."""
    pages = [[line.strip() for line in text.replace("\x00", "").splitlines()] for text in _pages(path)]
    if not any(line for page in pages for line in page):
        mend = "have a program recognize the letters (OCR), or type the rules as text or Markdown"
        raise UsageError("this PDF has no text: its pages are pictures", path.name, mend)
    often = Counter(line for page in pages for line in _edges(page))
    running = {line for line, number in often.items() if len(pages) > 2 and number >= _ON_EACH_PAGE * len(pages)}
    return [line for page in pages for line in page if line not in running and not _PAGE.fullmatch(line)]


def _edges(page: list[str]) -> set[str]:
    """The lines at the top and at the foot of a page."""
    lines = [line for line in page if line]
    return {*lines[:_EDGE], *lines[-_EDGE:]}


def _pages(path: Path) -> list[str]:
    """The text of each page, as `pypdf` reads it."""
    try:
        from pypdf import PdfReader  # an extra
    except ImportError as error:
        mend = "pip install 'ruleslawyer[pdf]', or save the rulebook as text or Markdown"
        raise UsageError("a PDF is read by pypdf, which is not installed", path.name, mend) from error
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # what it repairs by itself concerns nobody here
    data = BytesIO(content(path))
    try:
        reader = PdfReader(data)
        if reader.is_encrypted and not reader.decrypt(""):
            raise UsageError("this PDF asks for a password", path.name, "save it without one, or as text")
        return [page.extract_text() for page in reader.pages]
    except UsageError:
        raise
    except Exception as error:  # a broken file may fail in any part of a reader
        mend = "save it anew from the program that made it, or as text or Markdown"
        raise UsageError("this PDF cannot be read: it is damaged", path.name, mend) from error
