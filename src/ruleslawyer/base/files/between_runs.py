"""Answers and machine code that are kept between runs: how much there is and where, and how to be rid of it."""

from __future__ import annotations

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json
from ruleslawyer.base.files.kept import ANSWERS, CODE, Kept, KeptCode, answers_folder, cache_folder

KINDS = {"answers": (answers_folder, ANSWERS), "code": (cache_folder, CODE)}
"""Where each kind is kept, and how its files end."""


def cache() -> Json:
    """How many files and bytes are kept of each kind, and where; of code also how many files another user or machine
    made, which are never loaded (None: no code is kept)."""
    found: Json = {}
    for name, (folder, suffix) in KINDS.items():
        of = folder()
        files, size = Kept(of, suffix, 0).size()
        found[name] = {"folder": of.as_posix() if of else None, "files": files, "bytes": size}
    found["code"]["foreign"] = KeptCode(cache_folder()).foreign()
    return found


def clear_cache(*kinds: str) -> Json:
    """Take away what is kept of some kinds, or all of it; nothing is lost but time. How many files and bytes went. A
    kind that is none is a `UsageError`."""
    for kind in kinds:
        if kind not in KINDS:
            raise UsageError(f"nothing of the kind `{kind[:60]}` is kept", "clear_cache", f"one of {', '.join(KINDS)}")
    gone = [Kept(folder(), suffix, 0).prune() for name, (folder, suffix) in KINDS.items() if name in (kinds or KINDS)]
    return {"files": sum(files for files, _ in gone), "bytes": sum(size for _, size in gone)}
