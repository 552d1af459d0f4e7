"""Commands held against the oracle: what each prints as text, sentence by sentence, and what it says as JSON."""

from __future__ import annotations

import re
import tempfile
import tomllib
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.oracle.calls import Steps
from tests.oracle.dealt import OfSweep
from tests.oracle.entered import Said, entered
from tests.oracle.fields import fields
from tests.oracle.graph import UNKNOWN, UP_TO, TooLarge
from tests.oracle.pages import OfReport, findings_of
from tests.oracle.resized import SIZES, has_things, resized
from tests.oracle.sentences import Read, Unread, read
from tests.oracle.truth import OfExploration, OfFamily, Oracle, Reading, unlike
from tests.oracle.truths import OfAblation, OfAdequacy, OfAnyNumber, OfCheck, OfCores, OfEndings, OfProofs
from tests.oracle.watching import figures, is_watched

if TYPE_CHECKING:  # both import the product, which a copy with a fault stands in for
    from tests.oracle.compare import Case

ROWS = 24
"""Combinations of answers that the oracle explores."""
TRIED = 4
"""Readings under which what is said of every reading is asked, where there are more."""
FEW = 120
"""States up to which a scope of another size is looked at."""
COUNTEREXAMPLE = ("broken_by_a_rule", "tried_under", "reached", "never_reached")
"""What is claimed of a counterexample to induction."""
CHOSEN = 3
"""Answers that are chosen one at a time."""
SECONDS, TOTAL = "3", "6"
"""For the proof of a property; and for all those of any number of things."""
REAL = 40
"""Of so many commands one runs in a process of its own."""


class False_(AssertionError):
    """Something printed is false."""


def said(case: Case, *arguments: str, salt: int = 1) -> Said:
    """A command on the case's ruleset, its verb first. A mistake that it names is no answer; a defect is false."""
    from tests.oracle.compare import Passed

    verb, *others = arguments
    found = entered(case.folder, verb, case.name, *others, real=salt % REAL == REAL - 1)
    if found.defect:
        raise False_(f"{verb}\ncrash: {found.defect}")
    if found.refusal:
        raise Passed(f"{verb} refused")
    return found


def both(case: Case, *arguments: str, salt: int = 1) -> tuple[Said, Any]:
    """The text and the JSON of a command; they end alike."""
    text, other = said(case, *arguments, salt=salt), said(case, *arguments, "--json")
    if text.code != other.code:
        raise False_(f"{arguments[0]}\nexit code: {text.code}, with --json {other.code}")
    return text, other.json


def taken_apart(verb: str, text: str, case: Case) -> Read:
    try:
        return read(verb, text, case.ruleset.title)
    except Unread as error:
        raise False_(f"{verb}\nunread: {error}") from error


def tell(verb: str, told: Iterator[str] | list[str]) -> None:
    """Raise where something is false."""
    wrong = [one for one in told if one]
    if wrong:
        raise False_("\n".join([verb, *wrong]))


def readings(case: Case, choices: dict[str, list[str]] | None = None) -> tuple[tuple[Reading, ...], bool]:
    """Some readings, the default first, and whether these are all there are."""
    known: dict[str, list[str]] = choices or {}
    for name, option in case.options if choices is None else ():
        known.setdefault(name, []).append(option)
    own = {name: [*others, ""] for name, others in known.items()}
    every = [{q: o for q, o in zip(own, options, strict=True) if o} for options in product(*own.values())] if (
        len(own) <= 4) else []  # fmt: skip
    if every and len(every) <= ROWS:
        return tuple(sorted(every, key=len)), True
    return ({}, *({name: option} for name, others in own.items() for option in others[:-1]))[:TRIED], False


# explorations


