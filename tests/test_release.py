"""What a release has: one version, one place for the address, files that services read, an action that works."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Callable, Mapping, Sequence
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest
import yaml

from ruleslawyer import __version__
from ruleslawyer.project.config import LANGUAGE
from tests.documents import follow
from tests.release import built, editors, installed
from tests.release.steps import FallsShort, Told, summary, take

ROOT = Path(__file__).parents[1]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
HOOK = SETTINGS["tool"]["hatch"]["metadata"]["hooks"]["custom"]


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def read(name: str) -> Any:
    return yaml.safe_load(text(name))


def test_one_version_and_one_licence() -> None:
    assert read("CITATION.cff")["version"] == __version__
    assert read("CITATION.cff")["license"] == SETTINGS["project"]["license"] == "Apache-2.0"
    headings = re.findall(r"^## (\S+)", text("CHANGELOG.md"), re.MULTILINE)
    assert headings[0] == __version__
    for page in ("docs/howto/install.md", "docs/howto/ci.md"):
        assert set(re.findall(r"(?:ruleslawyer-|@v)(\d+\.\d+\.\d+)", text(page))) == {__version__}


def test_each_language_has_a_page() -> None:
    """And what `init` writes is of the language of today."""
    pages = {path.stem for path in (ROOT / "docs" / "releases").glob("[0-9]*.md")}
    assert LANGUAGE in pages and set(re.findall(r"^(\d+\.\d+)$", text("docs/releases/index.md"), re.M)) == pages
    for folder in ("template", "blank"):
        made = tomllib.loads(text(f"src/ruleslawyer/project/{folder}/pyproject.toml"))
        assert made["tool"]["ruleslawyer"]["language"] == LANGUAGE


def test_the_versions_of_python_are_those_that_the_build_machines_have() -> None:
    named = [c.rpartition(" ")[2] for c in SETTINGS["project"]["classifiers"] if re.search(r":: 3\.\d+$", c)]
    assert named == read(".github/workflows/ci.yml")["jobs"]["test"]["strategy"]["matrix"]["python"]
    assert f">={named[0]}" == SETTINGS["project"]["requires-python"]


def module(path: Path) -> Any:
    spec = spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    found = module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


@pytest.fixture(scope="module")
def hook() -> Any:
    pytest.importorskip("hatchling", reason="the build back end is not installed")
    return module(ROOT / "hatch_build.py")


def published(hook: Any, address: str, contact: str) -> dict[str, Any]:
    metadata: dict[str, Any] = {"authors": SETTINGS["project"]["authors"]}
    hook.Published(str(ROOT), {"address": address, "contact": contact}).update(metadata)
    return metadata


def test_no_address_is_invented(hook: Any) -> None:
    """The setting is empty here, and then the page of the package has neither links into nowhere nor addresses."""
    assert (HOOK["address"], HOOK["contact"]) == ("", "")
    found = published(hook, "", "")
    assert set(found) == {"authors", "readme"}
    shown = found["readme"]["text"]
    assert not re.search(r"\]\((?!\w+://)", shown) and "![" not in shown and "The [tutorial" not in shown
    assert "tutorial" in shown and "```python" in shown


def test_with_an_address_all_links_are_absolute(hook: Any) -> None:
    found = published(hook, "https://example.org/me/ruleslawyer/", "me@example.org")
    shown = found["readme"]["text"]
    assert "(https://example.org/me/ruleslawyer/raw/HEAD/docs/images/finding.svg)" in shown
    links = re.findall(r"\]\(([^)]+)\)", shown)
    assert links and all(link.startswith("https://") for link in links)
    for link in links:
        assert (ROOT / link.partition("/HEAD/")[2]).exists(), link
    assert found["urls"]["Issues"] == "https://example.org/me/ruleslawyer/issues"
    assert found["maintainers"] == [{"name": "The ruleslawyer maintainers", "email": "me@example.org"}]


def test_files_that_services_read() -> None:
    docs = read(".readthedocs.yaml")
    assert (ROOT / docs["sphinx"]["configuration"]).is_file()
    (install,) = docs["python"]["install"]
    assert set(install["extra_requirements"]) <= set(SETTINGS["project"]["optional-dependencies"])
    for form in (ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"):
        if form.stem != "config":
            said = read(f".github/ISSUE_TEMPLATE/{form.name}")
            assert {"name", "description", "body"} <= set(said)
            assert all(part["attributes"]["label"] for part in said["body"])
    assert "My rulebook needs" in text(".github/ISSUE_TEMPLATE/rulebook.yml")
    assert "not been built" in text("Containerfile") and "not been built" in text("docs/howto/install.md")
    assert "contact" in text("SECURITY.md") and "@" not in text("SECURITY.md")


def test_every_extra_is_on_the_page() -> None:
    listed = re.findall(r"^\| (`.*?) \|", text("docs/howto/install.md"), re.MULTILINE)
    named = {extra for row in listed for extra in re.findall(r"`(\w+)`", row)}
    assert named == set(SETTINGS["project"]["optional-dependencies"]) - {"campaign", "dev", "docs", "release"}


def filled(value: str, inputs: dict[str, str], outputs: dict[str, str]) -> str:
    """An expression of the action's file with what it stands for."""
    value = re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda found: inputs[found[1]], value)
    return re.sub(r"\$\{\{ steps\.check\.outputs\.(\w+) \}\}", lambda found: outputs[found[1]], value)


