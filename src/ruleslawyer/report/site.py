"""The pages of a report: a document becomes files of a site that opens without a server; every text is escaped."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping
from functools import cache
from importlib import resources
from pathlib import PurePosixPath
from typing import Any

import jinja2
from markupsafe import Markup

from ruleslawyer.diagnostics import UsageError
from ruleslawyer.evidence.finding import BASES, SEVERITIES, STATES, WITHDRAWN
from ruleslawyer.report.answers import asked
from ruleslawyer.report.families import below, standing, withdrawn
from ruleslawyer.report.film import called, film
from ruleslawyer.report.games import games
from ruleslawyer.report.junit import junit
from ruleslawyer.report.laid_out import KINDS, LETTERS, laid_out
from ruleslawyer.report.matrix import matrix
from ruleslawyer.report.opening import often, pictures, questions, themes
from ruleslawyer.report.picture import picture, turn
from ruleslawyer.report.sarif import sarif
from ruleslawyer.report.search import index
from ruleslawyer.report.shared import shared
from ruleslawyer.report.sheets import cards, faq, playtest
from ruleslawyer.report.standing import standing as cannot_stand
from ruleslawyer.report.summary import STRONGEST, strongest
from ruleslawyer.report.visible import capital, spoken, visible
from ruleslawyer.table.svg import LARGE, NARROW, SMALL, sheet, svg

Json = dict[str, Any]
_TONES = {"PROVED": "good", "HOLDS IN SCOPE": "good", "CERTIFICATE": "good", "VIOLATED": "bad", "LASSO": "bad"}
"""The colours of verdicts; every other one is between good and bad."""
_MENU = (
    ("events.html", "What was met"),
    ("cores.html", "Conflicts"),
    ("rulebook.html", "Rulebook"),
    ("impact.html", "Questions"),
    ("proofs.html", "Proofs"),
    ("games.html", "Games"),
    ("best-play.html", "Best play"),
    ("pictures.html", "Pictures"),
    ("coverage.html", "Coverage"),
)
AGAINST = 3
"""Plays against one property that have pages, the shortest first: each scope has its own."""
PROVED = ("PROVED", "CERTIFICATE")
ROOM = 3000
"""Boxes and arrows in pictures of states, of all scopes of a rulebook together: about a megabyte."""
_SCRIPTS = ("search", "keys", "film", "copy", "picture", "filter")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,99}")


def site(found: Json, but: Container[str] = ()) -> dict[str, str]:
    """The files of a report by their paths; equal documents give equal files. but: rulesets whose folders are there."""
    files = dict(_assets())
    writer = _Writer(found)
    files.update(writer.pages(but))
    files["assets/index.js"] = index(found)
    for r in found["rulesets"]:
        if r["id"] not in but:
            files |= {f"{r['id']}/playtest.md": playtest(r), f"{r['id']}/faq.md": faq(r)}
    files |= {"report.sarif": sarif(found), "junit.xml": junit(found)}
    return files


def books(found: Json) -> dict[str, set[str]]:
    """The ids of the clauses of each rulebook: what pages of one say of others."""
    return {r["id"]: _clauses(r["register"]) for r in found["rulesets"] if r["register"]}


def _assets() -> Iterator[tuple[str, str]]:
    folder = resources.files("ruleslawyer.report") / "assets"
    for file in sorted(folder.iterdir(), key=lambda f: f.name):
        yield f"assets/{file.name}", file.read_text(encoding="utf-8")
    yield "assets/table.css", sheet()


@cache
def _environment() -> jinja2.Environment:
    found = jinja2.Environment(
        loader=jinja2.PackageLoader("ruleslawyer.report", "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=visible,
    )
    found.filters |= {
        "tone": lambda word: next((tone for begins, tone in _TONES.items() if str(word).startswith(begins)), "fair"),
        "spoken": spoken,
        "capital": capital,
        "film": film,
        "called": called,
        "picture": picture,
        "table": lambda drawing, label, size=LARGE: Markup(visible(svg(drawing, size, label))),
    }
    found.globals |= {
        "severities": SEVERITIES,
        "kinds": KINDS,
        "bases": BASES,
        "proved": PROVED,
        "letters": LETTERS,
        "narrow": NARROW,
        "small": SMALL,
        "states": [state for state in STATES if state != WITHDRAWN],
        "scripts": _SCRIPTS,
        "menu": _MENU,
    }
    return found


class _Writer:
    def __init__(self, found: Json) -> None:
        self.found = found
        self.alone = len(found["rulesets"]) == 1
        self._books = books(found)

    def pages(self, but: Container[str]) -> Iterator[tuple[str, str]]:
        """Every page with its path."""
        if not self.alone:
            yield "index.html", self._page("rulebooks.html", None, "index.html")
        for ruleset in self.found["rulesets"]:
            if ruleset["id"] not in but:
                yield from self._ruleset(ruleset)

    def _ruleset(self, r: Json) -> Iterator[tuple[str, str]]:
        folder = _file_name(r["id"])
        plays = Plays(r)
        sets = list(cannot_stand(r))
        of_questions = [{**one, "file": f"question-{number}.html"} for number, one in enumerate(asked(r), 1)]
        front = "index.html" if self.alone else f"{folder}/index.html"
        lists: Json = {"findings": standing(r), "withdrawn": withdrawn(r)}
        met = often(r)
        lists["themes"] = themes(r)
        lists |= {"pictured": pictures(r), "asked": questions(r), "often": met}
        yield front, self._page("front.html", r, front, **lists)
        for name, _ in _MENU:
            told: Json = {"where": plays.where}
            if name == "impact.html":
                told |= {"matrix": matrix(r), "asked": of_questions}
            if name == "rulebook.html":
                told["books"] = self._books
            if name == "cores.html":
                told["standing"] = sets
            if name == "games.html":
                told["ways"] = games(r)
            if name == "pictures.html":
                told |= _pictures(r)
            if name == "proofs.html":
                told["groups"] = _in_groups(_by_property(r))
            yield f"{folder}/{name}", self._page(name, r, f"{folder}/{name}", **told)
        for before, f, after in _between(r["findings"]):
            path = f"{folder}/finding-{_file_name(f['id'])}.html"
            shown = plays.of_finding(f)
            yield (
                path,
                self._page(
                    "finding.html",
                    r,
                    path,
                    f=f,
                    before=before,
                    after=after,
                    plays=shown,
                    page=laid_out(r, f, shown, met),
                    asked=[one["file"] for one in of_questions if f in one["findings"]],
                    sets=_about(sets, f["id"]),
                    above=next((one for one in r["findings"] if one["id"] == f["under"]), None),
                    below=below(r, f["id"]),
                ),
            )
        path = f"{folder}/playtest.html"
        yield path, self._page("playtest.html", r, path, cards=cards(r))
        for one in of_questions:
            path = f"{folder}/{one['file']}"
            yield path, self._page("question.html", r, path, one=one)
        for one in _pictures(r)["drawn"]:
            path = f"{folder}/{one['file']}"
            views = [{**q, "key": i} for i, q in enumerate(one["scope"]["quotients"])]
            yield path, self._page("states.html", r, path, s=one["scope"], views=views)
        for name, play, shows, ending in plays.pages():
            path = f"{folder}/{name}"
            yield path, self._page("play.html", r, path, play=play, shows=shows, shown=ending)

    def _page(self, template: str, r: Json | None, path: str, **told: Any) -> str:
        """One page; `top`, `base` and `front` lead from it to the site, the ruleset's folder and its front page."""
        inside = len(PurePosixPath(path).parts) > 1
        top = "../" if inside else ""
        base = "./" if inside or r is None else f"{r['id']}/"
        front = "index.html" if not inside or not self.alone else "../index.html"
        here = PurePosixPath(path).name if inside else ""
        context = {"report": self.found, "r": r, "top": top, "base": base, "front": front, "here": here, **told}
        return shared(_environment().get_template(template).render(context))


