"""Openings of findings' pages: a sentence or two, a question, and its answers with the table one move on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json
from ruleslawyer.check.evidence.verify import EvidenceResult, FindingResult
from ruleslawyer.check.stories import tell
from ruleslawyer.ir.schema import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.report.film import at
from ruleslawyer.report.moment import differing
from ruleslawyer.rulebook.claims.readings import mend, question_of
from ruleslawyer.rulebook.table.draw import Cited, Tables
from ruleslawyer.rulebook.table.told import Words
from ruleslawyer.rulebook.table.words import plain_name, spoken
from ruleslawyer.semantics.events import BranchEnds
from ruleslawyer.semantics.interpret import Interpreter
from ruleslawyer.semantics.state import State
from ruleslawyer.semantics.trace import Trace
from ruleslawyer.semantics.transition import Instance, TransitionSystem

MOST_APART = 3
"""Values that are said of states that look alike."""
MOST_STEPS = 12
"""Actions of a play, from its end, of which it is looked whether the answers part there."""


class Stories:
    """The stories of one ruleset's findings."""

    def __init__(self, system: System) -> None:
        self.system = system
        self._machines: dict[tuple[int, tuple[tuple[str, str], ...]], Interpreter] = {}

    def story(self, found: FindingResult, tables: Tables | None) -> tuple[Json, Cited]:
        """The story as data, and the values that it cites; `tables` are those of its play, without which it has no
        pictures."""
        staged, words = found.first_with_play, tell(self.system, found, tables)
        rulings = [answer.ruling for answer in words.answers]
        frames = self._after(staged, tables, rulings) if staged and tables else [None] * len(rulings)
        story = {
            "written": bool(words.happens),
            "crux": _pieces(words.happens),
            "ask": _pieces(words.question),
            "one_answer": words.one_answer,
            "answers": [
                {
                    "says": _pieces(answer.says), "then": _pieces(answer.then), "ruling": dict(answer.ruling),
                    "wording": answer.wording, "after": frame,
                }
                for answer, frame in zip(words.answers, frames, strict=True)
            ],
        }  # fmt: skip
        return story, words.citations

    # --- one move on --------------------------------------------------------------------------------------------------

    def _after(
        self, staged: EvidenceResult, tables: Tables, rulings: Sequence[Mapping[str, str]]
    ) -> list[Json | None]:  # fmt: skip
        """The table under each answer, after the last action of the play that comes to something else under another
        one; where none does that can be seen, what is apart in words. None where that is not known."""
        assert staged.trace is not None
        if staged.rulings or sum(map(bool, rulings)) < 2:
            return [None] * len(rulings)
        unseen: list[Json | None] = [None] * len(rulings)
        for before, instance in islice(_decisions(staged.trace), MOST_STEPS):
            outcomes = [
                self._one_move_on(tables, staged.trace, before, instance, one) if one else () for one in rulings
            ]
            known = [one for one in outcomes if one]
            if all(one[1] == known[0][1] for one in known):
                continue
            drawn = [one and _table_after(tables, before, *one) for one in outcomes]
            seen = [one["table"] for one in drawn if one]
            states = [one[1] or before for one in outcomes if one]
            differ = _differ(seen)
            apart = iter([""] * len(states) if differ else _apart(tables, states))
            says = tables.sentence(instance, before)
            found = [{**one, "says": says, "apart": next(apart)} if one else None for one in drawn]
            if differ:
                return found
            unseen = unseen if any(unseen) else found
        return unseen

    def _one_move_on(
        self, tables: Tables, trace: Trace, before: State, instance: Instance, ruling: Mapping[str, str]
    ) -> tuple[()] | tuple[TransitionSystem, State | None]:  # fmt: skip
        """The rules under an answer, and the state after an action, None where it is not allowed; nothing where that is
        not known."""
        try:
            system = self._system(tables.scope, dict(trace.reading), ruling)
            return system, _take(system, before, instance)
        except (UsageError, BranchEnds):
            return ()

    def _system(self, scope: Scope, reading: dict[str, str], ruling: Mapping[str, str]) -> TransitionSystem:
        asked = {
            question_of(key): option for key, option in ruling.items() if question_of(key) in self.system.questions
        }
        ways = {key: choice for key, choice in ruling.items() if ":" in key}
        key = id(scope), tuple(sorted(ways.items()))
        if key not in self._machines:
            self._machines[key] = Interpreter(mend(self.system, ways), scope, brief=True)
        return TransitionSystem(self._machines[key], {**reading, **asked})


def _pieces(words: Words) -> list[Json]:
    return [{"text": piece.text, "kind": piece.kind, "seat": piece.seat} for piece in words]


def _decisions(trace: Trace) -> Iterator[tuple[State, Instance]]:
    """The actions of a play, from the last one back, each with the state before it."""
    if trace.last is not None and trace.states and trace.states[-1] is not None:
        yield trace.states[-1], trace.last
    for number in range(len(trace.steps) - 1, -1, -1):
        before = trace.states[number]
        if before is not None:
            yield before, trace.steps[number].instance


def _table_after(tables: Tables, before: State, system: TransitionSystem, after: State | None) -> Json:
    """The table after an action; as it is before one that is not allowed."""
    if after is None:
        return {"allowed": False, "table": tables.draw(before, reading=system.reading)}
    return {"allowed": True, "table": tables.draw(after, before, reading=system.reading)}


def _differ(tables: Sequence[Json]) -> bool:
    return any(table is not None for table in differing(tables))


def _apart(tables: Tables, states: Sequence[State]) -> list[str]:
    """The differences, in words, of several states that look alike, of each one."""
    told = [dict(tables.codec.leaves(state)) for state in states]
    places = [place for place in told[0] if any(one.get(place) != told[0][place] for one in told)][:MOST_APART]
    values = [{place: plain_name(one.get(place, "nothing").strip("{}")) for place in places} for one in told]
    return ["; ".join(f"{_place(place)}: {value}" for place, value in one.items()) for one in values]


def _place(place: str) -> str:
    field, key = at(place)
    name = field.rpartition(".")[2]
    return spoken(f"{name} ({key})" if key else name)


def _take(system: TransitionSystem, state: State, instance: Instance) -> State | None:
    """The state after an action; None where it is not allowed, or nobody is awaited who could take it."""
    action = next((one for one in system.choosable(state) if one.name == instance.action), None)
    actor = None if action is None else action.actor_of(instance.args)
    if action is None or (actor is not None and actor not in system.awaits(state)):
        return None
    if not system.judge(state, instance).is_allowed:
        return None
    outcome = system.take(state, instance)
    return outcome.state or (outcome.substeps[-1].state if outcome.substeps else None)
