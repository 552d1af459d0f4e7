"""Findings as pages tell them: which stand, how a page lays one out, and statements about it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from ruleslawyer.base.files.content import Json
from ruleslawyer.check.evidence.finding import steps_apart
from ruleslawyer.check.evidence.wording import SETTLES, WHY
from ruleslawyer.report import games
from ruleslawyer.report.brief import fewer, lay_open, show, spoken_in, stems, text_of, things_in
from ruleslawyer.report.headline import spoken_of, to_explain
from ruleslawyer.report.moment import as_in_book, differences, differing, moment
from ruleslawyer.report.moment import part as part_of
from ruleslawyer.report.statement import Values, statements_about
from ruleslawyer.rulebook.table.areas import hides
from ruleslawyer.rulebook.table.told import LETTERS
from ruleslawyer.studies.games.kept import frequency, measured_severity, stakes_in_words


def standing(r: Json) -> list[Json]:
    """The findings that are not withdrawn."""
    return [f for f in r["findings"] if not f["withdrawn"]]


def withdrawn(r: Json) -> list[Json]:
    """The findings that were looked at again and are no defect, or are told by another one; by id."""
    return sorted((f for f in r["findings"] if f["withdrawn"]), key=lambda f: str(f["id"]))


def below(r: Json, id_: str) -> list[Json]:
    """The findings that hang under a finding, most serious first."""
    return [f for f in standing(r) if f["under"] == id_]


def families(r: Json) -> list[list[tuple[int, Json]]]:
    """Each family together: the findings of it, with how deep each one hangs."""
    here = {f["id"] for f in standing(r)}
    return [_family(r, f, 0) for f in standing(r) if f["under"] not in here]


def _family(r: Json, f: Json, depth: int) -> list[tuple[int, Json]]:
    return [(depth, f), *(row for one in below(r, f["id"]) for row in _family(r, one, depth + 1))]


def link(f: Json | None) -> Json | None:
    """The part of a finding that a link to it shows."""
    return f and {key: f[key] for key in ("id", "title", "severity")}


# --- the page of a finding --------------------------------------------------------------------------------------------


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
MET = ("event", "deadlock", "core", "verdict")
"""Queries of what comes up, or fails, in a scope that is explored."""
WRITTEN = ("scenario", "text")
"""Queries that nothing is explored for: somebody wrote a play down, or read the text."""
_REST = re.compile(
    r"(?:unless|except|otherwise|but|then|if not|if so|this|that|these|those|they|it|also|else)\b", re.IGNORECASE
)
"""Words that a sentence begins with which goes on from another one."""
_COMMON = stems(
    "player card turn game play may line says say whether which this that with when who any one all can been must only "
    "there each other another own yes whoever they them what than more less out how"
)
"""Words that sentences of any rulebook have."""
FEWEST = 5
"""Words of a sentence that says too little to stand beside a question."""
NEAR = -2
"""The weight of a clause that bears on a question; where none does the nearest one stands with it."""
FAR = 1
"""The weight of a splinter, behind all others."""
MOST_SIDES = 4
"""Rules that stand beside the table; further ones are folded."""
BOTH = 2
"""Rules that a headline sets against each other: no further ones stand beside them."""


_UNTOLD: Json = {"written": False, "crux": [], "ask": [], "answers": [], "one_answer": ""}


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
    drawn, afters = moment(frames, story), _afters(story, frames)
    return {
        "drawn": bool(frames and frames[-1]["table"]), "story": story, "shown": _ending(f, shown),
        "names": [seat["name"] for seat in frames[0]["table"]["seats"]] if frames and frames[0]["table"] else [],
        "moment": drawn, "afters": afters, "shows": show(story["answers"], afters),
        "for_it": _for_it(f, story),
        "numbers": frames[-1]["table"]["numbers"] if frames and frames[-1]["table"] else [],
        "sides": sides, "others": others, "two": _two(f, sides),
        "places": [p for p in f["places"] if p["clause"] not in stand],
        "why": told.pop(WHY, []), "settle": told.pop(SETTLES, []),
        "readings": [] if story["answers"] else told.pop(readings, []), "told": told,
        "scope": scope and {key: scope[key] for key in ("title", "sizes")}, "tried": _states_tried_in(r, f),
        "met": len(set(tables)), "often": often.get(f["id"]), "stakes": shown_stakes(r, f),
        "seats": _seats(frames or [], story["answers"]),
        "words": to_explain(r, f"{spoken_in(story)} {f['title']}", but=_in_question(f, story)),
    }  # fmt: skip


def stakes_of(r: Json) -> Mapping[str, Json]:
    """The stakes of findings, by the kind of players, where it was measured."""
    found: Mapping[str, Json] = (r.get("games") or {}).get("stakes") or {}
    return found


def shown_stakes(r: Json, f: Json) -> Json | None:
    """The stakes of a finding: the severity that was measured, and for each kind of players how often
    courses part, and how much then hangs on it, as shares with their intervals."""
    rows = stakes_of(r).get(f["id"])
    if not rows:
        return None
    each = []
    for way, row in rows.items():
        often = frequency(row)
        bars = [("how often", often.share, often.low, often.high)]
        bars += [("how much then", row["swing"], row["low"], row["high"])] if row["forks"] else []
        each.append({"way": way, "row": row, "bars": bars})
    measured = measured_severity(rows)
    of_book = bool((r.get("games") or {}).get("of_book"))
    return {
        "measured": measured, "each": each, "apart": steps_apart(f["severity"], measured), "of_book": of_book,
    }  # fmt: skip


def _in_question(f: Json, story: Json) -> str:
    """The text whose words are what is asked about, where that is their meaning."""
    return f"{text_of(story['crux'])} {text_of(story['ask'])}" if f["kind"] == "terminology" else ""


def _for_it(f: Json, story: Json) -> list[list[Json]]:
    """The lines of the book that speak for each answer, each line once, and none that speaks for all that have one."""
    found = [
        list({c["line"]: c for q in f["questions"] for o in q["options"] if answer["ruling"].get(q["name"]) == o["name"]
              for c in o["clauses"]}.values())
        for answer in story["answers"]
    ]  # fmt: skip
    spoken = [{c["line"] for c in one} for one in found if one]
    shared = set.intersection(*spoken) if len(spoken) > 1 else set()
    return [[c for c in one if c["line"] not in shared] for one in found]


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
    difference. Who is to move is lit only where that differs."""
    part = part_of(frames, story) if frames and frames[0]["table"] else frozenset[str]()
    drawn = [answer["after"]["table"] for answer in story["answers"] if answer["after"]]
    says, apart = differences(drawn, part, spoken_in(story))
    part |= apart
    moves = len({seat["name"] for table in drawn for seat in table["seats"] if seat["turn"]}) > 1
    named = things_in(story, drawn)
    cut = iter([
        table and {
            "table": _cut(table if moves else _unlit(table), named, part), "says": one, "part": part, "whole": whole,
        }
        for table, one, whole in zip(differing(drawn), says, drawn, strict=True)
    ])  # fmt: skip
    return [next(cut) if answer["after"] else None for answer in story["answers"]]