class Plays:
    """Where each play of a ruleset is shown: with a finding, or on a page of its own."""

    def __init__(self, r: Json) -> None:
        self._pages: dict[str, tuple[str, Json, list[str], Json | None]] = {}
        self._places: dict[str, str] = {}
        self._met: dict[str, list[Json]] = {}
        for f in r["findings"]:
            for e in f["evidence"]:
                if e["play"]:
                    self._places.setdefault(_key(e["play"]), f"finding-{f['id']}.html")
        for e in r["events"]:
            self._show(e["play"], e["title"], _of_event(e))
        for d in r["deadlocks"]:
            self._show(d["play"], f"Nobody may act in {d['scope']}")
        seen = Counter[str]()
        for p in sorted(r["properties"], key=_moves):
            if p["play"] and seen[p["property"]] < (AGAINST if p["verdict"] == "VIOLATED" else 1):
                seen[p["property"]] += 1
                self._show(p["play"], f"{p['property']} is {p['verdict']} in {p['scope']}")
        for o in r["others"]:
            chosen = ", ".join(f"{k} = {v}" for k, v in o["reading"].items())
            for v in o["verdicts"]:
                self._show(v["play"], f"{v['property']} is {v['verdict']} in {o['scope']}, reading {chosen}")
        self._events = r["events"]
        self._properties = {c["property"]: c["says"] for c in r["checks"]}

    def _show(self, play: Json | None, title: str, shown: Json | None = None) -> None:
        if play is None:
            return
        key = _key(play)
        if key in self._places:
            return
        if key not in self._pages:
            self._pages[key] = (f"play-{len(self._pages) + 1}.html", play, [], shown)
        self._pages[key][2].append(title)

    def where(self, play: Json) -> str:
        """The page of a play, from another page of the same ruleset; empty where it is not shown."""
        key = _key(play)
        return self._places.get(key) or (self._pages[key][0] if key in self._pages else "")

    def of_finding(self, f: Json) -> list[Json]:
        """The different plays that show a finding, those of its evidence first."""
        found: dict[str, Json] = {}

        def show(play: Json | None, label: str, shown: Json | None, e: Json | None = None) -> None:
            if play:
                anything, frames = (e["anything"], e.get("frames")) if e else (None, None)
                told = {"play": play, "label": label, "shown": shown, "anything": anything, "frames": frames}
                found.setdefault(_key(play), told)

        shown = [self._shown(e) for e in f["evidence"]]
        for e, what in zip(f["evidence"], shown, strict=True):
            show(e["play"], f"For {e['asked']}", what, e)
        for e, what in zip(f["evidence"], shown, strict=True):
            show(e["another"], f"Another play, in {e['scope']}", what)
        drawn = any(told["frames"] for told in found.values())
        for e in () if drawn else self._events:  # where there is a picture, those have their own pages
            if f["id"] in e["findings"]:
                show(e["play"], "Another play, in another scope", _of_event(e))
        return list(found.values())

    def _shown(self, e: Json) -> Json | None:
        """What the play of a query shows where it ends: an event, or a property that fails or is met."""
        about = e["about"]
        if e["ask"] == "event":
            pair = set(about.get("pair") or ())
            for met in self._events:
                same = (met["kind"], met["subject"]) == (about["kind"], about["subject"])
                if same and pair <= {side["name"] for side in met["sides"]}:
                    return _of_event(met)
        said = self._properties.get(about.get("property", ""))
        if e["ask"] == "verdict" and said is not None:
            return _of_property(about["property"], said, e["asked"].endswith("VIOLATED"))
        return None

    def pages(self) -> Iterator[tuple[str, Json, list[str], Json | None]]:
        """The plays with pages of their own: file, play, what it shows, and what is said where it ends."""
        yield from self._pages.values()


