"""The conclusion about a property from what an exploration met: one table for every explorer."""

from __future__ import annotations

from dataclasses import dataclass

from ruleslawyer.ir.checks import Check
from ruleslawyer.rulebook.claims.cut import Capped
from ruleslawyer.rulebook.claims.verdict import UP_TO, Verdict, Word, count_actions
from ruleslawyer.semantics.events import Event
from ruleslawyer.semantics.trace import Trace

NOT_FROM_HERE = "cannot be reached any more from here"
IF_AT_ALL = "from some states it is reached, if at all, behind a branch that ends early"
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
