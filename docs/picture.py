"""A picture of a finding: its two clauses and the shortest play in which they meet, as an SVG on standard output.

    python docs/picture.py megacorp 015 > docs/images/finding.svg

Nothing in it is drawn by hand: the finding's evidence is asked again, and the play is the one that answers.
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.evidence.finding import Finding
from ruleslawyer.ir import types
from ruleslawyer.ir.scope import Scope
from ruleslawyer.ir.system import System
from ruleslawyer.report.play import Plays
from ruleslawyer.report.rules import Rules
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.semantics.transition import Instance

WIDTH, MARGIN, GAP = 960, 32, 16
MOST_CHANGES = 5
STYLE = """
text { font: 15px system-ui, sans-serif; fill: #1c1c1c } .small { font-size: 13px; fill: #555 }
.title { font-size: 22px; font-weight: 600 } .head { font-weight: 600 } .code { font: 13px ui-monospace, monospace }
.paper { fill: #fdfcf9 } .box { fill: #fff; stroke: #c9c4b8 } .permits { stroke: #0072b2; stroke-width: 2 }
.forbids { stroke: #d55e00; stroke-width: 2 } .asks { fill: #fff6ee; stroke: #d55e00; stroke-width: 2 }
@media (prefers-color-scheme: dark) {
  text { fill: #eee } .small { fill: #aaa } .paper { fill: #1d1e20 } .box { fill: #27282b; stroke: #55565a }
  .asks { fill: #3a2a1e }
}
"""
Json = dict[str, Any]


class Drawing:
    """Lines of SVG, from the top down."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def text(self, x: float, y: float, text: str, kind: str = "") -> None:
        self.lines.append(f'<text x="{x:g}" y="{y:g}" class="{kind}">{escape(text)}</text>')

    def box(self, x: float, y: float, width: float, rows: Sequence[tuple[str, str]], kind: str, height: float) -> None:
        """A frame with rows of text, each with its class."""
        self.lines.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="6" class="box {kind}"/>'
        )
        for i, (text, of) in enumerate(rows):
            self.text(x + 14, y + 27 + i * 21, text, of)

    def row(self, y: float, boxes: Sequence[tuple[list[tuple[str, str]], str]]) -> float:
        """Boxes beside one another, all of the same size; where the next row begins."""
        width = (WIDTH - 2 * MARGIN - GAP * (len(boxes) - 1)) / len(boxes)
        height = 20 + 21 * max(len(rows) for rows, _ in boxes)
        for i, (rows, kind) in enumerate(boxes):
            self.box(MARGIN + i * (width + GAP), y, width, rows, kind, height)
        return y + height + GAP

    def svg(self, height: float, title: str) -> str:
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" width="{WIDTH}" '
            f'height="{height:g}" role="img" aria-label="{escape(title, {chr(34): "&quot;"})}">\n'
            f'<style>{STYLE}</style>\n<rect class="paper" width="{WIDTH}" height="{height:g}" rx="10"/>\n'
            + "\n".join(self.lines)
            + "\n</svg>\n"
        )


def picture(ruleset: Ruleset, finding: Finding) -> str:
    """The SVG of a finding about two clauses that contradict each other."""
    evidence = next(e for e in finding.evidence if e.ask == "event" and e.about.get("pair"))
    explored = ruleset.explore(evidence.scope, evidence.reading)
    number, met = next(
        (i, e)
        for i, e in enumerate(explored.events, 1)
        if (e.event.kind, e.event.subject, list(e.event.pair))
        == (evidence.about["kind"], evidence.about["subject"], evidence.about["pair"])
    )
    rules = Rules(ruleset.system, ruleset.register)
    play = Plays(ruleset.system, explored.scope, rules).play(met.trace)
    assert play is not None
    drawing = Drawing()
    drawing.text(MARGIN, 44, f"{ruleset.title}, finding {finding.id}: a {finding.kind}", "small")
    y = 72.0
    for line in textwrap.wrap(finding.title, 62):
        drawing.text(MARGIN, y, line, "title")
        y += 28
    y = drawing.row(y - 8, [_clause(rules.rule(name)) for name in evidence.about["pair"]])
    drawing.text(MARGIN, y + 14, "The shortest play in which they meet", "head")
    steps = [_step(i, step) for i, step in enumerate(play["steps"], 1)]
    last = _wrapped(f"{len(steps) + 1}  {play['last']}?", 34, "code") if play["last"] else []
    said = [(f"{rules.rule(n)['clauses'][0]['id']} {rules.rule(n)['role']}s it", "") for n in evidence.about["pair"]]
    begun = [("0  the beginning", "head"), *_wrapped(play["start"]["call"], 34, "code")]
    begun += _attributes(ruleset.system, explored.scope, met.trace.last)
    y = drawing.row(y + 28, [(begun, ""), *((rows, "") for rows in steps), (last + said, "asks")])
    drawing.text(MARGIN, y + 8, f"ruleslawyer explore {ruleset.name} --scope {evidence.scope} --trace {number}", "code")
    return drawing.svg(y + 30, finding.title)


def _attributes(system: System, scope: Scope, looked_at: Instance | None) -> list[tuple[str, str]]:
    """Of the members that the last action is about, which kinds of thing they are."""
    if looked_at is None:
        return []
    codec = Codec(system, scope)
    rows: list[tuple[str, str]] = []
    for (_, type_), member in zip(codec.parameters(looked_at.action), looked_at.args, strict=True):
        if not isinstance(type_, types.Sort):
            continue
        for attribute in system.sorts[type_.name].attributes:
            values = scope.attributes[type_.name, attribute.name]
            if isinstance(attribute.type, types.Enum) and values is not None:
                value = codec.text(attribute.type, values[member])
                rows.append((f"{attribute.name} of {scope.names[type_.name][member]}: {value}", "small"))
    return rows[:MOST_CHANGES]


def _clause(rule: Json) -> tuple[list[tuple[str, str]], str]:
    first = rule["clauses"][0]
    return [(f"{first['id']} {rule['role']}s", "head"), *_wrapped(first["says"], 52)], f"{rule['role']}s"


def _step(number: int, step: Json) -> list[tuple[str, str]]:
    changes = [*step["changes"], *(c for then in step["then"] for c in then["changes"])]
    rows = _wrapped(f"{number}  {step['call']}", 34, "code")
    for change in changes[:MOST_CHANGES]:
        rows += _wrapped(f"{change['place']}: {change['before']} → {change['after']}", 36, "small")
    more = len(changes) - MOST_CHANGES
    return rows + ([(f"and {more} more", "small")] if more > 0 else [])


def _wrapped(text: str, width: int, kind: str = "") -> list[tuple[str, str]]:
    return [(line, kind) for line in textwrap.wrap(text, width)]


if __name__ == "__main__":
    name, id_ = sys.argv[1:]
    project = Project.load(Path(__file__).parent)
    found = next(f for f in project.ruleset(name).findings() if f.id == id_)
    sys.stdout.write(picture(project.ruleset(name), found))
