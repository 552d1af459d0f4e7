"""`prove --any-number --certificates`, and `certify` of what it writes, on the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.agree.written import counter, things, written
from tests.cli.command import Command

FOLDER = "any-number=steps,players=1"


def test_proved_written_and_checked_again(command: Command, tmp_path: Path) -> None:
    project = written(tmp_path / "project", "steps", counter(), things(1))
    folder = tmp_path / "certificates"
    answer = command(
        "prove", "steps", "not_negative", "--any-number", "--players", "1", "--certificates", str(folder),
        "--quantified", project=project,
    )  # fmt: skip
    assert answer.code == 0, answer.err
    assert "with quantifiers, of 1 question: z3 unsat 1; cvc5 unsat 1" in answer.out
    assert {path.name for path in (folder / FOLDER).iterdir()} == {
        "certificate.json", "not_negative.smt2", "premises.smt2", "proofs.md",
    }  # fmt: skip
    page = (folder / FOLDER / "proofs.md").read_text("utf-8")
    digest = json.loads((folder / FOLDER / "certificate.json").read_text("utf-8"))["model"]
    assert page.startswith("# What is proved of steps\n\nany number of Thing, one at least of each; 1 player; ")
    assert f"`{digest}`" in page and "trusted base" in page
    assert "| `not_negative` | not negative (1) | its rules alone | `not_negative.smt2` | 1 |" in page
    answer = command("prove", "--recheck", str(folder), "--proofs", project=project)
    assert answer.code == 0, answer.err
    assert "PROVED for any number (cvc5)" in answer.out and "steps not_negative" in answer.out
    again = [sys.executable, "-X", "importtime", "-m", "ruleslawyer", "--project", str(project), "prove", "--recheck"]
    told = subprocess.run([*again, str(folder)], capture_output=True, text=True, check=True).stderr
    assert "cvc5" in told and "z3" not in told  # whoever checks a proof has not loaded who found it
    answer = command("prove", "--recheck", str(folder), "--json", project=project)
    assert [(one["property"], one["accepted"]) for one in answer.json["results"]] == [("not_negative", True)]


def test_mistakes_are_one_message(command: Command, tmp_path: Path) -> None:
    project = written(tmp_path / "project", "steps", counter(), things(1))
    folder = tmp_path / "certificates"
    command("prove", "steps", "not_negative", "--any-number", "--players", "1", "--certificates", str(folder),
            project=project)  # fmt: skip
    changed = written(tmp_path / "changed", "steps", counter(permit="s.count < 3"), things(1))
    _refused(command, folder, changed, "another version of the model")
    _refused(command, folder, written(tmp_path / "other", "stairs", counter(), things(1)), "no ruleset")
    path = folder / FOLDER / "certificate.json"
    path.write_bytes(path.read_bytes()[:100])
    _refused(command, folder, project, "certificate.json")
    answer = command("prove", "steps", "--quantified", project=project)
    assert answer.code == 2 and "--quantified is for proofs for any number" in answer.err


def test_all_of_a_folder_is_checked(command: Command, tmp_path: Path) -> None:
    """A folder is refused that certifies nothing, lists a property twice, or has a page or a file that is not of it."""
    project = written(tmp_path / "project", "steps", counter(), things(1))
    folder = tmp_path / "certificates"
    command("prove", "steps", "not_negative", "--any-number", "--players", "1", "--certificates", str(folder),
            project=project)  # fmt: skip
    manifest, page = folder / FOLDER / "certificate.json", folder / FOLDER / "proofs.md"
    said, told = manifest.read_text("utf-8"), page.read_text("utf-8")
    data = json.loads(said)
    for properties, about in (
        ([], "it certifies no property"),
        (data["properties"] * 2, "`not_negative` stands there twice"),
    ):
        manifest.write_text(json.dumps({**data, "properties": properties}), "utf-8")
        _refused(command, folder, project, about)
    manifest.write_text(said, "utf-8")
    page.write_text(told.replace("`not_negative` | not negative", "`never_three` | never three"), "utf-8")
    _refused(command, folder, project, "proofs.md is not the page that follows")
    page.write_text(told, "utf-8")
    (folder / FOLDER / "more.md").write_text("All else is proved, too.", "utf-8")
    _refused(command, folder, project, "more.md does not belong to it")
    (folder / FOLDER / "more.md").unlink()
    assert command("prove", "--recheck", str(folder), project=project).code == 0


def _refused(command: Command, folder: Path, project: Path, about: str) -> None:
    answer = command("prove", "--recheck", str(folder), project=project)
    assert answer.code == 2 and about in answer.err and "Traceback" not in answer.err, answer.err