def _of_event(e: Json) -> Json:
    """What a play that meets an event shows where it ends."""
    words = {"contradiction": "Here the text contradicts itself.", "gap": "Here no clause answers."}
    return {
        "words": words.get(e["kind"], f"Here: {spoken(e['title'])}."),
        "says": e["question"]["text"] if e["question"] else "",
        "sides": e["sides"],
    }


def _of_property(name: str, says: str, fails: bool) -> Json:
    words = f"This play speaks against “{spoken(name)}”." if fails else f"Here “{spoken(name)}” is met."
    return {"words": words, "says": says, "sides": []}


def _about(sets: list[Json], finding: str) -> list[tuple[int, str]]:
    """The numbers and subjects of what cannot all stand that a finding is about."""
    return [
        (number, one["subject"])
        for number, one in enumerate(sets, 1)
        if any(finding in core["findings"] for core in one["cores"])
    ]


def _pictures(r: Json) -> Json:
    """What the page of pictures shows: the turn, coarsely first; scopes with pictures and their files; the others."""
    drawn = _with_room(r)
    whole, coarse = turn(r), turn(r, whole=False)
    finer = whole and coarse and len(whole["classes"]) > len(coarse["classes"]) > 1
    return {
        "turns": [
            {**view, "key": key}
            for key, view in (("turn", coarse if finer else whole), ("parts", whole if finer else None))
            if view
        ],
        "drawn": [{"file": f"states-{_file_name(s['scope'])}.html", "scope": s} for s in drawn],
        "undrawn": [s["scope"] for s in r["scopes"] if not s["quotients"]],
        "left_out": [s["scope"] for s in r["scopes"] if s["quotients"] and s not in drawn],
    }


