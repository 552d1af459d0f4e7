"""The known limits of the bundled models, which the page of known limits includes; their reports have the same."""

from __future__ import annotations

from pages.markdown import ROOT, code, escape, prose
from ruleslawyer.check.evidence.known_limits import FILE, Limit, in_groups, load_limits
from ruleslawyer.project.config import Project


def page() -> str:
    """A heading for each rulebook that declares limits, and below it one for each kind."""
    parts: list[str] = []
    for name, config in Project.load(ROOT).rulesets.items():
        found = load_limits(ROOT / "checks" / name / FILE)
        if found:
            parts += [f"### {escape(config.title)}\n", f"From {code(f'checks/{name}/{FILE}')}.\n"]
            for heading, limits in in_groups(found).items():
                parts += [f"#### {heading}\n", *map(_item, limits), ""]
    return "\n".join(parts)


def _item(limit: Limit) -> str:
    named = [*limit.clauses, *(f"finding {id_}" for id_ in limit.findings)]
    bases = [escape(one.basis) for one in limit.sentences if one.rests]
    told = [f"  - *How we know:* {'; '.join(bases)}"] if bases else []
    return "\n".join([f"- {prose(limit.says)}" + (f" ({escape(', '.join(named))})" if named else ""), *told])
