"""LLVM assembly to machine code in this process, and machine code kept between runs."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from ctypes import CFUNCTYPE, c_int64, c_void_p
from pathlib import Path
from typing import Any

import llvmlite
import llvmlite.binding as llvm

from ruleslawyer.diagnostics import InternalError
from ruleslawyer.files.write import write_bytes_together

MOST_KEPT = 200
"""Object files that are kept between runs; one has some hundred kilobytes."""
_KINDS = {"p": c_void_p, "i": c_int64}


class Library:
    """Compiled functions; they live as long as this object."""

    def __init__(self, engine: Any) -> None:
        self._engine = engine

    def function(self, name: str, parameters: str) -> Any:
        """A function without a result; `parameters` has p for a pointer and i for a number. It lets go of the GIL."""
        made = CFUNCTYPE(None, *(_KINDS[kind] for kind in parameters))(self.address(name))
        made.library = self  # type: ignore[attr-defined]  # the code lives as long as somebody can call it
        return made

    def address(self, name: str) -> int:
        """Where a function is, for other code to call; this object has to live as long."""
        found: int = self._engine.get_function_address(name)
        if not found:
            raise InternalError(f"the generated code has no function {name}")
        return found


USUAL = ("sroa", "instruction_combine", "simplify_cfg")
"""Passes that pay for code that is written without repetition: the whole pipeline takes twice as long to make the same
speed."""


def compiled(text: str, level: int = 2, cache: Path | None = None, passes: Sequence[str] = USUAL) -> Library:
    """Machine code for this processor, kept in a folder (by default `cache_folder`) and found there by the text."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    name, features = llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
    machine = llvm.Target.from_default_triple().create_target_machine(cpu=name, features=features, opt=level)
    stored = _Stored(cache or cache_folder(), [text, name, features, str(level), *passes, llvmlite.__version__])
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    data = stored.read()
    if data is None:
        module = llvm.parse_assembly(text)
        module.triple, module.data_layout = llvm.get_process_triple(), str(machine.target_data)
        _optimise(module, machine, level, passes)
        data = machine.emit_object(module)
        stored.write(data)
    engine.add_object_file(llvm.ObjectFileRef.from_data(data))
    engine.finalize_object()
    return Library(engine)


def cache_folder() -> Path | None:
    """Where machine code is kept between runs: RULESLAWYER_CACHE, or the user's folder for such things. Nowhere where
    that variable is empty."""
    named = os.environ.get("RULESLAWYER_CACHE")
    if named is not None:
        return Path(named) if named else None
    home = os.environ.get("XDG_CACHE_HOME")
    return (Path(home) if home else Path.home() / ".cache") / "ruleslawyer"


def _optimise(module: Any, machine: Any, level: int, names: Sequence[str]) -> None:
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=level))
    passes = llvm.create_new_module_pass_manager()
    for name in names:
        getattr(passes, f"add_{name}_pass")()
    passes.run(module, builder)


class _Stored:
    """One object file in a folder, behind a digest of it and of what it was made from: what is damaged, cannot be read
    or is of something else is made anew."""

    def __init__(self, folder: Path | None, parts: Sequence[str]) -> None:
        self.key = hashlib.sha256("\0".join(parts).encode())
        self.folder = folder
        self.file = folder / f"{self.key.hexdigest()[:32]}.o" if folder else None

    def read(self) -> bytes | None:
        try:
            content = self.file.read_bytes() if self.file else b""
        except OSError:
            return None
        digest, data = content[:32], content[32:]
        return data if data and self._digest(data) == digest else None

    def write(self, data: bytes) -> None:
        """Keep it, and forget what was made longest ago; a folder that cannot be written is no matter."""
        if self.folder is None or self.file is None:
            return
        try:
            write_bytes_together({self.file: self._digest(data) + data})
            oldest = sorted(self.folder.glob("*.o"), key=lambda f: f.stat().st_mtime)[:-MOST_KEPT]
            for file in oldest:
                file.unlink(missing_ok=True)
        except OSError:
            return

    def _digest(self, data: bytes) -> bytes:
        """Of the data, as the code of these parts and of no others."""
        return hashlib.sha256(self.key.digest() + data).digest()
