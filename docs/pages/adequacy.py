"""The table of the documentation, made of what is kept of each ruleset's run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pages.markdown import ROOT
from ruleslawyer.project.config import Project
from ruleslawyer.studies.adequacy.kept import AdequacyRecord, load, percent, sentence

COLUMNS = ("faults", "differ", "hand", "sweep", "both", "plays", "all")
HEADS = ("faults", "differ", "scopes by hand", "sweep", "both", "scenarios", "all together")


def page() -> str:
    """All rulesets of which a run is kept: one table, then for each its kinds of faults and those that survive."""
    found = {config.title: load(ROOT, name) for name, config in Project.load(ROOT).rulesets.items()}
    every = {title: one for title, one in found.items() if one is not None}
    return "\n".join([*_together(every), *(line for title, one in every.items() for line in _one(title, one))])


def _together(every: Mapping[str, AdequacyRecord]) -> Iterator[str]:
    yield from _head("rulebook")
    for title, one in every.items():
        yield _row(title, one.found["figures"])
    yield ""


def _one(title: str, one: AdequacyRecord) -> Iterator[str]:
    found = one.found
    yield from (f"## {title}", "", sentence(found), "")
    scopes = found["scopes"]
    yield (
        f"Scopes: {scopes['hand']} that `check` explores, {scopes['reading']} of evidence under other readings, "
        f"{scopes['sweep']} of a sweep, {scopes['more']} more in which only differences were looked for"
        + (f"; the run is incomplete: {found['stopped']}." if found["stopped"] else ".")
    )
    if found["left"]:
        yield f"With {found['states']} states or more, and so left out: {', '.join(found['left'])}."
    if found.get("slow"):
        yield (
            f"With more than {found['seconds_each']:g} seconds of a processor for all that is asked without any fault, "
            f"and so left out: {', '.join(found['slow'])}."
        )
    if found["refused"]:
        yield f"{len(found['refused'])} more faults no engine takes: they read what is not written yet."
    yield ""
    yield from _head("kind")
    for kind, numbers in found["kinds"].items():
        yield _row(kind, numbers)
    yield ""
    yield from _survivors(one)


def _survivors(one: AdequacyRecord) -> Iterator[str]:
    """Those that neither scopes nor the sweep notice, by the reason."""
    by_reason: dict[str, list[Mapping[str, str]]] = {}
    for survivor in one.found["survivors"]:
        by_reason.setdefault(one.why(survivor["fault"]) or "Not explained yet.", []).append(survivor)
    if not by_reason:
        return
    yield from ("Those that scopes and sweep do not notice:", "")
    for reason, survivors in by_reason.items():
        yield f"- {reason}"
        yield ""
        for survivor in survivors:
            noticed = "; a scenario fails" if survivor["play"] else ""
            yield f"  - `` {survivor['fault']} `` ({survivor['place']}{noticed})"
        yield ""
    yield ""


def _head(first: str) -> Iterator[str]:
    yield f"| {first} | {' | '.join(HEADS)} |"
    yield "|---" * (1 + len(HEADS)) + "|"


def _row(name: str, numbers: Mapping[str, int]) -> str:
    differ = numbers["differ"]
    cells = [str(numbers["faults"]), str(differ)]
    cells += [f"{numbers[key]} ({percent(numbers[key], differ)})" for key in COLUMNS[2:]]
    return f"| {name} | {' | '.join(cells)} |"
