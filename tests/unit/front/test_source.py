"""Projects and their modules: what pyproject.toml may say, and how modules refer to each other."""

from pathlib import Path

import pytest

from ruleslawyer.base.diagnostics import ModelError, UsageError
from ruleslawyer.front.lower import lower
from ruleslawyer.ir.system import System
from ruleslawyer.project.config import Project, RulesetConfig

GOOD = """
[tool.ruleslawyer.rulesets.harbour]
title = "Harbour"
source = "harbour.txt"
modules = ["model.state"]
checks = ["checks.money"]
"""


HOST = """
[tool.ruleslawyer.rulesets.sea]
title = "Sea"
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in ("model/state.py", "checks/money.py"):
        file = tmp_path / name
        file.parent.mkdir()
        file.write_text("", encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text(GOOD, encoding="utf-8")
    return tmp_path


def test_a_project_is_found_upward(root: Path) -> None:
    project = Project.load(root / "model")
    assert project.root == root.resolve()
    config = project.ruleset("harbour")
    assert config.modules == ("model.state",)
    assert config.checks == ("checks.money",)
    assert config.source == "harbour.txt"
    assert config.spec == root.resolve() / "spec" / "harbour"
    assert config.scopes == root.resolve() / "checks" / "harbour" / "scopes"
    assert config.findings == root.resolve() / "findings" / "harbour"


MISTAKES = {
    "no project": ("[project]\nname = 'x'\n", "no ruleslawyer project", "--project DIR"),
    "broken": (GOOD + "a = \n", "pyproject.toml:7:5: this is not TOML", ""),
    "no ruleset": ("[tool.ruleslawyer]\n", "lists no ruleset", "rulesets.<id>"),
    "unknown table": (
        "[tool.ruleslawyer]\nruleset = 3\n",
        "pyproject.toml:2: [tool.ruleslawyer] has no `ruleset`",
        "mean `rulesets`",
    ),
    "unknown key": (
        GOOD + "module = []\n",
        "pyproject.toml:7: [tool.ruleslawyer.rulesets.harbour] has no `module`",
        "mean `modules`",
    ),
    "a text": (GOOD.replace('"Harbour"', "3"), "pyproject.toml:3: `title`", 'title = "…"'),
    "no list": (GOOD.replace('["model.state"]', '"model.state"'), "pyproject.toml:5: `modules`", "model.x.state"),
    "a path": (GOOD.replace("model.state", "model/state.py"), "`model/state.py` is not the name", "dots, not slashes"),
    "no file": (
        GOOD.replace("model.state", "model.stat"),
        "pyproject.toml:5: module `model.stat` has no file",
        "`state`",
    ),
    "twice": (GOOD.replace("checks.money", "model.state"), "`model.state` is listed twice", "once"),
    "an id": (GOOD.replace("rulesets.harbour", "rulesets.Harbour"), "`Harbour` cannot be the id", "lower-case"),
    "on itself": (GOOD + 'on = "harbour"\n', "pyproject.toml:7: `harbour` cannot be played on itself", "base rules"),
    "on nothing": (GOOD + 'on = "sea"\n', "pyproject.toml:7: no ruleset `sea` in this project", "of its own"),
    "on a near name": (GOOD + 'on = "see"\n' + HOST, "no ruleset `see`", "did you mean `sea`"),
    "on a guest": (
        GOOD + 'on = "sea"\n' + HOST + 'on = "harbour"\n',
        "pyproject.toml:7: `sea` is a guest itself, on `harbour`",
        "take `on` off `sea`",
    ),
    "on is no text": (GOOD + "on = 3\n", "pyproject.toml:7: `on`", 'on = "…"'),
    "of the host": (
        GOOD + 'on = "sea"\n' + HOST.replace('"Sea"', '"Sea"\nmodules = ["model.state"]'),
        "`model.state` is listed by `harbour` and by its host `sea`",
        "its own modules",
    ),
    "a value": ("[tool.ruleslawyer.rulesets]\nharbour = 3\n", "must be a table", "with title"),
}


@pytest.mark.parametrize(("text", "message", "mend"), MISTAKES.values(), ids=list(MISTAKES))
def test_a_mistake_in_the_project_is_explained(root: Path, text: str, message: str, mend: str) -> None:
    (root / "pyproject.toml").write_text(text, encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        Project.load(root)
    assert message in str(caught.value)
    assert mend in str(caught.value)


def test_no_such_ruleset(root: Path) -> None:
    with pytest.raises(UsageError, match="did you mean `harbour`"):
        Project.load(root).ruleset("harbor")


def test_a_ruleset_may_have_no_modules_yet(root: Path) -> None:
    (root / "pyproject.toml").write_text('[tool.ruleslawyer.rulesets.harbour]\ntitle = "x"\n', encoding="utf-8")
    project = Project.load(root)
    with pytest.raises(UsageError, match="has no modules"):
        lower(project.ruleset("harbour"), project.root)


def mistakes(root: Path, **modules: str) -> list[str]:
    """What is said about modules, in short."""
    for name, text in modules.items():
        (root / f"{name}.py").write_text(text, encoding="utf-8")
    config = RulesetConfig("harbour", "Harbour", tuple(modules), (), root, root, root, None)
    with pytest.raises(ModelError) as caught:
        lower(config, root)
    return str(caught.value).split("\n")


def test_modules_import_one_way(tmp_path: Path) -> None:
    found = mistakes(
        tmp_path,
        first="from second import X\nY = 1\n",
        second="from first import Y\nfrom first import Z\nX = 2\n",
        third="from first import Y\nfrom second import Y\n",
    )
    assert "first.py:1:20: RL205 cannot import `X`: second comes later in the list of modules" in found
    assert "second.py:2:19: RL205 first does not define `Z`" in found
    assert "third.py:2:20: RL205 second only imports `Y` itself" in found


def test_one_name_one_meaning_across_modules(tmp_path: Path) -> None:
    found = mistakes(tmp_path, first="X = 1\n", second="X = 2\n")
    assert "second.py:1:1: RL203 `X` is defined twice" in found


def test_diagnostics_come_in_the_order_of_the_project(tmp_path: Path) -> None:
    found = mistakes(tmp_path, b="x = 1.5\n", a="x = 1.5\n")
    assert [line.split(":")[0] for line in found][:2] == ["b.py", "b.py"] or found[0].startswith("b.py")
    assert found[-1].startswith("a.py")


def test_columns_count_characters(tmp_path: Path) -> None:
    found = mistakes(tmp_path, first="def größe(ä: bool) -> bool:\n    return 'ü' == 1.5\n")
    assert "first.py:2:19: RL110 a float, a complex number or bytes" in "\n".join(found)


CALM = """from ruleslawyer.lang import Checks
from prelude import State, harbour

