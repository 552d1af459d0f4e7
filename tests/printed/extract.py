"""Every command that is printed somewhere: on a page, in a help text, by a message or on a page that the tool makes."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from typer.main import get_command

from ruleslawyer.cli.forms import FORMS
from ruleslawyer.cli.main import app
from ruleslawyer.cli.verbs import questions

ROOT = Path(__file__).parents[2]
PROGRAMS = r"(?:ruleslawyer|make|pip|python|pytest|printf|node|\.venv/bin/python)"
VERBS = {*get_command(app).commands} | {form.verb for form in FORMS} | {"--project", "--install-completion"}  # type: ignore[attr-defined]
_SHOWN = re.compile(rf"^(?:\$ )?({PROGRAMS} .*)$")
_PROGRAM = re.compile(rf"{PROGRAMS}[\s\"'{{\\]")
_FENCED = re.compile(r"^( *)```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
_ASIDE = re.compile(r"\s+#\s.*$|\s{3,}\S.*$")
"""What stands beside a command to say what it does."""
LANGUAGES = {"", "sh", "console"}
PLACEHOLDER = "{}"


@cache
def printed() -> dict[str, set[str]]:
    """Each command, with the files that print it; what a message fills in is `{}`."""
    found: dict[str, set[str]] = {}
    for path in _pages():
        for command in _of_page(path.read_text(encoding="utf-8")):
            found.setdefault(command, set()).add(path.relative_to(ROOT).as_posix())
    helps = [*_helps(get_command(app)), *((name, str(one.help)) for name, one in questions().items())]
    for name, text in helps:
        for command in _lines(inspect.cleandoc(text).splitlines()):
            found.setdefault(command, set()).add(f"{name} --help")
    for path in _sources():
        for command in _of_source(path):
            found.setdefault(command, set()).add(path.relative_to(ROOT).as_posix())
    return found


def _pages() -> list[Path]:
    """What people read: not what is generated, which comes from help and sources, and not what was decided long ago."""
    docs = [p for p in (ROOT / "docs").rglob("*.md") if not {"generated", "decisions"} & {*p.relative_to(ROOT).parts}]
    others = [*(ROOT / "examples").glob("*/README.md"), *(ROOT / "src/ruleslawyer/project").glob("*/README.md")]
    workflows = (ROOT / "src/ruleslawyer/project/template").rglob("*.yml")
    return sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *docs, *others, *workflows])


def _sources() -> list[Path]:
    made = [*(ROOT / "src").rglob("*.py"), *(ROOT / "docs").rglob("*.py"), *(ROOT / "src").rglob("*.html")]
    return sorted(p for p in made if not {"blank", "template"} & {*p.relative_to(ROOT).parts})


def _of_page(text: str) -> Iterator[str]:
    """Those in blocks, one for each line, and those that stand in a sentence."""
    text = re.sub(r" \\\n\s*", " ", text)
    for block in _FENCED.finditer(text):
        if block[2] in LANGUAGES:
            yield from _lines(block[3].splitlines())
    rest = _FENCED.sub("", text)
    yield from _lines(line[4:] for line in rest.splitlines() if re.match(r" {4}\S", line))
    yield from _lines(found[1] for found in re.finditer(r"^ *- run: (.*)$", rest, re.MULTILINE))
    yield from _named(re.sub(r"^ {4}\S.*$", "", rest, flags=re.MULTILINE))


def _lines(lines: Any) -> Iterator[str]:
    for line in lines:
        found = _SHOWN.match(line.strip().removeprefix(".venv/bin/") if "ruleslawyer" in line else line.strip())
        if found:
            yield _plain(found[1])


def _named(text: str) -> Iterator[str]:
    """In backticks, or as code in a page."""
    text = " ".join(text.split())
    for found in re.finditer(rf"(?:`|<code>)({PROGRAMS} [^`<]+)(?:`|</code>)", text):
        yield _plain(found[1])


def _plain(command: str) -> str:
    """A command without what is said beside it; of a message, what it fills in."""
    command = re.sub(r"\{\{.*?\}\}", PLACEHOLDER, command)
    return " ".join(_ASIDE.sub("", command).split())


def _helps(verb: Any, name: str = "ruleslawyer") -> Iterator[tuple[str, str]]:
    yield name, f"{verb.help or ''}\n\n{verb.epilog or ''}"
    for word, part in getattr(verb, "commands", {}).items():
        yield from _helps(part, f"{name} {word}")


def _of_source(path: Path) -> Iterator[str]:
    """In texts that are printed: in a module's docstrings a command is only mentioned."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".html":
        yield from _named(re.sub(r"\{%.*?%\}", "", text))
        return
    if not _PROGRAM.search(text):
        return  # most sources print none
    nodes = [*ast.walk(ast.parse(text))]
    said = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    inside = {id(p) for node in nodes if isinstance(node, ast.JoinedStr) for p in node.values}
    for node in nodes:
        if isinstance(node, ast.JoinedStr):
            parts = (str(p.value) if isinstance(p, ast.Constant) else PLACEHOLDER for p in node.values)
            yield from _messages("".join(parts))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and not {id(node)} & (said | inside):
            yield from _messages(node.value)


def _messages(text: str) -> Iterator[str]:
    yield from _named(text)
    line = _SHOWN.match(text.strip())
    if line and line[1].split()[1:2] and line[1].split()[1] in VERBS and "`" not in text:
        yield _plain(line[1])
