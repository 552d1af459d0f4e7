"""Settlements tried out: a finding's scope explored without the ruling and with it, and what is different."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Protocol, overload

from ruleslawyer.base.files.content import Json
from ruleslawyer.check.evidence.finding import Finding, Proposal
from ruleslawyer.check.evidence.naming import asks, describe
from ruleslawyer.check.evidence.query import Evidence
from ruleslawyer.rulebook.claims.readings import decided_by, for_gap
from ruleslawyer.rulebook.claims.result import Result, Ruled, ScopeResult, events_of
from ruleslawyer.rulebook.claims.verdict import Word
from ruleslawyer.semantics.events import Event

NO_RULING: Mapping[str, str] = {}
_CAME = (
    ("{} new event", "{} new events"),
    ("{} new kind of deadlock", "{} new kinds of deadlock"),
    ("{} new violation", "{} new violations"),
)


class Explore(Protocol):
    """The exploration of a scope under a reading, and perhaps rulings; results may be shared."""

    @overload
    def __call__(self, scope: str, reading: Mapping[str, str], /) -> ScopeResult: ...

    @overload
    def __call__(self, scope: str, reading: Mapping[str, str], rulings: Mapping[str, str], /) -> Result: ...


@dataclass(frozen=True, slots=True)
class Settled:
    """One proposal and what came of it; everything that was met is told in words.

    problem: why the finding is not shown to be settled; empty where it is. gone: what the finding's evidence names, met
    without the ruling and not with it; stays: met with it as well. vanished, appeared: whatever else was met only
    without it, or only with it. verdicts: the properties with another verdict, each with both words. left: what
    of the finding's own events and deadlocks no proposal takes away, where this one is said to settle it in part.
    """

    proposal: Proposal
    problem: str
    before: ScopeResult
    after: Result
    gone: tuple[str, ...]
    stays: tuple[str, ...]
    vanished: tuple[str, ...]
    appeared: tuple[str, ...]
    verdicts: tuple[tuple[str, str, str], ...]
    left: tuple[str, ...] = ()

    @property
    def is_shown(self) -> bool:
        """Whether the ruling does what it is said to do: it settles the finding, or so much of it."""
        return not self.problem

    @property
    def word(self) -> str:
        """The ruling's effect, in the words of a headline."""
        if self.problem:
            return "NOT SETTLED"
        return "SETTLED IN PART" if self.left else "SETTLED"

    @property
    def headline(self) -> str:
        """The same where verdicts that the evidence names are still so, perhaps for another reason."""
        return "SETTLED AS FAR AS EVENTS GO" if self.word == "SETTLED" and self.stays else self.word

    @property
    def cut_short(self) -> tuple[str, ...]:
        """The places where plays end early under the ruling, so that nothing is known of how they go on."""
        return tuple(title_of(event) for event in events_of(self.after) if event.cuts)

    @property
    def new_deadlocks(self) -> tuple[str, ...]:
        known = set(map(describe, self.after.deadlocks))
        return tuple(title for title in self.appeared if title in known)

    @property
    def new_events(self) -> tuple[str, ...]:
        return tuple(title for title in self.appeared if title not in self.new_deadlocks)

    @property
    def new_violations(self) -> tuple[str, ...]:
        """The properties that are violated with the ruling alone."""
        return tuple(name for name, _, after in self.verdicts if after == "VIOLATED")

    @property
    def came(self) -> str:
        """The other things that came with the ruling, in a line: whoever says that it settles, says this too. Empty:
        nothing."""
        counts = (len(self.new_events), len(self.new_deadlocks), len(self.new_violations))
        told = [(one if n == 1 else many).format(n) for n, (one, many) in zip(counts, _CAME, strict=True) if n]
        return " and ".join([*([", ".join(told[:-1])] if told[1:] else []), *told[-1:]])

    @property
    def beyond(self) -> str:
        """How many states the ruling changes in which nothing that it decides is met, in words."""
        found = self.after.altered
        if found is None:
            return "states without the event were not compared"
        lost, other = found.unreached, found.otherwise
        parts = [f"{lost} {'is' if lost == 1 else 'are'} not reached any more"] if lost else []
        parts += [f"{other} {'has' if other == 1 else 'have'} other moves"] if other else []
        return f"of the states without the event, {' and '.join(parts) or 'none changed'}"

    @property
    def numbers(self) -> dict[str, tuple[int, int]]:
        """States, transitions, and the states in which the game is over or stuck: without the ruling, and with it."""
        both: tuple[Result, ...] = (self.before, self.after)
        counts = [(r.states, r.transitions, r.ended, r.deadlocked) for r in both]
        return dict(zip(("states", "transitions", "ended", "deadlocked"), zip(*counts, strict=True), strict=True))

    @property
    def nothing_else(self) -> bool:
        """Whether nothing changed but what the finding names."""
        same_numbers = all(before == after for before, after in self.numbers.values())
        return same_numbers and not (self.vanished or self.appeared or self.verdicts)

    def json(self) -> Json:
        """The re-run for scripts."""
        proposal, altered = self.proposal, self.after.altered
        return {
            "scope": proposal.scope,
            "reading": dict(sorted(proposal.reading.items())),
            "ruling": dict(sorted(proposal.rulings.items())),
            "gaps": list(proposal.gaps),
            "whole": proposal.whole,
            "note": proposal.note,
            "settled": self.is_shown and not self.left,
            "left": list(self.left),
            "under": self.after.premises.text() if self.after.premises is not None else "",
            "problem": self.problem or None,
            "gone": list(self.gone),
            "stays": list(self.stays),
            "vanished": list(self.vanished),
            "appeared": list(self.appeared),
            "new_events": list(self.new_events),
            "new_deadlocks": list(self.new_deadlocks),
            "new_violations": list(self.new_violations),
            "came": self.came,
            "verdicts": [{"property": n, "before": before, "after": after} for n, before, after in self.verdicts],
            "numbers": {name: {"before": b, "after": a} for name, (b, a) in self.numbers.items()},
            "altered": None if altered is None else asdict(altered),
            "beyond": self.beyond,
            "complete": self.before.complete and self.after.complete,
            "cut_short": list(self.cut_short),
            "nothing_else": self.nothing_else,
        }


