"""Findings as a command line names them: ``RULESET ID``, ``RULESET/ID``, several at once; and as the pages print it."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from ruleslawyer.front.worked import cookbook
from tests.cli.command import Command
from tests.cli.conftest import command as command  # the fixture
from tests.cli.schemas import problems, undocumented

ROOT = Path(__file__).parents[2]

FERRY = ROOT / "tests" / "projects" / "ferry"


@pytest.mark.parametrize("named", [("ferry", "001"), ("ferry/001",), ("001",), ("ferry", "001", "ferry/001")])
def test_one_finding_is_verified(command: Command, named: tuple[str, ...]) -> None:
    """The project has one ruleset, so that an id alone will do."""
    answer = command("findings", "--verify", *named, "--json", project=FERRY)
    assert (answer.code, [(f["ruleset"], f["id"]) for f in answer.json]) == (0, [("ferry", "001")])
    assert problems("findings-verify", answer.json) == [] and undocumented("findings-verify", answer.json) == []


def test_several_findings_at_once(command: Command) -> None:
    shown = command("findings", "ferry/003", "001", "--json", project=FERRY)
    assert [f["id"] for f in shown.json] == ["003", "001"]
    assert problems("findings-show", shown.json) == [] and undocumented("findings-show", shown.json) == []
    text = command("findings", "ferry", "003", "001", project=FERRY).out
    assert text.index("ferry/003: ") < text.index("ferry/001: ")
    settled = command("findings", "--settle", "ferry/001", "ferry/002", "--json", project=FERRY)
    assert [f["id"] for f in settled.json["trials"]] == ["001", "002"]


def test_a_finding_about_an_end_is_verified(command: Command) -> None:
    """That a turn of Daemons need not end is asked of a lasso, which has no exploration behind it."""
    answer = command("findings", "--verify", "daemons/004", project=ROOT)
    assert answer.code == 0 and answer.out.startswith("daemons/004: reproduces (computed): "), answer.err


def test_a_ruleset_that_no_id_follows_is_meant_as_a_whole(command: Command) -> None:
    whole = command("findings", "--verify", "ferry", project=FERRY).out
    assert whole.endswith("3 findings, 2 rulings tried out\n")


@pytest.mark.parametrize(
    ("named", "said"),
    [
        (("ferry", "009"), ("ferry has no finding `009`", "did you mean `00")),
        (("ferry/9",), ("ferry has no finding `9`", "001")),
        (("ferry/",), ("names no finding", "ferry/ID")),
        (("fery/001",), ("no ruleset `fery`", "did you mean `ferry`")),
        (("fery", "001"), ("no ruleset `fery`", "did you mean `ferry`")),
    ],
)
@pytest.mark.parametrize("question", [(), ("--verify",), ("--settle",)], ids=["show", "verify", "settle"])
def test_a_finding_that_is_not_there(
    command: Command, question: tuple[str, ...], named: tuple[str, ...], said: tuple[str, str]
) -> None:
    answer = command("findings", *question, *named, project=FERRY)
    assert (answer.code, answer.out, answer.err.count("error:")) == (2, "", 1)
    assert all(words in answer.err for words in said), answer.err


def test_an_id_alone_needs_its_ruleset_where_there_are_several(command: Command) -> None:
    answer = command("findings", "--verify", "003", project=ROOT)
    assert answer.code == 2 and "of which ruleset is finding `003`?" in answer.err and "RULESET/003" in answer.err


def test_one_play_is_saved_at_a_time(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "play.json"
    answer = command("findings", "ferry", "001", "002", "--save", str(file), project=FERRY)
    assert answer.code == 2 and "one play is saved at a time" in answer.err and not file.exists()
    answer = command("findings", "ferry", "--save", str(file), project=FERRY)
    assert answer.code == 2 and "`findings` has no --save: it goes with `findings RULESET ID`" in answer.err


@pytest.mark.parametrize("named", ["ferry/001", "ferry 001", "001"])
def test_a_scenario_is_recorded_from_a_finding(command: Command, tmp_path: Path, named: str) -> None:
    answer = command("scenario", "--new", "--finding", named, "-o", str(tmp_path / "one.toml"), project=FERRY)
    assert answer.code == 0, answer.err


def test_a_finding_stands_in_place_of_a_file(command: Command, tmp_path: Path) -> None:
    answer = command("scenario", "--new", "ferry/001", "-o", str(tmp_path / "one.toml"), project=FERRY)
    assert answer.code == 0, answer.err


def test_a_whole_ruleset_is_no_single_finding(command: Command, tmp_path: Path) -> None:
    answer = command("scenario", "--new", "--finding", "ferry", "-o", str(tmp_path / "one.toml"), project=FERRY)
    assert answer.code == 2 and "names no single finding" in answer.err


def test_the_command_that_a_page_prints_works(command: Command, tmp_path: Path) -> None:
    made = ("report", "ferry", "--no-prove", "--matrix", "0", "-o", str(tmp_path))
    assert command(*made, project=FERRY).code == 0
    pages = sorted(tmp_path.glob("ferry/finding-*.html"))
    printed = [re.findall(r"<code>ruleslawyer (findings [^<]*)</code>", page.read_text("utf-8")) for page in pages]
    assert printed == [[f"findings ferry/00{i} --verify"] for i in (1, 2, 3)]
    for (line,) in printed:
        answer = command(*line.split(), project=FERRY)
        assert answer.code == 0 and re.search("^1 finding, . rulings? tried out$", answer.out, re.M), answer.out


@pytest.fixture
def family(tmp_path: Path) -> Path:
    """The ferry, whose second finding backs a sentence and hangs under the first, and whose third is withdrawn."""
    folder = Path(shutil.copytree(FERRY, tmp_path / "ferry", ignore=shutil.ignore_patterns("__pycache__", "build")))
    said = {
        "002-heavy.md": (
            'clauses = ["2.1", "2.2"]\nunder = "001"',
            'clauses = ["2.1", "2.2"]',
            '[[claim]]\nsays = "Play stops"\nscope = "tiny"\nask = "deadlock"\nabout = { forbidden = ["too_heavy"] }\n',
        ),
        "003-turn.md": (
            'state = "withdrawn"\nbecause = "A turn begins after each crossing (line 13)."\ninto = "001"\n'
            'second = "low, as nobody stops."', 'state = "asked"', "",
        ),
    }  # fmt: skip
    for name, (new, old, more) in said.items():
        path = folder / "findings" / "ferry" / name
        front, _, prose = path.read_text("utf-8").replace(old, new).rpartition("+++")
        path.write_text(f"{front}\n{more}+++{prose}", "utf-8")
    return folder


def test_families_and_what_is_withdrawn_are_listed(command: Command, family: Path) -> None:
    rows = command("findings", "--json", project=family).json
    assert [(row["id"], row["under"]) for row in rows] == [("001", ""), ("002", "001")]
    assert problems("findings-list", rows) == [] and undocumented("findings-list", rows) == []
    told = command("findings", project=family).out
    assert "  ferry/002" in told and "1 finding withdrawn: --withdrawn lists them too" in told
    all_ = command("findings", "--withdrawn", "--json", project=family).json
    assert [row["into"] for row in all_ if row["state"] == "withdrawn"] == ["001"]


def test_how_we_know_is_shown_and_asked_again(command: Command, family: Path) -> None:
    shown = command("findings", "001", "002", "003", project=family).out
    assert "how we know that “Play stops”: deadlock: forbidden by too_heavy, in tiny" in shown
    assert "over ferry/002: May a heavy cart cross?" in shown
    assert "under ferry/001: Two people are promised the toll" in shown
    assert "low, as nobody stops." not in shown
    reviewed = command("findings", "003", "--review", project=family)
    assert "A second reader\nlow, as nobody stops." in reviewed.out
    rows = [command("findings", "003", *more, "--json", project=family).json for more in ((), ("--review",))]
    assert [row.get("second") for row in rows] == [None, "low, as nobody stops."]
    assert [problems("findings-show", row) + undocumented("findings-show", row) for row in rows] == [[], []]
    assert "withdrawn: A turn begins after each crossing (line 13).\n" in shown and "told by ferry/001: Two" in shown
    verified = command("findings", "--verify", "002", "--json", project=family)
    assert (verified.code, [c["reproduced"] for c in verified.json[0]["claims"]]) == (0, [True])
    assert "1 ruling tried out, 1 claim asked\n" in command("findings", "--verify", "002", project=family).out
    path = family / "findings" / "ferry" / "002-heavy.md"
    told = path.read_text("utf-8").replace('claim]]\nsays = "Play stops"', 'claim]]\nsays = "only heavy carts"')
    path.write_text(told.replace('{ forbidden = ["too_heavy"] }\n+++', '{ forbidden = ["cannot_pay"] }\n+++'), "utf-8")
    answer = command("findings", "--verify", "002", project=family)
    assert answer.code == 1 and "it says “only heavy carts”, and it is not so: deadlock" in answer.out


def test_pages_show_families_and_how_we_know(command: Command, family: Path, tmp_path: Path) -> None:
    made = ("report", "ferry", "--no-prove", "--matrix", "0", "-o", str(tmp_path / "site"))
    assert command(*made, project=family).code == 0
    front, overview, below, gone = (
        (tmp_path / "site" / name).read_text("utf-8")
        for name in ("index.html", "ferry/finding-001.html", "ferry/finding-002.html", "ferry/finding-003.html")
    )
    assert front.index("002</span>") > front.index("001</span>") and 'class=" below"' in front
    assert "A turn begins after each crossing (line 13)." in front[front.index("id=withdrawn") :]
    assert "id=family" in overview and "May a heavy cart cross?" in overview
    assert "One of a family" in below and "“Play stops”" in below and "Deadlock: forbidden by too heavy" in below
    assert "<strong>Withdrawn.</strong>" in gone and "finding-001.html" in gone
    assert "Whose turn comes next" not in (tmp_path / "site" / "ferry" / "faq.md").read_text("utf-8")
    rules = (tmp_path / "site" / "ferry" / "rules-1.html").read_text("utf-8")
    assert "finding-002.html" in rules and "finding-003.html" not in rules, "it is a complaint no more"


def test_the_prose_is_read_as_the_designer_reads_it(command: Command, family: Path) -> None:
    path = family / "findings" / "ferry" / "001-toll.md"
    front, _, _ = path.read_text("utf-8").rpartition("+++")
    prose = """+++
