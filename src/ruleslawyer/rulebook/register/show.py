"""Clauses as a designer asks for them, by ids or by the rules that cite them: what each says, where it is modelled and
checked, what is complained about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from ruleslawyer.base.diagnostics import UsageError, nearest
from ruleslawyer.base.files.content import Json
from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.register.clause import REGISTER_ONLY, Clause, Register
from ruleslawyer.rulebook.register.coverage import tying
from ruleslawyer.rulebook.register.sites import DATA, Site, sites

_CHECKS = frozenset({"check", "scenario"})


@dataclass(frozen=True, slots=True)
class Shown:
    """A clause with everything that speaks of it. `elsewhere` are citations whose role does not tie its kind;
    `findings` are those that stand, `withdrawn` those that do not."""

    clause: Clause
    modelled: tuple[Site, ...]
    elsewhere: tuple[Site, ...]
    checked: tuple[Site, ...]
    findings: tuple[str, ...]
    withdrawn: tuple[str, ...] = ()
    assumed: bool = False

    @property
    def by(self) -> Literal["rule", "data", "check", ""]:
        """The kind of thing that models the clause: a rule, only things that rules read, only a check or a scenario, or
        nothing."""
        roles = {site.role for site in self.modelled}
        if roles - DATA - _CHECKS:
            return "rule"
        return "data" if roles & DATA else "check" if roles else ""

    @property
    def status_text(self) -> str:
        """The status in words that tell a rule from what only names the clause."""
        cited = self.modelled or (*self.elsewhere, *self.checked)
        if self.by == "rule" or not cited or self.clause.kind == REGISTER_ONLY:
            return f"{self.status} by a rule" if self.by == "rule" else self.status
        roles = dict.fromkeys(f"{'an' if site.role[0] in 'aeiou' else 'a'} {site.role}" for site in cited)
        return f"{self.status}: only {' and '.join(roles)} cite{'s' if len(roles) == 1 else ''} it"

    @property
    def status(self) -> str:
        return f"assumed, {self._status}" if self.assumed else self._status

    @property
    def _status(self) -> str:
        if self.clause.kind == REGISTER_ONLY:
            return f"register only: {self.clause.reason}"
        if self.clause.todo:
            return "not yet paraphrased"
        return "modelled" if self.modelled else "not yet modelled"

    def json(self) -> Json:
        clause = self.clause
        found: Json = {"id": clause.id, "section": clause.section, "line": clause.line, "kind": clause.kind}
        found |= {
            "says": clause.says,
            "doubt": clause.doubt,
            "immaterial": clause.immaterial,
            "status": self.status,
            "assumed": self.assumed,
        }
        found["findings"], found["withdrawn"], found["by"] = list(self.findings), list(self.withdrawn), self.by
        for name, cited in (("modelled", self.modelled), ("elsewhere", self.elsewhere), ("checked", self.checked)):
            found[name] = [{"rule": site.rule, "as": site.role, "place": site.place} for site in cited]
        return found


@dataclass(frozen=True, slots=True)
class Citations:
    """Where the rules cite their book, and what each function says of itself, by its name: all that a clause is shown
    with, without the rules."""

    sites: tuple[Site, ...]
    says: dict[str, str]

    def clauses(self) -> dict[str, list[str]]:
        """The clauses that each rule, or thing, cites, by its name; none for what cites nothing."""
        found: dict[str, list[str]] = {name: [] for name in self.says}
        for site in self.sites:
            found.setdefault(site.rule, []).append(site.clause)
        return found


def citations(system: System) -> Citations:
    says: dict[str, str] = {}
    for function in system.functions():
        says.setdefault(function.name, " ".join(function.doc.split("\n\n")[0].split()))
    return Citations(sites(system), says)


def show(
    register: Register,
    model: Citations | None,
    wanted: Iterable[str],
    complaints: Mapping[str, Iterable[str]] | None = None,
    replays: Iterable[Site] = (),
    withdrawn: Mapping[str, Iterable[str]] | None = None,
) -> tuple[Shown, ...]:
    """The clauses of these ids, sections or chapters, in the order of the book.

    `complaints` are the ids of findings with the clauses that each is about, and so are `withdrawn`; `replays` are
    scenarios that passed.
    """
    ids = clauses_by_name(register, model, wanted)
    cited: dict[str, list[Site]] = {}
    for site in (*model.sites, *replays) if model else ():
        cited.setdefault(site.clause, []).append(site)
    about, no_more = _by_clause(complaints or {}), _by_clause(withdrawn or {})
    return tuple(
        replace(
            _show_clause(clause, cited.get(clause.id, []), about.get(clause.id, ())),
            withdrawn=no_more.get(clause.id, ()),
            assumed=clause.id in register.assumed,
        )
        for clause in register.citable_clauses.values()
        if clause.id in ids
    )


def _by_clause(findings: Mapping[str, Iterable[str]]) -> dict[str, tuple[str, ...]]:
    """The ids of findings by the clauses that they are about."""
    about: dict[str, tuple[str, ...]] = {}
    for finding, clauses in sorted(findings.items()):
        for clause in clauses:
            about[clause] = (*about.get(clause, ()), finding)
    return about


def _show_clause(clause: Clause, cited: list[Site], findings: tuple[str, ...]) -> Shown:
    checked = tuple(site for site in cited if site.role in _CHECKS)
    modelled = tying(clause, cited)
    elsewhere = tuple(site for site in cited if site not in modelled and site not in checked)
    return Shown(clause, tuple(modelled), elsewhere, checked, findings)


def clauses_by_name(register: Register, model: Citations | None, wanted: Iterable[str]) -> frozenset[str]:
    """The ids of the clauses that these ids, sections, chapters or names of rules stand for."""
    rules = model.clauses() if model else {}
    return frozenset(id_ for name in wanted for id_ in _clauses_by_name(register, rules, name))


def citing(model: Citations, name: str) -> tuple[str, tuple[Site, ...]] | None:
    """A rule's docstring, and the places where it cites clauses; None where there is no such rule."""
    cited = tuple(site for site in model.sites if site.rule == name)
    return (model.says.get(name, ""), cited) if cited else None


