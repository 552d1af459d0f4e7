"""The site of a report: every link leads somewhere, no text becomes markup, and a folder has all of it or nothing.

Long: one file, since all of its tests look at one check of the ferry, which takes seconds.
"""

from __future__ import annotations

import errno
import json
import os
import re
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.read import LARGEST_JSON
from ruleslawyer.report.answers import smallest
from ruleslawyer.report.book import diagram
from ruleslawyer.report.document import Checked, document, read_document
from ruleslawyer.report.parts import FILES, joined_files
from ruleslawyer.report.plays import film, parse_call
from ruleslawyer.report.rendering import without_quotes
from ruleslawyer.report.scopes import cannot_stand, matrix
from ruleslawyer.report.site import site as without_joined
from ruleslawyer.report.statement import visible
from ruleslawyer.report.write import write_document
from ruleslawyer.rulebook.table.derive import derive_view
from ruleslawyer.rulebook.table.told import Answer, Story
from ruleslawyer.rulebook.table.words import spoken
from ruleslawyer.studies.games.kept import GamesRecord
from tests.checked import ferry, ferry_checked
from tests.unit.hostile import PAYLOADS, attacked
from tests.unit.pages import Page, expect_links_resolved, leads_to

Json = dict[str, Any]


SPREAD = {"of": 8, "mean": 3.5, "low": 2.9, "high": 4.1, "least": 2, "quartiles": [3, 3.5, 4], "most": 5}
GAMES: Json = {
    "seed": 0, "longest": 50, "assumptions": ["players choose evenly"], "confidence": 0.95, "games": 10,
    "played": 10, "ended": 8,
    "actions": 35, "length": {**SPREAD, "bins": [[2, 1], [3, 3], [4, 3], [5, 1]]}, "turns": None,
    "ends": [{"end": "somebody won", "times": 8, "of": 10}, {"end": "cut_off", "times": 2, "of": 10}],
    "last": [{"action": "pay_toll", "times": 8, "of": 8}],
    "first_player_wins": {"times": 6, "of": 8, "level": 0.5},
    "winners": [{"player": "Ann", "times": 6, "of": 8}],
    "uses": [{"name": "hay", "used": {"times": 5, "of": 8}}],
    "findings": [{"finding": "002", "title": "a toll", "times": 3, "of": 8, "low": 0.14, "high": 0.69}],
    "unnamed": [], "first": [],
}  # fmt: skip
"""Ten games that nobody played: the numbers are made up."""


def site(found: Json) -> dict[str, str]:
    """All texts of a report."""
    texts, joined = without_joined(found), joined_files(found)
    return texts | {name: joined[name].decode() for name, file in FILES.items() if not file.packed}


ENTRY = re.compile(r'<a href="?[^" >]*"? aria-current="?(page|true)"?>([^<]*)</a>')
ROOMS = {
    "index.html": ("page", "Findings"), "finding-001.html": ("true", "Findings"), "impact.html": ("page", "Questions"),
    "rulebook.html": ("page", "Rulebook"), "games.html": ("page", "At the table"),
    "best-play.html": ("true", "At the table"), "playtest.html": ("true", "At the table"),
    "faq.html": ("true", "At the table"),
    "engineers.html": ("page", "Engineers"), "events.html": ("true", "Engineers"), "cores.html": ("true", "Engineers"),
    "proofs.html": ("true", "Engineers"), "pictures.html": ("true", "Engineers"),
    "coverage.html": ("true", "Engineers"),
}  # fmt: skip
"""Four rooms and what is for engineers: in which of them some pages are, and whether they are its first."""


def test_every_page_is_in_a_room(found: Json) -> None:
    """The bar says in which one; what is for engineers is reached from one page."""
    files = site(found)
    bars = {Path(path).name: ENTRY.findall(text) for path, text in files.items() if path.endswith(".html")}
    assert all(len(current) == 1 for current in bars.values())
    assert {name: bars[name] for name in ROOMS} == {name: [room] for name, room in ROOMS.items()}
    behind = {name for name, room in ROOMS.items() if room == ("true", "Engineers")}
    assert behind <= {link.rpartition("/")[2] for link in Page(files["ferry/engineers.html"]).links}


