"""The description beside a module: how states and choices lie in memory, and what the logged numbers mean."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json
from ruleslawyer.base.origin import Origin
from ruleslawyer.bridges.portable.answered import NOTHING, Answered
from ruleslawyer.bridges.portable.positions import Positions, described_fields, described_position, described_prints
from ruleslawyer.bridges.portable.tables import describe_table, describe_view
from ruleslawyer.bridges.portable.types import describe_type
from ruleslawyer.engines.native.choosing import places
from ruleslawyer.engines.native.filed import PortableCode
from ruleslawyer.engines.native.image import Answers, Image, changed_words, image, kept_choice, registers
from ruleslawyer.engines.native.scope_data import Layout
from ruleslawyer.ir import types as t
from ruleslawyer.ir.rules import FOLLOWED, NATURE, Check
from ruleslawyer.ir.system import Clause, Duty, Instead, Norm, Settle, System
from ruleslawyer.rulebook.answers.meaning import meaning
from ruleslawyer.rulebook.claims.conclusion import apart_from
from ruleslawyer.rulebook.claims.cone import Cones
from ruleslawyer.rulebook.claims.readings import choice_json, choices, default_reading, options
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.rulebook.table.happened import forced_rules, forced_says
from ruleslawyer.rulebook.table.read import view_of
from ruleslawyer.semantics import fairness
from ruleslawyer.semantics.beginnings import one_of_each
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.events import gap_of
from ruleslawyer.semantics.sight import path_name
from ruleslawyer.semantics.sizes import span
from ruleslawyer.semantics.transition import Instance, TransitionSystem
from ruleslawyer.studies.games.bots import measure
from ruleslawyer.studies.games.table import Worth

FORMAT = 1
MOST_STARTS = 1000
"""Ways to begin that a scope's file lists."""
PLACES = (
    "CONTEXT", "GAME", "HISTORY", "SCRIPT", "LISTED", "AWAITED", "PACKED", "KNOWN", "LAST", "LOG", "MASKS",
)  # fmt: skip
"""Where hosts read and write."""
SAYS = {True: "kept", False: "violated", None: "unevaluated"}


def describe_ruleset(
    ruleset: LoadedRuleset, filed: PortableCode, build: str, scopes: Iterable[str], said: Answered = NOTHING
) -> Json:
    """The ruleset's: the same for all scopes. Its parts stand beside those whose words they share: packing looks back
    32 kB, and the description is ten times as long."""
    system, low = ruleset.system, filed.low
    register = ruleset.register
    return {
        "schema": FORMAT, "ruleset": system.name, "title": ruleset.title, "digest": system.digest,
        "played": meaning(ruleset).of_play().hex(), "build": build,
        "scopes": list(scopes), "width": low.width, "choice": kept_choice(low), "registers": registers(),
        "players": system.players, "frames": list(low.frames), "seen": list(system.seen),
        "covered": [
            {"frame": frame, "field": name, "key": [describe_type(p.type) for p in function.parameters[1:-1]]}
            for (frame, name), function in system.covered.items()
        ],
        "payoffs": system.payoff is not None,
        "counted": {
            sort: {path_name(path): path for path in paths} for sort, paths in system.counted.items()
        },
        "enums": {enum.name: list(enum.members) for enum in system.enums.values()},
        "actions": [
            {
                "name": action.name, "kind": action.kind, "passes": action.passes, "leaving": action.outside_play,
                "at": list(action.at), "reacts": action.name in system.reactions,
                "alike": action.uniform, "clauses": list(action.origin.cites),
                **({"told": sorted(apart)} if (apart := fairness.told_apart(system, action)) else {}),
                "actor": None if action.actor is None else action.chosen_parameters[action.actor - action.leading].name,
                "parameters": [
                    {"name": p.name, "type": describe_type(p.type), "at": at}
                    for p, at in zip(action.chosen_parameters, places(action, low.width), strict=False)
                ],
            }
            for action in system.actions.values()
        ],
        **describe_view(view_of(ruleset), system),
        "clauses": {c.id: {"line": c.line, "says": c.says} for c in register.clauses.values()} if register else {},
        "checks": [
            {
                "name": c.name, "kind": c.kind, "reached": c.reached, "cites": _cites(c.origin), "says": c.function.doc,
                **({"given": True} if c.given else {}),
                **(_promise(system, c) if c.kind in FOLLOWED else {}),
            }
            for c in system.checks.values()
        ],
        "log": _log_names(filed), "steps": {name: _forced_rule(name, rule) for name, rule in forced_rules(system)},
        "choices": [_choice(ruleset, filed, key, said) for key in choices(system)],
    }  # fmt: skip


