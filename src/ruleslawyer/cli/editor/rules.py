"""The rules of a project by name, as an editor asks for them: what one says, and where it stands."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from ruleslawyer.check.rule_verdicts import recall
from ruleslawyer.cli.editor.buffers import Texts, text_of
from ruleslawyer.front.outlined import Declared, outline
from ruleslawyer.project.modules import module_file
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

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