def _with_room(r: Json) -> list[Json]:
    """The scopes that have pictures, those with the fewest boxes and arrows first, as long as there is room."""
    room, found = ROOM, list[Json]()
    for s in sorted(r["scopes"], key=_drawn):
        room -= _drawn(s)
        if s["quotients"] and (room >= 0 or not found):
            found.append(s)
    return [s for s in r["scopes"] if s in found]


def _drawn(s: Json) -> int:
    return sum(len(q["classes"]) + len(q["edges"]) for q in s["quotients"])


def _clauses(register: Json) -> set[str]:
    """The ids of a book's own clauses."""
    return {c["id"] for chapter in register["chapters"] for line in chapter["lines"] for c in line["clauses"]}


def _by_property(r: Json) -> list[Json]:
    """Each property once, with its proof if it has one, and its verdicts in scopes; short plays against it first."""
    checks = {c["property"]: c for c in r["checks"]}
    found: dict[str, Json] = {}

    def known(p: Json) -> Json:
        told = checks.get(p["property"], {"says": p.get("says", ""), "clauses": []})
        new = {"name": p["property"], "says": told["says"], "clauses": told["clauses"], "proof": None, "scopes": []}
        return found.setdefault(p["property"], new)

    for p in r["proofs"]:
        known(p)["proof"] = p
    for p in r["properties"]:
        known(p)["scopes"].append(p)
    for one in found.values():
        one["scopes"].sort(key=lambda p: p["play"]["actions"] if p["verdict"] == "VIOLATED" and p["play"] else 0)
    return list(found.values())


def _in_groups(properties: list[Json]) -> list[tuple[str, list[Json]]]:
    """The properties by the word that says most about them; those that a play speaks against first."""
    found: dict[str, list[Json]] = {word: [] for word in STRONGEST}
    for one in properties:
        said = [p["verdict"] for p in ([one["proof"]] if one["proof"] else []) + one["scopes"]]
        found[strongest(said)].append(one)
    return [(word, group) for word, group in found.items() if group]


def _moves(p: Json) -> int:
    """How long the play of a verdict is; what is violated goes before what is not."""
    length: int = p["play"]["actions"] if p["play"] else 0
    return length if p["verdict"] == "VIOLATED" else 1_000_000 + length


def _key(play: Mapping[str, Any]) -> str:
    return json.dumps(play, sort_keys=True)


def _file_name(id_: str) -> str:
    """An id as a part of a path; a document that somebody wrote by hand may have any."""
    if not isinstance(id_, str) or not _NAME.fullmatch(id_):
        raise UsageError(
            f"`{str(id_)[:60]}` cannot be the name of a file", "report.json", "make it anew with `check -o`"
        )
    return id_


def _between(items: list[Json]) -> Iterator[tuple[Json | None, Json, Json | None]]:
    """Each item with those before and after it."""
    padded = [None, *items, None]
    yield from zip(padded, items, padded[2:], strict=False)
