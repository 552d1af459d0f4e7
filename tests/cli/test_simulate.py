"""What a simulation prints: JSON by its schema, tables, a chosen play, and exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.cli.session import Session
from ruleslawyer.cli.verbs import command as declared_command
from tests.bank import TINY
from tests.cli.schemas import problems, undocumented

ROOT = Path(__file__).parents[2]

FERRY = ROOT / "tests" / "projects" / "ferry"


def run(project: Path, name: str, *, code: int = 0, json: bool = False, **options: object) -> None:
    words = [name, "--scope", "tiny", "--simulate", "10", "--seed", "1", *(["--json"] if json else ())]
    words += [word for option, value in options.items() for word in (f"--{option}", str(value))]
    found = declared_command("simulate").main(words, standalone_mode=False, obj=Session(project))
    assert (found or 0) == code


@pytest.mark.parametrize(
    ("project", "name", "code"),
    [(FERRY, "ferry", 1), (TINY, "t52_always", 1), (TINY, "t56_deadlock", 0), (TINY, "t68_idle", 0)],
)
def test_json_fits_its_schema(project: Path, name: str, code: int, capsys: pytest.CaptureFixture[str]) -> None:
    run(project, name, code=code, json=True)
    found = json.loads(capsys.readouterr().out)
    assert problems("simulate", found) == []
    assert undocumented("simulate", found) == []
    assert (found["engine"], found["complete"], found["plays"], found["seed"]) == ("simulation", False, 10, 1)
    for key in ("plays", "events", "contradictions", "seed"):
        changed = {k: v for k, v in found.items() if k != key}
        assert bool(problems("simulate", changed)) is (key in found)


def test_a_chosen_play_is_printed_and_saved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "play.json"
    run(TINY, "t52_always", code=1, json=True, trace="below_three", save=file)
    found = json.loads(capsys.readouterr().out)
    assert found["trace"] == json.loads(file.read_text("utf-8"))
    assert problems("simulate", found) == problems("play", found["trace"]) == []
    assert len(found["trace"]["steps"]) == 2


def test_text(capsys: pytest.CaptureFixture[str]) -> None:
    run(TINY, "t56_deadlock", trace="1")
    printed = capsys.readouterr().out
    assert "simulation, seed 1" in printed
    assert "came to a deadlock" in printed
    assert "first in" in printed
    assert "go(" in printed
    assert "HOLDS" not in printed


@pytest.mark.parametrize("wanted", ["99", "no_such_property", "below_four"])
def test_a_play_that_is_not_there(wanted: str) -> None:
    with pytest.raises(UsageError):
        run(TINY, "t52_always", trace=wanted)
