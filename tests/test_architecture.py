"""The shape of the tool: which part may import which, no circles, engines closed but for their doors, nothing long."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from ruleslawyer.project.config import Project
from tests.arrows import arrows, circles, circles_of_parts, forbidden, imported, part, past_the_doors, table, tree

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "ruleslawyer"

ALLOWED = """
origin
linear
diagnostics              origin
files                    origin diagnostics
processes                diagnostics
project                  diagnostics files
lang
ir                       origin
front                    origin diagnostics files project lang ir
core                     origin diagnostics ir
semantics                origin diagnostics lang ir core
lifted                   origin lang ir core semantics
ground                   origin diagnostics ir core semantics lifted
register                 origin diagnostics files ir
scopes                   origin diagnostics files ir front semantics
claims                   diagnostics files ir semantics
study                    diagnostics processes claims
rulesets                 diagnostics project ir front semantics register scopes claims
declared                 diagnostics ir claims rulesets
answers                  origin files project lang ir scopes claims rulesets
cluster                  diagnostics files processes project lang ir rulesets answers
engines/explore          origin diagnostics ir semantics ground claims
engines/native           origin diagnostics files processes lang ir core semantics claims
engines/native/disk      diagnostics files processes ir semantics claims engines/native
engines/smt/encoding     diagnostics ground
engines/smt/statements   origin ir semantics ground claims engines/smt/encoding
engines/smt/invariants   origin ir semantics ground claims engines/smt/encoding engines/smt/statements
engines/smt/certify      origin diagnostics files ir semantics ground claims engines/smt/encoding
                         engines/smt/statements
engines/smt/refute       origin processes ir semantics ground claims engines/smt/encoding engines/smt/statements
                         engines/smt/invariants
engines/smt/prove        origin diagnostics ir semantics ground claims engines/smt/encoding engines/smt/statements
                         engines/smt/invariants engines/smt/certify engines/smt/refute
engines/smt/lifted       lang diagnostics files ir core semantics lifted claims engines/smt/certify
engines/smt/discover     origin ir semantics ground lifted claims engines/smt/encoding engines/smt/statements
                         engines/smt/invariants engines/smt/certify engines/smt/lifted
engines/smt/terminate    origin linear ir semantics ground claims engines/smt/encoding engines/smt/statements
                         engines/smt/invariants engines/smt/certify engines/smt/discover
engines/smt/subsets
play                     origin diagnostics files processes ir semantics claims engines/native
table                    diagnostics files project ir semantics rulesets
lint                     origin diagnostics files project front register rulesets answers table
editor                   origin diagnostics project front register rulesets lint
exploration              origin diagnostics files processes lang ir core semantics ground claims rulesets declared
                         engines/explore engines/native engines/native/disk engines/smt/encoding play
variants                 origin diagnostics files ir semantics claims study rulesets answers engines/explore
                         engines/native exploration
proof                    origin diagnostics files processes ir semantics ground claims rulesets declared answers
                         engines/native engines/smt/certify engines/smt/refute engines/smt/prove engines/smt/lifted
                         engines/smt/discover engines/smt/terminate play exploration
cores                    origin diagnostics files ir semantics claims engines/smt/subsets
vectors                  origin diagnostics files lang ir semantics claims play
pairs                    origin diagnostics files processes ir semantics scopes claims study rulesets answers
                         engines/explore play
scenario                 origin diagnostics files ir semantics register scopes claims rulesets play variants
evidence                 origin diagnostics files ir semantics register claims rulesets engines/smt/discover proof
                         cores scenario
cards                    diagnostics files ir semantics scopes claims study engines/native exploration
                         evidence
statistics               diagnostics files ir scopes semantics claims study engines/native play evidence
extensive                diagnostics ir semantics claims play
open_spiel               diagnostics rulesets semantics extensive
pettingzoo               diagnostics rulesets semantics extensive
bots                     diagnostics semantics rulesets extensive statistics
solving                  diagnostics files ir semantics study variants extensive statistics bots
clarifications           origin diagnostics files ir semantics claims study rulesets engines/smt/prove
                         engines/smt/subsets exploration variants proof cores evidence
check                    origin diagnostics files processes ir semantics ground register claims rulesets answers
                         engines/smt/statements engines/smt/prove engines/smt/lifted engines/smt/discover table
                         exploration variants proof scenario evidence
sweep                    diagnostics files processes ir scopes semantics claims study rulesets answers
                         engines/explore exploration variants scenario evidence check
laws                     diagnostics files ir semantics scopes claims study rulesets variants scenario evidence
                         check sweep
hunt                     diagnostics files ir semantics claims study rulesets declared variants scenario evidence laws
ledger                   origin diagnostics files ir semantics study rulesets declared play hunt
fuzz                     diagnostics files ir semantics scopes claims study rulesets engines/native play scenario
                         check sweep
adequacy                 origin diagnostics files ir semantics claims study rulesets engines/native exploration
                         variants vectors scenario evidence check sweep
conform                  origin diagnostics files ir semantics register claims play variants scenario
serve                    origin diagnostics files ir semantics claims rulesets play vectors scenario evidence conform
web                      diagnostics files ir semantics claims rulesets play table scenario extensive bots serve
portable/client
portable                 origin diagnostics files ir semantics claims rulesets declared engines/native
                         table
