"""The grammar: few verbs in the first help, each question by its spelling and by its earlier name, with one answer."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.main import get_command

from ruleslawyer.cli.forms import FAMILY, FORMS, INNER, PLACE, Form, earlier, parse_question
from ruleslawyer.cli.main import app
from ruleslawyer.cli.verbs import OTHERS, PANELS, Verbs
from tests.cli.command import Command

EARLIER = [form for form in FORMS if form.before]
"""Those that were verbs of their own."""
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
    ("prove --facts x", "prove --facts", "discover", "x"),
    ("prove --recheck build/c --proofs", "prove --recheck", "certify", "build/c --proofs"),
    ("prove x --clashes", "prove --clashes", "cores", "x"),
    ("sweep x --questions", "sweep --questions", "hunt", "x"),
    ("sweep x --laws", "sweep --laws", "laws", "x"),
    ("adequacy x --clauses --scope s", "adequacy --clauses", "ablate", "x --scope s"),
    ("explore x --readings", "explore --readings", "readings", "x"),
    ("explore x --readings --scope s", "explore --readings", "family", "x --scope s"),
    ("explore x --family --scope s", "explore --readings --scope", "family", "x --scope s"),
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
    ("findings x/003 --json", "findings", "show", "x/003 --json"),
    ("findings x 003 --verify", "findings --verify", "verify", "x 003"),
    ("scenario x", "scenario", "run", "x"),
    ("scenario x --words", "scenario --words", "words", "x"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "name", "declared", "words"), LINES, ids=[line[0] for line in LINES])
def test_a_question_by_its_spelling(line: str, name: str, declared: str, words: str) -> None:
    assert resolved(line) == (name, declared, words.split())


@pytest.mark.parametrize(
    "line",
    [
        *(form.declared for form in EARLIER), "explore x",
        "explore x -- --analyse", "prove x", "sweep x --readings", "play x --scope s",
        "play x", "check x", "export x --to dot", "why x s act", "findings list x --severity high",
        "spec", "findings -h", "prove x -- --ends", "games --help",
    ],
)  # fmt: skip
def test_what_was_said_before_means_what_it_meant(line: str) -> None:
    """The words go to the command of that name, as they are."""
    assert (parse_question(line.split()) is None) == (line != "games --help")


@pytest.mark.parametrize("form", EARLIER, ids=[form.declared for form in EARLIER])
def test_each_has_its_own_help_under_both_names(form: Form, command: Command) -> None:
    now, before = (command(*words, "--help") for words in (_called(form), form.declared.split()))
    assert (now.code, before.code, now.err) == (0, 0, "")
    assert before.spelled.split() == f"`{form.declared}` is spelled `{form.spelling}` now".split()
    assert f"ruleslawyer {form.name} " in now.out.replace("python -m ", "")
    says = [re.split(r"^ +$", told.out, flags=re.MULTILINE)[2:] for told in (now, before)]
    assert says[0] == says[1]


def _called(form: Form) -> list[str]:
    """The spelling with something filled in, where that is what tells the question from others."""
    filled = {"RULESET": "x", "CLAUSE": "1", "ID": "001", "FILE": "f.json", "DIR": "d", "N": "1"}
    return [filled.get(word, word) for word in form.spelling.split()]


@pytest.mark.parametrize(
    ("spelled", "has", "lacks"),
    [
        ("--simulate", "--seed --simulate --trace --engine", "--question --contract --disk --compress --fresh"),
        ("--as", "--as --engine --max-states", "--trace --seed --disk --contract"),
        ("--analyse", "--trace --save --compress", "--seed --as --contract --engine"),
        ("--symmetry", "--trace --save --compress", "--fresh --contract --cluster --engine"),
        ("--readings --scope s", "--question --workers", "--trace --compress --seed"),
        ("--show-layout", "--reading --json", "--max-states --trace --engine --workers"),
    ],
)
def test_a_question_of_explore_has_its_own_options(spelled: str, has: str, lacks: str, command: Command) -> None:
    told = command("explore", "x", *spelled.split(), "--help")
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
        ("--family --analyse", "`explore --analyse` has no --family: it goes with `explore --readings --scope`"),
        ("--simulate 5 --show-layout", "`explore --simulate` has no --show-layout: it goes with"),
        ("--family --contract", "`explore --readings --scope` has no --contract: it goes with `explore`"),
        (
            "--family --trace 1",
            "`explore --readings --scope` has no --trace: it goes with `explore`, `explore --analyse`,",
        ),
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


@pytest.mark.parametrize(
    "question", ["", "--analyse", "--as Ann", "--simulate 2", "--symmetry", "--show-layout", "--family"]
)
def test_each_takes_the_engine_as_it_was_called_before(question: str, command: Command) -> None:
    told = command(*f"explore ferry --scope tiny {question} --engine lifted".split(), project=FERRY)
    assert "`--engine lifted` is spelled `--engine native` now" in told.spelled and "--engine" not in told.err


@pytest.mark.parametrize("name", sorted(INNER))
def test_what_was_never_a_verb_is_none(name: str, command: Command) -> None:
    assert "No such command" in command(name, "ferry", project=FERRY).err


def _both(*pairs: tuple[str, str]) -> Callable[..., None]:
    return pytest.mark.parametrize(("now", "before"), pairs)


@_both(
    ("spec ferry --json", "spec coverage ferry --json"),
    ("spec ferry 2.3a", "spec show ferry 2.3a"),
    ("findings ferry --json", "findings list ferry --json"),
    ("findings ferry 001", "findings show ferry 001"),
    ("adequacy ferry --clauses --scope tiny --json", "ablate ferry --scope tiny --json"),
    ("why ferry --scope tiny cross(who=Ann,cart=hay)", "why ferry tiny cross(who=Ann,cart=hay)"),
    ("scenario ferry --words --json", "scenario words ferry --json"),
    ("explore ferry --readings --scope tiny --json", "explore ferry --scope tiny --family --json"),
)
def test_both_give_one_answer(now: str, before: str, command: Command) -> None:
    """The same code, the same text; beside it the earlier one says today's spelling, in a line, and JSON is whole."""
    first, second = (command(*line.split(), project=FERRY) for line in (now, before))
    assert (first.code, _timeless(first.out)) == (second.code, _timeless(second.out))
    assert first.out
    form = earlier(before.split())
    assert form is not None and second.spelled == f"`{form.declared}` is spelled `{form.spelling}` now\n"
    assert (first.spelled, first.err) == ("", second.err)
    if "--json" in before:
        json.loads(second.out)


