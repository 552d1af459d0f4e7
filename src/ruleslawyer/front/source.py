"""Reads and parses the modules of a ruleset, never importing them, and gives each the names that it may use."""

from __future__ import annotations

import ast
import io
import re
import tokenize
import warnings
from collections.abc import Iterable
from itertools import chain
from pathlib import Path

from ruleslawyer.base.diagnostics import UsageError, nearest, source_lines
from ruleslawyer.base.files.content import content as contained
from ruleslawyer.base.origin import Span
from ruleslawyer.front.analysis import LIBRARY, Analysis
from ruleslawyer.front.declarations import Declaration, LangName, Module
from ruleslawyer.front.rules import FORMS, OF_CHECKS, OF_RULESETS
from ruleslawyer.front.subset import refusals
from ruleslawyer.lang.plain import names_of, written_out
from ruleslawyer.project.modules import module_file

TOO_DEEP = "this is nested too deeply to be read"
_faultless: dict[Path, tuple[bytes, frozenset[str], ast.Module]] = {}
"""Each file that was read last without a mistake, with the names before it and its tree: who waits for edits reads all
files after each, and most are the same then. Lowering changes no tree."""


def load_modules(analysis: Analysis, names: Iterable[str], *, hosted: bool = False) -> None:
    """Parse every module, and report what the subset refuses."""
    for name in names:
        taken = frozenset(chain.from_iterable(names_of(module.tree) for module in analysis.modules))
        module = _read(analysis, name, taken)
        if module is not None:
            module.hosted = hosted
            analysis.modules.append(module)
            file = module_file(analysis.root, name)
            if _known_tree(file, module.content, taken) is module.tree:
                continue
            for node, place, row in refusals(module.tree):
                analysis.refused.add(node)
                analysis.report(row.code, module.span(place), row.message, help=row.instead)
            _compile(analysis, module)
            if not any(found.span.path == module.path for found in analysis.diagnostics):
                _faultless[file] = module.content, taken, module.tree


def _known_tree(file: Path, content: bytes, taken: frozenset[str]) -> ast.Module | None:
    """The tree of a file with this content, in which there is no mistake, if this process read it last."""
    known = _faultless.get(file)
    return known[2] if known is not None and known[:2] == (content, taken) else None


def _read(analysis: Analysis, name: str, taken: frozenset[str]) -> Module | None:
    file = module_file(analysis.root, name)
    path = file.relative_to(analysis.root).as_posix()
    try:
        content = contained(file)
    except FileNotFoundError as error:
        raise UsageError(f"module `{name}` has no file {path}", mend="create it, or take it off the list") from error
    except OSError as error:
        about = f"this module cannot be read: {error.strerror or error}"
        raise UsageError(about, path, "write a file there, or see to its permissions") from error
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(content).readline)
        text = content.decode("utf-8-sig")
        if encoding not in ("utf-8", "utf-8-sig"):
            raise SyntaxError("a declared encoding")
    except (UnicodeDecodeError, SyntaxError):
        analysis.report("RL100", Span(path, 1, 1, 1, 2), "this file is not UTF-8 text", help="save it as UTF-8")
        return None
    lines = tuple(line.encode("utf-8") for line in source_lines(text))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a doubtful escape in a docstring is not the rules' business
            tree = _known_tree(file, content, taken) or written_out(ast.parse(text, filename=path), taken)
    except SyntaxError as error:
        _not_python(analysis, path, error)
        return None
    except ValueError as error:
        analysis.report("RL100", Span(path, 1, 1, 1, 2), f"this is not Python: {error}", help="save it as plain text")
        return None
    except (RecursionError, MemoryError):
        analysis.report("RL100", Span(path, 1, 1, 1, 2), TOO_DEEP, help="split its expressions")
        return None
    return Module(name, path, content, lines, tree)


def _compile(analysis: Analysis, module: Module) -> None:
    """Find what only the compiler refuses, such as a return outside a function; nothing runs."""
    if any(d.span.path == module.path for d in analysis.diagnostics):
        return  # said in the words of the rule language
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(module.tree, module.path, "exec", dont_inherit=True)
    except SyntaxError as error:
        _not_python(analysis, module.path, error)
    except (RecursionError, MemoryError):
        analysis.report("RL100", Span(module.path, 1, 1, 1, 2), TOO_DEEP, help="split its expressions")


