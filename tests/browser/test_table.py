"""The table in a real browser, as `play --web` serves it: cards, keys, rulings, readings, reloads, and axe."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.browser.chromium import CHROMIUM

axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")
pytest.importorskip("fastapi_offline", reason="the extra http is not installed")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")
ROOT = Path(__file__).parents[2]
FERRY = ROOT / "tests" / "projects" / "ferry"
PATIENCE = 60_000
"""Milliseconds for a rulebook to be read on a machine that has other work."""


@contextmanager
def table(project: Path, *words: str) -> Iterator[str]:
    """`play --web` in another process: its address."""
    tool = [sys.executable, "-m", "ruleslawyer", "--project", str(project), "play", *words, "--web", "--port", "0"]
    process = subprocess.Popen(tool, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout
    address = re.search(r"http://[0-9.:]+/", process.stdout.readline())
    try:
        assert address
        yield address[0]
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130


@pytest.fixture(scope="module")
def ferry() -> Iterator[str]:
    with table(FERRY, "ferry") as address:
        yield address


@pytest.fixture(scope="module")
def duel() -> Iterator[str]:
    with table(ROOT, "daemons", "--scope", "duel") as address:
        yield address


class Person:
    """Somebody at the table; every complaint of the page, and what it asks for elsewhere, is kept."""

    def __init__(self, browser: Any, address: str, width: int = 1200, dark: bool = False) -> None:
        scheme = "dark" if dark else "light"
        self.context = browser.new_context(viewport={"width": width, "height": 844}, color_scheme=scheme)
        self.page = self.context.new_page()
        self.address, self.complaints = address, list[str]()
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("dialog", lambda dialog: self.complaints.append(f"dialog {dialog.message}"))
        self.page.on("request", self._asked)

    def _asked(self, request: Any) -> None:
        if not request.url.startswith((self.address, "data:", "blob:")):
            self.complaints.append(f"request for {request.url}")

    def open(self, place: str = "") -> Any:
        self.page.goto(self.address + place)
        self.page.locator("#says", has_not_text="Reading the rules").wait_for(timeout=PATIENCE)
        return self.page

    def wait(self) -> None:
        self.page.locator("body:not([aria-busy])").wait_for(timeout=PATIENCE)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.wait()

    def click(self, what: Any) -> None:
        what.click()
        self.wait()

    def take(self, says: str) -> None:
        self.click(self.page.locator("#actions .act", has_text=says))

    @property
    def actions(self) -> list[str]:
        """The actions that can be taken, without their numbers."""
        return [re.sub(r"^\d+", "", text).strip() for text in self.page.locator("#actions .act").all_inner_texts()]

    @property
    def tried(self) -> list[str]:
        return [text.strip() for text in self.page.locator("#tree button").all_inner_texts()]

    @property
    def at(self) -> str:
        return str(self.page.locator("#tree [aria-current]").inner_text())

    @property
    def says(self) -> str:
        return str(self.page.locator("#says").inner_text())


@contextmanager
def person(browser: Any, address: str, *, refused: int = 0, **how: Any) -> Iterator[Person]:
    """refused: how many requests are answered with a mistake, about which a browser complains."""
    one = Person(browser, address, **how)
    yield one
    one.context.close()
    mistakes = [text for text in one.complaints if text.startswith("Failed to load resource: the server responded")]
    assert [text for text in one.complaints if text not in mistakes] == [] and len(mistakes) == refused


def test_a_click_on_a_card_takes_an_action(browser: Any, duel: str) -> None:
    """Ann's deck has Imp, Drake and Bolt. Once both have a card, Imp can be put aside, and so can Bob's Elf."""
    with person(browser, duel) as one:
        page = one.open()
        assert one.says == "Chance decides."
        one.take("Imp is drawn")
        one.take("Elf is drawn")
        assert one.actions == ["Ann puts Imp aside", "Bob puts Elf aside", "Ann keeps the grip", "Bob keeps the grip"]
        assert page.locator(".live").evaluate_all("all => all.map((one) => one.dataset.names)") == [
            "Bob", "Elf", "Ann", "Imp"
        ]  # fmt: skip
        page.locator('.live[data-names="Imp"]').click()
        assert one.actions == ["Ann puts Imp aside"] and "Only with Imp: 1 of 4." in page.inner_text("#only")
        one.press("Enter")
        assert one.at == "Ann puts Imp aside"
        assert one.actions == ["Bob puts Elf aside", "Ann keeps the grip", "Bob keeps the grip"]
        assert "2.11" in page.locator("#actions summary").first.inner_text()


def test_keys_alone(browser: Any, duel: str) -> None:
    """From card to card, to an action, back, on, and along what was tried; a filter, and the list of keys."""
    with person(browser, duel) as one:
        page = one.open()
        one.press("2", "Enter")
        assert one.at == "Drake is drawn"
        one.press("Enter")  # the first of the next actions has the focus
        assert one.at == "Elf is drawn"
        one.press("t", "ArrowDown", "ArrowDown")
        focused = "document.activeElement.dataset.names"
        assert page.evaluate(focused) == "Drake", "Bob, his Elf, and beneath it Ann's card"
        one.press("Enter", "Enter")
        assert one.at == "Ann puts Drake aside"
        one.press("u")
        assert one.at == "Elf is drawn" and "Ann puts Drake aside" in one.tried
        one.press("r")
        assert one.at == "Ann puts Drake aside"
        one.press("h", "ArrowUp", "ArrowUp", "Enter")
        assert one.at == "Drake is drawn"
        one.press("?")
        assert page.locator("#help-dialog[open]").count() == 1
        one.press("Escape", "/")
        page.keyboard.type("hail")
        assert one.actions == ["Hail is drawn"]
        one.press("Escape")
        assert len(one.actions) == 3
        one.press("c")
        assert one.says == "Ann and Bob decide.", "chance has decided"


def test_a_contradiction_is_ruled(browser: Any, ferry: str) -> None:
    """Iron is heavy: 2.1 lets Ann cross with it, and 2.2 does not."""
    with person(browser, ferry) as one:
        page = one.open()
        one.take("first Ann")
        clash = page.locator("#actions .clash")
        assert "Two clauses contradict each other over this." in clash.inner_text()
        assert clash.locator(".clause-id").all_inner_texts() == ["2.1 own turn", "2.2 too heavy"]
        assert len(one.actions) == 1, "the other one is forbidden as it is read"
        one.click(clash.get_by_role("button", name="Rule here: it is allowed"))
        assert len(one.actions) == 2 and "Read with ruled cross:own_turn/too_heavy=permit" in page.inner_text("#under")
        one.click(page.locator("#actions .act").nth(1))
        assert page.locator("#met .clash strong").all_inner_texts() == [
            "Two clauses contradict each other", "The text is silent"
        ]  # fmt: skip
        assert page.locator("#tree .root").count() == 2, "what was played before the ruling is kept"
        one.click(page.locator("#tree button").first)
        assert page.locator("#under:visible").count() == 0 and len(one.actions) == 1


def test_a_question_is_not_asked_again(browser: Any, ferry: str) -> None:
    """What may be done stands above what is open; a question that is not to be asked again is counted, and can be had
    back."""
    with person(browser, ferry) as one:
        page = one.open()
        one.take("first Ann")
        one.click(page.locator("#actions .clash").get_by_role("button", name="Rule here: it is allowed"))
        one.click(page.locator("#actions .act").nth(1))
        boxes = page.locator("#met .clash")
        before = boxes.count()
        order = "(list) => list.compareDocumentPosition(document.getElementById('met'))"
        assert page.locator("#actions").evaluate(order) == 4, "the boxes follow"
        boxes.first.get_by_role("button", name="Do not ask again").click()
        fewer = boxes.count()
        assert fewer < before and "do not want to be asked" in page.inner_text("#quiet")
        page.reload()
        page.locator("#tree [aria-current]").wait_for(timeout=PATIENCE)
        assert boxes.count() == fewer, "a page that is loaded anew knows it still"
        page.get_by_role("button", name="Ask again", exact=True).click()
        assert boxes.count() == before and not page.locator("#quiet").is_visible()


def test_a_reading_is_switched_in_place(browser: Any, ferry: str) -> None:
    """Ann crosses with hay, and Bob decides; when the same carter goes on, Ann does."""
    with person(browser, ferry) as one:
        page = one.open()
        one.take("first Ann")
        one.take("hay")
        assert one.says.startswith("A deadlock"), "Bob has the iron alone"
        one.press("q")
        select = page.locator('#readings select[data-key="follower"]')
        select.select_option("the_same")
        one.wait()
        assert "Read with follower=the_same" in page.inner_text("#under")
        assert page.locator("#tree .root").count() == 2
        page.locator("#refused-box summary").click()
        page.locator("#refused li").first.wait_for()
        assert "No coin, no crossing." in page.inner_text("#refused")


def test_a_play_is_found_again(browser: Any, ferry: str) -> None:
    """After a reload with all that was tried; from a link up to where it stood, by anybody."""
    with person(browser, ferry) as one:
        page = one.open()
        one.take("first Bob")
        one.take("hay")
        one.press("u")
        page.reload()
        page.locator("#tree [aria-current]").wait_for(timeout=PATIENCE)
        assert "first Bob" in one.at and len(one.tried) == 2
        one.press("r", "l")
        link = page.locator("#link").input_value()
        assert link.startswith(f"{ferry}#play=")
        tried = one.at
    with person(browser, ferry) as other:
        page = other.open(link.removeprefix(ferry))
        assert other.at == tried and "#game=" in page.url
    with person(browser, ferry, refused=1) as lost:
        page = lost.open("#game=nobodys")
        assert "there is no such play here" in page.inner_text("#mistake") and lost.says == "How does it begin?"


def test_a_server_that_began_anew(browser: Any) -> None:
    """The page remembers the link of what it shows; the port is another one here, so that is put where it looks."""
    with table(FERRY, "ferry") as address, person(browser, address) as one:
        page = one.open()
        one.take("first Bob")
        kept = page.evaluate("sessionStorage.getItem(Object.keys(sessionStorage)[0])")
    with table(FERRY, "ferry") as address, person(browser, address, refused=1) as one:
        page = one.open()
        page.evaluate("(link) => sessionStorage.setItem('ruleslawyer-gone', link)", kept)
        page.goto(f"{address}#game=gone")
        page.locator("#tree [aria-current]").wait_for(timeout=PATIENCE)
        assert "first Bob" in one.at


def test_a_position_is_saved_as_a_scenario(browser: Any, ferry: str, tmp_path: Path) -> None:
    with person(browser, ferry) as one:
        page = one.open()
        one.take("first Ann")
        one.take("hay")
        one.press("s")
        page.locator("#save-name").fill("Hay goes first")
        with page.expect_download() as loading:
            page.locator("#save-file").click()
        assert loading.value.suggested_filename == "hay_goes_first.toml"
        file = tmp_path / "hay_goes_first.toml"
        loading.value.save_as(file)
    tool = [sys.executable, "-m", "ruleslawyer", "--project", str(FERRY), "scenario", str(file)]
    ran = subprocess.run(tool, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_hidden_hands_stay_hidden(browser: Any) -> None:
    """What is hidden from Ann in Mnemonic's small scope is to be seen on all seats, and nowhere on hers."""
    options = ("--scope", "small", "--as", "Ann", "--opponent", "random", "--seed", "3")
    with table(ROOT, "mnemonic", *options) as address, person(browser, address) as one:
        page = one.open()
        page.locator("#tree [aria-current]").wait_for(timeout=PATIENCE)
        hidden = int(page.inner_text("#hidden").split()[0])
        assert hidden > 0 and page.inner_text("#hidden").endswith("hidden from Ann.")
        seen = set(re.findall(r"\b[CDHS](?:[2-9]|10|[JQKA])\b", page.inner_html("main")))
        page.locator("#opponent").select_option("")
        one.wait()
        page.locator("#seat").select_option("")
        one.wait()
        every = set(re.findall(r"\b[CDHS](?:[2-9]|10|[JQKA])\b", page.inner_html("main")))
        assert len(every - seen) == hidden and seen < every
        assert page.locator("#hidden:visible").count() == 0


