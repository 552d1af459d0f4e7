"""The properties of a ruleset, asked of whatever answers soonest: for any number of cards first, then explorations of
its scopes, then the solver in the scope that leaves cards and numbers open."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from time import monotonic, thread_time
from typing import TYPE_CHECKING, Annotated

from ruleslawyer.base.diagnostics import Tell
from ruleslawyer.base.files.content import Json
from ruleslawyer.ir.system import System
from ruleslawyer.proof import in_scope
from ruleslawyer.proof.any_number import ProveForAny, as_proof, same_game
from ruleslawyer.proof.in_scope import OF_ALL_PLAYS
from ruleslawyer.proof.kept_proofs import proved_again
from ruleslawyer.proof.lemmas import load_lemmas
from ruleslawyer.proof.open_numbers import open_numbers
from ruleslawyer.proof.other_numbers import break_with_numbers
from ruleslawyer.proof.prove import Prove, declared_to_break, explore_remaining, quickest_first
from ruleslawyer.proof.unproved import REASONS, load_rows
from ruleslawyer.rulebook.answers.store import Answers, users_answers
from ruleslawyer.rulebook.claims.limits import BY_CTRL_C
from ruleslawyer.rulebook.claims.verdict import PLAYERS
from ruleslawyer.rulebook.declared import APART, Reading, Ruling, Told
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

if TYPE_CHECKING:  # the solver is loaded only where something is proved
    from ruleslawyer.engines.smt.lifted.verdict import AnyNumber
    from ruleslawyer.engines.smt.prove.result import ProofResult

TOTAL = 30.0
"""Seconds for what is looked for, where nobody says how many."""
AGAIN = 150.0
"""The most seconds in which kept proofs are made again, where nobody says how many: as many as in a check."""
AT_ONCE = 5.0
"""The most seconds for one question about any number of cards."""
HALF = 0.5
"""The share of the time for any number of cards; of what is left then for plays that are kept; and of what is left
then for explorations."""


@dataclass(frozen=True)
class ProveInTime(Told["tuple[ProofResult, ...]"]):
    """Properties (all, or those named) asked of whatever answers soonest: for any number of cards, where what is
    kept is proved again; then explorations of the scopes; then the open scope, `timeout` seconds for each."""

    properties: Sequence[str] | None = None
    reading: Reading = None
    rulings: Ruling = None
    _: KW_ONLY
    timeout: float = 30.0
    total: float | None = None
    """Seconds for all together; else 30, or `timeout` for each that is named, and at most 150 more for what is kept."""
    solver_timeout: float = math.inf
    seed: int = 0
    fresh: Annotated[bool, APART] = False
    """Nothing is believed that was found before."""
    broken_in: Mapping[str, Collection[str]] | None = None
    """As it is for one scope."""

    def __call__(self, ruleset: LoadedRuleset, /) -> tuple[ProofResult, ...]:
        broken = declared_to_break(ruleset) if self.broken_in is None else self.broken_in
        return _in_time(self, ruleset, broken)


def _in_time(
    wanted: ProveInTime, ruleset: LoadedRuleset, broken_in: Mapping[str, Collection[str]]
) -> tuple[ProofResult, ...]:
    """A verdict on each property."""
    properties, reading, rulings, timeout = wanted.properties, wanted.reading, wanted.rulings, wanted.timeout
    total, progress = wanted.total, wanted.progress
    from ruleslawyer.engines.smt.prove.prove import askable

    start, system, why = thread_time(), ruleset.system, dict[str, str]()
    plays = of_plays(system)
    solvable = askable(system, None if properties is None else [name for name in properties if name not in plays])
    asked = [*solvable, *(name for name in plays if properties is None or name in properties)]
    rows = load_rows(ruleset.root, ruleset.name)
    for_any, interrupted = _again(
        ruleset, asked, rulings, AGAIN if total is None else HALF * total, users_answers(fresh=wanted.fresh), progress
    )
    if total is None:
        start, total = thread_time(), max(TOTAL, timeout * len(properties or ()))
    if not interrupted:
        known = {proof.property for proof in for_any}
        more, why, interrupted = _more(
            ruleset, [name for name in asked if name not in known], rows, reading, rulings,
            min(timeout, wanted.solver_timeout, AT_ONCE), start + HALF * total - thread_time(), progress,
        )  # fmt: skip
        for_any += more
    # Proofs for any number take their time of a processor. Where others have it too, what comes after loses none by it.
    end = monotonic() + start + total - thread_time()
    if not rulings and not interrupted:
        late = monotonic() + HALF * (end - monotonic())
        for_any = [
            _broken_with_others(ruleset, one, broken_in.get(one.property, ()), reading, late, progress)
            for one in for_any
        ]  # fmt: skip
    found = {proof.property: proof for proof in for_any}
    left = [_open_property(system, name, rows, why) for name in asked if name not in found]
    if interrupted:
        stopped = {proof.property: replace(proof, interrupted=True, reason=BY_CTRL_C) for proof in left}
        return tuple({**found, **stopped}[name] for name in asked)
    if not rulings:
        middle = monotonic() + HALF * (end - monotonic())
        left = [_find_break(ruleset, proof, rows.get(proof.property, {}), reading, middle, progress) for proof in left]
    scopes = quickest_first(ruleset, left, broken_in)
    left = explore_remaining(
        ruleset, left, scopes, reading, rulings, HALF * (end - monotonic()), progress, further=True
    )
    found |= {proof.property: proof for proof in left}
    left = _break_with_numbers(
        ruleset, [*left, *for_any], plays, reading, rulings, HALF * (end - monotonic()), progress
    )
    found |= {proof.property: proof for proof in left}
    where, unproved = ruleset.open_scope, [proof.property for proof in left if proof.verdict != "VIOLATED"]
    if unproved and where is not None and monotonic() < end and not any(proof.interrupted for proof in left):
        solved = Prove(
            unproved, where, reading, rulings,
            timeout=timeout, total=end - monotonic(), progress=progress, solver_timeout=wanted.solver_timeout,
            seed=wanted.seed, conditions=True, broken_in=broken_in, known={proof.property for proof in for_any},
        )(ruleset)  # fmt: skip
        found |= {proof.property: in_scope.stronger(found[proof.property], proof) for proof in solved}
    return tuple(found[name] for name in asked)


def _break_with_numbers(
    ruleset: LoadedRuleset, proofs: Sequence[ProofResult], plays: Collection[str], reading: Mapping[str, str] | None,
    rulings: Mapping[str, str] | None, seconds: float, progress: Tell | None,
) -> list[ProofResult]:  # fmt: skip
    """The properties of which a proof would say more, those of `plays` left out: some of the proofs are of the numbers
    of the book alone. Those that other numbers break are VIOLATED by them."""
    where, numbers = ruleset.open_scope, open_numbers(ruleset)
    left = [
        proof for proof in proofs if proof.property not in plays
        and (in_scope.may_be_proved(proof) or (numbers and proof.verdict == "PROVED" and not proof.numbers))
    ]  # fmt: skip
    if where is None or not numbers or not left:
        return left
    return break_with_numbers(ruleset, left, where, reading, rulings, seconds, progress)


def of_plays(system: System) -> list[str]:
    """The properties that are asked of explorations alone: of all plays from a state, and of what players know."""
    return [name for name, check in system.properties.items() if check.kind in OF_ALL_PLAYS or check.facts]


def goes_on(
    ruleset: LoadedRuleset, proofs: Sequence[ProofResult], timeout: float, reading: Mapping[str, str],
    rulings: Mapping[str, str],
) -> tuple[dict[str, str], str]:  # fmt: skip
    """For each property of which a proof would say more, the command by which the solver is asked for longer; and the
    one that asks of all of them."""
    scopes = quickest_first(ruleset, (), {})
    more = "" if ruleset.open_scope or not scopes else f" --scope {scopes[0]}"
    for option, chosen in (("reading", reading), ("ruling", rulings)):
        more += "".join(f" --{option} {question}={answer}" for question, answer in chosen.items())

    def command(*names: str) -> str:
        return f"ruleslawyer prove {ruleset.name} {' '.join(names)}{more} --timeout {4 * timeout:g}"

    solvable = [p for p in proofs if p.property not in of_plays(ruleset.system)]
    left = [proof.property for proof in solvable if in_scope.may_be_proved(proof)]
    return {name: command(name) for name in left}, command(*left) if left else ""


def _again(
    ruleset: LoadedRuleset, asked: Sequence[str], rulings: Mapping[str, str] | None, seconds: float, answers: Answers,
    progress: Tell | None,
) -> tuple[list[ProofResult], bool]:  # fmt: skip
    """The properties kept as proved for any number of cards, proved again, of every reading; and whether Ctrl-C
    came."""
    lemmas = None if rulings else load_lemmas(ruleset.root, ruleset.name)
    if lemmas is None or {*asked}.isdisjoint(lemmas.properties):
        return [], False
    try:
        return [*proved_again(ruleset, lemmas, asked, seconds, answers, progress)], False
    except KeyboardInterrupt:
        return [], True


def _more(
    ruleset: LoadedRuleset, asked: Sequence[str], rows: Mapping[str, Json], reading: Mapping[str, str] | None,
    rulings: Mapping[str, str] | None, timeout: float, total: float, progress: Tell | None,
) -> tuple[list[ProofResult], dict[str, str], bool]:  # fmt: skip
    """Further proofs for any number of cards, the reasons why the rest is not proved, and whether Ctrl-C came. Nothing
    is looked for where it is kept why there is no proof, and nothing is chosen that could change that."""
    from ruleslawyer.engines.smt.lifted.prove import provable

    def is_told(name: str) -> bool:
        row = rows.get(name)
        return row is not None and not rulings and not (reading and row.get("default"))

    every = provable(ruleset.system)
    why = {name: "it is asked of scopes alone" for name in asked if name not in every}
    new = [name for name in every if name in asked and not is_told(name)]
    if not new or total <= 0:
        return [], why, False
    proofs: list[ProofResult] = []
    found: Sequence[AnyNumber] = ()
    end = thread_time() + total
    for players in (None, PLAYERS) if is_for_several(ruleset) else (PLAYERS,):
        share = HALF * total if players is None else end - thread_time()
        left = [name for name in new if name not in {proof.property for proof in proofs}]
        if not left or share <= 0 or any(one.interrupted for one in found):
            break
        found = ProveForAny(
            left, reading, rulings, players=players, timeout=timeout, total=share, progress=progress,
            beginnings=False,  # explorations ask of them, whatever is not proved
        )(ruleset)  # fmt: skip
        proofs += [as_proof(ruleset.system, one, reading or {}) for one in found if one.verdict == "PROVED"]
        why |= {one.property: f"{one.rule}: {one.reason}".removeprefix(": ") for one in found if one.reason}
    return proofs, why, any(one.interrupted for one in found)


def is_for_several(ruleset: LoadedRuleset) -> bool:
    """Whether some scope has another number of players than two, so that a proof for any number is looked for."""
    return any(ruleset.scope(name).size(ruleset.system.players) != PLAYERS for name in ruleset.scopes())


def _broken_with_others(
    ruleset: LoadedRuleset, proof: ProofResult, scopes: Collection[str], reading: Mapping[str, str] | None, end: float,
    progress: Tell | None,
) -> ProofResult:  # fmt: skip
    """A proof for so many players, with the play of another number that breaks it, where one is declared to."""
    of = dict(proof.sizes).get(ruleset.system.players)
    others = [] if of is None else [s for s in scopes if not same_game(ruleset.system, ruleset.scope(s), None)]
    for name in others:
        if ruleset.scope(name).size(ruleset.system.players) != of:
            asked = _open_property(ruleset.system, proof.property, {}, {})
            (found,) = explore_remaining(ruleset, [asked], [name], reading, None, max(0.0, end - monotonic()), progress)
            if found.verdict == "VIOLATED":
                return replace(found, tried=(*found.tried, f"{proof.verdict_text()}, and not for more or fewer"))
    return proof


def _find_break(
    ruleset: LoadedRuleset, proof: ProofResult, row: Json, reading: Mapping[str, str] | None, end: float,
    progress: Tell | None,
) -> ProofResult:  # fmt: skip
    """The verdict on a property that is kept as broken, with the play that breaks it: it is found again in its scope,
    under its reading."""
    chosen, under = reading or {}, row.get("reading", {})
    if row.get("why") != "false" or row.get("scope") not in ruleset.scopes() or monotonic() >= end:
        return proof
    if any(chosen.get(question, option) != option for question, option in under.items()):
        return proof
    (found,) = explore_remaining(
        ruleset, [proof], [row["scope"]], {**chosen, **under}, None, end - monotonic(), progress
    )
    return found if found.verdict == "VIOLATED" or found.interrupted else proof


def _open_property(system: System, name: str, rows: Mapping[str, Json], found: Mapping[str, str]) -> ProofResult:
    """A property that is not proved for any number of cards, and why."""
    from ruleslawyer.engines.smt.prove.prove import no_answer

    check, row = system.properties.get(name), rows.get(name)
    why = found.get(name, "it is not shown in its time") if row is None else REASONS[row["why"]]
    if check is not None and check.kind == "sometimes":
        why = "it asks for a play"
    elif row is not None and row["rule"]:
        why = f"{why} ({row['rule']})"
    return no_answer(system, name, f"any number of cards: {why}")
