"""`ruleslawyer export`: what it writes, graphs included, and one clear message where it cannot."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.cli.command import Command
from tests.cli.conftest import command as command  # the fixture

GRAPH = "{http://graphml.graphdrawing.org/xmlns}"


def test_a_model_to_a_file(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "new" / "duty.pml"
    answer = command("export", "t34_duty", "--to", "promela", "-o", str(file))
    assert (answer.code, answer.out, answer.err) == (0, "", "")
    assert file.read_text("utf-8") == (Path(__file__).parent / "t34_duty.pml").read_text("utf-8")


def test_a_model_is_printed(command: Command) -> None:
    answer = command("export", "t34_duty", "--to", "murphi")
    assert answer.code == 0
    assert answer.out == (Path(__file__).parent / "t34_duty.m").read_text("utf-8")


def test_numbers_that_grow_as_far_as_is_known_are_explored_first(command: Command) -> None:
    answer = command("export", "t35_duties", "--to", "murphi")
    assert answer.code == 0
    assert "nothing bounds number_: exploring first" in answer.err


def test_what_is_too_large_to_explore_is_explored_in_part(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """By hand: 0 and 1 are looked at. From 1 two duties are due, doubling it and adding one. In their order they write
    2 and 3, in the other, which is held against it, 2 and 4: twice 4 is the range."""
    monkeypatch.setattr("ruleslawyer.bridges.export.instance.MET", 2)
    answer = command("export", "t35_duties", "--to", "murphi")
    assert answer.code == 0
    assert "after 2 states twice what was met is written" in answer.err
    assert "v_number : 0 .. 8" in answer.out and "a check fails where a step leaves 0..8" in answer.out


def test_numbers_with_a_range_are_not(command: Command) -> None:
    answer = command("export", "t34_duty", "--to", "murphi")
    assert (answer.code, answer.err) == (0, "")
    assert "v_count : 0 .. 2" in answer.out


def test_dot(command: Command) -> None:
    answer = command("export", "t34_duty", "--to", "dot")
    assert answer.code == 0
    assert 's2 [label="count = 2\\ntired = yes", peripheries=2];' in answer.out
    assert 's0 -> s1 [label="work(who=Player0)\\n3"];' in answer.out


def test_graphml(command: Command) -> None:
    answer = command("export", "t34_duty", "--to", "graphml")
    graph = ElementTree.fromstring(answer.out).find(f"{GRAPH}graph")
    assert graph is not None
    assert len(graph.findall(f"{GRAPH}node")) == 3
    assert len(graph.findall(f"{GRAPH}edge")) == 2


def test_another_reading(command: Command) -> None:
    answer = command("export", "t20_answers_differ", "--to", "murphi", "--reading", "nonsense=1")
    assert answer.code == 2
    assert answer.err.count("error:") == 1


def test_an_unknown_language(command: Command) -> None:
    answer = command("export", "t34_duty", "--to", "tla")
    assert answer.code == 2
    assert "'tla' is not one of" in answer.err and answer.out == ""


def test_a_language_that_is_gone(command: Command) -> None:
    for spelled in (["--to", "smtlib"], ["--to=smtlib"]):
        answer = command("export", "t34_duty", *spelled)
        assert (answer.code, answer.out) == (2, "")
        assert answer.err.startswith("error: export: `--to smtlib` is gone") and "--certificates" in answer.err


def test_a_graph_too_large_to_draw(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "graph.dot"
    answer = command("export", "t34_duty", "--to", "dot", "--max-states", "1", "-o", str(file))
    assert answer.code == 2
    assert "stopped at the limit of 1 states" in answer.err and "--max-states" in answer.err
    assert not file.exists()


def test_a_place_that_cannot_be_written(command: Command, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    answer = command("export", "t34_duty", "--to", "murphi", "-o", str(tmp_path / "file" / "x.m"))
    assert answer.code == 2
    assert "cannot be written" in answer.err and answer.err.count("error:") == 1


def test_a_full_disk(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The old file stays, and nothing half-written lies about."""
    file = tmp_path / "model.m"
    file.write_text("old", "utf-8")

    def full(*args: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("ruleslawyer.base.files.content.os.replace", full)
    answer = command("export", "t34_duty", "--to", "murphi", "-o", str(file))
    assert answer.code == 2
    assert "No space left on device" in answer.err
    assert [p.name for p in tmp_path.iterdir()] == ["model.m"]
    assert file.read_text("utf-8") == "old"