def run_action(folder: Path, bin_: Path, **given: str) -> int:
    """The steps of the action that are commands, in a repository; nothing is installed, and nothing is sent."""
    action = read("action.yml")
    inputs = {name: str(said["default"]) for name, said in action["inputs"].items()} | given
    outputs: dict[str, str] = {}
    for step in action["runs"]["steps"]:
        if "run" not in step or step["name"] == "Install":
            continue
        kept = folder.parent / "output"
        kept.write_text("", encoding="utf-8")
        env = {name: filled(value, inputs, outputs) for name, value in step.get("env", {}).items()}
        path = f"{bin_}{os.pathsep}{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        ran = subprocess.run(
            ("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]), cwd=folder, check=False,
            env={**os.environ, **env, "PATH": path, "GITHUB_OUTPUT": str(kept), "GITHUB_ACTION_PATH": str(ROOT)},
            capture_output=True, text=True,
        )  # fmt: skip
        outputs |= dict(line.split("=", 1) for line in kept.read_text(encoding="utf-8").splitlines())
        if ran.returncode:
            assert step["name"] == "End as the check did", ran.stderr
            return ran.returncode
    return 0


@pytest.fixture
def bin_(tmp_path: Path) -> Path:
    """A folder with the command."""
    found = tmp_path / "bin" / "ruleslawyer"
    found.parent.mkdir()
    found.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m ruleslawyer "$@"\n', encoding="utf-8")
    found.chmod(0o755)
    return found.parent


def test_the_action_fails_where_check_does_and_shows_findings_at_their_lines(tmp_path: Path, bin_: Path) -> None:
    repository = tmp_path / "repository"
    repository.mkdir()
    env = {**os.environ, "PATH": f"{bin_}{os.pathsep}{os.environ['PATH']}"}

    def ruleslawyer(*arguments: str) -> None:
        subprocess.run(("ruleslawyer", *arguments), cwd=repository, env=env, check=True, capture_output=True)

    ruleslawyer("init", "game")
    assert run_action(repository, bin_, project="game") == 1, "a contradiction without a finding"
    ruleslawyer("--project", "game", "findings", "--new", "game", "1")
    assert run_action(repository, bin_, project="game", rulesets="game") == 0
    sarif = json.loads((repository / "build" / "report" / "report.sarif").read_text(encoding="utf-8"))
    (result,) = sarif["runs"][0]["results"]
    place = result["locations"][0]["physicalLocation"]
    lines = (repository / place["artifactLocation"]["uri"]).read_text(encoding="utf-8").splitlines()
    assert lines[place["region"]["startLine"] - 1] in (
        "You may not take as many as the other player has just taken.", "The last stone may always be taken.",
    )  # fmt: skip


def test_the_action_sends_what_it_made() -> None:
    action = read("action.yml")
    steps = {step["uses"].partition("@")[0]: step for step in action["runs"]["steps"] if "uses" in step}
    sent = steps["github/codeql-action/upload-sarif"]["with"]["sarif_file"]
    assert sent == action["outputs"]["sarif"]["value"] == "${{ inputs.report }}/report.sarif"
    commands = [step for step in action["runs"]["steps"] if "run" in step]
    assert all(step["shell"] == "bash" and "${{" not in step["run"] for step in commands), "inputs come by environment"


def test_what_is_built_otherwise_the_second_time_falls_short(tmp_path: Path) -> None:
    """Two folders, times, locales and masks; what an archive says of them is seen."""

    def make(root: Path, environment: Mapping[str, str]) -> Path:
        out = root.parent / "out"
        out.mkdir()
        (out / "same").write_text(environment["SOURCE_DATE_EPOCH"], encoding="utf-8")
        (out / "zone").write_text(environment["TZ"], encoding="utf-8")
        return out

    with pytest.raises(FallsShort, match=r"these differ: zone$"):
        built.twice(tmp_path / "one", make)
    kept = built.twice(tmp_path / "two", lambda root, environment: make(root, {**environment, "TZ": "one"}))
    assert sorted(built.digests(kept)) == ["same", "zone"]