export                   origin diagnostics files ir semantics ground claims engines/native engines/smt/encoding
report                   origin linear diagnostics answers files processes ir semantics register claims
                         engines/smt/prove play exploration variants proof cores evidence statistics check ledger
                         table
live                     origin diagnostics files ir semantics claims rulesets evidence portable check engines/native
api                      origin diagnostics files project ir semantics register claims rulesets declared engines/explore
                         engines/smt/certify engines/smt/prove engines/smt/lifted engines/smt/discover play
                         exploration variants proof scenario evidence check hunt ledger adequacy portable report
cli                      origin diagnostics files processes project ir front semantics ground register claims study
                         rulesets declared answers cluster lint editor
                         engines/explore engines/native engines/smt/certify engines/smt/refute
                         engines/smt/prove engines/smt/lifted engines/smt/discover play exploration variants proof
                         cores vectors pairs scenario evidence cards statistics extensive bots solving clarifications
                         check sweep laws hunt ledger fuzz adequacy conform serve web portable export report live table
                         api
__main__                 cli
"""
"""Each part (a folder, or a file that stands in none), and what of the tool it may import, at the top of a file, in a
function or for types alone: nothing but what is listed before it."""

DOORS = """
engines/smt              certify.certificate certify.issue certify.recheck certify.second discover.discover
                         discover.suspected encoding.satisfiable encoding.smtlib lifted.issue lifted.lemmas
                         lifted.prove lifted.quantified lifted.recheck lifted.search lifted.situation lifted.verdict
                         prove.explain prove.prove prove.result refute.conditions refute.cti refute.witness
                         statements.goals subsets.hitting subsets.marco terminate.ending
engines/native           analyses apart arrays choosing disk.possible disk.search disk.waiting explore family
                         filed forms graph graph_difference greedy image kinds liveness looking material members met
                         observed orbits player playing rims rulebook schemata scope_data searched_graph slots
                         stepper verdicts
engines/explore          contract draw network properties search
"""
"""The modules of each engine that others may import; the rest of it is its own affair."""

MODULES = tree(SOURCES)


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
    "from ruleslawyer.check.result import RulesetResult": "register.coverage imports check.result",
    "def later():\n    from ruleslawyer.claims import result": "register.coverage imports claims.result",
    "if TYPE_CHECKING:\n    from ruleslawyer.api import Ruleset": "register.coverage imports api",
    "import ruleslawyer.cli.main": "register.coverage imports cli.main",
    "class Later:\n    from ruleslawyer import cli": "register.coverage imports cli.__init__",
}


@pytest.mark.parametrize("line", WRONG)
def test_a_wrong_arrow_is_found(line: str) -> None:
    """A register knows nothing of what is made of it, nor may it for a moment, or for a type."""
    changed = {**MODULES, "register.coverage": f"{MODULES['register.coverage']}\n\n{line}\n"}
    assert forbidden(changed, table(ALLOWED)) == [WRONG[line]]


def test_a_new_part_needs_its_line() -> None:
    assert forbidden({**MODULES, "helpers.words": ""}, table(ALLOWED)) == ["helpers is not in the table"]
    gone = {name: text for name, text in MODULES.items() if part(name) != "pairs" and name != "cli.pairs"}
    assert forbidden(gone, table(ALLOWED)) == ["pairs is no part"]


@pytest.mark.parametrize(
    "line", ["from ruleslawyer.play.replay import why_not", "def f():\n    import ruleslawyer.play.replay"]
)
def test_a_circle_of_files_is_found(line: str) -> None:
    """`replay` imports `waiting`; an import back is a circle in one part, which the table has nothing against."""
    changed = {**MODULES, "play.waiting": f"{MODULES['play.waiting']}\n{line}\n"}
    assert circles(arrows(changed)) == [["play.replay", "play.waiting"]]
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
    changed = {**MODULES, "proof.ends": "def f():\n    from ruleslawyer.engines.smt.prove import spacer"}
    assert "proof.ends imports engines.smt.prove.spacer" in past_the_doors(changed, table(DOORS))


MOST_OF_A_FILE, MOST_OF_A_FUNCTION = 450, 60
"""Lines, but where `Long: ` in a docstring, or in a comment above the function, says why there are more."""
REASON = re.compile(r"(^|^\s*# |\. )Long: \w", re.MULTILINE)


def too_long(modules: Mapping[str, str]) -> list[str]:
    """Files and functions above the limits without a reason at their heads."""
    found = []
    for module, text in modules.items():
        lines, tree = text.split("\n"), ast.parse(text)
        if len(lines) > MOST_OF_A_FILE + 1 and not REASON.search(ast.get_docstring(tree) or ""):
            found.append(module)
        for each in ast.walk(tree):
            if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef):
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


def libraries(name: str) -> set[str]:
    """The parts that import a library."""
    return {part(m) for m, text in MODULES.items() if any(i.split(".")[0] == name for i in imported(text))}


def test_only_the_front_end_reads_syntax() -> None:
    assert libraries("ast") == {"front"}


def test_only_the_solver_engine_uses_z3() -> None:
    assert {name for name in libraries("z3") if not name.startswith("engines/smt/")} == set()


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
        words = {n.id for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Name)}
        assert not words & set(names), f"{module} names a ruleset"
