"""An object file as a WebAssembly module, by a linker that is there."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.engines.native.filed import CALLED, OF_GRAPHS

LINKERS = ("wasm-ld", *(f"wasm-ld-{number}" for number in range(22, 13, -1)))
STACK = 1 << 16
SECTION = b"ruleslawyer"
"""The module's own section that names the build."""


def linker(asked: str = "--to wasm") -> list[str]:
    """How the linker is called; where there is none, a `UsageError` says what to install. asked: the option that needs
    one."""
    found = next((path for name in LINKERS if (path := shutil.which(name))), None)
    if found:
        return [found]
    if find_spec("ziglang"):
        return [sys.executable, "-m", "ziglang", "wasm-ld"]
    raise UsageError(
        "no linker for WebAssembly is installed",
        asked,
        "install lld (Debian: apt install lld), or: pip install ziglang",
    )


def link_module(code: bytes, build: str) -> bytes:
    """The module; it takes its memory from the host, and no functions. A `UsageError` says what the linker refuses."""
    command = linker()
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "rules.o"), Path(folder, "rules.wasm")
        source.write_bytes(code)
        exports = [f"--export={name}" for name in (*CALLED, *OF_GRAPHS, "__heap_base")]
        kinds = ["--no-entry", "--import-memory", "--stack-first"]
        kinds += ["--strip-all", "--gc-sections", "--compress-relocations"]  # smaller
        words = [*command, *kinds, *exports, "-z", f"stack-size={STACK}", str(source), "-o", str(target)]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode or not target.is_file():
            said = done.stderr.strip()[:500]
            raise UsageError(f"the linker failed: {said}", command[-1], "try another version of lld")
        return target.read_bytes() + _section(build.encode())


def _section(content: bytes) -> bytes:
    """A section of the module's own: its number, length, name and content."""
    body = _with_length(SECTION) + content
    return b"\0" + _with_length(body)


def _with_length(data: bytes) -> bytes:
    length, found = len(data), bytearray()
    while True:
        length, low = length >> 7, length & 127
        found.append(low | (128 if length else 0))
        if not length:
            return bytes(found) + data
