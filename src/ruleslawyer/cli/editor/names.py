"""Names in a text, for an editor: constructs, questions and rules, explained or completed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from ruleslawyer.check.rule_verdicts import recall
from ruleslawyer.cli.editor.texts import Texts, text_of
from ruleslawyer.front.analysis import LIBRARY
from ruleslawyer.front.constructs import constructs
from ruleslawyer.front.outlined import Declared, outline
from ruleslawyer.ir.system import Question
from ruleslawyer.project.modules import module_file
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset


def construct_at(line: str, column: int) -> tuple[str, int, int] | None:
    """The explanation of the construct in a line, with where it stands; None for other words.

    Words of a decorator are constructs, and elsewhere the names that a model imports from the language.
    """
    for found in re.finditer(r"[A-Za-z_]\w*", line):
        if found.start() <= column <= found.end():
            known = constructs().get(found[0])
            meant = line.lstrip().startswith("@") or found[0] in LIBRARY["ruleslawyer.lang"]
            uses = [use for use in known.uses if use.says] if known and meant else []
            if uses:
                said = "\n\n".join(f"`{use.written}`, {use.of}: {use.says}" for use in uses)
                return f"{said}\n\n`ruleslawyer explain {found[0]}` shows an example.", found.start(), found.end()
    return None


Questions: TypeAlias = Mapping[str, Question]
Names: TypeAlias = list[tuple[str, str]]
"""Each name with what it says."""

_OPTION = re.compile(r'(?<![\w?])(\w+)\??\s*=\s*"(\w*)$')
_MEMBER = re.compile(r"(?<![\w.])(\w+)\.(\w*)$")
_NAMED = re.compile(r'(?<!\w)(?:question|questions|subject)\s*=\s*(?:\[\s*(?:"[^"]*"\s*,\s*)*)?"(\w*)$')
_KEY = re.compile(r"(?:^|[{,])\s*(\w*)$")
_OF = re.compile(r"\s*(?:(\w+)\s*=|\[+(?:\w+\.)*(\w+)\])")
"""The beginning of a TOML table, or of a key that has a value."""
_CHOOSING = frozenset({"reading", "readings", "ruling", "rulings"})


def question_names(lines: Sequence[str], line: int, column: int, questions: Questions) -> tuple[int, Names] | None:
    """The names that go on with what stands before a column (all count from 0), and where that begins; None where no
    question and no option is named."""
    before = lines[line][:column]
    if (found := _OPTION.search(before) or _MEMBER.search(before)) and found[1] in questions:
        options = questions[found[1]].options
        return found.start(2), [(one.name, one.label) for one in options if one.name.startswith(found[2])]
    begun = _NAMED.search(before) or _key(lines, line, before)
    if begun is None:
        return None
    return begun.start(1), [(name, one.text) for name, one in questions.items() if name.startswith(begun[1])]


def _key(lines: Sequence[str], line: int, before: str) -> re.Match[str] | None:
    """The key that is begun where questions are keys: in braces that choose, or at the head of a line there."""
    found = _KEY.search(before)
    above = (of for text in (before, *reversed(lines[:line])) if (of := _OF.match(text)))
    of = next((one for one in above if one[2] or (found and found[0].strip()[:1] in ("{", ","))), None)
    return found if of and _CHOOSING & {of[1], of[2]} else None


_QUOTED = re.compile(r'"([^"]+)"')


@dataclass(frozen=True, slots=True)
class Written:
    """A rule, or a class, with the file that it stands in."""

    path: Path
    rule: Declared


def word_at(line: str, column: int) -> tuple[str, int, int] | None:
    """The name at a column, and from where to where it stands; None where it hangs on another one, as `permit` does."""
    for found in re.finditer(r"[A-Za-z_]\w*", line):
        if found.start() <= column <= found.end():
            hangs = line[: found.start()].endswith(".")
            return None if hangs else (found[0], found.start(), found.end())
    return None


def rules_by_name(ruleset: LoadedRuleset, name: str, texts: Texts) -> list[Written]:
    """The rules and classes of that name, in the order of the modules."""
    found = []
    for module in (*ruleset.config.rules, *ruleset.config.checks):
        path = module_file(ruleset.root, module).resolve()
        text = text_of(path, texts)
        if name in text:
            found += [Written(path, rule) for rule in outline(text) if rule.name == name]
    return found


def rule_text(ruleset: LoadedRuleset, written: Written) -> str:
    """The kind of a rule, its description, the clauses that it cites and what the last check said, as Markdown."""
    rule, register = written.rule, ruleset.register
    what = f"`@{rule.what}`" if rule.what else "class" if rule.is_class else "function"
    told = [f"**{rule.name}** · {what}", rule.says or "*it says nothing yet*"]
    for id_ in _QUOTED.findall(rule.what):
        clause = register.citable_clauses.get(id_) if register else None
        if clause is not None:
            told.append(f"{id_}: {clause.says or '*not yet paraphrased*'}")
    said = recall(ruleset.root, ruleset.name)
    told += [f"the last check: {line}" for line in said.lines.get(rule.name, ())] if said else []
    return "\n\n".join(told)
