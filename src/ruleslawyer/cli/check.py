"""`ruleslawyer check`: the main job. Scopes explored, properties proved, findings asked again; what falls short."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from ruleslawyer import __version__
from ruleslawyer.base.diagnostics import ModelError, UsageError
from ruleslawyer.base.files.content import Json as JsonObject
from ruleslawyer.base.files.content import expect_writable
from ruleslawyer.base.processes.executor import processors
from ruleslawyer.base.processes.garbage import collect_now
from ruleslawyer.base.processes.parent import mapping
from ruleslawyer.check.changes import changes, changes_of_scope
from ruleslawyer.check.failed import Failed, recall
from ruleslawyer.check.failed import failures as what_failed
from ruleslawyer.check.failed import keep as remember
from ruleslawyer.check.register import stamping
from ruleslawyer.check.result import RulesetResult, shortfall_json
from ruleslawyer.check.rule_verdicts import keep
from ruleslawyer.cli import summary
from ruleslawyer.cli.options import LONGEST, Cluster, ExploredScopes, Json, Names, Timeout
from ruleslawyer.cli.output import FALLS_SHORT, INTERRUPTED, UP_TO_A_CAP, count, err, print_json, progress, say
from ruleslawyer.cli.remembered import Fresh
from ruleslawyer.cli.remote import cluster_at
from ruleslawyer.cli.session import Session
from ruleslawyer.cli.waiting import heard
from ruleslawyer.exploration.quotient import FEW_STATES, Views
from ruleslawyer.proof.kept_proofs import BUDGET
from ruleslawyer.proof.result import proof_json
from ruleslawyer.rulebook.answers.meaning import read_by
from ruleslawyer.rulebook.answers.store import Answers, users_answers
from ruleslawyer.rulebook.claims.result import ScopeResult, scope_json
from ruleslawyer.rulebook.claims.verdict import UP_TO
from ruleslawyer.rulebook.register.coverage import Seen, note_check
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.rulebook.scopes.found import note_seconds
from ruleslawyer.semantics.codec import Codec

if TYPE_CHECKING:
    from ruleslawyer.base.processes.executor import Executor
    from ruleslawyer.check.ahead import Checked, Read


MANY = 40
"""Findings, of several rulebooks together, with which pages are worth the start of other processes."""


# Long: its parameters are the options of the verb; what is printed as rulesets come in is one loop.
def check(
    context: typer.Context,
    names: Names = None,
    scope: ExploredScopes = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="DIR", help="Write the report here."),
    ] = None,
    prove: Annotated[bool, typer.Option("--prove/--no-prove", help="Prove again what is kept as proved, too.")] = True,
    timeout: Timeout = 15.0,
    budget: Annotated[
        float, typer.Option(min=0.001, max=LONGEST, help="Seconds for all proofs of a ruleset together.")
    ] = BUDGET,
    ends: Annotated[
        float,
        typer.Option(
            min=0.0,
            max=LONGEST,
            metavar="SECONDS",
            show_default="0, not at all",
            help="Seconds to ask whether turns and games end.",
        ),
    ] = 0.0,
    fresh: Fresh = False,
    failed: Annotated[
        bool,
        typer.Option("--failed", help="Ask only what fell short in the last check."),
    ] = False,
    watch: Annotated[
        bool, typer.Option("--watch", help="Then wait for edits, and say after each what it changed.")
    ] = False,
    cluster: Cluster = None,
    json: Json = False,
) -> None:
    """Check rulesets: explore their scopes, prove their properties, ask the evidence of their findings again.

    Every play is replayed through the project's own code. Exit code 1 when
    something falls short: an event or a dead end that no finding explains, a
    finding that no longer reproduces, an unexpected verdict, an incomplete run.

    What was computed is kept in your cache (`ruleslawyer cache show`) by all that it depends
    on: of a ruleset in which nothing has changed the whole check is known, and where
    rules say the same as before each exploration is. --failed leaves out all that was
    as expected when everything was checked, and says what.

    Examples:

      ruleslawyer check

      ruleslawyer check megacorp --scope tiny --no-prove

      ruleslawyer check daemons --ends 300 -o build/report

      ruleslawyer check -o build/report --json

      ruleslawyer check daemons --failed

      ruleslawyer check daemons --watch

      ruleslawyer check --cluster tcp://127.0.0.1:8786
    """
    session: Session = context.obj
    if watch and (json or output is not None):
        raise UsageError("what changed is said line by line", "--watch", "leave out --json and --output")
    if output is not None:
        expect_writable(output / "index.html", "--output")
    if failed and (scope or ends or watch or output is not None):
        mend = "leave out --scope, --ends, --watch and --output"
        raise UsageError("--failed chooses itself what is asked", "--failed", mend)
    from ruleslawyer.studies.hunt.run import open_questions  # it loads all that a check does

    results: list[RulesetResult] = []
    interrupted = False
    answers = users_answers(fresh=fresh)
    only = _shortfalls(session, names) if failed else None
    left_out = [name for name, short in only.items() if not short] if only is not None else []

    def ask(rulesets: Sequence[LoadedRuleset], answers: Answers, hear: Hear | None = None) -> Iterator[RulesetResult]:
        from ruleslawyer.check.check import check_rulesets  # who asks for help does not wait for it

        return check_rulesets(
            [ruleset for ruleset in rulesets if ruleset.name not in left_out], scope,
            prove=prove, timeout=timeout, budget=budget, ends=ends,
            watch=progress, views=Views(most=FEW_STATES) if output else None, answers=answers, only=only,
            executor=cluster_at(cluster, rulesets), hear=hear,
        )  # fmt: skip

    said: JsonObject = {}
    coming: Iterator[object] = iter(())
    if watch:
        folders = (folder for ruleset in session.rulesets(names) for folder in read_by(ruleset.root, ruleset.config))
        coming = edits(session.project.root, folders)
        next(coming)  # what is edited while the first check runs is seen too
    for result in ask(session.rulesets(names), answers):
        results.append(result)
        if not json:
            of = session.ruleset(result.name)
            summary.ruleset(result, None if result.interrupted else open_questions(of, progress))
        interrupted = interrupted or result.interrupted
        if output is not None and not interrupted:  # while others work on the next rulesets
            said.update(_report_part(session, result, output))
        if session.project.bundled or interrupted:
            continue
        ruleset = session.ruleset(result.name)
        note_seconds(
            ruleset.root, ruleset.name, {one.scope.name: one.seconds for one in result.scopes if not result.kept}
        )
        if failed or not (scope or not prove):
            remember(ruleset.root, ruleset.name, result.falls_short)
        if not failed:
            keep(ruleset.root, result)
        if result.coverage is not None and not (result.kept or failed):
            scopes = result.coverage.scopes
            mark = stamping(ruleset)(scopes)
            if mark is not None:
                note_check(ruleset.root, ruleset.name, mark, Seen(scopes, result.coverage.decisive))
    if output is not None:
        from ruleslawyer.report.checked import checked_result  # pages take a while to load
        from ruleslawyer.report.write import is_made, renew

        if not is_made(results, output):
            with progress(f"pages in {output}"), mapping(_makers(said)) as by:
                renew(results, lambda one: checked_result(session.ruleset(one.name), one, progress), output, said, by)
    if answers.damage_count:
        err().print(f"{count(answers.damage_count, 'answer')} in the cache could not be read: computed again")
    as_expected = all(r.as_expected for r in results)
    if json:
        print_json(_json(session, results, as_expected, left_out))
    else:
        if left_out:
            say(f"nothing fell short, so LEFT OUT: {', '.join(left_out)}", "yellow")
        summary.conclusion(results, output)
    if watch and not interrupted:
        tell_changes(
            session.project.root, [(session.ruleset(one.name), one) for one in results],
            lambda: Session(session.folder).rulesets(names), lambda some, hear: ask(some, users_answers(), hear),
            coming,
        )  # fmt: skip
        raise typer.Exit(INTERRUPTED)
    if interrupted:
        err().print("interrupted: this is what was found so far; it is incomplete")
        raise typer.Exit(INTERRUPTED)
    if not as_expected:
        words = {short.word for one in results for short in one.falls_short}
        raise typer.Exit(UP_TO_A_CAP if words == {UP_TO} else FALLS_SHORT)


def _report_part(session: Session, result: RulesetResult, output: Path) -> JsonObject:
    """The report's part about a ruleset, if the report may not have it already."""
    from ruleslawyer.report.checked import checked_result  # pages take a while to load
    from ruleslawyer.report.document import part
    from ruleslawyer.report.write import is_told

    if is_told(result, output):
        return {}
    return {result.name: part(checked_result(session.ruleset(result.name), result, progress))}


