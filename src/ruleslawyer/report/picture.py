"""Graphs as pictures: quotients of a state graph, and how the lemmas of a proof hang together. They are laid out in
layers when the site is made, and drawn as SVG by a template."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Sequence
from itertools import pairwise
from textwrap import wrap

from grandalf.graphs import Edge, Graph, Vertex
from grandalf.layouts import SugiyamaLayout

from ruleslawyer.base.files.content import Json

LETTER, LINE, PAD, MARGIN = 7.2, 17, 10, 24
"""Pixels: a letter's width, a line's height, the space inside a box, and that around the picture."""
APART = 9
"""Pixels from the middle to each of two arrows between the same boxes."""
LONGEST = 26
"""Letters of a line in a box; the rest of it is in the box's title."""
WIDEST = 1500
"""Pixels up to which a picture is made to fit the page; a wider one is scrolled."""
EACH = 8
"""Parts of a proof up to which each has a box."""
LINES = 4
"""Lines of a lemma in its box; the rest is in the box's title."""
FEW = 40
"""Arrows up to which each has its actions written beside it."""


class _Box:
    """A vertex as grandalf wants it: its size, and where to put its centre."""

    def __init__(self, w: float, h: float) -> None:
        self.w, self.h = w, h
        self.xy = (0.0, 0.0)


class _Edge(Edge):  # type: ignore[misc]  # grandalf has no types
    """An edge with a number for its hash: grandalf keeps edges in sets, whose order would be that of addresses."""

    def __init__(self, ends: Iterable[Vertex], number: int) -> None:
        self.number = number
        super().__init__(*ends)

    def __hash__(self) -> int:
        return self.number


class _Line:
    """An edge as grandalf wants it: where to put its points."""

    def __init__(self) -> None:
        self.points: list[tuple[float, float]] = []

    def setpath(self, points: Iterable[tuple[float, float]]) -> None:
        self.points = list(points)


def picture(q: Json) -> Json:
    """A quotient laid out: `left`, `width`, `height`, `boxes` and `arrows`, in pixels; y grows downwards."""
    return _draw([_box(c) for c in q["classes"]], q["edges"], [i for i, c in enumerate(q["classes"]) if c["initial"]])


def argument(parts: Sequence[Json]) -> Json:
    """The same of what is shown for a proof, the property first: an arrow from each part to what it rests on, with the
    rules that need it. Of many, those that need one another are one box: `parts` of a box are what it stands for."""
    boxes = _together(parts) if len(parts) > EACH else [[part] for part in parts]
    places = {part["name"]: i for i, box in enumerate(boxes) for part in box}
    edges = [
        {"from": places[part["name"]], "to": places[other], "action": rule, "transitions": 1}
        for part in parts for other, rules in part["uses"].items() for rule in rules
    ]  # fmt: skip
    return _draw([_part(box, first=not i) for i, box in enumerate(boxes)], edges, [0])


def _together(parts: Sequence[Json]) -> list[list[Json]]:
    """The parts, those that need one another together, in the order of the first of each; the property by itself."""
    lemmas = parts[1:]
    reach = {part["name"]: {part["name"], *part["uses"]} for part in lemmas}
    for _ in lemmas:  # as long as a way may be
        reach = {name: set().union(*(reach.get(other, ()) for other in others)) for name, others in reach.items()}
    found: dict[str, list[Json]] = {}
    for part in lemmas:
        there = (first for first in found if part["name"] in reach[first] and first in reach[part["name"]])
        found.setdefault(next(there, part["name"]), []).append(part)
    return [[parts[0]], *found.values()]


def _draw(boxes: list[Json], between: Iterable[Json], first: list[int]) -> Json:
    rounds: dict[int, list[Json]] = {}
    arrows: dict[tuple[int, int], list[Json]] = {}
    for e in between:
        if e["from"] == e["to"]:
            rounds.setdefault(e["from"], []).append(e)
        else:
            arrows.setdefault((e["from"], e["to"]), []).append(e)
    for i, edges in rounds.items():
        boxes[i]["rounds"] = [e["action"] for e in edges]
    lines = _laid_out(boxes, list(arrows), first)
    drawn = [_arrow(boxes, ends, arrows[ends], line, APART * (ends[::-1] in lines)) for ends, line in lines.items()]
    width = max((b["x"] + b["w"] for b in boxes), default=0) + MARGIN
    height = max((b["y"] + b["h"] for b in boxes), default=0) + MARGIN
    reach = [point for arrow in drawn for point in arrow["points"]]
    width = max([width, *(x + MARGIN for x, _ in reach)])
    height = max([height, *(y + MARGIN for _, y in reach)])
    named = len(drawn) <= FEW
    names = [(a["at"][0], LETTER * (len(a["actions"][0]) + 4) / 2) for a in drawn if named]
    left = min([0, *(x - half for x, half in names)])
    width = max([width, *(x + half for x, half in names)]) - left
    return {
        "left": round(left), "width": round(width), "height": round(height), "fits": width <= WIDEST, "boxes": boxes,
        "arrows": drawn, "named": named,
    }  # fmt: skip


def _box(c: Json) -> Json:
    label = [str(line) for line in c["label"]]
    lines = [line if len(line) <= LONGEST else line[: LONGEST - 1] + "…" for line in label[:2]]
    lines.append(f"{c['states']:,} state{'s' if c['states'] != 1 else ''}")
    looks = {"initial": c["initial"], "ended": c["ended"] == c["states"], "stuck": c["deadlocks"]}
    return {**c, **_lay_lines(lines), "look": [look for look, so in looks.items() if so], "stuck": bool(c["deadlocks"])}


