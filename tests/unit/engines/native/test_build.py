"""Machine code that is kept between runs: found again by its text, and never used where it is damaged."""

from __future__ import annotations

import errno
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ruleslawyer.base.diagnostics import InternalError, NoCode
from ruleslawyer.base.files import kept
from ruleslawyer.engines.native import build
from ruleslawyer.engines.native.build import Compiler, Library, TieredCode, TieredModules, compile_text
from ruleslawyer.engines.native.compiling import CompiledRuleset
from ruleslawyer.engines.native.explore import search_natively
from ruleslawyer.engines.native.text import FunctionBuilder
from tests.agree.native import report
from tests.agree.written import counter, system_written


def writing(number: int) -> str:
    """A function that writes a number."""
    code = FunctionBuilder("go", ["ptr %result"])
    code.store("i64", str(number), "%result")
    code.end("ret void")
    return code.text


def run(library: Library) -> int:
    result = np.zeros(1, dtype=np.int64)
    library.function("go", "p")(result.ctypes.data)
    return int(result[0])


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What has been compiled, not found."""
    calls: list[Any] = []
    original = build._optimise

    def counted(module: Any, *more: Any) -> None:
        calls.append(module)
        original(module, *more)

    monkeypatch.setattr(build, "_optimise", counted)
    return calls


def test_found_again(tmp_path: Path, made: list[Any]) -> None:
    assert run(compile_text(writing(7), cache=tmp_path)) == 7
    assert len(made) == 1
    assert run(compile_text(writing(7), cache=tmp_path)) == 7
    assert len(made) == 1
    assert len(list(tmp_path.glob("*.o"))) == 1
    assert run(compile_text(writing(8), cache=tmp_path)) == 8
    assert len(made) == len(list(tmp_path.glob("*.o"))) == 2
    assert run(compile_text(writing(7), level=1, cache=tmp_path)) == 7  # other code, of another file
    assert len(made) == len(list(tmp_path.glob("*.o"))) == 3


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "half of it": lambda data: data[: len(data) // 2],
    "its end is missing": lambda data: data[:-1],
    "something else": lambda data: b"x" * len(data),
    "one bit": lambda data: data[:300] + bytes([data[300] ^ 4]) + data[301:],
    "the digest": lambda data: bytes([data[0] ^ 1]) + data[1:],
    "only a digest": lambda data: data[:32],
}


@pytest.mark.parametrize("name", DAMAGE)
def test_damaged(tmp_path: Path, made: list[Any], name: str) -> None:
    """It is made anew, and what is kept is good again."""
    run(compile_text(writing(7), cache=tmp_path))
    (file,) = tmp_path.glob("*.o")
    good = file.read_bytes()
    file.write_bytes(DAMAGE[name](good))
    assert run(compile_text(writing(7), cache=tmp_path)) == 7
    assert len(made) == 2
    assert file.read_bytes() == good


def test_an_entry_under_another_key(tmp_path: Path, made: list[Any]) -> None:
    """A whole and good entry that was copied: it says what it is of, and is made anew."""
    run(compile_text(writing(7), cache=tmp_path))
    (seven,) = tmp_path.glob("*.o")
    run(compile_text(writing(8), cache=tmp_path))
    (eight,) = set(tmp_path.glob("*.o")) - {seven}
    good = eight.read_bytes()
    eight.write_bytes(seven.read_bytes())
    assert run(compile_text(writing(8), cache=tmp_path)) == 8
    assert len(made) == 3
    assert eight.read_bytes() == good


def test_of_another_text(tmp_path: Path) -> None:
    """Files are known by their text: one of a shorter life does not speak for another."""
    (tmp_path / "a").mkdir()
    run(compile_text(writing(7), cache=tmp_path / "a"))
    run(compile_text(writing(8), cache=tmp_path / "a"))
    assert run(compile_text(writing(7), cache=tmp_path / "a")) == 7


def test_a_folder_that_cannot_be_made(tmp_path: Path, made: list[Any]) -> None:
    """No matter: it is compiled each time."""
    (tmp_path / "file").write_text("no folder")
    for times in (1, 2):
        assert run(compile_text(writing(7), cache=tmp_path / "file" / "objects")) == 7
        assert len(made) == times


def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(kept, "write_bytes_together", fails)
    assert run(compile_text(writing(7), cache=tmp_path)) == 7


def test_something_in_its_place(tmp_path: Path) -> None:
    """A folder that has the name of the file."""
    run(compile_text(writing(7), cache=tmp_path))
    (file,) = tmp_path.glob("*.o")
    file.unlink()
    file.mkdir()
    assert run(compile_text(writing(7), cache=tmp_path)) == 7


def test_the_oldest_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(compile_text(writing(0), cache=tmp_path))
    (first,) = tmp_path.glob("*.o")
    monkeypatch.setattr(build, "MOST_CODE", 2 * first.stat().st_size + 10)
    for number in range(1, 4):
        run(compile_text(writing(number), cache=tmp_path))
    assert len(list(tmp_path.glob("*.o"))) == 2
    assert not first.exists()


def test_where_it_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, made: list[Any]) -> None:
    """Where RULESLAWYER_CACHE says, else beside the user's other caches; nowhere where it is empty."""
    monkeypatch.setenv("RULESLAWYER_CACHE", str(tmp_path / "mine"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "theirs"))
    run(compile_text(writing(7)))
    assert len(list((tmp_path / "mine").glob("*.o"))) == 1
    monkeypatch.setenv("RULESLAWYER_CACHE", "")
    run(compile_text(writing(7)))
    assert len(made) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]
    monkeypatch.delenv("RULESLAWYER_CACHE")
    run(compile_text(writing(7)))
    assert len(list((tmp_path / "theirs" / "ruleslawyer").glob("*.o"))) == 1
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    run(compile_text(writing(7)))
    assert len(list((tmp_path / ".cache" / "ruleslawyer").glob("*.o"))) == 1


