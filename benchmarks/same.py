"""Outputs of two commits, as data, and where they differ.

A commit's output is files KIND/GAME/NAME.json: what same.toml asks of a game, loaded modules, constants."""

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
import time
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence, Set
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import partial
from html.parser import HTMLParser
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import typer

from benchmarks import ROOT, say

ABOUT = "snapshot.json"
"""The file that says of which commit and hash seed a folder is, its outputs by docs/json.md, and what is made."""
KINDS = ("json", "exports", "pages", "modules", "constants")
PROCESSES = 2
WIDTH = 200
"""Characters of a value that are printed."""
Make = Callable[[Path, Callable[[str], None]], None]
"""Makes a part of a snapshot in its folder, and says how far it is."""


def same(
    a: Annotated[str, typer.Argument(metavar="A", help="A commit, `.` for the working tree, or a kept snapshot.")],
    b: Annotated[str, typer.Argument(metavar="[B]", help="Another; without it, A is only made.")] = "",
    keep_in: Annotated[
        Path | None, typer.Option("--keep", metavar="DIR", help="Keep them, and use what is kept.")
    ] = None,
    only: Annotated[list[str] | None, typer.Option(help="Only this ruleset, `modules` or `constants`.")] = None,
    long: Annotated[bool, typer.Option("--long", help="Besides, what takes many minutes: all evidence.")] = False,
    seeds: Annotated[tuple[int, int], typer.Option(metavar="A B", help="The hash seeds of both.")] = (0, 0),
    show: Annotated[int, typer.Option(min=0, help="Differences of each kind that are printed.")] = 20,
    as_json: Annotated[bool, typer.Option("--json", help="Print all of them as JSON.")] = False,
) -> None:
    """Make snapshots of two commits, and compare them.

    A snapshot is what commands print with --json (benchmarks/same.toml), exported files, the text of reports, the
    modules that six commands load, and constants. Ctrl-C keeps what is made with --keep, but for the games under way.
    Exit codes: 0 equal, 1 something differs, 2 a mistake.

    Examples:

      python -m benchmarks same HEAD~1 .

      python -m benchmarks same 33af2b747 --keep build/same

      python -m benchmarks same build/same/33af2b747 . --show 50

      python -m benchmarks same HEAD HEAD --seeds 0 1 --only daemons
    """
    with TemporaryDirectory() as place:
        sides = [(side, seed) for side, seed in zip((a, b), seeds, strict=True) if side]
        try:
            folders = _snapshots(sides, keep_in or Path(place), {*(only or ())}, long)
        except KeyboardInterrupt:
            say("stopped" + (f"; what is made is in {keep_in}, and the same command goes on" if keep_in else ""))
            raise typer.Exit(130) from None
        if not b:
            say(f"made: {folders[0]}")
            return
        found = compare(folders[0], folders[1], {*(only or ())})
    if not any(one["equal"] or one["differ"] for one in found["kinds"].values()):
        raise typer.BadParameter("the two snapshots have no part in common")
    print(json.dumps(found, ensure_ascii=False, default=repr) if as_json else "\n".join(_told(found, show)))
    if not found["equal"]:
        raise typer.Exit(1)


def _say_of(folder: str, part: str, text: str) -> None:
    say(f"{folder}, {part}: {text}")


def _snapshots(sides: list[tuple[str, int]], keep_in: Path, only: set[str], long: bool) -> list[Path]:
    """The folders of both sides: one that is kept, or made now, where nothing is made again."""
    folders: list[Path] = []
    to_make: dict[Path, tuple[str, int]] = {}
    for side, seed in sides:
        if _is_kept(Path(side)):
            folders.append(Path(side))
            continue
        commit = commit_of(side)
        folders.append(keep_in / f"{commit[:9]}{f'-seed{seed}' if seed else ''}{'-long' if long else ''}")
        if not _is_kept(folders[-1]) or (only or {*_about(folders[-1])["parts"]}) - {*_about(folders[-1])["made"]}:
            to_make[folders[-1]] = commit, seed
    with ExitStack() as stack:
        turns, commands = [], []
        for folder, (commit, seed) in to_make.items():
            commands.append(Commands(stack.enter_context(checkout(commit)), seed))
            parts = _parts(commands[-1], long)
            if unknown := only - parts.keys():
                raise typer.BadParameter(f"{', '.join(sorted(unknown))}: there are {', '.join(parts)}")
            if not _is_kept(folder):
                there = sorted(outputs(commands[-1].root))
                about = {"commit": commit, "seed": seed, "outputs": there, "parts": [*parts], "made": []}
                keep(folder / ABOUT, about)
            left = (only or parts.keys()) - {*_about(folder)["made"]}
            turns.append([(folder, name, make) for name, make in parts.items() if name in left])
        _run([job for turn in zip_longest(*turns) for job in turn if job], commands)
    return folders