def _part(parts: list[Json], *, first: bool) -> Json:
    lines = wrap(parts[0]["says"], LONGEST)
    lines = [*lines[:LINES], *(["…"] if len(lines) > LINES else []), parts[0]["where"] or "of each step"]
    if len(parts) > 1:
        lines = [f"{len(parts)} conditions", "that need one another"]
    return {"parts": parts, **_lay_lines(lines), "look": ["initial"] if first else [], "stuck": False}


def _lay_lines(lines: list[str]) -> Json:
    width = max(len(line) for line in lines) * LETTER + 2 * PAD
    return {"lines": lines, "rounds": [], "w": round(width), "h": len(lines) * LINE + 2 * PAD, "x": 0, "y": 0}


def _laid_out(
    boxes: list[Json], ends: list[tuple[int, int]], first: list[int]
) -> dict[tuple[int, int], list[tuple[float, float]]]:
    """Give each box its place, part by part from left to right; the bends of each arrow."""
    vertices = [Vertex(i) for i in range(len(boxes))]
    for vertex, box in zip(vertices, boxes, strict=True):
        vertex.view = _Box(box["w"], box["h"])
    order = _order(len(boxes), ends, first)
    edges: dict[tuple[int, int], Edge] = {}
    for pair in dict.fromkeys((a, b) if order[a] < order[b] else (b, a) for a, b in ends):
        edge = _Edge((vertices[i] for i in pair), len(edges))
        edge.view = _Line()
        edges[pair] = edge
    graph = Graph(vertices, list(edges.values()), directed=True)
    left = float(MARGIN)
    for part in graph.C:
        inside = list(part.sV)
        if len(inside) > 1:
            layout = SugiyamaLayout(part)
            layout.xspace, layout.yspace = 34, 52
            layout.init_all(optimize=True)
            layout.draw(6)
        corners = [(v.view.xy[0] - v.view.w / 2, v.view.xy[1] - v.view.h / 2) for v in inside]
        bends = [point for e in part.sE for point in e.view.points]
        least_x = min(x for x, _ in [*corners, *bends])
        least_y = min(y for _, y in [*corners, *bends])
        for v, (x, y) in zip(inside, corners, strict=True):
            boxes[v.data] |= {"x": round(x - least_x + left), "y": round(y - least_y + MARGIN)}
        for e in part.sE:
            e.view.points = [(x - least_x + left, y - least_y + MARGIN) for x, y in e.view.points]
        widest = max((boxes[v.data]["x"] + boxes[v.data]["w"] for v in inside), default=left)
        left = max([widest, *(x for e in part.sE for x, _ in e.view.points)]) + 2 * MARGIN
    return {(a, b): edges[a, b].view.points if (a, b) in edges else edges[b, a].view.points[::-1] for a, b in ends}


def _order(size: int, ends: list[tuple[int, int]], first: list[int]) -> list[int]:
    """The place of each box in a breadth-first order: arrows against it are laid out turned round, as layers have no
    rounds."""
    after: dict[int, list[int]] = {}
    for a, b in ends:
        after.setdefault(a, []).append(b)
    met = dict.fromkeys(first)
    waiting = deque(met)
    while len(met) < size:
        if not waiting:
            start = next(i for i in range(size) if i not in met)
            met[start] = None
            waiting.append(start)
        for b in after.get(waiting.popleft(), ()):
            if b not in met:
                met[b] = None
                waiting.append(b)
    places = {box: place for place, box in enumerate(met)}
    return [places[box] for box in range(size)]


def _arrow(
    boxes: list[Json], ends: tuple[int, int], edges: list[Json], bends: list[tuple[float, float]], aside: int
) -> Json:
    """An arrow from box to box, through the inner bends, cut where it meets the boxes; `aside` of its counterpart."""
    a, b = (boxes[i] for i in ends)
    middles = [(box["x"] + box["w"] / 2, box["y"] + box["h"] / 2) for box in (a, b)]
    side = aside if ends[0] < ends[1] else -aside
    middles = [(x + side, y) for x, y in middles]
    inner = [(x + side, y) for x, y in bends[1:-1]]
    way = [middles[0], *inner, middles[1]]
    way = [_border(a, way[1], middles[0]), *inner, _border(b, way[-2], middles[1])]
    points = [(round(x, 1), round(y, 1)) for x, y in way]
    (x0, y0), (x1, y1) = list(pairwise(points))[len(points) // 2 - 1]
    share = 0.4 if aside else 0.5  # so that the words of two arrows between the same boxes do not meet
    actions = Counter[str]()
    for e in edges:
        actions[e["action"]] += e["transitions"]
    return {
        "from": ends[0],
        "to": ends[1],
        "points": points,
        "path": " ".join(f"{x:g},{y:g}" for x, y in points),
        "actions": list(actions),
        "transitions": sum(actions.values()),
        "at": [round(x0 + share * (x1 - x0), 1), round(y0 + share * (y1 - y0), 1)],
    }


def _border(box: Json, towards: tuple[float, float], middle: tuple[float, float]) -> tuple[float, float]:
    """The point where the line from the middle of a box towards a point leaves the box."""
    dx, dy = towards[0] - middle[0], towards[1] - middle[1]
    if not dx and not dy:
        return middle
    across = min(box["w"] / 2 / abs(dx) if dx else 1e9, box["h"] / 2 / abs(dy) if dy else 1e9)
    return middle[0] + dx * min(across, 1), middle[1] + dy * min(across, 1)
