"""The site of a report in a real browser: keys, films, search, a reader's own copy, and what axe says."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.check.evidence.decided import read_decisions
from ruleslawyer.report.write import write, write_document, write_single_files
from ruleslawyer.rulebook.table.derive import derive_view
from ruleslawyer.rulebook.table.told import Answer, Story
from tests.browser.chromium import CHROMIUM
from tests.browser.letters import too_small
from tests.checked import FERRY, ferry_checked
from tests.unit.hostile import PAYLOADS, attacked
from tests.unit.pages import Page

axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")
PAGES = (
    "index",
    *(
        f"ferry/{name}"
        for name in (
            "finding-001",
            "finding-002",
            "finding-003",
            "question-1",
            "engineers",
            "events",
            "cores",
            "rulebook",
            "rules-1",
            "impact",
            "playtest",
            "faq",
            "proofs",
            "games",
            "best-play",
            "pictures",
            "coverage",
        )
    ),
)


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, Path]:
    """The document of a check of the ferry, and its site."""
    folder = tmp_path_factory.mktemp("site")
    document, _ = write([replace(ferry_checked(prove=False), varied=True)], folder)
    return document, folder


class Reader:
    """A page that is looked at; whatever it asks for beyond its own files, and every complaint, is kept."""

    def __init__(self, context: Any, folder: Path) -> None:
        self.page, self.folder = context.new_page(), folder
        self.complaints: list[str] = []
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("dialog", lambda dialog: self.complaints.append(f"dialog {dialog.message}"))
        self.page.on("request", self._asked)

    def _asked(self, request: Any) -> None:
        if not request.url.startswith(self.folder.as_uri()):
            self.complaints.append(f"request for {request.url}")

    def open(self, path: str, place: str = "") -> Any:
        self.page.goto((self.folder / f"{path}.html").as_uri() + place)
        return self.page


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the ferry with its tables drawn as its types say."""
    checked, folder = ferry_checked(prove=False), tmp_path_factory.mktemp("drawn")
    write([replace(checked, view=derive_view(checked.system))], folder)
    return folder


def test_answers_begin_in_the_first_screen(browser: Any, drawn: Path) -> None:
    """On a desk crux, table, question and the first answer stand above the fold, the film below; on a phone they stand
    in this order: all answers before the pictures, of the table and of what each answer changes."""
    tops = """() => Object.fromEntries(['h1', '.which h2', '.answer h3', '.answer:last-of-type h3', '.scene .drawn',
        '.afters .drawn', '.rules', '.film'].map(
        (one) => [one, Math.round(document.querySelector(one).getBoundingClientRect().top + scrollY)]))"""
    for width, height in ((1200, 900), (390, 844)):
        context = browser.new_context(viewport={"width": width, "height": height})
        page = Reader(context, drawn).open("ferry/finding-001")
        at = page.evaluate(tops)
        if width > 1000:
            assert max(at[one] for one in ("h1", ".scene .drawn", ".which h2", ".answer:last-of-type h3")) < 700, at
            assert at[".afters .drawn"] > at[".answer:last-of-type h3"]
            assert at[".film"] > at[".rules"]
            result = axe.Axe().run(page)
            assert result.violations_count == 0, result.generate_report()
        else:
            assert sorted(at.values()) == list(at.values()), at
        context.close()


@pytest.fixture
def reader(browser: Any, found: tuple[Any, Path]) -> Iterator[Reader]:
    context = browser.new_context(viewport={"width": 1200, "height": 900})
    one = Reader(context, found[1])
    yield one
    context.close()
    assert one.complaints == []


def step(page: Any) -> str:
    """The step of the film that is shown."""
    shown = page.locator(".frame:visible")
    assert shown.count() == 1
    return str(shown.get_attribute("id"))


def test_arrow_keys_and_deep_links_of_a_film(reader: Reader) -> None:
    page = reader.open("ferry/finding-001")
    assert step(page) == "step-0"
    page.keyboard.press("ArrowRight")
    assert step(page) == "step-1" and page.url.endswith("#step-1")
    page.keyboard.press("ArrowRight")
    assert step(page) == "step-1", "there is no further one"
    page.keyboard.press("ArrowLeft")
    assert step(page) == "step-0"
    page = reader.open("ferry/finding-001", "#step-1")
    assert step(page) == "step-1"
    assert page.locator(".frame:visible .changed").count() > 0
    page.get_by_role("button", name="All steps").click()
    assert page.locator(".frame:visible").count() == 2