def test_a_phone(browser: Any, duel: str) -> None:
    """390 pixels: nothing is wider than the screen, and a tap takes an action."""
    with person(browser, duel, width=390, dark=True) as one:
        page = one.open()
        one.take("Imp is drawn")
        one.take("Elf is drawn")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.locator('.live[data-names="Imp"]').click()
        one.click(page.locator("#actions .act"))
        assert one.at == "Ann puts Imp aside"
        assert page.locator("svg.tabletop.narrow").count() == 1
        small = page.locator("button:visible").evaluate_all(
            "all => all.filter((one) => one.getBoundingClientRect().height < 24).map((one) => one.textContent)"
        )
        assert small == [], "what is tapped is as high as a finger needs"


@pytest.mark.parametrize(("width", "dark"), [(1200, False), (390, True)])
def test_axe_finds_nothing(browser: Any, ferry: str, width: int, dark: bool) -> None:
    """At the beginning, with a contradiction, with what was met, and with each dialog open."""
    with person(browser, ferry, width=width, dark=dark) as one:
        page = one.open()

        def look(where: str) -> None:
            found = axe.Axe().run(page).response["violations"]
            assert [(v["id"], [n["html"][:120] for n in v["nodes"]]) for v in found] == [], where

        look("the beginning")
        one.take("first Ann")
        page.locator("#refused-box summary").click()
        look("a contradiction")
        one.click(page.get_by_role("button", name="Rule here: it is allowed"))
        one.click(page.locator("#actions .act").nth(1))
        look("what was met")
        for button in ("readings", "save", "link", "help"):
            page.locator(f"#{button}-button").click()
            page.locator(f"#{button}-dialog[open]").wait_for()
            look(button)
            page.keyboard.press("Escape")


