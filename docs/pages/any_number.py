"""What is proved for any number of cards of the bundled rulebooks: from the names that are kept, which each check
proves again, and from what is expected of the scopes."""

from __future__ import annotations

from collections.abc import Iterator

from pages.markdown import ROOT, code, escape, prose, table
from ruleslawyer.check.expected import load_expected
from ruleslawyer.engines.smt.lifted.lemmas import Lemmas, named
from ruleslawyer.engines.smt.lifted.writes import writes
from ruleslawyer.ir.system import Check
from ruleslawyer.project.config import Project
from ruleslawyer.proof.lemmas import load_lemmas
from ruleslawyer.rulesets.loaded import LoadedProject, LoadedRuleset

ASKED = {
    "megacorp": ("No negative money", ("money_is_never_negative", "writes:money", "claims_are_covered")),
    "memesis": (
        "One card in the Incubation Cell, and what may be fused (Section 7)",
        (
            "one_card_incubates", "one_card_incubates_however_fused", "fragments_are_fused_in_time",
            "true_fusions_are_made_in_time", "sets_are_fused_in_time", "own_cards_are_fused_partially",
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


def page() -> str:
    """How many properties there are of each rulebook, and those that were asked for by name."""
    project = LoadedProject(Project.load(ROOT))
    loaded = [project.ruleset(name) for name in project.rulesets]
    found = {ruleset.name: load_lemmas(ROOT, ruleset.name) or Lemmas() for ruleset in loaded}
    rows = [_counted(ruleset, found[ruleset.name]) for ruleset in loaded]
    parts = [table(["", "properties", "of states", "of steps and writes", "conditions nobody wrote down"], rows)]
    for ruleset in loaded:
        if ruleset.name in ASKED:
            title, names = ASKED[ruleset.name]
            parts += [f"\n### {escape(title)} ({escape(ruleset.title)})\n"]
            parts += [table(["", "says", "known"], _asked(ruleset, found[ruleset.name], names))]
    return "\n".join(parts)


def _counted(ruleset: LoadedRuleset, lemmas: Lemmas) -> list[str]:
    asked = [c for c in ruleset.system.checks.values() if c.kind in ("always", "step")]
    every = len(asked) + len(list(writes(ruleset.system)))
    steps = len(lemmas.alone) + len(lemmas.steps)
    return [
        escape(ruleset.title), f"{len(lemmas.properties)} of {every}", str(len(lemmas.states)), str(steps),
        str(len(lemmas.conditions)),
    ]  # fmt: skip


def _asked(ruleset: LoadedRuleset, lemmas: Lemmas, names: tuple[str, ...]) -> Iterator[list[str]]:
    system = ruleset.system
    fields = {write.name: write for write in writes(system)}
    for name in names:
        check = system.checks.get(name)
        says = prose(check.function.doc) if check else f"Each write of {code(fields[name].field)} keeps its range."
        cites = check.origin.cites if check is not None else fields[name].cites
        yield [f"{code(name)} {', '.join(cites)}", says, _known(ruleset, lemmas, name, check)]


def _known(ruleset: LoadedRuleset, lemmas: Lemmas, name: str, check: Check | None) -> str:
    """The best that is known, and where a play is against it."""
    expected = load_expected(ruleset.root, ruleset.name, ruleset.system.checks)
    if name in lemmas.properties:
        at_rest = any(named(key) == (name, "rest") for key in lemmas.states)
        return "PROVED for any number" + (", where somebody decides" if at_rest else "")
    against = [
        (scope, found.reason) for (scope, asked), found in expected.items()
        if asked == name and found.verdict == "VIOLATED"
    ]  # fmt: skip
    if against:
        scope, reason = against[0]
        others = f" and {len(against) - 1} more scopes" if len(against) > 1 else ""
        where = "" if scope == "every" else f" in {code(scope)}{others}"
        return f"VIOLATED{where}: {prose(reason)}"
    if ("open", name) in expected and expected["open", name].verdict == "PROVED":
        return f"PROVED for the cards of {code('open')}: {prose(expected['open', name].reason)}"
    return "HOLDS IN SCOPE"
