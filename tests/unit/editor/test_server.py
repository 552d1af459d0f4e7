"""The language server as an editor meets it: a client of pygls talks to the command over standard input and output."""

from __future__ import annotations

import asyncio
import shutil
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

from tests.cli.command import Command

ROOT = Path(__file__).parents[3]
FERRY = ROOT / "tests" / "projects" / "ferry"
MODEL, REGISTER = "model/ferry/river.py", "spec/ferry/river.toml"
WAIT = 120.0
"""Seconds; a machine may be busy."""


class Client(LanguageClient):
    """One that keeps how the server ended."""

    def __init__(self, name: str, version: str) -> None:
        super().__init__(name, version)
        self.ended: asyncio.Future[int | None] = asyncio.get_running_loop().create_future()

    async def server_exit(self, server: asyncio.subprocess.Process) -> None:
        self.ended.set_result(server.returncode)


class Editor:
    """A client with what it was told."""

    def __init__(self, project: Path) -> None:
        self.project = project
        self.client = Client("test", "1")
        self.told: asyncio.Queue[lsp.PublishDiagnosticsParams] = asyncio.Queue()
        self.opened = set[str]()

        def told(found: lsp.PublishDiagnosticsParams) -> None:
            self.told.put_nowait(found)

        self.client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(told)

    async def until_read(self) -> None:
        """Wait until the model, which is open, has been read: messages are taken in order."""
        await self.client.text_document_document_symbol_async(
            lsp.DocumentSymbolParams(lsp.TextDocumentIdentifier(self.uri(MODEL)))
        )

    def uri(self, path: str) -> str:
        return (self.project / path).as_uri()

    def open(self, path: str, text: str | None = None) -> None:
        text = (self.project / path).read_text("utf-8") if text is None else text
        item = lsp.TextDocumentItem(self.uri(path), "python", 1, text)
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        self.opened.add(path)

    def close_all(self) -> None:
        for path in self.opened:
            there = lsp.TextDocumentIdentifier(self.uri(path))
            self.client.text_document_did_close(lsp.DidCloseTextDocumentParams(there))
        self.opened.clear()

    def change(self, path: str, text: str) -> None:
        whole = lsp.TextDocumentContentChangeWholeDocument(text)
        there = lsp.VersionedTextDocumentIdentifier(2, self.uri(path))
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(there, [whole]))

    def at(self, path: str, text: str, after: int = 1) -> tuple[lsp.TextDocumentIdentifier, lsp.Position]:
        """Where a text stands first in a file."""
        lines = (self.project / path).read_text("utf-8").split("\n")
        number = next(i for i, line in enumerate(lines) if text in line)
        return lsp.TextDocumentIdentifier(self.uri(path)), lsp.Position(number, lines[number].index(text) + after)


async def begun(project: Path) -> Editor:
    """An editor whose server is started as editors do."""
    editor = Editor(project)
    await editor.client.start_io(sys.executable, "-m", "ruleslawyer", "lsp")
    asked = lsp.InitializeParams(capabilities=lsp.ClientCapabilities(), root_uri=project.as_uri())
    await asyncio.wait_for(editor.client.initialize_async(asked), WAIT)
    editor.client.initialized(lsp.InitializedParams())
    return editor


async def ended(editor: Editor) -> None:
    await editor.client.shutdown_async(None)
    editor.client.exit(None)
    assert await asyncio.wait_for(editor.client.ended, WAIT) == 0, "it exits cleanly"
    await editor.client.stop()


Talk = Callable[[Callable[[Editor], Awaitable[None]]], None]


def talk(project: Path, what: Callable[[Editor], Awaitable[None]]) -> None:
    """Start the server, talk, and end it."""

    async def run() -> None:
        editor = await begun(project)
        try:
            await asyncio.wait_for(what(editor), WAIT)
        finally:
            await ended(editor)

    asyncio.run(run())


