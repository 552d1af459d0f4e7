"""Mistakes of the model, the scopes and the view of a ruleset, and those among them that are mended surely.

All is tried in a copy of the project, again and again until nothing is left to mend. What comes of it is told, or
written in one go.
"""

from __future__ import annotations

import difflib
import io
import keyword
import re
import shutil
import tokenize
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from ruleslawyer.base.diagnostics import Diagnostic, ModelError, nearest, source_lines
from ruleslawyer.base.files.content import content
from ruleslawyer.base.origin import Span
from ruleslawyer.front.outlined import unused_imports
from ruleslawyer.ir import nodes as n
from ruleslawyer.ir.nodes import Function
from ruleslawyer.ir.rules import Check, Role
from ruleslawyer.ir.system import Duty, Question, Settle, System
from ruleslawyer.ir.uses import Functions, Uses
from ruleslawyer.ir.walk import walk
from ruleslawyer.project import config
from ruleslawyer.project.modules import module_file
from ruleslawyer.rulebook.answers.meaning import read_by
from ruleslawyer.rulebook.register.chapters import chapter_mistakes, guards_without_clause, memories_without_question
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.rulebook.table.read import view_of

_WHOLE: frozenset[Role] = frozenset({"action", "chance", "duty", "settle", "term"})
"""Roles of rules that are asked whole: with the clauses, seats and members that hang on them, and all that they run.
How a game is set up is no answer's."""


def rules_that_never_ask(system: System) -> Iterator[Diagnostic]:
    """Diagnostics of the rules that write a field, use a term or demand a deed that a question is about, and ask it in
    none of their clauses; as far as it says what it is about, and `aside` does not say why."""
    about = [question for question in system.questions.values() if question.about]
    if not about:
        return
    functions, rules = Functions(system), _whole_rules(system)
    uses = {name: functions.uses(of) for name, of in rules.items()}
    for question in about:
        yield from _of_question(system, question, uses)


def _whole_rules(system: System) -> dict[str, list[Function]]:
    """By name of what stands whole all functions that hang on it."""
    roles = {rule.name: rule.role for rule in system.rules() if rule.name == rule.base}
    found: dict[str, list[Function]] = {}
    for rule in system.rules():
        if roles.get(rule.base) in _WHOLE:
            found.setdefault(rule.base, []).extend(rule.functions)
    return found


def _of_question(system: System, question: Question, uses: dict[str, Uses]) -> Iterator[Diagnostic]:
    fields = [field.name for field in system.state.fields]
    for name in question.about:
        known = [*fields, *system.terms, *system.deeds]
        if name not in known:
            message = f"question `{question.name}` is about `{name}`, which is no field, term or deed"
            yield Diagnostic("RL805", message, question.origin.span, help=nearest(name, known))
    aside, of = dict(question.aside), f"question `{question.name}`"
    for rule, used in uses.items():
        written = {name for frame, name in used.writes if frame is None}
        touched = [name for name in question.about if name in written or name in used.calls]
        asks = question.name in used.calls
        if rule in aside:
            if asks or not touched:
                message = f"`{rule}` is set aside of {of}, and {'asks it' if asks else 'touches nothing of it'}"
                yield Diagnostic("RL805", message, question.origin.span, help="take it out of `aside`")
        elif touched and not asks and rule not in question.about:
            message = f"`{rule}` touches {', '.join(touched)}, of which {of} is, and never asks it"
            help = f'ask it there, or write aside={{"{rule}": "why not"}}'
            yield Diagnostic("RL805", message, question.origin.span, help=help)
    for rule in (rule for rule in aside if rule not in uses):
        message = f"`{rule}`, which {of} sets aside, is no rule"
        yield Diagnostic("RL805", message, question.origin.span, help=nearest(rule, uses))


_BEFORE, _AFTER = 0, 1
"""The slots of the two states in the function of a step."""


def steps_of_what_comes_later(system: System) -> Iterator[Diagnostic]:
    """Diagnostics of the steps of an action that compare a field before and after it which the action never writes,
    and something forced after it does: there the two states have the same, and the property may hold for nothing. That
    it stays as it is may be what is promised, and is not told."""
    functions = Functions(system)
    forced: list[Duty | Settle] = [*system.duties.values(), *system.settles.values()]
    writes = {one.name: functions.uses([one.function]).writes for one in forced}
    for check in system.checks.values():
        if check.kind == "step" and check.of is not None:
            yield from _of_check(system, functions, check, check.of, writes)


