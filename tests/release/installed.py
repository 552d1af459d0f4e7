"""The wheel in a fresh environment of each Python that is promised: it installs, and the tutorial is followed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tomllib
from collections.abc import Sequence
from pathlib import Path

from tests.documents import follow
from tests.release.steps import ROOT, FallsShort, NotRun, Step, run, the_one

TUTORIAL = ROOT / "docs" / "tutorial.md"


def promised() -> list[str]:
    """The versions of Python that the package names."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return re.findall(r":: (3\.\d+)'", str(settings["project"]["classifiers"]))


def python(version: str) -> Path:
    """A Python of a version: on the path, or among those of pyenv or uv; none is `NotRun`."""
    name = f"python{version}"
    kept = (
        (Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions", f"{version}.*/bin/{name}"),
        (Path.home() / ".local/share/uv/python", f"cpython-{version}.*/bin/{name}"),
    )
    found = [Path(there) for there in [shutil.which(name)] if there]
    for folder, pattern in kept:
        found += sorted(folder.glob(pattern), reverse=True)
    for one in found:
        asked = (one, "-c", "import sys, venv, ensurepip; print('%d.%d' % sys.version_info[:2])")
        said = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
        if said == version:  # what stands on the path may only say that it is not chosen
            return one
    raise NotRun(f"no {name} on this machine")


def tutorial_on(version: str, dist: Path, folder: Path) -> Step:
    """The step that installs the wheel for a version of Python, and follows the tutorial in an empty folder."""

    def step(told: object) -> str:
        interpreter, wheel, here = python(version), the_one(dist, "*.whl"), folder / version
        run((interpreter, "-m", "venv", here / "environment"))
        bin_ = here / "environment" / "bin"
        options = ("--disable-pip-version-check", "--quiet", "--no-compile", "-c", ROOT / "constraints.txt")
        run((bin_ / "python", "-m", "pip", "install", *options, wheel))
        run((bin_ / "python", "-m", "pip", "--disable-pip-version-check", "check"))
        said = run((bin_ / "ruleslawyer", "--version")).strip()
        empty = here / "folder"
        empty.mkdir()
        apart = {"RULESLAWYER_CACHE": str(here / "cache"), "XDG_STATE_HOME": str(here / "state")}
        env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "RULESLAWYER_"))}
        env |= {**apart, "RULESLAWYER_PROGRESS": "0"}

        def answer(there: Path, arguments: Sequence[str]) -> tuple[int, str, str]:
            command = (str(bin_ / "ruleslawyer"), *arguments)
            ran = subprocess.run(command, cwd=there, env=env, capture_output=True, text=True, check=False)
            return ran.returncode, ran.stdout, ran.stderr

        try:
            ran = follow(TUTORIAL, empty, answer)
        except AssertionError as error:
            raise FallsShort(f"the tutorial: {error}") from None
        return f"{said}: {ran} commands of the tutorial print what it says"

    return step
