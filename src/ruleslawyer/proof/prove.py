"""The properties of a ruleset, asked of whatever answers: for any number of cards first, then explorations of its
scopes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import cached_property
from pathlib import Path
from time import monotonic, thread_time
from typing import TYPE_CHECKING, Annotated

from ruleslawyer.base.diagnostics import ModelError, Tell, UsageError, nearest
from ruleslawyer.base.files.content import Json
from ruleslawyer.ir.rules import APART, FOLLOWED, UNBROKEN, WRITES
from ruleslawyer.ir.system import System
from ruleslawyer.proof import in_scope
from ruleslawyer.proof.any_number import ProveForAny, as_proof, drop_premises
from ruleslawyer.proof.in_scope import break_under_readings, explore_remaining, quickest_first
from ruleslawyer.proof.kept_proofs import reprove
from ruleslawyer.proof.lemmas import REASONS, accepted_lemmas, load_lemmas, load_rows
from ruleslawyer.proof.other_players import ask_other_players
from ruleslawyer.proof.plays import break_by_situation, break_with_numbers, open_numbers, try_situations
from ruleslawyer.proof.result import ProofResult, no_answer
from ruleslawyer.rulebook.answers.store import Answers, users_answers
from ruleslawyer.rulebook.claims.clashes import pairs
from ruleslawyer.rulebook.claims.expected import broken_in
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C
from ruleslawyer.rulebook.claims.result import ranged_fields
from ruleslawyer.rulebook.claims.verdict import PLAYERS
from ruleslawyer.rulebook.declared import APART as ASIDE
from ruleslawyer.rulebook.declared import TIMEOUT, Option, Reading, Ruling, Told, certificates_of
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

if TYPE_CHECKING:  # the solver is loaded only where something is proved
    from ruleslawyer.engines.smt.lifted.verdict import ProofVerdict

TOTAL = 30.0
"""The most seconds for what is looked for, where nobody says how many."""
AGAIN = 150.0
"""The most seconds in which kept proofs are made again, where nobody says how many: as many as in a check."""
AT_ONCE = 5.0
"""The most seconds for one question about any number of cards."""
HALF, QUARTER = 0.5, 0.25
"""The share of the time for any number of cards, and of what is left then for plays that are kept; and of that for
other numbers of players than a proof is of."""
MOST_TO_A_KNOWN_PLAY = 20_000
"""States that are looked at for a play that is kept: under its reading a game may have no end."""
NOWHERE = "it is asked of scopes alone, and there is none that leaves nothing open"
"""The reason for UNKNOWN of a property that only explorations answer, where there is no scope."""


@dataclass(frozen=True)
class Prove(Told["tuple[ProofResult, ...]"]):
    """Prove every property, under all readings unless one is chosen. The project's code is never executed.

    First for any number, by z3: what lemmas.json keeps is proved again (`check`
    has done so already), and proofs of the rest are looked for. What is left is asked of
    the plays of the scopes that leave nothing open, or of those of --scope alone. No
    scope is needed; what is asked of plays alone is UNKNOWN where there is none.

    VIOLATED: by this play, under the reading that is named; other options than the
    default are tried one at a time. PROVED for any number says of what; its questions are
    made anew and asked again, of cvc5 too where it is installed, and what was found and
    is not accepted so is UNCHECKED. HOLDS IN SCOPE: in every play of the scopes that are
    named, under the default reading. VACUOUS: it speaks of what never comes up. UNKNOWN
    says why: the rule at which induction stops, and what ended the explorations.

    Exit code 1 when a property neither holds nor has its verdict declared in
    expected.toml, or its reading in options.toml; 3 where all of these hold up to a cap.
    Ctrl-C prints what was proved so far.

    Examples:

      ruleslawyer prove megacorp

      ruleslawyer prove megacorp money_is_never_negative --timeout 120 --json

      ruleslawyer prove memesis source_is_never_negative --explain

      ruleslawyer prove daemons --scope tiny

      ruleslawyer prove daemons --any-number --default-reading

      ruleslawyer prove daemons --any-number --total 600 --keep

      ruleslawyer prove daemons --certificates build/certificates
    """

    properties: Annotated[
        Sequence[str] | None,
        Option("Only these; else all.", argument=True, metavar="PROPERTY", completes="properties"),
    ] = None
    reading: Reading = None
    rulings: Ruling = None
    _: KW_ONLY
    scope: Annotated[
        str, Option("Explore this scope alone, for what is not proved.", completes="scopes", show_default="all")
    ] = ""
    timeout: Annotated[float, TIMEOUT] = 30.0
    certificates: Annotated[Path | None, certificates_of("proof", "property")] = None
    total: float | None = None
    """Seconds for all together; else `timeout`, at most 30, or `timeout` for each that is named; and at most 150 more
    for what is kept."""
    fresh: Annotated[bool, ASIDE] = False
    """Nothing is believed that was found before."""
    broken_in: Mapping[str, Collection[str]] | None = None
    """Of a property, the scopes that are declared to break it, and are asked before it is said to be proved; None: as
    `expected.toml` says."""

    def __call__(self, ruleset: LoadedRuleset, /) -> tuple[ProofResult, ...]:
        if self.scope and ruleset.scope(self.scope).is_open and not open_numbers(ruleset, self.scope):
            about = f"scope `{self.scope}` leaves something open, and no exploration chooses it"
            raise UsageError(about, "--scope", "leave it out: what is proved is proved for any number")
        found = _Run(self, ruleset).answers()
        proved = [proof for proof in found if proof.verdict == "PROVED"]
        if proved and self.certificates is not None:
            ProveForAny(
                [proof.property for proof in proved], self.reading, self.rulings, timeout=min(self.timeout, AT_ONCE),
                total=max(AGAIN, self.total or 0.0), progress=self.progress, certificates=self.certificates,
                lemmas=accepted_lemmas(ruleset, proved),
            )(ruleset)  # fmt: skip
        return found


@dataclass
class _Run:
    """The way to the verdicts. interrupted: by Ctrl-C."""

    wanted: Prove
    ruleset: LoadedRuleset
    why: dict[str, str] = field(default_factory=dict)
    """The reason why there is no proof for any number of cards, by property, where none was looked for."""
    found: dict[str, ProofVerdict] = field(default_factory=dict)
    """What came of looking for one."""
    interrupted: bool = False

    def answers(self) -> tuple[ProofResult, ...]:
        """A verdict on each property."""
        from ruleslawyer.engines.smt.lifted.prove import contradictory_assumptions

        wanted, ruleset = self.wanted, self.ruleset
        asked = (
            every_property(ruleset.system) if wanted.properties is None else _check_names(ruleset, wanted.properties)
        )
        why, with_empty = contradictory_assumptions(ruleset.system, None)
        if why and not (with_empty and _has_scope_with_empty_sort(ruleset)):  # there is no scope to ask either
            return tuple(replace(no_answer(ruleset.system, name), verdict="VACUOUS", reason=why) for name in asked)
        broken = broken_in(ruleset.expectations()) if wanted.broken_in is None else wanted.broken_in
        rows, start = load_rows(ruleset.root, ruleset.name), thread_time()
        proved = self.again(asked, AGAIN if wanted.total is None else HALF * wanted.total)
        total = wanted.total
        if total is None:
            start, total = thread_time(), max(min(TOTAL, wanted.timeout), wanted.timeout * len(wanted.properties or ()))
        if not self.interrupted:
            known = {proof.property for proof in proved}
            left = [name for name in asked if name not in known]
            proved += self.more(left, rows, min(wanted.timeout, AT_ONCE), start + HALF * total - thread_time())
        # Proofs for any number take their time of a processor. Where others have it too, what comes after loses none.
        end = monotonic() + start + total - thread_time()
        if not self.interrupted:
            proved = ask_other_players(
                ruleset, proved, broken, wanted.scope, wanted.reading, wanted.rulings, QUARTER * (end - monotonic()),
                wanted.progress, self.store,
            )  # fmt: skip
        found = {proof.property: proof for proof in proved}
        open_ = [self.open_property(name, rows) for name in asked if name not in found]
        open_ = self.try_out(self.explore(open_, proved, rows, broken, end), end)
        found |= {proof.property: proof for proof in open_}
        if not self.interrupted:
            found |= {proof.property: proof for proof in self.other_readings(open_, rows, end - monotonic())}
            found |= {proof.property: proof for proof in self.other_numbers([*found.values()], end - monotonic())}
        return drop_premises(ruleset.system, [found[name] for name in asked])

    def try_out(self, proofs: Sequence[ProofResult], end: float) -> list[ProofResult]:
        """The properties; where a play comes to a counterexample to induction, with that play."""
        wanted, ruleset = self.wanted, self.ruleset
        stuck = {one.property: one.stuck for one in proofs if one.stuck is not None and one.verdict != "VIOLATED"}
        if self.interrupted or not stuck:
            return [*proofs]
        tried = try_situations(ruleset, stuck, wanted.reading, wanted.rulings, end - monotonic())
        return [
            break_by_situation(replace(one, stuck=tried.get(one.property, one.stuck)), ruleset.system)
            for one in proofs
        ]  # fmt: skip

    def other_readings(
        self, proofs: Sequence[ProofResult], rows: Mapping[str, Json], seconds: float
    ) -> list[ProofResult]:  # fmt: skip
        """Asks under other options what a proof would say of every reading, and no proof says. Where it is kept why
        there is no proof, plays under them were looked for then."""
        wanted, ruleset = self.wanted, self.ruleset
        apart = play_properties(ruleset.system)
        left = [
            proof for proof in proofs
            if in_scope.may_be_proved(proof) and proof.property not in apart and proof.property not in rows
        ]  # fmt: skip
        scopes = [wanted.scope] if wanted.scope and not self.open_scope else quickest_first(ruleset, left, {})
        return break_under_readings(ruleset, left, scopes, wanted.reading, wanted.rulings, seconds, wanted.progress)

    def other_numbers(self, proofs: Sequence[ProofResult], seconds: float) -> list[ProofResult]:
        """The verdicts of which a proof would say more, or that are of the numbers of the book alone, where a scope
        leaves some open: what other numbers break is VIOLATED by them."""
        wanted, ruleset = self.wanted, self.ruleset
        where = self.open_scope or ruleset.open_scope
        left = [
            proof for proof in proofs if proof.property not in play_properties(ruleset.system)
            and (in_scope.may_be_proved(proof) or (proof.verdict == "PROVED" and not proof.numbers))
        ]  # fmt: skip
        if where is None or not left or not open_numbers(ruleset, where):
            return left
        return break_with_numbers(ruleset, left, where, wanted.reading, wanted.rulings, seconds, wanted.progress)

    @property
    def open_scope(self) -> str:
        """The scope that is named, where it leaves numbers open."""
        named = self.wanted.scope
        return named if named and self.ruleset.scope(named).is_open else ""

    def explore(
        self, left: list[ProofResult], proved: Sequence[ProofResult], rows: Mapping[str, Json],
        broken: Mapping[str, Collection[str]], end: float,
    ) -> list[ProofResult]:  # fmt: skip
        """Asks plays what no proof answers: where it is kept as broken, and then scope by scope; and whether what some
        proofs speak of comes up."""
        wanted, ruleset = self.wanted, self.ruleset
        if self.interrupted:
            return [replace(proof, interrupted=True, reason=BY_CTRL_C) for proof in left]
        alone = "" if self.open_scope else wanted.scope
        if not wanted.rulings and not alone:
            left = self.find_breaks(left, rows, monotonic() + HALF * (end - monotonic()))
        scopes = [alone] if alone else quickest_first(ruleset, left, broken)
        more = open_numbers(ruleset) or any(proof.stuck is not None for proof in left)
        seconds = (HALF if more else 1.0) * (end - monotonic())
        left = explore_remaining(
            ruleset, [*left, *proved], scopes, wanted.reading, wanted.rulings, seconds, wanted.progress, further=True,
            late=self.late, answers=self.store,
        )  # fmt: skip
        nowhere = [] if scopes else play_properties(ruleset.system)
        return [replace(proof, reason=NOWHERE) if proof.property in nowhere else proof for proof in left]

    def find_breaks(
        self, left: Sequence[ProofResult], rows: Mapping[str, Json], end: float
    ) -> list[ProofResult]:  # fmt: skip
        """The verdicts, those on properties that are kept as broken with the plays that break them: each is found again
        in its scope, under its reading, which is explored once for all that it breaks."""
        wanted, found = self.wanted, {proof.property: proof for proof in left}
        chosen = wanted.reading or {}
        groups: dict[tuple[str, tuple[tuple[str, str], ...]], list[str]] = {}
        for name in found:
            row = rows.get(name, {})
            under = row.get("reading", {})
            if row.get("why") != "false" or row.get("scope") not in self.ruleset.scopes():
                continue
            if all(chosen.get(question, option) == option for question, option in under.items()):
                groups.setdefault((row["scope"], tuple(sorted(under.items()))), []).append(name)
        for (scope, reading), names in groups.items():
            asked = {**chosen, **dict(reading)}
            seconds = max(end - monotonic(), TOTAL if self.late else 0.0)  # such a play is known, and soon found
            of = [found[name] for name in names]
            told = explore_remaining(
                self.ruleset, of, [scope], asked, None, seconds, wanted.progress,
                late=self.late, states=MOST_TO_A_KNOWN_PLAY, answers=self.store,
            )  # fmt: skip
            found |= {one.property: one for one in told if one.verdict == "VIOLATED" or one.interrupted}
        return [*found.values()]

    @property
    def late(self) -> float:
        """Seconds of the clock beyond the end for scopes that take few, where nobody said how long it may take."""
        return AGAIN if self.wanted.total is None and self.wanted.timeout >= TOTAL else 0.0

    @cached_property
    def store(self) -> Answers:
        """Where explorations are kept: those of a check, too."""
        return users_answers(fresh=self.wanted.fresh)

    def again(self, asked: Sequence[str], seconds: float) -> list[ProofResult]:
        """The properties kept as proved for any number of cards, proved again, of every reading."""
        wanted, ruleset = self.wanted, self.ruleset
        lemmas = None if wanted.rulings else load_lemmas(ruleset.root, ruleset.name)
        if lemmas is None or {*asked}.isdisjoint(lemmas.properties):
            return []
        try:
            return [*reprove(ruleset, lemmas, asked, seconds, self.store, wanted.progress)]
        except KeyboardInterrupt:
            self.interrupted = True
            return []

    def more(
        self, asked: Sequence[str], rows: Mapping[str, Json], timeout: float, total: float
    ) -> list[ProofResult]:  # fmt: skip
        """Further proofs for any number of cards. Nothing is looked for where it is kept why there is no proof, and
        nothing is chosen that could change that."""
        from ruleslawyer.engines.smt.lifted.prove import provable

        wanted, ruleset = self.wanted, self.ruleset

        def is_told(name: str) -> bool:
            if name == UNBROKEN and rows and wanted.properties is None:  # of what is kept, all but this was looked for
                self.why[name] = "it is looked for where it is named"
                return True
            row = rows.get(name)
            return row is not None and not wanted.rulings and not (wanted.reading and row.get("default"))

        every = provable(ruleset.system, asked)
        self.why |= {name: "it is asked of scopes alone" for name in asked if name not in every}
        new = [name for name in every if not is_told(name)]
        if not new or total <= 0:
            return []
        found = for_any_number(
            ruleset, new, wanted.reading, wanted.rulings, timeout=timeout, total=total, progress=wanted.progress,
            numbers=open_numbers(ruleset, self.open_scope) if self.open_scope else None,
        )  # fmt: skip
        self.found = {one.property: one for one in found}
        self.interrupted = self.interrupted or any(one.interrupted for one in found)
        reading, rulings = wanted.reading or {}, wanted.rulings or {}
        return [as_proof(ruleset.system, one, reading, rulings) for one in found if one.verdict == "PROVED"]

    def open_property(self, name: str, rows: Mapping[str, Json]) -> ProofResult:
        """A property that is not proved for any number of cards, and why."""
        system = self.ruleset.system
        found = self.found.get(name)
        if found is not None and found.verdict == "VACUOUS":
            return replace(no_answer(system, name), verdict="VACUOUS", reason=found.reason)
        check, row = system.properties.get(name), rows.get(name)
        why = self.why.get(name, "it is not shown in its time") if row is None else REASONS[row["why"]]
        if found is not None and found.reason and row is None:
            why = f"{found.rule}: {found.reason}".removeprefix(": ")
        if check is not None and check.kind == "sometimes":
            why = "it asks for a play"
        elif row is not None and row["rule"]:
            why = f"{why} ({row['rule']})"
        unknown = no_answer(system, name, f"any number of members: {why}")
        stuck = None if found is None or not found.reason else found.situation
        return replace(unknown, stuck=stuck, closing="" if found is None or stuck is None else found.closing)


def for_any_number(
    ruleset: LoadedRuleset, names: Sequence[str], reading: Mapping[str, str] | None, rulings: Mapping[str, str] | None,
    *, timeout: float, total: float, progress: Tell | None, numbers: Sequence[str] | None = None,
) -> list[ProofVerdict]:  # fmt: skip
    """Verdicts for any number of cards: with any number of players first, where some scope has not two; then with two,
    on what is not proved by then. Explorations ask of beginnings, whatever is not proved."""
    verdicts: dict[str, ProofVerdict] = {}
    end = thread_time() + total
    several = any(ruleset.scope(name).size(ruleset.system.players) != PLAYERS for name in ruleset.scopes())
    for players in (None, PLAYERS) if several else (PLAYERS,):
        share = HALF * total if players is None else end - thread_time()
        left = [name for name in names if name not in verdicts or verdicts[name].verdict != "PROVED"]
        if not left or share <= 0 or any(verdict.interrupted for verdict in verdicts.values()):
            break
        prove = ProveForAny(
            left, reading, rulings, players=players, timeout=timeout, total=share, progress=progress, numbers=numbers,
            beginnings=False,
        )  # fmt: skip
        verdicts |= {verdict.property: verdict for verdict in prove(ruleset)}
    return [*verdicts.values()]


def every_property(system: System) -> list[str]:
    """The properties that are asked where nobody names one: ranges of fields, the model itself, and all checks."""
    return [*(f"{WRITES}{field}" for field in ranged_fields(system)), UNBROKEN, *system.properties]


def _check_names(ruleset: LoadedRuleset, names: Sequence[str]) -> list[str]:
    """Properties that are named; one that there is not is a mistake."""
    system = ruleset.system
    apart = [f"{APART}{pair.key}" for pair in pairs(system) if not pair.over]
    known = [*every_property(system), *apart]
    for name in names:
        if name not in known:
            alike = [one for one in known if one.startswith(APART) == name.startswith(APART)]
            raise UsageError(f"no property `{name}`", None, nearest(name, alike))
    return list(dict.fromkeys(names))


def play_properties(system: System) -> list[str]:
    """The properties that are asked of explorations alone: for a play, of all plays from a state, and of what players
    know."""
    kinds = "sometimes", *FOLLOWED
    return [name for name, check in system.properties.items() if check.kind in kinds or check.facts]


def longer_search_commands(
    ruleset: LoadedRuleset, proofs: Sequence[ProofResult], timeout: float, reading: Mapping[str, str],
    rulings: Mapping[str, str],
) -> tuple[dict[str, str], str]:  # fmt: skip
    """For each property of which a proof would say more, the command by which it is looked for longer; and the one that
    asks of all of them. What is VACUOUS wants a scope in which its situation comes up, and no more time; nor does more
    time help where a rule cannot be lifted, or where a play breaks it with other members."""

    def command(*names: str) -> str:
        chosen = in_scope.choice_options(reading, rulings)
        return f"ruleslawyer prove {ruleset.name} {' '.join(names)}{chosen} --timeout {4 * timeout:g}"

    from ruleslawyer.engines.smt.lifted.prove import provable
    from ruleslawyer.engines.smt.lifted.verdict import CANNOT_BE_LIFTED

    def is_in_vain(proof: ProofResult) -> bool:
        trial = None if proof.stuck is None else proof.stuck.trial
        broken = trial is not None and trial.trace is not None
        return broken or proof.verdict == "VACUOUS" or any(CANNOT_BE_LIFTED in why for why in proof.tried)

    known = provable(ruleset.system, [p.property for p in proofs])
    open_ = [p for p in proofs if not is_in_vain(p) and in_scope.may_be_proved(p)]
    left = [p.property for p in open_ if p.property in known]
    return {name: command(name) for name in left}, command(*left) if left else ""


def _has_scope_with_empty_sort(ruleset: LoadedRuleset) -> bool:
    """Whether some scope that can be has no member of some sort."""
    for name in ruleset.scopes():
        with suppress(ModelError, UsageError):
            if not all(ruleset.scope(name).names.values()):
                return True
    return False
