"""Certificates for any number of cards checked again, from the project's text alone, with cvc5; z3 is not loaded.

Rules are lifted anew, and each item's questions made from them; of the files nothing is taken but which instances
answer a question, and those are made again. The script that comes out has to be the file that is there, to the byte.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from time import monotonic
from types import UnionType
from typing import Any

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json, content, is_there
from ruleslawyer.base.files.read import read_json
from ruleslawyer.engines.smt.certify import second
from ruleslawyer.engines.smt.certify.argument import all_needs, items_of
from ruleslawyer.engines.smt.lifted.certificate import BadInstance, ProofFile, Recipe, item_file, premises_file
from ruleslawyer.engines.smt.lifted.folder import MANIFEST, PAGE, SCHEMA, RulesDigest, file_json, proof_page
from ruleslawyer.engines.smt.lifted.induction import Induction
from ruleslawyer.engines.smt.lifted.obligations import NoObligation, Obligation, Obligations
from ruleslawyer.engines.smt.lifted.verdict import parse_recipes, remarks
from ruleslawyer.ir.left_open import leave_open
from ruleslawyer.ir.system import System
from ruleslawyer.lifted.depth import deep_recursion
from ruleslawyer.lifted.terms import Term
from ruleslawyer.rulebook.claims.result import premise_text

AGAIN = "make it again with `prove RULESET --certificates DIR`"
_KINDS: Mapping[str, type | UnionType] = {
    "ruleset": str, "model": str, "players": int | None, "reading": dict, "rulings": dict, "numbers": list,
    "known": list, "premises": list, "files": list, "items": list, "properties": list,
}  # fmt: skip
_FILE = {"file", "sha256", "questions", "uses", "assumes"}
TRUSTED = ("TRUST", "TRUST_THEORY_REWRITE")
"""The rules of cvc5's proofs that a proof checker would have to believe."""


@dataclass(frozen=True, slots=True)
class CertificateResult:
    """The result for one property of a folder.

    accepted: cvc5 answered every question with `unsat`; `wrong` says which it did not. files and questions: how many.
    steps, trusted: those of cvc5's own proofs, where they were asked for. assumptions: what is taken as given.
    invariant: the conditions on which it rests, by key.
    """

    folder: str
    ruleset: str
    property: str
    accepted: bool
    wrong: str
    files: int
    questions: int
    steps: int | None
    trusted: int | None
    seconds: float
    assumptions: tuple[str, ...]
    invariant: tuple[str, ...]

    def json(self) -> Json:
        return {**asdict(self), "seconds": round(self.seconds, 3)}


@dataclass(frozen=True, slots=True)
class Manifest:
    """The manifest of a folder of certificates, or of one."""

    folder: Path
    data: Json

    @property
    def place(self) -> str:
        return f"{self.folder.name}/{MANIFEST}"

    def refusal(self, about: str) -> UsageError:
        return UsageError(about, self.place, AGAIN)

    def tampering(self, about: str) -> UsageError:
        return self.refusal(f"this certificate was changed: {about}")

    def expect_only(self, files: Iterable[str]) -> None:
        """Check that nothing else lies beside the manifest: whoever reads the folder would take it for checked."""
        extra = sorted({path.name for path in self.folder.iterdir()} - {MANIFEST, *files})
        if extra:
            raise self.tampering(f"{extra[0][:60]} does not belong to it")


def certificate_folders(directory: Path) -> list[Path]:
    """The folders of certificates in a folder: itself, or those in it, by name."""
    if not directory.is_dir():
        raise UsageError(f"there is no folder {directory.name}", None, "name one that `prove --certificates` wrote")
    found = [directory] if is_there(directory / MANIFEST) else sorted(p for p in directory.iterdir() if p.is_dir())
    if not found:
        raise UsageError(f"there is no certificate in {directory.name}", None, AGAIN)
    return found


