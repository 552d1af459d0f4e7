"""The oracle's answers to claims about several scopes, or about none: proofs, sweeps, checks, whether play ends.

Long: one class for each kind of claim, and those that are of several scopes share what they ask of them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from types import MappingProxyType, SimpleNamespace
from typing import Any

from tests.oracle.calls import rounds, text
from tests.oracle.fair import Fair
from tests.oracle.graph import HOLDS, UNKNOWN, UP_TO, VACUOUS, VIOLATED, Found
from tests.oracle.mutated import differs, explored, shown, without, without_answer
from tests.oracle.sentences import Read, number
from tests.oracle.truth import TELLING, OfExploration, Oracle, Reading, Truth, some_of, unlike
from tests.oracle.values import CHANCE

WRITES = "writes:"
UNBROKEN = "unbroken"
CIRCLE = "settle round"
"""That settles go round is no part of what is proved."""
BEATEN = ("permit", "forbid", "deed")
"""What a clause is over by its own name; over anything else it is over each of its permits, of a
trigger that has none the one by its citation."""


def refuted(found: Found, name: str) -> str:
    """Why an exploration refutes what is proved: some state violates it, or it cannot be evaluated there."""
    if name.startswith(WRITES):
        return "a write is out of range" if name.removeprefix(WRITES) in found.written else ""
    if name == UNBROKEN:
        ended = sorted(k for k in found.unwritten if k[0] in ("broken", "place") and k[1] != CIRCLE)
        return f"{ended[0]} is met" if ended else ""
    if found.verdicts.get(name) == VIOLATED:
        return "it is violated"
    unclear = [k for k in found.material if k[0] == "broken" and len(k) == 3 and k[1] == name]
    return "it cannot be evaluated somewhere" if unclear else ""


class OfProofs(OfExploration):
    """Claims of `prove` about a scope, under some readings. What is proved of any number is held against sizes
    elsewhere."""

    readings: tuple[Reading, ...] = ({},)
    whole = True
    """Whether these are all readings that there are."""
    chosen: Reading = MappingProxyType({})
    """The answer that is chosen: what is explored is so under this reading."""

    def verdict(self, name: str, word: str, reason: str) -> str:
        if name not in self.oracle.found().verdicts:
            return ""  # a promise of the model's form
        words = {self.oracle.found(reading).verdicts[name] for reading in self.readings}
        if word in (VIOLATED, VACUOUS) and self.whole and not words & {word, UNKNOWN}:
            return f"the oracle says {sorted(words)}"
        if word == HOLDS and self.whole and not words & {HOLDS, UNKNOWN}:
            return f"the oracle says {sorted(words)}"
        there = self.oracle.found(self.chosen).verdicts[name]
        if "is not met in the explored scopes" in reason and there in (HOLDS, VIOLATED):
            return f"what it speaks of is met under {dict(self.chosen)}"
        if word == HOLDS and there == VIOLATED:
            return f"it is violated under {dict(self.chosen)}"
        return ""

    def verdicts_of(self, said: str) -> str:
        """How often each verdict is given."""
        counted = Counter[str]()
        for part in re.split(r", (?=\d+ [A-Z])", said):
            how_many, _, word = part.partition(" ")
            counted[word.partition(" for ")[0]] += int(how_many)
        return unlike(counted, Counter(one["verdict"].partition(" for ")[0] for one in self.said["results"]))


class OfAnyNumber(Truth):
    """Claims of `prove --any-number`, against scopes of several sizes, each under some readings. alone: there is no
    sort but the players, so that the members of a counterexample are those of any scope."""

    alone = False
    about, under = "", MappingProxyType[str, str]({})
    """What the counterexample that is read is of, and its reading."""

    def __init__(self, sizes: Mapping[int, Oracle], readings: tuple[Reading, ...], said: Any) -> None:
        super().__init__(next(iter(sizes.values())), said)
        self.founds = {(n, *sorted(r.items())): o.found(r) for n, o in sizes.items() for r in readings if _begins(o)}

    def verdict(self, name: str, word: str, reason: str) -> str:
        if word.startswith("PROVED"):
            for where, found in self.founds.items():
                why = refuted(found, name)
                if why:
                    return f"{why} with {where[0]}, {where[1:]}"
        return ""

    def never_taken(self, names: str) -> str:
        for where, found in self.founds.items():
            taken = {i.name for _, i, _ in found.edges}
            wrong = taken & set(names.split(", "))
            if wrong:
                return f"{sorted(wrong)} are taken with {where[0]}, {where[1:]}"
        return ""

    def proved_of(self, proved: str, every: str) -> str:
        words = [one["verdict"] for one in self.said["results"]]
        return unlike((int(proved), number(every)), (sum(w.startswith("PROVED") for w in words), len(words)))

    def nothing_of_scopes(self, why: str, names: str) -> str:
        return ""

    def broken_by_a_rule(self, name: str) -> str:
        self.about, self.under = name, MappingProxyType({})
        return ""

    def tried_under(self, reading: str) -> str:
        self.under = MappingProxyType(dict(one.split("=") for one in reading.split(", ")))
        return ""

    def reached(self, word: str) -> str:
        """A play breaks it with these members, under its reading."""
        if not self.alone or not self.about or self.about.startswith(WRITES):
            return ""
        return "" if refuted(self.oracle.found(self.under), self.about) else "no play breaks it"

    def never_reached(self, states: str) -> str:
        """Nothing breaks it with these members, under its reading."""
        found = self.oracle.found(self.under)
        if not self.alone or not self.about or self.about.startswith(WRITES):
            return ""
        return refuted(found, self.about) or unlike(int(states), len(found.depth))

    def premises(self, text: str) -> str:
        return ""


def _begins(oracle: Oracle) -> bool:
    return bool(oracle.found().steps)


class OfCores(OfExploration):
    """Claims of `cores`: clauses that clash do so in some play of some scope; those that are proved apart in none."""

    readings: tuple[Reading, ...] = ({},)
    scopes: Mapping[str, Oracle] = MappingProxyType({})

    def _met(self, subject: str, pair: set[str], where: Oracle, reading: Reading) -> list[tuple[str, ...]]:
        return [k for k in where.found(reading).material if k[1] == subject and pair <= set(k)]

    def pair(self, word: str, key: str, after: str = "", scope: str = "") -> str:
        subject, _, clauses = key.rpartition(":")
        pair, every = set(clauses.split("/")), self.scopes.values()
        met = [k for one in every for r in self.readings for k in self._met(subject, pair, one, r)
               if k[0] in ("contradiction", "place")]  # fmt: skip
        default = [k for one in every for k in self._met(subject, pair, one, {})]
        if word == "PROVED APART" and met:
            return f"a play meets {met[0]}"
        if word == "CLASH" and not met:
            return "no play meets it"
        return ("a play meets it" if word == "NOT MET" and default else "") or self._first(subject, pair, after, scope)

    def _first(self, subject: str, pair: set[str], after: str, scope: str) -> str:
        """Where a clash is said to be met after so many actions in a scope, it is met there."""
        if not scope:
            return ""
        there = self.scopes[scope]
        met = [k for k in self._met(subject, pair, there, {}) if k[0] in ("contradiction", "place")]
        least = min((there.found().first.get(k, 0) for k in met), default=None)
        if least is None:
            return f"it is not met in {scope}"
        return "" if int(after) >= least else f"it is met there after {least} actions at the earliest"

    def pairs(self, how_many: str, words: str) -> str:
        counted = Counter(one["word"] for one in self.said["pairs"])
        said = {w: int(n) for n, _, w in (one.partition(" ") for one in words.split(", "))} if words != "none" else {}
        return unlike((number(how_many), said), (len(self.said["pairs"]), dict(counted)))

    def cored(self, scopes: str, states: str) -> str:
        """What was explored before time was over is not compared."""
        if not all(one["complete"] for one in self.said["scopes"]):
            return ""
        true = len(self.scopes), sum(len(one.found().depth) for one in self.scopes.values())
        return unlike((number(scopes), number(states)), true)

    def cores(self, how_many: str) -> str:
        return unlike(number(how_many), self.said["cores"])


class OfEndings(OfExploration):
    """Claims of `terminates`: whether steps lead round, under some readings."""

    readings: tuple[Reading, ...] = ({},)

    def ending(self, word: str, about: str) -> str:
        if not about.startswith("every game ends"):
            return ""
        chosen = re.search(r"read as (\S+)=(\w+)", about)
        known = [r for r in self.readings if not chosen or r.get(chosen[1], "") == chosen[2]] or [{}]
        under = [reading for reading in known if self._round(reading)]
        if word == "CERTIFICATE" and under:
            return f"steps lead round under {dict(under[0])}"
        if word in ("LASSO", "ENDS WITH PROBABILITY 1") and not under:
            return "no steps lead round"
        return "steps lead round" if word == HOLDS and len(under) == len(known) else ""

    def each(self) -> Iterator[str]:
        """What is said under each reading; how many states were looked through, where nothing goes round."""
        for one in self.said["results"]:
            if not one["ending"].startswith("every game ends"):
                continue
            there = self._round(one["reading"])
            if one["verdict"] == "LASSO" and not there:
                yield f"no steps lead round under {one['reading']}"
            if one["verdict"] == "ENDS WITH PROBABILITY 1" and (not there or self._stays(one["reading"])):
                yield f"players can keep the game from ending, or nothing goes round, under {one['reading']}"
            whole = self.oracle.found(one["reading"]).complete
            if one["verdict"] == "LASSO" and whole and not self._stays(one["reading"]):
                yield f"with probability 1 each game ends under {one['reading']}"
            if one["verdict"] in (HOLDS, "CERTIFICATE") and there:
                yield f"steps lead round under {one['reading']}"
            states = re.search(r"nothing goes round in \w+ \((\d+) states?\)", one["reason"])
            if states and one["verdict"] == HOLDS:
                yield unlike(int(states[1]), len(self.oracle.found(one["reading"]).depth))

    def goes_round(self, scope: str, back: str) -> str:
        return ""

    def step_of_a_play(self, place: str, call: str) -> str:
        return ""

    def played(self, read: Read) -> str:
        """The play that is printed, and that it comes back to where it says."""
        play = [claim.said[1] for claim in read.of("step_of_a_play")]
        if not play:
            return ""
        round_ = ("LASSO", "ENDS WITH PROBABILITY 1")
        under = next(one["reading"] for one in self.said["results"] if one["verdict"] in round_)
        states, back = self.oracle.steps(under).states(play), int(read.of("goes_round")[0].said[1])
        if None in states:
            return f"{play[states.index(None)]} cannot be taken there"
        lasso = next(one for one in self.said["results"] if one["verdict"] in round_)
        length = re.search(r"(\d+) actions? leads? back", lasso["reason"])
        if length and int(length[1]) != len(play) - 1 - back:
            return f"{lasso['reason']}, and the play that is shown goes round in {len(play) - 1 - back}"
        return "" if states[-1] == states[back] else "it does not come back"

    def _stays(self, reading: Reading) -> bool:
        """Whether a play may go round that is fair by nature."""
        found = self.oracle.found(reading)
        by_nature: Any = SimpleNamespace(fair=(CHANCE,), strongly_fair=())
        return Fair(found, by_nature, set(found.depth)).goes_round()

    def _round(self, reading: Reading) -> bool:
        edges = self.oracle.found(reading).edges
        return rounds(edge for edge in edges if not edge[1].rule.outside)


def _compared(here: Any, sign: str, value: str) -> bool:
    if sign in ("is", "is not"):
        return (text(here) == value) == (sign == "is")
    if isinstance(here, int) and not isinstance(here, bool) and re.fullmatch(r"-?\d+", value):
        n = int(value)
        return {"==": here == n, "<=": here <= n, ">=": here >= n, "!=": here != n}[sign]
    return (text(here) == value) == (sign == "==") if sign in ("==", "!=") else True


class OfCheck(OfExploration):
    """Claims of `check` on a ruleset with its scopes, and nothing that is declared to be otherwise. scopes: what the
    oracle says of each; findings: what is evidence of something; register: how many clauses of each kind there are."""

    def __init__(self, oracle: Oracle, said: Any, scopes: Mapping[str, Oracle], findings: list[dict[str, Any]]) -> None:
        super().__init__(oracle, said)
        self.scopes, self.of_findings = scopes, findings
        self.register: Mapping[str, int] = {}
        backed = [(f, e["about"]) for f in findings for e in f["evidence"] if e["ask"] in ("event", "verdict")]
        self.explained = frozenset(
            (one["property"],) if "property" in one else (one["kind"], one["subject"], *one.get("pair", ()))
            for _, one in backed
        )

    @property
    def each(self) -> list[Found]:
        return [oracle.found() for oracle in self.scopes.values()]

    @cached_property
    def most(self) -> dict[str, str]:
        """The word of each property that tells most, over all scopes."""
        said = {name: {one.verdicts[name] for one in self.each} for name in self.found.verdicts}
        return {name: next(word for word in TELLING if word in words) for name, words in said.items()}

    def words_in(self, scope: str, premises: str, words: str) -> str:
        said = {w: int(n) for n, _, w in (one.partition(" ") for one in words.split(", "))}
        true = dict(Counter(self.scopes[scope].found().verdicts.values()))
        return self.premises_of(scope, premises) or ("" if self.oracle.off else unlike(said, true))

    def premises_of(self, scope: str, text: str) -> str:
        return Truth(self.scopes[scope]).premises(text)

    def premises(self, text: str) -> str:
        """Those of the scope that is named first, where several are."""
        named = re.search(r"; in (\w+)(?:, .+)?$", text)
        return self.premises_of(named[1], text) if named and named[1] in self.scopes else super().premises(text)

    def words_over(self, scopes: str, words: str) -> str:
        said = {w: int(n) for n, _, w in (one.partition(" ") for one in words.split(", "))}
        return unlike(int(scopes), len(self.scopes)) or (
            "" if self.oracle.off else unlike(said, dict(Counter(self.most.values())))
        )

    def verdict(self, name: str, word: str, reason: str) -> str:
        """Its word; its numbers are those of a scope that has it."""
        if word == UNKNOWN and self.oracle.off:
            return ""
        wrong = []
        for oracle in self.scopes.values():
            if oracle.found().verdicts.get(name) == word:
                wrong.append(OfExploration(oracle).reason(name, word, reason))
        return unlike(word, self.most[name]) or ("" if "" in wrong else wrong[0])

    def event(self, kind: str, about: str, immaterial: str) -> str:
        """It is met in some scope."""
        told = [OfExploration(oracle).event(kind, about, immaterial) for oracle in self.scopes.values()]
        return "" if "" in told else told[0]

    def so_many_are(self, word: str, number_: str, names: str) -> str:
        true = {name for name, one in self.most.items() if one == word}
        return "" if self.oracle.off else unlike(number(number_), len(true)) or some_of(names, true)

    def scope(self, name: str, *said: str) -> str:
        states, transitions, depth, _, deadlocks = self.scopes[name].found().counts
        return unlike(tuple(map(number, said[:4])), (states, transitions, depth, deadlocks))

    def agree_on(self, scope: str, *said: str) -> str:
        found = self.scopes[scope].found()
        states, transitions, *_ = found.counts
        return unlike((number(said[0]), number(said[1]), number(said[3])),
                      (states, transitions, len(found.verdicts)))  # fmt: skip

    def not_compared(self, scope: str, why: str) -> str:
        """No code can be made of larger numbers."""
        beyond = re.search(r"range of more than 63 bits, (?:\d+ to )?(\d+)", why)
        return "" if beyond and int(beyond[1]) >= 2**63 else why

    def so_many_immaterial(self, how_many: str) -> str:
        met = {key for one in self.each for key in one.material}
        return unlike(number(how_many), len([k for k in met if not any(one.material.get(k) for one in self.each)]))

    def short_property(self, scope: str, name: str, word: str, reason: str) -> str:
        words = {self.scopes[one].found().verdicts[name] for one in scope.split(", ")}
        return "" if self.oracle.off else unlike({word}, words)

    def short_event(self, scope: str, title: str, after: str) -> str:
        kind, _, about = title.partition(": ")
        told = [OfExploration(self.scopes[one]).event(kind, about, "") for one in scope.split(", ")]
        return next(filter(None, told), "")

    def short_never_live(self, name: str) -> str:
        return "" if all(name in one.never_live for one in self.each) else "it is live"

    def short(self, text: str) -> str:
        return ""

    def fall_short(self, how_many: str) -> str:
        return unlike(number(how_many), len(self.said["falls_short"]))

    def as_expected(self, how_many: str) -> str:
        wrong, met = self.unexplained()
        stuck = any(one.deadlocks for one in self.each)
        return "" if self.oracle.off or not (wrong or met or stuck) else f"{wrong}, {met}"

    def unexplained(self) -> tuple[set[str], set[tuple[str, ...]]]:
        """The properties that do not hold somewhere, or are vacuous everywhere, and the events that matter, but for
        those of findings."""
        said = {n: {one.verdicts[n] for one in self.each} for n in self.most}
        wrong = {n for n, words in said.items() if words & {VIOLATED, UNKNOWN, UP_TO} or words == {VACUOUS}}
        met = {k for one in self.each for k, material in one.material.items() if material and k[0] != "cap"}
        return {n for n in wrong if (n,) not in self.explained}, met - self.explained

    def findings(self, reproduce: str, every: str) -> str:
        told = [reproduces(finding, self.scopes) for finding in self.of_findings]
        if unlike(number(every), len(told)):
            return unlike(number(every), len(told))
        least = told.count(True)
        return "" if least <= number(reproduce) <= least + told.count(None) else f"the oracle has {least}"

    def clauses(self, *said: str) -> str:
        every, modelled, _, excluded, missing = map(number, said)
        true = tuple(self.register.get(key, -1) for key in ("clauses", "modelled", "excluded", "not_yet_modelled"))
        return unlike((every, modelled, excluded, missing), true)

    def short_of(self, read: Read) -> str:
        """Each thing that falls short is said, and nothing else: properties, events that matter, deadlocks."""
        if self.oracle.off:
            return ""
        said = {claim.said[1] for claim in read.of("short_property")}
        events = len({_of_one(c.said[1]) for c in read.of("short_event") if "deadlock" not in c.said[1]})
        true, met = self.unexplained()
        return unlike(said, true) or unlike(events, len(met))


def _of_one(title: str) -> str:
    """An event's title without its reason: a check of one rule that fails may have another in another scope."""
    kind, subject, *_ = title.split(": ", 2)
    return title if kind in ("contradiction", "gap") else f"{kind}: {subject}"


