"""The shape of the tool: which part may import which, no circles, engines closed but for their doors, nothing long."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from ruleslawyer.project.config import Project
from tests.arrows import arrows, circles, circles_of_parts, forbidden, imported, part, past_the_doors, table, tree
from tests.statements import definitions, parsed

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "ruleslawyer"

ALLOWED = """
base
lang
ir                 base
project            base
front              base lang ir project
core               base ir
semantics          base lang ir core
lifted             base lang ir core semantics
rulebook           base lang ir semantics project front
engines/explore    base ir semantics rulebook
engines/native     base lang ir core semantics rulebook
engines/smt        base lang ir core semantics lifted rulebook
play               base lang ir semantics rulebook engines/native
exploration        base lang ir core semantics lifted rulebook engines/explore engines/native engines/smt play
proof              base ir semantics lifted rulebook engines/native engines/smt play exploration
check              base ir semantics lifted rulebook engines/smt play exploration proof
studies            base lang ir semantics project rulebook engines/explore engines/native engines/smt play exploration
                   proof check
bridges            base ir semantics lifted rulebook engines/explore engines/native engines/smt play exploration check
                   studies
report             base ir semantics rulebook engines/native engines/smt play exploration proof check studies bridges
open_spiel         rulebook play
pettingzoo         base rulebook play
api                base semantics project front rulebook engines/explore engines/smt play exploration proof check
                   studies bridges report
cli                base ir semantics project front lifted rulebook engines/explore engines/native engines/smt play
                   exploration proof check studies bridges report api
__main__           base cli
"""
"""Each room (a top folder, an engine, or a file that stands in none), and which others it may import, at the top of a
file, in a function or for types alone: nothing but what is listed before it."""

DOORS = """
engines/smt              certify.accepted certify.argument certify.second lifted.folder lifted.guesses lifted.lemmas
                         lifted.prove lifted.rankings lifted.recheck lifted.situation lifted.translate lifted.unknown
                         lifted.verdict subsets
engines/native           analyses choosing compiling disk.found disk.search disk.waiting explore family
                         family_difference filed forms graph greedy image kinds liveness material members memory met
                         occurrence_log orbits player playing schemata scope_data searched_graph slots stepper storage
                         verdicts