def read_manifest(folder: Path) -> Manifest:
    """Reads the manifest of a folder; a `UsageError` where it is none."""
    data = read_json(folder / MANIFEST, "certificate", AGAIN)
    found = Manifest(folder, data)
    if data.get("schema") != SCHEMA or data.get("any_number") is not True:
        raise found.refusal(f"this is no certificate of version {SCHEMA} for any number of cards")
    for key, kind in _KINDS.items():
        if key not in data or not isinstance(data[key], kind) or isinstance(data[key], bool):
            raise found.refusal(f"`{key}` is not what a certificate has there")
    texts = [*data["known"], *data["numbers"], *data["reading"].values(), *data["rulings"].values()]
    items = [*data["items"], *data["properties"], *data["files"]]
    if not all(isinstance(t, str) for t in texts) or not all(isinstance(one, dict) for one in items):
        raise found.refusal("this is no certificate: a value is of another kind")
    if not all(isinstance(one, bool) for one in data["premises"]) or not 1 <= (data["players"] or 1) <= 9:
        raise found.refusal("this is no certificate: a value is of another kind")
    return found


class Questions:
    """All questions of a folder, made again from the rules; a `UsageError` where the folder says something else.
    system: with the rulings in it; chosen: readings and rulings. premises: those of loops; items: each with its file,
    or None where it has none; properties: the item of each."""

    def __init__(self, found: Manifest, system: System, chosen: Mapping[str, str]) -> None:
        self.manifest, self.data = found, found.data
        self.answers: Iterator[bool] = iter(self.data["premises"])
        with deep_recursion():
            self._make(system, chosen)

    def _make(self, system: System, chosen: Mapping[str, str]) -> None:
        found = self.manifest
        numbers = self.data["numbers"]
        if not system.constants.keys() >= {*numbers}:
            raise found.refusal("it leaves a number open that the ruleset has not")
        try:
            self.obligations = Obligations(
                leave_open(system, numbers), self.data["players"], chosen, self.data["known"], self._next_answer,
                self._expect_model,
            )  # fmt: skip
        except NoObligation as error:
            raise found.refusal(str(error)) from error
        self.system, self.items = self.obligations.system, dict[str, ProofFile | None]()
        for one in self.data["items"]:
            item = one.get("item")
            if not isinstance(item, str) or item in self.items:
                raise found.tampering("`items` names none, or one twice")
            self.items[item] = self._item(item, one)
        # Rules of chains are lifted once more for their items, with premises of their own.
        if len(self.obligations.premises) != len(self.data["premises"]):
            raise found.tampering("`premises` is not what follows from the model")
        self.premises = premises_file(self.obligations)
        if self.data["files"] != [file_json(self.premises)]:
            raise found.tampering("`files` is not what follows from the model")
        self._expect_file(self.premises, file_json(self.premises))
        self.properties = self._properties()
        self._expect_page()
        files = (self.premises.name, PAGE, *(file.name for file in self.items.values() if file is not None))
        found.expect_only(files)

    def _expect_model(self, induction: Induction) -> None:
        digest = RulesDigest()
        digest.take(induction)
        if digest.text != self.data["model"]:
            raise NoObligation("this certificate is of another version of the model")

    def _next_answer(self, _: Term) -> bool:
        """The folder's next answer, taken as it is; cvc5 is asked about it later."""
        return next(self.answers, False)

    def _expect_page(self) -> None:
        """Check that the page for people says what follows from the rules and the files."""
        about, folder = self.data, self.manifest.folder
        chosen = {**about["reading"], **about["rulings"]}
        page = proof_page(
            self.system, about["ruleset"], about["players"], chosen, about["model"],
            self.properties, self.items, self.premises,
        )  # fmt: skip
        if not (folder / PAGE).is_file() or content(folder / PAGE) != page.encode():
            raise self.manifest.tampering(f"{PAGE} is not the page that follows from the model and the files")

    def _properties(self) -> dict[str, str]:
        uses = {item: None if made is None else made.uses for item, made in self.items.items()}
        found: dict[str, str] = {}
        for one in self.data["properties"]:
            name, item = one.get("property"), one.get("item")
            if not isinstance(name, str) or item not in items_of(name) or item not in self.items:
                raise self.manifest.tampering("a property stands there that no item is about")
            if name in found:
                raise self.manifest.tampering(f"`{name}` stands there twice")
            if all_needs([item], uses) is None:
                raise self.manifest.tampering(f"`{name}` rests on a condition that has no questions")
            found[name] = item
        if not found:
            raise self.manifest.refusal("it certifies no property")
        return found

    def _item(self, item: str, said: Mapping[str, object]) -> ProofFile | None:
        """An item made again; all its questions are, whether it has a file or not."""
        if "file" not in said:
            try:
                return item_file(self.obligations, item, lambda question: None, remarks)
            except NoObligation:
                return None
        name = said["file"]
        if not isinstance(name, str) or "/" in name or "\\" in name:
            raise self.manifest.tampering("a file has no name")
        path = self.manifest.folder / name
        if not path.is_file():
            raise self.manifest.tampering(f"{name[:60]} is missing")
        about = f"{name[:60]} is not the question that follows from the model"
        try:
            given = iter(parse_recipes(content(path).decode().splitlines()))

            def recipes(question: Obligation) -> Sequence[Recipe]:
                found = next(given, None)
                if found is None:
                    raise BadInstance(f"the question of {question.rule} is missing")
                return found

            made = item_file(self.obligations, item, recipes, remarks)
        except (NoObligation, BadInstance, ValueError) as error:
            raise self.manifest.tampering(f"{about}: {error}") from error
        assert made is not None
        self._expect_file(made, said)
        return made

    def _expect_file(self, made: ProofFile, said: Mapping[str, object]) -> None:
        """Check that the file which was made is there, to the byte, and that the manifest says so."""
        path, wanted = self.manifest.folder / made.name, made.text.encode()
        if not path.is_file():
            raise self.manifest.tampering(f"{made.name} is missing")
        if path.stat().st_size != len(wanted) or content(path) != wanted:
            raise self.manifest.tampering(f"{made.name} is not the question that follows from the model")
        if {key: said.get(key) for key in _FILE} != file_json(made):
            raise self.manifest.tampering(f"what it says of {made.name} is not what follows from the model")


