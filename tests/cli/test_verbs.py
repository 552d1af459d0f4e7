"""Every verb: its exit code, the keys of its JSON, and that what it prints can be read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from ruleslawyer.api import Project
from ruleslawyer.cli.calls import parse_call
from ruleslawyer.cli.forms import BY_FAMILY, FORMS, GROUPS, OF
from ruleslawyer.cli.main import app
from ruleslawyer.cli.verbs import command as declared_command
from ruleslawyer.exploration.variants.ablation import variants
from ruleslawyer.rulebook.claims.readings import options
from ruleslawyer.semantics.codec import Codec
from tests.cli.command import Command, copied, spelled
from tests.cli.schemas import problems

ROOT = Path(__file__).parents[2]

CONTRACT = {
    "ruleset", "scope", "engine", "states", "transitions", "deadlocks", "depth", "complete", "seconds",
    "contradictions", "gaps", "violations",
}  # fmt: skip


def test_explore_json(command: Command) -> None:
    answer = command("explore", "t57_passes", "--scope", "tiny", "--json")
    assert answer.code == 0
    found = answer.json
    assert set(found) >= CONTRACT
    assert (found["states"], found["transitions"], found["depth"]) == (7, 7, 6)
    assert found["replayed_by"] == "interpreter"


@pytest.mark.parametrize("engine", ["auto", "networkx", "native"])
def test_contraction(command: Command, engine: str) -> None:
    found = command("explore", "t57_passes", "--contract", "--json", "--engine", engine).json
    assert (found["states"], found["transitions"]) == (5, 5)


def test_explore_lists_events(command: Command) -> None:
    found = command("explore", "t20_answers_differ", "--json").json
    (clash,) = found["contradictions"]
    assert (clash["subject"], clash["pair"], clash["material"]) == ("stride", ["one", "two"], True)
    assert clash["play"][0].startswith("initial(")


def test_readings_and_rulings(command: Command) -> None:
    read = command("explore", "t20_answers_differ", "--reading", "stride=two", "--json").json
    ruled = command("explore", "t20_answers_differ", "--ruling", "stride=two", "--json").json
    assert read["reading"] == ruled["reading"] == {"stride": "two"}
    assert len(read["contradictions"]) == 1
    assert (ruled["contradictions"], ruled["rulings"]) == ([], ["stride"])


@pytest.mark.parametrize("written", ["stride?=jump", "stride:gap=jump"])
def test_a_ruling_for_a_gap(command: Command, written: str) -> None:
    """It answers the gap and nothing else: the contradiction stays. A saved play remembers it, and replays."""
    found = command("explore", "t140_gap_ruled", "--ruling", written, "--json").json
    assert (found["states"], len(found["gaps"]), len(found["contradictions"])) == (4, 0, 1)
    assert (found["reading"], found["rulings"]) == ({"stride?": "jump"}, ["stride?"])


@pytest.mark.parametrize(
    ("reading", "ruling"),
    [(("--reading", "stride=then_two"), "stride:gap=jump"), ((), "stride=wavers"), ((), "stride:gap=jump")],
)
def test_prove_under_a_ruling(command: Command, reading: tuple[str, ...], ruling: str) -> None:
    """Under the rules as they are ruled, and not as they stand: with the gap ruled it is another answer to the
    contradiction by which five is reached, chosen or found; nothing is left open by the other ruling."""
    answer = command("prove", "t140_gap_ruled", "not_five", *reading, "--ruling", ruling, "--json")
    (proof,) = answer.json["results"]
    jumps = ruling == "stride:gap=jump"
    assert (proof["verdict"] == "VIOLATED") == jumps, proof
    assert not jumps or proof["premises"]["reading"] == {"stride": "then_two"}


def test_a_play_under_a_ruling_for_a_gap_is_kept(command: Command, tmp_path: Path) -> None:
    """Five is reached by way of the gap, two at a time: with any other ruling the play would not replay."""
    file = tmp_path / "play.json"
    chosen = ("--reading", "stride=then_two", "--ruling", "stride:gap=jump")
    found = command("explore", "t140_gap_ruled", *chosen, "--trace", "not_five", "--save", str(file))
    assert "VIOLATED   not_five" in found.out
    replayed = command("play", str(file))
    assert replayed.code == 0
    assert "count: 3 → 5" in replayed.out


def test_a_limit_is_incomplete(command: Command) -> None:
    answer = command("explore", "t57_passes", "--max-states", "2", "--json")
    assert answer.code == 1
    assert not answer.json["complete"]
    assert "limit of 2 states" in answer.json["stopped"]


def test_check_as_expected(command: Command) -> None:
    answer = command("check", "t57_passes", "--json")
    assert answer.code == 0
    assert answer.json["as_expected"]
    assert answer.json["falls_short"] == []


@pytest.mark.parametrize(
    ("name", "kind", "code"),
    [
        ("t20_answers_differ", "event", 1), ("t56_deadlock", "deadlock", 1), ("t52_always", "property", 1),
        ("t46_cap", "property", 3),
    ],
)  # fmt: skip
def test_check_falls_short(command: Command, name: str, kind: str, code: int) -> None:
    answer = command("check", name, "--json")
    assert answer.code == code
    assert kind in {s["kind"] for s in answer.json["falls_short"]}


@pytest.mark.parametrize("engine", ["networkx", "native"])
def test_a_deadlock_names_the_actions_that_a_domain_refuses(command: Command, tmp_path: Path, engine: str) -> None:
    """Nowhere leads on from 1 and 3, and there the domain leaves nothing: so nothing is forbidden or unspoken."""
    project = copied(tmp_path, "t56_deadlock")
    model = project / "t56_deadlock" / "model.py"
    domain = "\n\n@go.domain\ndef there_is_a_path(s: State, who: Player, to: int) -> bool:\n"
    domain += '    """From the crossings alone."""\n    return s.place == 0 or s.place == 2\n'
    model.write_text(model.read_text(encoding="utf-8") + domain, encoding="utf-8")
    asked = ("explore", "t56_deadlock", "--engine", engine)
    answer = command(*asked, "--json", project=project)
    assert {(*d["unspoken"], *d["forbidden"], *d["refused"]) for d in answer.json["dead_ends"]} == {("go",)}
    assert problems("explore", answer.json) == []
    assert "the domain leaves no choice for go" in " ".join(command(*asked, project=project).out.split())
    played = command("explore", "t56_deadlock", "--simulate", "10", project=project).out
    assert "the domain leaves no choice for go" in " ".join(played.split())
    assert "(go)" in " ".join(command("check", "t56_deadlock", project=project).out.split())


def test_an_expected_verdict(command: Command, tmp_path: Path) -> None:
    """A declared verdict is as expected, and another one is not."""
    project = copied(tmp_path, "t53_vacuous")
    file = project / "checks" / "t53_vacuous" / "expected.toml"
    file.parent.mkdir(parents=True)
    file.write_text(
        '[tiny.at_three]\nverdict = "VACUOUS"\nreason = "never reached"\n'
        '[tiny.odd_at_three]\nverdict = "VACUOUS"\nreason = "never reached"\n',
        encoding="utf-8",
    )
    assert command("check", "--json", project=project).code == 0
    file.write_text(file.read_text(encoding="utf-8").replace("VACUOUS", "PROVED"), encoding="utf-8")
    assert command("check", "--json", project=project).code == 1


def test_one_scope_says_nothing_of_what_the_others_may_meet(command: Command, tmp_path: Path) -> None:
    """Three is never reached: that falls short where it is known of all scopes, and not of a choice of them."""
    project = copied(tmp_path, "t53_vacuous")
    scopes = project / "t53_vacuous" / "scopes"
    (scopes / "again.toml").write_bytes((scopes / "tiny.toml").read_bytes())
    assert command("check", "--json", project=project).code == 1
    assert command("check", "--scope", "tiny", "--scope", "again", "--json", project=project).code == 1
    assert command("check", "--scope", "again", "--json", project=project).code == 0


def test_check_writes_its_report_whole(command: Command, tmp_path: Path) -> None:
    answer = command("check", "t20_answers_differ", "-o", str(tmp_path / "report"))
    assert answer.code == 1
    listed = (tmp_path / "report" / "files.txt").read_text("utf-8").splitlines()
    written = [p.relative_to(tmp_path / "report").as_posix() for p in (tmp_path / "report").rglob("*") if p.is_file()]
    assert sorted(written) == sorted([*listed, "files.txt"])
    assert {"index.html", "report.json.gz", "timings.json", "t20_answers_differ/rulebook.html"} <= set(listed)


def test_lint(command: Command) -> None:
    assert command("lint", "t57_passes").code == 0
    found = command("lint", "t57_passes", "t20_answers_differ", "--run", "--states", "20", "--json")
    assert found.code == 0
    assert all(r["compared"] > 0 and not r["differences"] for r in found.json)


def test_findings_of_a_project_without_any(command: Command) -> None:
    answer = command("findings", "--json")
    assert (answer.code, answer.json) == (0, [])


def write_out(draft: Path) -> None:
    """Write what a draft leaves to its author."""
    text = draft.read_text(encoding="utf-8")
    for key, says in (
        ("crux", "One clause says one, another two."),
        ("ask", "How many is it?"),
    ):
        text = text.replace(f'# {key} = ""', f'{key} = "{says}"')
    answers = [
        f'[[answer]]\nsays = "It is {n}."\nthen = "Ann moves {n}."\nwording = "Move {n}."\n' for n in ("one", "two")
    ]
    text = text.replace('# [[answer]]\n# says = ""\n# then = ""\n# wording = ""\n', "\n".join(answers))
    text = text.replace("Say in your own words what each clause demands.", "Clause 2 demands one, clause 3 two.")
    text = text.replace("Say who gains or loses by it, and when a table would notice.", "Ann moves too far.")
    draft.write_text(text, encoding="utf-8")


def test_a_finding_explains_its_event(command: Command, tmp_path: Path) -> None:
    """Drafted from an event and then written, it makes the check pass; and once the event is gone, it falls short
    itself."""
    project = copied(tmp_path, "t20_answers_differ")
    assert command("check", project=project).code == 1
    drafted = command("findings", "--new", "t20_answers_differ", "1", "--json", project=project)
    assert drafted.code == 0
    assert "is a draft" in command("check", project=project).out
    write_out(project / drafted.json["file"])
    assert command("check", project=project).code == 0
    assert command("findings", "--verify", "--json", project=project).json[0]["reproduced"]
    assert command("findings", "t20_answers_differ", "001", project=project).code == 0
    model = project / "t20_answers_differ" / "model.py"
    text = model.read_text(encoding="utf-8")
    model.write_text(text.replace("return 2 if", "return 1 if"), encoding="utf-8")
    assert command("findings", "--verify", project=project).code == 1
    assert command("check", project=project).code == 1


def test_help_has_examples(command: Command) -> None:
    for verb in ("check", "explore", "prove", "certify", "play", "replay", "lint", "spec coverage", "findings verify"):
        answer = command(*(spelled(OF[verb]) if verb in OF else (verb,)), "--help")
        assert answer.code == 0
        assert _examples_of(verb, answer.out.partition("Examples:")[2])


def test_version(command: Command) -> None:
    assert command("--version").out == "ruleslawyer 0.2.0\n"


def test_prove(command: Command, tmp_path: Path) -> None:
    """The solver's verdicts, and its plays taken through the reference semantics."""
    project = copied(tmp_path, "t52_always")
    scopes = project / "t52_always" / "scopes"
    (scopes / "open.toml").write_text((scopes / "tiny.toml").read_text(encoding="utf-8"), encoding="utf-8")
    answer = command("prove", "t52_always", "below_three", "below_four", "--json", project=project)
    assert answer.code == 1
    found = {result["property"]: result for result in answer.json["results"]}
    assert {name: result["verdict"] for name, result in found.items()} == {
        "below_three": "VIOLATED", "below_four": "PROVED for any number of Player",
    }  # fmt: skip
    assert set(found["below_four"]) >= {"property", "verdict", "method", "seconds", "clauses"}
    assert command("prove", "t52_always", "below_four", project=project).code == 0
    checked = command("check", "--timeout", "10", "--json", project=project).json
    assert {s["kind"] for s in checked["falls_short"]} == {"property"}


