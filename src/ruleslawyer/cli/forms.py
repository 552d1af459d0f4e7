"""The spellings of questions: `verb RULESET`, with an option that says which question of the verb is meant. Each stands
for what is declared under another name in a module of this package."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ruleslawyer.base.diagnostics import UsageError


@dataclass(frozen=True, slots=True)
class Form:
    """A spelling, and the name of what is declared that it stands for. What is to be filled in is in capitals.
    whole: whether what is declared takes the option too, with its value."""

    spelling: str
    declared: str
    whole: bool = False

    @property
    def verb(self) -> str:
        return self.spelling.split()[0]

    @property
    def option(self) -> tuple[str, ...]:
        """The words that tell it from other questions of the verb; none where the verb alone means it."""
        return tuple(word for word in self.spelling.split()[1:] if not word.isupper())

    @property
    def name(self) -> str:
        """The spelling without what is to be filled in."""
        return " ".join((self.verb, *self.option))

    @property
    def metavar(self) -> str | None:
        """The value that the option takes."""
        last = self.spelling.split()[-1]
        return last if self.option and last.isupper() else None


FORMS = (
    Form("check RULESET --cards FILE", "cards check"),
    Form("spec RULESET", "spec coverage"),
    Form("spec RULESET CLAUSE", "spec show"),
    Form("spec RULESET --verify", "spec verify"),
    Form("spec RULESET --lint", "spec lint"),
    Form("spec RULESET --ledger", "spec ledger"),
    Form("spec --draft FILE", "spec draft"),
    Form("findings RULESET", "findings list"),
    Form("findings RULESET ID", "findings show"),
    Form("findings RULESET --verify", "findings verify"),
    Form("findings RULESET --settle", "findings settle"),
    Form("findings RULESET --lint", "findings lint"),
    Form("findings RULESET --edition", "findings edition"),
    Form("findings RULESET --new N|PROPERTY", "findings new"),
    Form("scenario RULESET", "scenario run"),
    Form("scenario RULESET --words", "scenario words"),
    Form("scenario --new FILE", "scenario new"),
    Form("play FILE", "replay"),
    Form("games RULESET", "stats"),
    Form("games RULESET --fuzz", "fuzz"),
    Form("games RULESET --best", "solve"),
    Form("games RULESET --stakes", "stakes"),
    Form("explore RULESET --readings", "readings"),
    Form("explore RULESET --analyse", "analyse"),
    Form("explore RULESET --as PLAYER", "seat", whole=True),
    Form("explore RULESET --simulate N", "simulate", whole=True),
    Form("explore RULESET --symmetry", "symmetry"),
    Form("explore RULESET --show-layout", "layout"),
    Form("prove RULESET --ends", "terminates"),
    Form("prove RULESET --clashes", "cores"),
    Form("prove --recheck DIR", "certify"),
    Form("sweep RULESET --questions", "hunt"),
    Form("sweep RULESET --laws", "laws"),
    Form("adequacy RULESET --clauses", "ablate"),
    Form("adequacy RULESET --options", "omissions"),
    Form("export RULESET --to vectors", "vectors"),
)
BY_FAMILY = Form("explore RULESET --readings --scope SCOPE", "family")
OF = {form.declared: form for form in (*FORMS, BY_FAMILY)}
ALONE = {form.verb: form for form in FORMS if form.spelling == f"{form.verb} RULESET"}
"""What a verb means by itself, where that is declared under another name."""
GROUPS = {form.declared.split()[0] for form in FORMS if form.declared.startswith(f"{form.verb} ")}
INNER = {declared.split()[0] for declared in OF} - GROUPS
"""The declared names that are no verbs: only their spelling calls them."""
_HOMES = {
    "build": "export", "family": "readings", "laws": "hunt", "layout": "analyse", "omissions": "adequacy",
    "seat": "analyse", "stakes": "stats", "symmetry": "explore",
}  # fmt: skip
"""The modules of those that share one."""
GONE = {
    ("export", "--to", "smtlib"): "`prove RULESET --certificates DIR` writes what proofs ask as SMT-LIB",
}
"""Spellings that no question has any more, and what takes their place."""
_VALUED = frozenset({
    "--scope", "--save", "--source", "--by", "--severity", "--state", "--kind", "--clause", "--reading", "--ruling",
})  # fmt: skip
"""Options of the verbs that go by their arguments which take a word."""


def module_of(declared: str) -> str:
    """The module of this package that declares a verb or a question: of its own name, but for those that share one."""
    return _HOMES.get(declared, declared)


def parse_question(words: Sequence[str]) -> tuple[Form, list[str]] | None:
    """The question that is spelled so, and the words of what is declared after its name; None where a declared verb is
    called by its own name."""
    verb, rest = words[0], list(words[1:])
    if verb in GROUPS and rest[:1] in (["--help"], ["-h"]):
        return None
    end = rest.index("--") if "--" in rest else len(rest)
    for (gone, *option), mend in GONE.items():
        if verb == gone and _stands(tuple(option), rest[:end]) is not None:
            raise UsageError(f"`{' '.join(option)}` is gone", verb, mend)
    for form in FORMS:
        at = _place(form, rest[:end]) if form.verb == verb and form.option else None
        if at is not None:
            return _rewrite(form, rest[: at.start] + rest[at.stop :], at.start)
    given = _arguments(rest)
    if verb == "play":
        return (OF["replay"], rest) if given and ("/" in given[0] or given[0].endswith(".json")) else None
    if verb == "spec" and len(given) > 1:
        return OF["spec show"], rest
    if verb == "findings" and any(word[:1].isdigit() or "/" in word for word in given):
        return OF["findings show"], rest
    return (ALONE[verb], rest) if verb in ALONE else None


def _place(form: Form, words: Sequence[str]) -> slice | None:
    """The place of the option that means this question; empty where what is declared has it too, with its value."""
    if not form.whole:
        return _stands(form.option, words)
    at = next((at for at, word in enumerate(words) if word.partition("=")[0] == form.option[0]), None)
    if at is None:
        return None
    return slice(at, at + (words[at + 1 : at + 2] in (["--help"], ["-h"])))


def _stands(option: tuple[str, ...], words: Sequence[str]) -> slice | None:
    """The place of an option, with its value apart or after a sign."""
    for spelled in (option, ("=".join(option),)):
        for at in range(len(words) - len(spelled) + 1):
            if tuple(words[at : at + len(spelled)]) == spelled:
                return slice(at, at + len(spelled))
    return None


def _rewrite(form: Form, rest: list[str], at: int) -> tuple[Form, list[str]] | None:
    """The question with what the declared verb takes in other words."""
    if form.declared == "readings" and {"--scope", "--question"} & {*rest} and not {"--pairs", "--scenarios"} & {*rest}:
        return Form(form.spelling, BY_FAMILY.declared), rest
    if form.declared == "cards check" and at and not rest[0].startswith("-"):
        return form, [*rest[1:], "--ruleset", rest[0]]
    return form, rest


def _arguments(words: Sequence[str]) -> list[str]:
    """The words that are no options and no values of options."""
    before = ("", *words)
    return [word for word, last in zip(words, before, strict=False) if not word.startswith("-") and last not in _VALUED]