def ferry(folder: Path) -> Path:
    shutil.copytree(FERRY, folder, ignore=shutil.ignore_patterns("__pycache__", "build"))
    return folder


@pytest.fixture(scope="module")
def talk_on(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    """To talk with one server about a project whose files stay as they are; each talk opens its own files."""
    with asyncio.Runner() as runner:
        editor = runner.run(begun(ferry(tmp_path_factory.mktemp("editor") / "ferry")))

        async def one(what: Callable[[Editor], Awaitable[None]]) -> None:
            await asyncio.wait_for(what(editor), WAIT)
            editor.close_all()

        yield lambda what: runner.run(one(what))
        runner.run(ended(editor))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return ferry(tmp_path / "ferry")


def test_mistakes_come_and_go(project: Path) -> None:
    file = project / MODEL
    good = file.read_text("utf-8")

    async def what(editor: Editor) -> None:
        file.write_text(good.replace("s.turn = first", "s.trun = first"), encoding="utf-8")
        editor.open(MODEL)
        told = await editor.told.get()
        (one,) = told.diagnostics
        assert told.uri == editor.uri(MODEL)
        assert (one.code, one.source) == ("RL207", "ruleslawyer")
        assert "did you mean `turn`?" in one.message
        line = good.split("\n").index("        s.turn = first")
        assert (one.range.start.line, one.range.start.character) == (line, 8)
        assert one.related_information and one.related_information[0].location.uri == editor.uri(MODEL)
        file.write_text(good, encoding="utf-8")
        editor.change(MODEL, good)
        kept = lsp.DidSaveTextDocumentParams(lsp.TextDocumentIdentifier(editor.uri(MODEL)))
        editor.client.text_document_did_save(kept)
        told = await editor.told.get()
        assert (told.uri, list(told.diagnostics)) == (editor.uri(MODEL), [])

    talk(project, what)


def test_what_a_clause_says_and_where(talk_on: Talk) -> None:
    async def what(editor: Editor) -> None:
        editor.open(MODEL)
        found = await editor.client.text_document_hover_async(lsp.HoverParams(*editor.at(MODEL, '"1.1"')))
        assert found is not None and isinstance(found.contents, lsp.MarkupContent)
        assert "Everybody starts with 2 coins." in found.contents.value
        assert "section 1 (The river), line 3" in found.contents.value
        says = found.contents.value.split("\n\n")
        assert says[3] == "modelled by a rule", says
        line = (FERRY / MODEL).read_text("utf-8").split("\n").index('@ferry.initial("1.1")') + 2
        assert says[4].startswith("modelled: ") and f"effect [begin]({editor.uri(MODEL)}#L{line + 2})" in says[4], says
        assert says[5].startswith("checked: check [two_coins_at_least](") and len(says) == 6, says
        complained = await editor.client.text_document_hover_async(lsp.HoverParams(*editor.at(MODEL, '"2.2"')))
        assert complained is not None and isinstance(complained.contents, lsp.MarkupContent)
        assert complained.contents.value.endswith("\n\nfindings: 002")
        nothing = await editor.client.text_document_hover_async(lsp.HoverParams(*editor.at(MODEL, "class Player")))
        assert nothing is None

    talk_on(what)


def test_a_text_that_is_not_saved_is_read_and_mended(project: Path) -> None:
    """The file on disk stays as it is; what the action writes is what `lint --fix` would write."""
    good = (project / MODEL).read_text("utf-8")
    wrong = good.replace("s.turn = first", "s.trun = first").replace(
        "    Constants,\n", "    Constants,\n    Grid,\n", 1
    )

    async def what(editor: Editor) -> None:
        editor.open(MODEL)
        editor.change(MODEL, wrong)
        told = await editor.told.get()
        (one,) = told.diagnostics
        assert (told.uri, one.code) == (editor.uri(MODEL), "RL207")
        asked = lsp.CodeActionParams(
            lsp.TextDocumentIdentifier(editor.uri(MODEL)), one.range, lsp.CodeActionContext([one])
        )
        found = await editor.client.text_document_code_action_async(asked)
        assert found is not None
        quick, every = [action for action in found if isinstance(action, lsp.CodeAction)]
        assert (quick.title, quick.kind, list(quick.diagnostics or ())) == (
            "write `turn` for `trun`", lsp.CodeActionKind.QuickFix, [one],
        )  # fmt: skip
        assert every.kind == lsp.CodeActionKind.SourceFixAll and every.edit and every.edit.changes
        for only, wanted in (
            ("source", [every]), ("source.fixAll", [every]), ("quickfix", [quick]), ("source.organizeImports", []),
            ("sour", []),
        ):  # fmt: skip
            asked.context.only = [only]
            assert list(await editor.client.text_document_code_action_async(asked) or ()) == wanted, only
        lines = wrong.split("\n")
        for edit in sorted(every.edit.changes[editor.uri(MODEL)], key=lambda e: -e.range.start.line):
            first, last = edit.range.start, edit.range.end
            after = lines[last.line][last.character :] if last.line < len(lines) else ""
            put = lines[first.line][: first.character] + edit.new_text + after
            lines[first.line : last.line + 1] = put.split("\n")
        assert "\n".join(lines) == good
        assert (project / MODEL).read_text("utf-8") == good

    talk(project, what)


def test_a_scenario_that_is_not_saved_is_read(project: Path) -> None:
    """With the line of the name that does not fit; and nothing once it does."""
    file = project / "checks" / "ferry" / "scenarios" / "one.toml"
    file.parent.mkdir()
    good = (
        'scope = "tiny"\n\n[[scenario]]\nname = "one"\n'
        'when = [{ action = "cross", who = "Ann", cart = "hay" }]\n\n[scenario.then]\nended = false\n'
    )
    file.write_text(good, encoding="utf-8")

    async def what(editor: Editor) -> None:
        path = "checks/ferry/scenarios/one.toml"
        editor.open(path)
        editor.change(path, good.replace('"cross"', '"crosses"'))
        told = await editor.told.get()
        (one,) = told.diagnostics
        assert (told.uri, one.range.start.line) == (editor.uri(path), 4)
        assert one.message == "there is no action `crosses`\ndid you mean `cross`?"

    talk(project, what)


def test_what_a_rule_says_and_where(talk_on: Talk) -> None:
    """Also where a check or a scenario names it; `permit` behind it is still the construct."""

    async def what(editor: Editor) -> None:
        editor.open(MODEL)
        named = editor.at(MODEL, "@cross.permit")
        found = await editor.client.text_document_hover_async(lsp.HoverParams(named[0], named[1]))
        assert found is not None and isinstance(found.contents, lsp.MarkupContent)
        assert found.contents.value.startswith("**cross** · `@ferry.action(")
        there = await editor.client.text_document_definition_async(lsp.DefinitionParams(*named))
        assert isinstance(there, list)
        _, declared = editor.at(MODEL, "def cross(", 4)
        assert [(one.uri, one.range.start) for one in there] == [(editor.uri(MODEL), declared)]
        behind = lsp.HoverParams(*editor.at(MODEL, "@cross.permit", 8))
        found = await editor.client.text_document_hover_async(behind)
        assert found is not None and isinstance(found.contents, lsp.MarkupContent)
        assert "explain permit" in found.contents.value

    talk_on(what)


def test_to_the_clause_and_back(talk_on: Talk) -> None:
    async def what(editor: Editor) -> None:
        editor.open(MODEL)
        there = await editor.client.text_document_definition_async(lsp.DefinitionParams(*editor.at(MODEL, '"1.1"')))
        assert isinstance(there, list) and len(there) == 1
        _, declared = editor.at(REGISTER, '"1.1"')
        assert there[0].uri == editor.uri(REGISTER) and there[0].range.start == declared
        editor.open(REGISTER)
        asked = lsp.DefinitionParams(lsp.TextDocumentIdentifier(there[0].uri), there[0].range.start)
        back = await editor.client.text_document_definition_async(asked)
        assert isinstance(back, list)
        _, first = editor.at(MODEL, '"1.1"')
        assert back[0].uri == editor.uri(MODEL) and back[0].range.start == first
        text = (FERRY / MODEL).read_text("utf-8")
        assert sum(one.uri == editor.uri(MODEL) for one in back) == text.count('"1.1"')

    talk_on(what)


def test_from_a_rule_to_its_clauses(talk_on: Talk) -> None:
    """And to all that it cites, in the order in which it does; each leads back to the rule."""

    async def what(editor: Editor) -> None:
        editor.open(MODEL)
        for rule, wanted in (("own_turn", ["2.1"]), ("cross", ["2.1", "2.3a", "2.6", "3.1"])):
            asked = lsp.DefinitionParams(*editor.at(MODEL, f"def {rule}(", 5))
            found = await editor.client.text_document_definition_async(asked)
            assert isinstance(found, list)
            lines = (editor.project / REGISTER).read_text("utf-8").split("\n")
            ids = [lines[one.range.start.line][one.range.start.character : one.range.end.character] for one in found]
            assert ids == wanted and {one.uri for one in found} == {editor.uri(REGISTER)}
        helper = lsp.DefinitionParams(*editor.at(MODEL, "def decides(", 5))
        assert await editor.client.text_document_definition_async(helper) == [], "it cites nothing"

    talk_on(what)


def test_questions_and_options_are_completed(talk_on: Talk) -> None:
    """Where a scenario rules or reads, where a finding names them, where a promise does; nowhere else."""
    finding = (FERRY / "findings/ferry/001-toll.md").read_text("utf-8")
    model = (FERRY / MODEL).read_text("utf-8")

    async def what(editor: Editor) -> None:
        editor.open(MODEL)
        await editor.until_read()

        async def offered(path: str, text: str, *, back: int = 0) -> list[str]:
            editor.close_all()
            editor.open(path, text)
            before = text[: len(text) - back].split("\n")
            at = lsp.Position(len(before) - 1, len(before[-1]))
            asked = lsp.CompletionParams(lsp.TextDocumentIdentifier(editor.uri(path)), at)
            found = await editor.client.text_document_completion_async(asked)
            assert isinstance(found, list)
            for item in found:
                assert isinstance(item.text_edit, lsp.TextEdit) and item.text_edit.range.end == at
                begun = before[-1][item.text_edit.range.start.character :]
                assert item.label.startswith(begun) and item.text_edit.new_text == item.label
            return [f"{item.label}: {item.detail}" for item in found]

        one, questions = (
            "checks/ferry/scenarios/one.toml",
            ["payee: Who gets the toll?", "follower: Whose turn follows?"],
        )
        assert await offered(one, "readings = [{ ") == questions
        assert await offered(one, "readings = [{ fo }]", back=3) == questions[1:]
        assert await offered(one, '[[scenario.readings]]\npayee = "owner_is_paid"\n') == questions
        options = await offered(one, 'ruling = { follower = "')
        assert options == ["the_other: the other carter's", "the_same: the same carter's"]
        for nowhere in (
            'when = [{ action = "',
            "when = [{ ",
            'readings = [{ nobody = "',
            "[then]\n",
            'name = "readings = [{ ',
        ):
            assert not {*questions, *options} & {*await offered(one, nowhere)}, nowhere
        assert await offered("findings/ferry/001-toll.md", f'{finding}\nquestions = ["payee", "fol') == questions[1:]
        promised = await offered(MODEL, f"{model}\n\n@checks.promise(payee.ow")
        assert [one.partition(":")[0] for one in promised] == ["owner_is_paid"]

    talk_on(what)


def test_columns_are_counted_as_the_editor_counts(talk_on: Talk) -> None:
    """In UTF-16, unless it says otherwise: a playing card takes two units."""
    path = "findings/ferry/001-toll.md"
    text = 'one\n\U0001f0cf\U0001f0cf "1.1" and "2.'

    async def what(editor: Editor) -> None:
        editor.open(path, text)
        there = lsp.TextDocumentIdentifier(editor.uri(path))
        found = await editor.client.text_document_hover_async(lsp.HoverParams(there, lsp.Position(1, 9)))
        assert found is not None and found.range == lsp.Range(lsp.Position(1, 6), lsp.Position(1, 9))
        assert await editor.client.text_document_hover_async(lsp.HoverParams(there, lsp.Position(1, 3))) is None
        asked = lsp.CompletionParams(there, lsp.Position(1, 18))
        offered = await editor.client.text_document_completion_async(asked)
        assert isinstance(offered, list) and offered
        for item in offered:
            assert isinstance(item.text_edit, lsp.TextEdit)
            assert item.text_edit.range == lsp.Range(lsp.Position(1, 16), lsp.Position(1, 18))

    talk_on(what)


def test_what_no_editor_should_ask_is_answered_with_nothing(project: Path) -> None:
    """Places beyond a text, texts that are no file, files that are none; the server goes on."""
    (project / "model/ferry/image.py").write_bytes(b"\xff\xfe\0")
    nowhere = (
        "untitled:Untitled-1",
        "file:///%00",
        "file:///" + "long/" * 2000,
        "git:/one.py",
        "",
        "file:///no/such.py",
    )

    async def what(editor: Editor) -> None:
        client = editor.client
        editor.open(MODEL)

        async def answers(there: lsp.TextDocumentIdentifier, at: lsp.Position) -> list[object]:
            where = lsp.Range(at, at)
            found = [
                await client.text_document_hover_async(lsp.HoverParams(there, at)),
                await client.text_document_definition_async(lsp.DefinitionParams(there, at)),
                await client.text_document_references_async(
                    lsp.ReferenceParams(lsp.ReferenceContext(include_declaration=True), there, at)
                ),
                await client.text_document_completion_async(lsp.CompletionParams(there, at)),
                await client.text_document_code_action_async(
                    lsp.CodeActionParams(there, where, lsp.CodeActionContext([]))
                ),
            ]
            return [one for one in found if one]

        for line, column in ((10**6, 0), (0, 10**9), (2**31 - 1, 2**31 - 1)):
            at = lsp.Position(line, column)
            assert await answers(lsp.TextDocumentIdentifier(editor.uri(MODEL)), at) == [], (line, column)
        files = [editor.uri(one) for one in ("model/ferry/image.py", "model", "model/ferry/none.py")]
        for uri in (*nowhere, *files):
            there = lsp.TextDocumentIdentifier(uri)
            assert await answers(there, lsp.Position(0, 0)) == [], uri
            assert not await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(there)), uri
            assert not await client.text_document_code_lens_async(lsp.CodeLensParams(there)), uri
            item = lsp.TextDocumentItem(uri, "python", 1, 'Ruleset("one")\n')
            client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        negative = lsp.Position(0, 0)
        object.__setattr__(negative, "line", -1)
        there = lsp.TextDocumentIdentifier(editor.uri(MODEL))
        client.text_document_hover(lsp.HoverParams(there, negative))  # is no message of the protocol: none answers it
        (project / "model/ferry/image.py").unlink()
        named = editor.at(MODEL, '"1.1"')
        assert await client.text_document_hover_async(lsp.HoverParams(*named)) is not None
        (project / "spec/ferry/book.toml").write_text("title = 3\n", encoding="utf-8")
        assert await client.text_document_hover_async(lsp.HoverParams(*named)) is None, "no register, no clause"

    talk(project, what)


