"""The index for the search of the site: a script with one list, since a page from a file may fetch nothing.

A finding is also found by what the words of the game in it mean, as the register says it: who looks for a creature
finds a Daemon. The words are ranked in the browser, by MiniSearch (`assets/minisearch.js`): how often they come up, in
how few entries, and whether in a title. `assets/search.js` says what counts as the same word, and that an entry with
more of what is asked stands before one with less.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruleslawyer.base.files.content import Json
from ruleslawyer.check.evidence.finding import WITHDRAWN
from ruleslawyer.report.chapters import HOST, chapters
from ruleslawyer.report.finding_layout import KINDS, story_of
from ruleslawyer.report.game_words import words_in
from ruleslawyer.report.visible import spoken, visible


def entries(found: Json) -> list[list[str]]:
    """The entries that can be found: kind, id, title, further words, page, and the rulebook."""
    return [entry for r in found["rulesets"] for entry in search_entries(r)]


def search_entries(r: Json) -> list[list[str]]:
    """The entries that can be found of one rulebook."""
    return [[visible(text) for text in (*entry, r["title"])] for entry in _of(r)]


def _of(r: Json) -> Iterator[list[str]]:
    folder = r["id"]
    for f in r["findings"]:
        story, kind = story_of(f), "withdrawn finding" if f["state"] == WITHDRAWN else "finding"
        told = (story["crux"], story["ask"], *(answer["says"] for answer in story["answers"]))
        words = (
            *("".join(piece["text"] for piece in one) for one in told),
            story["wording"],
            KINDS.get(f["kind"], f["kind"]),
            f["severity"],
            f["state"],
            *(c["id"] for c in f["clauses"]),
        )
        words += tuple(word["means"] for word in words_in(r, f"{f['title']} {words[0]}", most=None))
        yield [kind, f["id"], f["title"], " ".join(words), f"{folder}/finding-{f['id']}.html"]
    for chapter in chapters(r):
        yield ["chapter", chapter["number"], chapter["title"], "", f"{folder}/{chapter['file']}"]
        for line in chapter["lines"]:
            for c in line["clauses"]:
                yield ["clause", c["id"], c["says"], spoken(c["kind"]), f"{folder}/{chapter['file']}#c-{c['id']}"]
    for c in r["register"]["host"] if r["register"] else ():
        yield ["clause", c["id"], c["says"], "assumed", f"{folder}/{HOST}#c-{c['id']}"]
    for c in r["checks"]:
        yield ["property", "", spoken(c["property"]), c["says"], f"{folder}/proofs.html#p-{c['property']}"]
