"""Verdicts and events of the last check by rule, noted for editors that show them beside the rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ruleslawyer.base.files.content import Json
from ruleslawyer.base.files.kept import read_note, write_note
from ruleslawyer.check.result import RulesetResult


@dataclass(frozen=True, slots=True)
class Said:
    """Lines by the name of a rule, and the digest of the rules that were checked."""

    digest: str
    lines: Mapping[str, tuple[str, ...]]


def lines_by_rule(result: RulesetResult) -> dict[str, tuple[str, ...]]:
    """The verdict on each property, and the events that each other rule has a part in, with the scopes."""
    scopes: dict[tuple[str, str], list[str]] = {}
    for proof in result.proofs:
        scopes.setdefault((proof.property, proof.verdict), [])
    for found in result.scopes:
        for verdict in found.verdicts:
            scopes.setdefault((verdict.name, verdict.word), []).append(found.scope.name)
        for met in found.events:
            finding = "".join(f", finding {id_}" for id_ in met.findings)
            for name in dict.fromkeys((met.event.subject, *met.event.pair)):
                key = name.split(".")[-1], f"{met.event.kind}: {met.event.title}{finding}"
                scopes.setdefault(key, []).append(found.scope.name)
    lines: dict[str, tuple[str, ...]] = {}
    for (name, text), where in scopes.items():
        lines[name] = (*lines.get(name, ()), f"{text} ({', '.join(dict.fromkeys(where))})" if where else text)
    return lines


def keep(root: Path, result: RulesetResult) -> None:
    """Note what a check said."""
    write_note(root, _name(result.name), {"digest": result.digest, "lines": lines_by_rule(result)})


def recall(root: Path, ruleset: str) -> Said | None:
    """The note of the last check; None where there was none."""

    def reading(found: Json) -> Said:
        lines = {str(name): tuple(map(str, some)) for name, some in found["lines"].items()}
        return Said(str(found["digest"]), lines)

    return read_note(root, _name(ruleset), reading)


def _name(ruleset: str) -> str:
    return f"last-check/{ruleset}.said"