## Readings

The owner is paid (`payee=owner_is_paid`), as the model has it.
In the scope `tiny` the own cart is free
for whoever calls `cross`, and other_is_paid.

## What would settle it

The owner of the cart is paid. The first option of the question is that.
"""
    path.write_text(front + prose, "utf-8")
    answer = command("findings", "--lint", "001", project=family)
    lines = answer.out.split("\n")
    at = (
        path.read_text("utf-8").split("\n").index("The owner is paid (`payee=owner_is_paid`), as the model has it.") + 1
    )
    untold = "what the page of a finding opens with: ask, crux, two [[answer]], each with `then` missing in the"
    assert answer.code == 1 and lines[1].startswith(f"findings/ferry/001-toll.md:{at}: ")
    sentence = "The owner is paid (`payee=owner_is_paid`), as the model has it."
    unbacked = f"a sentence about the model that no claim backs: {sentence}"
    assert [line.partition(": ")[2] for line in lines[:9]] == [
        f"{untold} front matter", "an option of the model: payee=owner_is_paid", unbacked, "a scope of the model: tiny",
        "a phrase that nobody says: the own cart", "a name of the model: other_is_paid", "a name of the model: cross",
        "“What would settle it”: 2 sentences, where one is to be printed",
        "a phrase that nobody says: first option of the question is that",
    ]  # fmt: skip
    rows = command("findings", "--lint", "001", "--json", project=family)
    assert problems("findings-lint", rows.json) == [] and rows.json[1]["line"] == at
    backed = '[[claim]]\nsays = "as the model has it"\nscope = "tiny"\nask = "dead"\nabout = { rule = "cannot_pay" }\n'
    keys = 'crux = "A cart crosses."\nask = "Who is paid?"\n'
    sentence = 'wording = "The owner is paid, of carts (hay, say) too."\n'
    told = (
        front.replace("questions =", f"{keys}questions =")
        + '\n[[answer]]\nsays = "No"\nthen = "Nobody pays."\n\n[[answer]]\nsays = "Yes"\nthen = "She pays."\n'
        + sentence
    )
    path.write_text(f"{told}\n{backed}+++\nThe owner is paid, as the model has it.\n", "utf-8")
    answer = command("findings", "--lint", "001", project=family)
    assert answer.code == 0 and answer.out.startswith("the prose has no names of the model"), answer.out
    alike = told.replace('says = "Yes"', 'says = "no."')
    left = "Say in your own words what each clause demands."
    path.write_text(f"{alike}\n{backed}+++\nPaid is {{whom}}, as the model has it.\n\n{left}\n", "utf-8")
    answer = command("findings", "--lint", "001", project=family)
    assert answer.code == 1 and "“No” and “no.” say the same" in answer.out
    assert f"still to be written: {left}" in answer.out and "a hole that nothing fills" in answer.out
    path.write_text(f"{front}+++\n## What would settle it\n", "utf-8")
    assert "no sentence is there to be printed" in command("findings", "--lint", "001", project=family).out
    assert command("findings", "--lint", "003", project=family).code == 0, "it is withdrawn, and names a line"


def test_holes_that_no_play_fills_are_found(command: Command, family: Path) -> None:
    """In the front matter: a name that is nothing, what a cart and a field do not have, a member that no scope has."""
    path = family / "findings" / "ferry" / "001-toll.md"
    holes = (
        "{whom} {cart.weigth} {heavy[who]} {coins[Dan]} {Numbers.coin} {who} {cart.heavy} {coins[Ann] + Numbers.coins}"
    )
    crux = f'crux = "{holes} {{before.coins[who]}}"\nquestions ='
    path.write_text(path.read_text("utf-8").replace("questions =", crux, 1), "utf-8")
    rows = command("findings", "--lint", "001", "--json", project=family)
    assert problems("findings-lint", rows.json) == []
    line = 1 + path.read_text("utf-8").split("crux =")[0].count("\n")
    assert [(one["said"], one["line"]) for one in rows.json if one["kind"] == "unfilled"] == [
        (f"{{{hole}}}: nothing is called `{name}`", line)
        for hole, name in (
            ("whom", "whom"), ("cart.weigth", "weigth"), ("heavy[who]", "heavy"), ("coins[Dan]", "Dan"),
            ("Numbers.coin", "Numbers"),
        )
    ]  # fmt: skip
    said = f"findings/ferry/001-toll.md:{line}: a hole of the front matter that no play fills: {{whom}}: nothing is"
    assert said in command("findings", "--lint", "001", project=family).out


@pytest.mark.parametrize(
    ("crux", "said"),
    [
        ("In this play a cart crosses for nothing.", "In this play"),
        ("It is taken that carts pay.", "It is taken"),
        ("A cart crosses, as finding 2 has it.", "finding 2"),
        ("A cart crosses, and its owner has taken two coins.", ""),
    ],
)
def test_a_page_opens_with_its_own_question(command: Command, family: Path, crux: str, said: str) -> None:
    path = family / "findings" / "ferry" / "001-toll.md"
    told = f'crux = "{crux}"\nask = "Who is paid?"\nquestions ='
    path.write_text(path.read_text("utf-8").replace("questions =", told, 1), "utf-8")
    rows = command("findings", "--lint", "001", "--json", project=family).json
    assert problems("findings-lint", rows) == []
    assert [row["said"] for row in rows if row["kind"] == "taken"] == [said] * bool(said)


@pytest.mark.parametrize(
    ("because", "into", "said"),
    [
        ("A turn is what everybody calls one.", "001", "names no line of the book: A turn is"),
        ("It says “three coins” (line 3).", "001", "quotes what the lines that it names lack: three coins"),
        ("It says “Two coins.” (lines 3 and 13).", "001", ""),
        (
            "A turn begins after each crossing (line 13).",
            "",
            "which a finding that stands doubts, and does not name it",
        ),
        ("A turn begins after each crossing (line 13), whatever finding 002 says.", "", ""),
    ],
)
def test_a_withdrawal_rests_on_the_lines_that_it_names(
    command: Command, family: Path, because: str, into: str, said: str
) -> None:
    """The quotations are held against the text of the ferry; the second finding is about the same clause here."""
    path = family / "findings" / "ferry" / "003-turn.md"
    text = path.read_text("utf-8").replace("A turn begins after each crossing (line 13).", because)
    path.write_text(text if into else text.replace('into = "001"\n', ""), "utf-8")
    other = family / "findings" / "ferry" / "002-heavy.md"
    other.write_text(other.read_text("utf-8").replace('["2.1", "2.2"]\n', '["2.1", "2.2", "3.1"]\n', 1), "utf-8")
    answer = command("findings", "--lint", "003", "--source", str(FERRY / "text"), project=family)
    assert (answer.code, said in answer.out) == (1 if said else 0, True), answer.out
    if said:
        place = text.split("\n").index(next(line for line in text.split("\n") if line.startswith("because"))) + 1
        assert answer.out.startswith(f"findings/ferry/003-turn.md:{place}: a reason for a withdrawal that")
        rows = command("findings", "--lint", "003", "--source", str(FERRY / "text"), "--json", project=family).json
        assert problems("findings-lint", rows) == [] and [row["line"] for row in rows] == [place]


def test_a_withdrawal_into_one_that_is_withdrawn(command: Command, family: Path) -> None:
    path = family / "findings" / "ferry" / "003-turn.md"
    path.write_text(path.read_text("utf-8").replace('into = "001"', 'into = "003"'), "utf-8")
    answer = command("findings", "--lint", "003", project=family)
    assert answer.code == 2 and "finding 003 is withdrawn" in answer.err and "name one that stands" in answer.err


def test_a_clause_shows_what_was_withdrawn_apart(command: Command, family: Path) -> None:
    shown = command("spec", "ferry", "3.1", project=family).out
    assert "    withdrawn: finding ferry/003" in shown and "    finding ferry/003" not in shown
    rows = command("spec", "ferry", "3.1", "--json", project=family).json
    assert problems("spec-show", rows) == [] and undocumented("spec-show", rows) == []
    assert (rows[0]["findings"], rows[0]["withdrawn"]) == ([], ["003"])


def test_the_books_own_places(command: Command, family: Path, tmp_path: Path) -> None:
    path = family / "findings" / "ferry" / "001-toll.md"
    text = path.read_text("utf-8").replace('state = "open"', 'state = "open"\nlost = "a picture of the toll"')
    path.write_text(text.replace("One line pays", "One line (2.3) pays"), "utf-8")
    shown = " ".join(command("findings", "001", project=family).out.split())
    assert " 9 2.4 2 The river The one who does" in shown and "One line (line 8) pays" in shown
    assert "The text that was read may have lost something of the book: a picture of the toll" in shown
    sentence = (FERRY / "text" / "ferry.txt").read_text("utf-8").split("\n")[8].strip()
    assert sentence not in shown
    source = str(FERRY / "text")
    assert sentence in " ".join(command("findings", "001", "--source", source, project=family).out.split())
    told = command("findings", "001", "--source", source, "--json", project=family).json
    assert problems("findings-show", told) == [] and undocumented("findings-show", told) == []
    assert [p["sentence"] for p in told["places"] if p["clause"] == "2.4"] == [sentence]
    missing = command("findings", "001", "--source", str(tmp_path), project=family)
    assert missing.code == 2 and "there is no source text ferry.txt here" in missing.err
    site = ("report", "ferry", "--no-prove", "--matrix", "0", "-o", str(tmp_path / "s"))
    assert command(*site, project=family).code == 0
    page = (tmp_path / "s" / "ferry" / "finding-001.html").read_text("utf-8")
    assert "One line (<a href=#line-8" in page and "a picture of the toll" in page
    assert "id=line-9>The one who does not cross is paid. " in page and "data-line=9" in page and sentence not in page


def test_new_takes_what_explore_has_found(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the same numbers, nothing is explored again, and no rule is read where the scope is named; until a file is
    another one."""
    monkeypatch.setenv("RULESLAWYER_ANSWERS", str(tmp_path / "answers"))
    assert command("init", str(tmp_path / "game")).code == 0
    explored = command("explore", "game", project=tmp_path / "game")
    assert "1   contradiction   take: the_last_stone against as_many_again" in explored.out

    def again(*_: object) -> None:
        raise AssertionError("explored again")

    with monkeypatch.context() as known:
        known.setattr("ruleslawyer.check.explored.explore_scope", again)
        known.setattr("ruleslawyer.front.lower.lower", again)
        for form in (("--new", "game", "1", "--scope", "tiny"), ("game", "--new", "1", "--scope", "tiny")):
            made = command("findings", *form, project=tmp_path / "game")
            assert made.code == 0 and "take-the-last-stone-against-as-many-again" in made.out
    (rules,) = (
        file for file in (tmp_path / "game" / "model").rglob("*.py") if "the_last_stone" in file.read_text("utf-8")
    )
    rules.write_text(rules.read_text("utf-8").replace("the_last_stone", "all_that_is_left"), encoding="utf-8")
    made = command("findings", "--new", "game", "1", project=tmp_path / "game")
    assert made.code == 0 and "take-all-that-is-left-against-as-many-again" in made.out


