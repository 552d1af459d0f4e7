"""Certificates: cvc5 agrees with every proof of the tiny rulesets, and nothing that was changed is accepted."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import pytest

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.engines.smt.certify import second
from ruleslawyer.engines.smt.certify.certificate import Claim, Relation, parse_claim, scripts
from ruleslawyer.engines.smt.certify.issue import write_certificate
from ruleslawyer.engines.smt.certify.naming import MANIFEST, digest
from ruleslawyer.engines.smt.certify.recheck import Certifier, folders
from ruleslawyer.engines.smt.certify.recheck import manifest as manifest_of
from ruleslawyer.engines.smt.encoding.relation import Asker
from ruleslawyer.engines.smt.encoding.relation import Relation as Encoded
from ruleslawyer.engines.smt.encoding.smtlib import Unreadable, formulas
from ruleslawyer.engines.smt.invariants.derive import DECLARED, Lemma
from ruleslawyer.engines.smt.prove import kinduction, portfolio
from ruleslawyer.engines.smt.prove.prove import prove
from ruleslawyer.engines.smt.refute.paths import Unrolling
from ruleslawyer.exploration.variants.ablation import variants
from ruleslawyer.lifted.scoped.instances import Scoped
from ruleslawyer.lifted.scoped.nodes import Node, both, negate
from tests.agree.strategies import names
from tests.bank import TINY

PROJECTS = Path(__file__).parents[3] / "projects"
HARBOUR = "writes+3a+coins"
LONG = 600.0
"""Seconds: no question of a test is given up."""
Change = Callable[[Path], None]


def ruleset(name: str) -> Ruleset:
    return Project.load(PROJECTS / name).ruleset(name)


@pytest.fixture(scope="module")
def pristine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The certificate that no ship is bought on credit, as it was written."""
    folder = tmp_path_factory.mktemp("certificates")
    ruleset("harbour").prove(["writes:coins"], timeout=20.0, certificates=folder)
    return folder / HARBOUR


@pytest.fixture
def certificate(pristine: Path, tmp_path: Path) -> Path:
    """A copy of it, to be changed."""
    return Path(shutil.copytree(pristine, tmp_path / HARBOUR))


def certify(folder: Path, project: Path = PROJECTS / "harbour") -> Any:
    (found,) = Project.load(project).certify(folder)
    return found


# --- what is proved ---------------------------------------------------------------------------------------------------


SLOWLY_CERTIFIED = frozenset({"t91_rims"})
"""Its certificates take cvc5 as long as those of fifty others."""


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[pytest.mark.campaign] * (n in SLOWLY_CERTIFIED)) for n in names(TINY)]
)
def test_cvc5_accepts_every_proof_of_a_tiny_ruleset(name: str, tmp_path: Path) -> None:
    project = Project.load(TINY)
    proofs = project.ruleset(name).prove(scope="tiny", timeout=5.0, certificates=tmp_path)
    proved = {p.property for p in proofs if p.verdict == "PROVED"}
    assert all(p.verdict_text() == "PROVED (z3, cvc5)" for p in proofs if p.property in proved)
    if proved:
        found = project.certify(tmp_path)
        assert {c.property for c in found} == proved
        assert all(c.accepted for c in found), [c.wrong for c in found]


def test_one_file_for_each_rule(pristine: Path) -> None:
    system = ruleset("harbour").system
    wanted = {f"action-{a}.smt2" for a in system.actions} | {f"duty-{d}.smt2" for d in system.duties}
    assert {p.name for p in pristine.glob("*.smt2")} == wanted | {"begin.smt2", "property.smt2"}
    found = certify(pristine)
    assert found.accepted and found.files == len(wanted) + 2
    assert found.uncertified == ("writes:Auction.ties", "unbroken")


