"""`ruleslawyer campaign`: all that takes long, of every ruleset, with a plan, and on from where it was."""

from __future__ import annotations

import shlex
import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import typer

from ruleslawyer.api import Ruleset
from ruleslawyer.base.diagnostics import ModelError, UsageError
from ruleslawyer.base.files.content import Json as JsonObject
from ruleslawyer.base.files.content import write_whole
from ruleslawyer.base.files.kept import read_note, write_note
from ruleslawyer.base.files.read import read_json
from ruleslawyer.base.processes.executor import Executor, processors
from ruleslawyer.base.processes.pool import Workers
from ruleslawyer.cli.options import LONGEST, Cluster, Json, Names
from ruleslawyer.cli.output import FALLS_SHORT, INTERRUPTED, MISTAKE, count, err, out, print_json, progress, say, table
from ruleslawyer.cli.remote import cluster_at
from ruleslawyer.cli.remote_verb import Called, Said, standing_for
from ruleslawyer.cli.session import Session
from ruleslawyer.exploration.study import Study
from ruleslawyer.proof.lemmas import lemmas_path
from ruleslawyer.rulebook.answers.memo import ADEQUACY, FILES, GAMES, Memo
from ruleslawyer.rulebook.answers.store import Answers, users_answers
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C
from ruleslawyer.studies.adequacy.kept import may_resume

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
            if not may_resume(file, self.ruleset):
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
    if (ruleset.root / lemmas_path(name)).is_file():
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


HEARD_EVERY = 0.5
"""Seconds between two looks at what goes on."""


@dataclass
class Run:
    """The state of a campaign. known: tasks that an earlier one had answered. left: those that were not finished."""

    tasks: Sequence[Task]
    done: dict[int, tuple[Said, float]] = field(default_factory=dict)
    known: set[int] = field(default_factory=set)
    stopped: str = ""

    @property
    def open_tasks(self) -> list[int]:
        return [number for number in range(len(self.tasks)) if number not in self.done]

    def ready(self) -> list[int]:
        """The tasks that nothing has to come before any more."""
        finished = {(self.tasks[n].ruleset.name, self.tasks[n].name) for n in self.done}
        return [n for n in self.open_tasks if (t := self.tasks[n]).after == "" or (t.ruleset.name, t.after) in finished]


# Long: its parameters are the options of the verb, each with its help.
def campaign(
    context: typer.Context,
    names: Names = None,
    only: Annotated[
        list[str] | None, typer.Option("--only", metavar="VERB", help="Only tasks of this verb; may be repeated.")
    ] = None,
    plan: Annotated[bool, typer.Option("--plan", help="Print the plan, and do nothing.")] = False,
    minutes: Annotated[
        float | None, typer.Option(min=0.001, max=LONGEST, help="Stop after so long; what is begun is given up.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, max=64, help="Tasks at a time.", show_default="one for each core")
    ] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Do everything anew, and read nothing from the cache.")
    ] = False,
    cluster: Cluster = None,
    json: Json = False,
) -> None:
    """Run everything that takes long: large scopes, whole games, sweeps, adequacy, readings, every proof.

    The plan comes first, with how long each task took the last time. What is
    answered is kept in your cache, so that a campaign that was killed goes on
    where it was: the same command does what is left. What each task prints is
    written into build/campaign. With --cluster a task that writes into the
    project stays here, one at a time, and all others go there.

    Exit code 1 when a task ended otherwise than it should, something new was
    found, or something is left.

    Examples:

      ruleslawyer campaign --plan

      ruleslawyer campaign daemons --only prove --minutes 10

      ruleslawyer campaign --cluster tcp://127.0.0.1:8786 --json
    """
    session: Session = context.obj
    if cluster is not None and workers is not None:
        raise UsageError("a cluster has its own processes", "--workers", "leave one of the two out")
    root = session.own.root
    every = [task for ruleset in session.rulesets(names) for task in tasks_of(ruleset)]
    _expect_verbs(only or [], every)
    tasks = [task for task in every if not only or task.verb in only]
    tasks = [task if any(o.name == task.after for o in tasks) else replace(task, after="") for task in tasks]
    answers, seconds = users_answers(fresh=fresh), Seconds(root)
    run = Run(tasks)
    for number, task in enumerate(tasks):
        said = task.earlier_answer(answers)
        if said is not None:
            run.done[number] = said, 0.0
            run.known.add(number)
    width = workers or processors()
    if not json:
        _show_plan(run, seconds, width)
    if plan:
        if json:
            print_json(_plan_json(run, seconds, width))
        return
    if run.open_tasks:
        _carry_out(run, answers, seconds, cluster, width, minutes, root)
    _report(run, root, json=json)
    if run.stopped == BY_CTRL_C:
        err().print("interrupted: the same command does what is left")
        raise typer.Exit(INTERRUPTED)
    if run.open_tasks or any(run.tasks[n].surprises(said) for n, (said, _) in run.done.items()):
        raise typer.Exit(FALLS_SHORT)


def _expect_verbs(only: Sequence[str], tasks: Sequence[Task]) -> None:
    there = dict.fromkeys(task.verb for task in tasks)
    for verb in only:
        if verb not in there:
            raise UsageError(f"no task is of `{verb}`", "--only", f"there is: {', '.join(there)}")


# --- doing it --------------------------------------------------------------------------------------------------------


