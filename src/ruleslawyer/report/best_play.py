"""Best play as it was kept: in the words of the questions and of the table's view, and statements about it."""

from __future__ import annotations

from ruleslawyer.base.files.content import Json
from ruleslawyer.report.plays import parse_call
from ruleslawyer.report.rules import Rules
from ruleslawyer.report.statement import Values, statements_about
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


# --- statements -------------------------------------------------------------------------------------------------------


statement = statements_about("best_play")


@statement(
    "A small table of this game was worked out to its end: all {positions} positions that can come up with a few cards "
    "and small numbers, backwards from the ends of the game."
)
def worked_out(s: Json) -> Values:
    return {"positions": s["positions"]}


@statement("All {positions} positions of scope {scope}")
def positions(kept: Json) -> Values:
    return {"positions": kept["solved"]["positions"], "scope": kept["scope"]}


@statement(
    "{n} other {n:answer|answers} to them {n:was|were} tried one at a time{unasked}{left}. {differing}{unsolved}"
)
def other_answers(kept: Json) -> Values:
    solved = [one for one in kept["readings"] if one["first_turn"] is not None]
    unasked, left = kept.get("readings_unasked") or 0, kept["readings_left"] or 0
    unsolved = len(kept["readings"]) - len(solved)
    n = sum(one["differs"] for one in solved)
    differing = f"Under {n:,} of them" if n else "Under none of them"
    return {
        "n": len(kept["readings"]),
        "unasked": f"; {unasked:,} more answer questions that do not come up, and change nothing" if unasked else "",
        "left": f", and for {left:,} there was no time" if left else "",
        "differing": f"{differing} best play comes to something else.",
        "unsolved": f" Under {unsolved:,} it could not be worked out." if unsolved else "",
    }


@statement("{says}")
def beginning(s: Json, one: Json) -> Values:
    return {"says": one["says"], "about": one["beginning"]}


@statement("{says}")
def reading(s: Json, one: Json) -> Values:
    return {"says": one["says"], "about": f"{one['choice']} {one['option']}"}


@statement("{worth}")
def worth(first: Json | None, about: str) -> Values:
    known = first is not None and first["positions"] and first["worth"] is not None
    return {"worth": f"{first['worth']:+.2f}" if known and first else "not known", "about": about}


@statement(
    "It begins at {positions} {positions:position|positions}. At {first_forces} whoever has it can force a win, at "
    "{others_force} somebody else can, at {nobody_forces} nobody."
)
def first_turn(first: Json) -> Values:
    return {key: first[key] for key in ("positions", "first_forces", "others_force", "nobody_forces")}


@statement(
    "On average it is worth {worth:+.2f} to whoever has it: {what}. "
    "Who has it may be a matter of chance, so that before it nobody need be ahead."
)
def first_worth(s: Json) -> Values | None:
    what = "so much it pays" if s.get("payoffs") else "how likely a win is from there, less how likely a loss"
    return {"worth": s["first_turn"]["worth"], "what": what} if s["first_turn"]["worth"] is not None else None


@statement("and {n} beginnings more.")
def more_beginnings(s: Json, shown: int) -> Values | None:
    left = len(s["beginnings"]) - shown
    return {"n": left} if left > 0 else None


@statement("Beginning {n}: ")
def nth(n: int) -> Values:
    return {"n": n}


@statement("{positions}")
def decides(one: Json) -> Values:
    return {"positions": one["positions"], "about": one["member"]}


@statement("{games}")
def games_of(bot: Json) -> Values:
    return {"games": bot["games"], "about": bot["bot"]}


@statement("{told}")
def first_player_wins(bot: Json) -> Values:
    first = bot["first_player_wins"]
    told = f"{first['times']:,} of {first['of']:,}" if first["of"] else "no game was won by one player"
    return {"told": told, "about": bot["bot"]}


@statement("{told}")
def pumps(bot: Json) -> Values:
    return {"told": f"{len(bot['pumps']):,}" if bot["pumps"] else "none", "about": bot["bot"]}


@statement("in {games} {games:game|games}")
def games_of_pump(pump: Json) -> Values:
    return {"games": pump["games"]}
