"""k-induction: what needs two or three rules one after the other is proved, what needs more is not; another run proves
it again, and cvc5 accepts its certificate, in which every rule is asked that may come before."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslawyer.api import Project
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.engines.smt.lifted.folder import ProofSubject
from ruleslawyer.engines.smt.lifted.prove import prove_again, prove_for_any
from ruleslawyer.engines.smt.lifted.verdict import IN_CHAINS, ProofVerdict, lemmas_of
from ruleslawyer.rulebook.claims.verdict import UNCHECKED
from tests.any_number.rulesets import project, violated

LINE = '''"""What nobody puts in at one end never comes out at the other."""


class Card(Sort):
    """A card."""


@state
class State:
{fields}

@book.action("2")
def turn(s: State, who: Player, card: Card) -> None:
    """All goes one place on."""
    with effect("2"):
{moves}
        s.p0 = None


@turn.permit("2")
def may(s: State, who: Player, card: Card) -> bool:
    return True


@checks.always("3")
def nothing_comes_out(s: State) -> bool:
    return s.p{last} is None


@checks.step("4", of=turn)
def nothing_is_got(before: State, after: State, who: Player, card: Card) -> bool:
    return after.p{last} != card
'''


def found_in(folder: Path, places: int) -> tuple[dict[str, ProofVerdict], list[ProofVerdict]]:
    """The verdicts of a ruleset with so many places, and those of another run."""
    every = range(places)
    fields = "".join(f"    p{k}: Card | None\n" for k in every)
    moves = "\n".join(f"        s.p{k} = s.p{k - 1}" for k in reversed(every) if k)
    ruleset = project(folder, "line", LINE.format(fields=fields, moves=moves, last=places - 1))
    assert not violated(ruleset, (1, 2))
    found = prove_for_any(
        ruleset.system, 2, total=20.0, timeout=1.0, certificates=folder / "certificates", about=ProofSubject("line", 2)
    )
    again, lapsed = prove_again(ruleset.system, 2, lemmas_of(found), 1.0, 20.0)
    assert not lapsed
    return {one.property: one for one in found}, again


@pytest.mark.parametrize("places", [2, 3])
def test_rules_one_after_the_other(tmp_path: Path, places: int) -> None:
    """By hand: what stands in the last place stood in the first as many turns before as there are places between, and
    nothing stands there after a turn or at the beginning."""
    found, again = found_in(tmp_path, places)
    assert {one.verdict for one in found.values()} == {"PROVED"}
    assert found["nothing_comes_out"].method == f"induction{IN_CHAINS}"
    assert [(one.property, one.verdict) for one in again] == [(name, "PROVED") for name in found]
    certified = {one.property: one for one in Project.load(tmp_path).certify(tmp_path / "certificates")}
    assert certified.keys() == found.keys() and all(one.accepted for one in certified.values())


@pytest.mark.parametrize("gone", ["turn, after initial begin", "turn, after turn", "turn"])
def test_no_rule_may_be_left_out(tmp_path: Path, gone: str) -> None:
    """A question is left out, or a chain that goes on before the beginning of a game; nothing is asked again."""
    found_in(tmp_path, 2)
    (path,) = tmp_path.glob("certificates/*/nothing_comes_out.smt2")
    text = path.read_text(encoding="utf-8")
    blocks = text.split("(push 1)\n")
    assert len([block for block in blocks if block.startswith(f"; rule {gone}\n")]) == 1
    path.write_text("(push 1)\n".join(b for b in blocks if not b.startswith(f"; rule {gone}\n")), encoding="utf-8")
    with pytest.raises(UsageError, match="changed"):
        Project.load(tmp_path).certify(tmp_path / "certificates")


def test_nothing_comes_before_the_beginning(tmp_path: Path) -> None:
    """Where a folder says that a chain goes on before the beginning of a game, it is refused."""
    found_in(tmp_path, 2)
    (path,) = tmp_path.glob("certificates/*/nothing_comes_out.smt2")
    blocks = path.read_text(encoding="utf-8").split("(push 1)\n")
    longer = next(block for block in blocks if block.startswith("; rule turn\n")).partition("\n")[2]
    first = next(i for i, block in enumerate(blocks) if block.startswith("; rule turn, after initial"))
    blocks[first] = f"{blocks[first].partition(chr(10))[0]}\n{longer}"
    path.write_text("(push 1)\n".join(blocks), encoding="utf-8")
    with pytest.raises(UsageError, match="nothing is asked before"):
        Project.load(tmp_path).certify(tmp_path / "certificates")


def test_four_places_are_too_many(tmp_path: Path) -> None:
    found, _ = found_in(tmp_path, 4)
    assert {one.verdict for one in found.values()} == {"UNKNOWN"}


def test_chains_that_take_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the chains of what was found are not answered again in time, it is not proved, and it is said why."""
    monkeypatch.setattr("ruleslawyer.engines.smt.lifted.issue.OF_CHAINS", -1.0)
    found, _ = found_in(tmp_path, 2)
    assert found["nothing_comes_out"].verdict == UNCHECKED
    assert "were not all answered within" in found["nothing_comes_out"].reason
