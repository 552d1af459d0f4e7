"""The conclusion about a property from what an exploration met, also where branches of it end early."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from ruleslawyer.ir.rules import OF_PLAYS, Check
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.claims.cone import Cones
from ruleslawyer.rulebook.claims.occurrence import Occurrence
from ruleslawyer.rulebook.claims.verdict import UP_TO, Verdict, Word, count_actions
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.events import CUTS, END_EARLY, Event
from ruleslawyer.semantics.trace import Trace

ANYTHING = ""
"""Said in place of an action where a game does not begin, or nobody can act."""
AS_ABOVE = "for the same cause as above"
ROUND_AT_ONCE = "forced steps go round as a game begins: there is no state of which this could be asked"


def may_matter(system: System, scope: Scope, check: Check, cut: Collection[str]) -> bool:
    """Whether what lies behind the branches of some actions (or `ANYTHING`) that end early may matter to a property."""
    return bool(cut) and not set(cut) <= set(apart_from(system, scope, check))


def apart_from(system: System, scope: Scope, check: Check) -> tuple[str, ...]:
    """The actions of which it matters nothing to a property what lies behind their branches that end early.

    They write nothing of its cone. So every state behind them is, as far as the cone goes, one that is explored: no
    rule that writes to the cone can be due, or allowed, there and not in the state that the branch left. While a
    reaction is awaited nobody else may act, so one that ends early may hold up anything; and a property of all steps is
    asked of steps that change nothing of its cone as well.
    """
    if check.kind in OF_PLAYS or (check.kind == "step" and check.of is None):
        return ()
    actions = tuple(name for name in system.actions if name not in system.reactions)
    inside = Cones.of(system, scope).rules_in_cone(check.name, actions)
    return tuple(name for name in actions if name not in inside)


def cause_of(occurrences: Iterable[Occurrence], codec: Codec) -> str:
    """The first event behind which nothing is known, in words: what is wrong, where in the rules, and in which play;
    empty where there is none."""
    met = next((one for one in occurrences if one.event.cuts), None)
    if met is None:
        return ""
    event, instance = met.event, met.instance or met.start
    span = f" ({event.span})" if event.span else ""
    taken = f", at {codec.call(instance)}" if instance else ""
    after = f", after {count_actions(met.depth)}" if met.state else ""
    what = f"{event.subject}: {event.reason}" if event.reason else event.title
    return f"{END_EARLY}{event.kind} of {what}{span}{taken}{after}"


@dataclass(frozen=True, slots=True)
class Capped:
    """The caps of a scope at which plays are cut off, where nothing else cuts one off; and from how many states at most
    (None: that is not known)."""

    caps: tuple[tuple[str, int], ...]
    states: int | None = None

    def reason(self, states: int) -> str:
        """The reason of a verdict up to the caps, of so many rest states."""
        many = "some" if self.states is None else f"at most {self.states}"
        within = " and ".join(f"{field} at most {most}" for field, most in self.caps)
        return f"in all {states} rest states that plays come to with {within}; from {many} of them plays are cut off"


def met_caps(events: Iterable[tuple[str, str]], scope: Scope) -> tuple[tuple[str, int], ...]:
    """The caps of a scope at which plays are cut off, by the kinds and subjects of the events that plays met
    (not those of asking a property); nothing where something else cuts one off as well, or nothing does."""
    cutting = {(kind, subject) for kind, subject in events if kind in CUTS}
    if any(kind != "cap" for kind, _ in cutting):
        return ()
    return tuple((field, most) for field, most in scope.caps.items() if ("cap", field) in cutting)


def tell_once(reasons: Iterable[str]) -> Iterator[str]:
    """Reasons of verdicts in a row: the cause by which plays end early is told with the first of those that have it."""
    told = set[str]()
    for reason in reasons:
        cause = reason.partition("; ")[0]
        yield AS_ABOVE if cause in told else reason
        if cause.startswith(END_EARLY):
            told.add(cause)


def why_nothing_begins(check: Check, states: int, *, round_at_once: bool) -> str:
    """The reason why nothing is said of a property where forced steps go round as a game begins: of what must come, and
    of anything where there is no other beginning; empty where that is not so."""
    return ROUND_AT_ONCE if round_at_once and (check.kind in OF_PLAYS or not states) else ""


def comes_anyway(check: Check, word: Word, *, all_begin: bool) -> bool:
    """Whether an `eventually` holds whatever lies behind what is cut off: each play was followed to where it is true.
    all_begin: whether every game comes to a first state."""
    return check.kind == "eventually" and word == "HOLDS IN SCOPE" and all_begin


NOT_FROM_HERE = "cannot be reached any more from here"
IF_AT_ALL = "from some states it is reached, if at all, behind a branch that ends early"
COMES_IF_AT_ALL = "it comes, if at all, behind a branch that ends early"
ENDS_WITHOUT, AGAIN_WITHOUT = "a play ends where it is not so", "a play can come for ever to where it is not so"
"""How a play violates what is to be so for ever from some state on."""
FROM_SOME_STATE_ON = "on every play from some state on"
FORCED_ROUND = "forced steps go round for ever without it"
"""How a play violates what stays possible, or must come, whose last step comes to no end."""


def kept_from(states: int) -> str:
    """The words for a promise that is kept: from how many states it is asked."""
    return "from the one state that asks for it" if states == 1 else f"from all {states} states that ask for it"


def word_of(
    check: Check, *, violated: bool, met: bool, unevaluated: bool, reached: bool | None, unfinished: bool,
    capped: bool = False,
) -> Word:  # fmt: skip
    """The verdict on an `always`, a `sometimes` or a `step`. met: it holds somewhere, in a state or along a step;
    unevaluated: somewhere it cannot be evaluated; reached: whether its paired `sometimes` is met (None: not known, or
    there is none); unfinished: not every play was followed to its end, and `capped`, that only the scope's
    caps are why."""
    if check.kind == "sometimes" and met:
        return "HOLDS IN SCOPE"
    if violated and check.kind != "sometimes":
        return "VIOLATED"
    if unfinished and capped and not unevaluated and check.kind in ("always", "step"):
        is_met = (met or check.kind == "always") and (check.reached is None or reached)
        return UP_TO if is_met else "UNKNOWN"
    if unevaluated or unfinished:
        return "UNKNOWN"
    if check.kind == "sometimes" or (check.kind == "step" and not met) or reached is False:
        return "VACUOUS"
    return "HOLDS IN SCOPE"


@dataclass(frozen=True, slots=True)
class Seen:
    """Everything that an exploration met of a property: the nearest play to each kind of answer, and whether it holds
    anywhere.

    unevaluated: with the event that says why. reached, unfinished, capped: as for `word_of`, with the reason.
    """

    states: int
    violated: Trace | None = None
    met: Trace | bool = False
    unevaluated: tuple[Trace, Event] | None = None
    reached: bool | None = None
    unfinished: str = ""
    capped: Capped | None = None

    def verdict(self, check: Check) -> Verdict:
        word = word_of(
            check,
            violated=self.violated is not None,
            met=self.met is not False,
            unevaluated=self.unevaluated is not None,
            reached=self.reached,
            unfinished=bool(self.unfinished),
            capped=self.capped is not None,
        )
        reason, trace = self._reason_and_play(check, word)
        up_to = self.capped.caps if word == UP_TO and self.capped else ()
        return Verdict(check.name, check.kind, check.origin.cites, word, reason, self.states, trace, up_to=up_to)

    def _reason_and_play(self, check: Check, word: Word) -> tuple[str, Trace | None]:
        """How the verdict is known, or why it is not; and the play that shows it."""
        if word == "VIOLATED" and self.violated is not None:
            return place(check, self.violated), self.violated
        if word == "UNKNOWN":
            return (self.unfinished, None) if self.unevaluated is None else evaluation_failure(check, *self.unevaluated)
        if word == UP_TO and self.capped is not None:
            return self.capped.reason(self.states), None
        if isinstance(self.met, Trace):
            return f"reached after {count_actions(self.met.length)}", self.met
        if word == "HOLDS IN SCOPE":
            return f"in all {self.states} rest states", None
        if check.kind == "sometimes":
            return f"reached in none of {self.states} rest states", None
        if check.kind == "step" and not self.met:
            return f"{check.of or 'any step'} is never taken", None
        return f"{check.reached} is never reached", None


def place(check: Check, trace: Trace) -> str:
    """The place in a play where a property has its answer."""
    if check.kind != "step":
        return f"after {count_actions(trace.length)}"
    return f"at action {trace.length}" if trace.length else "as a game begins"


def evaluation_failure(check: Check, trace: Trace, event: Event) -> tuple[str, Trace]:
    """The reason why nothing is known of a property that cannot be evaluated somewhere: where, and which check
    fails."""
    where = f" ({event.span})" if event.span else ""
    return f"it cannot be evaluated {place(check, trace)}: {event.reason}{where}", trace