def _timeless(text: str) -> str:
    return re.sub(r'("seconds": )[\d.]+', r"\1…", text)


def test_a_ruleset_names_its_scenarios(command: Command) -> None:
    """As a folder does; one that has none says so, and a mistyped one is a mistake."""
    war = ROOT / "examples" / "war"
    named = command("scenario", "war", "--json", project=war).json
    placed = command("scenario", "run", str(war / SCENARIOS), "--json", project=war).json
    assert named and [one["name"] for one in named] == [one["name"] for one in placed]
    assert command("scenario", "ferry", project=FERRY).out.startswith("there is no scenario")
    assert command("scenario", "fery", project=FERRY).code == 2


@pytest.mark.parametrize("form", [*EARLIER, FAMILY, PLACE], ids=lambda form: form.declared)
def test_every_earlier_spelling_says_the_one_of_today(form: Form, command: Command) -> None:
    """When it is run, whatever comes of it, and never among what it prints."""
    for json_too in ((), ("--json",)):
        words = [*_called_before(form), *json_too]
        told = command(*words, project=FERRY)
        assert told.spelled == f"`{form.declared}` is spelled `{form.spelling}` now\n", told
        assert "is spelled" not in told.out


def _called_before(form: Form) -> list[str]:
    """The words of before, about something that is not there, so that nothing long begins."""
    if form is FAMILY:
        return ["explore", "ferry", "--family", "--scope", "nowhere"]
    if form is PLACE:
        return ["why", "ferry", "tiny", "cross(who=Ann,cart=hay)"]
    return [*form.declared.split(), "nothing"]


def test_what_is_spelled_as_today_says_nothing(command: Command) -> None:
    for form in FORMS:
        words = _called(form)
        assert command(*words, project=FERRY).spelled == "", words
    assert command("why", "ferry", "cross(who=Ann,cart=hay)", project=FERRY).spelled == ""


OTHERWISE = {"replay", "readings", "laws", "vectors", "certify"}
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
    if not {"decisions", "generated", "releases", "forms.py", "suspected.py"} & {*path.parts}
    and path != ROOT / "docs" / "verbs.md"
]


def _names_before() -> re.Pattern[str]:
    """An earlier name where a command stands: behind that of the tool, or in quotes of code."""
    names = [form.declared for form in EARLIER]
    alone = "|".join(name for name in names if name not in OTHERWISE)
    return re.compile(rf"(?:^| |`|\$ )ruleslawyer (?:{'|'.join(names)})(?![\w-])|`(?:{alone})(?: --[a-z]+)*`")


def test_no_page_help_or_message_names_an_earlier_spelling() -> None:
    """Whoever reads one and types it would be told another."""
    wrong = [
        f"{path.relative_to(ROOT)}: {found[0]}"
        for path in [*TEXTS, ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
        for found in _names_before().finditer(path.read_text("utf-8"))
    ]
    assert wrong == []


def test_what_counts_as_an_earlier_spelling() -> None:
    told = (
        "`ruleslawyer ablate`",
        "run `scenario run`",
        "$ ruleslawyer spec coverage",
        "`vectors`",
        "the extra `certify`",
    )
    assert [bool(_names_before().search(text)) for text in told] == [True, True, True, False, False]
