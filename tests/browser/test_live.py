"""Live pages in a real browser, opened from their folder: a finding is played on, and whole games are played."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ruleslawyer.api import Project
from ruleslawyer.bridges.portable.linking import LINKERS
from ruleslawyer.bridges.portable.positions import positions
from tests.browser.chromium import CHROMIUM

axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed"),
    pytest.mark.skipif(not any(map(shutil.which, LINKERS)), reason="no linker for WebAssembly (lld) is installed"),
]
FERRY = Path(__file__).parents[1] / "projects" / "ferry"
LIARS = Path(__file__).parents[2] / "examples" / "liars-dice"
LIVE = "[data-live]"


MORE = """

@checks.always("1.1")
def whoever_has_a_heavy_cart_begins(s: State) -> bool:
    \"\"\"Nobody else is at turn.\"\"\"
    return any(c.heavy and c.owner == s.turn for c in Cart)


@checks.always("1.1", given=True)
def nobody_has_more_than_was_brought(s: State) -> bool:
    \"\"\"There are two coins in all.\"\"\"
    return all(s.coins[p] <= 2 for p in Player)


@checks.leads_to("2.1")
def each_cart_crosses(s: State, cart: Cart) -> tuple[bool, bool]:
    \"\"\"Whatever is on this side comes to the other.\"\"\"
    return not s.across[cart], s.across[cart]
"""
"""A property with a play that no finding shows; one that every table has to keep; and a promise to each."""
LAID = """ruleset = "ferry"
title = "a cart more"

[scope]
sorts = { Player = ["Ann", "Bob"], Cart = ["hay", "straw", "iron"] }
attributes.Cart = { owner = ["Bob", "Ann", "Ann"], heavy = [false, false, true] }
constants = { "Numbers.coins" = 1 }

[given]
turn = "Ann"
coins = { Ann = 1, Bob = 1 }
"""
SCENARIO = """
[[scenario]]
name = "{cart} crosses"
clauses = ["2.1"]
when = [{{ action = "cross", who = "Ann", cart = "{cart}" }}]
then = {{ "across[{cart}]" = true }}
"""
FOUND = """+++
id = "{id}"
title = "May the {cart} cross, though others wait?"
kind = "gap"
severity = "low"
state = "open"
clauses = ["2.1"]
questions = ["follower"]

