"""Every diagnostic and every construct is explained: what it means, and an example that shows it."""

from __future__ import annotations

import ast
import inspect
from typing import get_args

import pytest

from ruleslawyer.cli.show import DEADLOCK, IMMATERIAL
from ruleslawyer.front.analysis import LIBRARY, RESERVED
from ruleslawyer.front.calls import PILE_METHODS
from ruleslawyer.front.codes import MEANINGS
from ruleslawyer.front.constructs import OPTIONS, OWNERS, SEVERAL, constructs
from ruleslawyer.front.explaining import example, meaning_of
from ruleslawyer.front.rules import FORMS, OF_CHECKS, OF_RULESETS
from ruleslawyer.front.words import KINDS, WORDS
from ruleslawyer.front.worked import excerpt
from ruleslawyer.ir.system import MODIFIERS
from ruleslawyer.lang import rules
from ruleslawyer.rulebook.claims.verdict import UNCHECKED, EndingWord, Word
from ruleslawyer.semantics.events import Kind
from tests.cli.command import Command


@pytest.mark.parametrize("code", sorted(MEANINGS))
def test_each_has_a_mend_and_an_example_that_shows_it(code: str) -> None:
    meaning = MEANINGS[code]
    assert len(meaning.title.split()) >= 1 and len(meaning.mend.split()) >= 3
    assert not meaning.mend.endswith(".") and "\n" not in meaning.mend
    shown = example(code)
    assert shown is not None
    place, _, _ = shown.said.partition(": RL")
    assert f": {code} " in shown.said.partition("\n")[0], "the message is this one"
    assert "= help: " in shown.said
    if place.startswith("case.py"):
        line = int(place.split(":")[1])
        assert 1 <= line <= len(shown.source.splitlines()) + 1


def test_in_words(command: Command) -> None:
    answer = command("explain", "RL207")
    assert answer.code == 0
    for part in ("RL207: an unknown field", "Mend: correct its spelling", "An example:", "did you mean"):
        assert part in answer.out
    assert command("explain", "rl207").out == command("explain", "207").out == answer.out


def test_all_are_listed(command: Command) -> None:
    listed = command("explain").out
    assert all(code in listed for code in MEANINGS)


@pytest.mark.parametrize(("typed", "meant"), [("RL2O7", "RL207"), ("RL2077", "RL207"), ("RL8O1", "RL801")])
def test_the_nearest_is_named(command: Command, typed: str, meant: str) -> None:
    answer = command("explain", typed)
    assert answer.code == 2 and f"did you mean `{meant}`?" in answer.err


def test_a_code_is_written_in_several_ways() -> None:
    assert meaning_of("rl207")[0] == meaning_of(" 207 ")[0] == "RL207"


def test_every_name_of_the_language_is_a_construct() -> None:
    """What the front end takes: decorators, their options, imports, what piles do, and the subset of Python."""
    known = set(constructs())
    offered = {name for forms in (OF_RULESETS, OF_CHECKS, *FORMS.values()) for name in forms}
    all_forms = [form for forms in (OF_RULESETS, OF_CHECKS, *FORMS.values()) for form in forms.values()]
    options = {option for form in all_forms for option in form.options}
    assert offered <= known and options == set(OPTIONS) <= known
    assert {name for names in LIBRARY.values() for name in names} | RESERVED | {*PILE_METHODS, "top", "bottom"} <= known
    owners = [owner for owner in vars(rules).values() if inspect.isclass(owner) and owner.__module__ == rules.__name__]
    methods = {name for owner in owners for name, found in vars(owner).items() if inspect.isfunction(found)}
    assert {name for name in methods if not name.startswith("_")} <= known


@pytest.mark.parametrize("word", sorted({*get_args(Kind), *get_args(Word), *get_args(EndingWord), UNCHECKED, DEADLOCK}))
def test_each_word_that_is_printed_is_explained(command: Command, word: str) -> None:
    """Those of verdicts and of kinds of events, however they are written."""
    answer = command("explain", word.lower())
    assert answer.code == 0 and answer.out.startswith(f"{word}: ") and len(answer.out.split()) >= 8
    assert command("explain", word, "--json").json == [
        {"schema": 1, "word": word, "says": " ".join(answer.out.partition(": ")[2].split())}
    ]


