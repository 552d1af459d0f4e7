"""Readings as a user writes them, `question=option`, and rulings, by which a ruleset answers questions and clashes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.base.files.content import Json
from ruleslawyer.ir.clauses import clauses_of, ways, with_clauses
from ruleslawyer.ir.latest import latest
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.claims.clashes import MOST_KNOWN, pairs
from ruleslawyer.semantics.events import Event

if TYPE_CHECKING:
    from ruleslawyer.semantics.transition import TransitionSystem


def parse_choices(items: Iterable[str], option: str) -> dict[str, str]:
    """The choices of a command line, each `question=option`; `option` is the switch that they came with. What is no
    choice, or chooses twice, is a `UsageError`."""
    choices: dict[str, str] = {}
    for item in items:
        key, equals, value = (part.strip() for part in item.partition("="))
        if not equals or not key or not value:
            raise UsageError(f"`{item}` is not a choice", f"{option} {item}", 'write "question=option"')
        if choices.get(key, value) != value:
            raise UsageError(f"`{key}` is chosen twice, as `{choices[key]}` and as `{value}`", option, "choose once")
        choices[key] = value
    return choices


def parse_reading(said: Mapping[str, str] | str | None) -> dict[str, str]:
    """A reading given by question, or as one text: `question=option`, several with `;` between. For parameters in which
    no `=` may stand `question:option` is the same."""
    if not isinstance(said, str):
        return dict(said or {})
    parts = (part.strip() for part in said.split(";"))
    return parse_choices((part if "=" in part else "=".join(part.rsplit(":", 1)) for part in parts if part), "reading")


def valid_reading(system: System, reading: Mapping[str, str]) -> dict[str, str]:
    """The same reading, in a fixed order; an unknown question or option is a `UsageError`."""
    for key, value in reading.items():
        known = options(system, key)
        if value not in known:
            raise UsageError(f"`{key}` has no option `{value}`", "reading", nearest(value, known))
    return dict(sorted(reading.items()))


def choices(system: System) -> list[str]:
    """Every key that a reading may have, questions first."""
    return [*system.questions, *(pair.key for pair in pairs(system) if pair.kind != "answers")]


def choice_json(system: System, key: str) -> Json:
    """One of `choices`, for programs: what is asked, by which clauses, and what may be chosen."""
    asked = system.questions.get(key)
    return {
        "key": key,
        "text": asked.text if asked else "",
        "clauses": list(asked.origin.cites) if asked else [],
        "options": list(options_of_choice(system, key)),
    }


def default_reading(system: System) -> dict[str, str]:
    """The reading where nobody chooses, with every key: a forbid prevails, and the first of two clauses."""
    found = {name: question.default for name, question in system.questions.items()}
    for key in choices(system):
        if key not in found:
            found[key] = ways(system, key)[0]
    return found


def followed_reading(system: TransitionSystem) -> dict[str, str]:
    """Every question with the option that is followed, and every clash that the reading decides."""
    defaults = {name: question.default for name, question in system.system.questions.items()}
    return dict(sorted({**defaults, **system.reading}.items()))


def option_of(system: TransitionSystem, key: str) -> str:
    """The option that the reading takes, or that which is taken where nobody chooses."""
    question = system.system.questions.get(key)
    return system.reading.get(key, question.default if question else ways(system.system, key)[0])


def options(system: System, key: str) -> tuple[str, ...]:
    """The options that a reading may choose for a key; an unknown key is a `UsageError`."""
    if key in system.questions:
        return options_of_choice(system, key)
    known = choices(system)
    if key.removesuffix("?") in system.questions:
        name = key.removesuffix("?")
        about = f"`{key}` is the gap of a question: a ruling may be for that alone, a reading is for all of `{name}`"
        raise UsageError(about, "reading", f"write `{name}=…`, or give it as a ruling")
    if key not in known:
        raise UsageError(f"there is no question `{key}` in {system.name}", "reading", nearest(key, known))
    return options_of_choice(system, key)


def options_of_choice(system: System, key: str) -> tuple[str, ...]:
    """The same of one of `choices`, which are not looked through again."""
    if key in system.questions:
        return tuple(o.name for o in system.questions[key].options)
    first, second = ways(system, key)
    return (first, second) if second != "permit" else (second, first)


GAP, GAP_IN_SHELLS = "?", ":gap"
"""The endings of a question's name in the key of a ruling for its gap alone: `payee?=owner`, and for shells, in which
a question mark may stand for a file's letter, `payee:gap=owner`."""
_RULABLE: dict[int, tuple[System, tuple[str, ...]]] = {}
"""By the identity of a system, which is kept beside it, what can be ruled there: each finding asks again."""


