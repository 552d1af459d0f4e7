"""Every diagnostic, shown by a mistake that causes it: `errors/<topic>/<case>` and what is said about it in `.err`.

A `.py` case whose first line is `# whole` is a ruleset by itself. Any other is a fragment: a module that comes after
`errors/prelude.py`, and its first line stands for the imports that it needs; where that begins with `# guest`, a guest
that is played on the prelude. One that begins with a docstring says its imports itself: what `lint` says of files is
about that line. A `.toml` case is a scope of the prelude, or in `views` how the table of Daemons is drawn.
`pytest --update-golden` rewrites the expected texts.
"""

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from ruleslawyer import lang
from ruleslawyer.api import Project
from ruleslawyer.base.diagnostics import ModelError
from ruleslawyer.front.codes import CODES
from ruleslawyer.front.lower import lower
from ruleslawyer.ir.system import System
from ruleslawyer.project.config import RulesetConfig
from ruleslawyer.rulebook.lint import ends_that_never_come, rules_that_never_ask, steps_of_what_comes_later
from ruleslawyer.rulebook.register.chapters import chapter_mistakes, guards_without_clause, memories_without_question
from ruleslawyer.rulebook.scopes.load import load_scope
from ruleslawyer.rulebook.table.read import FILE, load_view

ERRORS = Path(__file__).parent / "errors"
PRELUDE = (ERRORS / "prelude.py").read_text(encoding="utf-8")
CASES = sorted(path for path in ERRORS.glob("*/*") if path.suffix in (".py", ".toml"))
CLAUSES = ("1.1", "4.2", "4.3", "4.4", "4.5", "5.5", "6.1", "9.1")


def config(root: Path, *modules: str) -> RulesetConfig:
    return RulesetConfig("harbour", "Harbour", modules, (), root / "spec", root / "scopes", root / "findings", None)


def imports(fragment: str) -> str:
    """One line that imports what a fragment names."""
    words = set(re.findall(r"\w+", fragment))
    own = re.findall(r"^(?:class |def )?(\w+)(?= =|\(|:)", PRELUDE, re.MULTILINE)
    lines = ["from __future__ import annotations", "from enum import Enum", "from typing import Annotated"]
    for module, names in (("ruleslawyer.lang", lang.__all__), ("prelude", own)):
        used = sorted(words.intersection(names))
        lines += [f"from {module} import {', '.join(used)}"] if used else []
    return "; ".join(lines)


def project(case: Path, root: Path) -> RulesetConfig:
    """A project in a folder of its own that makes the mistake."""
    text = case.read_text(encoding="utf-8")
    if case.suffix == ".py" and text.startswith("# whole"):
        (root / "case.py").write_text(text, encoding="utf-8")
        return config(root, "case")
    (root / "prelude.py").write_text(PRELUDE, encoding="utf-8")
    if case.suffix == ".toml":
        return config(root, "prelude")
    if text.startswith('"""'):
        (root / "case.py").write_text(text, encoding="utf-8")
        return config(root, "prelude", "case")
    first, rest = text.split("\n", 1)
    assert first.startswith("# "), "a fragment begins with a comment"
    (root / "case.py").write_text(f"{imports(rest)}\n{rest}", encoding="utf-8")
    if first.startswith("# guest"):
        host = config(root, "prelude")
        return replace(host, name="guest", title="Guest", modules=("case",), host=host)
    return config(root, "prelude", "case")


@cache
def daemons() -> System:
    return Project.load(Path(__file__).parents[1]).ruleset("daemons").system


def said(case: Path, root: Path) -> str:
    """What is said about a case."""
    setup = project(case, root)
    with pytest.raises(ModelError) as caught:
        system = lower(setup, root, CLAUSES, CLAUSES)
        files = {f"{module}.py": (root / f"{module}.py").read_text("utf-8").split("\n")[0] for module in setup.modules}
        if away := [
            *chapter_mistakes(system, files, CLAUSES, ()),
            *guards_without_clause(system),
            *memories_without_question(system),
            *rules_that_never_ask(system),
            *steps_of_what_comes_later(system),
            *ends_that_never_come(system),
        ]:
            raise ModelError(away)
        if case.parent.name == "views":
            (root / FILE).write_bytes(case.read_bytes())
            load_view(root, "", daemons())
        scope = root / "case.toml"
        scope.write_bytes(case.read_bytes())
        load_scope(scope, system)
    return caught.value.render(root)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.name}/{case.name}")
def test_error(case: Path, tmp_path: Path, update_golden: bool) -> None:
    found = said(case, tmp_path)
    expected = case.with_suffix(".err")
    if update_golden:
        expected.write_text(found, encoding="utf-8")
    assert found == expected.read_text(encoding="utf-8")
    code = case.stem.split("_")[0].upper()
    assert code in re.findall(r"RL\d+", found), "a case is named after the diagnostic that it shows"
    assert "Traceback" not in found
    assert "= help: " in found


def test_prelude_has_no_mistake(tmp_path: Path) -> None:
    (tmp_path / "prelude.py").write_text(PRELUDE, encoding="utf-8")
    assert lower(config(tmp_path, "prelude"), tmp_path, CLAUSES).players == "Player"


def test_every_diagnostic_is_shown() -> None:
    shown = {case.stem.split("_")[0].upper() for case in CASES}
    assert shown == set(CODES)


def test_no_expectation_is_left_over() -> None:
    assert {path.with_suffix("") for path in ERRORS.glob("*/*.err")} == {case.with_suffix("") for case in CASES}
