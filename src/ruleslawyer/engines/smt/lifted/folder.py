"""A folder of certificates for any number: its manifest, the digest of its rules, and a page for people: what is proved
of what, by which files, and what has to be believed."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from ruleslawyer.base.files.content import Json, write_together
from ruleslawyer.engines.smt.certify.argument import NEVER, all_needs, parse_key
from ruleslawyer.engines.smt.lifted.certificate import ProofFile, premises_file
from ruleslawyer.engines.smt.lifted.induction import Induction
from ruleslawyer.engines.smt.lifted.obligations import Obligations
from ruleslawyer.engines.smt.lifted.unwritten import implicit_checks
from ruleslawyer.engines.smt.lifted.verdict import item_in_words, property_in_words, split_sizes
from ruleslawyer.ir.left_open import numbers_without_value
from ruleslawyer.ir.system import System
from ruleslawyer.lifted.terms import Term, in_postorder
from ruleslawyer.lifted.world import Law
from ruleslawyer.rulebook.claims.result import premise_text
from ruleslawyer.rulebook.claims.verdict import PLAYERS, describe_numbers, members, of_any_number

MANIFEST, SCHEMA = "certificate.json", 2
PAGE = "proofs.md"
ANY = "any"


@dataclass(frozen=True, slots=True)
class ProofSubject:
    """The subject of certificates: ruleset, players (None: any number) and choices; ruled: the keys of those that are
    rulings."""

    ruleset: str
    players: int | None
    chosen: Mapping[str, str] = field(default_factory=dict)
    ruled: Collection[str] = ()

    def json(self) -> Json:
        reading: dict[str, str] = {}
        rulings: dict[str, str] = {}
        for key, choice in sorted(self.chosen.items()):
            (rulings if key in self.ruled else reading)[key] = choice
        return {
            "any_number": True, "ruleset": self.ruleset, "players": self.players,
            "reading": reading, "rulings": rulings,
        }  # fmt: skip


def folder_name(ruleset: str, players: int | None, numbers: Sequence[str] = ()) -> str:
    """The folder of the certificates of a ruleset for so many players, with some numbers left open; no property's
    folder is called so."""
    name = f"any-number={ruleset}" if players == PLAYERS else f"any-number={ruleset},players={players or ANY}"
    return f"{name},numbers={ANY}" if numbers else name


class RulesDigest:
    """The digest of all rules as they are lifted: what is asked where one is taken, and the state after it."""

    def __init__(self) -> None:
        self._hash, self._numbers = sha256(), dict[Term, int]()

    @property
    def text(self) -> str:
        return f"sha256:{self._hash.hexdigest()}"

    def take(self, induction: Induction) -> None:
        relation = induction.relation
        self._say(sorted(relation.world.sizes.items()))
        assumed = (law for laws in relation.assumption_laws.values() for law in laws)
        for law in (*assumed, *relation.world.laws, *relation.laws_before("action")):
            self._law(law)
        for step in induction.steps:
            self._say(step.kind, step.name)
            facts, checks = (((), fact) for fact in step.facts), (check.law for check in step.checks)
            for law in (*facts, *relation.joining_laws(step), *step.laws, *checks):
                self._law(law)
        for fold in relation.world.folds.by_name.values():
            self._say(fold.name, fold.kind)
            self._law(((), fold.condition))
            self._law(((), fold.body))

    def _say(self, *words: object) -> None:
        self._hash.update(repr(words).encode())

    def _law(self, law: Law) -> None:
        """A law by what it says, each term once."""
        self._say(len(law[0]))
        for term in (*law[0], law[1]):
            for part in in_postorder(term, self._numbers):
                self._numbers[part] = len(self._numbers)
                self._say(part.op, part.sort, part.value, *(self._numbers[a] for a in part.args))
            self._say(self._numbers[term])


def digest(data: bytes) -> str:
    return f"sha256:{sha256(data).hexdigest()}"


def file_json(file: ProofFile) -> Json:
    """The entry of a file in a manifest."""
    said = {"questions": file.questions, "uses": list(file.uses), "assumes": _assumes([file])}
    return {"file": file.name, "sha256": digest(file.text.encode()), **said}


def _assumes(files: Sequence[ProofFile | None]) -> list[str]:
    """The assumptions about members that some question uses."""
    return sorted({name for file in files if file is not None for rule in file.rules for name in rule.assumes})


def write_folder(
    folder: Path, about: ProofSubject, obligations: Obligations, model: str, made: Mapping[str,
    tuple[ProofFile | None, bool]],
    properties: Mapping[str, str], premises: int | None,
) -> None:  # fmt: skip
    """Writes proofs, as files for whoever wants to check them. model: the digest of the rules; made: the file of each
    item, and whether it is written; properties: the item of each; premises: how many of those of loops, None for
    all."""
    asked, system = premises_file(obligations, premises), obligations.system
    manifest = {
        "schema": SCHEMA, **about.json(), "numbers": [*numbers_without_value(system)],
        "model": model, "known": [one.key for one in obligations.known],
        "premises": [answer for _, answer in obligations.premises[:premises]],
        "files": [file_json(asked)],
        "items": [{"item": item, **(file_json(file) if file and kept else {})} for item, (file, kept) in made.items()],
        "properties": [{"property": name, "item": item} for name, item in properties.items()],
    }  # fmt: skip
    folder.mkdir(parents=True, exist_ok=True)
    for old in (folder / MANIFEST, *folder.glob("*.smt2")):
        old.unlink(missing_ok=True)
    texts = {folder / file.name: file.text for file, kept in made.values() if file is not None and kept}
    files = {item: file for item, (file, _) in made.items()}
    page = proof_page(system, about.ruleset, about.players, about.chosen, model, properties, files, asked)
    texts |= {folder / asked.name: asked.text, folder / PAGE: page}
    write_together({**texts, folder / MANIFEST: json.dumps(manifest, ensure_ascii=False, indent=1) + "\n"})


def proof_page(
    system: System, ruleset: str, players: int | None, chosen: Mapping[str, str], digest: str,
    properties: Mapping[str, str], made: Mapping[str, ProofFile | None], premises: ProofFile,
) -> str:  # fmt: skip
    """The page of a folder, as Markdown: all of it follows from the rules and the files, so that it can be made again.
    players: None for any number; digest: of the rules as they are lifted; properties: what is proved, and by which
    item; made: the file of each item."""
    never = [name.removeprefix(NEVER) for name in properties if name.startswith(NEVER)]
    uses = {item: None if file is None else file.uses for item, file in made.items()}
    proofs = {
        name: (item, [one for one in all_needs([item], uses) or () if one != item])
        for name, item in properties.items() if not name.startswith(NEVER)
    }  # fmt: skip
    sorts, fixed = split_sizes(system, players)
    about = [of_any_number(sorts) if sorts else "", members(fixed)]
    about.append(describe_numbers(numbers_without_value(system)))
    lines = [
        f"# What is proved of {ruleset}",
        "",
        f"{'; '.join(one for one in about if one and one != 'no members')}; "
        + (", ".join(f"{key} read as {option}" for key, option in sorted(chosen.items())) or "every reading")
        + f". Taken as given: {premise_text(system, proofs) or 'nothing'}.",
        "",
        f"Digest of the rules: `{digest}`.",
        "",
        "| property | says | rests on | file | questions |",
        "|---|---|---|---|---|",
        *(_row(system, name, *proof, made) for name, proof in sorted(proofs.items())),
        "",
        f"Never taken, by all that is proved here: {', '.join(never) or 'no rule'}.",
        "",
        "## Conditions that nobody wrote down",
        "",
        *(list(_conditions(system, proofs, made)) or ["None."]),
        "",
        "## What is assumed of members",
        "",
        *(_assumptions(system, proofs, made) or ["Nothing."]),
        "",
        "## Who has to be believed",
        "",
        "That each file has no model: cvc5, or any solver that reads SMT-LIB, without us (`cvc5 --incremental FILE`).",
        f"`{premises.name}` says of two iterations of a loop that they never meet. That these questions are those of",
        "the rulebook: `ruleslawyer prove --recheck DIR` makes them anew from the rules, byte by byte, and this page.",
        "It trusts the front end and the trusted base that docs/proofs.md of ruleslawyer lists.",
        "",
    ]
    return "\n".join(lines)


def _row(system: System, name: str, item: str, rests_on: Sequence[str], made: Mapping[str, ProofFile | None]) -> str:
    file = made[item]
    assert file is not None
    check = system.checks.get(name)
    says = property_in_words(check or next(one for one in implicit_checks(system) if one.name == name))
    rests = ", ".join(f"`{_cell(parse_key(key)[0])}`" for key in rests_on) or "its rules alone"
    return f"| `{name}` | {_cell(says)} | {rests} | `{file.name}` | {file.questions} |"


def _conditions(
    system: System, proofs: Mapping[str, tuple[str, Sequence[str]]], made: Mapping[str, ProofFile | None]
) -> Iterator[str]:  # fmt: skip
    """The conditions on which some proof rests and that are no properties, in words."""
    for key in dict.fromkeys(key for _, rests_on in proofs.values() for key in rests_on):
        name, _ = parse_key(key)
        file = made.get(key)
        if name not in system.checks and file is not None:
            yield f"- {_cell(': '.join(item_in_words(system, key)))} (`{_cell(name)}`, in `{file.name}`)"


def _assumptions(
    system: System, proofs: Mapping[str, tuple[str, Sequence[str]]], made: Mapping[str, ProofFile | None]
) -> list[str]:  # fmt: skip
    """The assumptions that some proof uses, in words, with the properties that rest on each."""
    by: dict[str, list[str]] = {}
    for property_, (item, rests_on) in sorted(proofs.items()):
        for name in _assumes([made[one] for one in (item, *rests_on)]):
            by.setdefault(name, []).append(f"`{property_}`")
    return [
        f"- {_cell(property_in_words(system.assumptions[name]))} (`{name}`): used for {', '.join(some)}. Every scope "
        "that is explored meets it."
        for name, some in by.items()
    ]


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