def _spelled(words: str) -> str:
    """How a verb's question is spelled in its help: with an option of another verb, where that is its name."""
    names = {form.declared: form.name for form in FORMS} | {BY_FAMILY.declared: "explore --readings"}
    return names.get(words, words)


def _examples_of(verb: str, text: str) -> list[str]:
    """The words after the verb in each line of a help that has its spelling."""
    first, *others = _spelled(verb).split()
    lines = [line.split("ruleslawyer ", 1)[1].split() for line in text.splitlines() if "ruleslawyer " in line]
    return [" ".join(line[1:]) for line in lines if line[0] == first and {*others} <= {*line}]


def helps(group: Any, *above: str) -> Iterator[tuple[str, str]]:
    """Every verb with its help."""
    for name, verb in group.commands.items():
        if hasattr(verb, "commands"):
            yield from helps(verb, *above, name)
        else:
            yield " ".join((*above, name)), verb.help or ""


HELPS = dict(helps(get_command(app))) | {name: declared_command(name).help or "" for name in OF}


@pytest.mark.parametrize("verb", HELPS)
def test_every_verb_has_a_purpose_and_examples(verb: str) -> None:
    purpose, _, rest = HELPS[verb].partition("\n\n")
    assert "\n" not in purpose and purpose.endswith(".")
    assert _examples_of(verb, rest.partition("Examples:")[2])


