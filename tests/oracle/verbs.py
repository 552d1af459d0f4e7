"""More commands held against the oracle: what edits change, what evidence is there, what options show, how games go."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.oracle.doors import DOORS as OF_RULES
from tests.oracle.doors import over, said, tell
from tests.oracle.entered import entered
from tests.oracle.games import best, force
from tests.oracle.graph import ENDS, VIOLATED, Found, TooLarge
from tests.oracle.mutated import shown
from tests.oracle.pages import findings_of
from tests.oracle.sheets import games, sheets
from tests.oracle.truth import Oracle, unlike
from tests.oracle.truths import reproduces
from tests.oracle.values import CHANCE

if TYPE_CHECKING:
    from tests.oracle.compare import Case

GAMES = "200"
"""How many are played for `stats`."""
LEAST = 10
"""So many have to end before anything is said of them (docs/howto/statistics.md)."""


def diff(case: Case, salt: int) -> int:
    """An edit: the scope says what another scope of the ruleset says. Verdicts are compared scope by scope."""
    from tests.oracle.compare import Passed

    scopes = over(case)
    other = next((name for name in scopes if name != case.scope), None)
    if other is None:
        raise Passed("no other scope")
    with tempfile.TemporaryDirectory() as folder:
        edited = Path(shutil.copytree(case.folder, Path(folder, "edited")))
        there = edited / case.name / "scopes"
        shutil.copy(there / f"{other}.toml", there / f"{case.scope}.toml")
        arguments = "diff", str(case.folder), str(edited), "--ruleset", case.name, "--no-prove"
        text, json = entered(case.folder, *arguments), entered(case.folder, *arguments, "--json").json
    tell("diff", _edit(case, scopes, other, text.out, json["rulesets"][0]))
    return len(scopes[other].found().verdicts)


VERDICT = re.compile(r"^.*? {2,}verdict {2,}([A-Z ]+?) {2,}([A-Z ]+?) *$", re.MULTILINE)


def _edit(case: Case, scopes: dict[str, Oracle], other: str, text: str, said: Any) -> Iterator[str]:
    """What is wrong in what is said of an edit."""
    before, after = case.oracle.found(), scopes[other].found()
    true = {f"{name} in {case.scope}": (word, after.verdicts[name]) for name, word in before.verdicts.items()
            if word != after.verdicts[name]}  # fmt: skip
    details = {one["name"]: {d["what"]: (d["before"], d["after"]) for d in one["details"]}
               for one in said["properties"]["changed"]}  # fmt: skip
    yield unlike({name: of["verdict"] for name, of in details.items() if "verdict" in of}, true)
    yield unlike(Counter(VERDICT.findall(text)), Counter(true.values()))
    yield unlike(said["same"], not true and not any(any(said[part].values()) for part in ("properties", "findings")))
    changed = {**scopes, case.scope: scopes[other]}
    for finding in findings_of(case.ruleset.config.findings):
        both = reproduces(finding, scopes), reproduces(finding, changed)
        told = [d for f in said["findings"]["changed"] if f["name"] == finding["id"] for d in f["details"]]
        if None not in both and both[0] != both[1]:
            yield unlike(
                [(d["before"], d["after"]) for d in told if d["what"] == "reproduced"], [(str(both[0]), str(both[1]))]
            )


def verify(case: Case, salt: int) -> int:
    """Whether the evidence of findings is there."""
    from tests.oracle.compare import Passed

    scopes, findings = over(case), {f["id"]: f for f in findings_of(case.ruleset.config.findings)}
    if not findings:
        raise Passed("no findings")
    arguments = "findings", "--verify", case.name
    text, json = entered(case.folder, *arguments), entered(case.folder, *arguments, "--json").json
    words = dict(re.findall(rf"^{case.name}/(\S+): (reproduces|NO LONGER REPRODUCES)", text.out, re.MULTILINE))
    told = [unlike(set(words), {one["id"] for one in json})]
    for one in json:
        true = reproduces(findings[one["id"]], scopes)
        if true is not None:
            told.append(unlike((one["reproduced"], words.get(one["id"]) == "reproduces"), (true, true)))
    tell("verify", told)
    return len(json)


def readings(case: Case, salt: int) -> int:
    """What each option of each question shows, one at a time, that the default does not."""
    from tests.oracle.compare import Passed

    if case.oracle.off or not case.options:
        raise Passed("rules that are switched off, or nothing to choose")
    try:
        usual = case.oracle.found()
    except TooLarge as error:
        raise Passed("too large") from error
    where = "--scope", case.scope
    text, other = (
        said(case, "explore", "--readings", *where, salt=salt),
        said(case, "explore", "--readings", *where, "--json"),
    )
    json = other.json[0]
    if any(one["incomplete"] or one["stopped"] for one in json["scopes"]):
        raise Passed("a bound was met")
    true = set[tuple[str, str, str]]()
    asked = [(name, option) for name, option in case.options if _asks(usual, name)]
    try:
        for name, option in asked:
            found = case.oracle.found({name: option})
            true |= {(name, option, shows) for shows in _shows(case, usual, found)}
    except TooLarge as error:
        raise Passed("too large") from error
    told = {(name, option, one["shows"]) for one in json["shown"] for name, option in one["reading"].items()}
    told = {one for one in told if one[:2] in asked}
    lines = re.findall(r"^(\S+) = (\S+): (\S+(?: play)?)(?: is VIOLATED)?, in \w+$", text.out, re.MULTILINE)
    lines = [line for line in lines if line[:2] in asked]
    tell("readings", [unlike(sorted(told), sorted(true)), unlike(sorted(lines), sorted(true)),
                      unlike((text.code, other.code), (int(bool(json["shown"])),) * 2)])  # fmt: skip
    return len(case.options)


def _asks(found: Found, choice: str) -> bool:
    """Whether plays ask it by default: an event has it as its choice, or names its clauses."""
    return any(choice in (key[1], f"{key[1]}:{'/'.join(key[2:])}") for key in found.material)


def _shows(case: Case, usual: Found, found: Found) -> Iterator[str]:
    kinds = {rule.name: rule.kind for rule in case.oracle.explorer().book.properties}
    for name, word in found.verdicts.items():
        if kinds[name] in ("always", "step") and word == VIOLATED != usual.verdicts[name]:
            yield name
    if found.deadlocks and not usual.deadlocks:
        yield "deadlock"
    if usual.edges and not found.edges:
        yield "no play"
    if _stops(found) and not _stops(usual):
        yield "stops"


def _stops(found: Found) -> bool:
    return any(key[0] in ENDS and key[0] != "cap" and key[1] not in found.verdicts for key in found.material)


# games


def stats(case: Case, salt: int) -> int:
    """How long games are, and how they end."""
    arguments = "games", "--scope", case.scope, "--games", GAMES, "--play", "uniform"
    text, json = said(case, *arguments, salt=salt), said(case, *arguments, "--json").json
    found = case.oracle.found()
    tell("stats", _games(case, found, text.out, json))
    return len(json["ends"]) + len(json["winners"]) + 2


LENGTH = re.compile(r"actions: ([\d.]+) \[.*\] on average; (\d+) to (\d+), half of them (\d+) to (\d+)")
SHARE = re.compile(r"^  (\w[\w ]*): (\d+)% \[", re.MULTILINE)


def _games(case: Case, found: Found, text: str, json: Any) -> Iterator[str]:
    """The lengths by how many games are as long; no game is shorter than the oracle's shortest play to an end."""
    if json["length"] is None:
        yield "" if json["ended"] < LEAST else f"of {json['ended']} games that ended nothing is said"
        return
    lengths = Counter(dict(json["length"]["bins"]))
    every, shown = sum(lengths.values()), LENGTH.search(text)
    yield unlike(every, json["ended"])
    if shown is None:
        yield "the length of games is not said"
        return
    least, most, low, high = map(int, shown.groups()[1:])
    length, mean = json["length"], sum(n * times for n, times in lengths.items()) / every
    yield unlike((least, most), (length["least"], length["most"]))
    yield unlike(shown[1], f"{length['mean']:.1f}")
    if abs(mean - length["mean"]) < 0.05:  # else several lengths are counted together
        yield unlike((least, most), (min(lengths), max(lengths)))
        below, above = sum(lengths[n] for n in lengths if n < low), sum(lengths[n] for n in lengths if n > high)
        if 4 * below > every or 4 * above > every:
            yield f"half of them {low} to {high}: {below} of {every} are shorter, {above} longer"
    shortest = min((found.depth[state] for state in found.ended), default=0)
    yield "" if least >= shortest else f"no game is as short as {least}: {shortest}"
    shares: dict[str, int] = {}
    for name, share in SHARE.findall(text):
        shares.setdefault(name, int(share))
    told = {one["end"]: one for one in json["ends"]} | {one["player"]: one for one in json["winners"]}
    for name, one in told.items():
        if name in shares and abs(shares[name] - 100 * one["times"] / one["of"]) > 0.51:
            yield f"{name}: {shares[name]} %, of {one['times']} in {one['of']}"