def reproduces(finding: Mapping[str, Any], scopes: Mapping[str, Oracle]) -> bool | None:
    """Whether all evidence of a finding is there; None where the oracle cannot say it of some, and the rest is."""
    told = [_is_there(one, scopes) for one in finding["evidence"]]
    return False if False in told else None if None in told else True


def _is_there(evidence: Mapping[str, Any], scopes: Mapping[str, Oracle]) -> bool | None:
    oracle = scopes.get(evidence.get("scope", ""))
    if oracle is None or evidence["ask"] not in ("event", "verdict"):
        return None
    found, about, wanted = oracle.found(evidence.get("reading")), evidence["about"], evidence.get("expect", {})
    if evidence["ask"] == "verdict":
        return found.verdicts.get(about["property"]) == wanted["word"]
    material = found.material.get((about["kind"], about["subject"], *about.get("pair", ())))
    return material is not None and wanted.get("material", material) == material


def wilson(part: int, whole: int) -> tuple[float, float]:
    """Between what the share of all lies with 95 % confidence, of which a sample has this share (Wilson 1927)."""
    if not whole:
        return 0.0, 1.0
    z, p = 1.959963984540054, part / whole
    middle, half = p + z * z / (2 * whole), z * ((p * (1 - p) + z * z / (4 * whole)) / whole) ** 0.5
    scale = 1 + z * z / whole
    return max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale)