checks = Checks(harbour)


@checks.always("1.1")
def calm(s: State) -> bool:
    return s.wind < 9
"""


def test_a_module_of_checks_has_checks_of_its_own(tmp_path: Path) -> None:
    prelude = (Path(__file__).parents[1].parent / "errors" / "prelude.py").read_text(encoding="utf-8")
    (tmp_path / "prelude.py").write_text(prelude, encoding="utf-8")
    (tmp_path / "money.py").write_text(CALM, encoding="utf-8")
    config = RulesetConfig("harbour", "Harbour", ("prelude",), ("money",), tmp_path, tmp_path, tmp_path, None)
    system = lower(config, tmp_path)
    assert list(system.checks) == ["solvent", "calm"]
    assert system.modules == ("prelude", "money")


def test_a_file_that_is_read_again_says_what_it_says_now(tmp_path: Path) -> None:
    """Files that were without a mistake are not parsed again; those with one, and those that changed, are."""
    prelude = (Path(__file__).parents[1].parent / "errors" / "prelude.py").read_text(encoding="utf-8")
    (tmp_path / "prelude.py").write_text(prelude, encoding="utf-8")
    config = RulesetConfig("harbour", "Harbour", ("prelude",), ("money",), tmp_path, tmp_path, tmp_path, None)

    def said(text: str) -> System | list[tuple[str, int]]:
        (tmp_path / "money.py").write_text(text, encoding="utf-8")
        try:
            return lower(config, tmp_path)
        except ModelError as error:
            return [(one.code, one.span.line) for one in error.diagnostics]

    texts = (CALM, CALM.replace("< 9", "< 9.5"), CALM.replace("< 9", "< 8"), "\n" + CALM, CALM.replace("return", "x ="))
    first = [said(text) for text in texts]
    assert all(one != other for at, one in enumerate(first) for other in first[:at])
    assert [said(text) for text in (*texts, *reversed(texts))] == [*first, *reversed(first)]
