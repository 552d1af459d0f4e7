"""Every verb that answers about a ruleset is a call of Python: most by one declaration, and the others say by which."""

from __future__ import annotations

from ruleslawyer.api import Engine, Project, Ruleset
from ruleslawyer.cli.verbs import DECLARED, command

CALLS = {
    "check": "check", "findings list": "findings", "findings show": "findings", "scenario run": "scenarios",
    "spec ledger": "silence", "spec coverage": "replays", "play": "engine", "serve": "engine", "why": "engine",
}  # fmt: skip
"""Verbs whose answer is put together of a call that has other parameters than the command line."""
NONE = {
    "pairs": "a command asks all templates of several rulesets, and prints one table of them",
    "diff": "two versions of a project, not a ruleset",
    "campaign": "runs other verbs",
    "report": "draws what `check` finds",
    "explain": "prints a page of the documentation of a word",
    "replay": "shows a saved play, step by step",
    "lint": "is about files of a project, and what editors are told of them",
    "spec lint": "the same, of a register",
    "findings lint": "the same, of findings",
    "findings verify": "explores as `explore` does, and compares with what findings say",
    "findings settle": "explores twice as `explore` does, with an answer and without",
    "findings new": "writes a file",
    "scenario words": "lists what a file of scenarios may say",
    "scenario new": "writes a file",
    "spec draft": "writes files",
    "spec verify": "holds clauses against a book's text, which lies elsewhere",
    "spec show": "prints clauses",
    "init": "writes a project",
    "cache show": "is about the user's cache",
    "cache clear": "the same",
    "lsp": "serves an editor",
}
"""Verbs without one, and why."""


def verbs() -> dict[str, str | None]:
    """Each verb with its help, which is the docstring of what is declared."""
    found: dict[str, str | None] = {}
    for name in DECLARED:
        made = command(name)
        parts = {f"{name} {part}": one for part, one in made.commands.items()} if hasattr(made, "commands") else {}
        found |= {verb: one.callback.__doc__ for verb, one in (parts or {name: made}).items()}
    return found


def test_every_verb_is_a_call_or_says_why_not() -> None:
    declared = {call.__doc__ for of in (Project, Ruleset) for call in vars(of).values() if callable(call)}
    others = {verb for verb, says in verbs().items() if says not in declared}
    assert others == {*CALLS, *NONE}
    assert not CALLS.keys() & NONE.keys()
    assert all(hasattr(Ruleset, call) or hasattr(Engine, call) for call in CALLS.values())
