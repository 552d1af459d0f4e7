"""Worked examples: small rulesets of patterns that rulebooks have, and the part of one that shows a construct."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import ruleslawyer
from ruleslawyer.front.calls import PILE_METHODS
from ruleslawyer.front.constructs import OWNERS, Construct, Use
from ruleslawyer.project.config import Project
from ruleslawyer.project.modules import module_file

_MOST = 45
"""So many lines of an example are shown, or the statement alone that has the construct where that is longer."""


@dataclass(frozen=True, slots=True)
class Worked:
    """A ruleset of the cookbook: its sentences, and the module with its rules."""

    name: str
    title: str
    file: Path
    source: str
    sentences: str

    def sentence(self, number: str) -> str:
        """One of its sentences by its number, which is what its clauses cite; "" for none."""
        found = re.search(rf"^{re.escape(number)}\. .*$", self.sentences, re.MULTILINE)
        return found[0] if found else ""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The part of an example that shows a construct, with the sentences that it models."""

    worked: Worked
    sentences: tuple[str, ...]
    source: str


@dataclass(frozen=True, slots=True)
class _Piece:
    """A statement at the top of a module. decorated: by what, each with what it hangs on."""

    node: ast.stmt
    text: str
    names: frozenset[str]
    said: frozenset[str]
    decorated: tuple[tuple[str, str], ...]

    @property
    def lines(self) -> int:
        return self.text.count("\n") + 1

    @property
    def bound_name(self) -> str:
        match self.node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.Assign(targets=[ast.Name(id=name)]):
                return name
        return ""


def cookbook() -> Path:
    """The project of the examples: inside the package where that is installed, else in the repository."""
    package = Path(ruleslawyer.__file__).parent
    inside = package / "bundled" / "cookbook"
    return inside if inside.is_dir() else package.parents[1] / "examples" / "cookbook"


@cache
def examples() -> dict[str, Worked]:
    """The rulesets of the cookbook by name, in its order."""
    project = Project.load(cookbook())
    found = {}
    for name, config in project.rulesets.items():
        file = module_file(project.root, config.modules[0])
        source = file.read_text(encoding="utf-8")
        found[name] = Worked(name, config.title, file, source, ast.get_docstring(ast.parse(source)) or "")
    return found


def excerpt(construct: Construct) -> Excerpt | None:
    """The shortest example that shows a construct: where it stands, what that hangs on, and what uses it."""
    shown = [(worked, pieces, piece) for worked in examples().values() for pieces in (_pieces(worked),)
             for piece in pieces if _shows(piece, construct)]  # fmt: skip
    if not shown:
        return None
    rank = [(not _stands_above(piece, construct), piece.lines, i) for i, (_, _, piece) in enumerate(shown)]
    worked, pieces, piece = shown[min(rank)[-1]]
    some = _around(piece, pieces)
    cited = dict.fromkeys(cite for one in (piece, *some) for cite in _citations(one.node))
    sentences = tuple(filter(None, (worked.sentence(cite) for cite in sorted(cited))))
    return Excerpt(worked, sentences, "\n\n\n".join(one.text for one in some))


def shortest(construct: Construct) -> tuple[Use, str]:
    """The first use of a construct that an example shows, and its line there: the shortest statement that has it, or
    the head of one."""
    for use in construct.uses:
        one = replace(construct, uses=(use,))
        shown = excerpt(one)
        if shown is not None:
            lines = shown.source.split("\n")
            heads = (_head(node) for node in ast.walk(ast.parse(shown.source)) if isinstance(node, ast.stmt))
            found = [piece.text for piece in (_piece(head, lines) for head in heads) if _shows(piece, one)]
            return use, min(map(_on_one_line, found), key=len)
    raise LookupError(f"no example has {construct.name}")


def shows(worked: Worked, construct: Construct) -> bool:
    """Whether a game uses a construct."""
    return any(_shows(piece, construct) for piece in _pieces(worked))


def _head(node: ast.stmt) -> ast.stmt:
    """A statement without its body; of an `if` with branches all of it, as `else` is a word of it."""
    body = getattr(node, "body", [])
    if not body or (isinstance(node, ast.If) and node.orelse):
        return node
    head = ast.copy_location(type(node)(**{**dict(ast.iter_fields(node)), "body": []}), node)
    head.end_lineno = max(node.lineno, body[0].lineno - 1)
    return head


def _on_one_line(text: str) -> str:
    joined = " ".join(re.sub(r"\s+# .*", "", line).strip() for line in text.split("\n"))
    return re.sub(r",? (?=[)\]}])", "", re.sub(r"(?<=[(\[{]) ", "", joined))


def _stands_above(piece: _Piece, construct: Construct) -> bool:
    """Whether the construct is what a whole function or class is, and not a word in it."""
    return any(name == construct.name for name, _ in piece.decorated) or construct.name in _bases(piece.node)


def _shows(piece: _Piece, construct: Construct) -> bool:
    if construct.node is not None:
        return _has(piece.node, construct)
    return any(_key(construct.name, use) in piece.said for use in construct.uses)


def _key(name: str, use: Use) -> str:
    """How a use is told from others of the same name: `at=` is an option, `.on` hangs on something."""
    if use.written.endswith("=…"):
        return f"{name}="
    return name if use.of == "Python" or use.of.startswith("from ") else f".{name}"