def explore(case: Case, salt: int) -> int:
    """One exploration, under the defaults or another reading."""
    truth = OfExploration(case.oracle)
    chosen: list[str] = []
    if salt % 3 == 0 and case.options:
        name, option = case.options[salt // 3 % len(case.options)]
        truth.reading, chosen = {name: option}, ["--reading", f"{name}={option}"]
    _small(case, truth.reading)
    text, json = both(case, "explore", "--scope", case.scope, *chosen, salt=salt)
    found = taken_apart("explore", text.out, case)
    alike = (_same_words(found, json), _code(truth, text.code, json))
    tell("explore", [*truth.false(found), truth.rows(found), *_exploration(truth, json), *alike])
    return len(found.claims) + 1


def _same_words(found: Read, json: Any) -> str:
    """Of each property that is a row of the text its JSON says the same."""
    words = {one["property"]: one["verdict"] for one in json["properties"]}
    return unlike({claim.said[0]: claim.said[1] for claim in found.of("verdict")},
                  {claim.said[0]: words.get(claim.said[0]) for claim in found.of("verdict")})  # fmt: skip


def _small(case: Case, reading: Reading) -> None:
    from tests.oracle.compare import Passed

    try:
        case.oracle.found(reading)
    except TooLarge as error:
        raise Passed("too large") from error


def _code(truth: OfExploration, code: int, json: Any) -> str:
    """The exit code says whether all is as expected; where something is declared, that is not known here."""
    if (truth.oracle.folder / "checks" / truth.oracle.name).exists() or truth.oracle.off:
        return ""
    words = truth.found.verdicts.values()
    if truth.left_open and "VIOLATED" not in words and json["complete"]:
        return ""
    short = any(word in ("VIOLATED", UNKNOWN) for word in words) or not json["complete"]
    true = 1 if short else 3 if UP_TO in words else 0
    return "" if code == true else f"exit code {code}: {truth.found.verdicts}"


def _exploration(truth: OfExploration, json: Any) -> Iterator[str]:
    """What is wrong in the JSON of an exploration."""
    found = truth.found
    states, transitions, depth, initial, deadlocks = found.counts
    for key, true in (("states", states), ("transitions", transitions), ("depth", depth), ("initial", initial),
                      ("deadlocks", deadlocks), ("ended", len(found.ended))):  # fmt: skip
        if json[key] != true:
            yield f"json {key}: {json[key]}, the oracle {true}"
    steps = truth.oracle.steps(truth.reading)
    for one in json["properties"]:
        if not (one["verdict"] == UNKNOWN and truth.oracle.off):
            why = truth.verdict(one["property"], one["verdict"], one["reason"])
            yield why and f"json {one['property']}: {why}"
        yield from _play(steps, one["property"], one["play"])
    events = [e for part in ("contradictions", "gaps", "violations", "other_events") for e in json[part] if "kind" in e
              and "subject" in e]  # fmt: skip
    keys = {(e["kind"], e["subject"], *e["pair"]): e["material"] for e in events}
    true_keys = {k: m for k, m in found.material.items() if k[0] != "idle" or k in keys}
    if keys != true_keys:
        yield f"json events: {sorted(keys.items())}, the oracle {sorted(true_keys.items())}"
    for event in events:
        yield from _play(steps, event["title"], event["play"])
    if sum(one["states"] for one in json["dead_ends"]) != deadlocks:
        yield f"json dead_ends: {json['dead_ends']}, the oracle {deadlocks}"
    for dead in json["dead_ends"]:
        yield from _play(steps, "deadlock", dead["play"])
    if set(json["never_live"]) != set(found.never_live):
        yield f"json never_live: {sorted(json['never_live'])}, the oracle {sorted(set(found.never_live))}"
    never = truth.oracle.explorer(truth.reading).never_permitted
    if set(json["never_permitted"]) != never:
        yield f"json never_permitted: {json['never_permitted']}, the oracle {sorted(never)}"


def _play(steps: Steps, about: str, play: list[str] | None) -> Iterator[str]:
    why = steps.refusal(play) if play else ""
    if why:
        yield f"play of {about}: {why}: {play}"


def family(case: Case, salt: int) -> int:
    """All readings at once."""
    from tests.oracle.compare import Passed

    _small(case, {})
    text, json = both(case, "explore", "--scope", case.scope, "--readings", salt=salt)
    truth = OfFamily(case.oracle, json)
    if len(truth.readings) > ROWS or sum(map(len, truth.options.values())) > ROWS:
        raise Passed("too many readings")
    found = taken_apart("family", text.out, case)
    try:
        tell("family", [*truth.false(found), truth.whole(found), *_rows(truth, json)])
    except TooLarge as error:
        raise Passed("too large under some reading") from error
    return len(found.claims) + len(truth.readings)


def _rows(truth: OfFamily, json: Any) -> Iterator[str]:
    """What is wrong in the rows of a family."""
    for row in json["readings"]:
        own = truth.oracle.found(row["reading"])
        states, transitions, depth, _, deadlocks = own.counts
        numbers = tuple(row[key] for key in ("states", "transitions", "depth", "deadlocks"))
        if numbers != (states, transitions, depth, deadlocks):
            yield f"row {row['reading']}: {numbers}, the oracle {own.counts}"
        for name, word in row["verdicts"].items():
            if word != own.verdicts[name] and not (word == UNKNOWN and truth.oracle.off):
                yield f"row {row['reading']}: {name} {word}, the oracle {own.verdicts[name]}"
    for one in json["partings"]:
        true = truth.apart(one["choice"], *one["options"])
        if not one["stopped"] and one["ever"] != (true is not None):
            yield f"parting {one['choice']} {one['options']}: ever {one['ever']}, the oracle {true}"
    for name, choices in json["impact"].items() if json["complete"] and not truth.oracle.off else ():
        if choices != truth.deciding(name):
            yield f"impact on {name}: {choices}, the oracle {truth.deciding(name)}"


# proofs


def prove(case: Case, salt: int) -> int:
    """The solver's verdicts in a scope, under every reading, and with an answer that is chosen."""
    from tests.oracle.compare import Passed

    _small(case, {})
    if not case.oracle.found().initial:
        raise Passed("no initial state")
    known, whole = _explored(case)
    questions = {rule.name for rule in case.oracle.explorer().book.of("question")}
    chosen = [dict([one]) for one in case.options if one[0] in questions and dict([one]) in known]
    made = 0
    for one in ({}, *chosen[:CHOSEN]):
        answers = [word for pair in one.items() for word in ("--reading", "=".join(pair))]
        arguments = "prove", "--scope", case.scope, "--timeout", SECONDS, "--all", *answers
        text, json = both(case, *arguments, salt=salt)
        truth = OfProofs(case.oracle, json)
        truth.readings, truth.whole = tuple(r for r in known if one.items() <= r.items()), whole
        truth.chosen = one
        found = taken_apart("prove", text.out, case)
        plainly = [truth.verdict(p["property"], p["verdict"], p["reason"]) for p in json["results"]]
        tell("prove", [*truth.false(found), *plainly])
        made += len(json["results"]) * len(truth.readings)
    return made


def _explored(case: Case) -> tuple[tuple[Reading, ...], bool]:
    """Readings under which the oracle can look."""
    wanted, whole = readings(case)
    small = list[Reading]()
    for reading in wanted:
        try:
            case.oracle.found(reading)
            small.append(reading)
        except TooLarge:
            whole = False
    return tuple(small), whole


def any_number(case: Case, salt: int) -> int:
    """Proofs for any number of things, against explorations of 1 to 5."""
    limits = "--any-number", "--total", TOTAL, "--timeout", "1"
    text, json = both(case, "prove", *limits, salt=salt)
    found = taken_apart("any_number", text.out, case)
    tell("any_number", [_of_scopes(case, text.out, found)])
    if not has_things(case):
        _tried_out(case, limits, json)
    if not any(one["verdict"].startswith("PROVED") or one["never_taken"] for one in json["results"]):
        return 0
    made = 0
    few, _ = readings(case)
    for number in SIZES if has_things(case) else SIZES[:1]:
        scope = resized(case, number)
        try:
            oracle = Oracle(case.folder, case.name, f"things{number}", FEW, partly=True)
            truth = OfAnyNumber({number: oracle}, few[:TRIED], json)
            plainly = [truth.verdict(one["property"], one["verdict"], "") for one in json["results"]]
            never = [truth.never_taken(", ".join(one["never_taken"])) for one in json["results"]]
            tell("any_number", [*truth.false(found), *plainly, *never])
            made += len(json["results"]) * len(few[:TRIED])
        finally:
            scope.unlink()  # no other command sees it
    return made


def _tried_out(case: Case, limits: tuple[str, ...], json: Any) -> None:
    """Of properties that are asked by their names it is printed what a counterexample to induction comes to."""
    few, _ = readings(case)
    scope = resized(case, 1)
    try:
        oracle = Oracle(case.folder, case.name, scope.stem, FEW, partly=True)
        names = [one["property"] for one in json["results"] if one["counterexample_to_induction"] is not None]
        for name in [name for name in names if name in oracle.found().verdicts][:TRIED]:
            text = said(case, "prove", name, *limits)
            truth = OfAnyNumber({1: oracle}, few[:1], json)
            truth.alone = True
            found = taken_apart("any_number", text.out, case)
            tell("any_number", truth.false(Read(tuple(c for c in found.claims if c.what in COUNTEREXAMPLE), {})))
    finally:
        scope.unlink()


def _of_scopes(case: Case, text: str, read: Read) -> str:
    """That each scope is named of which nothing is proved: with other players, numbers, rules or beginnings."""
    players = re.search(r"; (\w+) (\d+); the numbers of the book", text)
    if players is None:
        return "" if "the numbers of the book" in text else "it is not said of how many players it is"
    true = set[str]()
    for path in (case.folder / case.name / "scopes").glob("*.toml"):
        scope = tomllib.loads(path.read_text(encoding="utf-8"))
        number = scope["sorts"].get(players[1], 0)
        alike = (number if isinstance(number, int) else len(number)) == int(players[2])
        if not alike or any(scope.get(key) for key in ("constants", "initial", "off")):
            true.add(path.stem)
    said = {name for claim in read.of("nothing_of_scopes") for name in claim.said[1].split(", ")}
    return unlike(said, true)


# the others


def over(case: Case) -> dict[str, Oracle]:
    """Each scope that `check` explores, with what the oracle says of it."""
    from tests.oracle.compare import Passed

    known = {name: case.ruleset.scope(name) for name in case.ruleset.scopes()}
    wanted = [name for name, scope in known.items() if not (scope.is_open or scope.campaign)]
    found = {name: case.oracle if name == case.scope else Oracle(case.folder, case.name, name) for name in wanted}
    try:
        for oracle in found.values():
            oracle.found()
    except TooLarge as error:
        raise Passed("too large") from error
    return found


def pages_of(case: Case, scopes: dict[str, Oracle], short: int = 0) -> OfReport:
    """What is said on pages of a ruleset; short: how many things fall short."""
    config = case.ruleset.config
    model = "".join(path.read_text(encoding="utf-8") for path in sorted((case.folder / case.name).glob("*.py")))
    return OfReport(case.oracle, config.spec, config.findings, model, short, scopes)


def check(case: Case, salt: int) -> int:
    """The main job, without proofs."""
    scopes = over(case)
    text, json = both(case, "check", "--no-prove", salt=salt)
    truth = OfCheck(case.oracle, json, scopes, findings_of(case.ruleset.config.findings))
    truth.register = pages_of(case, scopes).all
    found = taken_apart("check", text.out, case)
    explored = [wrong for one in json["rulesets"][0]["scopes"]
                for wrong in _exploration(OfExploration(scopes[one["scope"]]), one)]  # fmt: skip
    tell("check", [*truth.false(found), truth.short_of(found), *explored])
    return len(found.claims)


def report(case: Case, salt: int) -> int:
    """The numbers on the pages of a report, each a field with its source."""
    scopes = over(case)
    with tempfile.TemporaryDirectory() as pages:
        text = said(case, "check", "--no-prove", "-o", pages, salt=salt)
        found = fields(Path(pages))
    said_so = re.search(r"(\d+) things? falls? short", text.out)
    truth = pages_of(case, scopes, int(said_so[1]) if said_so else 0)
    tell("report", truth.false(found))
    return len(found)


def cores(case: Case, salt: int) -> int:
    """Which clauses clash."""
    scopes = over(case)
    text, json = both(case, "prove", "--clashes", "--timeout", "1", "--clarify", "2", salt=salt)
    truth = OfCores(case.oracle, json)
    truth.scopes = scopes
    truth.readings, _ = _explored(case)
    found = taken_apart("cores", text.out, case)
    plainly = [truth.pair(one["word"], f"{one['subject']}:{'/'.join(one['pair'])}") for one in json["pairs"]]
    tell("cores", [*truth.false(found), *plainly])
    return len(json["pairs"])


def terminates(case: Case, salt: int) -> int:
    """Whether every game ends: by default, under each option, and where not all may be explored."""
    _small(case, {})
    made = 0
    for more in ((), *((("--each-reading",),) if case.options else ()), ("--max-states", "1")):
        text, json = both(case, "prove", "--ends", "--scope", case.scope, "--timeout", "5", *more, salt=salt)
        truth = OfEndings(case.oracle, json)
        truth.readings, _ = _explored(case)
        found = taken_apart("terminates", text.out, case)
        tell("terminates", [*truth.false(found), truth.played(found), *truth.each()])
        made += len(json["results"])
    return made


def adequacy(case: Case, salt: int) -> int:
    """How many faults of the rules would be noticed; of a ruleset whose faults are all worked out, each of them."""
    watched = is_watched(case.folder, case.name)
    few = "--sample", "12", "--sweep", "3", "--more", "3", "--minutes", "0.5"
    text, json = both(case, "adequacy", *(("--more", "0") if watched else few), salt=salt)
    found = taken_apart("adequacy", text.out, case)
    truth = OfAdequacy(case.oracle, json)
    tell("adequacy", [*truth.false(found), *truth.rows(), *(figures(case.oracle, json) if watched else ())])
    return len(found.claims)


def ablate(case: Case, salt: int) -> int:
    """What each clause is good for; and what is said of it where not all may be explored."""
    _small(case, {})
    made = 0
    for more in ((), ("--max-states", "2")):
        text, json = both(case, "adequacy", "--clauses", "--scope", case.scope, "--all", *more, salt=salt)
        truth = OfAblation(case.oracle, json)
        found = taken_apart("ablate", text.out, case)
        tell("ablate", [*truth.false(found), *(() if more else (*truth.clauses(), truth.every()))])
        made += len(json["clauses"])
    return made


def sweep(case: Case, salt: int) -> int:
    """The scopes that nobody chose: of one card, whole and not; of two, dealt in all ways, and so that each two values
    occur together."""
    from tests.oracle.compare import Passed

    _small(case, {})
    text, json = both(case, "sweep", "--cards", "1", salt=salt)
    truth = OfSweep(case.oracle, json)
    if not truth.small():
        raise Passed("too many scopes")
    found = taken_apart("sweep", text.out, case)
    try:
        tell("sweep", [*truth.false(found), truth.whole()])
    except TooLarge as error:
        raise Passed("too large with some card") from error
    made = len(found.claims) + json["scopes"]
    several = case.oracle.sizes[truth.sort] > 1
    for more in (("--cards", "1", "--max-states", "2"),
                 *((("--cards", "2"), ("--cards", "2", "--every", "2")) if several else ())):  # fmt: skip
        text, json = both(case, "sweep", *more, salt=salt)
        truth = OfSweep(case.oracle, json)
        truth.most = 2 if "--max-states" in more else truth.most
        found = taken_apart("sweep", text.out, case)
        tell("sweep", [*truth.false(found), unlike(json["scopes"] - json["whole"], sum(json["bounded"].values()))])
        made += len(found.claims)
    return made


DOORS = {
    "explore": (2, explore),
    "family": (8, family),
    "prove": (20, prove),
    "any_number": (20, any_number),
    "unlifted": (10, any_number),
    "check": (20, check),
    "report": (40, report),
    "cores": (30, cores),
    "terminates": (30, terminates),
    "ablate": (40, ablate),
    "sweep": (40, sweep),
    "adequacy": (60, adequacy),
}
"""Each command with the number of programs of which one is asked so in a campaign."""