def test_a_clause_is_told_where_the_model_has_a_mistake(project: Path) -> None:
    async def what(editor: Editor) -> None:
        editor.open(MODEL)
        named, file = editor.at(MODEL, '"1.1"'), project / MODEL
        file.write_text(file.read_text("utf-8").replace("s.turn = first", "s.trun = first"), encoding="utf-8")
        found = await editor.client.text_document_hover_async(lsp.HoverParams(*named))
        assert found is not None and isinstance(found.contents, lsp.MarkupContent)
        assert "Everybody starts" in found.contents.value and "there are mistakes" in found.contents.value

    talk(project, what)


def test_ids_are_completed(talk_on: Talk) -> None:
    """In the text as it stands in the editor, which is not saved."""
    text = (FERRY / MODEL).read_text("utf-8") + '\n\n@cross.permit("2.'

    async def what(editor: Editor) -> None:
        editor.open(MODEL, text)
        lines = text.split("\n")
        asked = lsp.CompletionParams(
            lsp.TextDocumentIdentifier(editor.uri(MODEL)), lsp.Position(len(lines) - 1, len(lines[-1]))
        )
        found = await editor.client.text_document_completion_async(asked)
        assert isinstance(found, list) and found
        assert all(item.label.startswith("2.") for item in found)
        one = next(item for item in found if item.label == "2.1")
        assert one.detail == "On the own turn a cart may be sent across."
        assert isinstance(one.text_edit, lsp.TextEdit)
        assert one.text_edit.range.start.character == lines[-1].index("2.")
        before = lsp.CompletionParams(lsp.TextDocumentIdentifier(editor.uri(MODEL)), lsp.Position(len(lines) - 1, 3))
        assert not await editor.client.text_document_completion_async(before)

    talk_on(what)