def is_in_the_book(register: Register, name: str) -> bool:
    """True for the name of a clause, a section, a chapter or a line."""
    return bool(_of_the_book(register, name)) or name in register.places


def _of_the_book(register: Register, name: str) -> list[str]:
    if name in register.citable_clauses:
        return [name]
    prefix, colon, inside = name.rpartition(":")
    among = register.assumed if colon else register.clauses
    own = {id_: clause for id_, clause in among.items() if id_.startswith(prefix + colon)}
    found = [i for i, c in own.items() if c.section == inside or c.section.startswith(f"{inside}.")]
    return found or [i for i in own if i.startswith(name) and i[len(name) :].isalpha()]


def _clauses_by_name(register: Register, rules: Mapping[str, list[str]], name: str) -> list[str]:
    """The clauses of an id, a section, a line's bullet (``5.4.2`` for 5.4.2a and 5.4.2b) or a chapter; after the name
    of a host, of its book; or those that a rule cites."""
    found = _of_the_book(register, name)
    if found:
        return found
    if name in register.places:
        raise UsageError(f"no line of {name} is a clause", mend="its lines are headings, or say nothing that is a rule")
    if rules.get(name):
        return rules[name]
    if name in rules:
        raise UsageError(f"`{name}` cites no clause", mend="name the rule that it belongs to, or a clause")
    known = [*register.sections, *register.citable_clauses, *rules]
    mend = nearest(name, known, f"the sections are {', '.join(register.sections)}")
    raise UsageError(f"the book has no clause or section `{name}`, and the model no rule", mend=mend)
