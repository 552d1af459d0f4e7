"""`ruleslawyer findings`: what is wrong with the text, each with evidence that is asked again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ruleslawyer.api import Ruleset
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json as JsonObject
from ruleslawyer.base.files.content import expect_writable, write_whole
from ruleslawyer.check.evidence.finding import (
    KINDS,
    SEVERITIES,
    STATES,
    WITHDRAWN,
    Finding,
    families,
    listing,
    load_findings,
)
from ruleslawyer.cli import complete, output, verifying, wording
from ruleslawyer.cli.chosen import choose_findings
from ruleslawyer.cli.options import Json, Name, NamesOrIds, Reading, Scope, Source, Which
from ruleslawyer.cli.output import (
    count,
    out,
    print_json,
    progress,
    say,
    table,
    to_text,
)
from ruleslawyer.cli.session import Session
from ruleslawyer.play.saved import saved_as
from ruleslawyer.rulebook.claims.readings import parse_choices

if TYPE_CHECKING:
    from ruleslawyer.studies.games.kept import GamesRecord


class Order(StrEnum):
    """The order in which findings are listed."""

    family = "family"
    severity = "severity"
    id = "id"
    line = "line"
    met = "met"
    stakes = "stakes"


findings = typer.Typer(no_args_is_help=True, help="Findings: what is wrong with the text, each with its evidence.")


# Long: its parameters are the options of the verb, each with its help.
@findings.command("list")
def list_(
    context: typer.Context,
    names: NamesOrIds = None,
    severity: Annotated[
        list[str] | None, typer.Option(metavar="|".join(SEVERITIES), help="Only of this severity; may be repeated.")
    ] = None,
    state: Annotated[
        list[str] | None, typer.Option(metavar="|".join(STATES), help="Only in this state; may be repeated.")
    ] = None,
    kind: Annotated[
        list[str] | None, typer.Option(metavar="KIND", help="Only of this kind, such as gap; may be repeated.")
    ] = None,
    clause: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CLAUSE",
            help="Only about this clause, or those that begin so; may be repeated.",
            autocompletion=complete.clauses,
        ),
    ] = None,
    withdrawn: Annotated[bool, typer.Option("--withdrawn", help="List the withdrawn ones too.")] = False,
    by: Annotated[
        Order,
        typer.Option(help="In families; by severity, id or line in the book; by how often it is met in games."),
    ] = Order.family,
    json: Json = False,
) -> None:
    """List the findings, each with its kind, its severity and its state; --json adds clauses and source lines.

    The most severe stand first. A family stands together: its overview, and indented
    below it what hangs under it.
    What is printed is one screen; --severity, --state, --kind and --clause choose, and
    --all prints every finding that is chosen. With --by met the one that comes up in
    most games stands first: `ruleslawyer games RULESET --keep` played them and keeps
    it in checks/RULESET/games.json.

    Examples:

      ruleslawyer findings megacorp --severity high

      ruleslawyer findings megacorp --withdrawn --all

      ruleslawyer findings megacorp --kind gap --clause 5.4

      ruleslawyer findings megacorp --json

      ruleslawyer findings megacorp --by met

      ruleslawyer findings daemons --by stakes
    """
    session: Session = context.obj
    all_ = [(r, load_findings(r.config.findings, r.register)) for r in session.rulesets(names)]
    chosen_ = _filter(severity, state, kind, clause)
    of_state = withdrawn or WITHDRAWN in (state or ())
    met = [(r, [f for f in findings_ if chosen_(f)]) for r, findings_ in all_]
    wanted = [(r, [f for f in findings_ if of_state or not f.withdrawn]) for r, findings_ in met]
    if by in (Order.met, Order.stakes):
        _by_games(wanted, by, json)
        return
    rows, show = list_findings(wanted, by)
    if json:
        print_json(rows)
        return
    show()
    left_out = sum(len(findings_) for _, findings_ in met) - sum(len(some) for _, some in wanted)
    if left_out:
        say(f"{count(left_out, 'finding')} withdrawn: --withdrawn lists them too")


def list_findings(
    wanted: Sequence[tuple[Ruleset, list[Finding]]], by: Order = Order.family
) -> tuple[list[JsonObject], Callable[[], None]]:
    """Findings of rulesets in an order: what scripts are told of each, and what prints them."""
    told = {r.name: {row["id"]: row for row in listing(r.name, some, r.register)} for r, some in wanted}
    ordered = {r.name: _in_order(some, told[r.name], by) for r, some in wanted}
    rows = [told[name][f.id] for name, some in ordered.items() for _, f in some]
    return rows, lambda: _show_list(wanted, told, ordered)


def _show_list(
    wanted: Iterable[tuple[Ruleset, list[Finding]]], told: Mapping[str, Mapping[str, JsonObject]],
    ordered: Mapping[str, list[tuple[int, Finding]]],
) -> None:  # fmt: skip
    """Print a row for each. told, ordered: by ruleset."""
    found = table("finding", "severity", "line", "kind", "title", numbers=(2,))
    for r, some in wanted:
        severities = Counter(f.severity for f in some)
        if some:
            numbers = ", ".join(f"{severities[severity]} {severity}" for severity in SEVERITIES if severities[severity])
            say(f"{r.name}: {count(len(some), 'finding')}: {numbers}", "bold")
        for depth, f in ordered[r.name]:
            about = f.kind if f.state == STATES[0] else f"{f.kind}, {f.state}"
            line = str(min(told[r.name][f.id]["lines"], default=""))
            found.add_row(f"{'  ' * depth}{r.name}/{f.id}", f.severity, line, about, f"{'  ' * depth}{f.title}")
    output.print_table(found) if found.row_count else say(NONE)


def _in_order(some: list[Finding], told: dict[str, JsonObject], by: Order) -> list[tuple[int, Finding]]:
    """Findings in an order, each with how deep it hangs; 0 where they stand in no families."""
    if by == Order.family:
        return _most_severe_first(families(some))
    keys: dict[Order, Callable[[Finding], int]] = {
        Order.severity: lambda f: SEVERITIES.index(f.severity),
        Order.line: lambda f: min(told[f.id]["lines"], default=0),
    }
    key: Callable[[Finding], int] = keys.get(by, lambda _: 0)
    return [(0, f) for f in sorted(some, key=lambda f: (key(f), f.id))]


def _most_severe_first(rows: list[tuple[int, Finding]]) -> list[tuple[int, Finding]]:
    """Findings with how deep they hang, families by the most severe that is among them."""
    groups: list[list[tuple[int, Finding]]] = []
    for depth, finding in rows:
        if depth == 0:
            groups.append([])
        groups[-1].append((depth, finding))
    groups.sort(key=lambda group: min(SEVERITIES.index(finding.severity) for _, finding in group))
    return [row for group in groups for row in group]


def _filter(
    severity: list[str] | None, state: list[str] | None, kind: list[str] | None, clause: list[str] | None
) -> Callable[[Finding], bool]:  # fmt: skip
    """Whether a finding is asked for; a word that no finding may have is a `UsageError`."""
    for option, given, known in (
        ("--severity", severity, SEVERITIES), ("--state", state, STATES), ("--kind", kind, KINDS),
    ):  # fmt: skip
        for word in given or ():
            if word not in known:
                raise UsageError(f"no finding has `{word[:60]}`", option, f"one of {', '.join(known)}")

    def fits(found: Finding) -> bool:
        told = ((found.severity, severity), (found.state, state), (found.kind, kind))
        about = not clause or any(one.startswith(begun) for one in found.clauses for begun in clause)
        return about and all(not given or word in given for word, given in told)

    return fits


def _by_games(wanted: list[tuple[Ruleset, list[Finding]]], by: Order, json: bool) -> None:
    """Print findings by how often each comes up, or by what hangs on its answers, for rulesets of which games are
    kept."""
    from ruleslawyer.studies.games.kept import load_games

    kept = [(r, some, load_games(r.root, r.name)) for r, some in wanted]
    for r, some, games in kept:
        if some and games is None:
            mend = f"play some: ruleslawyer games {r.name} --keep"
            raise UsageError("it is not known how often its findings come up", r.name, mend)
    rows: list[JsonObject] = []
    heads = ("comes up", "95 of 100") if by == Order.met else ("measured", "what hangs on the answer")
    found = table("finding", "severity", *heads, "title")
    for r, some, games in kept:
        told = {row["id"]: row for row in listing(r.name, some, r.register)}
        ranked = (_by_share(some, games) if by == Order.met else _by_stakes(r, some, games)) if games else []
        for f, said, cells in ranked:
            rows.append({**told[f.id], **said})
            found.add_row(f"{r.name}/{f.id}", f.severity, *cells, f.title)
    if json:
        print_json(rows)
        return
    for r, some, games in kept:
        if some and games is not None and by == Order.met:
            ended = f"{games.first['ended']} of {count(games.first['games'], 'game')} of scope {games.scope} ended"
            say(f"{r.title}: {ended}{'' if games.enough else ', too few to say how often anything comes up'}")
            say(f"assumed: {'; '.join(games.first['assumptions'])}")
    out().print(found) if rows else say(NONE)


Ranked = Iterator[tuple[Finding, JsonObject, tuple[str, str]]]
"""Findings in an order by games: what is said of each as JSON, and in two cells."""


def _by_share(some: list[Finding], games: GamesRecord) -> Ranked:
    from ruleslawyer.studies.games.intervals import every
    from ruleslawyer.studies.games.kept import by_frequency, share_json

    for f, share in by_frequency(some, games):
        interval = f"{share.low:.0%} to {share.high:.0%}" if share else ""
        told = every(share) if share else "games do not show it"
        yield f, {"met": share_json(share) if share else None}, (told, interval)


def _by_stakes(ruleset: Ruleset, some: list[Finding], games: GamesRecord) -> Ranked:
    from ruleslawyer.studies.games.kept import measured_severity, severity_players, stakes_in_words, stakes_sort_key

    stakes = games.stakes_by(*ruleset.digests)
    if not stakes:
        why = "by rules that have changed" if games.stakes else "yet"
        mend = f"measure it: ruleslawyer games {ruleset.name} --stakes --keep"
        raise UsageError(f"what hangs on its findings was not measured {why}", ruleset.name, mend)
    rank = {f.id: (*stakes_sort_key(stakes.get(f.id, {})), SEVERITIES.index(f.severity), f.id) for f in some}
    for f in sorted(some, key=lambda f: rank[f.id]):
        rows = stakes.get(f.id, {})
        measured, way = measured_severity(rows), severity_players(rows)
        said = (
            f"{way} players: {stakes_in_words(rows[way])}" if way else "the model has one answer, or it was not asked"
        )
        yield f, {"measured": measured, "stakes": rows or None}, (measured, said)


@findings.command("show")
def show(
    context: typer.Context,
    which: Which = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Save the play that shows it; in ITF as FILE.itf.json.")
    ] = None,
    source: Source = None,
    review: Annotated[
        bool, typer.Option("--review", help="Print too what a second reader read otherwise, and how that was settled.")
    ] = False,
    json: Json = False,
) -> None:
    """Print findings in the words for the designer: the question and its answers, then why.

    Each rule stands with its line in the book, and with --source as the sentence itself,
    from your own copy. In the prose, lines of the book stand in place of the numbers of
    clauses. How we know, and what can be asked next, comes last.

    Examples:

      ruleslawyer findings megacorp/003

      ruleslawyer findings megacorp/003 daemons/001

      ruleslawyer findings megacorp/003 --source ../texts

      ruleslawyer findings megacorp/003 --save 003.itf.json

      ruleslawyer findings megacorp/003 --json
    """
    from ruleslawyer.cli.finding_page import page_json, print_page  # it explores where words are not kept

    session: Session = context.obj
    if not which:
        raise UsageError("no finding is named", None, "name one, such as megacorp/003; `findings RULESET` shows them")
    wanted = [(ruleset, finding) for ruleset, findings_ in choose_findings(session, which) for finding in findings_]
    if save is not None:
        if len(wanted) != 1:
            raise UsageError("one play is saved at a time", "--save", "name one finding, such as megacorp/003")
        ((ruleset, finding),) = wanted
        expect_writable(save, "--save")
        from ruleslawyer.check.finding_play import play_of_finding

        play = play_of_finding(ruleset, finding, progress)
        write_whole(save, to_text(saved_as(save, play.trace, play.codec, play.ruled, play.violates)))
    if json:
        shown = [page_json(*one, source, review=review) for one in wanted]
        print_json(shown[0] if len(shown) == 1 else shown)
        return
    for number, one in enumerate(wanted):
        if number:
            say()
        print_page(*one, source, review=review)


findings.command("verify")(verifying.verify_)
findings.command("settle")(verifying.settle)
findings.command("lint")(wording.lint)
findings.command("edition")(wording.edition)


@findings.command("new")
def new(
    context: typer.Context,
    name: Name,
    met: Annotated[
        str,
        typer.Argument(
            metavar="N|PROPERTY",
            help="The event, as `explore` numbers it, or a property that is VIOLATED or VACUOUS.",
            autocompletion=complete.properties,
        ),
    ],
    scope: Scope = "",
    reading: Reading = None,
    json: Json = False,
) -> None:
    """Draft a finding about an event, or about a property that does not hold.

    The front matter is filled in, the prose is yours. It never overwrites.

    Examples:

      ruleslawyer findings megacorp --new 2 --scope tiny

      ruleslawyer findings mygame --new somebody_wins --scope six
    """
    from ruleslawyer.check.evidence.draft import at_home

    session: Session = context.obj
    ruleset = session.own.ruleset(name)
    path = ruleset.draft_finding(met, scope, parse_choices(reading or (), "--reading"), watch=progress)
    shown = at_home(path, ruleset.root)
    print_json({"file": shown}) if json else say(f"drafted {shown}; now say what is wrong")


NONE = "no finding stands"