def for_gap(question: str) -> str:
    """The key of a ruling for the gap of a question."""
    return question + GAP


def is_gap(key: str) -> bool:
    """Whether a ruling's key is for the gap of a question."""
    return key.endswith(GAP)


def question_of(key: str) -> str:
    """The question that a ruling's key is about, where it is about one; any other key as it is."""
    return key.removesuffix(GAP)


def whole_questions(rulings: Mapping[str, str]) -> dict[str, str]:
    """Rulings, those for the gap of a question as if for all of it."""
    return {question_of(key): option for key, option in rulings.items()}


def parse_rulings(items: Iterable[str]) -> dict[str, str]:
    """The rulings of a command line, under the keys that are printed."""
    split = (item.partition("=") for item in items)
    return parse_choices((canonical(key.strip()) + equals + option for key, equals, option in split), "--ruling")


def canonical(key: str) -> str:
    """The key that is printed for one that may be written as shells take it."""
    return for_gap(key.removesuffix(GAP_IN_SHELLS)) if key.endswith(GAP_IN_SHELLS) else key


def decided_by(event: Event) -> frozenset[str]:
    """The keys of the rulings that would decide an event."""
    keys = [event.choice] if event.choice else []
    if event.pair and event.kind != "gap":
        keys.append(f"{event.subject}:{'/'.join(event.pair)}")
    if event.kind == "gap" and event.choice:
        keys.append(for_gap(event.choice))
    return frozenset(keys)


def rulable(system: System) -> tuple[str, ...]:
    """The keys that a ruling may name: questions, clashes of two clauses, and gaps. Two values that a term is given
    clash over no right of way: there the text needs an exception of the one or the other."""
    return latest(_RULABLE, id(system), MOST_KNOWN, lambda: (system, tuple(_rulable(system))))[1]


def _rulable(system: System) -> Iterator[str]:
    yield from system.questions
    yield from (pair.key for pair in pairs(system) if pair.kind not in ("values", "bounds"))
    yield from (for_gap(name) for name in system.questions if _speaking(system, name))


def sides(system: System, key: str) -> tuple[str, ...]:
    """The options that a ruling may choose for a key."""
    if is_gap(key):
        return _speaking(system, question_of(key))
    return _differing(system).get(key) or options(system, key)


def _speaking(system: System, question: str) -> tuple[str, ...]:
    """The options of a question that can speak where no answer does: its readings."""
    return tuple(o.name for o in system.questions[question].options if o.kind == "reading")


def _differing(system: System) -> dict[str, tuple[str, str]]:
    """The pairs of answers of each question, with what a ruling may say of them."""
    return {pair.key: (pair.first, pair.second) for pair in pairs(system) if pair.kind == "answers"}


def valid_rulings(system: System, rulings: Mapping[str, str]) -> dict[str, str]:
    """The same rulings, in a fixed order; what cannot be ruled, or not so, is a `UsageError`."""
    if not rulings:
        return {}  # what could be ruled takes a while to list
    known = rulable(system)
    for key in rulings:
        if is_gap(key):
            _expect_gap(system, rulings, key)
        elif key not in known:
            raise UsageError(f"`{key}` is no question and no clash of two clauses", "ruling", nearest(key, known))
    differing = _differing(system)
    for key in rulings.keys() & differing.keys():
        if rulings[key] not in differing[key]:
            raise UsageError(f"`{key}` has no side `{rulings[key]}`", "ruling", nearest(rulings[key], differing[key]))
    others = {key: choice for key, choice in rulings.items() if key not in differing and not is_gap(key)}
    return dict(sorted({**rulings, **valid_reading(system, others)}.items()))


def blame(choices: Mapping[str, str], message: str) -> tuple[str, ...]:
    """The question, as it is written there, that a mistake in some choices is about; nothing where none is named."""
    named = {key: {key, canonical(key), question_of(canonical(key))} for key in choices}
    by_key = [key for key, names in named.items() if any(f"`{name}`" in message for name in names)]
    by_option = [key for key, option in choices.items() if f"`{option}`" in message]
    return tuple((by_key or by_option)[:1])


def _expect_gap(system: System, rulings: Mapping[str, str], key: str) -> None:
    """A ruling for a gap: of a question that is not ruled altogether, by an option that can speak there."""
    name, chosen = question_of(key), rulings[key]
    if ":" in name:
        raise UsageError(f"`{name}` is a clash: it has no gap", "ruling", f"write `{name}={chosen}`")
    if name not in system.questions:
        raise UsageError(f"`{name}` is no question, so it has no gap", "ruling", nearest(name, system.questions))
    speaking = _speaking(system, name)
    valid_reading(system, {name: chosen})
    if chosen not in speaking:
        about = f"`{chosen}` is an answer to `{name}`: where no answer speaks it is silent too"
        whole = f"to have it answer everywhere, rule `{name}={chosen}`"
        raise UsageError(about, "ruling", f"{nearest(chosen, speaking)}; {whole}" if speaking else whole)
    if name in rulings:
        about = f"`{name}` is ruled twice, altogether and for its gap"
        raise UsageError(about, "ruling", f"keep `{name}={rulings[name]}` or `{key}={chosen}`")


