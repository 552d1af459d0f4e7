"""The pages of a report: a document becomes files of a site that opens without a server; every text is escaped."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Container, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import TYPE_CHECKING

import jinja2
from markupsafe import Markup

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json
from ruleslawyer.check.evidence.finding import BASES, SEVERITIES, STATES, WITHDRAWN
from ruleslawyer.report.answers import answers_page, questions_with_answers
from ruleslawyer.report.cannot_stand import cannot_stand
from ruleslawyer.report.chapters import CONTENTS, chapters, places, severities_of_clauses
from ruleslawyer.report.compiled import Compiled
from ruleslawyer.report.families import below, standing, withdrawn
from ruleslawyer.report.film import at, film, parse_call
from ruleslawyer.report.finding_layout import KINDS, laid_out
from ruleslawyer.report.games import games
from ruleslawyer.report.moment import mark_players, mark_players_in_pieces
from ruleslawyer.report.opening import first_of_all, often, pictures
from ruleslawyer.report.picture import argument, picture
from ruleslawyer.report.play_pages import PlayPages
from ruleslawyer.report.previous_report import Pages, digest_of
from ruleslawyer.report.properties import by_word
from ruleslawyer.report.say import say
from ruleslawyer.report.shared import share_shapes, short_links, tight, without_quotes
from ruleslawyer.report.sheets import cards, clarifications, faq, playtest
from ruleslawyer.report.turn import diagram
from ruleslawyer.report.visible import visible
from ruleslawyer.report.walk import Walk
from ruleslawyer.rulebook.kept.rules import tool
from ruleslawyer.rulebook.table.shapes import CARD, LARGE, MIDDLE, NARROW, Size
from ruleslawyer.rulebook.table.svg import sheet, svg
from ruleslawyer.rulebook.table.told import LETTERS
from ruleslawyer.rulebook.table.words import capital, spoken

if TYPE_CHECKING:
    from ruleslawyer.base.processes.parent import Map

_GOOD = ("PROVED", "HOLDS IN SCOPE", "CERTIFICATE", "ENDS WITH PROBABILITY 1")
_TONES = {**dict.fromkeys(_GOOD, "good"), "VIOLATED": "bad", "LASSO": "bad"}
"""The colours of verdicts; every other one is between good and bad."""
_BEHIND = (
    ("events.html", "What was met", "Contradictions, gaps and dead ends that came up in the plays that were followed."),
    ("cores.html", "Conflicts", "Clauses that cannot all stand, in sets as small as can be, and what would mend them."),
    ("proofs.html", "Proofs", "What is proved, what holds at small tables, and what a play breaks."),
    ("pictures.html", "Pictures", "The states of each small table, in classes."),
    ("coverage.html", "Coverage", "Which clauses the model has, what was assumed or left out, and the tables."),
)
"""What is behind the entry for engineers, each page with what it tells."""
_UNASKED = "unasked.html"
"""Questions that nobody asked, besides those that findings ask."""
_AT_THE_TABLE = ("best-play.html", "playtest.html", "faq.html")
_MENU = (
    ("", "Findings", ("finding.html",)),
    ("impact.html", "Questions", ("question.html", _UNASKED)),
    (CONTENTS, "Rulebook", ("chapter.html",)),
    ("games.html", "At the table", _AT_THE_TABLE),
    ("engineers.html", "Engineers", (*(file for file, _, _ in _BEHIND), "states.html", "play.html")),
)
"""The entries of the bar: the page that each leads to, its name, and the templates of the pages behind it. The first
leads to the front page of the rulebook."""
_ENTRY_OF = {template: file for file, _, behind in _MENU for template in (file or "front.html", *behind)}
"""By its template, the entry that a page belongs to."""
ROOM = 400
"""Boxes and arrows in pictures of states, of all scopes of a rulebook together: about 200 kB."""
ROOM_ON_A6 = 400
"""Units of a picture to print that a card of A6 has room for."""
FEW = 4
"""Names of scopes and checks that stand with a clause; more are counted."""
_SCRIPTS = ("tools", "ranking", "search", "keys", "film", "copy", "picture", "filter", "pass_on", "answers")
"""What every page loads once it is there, as one file."""
NOWHERE: Mapping[str, Playable] = MappingProxyType({})
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,99}")


@dataclass(frozen=True, slots=True)
class Playable:
    """The pages of a rulebook on which a table is played on: those of findings and of plays, and with a game in a
    scope."""

    moments: frozenset[str]
    game: str


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
    known = {r["id"]: r["places"] if "places" in r else places(r) for r in found["rulesets"]}
    return {name: where for name, where in known.items() if where}


def assets() -> Iterator[tuple[str, str]]:
    folder = resources.files("ruleslawyer.report") / "assets"
    texts = {file.name: file.read_text(encoding="utf-8") for file in sorted(folder.iterdir(), key=lambda f: f.name)}
    together = "".join(texts.pop(f"{name}.js") for name in _SCRIPTS)
    texts |= {"site.js": together, "site.css": texts["site.css"] + sheet()}
    yield from ((f"assets/{name}", text) for name, text in texts.items())


def script(name: str) -> str:
    """One of the scripts that pages load together."""
    return (resources.files("ruleslawyer.report") / "assets" / f"{name}.js").read_text(encoding="utf-8")


@cache
def made_by() -> str:
    """The version of the tool that makes pages, of its templates and of what fills them in, to the letter."""
    folder = resources.files("ruleslawyer.report") / "templates"
    texts = [file.read_bytes() for file in sorted(folder.iterdir(), key=lambda f: f.name)]
    return digest_of(b"\0".join((tool(), jinja2.__version__.encode(), *texts)))


@cache
def environment() -> jinja2.Environment:
    found = jinja2.Environment(
        loader=jinja2.PackageLoader("ruleslawyer.report", "templates"),
        bytecode_cache=Compiled(),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_print_value,
    )
    found.filters |= {
        "tone": lambda word: next((tone for begins, tone in _TONES.items() if str(word).startswith(begins)), "fair"),
        "spoken": spoken,
        "capital": capital,
        "at": at,
        "film": film,
        "called": parse_call,
        "picture": picture,
        "argument": argument,
        "table": _table,
        "named": mark_players,
        "each_named": mark_players_in_pieces,
        "px": _px,
        "is_tall": _is_tall,
        "sign": str,
    }
    found.globals |= {
        "say": say,
        "severities": SEVERITIES,
        "kinds": KINDS,
        "bases": BASES,
        "letters": LETTERS,
        "middle": MIDDLE,
        "to_print": CARD,
        "narrow": NARROW,
        "states": [state for state in STATES if state != WITHDRAWN],
        "menu": _MENU,
    }
    return found


def _print_value(value: object) -> object:
    """A value as a template prints it, which is never a number by itself: a number is said by a statement (`say`), is a
    measure of a drawing (`px`), or names something, as that of a line does (`sign`)."""
    if isinstance(value, int | float):
        raise TypeError(f"a template prints {value}, and does not say where it comes from")
    return visible(value)


def _px(length: float) -> str:
    return str(length) if isinstance(length, int) else f"{length:.1f}"


def _is_tall(picture: str) -> bool:
    """Whether a picture is too high for a card of A6, beside what is asked on it."""
    frame = re.search(r'viewBox="0 0 [^ ]* ([^"]*)"', picture)
    return frame is not None and float(frame[1]) > ROOM_ON_A6


def _table(drawing: Json, label: str, size: Size = LARGE, whole: bool = True, part: Collection[str] = ()) -> Markup:
    return Markup(visible(svg(drawing, size, label, whole=whole, part=part)))


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
            yield "index.html", self._page("rulebooks.html", None, "index.html", pictured=first_of_all(self.found))

    def ruleset(self, r: Json) -> Iterator[tuple[str, str]]:
        folder, met, walk = file_name(r["id"]), often(r), Walk(r)
        for f in r["findings"]:
            file_name(f["id"])
        plays, sets = PlayPages(r), list(cannot_stand(r))
        of_questions = [
            {**one, "file": f"question-{number}.html"} for number, one in enumerate(questions_with_answers(r), 1)
        ]
        drawn = _pictures(r)
        front = "index.html" if self.alone else f"{folder}/index.html"
        yield front, self._page(
            "front.html", r, front, findings=standing(r), withdrawn=withdrawn(r), agenda=walk.rows,
            pictured=pictures(r), often=met, walk=walk.json(),
        )  # fmt: skip
        told: dict[str, Json] = {
            "impact.html": answers_page(r, of_questions),
            CONTENTS: {"chapters": chapters(r), "phases": diagram(r)},
            "cores.html": {"standing": sets},
            "games.html": {"ways": games(r), "live": self.live[r["id"]].game if r["id"] in self.live else ""},
            "best-play.html": {"live": self._moment(r, "best-play.html")},
            "pictures.html": drawn,
            "proofs.html": {"groups": list(by_word(r).items())},
            "playtest.html": {"cards": cards(r)},
            "faq.html": {"told": clarifications(r)},
            "engineers.html": {"behind": _BEHIND},
        }
        entries = (file for file, _, _ in _MENU if file)
        for name in (*entries, _UNASKED, *_AT_THE_TABLE, *(file for file, _, _ in _BEHIND)):
            path = f"{folder}/{name}"
            yield path, self._page(name, r, path, where=plays.where, **told.get(name, {}))
        gravest = severities_of_clauses(r)
        for before, one, after in _between(chapters(r)):
            path = f"{folder}/{one['file']}"
            yield path, self._page(
                "chapter.html", r, path, one=one, before=before, after=after, books=self._books, few=FEW,
                gravest=gravest,
            )  # fmt: skip
        yield from self._findings(r, folder, plays, sets, of_questions, walk)
        for one in of_questions:
            path = f"{folder}/{one['file']}"
            yield path, self._known_page("question.html", r, path, one=_link_findings(one))
        for one in drawn["drawn"]:
            path = f"{folder}/{one['file']}"
            views = [{**q, "key": i} for i, q in enumerate(one["scope"]["quotients"])]
            yield path, self._known_page("states.html", r, path, s=one["scope"], views=views)
        for name, play, shows, ending in plays.pages():
            path = f"{folder}/{name}"
            yield path, self._known_page(
                "play.html", r, path, play=play, shows=shows, shown=ending, live=self._moment(r, name)
            )  # fmt: skip

    def _moment(self, r: Json, page: str) -> str:
        """The play of a page, where a table is played on from it."""
        name = page.removesuffix(".html")
        return name if r["id"] in self.live and name in self.live[r["id"]].moments else ""

    def _findings(
        self, r: Json, folder: str, plays: PlayPages, sets: list[Json], of_questions: list[Json], walk: Walk
    ) -> Iterator[tuple[str, str]]:
        met = often(r)
        for before, f, after in _between(r["findings"]):
            path = f"{folder}/finding-{file_name(f['id'])}.html"
            shown = plays.of_finding(f)
            asked_by = [one["file"] for one in of_questions if f in one["findings"]]
            above = next((one for one in r["findings"] if one["id"] == f["under"]), None)
            yield path, self._known_page(
                "finding.html", r, path, f=f, before=_link(before), after=_link(after), plays=shown,
                page=laid_out(r, f, shown, met), asked=asked_by, sets=_about(sets, f["id"]),
                below=[_link(one) for one in below(r, f["id"])], above=_link(above),
                live=r["id"] in self.live and f["id"] in self.live[r["id"]].moments, walk=walk.of(f),
            )  # fmt: skip

    def finding(self, r: Json, id_: str) -> str:
        """A finding's page that stands alone."""
        f = next(one for one in r["findings"] if one["id"] == id_)
        shown = PlayPages(r).of_finding(f)
        return self._known_page(
            "finding.html", r, "index.html", f=f, before=None, after=None, plays=shown,
            page=laid_out(r, f, shown, often(r)), asked=[], sets=[], below=[], above=None, live=False,
            walk=Walk(r).of(f),
        )  # fmt: skip

    def _known_page(self, template: str, r: Json, path: str, **told: object) -> str:
        """One of many pages, which is given no more of the report than it shows: it may be there, made of the same."""
        register = r["register"] and {key: r["register"][key] for key in ("source", "digest")}
        few = {"id": r["id"], "title": r["title"], "register": register, "scopes": len(r["scopes"]),
               "impact": bool(r["impact"])}  # fmt: skip
        if self.earlier is not None and not self.single:
            given = [few, self.found["tool"], self.alone, self._told_of_books, told]
            found = self.earlier.page(path, template, given, r["digest"])
            if found is not None:
                return found
        report = {"tool": self.found["tool"]}
        return self._page(template, {**few, "digest": r["digest"]}, path, report=report, **told)

    def _page(self, template: str, r: Json | None, path: str, **told: object) -> str:
        """One page; `top`, `base` and `front` lead from it to the site, the ruleset's folder and its front page, `book`
        says in which file of that folder a clause stands."""
        inside = len(PurePosixPath(path).parts) > 1
        top = "../" if inside else ""
        base = "./" if inside or r is None else f"{r['id']}/"
        front = "index.html" if not inside or not self.alone else "../index.html"
        entry = _ENTRY_OF.get(template)
        context = {
            "report": self.found, "r": r, "top": top, "base": base, "front": front,
            "entry": entry, "at_entry": template == (entry or "front.html"),
            "single": self.single, "book": self._books.get(r["id"], {}) if r else {}, "live": False, **told,
        }  # fmt: skip
        page = share_shapes(environment().get_template(template).render(context))
        return without_quotes(short_links(tight(page)))


