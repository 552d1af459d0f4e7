"""`certify` on the command line: accepted, refused, and one clear message for each mistake."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from ruleslawyer.engines.smt.certify import second
from tests.cli.command import Command

FERRY = Path(__file__).parents[1] / "projects" / "ferry"


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("certificates")


@pytest.fixture
def certificates(command: Command, written: Path, tmp_path: Path) -> Path:
    """The certificates of all that is proved of the ferry, in a place of their own."""
    if not list(written.iterdir()):
        answer = command("prove", "ferry", "writes:coins", "--certificates", str(written), project=FERRY)
        assert answer.code == 0, answer.err
        assert "PROVED for any number" in answer.out
    return Path(shutil.copytree(written, tmp_path / "certificates"))


def test_all_of_a_folder_are_accepted(command: Command, certificates: Path) -> None:
    answer = command("prove", "--recheck", str(certificates), project=FERRY)
    assert answer.code == 0, answer.err
    assert "PROVED for any number (cvc5)" in answer.out
    one = command("prove", "--recheck", str(next(certificates.iterdir())), "--json", project=FERRY)
    assert [(r["property"], r["accepted"]) for r in one.json["results"]] == [("writes:coins", True)]


def test_no_time_is_no_certificate(command: Command, certificates: Path) -> None:
    answer = command("prove", "--recheck", str(certificates), "--timeout", "0.001", "--json", project=FERRY)
    assert answer.code == 1
    assert not any(r["accepted"] for r in answer.json["results"] if r["wrong"])
    assert any("no time was left" in r["wrong"] for r in answer.json["results"])


def test_mistakes_are_one_message(
    command: Command, certificates: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "empty").mkdir()
    folder = next(certificates.iterdir())
    path = folder / "writes+3a+coins.smt2"
    cases = [(tmp_path / "nowhere", "there is no folder"), (tmp_path / "empty", "there is no certificate in empty")]
    for place, about in cases:
        _refused(command, place, about)
    path.write_text(path.read_text("utf-8") + "; more\n", "utf-8")
    _refused(command, certificates, "writes+3a+coins.smt2 is not the question that follows")
    path.unlink()
    _refused(command, certificates, "writes+3a+coins.smt2 is missing")
    manifest = folder / "certificate.json"
    other = {**json.loads(manifest.read_text("utf-8")), "model": "sha256:" + "0" * 64}
    manifest.write_text(json.dumps(other), "utf-8")
    _refused(command, certificates, "this certificate is of another version of the model")
    monkeypatch.setattr(second, "available", lambda: False)
    _refused(command, certificates, "cvc5 is not installed")


def _refused(command: Command, folder: Path, about: str) -> None:
    answer = command("prove", "--recheck", str(folder), project=FERRY)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("error: ") and about in answer.err and answer.err.count("error: ") == 1


def test_another_project_has_no_such_ruleset(command: Command, certificates: Path) -> None:
    answer = command("prove", "--recheck", str(certificates))
    assert answer.code == 2 and "ferry" in answer.err


def test_certificates_need_a_place(command: Command, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    answer = command("prove", "ferry", "--certificates", str(tmp_path / "file" / "x"), project=FERRY)
    assert answer.code == 2 and "--certificates" in answer.err
