"""Certificates for any number of cards: cvc5 accepts what was proved, and nothing that was changed is accepted."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.api import Project
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.engines.smt.certify import second
from ruleslawyer.engines.smt.certify.accepted import Accepted
from ruleslawyer.engines.smt.certify.argument import all_needs
from ruleslawyer.engines.smt.lifted import translate as quantified_module
from ruleslawyer.engines.smt.lifted.certificate import (
    BadInstance,
    FoldInstance,
    LawInstance,
    Recipe,
    SumInstance,
    instance,
)
from ruleslawyer.engines.smt.lifted.issue import CertificateIssuer
from ruleslawyer.engines.smt.lifted.obligations import Obligation, Obligations
from ruleslawyer.engines.smt.lifted.question import Solver, SolverResult
from ruleslawyer.engines.smt.lifted.recheck import CertificateResult
from ruleslawyer.engines.smt.lifted.translate import Tally
from ruleslawyer.engines.smt.lifted.verdict import parse_recipes
from ruleslawyer.lifted.terms import BOOL, INT, TRUE, symbol
from ruleslawyer.rulebook.claims.verdict import UNCHECKED
from tests.agree.written import things, written

GAME = '''
@state
class State:
    held: Map[Thing, bool]
    count: int
    double: int
    last: int
    price: Map[Thing, Annotated[int, Range(0, 9)]]


@book.action("2")
def take(s: State, who: Player, what: Thing) -> None:
    """Take it."""
    with effect("2"):
        s.held[what] = True
        s.count += 1
        s.double = 2 * s.count
        for t in Thing:
            if t == what:
                s.last = s.price[t]


@take.permit("2")
def may_take(s: State, who: Player, what: Thing) -> bool:
    return not s.held[what]


@book.action("3")
def drop(s: State, who: Player, what: Thing) -> None:
    """Drop it."""
    with effect("3"):
        s.held[what] = False
        s.count -= 1
        s.double = 2 * s.count
        for t in Thing:
            s.last = s.price[t]


@drop.permit("3")
def may_drop(s: State, who: Player, what: Thing) -> bool:
    return s.held[what]


@checks.always("2")
def counted(s: State) -> bool:
    return s.count == sum(1 for t in Thing if s.held[t])


@checks.always("2")
def doubled(s: State) -> bool:
    return s.double == 2 * sum(1 for t in Thing if s.held[t])


@checks.step("3", of=drop)
def never_in_debt(before: State, after: State, who: Player, what: Thing) -> bool:
    return before.count >= 0 and after.count == before.count - 1


@checks.step("2", of=take)
def it_is_held(before: State, after: State, who: Player, what: Thing) -> bool:
    return after.held[what] and after.last == before.price[what]
'''
FOLDER = "any-number=game,players=1"
DOUBLED = "doubled"
"""It is shown of all states, with what `counted` says of the same sum."""
WRONG = """

@checks.always("2")
def wrong(s: State) -> bool:
    return s.count == 0


@checks.step("2", of=take)
def wrong_step(before: State, after: State, who: Player, what: Thing) -> bool:
    return not after.held[what]
