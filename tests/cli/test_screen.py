"""What a verb prints fits a screen, unless all of it is asked for; on a terminal, lines are wrapped at words."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from ruleslawyer.cli.output import LINES, NAMED, SLACK, print_list, print_table, screen, some, table
from tests.agree.written import written
from tests.cli.command import Command
from tests.cli.forked import forked

ROOT = Path(__file__).parents[2]
FERRY = ROOT / "tests" / "projects" / "ferry"
SCREEN = 48
"""Lines of a window of a usual height."""


def rows(number: int) -> None:
    found = table("name", "about")
    for i in range(number):
        found.add_row(f"row {i}", "one\ntwo")
    print_table(found)


def test_a_long_table_says_how_many_rows_more_there_are(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(screen, "whole", False)
    rows(100)
    lines = capsys.readouterr().out.splitlines()
    there = sum(line.startswith("row") for line in lines)
    assert len(lines) <= LINES + 1
    assert lines[-1] == f"… and {100 - there} more: --all prints them"
    rows((LINES + SLACK - 2) // 2)
    assert "more" not in capsys.readouterr().out, "what nearly fits is not cut"
    monkeypatch.setattr(screen, "whole", True)
    rows(100)
    assert capsys.readouterr().out.count("row ") == 100


def test_many_names_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [f"n{i}" for i in range(20)]
    monkeypatch.setattr(screen, "whole", False)
    assert some(names) == ", ".join(names[:NAMED]) + f", and {20 - NAMED} more"
    assert some(names[: NAMED + 1]) == ", ".join(names[: NAMED + 1]), "one more is as short as its name"
    monkeypatch.setattr(screen, "whole", True)
    assert some(names) == ", ".join(names)


def test_long_lists_are_cut(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen, "whole", False)
    print_list([f"line {i}" for i in range(LINES + SLACK + 1)])
    more = f"… and {SLACK + 1} more: --all prints them"
    assert capsys.readouterr().out.splitlines()[-2:] == [f"line {LINES - 1}", more]
    print_list([f"line {i}" for i in range(LINES + SLACK)])
    assert capsys.readouterr().out.count("line ") == LINES + SLACK, "what nearly fits is not cut"
    monkeypatch.setattr(screen, "whole", True)
    print_list([f"line {i}" for i in range(100)])
    assert capsys.readouterr().out.count("line ") == 100


def test_columns_are_as_wide_as_their_longest_words(capsys: pytest.CaptureFixture[str]) -> None:
    """Eighty columns hold every word whole, though rich would take from the widest column until a name breaks."""
    found = table("a", "b", "c")
    found.add_row("Numbers.third_draft_of_all = 0", "short words " * 9, "many more of these words " * 9)
    print_table(found)
    printed = capsys.readouterr().out
    assert "Numbers.third_draft_of_all" in printed
    assert max(map(len, printed.splitlines())) <= 80


def test_a_verdict_is_whole(capsys: pytest.CaptureFixture[str]) -> None:
    """In one line where that leaves room for words beside it, and else broken between its own; nothing is cut off."""
    for sorts in ("1 thing, 1 player", "2 cards, 3 players, 4 ships, 5 harbours, 6 sailors and 7 lighthouses"):
        verdict = f"PROVED for {sorts} (z3, cvc5)"
        found = table("verdict", "property")
        found.add_row(verdict, "nothing_is_left [2]\n1-induction, 0.2 s; a fresh z3 on every obligation")
        print_table(found)
        said = capsys.readouterr().out
        assert set(verdict.split()) <= set(said.split())
        assert (verdict in said) == (len(verdict) < 50)


def test_megacorp_fits_a_screen(command: Command) -> None:
    """The point was on line 365 of 414: a contradiction of two clauses, which two actions show."""
    found = command("explore", "megacorp", "--scope", "tiny", project=ROOT).out.splitlines()
    assert len(found) <= SCREEN
    (point,) = [i for i, line in enumerate(found) if "buy_revealed: buy_it_now against" in line]
    (never,) = [i for i, line in enumerate(found) if line.startswith("never live here: ")]
    assert point < never
    assert re.fullmatch(r"never live here: \d+, such as .*, and \d+ more", found[never])
    first = next(i for i, line in enumerate(found) if line.startswith("VIOLATED"))
    assert first < point, "what is wrong stands before what is met on the way"


def on_terminal(width: int, *words: str) -> list[str]:
    """What a command prints on a terminal of a width."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, width, 0, 0))
    environment = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES", "NO_COLOR")} | {"TERM": "xterm"}
    process = subprocess.Popen(
        [sys.executable, "-m", "ruleslawyer", "--project", str(FERRY), *words],
        stdout=theirs, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, env=environment,
    )  # fmt: skip
    os.close(theirs)
    said = b""
    while True:
        try:
            more = os.read(ours, 65536)
        except OSError:  # the other end is closed
            break
        if not more:
            break
        said += more
    os.close(ours)
    process.wait()
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", said.decode()).replace("\r", "").splitlines()


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("words", [("findings", "ferry/001"), ("findings",), ("explore", "ferry")])
def test_words_are_whole_at_the_end_of_a_line(words: tuple[str, ...], width: int) -> None:
    lines = on_terminal(width, *words)
    assert lines and max(map(len, lines)) <= width
    plain = forked(FERRY, *words).out
    known = set(re.findall(r"\w+", plain))
    assert set(re.findall(r"\w+", "\n".join(lines))) == known, "no word is cut in two"


