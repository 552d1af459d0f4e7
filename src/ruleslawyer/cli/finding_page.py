"""A finding as a page for a terminal: the question and its answers first, how we know and what to ask next last."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from functools import cache
from pathlib import Path

from ruleslawyer.api import Ruleset
from ruleslawyer.base.files.content import Json
from ruleslawyer.check.evidence.finding import Finding, listing
from ruleslawyer.check.evidence.query import Evidence
from ruleslawyer.check.evidence.wording import SETTLES, WHY
from ruleslawyer.check.explorations import Explorations
from ruleslawyer.check.stories import Stories
from ruleslawyer.cli.output import Rows, out, print_markdown, print_text, progress, say, table
from ruleslawyer.cli.verifying import extent
from ruleslawyer.rulebook.answers.store import users_answers
from ruleslawyer.rulebook.register.places import Place, in_the_book, places, with_spoken_of
from ruleslawyer.rulebook.register.verify import source_text
from ruleslawyer.rulebook.table.told import LETTERS
from ruleslawyer.studies.games.kept import load_games, measured_severity, stakes_in_words

_WHERE = {"text": "the text", "scenario": "a scenario"}
"""Where the queries are asked that explore nothing."""


def print_page(ruleset: Ruleset, finding: Finding, source: Path | None, *, review: bool) -> None:
    """Print a finding. source: the folder with the reader's copy of the book. review: with what a second reader said of
    it."""
    words, sections = _words(ruleset).of(finding), finding.sections
    why, settles = sections.pop(WHY, ""), sections.pop(SETTLES, "")
    print_text(f"{ruleset.name}/{finding.id}: {words['title']}", "bold")
    print_text(f"{finding.kind}, {finding.severity}, {finding.state}, {finding.basis}", "dim")
    if finding.withdrawn:
        print_text(f"withdrawn: {finding.because}")
    if words["question"]:
        say()
        print_text(words["question"], "bold")
    if words["answers"]:
        say()
        out().print(_answers(words["answers"]))
    if finding.printed:
        say()
        print_text(f"Its author prints: {finding.printed}")
    if words["one_answer"]:
        say()
        print_text(f"One answer alone can be tried out: {words['one_answer']}")
    if words["happens"]:
        _head("What happens")
        print_text(words["happens"])
    _head("The rules")
    if rules := _places(ruleset, finding, source):
        out().print(_rules(rules))
    else:
        print_text(", ".join(finding.clauses))
    if finding.lost:
        say()
        print_text(f"The text that was read may have lost something of the book: {finding.lost}")
    for title, text in ((WHY, why), ("Words that would settle it", settles), *sections.items()):
        if text:
            _head(title)
            print_markdown(in_the_book(ruleset.register, text) if ruleset.register else text)
    if stakes := _stakes(ruleset, finding):
        _head("What hangs on the answer")
        by = ", by the rules before answers were settled" if _is_of_book(ruleset) else ""
        print_text(f"measured: {measured_severity(stakes)}; in games of machines{by}, which say nothing about people")
        if finding.severity_stays:
            print_text(f"It stays {finding.severity}: {finding.severity_stays}")
        for way, row in stakes.items():
            print_text(f"{way} players: {stakes_in_words(row)}", margin=2)
    _head("How we know")
    for line in (*_backing(finding), *_standing(ruleset, finding)):
        print_text(line)
    for proposal in finding.proposals:
        print_text(f"proposed in {proposal.scope}, tried out by `findings --settle`: {proposal}")
        if extent(proposal):
            print_text(extent(proposal), margin=2)
    if review and finding.second:
        _head("A second reader")
        print_text(finding.second)
    _head("Next")
    for line in _next(ruleset, finding):
        say(line)


def page_json(ruleset: Ruleset, finding: Finding, source: Path | None, *, review: bool) -> Json:
    """The same for scripts; `told` has its words, `story` what its author wrote."""
    return {
        **listing(ruleset.name, [finding], ruleset.register)[0],
        **({"second": finding.second} if review else {}),
        "told": _words(ruleset).of(finding),
        "stakes": _stakes(ruleset, finding),
        "evidence": [str(e) for e in finding.evidence],
        "claims": [{"says": claim.says, "by": _query_text(claim.by)} for claim in finding.claims],
        "places": [place.json() for place in _places(ruleset, finding, source)],
        "rulings": [dict(p.rulings) for p in finding.proposals],
        "story": asdict(finding.story),
        "prose": finding.prose,
    }


def _stakes(ruleset: Ruleset, finding: Finding) -> Json | None:
    """The stakes of a finding, by the kind of players, as far as it was measured by the rules as they are, or as the
    book has them."""
    games = load_games(ruleset.root, ruleset.name)
    measured = games.stakes.get(finding.id) if games else None
    return games.stakes_by(*ruleset.digests).get(finding.id) if games and measured else None


def _is_of_book(ruleset: Ruleset) -> bool:
    """Whether what is kept was measured before answers were settled."""
    games = load_games(ruleset.root, ruleset.name)
    return games is not None and games.rules != ruleset.system.digest


@cache
def _words(ruleset: Ruleset) -> Stories:
    return Stories(Explorations(ruleset.by_the_book, progress, answers=users_answers()))


def _head(title: str) -> None:
    say()
    say(title, "bold")


def _answers(answers: list[Json]) -> Rows:
    """The answers, each with its letter, and with what comes of it and what would say it where somebody says so."""
    columns = {"then": "what happens then", "wording": "the sentence to print"}
    told = {key: name for key, name in columns.items() if any(one[key] for one in answers)}
    rows = table("", "answer", *told.values())
    for letter, one in zip(LETTERS, answers, strict=False):
        rows.add_row(letter, one["says"], *(one[key] for key in told))
    return rows


def _rules(found: tuple[Place, ...]) -> Rows:
    """The clauses with their places; with a copy of the book its sentence, once for each line."""
    rows, printed = table("line", "clause", "section", "what it says", numbers=(0,)), set[int]()
    for place in found:
        says = place.says or "no paraphrase"
        if place.sentence and place.line not in printed:
            printed.add(place.line)
            differs = ", which reads otherwise than when the register was made" if place.differs else ""
            says += f"\n“{place.sentence}”{differs}"
        rows.add_row(str(place.line), place.clause, f"{place.section} {place.chapter}".strip(), says)
    return rows


def _places(ruleset: Ruleset, finding: Finding, source: Path | None) -> tuple[Place, ...]:
    """The places in the book of the clauses of a finding, and of those that its prose speaks of."""
    register = ruleset.register
    if register is None:
        return ()
    copy = source_text(source / register.source) if source is not None and register.source else []
    return places(register, with_spoken_of(register, finding.clauses, finding.prose), copy)


def _backing(finding: Finding) -> Iterator[str]:
    """The questions of its evidence, and those that back its claims."""
    for evidence in finding.evidence:
        yield f"evidence in {evidence.scope or _WHERE[evidence.ask]}: {evidence}"
    for claim in finding.claims:
        yield f"how we know that “{claim.says}”: {_query_text(claim.by)}"


def _query_text(evidence: Evidence) -> str:
    """A query with the scope in which it is asked."""
    return f"{evidence}, in {evidence.scope}" if evidence.scope else str(evidence)


def _standing(ruleset: Ruleset, finding: Finding) -> Iterator[str]:
    """The relation of a finding to the others: which one tells it, its overview, its family."""
    others = {f.id: f for f in ruleset.findings()}
    if finding.into:
        yield f"told by {ruleset.name}/{finding.into}: {others[finding.into].title}"
    if finding.under:
        yield f"under {ruleset.name}/{finding.under}: {others[finding.under].title}"
    for below in (f for f in others.values() if f.under == finding.id and not f.withdrawn):
        yield f"over {ruleset.name}/{below.id}: {below.title}"


def _next(ruleset: Ruleset, finding: Finding) -> Iterator[str]:
    """The commands that go on from here."""
    yield f"ruleslawyer findings {ruleset.name}/{finding.id} --verify"
    if finding.proposals:
        yield f"ruleslawyer findings {ruleset.name}/{finding.id} --settle"
    if any(evidence.scope for evidence in finding.evidence):
        yield f"ruleslawyer findings {ruleset.name}/{finding.id} --save play.json"
