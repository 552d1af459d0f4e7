"""The sentences of the known limits, asked: each by its scenario, its property, or the word that nothing bears."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from ruleslawyer.check.evidence.known_limits import FILE, AskedSentence, Limit, Sentence, query_of
from ruleslawyer.check.evidence.verify import Play
from ruleslawyer.check.result import Shortfall
from ruleslawyer.ir.system import System
from ruleslawyer.proof.result import ProofResult
from ruleslawyer.rulebook.claims.expected import GOOD
from ruleslawyer.rulebook.claims.result import ScopeResult


def are_asked(limits: Collection[Limit]) -> bool:
    """Whether some sentence names what it rests on; then all have to."""
    return any(one.rests for limit in limits for one in limit.sentences)


def ask_limits(
    limits: Collection[Limit], system: System, play: Play, results: Collection[ScopeResult],
    proofs: Collection[ProofResult], *, whole: bool,
) -> tuple[AskedSentence, ...]:  # fmt: skip
    """Every sentence of the limits; none where no sentence of the file names what it rests on. whole: whether every
    scope was explored in which a property may say something."""
    if not are_asked(limits):
        return ()
    return tuple(_ask(one, system, play, results, proofs, whole) for limit in limits for one in limit.sentences)


def _ask(
    one: Sentence, system: System, play: Play, results: Collection[ScopeResult], proofs: Collection[ProofResult],
    whole: bool,
) -> AskedSentence:  # fmt: skip
    match one.rests:
        case "scenario":
            about = query_of(one).about
            return AskedSentence(one, play(about["file"], about["name"]).instead)
        case "property":
            proved = any(proof.property == one.on and proof.verdict in GOOD for proof in proofs)
            words = {r.scope.name: v.word for r in results for v in r.verdicts if v.name == one.on}
            return _property(one, words, proved, whole)
        case "absent":
            has = next((said for name, said in _names(system) if _bears(name, one.on)), "")
            return AskedSentence(one, has and f"the model has {has}")
        case "judgement":
            return AskedSentence(one)
    return AskedSentence(one, "it names nothing that it rests on")


def _property(one: Sentence, words: Mapping[str, str], proved: bool, whole: bool) -> AskedSentence:
    """It is proved or holds in some scope, and no play breaks it. Where it is UNKNOWN in another scope, and nothing
    excuses that, the property itself falls short there."""
    if broken := tuple(scope for scope, word in words.items() if word == "VIOLATED"):
        return AskedSentence(one, f"it is VIOLATED in {', '.join(broken)}", broken)
    if proved or not whole or any(word in GOOD for word in words.values()):
        return AskedSentence(one)
    said = " or ".join(dict.fromkeys(words.values())) or "not asked"
    return AskedSentence(one, f"it is {said} in every scope", tuple(words))


def _bears(name: str, word: str) -> bool:
    """Whether a name is the word, or is made of it and others: `defend_with`, not `defender`."""
    return f"_{word.casefold()}_" in f"_{name.rpartition('.')[2].casefold()}_"


def _names(system: System) -> Iterator[tuple[str, str]]:
    """The names in a model, with a word for what it is."""
    parts: Sequence[tuple[str, Iterable[str]]] = (
        ("action", system.actions),
        ("deed", system.deeds),
        ("duty", system.duties),
        ("settle", system.settles),
        ("trigger", system.triggers),
        ("moment", system.moments),
        ("term", system.terms),
        ("question", system.questions),
        ("option", (option.name for question in system.questions.values() for option in question.options)),
        ("field", (field.name for of in (system.state, *system.frames.values()) for field in of.fields)),
        ("attribute", (attribute.name for sort in system.sorts.values() for attribute in sort.attributes)),
        ("value", (member for enum in system.enums.values() for member in enum.members)),
        ("number", system.constants),
    )
    return ((name, f"the {kind} `{name}`") for kind, names in parts for name in names)


def of_limits(ruleset: str, asked: Iterable[AskedSentence]) -> Iterator[Shortfall]:
    """The sentences that are not so, or that name nothing."""
    for one in asked:
        if one.instead:
            sentence, file = one.sentence, f"checks/{ruleset}/{FILE}"
            if sentence.rests:
                why, mend = (
                    f"it is not so: {sentence.basis}: {one.instead}",
                    f"correct the sentence in {file}, or the model",
                )
            else:
                why, mend = "names nothing that it rests on", f"write [[limit.says]] in {file}"
            about = f"a limit says “{sentence.text}”, and {why}"
            yield Shortfall("limit", ", ".join(one.scopes), sentence.text, about, mend)