@pytest.fixture(scope="module")
def deep(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """That the processes of Peterson exclude each other, by 60-induction; 2 would do."""
    folder, peterson = tmp_path_factory.mktemp("deep"), ruleset("peterson")
    peterson.prove(["exclusive"], "two", timeout=20.0, certificates=folder / "two")
    relation = Relation(Scoped(peterson.system, peterson.scope("two")))
    (manifest,) = map(manifest_of, folders(folder / "two"))
    claim = replace(Certifier(relation).questions(manifest).claim, k=60)
    write_certificate(folder / "sixty", relation, claim, scripts(relation, claim), "a test", manifest.certification)
    return folder


def test_k_induction_and_spacer_are_certified_too(deep: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = certify(deep / "two", PROJECTS / "peterson")
    assert found.accepted and (found.method, found.k) == ("k-induction", 2)
    assert {"base-2.smt2", "induction-2.smt2"} <= {p.name for p in (deep / "two").rglob("*")}
    monkeypatch.setattr(portfolio, "candidates", lambda scoped: [])
    monkeypatch.setattr(portfolio, "relations", lambda scoped, fields: [])
    monkeypatch.setattr(kinduction, "MAX_K", 1)
    (proof,) = ruleset("peterson").prove(["exclusive"], "two", timeout=20.0, certificates=tmp_path / "spacer")
    assert (proof.verdict_text(), proof.method) == ("PROVED (z3, cvc5)", "Spacer")
    found = certify(tmp_path / "spacer", PROJECTS / "peterson")
    assert found.accepted and (found.method, found.k) == ("induction", 1)


def test_a_large_k_is_checked(deep: Path) -> None:
    found = certify(deep / "sixty", PROJECTS / "peterson")
    assert found.accepted and found.k == 60


def test_the_time_limit_covers_the_making_of_questions(deep: Path, tmp_path: Path) -> None:
    """A certificate whose `k` was raised: there is no time to make its questions, and that is said."""
    folder = Path(shutil.copytree(deep / "two" / "exclusive", tmp_path / "exclusive"))
    rewritten(lambda d: d.update(k=1000))(folder)
    began = monotonic()
    (found,) = Project.load(PROJECTS / "peterson").certify(folder, seconds=0.2)
    assert not found.accepted and "its questions were not made again" in found.wrong
    assert found.seconds <= monotonic() - began
    rewritten(lambda d: d.update(k=1001))(folder)
    with pytest.raises(UsageError, match="more than 1000"):
        Project.load(PROJECTS / "peterson").certify(folder)


def test_mutual_exclusion_alone_is_not_inductive() -> None:
    """As Peterson's published proof has it; with two sub-steps it is."""
    peterson = ruleset("peterson")
    relation = Relation(Scoped(peterson.system, peterson.scope("two"), {}, ()))
    goal = Certifier(relation).goals["exclusive"]
    assert goal.state is not None
    assert answers(relation, Claim(goal, (goal.state,))) == "sat"
    assert answers(relation, Claim(goal, ())) == "sat"


def answers(relation: Relation, claim: Claim) -> str:
    """What cvc5 says of a claim as a whole."""
    for script in scripts(relation, claim):
        found = second.ask(script.text, script.questions, monotonic() + LONG)
        if found.wrong:
            return "sat" if found.refuted else found.wrong
    return "unsat"


def test_steps_on_trust_are_counted(pristine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (found,) = Project.load(PROJECTS / "harbour").certify(pristine, proofs=True)
    assert found.accepted and found.steps is not None and found.steps > 1000 and found.trusted == 0
    text = (pristine / "property.smt2").read_text("utf-8")
    monkeypatch.setattr(second, "TRUSTED", ("ASSUME",))
    asked = second.ask(text, text.count("(check-sat)"), monotonic() + LONG, proofs=True)
    assert not asked.wrong and 0 < asked.trusted < asked.steps


# --- what was changed -------------------------------------------------------------------------------------------------


def rewritten(change: Callable[[dict[str, Any]], object]) -> Change:
    def apply(folder: Path) -> None:
        data = json.loads((folder / MANIFEST).read_text("utf-8"))
        change(data)
        (folder / MANIFEST).write_text(json.dumps(data), "utf-8")

    return apply


def _weaker(folder: Path) -> None:
    """One condition of the invariant allows a debt, in a file and in its digest."""
    path = folder / "action-buy.smt2"
    text = path.read_text("utf-8")
    assert text.count("(<= 0 |coins[Ann]|)") > 0
    path.write_text(text.replace("(<= 0 |coins[Ann]|)", "(<= (- 9) |coins[Ann]|)", 1), "utf-8")
    _digested(folder, path)


def _digested(folder: Path, path: Path) -> None:
    def change(data: dict[str, Any]) -> None:
        for file in data["files"]:
            if file["name"] == path.name:
                file["sha256"] = digest(path.read_bytes())

    rewritten(change)(folder)


def _swapped(folder: Path) -> None:
    """The question about one action in the place of another's."""
    shutil.copy(folder / "action-look.smt2", folder / "action-buy.smt2")
    _digested(folder, folder / "action-buy.smt2")


def without(name: str) -> Change:
    return lambda folder: (folder / name).unlink()


def saying(name: str, text: str) -> Change:
    def change(folder: Path) -> None:
        (folder / name).write_text(text, "utf-8")

    return change


def _unlisted(folder: Path) -> None:
    without("property.smt2")(folder)
    rewritten(lambda d: d["files"].pop())(folder)


CHANGES: dict[str, tuple[Change, str]] = {
    "a weaker condition": (_weaker, "was changed: `files`"),
    "a question in another's place": (_swapped, "was changed: `files`"),
    "a file less": (without("action-reveal.smt2"), "action-reveal.smt2 is missing"),
    "a file less, and unlisted": (_unlisted, "was changed: `files`"),
    "a file more": (lambda f: (f / "x.smt2").touch(), "x.smt2 does not belong to it"),
    "no questions in a file": (
        saying("property.smt2", "(set-logic QF_LIA)\n"),
        "property.smt2 is not the question that follows",
    ),
    "another digest": (rewritten(lambda d: d["files"][0].update(sha256="sha256:" + "0" * 64)), "was changed: `files`"),
    "another version of the model": (
        rewritten(lambda d: d.update(model="sha256:" + "0" * 64)), "another version of the model",
    ),
    "another property": (rewritten(lambda d: d.update(property="writes:Auction.ties")), "another version of the model"),
    "an unknown property": (rewritten(lambda d: d.update(property="writes:gold")), "no property `writes:gold`"),
    "another reading": (rewritten(lambda d: d["reading"].update(seller="opponent")), "another version of the model"),
    "an assumption less": (rewritten(lambda d: d["assumptions"].pop()), "was changed: `assumptions`"),
    "other words": (rewritten(lambda d: d["words"].__setitem__(0, "all is well")), "was changed: `words`"),
    "another depth": (rewritten(lambda d: d.update(k=2)), "was changed"),
    "a condition less": (rewritten(lambda d: d["invariant"]["conditions"].pop(0)), "was changed"),
    "an invariant of something else": (
        rewritten(lambda d: d["invariant"]["conditions"].append("(<= 0 |gold|)")), "no condition on a state",
    ),
    "a number for a condition": (rewritten(lambda d: d["invariant"]["conditions"].append("7")), "no condition"),
    "a key more": (rewritten(lambda d: d.update(solver="z3")), "was changed: `solver`"),
    "a key less": (rewritten(lambda d: d.pop("invariant")), "`invariant` is not what"),
    "another kind": (rewritten(lambda d: d.update(k="1")), "`k` is not what"),
    "no depth": (rewritten(lambda d: d.update(k=0)), "another kind"),
    "another schema": (rewritten(lambda d: d.update(schema=2)), "version 1"),
    "no JSON": (saying(MANIFEST, "{"), "not JSON"),
    "no manifest": (without(MANIFEST), "no certificate"),
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_what_was_changed_is_refused(certificate: Path, name: str) -> None:
    change, about = CHANGES[name]
    change(certificate)
    with pytest.raises(UsageError, match=about):
        certify(certificate)


def test_a_rule_less_is_another_model(certificate: Path, tmp_path: Path) -> None:
    """Proved of the harbour as it was; in the harbour of today nobody has to be able to pay."""
    project = Path(shutil.copytree(PROJECTS / "harbour", tmp_path / "harbour"))
    changed = 0
    for path in project.rglob("*.py"):
        text = path.read_text("utf-8")
        if "def cannot_pay" in text:
            start = text.index("def cannot_pay")
            start = text.rindex("@", 0, start)
            end = text.find("\n\n\n", start)
            path.write_text(text[:start] + text[end + 3 if end > 0 else len(text) :], "utf-8")
            changed += 1
    assert changed == 1
    with pytest.raises(UsageError, match="another version of the model"):
        certify(certificate, project)


class Forger:
    """Changes invariants and makes all that follows from them anew, as a careful forger would; and, independently, z3
    is asked about the same invariant, by other questions than those of certificates."""

    def __init__(self, found: Ruleset, scope: str) -> None:
        scoped = Scoped(found.system, found.scope(scope), {}, ())
        self.relation, self.encoded = Relation(scoped), Encoded(scoped)
        proofs = [p for p in prove(found.system, found.scope(scope), timeout=20.0) if p.claim is not None]
        self.claims = [p.claim for p in proofs if p.claim is not None and p.verdict == "PROVED" and p.claim.invariant]
        self.accepted = self.refused = 0

    def mutant(self, random: Random) -> Claim:
        claim = random.choice(self.claims)
        invariant = list(claim.invariant)
        place = random.randrange(len(invariant))
        match random.randrange(5):
            case 0:
                del invariant[place]
            case 1:
                invariant[place] = negate(invariant[place])
            case 2:
                others = [node for other in self.claims for node in other.invariant]
                invariant[place] = random.choice(others)
            case 3:
                invariant[place] = self._texts(random, claim, place)
            case 4 if claim.k > 1:
                claim = replace(claim, k=claim.k - 1)
            case _:
                claim = replace(claim, goal=random.choice(self.claims).goal)
        return replace(claim, invariant=tuple(invariant))

    def _texts(self, random: Random, claim: Claim, place: int) -> Any:
        """A condition with one word of its text changed; as it was where that is no condition."""
        definitions, texts = formulas(claim.invariant)
        words = [("0 ", "1 "), ("0 ", "(- 1) "), ("(and ", "(or "), ("(or ", "(and "), ("(not ", "(and "), ("<=", "=")]
        old, new = random.choice(words)
        texts[place] = texts[place].replace(old, new, 1)
        try:
            found = {"definitions": definitions, "conditions": texts}
            return parse_claim(self.relation, claim.goal, found, 1).invariant[place]
        except Unreadable:
            return claim.invariant[place]

    def z3_agrees(self, claim: Claim) -> bool:
        relation, invariant, end = self.encoded, claim.invariant, monotonic() + LONG
        questions: list[tuple[Node, ...]] = []
        for held, instances in (((), relation.initial), (invariant, relation.steps)):
            questions += [(*held, i.edge, negate(both(*relation.all_after(invariant, i)))) for i in instances]
        for bad in claim.goal.bads:
            if claim.k == 1 or bad.initial is not None:
                questions.append((*(invariant if bad.initial is None else ()), bad.node))
        if any(self._possible(question, end) for question in questions):
            return False
        lemmas = [Lemma("", node, DECLARED) for node in invariant]
        for initial, depths in ((True, range(claim.k)), (False, (claim.k,))) if claim.k > 1 else ():
            path = Unrolling(relation, lemmas, initial=initial)
            for depth in depths:
                while path.depth < depth:
                    path.extend()
                if path.search(claim.goal, end, keep=not initial)[0] != "unsat":
                    return False
        return True

    def _possible(self, nodes: tuple[Node, ...], end: float) -> bool:
        asker = Asker(self.encoded)
        asker.add([*self.encoded.background(nodes), *map(self.encoded.encoder.encode, nodes)])
        answer = asker.check((), end)
        assert answer != "unknown"
        return answer == "sat"

    def run(self, number: int, seed: int) -> None:
        random = Random(seed)
        for _ in range(number):
            claim = self.mutant(random)
            accepted = answers(self.relation, claim) == "unsat"
            assert accepted == self.z3_agrees(claim)
            self.accepted += accepted
            self.refused += not accepted


def test_no_forged_invariant_is_accepted() -> None:
    forger = Forger(ruleset("harbour"), "open")
    forger.run(12, 8)
    assert forger.refused >= 4 and forger.accepted >= 2


@pytest.mark.campaign
def test_of_a_thousand_mutations_none_is_accepted_that_does_not_prove() -> None:
    """Of a ruleset with open attributes, and of each tiny one of which anything is proved."""
    tiny = Project.load(TINY)
    forgers = [f for name in names(TINY) if (f := Forger(tiny.ruleset(name), "tiny")).claims]
    share = -(-600 // len(forgers))
    for seed, forger in enumerate(forgers):
        forger.run(share, seed)
    forgers.append(Forger(ruleset("harbour"), "open"))
    forgers[-1].run(400, 88)
    accepted, refused = sum(f.accepted for f in forgers), sum(f.refused for f in forgers)
    assert accepted + refused >= 1000 and refused >= 300


@pytest.mark.parametrize("seed", range(12))
def test_a_byte_more_or_less_is_refused(certificate: Path, seed: int) -> None:
    """Whatever byte of a question is changed; of the manifest, whatever still says something else."""
    random = Random(seed)
    path = random.choice(sorted(certificate.glob("*.smt2")))
    data = bytearray(path.read_bytes())
    place = random.randrange(len(data))
    data[place : place + random.randrange(2)] = bytes([(data[place] + random.randrange(1, 256)) % 256])
    path.write_bytes(data)
    with pytest.raises(UsageError, match="was changed"):
        certify(certificate)


# --- solvers ----------------------------------------------------------------------------------------------------------


def test_certify_does_not_load_z3(pristine: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from ruleslawyer.api import Project; "
        f"found = Project.load({str(PROJECTS / 'harbour')!r}).certify(Path({str(pristine)!r})); "
        "assert found[0].accepted; assert 'cvc5' in sys.modules; assert 'z3' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_without_cvc5_only_certify_fails(certificate: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(second, "available", lambda: False)
    (proof,) = ruleset("harbour").prove(["writes:coins"], timeout=20.0, certificates=tmp_path / "without")
    assert proof.verdict_text() == "PROVED (z3)"
    files = sorted(p.name for p in certificate.iterdir())
    assert [(tmp_path / "without" / HARBOUR / n).read_bytes() for n in files] == [
        (certificate / n).read_bytes() for n in files
    ]
    with pytest.raises(UsageError, match="cvc5 is not installed"):
        certify(certificate)


def test_where_cvc5_differs_nothing_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(second, "ask", lambda *args, **more: second.Answers(1, "question 1: cvc5 says sat", True))
    (proof,) = ruleset("harbour").prove(["writes:coins"], timeout=20.0)
    assert proof.verdict == "UNKNOWN" and "cvc5 does not" in proof.reason
    monkeypatch.setattr(second, "ask", lambda *args, **more: second.Answers(1, "question 1: cvc5 says unknown"))
    (proof,) = ruleset("harbour").prove(["writes:coins"], timeout=20.0)
    assert proof.verdict_text() == "PROVED (z3)" and "not by cvc5" in proof.reason


# --- what a proof rests on --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "pays",
        "unbroken",
        pytest.param("writes:coins", marks=pytest.mark.campaign),
        pytest.param("at_one_quay", marks=pytest.mark.campaign),
    ],
)
def test_without_a_clause_that_is_needed_the_proof_falls(name: str) -> None:
    """Each clause is taken from the book in turn, and the same invariant asked of what is left."""
    harbour = ruleset("harbour")
    scope = harbour.scope("open")
    proofs = harbour.prove([name], timeout=20.0, second=False)
    (found,) = harbour.explain(proofs)
    (claim,) = [p.claim for p in proofs if p.claim is not None]
    needed = {clause for rule in found.rules for clause in rule.needed}
    assert not any(rule.undecided for rule in found.rules)
    fallen = set()
    for variant in variants(harbour.system):
        if variant.kind in ("over", "answer"):
            continue
        relation = Relation(Scoped(variant.system, scope, {}, ()))
        goal = Certifier(relation).goals[name]
        if answers(relation, Claim(goal, claim.invariant)) != "unsat":
            fallen.add(variant.name)
    assert needed == fallen
    assert ("cannot_pay" in needed) == (name == "writes:coins")