def _is_kept(folder: Path) -> bool:
    return (folder / ABOUT).is_file()


def _about(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / ABOUT).read_text("utf-8"))
    return found


def _parts(commands: Commands, long: bool) -> dict[str, Make]:
    """The parts of a snapshot by name, and how each is made; those that take longest first."""
    cases, scopes = load_cases(long=long)
    found: dict[str, Callable[..., None]] = {
        game.ruleset: partial(make_game, game, cases) for game in games(commands.root, scopes)
    }
    found |= {"modules": make_modules, "constants": make_constants}
    return {name: partial(make, commands) for name, make in found.items()}


def _run(jobs: list[tuple[Path, str, Make]], commands: list[Commands]) -> None:
    """Do them, two at a time; each is noted when it is done."""
    began = time.monotonic()
    with ThreadPoolExecutor(PROCESSES) as pool:
        try:
            doing = {
                pool.submit(make, folder, partial(_say_of, folder.name, name)): (folder, name)
                for folder, name, make in jobs
            }
            for number, future in enumerate(as_completed(doing), 1):
                future.result()
                folder, name = doing[future]
                about = _about(folder)
                keep(folder / ABOUT, {**about, "made": [*about["made"], name]})
                _say_of(folder.name, name, f"made, {number} of {len(doing)} ({time.monotonic() - began:.0f} s)")
        except BaseException:
            for one in commands:
                one.stop()
            pool.shutdown(cancel_futures=True)
            raise


def compare(before: Path, after: Path, only: Set[str] = frozenset()) -> dict[str, Any]:
    """The differences of two snapshots by kind, and what could not be compared."""
    abouts = [_about(side) for side in (before, after)]
    made = [{*one["made"]} & (only or {*one["made"]}) for one in abouts]
    both, either = made[0] & made[1], made[0] ^ made[1]
    gone, come = (set(abouts[i]["outputs"]) - set(abouts[1 - i]["outputs"]) for i in (0, 1))
    asked = {case.schema for case in load_cases(long=True)[0]}
    found: dict[str, Any] = {
        "sides": [{key: one[key] for key in ("commit", "seed")} for one in abouts], "gone": sorted(gone),
        "come": sorted(come), "not compared": sorted(either),
        "not covered": sorted((set(abouts[0]["outputs"]) | set(abouts[1]["outputs"])) - asked), "no answer": [],
        "kinds": {},
    }  # fmt: skip
    for kind in KINDS:
        files = {
            path.relative_to(side / kind)
            for side in (before, after) for path in (side / kind).rglob("*.json")
            if path.relative_to(side / kind).parts[0] in both and schema_of(path.stem) not in gone | come
        }  # fmt: skip
        differ, equal = [], 0
        for file in sorted(files):
            pair = [_value(side / kind / file) for side in (before, after)]
            here = [
                {"of": str(file.with_suffix("")), "path": path, "before": old, "after": new}
                for path, old, new in differences(*pair)
            ]
            differ += here
            if kind == "json" and not any(one is not ABSENT and answered(one["exit"], one["out"]) for one in pair):
                found["no answer"].append(str(file.with_suffix("")))
            else:
                equal += not here
        found["kinds"][kind] = {"equal": equal, "differ": differ}
    found["equal"] = not (gone or come or either or any(one["differ"] for one in found["kinds"].values()))
    return found


def _value(file: Path) -> Any:
    return json.loads(file.read_text("utf-8")) if file.is_file() else ABSENT


def _told(found: dict[str, Any], show: int) -> Iterator[str]:
    """The lines that are printed."""
    for what in ("gone", "come", "not compared", "not covered", "no answer"):
        if found[what]:
            yield f"{what}: {', '.join(found[what])}"
    for kind, one in found["kinds"].items():
        differ = one["differ"]
        files = len({each["of"] for each in differ})
        yield f"{kind}: {one['equal']} equal" + (f", {files} differ, in {len(differ)} places" if differ else "")
        for each in differ[:show]:
            old, new = (_short(each[side]) for side in ("before", "after"))
            yield f"  {each['of']}: {each['path']}: {old} → {new}"
        if len(differ) > show:
            yield f"  … and {len(differ) - show} more (--show {len(differ)})"
    yield "equal" if found["equal"] else "not equal"


