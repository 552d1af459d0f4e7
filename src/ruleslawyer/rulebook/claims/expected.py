"""Expected verdicts that are not the best, rules that no scope has live, and those that could be live in one.

    [tiny.nobody_goes_broke]
    verdict = "VIOLATED"
    reason = "upkeep may take the last coin"

`[every.property]` speaks of all scopes that have no entry of their own for it, and of proofs. Rules that no scope has
live:

    [[never_live]]
    rules = ["auction", "may_pass"]
    reason = "3.1: three players are needed, and no scope has as many"
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from ruleslawyer.base.diagnostics import nearest
from ruleslawyer.base.files.toml import Table, read_toml
from ruleslawyer.ir.rules import CLAUSES, OPTIONS, SPEAKING, Role, Rule
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.claims.verdict import Word

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


EVERY = "every"
NEVER_LIVE = "never_live"
"""The key of the rules that are never live, beside the names of scopes."""

GOOD: tuple[Word, ...] = ("PROVED", "HOLDS IN SCOPE")
_EXAMPLE = 'write `[scope.property]` with verdict = "VIOLATED" and reason = "…"'


@dataclass(frozen=True, slots=True)
class Expectation:
    verdict: str
    reason: str


Expectations = Mapping[tuple[str, str], Expectation]
"""(scope, property) → what is expected there."""
NeverLive = Mapping[str, str]
"""Rule → why no scope has it live."""


def load_expectations(root: Path, ruleset: str, properties: Mapping[str, object]) -> Expectations:
    """The file of a ruleset; nothing where there is none. A name that is none is a `UsageError`, as is a verdict that
    is none or a reason that is empty."""
    file, found = _file(root, ruleset), dict[tuple[str, str], Expectation]()
    if file is None:
        return found
    for scope in (name for name in file.data if name != NEVER_LIVE):
        table = file.table(scope, _EXAMPLE)
        for name in table.data:
            if name not in properties:
                raise table.wrong(f"`{scope}.{name}` is no property", nearest(name, properties), name)
            found[scope, name] = _entry(table, name)
    return found


def load_never_live(root: Path, ruleset: str, known: Collection[str]) -> NeverLive:
    """The rules of which the file says that no scope has them live, each with the reason; `known`: all that it may
    name. A `UsageError` for another name, for one that stands there twice, and for a reason that is empty."""
    file, found = _file(root, ruleset), dict[str, str]()
    for table in () if file is None else file.tables(NEVER_LIVE, f"write [[{NEVER_LIVE}]]"):
        table.expect_keys(("rules", "reason"))
        reason = table.text("reason")
        for number, name in enumerate(table.texts("rules")):
            if name not in known:
                raise table.wrong(f"there is no action or rule `{name}`", nearest(name, known), "rules", number)
            if name in found:
                raise table.wrong(f"`{name}` stands here twice", "take one of them off", "rules", number)
            found[name] = reason
    return found


def _file(root: Path, ruleset: str) -> Table | None:
    place = f"checks/{ruleset}/expected.toml"
    path = root / place
    return read_toml(path, place, shape=_EXAMPLE) if os.path.lexists(path) else None


def _entry(table: Table, name: str) -> Expectation:
    if set(table.table(name, _EXAMPLE).data) != {"verdict", "reason"}:
        raise table.wrong("an expectation has exactly `verdict` and `reason`", _EXAMPLE, name)
    entry = table.table(name)
    verdict, reason = entry.data["verdict"], entry.data["reason"]
    if verdict not in get_args(Word):
        raise entry.wrong(f"`{verdict}` is no verdict", nearest(str(verdict), get_args(Word)), "verdict")
    if not isinstance(reason, str) or not reason.strip():
        raise entry.wrong("the reason is empty", "say why this verdict is the right one", "reason")
    return Expectation(verdict, reason)


def expectation_of(expected: Expectations, scope: str, name: str) -> Expectation | None:
    """The expectation for a property in a scope: its own entry, or the one for every scope."""
    return expected.get((scope, name)) or expected.get((EVERY, name))


def violated_everywhere(expected: Expectations) -> frozenset[str]:
    """The properties that are expected to be violated in whatever scope."""
    return frozenset(name for (scope, name), e in expected.items() if scope == EVERY and e.verdict == "VIOLATED")


def falls_short(word: str, expectation: Expectation | None) -> bool:
    """Whether a verdict is not what was expected: by default, a good one."""
    return word not in GOOD if expectation is None else word != expectation.verdict


def broken_properties(expected: Expectations) -> set[str]:
    """The properties that a play of some scope breaks. One play of some cards is one of any number of them."""
    return {name for (_, name), entry in expected.items() if entry.verdict == "VIOLATED"}


def broken_in(expected: Expectations) -> dict[str, tuple[str, ...]]:
    """The same, each with the scopes that have such a play, by name."""
    named = sorted((name, scope) for (scope, name), entry in expected.items() if entry.verdict == "VIOLATED")
    return {
        name: tuple(scope for other, scope in named if other == name and scope != EVERY)
        for name, _ in named
    }  # fmt: skip
