"""The rules of a ruleset that could be live under a reading."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ruleslawyer.ir.system import System, with_lifts


def rules(system: System, reading: dict[str, str], off: Collection[str] = ()) -> Iterator[str]:
    """The rules that could be live under a reading: norms, what lifts them, layers, options, deeds, duties, settles;
    a clause of several bases once."""
    yield from dict.fromkeys(_rules(system, reading, off))


def _rules(system: System, reading: dict[str, str], off: Collection[str]) -> Iterator[str]:
    for term in system.terms.values():
        yield from (c.name for c in with_lifts(term.layers))
    for question in system.questions.values():
        chosen = reading.get(question.name, question.default)
        # An option without support in the text speaks only where it is chosen, or ruled for the gap.
        spoken = (chosen, question.at_gap)
        yield from (o.name for o in question.options if o.kind == "answer" or o.name in spoken)
    for action in (a for a in system.actions.values() if a.name not in off):
        yield from (c.name for c in with_lifts(action.every_norm))
    for deed in system.deeds.values():
        yield deed.name
        yield from (c.name for c in with_lifts(deed.clauses))
    yield from (rule for rule in (*system.duties, *system.settles) if rule not in off)
