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
from ruleslawyer.report.visible import visible
from ruleslawyer.rulebook.table.words import spoken


def search_entries(r: Json, folder: str | None = None) -> list[str | list[list[str]]]:
    """The rulebook, the way to its folder, and its entries that can be found: kind, id, title, further words, page."""
    return [
        visible(r["title"]), f"{r['id']}/" if folder is None else folder, [list(map(visible, one)) for one in _of(r)]
    ]  # fmt: skip


def _of(r: Json) -> Iterator[list[str]]:
    for f in r["findings"]:
        story, kind = story_of(f), "withdrawn finding" if f["state"] == WITHDRAWN else "finding"
        told = (story["crux"], story["ask"], *(answer["says"] for answer in story["answers"]))
        words = (
            *("".join(piece["text"] for piece in one) for one in told),
            *(answer["wording"] for answer in story["answers"]),
            KINDS.get(f["kind"], f["kind"]),
            f["severity"],
            f["state"],
            *(c["id"] for c in f["clauses"]),
        )
        words += tuple(word["means"] for word in words_in(r, f"{f['title']} {words[0]}", most=None))
        yield [kind, f["id"], f["title"], " ".join(words), f"finding-{f['id']}.html"]
    for chapter in chapters(r):
        yield ["chapter", chapter["number"], chapter["title"], "", chapter["file"]]
        for line in chapter["lines"]:
            for c in line["clauses"]:
                beside = (one["says"] for one in line["clauses"] if one is not c)
                means = (word["means"] for word in words_in(r, c["says"], most=None))
                more = " ".join((spoken(c["kind"]), chapter["title"], *beside, *means))
                yield ["clause", c["id"], c["says"], more, f"{chapter['file']}#c-{c['id']}"]
    for c in r["register"]["host"] if r["register"] else ():
        yield ["clause", c["id"], c["says"], "assumed", f"{HOST}#c-{c['id']}"]
    for c in r["checks"]:
        yield ["property", "", spoken(c["property"]), c["says"], f"proofs.html#p-{c['property']}"]