def _link(f: Json | None) -> Json | None:
    """The part of a finding that a link to it shows."""
    return f and {key: f[key] for key in ("id", "title", "severity")}


def _link_findings(one: Json) -> Json:
    """A question, of whose findings no more is said than what leads to them."""
    answers = [
        {**answer, "tables": [{**t, "finding": _link(t["finding"])} for t in answer["tables"]]}
        for answer in one["answers"]
    ]
    return {**one, "findings": [_link(f) for f in one["findings"]], "answers": answers}


def _about(sets: list[Json], finding: str) -> list[tuple[int, str]]:
    """The numbers and subjects of what cannot all stand that a finding is about."""
    return [
        (number, one["subject"])
        for number, one in enumerate(sets, 1)
        if any(finding in core["findings"] for core in one["cores"])
    ]


def _pictures(r: Json) -> Json:
    """The page of pictures: scopes with pictures and their files; the others."""
    drawn = _with_room(r)
    return {
        "drawn": [{"file": f"states-{file_name(s['scope'])}.html", "scope": s} for s in drawn],
        "undrawn": [s["scope"] for s in r["scopes"] if not s["quotients"]],
        "left_out": [s["scope"] for s in r["scopes"] if s["quotients"] and s not in drawn],
    }


def _with_room(r: Json) -> list[Json]:
    """The scopes that have pictures, those with the fewest boxes and arrows first, as long as there is room."""
    room, found = ROOM, list[Json]()
    for s in sorted(r["scopes"], key=_size_of_pictures):
        room -= _size_of_pictures(s)
        if s["quotients"] and (room >= 0 or not found):
            found.append(s)
    return [s for s in r["scopes"] if s in found]


def _size_of_pictures(s: Json) -> int:
    return sum(len(q["classes"]) + len(q["edges"]) for q in s["quotients"])


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