engines/explore          draw properties search
"""
"""The modules of each engine that others may import; the rest of it is its own affair."""

MODULES = tree(SOURCES)


@pytest.fixture(scope="module", autouse=True)
def _parsed_for_a_while() -> Iterator[None]:
    yield
    parsed.cache_clear()


def test_arrows() -> None:
    assert forbidden(MODULES, table(ALLOWED)) == []


def test_the_table_goes_downwards() -> None:
    known: list[str] = []
    for name, targets in table(ALLOWED).items():
        assert set(targets) <= set(known), f"{name} comes before something that it may import"
        known.append(name)


def test_no_circle_of_files() -> None:
    assert circles(arrows(MODULES)) == []


def test_no_circle_of_parts() -> None:
    assert circles_of_parts(MODULES) == []


def test_engines_are_closed() -> None:
    assert past_the_doors(MODULES, table(DOORS)) == []


def test_engines_do_not_know_each_other() -> None:
    engines = {name: "/".join(name.split("/")[:2]) for name in map(part, MODULES) if name.startswith("engines/")}
    for module, target in arrows(MODULES):
        pair = engines.get(part(module)), engines.get(part(target))
        assert None in pair or pair[0] == pair[1], f"{module} imports {target}"


WRONG = {
    "from ruleslawyer.check.result import RulesetResult": "rulebook.register.coverage imports check.result",
    "def later():\n    from ruleslawyer.proof import prove": "rulebook.register.coverage imports proof.prove",
    "if TYPE_CHECKING:\n    from ruleslawyer.api import Ruleset": "rulebook.register.coverage imports api",
    "import ruleslawyer.cli.main": "rulebook.register.coverage imports cli.main",
    "class Later:\n    from ruleslawyer import cli": "rulebook.register.coverage imports cli.__init__",
}


@pytest.mark.parametrize("line", WRONG)
def test_a_wrong_arrow_is_found(line: str) -> None:
    """A register knows nothing of what is made of it, nor may it for a moment, or for a type."""
    changed = {**MODULES, "rulebook.register.coverage": f"{MODULES['rulebook.register.coverage']}\n\n{line}\n"}
    assert forbidden(changed, table(ALLOWED)) == [WRONG[line]]


def test_a_new_room_needs_its_line() -> None:
    assert forbidden({**MODULES, "helpers.words": ""}, table(ALLOWED)) == ["helpers is not in the table"]
    gone = {name: text for name, text in MODULES.items() if not name.startswith("pettingzoo.")}
    assert forbidden(gone, table(ALLOWED)) == ["pettingzoo is no room"]


@pytest.mark.parametrize(
    "line", ["from ruleslawyer.play.rules import Rules", "def f():\n    import ruleslawyer.play.rules"]
)
def test_a_circle_of_files_is_found(line: str) -> None:
    """`rules` imports `explain`; an import back is a circle in one part, which the table has nothing against."""
    changed = {**MODULES, "play.explain": f"{MODULES['play.explain']}\n{line}\n"}
    assert circles(arrows(changed)) == [["play.explain", "play.rules"]]
    assert forbidden(changed, table(ALLOWED)) == []


def test_a_circle_of_parts_without_one_of_files_is_found() -> None:
    made = {
        "a.one": "from ruleslawyer.b.one import x",
        "b.one": "x = 1",
        "b.two": "from ruleslawyer.a.two import y",
        "a.two": "y = 1",
    }
    assert circles(arrows(made)) == []
    assert circles_of_parts(made) == [["a", "b"]]


def test_a_way_past_a_door_is_found() -> None:
    changed = {**MODULES, "proof.ends": "def f():\n    from ruleslawyer.engines.smt.lifted import houdini"}
    assert "proof.ends imports engines.smt.lifted.houdini" in past_the_doors(changed, table(DOORS))


MOST_OF_A_FILE, MOST_OF_A_FUNCTION = 450, 60
"""Lines, but where `Long: ` in a docstring, or in a comment above the function, says why there are more."""
REASON = re.compile(r"(^|^\s*# |\. )Long: \w", re.MULTILINE)


def too_long(modules: Mapping[str, str]) -> list[str]:
    """Files and functions above the limits without a reason at their heads."""
    found = []
    for module, text in modules.items():
        lines, tree = text.split("\n"), parsed(text)
        if len(lines) > MOST_OF_A_FILE + 1 and not REASON.search(ast.get_docstring(tree) or ""):
            found.append(module)
        for each in definitions(tree):
            if not isinstance(each, ast.ClassDef):
                length = (each.end_lineno or 0) - each.lineno + 1
                first = min([each.lineno, *(decorator.lineno for decorator in each.decorator_list)])
                head = f"{lines[first - 2]}\n{ast.get_docstring(each) or ''}"
                if length > MOST_OF_A_FUNCTION and not REASON.search(head):
                    found.append(f"{module}.{each.name}")
    return found


def test_what_is_long_says_why() -> None:
    assert too_long(MODULES) == []


@pytest.mark.parametrize(
    ("head", "why", "found"),
    [
        ("", "", ["a", "a.long"]),
        ("", "Long: one dispatch over all nodes.", ["a"]),
        ("# Long: a table.\n", "", ["a"]),
        ("", "It is Long: or so.", ["a", "a.long"]),
        ("# Long:\n", "", ["a", "a.long"]),
    ],
)
def test_a_long_function_is_found(head: str, why: str, found: list[str]) -> None:
    """It is in a file that is too long for another reason, which a word of the function does not excuse."""
    body = f'    """{why}"""\n' + "    x = 1\n" * MOST_OF_A_FUNCTION
    text = f"import this\n{head}def long() -> None:\n{body}" + "y = 2\n" * MOST_OF_A_FILE
    assert too_long({"a": text}) == found
    assert too_long({"a": f'"""What it is.\n\nLong: a table.\n"""\n{text}'}) == found[1:]


MOST_ANY = 800
"""Lines of the sources with the word `Any`, as `grep -w` counts them. It only falls: a type that nothing is asked of is
`object`, and an object of JSON is `Json`."""


def test_types_are_said() -> None:
    """Nor is there another name for `Any`: it would be counted nowhere."""
    lines = [line for text in MODULES.values() for line in text.split("\n") if re.search(r"\bAny\b", line)]
    assert len(lines) < MOST_ANY
    assert [line for line in lines if re.match(r"\w+(: TypeAlias)? = Any$", line)] == []


def libraries(name: str) -> set[str]:
    """The parts that import a library."""
    return {part(m) for m, text in MODULES.items() if any(i.split(".")[0] == name for i in imported(text))}


def test_only_the_front_end_reads_syntax() -> None:
    """Short forms of rules are written out in one file below it: the direct run runs what the front end reads."""
    assert libraries("ast") == {"front", "lang"}
    assert [m for m, text in MODULES.items() if part(m) == "lang" and "ast" in imported(text)] == ["lang.plain"]


def test_only_the_solver_engine_uses_z3() -> None:
    assert {name for name in libraries("z3") if not name.startswith("engines/smt")} == set()


def test_only_the_explorer_uses_networkx() -> None:
    assert libraries("networkx") == {"engines/explore"}


def test_rulesets_import_the_language_and_their_project_only() -> None:
    for config in Project.load(ROOT).rulesets.values():
        listed = (*config.rules, *config.checks)
        for module in listed:
            file = ROOT.joinpath(*module.split(".")).with_suffix(".py")
            for target in imported(file.read_text(encoding="utf-8")):
                source = target.rpartition(".")[0]
                standard = source in ("__future__", "enum", "typing")
                assert standard or source == "ruleslawyer.lang" or source in listed, f"{module} imports {source}"


def test_the_tool_knows_no_ruleset_by_name() -> None:
    names = Project.load(ROOT).rulesets
    for module, text in MODULES.items():
        if not any(name in text for name in names):
            continue
        words = {n.id for n in ast.walk(parsed(text)) if isinstance(n, ast.Name)}
        assert not words & set(names), f"{module} names a ruleset"