class OfAdequacy(Truth):
    """Claims of `adequacy`: its figures follow from each other, and a fault that differs makes a difference."""

    def tried_of(self, tried: str, every: str) -> str:
        return unlike((number(tried), number(every)), (self.said["tried"], self.said["every"]))

    def of_kind(self, kind: str, *said: str) -> str:
        rows = self.said["kinds"]
        keys = ("faults", "differ", "hand", "sweep", "both", "plays", "all")
        sums = {key: sum(row[key] for row in rows.values()) for key in keys}
        true = sums if kind == "all" else rows.get(kind, {})
        faults, differ, hand, sweep, both, _, all_ = map(int, said)
        if not (max(hand, sweep) <= both <= min(differ, hand + sweep) and both <= all_ <= differ <= faults):
            return "such numbers cannot be"
        return unlike(tuple(map(int, said)), tuple(true.get(key) for key in keys))

    def none_tried(self, every: str) -> str:
        return unlike((number(every), 0), (self.said["every"], self.said["tried"]))

    def none_differs(self, tried: str, every: str, *looked: str) -> str:
        return self._sums(tried, every, "0") or self._looked(*looked)

    def of_faults(self, tried: str, every: str, differ: str, *said: str) -> str:
        """The shares follow from the figures of the kinds, the interval from Wilson's formula."""
        looked, wanted, noticed, low, high, all_ = said
        rows = self.said["kinds"].values()
        made, both, every_way = (sum(row[key] for row in rows) for key in ("differ", "both", "all"))
        shares = tuple(f"{100 * part / made:.0f} %" if made else "–" for part in (both, every_way))
        bounds = tuple(f"{100 * x:.0f}" for x in wilson(both, made)) if low else ("", "")
        return (
            self._sums(tried, every, differ)
            or self._looked(looked, wanted)
            or unlike((noticed, all_, low, high), (*shares, *bounds))
        )

    def _sums(self, tried: str, every: str, differ: str) -> str:
        rows = self.said["kinds"].values()
        faults, made = (sum(row[key] for row in rows) for key in ("faults", "differ"))
        there = faults, made, self.said["every"] if every else faults
        return unlike((number(tried), number(differ), number(every or tried)), there)

    def _looked(self, looked: str, wanted: str) -> str:
        """Where some scopes were not looked at, the sentence has to say so."""
        there = tuple(sum(self.said[key].values()) for key in ("scopes", "wanted"))
        if not looked:
            return f"only {there} scopes were looked at" if self.said["stopped"] else ""
        return unlike((number(looked), number(wanted)), there)

    def survives(self, at: str, operator: str, file: str, line: str, scope: str, play: str) -> str:
        """A fault that differs in the ruleset's scope does so; one that nobody notices meets nothing new there."""
        true = differs(self.oracle, f"{at}: {operator}", f"{file}:{line}")
        if true is None or scope.startswith("sweep"):
            return ""
        return "it makes no difference" if not true[0] else "it must be noticed" if true[1] else ""

    def rows(self) -> Iterator[str]:
        """What is said of some faults that are noticed."""
        for one in self.said["rows"]:
            if one["differs"] == self.oracle.scope:
                true = differs(self.oracle, one["fault"], one["place"])
                if true is not None and not true[0]:
                    yield f"{one['fault']}: it makes no difference in {one['differs']}"

    def more_survive(self, how_many: str) -> str:
        return unlike(int(how_many), len(self.said["survivors"]) - 20)

    def unnoticed(self, share: str) -> str:
        rows = self.said["kinds"].values()
        differ, both = (sum(row[key] for row in rows) for key in ("differ", "both"))
        return unlike(share, f"{100 * (differ - both) / differ:.0f} %" if differ else "–")