def _cut(table: Json, named: frozenset[str], part: frozenset[str]) -> Json:
    """A table under an answer, as far as it is shown."""
    return as_in_book(fewer(lay_open(table, named), part))


def _unlit(table: Json) -> Json:
    """A table on which nobody is said to be to move."""
    return {**table, "seats": [{**seat, "turn": False} for seat in table["seats"]]}


def _rules(f: Json, clashing: Iterable[Json], play: Json | None) -> tuple[list[Json], list[Json]]:
    """The rules that stand with the table, each side or answer with its own, then those that the headline tells; and
    those that are folded: beside rules that clash all others."""
    sides = _apart([_side(f, side) for side in clashing])
    clash = bool(sides)
    sides += _of_answers(f, sides)
    sides.sort(key=lambda side: side["letter"] or LETTERS[-1])
    beside = {c["id"] for side in sides for c in side["clauses"]}
    told = {id_: nth for nth, id_ in enumerate(spoken_of(f, text_of(story_of(f)["crux"]), _COMMON))}
    weight = _weight(f, play)

    def place(clause: Json) -> tuple[int, int, int]:
        return told.get(clause["id"], len(told)), *weight(clause)

    sides = [{**side, "clauses": sorted(side["clauses"], key=place)} for side in sides]
    others = sorted((c for c in f["clauses"] if c["id"] not in beside), key=place)
    named = sum(c["id"] in told for c in others)
    rest, room = others[named:], 0 if clash or named >= BOTH else max(0, MOST_SIDES - len(sides) - named)
    near = sum(weight(c)[0] <= min(NEAR, weight(rest[0])[0] / 2) for c in rest[:room])
    shown = named + (near or (0 if sides or named else min(1, room)))
    return sides + [{"letter": "", "says": "", "clauses": [c]} for c in others[:shown]], others[shown:]


