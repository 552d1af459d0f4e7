"""The grammar: few verbs in the first help, each question by its spelling alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.main import get_command

from ruleslawyer.cli.forms import FORMS, INNER, OF, Form, parse_question
from ruleslawyer.cli.main import app
from ruleslawyer.cli.verbs import OTHERS, PANELS, Verbs
from tests.cli.command import Command, spelled

MOST = 18
"""Verbs that the first help may have."""
ROOT = Path(__file__).parents[2]
FERRY = ROOT / "tests" / "projects" / "ferry"
SCENARIOS = "checks/war/scenarios"


def resolved(line: str) -> tuple[str, str, list[str]]:
    """What a command line is called, the name of the command that answers, and the words that this one gets."""
    group = get_command(app)
    assert isinstance(group, Verbs)
    name, command, words = group.resolve_command(None, line.split()) if _is_new(line) else ("", None, [])
    return name, command.name if command is not None else "", words


def _is_new(line: str) -> bool:
    return parse_question(line.split()) is not None


def test_the_first_help_is_short(command: Command) -> None:
    told = command("--help").out
    panels = re.findall(r"^╭─ (.*?) ─+╮$", told, re.MULTILINE)
    assert panels == ["Options", "Check a rulebook", "Play it", "Prove it", "Use it from elsewhere"]
    verbs = [verb for panel in PANELS.values() for verb in panel]
    listed = re.findall(r"^│ ([a-z]+)  ", told.partition("Check a rulebook")[2], re.MULTILINE)
    assert listed == verbs
    assert len(verbs) <= MOST
    assert all(name in told.rpartition("╯")[2] for name in OTHERS)


# From the issue, and from what each declared verb takes: line, name, declared command, its words.
LINES = [
    ("prove x --ends --scope s", "prove --ends", "terminates", "x --scope s"),
    ("prove --recheck build/c --proofs", "prove --recheck", "certify", "build/c --proofs"),
    ("prove x --clashes", "prove --clashes", "cores", "x"),
    ("sweep x --questions", "sweep --questions", "hunt", "x"),
    ("sweep x --laws", "sweep --laws", "laws", "x"),
    ("adequacy x --clauses --scope s", "adequacy --clauses", "ablate", "x --scope s"),
    ("explore x --readings", "explore --readings", "readings", "x"),
    ("explore x --readings --scope s", "explore --readings", "family", "x --scope s"),
    ("explore x --analyse --trace pump", "explore --analyse", "analyse", "x --trace pump"),
    ("explore x --as Ann --scope s", "explore --as", "seat", "x --as Ann --scope s"),
    ("explore --as=Ann x", "explore --as", "seat", "--as=Ann x"),
    ("explore x --simulate 5 --seed 1", "explore --simulate", "simulate", "x --simulate 5 --seed 1"),
    ("explore x --simulate --help", "explore --simulate", "simulate", "x --help"),
    ("explore x --symmetry", "explore --symmetry", "symmetry", "x"),
    ("explore --show-layout x", "explore --show-layout", "layout", "x"),
    ("explore x --readings --scope s --pairs", "explore --readings", "readings", "x --scope s --pairs"),
    ("play first.json", "play", "replay", "first.json"),
    ("play --save again.json first.json", "play", "replay", "--save again.json first.json"),
    ("play build/first", "play", "replay", "build/first"),
    ("games x", "games", "stats", "x"),
    ("games x --fuzz --minutes 1", "games --fuzz", "fuzz", "x --minutes 1"),
    ("games x --best --games 5", "games --best", "solve", "x --games 5"),
    ("export x --to vectors -o v", "export --to vectors", "vectors", "x -o v"),
    ("export x --to=vectors", "export --to vectors", "vectors", "x"),
    ("check x --cards f.csv --no-pairs", "check --cards", "check", "f.csv --no-pairs --ruleset x"),
    ("check --cards f.csv", "check --cards", "check", "f.csv"),
    ("spec x", "spec", "coverage", "x"),
    ("spec x 1.2 3", "spec", "show", "x 1.2 3"),
    ("spec x --scope s", "spec", "coverage", "x --scope s"),
    ("spec x --verify --source d", "spec --verify", "verify", "x --source d"),
    ("findings x --severity high", "findings", "list", "x --severity high"),
    ("findings x --clause 5", "findings", "list", "x --clause 5"),
    ("findings x 003", "findings", "show", "x 003"),
    ("findings x 01x", "findings", "show", "x 01x"),
    ("findings x/003 --json", "findings", "show", "x/003 --json"),
    ("findings x 003 --verify", "findings --verify", "verify", "x 003"),
    ("scenario x", "scenario", "run", "x"),
    ("scenario", "scenario", "run", ""),
    ("findings --all", "findings", "list", "--all"),
    ("spec", "spec", "coverage", ""),
    ("games --help", "games", "stats", "--help"),
    ("scenario x --words", "scenario --words", "words", "x"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "name", "declared", "words"), LINES, ids=[line[0] for line in LINES])
def test_a_question_by_its_spelling(line: str, name: str, declared: str, words: str) -> None:
    assert resolved(line) == (name, declared, words.split())


@pytest.mark.parametrize(
    "line",
    [
        "explore x", "explore x -- --analyse", "prove x", "sweep x --readings", "play x --scope s", "play x", "check x",
        "export x --to dot", "why x s act", "spec --help", "findings -h", "prove x -- --ends",
    ],
)  # fmt: skip
def test_a_verb_that_is_declared_gets_its_words_as_they_are(line: str) -> None:
    assert parse_question(line.split()) is None


@pytest.mark.parametrize("form", FORMS, ids=[form.spelling for form in FORMS])
def test_each_has_its_own_help(form: Form, command: Command) -> None:
    told = command(*spelled(form), "--help")
    assert (told.code, told.err) == (0, "")
    assert f"ruleslawyer {form.name} " in told.out.replace("python -m ", "")


@pytest.mark.parametrize(
    ("asked", "has", "lacks"),
    [
        ("--simulate", "--seed --simulate --trace --engine", "--question --contract --disk --compress --fresh"),
        ("--as", "--as --engine --max-states", "--trace --seed --disk --contract"),
        ("--analyse", "--trace --save --compress", "--seed --as --contract --engine"),
        ("--symmetry", "--trace --save --compress", "--fresh --contract --cluster --engine"),
        ("--readings --scope s", "--question --workers", "--trace --compress --seed"),
        ("--show-layout", "--reading --json", "--max-states --trace --engine --workers"),
    ],
)
def test_a_question_of_explore_has_its_own_options(asked: str, has: str, lacks: str, command: Command) -> None:
    told = command("explore", "x", *asked.split(), "--help")
    options = set(re.findall(r"--[a-z-]+", told.out.partition("─ Options")[2]))
    assert told.code == 0 and {*has.split()} <= options and not {*lacks.split()} & options


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("--seed 1", "`explore` has no --seed: it goes with `explore --simulate`"),
        ("--question payee", "`explore` has no --question: it goes with `explore --readings --scope`"),
        (
            "--analyse --question payee",
            "`explore --analyse` has no --question: it goes with `explore --readings --scope`",
        ),
        ("--simulate 5 --show-layout", "`explore --simulate` has no --show-layout: it goes with"),
        (
            "--readings --scope tiny --contract",
            "`explore --readings` has no --contract: it goes with `explore`",
        ),
        (
            "--readings --scope tiny --trace 1",
            "`explore --readings` has no --trace: it goes with `explore`, `explore --analyse`,",
        ),
        ("--family", "No such option: --family"),
        ("--symmetry --disk there", "`explore --symmetry` has no --disk: it goes with `explore`"),
        ("--analyse --engine networkx", "'networkx' is not one of 'auto', 'native'"),
        ("--simulate", "'--simulate' requires an argument"),
        ("--analyze", "No such option: --analyze"),
    ],
)
def test_an_option_of_another_question_is_refused(line: str, says: str, command: Command) -> None:
    """By the parser, before anything is looked at, and with the question that has it."""
    answer = command("explore", "ferry", *line.split(), project=FERRY)
    told = " ".join(re.sub("[│╭╮╰╯─]", " ", answer.err).split())
    assert (answer.code, answer.out) == (2, "") and says in told and told.count("Error") == 1


# What a stranger may try, as modules, schemas and pages are called so: the name, and how the question is spelled.
@pytest.mark.parametrize(
    ("name", "spelling"),
    [
        ("cards", "check RULESET --cards FILE"), ("terminates", "prove RULESET --ends"), ("replay", "play FILE"),
        ("stats", "games RULESET"), ("analyse", "explore RULESET --analyse"), ("certify", "prove --recheck DIR"),
        ("family", "explore RULESET --readings --scope SCOPE"), ("vectors", "export RULESET --to vectors"),
    ],
)  # fmt: skip
def test_what_is_declared_so_says_how_it_is_spelled(name: str, spelling: str, command: Command) -> None:
    """In one message, and nothing is asked."""
    told = command(name, "ferry", project=FERRY)
    assert (told.code, told.out) == (2, "")
    assert f"No such command '{name}': it is `{spelling}`" in told.err and told.err.count("Error") == 1


def test_no_declared_name_is_a_verb(command: Command) -> None:
    assert {*FORMS} < {*OF.values()} and len(INNER) >= 19
    for name in INNER:
        told = command(name, "--help", project=FERRY)
        assert told.code == 2 and f"No such command '{name}': it is `" in told.err, name


@pytest.mark.parametrize("group", ["findings", "scenario", "spec"])
def test_a_word_behind_a_verb_is_a_ruleset(group: str, command: Command) -> None:
    """Never the name under which a question is declared."""
    for form in FORMS:
        if form.declared.startswith(f"{group} "):
            told = command(*form.declared.split(), project=FERRY)
            assert told.code == 2 and told.err.count("error:") == 1, told


def test_a_ruleset_names_its_scenarios(command: Command) -> None:
    """As a folder does; one that has none says so, and a mistyped one is a mistake."""
    war = ROOT / "examples" / "war"
    named = command("scenario", "war", "--json", project=war).json
    placed = command("scenario", str(war / SCENARIOS), "--json", project=war).json
    assert named and [one["name"] for one in named] == [one["name"] for one in placed]
    assert command("scenario", "ferry", project=FERRY).out.startswith("there is no scenario")
    assert command("scenario", "fery", project=FERRY).code == 2


OTHERWISE = {"replay", "readings", "laws", "vectors", "certify", "family", "seat", "layout"}
"""Words that name something else, too, where they stand alone: a function, a parameter, an extra."""
TEXTS = [
    path
    for folder, ending in (
        ("src/ruleslawyer", "*.py"),
        ("src/ruleslawyer", "*.md"),
        ("docs", "*.md"),
        ("docs", "*.json"),
    )
    for path in sorted((ROOT / folder).rglob(ending))
    if not {"decisions", "generated", "releases", "forms.py", "guesses.py"} & {*path.parts}
]


def _declared_names() -> re.Pattern[str]:
    """A declared name where a command stands: behind that of the tool, or in quotes of code."""
    names = [*OF]
    alone = "|".join(name for name in names if name not in OTHERWISE)
    return re.compile(rf"(?:^| |`|\$ )ruleslawyer (?:{'|'.join(names)})(?![\w-])|`(?:{alone})(?: --[a-z]+)*`")


def test_no_page_help_or_message_names_what_is_no_verb() -> None:
    """Whoever reads one and types it would be told how it is spelled."""
    wrong = [
        f"{path.relative_to(ROOT)}: {found[0]}"
        for path in [*TEXTS, ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
        for found in _declared_names().finditer(path.read_text("utf-8"))
    ]
    assert wrong == []


def test_what_counts_as_such_a_name() -> None:
    told = (
        "`ruleslawyer ablate`",
        "run `scenario run`",
        "$ ruleslawyer spec coverage",
        "`vectors`",
        "the extra `certify`",
    )
    assert [bool(_declared_names().search(text)) for text in told] == [True, True, True, False, False]
