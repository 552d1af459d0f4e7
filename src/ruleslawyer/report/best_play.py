"""Best play as it was kept, in the words of the questions and of the table's view."""

from __future__ import annotations

from ruleslawyer.base.files.content import Json
from ruleslawyer.report.film import parse_call
from ruleslawyer.report.rules import Rules
from ruleslawyer.rulebook.table.view import View
from ruleslawyer.rulebook.table.words import HOLE, spoken


def in_words(solved: Json | None, rules: Rules, view: View | None) -> Json | None:
    """The same, where each other reading says what is asked and answered, and each line of play what is done."""
    if solved is None:
        return None
    beginnings = [
        {**one, "deeds": [_deed(call, view) for call in one["line"]]} for one in solved["solved"]["beginnings"]
    ]
    readings = [{**one, **_question_json(one["choice"], one["option"], rules)} for one in solved["readings"]]
    return {**solved, "readings": readings, "solved": {**solved["solved"], "beginnings": beginnings}}


def _question_json(choice: str, option: str, rules: Rules) -> Json:
    """A question with one of its answers; of two rules that clash, which one gives way."""
    question = rules.question(choice)
    if question is not None:
        labels = {o["name"]: o["label"] or o["name"] for o in question["options"]}
        return {"asked": question["text"], "answered": spoken(labels.get(option, option))}
    subject, _, pair = choice.partition(":")
    return {"asked": f"{spoken(subject)}: {' or '.join(map(spoken, pair.split('/')))}?", "answered": spoken(option)}


def _deed(call: str, view: View | None) -> str:
    """An action as the view says it; as its name and choices, where it says nothing, or more than a call has."""
    found = parse_call(call)
    chosen = {choice["name"]: spoken(choice.get("value", "")) for choice in found["choices"]}
    said = view.deeds.get(found["name"]) if view is not None else None
    if said is not None and {hole[1] for hole in HOLE.finditer(said)} <= {*chosen}:
        return HOLE.sub(lambda hole: chosen[hole[1]], said)
    who = f"{chosen.pop('who')}: " if "who" in chosen else ""
    return who + spoken(found["name"]) + (f" ({', '.join(chosen.values())})" if chosen else "")