def _short(value: Any) -> str:
    text = repr(value) if value is ABSENT else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= WIDTH else f"{text[:WIDTH]}… ({len(text)} characters)"


# --- a commit ---------------------------------------------------------------------------------------------------------


NOBODY = {f"GIT_{who}_{what}": f"{value}" for who in ("AUTHOR", "COMMITTER") for what, value in (
    ("NAME", "nobody"), ("EMAIL", "nobody"), ("DATE", "2000-01-01T00:00:00Z"))}  # fmt: skip
"""Equal files make an equal commit, whoever asks and when."""


def commit_of(revision: str) -> str:
    """The whole name of a commit. `.` is the working tree, with new files: a commit that is on no branch."""
    if revision != ".":
        return _git(revision, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    with TemporaryDirectory() as place:
        own = {**NOBODY, "GIT_INDEX_FILE": f"{place}/index"}
        for words in (("read-tree", "HEAD"), ("add", "--all", ".")):
            _git(revision, *words, variables=own)
        tree = _git(revision, "write-tree", variables=own)
        return _git(revision, "commit-tree", tree, "-m", "the working tree", variables=own)


@contextmanager
def checkout(revision: str) -> Iterator[Path]:
    """The files of a commit."""
    with TemporaryDirectory() as place:
        root = Path(place) / "project"
        _git(revision, "worktree", "add", "-q", "--detach", str(root), revision)
        try:
            yield root
        finally:
            _git(revision, "worktree", "remove", "--force", str(root))


def _git(revision: str, *words: str, variables: Mapping[str, str] | None = None) -> str:
    made = subprocess.run(
        ["git", "-C", str(ROOT), *words], capture_output=True, text=True, env={**os.environ, **(variables or {})}
    )
    if made.returncode:
        raise typer.BadParameter(f"{revision} is no commit that is here: {made.stderr.strip()}")
    return made.stdout.strip()


# --- a snapshot of it -------------------------------------------------------------------------------------------------


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


# --- differences ------------------------------------------------------------------------------------------------------


LONG = 4000
"""Items of a list beyond which places are compared by number: to align takes time by their square."""


class Absent:
    """There is nothing at this place."""

    def __repr__(self) -> str:
        return "nothing"


ABSENT = Absent()
Difference = tuple[str, Any, Any]
"""A place as a JSON path, and what is there before and after."""


def differences(before: Any, after: Any, path: str = "$") -> Iterator[Difference]:
    """Each difference, in the order of the value before."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in dict.fromkeys((*before, *after)):
            yield from differences(before.get(key, ABSENT), after.get(key, ABSENT), f"{path}.{key}")
    elif isinstance(before, list) and isinstance(after, list):
        yield from _of_lists(before, after, path)
    elif type(before) is not type(after) or before != after:
        yield path, before, after


def _of_lists(before: list[Any], after: list[Any], path: str) -> Iterator[Difference]:
    """The items between those that are equal, each beside that of the same number."""
    start, end = 0, 0
    least = min(len(before), len(after))
    while start < least and _same(before[start], after[start]):
        start += 1
    while end < least - start and _same(before[-1 - end], after[-1 - end]):
        end += 1
    one, other = before[start : len(before) - end], after[start : len(after) - end]
    blocks: Sequence[tuple[str, int, int, int, int]] = [("replace", 0, len(one), 0, len(other))]
    if max(len(one), len(other)) <= LONG:
        texts = [[json.dumps(item, sort_keys=True) for item in items] for items in (one, other)]
        blocks = SequenceMatcher(None, texts[0], texts[1], autojunk=False).get_opcodes()
    for kind, at, to, at_other, to_other in blocks:
        for number in range(max(to - at, to_other - at_other)) if kind != "equal" else ():
            yield from differences(
                one[at + number] if at + number < to else ABSENT,
                other[at_other + number] if at_other + number < to_other else ABSENT,
                f"{path}[{start + (at + number if at + number < to else at_other + number)}]",
            )


def _same(before: Any, after: Any) -> bool:
    return next(differences(before, after), None) is None
