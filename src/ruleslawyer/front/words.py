"""The words that verdicts and events are told in, keys of a scope and kinds of clauses, each with what it says."""

from __future__ import annotations

from collections.abc import Mapping

KINDS: Mapping[str, tuple[str, str]] = {
    "definition-thing": ("what there is, and what a word means", "a sort, a field"),
    "definition-value": ("what a value is, or who sees what", "a term, `seen`"),
    "classification": ("what counts as what", "an attribute, a term"),
    "permission-grant": ("somebody may do something", "a permit"),
    "permission-waiver": ("a prohibition does not hold here", "an exception"),
    "permission-reminder": ("what is allowed or meant anyway", "a permit, a check"),
    "prohibition-action": ("somebody may not do something", "a forbid; without an action an `always` or a `step`"),
    "prohibition-change": ("something stays as it is", "a forbid, an `instead`, a `step`"),
    "obligation-decided": ("somebody must do something, and chooses", "an action, a forbid"),
    "obligation-automatic": ("something happens by itself", "a duty, a settle, a chance"),
    "effect": ("what comes of something", "an effect"),
    "quantity": ("how much, how many", "a constant"),
    "timing": ("when, or how long", "a lifetime, a test"),
    "order": ("who or what comes first", "`awaits`, an effect"),
    "ending": ("when the game ends, who wins, who is out", "`ended`, `winners`, `payoff`, `out`"),
    "claim": ("what follows from other sentences", "a check, a scenario"),
    "example": ("a case of what other sentences say", "a check, a scenario"),
    "precedence": ("which of two sentences prevails", "`over`, an exception"),
    "option": ("which of several ways to begin or play is taken", "a question, a permit, a chance"),
    "deck-building": ("what one may bring along", "a check"),
    "register-only": ("what no model can speak of, with a `reason`", ""),
}
"""Each kind of a clause: what the sentence says, and what cites it, such as these."""
WORDS = {
    "PROVED": "So for any number of members, in every state of every play, under what is named beside it.",
    "UNCHECKED": "A proof was found, and not accepted when its questions were asked anew: as good as UNKNOWN.",
    "HOLDS IN SCOPE": "So in every state of this scope; of larger ones it says nothing.",
    "HOLDS UP TO": "So wherever plays were followed; the caps of the scope that are named cut them off.",
    "VIOLATED": "A play breaks it: `explore --trace` with the property's name shows the shortest.",
    "VACUOUS": "The situation that it speaks of is never reached, so it says nothing: reach it in another scope.",
    "UNKNOWN": "Not decided; the reason stands beside it: a limit, a branch that ended early, a rule switched off.",
    "CERTIFICATE": "It ends: each step lowers numbers that have a least value, or no play of the scope goes round.",
    "LASSO": "It need not end: a play comes back to where it was, and is shown.",
    "ENDS WITH PROBABILITY 1": "Plays that go round are those alone that chance brings about with probability 0.",
    "NOT APPLICABLE": "It cannot be asked here: no duty ends a turn (`turn_end=True`).",
    "contradiction": "Two clauses of equal rank say different things of one action, value or effect: a question "
    "between them, or `over=` with the text's own words, settles it.",
    "gap": "The rules come to a question, or an order of duties, that no clause decides there.",
    "unresolved": "The option that is followed is itself silent there, so that nothing says how play goes on.",
    "unspoken": "An action that no clause permits and none forbids: the text does not say whether it may be done.",
    "broken": "A rule asks what has no answer there (`the` without an element, a number out of its range, the top of "
    "no pile): the model is wrong, or the text forgot the case.",
    "violation": "A write breaks a range, or a size, that a clause promises.",
    "place": "One effect writes two things to one place at the same time.",
    "cap": "A number without a bound came to where the scope stops following it.",
    "unending": "Forced steps go on without coming to rest.",
    "loop": "Forced steps come back to where they were: this play never gets anywhere else.",
    "idle": "Passes come round to where they began.",
    "deadlock": "The game is not over, and nobody can do anything but pass without effect, or leave.",
    "material": "The event's answers lead to different results, so somebody must give one.",
    "immaterial": "The same follows under each of the event's answers, in every place where it was met in this scope; "
    "or it is met by a property alone, and play goes on. The text is unclear all the same: it may matter elsewhere.",
    "large": "`large = true` in a scope: generated code explores it from the start. `check` still asks it, for a time; "
    "with `campaign = true` it is passed over, and `ruleslawyer campaign` explores it.",
    "campaign": "`campaign = true` in a scope: `check` passes it over, and `ruleslawyer campaign` explores it; "
    '`campaign = "play"`: games alone are played in it.',
    **{
        kind: f"A kind of clause: {says}{f'; it is cited by {usual}' if usual else ''}."
        for kind, (says, usual) in KINDS.items()
    },
}
"""Every word of a verdict and every kind of event that is printed, what stands beside one, the keys of a scope whose
names do not say what they do, and the kinds of clauses."""


def word_of(typed: str) -> str | None:
    """A word as it is printed, however its letters are written; None where there is none."""
    return next((word for word in WORDS if word.lower() == " ".join(typed.lower().split())), None)