YES = (Answer("Yes", wording="A heavy cart crosses."), Answer("No"))


@pytest.fixture(scope="module")
def checked() -> Checked:
    plain, kept = ferry_checked(prove=True), GamesRecord("tiny", {"uniform": GAMES})
    first, second, *others = plain.result.findings
    story = Story("{who} sends {cart} of {cart.owner}.", "Who is paid?")
    told = replace(first, finding=replace(first.finding, story=story))
    asked = Story("", "Does it cross?", answers=YES)
    ruled = replace(second, finding=replace(second.finding, printed="A heavy cart crosses last.", story=asked))
    result = replace(plain.result, findings=(told, ruled, *others))
    return replace(plain, result=result, known_limits=ferry().limits(), games=kept)


@pytest.fixture(scope="module")
def found(checked: Checked) -> Json:
    return document([checked])


@pytest.fixture(scope="module")
def pages(found: Json) -> dict[str, Page]:
    return {path: Page(text) for path, text in site(found).items() if path.endswith(".html")}


def test_every_link_leads_somewhere(found: Json, pages: dict[str, Page]) -> None:
    expect_links_resolved(site(found), pages)


def test_pages_with_drawings_lead_somewhere_too(checked: Checked) -> None:
    """With a table that is derived: the answers to finding 001 are drawn one move on, and what is drawn twice is used
    again."""
    drawn = document([replace(checked, view=derive_view(checked.system))])
    files = site(drawn)
    pages = {path: Page(text) for path, text in files.items() if path.endswith(".html")}
    expect_links_resolved(files, pages)
    page = pages["ferry/finding-001.html"]
    assert page.names.count("h1") == 1 and page.names.count("use") > 0
    told = next(f["story"] for f in drawn["rulesets"][0]["findings"] if f["id"] == "001")
    tables = [answer["after"]["table"] for answer in told["answers"] if answer["after"]]
    assert len(tables) == 2 and tables[0] != tables[1], "the toll goes to one carter or to the other"
    assert pages["ferry/playtest.html"].names.count("article") == 2, "002 is ruled, and no question any more"
    assert " sends " in pages["ferry/playtest.html"].words, "the sentence of the moment stands on its card"


def test_a_page_lets_the_table_be_looked_at_from_each_seat(checked: Checked) -> None:
    """Where some card of its pictures is hidden from somebody, and nowhere else."""
    drawn = document([replace(checked, view=derive_view(checked.system))])
    of_findings = [(f["id"], e["frames"]) for f in drawn["rulesets"][0]["findings"] for e in f["evidence"]]
    name, table = next((name, frames[0]["table"]) for name, frames in of_findings if frames)
    path = f"ferry/finding-{name}.html"
    choice = re.compile(r'<input type=radio name=sight value="?(\w*)"?( checked)?> ([\w ]+)')
    assert not choice.findall(site(drawn)[path])
    held: dict[str, Any] = {key: [] for key in ("prints", "marks", "beneath")} | dict.fromkeys(
        ("turned", "down", "changed", "asked")
    )
    held |= {"name": "Imp", "kind": "", "owner": 0, "hidden": [1]}
    table["seats"][0]["areas"].append({"title": "Hand", "draw": "row", "cards": [held]})
    assert choice.findall(site(drawn)[path]) == [
        ("", " checked", "all cards open"),
        *((str(seat["number"]), "", f"as {seat['name']} sees it") for seat in table["seats"]),
    ]


def test_every_page_has_its_policy_one_heading_and_no_script_of_its_own(found: Json, pages: dict[str, Page]) -> None:
    for path, text in site(found).items():
        if path.endswith(".html"):
            page = pages[path]
            assert "default-src 'none'" in text
            assert page.names.count("h1") == 1
            assert page.names.count("table") == page.names.count("caption")
            scripts = [attributes for name, attributes in page.elements if name == "script"]
            assert all("src" in attributes for attributes in scripts)
            assert not {a for _, attributes in page.elements for a in attributes if a.startswith("on") or a == "style"}