def _makers(said: JsonObject) -> int:
    """How many processes make pages of what is new."""
    few = sum(len(one["findings"]) for one in said.values()) < MANY
    return 1 if few else min(processors(), len(said))


def _shortfalls(session: Session, names: list[str] | None) -> dict[str, Failed]:
    """The shortfalls of the last check of each ruleset, as far as they can still be asked."""
    found = {}
    for ruleset in session.rulesets(names):
        short = recall(ruleset.root, ruleset.name)
        if short is None:
            mend = f"run `ruleslawyer check {ruleset.name}` first"
            raise UsageError(f"{ruleset.name} was not checked yet", "--failed", mend)
        found[ruleset.name] = what_failed(short, ruleset.scopes(), [one.id for one in ruleset.findings()])
    return found


def _json(session: Session, results: list[RulesetResult], as_expected: bool, left_out: Sequence[str]) -> JsonObject:
    from ruleslawyer.proof.cores import cores_json  # it loads the solver

    registers = {r.name: session.ruleset(r.name).register for r in results}
    return {
        "tool": __version__,
        "as_expected": as_expected,
        "left_out": list(left_out),
        "falls_short": [{"ruleset": r.name, **shortfall_json(s)} for r in results for s in r.falls_short],
        "rulesets": [
            {
                "ruleset": r.name,
                "digest": r.digest,
                "register": register.version if (register := registers[r.name]) else None,
                "scopes": [scope_json(r.name, s, Codec(session.ruleset(r.name).system, s.scope)) for s in r.scopes],
                "never_live": list(r.never_live),
                "promises": [one.json() for one in r.promises],
                "limits": [one.json() for one in r.limits],
                "answers": [one.json() for one in r.answers],
                "together": r.together.json(session.ruleset(r.name).by_the_book.system) if r.together else None,
                "passed_over": list(r.passed_over),
                "left_out": list(r.left_out),
                "proofs": [proof_json(p, session.ruleset(r.name).system) for p in r.proofs],
                "lapsed": [one.json() for one in r.lapsed],
                "proof_budget": r.budget,
                "unproved": list(r.unproved),
                "findings": [{"id": f.finding.id, "reproduced": f.reproduced} for f in r.findings],
                "cores": cores_json(session.ruleset(r.name).system, r.scopes),
                "ledger": session.ruleset(r.name).ledger(r.scopes),
                "endings": [one.json() for one in r.endings],
                "coverage": r.coverage.json(r.name) if r.coverage else None,
                "agreement": r.agreement.json() if r.agreement else None,
                "kept": r.kept,
                "as_expected": r.as_expected,
                "seconds": round(r.seconds, 3),
            }
            for r in results
        ],
    }