def mend(system: System, rulings: Mapping[str, str]) -> System:
    """The rules with a right of way for each clash that is ruled, as `over=` would give it (a circle is a mistake), and
    with what speaks in each gap that is ruled."""
    for key, choice in rulings.items():
        if key in system.questions:
            continue
        if is_gap(key):
            filled = replace(system.questions[question_of(key)], at_gap=choice)
            system = replace(system, questions={**system.questions, filled.name: filled})
            continue
        base, _, pair = key.partition(":")
        first, _, second = pair.partition("/")
        winner, loser = (first, second) if choice in ("permit", first) else (second, first)
        system = _with_way(system, base, winner, loser, key)
    return system


def with_one_option(system: System, rulings: Mapping[str, str]) -> System:
    """The rules in which a question that is ruled altogether has that option alone, whatever an answer says: for
    whoever asks of readings, and knows no rulings."""
    questions = dict(system.questions)
    for name in rulings.keys() & questions.keys():
        option = next(option for option in questions[name].options if option.name == rulings[name])
        alone = replace(option, kind="reading", default=True, over=())
        questions[name] = replace(questions[name], options=(alone,), at_gap=None)
    return replace(system, questions=questions)


def settle(system: System, settled: Mapping[str, str], place: str) -> System:
    """The rules in which these answers are the model's, with what they promise: no other one is left, and no event is
    met over them. What cannot be ruled so, or not together, is a `UsageError` at `place`."""
    try:
        ruled = valid_rulings(system, settled)
        found = with_one_option(mend(system, ruled), ruled)
    except UsageError as error:
        raise UsageError(error.message, place, error.mend) from error
    whole = {name: ruled[name] for name in ruled.keys() & system.questions.keys()}
    chosen = whole_questions(ruled)
    questions = {**found.questions, **{name: replace(found.questions[name], at_gap=whole[name]) for name in whole}}
    kept = {name: one for name, one in system.promises.items() if one.question not in chosen}
    said = [f"{key}={option}" for key, option in ruled.items()]
    every, alone = (
        sha256("\n".join((digest, *said)).encode()).hexdigest()[:16] for digest in (system.digest, system.rules_digest)
    )
    return replace(
        found, questions=questions, checks=found.promising(chosen).checks, promises=kept,
        digest=every, rules_digest=alone, settled=tuple(ruled.items()),
    )  # fmt: skip


def expect_open(settled: Mapping[str, str], chosen: Mapping[str, str], place: str) -> None:
    """Refuse a choice of another option where an answer is settled: there is no other one any more; a
    `UsageError`."""
    for key, option in chosen.items():
        for other in (question_of(key), for_gap(question_of(key))):
            if settled.get(other, option) != option:
                about = f"`{key}={option}` cannot be chosen: it is settled that `{other}={settled[other]}`"
                raise UsageError(about, place, "take that answer back: ruleslawyer findings RULESET/ID --settle --undo")


def _with_way(system: System, base: str, winner: str, loser: str, key: str) -> System:
    clauses = clauses_of(system, base)
    over = {c.name: c.over for c in clauses}
    deed = system.deeds.get(base)
    _expect_no_circle(over if deed is None else {**over, base: deed.over}, winner, loser, key)
    if deed is not None and winner == base:
        return replace(system, deeds={**system.deeds, base: replace(deed, over=(*deed.over, loser))})
    return with_clauses(system, base, _over(clauses, winner, loser))


def _over(clauses: tuple[Any, ...], winner: str, loser: str) -> tuple[Any, ...]:
    return tuple(replace(c, over=(*c.over, loser)) if c.name == winner else c for c in clauses)


def _expect_no_circle(over: Mapping[str, tuple[str, ...]], winner: str, loser: str, key: str) -> None:
    """The loser must not come before the winner, by whatever way."""
    reached, waiting = {loser}, [loser]
    while waiting:
        for beaten in over.get(waiting.pop(), ()):
            if beaten not in reached:
                reached.add(beaten)
                waiting.append(beaten)
    if winner in reached:
        about = f"`{key}` cannot be ruled so: {loser} comes before {winner} already, and they would run in a circle"
        raise UsageError(about, "ruling", "rule it the other way round")