def test_what_the_pages_say(pages: dict[str, Page]) -> None:
    front = pages["index.html"].words
    for words in ("2 open findings", "no service was asked", "There is no score", "Who is paid?", "a letter"):
        assert words in front
    rows = [id_ for id_ in pages["index.html"].ids if id_.startswith("f-")]
    assert rows == ["f-001", "f-003", "f-002"], "one list: by severity, and last what is answered"
    assert "What is settled" in pages["ferry/impact.html"].words, "002 is ruled, and has a sentence to print"
    assert "A heavy cart crosses last." in pages["ferry/impact.html"].words
    finding = pages["ferry/finding-001.html"].words
    for words in ("The cart's owner is paid.", "Who gets the toll?", "settles it", "The shortest play", "nothing else"):
        assert words in finding
    assert "Ann sends hay of Bob." in finding or "Bob sends" in finding, "the crux is filled in from the play"
    limits = pages["ferry/coverage.html"].words
    for words in ("Known limits", "A cart has no weight between heavy and light.", "Proofs are about two carts."):
        assert words in limits
    assert "ferry/coverage.html#known" in pages["index.html"].links
    book = " ".join(page.words for path, page in pages.items() if path.startswith("ferry/rules-"))
    for words in ("A heavy cart is not sent across.", "never came up", "register only: conduct"):
        assert words in book


def test_best_play_is_shown_by_reading_first(found: Json, pages: dict[str, Page]) -> None:
    """What is kept of best play; older documents, and rulesets of which nothing is kept, say how it is made."""
    for older in (False, True):
        without = deepcopy(found)
        del without["rulesets"][0]["solved"]
        if not older:
            without["rulesets"][0]["solved"] = None
        words = Page(site(without)["ferry/best-play.html"]).words
        assert "No table of this rulebook was worked out to its end" in words
    kept = deepcopy(found)
    first = {"positions": 2, "first_forces": 1, "others_force": 0, "nobody_forces": 1, "worth": 0.5}
    kept["rulesets"][0]["solved"] = {
        "scope": "tiny",
        "readings": [
            {"choice": "payee", "option": "other", "differs": True, "says": "Bob can force it", "first_turn": first},
            {"choice": "payee", "option": "same", "differs": False, "says": "as ever", "first_turn": first},
        ],
        "readings_left": 0,
        "readings_unasked": 0,
        "solved": {
            "positions": 1234, "players": ["Ann", "Bob"], "assumptions": ["all lies open"], "first_turn": first,
            "beginnings": [
                {"beginning": "initial()", "says": "Ann can force a win", "line": ["cross(who=Ann)"], "ends": "the end",
                 "deeds": ["Ann crosses"], "forces": {"Ann": 1, "Bob": None}, "worth": None},
            ],
            "never_best": [{"action": "turn_back", "positions": 3}], "decisive": [{"member": "hay", "positions": 4}],
        },
    }  # fmt: skip
    page = Page(site(kept)["ferry/best-play.html"])
    for words in (
        "All 1,234 positions of scope tiny ,", "Assumed: all lies open.",
        "2 other answers to them were tried one at a time. Under 1 of them best play comes to something else.",
        "payee other Bob can force it +0.50", "payee = other : Bob can force it", "Ann can force a win",
        "It begins at 2 positions. At 1 whoever has it can force a win", "hay 4",
        "Never part of best play: “turn back”.",
    ):  # fmt: skip
        assert words in page.words, words
    assert "as ever" not in page.words
    block = page.words.index("For engineers: ")
    for id_ in ("tiny", "payee = other", "cross(who=Ann)"):
        assert page.words.find(id_) > block, "ids stand in the engineer's block alone"