def solve(case: Case, salt: int) -> int:
    """Who can force what, worked out backwards from the ends."""
    from tests.oracle.compare import Passed

    explorer = case.oracle.explorer()
    awaited = [explorer.play.awaited(explorer.play.thawed(s)) for s in _going_on(explorer.found)]
    if any(who is CHANCE or len(who) != 1 for who in awaited):
        raise Passed("several decide at once, or chance")
    arguments = "games", "--best", "--scope", case.scope
    text, json = said(case, *arguments, salt=salt), said(case, *arguments, "--json").json["solved"]
    tell("solve", _solved(case, text.out, json))
    return len(json["beginnings"]) + 3


FIRST = re.compile(r"the first turn begins at (\d+) positions?: at (\d+) whoever has it forces a win, at (\d+) "
                   r"somebody else, at (\d+) nobody")  # fmt: skip


def _going_on(found: Found) -> set[Any]:
    """The states in which somebody has a move."""
    return {before for before, _, _ in found.edges} | found.cut.keys()


def _solved(case: Case, text: str, json: Any) -> Iterator[str]:
    """From each beginning who can force a win, and within how many moves; of the first turn, who has it and does."""
    explorer, steps = case.oracle.explorer(), case.oracle.steps()
    broken = sum(map(len, explorer.found.cut.values()))  # where a branch ends is a position, which is nobody's win
    yield unlike(json["positions"], len(explorer.found.depth) + broken)
    forced = force(explorer)
    words, goes_on = Counter[str](), _going_on(explorer.found)
    paid = "payoff" in explorer.book.once
    yield unlike(json["payoffs"], paid)
    named = {one["beginning"]: one for one in json["beginnings"]}  # of choices that come to one state, one
    yield unlike(sorted(map(shown, map(steps.begun.get, named))), sorted(map(shown, {*steps.begun.values()} - {None})))
    for begun, one in named.items():
        state: Any = steps.begun.get(begun)
        able = {str(p): moves[state] for p, moves in forced.items() if state in moves}
        if state in goes_on:  # a game that is over as it begins, or stuck, has no turn
            (turn,) = map(str, explorer.play.awaited(explorer.play.thawed(state)))
            words["first" if turn in able else "others" if able else "nobody"] += 1
        yield unlike({p: n for p, n in one["forces"].items() if n is not None}, able)
        got = best(explorer, state) if paid else None
        if got is not None:
            yield unlike(one["worth"], {str(p): float(n) for p, n in got.items()})
        line = next((line for line in text.splitlines() if line.startswith(f"{begun}: ")), "")
        told = re.findall(r"(\w+) can force a win within (\d+) moves?", line)
        yield unlike({p: int(n) for p, n in told}, able)
    true = tuple(words[key] for key in ("first", "others", "nobody"))
    first = json["first_turn"]
    yield unlike(tuple(first[key] for key in ("first_forces", "others_force", "nobody_forces")), true)
    turns = FIRST.search(text)
    yield unlike(turns and tuple(map(int, turns.groups())), (sum(true), *true) if sum(true) else None)


DOORS = {
    **OF_RULES,
    "diff": (60, diff),
    "verify": (60, verify),
    "readings": (20, readings),
    "stats": (60, stats),
    "solve": (60, solve),
    "sheets": (60, sheets),
    "games": (60, games),
}
"""Each command with the number of programs of which one is asked so in a campaign."""
