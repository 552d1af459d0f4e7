"""The chapter rule: what the first line of a file says."""

from pathlib import Path

import pytest

from ruleslawyer.api import Project
from ruleslawyer.rulebook.register.chapters import chapter_mistakes, named_places

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(
    ("line", "places"),
    [
        ('"""Harbour, 6.5 and 7.2: ships."""', [("6.5",), ("7.2",)]),
        ('"""Harbour, chapter 6 with 5.1: ships of 3 masts."""', [("6",), ("5.1",)]),
        ('"""Sections 3, 4 and 6 to 8: ships."""', [("3",), ("4",), ("6", "7", "8")]),
        ('"""Section 3 with 0.7 and 0.30 to 0.32: ships."""', [("3",), ("0.7",), ("0.30", "0.31", "0.32")]),
        ('"""3: ships."""', [("3",)]),
        ('"""3, 5 and 7 to 8: ships, as in 6.5."""', [("3",), ("5",), ("7", "8"), ("6.5",)]),
        ('"""The 2 oldest ships, and 12 others."""', []),
        ("", []),
    ],
)
def test_what_a_first_line_names(line: str, places: list[tuple[str, ...]]) -> None:
    assert named_places(line) == places


@pytest.fixture(scope="module")
def project() -> Project:
    return Project.load(ROOT / "examples" / "war")


def found(project: Project, line: str, path: str = "model/war/play.py", chapters: tuple[str, ...] = ()) -> list[str]:
    """What is said of a file of War (its rules cite chapter 2) with that first line, beside one that is right."""
    war = project.ruleset("war")
    assert war.register is not None
    files = {path: line, "model/war/state.py": '"""Chapter 1."""'}
    return [d.message for d in chapter_mistakes(war.system, files, war.register.ids, chapters) if d.span.path == path]


def test_sections_exist_and_are_held(project: Project) -> None:
    assert found(project, '"""Chapter 2: war."""') == []
    (message,) = found(project, '"""Chapters 2 and 7: war."""')
    assert message == "`play` says that it holds 7, which the book does not have"
    (message,) = found(project, '"""War."""')
    assert message == "`play` does not say which sections it holds"


def test_who_is_out_is_cited_where_it_is_said() -> None:
    """The rule stands in one file of the liar's dice, and who is awaited, which asks it, in another."""
    dudo = Project.load(ROOT / "examples" / "liars-dice").ruleset("liars_dice")
    assert dudo.register is not None
    files = {f"model/liars_dice/{name}.py": '"""2.3.4."""' for name in ("state", "throw")}
    messages = [d.message for d in chapter_mistakes(dudo.system, files, dudo.register.ids, ()) if d.code == "RL801"]
    assert "`state` says that it holds 2.3.4, and nothing in it cites that" not in messages
    assert "`throw` says that it holds 2.3.4, and nothing in it cites that" in messages


def test_a_file_that_is_named_like_a_chapter_says_nothing_else(project: Project) -> None:
    assert found(project, '"""War."""', chapters=("02-play",)) == []


def test_one_file_holds_the_whole_book(project: Project) -> None:
    war = project.ruleset("war")
    assert war.register is not None
    assert chapter_mistakes(war.system, {"model/war/play.py": '"""War."""'}, war.register.ids, ()) == []