def test_no_violation_is_left_out(command: Command, tmp_path: Path) -> None:
    """By hand: every third of ninety properties is violated; 25 writes leave a range that a clause promises. Behind
    those anything may lie, which matters to the one property that reads such a field."""
    fields = "".join(f'    n{i}: Annotated[int, Range(0, 1, cite="5")]\n' for i in range(25))
    writes = "".join(
        f'@book.action("2")\ndef act{i}(s: State, who: Player) -> None:\n    """Too few."""\n'
        f'    with effect("2"):\n        s.n{i} -= 1\n\n\n'
        f'@act{i}.permit("2")\ndef may{i}(s: State, who: Player) -> bool:\n    return True\n\n\n'
        for i in range(25)
    )
    checks = "".join(
        f'@checks.always("3")\ndef p{i}(s: State) -> bool:\n    return {"s.n1 < 2" if i == 1 else i % 3 != 0}\n\n\n'
        for i in range(90)
    )
    text = f"@state\nclass State:\n{fields}\n\n{writes}checks = Checks(book)\n\n\n{checks}"
    project = written(tmp_path, "many", text)
    answer = command("explore", "many", project=project)
    told = answer.out.splitlines()
    violated = {line.split()[1] for line in told if line.startswith("VIOLATED")}
    assert violated == {f"p{i}" for i in range(0, 90, 3)}
    assert {line.split()[2].rstrip(":") for line in told if " violation " in line} == {f"n{i}" for i in range(25)}
    (short,) = (line for line in told if line.startswith("not as expected: "))
    assert set(short.removeprefix("not as expected: ").split(", ")) == {*violated, "p1"}, (
        "a play that ends matters to p1"
    )
    checked = command("check", "many", "--no-prove", project=project)
    assert {line.split()[1] for line in checked.out.splitlines() if line.startswith("VIOLATED")} == violated


def test_a_stamp_is_said_once(command: Command) -> None:
    """Under what all that is told of a scope is so, stands once on its screen, and not beside each verdict."""
    ferry, stamp = ROOT / "tests" / "projects" / "ferry", "shrunk: Numbers.coins = 1"
    told = " ".join(command("explore", "ferry", project=ferry).out.split())
    assert told.count(stamp) == 1 and told.count("VIOLATED") == 1
    told_in_turn = ("VIOLATED", "own_turn against too_heavy", "never live here: ")
    assert sorted(told_in_turn, key=told.index) == [*told_in_turn], "what is wrong stands first"


def test_a_stamp_is_said_once_for_several_scopes(command: Command) -> None:
    scopes = ("--scope", "tiny", "--scope", "fee")
    checked = " ".join(command("check", "daemons", *scopes, "--no-prove", project=ROOT).out.split())
    assert checked.count("VIOLATED every_") == 2 and checked.count("Numbers.full_security = 1") == 1


def test_of_what_nothing_is_to_be_said_nothing_is(command: Command) -> None:
    """A die has no sorts, and its scope changes nothing; of the cat the scope bounds what is chosen."""
    project = ROOT / "tests" / "classics" / "specifications"
    told = {name: command("explore", name, "--fresh", project=project).out for name in ("dice", "cat")}
    assert "all of them" not in told["dice"]
    assert "all of them choices within bounds: begin.where 1 to 6" in told["cat"]