def settlement(finding: Finding, explore: Explore) -> tuple[Settled, ...]:
    """Try out each proposal of a finding. Where it makes several, each need only settle what the others do not."""
    runs = [_try_out(finding, proposal, explore) for proposal in finding.proposals]
    gone = {title for run in runs for title in run.gone}
    return tuple(run if run.problem else _held_to_all(run, gone) for run in runs)


def _try_out(finding: Finding, proposal: Proposal, explore: Explore) -> Settled:
    before = explore(proposal.scope, proposal.reading)
    after = explore(proposal.scope, proposal.reading, proposal.rulings)
    met, left = _titles_of(before), _titles_of(after)
    named = set(names_in(finding.evidence, before))
    left_of_named = {*left, *names_in(finding.evidence, after)}
    gone = tuple(title for title in (*met, *sorted(named - set(met))) if title in named - left_of_named)
    words = words_of(after)
    return Settled(
        proposal,
        _problem(proposal, before, after, gone),
        before,
        after,
        gone,
        tuple(sorted(named & left_of_named)),
        tuple(title for title in met if title not in left and title not in named),
        tuple(title for title in left if title not in met),
        tuple(
            (v.name, v.word, words[v.name])
            for v in before.verdicts
            if words.get(v.name, v.word) != v.word and f"{v.name} is {v.word}" not in gone
        ),
    )


def _held_to_all(run: Settled, gone: Collection[str]) -> Settled:
    """The result with the finding's own events and deadlocks that no proposal of it takes away. A verdict that stays is
    no such thing: a property may be violated for another reason."""
    left = tuple(title for title in _titles_of(run.after) if title in run.stays and title not in gone)
    if run.proposal.partly:
        return replace(run, left=left, problem="" if left else "it settles all of it: `partly` is not so")
    return replace(run, problem=f"still met under the ruling: {'; '.join(left)}" if left else "")


def _problem(proposal: Proposal, before: ScopeResult, after: Result, gone: Collection[str]) -> str:
    """The reason why a proposal is not shown to settle the finding."""
    both: tuple[tuple[Result, str], ...] = ((before, "without"), (after, "with"))
    for result, how in both:
        if not result.complete:
            return f"{proposal.scope} was not explored to its end {how} the ruling: {result.stopped}"
    decided = {key for event in events_of(before) for key in decided_by(event)}
    idle = [key for key in proposal.rulings if key not in decided]
    if idle:
        return f"in {proposal.scope}, {', '.join(idle)} decides nothing"
    still = [title_of(event) for event in events_of(after) if _is_undecided(event, proposal)]
    if still:
        return f"still met under the ruling: {'; '.join(still)}"
    return "" if gone else f"nothing that the evidence names, and {proposal.scope} meets, is gone"


def _is_undecided(event: Event, proposal: Proposal) -> bool:
    """Whether an event that is met under a ruling is one that it should decide, or comes of its option's silence."""
    silent = event.kind == "unresolved" and event.pair == (proposal.rulings.get(for_gap(event.subject)),)
    return silent or not decided_by(event).isdisjoint(proposal.rulings)


def words_of(result: Result) -> dict[str, Word]:
    return dict(result.words) if isinstance(result, Ruled) else {v.name: v.word for v in result.verdicts}


def _titles_of(result: Result) -> tuple[str, ...]:
    """Events and kinds of deadlock, in words."""
    return tuple(dict.fromkeys((*map(title_of, events_of(result)), *map(describe, result.deadlocks))))


def names_in(evidence: Iterable[Evidence], result: Result) -> Iterator[str]:
    """The events, deadlocks and verdicts of a result that the queries of a finding name."""
    evidence = tuple(evidence)
    words = words_of(result)
    yield from (title_of(event) for event in events_of(result) if any(asks(e, event) for e in evidence))
    yield from (describe(d) for d in result.deadlocks if any(asks(e, d) for e in evidence))
    for query in evidence:
        if query.ask == "verdict" and words.get(query.about["property"]) == query.word:
            yield str(query)


def title_of(event: Event) -> str:
    return f"{event.kind}: {event.title}"