def _of_check(
    system: System,
    functions: Functions,
    check: Check,
    action: str,
    writes: dict[str, frozenset[tuple[str | None, str]]],
) -> Iterator[Diagnostic]:
    read = [node for node in walk(check.function.body) if isinstance(node, n.Read) and node.record is None]
    before, after = ({one.field for one in read if one.store == store} for store in (_BEFORE, _AFTER))
    kept = set(_unchanged_fields(check.function))
    own = functions.uses([system.actions[action].function]).writes
    fields = {field.name: field for field in system.state.fields}
    for name in sorted((before & after) - kept):
        later = [f"`{rule}`" for rule, written in writes.items() if (None, name) in written]
        if later and (None, name) not in own and fields[name].until is None:
            message = (
                f"`{action}` never writes `{name}`, of which `{check.name}` speaks: {later[0]} does, after its step"
            )
            help = "leave `of` away: then it is asked of every sub-step, what is forced too"
            yield Diagnostic("RL806", message, check.origin.span, help=help)


def _unchanged_fields(function: Function) -> Iterator[str]:
    """The fields of which a property says that they stay as they are: that is what it promises of the action."""
    for node in walk(function.body):
        match node:
            case n.Compare(op="==", left=n.Read(store=one, field=field), right=n.Read(store=other, field=same)):
                if field == same and one != other:
                    yield field


def ends_that_never_come(system: System) -> Iterator[Diagnostic]:
    """Diagnostics of who wins and what is paid where no rule says when the game ends: both are for its end alone."""
    if "ended" not in system.unsaid:
        return
    by_payoffs = system.payoff is not None and system.winners.origin == system.payoff.origin
    said = [] if by_payoffs or "winners" in system.unsaid else [(system.winners, "who has won")]
    said += [(system.payoff, "what each player gets")] if system.payoff is not None else []
    for function, what in sorted(said, key=lambda one: one[0].origin.span):
        message = f"`{function.name}` says {what} at the end of the game, and no rule says when it ends"
        help = 'add the rule `def over(s: State) -> bool:` under `@….ended("…")`, or make a helper of this one'
        yield Diagnostic("RL807", message, function.origin.span, help=help)


def mistakes(ruleset: LoadedRuleset) -> list[ModelError]:
    """The mistakes of the model; where it has none, those of each scope, and what stands in the wrong place where the
    project asks for places. A mistake of a scope that others extend is told once."""
    found, told = list[ModelError](), set[Diagnostic]()
    try:
        system = ruleset.system
    except ModelError as error:
        return [error]
    wrong = [*guards_without_clause(system), *memories_without_question(system), *rules_that_never_ask(system)]
    wrong += ends_that_never_come(system)
    if wrong := [*(_away(ruleset) if ruleset.config.by_chapter else ()), *wrong]:
        found.append(ModelError(wrong))
    for scope in ruleset.scopes():
        try:
            ruleset.scope(scope)
        except ModelError as error:
            if new := [one for one in error.diagnostics if one not in told]:
                found.append(ModelError(new))
            told.update(new)
    try:
        view_of(ruleset)
    except ModelError as error:
        found.append(error)
    return found


def advice(ruleset: LoadedRuleset) -> list[Diagnostic]:
    """Diagnostics that are no mistakes, of a model without any: steps of an action that speak of what comes later; the
    chapter rule's diagnostics, where the project does not ask for them."""
    return [*([] if ruleset.config.by_chapter else _away(ruleset)), *steps_of_what_comes_later(ruleset.system)]


def _away(ruleset: LoadedRuleset) -> list[Diagnostic]:
    """Diagnostics of the ruleset's own files that break the chapter rule."""
    files = {f"{module.replace('.', '/')}.py": "" for module in ruleset.config.modules}
    for path in files:
        files[path] = source_lines(content(ruleset.root / path).decode("utf-8-sig"))[0]
    book = ruleset.register
    chapters = [Path(chapter.file).stem for chapter in book.chapters] if book else []
    return chapter_mistakes(ruleset.system, files, book.ids if book else (), chapters)