Hear: TypeAlias = Callable[[str, ScopeResult], None]
"""Hears of a scope of a ruleset as it is known."""
PAUSE = 300
"""Milliseconds without another edit, after which those that were made are looked at together."""


class Lines:
    """The lines about one edit: each is said once, below the name of its ruleset."""

    def __init__(self) -> None:
        self.said: set[tuple[str, str]] = set()
        self._ruleset = ""

    def tell(self, ruleset: str, lines: Iterable[str]) -> None:
        for line in lines:
            if (ruleset, line) in self.said:
                continue
            if ruleset != self._ruleset:
                say(ruleset, "bold underline")
            self._ruleset = ruleset
            self.said.add((ruleset, line))
            say(f"  {line}")


def tell_changes(
    root: Path,
    checked: Iterable[tuple[LoadedRuleset, RulesetResult]],
    load: Callable[[], Iterable[LoadedRuleset]],
    check: Callable[[Sequence[LoadedRuleset], Hear], Iterable[RulesetResult]],
    edits: Iterator[object],
) -> None:
    """After each of some edits check again, and say what is different: what the edit bears on first, and the rest as it
    comes. A mistake is said, and the next edit awaited."""
    from ruleslawyer.check.ahead import note_check, note_rules, ready

    before = {one.name: note_check(note_rules(ruleset), one, users_answers()) for ruleset, one in checked}
    say("watching: after each edit what it changed is said here; Ctrl-C ends it", "dim")
    while True:
        try:
            with ready(before.values()) as beside:
                collect_now()
                if not _comes(edits):
                    return
                edit = _Edit(before, load)
                edit.look(beside)
            before |= edit.check(check)
        except ModelError as error:
            err().print(f"error: {error.render(root)}".rstrip("\n"), soft_wrap=True)
        except UsageError as error:
            err().print(f"error: {error}", soft_wrap=True)
        except KeyboardInterrupt:
            return


