"""`serve --mcp`: what an assistant asks over the protocol is answered as the command does, and nothing else happens."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest

from ruleslawyer.api import Project
from ruleslawyer.front.worked import cookbook
from tests.cli.command import Command
from tests.cli.schemas import problems

mcp = pytest.importorskip("mcp", reason="the extra is not installed")
import anyio  # noqa: E402
from mcp.client.client import Client  # noqa: E402
from mcp.client.stdio import StdioServerParameters, stdio_client  # noqa: E402
from mcp.shared.exceptions import MCPError  # noqa: E402
from mcp_types import CallToolRequestParams  # noqa: E402

from ruleslawyer.cli.assistant import LONGEST_REQUEST, LONGEST_TEXT, Assistant  # noqa: E402
from ruleslawyer.cli.assistant_call import answer  # noqa: E402
from ruleslawyer.cli.assistant_tools import RESOURCES, TOOLS  # noqa: E402
from ruleslawyer.semantics.direct import Direct  # noqa: E402

T = TypeVar("T")
TRACE = ["--scope", "tiny", "--trace", "1"]
LAST = {"middle": 1, "taken": {"Ann": 3, "Bob": 3}, "turn": "Ann", "last": 1, "passed": False}


def asked(project: Path, questions: Callable[[Client], Awaitable[T]]) -> T:
    """The answers to questions that the protocol's own client asks a server, as an editor starts it."""
    words = ["-P", "-m", "ruleslawyer", "--project", str(project), "serve", "--mcp"]

    async def talk() -> T:
        async with Client(stdio_client(StdioServerParameters(command=sys.executable, args=words))) as client:
            return await questions(client)

    return anyio.run(talk)


def answers(project: Path, *calls: tuple[str, dict[str, Any]]) -> list[tuple[str, Any, bool]]:
    """Of each call the text, the JSON, and whether it was refused."""

    async def each(client: Client) -> list[tuple[str, Any, bool]]:
        found = [await client.call_tool(name, arguments) for name, arguments in calls]
        return [(one.content[0].text, one.structured_content, one.is_error) for one in found]  # type: ignore[union-attr]

    return asked(project, each)


@pytest.fixture
def project(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A new one, with modules whose names others have, which say that they were imported."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RULESLAWYER_ANSWERS", str(tmp_path / "answers"))
    assert command("init", "harbour").code == 0
    marker = tmp_path / "ran"
    for file in ("model/__init__.py", "json.py", "ruleslawyer.py", "sitecustomize.py"):
        (tmp_path / "harbour" / file).write_text(f"open({str(marker)!r}, 'a').write({file!r})\n", encoding="utf-8")
    return tmp_path / "harbour"


def _without_times(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_times(one) for key, one in value.items() if key not in ("seconds", "machines_agree")}
    return [_without_times(one) for one in value] if isinstance(value, list) else value


def test_each_call_has_a_schema_and_says_whether_it_writes(project: Path) -> None:
    found = asked(project, lambda client: client.list_tools()).tools
    assert [one.name for one in found] == list(TOOLS)
    assert {one.name for one in found if not one.annotations.read_only_hint} == {"findings_write"}  # type: ignore[union-attr]
    for one in found:
        assert one.description and one.input_schema["additionalProperties"] is False
        assert all(part["description"] for part in one.input_schema["properties"].values()), one.name
        assert "ruleset" not in one.input_schema.get("required", ()), "there is one alone"


def test_answers_are_those_of_the_command(command: Command, project: Path) -> None:
    """By their schemas, and beside them what the command prints."""
    take = "take(who=Ann, stones=2)"
    cases: tuple[tuple[str, dict[str, Any], str, list[str]], ...] = (
        ("lint", {}, "lint", ["lint", "harbour"]),
        ("explore", {"scope": "tiny", "trace": "1"}, "explore", ["explore", "harbour", *TRACE]),
        ("why", {"action": take}, "why", ["why", "harbour", take]),
        ("scenario", {}, "scenario-run", ["scenario", "harbour"]),
        ("findings_list", {}, "findings-list", ["findings", "harbour"]),
        ("prove", {"properties": ["no_stone_gets_lost"]}, "prove", ["prove", "harbour", "no_stone_gets_lost"]),
        ("spec_coverage", {"scope": "tiny"}, "spec-coverage", ["spec", "harbour", "--scope", "tiny"]),
        ("spec_clause", {"wanted": ["2.2"]}, "spec-show", ["spec", "harbour", "2.2"]),
    )  # fmt: skip
    before = _files(project)
    found = answers(project, *((name, arguments) for name, arguments, _, _ in cases))
    assert _files(project) == before and not project.with_name("ran").exists()
    for (name, _, schema, words), (text, value, refused) in zip(cases, found, strict=True):
        value = value.get("results", value) if name != "prove" else value
        printed = command(*words, "--json", project=project).json
        printed = printed[0] if name == "lint" else printed
        assert not refused and _without_times(value) == _without_times(printed), name
        assert problems(schema, [value] if name == "lint" else value) == [], name
        line = command(*words, project=project).out.rstrip("\n").split("\n")[-1].rstrip()
        assert line in text, name


