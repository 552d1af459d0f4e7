"""A rulebook as a package for npm: an ES module with its types, the scopes, and a README that plays a game."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence

from ruleslawyer.base.files.content import Json
from ruleslawyer.bridges.portable.editions import ABOUT, MANIFEST, RULES

EXPORTS = {
    "rulebook.js": ("Rulebook", "Table"),
    "promises.js": (),
    "search.js": ("Search", "search", "breaches"),
    "game.js": ("Game", "NoLonger"),
    "bots.js": ("Seat",),
    "drawing.js": ("Drawings",),
    "picture.js": ("picture",),
    "happened.js": ("happened",),
}
"""What each script of the client gives, in the order in which they need one another."""
INDEX = """\
// {title}: its rules as a module. Made by ruleslawyer; the build is {build}.
import {{ about, code }} from "./rules.js";
const scripts = {{}};
const made = (name, write) => {{
  const module = {{ exports: {{}} }};
  write(module, (other) => scripts[other]);
  scripts[`./${{name}}`] = module.exports;
}};
{scripts}
{exports}
/** The version of the rules. */
export const version = about.version;
/** The rules, ready to be played: `new Game(await load(), scope)`, with a scope of this package. */
export const load = () => Rulebook.load(about, Uint8Array.from(atob(code), (letter) => letter.charCodeAt(0)));
"""
TYPES = """
/** The version of the rules. */
export const version: string;
/** The rules, ready to be played: `new Game(await load(), scope)`, with a scope of this package. */
export function load(): Promise<Rulebook>;
/** A drawing as SVG. */
export function picture(drawing: object, size: "large" | "narrow", title: string, live?: string[]): string;
"""
README = """\
# {title}

The rules of {title} as a module for JavaScript: what may be done, why, and where it leads. Version {version}, made by
ruleslawyer from the rulebook's clauses; it needs nothing else.

```js
import {{ load, Game, Seat, Drawings, happened }} from "{name}";
import scope from "{name}/scopes/{scope}";
const game = new Game(await load(), scope, {{ seed: 7, uniform: true }}), drawings = new Drawings(game.table);
for (let turn = 0; turn < 200 && game.legal().length; turn++) {{
  const legal = game.legal(), action = legal[turn % legal.length], before = game.state;
  for (const {{ says }} of happened(drawings, before, action)) console.log(says);
  game.take(action);
}}
const over = game.table.ended(game.state);
console.log(over ? `won: ${{game.table.winners(game.state).join(", ") || "nobody"}}` : "not over yet");
```

Scopes, each a table that is laid out: {scopes}.

`game.why(action)` says why an action may be taken or not, `game.undo()` takes one back, `game.save()` gives an object
for JSON, and `Game.resume` takes that up again. `new Seat(rules, scope, player)` plays by what a player sees. The types
say the rest.

The version is that of the rules. Major: something that a program may have named is gone or another, or a clause; minor:
something is new, or the same action may lead elsewhere; patch: only the rest differs.
"""


def package(
    ruleset: str, about: Json, module: bytes, scopes: Mapping[str, Json], scripts: Mapping[str, str], types: str
) -> dict[str, bytes]:  # fmt: skip
    """The files of a package. scripts: the client's, as they are written; types: of the ruleset's own names."""
    name = f"{ruleset.replace('_', '-')}-rules"
    exports = [f'export const {{ {", ".join(given)} }} = scripts["./{of}"];' for of, given in EXPORTS.items() if given]
    written = (f"made({json.dumps(of)}, (module, require) => {{\n{scripts[of]}}});" for of in EXPORTS)
    told = {"title": about["title"], "build": about["build"], "version": about["version"], "name": name}
    first = min(scopes, key=lambda one: len(json.dumps(scopes[one])))
    files = {
        MANIFEST: json.dumps(manifest(name, about, list(scopes)), indent=2, ensure_ascii=False) + "\n",
        "index.js": INDEX.format(**told, scripts="\n".join(written), exports="\n".join(exports)),
        "index.d.ts": types + TYPES,
        "scope.d.ts": "declare const scope: object;\nexport default scope;\n",
        RULES: f"{ABOUT}{_line(about)};\nexport const code = {json.dumps(base64.b64encode(module).decode())};\n",
        "README.md": README.format(**told, scope=first, scopes=", ".join(f"`{one}`" for one in scopes)),
    }
    files |= {f"scopes/{one}.js": scope_file(scope) for one, scope in scopes.items()}
    return {file: text.encode() for file, text in files.items()}


def scope_file(scope: Json) -> str:
    """A scope as a module."""
    return f"export default {_line(scope)};\n"


def manifest(name: str, about: Json, scopes: Sequence[str]) -> Json:
    """The package.json."""
    return {
        "name": name, "version": about["version"], "description": f"The rules of {about['title']}", "type": "module",
        "exports": {
            ".": {"types": "./index.d.ts", "default": "./index.js"},
            "./scopes/*": {"types": "./scope.d.ts", "default": "./scopes/*.js"},
        },
        "types": "./index.d.ts", "sideEffects": False, "engines": {"node": ">=18"},
        "files": ["index.js", "index.d.ts", "scope.d.ts", RULES, "scopes", "README.md"],
        "ruleslawyer": {"ruleset": about["ruleset"], "digest": about["digest"], "scopes": [*scopes]},
    }  # fmt: skip


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("\u2028", "\\u2028")
