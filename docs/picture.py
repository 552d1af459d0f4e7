"""A picture of a finding: its two clauses and the table where they meet, as an SVG on standard output.

    python docs/picture.py megacorp 015 > docs/images/finding.svg

Nothing in it is drawn by hand: the finding's evidence is asked again, and the table is that of the play that answers.
"""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.check.evidence.finding import Finding
from ruleslawyer.report.rules import Rules
from ruleslawyer.rulebook.table.draw import Tables
from ruleslawyer.rulebook.table.happened import frames
from ruleslawyer.rulebook.table.read import view_of
from ruleslawyer.rulebook.table.svg import sheet, svg

WIDTH, MARGIN, GAP = 960, 32, 16
STYLE = """
svg { color-scheme: light dark }
.says { font: 15px system-ui, sans-serif; fill: #1c1c1c } .small { font-size: 13px; fill: #555 }
.title { font-size: 22px; font-weight: 600 } .headed { font-weight: 600 } .code { font: 13px ui-monospace, monospace }
.paper { fill: #fdfcf9 } .box { fill: #fff; stroke: #c9c4b8 } .permits { stroke: #0072b2; stroke-width: 2 }
.forbids { stroke: #d55e00; stroke-width: 2 }
@media (prefers-color-scheme: dark) {
  .says { fill: #eee } .small { fill: #aaa } .paper { fill: #1d1e20 } .box { fill: #27282b; stroke: #55565a }
}
"""
Json = dict[str, Any]


class Drawing:
    """Lines of SVG, from the top down."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def text(self, x: float, y: float, text: str, kind: str = "") -> None:
        self.lines.append(f'<text x="{x:g}" y="{y:g}" class="says {kind}">{escape(text)}</text>')

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

    def table(self, y: float, drawing: Json) -> float:
        """The table as on the finding's page; where the next thing begins."""
        made = svg(drawing)
        wide, high = (float(n) for n in re.findall(r'viewBox="0 0 (\S+) (\S+)"', made)[0])
        width = WIDTH - 2 * MARGIN
        place = f'<svg x="{MARGIN}" y="{y:g}" width="{width}" height="{high * width / wide:g}"'
        self.lines.append(made.replace("<svg", place, 1))
        return y + high * width / wide + GAP

    def svg(self, height: float, title: str) -> str:
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" width="{WIDTH}" '
            f'height="{height:g}" role="img" aria-label="{escape(title, {chr(34): "&quot;"})}">\n'
            f'<style>{STYLE}{sheet()}</style>\n<rect class="paper" width="{WIDTH}" height="{height:g}" rx="10"/>\n'
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
    tables = Tables(view_of(ruleset), ruleset.system, explored.scope)
    last = frames(tables, met.trace)[-1]
    drawing = Drawing()
    drawing.text(MARGIN, 44, f"{ruleset.title}, finding {finding.id}: a {finding.kind}", "small")
    y = 72.0
    for line in textwrap.wrap(finding.title, 62):
        drawing.text(MARGIN, y, line, "title")
        y += 28
    y = drawing.row(y - 8, [_clause(rules.rule(name)) for name in evidence.about["pair"]])
    moves = f"{met.trace.length} action{'s' if met.trace.length != 1 else ''} from the start"
    drawing.text(MARGIN, y + 14, f"{last['says']}{'?' if last['asked'] else ''} ({moves})", "headed")
    y = drawing.table(y + 26, last["table"])
    drawing.text(MARGIN, y + 8, f"ruleslawyer explore {ruleset.name} --scope {evidence.scope} --trace {number}", "code")
    return drawing.svg(y + 30, finding.title)


def _clause(rule: Json) -> tuple[list[tuple[str, str]], str]:
    first = rule["clauses"][0]
    return [(f"{first['id']} {rule['role']}s", "headed"), *_wrapped(first["says"], 52)], f"{rule['role']}s"


def _wrapped(text: str, width: int, kind: str = "") -> list[tuple[str, str]]:
    return [(line, kind) for line in textwrap.wrap(text, width)]


if __name__ == "__main__":
    name, id_ = sys.argv[1:]
    project = Project.load(Path(__file__).parent)
    found = next(f for f in project.ruleset(name).findings() if f.id == id_)
    sys.stdout.write(picture(project.ruleset(name), found))
