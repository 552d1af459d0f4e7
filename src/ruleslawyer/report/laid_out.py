"""A finding as its page lays it out: which rules stand side by side, which table, why it matters, how it is known."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from ruleslawyer.base.files.content import Json
from ruleslawyer.report.brief import fewer, spoken_in
from ruleslawyer.report.game_words import words_in
from ruleslawyer.report.moment import differences, differing, moment
from ruleslawyer.report.moment import part as part_of
from ruleslawyer.rulebook.table.hidden import hides

KINDS = {
    "contradiction": "two rules disagree",
    "gap": "no rule says",
    "ambiguity": "can be read two ways",
    "loophole": "allows too much",
    "non-termination": "may never end",
    "dead-rule": "a rule without effect",
    "wrong-reference": "points to nothing",
    "terminology": "a word without a meaning",
}
"""What is wrong, in a designer's words."""
_WHY, _SETTLE = "Why it matters", "What would settle it"
LETTERS = "ABCDEFGHIJ"
"""The answers to a question, in order."""
MET = ("event", "deadlock", "core", "verdict")
"""Queries of what comes up, or fails, in a scope that is explored."""
WRITTEN = ("scenario", "text")
"""Queries that nothing is explored for: somebody wrote a play down, or read the text."""
MOST_SIDES = 4
"""Rules that stand beside the table; further ones are folded."""


_UNTOLD: Json = {"written": False, "crux": [], "ask": [], "wording": "", "answers": []}


def story_of(f: Json) -> Json:
    """The opening of a finding's page; empty in a document from before there were stories."""
    found: Json = f.get("story") or _UNTOLD
    return found


def laid_out(r: Json, f: Json, plays: list[Json], often: Mapping[str, Json]) -> Json:
    """The parts of a finding's page besides the finding itself."""
    first = plays[0] if plays else None
    frames = first["frames"] if first else None
    shown, story = first["shown"] if first else None, story_of(f)
    clashing = (told["shown"]["sides"] for told in plays if told["shown"])
    sides, others = _rules(f, next(filter(None, clashing), ()), first["play"] if first else None)
    stand = {c["id"] for side in sides for c in side["clauses"]} | {c["id"] for c in others}
    told = sections(f["prose"])
    readings = next((name for name in told if "reading" in name.lower() or "ways" in name.lower()), "")
    played = first["play"] if first else None
    scope = next((s for s in r["scopes"] if played and s["scope"] == played["scope"]), None)
    tables = [s for e in r["events"] for s in e.get("named_in", {}).get(f["id"], ())]
    return {
        "drawn": bool(frames and frames[-1]["table"]), "story": story, "shown": _ending(f, shown),
        "names": [seat["name"] for seat in frames[0]["table"]["seats"]] if frames and frames[0]["table"] else [],
        "moment": moment(frames, story), "afters": _afters(story, frames),
        "numbers": frames[-1]["table"]["numbers"] if frames and frames[-1]["table"] else [],
        "sides": sides, "others": others, "two": _two(f, sides),
        "places": [p for p in f["places"] if p["clause"] not in stand],
        "why": told.pop(_WHY, []), "settle": told.pop(_SETTLE, []),
        "readings": [] if story["answers"] else told.pop(readings, []), "told": told,
        "scope": scope and {key: scope[key] for key in ("title", "sizes")}, "tried": _states_tried_in(r, f),
        "met": len(set(tables)), "often": often.get(f["id"]),
        "seats": _seats(frames or [], story["answers"]), "words": words_in(r, spoken_in(story)),
    }  # fmt: skip


def _states_tried_in(r: Json, f: Json) -> int | None:
    """How many states the scope has in which a finding was met by trying every move; None where it was found otherwise:
    that a rule is never used did not come up, and what ends was proved."""
    for e in f["evidence"]:
        if e["ask"] in MET:
            asked = e["scope"], e["reading"]
            found = (s for s in (*r["scopes"], *r["others"]) if (s["scope"], s["reading"]) == asked and s["complete"])
            return next((int(s["states"]) for s in found), None)
    return None


def _seats(frames: list[Json], answers: list[Json]) -> list[str]:
    """The names of those who look at the pictures of a page, where they do not all see the same."""
    tables = [one["table"] for one in (*frames, *(a["after"] for a in answers if a["after"])) if one["table"]]
    return [seat["name"] for seat in tables[0]["seats"]] if any(map(hides, tables)) else []


