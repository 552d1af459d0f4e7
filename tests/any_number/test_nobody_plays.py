"""A proof of what nobody plays says nothing of players, by the command."""

from __future__ import annotations

from pathlib import Path

from tests import bank
from tests.cli.command import Command


def test_no_players_are_told(command: Command, tmp_path: Path) -> None:
    """Hands of a clock go round by themselves: whatever they show is at least nothing."""
    name = "t242_nobody_plays"
    folder = tmp_path / name
    (folder / "scopes").mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text(bank.table(name), encoding="utf-8")
    (folder / "model.py").write_text(bank.composed(name, bank.fragment(name)), encoding="utf-8")
    (folder / "scopes" / "tiny.toml").write_text("[sorts]\nHand = 2\n", encoding="utf-8")
    for more in ([], ["--players", "any"]):
        found = command("prove", name, "writes:at", "--any-number", "--json", *more, project=tmp_path).json
        assert [(r["verdict"], r["any_number_of"]) for r in found["results"]] == [
            ("PROVED for any number of Hand", ["Hand"])
        ]
        assert found["not_about"] == {}
    said = command("prove", name, "writes:at", project=tmp_path).out
    assert "PROVED for any number of Hand" in said
    assert "layer" not in said  # neither Player nor players