def recheck_questions(
    found: Manifest, made: Questions, seconds: float, *, proofs: bool = False, tell: Callable[[str], None] | None = None
) -> list[CertificateResult]:
    """Ask cvc5 each question once, within so many seconds for each file; a property is accepted where all that it rests
    on is."""
    answers: dict[str, tuple[second.ScriptResult, float, _Steps]] = {}
    for file in (made.premises, *(file for file in made.items.values() if file is not None)):
        if tell:
            tell(f"{found.data['ruleset']}: {file.name}")
        began, steps = monotonic(), _Steps()
        answer = second.ask(file.text, file.questions, began + seconds, steps.count if proofs else None)
        answers[file.name] = answer, monotonic() - began, steps
    results = [_certificate_result(found, made, name, item, answers, proofs) for name, item in made.properties.items()]
    given = premise_text(made.system, [one.property for one in results if one.accepted])
    return [replace(one, assumptions=(given,) if given else ()) for one in results]


class _Steps:
    """The steps of cvc5's proofs, and those that it takes on trust; of each answer each once."""

    def __init__(self) -> None:
        self.all = self.trusted = 0

    def count(self, proofs: Sequence[Any]) -> None:
        seen, waiting = set[Any](), [*proofs]
        while waiting:
            step = waiting.pop()
            if step not in seen:
                seen.add(step)
                self.trusted += step.getRule().name in TRUSTED
                waiting.extend(step.getChildren())
        self.all += len(seen)


def _certificate_result(
    found: Manifest, made: Questions, name: str, item: str,
    answers: Mapping[str, tuple[second.ScriptResult, float, _Steps]], proofs: bool,
) -> CertificateResult:  # fmt: skip
    uses = {one: None if file is None else file.uses for one, file in made.items.items()}
    rests_on = all_needs([item], uses) or []
    files = [made.premises, *(file for one in rests_on if (file := made.items[one]) is not None)]
    asked = [(file.name, *answers[file.name]) for file in files]
    wrong = next((f"{name}: {answer.wrong}" for name, answer, *_ in asked if answer.wrong), "")
    own = made.items[item]
    return CertificateResult(
        found.folder.name, found.data["ruleset"], name, not wrong, wrong,
        len(files), sum(answer.questions for _, answer, *_ in asked),
        sum(steps.all for *_, steps in asked) if proofs else None,
        sum(steps.trusted for *_, steps in asked) if proofs else None,
        answers[own.name][1] if own is not None else 0.0, (),
        tuple(one for one in rests_on if one != item),
    )  # fmt: skip
