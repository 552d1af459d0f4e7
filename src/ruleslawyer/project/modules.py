"""The modules of a ruleset: those in its folders, in the order of imports, or as a table lists them, and then all."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from ruleslawyer.base.diagnostics import nearest
from ruleslawyer.base.files.toml import Table

_IMPORT = re.compile(r"^(?:from|import) +([\w.]+)(?: +import +([\w, ]+))?", re.MULTILINE)


def module_file(root: Path, module: str) -> Path:
    return root.joinpath(*module.split(".")).with_suffix(".py")


def modules_of(table: Table, key: str, root: Path, folder: str) -> tuple[str, ...]:
    """The modules that a ruleset lists below a key; without a list, those in a folder (`model.mygame`), or the one file
    of that name."""
    if key not in table:
        found = sorted(_in_folder(root, folder))
        alone = module_file(root, folder)
        return _in_order(root, found) if found else (folder,) * alone.is_file()
    listed = table.texts(key, "model.x.state")
    for number, module in enumerate(listed):
        if not all(part.isidentifier() for part in module.split(".")):
            mend = 'write dots, not slashes, and no ending: "model.x.state"'
            raise table.wrong(f"`{module}` is not the name of a module", mend, key, number)
        if not module_file(root, module).is_file():
            path = module_file(root, module).relative_to(root).as_posix()
            raise table.wrong(f"module `{module}` has no file {path}", _near_file(root, module), key, number)
    return listed


def expect_all_in_list(table: Table, key: str, root: Path, folder: str, listed: Collection[str]) -> None:
    """A file beside those that a list names is not read by anybody, and is taken for a mistake."""
    left = sorted({*_in_folder(root, folder)} - {*listed}) if key in table else []
    if left:
        path = module_file(root, left[0]).relative_to(root).as_posix()
        more = f", nor {len(left) - 1} more" if len(left) > 1 else ""
        mend = f'add "{left[0]}" to `{key}`, or leave `{key}` out: then all in the folder is read, in order of imports'
        raise table.wrong(f"{path} is not listed{more}, so that nobody reads it", mend, key)


def _in_folder(root: Path, folder: str) -> Iterator[str]:
    """The modules of a ruleset's folder and of those inside, packages' own files apart."""
    for path in root.joinpath(*folder.split(".")).rglob("*.py"):
        parts = path.relative_to(root).with_suffix("").parts
        if parts[-1] != "__init__" and all(part.isidentifier() for part in parts):
            yield ".".join(parts)


def _in_order(root: Path, modules: Collection[str]) -> tuple[str, ...]:
    """The modules, each behind those of them that it imports, and by name where that leaves it open; by name alone
    where they import each other in a circle, which whoever reads them says."""
    order = TopologicalSorter({module: sorted(_imports(module_file(root, module)) & {*modules}) for module in modules})
    try:
        order.prepare()
    except CycleError:
        return tuple(modules)
    found: list[str] = []
    ready = sorted(order.get_ready())
    while ready:
        found.append(ready.pop(0))
        order.done(found[-1])
        ready = sorted((*ready, *order.get_ready()))
    return tuple(found)


def _imports(file: Path) -> set[str]:
    """The modules that a file may name in its imports, as rules write them: a line each. Whoever reads it says what is
    wrong with it."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return set()
    found: set[str] = set()
    for module, names in _IMPORT.findall(text):
        found |= {module, *(f"{module}.{name.strip()}" for name in names.split(","))}
    return found


def _near_file(root: Path, module: str) -> str:
    folder = module_file(root, module).parent
    names = sorted(path.stem for path in folder.glob("*.py")) if folder.is_dir() else []
    otherwise = None if names else "create the file, or take the module off the list"
    return nearest(module.rsplit(".", 1)[-1], names, otherwise)