def test_another_play(reader: Reader) -> None:
    """Finding 002 has four: of its clash, its dead end and its property; and of the clash once Bob has the turn."""
    page = reader.open("ferry/finding-002")
    another = page.locator("[data-another]")
    assert "1 of 4" in another.inner_text()
    page.keyboard.press("a")
    assert "2 of 4" in another.inner_text()
    assert page.locator(".witness:visible").count() == 1
    reader.open("index")
    page = reader.open("ferry/finding-002", "#play-2-step-1")
    assert step(page) == "play-2-step-1"


def test_search_by_keys(reader: Reader) -> None:
    page = reader.open("ferry/rulebook")
    page.keyboard.press("/")
    page.keyboard.type("promised toll")
    page.locator("#hits a").first.wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/finding-001.html")
    page.wait_for_load_state()
    page.keyboard.press("/")
    page.keyboard.type("no such words")
    page.locator("#hits", has_text="Nothing found").wait_for()
    assert "Nothing found" in page.locator("#hits").inner_text()


@pytest.mark.parametrize("asked", ["who was promised the tolls?", "promising tolls", "toll promised before paid twice"])
def test_search_as_people_ask(reader: Reader, asked: str) -> None:
    """In other forms of the words, with little words, and with some that no entry has."""
    page = reader.open("ferry/rulebook")
    page.keyboard.press("/")
    page.keyboard.type(asked)
    page.locator("#hits a").first.wait_for()
    assert "finding 001" in page.locator("#hits a").first.inner_text()


def test_a_finding_is_copied_as_text_and_as_a_picture(browser: Any, drawn: Path) -> None:
    """The text has question, answers with what follows, no name of the model; the picture has the table's colours."""
    context = browser.new_context(viewport={"width": 1200, "height": 900})
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    one = Reader(context, drawn)
    page = one.open("ferry/finding-001")
    page.get_by_role("button", name="Copy as text").click()
    page.get_by_text("Copied.").wait_for()
    text = page.evaluate("navigator.clipboard.readText()")
    assert "Who gets the toll?" in text and "\nA. Owner is paid" in text and "(The ferry, finding 001)" in text
    assert "owner_is_paid" not in text
    page.get_by_role("button", name="Copy as picture").click()
    page.get_by_text("Copied.").wait_for()
    size, colours = page.evaluate("""async () => {
        const [item] = await navigator.clipboard.read();
        const picture = await createImageBitmap(await item.getType("image/png"));
        const pen = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
        pen.drawImage(picture, 0, 0);
        const dots = new Uint32Array(pen.getImageData(0, 0, picture.width, picture.height).data.buffer);
        return [[picture.width, picture.height], new Set(dots).size];
    }""")
    assert size[0] == 1520 and size[1] > 400 and colours > 20
    context.close()
    assert one.complaints == []


