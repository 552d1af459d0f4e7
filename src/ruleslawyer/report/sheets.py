"""For a designer's desk: situations to try at the table, as cards and in Markdown, and a draft of an FAQ."""

from __future__ import annotations

import re

from ruleslawyer.files.content import Json
from ruleslawyer.report.families import standing
from ruleslawyer.report.film import called, film
from ruleslawyer.report.laid_out import story_of
from ruleslawyer.report.questions import UNANSWERED
from ruleslawyer.report.says_findings import besides, support
from ruleslawyer.report.says_plays import goes_round
from ruleslawyer.report.visible import capital, visible

_MARKS = re.compile(r"([\\`*_{}\[\]<>()#+!|~&]|-(?!\w))")
"""What Markdown might take for a mark; a hyphen before a word or a number is none, and a minus stays as it is."""


def playtest(r: Json) -> str:
    """A card for each finding with a play: how to set it up, what to do, and what to ask the players."""
    parts = [f"# {_text(r['title'])}: playtest sheet", ""]
    parts += [
        "One card for each situation that the text does not settle. Play it, ask, and write it down.",
        "",
    ]
    for f in standing(r):
        play = next((e["play"] for e in f["evidence"] if e["play"]), None)
        if play is None or f["state"] not in UNANSWERED:
            continue
        parts += [f"## {_text(f['id'])}: {_text(f['title'])}", ""]
        laid_out = [f"- {_spoken(row['field'])}: {_cells(row['after'])}" for row in film(play)[0]["rows"]]
        parts += ["**Set up.**", "", *(laid_out or ["- As the rules say."]), ""]
        steps = [_deed(s["call"]) for s in play["steps"]]
        if steps:
            parts += ["**Play.**", "", *(f"{i}. {step}" for i, step in enumerate(steps, 1)), ""]
        if play["back_to"] is not None:
            parts += [goes_round.text(play), ""]
        if play["last"]:
            parts += [f"**Then somebody wants:** {_deed(play['last'])}", ""]
        questions = [_spoken(capital(q["text"])) for q in f["questions"]] or [
            "What happens now, and which sentence says so?"
        ]
        parts += ["**Ask.**", "", *(f"- {q}" for q in questions), ""]
        for q in f["questions"]:
            parts += [*(f"  - [ ] {_spoken(o['label'] or o['name'])}" for o in q["options"]), ""]
        parts += [f"Clauses: {', '.join(_text(c['id']) for c in f['clauses'])}. Answer: ______", "", "---", ""]
    return "\n".join(parts)


def cards(r: Json) -> list[Json]:
    """The situations that can be laid out: the table before the last move, which is not yet done, and what to ask."""
    found = []
    for f in standing(r):
        frames = next((e["frames"] for e in f["evidence"] if e.get("frames")), None) or []
        if f["state"] not in UNANSWERED or len(frames) < 2:
            continue
        last = frames[-1]
        table = last["table"] if last["asked"] else frames[-2]["table"]
        if table is not None:
            story = story_of(f)
            found.append({
                "finding": f, "table": table, "says": last["says"], "asked": last["asked"], "who": last.get("who"),
                "ask": story["ask"],
                "answers": story["answers"],
            })  # fmt: skip
    return found


def faq(r: Json) -> str:
    """A question for each finding: what its clauses say, and the ruling, or what would be one; with each answer the
    lines that the author cited for it, and nothing where none are."""
    parts = [f"# {_text(r['title'])}: FAQ (draft)", ""]
    parts += [
        "Made from the findings; clauses are paraphrased. Nothing is a ruling but what is marked as one.",
        "",
    ]
    for f in standing(r):
        asked = [_spoken(capital(q["text"])) for q in f["questions"]]
        parts += [f"## {' '.join(asked) or _text(f['title'])}", ""]
        parts += [*(f"- {_place(c)}: {_text(c['says'])}" for c in f["clauses"]), ""]
        for q in f["questions"]:
            for o in q["options"]:
                cited = support.text(o)
                parts += [f"- *{_spoken(o['label'] or o['name'])}*{f': {cited}' if cited else ''}"]
            parts += [""]
        if f["answered"]:
            a = f["answered"]
            parts += [f"**Ruled** by {_text(a['by'])} ({_text(a['source'])}): {_text(a['where'])}", ""]
        else:
            proposed = [_proposed(t) for t in f["settled"] if t["settled"]]
            hint = (
                f" As far as it was tried out, it would be settled by: {' or by: '.join(proposed)}." if proposed else ""
            )
            parts += [f"**Not answered yet.**{hint}", ""]
    return "\n".join(parts)


def _place(clause: Json) -> str:
    """Where a clause stands in the book, and its number in the register."""
    return f"line {clause['line']} ({_text(clause['id'])})" if clause["line"] else _text(clause["id"])


def _proposed(run: Json) -> str:
    """A ruling that settles a finding, with what else it brings."""
    ruled = ", ".join(_spoken(option) for option in run["ruling"].values())
    return f"{ruled} ({_text(besides.text(run))})" if run["came"] else ruled


def _cells(cells: list[Json]) -> str:
    return ", ".join(f"{_spoken(c['key'])} {_spoken(c['value'])}".strip() for c in cells)


def _deed(call: str) -> str:
    found = called(call)
    chosen = ", ".join(f"{_spoken(c['name'])} {_spoken(c.get('value', ''))}" for c in found["choices"])
    return f"**{_spoken(found['name'])}**" + (f" ({chosen})" if chosen else "")


def _spoken(name: str) -> str:
    return _text(str(name).replace("_", " "))


def _text(value: str) -> str:
    """A text that Markdown takes for nothing else, in one line."""
    return _MARKS.sub(r"\\\1", " ".join(str(visible(value)).split()))