def test_pumps_that_bots_reach_are_shown(found: Json) -> None:
    """Beside best play, where bots were asked."""
    kept = deepcopy(found)
    first = {"positions": 0, "first_forces": 0, "others_force": 0, "nobody_forces": 0, "worth": None}
    solved = {
        "positions": 3, "players": ["Ann", "Bob"], "assumptions": [], "first_turn": first,
        "never_best": [], "decisive": [],
        "beginnings": [
            {"beginning": "initial()", "says": "", "line": [], "ends": "the end", "worth": None,
             "forces": {"Ann": None, "Bob": None}},
        ],
    }  # fmt: skip
    kept["rulesets"][0]["solved"] = {"scope": "tiny", "readings": [], "readings_left": 0, "solved": solved}
    assert "What bots reach" not in Page(site(kept)["ferry/best-play.html"]).words
    bot = {"bot": "greedy", "plays_by": "+1 for `hay`", "games": 12, "first_player_wins": {"times": 4, "of": 9}}
    pump = {"gains": ["hay +2"], "actions": ["load(who=Ann)", "cross(who=Ann)"], "games": 3}
    for pumps, says in (
        ([], "None of them came to a pump"),
        ([pump], "greedy, in 3 games : load(who=Ann) , then cross(who=Ann) , which leaves hay +2."),
    ):
        kept["rulesets"][0]["solved"]["bots"] = [{**bot, "pumps": pumps}]
        words = Page(site(kept)["ferry/best-play.html"]).words
        assert "greedy +1 for hay 12 4 of 9" in words
        assert says in words, words


def test_what_is_marked_in_the_rulebook_is_what_matters(found: Json) -> None:
    """A clause has the mark of the worst of its findings; a low or withdrawn one gives it none."""
    marked = dict.fromkeys(("high", "medium", "low"), 0)
    for severity in marked:
        told = deepcopy(found)
        for f in told["rulesets"][0]["findings"]:
            f["severity"] = severity
        text = "".join(text for path, text in site(told).items() if "/rules-" in path)
        marked[severity] = len(re.findall(rf'<article class="entry [^"]*conflict {severity}"', text))
    assert marked["high"] == marked["medium"] > 0 == marked["low"]


def test_a_long_title_is_whole_above_its_bar(found: Json) -> None:
    told = deepcopy(found)
    title = "Whoever is paid twice may keep it, and whoever pays twice is told nowhere that he may have it back at all"
    next(f for f in told["rulesets"][0]["findings"] if f["id"] == "002")["title"] = title
    lines = re.findall(r"<text x=10 [^>]*>([^<]*)</text>", site(told)["ferry/games.html"])
    assert f"002 {title}" in " ".join(lines) and max(map(len, lines)) < 90


def test_games_are_shown_with_a_table_beside_each_plot(found: Json, pages: dict[str, Page]) -> None:
    """Each plot has a name and a description, and each number of it stands in a table."""
    page, text = pages["ferry/games.html"], site(found)["ferry/games.html"]
    assert page.names.count("svg") == page.names.count("figure") == 6
    assert text.count("role=img aria-labelledby=") == page.names.count("title") - 1 == page.names.count("desc") == 6
    for words in (
        "10 games with 35 actions, seed 0; 8 of them came to an end, the others broke off",
        "it matters in every third game", "3 of 8 38 % 14 % to 69 %", "4 3", "3.5 on average (2.9 to 4.1)",
        "would win 50 %",
    ):  # fmt: skip
        assert words in page.words
    assert "10 whole games were played" in pages["index.html"].words
    older = deepcopy(found)
    del older["rulesets"][0]["games"]
    assert "No games of this rulebook were played" in Page(site(older)["ferry/games.html"]).words


def test_a_report_from_before_there_were_known_limits_is_read(found: Json) -> None:
    """A key that is added raises no number, so documents without it stay documents of this form."""
    older = deepcopy(found)
    del older["rulesets"][0]["known_limits"]
    assert "Known limits" not in Page(site(older)["ferry/coverage.html"]).words


def test_a_film_ends_with_what_the_text_does_not_settle(found: Json) -> None:
    """The last frame of finding 001, and no other, has both clauses of its clash."""
    page = site(found)["ferry/finding-001.html"]
    frames = page[page.index("id=step-0") :].split("<li class=frame")
    assert len(frames) == 2 and "Here the text contradicts itself." in frames[1]
    assert "The one who does not cross is paid." in frames[1] and "contradicts itself" not in frames[0]