@pytest.mark.parametrize("verb", ["explore", "prove", "why", "ablate", "export"])
def test_examples_name_what_is_there(verb: str) -> None:
    """Scopes, readings, properties and actions of the ruleset that each line is about."""
    project = Project.load(ROOT)
    examples = [re.findall(r"(\w+)(.*)", line)[0] for line in _examples_of(verb, HELPS[verb])]
    assert examples
    for name, line in examples:
        ruleset = project.ruleset(name)
        for scope in re.findall(r"--scope (\w+)", line):
            assert scope in ruleset.scopes()
        for question, option in re.findall(r'--reading "(\w+)=(\w+)"', line):
            assert option in options(ruleset.system, question)
        for question in re.findall(r"--question (\w+)", line):
            assert question in ruleset.system.questions
        for clause in re.findall(r"--clause (\w+)", line):
            assert clause in {variant.name for variant in variants(ruleset.system)}
        for check in re.findall(r"^ (\w+)", line) if verb == "prove" else ():
            assert check in ruleset.system.checks
        for scope, call in re.findall(r"--scope (\w+) .*?'(\w+\(.*\))'", line):
            parse_call(call, Codec(ruleset.system, ruleset.scope(scope)))


def test_why_says_what_may_be_done_instead(command: Command) -> None:
    ferry = ROOT / "tests/projects/ferry"
    answer = command("why", "ferry", "--scope", "tiny", "cross(who=Bob, cart=hay)", project=ferry)
    assert answer.code == 0, answer.err
    assert "allowed here: cross(who=Ann, cart=hay)" in answer.out


