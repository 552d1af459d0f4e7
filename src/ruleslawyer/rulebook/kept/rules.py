"""Rules as data, and what is worked out of them alone, kept between runs beside machine code: to read the rules of a
large book takes ten times as long as to find them again.

They are known by every byte that they are read of, and by who reads. What lies there becomes code, so it is sealed as
code is: a file of somebody else's making is as if it were not there. Rules with a mistake are not kept.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import content as contained
from ruleslawyer.base.files.kept import KeptCode, cache_folder
from ruleslawyer.ir.system import System
from ruleslawyer.project.config import RulesetConfig
from ruleslawyer.project.modules import module_file
from ruleslawyer.project.settled import Settled
from ruleslawyer.rulebook.kept.data import dump, read
from ruleslawyer.rulebook.kept.tool import tool

SMALL = 1 << 14
"""Bytes of modules that are read as soon as looked for."""
MOST = 12
"""Rulesets of which it is known what they were read of."""
_read_of: dict[int, tuple[System, bytes]] = {}
_written: set[tuple[Path, str, Settled]] = set()
"""Rulesets whose rules this process has kept: who waits for edits reads them again after each, and keeps the first."""


def rules_of(
    root: Path,
    config: RulesetConfig,
    clauses: Collection[str] | None,
    assumed: Collection[str] | None,
    lower: Callable[[], System],
) -> System:
    """A ruleset's rules, as they were read before, or as `lower` reads them now."""
    key = _key(root, config, clauses, assumed)
    found = None if key is None else _recall(key)
    if found is None:
        found = lower()
        of = root, config.name, config.settled
        if key is None or of in _written or _key(root, config, clauses, assumed) != key:
            return found
        _written.add(of)
        _store().write(key, dump(found))
    assert key is not None
    _note(found, key)
    return found


def lend(system: System) -> bytes:
    """Rules for a process that works for this one, and by what all is found that is kept with them."""
    return dump((system, _read_of[id(system)][1] if is_as_read(system) else b""))


def take(lent: bytes) -> System:
    """The rules that another process lent."""
    system, key = read(lent)
    if key:
        _note(system, key)
    found: System = system
    return found


def _note(system: System, key: bytes) -> None:
    while len(_read_of) >= MOST:
        del _read_of[next(iter(_read_of))]
    _read_of[id(system)] = system, key


def is_as_read(system: System) -> bool:
    """Whether these are rules as they were read, and kept: nothing was done to them since."""
    return _read_of.get(id(system), (None, b""))[0] is system


def recall_or_make(system: System, what: str, make: Callable[[], bytes]) -> bytes:
    """Bytes that hang on the rules alone: found again where these are kept as they were read, and kept with them."""
    if not is_as_read(system):
        return make()
    key = sha256(_read_of[id(system)][1] + what.encode()).digest()
    found = _store().read(key)
    if found is None:
        found = make()
        _store().write(key, found)
    return found


def _key(
    root: Path, config: RulesetConfig, clauses: Collection[str] | None, assumed: Collection[str] | None
) -> bytes | None:
    """All that reading looks at; None where that is little, or cannot be read."""
    host = config.host.name if config.host else None
    listed = config.rules, config.checks, *(names if names is None else sorted(names) for names in (clauses, assumed))
    said = str(root), config.name, host, listed, config.settled
    found, size = sha256(repr(said).encode("utf-8", "surrogateescape")), 0
    for name in (*config.rules, *config.checks):
        try:
            content = contained(module_file(root, name))
        except OSError:
            return None
        size += len(content)
        found.update(len(content).to_bytes(8, "big") + content)
    if size < SMALL:
        return None
    found.update(tool())
    return found.digest()


def _recall(key: bytes) -> System | None:
    data = _store().read(key)
    found = None if data is None else read(data)
    return found if isinstance(found, System) else None


def _store() -> KeptCode:
    """Where it lies. Whoever needs code says why none is kept, if somebody else may write there."""
    with suppress(UsageError):
        return KeptCode(cache_folder())
    return KeptCode(None)