def test_the_turn_is_its_declared_steps() -> None:
    """Two things that may be pending in MAIN are one step, what leads from one to the other stays within it, and the
    steps stand in the order of the declaration, in their phases."""
    classes = [
        {"label": [name], "states": n, "initial": n == 1, "ended": 0, "deadlocks": 0}
        for name, n in (("DRAW", 1), ("MAIN · Bid", 2), ("MAIN · Sale", 4))
    ]
    edges = [
        {"from": a, "to": b, "action": action, "transitions": 1}
        for a, b, action in ((0, 1, "draw"), (1, 2, "bid"), (2, 0, "sell"), (0, 2, "draw"))
    ]
    said = {"MAIN": "Play: cards are sold", "REST": "Play: nobody does anything", "DRAW": "one card is drawn"}
    r = {
        "turn": [{"name": name, "says": says} for name, says in said.items()],
        "scopes": [{"quotients": [{"by": ["phase"], "classes": classes, "edges": edges, "note": ""}]}],
    }
    play, rest = diagram(r)
    assert (play["name"], rest["name"]) == ("Play", "")
    main, unmet = play["steps"]
    (draw,) = rest["steps"]
    assert [step["says"] for step in (main, unmet, draw)] == ["cards are sold", "nobody does anything", said["DRAW"]]
    assert (main["met"], unmet["met"], draw["met"]) == (True, False, True)
    assert main["does"] == ["bid"] and draw["does"] == []
    assert [(lead["name"], lead["way"], lead["by"]) for lead in main["leads"]] == [("DRAW", "on", ["sell"])]
    assert [(lead["name"], lead["way"], lead["by"]) for lead in draw["leads"]] == [("MAIN", "back", ["draw"])]


def test_a_film_shows_the_table_before_and_after() -> None:
    """Ann pays Bob one of her two coins, and then by itself the turn goes on."""
    play = {
        "start": {"call": "initial(first=Ann)", "state": [
            {"place": "coins[Ann]", "value": "2"}, {"place": "turn", "value": "Ann"},
        ]},
        "steps": [{
            "call": "pay(who=Ann, to=Bob)", "clauses": [], "changes": [
                {"place": "coins[Ann]", "before": "2", "after": "1"},
                {"place": "coins[Bob]", "before": "0", "after": "1"},
            ],
            "then": [{"kind": "duty", "name": "next_turn", "clauses": [], "changes": [
                {"place": "turn", "before": "Ann", "after": "Bob"},
            ]}],
        }],
        "last": "pay(who=Bob, to=Ann)",
    }  # fmt: skip
    start, step, last = film(play)
    cells = {row["field"]: [(c["key"], c["value"], c["changed"]) for c in row["after"]] for row in start["rows"]}
    assert cells == {"coins": [("Ann", "2", False)], "turn": [("", "Ann", False)]}
    coins, turn = step["rows"]
    assert [(c["key"], c["value"]) for c in coins["before"]] == [("Ann", "2"), ("Bob", "0")]
    assert [(c["key"], c["value"]) for c in coins["after"]] == [("Ann", "1"), ("Bob", "1")]
    assert turn["changed"] and turn["after"][0]["value"] == "Bob"
    assert last["asked"] and last["call"] == "pay(who=Bob, to=Ann)"


def test_a_call_is_a_name_and_its_choices() -> None:
    assert parse_call("bid(amounts={Ann: 1, Bob: 2}, on=Argo)") == {
        "name": "bid",
        "choices": [{"name": "amounts", "value": "{Ann: 1, Bob: 2}"}, {"name": "on", "value": "Argo"}],
    }
    assert parse_call("stop()") == {"name": "stop", "choices": []}