def test_no_call_runs_the_projects_code(command: Command, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It runs in one machine alone; the command's scenarios have it."""

    def run(*_: object, **__: object) -> None:
        raise AssertionError("the project's code runs")

    monkeypatch.setattr(Direct, "__init__", run)
    needed: dict[str, dict[str, Any]] = {
        "why": {"action": "pass_(who=Ann)"}, "findings_draft": {"met": 1}, "findings_write": {"met": 1},
        "findings_settle": {"id": "001"}, "spec_clause": {"wanted": ["2"]}, "play_step": {"action": "pass_(who=Ann)"},
    }  # fmt: skip
    for name in [*TOOLS, *RESOURCES]:
        request = {"folder": str(project), "call": name, "arguments": {"ruleset": "harbour", **needed.get(name, {})}}
        assert "error" not in answer(request), name
    monkeypatch.setenv("RULESLAWYER_DEBUG", "1")
    with pytest.raises(AssertionError, match="code runs"):
        command("scenario", "harbour", project=project)


def test_a_scenario_that_is_not_there_is_said(project: Path) -> None:
    """And not, as if it were there, that none of it failed."""
    names = [one["name"] for one in answers(project, ("scenario", {}))[0][1]["results"]]
    text, _, refused = answers(project, ("scenario", {"name": f"{names[0][:-1]}X"}))[0]
    assert refused and "there is no scenario" in text and f"did you mean `{names[0]}`?" in text
    assert not answers(project, ("scenario", {"name": names[0][1:]}))[0][2], "a part of a name is enough"


def test_one_decides_and_two_decide(project: Path) -> None:
    assert "\nAnn decides\n" in "\n" + answers(project, ("play_observe", {}))[0][0]
    both = answers(cookbook(), ("play_observe", {"ruleset": "fists", "scope": "tiny"}))[0][0]
    assert both.startswith("Ann and Bob decide\n")


def _files(project: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in project.rglob("*") if path.is_file()}


def test_a_draft_is_returned_and_written_only_by_the_call_that_says_so(project: Path) -> None:
    before = _files(project)
    ((text, value, refused),) = answers(project, ("findings_draft", {"met": 1}))
    assert not refused and value["text"].strip() == text.strip() and _files(project) == before
    ((_, written, _),) = answers(project, ("findings_write", {"met": 1}))
    new = {path: content for path, content in _files(project).items() if path not in before}
    assert new == {project / written["file"]: value["text"].encode()} and written["file"] == value["file"]
    ((text, _, refused),) = answers(project, ("findings_settle", {"id": "001"}))
    assert not refused and "it names no ruling" in text


def test_a_folder_that_leads_out_of_the_project_is_not_written_into(project: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    folder = project / "findings" / "harbour"
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()
    folder.symlink_to(outside)
    ((text, _, refused),) = answers(project, ("findings_write", {"met": 1}))
    assert refused and "leads out of the project" in text and list(outside.iterdir()) == []


def test_nothing_is_written_into_the_rulesets_of_the_tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assistant = Assistant(Project.here())
    assistant.project.bundled = True
    call = CallToolRequestParams(name="findings_write", arguments={"ruleset": "daemons", "met": 1, "scope": "tiny"})
    found = anyio.run(assistant.call_tool, None, call)
    assert found.is_error and "no project here" in found.content[0].text  # type: ignore[union-attr]


def test_a_game_is_played_to_its_end(project: Path) -> None:
    """Ann takes the last stone and has more: by clause 3.2 she has won; Bob is not on turn."""
    observed, stepped, refused, illegal = answers(
        project,
        ("play_observe", {"state": LAST}),
        ("play_step", {"state": LAST | {"last": 0}, "action": {"action": "take", "args": {"who": "Ann", "stones": 1}}}),
        ("play_step", {"state": LAST, "action": "take(who=Bob, stones=1)"}),
        ("play_step", {"state": LAST, "action": "take(who=Ann, stones=7)"}),
    )
    assert observed[1]["awaits"] == ["Ann"] and {"action": "pass_", "args": {"who": "Ann"}} in observed[1]["legal"]
    assert (stepped[1]["ended"], stepped[1]["winners"], stepped[1]["legal"]) == (True, ["Ann"], [])
    assert "won by Ann" in stepped[0]
    assert refused[2] and illegal[2] and refused[1] is illegal[1] is None


def test_a_player_sees_what_he_may() -> None:
    """Of the pattern `peek`, where cards lie face down: whoever looks sees fewer than there are."""
    whole, seen = answers(
        cookbook(), ("play_observe", {"ruleset": "peek"}), ("play_observe", {"ruleset": "peek", "player": "Ann"})
    )
    assert not whole[2] and not seen[2]
    assert "?" in str(seen[1]["state"]) or seen[1]["state"] != whole[1]["state"] or whole[1]["awaits"] == ["chance"]
    assert seen[1]["legal"] == []


HOSTILE: tuple[tuple[str, dict[str, Any]], ...] = (
    ("rm", {}),
    ("lint", {"run": True}),
    ("lint", {"ruleset": "../harbour"}),
    ("lint", {"ruleset": 7}),
    ("lint", {"ruleset": "--help"}),
    ("explore", {"scope": "../../../etc/passwd"}),
    ("explore", {"scope": "tiny\x00"}),
    ("explore", {"max_states": 0}),
    ("explore", {"max_states": "many"}),
    ("explore", {"trace": "999999999999999999999"}),
    ("explore", {"reading": {"no": "such"}}),
    ("explore", {"rulings": {"take:the_last_stone/as_many_again": "perhaps"}}),
    ("why", {"action": "take(who=Ann, stones=" + "9" * 1000 + ")"}),
    ("why", {"action": "__import__('os').system('true')"}),
    ("why", {"action": {"action": "take"}}),
    ("why", {"action": "take(who=Ann, stones=2)", "state": {"middle": "7"}}),
    ("scenario", {"path": "/etc/passwd"}),
    ("findings_draft", {"met": 99}),
    ("findings_draft", {"met": -1}),
    ("findings_settle", {"id": "../../../etc/passwd"}),
    ("prove", {"properties": ["no_such"]}),
    ("spec_clause", {"wanted": ["../2.1"]}),
    ("spec_clause", {"wanted": "2.1"}),
    ("play_observe", {"player": "Mallory"}),
    ("play_observe", {"state": {"middle": 10**30}}),
    ("play_step", {"action": ""}),
    ("play_step", {"action": "x" * (LONGEST_REQUEST + 1)}),
)  # fmt: skip


def test_hostile_arguments_are_refused_in_words(project: Path) -> None:
    before = _files(project)
    for case, (text, value, refused) in zip(HOSTILE, answers(project, *HOSTILE), strict=True):
        assert refused and value is None and text and len(text) <= LONGEST_TEXT + 100, case
        assert "Traceback" not in text and "internal error" not in text and "root:" not in text, case
    assert _files(project) == before and not project.with_name("ran").exists()


def test_resources(command: Command, project: Path) -> None:
    async def read(client: Client) -> dict[str, str]:
        listed = (await client.list_resources()).resources
        contents = {one.uri: (await client.read_resource(one.uri)).contents for one in listed}
        for wrong in (
            "file:///etc/passwd",
            "ruleslawyer://../clauses",
            "ruleslawyer://nope/clauses",
            "ruleslawyer://x",
        ):
            with pytest.raises(MCPError):
                await client.read_resource(wrong)
        return {uri: found[0].text for uri, found in contents.items()}  # type: ignore[union-attr]

    found = asked(project, read)
    assert found["ruleslawyer://language"] == command("explain", "--all").out
    assert "2.2 (prohibition-action, line 10): The number" in found["ruleslawyer://harbour/clauses"]
    assert found["ruleslawyer://harbour/findings"] == "no finding stands\n"


def test_what_takes_too_long_is_ended(project: Path) -> None:
    """Shorter than a process begins: it is gone afterwards, with all that it had begun."""
    assistant = Assistant(Project.load(project), seconds=0.05)
    found = anyio.run(assistant.call_tool, None, CallToolRequestParams(name="explore", arguments={}))
    assert found.is_error and "no answer within 0.05 s" in found.content[0].text  # type: ignore[union-attr]


def test_an_exploration_says_how_far_it_came(project: Path) -> None:
    ((text, value, refused),) = answers(project, ("explore", {"max_states": 10}))
    assert not refused and "INCOMPLETE: stopped at the limit of 10 states" in text
    assert value["complete"] is False and value["states"] < 136, "the scope has so many"


def test_an_edit_is_seen_by_the_next_call(project: Path) -> None:
    async def edit(client: Client) -> list[int]:
        first = await client.call_tool("lint", {})
        file = project / "model" / "harbour" / "turn.py"
        file.write_text(file.read_text("utf-8").replace("s.middle -= stones", "s.midle -= stones"), encoding="utf-8")
        second = await client.call_tool("lint", {})
        found = [one.structured_content for one in (first, second)]
        return [len(one["diagnostics"]) for one in found]

    assert asked(project, edit) == [0, 1]


def test_what_the_option_does_not_go_with(command: Command, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert command("serve", "harbour", "--mcp", project=project).code == 2
    assert "name one" in command("serve", project=project).err
    monkeypatch.setitem(sys.modules, "ruleslawyer.cli.assistant", None)
    refused = command("serve", "--mcp", project=project)
    assert refused.code == 2 and "pip install 'ruleslawyer[mcp]'" in refused.err