[[evidence]]
ask = "scenario"
about = {{ file = "laid.toml", name = "{cart} crosses" }}
+++
It is not said.
"""
"""Two findings with plays that are laid on one table, of three carts."""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ferry") / "ferry"
    shutil.copytree(FERRY, folder)
    checks = folder / "checks" / "ferry" / "river.py"
    checks.write_text(checks.read_text("utf-8") + MORE, "utf-8")
    carts = {"004": "straw", "005": "hay"}
    laid = folder / "checks" / "ferry" / "scenarios" / "laid.toml"
    laid.parent.mkdir(exist_ok=True)
    laid.write_text(LAID + "".join(SCENARIO.format(cart=cart) for cart in carts.values()), "utf-8")
    for id_, cart in carts.items():
        (folder / "findings" / "ferry" / f"{id_}-{cart}.md").write_text(FOUND.format(id=id_, cart=cart), "utf-8")
    return folder


def report(project: Path, folder: Path, name: str = "ferry") -> Path:
    words = ["--project", str(project), "report", name, "--live", "--matrix", "0", "--no-prove", "-o", str(folder)]
    subprocess.run([sys.executable, "-m", "ruleslawyer", *words], check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def site(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return report(project, tmp_path_factory.mktemp("live"))


@pytest.fixture
def page(browser: Any, site: Path) -> Iterator[Any]:
    """A page that asks for its own files alone, and complains of nothing."""
    opened, complaints = browser.new_page(viewport={"width": 375, "height": 800}), list[str]()
    opened.on("console", lambda message: complaints.append(message.text))
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    own = site.as_uri(), "blob:"  # a worker is made from a text
    opened.on("request", lambda one: complaints.extend([] if one.url.startswith(own) else [one.url]))
    yield opened
    opened.close()
    assert complaints == []


def opened(page: Any, site: Path, name: str, place: str = "") -> Any:
    page.goto((site / "ferry" / f"{name}.html").as_uri() + place)
    if not place:
        page.keyboard.press("Tab")  # all of it is done by keys
        page.locator(f"{LIVE} button.main").focus()
        page.keyboard.press("Enter")
    page.wait_for_selector(f"{LIVE}[data-moves]")
    return page.locator(LIVE)


def press(page: Any, text: str) -> None:
    page.locator(f"{LIVE} button", has_text=text).first.focus()
    page.keyboard.press("Enter")


def heard(page: Any) -> str:
    return str(page.inner_text(f"{LIVE} [role=status]"))


def test_a_contradiction_is_met(page: Any, site: Path) -> None:
    """Finding 001: the toll of one coin is promised to two people (clauses 2.3b and 2.4 of the ferry)."""
    live = opened(page, site, "finding-001")
    assert live.locator(".alarm").count() == 0
    press(page, "Try it under each answer")
    owner, other = live.locator(".under .answer").all_inner_texts()
    assert "Owner is paid" in owner and "coins" not in owner.split("Here two rules")[0]  # the owner pays himself
    assert "Other is paid" in other and "coins 2 (before: 1)" in other and "coins 0 (before: 1)" in other
    press(page, "Do it")
    clash = live.locator(".alarm.contradiction").first
    assert "two rules contradict each other" in clash.inner_text()
    assert clash.locator(".clause strong").all_inner_texts() == ["owner is paid", "other is paid"]
    assert "two rules contradict each other, owner is paid and other is paid" in heard(page)
    assert "hay: across" in heard(page)
    press(page, "What else could happen before this?")
    assert live.locator(".alarm").count() == 0
    assert axe.Axe().run(page, options={"preload": False}).response["violations"] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 375


def test_a_counterexample_is_played_on(page: Any, site: Path) -> None:
    """Bob begins, who has no heavy cart: from there his hay may cross."""
    live = opened(page, site, "play-1")
    assert "Whoever has a heavy cart begins: VIOLATED. 1 move can be made" in heard(page)
    assert live.get_by_text("To the end of this play").is_disabled()  # it is there
    live.locator(".moves button").first.focus()
    page.keyboard.press("Enter")
    assert "hay: across" in heard(page)
    press(page, "To the end of this play")
    assert "1 move can be made" in heard(page)


@pytest.mark.campaign
def test_best_play_is_played_on(browser: Any, project: Path, tmp_path: Path) -> None:
    """It is made step by step, from its beginning."""
    words = ["--project", str(project), "games", "ferry", "--best", "--keep"]
    subprocess.run([sys.executable, "-m", "ruleslawyer", *words], check=True, capture_output=True)
    page = browser.new_page()
    live = opened(page, report(project, tmp_path / "best"), "best-play")
    press(page, "Make this step")
    assert "hay: across" in heard(page)
    assert "Nobody can do anything here" in live.inner_text()
    page.close()


def test_an_answer_that_is_followed(page: Any, site: Path, project: Path) -> None:
    """With the other one paid the coin moves; a link has the position and the answer."""
    live = opened(page, site, "finding-001")
    live.locator("label", has_text="Other is paid").click()
    assert "Other is paid is followed now" in heard(page)
    press(page, "Do it")
    assert "coins 2 (before: 1)" in heard(page)
    press(page, "Copy this position as a link")
    link = page.url.partition("#")[2]
    assert len(link) < 200
    words = ["--project", str(project), "play", "ferry", "--from", page.url]
    done = subprocess.run(
        [sys.executable, "-m", "ruleslawyer", *words], input="quit\n", capture_output=True, text=True, check=True
    )
    assert "coins 2" in done.stdout and "hay: across" in done.stdout  # the same table in the terminal
    assert live.locator("svg.tabletop desc").first.text_content()
    table = live.locator("svg.tabletop > g").first.inner_html().replace(" changed", "")
    page.goto("about:blank")
    live = opened(page, site, "finding-001", f"#{link}")
    assert live.locator("input:checked").get_attribute("value") == "1"  # the same answer
    shown = live.locator("svg.tabletop desc").first.text_content()
    assert "coins 2" in shown and "coins 0" in shown and table
    page.goto("about:blank")
    page.goto((site / "ferry" / "finding-001.html").as_uri() + "#live=0:00000000.tiny.AA")
    page.locator(LIVE, has_text="this position is of other rules").wait_for()


def test_a_table_that_two_plays_share(page: Any, site: Path) -> None:
    """Its file is there once; each page lays it for its own play."""
    assert [file.name for file in (site / "ferry" / "live").glob("of-*.js")] == ["of-004.js"]
    for id_, cart in (("004", "straw"), ("005", "hay")):
        opened(page, site, f"finding-{id_}")
        press(page, "Do it")
        assert f"{cart}: across" in heard(page)


@pytest.mark.parametrize(("name", "mark"), [("finding-001", "payee=owner_is_paid"), ("games", "Ann")])
def test_a_link_to_what_cannot_be(page: Any, site: Path, project: Path, name: str, mark: str) -> None:
    """A table with coins that nobody brought: what it breaks is said, by the page and in the terminal; of one that can
    be nothing is said."""
    links = positions(Project.load(project).ruleset("ferry"), "tiny")
    begun = links.codec.state(links.layout.read(np.frombuffer(links.first, dtype=np.uint8)))
    told, breaks = list[bool](), "or it breaks: "
    for coins in (1, 3):
        state = links.codec.parse_state({**begun, "coins": {"Ann": coins, "Bob": 1}}, "state")
        page.goto("about:blank")
        live = opened(page, site, name, f"#live={mark}:{links.text(state)}")
        assert (breaks in heard(page)) == (breaks in live.inner_text())
        told.append(f"{breaks}There are two coins in all." in heard(page))
    assert told == [False, True]
    words = [sys.executable, "-m", "ruleslawyer", "--project", str(project), "play", "ferry", "--from", page.url]
    done = subprocess.run(words, input="quit\n", capture_output=True, text=True, check=True)
    assert "note: no game should come to this position, for it breaks: nobody has more than" in done.stderr


def test_what_may_not_be_done(page: Any, site: Path) -> None:
    """Finding 002: a heavy cart, which one clause permits and another forbids; under one answer it may cross."""
    live = opened(page, site, "finding-002")
    press(page, "Try it under each answer")
    may, may_not = live.locator(".under .answer").all_inner_texts()
    assert "iron" in may and "may not be done" in may_not
    assert live.locator(".under .alarm.contradiction .clause strong").all_inner_texts()[:2] == ["own turn", "too heavy"]


def test_a_whole_game(page: Any, site: Path) -> None:
    """Ann's moves are buttons, Bob's are made; a move is taken back; in the end nobody can do anything."""
    live = opened(page, site, "games")
    moves, log = live.locator(".moves button"), live.locator(".log li")
    for _ in range(50):  # whoever begins may leave nothing to do
        if moves.count():
            break
        press(page, "New game")
    made = 0
    while moves.count():
        before = log.count()
        moves.first.focus()
        page.keyboard.press("Enter")
        made += 1
        assert log.count() > before and "Ann: cross" in heard(page)
    assert 0 < made <= 2  # there are two carts
    press(page, "Take back")
    assert log.count() == before and moves.count()
    assert live.locator("svg.tabletop").get_attribute("aria-label") == "The table as Ann sees it"
    page.get_by_label("take what gains them most").focus()
    page.keyboard.press("Space")
    assert "The others take what gains them most from now on." in heard(page)
    for _ in range(50):
        press(page, "New game")
        if log.count() and "Bob: cross" in log.first.inner_text():
            break
    assert page.get_by_label("take what gains them most").is_checked() and "Bob: cross" in log.first.inner_text()


@pytest.mark.campaign
def test_greedy_rivals_where_chance_moves(browser: Any, tmp_path: Path) -> None:
    """Dice are thrown by nobody who could be greedy."""
    page, wrong = browser.new_page(), list[str]()
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto((report(LIARS, tmp_path, "liars_dice") / "liars_dice" / "games.html").as_uri())
    page.locator(f"{LIVE} button.main").click()
    page.get_by_label("take what gains them most").check()
    for _ in range(6):
        press(page, "New game")
        if page.locator(f"{LIVE} .moves button").count():
            page.locator(f"{LIVE} .moves button").first.click()
    assert wrong == []
    assert page.locator(f"{LIVE} .log li").count() > 1
    page.close()


def search(page: Any) -> tuple[str, dict[str, str]]:
    """The sentence of a search of the scope, and its rows by what they are about."""
    press(page, "Search this scope")
    page.wait_for_selector(".searched summary", state="attached")
    rows = (row.locator("td").all_inner_texts() for row in page.locator(".searched tbody tr").all())
    return heard(page), {about.split(" [")[0].split("\n")[0]: word for word, about, _ in rows}


def test_a_scope_is_searched(page: Any, site: Path, project: Path) -> None:
    """Counts and verdicts are those of `explore`; the play of what is violated, and of a deadlock, is made by steps."""
    words = [sys.executable, "-m", "ruleslawyer", "--project", str(project), "explore", "ferry", "--json"]
    found = json.loads(subprocess.run(words, capture_output=True, text=True, check=False).stdout)
    live = opened(page, site, "games")
    said, rows = search(page)
    counted = "{states} states, {transitions} transitions, depth {depth}, {deadlocks} deadlocks".format(**found)
    assert f"The whole scope, as the book is read here: {counted}" in said
    verdicts = {one["property"].replace("_", " ").capitalize(): one["verdict"] for one in found["properties"]}
    assert {about: word for about, word in rows.items() if word != "DEADLOCK"} == verdicts
    press(page, "Play 2")
    assert "Deadlock 2, from the beginning: 1 step" in heard(page)
    press(page, "Make this step")
    assert "0 moves can be made" in heard(page) and "Nobody can do anything here" in live.inner_text()
    press(page, "Leave this play")
    assert live.locator("svg.tabletop").get_attribute("aria-label") == "The table as Ann sees it"
    assert axe.Axe().run(page, options={"preload": False}).response["violations"] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 375


def test_a_search_is_stopped(page: Any, site: Path) -> None:
    """A search that is stopped says that it is a part; without a worker it goes on in the page."""
    page.add_init_script("delete globalThis.Worker; const later = setTimeout; setTimeout = (f) => later(f, 300);")
    opened(page, site, "games")
    slow = "Search.prototype.go = function () { return go.call(this, 1); };"
    page.evaluate(f"() => {{ const {{ go }} = Search.prototype; {slow} }}")
    press(page, "Search this scope")
    page.keyboard.press("Enter")  # on Stop, which has the focus
    page.wait_for_selector(".searched summary", state="attached")
    assert "A part of the scope (it was stopped)" in heard(page) and " UNKNOWN." in heard(page)


def test_without_scripts(browser: Any, site: Path) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto((site / "ferry" / "finding-001.html").as_uri())
    assert page.locator("h1").is_visible() and not page.locator(LIVE).is_visible()
    assert "wasm-unsafe-eval" in page.locator("meta[http-equiv]").get_attribute("content")
    page.goto((site / "ferry" / "proofs.html").as_uri())
    assert "wasm" not in page.locator("meta[http-equiv]").get_attribute("content")
    page.close()


def test_without_webassembly(page: Any, site: Path) -> None:
    """An old browser: it is said, and the rest of the page is there."""
    page.add_init_script("delete globalThis.WebAssembly")
    page.goto((site / "ferry" / "finding-001.html").as_uri())
    assert "cannot play on from here" in page.inner_text(LIVE)
    assert page.locator(f"{LIVE} button").count() == 0 and page.locator("h1").is_visible()