def _ending(f: Json, shown: Json | None) -> Json | None:
    """The words where the play ends; a clash of the model's rules is no contradiction where the finding is none."""
    clash = shown is not None and bool(shown["sides"])
    return {**shown, "words": ""} if shown and clash and f["kind"] not in ("contradiction", "gap") else shown


def _afters(story: Json, frames: list[Json] | None) -> list[Json | None]:
    """The table under each answer, as far as they differ, and the difference in words; None where there is none, or no
    difference."""
    part = part_of(frames, story) if frames and frames[0]["table"] else frozenset[str]()
    drawn = [answer["after"]["table"] for answer in story["answers"] if answer["after"]]
    says, apart = differences(drawn, part)
    part |= apart
    cut = iter([table and {"table": fewer(table, part), "says": one, "part": part}
                for table, one in zip(differing(drawn), says, strict=True)])  # fmt: skip
    return [next(cut) if answer["after"] else None for answer in story["answers"]]


def _rules(f: Json, clashing: Iterable[Json], play: Json | None) -> tuple[list[Json], list[Json]]:
    """The rules that stand with the table, each side or answer with its own, and those that are folded: beside rules
    that clash all others."""
    sides = [_side(f, side) for side in clashing]
    room = 0 if sides else MOST_SIDES
    sides += _of_answers(f, sides)
    sides.sort(key=lambda side: side["letter"] or LETTERS[-1])
    beside = {c["id"] for side in sides for c in side["clauses"]}
    others = sorted((c for c in f["clauses"] if c["id"] not in beside), key=_weight(f, play))
    room = max(0, room - len(sides))
    return sides + [{"letter": "", "says": "", "clauses": [c]} for c in others[:room]], others[room:]


def _of_answers(f: Json, sides: list[Json]) -> Iterator[Json]:
    """The other answers that the book has sentences for, with these; what is cited for several goes to the first."""
    seen = {c["id"] for side in sides for c in side["clauses"]}
    letters = {side["letter"] for side in sides}
    for letter, answer in zip(LETTERS, story_of(f)["answers"], strict=False):
        options = [o for q in f["questions"] for o in q["options"] if answer["ruling"].get(q["name"]) == o["name"]]
        cited = [c for option in options for c in option["clauses"] if c["id"] not in seen and letter not in letters]
        seen |= {c["id"] for c in cited}
        if cited:
            yield {"letter": letter, "says": "", "clauses": cited}


def _weight(f: Json, play: Json | None) -> Callable[[Json], tuple[int, int]]:
    """The weight of a clause: whether the step that the page opens with cites it, whether the text of the finding names
    it, and how early."""
    told = [c for block in f["prose"] for span in block.get("spans", ()) if (c := span.get("clause"))]
    steps, number = play["steps"] if play else [], story_of(f).get("moment") or 0
    cited = {c["id"] for step in steps[max(0, number - 1) : number] for c in step["clauses"]}
    order = {c["id"]: number for number, c in enumerate(f["clauses"])}

    def weight(clause: Json) -> tuple[int, int]:
        id_ = clause["id"]
        return -2 * (id_ in cited) - (id_ in told), told.index(id_) if id_ in told else order[id_]

    return weight


def _two(f: Json, sides: list[Json]) -> bool:
    """Whether two rules stand against each other, each for one of two answers."""
    lettered = [side for side in sides if side["letter"]]
    return f["kind"] == "contradiction" and len(lettered) == len(story_of(f)["answers"]) == 2


def _side(f: Json, side: Json) -> Json:
    """A rule as a designer reads it: what it says, where the book says so, and the letter of the answer that it is."""
    answers = zip(LETTERS, story_of(f)["answers"], strict=False)
    letter = next((letter for letter, a in answers if side["name"] in a["ruling"].values()), "")
    return {"letter": letter, "says": side["says"], "clauses": side["clauses"]}


def sections(prose: list[Json]) -> dict[str, list[Json]]:
    """The blocks of a text by the headings above them; before the first one, under no name."""
    found: dict[str, list[Json]] = {}
    name = ""
    for block in prose:
        if block["kind"] == "heading":
            name = block["text"]
            found.setdefault(name, [])
        else:
            found.setdefault(name, []).append(block)
    return found
