"""A rulebook as a package: packed, installed in a new project, and played by the lines of its README; its versions."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.api import Project
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.bridges.portable.editions import ABOUT, MANIFEST, RULES
from ruleslawyer.bridges.portable.linking import LINKERS
from tests.bundled import bundled


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("npm") is None or not any(map(shutil.which, LINKERS)):
        pytest.skip("npm, or a linker for WebAssembly, is not installed")
    folder = tmp_path_factory.mktemp("package")
    found = bundled().ruleset("daemons").build("npm", output=folder, scope=["duel"])
    assert (found.version, found.level, list(found.because)) == ("1.0.0", "", [])
    return folder


def run(*words: str, within: Path) -> str:
    done = subprocess.run(words, cwd=within, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def test_ten_lines_play_a_game(packed: Path, tmp_path: Path) -> None:
    """In a project that has the packed package and nothing else, without a network."""
    quiet = ("--offline", "--silent", "--no-audit", "--no-fund", "--cache", str(tmp_path / "cache"))
    run("npm", "pack", *quiet, "--pack-destination", str(tmp_path), within=packed)
    (archive,) = tmp_path.glob("*.tgz")
    project = tmp_path / "project"
    project.mkdir()
    (project / MANIFEST).write_text('{"name": "fresh", "version": "0.0.1", "type": "module"}')
    run("npm", "install", *quiet, str(archive), within=project)
    (code,) = re.findall(r"```js\n(.*?)```", (packed / "README.md").read_text("utf-8"), re.DOTALL)
    assert code.count("\n") == 10
    (project / "play.js").write_text(code)
    said = run("node", "play.js", within=project).splitlines()
    assert len(said) > 20
    assert said[-1] == "not over yet" or said[-1].startswith("won: ")


def test_types_have_one_name_each(packed: Path) -> None:
    """A sort or an enum of the rules may be called as a type of the client: Daemons has an enum of steps."""
    text = (packed / "index.d.ts").read_text("utf-8")
    names = Counter(re.findall(r"^export (?:interface|type|class|function|const) (\w+)", text, re.MULTILINE))
    assert [name for name, times in names.items() if times > 1] == []
    assert {"Step", "StepValue", "Game", "Seat", "load", "version"} <= names.keys()
    given = set(
        re.findall(r"\w+", " ".join(re.findall(r"export const \{ (.*?) \}", (packed / "index.js").read_text("utf-8"))))
    )
    assert given - {"Table"} <= names.keys()


Change = Callable[[Any], object]


@pytest.mark.parametrize(
    ("before", "version", "level", "because"),
    [
        (lambda about: None, "2.3.4", "", []),
        (lambda about: about.update(build="older"), "2.3.5", "patch", ["the code is another one"]),
        (lambda about: about.update(digest="older"), "2.3.5", "patch", ["the rules as data are others"]),
        (
            lambda about: about.update(digest="older", played="otherwise"),
            "2.4.0", "minor", ["what is played may be something else", "the rules as data are others"],
        ),
        (
            lambda about: (about.update(digest="older"), about.pop("played")),  # by an older tool
            "2.4.0", "minor", ["what is played may be something else", "the rules as data are others"],
        ),
        (
            lambda about: about["choices"][0].update(default="of_none"),
            "2.4.0", "minor",
            ["question ability_holds is answered by of_the_main_module, if nobody answers it"],
        ),
        (lambda about: about["clauses"].pop("2.11"), "2.4.0", "minor", ["clause 2.11 is new"]),
        (lambda about: about["enums"]["Zone"].pop(), "2.4.0", "minor", ["enum Zone has more"]),
        (lambda about: about["enums"]["Zone"].append("MOON"), "3.0.0", "major", ["enum Zone is another"]),
        (lambda about: about["actions"].pop(0), "2.4.0", "minor", ["action roll is new"]),
        (
            lambda about: about["actions"][0].update(name="toss"),
            "3.0.0", "major", ["action toss is gone", "action roll is new"],
        ),
        (
            lambda about: (
                about.update(digest="older", played="otherwise"), about["clauses"]["2.11"].update(says="Another."),
            ),
            "3.0.0", "major",
            [
                "clause 2.11 says something else", "what is played may be something else",
                "the rules as data are others",
            ],
        ),
        (
            lambda about: (about.update(digest="older"), about["clauses"]["2.11"].update(says="Another.")),
            "2.3.5", "patch", ["clause 2.11 says something else", "the rules as data are others"],
        ),
        (
            lambda about: about["clauses"]["2.11"].update(says="Another."),
            "2.3.5", "patch", ["clause 2.11 says something else"],
        ),
    ],
)  # fmt: skip
def test_versions(packed: Path, tmp_path: Path, before: Change, version: str, level: str, because: list[str]) -> None:
    """Worked by hand: the package before is that of today with one difference."""
    old = tmp_path / "old"
    shutil.copytree(packed, old)
    manifest = json.loads((old / MANIFEST).read_text("utf-8"))
    (old / MANIFEST).write_text(json.dumps({**manifest, "version": "2.3.4"}), "utf-8")
    line, _, rest = (old / RULES).read_text("utf-8").partition("\n")
    about = json.loads(line.removeprefix(ABOUT).removesuffix(";"))
    before(about)
    (old / RULES).write_text(f"{ABOUT}{json.dumps(about)};\n{rest}", "utf-8")
    found = bundled().ruleset("daemons").build("npm", output=tmp_path / "new", after=old, scope=["duel"])
    assert (found.version, found.level) == (version, level)
    assert list(found.because) == because
    assert json.loads((tmp_path / "new" / MANIFEST).read_text("utf-8"))["version"] == version


def test_what_is_played_is_compared(tmp_path: Path) -> None:
    """A ferry's rules under the same clauses: another remark, another check, another price, other carts."""
    if not any(map(shutil.which, LINKERS)):
        pytest.skip("no linker for WebAssembly is installed")
    shutil.copytree(Path(__file__).parents[1] / "projects" / "ferry", tmp_path / "ferry")

    def built(file: str, was: str = "", now: str = "") -> tuple[str, str]:
        path = tmp_path / "ferry" / file
        text = path.read_text("utf-8")
        assert not was or text.count(was) == 1
        path.write_text(text.replace(was, now) if was else text, "utf-8")
        found = Project.load(tmp_path / "ferry").ruleset("ferry").build("npm", output=tmp_path / "new", scope=["tiny"])
        return found.version, found.level

    rules, cart, checks = "model/ferry/river.py", "checks/ferry/scopes/tiny.toml", "checks/ferry/river.py"
    assert built(rules) == ("1.0.0", "")
    assert built(rules, '"""Heavy carts stay."""', '"""Heavy carts stay here."""') == ("1.0.1", "patch")
    assert built(checks, ">= 2", ">= 1") == ("1.0.2", "patch")
    assert built(rules, "return s.coins[who] < 1", "return s.coins[who] < 2") == ("1.1.0", "minor")
    assert built(cart, "[false, true]", "[true, false]") == ("1.2.0", "minor")


