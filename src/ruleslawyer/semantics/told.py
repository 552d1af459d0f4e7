"""The consequences of a `Tell` in one state: live and decisive rules, and events. Every engine's log is read by it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from ruleslawyer.core.told import clauses_in_tell
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.clauses import clash_key, unbeaten
from ruleslawyer.ir.system import Clause, Instead, Norm, System
from ruleslawyer.semantics.events import Event
from ruleslawyer.semantics.judgement import Judgement, Verdict

Names = dict[str, None]


@dataclass(frozen=True, slots=True)
class Told:
    """The consequences of one `Tell`. judgement: of norms."""

    events: dict[tuple[str, ...], Event] = field(default_factory=dict)
    live: Names = field(default_factory=dict)
    decisive: Names = field(default_factory=dict)
    judgement: Judgement | None = None

    def note(self, event: Event) -> None:
        self.events.setdefault(event.key, event)


def events_of_tell(system: System, kind: n.Telling, base: str, bits: Sequence[bool]) -> Told:
    """bits: those of the `Tell`, in its order; more than it has say nothing."""
    of = clauses_in_tell(system, kind, base, bits, _both, _without)
    found = Told(live=_where(of.live))
    if kind == "question" and not of.more[0]:
        found.note(Event("gap", base, (), base, _options(system, base), system.questions[base].origin.cites))
    for one, other, met in of.clashes:
        if met:
            found.note(_clash(system, base, one, other))
    if kind == "numbers":
        found.decisive.update(_where(dict(zip(of.held, of.more, strict=False))))
    elif kind == "norms":
        held = [norm for norm in system.norms[base] if of.held[norm.name]]
        return replace(found, judgement=_judgement(base, held, of.more[0]))
    elif kind == "deed":
        deed = system.deeds[base]
        clauses = [clause for clause in deed.clauses if of.held[clause.name]]
        found.decisive.update(_deciding([deed.permit, *clauses], clauses))
    return found


def _both(*bits: bool) -> bool:
    return all(bits)


def _without(bit: bool, others: Sequence[bool]) -> bool:
    return bit and not any(others)


def _where(bits: Mapping[str, bool]) -> Names:
    return {name: None for name, holds in bits.items() if holds}


def _options(system: System, question: str) -> tuple[str, ...]:
    return tuple(option.name for option in system.questions[question].options)


def _clash(system: System, base: str, one: Clause, other: Clause) -> Event:
    """The event of a clash: of a question its options are the choice; else there is one for each pair."""
    names, cites = (one.name, other.name), one.origin.cites + other.origin.cites
    if base in system.questions:
        return Event("contradiction", base, names, base, _options(system, base), cites)
    options = ("permit", "forbid") if other.role == "forbid" else names
    return Event("contradiction", base, names, clash_key(base, one.name, other.name), options, cites)


def silence(system: System, at: n.Fail) -> Event:
    """The event where the option of a question is silent, which a reading takes, or a ruling."""
    option = next(option for option in system.questions[at.question].options if option.name == at.option)
    options = () if at.ruled else _options(system, at.question)
    return Event("unresolved", at.question, (at.option,), at.question, options, option.origin.cites)


# --- norms ----------------------------------------------------------------------------------------------------------


def verdict_of(permits: object, forbids: object) -> Verdict:
    """The four answers."""
    if permits:
        return "contradiction" if forbids else "legal"
    return "illegal" if forbids else "unspoken"


def _live(held: Sequence[Norm | Instead]) -> dict[str, list[Norm | Instead]]:
    """The live ones among clauses that hold, by their kind."""
    over = {clause.name: clause.over for clause in held}
    alive = unbeaten(dict.fromkeys(over, True), over, _without)
    return {kind: [c for c in held if c.kind == kind and alive[c.name]] for kind in ("permit", "forbid", "instead")}


def _answer(held: Sequence[Norm | Instead]) -> tuple[Verdict, frozenset[str]]:
    """The verdict and, where it is permitted, the deeds that replace the one that is demanded."""
    live = _live(held)
    replacing = (c.by for c in live["instead"] if isinstance(c, Instead)) if live["permit"] else ()
    return verdict_of(live["permit"], live["forbid"]), frozenset(replacing)


def _deciding(held: Sequence[Norm | Instead], among: Sequence[Norm | Instead]) -> Names:
    """The norms without which the answer would be another."""
    answer = _answer(held)
    return {c.name: None for c in among if _answer([other for other in held if other is not c]) != answer}


def _judgement(base: str, held: Sequence[Norm], allowed: bool) -> Judgement:
    live = _live(held)
    permits, forbids = live["permit"], live["forbid"]
    return Judgement(
        base,
        verdict_of(permits, forbids),
        allowed,
        tuple(clause.name for clause in held),
        tuple(clause.name for clause in permits),
        tuple(clause.name for clause in forbids),
        tuple(_deciding(held, held)),
        tuple(dict.fromkeys(cite for clause in (*permits, *forbids) for cite in clause.origin.cites)),
    )


def judgement_of(base: str, held: Sequence[Norm], reading: Mapping[str, str] | None = None) -> Judgement:
    """The verdict of the norms that hold, under a reading; forbids prevail where none is given."""
    found, prevails = _judgement(base, held, False), {key for key, said in (reading or {}).items() if said == "permit"}
    allowed = any(all(clash_key(base, p, f) in prevails for f in found.forbids) for p in found.permits)
    return replace(found, allowed=allowed)
