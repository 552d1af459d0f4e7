"""The pages of a report: each kind is named once, with its template, its statements and its data; and their site."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json
from ruleslawyer.report import best_play, book, finding_layout, front, games, plays, scopes, summary
from ruleslawyer.report.agenda import Walk
from ruleslawyer.report.answers import answers_page, link_findings, questions_with_answers
from ruleslawyer.report.parts import Pages, digest_of
from ruleslawyer.report.rendering import assets, render
from ruleslawyer.report.sheets import cards, clarifications, faq, playtest

if TYPE_CHECKING:
    from ruleslawyer.base.processes.parent import Map

FEW = 4
"""Names of scopes and checks that stand with a clause; more are counted."""
NOWHERE: Mapping[str, Playable] = MappingProxyType({})
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,99}")


@dataclass(frozen=True, slots=True)
class Playable:
    """The pages of a rulebook on which a table is played on: those of findings and of plays, and with a game in a
    scope."""

    moments: frozenset[str]
    game: str


class Rulebook:
    """A rulebook as its pages ask for it; what several ask for is worked out once, for the first of them.
    places: the files in which the clauses of each rulebook stand."""

    def __init__(self, r: Json, places: Mapping[str, Mapping[str, str]], playable: Playable | None = None) -> None:
        self.r, self.places, self._playable = r, places, playable
        self.game = playable.game if playable else ""

    def is_live(self, name: str) -> bool:
        """Whether a table is played on from a finding, or from the play of a page."""
        return self._playable is not None and name in self._playable.moments

    def live(self, name: str) -> str:
        """The play of a page, where a table is played on from it."""
        return name if self.is_live(name) else ""

    @cached_property
    def plays(self) -> plays.PlayPages:
        return plays.PlayPages(self.r)

    @cached_property
    def walk(self) -> Walk:
        return Walk(self.r)

    @cached_property
    def often(self) -> Mapping[str, Json]:
        return games.often(self.r)

    @cached_property
    def cannot_stand(self) -> list[Json]:
        return list(scopes.cannot_stand(self.r))

    @cached_property
    def questions(self) -> list[Json]:
        """The questions that findings ask, each with the file of its page."""
        asked = questions_with_answers(self.r)
        return [{**one, "file": f"question-{number}.html"} for number, one in enumerate(asked, 1)]

    @cached_property
    def pictures(self) -> list[Json]:
        """The scopes with pictures, and the file of each."""
        return [{"file": f"states-{file_name(s['scope'])}.html", "scope": s} for s in scopes.with_room(self.r)]


def _nothing(_: Rulebook) -> Json:
    return {}


@dataclass(frozen=True, slots=True)
class Page:
    """A kind of page. template: in `templates`; a page of which there is one is named like it. statements: the modules
    of the sentences that it prints. data: of a rulebook, what the template is given beside the report. each: of a kind
    of which there are several, their files, and what the template is given. name and tells: what leads to it, and says
    of it. entry: the page whose entry in the bar it belongs to; without one it has its own. whole: it is given the
    whole report; one that is not may be there, made of the same."""

    template: str
    statements: tuple[ModuleType, ...] = ()
    data: Callable[[Rulebook], Json] = _nothing
    each: Callable[[Rulebook], Iterator[tuple[str, Json]]] | None = None
    name: str = ""
    tells: str = ""
    entry: str = ""
    whole: bool = True

    @property
    def file(self) -> str:
        return "index.html" if self.template == _FRONT else self.template

    def files(self, of: Rulebook) -> Iterator[tuple[str, Json]]:
        """The files of such pages, with what the template is given."""
        yield from self.each(of) if self.each else [(self.file, self.data(of))]


_FRONT, _QUESTIONS, _BOOK, _TABLE, _ENGINEERS = (
    "front.html", "impact.html", "rulebook.html", "games.html", "engineers.html"
)  # fmt: skip
"""The pages that the bar leads to."""


def _opening(of: Rulebook) -> Json:
    return {
        "findings": finding_layout.standing(of.r), "withdrawn": finding_layout.withdrawn(of.r),
        "agenda": of.walk.rows, "pictured": front.pictures(of.r), "often": of.often, "walk": of.walk.json(),
    }  # fmt: skip


def _answers(of: Rulebook) -> Json:
    return {**answers_page(of.r, of.questions), "where": of.plays.where}


def _findings(of: Rulebook) -> Iterator[tuple[str, Json]]:
    for before, f, after in _between(of.r["findings"]):
        above = next((one for one in of.r["findings"] if one["id"] == f["under"]), None)
        yield f"finding-{file_name(f['id'])}.html", {
            **_finding(of, f), "before": finding_layout.link(before), "after": finding_layout.link(after),
            "asked": [one["file"] for one in of.questions if f in one["findings"]],
            "sets": scopes.sets_about(of.cannot_stand, f["id"]),
            "below": [finding_layout.link(one) for one in finding_layout.below(of.r, f["id"])],
            "above": finding_layout.link(above), "live": of.is_live(f["id"]),
        }  # fmt: skip


def _finding(of: Rulebook, f: Json) -> Json:
    """The data of the page of a finding, wherever that lies."""
    shown = of.plays.of_finding(f)
    page = finding_layout.laid_out(of.r, f, shown, of.often)
    return {"f": f, "plays": shown, "page": page, "walk": of.walk.of(f)}


def _chapters(of: Rulebook) -> Iterator[tuple[str, Json]]:
    gravest = book.severities_of_clauses(of.r)
    for before, one, after in _between(book.chapters(of.r)):
        yield one["file"], {
            "one": one, "before": before, "after": after, "books": of.places, "few": FEW, "gravest": gravest,
        }  # fmt: skip


def _states(of: Rulebook) -> Iterator[tuple[str, Json]]:
    for one in of.pictures:
        views = [{**q, "key": i} for i, q in enumerate(one["scope"]["quotients"])]
        yield one["file"], {"s": one["scope"], "views": views}


def _plays(of: Rulebook) -> Iterator[tuple[str, Json]]:
    for name, play, shows, ending in of.plays.pages():
        live = of.live(name.removesuffix(".html"))
        yield name, {"play": play, "shows": shows, "shown": ending, "live": live}


PAGES = (
    Page(_FRONT, (front, plays, summary), _opening, name="Findings"),
    Page(_QUESTIONS, (finding_layout, plays, scopes), _answers, name="Questions"),
    Page(
        _BOOK, (book, front), lambda of: {"chapters": book.chapters(of.r), "phases": book.diagram(of.r)},
        name="Rulebook",
    ),
    Page(_TABLE, (games,), lambda of: {"ways": games.games(of.r), "live": of.game}, name="At the table"),
    Page(_ENGINEERS, (), lambda _: {"behind": _BEHIND}, name="Engineers"),
    Page("unasked.html", (summary,), entry=_QUESTIONS),
    Page("best-play.html", (best_play,), lambda of: {"live": of.live("best-play")}, entry=_TABLE),
    Page("playtest.html", (finding_layout,), lambda of: {"cards": cards(of.r)}, entry=_TABLE),
    Page("faq.html", (), lambda of: {"told": clarifications(of.r)}, entry=_TABLE),
    Page(
        "events.html", (plays, scopes), lambda of: {"where": of.plays.where}, name="What was met", entry=_ENGINEERS,
        tells="Contradictions, gaps and dead ends that came up in the plays that were followed.",
    ),
    Page(
        "cores.html", (plays,), lambda of: {"standing": of.cannot_stand, "where": of.plays.where}, name="Conflicts",
        tells="Clauses that cannot all stand, in sets as small as can be, and what would mend them.", entry=_ENGINEERS,
    ),
    Page(
        "proofs.html", (scopes,), lambda of: {"groups": list(scopes.by_word(of.r).items()), "where": of.plays.where},
        name="Proofs", tells="What is proved, what holds at small tables, and what a play breaks.", entry=_ENGINEERS,
    ),
    Page(
        "pictures.html", (scopes,), name="Pictures",
        data=lambda of: {"drawn": of.pictures, **scopes.scopes_without_pictures(of.r)},
        tells="The states of each small table, in classes.", entry=_ENGINEERS,
    ),
    Page(
        "coverage.html", (book, scopes), name="Coverage", entry=_ENGINEERS,
        tells="Which clauses the model has, what was assumed or left out, and the tables.",
    ),
    Page("chapter.html", (book,), each=_chapters, entry=_BOOK),
    Page("finding.html", (finding_layout, plays), each=_findings, entry=_FRONT, whole=False),
    Page(
        "question.html", (plays,), each=lambda of: ((one["file"], {"one": link_findings(one)}) for one in of.questions),
        entry=_QUESTIONS, whole=False,
    ),
    Page("states.html", (scopes,), each=_states, entry=_ENGINEERS, whole=False),
    Page("play.html", (plays,), each=_plays, entry=_ENGINEERS, whole=False),
)  # fmt: skip
"""Every kind of page of a rulebook, in their order."""
_SEVERAL = Page("rulebooks.html", (front,), entry="index.html")
"""The page that a report of several rulebooks begins with, in whose bar there is no entry."""
_BEHIND: tuple[tuple[str, str, str], ...] = tuple((one.file, one.name, one.tells) for one in PAGES if one.tells)
"""The pages that the page for engineers leads to: file, name, and the sentence that tells of it."""
_MENU = tuple((one.file if one.template != _FRONT else "", one.name) for one in PAGES if not one.entry)
"""The entries of the bar: the page that each leads to, where that is not the front page, and its name."""


def site(
    found: Json, but: Container[str] = (), by: Map = map, earlier: Pages | None = None,
    live: Mapping[str, Playable] = NOWHERE,
) -> dict[str, str]:  # fmt: skip
    """The files of a report by their paths, but those that are joined of parts; equal documents give equal files.
    but: rulesets whose folders are there, and of which the document may have an outline alone. by: who makes the pages
    of several rulebooks. earlier: pages that are there. live: of each rulebook with its code beside the pages."""
    files = dict(assets())
    files.update(_pages(found, but, by, earlier, live))
    for r in found["rulesets"]:
        if r["id"] not in but:
            files |= {f"{r['id']}/playtest.md": playtest(r), f"{r['id']}/faq.md": faq(r)}
    return files


def _pages(
    found: Json, but: Container[str], by: Map, earlier: Pages | None, live: Mapping[str, Playable]
) -> Iterator[tuple[str, str]]:
    """Every page with its path."""
    asked = [r for r in found["rulesets"] if r["id"] not in but]
    if len(asked) < 2:
        yield from _Writer(found, earlier=earlier, live=live).pages(but)
        return
    yield from _Writer(found).front()
    # The longest first, so that nobody waits for it at the end.
    longest, of_all = sorted(asked, key=lambda r: -len(r["findings"])), books(found)
    of_each = {id_: (pages, made_of) for id_, pages, made_of in by(
        _of_one, [({**found, "rulesets": [r]}, of_all, earlier, dict(live)) for r in longest]
    )}  # fmt: skip
    for r in asked:
        pages, made_of = of_each[r["id"]]
        if earlier is not None:
            earlier.made_of |= made_of
        yield from pages.items()


def _of_one(
    job: tuple[Json, dict[str, dict[str, str]], Pages | None, Mapping[str, Playable]],
) -> tuple[str, dict[str, str], dict[str, str]]:
    """The pages of the one rulebook of a document, of which there are others: in which files their clauses stand. And
    of what they are made."""
    found, of_all, earlier, live = job
    (r,) = found["rulesets"]
    pages = dict(_Writer(found, of_all=of_all, earlier=earlier, live=live).ruleset(r))
    return r["id"], pages, earlier.made_of if earlier is not None else {}


def books(found: Json) -> dict[str, dict[str, str]]:
    """The file in which each clause of each rulebook stands, for links between rulebooks."""
    known = {r["id"]: r["places"] if "places" in r else book.places(r) for r in found["rulesets"]}
    return {name: where for name, where in known.items() if where}


def pages(found: Json, *, single: bool = False) -> dict[str, str]:
    """The pages alone, by their paths; `single`: for one file, beside which no others lie."""
    return dict(_Writer(found, single=single).pages(()))


def finding_alone(found: Json, id_: str) -> str:
    """The page of one finding of the one rulebook of a document, without what leads to other pages."""
    (r,) = found["rulesets"]
    return _Writer(found, single=True).finding(r, id_)


class _Writer:
    def __init__(
        self, found: Json, *, single: bool = False, of_all: dict[str, dict[str, str]] | None = None,
        earlier: Pages | None = None, live: Mapping[str, Playable] = NOWHERE,
    ) -> None:  # fmt: skip
        """`of_all`: the files of all rulebooks' clauses, where the document has one of several; `earlier`: pages that
        are there; `live`: pages that a table is played on."""
        self.found, self.single, self.earlier, self.live = found, single, earlier, live
        self.alone = len(found["rulesets"]) == 1 and of_all is None
        self._books = books(found) if of_all is None else of_all
        self._told_of_books = digest_of(json.dumps(self._books).encode())

    def pages(self, but: Container[str]) -> Iterator[tuple[str, str]]:
        """Every page with its path."""
        yield from self.front()
        for ruleset in self.found["rulesets"]:
            if ruleset["id"] not in but:
                yield from self.ruleset(ruleset)

    def front(self) -> Iterator[tuple[str, str]]:
        """The page of all rulebooks, where there are several."""
        if not self.alone:
            yield "index.html", self._page(_SEVERAL, None, "index.html", {"pictured": front.first_of_all(self.found)})

    def ruleset(self, r: Json) -> Iterator[tuple[str, str]]:
        for f in r["findings"]:
            file_name(f["id"])
        of = Rulebook(r, self._books, self.live.get(r["id"]))
        for page in PAGES:
            yield from self.pages_of(page, of)

    def pages_of(self, page: Page, of: Rulebook) -> Iterator[tuple[str, str]]:
        """The pages of one kind, each with its path."""
        folder = "" if self.alone and page.template == _FRONT else f"{file_name(of.r['id'])}/"
        for file, told in page.files(of):
            yield f"{folder}{file}", self._one(page, of.r, f"{folder}{file}", told)

    def finding(self, r: Json, id_: str) -> str:
        """A finding's page that stands alone."""
        f = next(one for one in r["findings"] if one["id"] == id_)
        nowhere: Json = {"before": None, "after": None, "asked": [], "sets": [], "below": [], "above": None}
        page = next(one for one in PAGES if one.template == "finding.html")
        return self._one(page, r, "index.html", {**_finding(Rulebook(r, self._books), f), **nowhere})

    def _one(self, page: Page, r: Json, path: str, told: Json) -> str:
        """A page. One that is given no more of the report than it shows may be there, made of the same."""
        if page.whole:
            return self._page(page, r, path, told)
        register = r["register"] and {key: r["register"][key] for key in ("source", "digest")}
        few = {"id": r["id"], "title": r["title"], "register": register, "scopes": len(r["scopes"]),
               "impact": bool(r["impact"])}  # fmt: skip
        if self.earlier is not None and not self.single:
            given = [few, self.found["tool"], self.alone, self._told_of_books, told]
            found = self.earlier.page(path, page.template, given, r["digest"])
            if found is not None:
                return found
        return self._page(page, {**few, "digest": r["digest"]}, path, {"report": {"tool": self.found["tool"]}, **told})

    def _page(self, page: Page, r: Json | None, path: str, told: Json) -> str:
        """One page, made now; `top`, `base` and `front` lead from it to the site, the ruleset's folder and its front
        page, `book` says in which file of that folder a clause stands."""
        inside = len(PurePosixPath(path).parts) > 1
        top = "../" if inside else ""
        base = "./" if inside or r is None else f"{r['id']}/"
        way = "index.html" if not inside or not self.alone else "../index.html"
        entry = page.entry or page.template
        return render(page.template, {
            "report": self.found, "r": r, "top": top, "base": base, "front": way, "menu": _MENU,
            "entry": "" if entry == _FRONT else entry, "at_entry": not page.entry,
            "single": self.single, "book": self._books.get(r["id"], {}) if r else {}, "live": False, **told,
        })  # fmt: skip


def file_name(id_: str) -> str:
    """An id as a part of a path; a document that somebody wrote by hand may have any. One that cannot be such a part is
    a `UsageError`."""
    if not isinstance(id_, str) or not _NAME.fullmatch(id_):
        raise UsageError(
            f"`{str(id_)[:60]}` cannot be the name of a file", "report.json.gz", "make it anew with `check -o`"
        )
    return id_


def _between(items: list[Json]) -> Iterator[tuple[Json | None, Json, Json | None]]:
    """Each item with those before and after it."""
    padded = [None, *items, None]
    yield from zip(padded, items, padded[2:], strict=False)
