"""The imports of a tree of modules, each from a text, and what is wrong with them: arrows, circles, closed insides.

Every import counts: at the top, in a function, under `TYPE_CHECKING`.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import networkx as nx

from tests.statements import parsed, statements

PACKAGE = "ruleslawyer"


def tree(sources: Path) -> dict[str, str]:
    """The text of each module below a folder, by its dotted name from there (a package's ends in `__init__`). The
    template is a project of its own."""
    files = (p.relative_to(sources) for p in sources.rglob("*.py"))
    return {
        ".".join(p.with_suffix("").parts): (sources / p).read_text(encoding="utf-8")
        for p in sorted(files)
        if p.parts[:2] not in (("project", "blank"), ("project", "template"))
    }


def table(text: str) -> dict[str, tuple[str, ...]]:
    """A table in words: a line begins with a name, and one that is indented goes on with the line before it."""
    found: dict[str, tuple[str, ...]] = {}
    name = ""
    for line in text.strip("\n").split("\n"):
        first, *others = line.split()
        if line[0] == " ":
            found[name] += (first, *others)
        else:
            name, found[first] = first, tuple(others)
    return found


def part(module: str) -> str:
    """The part of the tool that a module belongs to: its folder, or itself where it stands in none."""
    folder, _, leaf = module.rpartition(".")
    return folder.replace(".", "/") or leaf


def room(module: str) -> str:
    """The room that a module belongs to: its top folder, its engine, or itself where it stands in none."""
    top, *inside = module.split(".")
    return f"{top}/{inside[0]}" if top == "engines" and len(inside) > 1 else top


@cache
def imported(text: str) -> tuple[str, ...]:
    """The full names that a text imports, wherever the import stands: of a module, or of something in one."""
    found: list[str] = []
    for node in statements(parsed(text)):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0 and node.module is not None, f"line {node.lineno}: relative import"
            found += [f"{node.module}.{alias.name}" for alias in node.names]
    return tuple(dict.fromkeys(found))


def arrows(modules: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Which module imports which other of the tool; what is imported from a package is the package's."""
    for module, text in modules.items():
        for name in imported(text):
            top, _, inside = name.partition(".")
            if top != PACKAGE:
                continue
            target = inside
            while target and target not in modules and f"{target}.__init__" not in modules:
                target = target.rpartition(".")[0]
            if target and target not in modules:
                target = f"{target}.__init__"
            if target and target != module:
                yield module, target


def forbidden(modules: Mapping[str, str], allowed: Mapping[str, Collection[str]]) -> list[str]:
    """The arrows between rooms that are not in the table; and the rooms that it does not have, or has for nothing."""
    found = {room(module) for module in modules if module not in ("__init__", "engines.__init__")}
    wrong = [f"{name} is no room" for name in allowed if name not in found]
    wrong += [f"{name} is not in the table" for name in sorted(found) if name not in allowed]
    for module, target in arrows(modules):
        own, other = room(module), room(target)
        if own != other and other not in allowed.get(own, ()):
            wrong.append(f"{module} imports {target}")
    return wrong


def circles(pairs: Iterable[tuple[str, str]]) -> list[list[str]]:
    """What imports itself in the end: each circle by its members, in order."""
    graph = nx.DiGraph((a, b) for a, b in pairs if a != b)
    return sorted(sorted(ring) for ring in nx.strongly_connected_components(graph) if len(ring) > 1)


def circles_of_parts(modules: Mapping[str, str]) -> list[list[str]]:
    return circles((part(module), part(target)) for module, target in arrows(modules))


def past_the_doors(modules: Mapping[str, str], doors: Mapping[str, Collection[str]]) -> list[str]:
    """The imports from outside of an engine's modules that are none of its doors; and the doors that nobody uses."""
    wrong, used = [], set()
    for module, target in arrows(modules):
        for engine, own in doors.items():
            inside = f"{engine.replace('/', '.')}."
            if target.startswith(inside) and not module.startswith(inside):
                door = target.removeprefix(inside)
                used.add((engine, door))
                if door not in own:
                    wrong.append(f"{module} imports {target}")
    return wrong + [
        f"{engine}: nobody uses {d}" for engine, own in doors.items() for d in own if (engine, d) not in used
    ]
