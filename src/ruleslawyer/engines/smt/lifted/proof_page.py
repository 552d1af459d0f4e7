"""A page beside certificates for any number: what is proved of what, by which files, and what has to be believed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ruleslawyer.engines.smt.lifted.certificate import Made, all_needs
from ruleslawyer.engines.smt.lifted.lemmas import NEVER, parse_key
from ruleslawyer.engines.smt.lifted.verdict import in_a_sentence, item_in_words, unwritten_of
from ruleslawyer.ir.left_open import numbers_without_value
from ruleslawyer.ir.system import System
from ruleslawyer.lifted.world import told_sizes
from ruleslawyer.rulebook.claims.given import premise_text
from ruleslawyer.rulebook.claims.verdict import describe_numbers, members, of_any_number

PAGE = "proofs.md"


def proof_page(
    system: System, ruleset: str, players: int | None, chosen: Mapping[str, str], digest: str,
    properties: Mapping[str, str], made: Mapping[str, Made | None], premises: Made,
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
    sorts, fixed = told_sizes(system, players)
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


def _row(system: System, name: str, item: str, rests_on: Sequence[str], made: Mapping[str, Made | None]) -> str:
    file = made[item]
    assert file is not None
    check = system.checks.get(name)
    says = in_a_sentence(check or next(one for one in unwritten_of(system) if one.name == name))
    rests = ", ".join(f"`{_cell(parse_key(key)[0])}`" for key in rests_on) or "its rules alone"
    return f"| `{name}` | {_cell(says)} | {rests} | `{file.name}` | {file.questions} |"


def _conditions(
    system: System, proofs: Mapping[str, tuple[str, Sequence[str]]], made: Mapping[str, Made | None]
) -> Iterator[str]:  # fmt: skip
    """The conditions on which some proof rests and that are no properties, in words."""
    for key in dict.fromkeys(key for _, rests_on in proofs.values() for key in rests_on):
        name, _ = parse_key(key)
        file = made.get(key)
        if name not in system.checks and file is not None:
            yield f"- {_cell(': '.join(item_in_words(system, key)))} (`{_cell(name)}`, in `{file.name}`)"


def _assumptions(
    system: System, proofs: Mapping[str, tuple[str, Sequence[str]]], made: Mapping[str, Made | None]
) -> list[str]:  # fmt: skip
    """The assumptions that some proof uses, in words, with the properties that rest on each."""
    by: dict[str, list[str]] = {}
    for property_, (item, rests_on) in sorted(proofs.items()):
        files = (file for one in (item, *rests_on) if (file := made[one]) is not None)
        for name in sorted({name for file in files for name in file.assumes}):
            by.setdefault(name, []).append(f"`{property_}`")
    return [
        f"- {_cell(in_a_sentence(system.assumptions[name]))} (`{name}`): used for {', '.join(some)}. Every scope "
        "that is explored meets it."
        for name, some in by.items()
    ]


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