def test_a_python_that_is_not_there_is_said(tmp_path: Path) -> None:
    """And the steps after it are taken; what falls short is told at the end."""
    said: list[str] = []

    def fails(told: Told) -> str:
        raise FallsShort("it is not so")

    steps = {
        "Python 3.99": installed.tutorial_on("3.99", tmp_path, tmp_path),
        "short": fails,
        "last": lambda told: "it is",
    }
    told = take(steps, said.append)
    assert [line.partition(" (")[0] for line in said] == [
        "NOT RUN  Python 3.99: no python3.99 on this machine", "SHORT    short: it is not so", "ok       last: it is",
    ]  # fmt: skip
    assert list(summary(told)) == [
        "not run: Python 3.99: no python3.99 on this machine", "falls short: short: it is not so",
    ]  # fmt: skip
    here = f"{sys.version_info.major}.{sys.version_info.minor}"
    assert installed.promised() == ["3.11", "3.12", "3.13", "3.14"] and installed.python(here).is_file()


def test_a_page_that_says_what_is_not_printed_is_seen(tmp_path: Path) -> None:
    """Following the tutorial is a check: other words, and a command that ends otherwise, fail."""
    page = tmp_path / "page.md"
    page.write_text("```console\n$ ruleslawyer --version\nruleslawyer 9\n```\n", encoding="utf-8")
    assert follow(page, tmp_path, lambda folder, arguments: (0, "ruleslawyer 9\n", "")) == 1
    for answer in ((0, "ruleslawyer 8\n", ""), (2, "ruleslawyer 9\n", ""), (0, "ruleslawyer 9\n", "error")):
        with pytest.raises(AssertionError):
            follow(page, tmp_path, always(*answer))


def always(code: int, out: str, err: str) -> Callable[[Path, Sequence[str]], tuple[int, str, str]]:
    """A tool that answers so whatever it is asked."""
    return lambda folder, arguments: (code, out, err)


def test_the_site_has_a_folder_for_each_version_and_begins_with_the_newest(tmp_path: Path) -> None:
    versions = module(ROOT / "docs" / "versions.py")
    for name in ("0.2", "0.10", "0.9", "_static"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "index.html").touch()
    page = versions.front(tmp_path)
    assert re.findall(r'href="([\d.]+)/"', page) == ["0.10", "0.9", "0.2"] and "url=0.10/" in page
    assert __version__.startswith(f"{versions.version()}.")


def test_the_extension_is_of_this_version_and_names_no_registry() -> None:
    """It asks for one library, of a fixed version, which the lock file names by what is in it."""
    extension = json.loads(text("editors/vscode/package.json"))
    lock = json.loads(text("editors/vscode/package-lock.json"))
    assert extension["version"] == lock["version"] == __version__
    assert extension["license"] == SETTINGS["project"]["license"]
    assert lock["packages"][""]["dependencies"] == extension["dependencies"]
    libraries = [one for name, one in lock["packages"].items() if name]
    assert all("integrity" in one and "resolved" not in one for one in libraries) and "://" not in json.dumps(lock)
    command = extension["contributes"]["configuration"]["properties"]["ruleslawyer.command"]["default"]
    assert command == ["ruleslawyer", "lsp"]


def test_the_extension_without_a_licence_of_a_library_falls_short(tmp_path: Path) -> None:
    vsix, client = tmp_path / "one.vsix", "extension/node_modules/vscode-languageclient"
    names = ["extension/extension.js", "extension/package.json", "extension/LICENSE.txt", f"{client}/package.json"]

    def packed(*names: str) -> Path:
        with zipfile.ZipFile(vsix, "w") as archive:
            for name in names:
                archive.writestr(name, "")
        return vsix

    with pytest.raises(FallsShort, match="the licence of vscode-languageclient"):
        editors.holds(packed(*names))
    assert "1 libraries" in editors.holds(packed(*names, f"{client}/License.txt"))


@pytest.mark.campaign
def test_all_that_is_published_is_built_and_tried() -> None:
    """`make release`, but for what a working copy may have that is not committed."""
    ran = subprocess.run(
        (sys.executable, "-m", "tests.release", "--but", "committed"),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    skipped = [line for line in ran.stdout.splitlines() if line.startswith("not run: ")]
    assert ran.returncode == 0, ran.stdout + ran.stderr
    print(*skipped, sep="\n")