def _promise(system: System, check: Check) -> Json:
    """The parts of a property of all plays: to whom it is promised, and what it assumes. fair: the number of each
    action, the places of the arguments that tell its fair sets apart, and whether they are strong."""
    numbers = {name: number for number, name in enumerate(system.actions)}
    named = [(fair, False) for fair in check.fair if fair != NATURE] + [(fair, True) for fair in check.strongly_fair]
    return {
        "members": [[p.name, describe_type(p.type)] for p in check.members], "goal": check.goal is not None,
        "fair": [[numbers[fair.action], list(fairness.places(system, fair)), strong] for fair, strong in named],
        "nature": check.by_nature, "assumes": check.fairness,
    }  # fmt: skip


def _choice(ruleset: LoadedRuleset, filed: PortableCode, key: str, said: Answered) -> Json:
    """A question or a clash; in the order of its options the words of a context that each changes, null where it
    changes the rules, or may not be taken; and those that a ruling changes besides, whichever it is."""
    system = ruleset.system
    question, before = system.questions.get(key), ({**said.reading, **said.rulings}, said.rulings)
    default = before[0].get(key) or default_reading(system)[key]
    readings, ruled = [], []
    for option in options(system, key):
        read, settled = (_under(ruleset, said.but(key, option, ruled=ruling)) for ruling in (False, True))
        readings.append(changed_words(filed.low, read, before) if read else None)
        ruled.append(changed_words(filed.low, settled, read) if read and settled else None)
    assert all(one == ruled[0] for one in ruled), key
    told: Json = {**choice_json(system, key), "default": default, "readings": readings, "ruled": ruled[0]}
    return told | {"answers": [_clause(o) for o in question.options if o.kind == "answer"] if question else []}


def _under(ruleset: LoadedRuleset, said: Answered) -> Answers | None:
    """Answers as memory has them; None where they change the rules, or may not be given."""
    try:
        changed, reading, rulings = ruleset.under(said.reading, said.rulings)
    except UsageError:
        return None
    return (reading, rulings) if changed is ruleset.system else None


def _clause(one: Clause) -> Json:
    return {"name": one.name, "cites": _cites(one.origin)}


def _cites(origin: Origin) -> list[str]:
    return list(origin.cites)


def _judging(one: Norm | Instead) -> Json:
    """A clause that permits, forbids or replaces."""
    more = {"kind": one.kind, "over": list(one.over)}
    return _clause(one) | more | ({"by": one.by} if isinstance(one, Instead) else {})


def _log_names(filed: PortableCode) -> Json:
    """The rules that the numbers of the log name, in order; they count from 1."""
    system, names = filed.low.system, filed.low.names
    told = [_log_entry(system, *about) for about in names.told]
    known = {key: (number, options(system, key)) for number, key in enumerate(choices(system))}
    of = {(kind, rest[0]) for kind, *rest in told if rest}
    return {
        "told": told,
        "rules": list(names.rules),
        "sites": [_site(known, site) for site in names.sites],
        "norms": {name: list(map(_judging, norms)) for name, norms in system.norms.items() if ("norms", name) in of},
        "deeds": {d.name: list(map(_judging, (d.permit, *d.clauses))) for d in system.deeds.values()},
        "exceptions": {x.name: list(map(_clause, x.exceptions)) for x in system.terms.values() if x.exceptions},
        "numbers": {
            x.name: {"clauses": list(map(_clause, x.numeric)), "crossings": [list(pair) for pair in x.crossings]}
            for x in system.terms.values() if x.numeric
        },
    }  # fmt: skip


def _forced_rule(name: str, rule: Settle | Duty) -> Json:
    kind = "settle" if isinstance(rule, Settle) else "duty"
    return {"kind": kind, "says": forced_says(name, rule), "clauses": _cites(rule.origin)}


def _log_entry(system: System, kind: str, *about: str) -> list[str]:
    """The log entry of a number: of an order of two duties its subject, both, and the clauses of both."""
    if kind != "order":
        return [kind, *about]
    event = gap_of(*(system.duties[name] for name in about))
    return [kind, event.subject, *event.pair, *event.cites]


def _site(choices: Mapping[str, tuple[int, Sequence[str]]], site: Any) -> list[object]:
    """A check that may fail: its kind, of what and between which; where a question has no answer, the numbers of that
    and of the option."""
    if site.kind == "unresolved":
        number, of = choices[site.subject or ""]
        return [site.kind, number, of.index(site.pair[0])]
    return [site.kind, site.subject or "", *site.pair]


