"""The plan of a campaign: what is asked of each ruleset, how long it took before, and what is known already."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from ruleslawyer.api import Ruleset
from ruleslawyer.base.files.kept import read_note, write_note
from ruleslawyer.base.files.read import read_json
from ruleslawyer.cli.remote_verb import Called, Said, standing_for
from ruleslawyer.proof.lemmas import place_of
from ruleslawyer.rulebook.answers.memo import ADEQUACY, FILES, GAMES, Memo
from ruleslawyer.rulebook.answers.store import Answers
from ruleslawyer.studies.adequacy.kept import is_of

FOLDER = Path("build") / "campaign"
SECONDS = "campaign/seconds"
MANY_FAULTS = 5_000
"""Faults of a ruleset of which a campaign tries some."""
_FOLDERS = "build/", "checks/"
"""With what words begin that name places in the project."""


@dataclass(frozen=True, slots=True)
class Task:
    """One call of a verb. folders: that it writes into, which stand among the words. home: whether it writes into the
    project, so that no other machine does it. fine: its exit codes that are as expected. after: what is done first.
    news: a folder in which a TOML file is something new. goes_on_from: a file by which it goes on, while it is of these
    rules and checks."""

    ruleset: Ruleset
    verb: str
    words: tuple[str, ...]
    folders: tuple[str, ...] = ()
    home: bool = False
    fine: tuple[int, ...] = (0,)
    after: str = ""
    news: str = ""
    goes_on_from: str = ""

    @property
    def name(self) -> str:
        return shlex.join((self.verb, *self.words))

    def as_question(self, *, away: bool) -> Called:
        """The task as a question; `away`: the files that it writes come back from another machine."""
        root = self.ruleset.root
        places = tuple((root / folder).as_posix() for folder in self.folders) if away else ()
        words = [root.joinpath(word).as_posix() if word.startswith(_FOLDERS) else word for word in self.words]
        for number, folder in enumerate(places):
            words = [standing_for(number) if word == folder else word for word in words]
        return Called(root, self.ruleset.name, self.verb, tuple(words), places)

    def clear(self) -> None:
        """Removes what an earlier campaign wrote, which would be taken for results of this one; a sweep knows its
        scopes without."""
        for folder in self.folders if self.verb in ("prove", "sweep") else ():
            shutil.rmtree(self.ruleset.root / folder, ignore_errors=True)
        if self.goes_on_from:
            file = self.ruleset.root / self.goes_on_from
            if not is_of(file, self.ruleset):
                file.unlink(missing_ok=True)

    def earlier_answer(self, answers: Answers) -> Said | None:
        """The answer of an earlier campaign, where nothing has changed and what it wrote is there."""
        if not all((self.ruleset.root / folder).exists() for folder in self.folders):
            return None
        return _memo(answers, self.ruleset).read(Said, "campaign", self.name)

    def keep(self, said: Said, answers: Answers) -> None:
        if said.code in (0, 1):
            _memo(answers, self.ruleset).write(replace(said, files={}), "campaign", self.name)

    def surprises(self, said: Said) -> str:
        """The unexpected results of a task, in words; empty where all is as expected."""
        new = sorted(path.name for path in (self.ruleset.root / self.news).glob("*.toml")) if self.news else []
        if new:
            return f"new: {', '.join(new)}"
        return "" if said.code in self.fine else f"exit code {said.code}"


@cache
def _memo(answers: Answers, ruleset: Ruleset) -> Memo:
    """A memory of answers that keeps nothing that was made of files which were edited since the campaign began."""
    return Memo(answers, ruleset, None, FILES)


def tasks_of(ruleset: Ruleset) -> Iterator[Task]:
    """All that a campaign asks of a ruleset."""
    build = Path("build")
    name, checks = ruleset.name, ruleset.root / "checks" / ruleset.name
    words: tuple[str, ...]
    scopes = {scope: ruleset.scope(scope) for scope in ruleset.scopes()}
    has_games = any(one.played for one in scopes.values())
    if has_games:
        yield Task(ruleset, "explore", (name, "--scope", ruleset.drawn_game, "--simulate", "100"))
    for scope, one in scopes.items():
        if one.campaign and not one.played:
            yield Task(ruleset, "explore", (name, "--engine", "native", "--scope", scope))
    if (checks / GAMES).is_file():
        words = (name, "--max-seconds", "1200", "--keep")
        yield Task(ruleset, "games", words, home=True, fine=(0, 1))
    if has_games:
        yield Task(ruleset, "games", (name, "--fuzz", "--minutes", "10"))
    if (checks / "sweep.toml").is_file():
        folder = (build / "sweep" / name).as_posix()
        words = (name, "--max-states", "1000", "--write", folder)
        yield Task(ruleset, "sweep", words, (folder,), fine=(0, 1), news=folder)
    if (checks / ADEQUACY).is_file():
        yield _adequacy(ruleset, checks, build)
    words = (name, "--readings", "--pairs", "--scenarios", "--max-states", "20000", "--max-seconds", "300")
    yield Task(ruleset, "explore", words, fine=(0, 1))
    if (ruleset.root / place_of(name)).is_file():
        folder = (build / "certificates" / name).as_posix()
        words = (name, "--any-number", "--total", "900", "--certificates", folder)
        proved = Task(ruleset, "prove", words, (folder,), fine=(0, 1))
        yield proved
        yield Task(ruleset, "prove", ("--recheck", folder), home=True, after=proved.name)


def _adequacy(ruleset: Ruleset, checks: Path, build: Path) -> Task:
    """All faults of a small ruleset, some of a large one."""
    kept = read_json(checks / ADEQUACY, "record of adequacy", "take it away, or write it again")
    some: tuple[str, ...] = ("--sample", "400", "--sweep", "20", "--max-states", "1000", "--max-seconds", "3")
    some = some if kept.get("every", 0) > MANY_FAULTS else ()
    resume, write = build / "adequacy" / f"{ruleset.name}.jsonl", checks / ADEQUACY
    words = (ruleset.name, *some, "--resume", resume.as_posix(), "--write", write.relative_to(ruleset.root).as_posix())
    return Task(ruleset, "adequacy", words, home=True, goes_on_from=resume.as_posix())


class Seconds:
    """How long tasks took when they were last done, by their words, as the project's notes say."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._known: dict[str, float] = read_note(root, SECONDS, _seconds) or {}

    def of(self, task: Task) -> float | None:
        return self._known.get(self._name(task))

    def note(self, task: Task, seconds: float) -> None:
        self._known[self._name(task)] = round(seconds, 1)
        write_note(self._root, SECONDS, self._known)

    def estimate(self, tasks: Sequence[Task], width: int) -> tuple[float, int]:
        """Seconds for these tasks side by side, and how many of them have none: they are taken to be as the others."""
        known = [seconds for task in tasks if (seconds := self.of(task)) is not None]
        unknown = len(tasks) - len(known)
        mean = sum(known) / len(known) if known else 0.0
        return (sum(known) + mean * unknown) / max(1, min(width, len(tasks))), unknown

    @staticmethod
    def _name(task: Task) -> str:
        return f"{task.ruleset.name}: {task.name}"


def _seconds(found: Any) -> dict[str, float]:
    return {str(name): float(seconds) for name, seconds in found.items()}