"""
PROPERTIES = ["counted", "doubled", "it_is_held", "never_in_debt", "writes:price"]
Change = Callable[[Path], object]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("game"), "game", GAME, things(2))


@pytest.fixture(scope="module")
def pristine(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return certified(project, tmp_path_factory.mktemp("certificates"))


def certified(project: Path, folder: Path) -> Path:
    found = Project.load(project).ruleset("game").prove_for_any(players=1, certificates=folder)
    assert sorted(one.property for one in found if one.verdict == "PROVED") == PROPERTIES
    assert not any(one.reason for one in found)
    return folder / FOLDER


@pytest.fixture
def certificate(pristine: Path, tmp_path: Path) -> Path:
    """A copy, to be changed."""
    return Path(shutil.copytree(pristine, tmp_path / FOLDER))


def certify(folder: Path, project: Path) -> tuple[CertificateResult, ...]:
    return Project.load(project).certify(folder)


def test_cvc5_accepts_what_is_proved(pristine: Path, project: Path) -> None:
    found = certify(pristine.parent, project)
    assert sorted(one.property for one in found) == PROPERTIES
    assert all(one.accepted for one in found), [one.wrong for one in found]
    rests_on = {one.property: one.invariant for one in found}
    assert "counted" in rests_on["never_in_debt"] and rests_on["doubled"] == ("counted",)
    assert rests_on["it_is_held"] == rests_on["counted"] == ()


def test_a_condition_is_asked_about_once(pristine: Path) -> None:
    """Two properties rest on it, and it is one file; that only one member is the one that was taken is a premise."""
    names = sorted(path.name for path in pristine.glob("*.smt2"))
    assert names == ["counted.smt2", f"{DOUBLED}.smt2", "premises.smt2", "step+3a+it_is_held.smt2",
                     "step+3a+never_in_debt.smt2", "writes+3a+price.smt2"]  # fmt: skip
    assert (pristine / "premises.smt2").read_text("utf-8").count("(check-sat)") == 1


def test_no_z3_is_loaded(pristine: Path, project: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from ruleslawyer.api import Project;"
        f"found = Project.load(Path({str(project)!r})).certify(Path({str(pristine)!r}));"
        "print(all(one.accepted for one in found), 'z3' in sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["True", "False"]


# --- what was changed -------------------------------------------------------------------------------------------------


def edited(name: str, old: str, new: str, *, after: str = "") -> Change:
    """The first occurrence, behind something, put otherwise."""

    def change(folder: Path) -> None:
        path = folder / name
        head, mark, text = path.read_text("utf-8").partition(after) if after else ("", "", path.read_text("utf-8"))
        assert old in text
        path.write_text(head + mark + text.replace(old, new, 1), "utf-8")

    return change


def stronger(folder: Path) -> None:
    """An instance is false, so that everything follows."""
    path = folder / "counted.smt2"
    lines = path.read_text("utf-8").split("\n")
    where = next(i for i, line in enumerate(lines) if line.startswith((';@ ["law"', ';@ ["sum"')))
    place = next(i for i in range(where, len(lines)) if lines[i].startswith("(assert"))
    lines[place] = "(assert false)"
    path.write_text("\n".join(lines), "utf-8")


def without_a_question(folder: Path) -> None:
    path = folder / "counted.smt2"
    path.write_text(path.read_text("utf-8").rpartition("(push 1)")[0], "utf-8")


def with_one_twice(folder: Path) -> None:
    path = folder / "counted.smt2"
    text = path.read_text("utf-8")
    path.write_text(text + text[text.index("(push 1)") :], "utf-8")


def manifest(change: Callable[[dict[str, Any]], None]) -> Change:
    def changed(folder: Path) -> None:
        data = json.loads((folder / "certificate.json").read_text("utf-8"))
        change(data)
        (folder / "certificate.json").write_text(json.dumps(data), "utf-8")

    return changed


def without(*keys: str) -> Change:
    """The items without what proves them."""

    def change(data: dict[str, object]) -> None:
        items = data["items"]
        assert isinstance(items, list)
        for one in items:
            if one["item"] in keys:
                one.pop("file")

    def changed(folder: Path) -> None:
        manifest(change)(folder)
        for key in keys:
            (folder / f"{key}.smt2").unlink()

    return changed


def another_question(name: str = "counted") -> str:
    return re.escape(f"{name}.smt2 is not the question")


def short(folder: Path) -> None:
    path = folder / "counted.smt2"
    path.write_bytes(path.read_bytes()[:200])


CHANGES: dict[str, tuple[Change, str]] = {
    "an instance is stronger": (stronger, another_question()),
    "an instance of another law": (
        edited("counted.smt2", '["law", "rule", ', '["law", "rule", 9'), another_question(),
    ),
    "an instance of no law": (
        edited("counted.smt2", '["law", "rule", ', '["law", "wish", '), another_question(),
    ),
    "a term that is none": (edited("counted.smt2", '["term", ', '["term", "hope", '), another_question()),
    "a question was left out": (without_a_question, "the question of drop is missing"),
    "a question twice": (with_one_twice, another_question()),
    "another goal": (edited("counted.smt2", "(assert ", "(assert (not "), another_question()),
    "a lemma is stronger": (
        edited(f"{DOUBLED}.smt2", "(assert ", "(assert false) (assert "), another_question(DOUBLED),
    ),
    "a premise was left out": (edited("premises.smt2", "(check-sat)", ""), "premises.smt2 is not the question"),
    "a file ends early": (short, "counted.smt2"),
    "a file is missing": (lambda folder: (folder / "counted.smt2").unlink(), "counted.smt2 is missing"),
    "a file more": (
        lambda folder: (folder / "more.smt2").write_text("(check-sat)\n", "utf-8"), "more.smt2 does not belong",
    ),
    "what it rests on has no proof": (without("counted"), "rests on a condition that has no questions"),
    "a property that no item is about": (
        manifest(lambda data: data["properties"][0].update(property="peace")), "a property stands there",
    ),
    "another condition": (
        manifest(lambda data: data.update(known=["counted", "peace"])), "the ruleset has no condition `peace`",
    ),
    "a premise that does not hold": (
        manifest(lambda data: data.update(premises=[True] * len(data["premises"]))),
        "another version of the model",
    ),
    "another number of players": (manifest(lambda data: data.update(players=2)), "another version of the model"),
    "no list": (manifest(lambda data: data.update(items={})), "`items` is not what a certificate has"),
    "another version": (manifest(lambda data: data.update(schema=9)), "no certificate of version"),
    "no JSON": (lambda folder: (folder / "certificate.json").write_text('{"any_number": tr'), "certificate"),
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_what_was_changed_is_refused(name: str, certificate: Path, project: Path) -> None:
    change, about = CHANGES[name]
    change(certificate)
    with pytest.raises(UsageError, match=about):
        certify(certificate, project)


def test_another_version_of_the_rulebook_is_refused(pristine: Path, tmp_path: Path) -> None:
    """A rule that asks for less; what it has to do with a property does not matter."""
    changed = written(tmp_path, "game", GAME.replace("return not s.held[what]", "return True"), things(2))
    with pytest.raises(UsageError, match="another version of the model"):
        certify(pristine, changed)


def test_a_comment_may_change(pristine: Path, tmp_path: Path) -> None:
    changed = written(tmp_path, "game", GAME.replace("Take it.", "Have it."), things(2))
    assert all(one.accepted for one in certify(pristine, changed))


# --- a prover that is wrong -------------------------------------------------------------------------------------------


def words(project: Path, folder: Path) -> dict[str, tuple[str, str]]:
    """What a user is told: the verdict, and the reason."""
    found = Project.load(project).ruleset("game").prove_for_any(players=1, certificates=folder)
    return {one.property: (one.verdict, one.reason) for one in found}


def test_too_few_instances_are_not_accepted(project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CertificateIssuer, "_minimise", lambda self, wanted, instances: [])
    verdict, reason = words(project, tmp_path)["never_in_debt"]
    assert verdict == "UNKNOWN" and "cvc5 says sat" in reason


def test_a_premise_that_does_not_hold_is_not_accepted(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last of some things stays, whichever that is: a prover that passes over this is found out."""
    monkeypatch.setattr(Solver, "is_impossible", lambda self, condition: True)
    found = words(project, tmp_path)
    assert found and all(verdict != "PROVED" for verdict, _ in found.values())
    assert any("premises.smt2" in reason for _, reason in found.values())


