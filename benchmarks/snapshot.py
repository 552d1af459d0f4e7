"""A commit's output as data, in files KIND/GAME/NAME.json: what same.toml asks of a game, loaded modules, constants."""

from __future__ import annotations

import ast
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tomllib
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

CASES = Path(__file__).with_name("same.toml")
LATE = 1200.0
"""Seconds after which a command is ended, and that is what is kept of it."""
PROJECTS = {".": "books", "tests/projects/ferry": "bench", "tests/projects/arena": "bench"}
COMMANDS = {
    "help": "--help", "lint": "lint daemons", "spec": "spec daemons 3.1", "findings": "findings daemons --json",
    "explore": "explore daemons --scope tiny --json", "check": "check daemons --scope tiny --no-prove --json",
}  # fmt: skip
"""The commands of which it is kept what they load: at first, and with what the first run kept."""
VARYING = ("seconds",)
"""Keys whose value may differ between two runs on the same input (docs/json.md)."""
STOPPED = (-signal.SIGINT, -signal.SIGTERM, -signal.SIGKILL)
"""Exit codes of a process that was ended from outside, so that nothing is known of the command."""


@dataclass(frozen=True)
class Case:
    """A command of same.toml, by its name there."""

    name: str
    words: str
    on: list[str]
    files: list[str] = field(default_factory=list)
    typed: str = ""
    varies: list[str] = field(default_factory=list)
    long: bool = False

    @property
    def schema(self) -> str:
        """The name of its output in docs/json.md; or of what it writes."""
        return schema_of(self.name)


@dataclass(frozen=True)
class Game:
    """A ruleset of a project, the scope that is asked, and by which names cases mean it."""

    ruleset: str
    project: Path
    scope: str
    names: frozenset[str]


@dataclass
class Commands:
    """The commands of a checkout, each in a folder of its own with an empty cache for all. running: the processes."""

    root: Path
    seed: int
    running: set[subprocess.Popen[str]] = field(default_factory=set)
    stopped: bool = False

    def run(self, words: list[str], place: Path, typed: str = "") -> tuple[int, str, str]:
        """The exit code, and what is printed and said, without the paths of the moment."""
        if self.stopped:
            raise KeyboardInterrupt
        env = {key: value for key, value in os.environ.items() if key not in ("PYTHONDONTWRITEBYTECODE", "FORCE_COLOR")}
        env |= {
            "PYTHONPATH": os.pathsep.join((str(self.root / "src"), str(self.root))), "PYTHONHASHSEED": str(self.seed),
            "RULESLAWYER_CACHE": str(place / "cache"), "COLUMNS": "120", "NO_COLOR": "1",
        }  # fmt: skip
        env.pop("RULESLAWYER_ANSWERS", None)
        process = subprocess.Popen(
            ["nice", sys.executable, *words], cwd=place, env=env, text=True, start_new_session=True, errors="replace",
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        self.running.add(process)
        try:
            out, said = process.communicate(typed, timeout=LATE)
        except subprocess.TimeoutExpired:
            _kill(process)
            process.communicate()
            return 124, "", f"no end within {LATE:g} s"
        finally:
            self.running.discard(process)
        if self.stopped:
            raise KeyboardInterrupt
        if process.returncode in STOPPED:
            raise RuntimeError(f"{shlex.join(words)}: ended from outside, by signal {-process.returncode}")
        for path, name in ((place, "HERE"), (self.root, "ROOT")):
            out, said = out.replace(str(path), name), said.replace(str(path), name)
        return process.returncode, out, said

    def stop(self) -> None:
        """End what runs; nothing is begun any more."""
        self.stopped = True
        for process in list(self.running):
            _kill(process)


def _kill(process: subprocess.Popen[str]) -> None:
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)


def answered(code: int, out: Any) -> bool:
    """Whether a command answers: one that was refused, had no end, or broke off with nothing printed does not."""
    return code == 0 or (code == 1 and bool(out))


def schema_of(name: str) -> str:
    """The part of a case's name that says what it prints."""
    return name.partition(",")[0]


def load_cases(*, long: bool = False) -> tuple[list[Case], dict[str, str]]:
    """The commands, and the scopes of rulesets that have no `tiny`."""
    tables = tomllib.loads(CASES.read_text("utf-8"))
    scopes: dict[str, str] = tables.pop("scopes")
    cases = [Case(name, **table) for name, table in tables.items()]
    return [case for case in cases if long or not case.long], scopes


def games(root: Path, scopes: dict[str, str]) -> Iterator[Game]:
    """All rulesets of the bundled projects, of the gallery, and of two of the tests."""
    gallery = {str(path.parent.relative_to(root)): "gallery" for path in sorted(root.glob("examples/*/pyproject.toml"))}
    for folder, group in {**PROJECTS, **gallery, "examples/cookbook": "patterns"}.items():
        file = root / folder / "pyproject.toml"
        if file.is_file():
            rulesets = tomllib.loads(file.read_text("utf-8"))["tool"]["ruleslawyer"]["rulesets"]
            for name in rulesets:
                yield Game(name, file.parent, scopes.get(name, "tiny"), frozenset({name, group}))


