"""Rulebooks as files: sizes, time until a table is ready, choices, games, links, time to make them, beside goals."""

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

from benchmarks import ROOT, goals
from ruleslawyer.api import Project, Ruleset
from ruleslawyer.bridges.portable.building import widest_code
from ruleslawyer.engines.native.filed import WASM

SCOPES = {
    "daemons": ("duel",),
    "mnemonic": ("tiny",),
    "mere_mortals": ("tiny",),
    "memesis": ("tiny",),
    "megacorp": ("tiny", "full_decks"),
}
"""The scopes that are measured; sizes are with the first one."""
GAMES = 300


IN_NODE = r""""use strict";
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const [folder, name, scope] = process.argv.slice(2);
const { Rulebook } = require(join(folder, "rulebook.js"));
const text = (file) => readFileSync(join(folder, file), "utf8");
const SECONDS = 2, OPENED = 15, STATES = 400;
const at = (list, share) => list.sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(share * list.length))];

(async () => {
  const code = readFileSync(join(folder, `${name}.wasm`)), ready = [];
  const about = text(`${name}.json`), told = text(`${name}.${scope}.json`);
  let table;
  for (let i = 0; i < OPENED; i++) {
    const other = Buffer.concat([code, Buffer.from([0, 3, 1, 110, i])]); // a section more: no code is known from before
    const began = performance.now();
    table = (await Rulebook.load(JSON.parse(about), other)).open(JSON.parse(told));
    table.choices(table.initial()[0].state);
    ready.push(performance.now() - began);
  }
  const start = table.write(table.initial()[0].state), memory = table.memory.buffer.byteLength, choices = [];
  let link = 0;
  // states of games that are not over; of each the least of three times, since a machine may be busy
  const timed = (state) => {
    const began = performance.now();
    table.choices(state, false);
    return performance.now() - began;
  };
  for (let seed = 1; choices.length < STATES; seed++) {
    const { state } = table.playout(start, seed, (7 * seed) % 120);
    const times = [1, 2, 3].map(() => timed(state));
    if (!table.over) choices.push(Math.min(...times));
    link = Math.max(link, table.pack(state).length);
  }
  let games = 0;
  const began = performance.now();
  while (performance.now() - began < 1000 * SECONDS) table.playout(start, games++, 1000);
  const seconds = (performance.now() - began) / 1000;
  const found = { ready: [at(ready, 0), at(ready, 0.5)], choices: [at(choices, 0.5), at(choices, 0.99)] };
  console.log(JSON.stringify({ ...found, link, memory, games: games / seconds }));
})();
"""
"""How fast a rulebook's file is in node: FOLDER RULESET SCOPE; one line of JSON."""
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


def portable(
    rulesets: Annotated[list[str] | None, typer.Argument()] = None,
    make: Annotated[bool, typer.Option("--make")] = False,
    page: Annotated[bool, typer.Option("--page")] = False,
) -> None:
    """Sizes, milliseconds, games and links of rulebooks as files; it needs node and a linker.

    Code that is kept is taken from there; `--make` makes it anew, and says how many seconds of a processor that took.
    `--page` opens a table in Chromium too, and with a processor four times slower. Packed is `gzip -9`: module,
    description, the file of a scope and `rulebook.js`, each by itself, added up.
    """
    wanted = goals("portable")
    names, project, made = rulesets or list(SCOPES), Project.load(ROOT), 0.0
    typer.echo("| rulebook | measured | here | goal |\n|---|---|---|---|")
    for name in names:
        if make:
            began = time.process_time()
            widest_code(project.ruleset(name)).make(WASM)
            made += time.process_time() - began
        for what, found in _of_one(project, name, page=page):
            goal = wanted.get(name, {}).get(what) or wanted["all"].get(what.partition(":")[0], "")
            typer.echo(f"| {name} | {what} | {found} | {goal} |")
    if make:
        typer.echo(
            f"| {len(names)} together | seconds to make all | {made:.0f} | {wanted['all']['seconds to make all']} |"
        )


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
    ask = Path(folder, "ask.cjs")
    ask.write_text(IN_NODE, encoding="utf-8")
    words = ["node", str(ask), folder, name, scope]
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
