"""The result of trying the laws of a rulebook, as data for scripts."""

from __future__ import annotations

from ruleslawyer.base.files.content import Json
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.studies.laws.built_in import BuiltIn
from ruleslawyer.studies.laws.deal import deal_in_words, leaves_in_words
from ruleslawyer.studies.laws.law import NOTED, Law
from ruleslawyer.studies.laws.run import Break, Tally

MOST_REASONS = 8


def document(found: Tally) -> Json:
    """The laws, how often each was met, and what breaks it."""
    drawing = found.drawing
    return {
        "ruleset": found.ruleset,
        "complete": not found.stopped,
        "stopped": found.stopped or None,
        "states": {
            "scopes": drawing.scopes,
            "played": drawing.walked,
            "drawn": drawing.kept,
            "refused": dict(drawing.refused.most_common(MOST_REASONS)),
            "never_drawn": list(found.not_drawn),
        },
        "laws": [_law(found, law) for law in found.laws],
        "seconds": round(found.seconds, 3),
    }


def word(found: Tally, law: Law | BuiltIn) -> str:
    """The word for a law now: that nothing was tried is never that nothing was found."""
    if any(not one.known for one in found.breaks_of(law)):
        return "broken"
    if not found.met[law.name]:
        return "not tried"
    known = "broken as known" if found.breaks_of(law) else "kept"
    return known if found.is_met(law) else f"{known}, tried seldom"


def _law(found: Tally, law: Law | BuiltIn) -> Json:
    return {
        "name": law.name,
        "built_in": isinstance(law, BuiltIn),
        "reason": law.reason,
        "clauses": list(law.clauses),
        "met": found.met[law.name],
        "word": word(found, law),
        "nothing": law.nothing if isinstance(law, BuiltIn) and law.nothing else None,
        "missing": _missing_of(found, law),
        "failed": dict(found.failed[law.name].most_common(MOST_REASONS)),
        "broken": [describe_break(found, one) for one in found.breaks_of(law)],
    }


def _missing_of(found: Tally, law: Law | BuiltIn) -> str | None:
    """The reason why a law does not count; None where it does."""
    if not found.is_met(law):
        return "it was met too seldom"
    if isinstance(law, Law) and law.fault is None:
        return "no fault is declared that breaks it"
    if isinstance(law, Law) and law.fault and not law.fault.stands:
        return f"the text of its fault is not in {law.fault.file}, or more than once"
    return None


def describe_break(found: Tally, one: Break) -> Json:
    """One break: where, what differs, the simplest state and play, and what would keep the law there."""
    codec = Codec(one.drawn.system.system, one.drawn.system.scope)
    law, what = one.law, one.broken
    who, with_ = None, {}
    if isinstance(law, Law) and what.who is not None:
        who = codec.scope.names[law.of][what.who]
        types = {a.name: a.type for a in codec.system.sorts[law.of].attributes}
        types |= {slot.field.name: slot.leaf for slot in codec.schema.slots if slot.field.name not in types}
        if law.differs == NOTED:
            with_ = leaves_in_words([(name, *leaf) for name, leaf in what.to], codec)
        else:
            with_ = {name: codec.text(types[name], value) for name, value in what.to}
    return {
        "at": what.at,
        "says": what.says,
        "times": found.times[law.name, what.at],
        "member": who,
        "with": with_,
        **deal_in_words(one.drawn.deal, codec),
        "suffices": [f"{choice}={option}" for choice, option in one.suffices],
        "least": one.shrunk,
        "known": one.known or None,
    }