_MEANT = re.compile(r"did you mean `([^`]+)`\?")
_NAMED = re.compile(r"[`\"]([^`\"]+)[`\"]")
_ALIKE = 0.7
"""How alike a name and what it is mended to are at least."""
_APART = 0.1
"""How much less alike every other known name is."""
_ROUNDS = 10
"""One mend may show another mistake, and so on; more often than so nobody is served."""
UNUSED = "unused import"
"""What is said of an import that is taken out, in the place of a code."""


@dataclass(frozen=True, slots=True)
class Fix:
    """A mistake mended: the code of the diagnostic, what is meant by what was written (nothing: it is taken out), and
    the text that takes the place of the span."""

    code: str
    span: Span
    before: str
    after: str
    text: str

    def __str__(self) -> str:
        what = f"`{self.before}` is `{self.after}`" if self.after else f"`{self.before}` is taken out"
        return f"{self.span}: {self.code}: {what}"


@dataclass(frozen=True, slots=True)
class Fixed:
    """The mended files of a ruleset. files: of each file that changes, by its path in the project, the old text and the
    new one. left: the diagnostics that remain."""

    fixes: tuple[Fix, ...]
    files: Mapping[str, tuple[str, str]]
    left: int

    def diff(self) -> str:
        """The changes, as `patch` reads them."""
        parts: list[str] = []
        for path, (before, after) in self.files.items():
            old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
            parts += difflib.unified_diff(old, new, f"a/{path}", f"b/{path}")
        return "".join(parts)


def mend(ruleset: LoadedRuleset) -> Fixed:
    """Mends what is sure of a ruleset, in a copy of it. The files themselves stay as they are."""
    with TemporaryDirectory(prefix="ruleslawyer-") as folder:
        root = Path(folder).resolve()
        copied = _copy(ruleset, root)
        found: list[Fix] = []
        for _ in range(_ROUNDS):
            now = _open(root, ruleset.name)
            wrong = [one for error in mistakes(now) for one in error.diagnostics]
            fixes = sure_fixes(now, wrong)
            if not fixes:
                break
            for path in dict.fromkeys(fix.span.path for fix in fixes):
                _write(root / path, [fix for fix in fixes if fix.span.path == path])
            found += fixes
        changed = {path: (before, _text(root / path)) for path, before in copied.items()}
        return Fixed(tuple(found), {path: pair for path, pair in changed.items() if pair[0] != pair[1]}, len(wrong))


def sure_fixes(ruleset: LoadedRuleset, wrong: Iterable[Diagnostic]) -> list[Fix]:
    """The mends that are sure now; some of the rest may be sure afterwards."""
    return _apart(_sure(ruleset, list(wrong)))


def copy_into(ruleset: LoadedRuleset, to: Path, texts: Mapping[Path, str]) -> LoadedRuleset:
    """A copy of all that a ruleset reads in another folder, with some texts in place of the files'."""
    _copy(ruleset, to)
    for path, text in texts.items():
        there = to / path.relative_to(ruleset.root)
        there.parent.mkdir(parents=True, exist_ok=True)
        there.write_text(text, encoding="utf-8")
    return _open(to, ruleset.name)


def _copy(ruleset: LoadedRuleset, to: Path) -> dict[str, str]:
    """The texts of all that a ruleset reads, copied."""
    found: dict[str, str] = {}
    places = [ruleset.root / "pyproject.toml", *read_by(ruleset.root, ruleset.config)]
    for place in dict.fromkeys(places):
        for file in (place, *sorted(place.rglob("*"))):
            if not file.is_file() or not file.is_relative_to(ruleset.root) or "__pycache__" in file.parts:
                continue
            path = file.relative_to(ruleset.root).as_posix()
            (to / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, to / path)
            if file.suffix in (".py", ".toml"):
                found[path] = _text(file)
    return found


def _open(root: Path, name: str) -> LoadedRuleset:
    project = config.Project.load(root)
    return LoadedRuleset(root, project.ruleset(name))


def _text(path: Path) -> str:
    with path.open(encoding="utf-8", newline="") as file:
        return file.read()


def _sure(ruleset: LoadedRuleset, wrong: list[Diagnostic]) -> Iterator[Fix]:
    words = _words(ruleset)
    for diagnostic in wrong:
        if fix := _rename(ruleset, diagnostic, words):
            yield fix
    if not any(one.code == "RL100" for one in wrong):
        yield from _unneeded_imports(ruleset)


# --- names and citations ----------------------------------------------------------------------------------------------