def test_the_matrix_has_what_readings_do_not_agree_on() -> None:
    def told(name: str, verdict: str) -> Json:
        return {"scope": "tiny", "property": name, "verdict": verdict, "play": None}

    r: dict[str, Any] = {
        "properties": [
            told("a", "HOLDS IN SCOPE"), told("b", "HOLDS IN SCOPE"), told("c", "VIOLATED"),
            told("d", "HOLDS IN SCOPE"),
        ],
        "scopes": [{"scope": "tiny", "states": 4, "complete": True}],
        "impact": None,
        "others": [{
            "scope": "tiny", "reading": {"q": "x"}, "states": 5, "complete": True,
            "verdicts": [
                told("a", "VIOLATED"), told("b", "HOLDS IN SCOPE"), told("c", "VIOLATED"), told("d", "UNKNOWN"),
            ],
        }],
    }  # fmt: skip
    (scope,) = matrix(r)
    assert scope["properties"] == ["a", "c"] and scope["same"] == 2, "what is not known is no difference"
    assert [row["unknown"] for row in scope["rows"]] == [0, 1]
    assert [(row["reading"], [c["verdict"] for c in row["cells"]]) for row in scope["rows"]] == [
        ({}, ["HOLDS IN SCOPE", "VIOLATED"]), ({"q": "x"}, ["VIOLATED", "VIOLATED"]),
    ]  # fmt: skip

    r["impact"] = {"scopes": [{
        "scope": "tiny", "choices": {"q": ["w", "x"], "p": ["y", "z"], "o": ["u", "v"]}, "stopped": "", "changes": [
            {"choice": "q", "option": "x", "explored": True, "verdicts": {"a": {"before": "..", "after": "VIOLATED"}}},
            {"choice": "p", "option": "z", "explored": False, "verdicts": {"b": {"before": "..", "after": "VACUOUS"}}},
        ],
    }]}  # fmt: skip
    (scope,) = matrix(r)
    assert scope["properties"] == ["a", "b", "c"] and scope["idle"] == ["o"]
    assert [(row["reading"], [c and c["verdict"] for c in row["cells"]]) for row in scope["rows"][1:]] == [
        ({"p": "z"}, [None, "VACUOUS", None]), ({"q": "x"}, ["VIOLATED", "HOLDS IN SCOPE", "VIOLATED"]),
    ]  # fmt: skip


def test_what_cannot_all_stand_has_its_play_and_its_finding(found: Json, pages: dict[str, Page]) -> None:
    """Sending a heavy cart is permitted and forbidden; there is nothing else that a carter could do then."""
    clash, _, end = cannot_stand(found["rulesets"][0])
    assert [[rule["name"] for rule in core["rules"]] for core in clash["cores"]] == [["own_turn", "too_heavy"]]
    assert clash["cores"][0]["play"]["last"] == "cross(who=Ann, cart=iron)" and clash["cores"][0]["findings"] == ["002"]
    assert clash["smallest"] == [["own_turn"], ["too_heavy"]]
    assert [[rule["name"] for rule in core["rules"]] for core in end["cores"]] == [["somebody must act", "too_heavy"]]
    assert end["cores"][0]["findings"] == ["002"]
    assert "cores.html#set-1" in pages["ferry/finding-002.html"].links
    assert "ferry/cores.html" in pages["index.html"].links


@given(
    st.dictionaries(st.text("fgh", min_size=1, max_size=2), st.lists(st.sampled_from("abcde"), min_size=1), max_size=6)
)
def test_no_smaller_list_meets_every_set(sets: dict[str, list[str]]) -> None:
    """By trying all lists."""
    members = sorted({m for one in sets.values() for m in one})
    everything = [[m for i, m in enumerate(members) if bits >> i & 1] for bits in range(1 << len(members))]
    least = min(len(some) for some in everything if all(set(some) & set(one) for one in sets.values()))
    chosen = smallest(sets)
    assert len(chosen) == least
    assert all(set(chosen) & set(one) for one in sets.values())


@pytest.mark.parametrize("one_in", [7, 1])
def test_no_text_becomes_markup(found: Json, pages: dict[str, Page], one_in: int) -> None:
    """Every text field of the document holds each of 500 hostile strings; no page has an element that it had not."""
    assert len(PAYLOADS) >= 500
    hostile = site(attacked(found, one_in))
    known = {element for page in pages.values() for element in page.elements}
    plain = pages["ferry/finding-001.html"]
    seen: set[str] = set()
    for path, text in hostile.items():
        if path.endswith(".html"):
            page = Page(text)
            assert set(page.elements) <= known, path
            assert page.names.count("script") == plain.names.count("script")
            assert not any(":" in link.partition("#")[0].partition("/")[0] for link in page.links), path
            seen.update(page.text)
    words = "".join(seen)
    assert all(visible(payload) in words for payload in PAYLOADS)
    index = hostile["assets/index.js"]
    assert index.isascii() and "<" not in index
    ((*_, entries),) = json.loads(index.partition(" = ")[2].rstrip(";\n"))
    assert len(entries) > len(PAYLOADS) // one_in


