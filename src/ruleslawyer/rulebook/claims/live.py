"""The rules of a ruleset that could be live under a reading, and those whose life is heard of wherever they apply."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from ruleslawyer.ir.rules import CLAUSES, OPTIONS, SPEAKING, Role, Rule
from ruleslawyer.ir.system import System

_HEARD: frozenset[Role] = SPEAKING | {"action", "chance", "exception", "deed", "duty", "settle"}


def never_live(
    system: System, reading: Mapping[str, str], off: Collection[str], live: Collection[str]
) -> tuple[str, ...]:
    """The rules that could be live and were not."""
    return tuple(name for name in rules(system, reading, off) if name not in live)


def rules(system: System, reading: Mapping[str, str], off: Collection[str] = ()) -> tuple[str, ...]:
    """The rules that could be live under a reading: norms, what lifts them, layers, options, deeds, duties, settles;
    a clause of several bases once."""
    table = system.rules()
    gone = {rule.name for rule in table if rule.base in off}  # with the seats and members of an action that is off
    # An option without support in the text speaks only where it is chosen, or ruled for the gap.
    speaking = {option for q in system.questions.values() for option in (reading.get(q.name, q.default), q.at_gap)}
    return tuple(
        dict.fromkeys(
            rule.name
            for rule in table
            if (rule.role in CLAUSES or rule.role in ("deed", "duty", "settle"))
            and (rule.role != "reading" or rule.name in speaking)
            and not (rule.base in off or rule.base in gone)
        )
    )


def heard_rules(system: System) -> dict[str, list[Rule]]:
    """The rules that no exploration has live without hearing of it, by name, each with a row for each of its bases:
    what is done, and what is judged as it is done. Of terms and questions guards and domains ask too, to which nobody
    listens: their clauses are not among these."""
    found: dict[str, list[Rule]] = {}
    for rule in system.rules():
        if rule.role in _HEARD and rule.base not in system.terms and rule.base not in system.questions:
            found.setdefault(rule.name, []).append(rule)
    return found


def name_in_print(system: System, name: str) -> str:
    """A rule's name where a reader would take it for a word, or has not written it: an option with its question, and
    what nobody wrote with what it comes from."""
    rule = next((rule for rule in system.rules() if rule.name == name), None)
    if rule is not None and rule.role in OPTIONS:
        return f"option {name} of {rule.base}"
    return f"{name}, which stands for `out`," if rule is not None and comes_of_out(system, rule) else name


def comes_of_out(system: System, rule: Rule) -> bool:
    """Whether a settle is the one that drops whoever is out, which no function of the author's is."""
    return rule.role == "settle" and system.out is not None and rule.origin == system.out.origin