def test_a_draft_is_no_finding_yet(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`check` says what of it is still to be written, until somebody has written it."""
    monkeypatch.setenv("RULESLAWYER_ANSWERS", str(tmp_path / "answers"))
    assert command("init", str(tmp_path / "game")).code == 0
    unexplained = command("check", project=tmp_path / "game")
    assert unexplained.code == 1 and "`ruleslawyer findings game --new N --scope tiny`" in unexplained.out
    assert command("findings", "game", "--new", "1", "--scope", "tiny", project=tmp_path / "game").code == 0
    drafted = command("check", project=tmp_path / "game")
    assert drafted.code == 1 and "finding game/001 is a draft: still to be written:" in drafted.out
    assert "“What the text says”; “Why it matters”; ask, crux, two [[answer]]" in drafted.out
    (page,) = (tmp_path / "game/findings/game").glob("001-*.md")
    for told in ("Say in your own words what each clause demands.", "Say who gains or loses by it, and when a table"):
        text = page.read_text("utf-8")
        assert told in text
        page.write_text(re.sub(rf"{told}.*", "The one says yes, the other no.", text), "utf-8")
    written = command("check", project=tmp_path / "game")
    assert written.code == 0 and "is a draft" not in written.out


def test_a_draft_of_a_gap_asks_what_the_model_asks(command: Command, tmp_path: Path) -> None:
    """With the readings as answers, each with its ruling; what follows from them is left to a person."""
    shutil.copytree(cookbook(), tmp_path / "book")
    made = command("findings", "setup", "--new", "2", "--scope", "tiny", project=tmp_path / "book")
    assert made.code == 0, made.err
    (page,) = (tmp_path / "book/findings/setup").glob("001-*.md")
    text = page.read_text("utf-8")
    readings = re.findall(r"^ruling = \{ (.*) \}$", text, re.MULTILINE)
    assert readings == [f'the_highest_tower_is_set_aside = "{one}"' for one in ("it_is_used", "it_is_set_aside")]
    (asked,) = re.findall(r'^ask = ".(.*\?)"$', text, re.MULTILINE)
    assert asked in (tmp_path / "book/model/setup.py").read_text("utf-8")
    said = "rulings in answers alone, not tried out: setup/001; to try one out, repeat it in [[settle]]:\n"
    tried = command("findings", "setup", "--settle", project=tmp_path / "book")
    assert tried.code == 0 and tried.out.startswith(f"no finding names a ruling to try out\n{said}")
    assert f"0 rulings tried out\n{said}" in command("findings", "setup", "--verify", project=tmp_path / "book").out


def test_the_words_of_a_finding_are_kept(
    command: Command, family: Path, remembering: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A check fills them in; then nothing is explored until a file changes. Bob takes the cart `hay` of Ann's."""
    path = family / "findings" / "ferry" / "001-toll.md"
    path.write_text(
        path.read_text("utf-8").replace("questions =", 'crux = "{who} takes {cart}."\nquestions ='), "utf-8"
    )
    command("check", "--no-prove", project=family)

    def explored(*_: object) -> None:
        raise AssertionError("explored again")

    with monkeypatch.context() as known:
        known.setattr("ruleslawyer.check.explorations.Explorations.result", explored)
        shown = command("findings", "001", project=family).out
        told = command("findings", "001", "--json", project=family).json["told"]
    assert "What happens\nBob takes hay.\n" in shown and told["happens"] == "Bob takes hay."
    assert (told["question"], [one["says"] for one in told["answers"]]) == (
        "Who gets the toll?", ["Owner is paid", "Other is paid"],
    )  # fmt: skip
    path.write_text(path.read_text("utf-8").replace("takes {cart}", "pays for {cart}, and {cargo}"), "utf-8")
    assert "What happens\nBob pays for hay, and ….\n" in command("findings", "001", project=family).out
    assert "says what its play does not: {cargo}" in command("check", "--no-prove", project=family).out


def test_findings_are_sorted(command: Command) -> None:
    """002 is high, 001 medium, 003 low; they begin at lines 6, 8 and 13, and none hangs under another."""
    for by, ids in (("id", "123"), ("severity", "213"), ("line", "213"), ("family", "213")):
        rows = command("findings", "--by", by, "--json", project=FERRY).json
        assert [row["id"][-1] for row in rows] == [*ids]
        printed = command("findings", "--by", by, project=FERRY).out
        assert re.findall(r"^ferry/00(\d)", printed, re.MULTILINE) == [*ids]
    assert re.findall(r"^ferry/\d+ +\w+ +(\d+) ", command("findings", project=FERRY).out, re.M) == ["6", "8", "13"]


def test_a_draft_says_nothing_twice_and_is_read(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a gap of a question with one reading: one answer alone would be no choice, and is left to be completed."""
    monkeypatch.chdir(tmp_path)
    assert command("explain", "tax", "-o", "tax").code == 0
    assert command("findings", "tax", "--new", "2", project=Path("tax")).code == 0
    (file,) = Path("tax/findings/tax").glob("*.md")
    text = file.read_text("utf-8")
    assert text.casefold().count("what becomes of a half coin") == 1
    assert 'title = "rounding: no clause answers"' in text and '# says = "It always stays"' in text
    assert command("findings", "tax/001", project=Path("tax")).code == 0


def test_a_property_is_drafted_by_its_name(command: Command, tmp_path: Path) -> None:
    """With Numbers.coins 1, two coins are too many from the beginning; nobody is ever without any."""
    project = shutil.copytree(FERRY, tmp_path / "ferry")
    checks = project / "checks/ferry/river.py"
    added = '@checks.sometimes("1.1")\ndef nobody_is_rich(s: State) -> bool:\n    """All is spent."""\n'
    spent = "    return all(s.coins[p] == 77 for p in Player)\n"
    checks.write_text(f"{checks.read_text('utf-8')}\n\n{added}{spent}", "utf-8")
    for name, word, actions in (("two_coins_at_least", "VIOLATED", "actions = 0"), ("nobody_is_rich", "VACUOUS", "")):
        made = command("findings", "ferry", "--new", name, "--scope", "tiny", project=project)
        assert made.code == 0, made.err
        file = project / re.findall(r"drafted (.*\.md)", made.out)[0]
        text = file.read_text("utf-8")
        assert f'about = {{ property = "{name}" }}' in text and text.count("\n# wording = ") == 2
        assert (actions or 'word = "VACUOUS"') in text and text.count("\n[[answer]]") == 2 and word
        again = command("findings", f"ferry/{file.name[:3]}", "--verify", project=project)
        assert again.code == 0 and "reproduces (computed)" in again.out
        assert "`wording` of an [[answer]]" in command("findings", "ferry", "--lint", project=project).out
    for name, mend in (("something_crosses", "there is: `two_coins_at_least`"), ("two_coins_at_leas", "did you mean")):
        refused = command("findings", "ferry", "--new", name, "--scope", "tiny", project=project)
        assert refused.code == 2 and f"no property `{name}` is VIOLATED" in refused.err and mend in refused.err


def test_all_mistakes_of_a_finding_are_told_at_once(command: Command, tmp_path: Path) -> None:
    """With the right word for a query that is called after what it asks about, and for the key of its verdict."""
    project = shutil.copytree(FERRY, tmp_path / "ferry")
    (project / "findings/ferry/001-toll.md").write_text(
        '+++\nid = "001"\ntitle = "It is so"\nkind = "endless"\nseverity = "high"\nstate = "open"\nclauses = ["1.9"]\n'
        '[[evidence]]\nscope = "tinny"\nask = "property"\nabout = { property = "two_coins" }\n'
        'expect = { verdict = "VIOLATED" }\n[[answer]]\nsay = "Yes"\n+++\n\nProse.\n', "utf-8",
    )  # fmt: skip
    told = command("findings", "ferry", "--verify", project=project)
    lines = [int(line) for line in re.findall(r"^error: findings/ferry/001-toll\.md:(\d+): ", told.err, re.MULTILINE)]
    assert told.code == 2 and sorted(lines) == [4, 7, 9, 10, 11, 12, 14]
    assert "did you mean `verdict`? It asks about: property" in told.err and 'word = "VIOLATED"' in told.err
    assert "did you mean `two_coins_at_least`?" in told.err and "did you mean `tiny`?" in told.err