def test_no_minus_is_lost(found: Json) -> None:
    """A value of -3 and a change from -3 to -4 are so on the pages of the finding and on the playtest sheet."""
    below = deepcopy(found)
    finding = next(f for f in below["rulesets"][0]["findings"] if f["id"] == "003")
    play = finding["evidence"][0]["play"]
    play["start"]["state"] = [{"place": "coins[Ann]", "value": "-3"}]
    play["start"]["call"] = "initial(debt=-3)"
    for step in play["steps"]:
        step["changes"], step["then"] = [{"place": "coins[Ann]", "before": "-3", "after": "-4"}], []
    files = site(below)
    shown = Page(files["ferry/finding-003.html"]).words
    assert "debt -3" in shown and "coins Ann -3" in shown and "Ann -3 → -4" in shown
    assert "- coins: Ann -3" in files["ferry/playtest.md"]


@given(st.text("-_a1é {:"))
def test_spoken_keeps_all_but_the_joints_of_a_name(name: str) -> None:
    """By comparison with the letters one by one: a hyphen goes where letters are on both its sides, and a number after
    a word stands by itself."""
    joint = [
        c == "-" and 0 < i < len(name) - 1 and name[i - 1].isalpha() and name[i + 1].isalpha()
        for i, c in enumerate(name)
    ]
    apart = [" " if c.isdigit() and name[max(i - 2, 0) : i] == "aa" else "" for i, c in enumerate(name)]
    told = (" " if c == "_" or j else gap + c for c, j, gap in zip(name, joint, apart, strict=True))
    assert spoken(name) == "".join(told)


def test_what_turns_a_line_is_shown_as_a_code() -> None:
    assert visible("a\u202eb\x1b[31m\u2066\ttab\nnew") == "a\\u202eb\\u001b[31m\\u2066\ttab\nnew"
    assert visible("Grüße, שלום") == "Grüße, שלום"


@pytest.mark.parametrize("id_", ["../up", "a/b", "", ".", "<b>", "x" * 200, 7])
def test_an_id_that_is_no_name_of_a_file_is_refused(found: Json, id_: Any) -> None:
    wrong = deepcopy(found)
    wrong["rulesets"][0]["findings"][0]["id"] = id_
    with pytest.raises(UsageError):
        site(wrong)


def test_an_empty_result_has_a_page(checked: Checked) -> None:
    result = replace(
        checked.result, scopes=(), proofs=(), findings=(), coverage=None, falls_short=(), others=(), replays=(),
        never_live=(),
    )  # fmt: skip
    empty = document([replace(checked, result=result, register=None)])
    assert empty["as_expected"]
    assert "No finding about the text stands" in Page(site(empty)["index.html"]).words


def test_several_rulebooks_have_a_page_in_front(found: Json) -> None:
    other = {**found["rulesets"][0], "id": "other", "title": "Another"}
    files = site({**found, "rulesets": [*found["rulesets"], other]})
    pages = {path: Page(text) for path, text in files.items() if path.endswith(".html")}
    assert {"index.html", "ferry/index.html", "other/index.html", "other/finding-001.html"} <= set(pages)
    for path, page in pages.items():
        for link in page.links:
            assert leads_to(path, link)[0] in {*files, "report.json.gz"}, f"{path}: {link}"
    hits = json.loads(files["assets/index.js"].partition(" = ")[2].rstrip(";\n"))
    assert [hit[:2] for hit in hits] == [[found["rulesets"][0]["title"], "ferry/"], ["Another", "other/"]]


def test_the_pages_of_a_guest_link_to_the_clauses_of_its_host(checked: Checked) -> None:
    """A clause of the host is among those that are taken from it; where the host is there too, it leads on to it."""
    register = checked.register
    assert register is not None
    taken = next(iter(register.clauses.values()))
    guest = replace(
        register, assumed={"host:2.1": replace(taken, id="host:2.1"), "host:9": replace(taken, id="host:9")}
    )
    (r,) = document([replace(checked, register=guest)])["rulesets"]
    host = deepcopy({**r, "id": "host", "register": {**r["register"], "host": []}})
    cited = {"id": "host:2.1", "says": taken.says, "line": None, "assumed": True}
    r["findings"][0]["clauses"] = [cited, {"id": "no.such", "says": "", "line": None, "assumed": False}]
    for rulesets in ([r], [r, host]):
        files = site({"tool": "", "as_expected": True, "rulesets": rulesets})
        pages = {path: Page(text) for path, text in files.items() if path.endswith(".html")}
        finding = pages["ferry/finding-002.html"].links
        assert "rules-host.html#c-host:2.1" in finding and not any("no.such" in link for link in finding)
        assert ("../host/rules-1.html#c-2.1" in pages["ferry/rules-host.html"].links) == (len(rulesets) == 2)
        expect_links_resolved(files, pages)