def test_an_exploration_from_the_cache(tmp_path: Path, made: list[Any]) -> None:
    """The same result, and nothing is compiled for it."""
    system = system_written(tmp_path / "project", "counter", counter(permit="s.count < 50"))
    first = search_natively(system, workers=1, cache=tmp_path / "objects")
    compilations = len(made)
    CompiledRuleset._known.clear()
    again = search_natively(system, workers=1, cache=tmp_path / "objects")
    assert len(made) == compilations > 0
    assert report(again.found) == report(first.found)


def test_better_code_is_made_when_it_is_asked_for(tmp_path: Path) -> None:
    """At first it is made in a hurry, unless better code is kept; nothing better is made that may not pay."""
    text = writing(5)
    for soon, worth in ((TieredCode(text, tmp_path, worth=False), False), (TieredCode(text, tmp_path), True)):
        assert run(soon.library) == 5
        first = soon.library
        assert run(soon.best()) == 5
        assert (soon.library is not first) == worth
        assert (Compiler(tmp_path, 2, build.USUAL).recall(text) is not None) == worth
    kept = TieredCode(text, tmp_path)
    assert kept.best() is kept.library
    assert Compiler(tmp_path, 2, build.USUAL).recall(text) is not None


@pytest.mark.parametrize("failure", [MemoryError(), OSError(errno.ENOSPC, "full"), NoCode("LLVM")])
@pytest.mark.parametrize("place", ["the code", "the thread"])
def test_where_better_code_cannot_be_made_that_which_there_is_goes_on(
    place: str, failure: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    modules, soon = TieredModules([writing(1), named("other", 2)], {}, tmp_path), TieredCode(writing(5), tmp_path)

    def fail(*_: object) -> None:
        raise failure

    if place == "the code":
        monkeypatch.setattr(Compiler, "object", fail)
    else:
        monkeypatch.setattr(threading.Thread, "start", fail)
    before = modules.library
    assert before.ran is not None
    before.ran(1e9)
    modules.finish()
    assert soon.best() is soon.library and run(soon.library) == 5
    assert modules.library is before and run(before) == 1
    assert capfd.readouterr().err == ""


def test_text_that_llvm_does_not_take(tmp_path: Path) -> None:
    with pytest.raises(NoCode, match="LLVM made no code: LLVM IR parsing error"):
        compile_text("no assembly", cache=tmp_path)


def test_a_function_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InternalError, match="no function stop"):
        compile_text(writing(7), cache=tmp_path).function("stop", "p")


def named(name: str, number: int) -> str:
    """The same by another name."""
    return writing(number).replace("@go", f"@{name}")


def test_better_code_is_made_where_it_is_worth_its_price(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not kept is made in a hurry; better code comes once that has run for as long as it takes to be made."""
    texts = [writing(1), named("other", 2)]
    monkeypatch.setattr(build, "RATE", len(texts[1]))  # it is made in a second
    made = TieredModules(texts, {}, tmp_path)
    first = made.library
    ran = first.ran
    assert ran is not None
    for _ in range(5):
        ran(0.5)
    assert made._behind is None
    assert Compiler(tmp_path, 2, build.USUAL).recall(texts[1]) is None
    for _ in range(2):
        ran(0.5)
    assert made._behind is not None
    made.finish()
    assert made.library is not first
    assert Compiler(tmp_path, 2, build.USUAL).recall(texts[1]) is not None
    assert TieredModules(texts, {}, tmp_path).library is not None  # nothing is left to be made
