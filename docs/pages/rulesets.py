"""The bundled rulesets: their clauses and findings by chapter, their rules by module.

Only the clauses are in the tree of pages: a theme writes the whole tree into each page, and there are many.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from pathlib import PurePosixPath

from pages.markdown import ROOT, code, escape, prose, table
from ruleslawyer.api import Project, Ruleset
from ruleslawyer.check.evidence.finding import Finding
from ruleslawyer.report.rules import Rules
from ruleslawyer.rulebook.register.clause import Chapter, Clause
from ruleslawyer.rulebook.register.sites import sites


def pages(wanted: Collection[str] | None = None) -> dict[str, str]:
    """Every page of these rulesets (all of them for None), by its path."""
    project = Project.load(ROOT)
    names = [name for name in project.rulesets if wanted is None or name in wanted]
    made = {"rulesets.md": _BEGINNING + _tree(f"rulesets/{name}/index" for name in names)}
    for name in names:
        book = _Book(project.ruleset(name))
        made |= {f"rulesets/{name}/{path}": text for path, text in book.pages().items()}
    return made


class _Book:
    """One ruleset; links are relative to its folder."""

    def __init__(self, ruleset: Ruleset) -> None:
        assert ruleset.register is not None
        self.ruleset, self.register = ruleset, ruleset.register
        self.rules = Rules(ruleset.system, ruleset.register)
        self.findings = ruleset.findings()
        self.limited = bool(ruleset.limits())
        self.labels = {o.name: o.label or "" for q in ruleset.system.questions.values() for o in q.options}
        self.modules: dict[str, list[str]] = {}
        for name in self.rules.names:
            path = self.rules.rule(name)["place"].rpartition(":")[0]
            if ruleset.name in PurePosixPath(path).parts:  # and not one of the host
                self.modules.setdefault(path, []).append(name)
        self.modelled: dict[str, list[str]] = {}
        for site in sites(ruleset.system):
            path = site.origin.span.path
            shown = f"[{escape(site.rule)}]({self._module(path)})" if path in self.modules else code(site.rule)
            self.modelled.setdefault(site.clause, []).append(f"{site.role} {shown}")
        self.chapter_of = {
            clause.id: chapter
            for chapter in self.register.chapters
            for line in chapter.lines
            for clause in line.clauses
        }
        self.about: dict[str, list[Finding]] = {}
        for finding in self.findings:
            chapters = [self.chapter_of[clause] for clause in finding.clauses if clause in self.chapter_of]
            self.about.setdefault((chapters or self.register.chapters)[0].file, []).append(finding)

    def pages(self) -> dict[str, str]:
        chapters = {f"clauses-{_stem(c)}.md": self._chapter(c) for c in self.register.chapters}
        modules = {self._module(path): self._rules(path, names) for path, names in self.modules.items()}
        findings = {
            f"findings-{_stem(c)}.md": self._complaints(c) for c in self.register.chapters if c.file in self.about
        }
        return {"index.md": self._index(list(chapters)), **chapters, **modules, **findings}

    def _index(self, chapters: list[str]) -> str:
        host = self.ruleset.host
        modules = [[f"[{code(path)}]({self._module(path)})", str(len(names))] for path, names in self.modules.items()]
        findings = [[self._link(f), escape(f.title), f.kind, f.severity, f.state] for f in self.findings]
        counts = f"{len(self.register.clauses)} clauses, {len(self.rules.names)} rules, {len(self.findings)} findings."
        return "\n".join([
            f"# {escape(self.ruleset.title)}\n", counts,
            "What its model leaves out: [known limits](../../../known-limits.md).\n" if self.limited else "",
            f"It is played on [{escape(host.title)}](../{host.name}/index.md).\n" if host else "",
            "## The book\n", _tree(chapter.removesuffix(".md") for chapter in chapters),
            "## The model\n", table(["module", "rules"], modules),
            "## What is wrong with the text\n", table(["finding", "about", "kind", "severity", "state"], findings),
        ])  # fmt: skip

    def _chapter(self, chapter: Chapter) -> str:
        lines = [f"# {escape(chapter.number)} {escape(chapter.title)}"]
        for line in chapter.lines:
            for clause in line.clauses:
                lines += ["", f"({self._label(clause.id)})=", self._clause(clause)]
        return "\n".join(lines) + "\n"

    def _clause(self, clause: Clause) -> str:
        found = [f"**{escape(clause.id)}** {escape(clause.says)} *({clause.kind}, line {clause.line})*"]
        if clause.doubt:
            because = f" It makes no difference: {escape(clause.immaterial)}" if clause.immaterial else ""
            found.append(f"Left open: {escape(clause.doubt)}{because}")
        if clause.reason:
            found.append(f"Not modelled: {escape(clause.reason)}")
        if clause.id in self.modelled:
            found.append("Modelled: " + ", ".join(dict.fromkeys(self.modelled[clause.id])) + ".")
        about = [self._link(f) for f in self.findings if clause.id in f.clauses]
        if about:
            found.append("Findings: " + ", ".join(about) + ".")
        return "\\\n".join(found)

    def _rules(self, path: str, names: list[str]) -> str:
        rows = []
        for name in names:
            rule = self.rules.rule(name)
            cited = ", ".join(self._cited(c["id"]) for c in rule["clauses"])
            rows.append([rule["role"], code(name), prose(rule["says"] or self.labels.get(name, "")), cited])
        return f"{_ORPHAN}# {code(path)}\n\n{table(['role', 'rule', 'says', 'clauses'], rows)}"

    def _complaints(self, chapter: Chapter) -> str:
        title = f"# Findings about {escape(chapter.number)} {escape(chapter.title)}"
        return "\n\n".join([_ORPHAN + title, *(self._finding(f) for f in self.about[chapter.file])]) + "\n"

    def _finding(self, finding: Finding) -> str:
        answered = [f"Answered by {escape(finding.by)}, {escape(finding.where)}."] if finding.by else []
        clauses = (
            self.register.citable_clauses[id_] for id_ in finding.clauses if id_ in self.register.citable_clauses
        )
        return "\n".join([
            f"({self.ruleset.name}-finding-{finding.id})=", f"## {finding.id} {escape(finding.title)}", "",
            f"{finding.kind.capitalize()}, of {finding.severity} severity; {finding.state}.",
            *answered, "",
            *(f"- {self._cited(clause.id)} {escape(clause.says)}" for clause in clauses), "",
            re.sub(r"(?m)^#+ ", "### ", finding.prose.strip()), "", "### Evidence", "",
            *(f"- {escape(str(e))}{f', in scope {code(e.scope)}' if e.scope else ''}" for e in finding.evidence),
            *(f"- settled in scope {code(p.scope)} by {code(str(p))}" for p in finding.proposals), "",
        ])  # fmt: skip

    def _cited(self, clause: str) -> str:
        if clause not in self.chapter_of:
            return escape(clause)  # one of the host's
        return f"[{escape(clause)}](#{self._label(clause)})"

    def _link(self, finding: Finding) -> str:
        return f"[{finding.id}](#{self.ruleset.name}-finding-{finding.id})"

    def _label(self, clause: str) -> str:
        return f"{self.ruleset.name}-{clause.lower()}"

    def _module(self, path: str) -> str:
        """The page of a module."""
        parts = PurePosixPath(path).with_suffix("").parts
        return f"rules-{'-'.join(part for part in parts if part != self.ruleset.name)}.md"


_BEGINNING = """# The rulebooks

What is bundled: every clause of five rulebooks in our own words, the rules that model them, and what is wrong with the
texts.

"""
_ORPHAN = "---\norphan: true\n---\n\n"


def _tree(pages: Iterable[str]) -> str:
    listed = "\n".join(pages)
    return f"```{{toctree}}\n:maxdepth: 1\n\n{listed}\n```\n"


def _stem(chapter: Chapter) -> str:
    return PurePosixPath(chapter.file).stem