def _apart(sides: list[Json]) -> list[Json]:
    """The sides of a clash; where they cite one rule and say no more, it stands once, without a letter."""
    same = len({tuple(c["id"] for c in side["clauses"]) for side in sides}) == 1
    return [{**sides[0], "letter": ""}] if same and not any(side["says"] for side in sides) else sides


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
    """The weight of a clause: first how many words it shares with the question and what leads to it, then whether the
    text of the finding names it, or the step that the page opens with cites it, and how early. A splinter, which says
    nothing by itself, comes last."""
    told = [c for block in f["prose"] for span in block.get("spans", ()) if (c := span.get("clause"))]
    story = story_of(f)
    steps, number = play["steps"] if play else [], story.get("moment") or 0
    cited = {c["id"] for step in steps[max(0, number - 1) : number] for c in step["clauses"]}
    order = {c["id"]: number for number, c in enumerate(f["clauses"])}
    said = stems(spoken_in(story)) - _COMMON

    def weight(clause: Json) -> tuple[int, int]:
        id_, own = clause["id"], stems(clause["says"])
        near = len(own & said) + 2 * (id_ in cited) + (id_ in told)
        return FAR if is_splinter(clause["says"]) else -near, told.index(id_) if id_ in told else order.get(
            id_, len(order)
        )

    return weight


def is_splinter(says: str) -> bool:
    """Whether a paraphrase says nothing by itself: it begins as the rest of another one, or is of very few words."""
    return bool(_REST.match(says)) or len(says.split()) <= FEWEST


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


# --- statements -------------------------------------------------------------------------------------------------------


statement = statements_about("findings")


@statement("Every move of a small table was tried, {states} {states:situation|situations} in all, and this came up.")
def tried_all(page: Json) -> Values | None:
    return {"states": page["tried"]} if page["tried"] else None


@statement("It came up at {met} of the {tables} small {tables:table that was|tables that were} played through.")
def met_at_tables(page: Json, tables: int) -> Values | None:
    return {"met": page["met"], "tables": tables} if page["met"] else None


@statement("It mattered in {times} of {of} games that the machine played to their end ({low:.0f} to {high:.0f} %).")
def met_in_games(page: Json) -> Values | None:
    met = page["often"]
    return games.frequency(met) if met and games.share_of_games(met) else None


@statement("{told}.")
def stakes(row: Json) -> Values:
    return {"told": stakes_in_words(row)}


@statement("{n} more that {n:bears|bear} on it")
def bearing(others: Sequence[Json]) -> Values:
    return {"n": len(others)}


@statement("{sizes}.")
def sizes(scope: Json) -> Values | None:
    found = {sort.replace("_", " ").lower(): len(names) for sort, names in scope["sizes"].items() if names}
    return {"sizes": ", ".join(f"{n:,} {sort}{'s' if n != 1 else ''}" for sort, n in found.items())} if found else None


@statement("{name} {value} for {book}")
def number(one: Json) -> Values:
    return {"name": one["name"].split(".")[-1].replace("_", " "), "value": one["value"], "book": one["book"]}


@statement("{n} answers together")
def together(ruling: Json) -> Values:
    return {"n": len(ruling)}


@statement("{told}")
def before_and_after(run: Json) -> Values:
    numbers = ((name, c["before"], c["after"]) for name, c in run["numbers"].items())
    told = ", ".join(f"{b:,}{f' → {a:,}' if a != b else ''} {name}" for name, b, a in numbers)
    return {"told": f"{told}; {run['beyond']}"}


# --- what an answer came to -------------------------------------------------------------------------------------------


@statement("The text leaves {n} {n:question|questions} open that findings ask.")
def questions(asked: Sequence[Json]) -> Values | None:
    return {"n": len(asked)} if asked else None


@statement("{n} {n:answer|answers}")
def answers(one: Json) -> Values:
    return {"n": len(one["answers"]), "about": one["file"]}


# --- to take along ----------------------------------------------------------------------------------------------------


@statement("{n} {n:situation|situations} that the text does not settle, to be laid out and asked about.")
def cards(found: Sequence[Json]) -> Values | None:
    return {"n": len(found)} if found else None


# --- lines of the book ------------------------------------------------------------------------------------------------


@statement("{n} more")
def more_lines(items: Sequence[Json], shown: int) -> Values:
    return {"n": len(items) - shown}