@pytest.fixture(scope="module")
def mailed(found: tuple[Any, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same report in one file, alone in its folder."""
    folder = tmp_path_factory.mktemp("mailed")
    (page,) = write_single_files(found[0], folder)
    assert page == folder / "ferry.html" and list(folder.iterdir()) == [page]
    return page


def test_one_file_has_every_page(browser: Any, found: tuple[Any, Path], mailed: Path) -> None:
    """Its links, films and search work, back leads back, and nothing but the file itself is asked for."""
    context = browser.new_context(viewport={"width": 1200, "height": 900})
    one = Reader(context, mailed.parent)
    page = one.open("ferry")
    front = page.locator("h1").inner_text()
    page.locator('main a[href^="?finding-001.html"]').first.click()
    page.locator("[data-search]").wait_for()
    assert step(page) == "step-0" and "001" in page.title()
    page.keyboard.press("ArrowRight")
    assert step(page) == "step-1" and page.url.endswith("?finding-001.html#step-1")
    page.locator(".rules a.chip").first.click()
    page.locator(".entry:target").wait_for()
    assert "?rules-" in page.url
    page.go_back()
    page.locator("[data-film]").wait_for()
    assert page.url.endswith("?finding-001.html#step-1") and step(page) == "step-1"
    page.keyboard.press("/")
    page.keyboard.type("promised toll")
    page.locator("#hits a").first.wait_for()
    page.keyboard.press("Enter")
    page.wait_for_url("**/ferry.html?finding-001.html")
    page.locator(".bar .home").click()
    page.locator("[data-search]").wait_for()
    assert page.locator("h1").inner_text() == front
    context.close()
    assert one.complaints == []


def test_every_link_of_the_one_file_leads_somewhere(found: tuple[Any, Path], mailed: Path) -> None:
    """Each page of the site is in it, but for those of several rulebooks; each link is to one of them, and to an id."""
    text = mailed.read_text("utf-8")
    packed = text.partition('id="packed">')[2].partition("</script>")[0]
    pages = json.loads(gzip.decompress(base64.b64decode(packed)))["pages"]
    assert set(pages) == {path.name for path in found[1].rglob("*.html")}
    read = {name: Page(main) for name, (_, main) in pages.items()}
    front = Page(text)
    for name, page in (*read.items(), ("", front)):
        for link in page.links:
            target, _, place = link.partition("#")
            inside = read[target[1:] or "index.html"] if target else page
            assert target.startswith("?") or not target, f"{name}: {link}"
            assert not place or place in (*inside.ids, "main"), f"{name}: {link}"


def test_one_file_without_scripts_shows_its_front_page(browser: Any, mailed: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(mailed.as_uri())
    assert "2 open findings" in page.locator("main").inner_text()
    context.close()


def test_keys_of_the_rulebook(reader: Reader) -> None:
    """Clauses 2.5 and 3.2 never came up, 2.6 is not modelled, 2.1 is the first with a finding."""
    page = reader.open("ferry/rules-1")

    def at() -> Any:
        return page.evaluate("document.activeElement.id")

    for key, clause in (("c", "2.1"), ("c", "2.2"), ("u", "2.5"), ("m", "2.6"), ("u", "3.2"), ("Shift+u", "2.5")):
        page.keyboard.press(key)
        assert at() == f"c-{clause}", key
    page.keyboard.press("?")
    assert page.locator("dialog[open]").count() == 1


def test_a_chapter_is_filtered(reader: Reader) -> None:
    """By the chapter's file: 2.1 and 2.2 have a finding, 2.5 and 3.2 never came up, 2.6 is not modelled."""
    page = reader.open("ferry/rules-1")

    def shown() -> list[str]:
        return [str(one.get_attribute("id")) for one in page.locator(".entry:visible").all()]

    everything = shown()
    page.get_by_role("button", name="has a finding").click()
    assert {"c-2.1", "c-2.2"} <= set(shown()) and "c-2.6" not in shown()
    page.get_by_role("button", name="has a finding").click()
    page.get_by_role("button", name="not modelled").click()
    assert shown() == ["c-2.6"] and page.locator(".line:visible").count() == 1
    assert f"1 of {len(everything)} clauses" in page.locator("[data-filtered]").inner_text()
    page.get_by_role("button", name="never came up").click()
    assert shown() == ["c-2.5", "c-2.6", "c-3.2"], "two of one kind widen what is shown"
    page.get_by_label("Only with these words").fill("no such words")
    assert shown() == []


def test_a_copy_of_the_text_is_shown_and_not_kept(reader: Reader, tmp_path: Path) -> None:
    copy = (FERRY / "text" / "ferry.txt").read_text("utf-8").split("\n")
    copy[7] = "<b>another line</b>"
    (tmp_path / "copy.txt").write_text("\n".join(copy), "utf-8")
    page = reader.open("ferry/rules-1")
    assert page.locator(".own:visible").count() == 0
    page.locator("#copy").set_input_files(tmp_path / "copy.txt")
    page.locator(".own.differs").wait_for()
    assert page.locator(".own:visible").count() == page.locator(".own").count() > 5
    assert page.locator(".own.differs").all_inner_texts() == ["<b>another line</b>"]
    assert page.locator('.own[data-line="7"]').inner_text() == copy[6].strip()
    page.reload()
    assert page.locator(".own:visible").count() == 0
    assert page.evaluate("Object.keys(localStorage).length") == 0


def test_the_theme_is_chosen(reader: Reader) -> None:
    page = reader.open("index")

    def paper() -> Any:
        return page.evaluate("getComputedStyle(document.body).backgroundColor")

    light = paper()
    for _ in range(2):
        page.locator("[data-theme-button]").click()
    dark = paper()
    assert dark != light
    page = reader.open("ferry/proofs")
    assert paper() == dark


@pytest.mark.parametrize(("scheme", "one_in"), [("light", 3), ("light", 1), ("dark", 1)])
def test_axe_finds_nothing(browser: Any, found: tuple[Any, Path], scheme: str, one_in: int) -> None:
    """On some pages every time. In the dark only colours are others."""
    rules: dict[str, Any] = {"resultTypes": ["violations"]}
    if scheme == "dark":
        rules["runOnly"] = {"type": "rule", "values": ["color-contrast"]}
    context = browser.new_context(viewport={"width": 1200, "height": 900}, color_scheme=scheme)
    reader = Reader(context, found[1])
    for path in PAGES[::one_in]:
        result = axe.Axe().run(reader.open(path), options=rules)
        assert result.violations_count == 0, f"{path}: {result.generate_report()}"
    context.close()


@pytest.mark.parametrize(("width", "media"), [(1280, "screen"), (390, "screen"), (794, "print")])
def test_every_letter_can_be_read(browser: Any, drawn: Path, width: int, media: str) -> None:
    """On every kind of page, where tables are drawn: 12 pixels on a screen, 6 points on paper; no picture is cut. A
    phone may have 360 pixels, and need not scroll sideways."""
    context = browser.new_context(viewport={"width": width, "height": 800})
    reader = Reader(context, drawn)
    reader.page.emulate_media(media=media)
    small = dict[str, Any]()
    for path in PAGES:
        page = reader.open(path)
        if found := too_small(page, media):
            small[path] = found
        if width == 390:
            page.set_viewport_size({"width": 360, "height": 740})
            assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
            if found := too_small(page, media):
                small[f"{path} at 360"] = found
            page.set_viewport_size({"width": width, "height": 800})
    context.close()
    assert small == {}


def test_print_has_every_seat(reader: Reader) -> None:
    """The seat of whoever is to move was left out on paper: its class was also that of the way from page to page."""
    page = reader.open("ferry/finding-002")
    drawn = '<svg class="tabletop"><g class="seat p0 turn"></g></svg>'
    page.locator("main").evaluate("(main, drawn) => main.insertAdjacentHTML('beforeend', drawn)", drawn)
    page.emulate_media(media="print")
    shown = "all => all.map(one => getComputedStyle(one).display)"
    assert page.locator("svg .turn").evaluate_all(shown) == ["inline"]
    assert page.locator("nav.turn").evaluate_all(shown) == ["none"]


def test_a_table_is_looked_at_from_a_seat(reader: Reader) -> None:
    """Without a script: Bob sees the back of Ann's card, Ann its face, and on paper all cards are open."""
    page = reader.open("ferry/finding-002")
    choice = "".join(f'<input type="radio" name="sight" value="{value}" aria-label="{value}">' for value in ("", 0, 1))
    face = '<g class="h1"><rect class="card" width="99" height="99"/></g>'
    made = f'<div class="sight">{choice}</div><svg class="tabletop" width="99" height="99">{face}</svg>'
    page.locator("main").evaluate("(main, made) => main.insertAdjacentHTML('beforeend', made)", made)
    seen = "one => getComputedStyle(one).opacity"
    for value, opacity in (("", "1"), ("0", "1"), ("1", "0")):
        page.check(f'.sight [value="{value}"]')
        assert page.locator(".h1").evaluate(seen) == opacity
    page.emulate_media(media="print")
    assert page.locator(".h1").evaluate(seen) == "1"


def test_print_leaves_the_film_to_the_screen(reader: Reader) -> None:
    """A finding is two sheets of paper: its moment is drawn, its steps are not."""
    page = reader.open("ferry/finding-002")
    assert page.locator(".frame").count() > 3
    page.emulate_media(media="print")
    assert page.locator(".frame:visible").count() == 0
    assert page.locator(".strip:visible, .bar:visible").count() == 0


@pytest.mark.campaign
def test_hostile_text_is_text(browser: Any, found: tuple[Any, Path], tmp_path: Path) -> None:
    """In a browser, which reads markup as no library does: nothing runs, nothing is asked for, no element is new."""
    document, folder = found
    write_document(attacked(document), tmp_path)
    context = browser.new_context()
    known = set()
    elements = "[...new Set([...document.querySelectorAll('*')].map((e) => e.localName))]"
    pages = "index", "ferry/events", "ferry/rulebook", "ferry/proofs", "ferry/coverage"
    plain = Reader(context, folder)
    for path in (*pages, "ferry/finding-001", "ferry/finding-002", "ferry/finding-003"):
        known |= set(plain.open(path).evaluate(elements))
    reader = Reader(context, tmp_path)
    for path in (*pages, "ferry/finding-000"):
        page = reader.open(path)
        assert set(page.evaluate(elements)) <= known, path
    page.keyboard.press("/")
    page.keyboard.type("script alert")
    page.locator("#hits a").first.wait_for()
    assert set(page.evaluate(elements)) <= known
    assert reader.complaints == [] and len(PAYLOADS) >= 500
    context.close()


def test_a_designers_answer_is_kept_saved_as_a_file_and_taken_by_settle(
    browser: Any, drawn: Path, tmp_path: Path
) -> None:
    """Chosen on one page, and written on another; both are there on the next visit, and in the file."""
    context = browser.new_context(viewport={"width": 1200, "height": 900})
    reader = Reader(context, drawn)
    page = reader.open("ferry/finding-001")
    panel = page.locator(".decide")
    sentence = panel.get_by_label("The sentence to print")
    assert not sentence.is_visible(), "nothing is chosen yet"
    panel.get_by_label("Other is paid").check()
    assert sentence.input_value() == ""
    sentence.fill("Whoever waits is paid.")
    page = reader.open("ferry/finding-003")
    page.locator(".decide").get_by_label("Another answer").fill("Whoever paid last")
    page = reader.open("ferry/finding-003")
    assert page.locator(".decide textarea").first.input_value() == "Whoever paid last"
    page = reader.open("index")
    assert page.locator("#f-001").inner_text().endswith("Your answer: Other is paid")
    page = reader.open("ferry/impact")
    with page.expect_download() as got:
        page.get_by_role("button", name="Save as a file").click()
    saved = tmp_path / got.value.suggested_filename
    got.value.save_as(saved)
    ruleset, _, decisions = read_decisions(saved)
    assert (ruleset, saved.name) == ("ferry", "ferry-answers.json")
    told = {d.finding: (d.state, d.says, d.ruling, d.wording) for d in decisions}
    assert told["001"] == ("ruled", "Other is paid", {"payee": "other_is_paid"}, "Whoever waits is paid.")
    assert told["003"][:3] == ("ruled", "Whoever paid last", {})
    assert reader.complaints == []
    for path in ("ferry/finding-001", "ferry/impact"):
        result = axe.Axe().run(reader.open(path))
        assert result.violations_count == 0, result.generate_report()
    context.close()


def test_a_suggested_sentence_is_offered_with_its_own_answer_alone(browser: Any, tmp_path: Path) -> None:
    """Nothing is suggested with an answer that has no sentence, or in other words; and a sentence that was taken goes
    when another answer is chosen."""
    checked = ferry_checked(prove=False)
    first, *others = checked.result.findings
    answers = (Answer("The owner", wording="The owner is paid."), Answer("The other one"))
    told = replace(first, finding=replace(first.finding, story=Story("", "Who is paid?", answers=answers)))
    write([replace(checked, result=replace(checked.result, findings=(told, *others)))], tmp_path)
    context = browser.new_context(viewport={"width": 1200, "height": 900})
    panel = Reader(context, tmp_path).open("ferry/finding-001").locator(".decide")
    sentence, take = panel.get_by_label("The sentence to print"), panel.get_by_text("Take the suggested one")
    panel.get_by_label("The owner").check()
    take.click()
    assert sentence.input_value() == "The owner is paid."
    panel.get_by_label("The other one").check()
    assert sentence.input_value() == "" and not take.is_visible()
    panel.get_by_label("Another answer").fill("Nobody")
    assert not take.is_visible()
    context.close()
