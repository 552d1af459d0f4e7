"""What is published is built from what is committed, twice and in two surroundings, to the same bytes."""

from __future__ import annotations

import email
import hashlib
import os
import re
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Callable, Mapping
from email.message import Message
from pathlib import Path

from tests.release.steps import ROOT, FallsShort, Told, run, the_one

SURROUNDINGS = (
    {"TZ": "UTC", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "0", "umask": "022"},
    {"TZ": "Pacific/Chatham", "LC_ALL": "C", "PYTHONHASHSEED": "1", "umask": "077"},
)
"""What may differ between two machines, besides the folder and the time."""


def committed(told: Told) -> str:
    """Only what is committed is released."""
    changed = run(("git", "status", "--porcelain"))
    if changed:
        raise FallsShort(f"not committed, and so not released:\n{changed.rstrip()}")
    return run(("git", "log", "-1", "--format=%h %s")).strip()


def epoch() -> str:
    """The time that everything built has: that of the commit, in seconds since 1970."""
    return run(("git", "log", "-1", "--format=%ct")).strip()


def sources(folder: Path) -> Path:
    """A copy of what is committed."""
    folder.mkdir(parents=True)
    packed = folder.with_suffix(".tar")
    run(("git", "archive", "-o", packed, "HEAD"))
    run(("tar", "-xmf", packed, "-C", folder))  # files have the time of now
    packed.unlink()
    return folder


def twice(folder: Path, make: Callable[[Path, Mapping[str, str]], Path]) -> Path:
    """Make something of two copies of the sources. make: builds in a copy and in surroundings, and returns the folder
    with what came of it. Returns the first; other bytes the second time fall short."""
    made = []
    for number, surroundings in enumerate(SURROUNDINGS):
        before = os.umask(int(surroundings["umask"], 8))
        try:
            settings = {name: value for name, value in surroundings.items() if name.isupper()}
            root = sources(folder / f"{number}" / ("sources" + "_elsewhere" * number))
            made.append(make(root, {**settings, "SOURCE_DATE_EPOCH": epoch()}))
        finally:
            os.umask(before)
    first, second = map(digests, made)
    if first != second:
        other = sorted(name for name in {*first, *second} if first.get(name) != second.get(name))
        raise FallsShort(f"built twice from the same sources, these differ: {', '.join(other)}")
    return made[0]


def digests(folder: Path) -> dict[str, str]:
    """The SHA-256 of each file of a folder, by its name."""
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.iterdir())}


def package(root: Path, environment: Mapping[str, str]) -> Path:
    """The sdist, and the wheel that comes of it."""
    out, inside = root.parent / "dist", root.parent / "unpacked"
    run((sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", out), root, **environment)
    (sdist,) = out.iterdir()
    inside.mkdir()
    run(("tar", "-xf", sdist, "-C", inside))
    (unpacked,) = inside.iterdir()
    run((sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", out), unpacked, **environment)
    return out


def described(dist: Path, told: Told) -> str:
    """The metadata as an index would show them, the licence beside them, and the entry of the changelog."""
    sdist, wheel = the_one(dist, "*.tar.gz"), the_one(dist, "*.whl")
    run((sys.executable, "-m", "twine", "check", "--strict", sdist, wheel))
    with zipfile.ZipFile(wheel) as opened:
        files = {name: opened.read(name).decode() for name in opened.namelist() if ".dist-info/" in name}
    metadata = email.message_from_string(next(text for name, text in files.items() if name.endswith("/METADATA")))
    with tarfile.open(sdist) as archive:
        packed = {name.partition("/")[2] for name in archive.getnames()}
    licences = [name for name in files if "/licenses/" in name]
    licence = (ROOT / "LICENSE").read_text(encoding="utf-8")
    wrong = [*_wrong(metadata), *(["LICENSE is not in the sdist"] if "LICENSE" not in packed else [])]
    if [files[name] for name in licences] != [licence]:
        wrong.append("the wheel's licence is not LICENSE")
    if wrong:
        raise FallsShort("; ".join(wrong))
    told.left += _left(metadata)
    return f"{sdist.name} and {wheel.name}, {wheel.stat().st_size / 2**20:.1f} MB; twine finds nothing"


def _wrong(metadata: Message) -> list[str]:
    """What the metadata say otherwise than pyproject.toml, and links that lead nowhere from a package's page."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = {
        "Name": [settings["name"]], "Summary": [settings["description"]], "License-Expression": [settings["license"]],
        "Requires-Python": [settings["requires-python"]], "Classifier": settings["classifiers"],
        "Provides-Extra": sorted(settings["optional-dependencies"]),
    }  # fmt: skip
    found = {name: sorted(metadata.get_all(name, [])) for name in wanted}
    wrong = [f"{name} is {found[name]}" for name, values in wanted.items() if found[name] != sorted(values)]
    links = re.findall(r"\]\(((?!\w+://|#)[^)\s]+)\)", str(metadata.get_payload()))
    return wrong + [f"the readme links to {link}, which is no address" for link in links]


def _left(metadata: Message) -> list[str]:
    """What nobody but who publishes knows."""
    hook = "[tool.hatch.metadata.hooks.custom] of pyproject.toml"
    heading = re.search(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    if heading is None or not heading[1].startswith(str(metadata["Version"])):
        raise FallsShort(f"CHANGELOG.md does not begin with {metadata['Version']}")
    found = [] if metadata.get_all("Project-URL") else [f"`address` in {hook}: the package's page has no links yet"]
    found += [] if metadata.get("Maintainer-email") else [f"`contact` in {hook}"]
    return found + (["CHANGELOG.md says `unreleased`: write the date"] if "unreleased" in heading[1] else [])
