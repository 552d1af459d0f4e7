"""Rules that this process has read, lent to those that it starts: a file takes them a tenth of the time of reading."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cached_property, partial
from pathlib import Path
from tempfile import TemporaryDirectory

from ruleslawyer.ir.system import System
from ruleslawyer.rulebook.kept.rules import lend, take
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset, borrow


class Lending:
    """A lender of the rules of some rulesets, until the end of the block."""

    def __init__(self, rulesets: Iterable[LoadedRuleset]) -> None:
        self._rulesets: dict[object, LoadedRuleset] = {(one.root, one.name): one for one in rulesets}

    def __enter__(self) -> Lending:
        return self

    def __exit__(self, *_: object) -> None:
        if "_folder" in self.__dict__:
            self._folder.cleanup()

    @cached_property
    def _folder(self) -> TemporaryDirectory[str]:
        return TemporaryDirectory(prefix="ruleslawyer-", ignore_cleanup_errors=True)

    def lend(self, of: object) -> None:
        ruleset = self._rulesets.get(of)
        if ruleset is not None:
            with suppress(OSError):  # whoever finds no file reads the rules
                Path(self._folder.name, ruleset.name).write_bytes(lend(ruleset.system))

    @property
    def borrowing(self) -> Callable[[], None]:
        return partial(_borrow_from, Path(self._folder.name))


def _borrow_from(folder: Path) -> None:
    borrow(partial(_rules_in, folder))


def _rules_in(folder: Path, name: str) -> System | None:
    file = folder / name
    return take(file.read_bytes()) if file.is_file() else None