@pytest.mark.parametrize(
    ("asked", "badge"),
    [
        (["event", "text"], ("good", "computed")),
        (["scenario", "text"], ("good", "shown by a play")),
        (["text"], ("", "read in the text")),
    ],
)
def test_the_badge_says_what_a_finding_rests_on(checked: Checked, asked: list[str], badge: tuple[str, str]) -> None:
    """The text alone is not in the colour of what was computed."""
    first, *others = checked.result.findings
    evidence = tuple(replace(first.finding.evidence[0], ask=ask) for ask in asked)
    other = replace(first, finding=replace(first.finding, evidence=evidence))
    changed = document([replace(checked, result=replace(checked.result, findings=(other, *others)))])
    page = site(changed)[f"ferry/finding-{first.finding.id}.html"]
    tone, words = badge
    assert without_quotes(f'<span class="badge{" " * bool(tone)}{tone}">{words}</span>') in page
    assert words in Page(site(changed)["index.html"]).words


def test_a_report_is_read_again_however_large(found: Json, tmp_path: Path) -> None:
    """Those of five rulebooks together have 50 MB, which is the limit of plays and states."""
    path = tmp_path / "report.json"
    path.write_text(json.dumps(found) + " " * LARGEST_JSON, encoding="utf-8")
    assert read_document(path) == found


# --- writing ---------------------------------------------------------------------------------------------------------


def everything(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_a_page_of_an_earlier_report_goes_and_other_files_stay(found: Json, tmp_path: Path) -> None:
    write_document(found, tmp_path)
    (tmp_path / "mine.txt").write_text("mine")
    fewer = deepcopy(found)
    fewer["rulesets"][0]["findings"].pop()
    gone = f"ferry/finding-{found['rulesets'][0]['findings'][-1]['id']}.html"
    assert (tmp_path / gone).is_file()
    for one in fewer["rulesets"][0]["events"]:
        one["findings"] = []
    write_document(fewer, tmp_path)
    assert not (tmp_path / gone).exists()
    assert (tmp_path / "mine.txt").read_text() == "mine"


@pytest.mark.parametrize("line", ["../out.txt", "/etc/hostname", "ferry/../../out.txt"])
def test_a_list_of_files_that_was_tampered_with_removes_nothing_outside(found: Json, tmp_path: Path, line: str) -> None:
    outside = tmp_path / "out.txt"
    outside.write_text("keep")
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "files.txt").write_text(f"{line}\n")
    write_document(found, tmp_path / "site")
    assert outside.read_text() == "keep"


class _Full:
    """A file on a disk that is full."""

    def __init__(self, file: Any) -> None:
        file.close()

    def __enter__(self) -> _Full:
        return self

    def __exit__(self, *_: object) -> None:
        return None

    def write(self, content: bytes) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("after", [0, 1, 7, 17])
def test_a_full_disk_leaves_the_folder_as_it_was(
    found: Json, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    """The write of some file fails: nothing new is there, no folder either, and an old report is whole."""
    old = deepcopy(found)
    old["rulesets"][0]["title"] = "Old"
    write_document(old, tmp_path / "old")
    before = everything(tmp_path)
    real, count = os.fdopen, iter(range(1000))

    def failing(*arguments: Any, **named: Any) -> Any:
        return _Full(real(*arguments, **named)) if next(count) == after else real(*arguments, **named)

    monkeypatch.setattr("ruleslawyer.base.files.content.os.fdopen", failing)
    for folder in ("old", "new"):
        count = iter(range(1000))
        with pytest.raises(OSError, match=os.strerror(errno.ENOSPC)):
            write_document(found, tmp_path / folder)
    assert everything(tmp_path) == before
    assert not (tmp_path / "new").exists()