class OfAblation(OfExploration):
    """Claims of `ablate`: what is otherwise without a clause, as the oracle finds it in the text without it."""

    def whole(self, states: str, transitions: str) -> str:
        if not self.said["complete"]:
            return ""
        return unlike((number(states), number(transitions)), self.found.counts[:2])

    def redundant(self, redundant: str, every: str, unknown: str) -> str:
        words = [one["change"] for one in self.said["clauses"]]
        true = words.count("nothing"), len(words), words.count("unknown")
        return unlike((number(redundant), number(every), number(unknown or "0")), true)

    def noticed(self, without: str, of: str, cites: str, changes: str, by: str) -> str:
        """The verdicts without a clause; `clauses` asks the oracle for them."""
        name, _, kind = without.removesuffix(")").rpartition(" (")
        row = name, kind, of  # a clause that hangs on several rules has a row of each
        there = next((one for one in self.said["clauses"] if (one["name"], one["kind"], one["of"]) == row), None)
        if there is None:
            return ""
        told = re.findall(rf"(\S+): ({HOLDS}|{UP_TO}|{VIOLATED}|{VACUOUS}|{UNKNOWN})", by)
        return unlike(told, [(one["name"], one["without"]) for one in there["properties"]])

    def every(self) -> str:
        """How many are left out, where all are permits, forbids, exceptions, or what these are over."""
        book = self.oracle.explorer().book
        if {one["kind"] for one in self.said["clauses"]} - {"permit", "forbid", "over", "exception"} or self.oracle.off:
            return ""
        clauses = book.of("permit", "forbid", "exception", "lift")
        if any(len(rule.bases or ()) > 1 for rule in clauses):  # each is left out of each
            return ""
        cited = [1 + all(c.kind != "permit" for c in rule.clauses) for rule in book.of("trigger")]  # missing it is one
        beaten = [sum(c.kind == "permit" for c in one.clauses) or one.kind == "trigger" if one.kind not in BEATEN else 1
                  for rule in clauses for one in rule.over]  # fmt: skip
        return unlike(len(self.said["clauses"]), len(clauses) + sum(beaten) + sum(cited))

    def clauses(self) -> Iterator[str]:
        path = self.oracle.folder / self.oracle.name / "model.py"
        text = path.read_text(encoding="utf-8")
        names = [one["name"] for one in self.said["clauses"]]
        for one in self.said["clauses"]:
            name, _, over = one["name"].partition(" over ")
            if names.count(one["name"]) > 1:  # it hangs on several rules, and is left out of one at a time
                continue
            if one["kind"] not in ("permit", "forbid", "over", "answer") or one["change"] == "unknown":
                continue
            less = without_answer(text, name) if one["kind"] == "answer" else without(text, name, over)
            found = explored(self.oracle, path, less)
            if found is None:
                continue
            before, after = self.found.verdicts, found.verdicts
            true = {n: (before[n], after[n]) for n in before if before[n] != after[n]}
            said = {p["name"]: (p["with"], p["without"]) for p in one["properties"]}
            if said != true and not self.oracle.off:
                yield f"without {one['name']}: {said}, the oracle {true}"
            states, usual = (set(map(shown, each.depth)) for each in (found, self.found))
            same = states == usual and found.counts == self.found.counts
            if not same and one["change"] == "nothing":
                yield f"without {one['name']} nothing is said to change; the oracle counts {found.counts}"
            if "states" in one and (one["states"], one["transitions"]) != found.counts[:2]:
                yield f"without {one['name']}: {one['states']} states, {one['transitions']} steps, not {found.counts}"