def test_a_play_ends_with_the_table_in_letters(command: Command) -> None:
    """By hand: to cross costs Ann her coin, and Bob has the turn; X begins on an empty board."""
    told = command("explore", "ferry", "--trace", "something_crosses", project=ROOT / "tests/projects/ferry").out
    table = told.partition("     the table then (* changed last):\n")[2].splitlines()
    assert table[:2] == ["       Ann: coins 0 (before: 1)", "       Bob: to move, coins 2 (before: 1)"]
    game = ROOT / "tests/classics/tictactoe"
    asked = command("why", "tictactoe", "--scope", "board", "put(who=X, cell=b2)", project=game).out
    assert asked.endswith("     the table:\n       X: to move\n       O\n"), (
        "of the board nothing, as nothing lies on it"
    )


def _verbs(command: Any, words: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    yield words, command
    for name, part in getattr(command, "commands", {}).items() if not GROUPS & {*words} else ():
        yield from _verbs(part, (*words, name))


@pytest.mark.parametrize("width", ["80", "120"])
def test_help_breaks_no_word(command: Command, monkeypatch: pytest.MonkeyPatch, width: str) -> None:
    """Paths, names of options and examples stand whole in some line, and no line is longer than the terminal."""
    monkeypatch.setenv("COLUMNS", width)
    monkeypatch.setenv("TERMINAL_WIDTH", width)
    broken = {}
    asked = [(tuple(spelled(form)), declared_command(form.declared)) for form in OF.values()]
    for words, verb in [*_verbs(get_command(app)), *asked]:
        told = command(*words, "--help").out
        shown = set(re.sub("[│╭╮╰╯─]|,(?=--)", " ", told).split())
        params = [param for param in verb.params if not getattr(param, "hidden", False)]
        texts = [verb.help, verb.epilog, *(getattr(param, "help", "") for param in params)]
        wanted = {word for text in texts if text for word in text.split()}
        wanted |= {name for param in params for name in param.opts if name.startswith("-")}
        if wanted - shown:
            broken[words] = wanted - shown
        assert max(map(len, told.splitlines())) <= int(width), words
    assert broken == {}


def test_a_report_of_one_scope_has_its_front_page(command: Command, tmp_path: Path) -> None:
    """The findings that open it are pictured, though the plays of most do not come up in that scope alone."""
    answer = command("check", "daemons", "--scope", "fee", "--no-prove", "-o", str(tmp_path), project=ROOT)
    assert answer.code == 0, answer
    front = (tmp_path / "index.html").read_text("utf-8")
    assert ", at the table</h2>" in front and 1 <= front.count("</span> from the start of a small table") <= 3