@pytest.mark.parametrize(
    "name",
    [
        "daemons",
        "mere_mortals",
        *(pytest.param(name, marks=pytest.mark.campaign) for name in ("megacorp", "memesis", "mnemonic")),
    ],
)
def test_every_rulebook_opens(browser: Any, name: str) -> None:
    """Each is played for a few actions, always the first one, and back again."""
    with table(ROOT, name) as address, person(browser, address) as one:
        page = one.open()
        for _ in range(4):
            one.click(page.locator("#actions .act").first)
        assert page.locator("#table svg.tabletop").count() == 1 and page.locator("#mistake:visible").count() == 0
        before = one.at
        one.press("u", "r")
        assert one.at == before
        page.locator("#readings-button").click()
        page.locator("#readings select").first.wait_for()


def test_hostile_texts_stay_texts(browser: Any, ferry: str) -> None:
    """Every text of an answer but the picture is markup here; what is shown has no element of it."""
    hostile = "<img src=x onerror=alert(1)><script>alert(2)</script>"

    def attacked(value: Any) -> Any:
        match value:
            case str():
                return hostile
            case list():
                return [attacked(one) for one in value]
            case dict():
                kept = ("table", "kind", "verdict", "game", "link", "stance")
                return {key: one if key in kept else attacked(one) for key, one in value.items()}
        return value

    def fulfil(route: Any) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json=attacked(answer.json()))

    with person(browser, ferry, refused=1) as one:  # the link is none
        page = one.open()
        one.take("first Ann")
        page.route("**/ask/*", fulfil)
        page.evaluate("location.hash = '#play=x'")
        page.locator("#says", has_text="<img").wait_for()
        page.locator("#refused-box summary").click()
        page.locator("#refused li").first.wait_for()
        page.locator("#readings-button").click()
        page.locator("#readings li").first.wait_for()
        assert page.locator("main img, main script, dialog img, dialog script").count() == 0
        assert page.locator("main").inner_text().count("<img src=x") > 5