def outputs(root: Path) -> set[str]:
    """The outputs that docs/json.md lists in its table of verbs."""
    table = (root / "docs" / "json.md").read_text("utf-8").partition("\n| file or message")[0]
    return set(re.findall(r"\(schemas/([a-z-]+)\.schema\.json\)", table))


def make_game(game: Game, cases: list[Case], commands: Commands, folder: Path, say: Callable[[str], None]) -> None:
    """All that is asked of a game, one after the other."""
    with TemporaryDirectory() as made:
        place = Path(made) / "here"
        place.mkdir()
        for case in cases:
            if game.names.isdisjoint(case.on):
                continue
            say(case.name)
            names = {"root": commands.root, "project": game.project, "python": sys.executable}
            words = shlex.split(case.words.format(ruleset=game.ruleset, scope=game.scope, **names))
            project = ("-m", "ruleslawyer", "--project", str(game.project))
            code, out, said = commands.run([*project, *words], place, case.typed)
            answer = {"words": case.words, "exit": code, "out": data(out, {*VARYING, *case.varies})}
            if not answered(code, out):
                answer["said"] = said.splitlines()
            keep(Path(made) / "json" / game.ruleset / f"{case.name}.json", answer)
            for path in sorted({path for pattern in case.files for path in place.glob(pattern) if path.is_file()}):
                kind = "pages" if path.suffix == ".html" else "exports"
                to = Path(made) / kind / game.ruleset / f"{path.relative_to(place)}.json"
                keep(to, lines(path, (str(place), str(commands.root))))
        shutil.rmtree(place)
        for part in Path(made).iterdir():
            (folder / part.name).mkdir(parents=True, exist_ok=True)
            shutil.copytree(part / game.ruleset, folder / part.name / game.ruleset, dirs_exist_ok=True)


def make_modules(commands: Commands, folder: Path, say: Callable[[str], None]) -> None:
    """The modules that each of some commands loads: ours, and by their first name those of libraries."""
    found: dict[str, list[str]] = {}
    for name, words in COMMANDS.items():
        with TemporaryDirectory() as made:
            for when in ("at first", "again"):
                say(f"{name}, {when}")
                program = ["-X", "importtime", "-m", "ruleslawyer", "--project", str(commands.root), *words.split()]
                loaded = re.findall(r"^import time:.*\| +(\S+)$", commands.run(program, Path(made))[2], re.MULTILINE)
                names = {one if one.startswith("ruleslawyer.") else one.partition(".")[0] for one in loaded}
                found[f"{name}, {when}"] = sorted(one for one in names if not one.startswith("_"))
    for name, modules in found.items():
        keep(folder / "modules" / "modules" / f"{name}.json", modules)


def make_constants(commands: Commands, folder: Path, say: Callable[[str], None]) -> None:
    """The constants of src that are literal: with the module of each, and the values of a name wherever it is."""
    say("reading")
    places: dict[str, dict[str, str]] = {}
    for file in sorted((commands.root / "src").rglob("*.py")):
        module = ".".join(file.relative_to(commands.root / "src").with_suffix("").parts)
        for name, value in constants(file.read_text("utf-8")):
            places.setdefault(name, {})[module] = value
    values = {name: sorted(one.values()) for name, one in places.items()}
    keep(folder / "constants" / "constants" / "by module.json", places)
    keep(folder / "constants" / "constants" / "values.json", values)


def constants(source: str) -> Iterator[tuple[str, str]]:
    """The names in capitals at the top of a module, and the values that are written there."""
    for node in ast.parse(source).body:
        if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
            continue
        names = {one.id for one in ast.walk(node.value) if isinstance(one, ast.Name)}
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            if isinstance(target, ast.Name) and target.id.isupper() and names <= {"frozenset"}:
                yield target.id, ast.unparse(node.value)


def data(text: str, varying: Collection[str] = VARYING) -> Any:
    """JSON without what varies; else the lines, without seconds."""
    try:
        return _steady(json.loads(text), varying)
    except ValueError:
        return [re.sub(r"\b[\d.]+ s\b", "… s", line) for line in text.splitlines()]


def _steady(value: Any, varying: Collection[str]) -> Any:
    if isinstance(value, dict):
        return {key: _steady(item, varying) for key, item in value.items() if key not in varying}
    return [_steady(item, varying) for item in value] if isinstance(value, list) else value


def lines(path: Path, paths: tuple[str, str]) -> Any:
    """A file as data; of a page, its text."""
    text = path.read_bytes().decode("utf-8", "replace")
    for one, name in zip(paths, ("HERE", "ROOT"), strict=True):
        text = text.replace(one, name)
    if path.suffix != ".html":
        return data(text)
    page = _Page()
    page.feed(text)
    return page.lines


class _Page(HTMLParser):
    """The text of a page, a line for each piece, without scripts and styles."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.inside = ""

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.inside = tag if tag in ("script", "style") else ""

    def handle_endtag(self, tag: str) -> None:
        self.inside = ""

    def handle_data(self, data: str) -> None:
        if not self.inside and data.strip():
            self.lines.append(" ".join(data.split()))


def keep(path: Path, value: Any) -> None:
    """Write a value, a line for each item, so that other tools can compare it too."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
