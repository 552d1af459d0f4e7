"""English that a stranger reads at once, as far as a machine can tell: first words of docstrings, names of functions
and fields. Each limit may only fall; docs/style.md has the words that went, and what comes for them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.statements import definitions

SOURCES = Path(__file__).parents[1] / "src" / "ruleslawyer"
MOST_VAGUE = 0
"""Docstrings whose first words do not say what a thing is or does."""
MOST_PARTICIPLES = 45
"""Functions that are called by a participle: names that users write, or that generated code calls."""
LETTERS = {"Claim.k", "Certified.k", "ProofResult.k"}
"""Fields of one letter: k-induction is called so by everybody, and scripts read this one."""
VAGUE = re.compile(r"(?:What|Whether it|Of|That|Those|These|Who|Whose|Which|Why|As|So|When|In which|By which)\b")
VERBS = {"is", "are", "was", "has", "had", "can", "may", "must", "be", "as"}
"""A name that begins so is a question or a comparison, and may end in a participle: `is_known`, `as_declared`."""
NO_PARTICIPLES = {"need", "seed", "speed", "exceed", "proceed", "embed", "deed", "hundred", "feed"}
IRREGULAR = re.compile(
    "begun|borne|bought|bound|broken|brought|built|caught|chosen|dealt|done|drawn|driven|fallen|felt|found|frozen|given|"
    "gone|grown|held|hidden|kept|known|laid|led|left|lent|lost|made|meant|met|overwritten|paid|rewritten|said|seen|sent|"
    "shown|sold|spent|split|stood|struck|stuck|sworn|taken|thought|thrown|told|torn|understood|undone|unknown|unmet|"
    "unsaid|unseen|unshown|untaken|untold|won|worn|written"
)


@cache
def trees() -> dict[str, ast.Module]:
    """Every source file, parsed, by its path."""
    files = sorted(SOURCES.rglob("*.py"))
    return {file.relative_to(SOURCES).as_posix(): ast.parse(file.read_text(encoding="utf-8")) for file in files}


@pytest.fixture(scope="module", autouse=True)
def trees_for_a_while() -> Iterator[None]:
    """Millions of nodes are in the way of what is tested after them."""
    yield
    trees.cache_clear()


def docstrings() -> Iterator[tuple[str, str]]:
    """Each docstring with its file."""
    for path, tree in trees().items():
        for node in (tree, *definitions(tree)):
            if text := ast.get_docstring(node):
                yield path, text


def is_participle(name: str) -> bool:
    """Whether a name ends in a participle, and does not begin with a verb."""
    words = name.strip("_").split("_")
    last = words[-1]
    regular = last.endswith("ed") and len(last) > 3 and last not in NO_PARTICIPLES
    return words[0] not in VERBS and (regular or IRREGULAR.fullmatch(last) is not None)


def one_letter_fields() -> Iterator[str]:
    """The annotated names of one letter in the bodies of classes."""
    for tree in trees().values():
        for node in (node for node in definitions(tree) if isinstance(node, ast.ClassDef)):
            for inner in node.body:
                if not isinstance(inner, ast.AnnAssign) or not isinstance(inner.target, ast.Name):
                    continue
                if len(inner.target.id.strip("_")) == 1:
                    yield f"{node.name}.{inner.target.id}"


def test_a_docstring_says_what_a_thing_is_or_does() -> None:
    vague = [f"{path}: {text.splitlines()[0]}" for path, text in docstrings() if VAGUE.match(text)]
    assert len(vague) <= MOST_VAGUE, vague


def test_functions_are_called_by_nouns_and_verbs() -> None:
    found = [
        f"{path}:{node.lineno} {node.name}"
        for path, tree in trees().items()
        for node in definitions(tree)
        if not isinstance(node, ast.ClassDef) and is_participle(node.name)
    ]
    assert len(found) <= MOST_PARTICIPLES, "give the new one a noun or a verb"
    assert len(found) > MOST_PARTICIPLES - 25, (
        f"there are {len(found)}: lower MOST_PARTICIPLES, so that none comes back"
    )


def test_fields_have_names() -> None:
    assert set(one_letter_fields()) <= LETTERS


USERS_ERRORS = {"UsageError", "ModelError", "CodecError", "ReplayError"}
"""The errors by which a user learns of a mistake; what else is raised is a defect, or never leaves its part."""
PRIVATE = ("cli/", "engines/")
"""Rooms that nobody imports: a verb's docstring is its help, and an engine is asked through a door."""
OWED = {"load_answers", "load_laws", "try_laws"}
"""Functions that do not name theirs yet; the set only shrinks."""
LEAST_NAMED = 185
"""Docstrings that name an error. The number only rises."""


def raised_by(function: ast.FunctionDef) -> set[str]:
    """The names of the errors that the statements of a function raise, those of functions within it apart."""
    found, waiting = set[str](), list(ast.iter_child_nodes(function))
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            continue
        if isinstance(node, ast.Raise) and node.exc is not None:
            raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
            found.add(raised.id if isinstance(raised, ast.Name) else "")
        waiting += ast.iter_child_nodes(node)
    return found


def public_functions(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """The functions of a module, and the methods of its classes, whose names are public."""
    bodies = [tree.body, *(one.body for one in tree.body if isinstance(one, ast.ClassDef) and one.name[0] != "_")]
    yield from (node for body in bodies for node in body if isinstance(node, ast.FunctionDef) and node.name[0] != "_")


def nameless_errors(tree: ast.Module) -> Iterator[str]:
    """The public functions that raise an error of a user's mistake, and whose docstring does not name it."""
    for function in public_functions(tree):
        says = ast.get_docstring(function) or ""
        if any(error not in says for error in raised_by(function) & USERS_ERRORS):
            yield function.name


def test_who_raises_an_error_names_it() -> None:
    found = {
        name: path for path, tree in trees().items() if not path.startswith(PRIVATE) for name in nameless_errors(tree)
    }
    assert set(found) == OWED, "say in the docstring which error it is, and when"
    named = sum("Error`" in text or "Error" in text for _, text in docstrings())
    assert named >= LEAST_NAMED


def test_what_counts_as_naming_an_error() -> None:
    """An error of a function within, or of a private one, is not the function's to name."""
    text = '''
def bare(): 
    """Do it."""
    raise UsageError("no")
def named():
    """Do it; what is none is a `UsageError`."""
    if 1:
        raise UsageError("no")
def outer():
    def inner():
        raise UsageError("no")
def _own():
    raise UsageError("no")
def defect():
    raise TypeError("no")
class Public:
    def method(self):
        raise ModelError([])
'''
    assert list(nameless_errors(ast.parse(text))) == ["bare", "method"]


def test_what_counts_as_a_participle() -> None:
    assert all(map(is_participle, ("_named", "tried", "kept", "_known", "write_found", "options_of_known")))
    assert not any(map(is_participle, ("_by_name", "attempt", "seed", "is_known", "as_declared", "red", "named_by")))


def test_what_counts_as_vague() -> None:
    assert all(map(VAGUE.match, ("What is kept.", "Of what it speaks.", "Whether it is so.", "Those of one file.")))
    assert not any(map(VAGUE.match, ("Whether the search stopped.", "The kept runs.", "Somewhat.", "Assumed clauses.")))