def describe_scope(
    ruleset: LoadedRuleset, filed: PortableCode, build: str, system: TransitionSystem, most: int = MOST_STARTS
) -> Json:  # fmt: skip
    """A scope's: its members, where the fields of a state lie, the memory of the code, and the beginnings, so many at
    most."""
    scope = system.scope
    layout, codec = Layout(filed.low, scope), Codec(ruleset.system, scope)
    memory = memory_of(ruleset, layout, system)
    began = [
        {"args": codec.instance(instance)["args"], "state": base64.b64encode(state).decode()}
        for instance, state in islice(starts(layout, system), most)
    ]
    return {
        "schema": FORMAT, "ruleset": ruleset.name, "scope": scope.name, "build": build, "reading": dict(system.reading),
        "names": {sort: list(names) for sort, names in scope.names.items()},
        "printed": described_prints(codec),
        "state": {
            "bytes": layout.bytes, "packed": 8 * layout.words,
            "fields": described_fields(layout),
        },
        "memory": {
            "size": memory.size, "pointers": list(_steps(at // 8 for at in sorted(memory.pointers))),
            "pieces": list(_gaps(memory.pieces)),
            "places": {key: list(place) for key, place in memory.places.items() if key in PLACES},
        },
        "off": sorted(scope.off), "initial": began, "search": _beginning(system, len(began)),
        "position": described_position(Positions(layout, system)),
        **describe_table(scope, view_of(ruleset)),
    }  # fmt: skip


def _steps(numbers: Iterable[int]) -> Iterator[int]:
    """Each number as what it is more than the one before it."""
    last = 0
    for number in numbers:
        yield number - last
        last = number


def _gaps(pieces: Iterable[tuple[int, bytes]]) -> Iterator[list[object]]:
    """Each piece without zeros at its end, and how many bytes lie between the one before it and this."""
    last = 0
    for at, data in sorted(pieces):
        content = data.rstrip(b"\0")
        yield [at - last, content.hex()]
        last = at + len(content)


def memory_of(ruleset: LoadedRuleset, layout: Layout, system: TransitionSystem) -> Image:
    """The memory of a scope, with what greedy players want there."""
    return image(layout, system, Worth(measure(ruleset), system).own(layout))


def _beginning(system: TransitionSystem, listed: int) -> Json:
    """Facts that a search cannot see in the states of a game's beginning. whole: whether all ways to begin are listed;
    ends: the kinds and subjects of what ends one of them; said: by property the first way to begin with each answer;
    off: by property the rules in its cone that the scope leaves out; apart: by property the numbers of the actions of
    which it does not matter to it where they end early; caps: the scope's; ranges: of the numbers that tell fair sets
    apart, the least and the greatest."""
    ways = list(islice(system.initial(), MOST_STARTS + 1)) if listed else []
    offered = [(i, outcome.state) for i, outcome in one_of_each(ways, system.scope) if outcome.state is not None]
    numbers = {instance: number for number, (instance, _) in enumerate(offered)}
    of_state = {state: number for number, (_, state) in enumerate(offered)}
    said: Json = {}
    steps = [check for check in system.system.checks.values() if check.kind == "step" and check.of is None]
    for instance, outcome in ways:
        number = None if outcome.state is None else numbers.get(instance, of_state[outcome.state])
        for check in steps:
            for answer in system.step_answers(check, None, instance, outcome)[0]:
                said.setdefault(check.name, {}).setdefault(SAYS[answer], number)
    cones = Cones.of(system.system, system.scope)
    off = {name: cones.switched_off(name) for name in system.system.checks}
    actions = list(system.system.actions)
    apart = {c.name: apart_from(system.system, system.scope, c) for c in system.system.checks.values()}
    ends = {(event.kind, event.subject): None for _, outcome in ways for event in outcome.events if event.ends}
    return {
        "whole": len(ways) <= MOST_STARTS and 0 < len(offered) == listed, "ends": [list(end) for end in ends],
        "said": said, "off": {name: list(rules) for name, rules in off.items() if rules},
        "apart": {name: list(map(actions.index, names)) for name, names in apart.items() if names},
        "caps": dict(system.scope.caps), "ranges": dict(_ranges(system)),
    }  # fmt: skip


def _ranges(system: TransitionSystem) -> Iterator[tuple[str, list[int]]]:
    for action in system.system.actions.values():
        for place in fairness.told_apart(system.system, action):
            parameter = action.chosen_parameters[place]
            type_ = parameter.type.item if isinstance(parameter.type, t.Optional) else parameter.type
            if isinstance(type_, t.Int):
                name = f"{action.name}.{parameter.name}"
                yield name, list(span(system.scope, name, type_))


def starts(layout: Layout, system: TransitionSystem) -> Iterator[tuple[Instance, bytes]]:
    """The ways to begin that somebody may choose from, each with its state as the code has it."""
    begun = one_of_each(system.initial(), system.scope)
    ways = ((instance, outcome.state) for instance, outcome in begun if outcome.state is not None)
    for instance, state in islice(ways, MOST_STARTS):
        layout.pack(state)  # it refuses what has no room
        yield instance, layout.to_bytes(state).tobytes()
