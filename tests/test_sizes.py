"""What there is only falls: docs/size.toml says how much of it is in each room, and what rises says why."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.sizes import FILE, ROOT, Size, code_lines, differences, main, of_parent, read, sizes, unexplained


def test_the_file_says_what_there_is() -> None:
    """Neither less nor more, so that it falls with the code."""
    assert differences(read((ROOT / FILE).read_text(encoding="utf-8")), sizes(ROOT)) == []


def test_what_has_risen_says_why() -> None:
    before = of_parent(ROOT)
    if before is None:
        pytest.skip(f"there is no {FILE} of the parent commit here: no git, or no history")
    assert unexplained(read((ROOT / FILE).read_text(encoding="utf-8")), before) == []


# By hand.
@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", 0),
        ('"""Of one line."""\n\nx = 1  # said\n# alone\n', 1),
        ('"""Of\n\ntwo # lines."""\nX = 1\n"""What it is."""\n', 1),
        ("import a\nfrom b import (\n    c,  # for d\n    d,\n)\n\n\ndef f():\n    from e import g\n    return g\n", 2),
        ('X = """a\n\nimport b\n# c\n"""\nY = 2\n', 5),
        ("x = '#'\ny = \"it's\"\nz = 'import a'\n", 3),
        ('f(\n    "a"\n    "b",\n)\n', 4),
        ('if x:\n    f("""a\n    b""")\n', 3),
        ("x = (1\n", 1),
    ],
)
def test_a_line_of_code(text: str, lines: int) -> None:
    assert code_lines(text) == lines


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A repository with two rooms, of which the file is written."""
    for name, text in {
        "src/ruleslawyer/base/one.py": '"""One."""\nx = 1\n', "src/ruleslawyer/engines/quick/run.py": "x = 1\ny = 2\n",
        "tests/unit/deep/test_one.py": "x = 1\n", "tests/one.py": "import x\n",
    }.items():  # fmt: skip
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "docs").mkdir()
    main([], tmp_path)
    git(tmp_path, "init", "-q")
    commit(tmp_path)
    return tmp_path


def git(root: Path, *words: str) -> None:
    named = ("-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(("git", *named, *words), cwd=root, check=True, capture_output=True)


def commit(root: Path) -> None:
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "x")


def grow(root: Path, lines: int) -> Path:
    path = root / "src/ruleslawyer/base/one.py"
    path.write_text("x = 1\n" * lines, encoding="utf-8")
    return path


def written(root: Path) -> dict[str, Size]:
    return read((root / FILE).read_text(encoding="utf-8"))


def test_rooms_are_counted(root: Path) -> None:
    assert written(root) == {
        "src/base": Size(1, 1), "src/engines/quick": Size(2, 1), "tests/.": Size(0, 1), "tests/unit": Size(1, 1),
    }  # fmt: skip


@pytest.mark.parametrize("lines", [0, 2])
def test_a_file_that_says_otherwise_names_the_command(root: Path, lines: int) -> None:
    grow(root, lines)
    (told,) = differences(written(root), sizes(root))
    assert told.startswith("src/base: ") and told.endswith("python -m tests.sizes")


def test_a_room_that_is_gone_is_out_of_the_file(root: Path) -> None:
    (root / "tests/one.py").unlink()
    assert len(differences(written(root), sizes(root))) == 1
    main([], root)
    assert "tests/." not in written(root) and differences(written(root), sizes(root)) == []


def test_a_rise_is_written_with_words_alone(root: Path) -> None:
    before = (root / FILE).read_text(encoding="utf-8")
    grow(root, 3)
    for words in ([], ["--why", "a proof"], ["--lowers", "the next cut"]):
        with pytest.raises(SystemExit, match="risen: src/base; say --why"):
            main(words, root)
    assert (root / FILE).read_text(encoding="utf-8") == before
    main(["--why", "a proof", "--lowers", "the next cut"], root)
    assert written(root)["src/base"] == Size(3, 1, "a proof", "the next cut")
    main([], root)
    assert written(root)["src/base"].why == "a proof", "it stays while the room is as it is"
    grow(root, 2)
    main([], root)
    assert written(root)["src/base"] == Size(2, 1)


def test_a_rise_is_seen_against_the_parent(root: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Before it is committed and after; another rise needs other words; a clone without history knows of none."""
    said = (root / FILE).read_text(encoding="utf-8").replace("lines = 1,", "lines = 4,", 1)
    (root / FILE).write_text(said, encoding="utf-8")
    for _ in range(2):
        before = of_parent(root)
        assert before is not None and len(unexplained(written(root), before)) == 1
        commit(root) if before == written(root) else git(root, "commit", "-q", "-a", "--allow-empty", "-m", "x")
    explained = said.replace("files = 1 }", 'files = 1, why = "a", lowers = "b" }', 1).replace("lines = 4", "lines = 5")
    for text, times in ((explained, 0), (explained.replace("lines = 5", "lines = 6"), 1)):
        (root / FILE).write_text(text, encoding="utf-8")
        before = of_parent(root)
        assert before is not None and len(unexplained(written(root), before)) == times
        commit(root)
    shallow = tmp_path_factory.mktemp("clone") / "it"
    git(root, "clone", "-q", "--depth", "1", root.as_uri(), str(shallow))
    assert of_parent(shallow) is None


def test_without_git_there_is_no_parent(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert of_parent(root) is None
