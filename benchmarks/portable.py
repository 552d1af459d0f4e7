"""Rulebooks as files: sizes, time until a table is ready, choices, games, links, and time to make them, beside goals.

Run it as `python -m benchmarks.portable [--make] [--page] [RULESET...]`; it needs node and a linker, and prints a table
in Markdown. Code that is kept is taken from there; `--make` makes it anew, and says how many seconds of a processor
that took. `--page` opens a table in Chromium too, and with a processor four times slower. Packed is `gzip -9`: module,
description, the file of a scope and `rulebook.js`, each by itself, added up.
"""

from __future__ import annotations

import base64
import gzip
import json
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import typer

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.bridges.portable.building import widest_code
from ruleslawyer.engines.native.filed import WASM

ROOT = Path(__file__).parents[1]
ASK = Path(__file__).parent / "portable.cjs"
SCOPES = {
    "daemons": ("duel",),
    "mnemonic": ("tiny",),
    "mere_mortals": ("tiny",),
    "memesis": ("tiny",),
    "megacorp": ("tiny", "full_decks"),
}
"""The scopes that are measured; sizes are with the first one."""
GOALS = {
    "daemons": {"packed, kB": "≤ 60", "ready, ms": "≤ 50", "games a second beside the native API": "≥ 1.5"},
    "megacorp": {
        "packed, kB": "≤ 175",
        "ready, ms": "≤ 50",
        "choices, ms: median": "≤ 0.3",
        "choices, ms: 99 %": "≤ 8",
    },
    "": {"longest link": "≤ 200", "seconds to make all": "≤ 60", "ready in a page, ms": "≤ 50, 4 times slower ≤ 200"},
}
GAMES = 300
IN_A_PAGE = """async ([about, module, scope, times]) => {
  const found = [];
  for (let i = 0; i < times; i++) {
    const other = `${atob(module)}\\0\\x03\\x01n${String.fromCharCode(i)}`; // a section more: nothing is known
    const code = Uint8Array.from(other, (c) => c.charCodeAt(0));
    const began = performance.now();
    const table = (await Rulebook.load(JSON.parse(about), code)).open(JSON.parse(scope));
    table.choices(table.initial()[0].state);
    found.push(performance.now() - began);
  }
  return found.sort((a, b) => a - b);
}"""


def main(
    rulesets: Annotated[list[str] | None, typer.Argument()] = None,
    make: Annotated[bool, typer.Option("--make")] = False,
    page: Annotated[bool, typer.Option("--page")] = False,
) -> None:
    """The table."""
    names, project, made = rulesets or list(SCOPES), Project.load(ROOT), 0.0
    typer.echo("| rulebook | measured | here | goal |\n|---|---|---|---|")
    for name in names:
        if make:
            began = time.process_time()
            widest_code(project.ruleset(name)).make(WASM)
            made += time.process_time() - began
        for what, found in _of_one(project, name, page=page):
            goal = GOALS.get(name, {}).get(what) or GOALS[""].get(what.partition(":")[0], "")
            typer.echo(f"| {name} | {what} | {found} | {goal} |")
    if make:
        typer.echo(f"| {len(names)} together | seconds to make all | {made:.0f} | {GOALS['']['seconds to make all']} |")


def _of_one(project: Project, name: str, *, page: bool) -> Iterator[tuple[str, Any]]:
    ruleset = project.ruleset(name)
    with TemporaryDirectory() as folder:
        ruleset.build("wasm", output=Path(folder), scope=SCOPES[name])
        parts = f"{name}.wasm", f"{name}.json", f"{name}.{SCOPES[name][0]}.json", "rulebook.js"
        sizes = [len(gzip.compress(Path(folder, part).read_bytes(), 9, mtime=0)) / 1000 for part in parts]
        yield "packed, kB", f"{sum(sizes):.1f} = {' + '.join(f'{size:.1f}' for size in sizes)}"
        asked = {scope: _in_node(folder, name, scope) for scope in SCOPES[name]}
        for scope in SCOPES[name] if page else ():
            best = [
                f"{said[0]:.0f} best, {said[len(said) // 2]:.0f} median" for said in _in_chromium(folder, name, scope)
            ]
            yield "ready in a page, ms", f"{best[0]}; 4 times slower {best[1]} in {scope}"
    for scope, said in asked.items():
        of = "" if scope == SCOPES[name][-1] else f" in {scope}"
        yield "ready, ms", f"{said['ready'][0]:.1f} best, {said['ready'][1]:.1f} median in {scope}"
        yield f"choices, ms: median{of}", f"{said['choices'][0]:.3f} in {scope}"
        yield f"choices, ms: 99 %{of}", f"{said['choices'][1]:.3f} in {scope}"
        yield f"longest link: {scope}", said["link"]
        yield f"memory, MB: {scope}", f"{said['memory'] / 1e6:.2f}"
    native, games = _native_games(ruleset, SCOPES[name][0]), asked[SCOPES[name][0]]["games"]
    yield "games a second", f"{games:.0f}, native API {native:.0f}"
    yield "games a second beside the native API", f"{games / native:.2f}"


def _in_node(folder: str, name: str, scope: str) -> Any:
    words = ["node", str(ASK), folder, name, scope]
    return json.loads(subprocess.run(words, capture_output=True, text=True, check=True).stdout)


def _in_chromium(folder: str, name: str, scope: str, times: int = 9) -> Iterator[list[float]]:
    """Milliseconds until choices are there, in new pages: as the machine is, and four times slower."""
    from playwright.sync_api import sync_playwright

    texts = [Path(folder, f"{name}{of}.json").read_text("utf-8") for of in ("", f".{scope}")]
    module = base64.b64encode(Path(folder, f"{name}.wasm").read_bytes()).decode()
    with sync_playwright() as engine:
        browser = engine.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for rate in (1, 4):
            page = browser.new_page()
            page.add_script_tag(path=Path(folder, "rulebook.js"))
            page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})
            yield page.evaluate(IN_A_PAGE, [texts[0], module, texts[1], times])
        browser.close()


def _native_games(ruleset: Ruleset, scope: str) -> float:
    """Random games a second, as `Engine.playouts` plays them."""
    engine = ruleset.engine(scope, compiled=True)
    start = engine.initial()[0]
    engine.playouts(start, 10)
    began = time.perf_counter()
    engine.playouts(start, GAMES, seed=1)
    return GAMES / (time.perf_counter() - began)


if __name__ == "__main__":
    typer.run(main)
