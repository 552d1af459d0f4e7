"""The meaning of a `Tell`: live and decisive rules, and events, of which clauses held. Every engine's log is read by
it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Protocol, TypeVar

from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.clauses import unbeaten
from ruleslawyer.ir.system import Deed, Instead, Norm, System
from ruleslawyer.origin import Origin
from ruleslawyer.semantics.events import Event
from ruleslawyer.semantics.judgement import Judgement, Verdict

C = TypeVar("C")
Names = dict[str, None]


class Clause(Protocol):
    """A clause as far as a `Tell` is about it."""

    @property
    def origin(self) -> Origin: ...
    @property
    def name(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Told:
    """The consequences of one `Tell`. judgement: of norms."""

    events: dict[tuple[str, ...], Event] = field(default_factory=dict)
    live: Names = field(default_factory=dict)
    decisive: Names = field(default_factory=dict)
    judgement: Judgement | None = None

    def note(self, event: Event) -> None:
        self.events.setdefault(event.key, event)


def told(system: System, kind: n.Telling, base: str, bits: Sequence[bool]) -> Told:
    """bits: those of the `Tell`, in its order; more than it has say nothing."""
    match kind:
        case "norms":
            norms = system.judged[base]
            return _norms(base, _where(norms, bits), bits[len(norms)])
        case "deed":
            return _deed(system.deeds[base], bits)
        case "layers":
            layers = system.terms[base].exceptions
            found = Told(live=_names(_where(layers, bits)))
            _clashes(found, base, list(combinations(layers, 2)), bits[len(layers) :])
        case "numbers":
            term = system.terms[base]
            by_name, k = {layer.name: layer for layer in term.numeric}, len(term.numeric)
            found = Told(live=_names(_where(term.numeric, bits)), decisive=_names(_where(term.numeric, bits[k:])))
            _clashes(found, base, [(by_name[a], by_name[b]) for a, b in term.crossings], bits[2 * k :])
        case "question":
            question = system.questions[base]
            options = tuple(option.name for option in question.options)
            found = Told()
            if not bits[0]:
                found.note(Event("gap", base, (), base, options, question.origin.cites))
            answers = [option for option in question.options if option.kind == "answer"]
            _clashes(found, base, list(combinations(answers, 2)), bits[1:], options)
        case "consulted":
            found = Told()
    return found


def _where(things: Iterable[C], bits: Sequence[bool]) -> list[C]:
    return [thing for thing, holds in zip(things, bits, strict=False) if holds]


def _names(clauses: Iterable[Clause]) -> Names:
    return dict.fromkeys(clause.name for clause in clauses)


def _clashes(
    found: Told,
    base: str,
    pairs: Sequence[tuple[Clause, Clause]],
    bits: Sequence[bool],
    options: tuple[str, ...] | None = None,
) -> None:
    """Pairs that differ. Of a question its options are the choice; else there is one for each pair."""
    for (one, other), met in zip(pairs, bits, strict=False):
        if met:
            names = one.name, other.name
            key, of = (f"{base}:{one.name}/{other.name}", names) if options is None else (base, options)
            found.note(Event("contradiction", base, names, key, of, one.origin.cites + other.origin.cites))


def silence(system: System, at: n.Fail) -> Event:
    """The event where the option of a question is silent, which a reading takes, or a ruling."""
    question = system.questions[at.question]
    option = next(option for option in question.options if option.name == at.option)
    options = () if at.ruled else tuple(option.name for option in question.options)
    return Event("unresolved", at.question, (at.option,), at.question, options, option.origin.cites)


# --- norms ----------------------------------------------------------------------------------------------------------


def verdict_of(permits: object, forbids: object) -> Verdict:
    """The four answers."""
    if permits:
        return "contradiction" if forbids else "legal"
    return "illegal" if forbids else "unspoken"


def _live(held: Sequence[Norm | Instead]) -> list[Norm | Instead]:
    over = {clause.name: clause.over for clause in held}
    alive = unbeaten(dict.fromkeys(over, True), over, lambda one, beaters: one and not any(beaters))
    return [clause for clause in held if alive[clause.name]]


def _verdict(live: Sequence[Norm | Instead]) -> Verdict:
    kinds = {clause.kind for clause in live}
    return verdict_of("permit" in kinds, "forbid" in kinds)


def _norms(base: str, held: Sequence[Norm | Instead], allowed: bool) -> Told:
    live = _live(held)
    verdict = _verdict(live)
    permits, forbids = ([c for c in live if c.kind == kind] for kind in ("permit", "forbid"))
    decisive = tuple(c.name for c in held if _verdict(_live([o for o in held if o is not c])) != verdict)
    cites = tuple(dict.fromkeys(cite for c in (*permits, *forbids) for cite in c.origin.cites))
    permitting, forbidding = tuple(c.name for c in permits), tuple(c.name for c in forbids)
    judgement = Judgement(base, verdict, allowed, tuple(c.name for c in held), permitting, forbidding, decisive, cites)
    found = Told(live=_names([*permits, *forbids]), judgement=judgement)
    for permit in permits:
        for forbid in forbids:
            key, both = f"{base}:{permit.name}/{forbid.name}", permit.origin.cites + forbid.origin.cites
            found.note(Event("contradiction", base, (permit.name, forbid.name), key, ("permit", "forbid"), both))
    return found


def judgement_of(base: str, held: Sequence[Norm | Instead], reading: Mapping[str, str] | None = None) -> Judgement:
    """The judgement of the norms that hold, under a reading; forbids prevail where none is given."""
    found = _norms(base, held, False).judgement
    assert found is not None
    prevails = {key for key, option in (reading or {}).items() if option == "permit"}
    allowed = any(all(f"{base}:{p}/{f}" in prevails for f in found.forbids) for p in found.permits)
    return replace(found, allowed=allowed)


def _deed(deed: Deed, bits: Sequence[bool]) -> Told:
    clauses = (deed.permit, *deed.clauses)
    held, allowed = _where(clauses, bits), bits[len(clauses)]
    found = _norms(deed.name, held, allowed)
    demanded, *others = held
    answer = _happens(held)
    found.decisive.update(
        _names(c for c in others if _happens([demanded, *(o for o in others if o is not c)]) != answer)
    )
    insteads = [c for c in _live(held) if isinstance(c, Instead)]
    found.live.update(_names(insteads))
    if allowed:
        rivals = [(a, b) for a, b in combinations(insteads, 2) if a.by != b.by]
        _clashes(found, deed.name, rivals, [True] * len(rivals))
    return found


def _happens(held: Sequence[Norm | Instead]) -> tuple[Verdict, frozenset[str]]:
    """The verdict on a demand and, where it is permitted, the deeds that replace it."""
    live = _live(held)
    verdict = _verdict(live)
    replacing = (c.by for c in live if isinstance(c, Instead)) if verdict in ("legal", "contradiction") else ()
    return verdict, frozenset(replacing)