def test_equal_rules_are_equal_files(packed: Path, tmp_path: Path) -> None:
    """Nothing of the process that wrote them is in them."""
    bundled().ruleset("daemons").build("npm", output=tmp_path, scope=["duel"])
    files = [path.relative_to(packed) for path in packed.rglob("*") if path.is_file() and path.suffix != ".tgz"]
    assert [str(file) for file in files if (packed / file).read_bytes() != (tmp_path / file).read_bytes()] == []
    assert len(files) == 7


def test_a_scope_that_is_gone(packed: Path, tmp_path: Path) -> None:
    """In its own folder a package goes on from the one that lies there."""
    folder = tmp_path / "here"
    shutil.copytree(packed, folder)
    (folder / "scopes" / "tiny.js").write_text((folder / "scopes" / "duel.js").read_text("utf-8"), "utf-8")
    found = bundled().ruleset("daemons").build("npm", output=folder, scope=["duel"])
    assert (found.version, list(found.because)) == ("2.0.0", ["scope tiny is gone"])


@pytest.mark.usefixtures("built")
def test_no_package_before(tmp_path: Path) -> None:
    daemons = bundled().ruleset("daemons")
    with pytest.raises(UsageError, match="no package of daemons lies there"):
        daemons.build("npm", output=tmp_path / "new", after=tmp_path, scope=["duel"])
    with pytest.raises(UsageError, match="a version is of a package alone"):
        daemons.build("wasm", output=tmp_path / "new", after=tmp_path, scope=["duel"])
