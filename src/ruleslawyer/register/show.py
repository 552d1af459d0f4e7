"""Clauses as a designer asks for them: what each says, where it is modelled and checked, what is complained about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ruleslawyer.diagnostics import UsageError, nearest
from ruleslawyer.ir.system import System
from ruleslawyer.register.clause import REGISTER_ONLY, Clause, Register
from ruleslawyer.register.coverage import tying
from ruleslawyer.register.sites import Site, sites


@dataclass(frozen=True, slots=True)
class Shown:
    """A clause with everything that speaks of it. `elsewhere` are citations whose role does not tie its kind."""

    clause: Clause
    modelled: tuple[Site, ...]
    elsewhere: tuple[Site, ...]
    checked: tuple[Site, ...]
    findings: tuple[str, ...]
    assumed: bool = False

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

    def json(self) -> dict[str, Any]:
        clause = self.clause
        found: dict[str, Any] = {"id": clause.id, "section": clause.section, "line": clause.line, "kind": clause.kind}
        found |= {"says": clause.says, "doubt": clause.doubt, "status": self.status, "assumed": self.assumed}
        found["findings"] = list(self.findings)
        for name, cited in (("modelled", self.modelled), ("elsewhere", self.elsewhere), ("checked", self.checked)):
            found[name] = [{"rule": site.rule, "as": site.role, "place": site.place} for site in cited]
        return found


def show(
    register: Register,
    system: System | None,
    wanted: Iterable[str],
    complaints: Mapping[str, Iterable[str]] | None = None,
    replays: Iterable[Site] = (),
) -> tuple[Shown, ...]:
    """The clauses of these ids, sections or chapters, in the order of the book.

    `complaints` are the ids of findings with the clauses that each is about, `replays` scenarios that passed.
    """
    ids = named(register, wanted)
    cited: dict[str, list[Site]] = {}
    for site in (*sites(system), *replays) if system else ():
        cited.setdefault(site.clause, []).append(site)
    about: dict[str, list[str]] = {}
    for finding, clauses in sorted((complaints or {}).items()):
        for clause in clauses:
            about.setdefault(clause, []).append(finding)
    return tuple(
        replace(
            _shown(clause, cited.get(clause.id, []), tuple(about.get(clause.id, ()))),
            assumed=clause.id in register.assumed,
        )
        for clause in register.known.values()
        if clause.id in ids
    )


def _shown(clause: Clause, cited: list[Site], findings: tuple[str, ...]) -> Shown:
    checked = tuple(site for site in cited if site.role in ("check", "scenario"))
    modelled = tying(clause, cited)
    elsewhere = tuple(site for site in cited if site not in modelled and site not in checked)
    return Shown(clause, tuple(modelled), elsewhere, checked, findings)


def named(register: Register, wanted: Iterable[str]) -> frozenset[str]:
    """The ids of the clauses that these ids, sections or chapters stand for."""
    return frozenset(id_ for name in wanted for id_ in _named(register, name))


def _named(register: Register, name: str) -> list[str]:
    """The clauses of an id, a section, a line's bullet (``5.4.2`` for 5.4.2a and 5.4.2b) or a chapter; after the name
    of a host, of its book."""
    if name in register.known:
        return [name]
    prefix, colon, inside = name.rpartition(":")
    among = register.assumed if colon else register.clauses
    own = {id_: clause for id_, clause in among.items() if id_.startswith(prefix + colon)}
    found = [i for i, c in own.items() if c.section == inside or c.section.startswith(f"{inside}.")]
    found = found or [i for i in own if i.startswith(name) and i[len(name) :].isalpha()]
    if found:
        return found
    if name in register.places:
        raise UsageError(f"no line of {name} is a clause", mend="its lines are headings, or say nothing that is a rule")
    known = [*register.sections, *register.known]
    mend = nearest(name, known, f"the sections are {', '.join(register.sections)}")
    raise UsageError(f"the book has no clause or section `{name}`", mend=mend)
