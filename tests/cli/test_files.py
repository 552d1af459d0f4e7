"""Every kind of file that the tool reads, with something else in its place: one message with the place and a mend.

Nothing is waited for, and nothing ends in a defect of the tool. What the tool itself keeps it can do without.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.command import Answer, Command

FERRY = Path(__file__).parents[1] / "projects" / "ferry"
DEEP = "[" * 100_000
SECONDS = 60


def pipe(path: Path) -> None:
    os.mkfifo(path)


def folder(path: Path) -> None:
    path.mkdir()


def plug(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as opened:
        here = os.open(".", os.O_RDONLY)
        try:
            os.chdir(path.parent)  # the name of a socket is short
            opened.bind(path.name)
        finally:
            os.fchdir(here)
            os.close(here)


def device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def circle(path: Path) -> None:
    path.symlink_to(path.name)


def other_text(path: Path) -> None:
    path.write_bytes(b'title = "\xff\xfe"\n')


def a_nul(path: Path) -> None:
    path.write_bytes(b"title\0\n")


def unreadable(path: Path) -> None:
    path.touch()
    path.chmod(0)


def deep(path: Path) -> None:
    path.write_text(f"x = {DEEP}" if path.suffix == ".toml" else DEEP, encoding="utf-8")


def empty(path: Path) -> None:
    path.touch()


WAYS: tuple[Callable[[Path], None], ...] = (
    pipe, folder, plug, device, circle, other_text, a_nul, unreadable, deep, empty,
)  # fmt: skip
CHECKS = "checks/ferry/"
AUTHORS: dict[str, tuple[str, ...]] = {
    "pyproject.toml": ("check", "--no-prove"),
    "model/ferry/river.py": ("explore", "ferry"),
    "model/ferry/view.toml": ("explore", "ferry", "--trace", "1"),
    "spec/ferry/book.toml": ("spec", "--lint"),
    "spec/ferry/river.toml": ("spec", "--lint"),
    "text/ferry.txt": ("spec", "--verify", "ferry", "--source", "text"),
    "checks/ferry/river.py": ("explore", "ferry"),
    "checks/ferry/cards/carts.csv": ("explore", "ferry", "--scope", "listed"),
    "checks/ferry/scopes/tiny.toml": ("explore", "ferry"),
    "checks/ferry/scopes/open.toml": ("prove", "ferry"),
    "checks/ferry/expected.toml": ("check", "--no-prove"),
    "checks/ferry/options.toml": ("explore", "--readings", "ferry"),
    "checks/ferry/limits.toml": ("check", "--no-prove", "-o", "report"),
    "checks/ferry/play.toml": ("games", "ferry", "--scope", "tiny", "--games", "1"),
    "checks/ferry/sweep.toml": ("sweep", "ferry"),
    "checks/ferry/scenarios/one.toml": ("scenario",),
    "findings/ferry/001-toll.md": ("findings",),
    "checks/ferry/lemmas.json": ("check", "--prove"),
    "checks/ferry/instances.json": ("check", "--prove"),
    "checks/ferry/games.json": ("check", "--no-prove", "-o", "report"),
    "checks/ferry/solved.json": ("check", "--no-prove", "-o", "report"),
    "checks/ferry/adequacy.json": ("check", "--no-prove", "-o", "report"),
    "play.json": ("play", "play.json"),
    "state.json": ("why", "ferry", "state.json", "cross(who=Ann, cart=hay)"),
    "decks.csv": ("check", "--cards", "decks.csv", "--scope", "tiny", "--sort", "Cart", "--seats", "hay,iron"),
    "scenario.toml": ("scenario", "scenario.toml"),
    "draft.txt": ("spec", "--draft", "draft.txt"),
    "fuzzed/games.json": ("games", "--fuzz", "ferry", "--scope", "tiny", "--games", "1", "--write", "fuzzed"),
    "adequacy.jsonl": ("adequacy", "ferry", "--sample", "1", "--resume", "adequacy.jsonl"),
    "vectors/index.json": ("export", "--to", "vectors", "ferry", "--verify", "vectors"),
    "proofs/certificate.json": ("prove", "--recheck", "proofs"),
    "games/game.jsonl": ("serve", "ferry", "--log", "games"),
}
"""A file of each kind, and a command that reads it."""


@contextmanager
def soon() -> Iterator[None]:
    def late(*_: object) -> None:
        raise AssertionError(f"nothing came within {SECONDS} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


TEXTS = "text/ferry.txt", "draft.txt"
"""Of which any text is one."""
LISTED = """
[sorts]
Player = ["Ann", "Bob"]