def _around(piece: _Piece, pieces: Sequence[_Piece]) -> list[_Piece]:
    """The statement, with what it hangs on and what uses what it declares, while that is short; in their order."""
    chosen, lines = [piece], piece.lines
    above = {base for _, base in piece.decorated}
    near = [one for one in pieces if one.bound_name in above and isinstance(one.node, ast.FunctionDef)]
    near += [
        one
        for one in pieces
        if piece.bound_name and (piece.bound_name in one.names or _hangs_on(one, piece.bound_name))
    ]
    for one in near:
        if one not in chosen and lines + one.lines + 2 <= _MOST:
            chosen.append(one)
            lines += one.lines + 2
    return sorted(chosen, key=lambda one: one.node.lineno)


def _hangs_on(piece: _Piece, name: str) -> bool:
    return any(base == name for _, base in piece.decorated)


@cache
def _pieces(worked: Worked) -> tuple[_Piece, ...]:
    lines = worked.source.split("\n")
    pieces = [_piece(node, lines) for node in ast.parse(worked.source).body[1:]]
    own = {piece.bound_name for piece in pieces}  # what a game calls `lose` is not that of the language
    return tuple(replace(piece, said=piece.said - own) for piece in pieces)


def _piece(node: ast.stmt, lines: Sequence[str]) -> _Piece:
    decorators = node.decorator_list if isinstance(node, ast.ClassDef | ast.FunctionDef) else []
    first = min([node.lineno, *(one.lineno for one in decorators)])
    names = frozenset(one.id for one in ast.walk(node) if isinstance(one, ast.Name))
    decorated = tuple(_decorator(one) for one in decorators)
    return _Piece(
        node, "\n".join(lines[first - 1 : node.end_lineno]), names, frozenset(_language_names(node)), decorated
    )


def _decorator(node: ast.expr) -> tuple[str, str]:
    """The name of a decorator, and what it hangs on."""
    match node.func if isinstance(node, ast.Call) else node:
        case ast.Attribute(value=ast.Name(id=base), attr=name):
            return name, base
        case ast.Name(id=name):
            return name, ""
    return "", ""


def _language_names(node: ast.stmt) -> Iterator[str]:
    """The names of the language in a statement: what it imports is none, nor are names of its fields."""
    if isinstance(node, ast.ImportFrom):
        if node.module == "__future__":
            yield "annotations"
        return
    methods = {name for owner in OWNERS for name in vars(owner) if not name.startswith("_")}
    decorators = node.decorator_list if isinstance(node, ast.ClassDef | ast.FunctionDef) else []
    for decorator in decorators:
        name, base = _decorator(decorator)
        yield f".{name}" if base else name
        if isinstance(decorator, ast.Call):
            yield from (f"{keyword.arg}=" for keyword in decorator.keywords)
    for one in ast.walk(node):
        match one:
            case ast.Name(id=name):
                yield name
            case ast.Constant(value=bool() | None as value):
                yield str(value)
            case ast.Call(func=ast.Attribute(value=ast.Name(), attr=name), keywords=keywords) if name in methods:
                yield f".{name}"
                yield from (f"{keyword.arg}=" for keyword in keywords)
            case ast.Call(func=ast.Name(id="Ruleset" | "yes" | "no"), keywords=keywords):
                yield from (f"{keyword.arg}=" for keyword in keywords)
            case ast.Attribute(value=value, attr=name) if _of_a_pile(name, value):
                yield f".{name}"


def _of_a_pile(name: str, value: ast.expr) -> bool:
    return name in (*PILE_METHODS, "top", "bottom") and not isinstance(value, ast.Name)


def _bases(node: ast.stmt) -> tuple[str, ...]:
    bases = node.bases if isinstance(node, ast.ClassDef) else []
    return tuple(base.id for base in bases if isinstance(base, ast.Name))


_SIGNS: dict[str, type[ast.AST]] = {
    "and": ast.And, "or": ast.Or, "not": ast.Not, "==": ast.Eq, "!=": ast.NotEq, "<": ast.Lt, "<=": ast.LtE,
    ">": ast.Gt, ">=": ast.GtE, "in": ast.In, "not in": ast.NotIn, "is None": ast.Is, "is not None": ast.IsNot,
    "+": ast.Add, "-": ast.Sub, "*": ast.Mult, "//": ast.FloorDiv, "%": ast.Mod, "|": ast.BitOr, "&": ast.BitAnd,
}  # fmt: skip


def _has(node: ast.AST, construct: Construct) -> bool:
    """Whether a part of Python stands in a statement, as it is written."""
    wanted = _SIGNS.get(construct.name, construct.node)
    return any(type(one) is wanted and _goes_on(one, construct.name) for one in ast.walk(node))


def _goes_on(node: ast.AST, name: str) -> bool:
    """Whether an `if` has the part that is asked for."""
    if not isinstance(node, ast.If) or name == "if":
        return True
    return bool(node.orelse) and isinstance(node.orelse[0], ast.If) == (name == "elif")


def _citations(node: ast.stmt) -> Iterator[str]:
    """The clauses that a statement cites, in its decorators or in an effect."""
    for one in ast.walk(node):
        if isinstance(one, ast.Constant) and isinstance(one.value, str) and re.fullmatch(r"\d+", one.value):
            yield one.value