def test_what_a_construct_is_and_the_rules_of_a_file(talk_on: Talk) -> None:
    async def what(editor: Editor) -> None:
        editor.open(MODEL)
        asked = lsp.HoverParams(*editor.at(MODEL, ".initial(", 3))
        found = await editor.client.text_document_hover_async(asked)
        assert found is not None and isinstance(found.contents, lsp.MarkupContent)
        assert "How a game begins" in found.contents.value
        assert "ruleslawyer explain initial" in found.contents.value
        whole = lsp.DocumentSymbolParams(lsp.TextDocumentIdentifier(editor.uri(MODEL)))
        symbols = await editor.client.text_document_document_symbol_async(whole)
        assert symbols is not None
        lines = (FERRY / MODEL).read_text("utf-8").split("\n")
        wanted = [line.split("(")[0].split()[1].rstrip(":") for line in lines if line.startswith(("def ", "class "))]
        assert [one.name for one in symbols] == wanted

    talk_on(what)


def test_what_the_last_check_said_stands_beside_rules(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of a property its verdict; where rules have changed since, that is said too."""
    checks = "checks/ferry/river.py"
    ran = Command(monkeypatch, capsys)("check", "--no-prove", project=project)
    assert ran.code in (0, 1), ran.err

    async def lenses(editor: Editor, path: str) -> list[str]:
        asked = lsp.CodeLensParams(lsp.TextDocumentIdentifier(editor.uri(path)))
        found = await editor.client.text_document_code_lens_async(asked) or []
        lines = (project / path).read_text("utf-8").split("\n")
        names = [lines[one.range.start.line][one.range.start.character : one.range.end.character] for one in found]
        return [f"{name}: {one.command.title}" for name, one in zip(names, found, strict=True) if one.command]

    async def what(editor: Editor) -> None:
        editor.open(checks)
        editor.open(MODEL)
        said = await lenses(editor, checks)
        assert any("HOLDS IN SCOPE (" in one for one in said) and not any("before" in one for one in said), said
        named = editor.at(checks, said[0].partition(":")[0])
        hovered = await editor.client.text_document_hover_async(lsp.HoverParams(*named))
        assert hovered is not None and isinstance(hovered.contents, lsp.MarkupContent)
        assert "the last check: " in hovered.contents.value
        for id_, decides in (("1.1", "decisive"), ("2.5", "not decisive")):
            clause = lsp.HoverParams(*editor.at(MODEL, f'"{id_}"'))
            hovered = await editor.client.text_document_hover_async(clause)
            assert hovered is not None and isinstance(hovered.contents, lsp.MarkupContent)
            said_of_it = f"\n\nmodelled by a rule, {decides} in what the last check explored\n\n"
            assert said_of_it in hovered.contents.value, hovered.contents.value
        editor.change(MODEL, (project / MODEL).read_text("utf-8").replace("s.turn = first", "s.trun = first"))
        assert (await editor.told.get()).diagnostics
        changed = await lenses(editor, checks)
        assert changed and all(": before the last changes: " in one for one in changed)

    talk(project, what)


def test_a_mistake_of_the_register_stands_in_its_line(project: Path) -> None:
    """Also while the register is what is open, and saved with it; and all others that are told with it."""
    good = (project / REGISTER).read_text("utf-8")
    wrong = good.replace('kind = "permission-grant"', 'kind = "permission-granted"', 1)
    line = wrong[: wrong.index("permission-granted")].count("\n")

    async def what(editor: Editor) -> None:
        (project / REGISTER).write_text(wrong, encoding="utf-8")
        editor.open(REGISTER)
        told = await editor.told.get()
        (one,) = told.diagnostics
        assert (told.uri, one.range.start.line) == (editor.uri(REGISTER), line)
        assert one.message.startswith("unknown kind `permission-granted`\ndid you mean `permission-grant`?")
        editor.change(REGISTER, good)
        told = await editor.told.get()
        assert (told.uri, list(told.diagnostics)) == (editor.uri(REGISTER), [])

    talk(project, what)


def test_mistakes_of_findings_stand_in_their_lines(project: Path) -> None:
    """A clause that there is not, and two keys that there are not; a finding that names one that there is not."""
    path = "findings/ferry/001-toll.md"
    good = (project / path).read_text("utf-8")
    clauses = good.replace('clauses = ["2.3b", "2.4"]', 'clauses = ["2.3b", "9.9"]\nsevere = 1\nunde = "002"')
    under = good.replace('state = "open"', 'state = "open"\nunder = "099"')

    async def what(editor: Editor) -> None:
        editor.open(path)
        editor.change(path, clauses)
        told = await editor.told.get()
        assert told.uri == editor.uri(path)
        lines = clauses.split("\n")
        said = [(lines[one.range.start.line], one.message.split("\n")[0]) for one in told.diagnostics]
        assert ("severe = 1", "unknown key `severe`") in said and ('unde = "002"', "unknown key `unde`") in said
        assert len(said) == 3 and said[-1][0].startswith("clauses") and "9.9" in said[-1][1], said
        editor.change(path, under)
        (one,) = (await editor.told.get()).diagnostics
        assert under.split("\n")[one.range.start.line] == 'under = "099"'
        assert one.message.startswith("unknown finding `099`\n")

    talk(project, what)


def test_a_mistake_of_the_settings_stands_in_its_line(project: Path) -> None:
    file = project / "pyproject.toml"
    good = file.read_text("utf-8")

    async def what(editor: Editor) -> None:
        file.write_text(good.replace("title =", "titel =", 1), encoding="utf-8")
        editor.open(MODEL)
        told = await editor.told.get()
        lines = [good.split("\n")[one.range.start.line] for one in told.diagnostics]
        assert told.uri == editor.uri("pyproject.toml") and any("title" in line for line in lines), lines
        file.write_text(good, encoding="utf-8")
        editor.change(MODEL, (project / MODEL).read_text("utf-8"))
        told = await editor.told.get()
        assert (told.uri, list(told.diagnostics)) == (editor.uri("pyproject.toml"), [])

    talk(project, what)