def _carry_out(
    run: Run, answers: Answers, seconds: Seconds, cluster: str | None, width: int, minutes: float | None,
    root: Path,
) -> None:  # fmt: skip
    """Do what is left, as many tasks at a time as there are who do them."""
    study = Study.of_minutes(minutes)
    away = cluster_at(cluster, {id(t.ruleset): t.ruleset for t in run.tasks}.values())
    going: dict[Called, tuple[int, float, Executor]] = {}
    with study.stopping(), ExitStack() as stack, progress("campaign") as tell:
        home: Executor = stack.enter_context(Workers(1 if away else width))
        there: Executor = stack.enter_context(away) if away else home
        while run.open_tasks:
            for number in run.ready():
                task = run.tasks[number]
                by = home if task.home else there
                busy = sum(one is by for _, _, one in going.values())
                if busy < by.width and all(number != n for n, _, _ in going.values()):
                    task.clear()
                    question = task.as_question(away=by is not home)
                    by.want(question)
                    by.start()
                    going[question] = number, time.monotonic(), by
            tell(_progress(run, seconds, max(width, there.width), len(going)))
            study.expect_time()
            for question in list(_over(going)):
                number, began, by = going.pop(question)
                said, took = _output_of(by, question), time.monotonic() - began
                run.done[number] = said, took
                task = run.tasks[number]
                seconds.note(task, took)
                task.keep(said, answers)
                _write(task, said, root)
                tell.lasting(_line(task, said, took))
    run.stopped = study.stopped


def _output_of(by: Executor, question: Called) -> Said:
    """The output of a task; a defect of the tool is its own, and the others go on."""
    try:
        return by.result(question)
    except (UsageError, ModelError):
        raise
    except Exception as error:
        return Said("", f"internal error: {type(error).__name__}: {error}\n", MISTAKE, {})


def _over(going: dict[Called, tuple[int, float, Executor]]) -> Iterator[Called]:
    """The tasks that have ended, with a result or without one; waits a moment at the most."""
    executors = {id(by): by for _, _, by in going.values()}
    for by in executors.values():
        mine = [question for question, (_, _, one) in going.items() if one is by]
        first = by.first(mine, HEARD_EVERY / len(executors))
        if first is not None:
            yield from (question for question in mine if question is first or by.is_done(question))


def _write(task: Task, said: Said, root: Path) -> None:
    """Writes what a task printed to a file, for whoever wants to read it."""
    name = "-".join(word.strip("-").replace("/", "_") for word in (task.verb, *task.words) if word)
    write_whole(root / FOLDER / task.ruleset.name / f"{name[:120]}.txt", said.out + said.err)


# --- saying it -------------------------------------------------------------------------------------------------------


def _line(task: Task, said: Said, took: float) -> str:
    return f"{task.name}: {task.surprises(said) or 'as expected'}, {_time(took)}"


def _progress(run: Run, seconds: Seconds, width: int, going: int) -> str:
    left, unknown = seconds.estimate([run.tasks[n] for n in run.open_tasks], width)
    about = f"about {_time(left)} left" if left else "nobody knows how long"
    guessed = f", {unknown} of them guessed" if unknown and left else ""
    return f"{len(run.done)} of {len(run.tasks)} done, {going} going on, {about}{guessed}"


def _time(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60} min"


def _show_plan(run: Run, seconds: Seconds, width: int) -> None:
    rows = table("last time", "task")
    for number, task in enumerate(run.tasks):
        took = seconds.of(task)
        state = "known" if number in run.known else "" if took is None else _time(took)
        rows.add_row(state, task.name)
    out().print(rows)
    left, unknown = seconds.estimate([run.tasks[n] for n in run.open_tasks], width)
    guessed = f"; {count(unknown, 'task')} never timed" if unknown else ""
    about = f"{count(len(run.tasks), 'task')}, {len(run.known)} known"
    if run.open_tasks:
        takes = f"takes about {_time(left)} with {width} at a time" if left else "was never done"
        about += f"; what is left {takes}{guessed if left else ''}"
    say(about, "bold")


def _plan_json(run: Run, seconds: Seconds, width: int) -> JsonObject:
    left, unknown = seconds.estimate([run.tasks[n] for n in run.open_tasks], width)
    return {
        "tasks": [
            {
                "ruleset": t.ruleset.name, "verb": t.verb, "words": list(t.words), "home": t.home,
                "known": number in run.known, "last": seconds.of(t),
            }
            for number, t in enumerate(run.tasks)
        ],
        "width": width,
        "estimated": round(left, 1),
        "untimed": unknown,
    }  # fmt: skip


def _report(run: Run, root: Path, *, json: bool) -> None:
    found = {n: run.tasks[n].surprises(said) for n, (said, _) in run.done.items()}
    if json:
        print_json({
            "tasks": [
                {
                    "ruleset": task.ruleset.name, "verb": task.verb, "words": list(task.words),
                    "done": number in run.done, "known": number in run.known,
                    "code": run.done[number][0].code if number in run.done else None,
                    "found": found.get(number) or None,
                    "seconds": round(run.done[number][1], 1) if number in run.done else None,
                }
                for number, task in enumerate(run.tasks)
            ],
            "stopped": run.stopped or None,
            "as_expected": not run.open_tasks and not any(found.values()),
        })  # fmt: skip
        return
    say()
    for number, what in found.items():
        if what:
            say(f"{run.tasks[number].name}: {what}", "red")
            say(f"  what it printed is in {(FOLDER / run.tasks[number].ruleset.name).as_posix()}")
    if run.stopped:
        say(f"INCOMPLETE: {run.stopped}; {count(len(run.open_tasks), 'task')} left, for the same command", "bold red")
    fine = sum(not what for what in found.values())
    say(f"{count(len(run.done), 'task')} done, {fine} as expected", "bold")
