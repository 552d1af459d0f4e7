"""What is proved for any number of cards of the bundled rulebooks, and why the rest is not: from the names that are
kept, which each check proves again, from reasons that a run writes down, and from what is expected of the scopes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from pages.markdown import ROOT, code, escape, prose, table
from ruleslawyer.engines.smt.certify.argument import parse_key
from ruleslawyer.engines.smt.lifted.lemmas import Lemmas
from ruleslawyer.engines.smt.lifted.unwritten import ImplicitCheck, implicit_checks
from ruleslawyer.project.config import Project
from ruleslawyer.proof.lemmas import REASONS, UNPROVED, load_lemmas
from ruleslawyer.rulebook.claims.expected import load_expectations
from ruleslawyer.rulebook.claims.result import Json
from ruleslawyer.rulebook.claims.verdict import PLAYERS, members
from ruleslawyer.rulebook.rulesets.loaded import LoadedProject, LoadedRuleset

ASKED = {
    "megacorp": ("No negative money", ("money_is_never_negative", "writes:money", "claims_are_covered")),
    "memesis": (
        "One card in the Incubation Cell, and what may be fused (Section 7)",
        (
            "one_card_incubates", "one_card_incubates_however_fused", "effects_alone_are_shown",
            "fragments_are_fused_in_time", "true_fusions_are_made_in_time", "sets_are_fused_in_time",
            "own_cards_are_fused_partially",
            "fusing_from_the_hand_is_paid", "fragments_part_nobody", "true_fusion_parts_nobody",
            "trans_fusion_parts_nobody", "removing_parts_nobody", "fused_causes_are_not_dispelled",
            "sym_and_tic_have_a_bio", "complete_transfusions_are_bare",
        ),
    ),
    "mere_mortals": (
        "ENS values", ("no_ens_value_below_one", "an_eliminated_value_is_no_zero", "an_eliminated_value_takes_nothing")
    ),
}  # fmt: skip
"""What designers asked of their own rulebooks, as properties."""
KINDS = ("of states", "of steps and writes", "conditions nobody wrote down")


def page(wanted: Sequence[str] | None) -> str:
    """How many properties there are of each rulebook, or of some by their ids, those that were asked for by name, and
    why the rest is not proved."""
    project = LoadedProject(Project.load(ROOT))
    loaded = [project.ruleset(name) for name in (project.rulesets if wanted is None else wanted)]
    found = {ruleset.name: load_lemmas(ROOT, ruleset.name) or Lemmas() for ruleset in loaded}
    rows = [_counted(ruleset, found[ruleset.name]) for ruleset in loaded]
    parts = [table(["", "properties", "for any number of players", *KINDS], rows)]
    for ruleset in loaded:
        if ruleset.name in ASKED:
            title, names = ASKED[ruleset.name]
            parts += [f"\n#### {escape(title)} ({escape(ruleset.title)})\n"]
            head = ["", "says", "for any number of cards, under each reading"]
            parts += [table(head, _asked(ruleset, found[ruleset.name], names))]
    parts += ["\n#### What is not proved, and why\n", _REASONS]
    for ruleset in loaded:
        rest = _unproved(ruleset)
        if rest:
            parts += [
                f"\n{escape(ruleset.title)}:\n",
                table(["", "why", "where"], (_reason(*one) for one in rest.items())),
            ]
    return "\n".join(parts)


_REASONS = (
    "Reasons are computed (`python -m benchmarks any_number --reasons`). *False*: a play breaks the property, "
    "which `unproved.json` has step by step; the reading is the default one where none is named. *Hangs on*: what the "
    "property says after that rule speaks of who lies in a pile below its top, or of where the places of a grid lie, "
    "neither of which is kept for any number. Of the others induction stops at the rule that is named.\n"
)


def _unproved(ruleset: LoadedRuleset) -> Mapping[str, Json]:
    file = ROOT / "checks" / ruleset.name / UNPROVED
    rows: Mapping[str, Json] = json.loads(file.read_text(encoding="utf-8"))["unproved"] if file.is_file() else {}
    return rows


def _reason(name: str, row: Json) -> list[str]:
    if row["why"] == "false":
        return [code(name), "false: a play breaks it", _against(row)]
    default = "; proved under the default reading" if row.get("default") and row["why"] != "reading" else ""
    return [code(name), escape(REASONS[row["why"]]) + default, code(row["rule"]) or "no rule was come to"]


def _against(row: Json) -> str:
    """Under which reading a play is against a property, where, and in how many steps."""
    reading = ", ".join(f"{key}={option}" for key, option in row["reading"].items())
    under = f"under {code(reading)}" if reading else "under the default reading"
    otherwise = f" (a scope with {escape(row['otherwise'])})" if "otherwise" in row else ""
    steps = len(row["play"]) - 1
    return f"{under}, in {code(row['scope'])}{otherwise}: a play of {steps} step{'' if steps == 1 else 's'}"


def _counted(ruleset: LoadedRuleset, lemmas: Lemmas) -> list[str]:
    asked = [c for c in ruleset.system.checks.values() if c.kind in ("always", "step")]
    every = len(asked) + len(_ranges(ruleset))
    steps = len(lemmas.alone) + len(lemmas.steps)
    return [
        escape(ruleset.title), f"{len(lemmas.properties)} of {every}", str(len(lemmas.any_players)),
        str(len(lemmas.states)), str(steps), str(len(lemmas.conditions)),
    ]  # fmt: skip


def _ranges(ruleset: LoadedRuleset) -> dict[str, ImplicitCheck]:
    return {one.name: one for one in implicit_checks(ruleset.system) if one.kind == "writes"}


def _asked(ruleset: LoadedRuleset, lemmas: Lemmas, names: tuple[str, ...]) -> Iterator[list[str]]:
    system, fields = ruleset.system, _ranges(ruleset)
    rows = _unproved(ruleset)
    for name in names:
        check = system.checks.get(name)
        says = prose(check.function.doc) if check else f"Each write of {code(fields[name].about)} keeps its range."
        cites = check.origin.cites if check is not None else fields[name].cites
        yield [f"{code(name)} {', '.join(cites)}", says, _known(ruleset, lemmas, name, rows.get(name))]


def _known(ruleset: LoadedRuleset, lemmas: Lemmas, name: str, row: Json | None) -> str:
    """The best that is known, and where a play is against it."""
    expected = load_expectations(ruleset.root, ruleset.name, ruleset.system.checks)
    if name in lemmas.properties:
        at_rest = any(parse_key(key) == (name, "rest") for key in lemmas.states)
        two = members(((ruleset.system.players, PLAYERS),))
        players = "any number of players" if name in lemmas.any_players else two
        return f"PROVED under every reading, for {players}" + (", where somebody decides" if at_rest else "")
    known = []
    if row is not None and row["why"] == "false":
        known.append(f"VIOLATED {_against(row)}")
    elif row is not None:
        known += ["PROVED under the default reading"] if row.get("default") else []
        at = f" ({code(row['rule'])})" if row["rule"] else ""
        known.append(f"{'under others ' if known else ''}not proved: {escape(REASONS[row['why']])}{at}")
    reasons = [e.reason for (_, asked), e in expected.items() if asked == name and e.verdict == "VIOLATED"]
    if reasons:
        known.append(prose(reasons[0]))
    elif ("open", name) in expected and expected["open", name].verdict == "PROVED":
        known.append(f"PROVED for the cards of {code('open')}: {prose(expected['open', name].reason)}")
    else:
        known.append("HOLDS IN SCOPE, by default")
    return "; ".join(known)