def test_whatever_a_search_believes_is_not_proved(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A search to which every question seems answered proposes all; of `wrong`, which plays break, nothing comes."""
    changed = written(tmp_path / "wrong", "game", f"{GAME}{WRONG}", things(2))
    real = Solver.ask

    def believed(solver: Solver, *args: Any, **how: Any) -> SolverResult:
        return real(solver, *args, **how) if solver.thorough else SolverResult("unsat", 0.0)

    monkeypatch.setattr(Solver, "ask", believed)
    found = words(changed, tmp_path / "certificates")
    assert found["wrong"][0] == UNCHECKED and found["wrong_step"][0] == UNCHECKED
    assert {name for name, (verdict, _) in found.items() if verdict == "PROVED"} <= set(PROPERTIES)


def test_without_cvc5_z3_is_asked_in_a_context_of_its_own(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(second, "available", lambda: False)
    found = Project.load(project).ruleset("game").prove_for_any(players=1)
    assert sorted(one.property for one in found if one.verdict == "PROVED") == PROPERTIES
    assert {one.accepted.solvers for one in found if one.accepted is not None} <= {("z3",), ()}
    monkeypatch.setattr(CertificateIssuer, "_minimise", lambda self, wanted, instances: [])
    verdict, reason = words(project, tmp_path)["never_in_debt"]
    assert verdict == "UNKNOWN" and "z3 says sat" in reason


def test_nobody_else_makes_a_proof() -> None:
    with pytest.raises(TypeError):
        Accepted("counted", ("cvc5",), 1, (), object())


# --- the second way ---------------------------------------------------------------------------------------------------


def test_with_quantifiers_no_solver_says_sat(project: Path) -> None:
    tally = Tally(2.0)
    found = Project.load(project).ruleset("game").prove_for_any(players=1, tally=tally)
    assert all(one.verdict == "PROVED" and not one.reason for one in found)
    assert {answer for said in tally.said.values() for answer in said} <= {"unsat", "unknown"}
    assert sum(tally.said["z3"].values()) == sum(tally.said["cvc5"].values()) == 3
    assert tally.said["z3"]["unsat"] + tally.said["cvc5"]["unsat"] >= 3


def test_what_a_solver_contradicts_is_not_proved(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the laws are left out of what is asked with quantifiers, both say that it can be."""
    whole = quantified_module.quantify_question
    monkeypatch.setattr(
        quantified_module, "quantify_question",
        lambda question, recipes, folds, script: whole(question, [], folds, script),
    )  # fmt: skip
    found = Project.load(project).ruleset("game").prove_for_any(players=1, tally=Tally(2.0))
    contradicted = [one for one in found if one.verdict == "UNKNOWN"]
    assert contradicted and all("says sat" in one.reason for one in contradicted)


# --- instances --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def obligations(project: Path) -> Obligations:
    system = Project.load(project).ruleset("game").system
    return Obligations(system, 1, {}, ["counted"], lambda condition: False)


def test_what_is_no_instance_is_not_made(obligations: Obligations) -> None:
    question: Obligation = next(obligations.questions("counted"))
    folds = obligations.relation.world.folds
    total = next(fold for fold in folds.by_name.values() if fold.kind == "sum" and not fold.parameters)
    app = symbol(INT, total.name)
    assert instance(SumInstance((app,), ()), question, folds).sort == BOOL
    cases: list[Recipe] = [
        LawInstance("rule", 10_000), LawInstance("rule", -1), LawInstance("wish", 0), LawInstance("rule", 0, (app,)),
        FoldInstance(app), FoldInstance(TRUE),
        SumInstance((), ()), SumInstance((symbol(INT, "some 99"),), ()), SumInstance((symbol(BOOL, total.name),), ()),
        SumInstance((symbol(INT, total.name, (TRUE,)),), ()),
    ]  # fmt: skip
    for recipe in cases:
        with pytest.raises(BadInstance):
            instance(recipe, question, folds)


@pytest.mark.parametrize(
    "line",
    [
        '["term", "symbol", "Int", "a|b"]', '["term", "variable", "Int", "x"]', '["term", "not", "Bool", null]',
        '["term", "constant", "Int", "one"]', '["law", "rule", 0, 7]', '["fold", -1, null]', '["sum"]', '{}', 'nothing',
    ],
)  # fmt: skip
def test_what_is_no_term_is_not_read(line: str) -> None:
    with pytest.raises(BadInstance):
        parse_recipes(["(push 1)", f";@ {line}"])


def test_what_rests_on_what_has_no_proof_has_none() -> None:
    assert all_needs(["a"], {"a": ("b",), "b": ("a",)}) == ["a", "b"]
    assert all_needs(["a"], {"a": ("b",), "b": None}) is None
    assert all_needs(["a"], {"a": ("b",)}) is None