def _comes(edits: Iterator[object]) -> bool:
    """Wait for an edit; whether there is one."""
    for edited in edits:
        if edited:
            return True
        heard()
    return False


class _Edit:
    """An edit, and the lines about it."""

    def __init__(self, before: Mapping[str, Checked], load: Callable[[], Iterable[LoadedRuleset]]) -> None:
        self._before, self._load = before, load
        self._began, self._lines = time.perf_counter(), Lines()
        self._rulesets: list[Read] = []

    def look(self, beside: Executor | None) -> None:
        """Read the rules, and say what the edit bears on first."""
        from ruleslawyer.check.ahead import changes_ahead, note_rules

        for ruleset in self._load():
            known = self._before.get(ruleset.name)
            self._rulesets.append(note_rules(ruleset, known.read if known else None, beside))
        for now in self._rulesets:
            was = self._before.get(now.ruleset.name)
            if was is not None:
                for some in changes_ahead(was, now, users_answers(), progress, beside):
                    self._lines.tell(now.ruleset.name, some)

    def check(
        self, check: Callable[[Sequence[LoadedRuleset], Hear], Iterable[RulesetResult]]
    ) -> dict[str, Checked]:  # fmt: skip
        """Say the rest; the rulesets as they are checked now. Ctrl-C is raised."""
        from ruleslawyer.check.ahead import note_check

        lines, after = self._lines, {}
        old = {(name, one.scope.name): one for name, was in self._before.items() for one in was.result.scopes}

        def hear(ruleset: str, scope: ScopeResult) -> None:
            if (ruleset, scope.scope.name) in old:
                lines.tell(ruleset, changes_of_scope(old[ruleset, scope.scope.name], scope))

        for read, result in zip(self._rulesets, check([read.ruleset for read in self._rulesets], hear), strict=True):
            if result.interrupted:
                raise KeyboardInterrupt
            if result.name in self._before:
                lines.tell(result.name, changes(self._before[result.name].result, result))
            after[result.name] = read, result
        what = count(len(lines.said), "change") if lines.said else "nothing that is found has changed"
        say(f"{what}, {time.perf_counter() - self._began:.1f} s", "dim")
        return {name: note_check(*one, users_answers()) for name, one in after.items()}


def edits(root: Path, folders: Iterator[Path]) -> Iterator[object]:
    """The edits of files below some folders, several at a time, from the first request on; from time to time nothing,
    so that the caller can go on; Ctrl-C ends them."""
    from watchfiles import PythonFilter, watch  # only who watches waits for it

    wanted = PythonFilter(extra_extensions=(".toml", ".md", ".csv", ".json", ".txt"))
    there = [folder for folder in dict.fromkeys((root / "pyproject.toml", *folders)) if folder.exists()]
    try:
        yield from watch(*there, watch_filter=wanted, debounce=PAUSE, rust_timeout=PAUSE, yield_on_timeout=True)
    except KeyboardInterrupt:
        return