def _rename(ruleset: LoadedRuleset, found: Diagnostic, words: frozenset[str]) -> Fix | None:
    """A name that can only mean another one: the one that the help names, and no other word is nearly as near."""
    span = found.span
    lines = source_lines(_text(ruleset.root / span.path)) if (ruleset.root / span.path).is_file() else []
    if span.line != span.end_line or not 1 <= span.line <= len(lines):
        return None
    stretch = lines[span.line - 1][span.column - 1 : span.end_column - 1]
    for name in _NAMED.findall(found.message):
        places = [there.start() for there in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", stretch)]
        meant = _citation(ruleset, name) if found.code == "RL201" else _name(found, name, words)
        if len(places) == 1 and meant:
            column = span.column + places[0]
            there = Span(span.path, span.line, column, span.line, column + len(name))
            return Fix(found.code, there, name, meant, meant)
    return None


def _name(found: Diagnostic, name: str, words: frozenset[str]) -> str:
    meant = _MEANT.search(found.help)
    if meant is None or not name.isidentifier() or not meant[1].isidentifier():
        return ""
    near = difflib.SequenceMatcher(None, meant[1], name).ratio()
    others = difflib.get_close_matches(name, words - {name, meant[1]}, n=1, cutoff=max(0.0, near - _APART))
    return meant[1] if near >= _ALIKE and not others else ""


def _citation(ruleset: LoadedRuleset, name: str) -> str:
    """The clause that an id means which is only written otherwise: with blanks, a sign, brackets or capitals."""
    if ruleset.register is None:
        return ""
    known = [id_ for id_ in ruleset.register.citable_clauses if _bare(id_) == _bare(name)]
    return known[0] if len(known) == 1 and known[0] != name else ""


def _bare(id_: str) -> str:
    return re.sub(r"[\s§()]|\.$", "", id_).casefold()


def _words(ruleset: LoadedRuleset) -> frozenset[str]:
    """Every name of the sources: what else a name could mean."""
    found: set[str] = set()
    for module in (*ruleset.config.rules, *ruleset.config.checks):
        path = module_file(ruleset.root, module)
        if path.is_file():
            with suppress(tokenize.TokenError, SyntaxError):
                tokens = tokenize.generate_tokens(io.StringIO(_text(path)).readline)
                found.update(token.string for token in tokens if token.type == tokenize.NAME)
    return frozenset(found.difference(keyword.kwlist))


# --- imports ----------------------------------------------------------------------------------------------------------


def _unneeded_imports(ruleset: LoadedRuleset) -> Iterator[Fix]:
    """Imports of names that neither their module uses nor another one takes from there."""
    files = {module: module_file(ruleset.root, module) for module in (*ruleset.config.modules, *ruleset.config.checks)}
    texts = {module: _text(path) for module, path in files.items() if path.is_file()}
    for found in unused_imports(texts):
        path = files[found.module].relative_to(ruleset.root).as_posix()
        span = Span(path, found.line, 1, found.end_line, found.end_column)
        yield Fix(UNUSED, span, ", ".join(found.names), "", found.text)


# --- applying ---------------------------------------------------------------------------------------------------------


def _apart(fixes: Iterable[Fix]) -> list[Fix]:
    """The fixes that do not overlap: the others come in the next round."""
    found: list[Fix] = []
    for fix in sorted(fixes, key=lambda one: (one.span.path, one.span.line, one.span.column)):
        span, last = fix.span, found[-1].span if found else None
        if last is None or last.path != span.path or (last.end_line, last.end_column) <= (span.line, span.column):
            found.append(fix)
    return found


def _write(path: Path, fixes: list[Fix]) -> None:
    text = _text(path)
    ended = "\r\n" if "\r\n" in text else "\n"
    for fix in reversed(fixes):
        begin, end = (_offset(text, line, column) for line, column in
                      ((fix.span.line, fix.span.column), (fix.span.end_line, fix.span.end_column)))  # fmt: skip
        text = text[:begin] + fix.text.replace("\n", ended) + text[end:]
    path.write_bytes(text.encode())


def _offset(text: str, line: int, column: int) -> int:
    """The offset of a line and a column in a text, whatever ends its lines."""
    starts = [0, *(m.end() for m in re.finditer(r"\r\n|\r|\n", text))]
    if line > len(starts):
        return len(text)
    mark = 1 if line == 1 and text.startswith("\ufeff") else 0
    return starts[line - 1] + column - 1 + mark