_CLOSING = {"(": ")", "[": "]", "{": "}"}


def _not_python(analysis: Analysis, path: str, error: SyntaxError) -> None:
    line, column = error.lineno or 1, max(error.offset or 1, 1)
    end_line, end = error.end_lineno or line, error.end_offset or column
    span = Span(path, line, column, end_line, max(end, column + 1) if end_line == line else end)
    writes = (error.text or "")[column - 1 : column + 1].rstrip() == "="
    never_closed = re.match(r"'([(\[{])' was never closed", error.msg)
    instead = "write `==` where two things are compared" if writes else "mend the line, or the one above it"
    if never_closed:
        instead = f"close it with `{_CLOSING[never_closed[1]]}`"
    analysis.report("RL100", span, f"this is not Python: {error.msg}", help=instead)


def bind_import(analysis: Analysis, module: Module, node: ast.ImportFrom) -> None:
    """`from module import name`: from the library, or from an earlier module of the ruleset that defines the name."""
    source = node.module or ""
    span = module.span(node)
    if node.level or source == "":
        return  # refused by the subset
    for alias in node.names:
        if alias.name == "*":
            analysis.report(
                "RL107",
                span,
                "`import *` is not part of the rule language: names are resolved without running anything",
                help="list the names",
            )
            continue
        declaration = _import_of(analysis, module, source, alias)
        if declaration is None:
            continue
        known = module.names.get(alias.name)
        if known is not None:
            analysis.report(
                "RL203",
                module.span(alias),
                f"`{alias.name}` is defined twice",
                second=known.span,
                second_label="first defined here",
                help="import a name once",
            )
        elif source != "__future__":
            module.names[alias.name] = declaration


def _import_of(analysis: Analysis, module: Module, source: str, alias: ast.alias) -> Declaration | None:
    span, name = module.span(alias), alias.name
    if source in LIBRARY:
        if name in LIBRARY[source]:
            module.postponed |= source == "__future__"
            return LangName(name, module, span)
        analysis.report(
            "RL205",
            span,
            f"rules may not import `{name}` from {source}",
            help=_decorating(name) or nearest(name, LIBRARY[source]),
        )
        return _broken_declaration(module, name, span)
    done = {m.name: m for m in analysis.modules[: analysis.modules.index(module)]}
    if source in done:
        found = done[source].names.get(name)
        if found is None:
            help_ = nearest(name, done[source].names, f"define it in {source}")
            analysis.report("RL205", span, f"{source} does not define `{name}`", help=help_)
        elif found.module is not done[source] or isinstance(found, LangName):
            home = next((m for m, names in LIBRARY.items() if name in names), found.module.name)
            home = home if isinstance(found, LangName) else found.module.name
            analysis.report(
                "RL205",
                span,
                f"{source} only imports `{name}` itself",
                second=found.span,
                second_label="it comes from here",
                help=f"write `from {home} import {name}`",
            )
        else:
            return found
        return _broken_declaration(module, name, span)
    later = [m.name for m in analysis.modules]
    if source == module.name:
        help_, reason = "use the name as it is", "a module cannot import itself"
    elif source in later:
        help_ = "list that module earlier, or define the name in a module below both: imports go one way"
        reason = f"{source} comes later in the list of modules"
    else:
        help_ = nearest(source, later, "list it under `modules` in pyproject.toml, or define the name here")
        reason = f"{source} is not a module of this ruleset"
    analysis.report("RL205", span, f"cannot import `{name}`: {reason}", help=help_)
    return _broken_declaration(module, name, span)


def _decorating(name: str) -> str:
    """Help for a name that nobody imports since it is a decorator; empty where it is none."""
    owners = chain([("game", OF_RULESETS), ("checks", OF_CHECKS)], FORMS.items())
    of = next((of for of, forms in owners if name in forms), None)
    return f"write it on what it belongs to: `@{of}.{name}(…)`" if of else ""


def _broken_declaration(module: Module, name: str, span: Span) -> Declaration:
    return Declaration(name, module, span, broken=True)
