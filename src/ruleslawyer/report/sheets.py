"""For the table: situations to try out, as cards and in Markdown, and what was answered, for players."""

from __future__ import annotations

import re

from ruleslawyer.base.files.content import Json
from ruleslawyer.check.evidence.finding import UNANSWERED
from ruleslawyer.report.brief import text_of
from ruleslawyer.report.finding_layout import standing, story_of
from ruleslawyer.report.moment import focus_table, moment, part
from ruleslawyer.report.plays import film, goes_round, parse_call
from ruleslawyer.report.statement import visible
from ruleslawyer.rulebook.table.letters import letters
from ruleslawyer.rulebook.table.words import capital, spoken

_MARKS = re.compile(r"([\\`*_{}\[\]<>()#+!|~&]|-(?!\w))")
"""What Markdown might take for a mark; a hyphen before a word or a number is none, and a minus stays as it is."""
ONE_LINE = 100_000
"""Letters of a line that is not broken."""


def playtest(r: Json) -> str:
    """A card for each finding with a play: how to set it up, what to do, and what to ask the players."""
    parts = [f"# {markdown_text(r['title'])}: playtest sheet", ""]
    parts += [
        "One card for each situation that the text does not settle. Play it, ask, and write it down.",
        "",
    ]
    for f in standing(r):
        shown = next((e for e in f["evidence"] if e["play"]), None)
        if shown is None or f["state"] not in UNANSWERED:
            continue
        story = story_of(f)
        parts += [f"## {markdown_text(f['id'])}: {markdown_text(f['title'])}", ""]
        parts += [markdown_text(text_of(story["crux"])), ""] if story["crux"] else []
        frames = shown.get("frames") or []
        drawn = bool(frames) and all(frame["table"] for frame in frames)
        parts += [*(_picture_lines(frames, story) if drawn else _undrawn(shown["play"])), ""]
        if shown["play"]["back_to"] is not None:
            parts += [goes_round.text(shown["play"]), ""]
        parts += ["**Ask.**", "", markdown_text(text_of(story["ask"])) or markdown_text(f["title"]), ""]
        for answer in story["answers"]:
            then = f". {markdown_text(text_of(answer['then']))}" if answer["then"] else ""
            parts += [f"- [ ] {markdown_text(text_of(answer['says']))}{then}"]
        lines = sorted({c["line"] for c in f["clauses"] if c["line"]})
        where = f"In the book: {'line' if len(lines) == 1 else 'lines'} {', '.join(map(str, lines))}. " if lines else ""
        parts += ["- [ ] another answer: ______", "", f"{where}What the players said: ______", "", "---", ""]
    return "\n".join(parts)


def _picture_lines(frames: list[Json], story: Json) -> list[str]:
    """A play whose table is drawn, in the words that stand with the pictures."""
    table, _ = focus_table(frames[0]["table"], part(frames, story))
    said = ["**Lay this out.**", ""]
    for line in letters(table, ONE_LINE).split("\n"):
        words = line.strip()
        said.append(f"{line[: len(line) - len(words)]}- {markdown_text(words)}")
    moves = [markdown_text(capital(frame["says"])) for frame in frames[1:] if not frame["asked"]]
    if moves:
        said += ["", "**Play.**", "", *(f"{i}. {move}." for i, move in enumerate(moves, 1))]
    if frames[-1]["asked"]:
        said += ["", f"**Then this is wanted, and not done yet:** {markdown_text(frames[-1]['says'])}."]
    return said


def _undrawn(play: Json) -> list[str]:
    """A play of which nobody said how its table is drawn, by the names that the rules have for things."""
    rows = [f"- {_spoken(row['field'])}: {_cells(row['after'])}" for row in film(play)[0]["rows"]]
    said = ["**Lay this out.**", "", *(rows or ["- As the rules say."])]
    if play["steps"]:
        said += ["", "**Play.**", "", *(f"{i}. {_deed(s['call'])}" for i, s in enumerate(play["steps"], 1))]
    if play["last"]:
        said += ["", f"**Then somebody wants:** {_deed(play['last'])}"]
    return said


def cards(r: Json) -> list[Json]:
    """The situations that can be laid out: what happens, the table of that moment, what is wanted or was just done, and
    what to ask."""
    found = []
    for f in standing(r):
        frames = next((e["frames"] for e in f["evidence"] if e.get("frames")), None) or []
        story = story_of(f)
        shown = moment(frames, story)
        if f["state"] in UNANSWERED and len(frames) > 1 and shown is not None:
            found.append({
                **shown, "finding": f, "crux": text_of(story["crux"]), "ask": story["ask"], "answers": story["answers"],
            })  # fmt: skip
    return found


def clarifications(r: Json) -> list[Json]:
    """The findings that were answered, as players read them: what one asks at the table, the answer in the words of the
    book's author, and the example with its table, where one is drawn. What has no sentence of his has his answer."""
    found = []
    for f in standing(r):
        if f["answered"] is None or f["state"] in UNANSWERED:
            continue
        story = story_of(f)
        number = f["answered"]["answer"]
        given = None if number is None else story["answers"][number]
        said = f["answered"]["prints"] or (text_of(given["says"]) if given else "")
        if said:
            frames = next((e["frames"] for e in f["evidence"] if e.get("frames")), None)
            found.append({
                "id": f["id"], "ask": text_of(story["ask"]) or f["title"], "says": said, "crux": text_of(story["crux"]),
                "then": text_of(given["then"]) if given else "", "shown": moment(frames, story),
            })  # fmt: skip
    return found


def faq(r: Json) -> str:
    """The same in Markdown, without the tables."""
    parts = [f"# {markdown_text(r['title'])}: questions and answers", ""]
    told = clarifications(r)
    for one in told:
        parts += [f"## {markdown_text(one['ask'])}", "", f"**{markdown_text(one['says'])}**", ""]
        if example := " ".join(filter(None, (one["crux"], one["then"]))):
            parts += [f"For example: {markdown_text(example)}", ""]
    return "\n".join(parts if told else [*parts, "No question has been answered yet.", ""])


def _cells(cells: list[Json]) -> str:
    return ", ".join(f"{_spoken(c['key'])} {_spoken(c['value'])}".strip() for c in cells)


def _deed(call: str) -> str:
    found = parse_call(call)
    chosen = ", ".join(f"{_spoken(c['name'])} {_spoken(c.get('value', ''))}" for c in found["choices"])
    return f"**{_spoken(found['name'])}**" + (f" ({chosen})" if chosen else "")


def _spoken(name: str) -> str:
    return markdown_text(spoken(name))


def markdown_text(value: str) -> str:
    """A text that Markdown takes for nothing else, in one line."""
    return _MARKS.sub(r"\\\1", " ".join(str(visible(value)).split()))
