"""The glossary: in order, each word used where it stands for something, and each link to a word that there is."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[1] / "docs"
GLOSSARY = DOCS / "glossary.md"
PAGES = sorted(p for p in DOCS.rglob("*.md") if not {"generated", "decisions"} & {*p.relative_to(DOCS).parts})
DEFINED = re.search(r"```\{glossary\}\n(.*?)```", GLOSSARY.read_text(encoding="utf-8"), re.DOTALL)
assert DEFINED is not None
WORDS = re.findall(r"(?m)^(?!  )(\S.*)$", DEFINED[1])


def linked(text: str) -> list[str]:
    """The words that a page links to the glossary: {term}`word`, or {term}`another form <word>`."""
    found = re.findall(r"\{term\}`(?:[^`<]*<)?([^`<>]+)>?`", text.replace("\n", " "))
    return [re.sub(r"\s+", " ", word).strip().lower() for word in found]


LINKS = {page: Counter(linked(page.read_text(encoding="utf-8"))) for page in PAGES}


def test_the_words_stand_in_order_and_once() -> None:
    assert sorted(set(WORDS), key=str.lower) == WORDS


@pytest.mark.parametrize("page", PAGES, ids=[page.relative_to(DOCS).as_posix() for page in PAGES])
def test_every_link_is_to_a_word(page: Path) -> None:
    assert set(LINKS[page]) <= {word.lower() for word in WORDS}


@pytest.mark.parametrize("word", WORDS)
def test_every_word_is_used(word: str) -> None:
    """Some page, or another entry, leads to it."""
    assert any(links[word.lower()] for links in LINKS.values())


def test_words_that_the_tool_gives_a_sense_of_its_own_are_there() -> None:
    """What readers stumbled over."""
    asked = ["rim", "cone", "round", "seal", "stuck", "telling", "material", "decisive", "idle", "scope", "sub-step"]
    assert set(asked) <= set(WORDS)


def test_the_index_leads_to_it() -> None:
    assert "\nglossary\n" in (DOCS / "index.md").read_text(encoding="utf-8")
    for page in ("README.md", "CONTRIBUTING.md"):
        assert "docs/glossary.md" in (DOCS.parent / page).read_text(encoding="utf-8")


def test_there_are_few() -> None:
    """What a page can say in place is no entry: a reader learns so many words at most."""
    assert len(WORDS) <= 60
