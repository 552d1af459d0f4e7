"""The question of `build`: a rulebook as one module, or as an object for C programs, with all that stands beside it."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from ruleslawyer import __version__
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json, write_bytes_together
from ruleslawyer.bridges.portable.answered import NOTHING, Answered, with_rulings
from ruleslawyer.bridges.portable.editions import Next, next_version, read_edition
from ruleslawyer.rulebook.declared import Option, Reading, Ruling, Told
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset

if TYPE_CHECKING:  # --help does not wait for the compiler
    from ruleslawyer.engines.native.filed import PortableCode

CLIENTS = Path(__file__).parent / "client"
CLIENT = (
    "rulebook.js", "rulebook.py", "codec.py", "positions.py", "events.py", "search.js", "search.py", "promises.js",
    "promises.py", "drawing.js", "picture.js", "game.js",
    "happened.js", "bots.js",
)  # fmt: skip
STRICT = '"use strict";\n'
OTHERS = {
    "aarch64-linux.o": "aarch64-unknown-linux-gnu",
    "windows.obj": "x86_64-pc-windows-msvc",
    "macos.o": "arm64-apple-macos13",
}
"""Objects for other machines, which nobody has run."""


@dataclass(frozen=True)
class Built:
    """The result of `build`: the files that were written. files: each with its bytes. untried: those of them that were
    made for machines that are not here. version: of a package, the version of the rules; level: whether it is a major,
    minor or patch one behind the package before; empty where nothing differs, or there was none. because: what
    differs."""

    ruleset: str
    build: str
    scopes: Sequence[str]
    files: Mapping[str, int]
    untried: Sequence[str]
    version: str = ""
    level: str = ""
    because: Sequence[str] = ()


@dataclass(frozen=True)
class Build(Told[Built]):
    """Write the rulebook as one file that runs elsewhere, for all of its scopes.

    `wasm` is a WebAssembly module that needs memory of its host and nothing else,
    with clients in JavaScript (and its types) and in Python; a linker must be
    installed (lld, or ziglang from PyPI). `c` is an object file with a header.
    Scopes are data beside it, and so is a description: where the fields of a state
    lie, what can be answered, what its log means. Code is made once and kept.
    `npm` is a package with an ES module, its types and a README that plays a game.
    Its version is that of the rules: major, minor or patch, by what differs from the
    package before, which lies in the folder, or is named by --after.
    A client can choose answers later; a ruling on two clauses that clash, or for
    a gap alone, changes the code: the file is built with it.

    Examples:

      ruleslawyer build daemons --to wasm -o daemons-file

      ruleslawyer build daemons --scope duel --to c -o daemons-c

      ruleslawyer build daemons --scope duel --to npm -o daemons-rules

      ruleslawyer build daemons --to wasm --ruling how_else_a_turn_ends:gap=a_refresh_ends_it -o ruled
    """

    to: Annotated[Literal["wasm", "c", "npm"], Option("What is made.")]
    _: KW_ONLY
    output: Annotated[Path, Option("The folder to write into.", "--output", "-o", metavar="DIR")]
    scope: Annotated[
        Sequence[str] | None,
        Option("A scope; may be repeated. All that `check` explores by default.", completes="scopes"),
    ] = None
    embed: Annotated[
        bool, Option("Module and scopes as one script too, for pages opened from a folder.", "--embed")
    ] = False
    objects: Annotated[bool, Option("Objects for other machines too, which nobody has run.")] = True
    after: Annotated[
        Path | None, Option("The folder of the package before, by which the version goes.", "--after", metavar="DIR")
    ] = None
    reading: Reading = None
    rulings: Ruling = None

    def __call__(self, ruleset: LoadedRuleset, /) -> Built:
        from ruleslawyer.bridges.portable.linking import link_module, linker
        from ruleslawyer.engines.native.filed import WASM

        if self.after is not None and self.to != "npm":
            raise UsageError("a version is of a package alone", "--after", "build it --to npm, or leave it out")
        in_wasm = self.to != "c"
        if in_wasm:
            linker()  # it is missed before code is made
        names = self._scopes(ruleset)
        tell = self.progress or (lambda text: None)
        tell("making the code, where it is not kept")
        ruleset, said = with_rulings(ruleset, self.reading, self.rulings)
        filed, code, build = object_code(ruleset, WASM if in_wasm else "", said)
        tell("describing it")
        untried: list[str] = []
        version = Next("", "", ())
        if self.to == "npm":
            files, version = self._package(ruleset, filed, build, names, said, link_module(code, build))
        elif in_wasm:
            files = _beside(ruleset, filed, build, names, said)
            module = files[f"{ruleset.name}.wasm"] = link_module(code, build)
            if self.embed:
                files[f"{ruleset.name}.embedded.js"] = _embed(ruleset.name, files, names, module)
        else:
            from ruleslawyer.bridges.portable.for_c import for_c

            files = for_c(ruleset, filed, build, names, said)
            files[f"{ruleset.name}.o"] = code
            if self.objects:
                untried = [f"{ruleset.name}.{name}" for name in OTHERS]
                files |= {f"{ruleset.name}.{name}": filed.object_file(triple) for name, triple in OTHERS.items()}
        write_bytes_together({self.output / name: data for name, data in files.items()})
        sizes = {name: len(data) for name, data in files.items()}
        return Built(ruleset.name, build, names, sizes, untried, version.version, version.level, version.because)

    def _package(
        self, ruleset: LoadedRuleset, filed: PortableCode, build: str, names: Sequence[str], said: Answered,
        module: bytes,
    ) -> tuple[dict[str, bytes], Next]:  # fmt: skip
        """The files of a package, and its version."""
        from ruleslawyer.bridges.portable.declaration import declaration
        from ruleslawyer.bridges.portable.package import EXPORTS, package, scope_file

        before = read_edition(self.after or self.output, ruleset.name, asked=self.after is not None)
        about, scopes = _descriptions(ruleset, filed, build, names, said)
        version = next_version(before, about, {name: scope_file(scope) for name, scope in scopes.items()})
        about["version"] = version.version
        scripts = {name: client(CLIENTS / name) for name in EXPORTS}
        types = declaration(ruleset, about, build)
        return package(ruleset.name, about, module, scopes, scripts, types), version

    def _scopes(self, ruleset: LoadedRuleset) -> list[str]:
        names = list(dict.fromkeys(self.scope)) if self.scope else list(ruleset.explored_scopes())
        if not names:
            raise UsageError(f"{ruleset.name} has no scope that leaves nothing open", "--scope", "name a scope")
        for name in names:
            ruleset.transition_system(name)  # it refuses what cannot be played
        return names


def object_code(ruleset: LoadedRuleset, triple: str, said: Answered = NOTHING) -> tuple[PortableCode, bytes, str]:
    """The code of a ruleset, as an object file for a machine, and the name of the build; it is made where it is not
    kept."""
    filed = widest_code(ruleset)
    code = filed.object_file(triple)
    answers = json.dumps([*said.reading.items(), *said.rulings.items()]) if said != NOTHING else ""
    digests = ruleset.system.digest, hashlib.sha256(code + answers.encode()).hexdigest()
    return filed, code, " ".join([ruleset.name, __version__, *(digest[:16] for digest in digests)])


def widest_code(ruleset: LoadedRuleset) -> PortableCode:
    """The code at the widest sets that any closed scope needs: so it is the same whatever scopes are built."""
    from ruleslawyer.bridges.portable.positions import most_members
    from ruleslawyer.engines.native.filed import PortableCode

    return PortableCode(ruleset.system, most_members(ruleset))


def _descriptions(
    ruleset: LoadedRuleset, filed: PortableCode, build: str, names: Sequence[str], said: Answered
) -> tuple[Json, dict[str, Json]]:  # fmt: skip
    """The description of a ruleset, and those of its scopes by name."""
    from ruleslawyer.bridges.portable.description import describe_ruleset, describe_scope

    about = describe_ruleset(ruleset, filed, build, names, said)
    return about, {name: describe_scope(ruleset, filed, build, said.in_scope(ruleset, name)) for name in names}


def _beside(
    ruleset: LoadedRuleset, filed: PortableCode, build: str, names: Sequence[str], said: Answered
) -> dict[str, bytes]:  # fmt: skip
    from ruleslawyer.bridges.portable.declaration import declaration

    about, scopes = _descriptions(ruleset, filed, build, names, said)
    return {
        f"{ruleset.name}.json": _json(about),
        **{f"{ruleset.name}.{name}.json": _json(scope) for name, scope in scopes.items()},
        **{name: client(CLIENTS / name).encode() for name in CLIENT},
        "rulebook.d.ts": declaration(ruleset, about, build).encode(),
    }


def client(path: Path) -> str:
    """A file of the clients as it is written; of a script without indentation and comments, but for its head: a page
    loads it. `rulebook.js` has `positions.js` in it."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".js":
        return text
    head, strict, rest = text.partition(STRICT)
    if path.name == "rulebook.js":
        rest = (path.parent / "positions.js").read_text(encoding="utf-8").partition(STRICT)[2] + rest
    rest = re.sub(r"^\s*/\*\*.*?\*/\n", "", rest, flags=re.MULTILINE | re.DOTALL)
    rest = re.sub(r" // [^\n\"'`]*$", "", rest, flags=re.MULTILINE)
    return head + strict + re.sub(r"^[ ]*(//.*\n)?", "", rest, flags=re.MULTILINE)


def _embed(name: str, files: Mapping[str, bytes], scopes: Sequence[str], module: bytes) -> bytes:
    """All of it as one script that defines `embedded`: a page opened from a folder can load no other file."""
    of_scopes = b",".join(b"%s:%s" % (_json(scope), files[f"{name}.{scope}.json"]) for scope in scopes)
    code = b'Uint8Array.from(atob("%s"),(c)=>c.charCodeAt(0))' % base64.b64encode(module)
    return b"const embedded={about:%s,scopes:{%s},module:()=>%s};\n" % (files[f"{name}.json"], of_scopes, code)


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