[cards.Cart]
file = "../cards/carts.csv"
"""
PROVED = '{"states": [], "alone": [], "steps": ["writes:coins"], "conditions": []}'


def asked(command: Command, project: Path, file: str, way: Callable[[Path], None], verb: tuple[str, ...]) -> Answer:
    path = project / file
    (project / CHECKS / "scopes/listed.toml").write_text(LISTED, encoding="utf-8")
    if path.name == "instances.json":  # it is read where something is proved again
        (path.parent / "lemmas.json").write_text(PROVED, encoding="utf-8")
    path.unlink(missing_ok=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    way(path)
    command.monkeypatch.chdir(project)
    with soon():
        return command(*verb, project=project)


@pytest.fixture
def ferry(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FERRY, tmp_path / "ferry", ignore=shutil.ignore_patterns("__pycache__", "build")))


def some(number: int) -> list[Callable[[Path], None]]:
    """What is put in the place of a file in a usual run: not all of it for every file, and everything for some."""
    return [pipe, deep, *(WAYS[(number + more) % len(WAYS)] for more in (0, 4))]


SOME = [(file, way) for number, file in enumerate(AUTHORS) for way in dict.fromkeys(some(number))]
REST = [(file, way) for file in AUTHORS for way in WAYS if (file, way) not in SOME]


@pytest.mark.parametrize(
    ("file", "way"),
    [*SOME, *(pytest.param(*one, marks=pytest.mark.campaign) for one in REST)],
    ids=lambda one: one if isinstance(one, str) else one.__name__,
)
def test_an_authors_file(command: Command, ferry: Path, file: str, way: Callable[[Path], None]) -> None:
    if way is unreadable and os.geteuid() == 0:
        pytest.skip("root may read everything")
    answer = asked(command, ferry, file, way, AUTHORS[file])
    said = answer.out + answer.err
    assert "Traceback" not in said and "internal error" not in said, answer
    if answer.code != 2 and (way is empty or (way in (a_nul, deep) and file in TEXTS)):
        return  # nothing has to be said in it
    names = Path(file).name, "/dev/zero" if way is device else Path(file).name
    assert answer.code == 2 and any(name in said for name in names) and "= help: " in said, answer


@pytest.mark.parametrize("way", [way for way in WAYS if way not in (unreadable, device)], ids=lambda way: way.__name__)
def test_what_the_tool_keeps(
    command: Command, ferry: Path, way: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is computed again, and what is said is the same."""
    monkeypatch.setenv("RULESLAWYER_ANSWERS", str(ferry / "answers"))
    monkeypatch.setenv("RULESLAWYER_CACHE", str(ferry / "cache"))
    monkeypatch.chdir(ferry)
    verbs: list[tuple[str, ...]] = [
        ("check", "--no-prove", "--json"),
        ("check", "--failed", "--no-prove"),
        ("explore", "ferry", "--json"),
    ]
    verbs.append(("explore", "ferry", "--engine", "native", "--json"))
    before = [command(*verb, project=ferry) for verb in verbs]
    kept = [path for name in ("answers", "cache", "build") for path in (ferry / name).rglob("*") if path.is_file()]
    assert {path.suffix for path in kept} >= {".answer", ".o"}
    for path in kept:
        path.unlink()
        way(path)
    with soon():
        after = [command(*verb, project=ferry) for verb in verbs]
    for one, other in zip(before, after, strict=True):
        assert other.code == one.code and "Traceback" not in other.err and "internal error" not in other.err, other