def test_immaterial_is_said_where_it_is_printed(command: Command) -> None:
    """Both options of t21 lead to one state: worked out there by hand."""
    shown = command("explore", "t21_answers_immaterial").out
    assert "(immaterial)" in shown and IMMATERIAL in " ".join(shown.split())
    assert "The same follows" in command("explain", "immaterial").out
    assert IMMATERIAL not in command("explore", "t20_answers_differ").out
    listed = " ".join(command("explain").out.split())
    assert all(word in listed for word in WORDS)
    assert "did you mean `immaterial`" in command("explain", "imaterial").err


def test_what_takes_a_decorator_is_what_lint_takes(command: Command) -> None:
    """Each list of kinds is that of the front end, and `explain` names no other: a beginning has a domain alone."""
    for owner, kinds in SEVERAL.items():
        listed = [use for c in constructs().values() for use in c.uses if use.of.startswith(OWNERS[owner])]
        assert len(listed) == len([name for name, m in vars(owner).items() if inspect.isfunction(m) and name[0] != "_"])
        for use in listed:
            name = use.written.partition("(")[0]
            said = use.of.partition(": ")[2].split(", ")
            assert said == [word for kind, word in kinds.items() if name in FORMS[kind]] and said != [""]
    assert "how a game begins" not in command("explain", "cannot", "permit", "forbid").out
    assert "how a game begins" in command("explain", "domain").out
    covered = {kind for kinds in SEVERAL.values() for kind in kinds}
    assert {kind for kind, forms in FORMS.items() if "exception" in forms} - covered <= {"term", "layer", *MODIFIERS}


@pytest.mark.parametrize("name", sorted(constructs()))
def test_each_construct_says_what_it_is_and_has_an_example(name: str) -> None:
    """The example is a part of a game of the cookbook, which test_cookbook.py lints, explores and plays."""
    construct = constructs()[name]
    assert construct.uses and all(use.says or use.of == "Python" for use in construct.uses)
    shown = excerpt(construct)
    assert shown is not None
    pieces = shown.source.split("\n\n\n")
    assert all(piece in shown.worked.source for piece in pieces) and ast.parse(shown.source)
    assert all(sentence in shown.worked.sentences for sentence in shown.sentences)


@pytest.mark.parametrize(("typed", "part"), [
    ("frame", "open_frame("), ("chance", "@game.chance("), ("game.permit", ".permit("), ("Map", "Map["), ("//", "//"),
    ("over", "over="), ("with_top", ".with_top("), ("elif", "elif "), ("at", "at="), ("seat", ".seat("),
])  # fmt: skip
def test_the_example_shows_the_construct(command: Command, typed: str, part: str) -> None:
    answer = command("explain", typed)
    assert answer.code == 0 and part in answer.out.partition("An example, from")[2]
    (told,) = command("explain", typed, "--json").json
    assert part in told["example"]["source"]


def test_a_pattern_is_shown_whole(command: Command) -> None:
    answer = command("explain", "auction")
    assert answer.code == 0 and "auction: Auction" in answer.out
    assert "Players bid in order" in answer.out and "def drop_out(" in answer.out
    assert command("explain", "auction", "--json").json[0]["pattern"] == "auction"


@pytest.mark.parametrize(("typed", "meant"), [("permt", "permit"), ("auctions", "auction"), ("with-top", "with_top")])
def test_the_nearest_name_is_named(command: Command, typed: str, meant: str) -> None:
    answer = command("explain", typed)
    assert answer.code == 2 and f"did you mean `{meant}`?" in answer.err


@pytest.mark.parametrize("kind", KINDS)
def test_kinds_of_clauses(command: Command, kind: str) -> None:
    """Each is explained as the table of the how-to has it; a construct that is called so is shown as well."""
    says, usual = KINDS[kind]
    answer = command("explain", kind.capitalize())
    shown = " ".join(answer.out.split())
    assert answer.code == 0 and f"{kind}: A kind of clause: {says}" in shown and usual in shown
    rows = command("explain", kind, "--json").json
    assert [key for row in rows for key in ("construct", "word") if key in row] == (
        ["construct", "word"] if kind in constructs() else ["word"]
    )
    assert "did you mean `prohibition-action`?" in command("explain", "prohibiton-action").err
