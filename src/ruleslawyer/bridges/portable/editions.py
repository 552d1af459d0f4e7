"""The semantic version of a rulebook's package: by what two descriptions of the rules make different.

That is told of clauses, as `diff` tells it, and of what a program or a saved game may have named.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import Json

FIRST = "1.0.0"
LEVELS = ("major", "minor", "patch")
RULES, MANIFEST = "rules.js", "package.json"
TABLE = ("names", "printed", "numbers", "reading", "off")
"""The keys of a scope's file that describe who and what is at its table."""
ABOUT = "export const about = "
_BUILD = re.compile(r'"build":"[^"]*"')
_VERSION = re.compile(r"(\d+)\.(\d+)\.(\d+)")


@dataclass(frozen=True, slots=True)
class Edition:
    """A package that was built: its version, the description of its rules, and its scopes as they are written."""

    version: str
    about: Json
    scopes: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Next:
    """The version of the next package. level: by what it differs from the one before (`LEVELS`); empty where it does
    not, or where there is none. because: the differences, those of that level first."""

    version: str
    level: str
    because: Sequence[str]


def read_edition(folder: Path, ruleset: str, *, asked: bool) -> Edition | None:
    """The package of a ruleset in a folder. None where there is none; a `UsageError` if it was asked for by name."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
        told = (folder / RULES).read_text("utf-8").partition("\n")[0].removeprefix(ABOUT).removesuffix(";")
        about, version = json.loads(told), str(manifest["version"])
        scopes = {path.stem: path.read_text("utf-8") for path in (folder / "scopes").glob("*.js")}
        if about["ruleset"] == ruleset and _VERSION.fullmatch(version):
            return Edition(version, about, scopes)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        pass
    if asked:
        raise UsageError(
            f"no package of {ruleset} lies there", str(folder), "name the folder that `build --to npm` wrote"
        )
    return None


def next_version(before: Edition | None, about: Json, scopes: Mapping[str, str]) -> Next:
    """The version of a package with that description behind another one: major where something is gone or another that
    a program may have named, or a clause; minor where something is new, or what is played may be; patch where only the
    rest differs."""
    if before is None:
        return Next(FIRST, "", ())
    found: dict[str, list[str]] = {level: [] for level in LEVELS}
    for level, reason in _differences(before, about, scopes):
        found[level].append(reason)
    level = next((level for level in LEVELS if found[level]), "")
    numbers = [int(number) for number in before.version.split(".")]
    if level:
        at = LEVELS.index(level)
        numbers = [*numbers[:at], numbers[at] + 1, *[0] * (2 - at)]
    return Next(".".join(map(str, numbers)), level, [reason for of in LEVELS for reason in found[of]])


def _differences(before: Edition, about: Json, scopes: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    old = before.about
    same_rules = old["digest"] == about["digest"]
    same_play = same_rules or old.get("played") == about["played"]  # a package of before does not say it
    for kind, was, now in (
        ("action", _actions(old), _actions(about)),
        ("question", _choices(old), _choices(about)),
        ("enum", old["enums"], about["enums"]),
        ("field", _fields(before.scopes), _fields(scopes)),
        ("scope", dict.fromkeys(before.scopes), dict.fromkeys(scopes)),
    ):
        yield from _changes_of(kind, was, now)
    if not same_play:
        yield "minor", "what is played may be something else"
    defaults = _defaults(old)
    for key, option in _defaults(about).items():
        if defaults.get(key, option) != option:
            yield "minor", f"question {key} is answered by {option}, if nobody answers it"
    for id_ in old["clauses"].keys() - about["clauses"].keys():
        yield "major", f"clause {id_} is gone"
    for id_, clause in about["clauses"].items():
        if id_ not in old["clauses"]:
            yield "minor", f"clause {id_} is new"
        elif old["clauses"][id_]["says"] != clause["says"]:
            yield "patch" if same_play else "major", f"clause {id_} says something else"
    if not same_rules:
        yield "patch", "the rules as data are others"
    if old["build"] != about["build"]:
        yield "patch", "the code is another one"
    for name in sorted(before.scopes.keys() & scopes.keys()):
        was, now = before.scopes[name], scopes[name]
        if _BUILD.sub("", was, 1) != _BUILD.sub("", now, 1):
            same_table = _same_table(_data(was), _data(now))
            yield "patch" if same_table else "minor", f"scope {name} is {'laid otherwise' if same_table else 'another'}"


def _changes_of(kind: str, was: Mapping[str, object], now: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """The things with names that are gone, new or others; a longer list that has all of before has more."""
    for name in was.keys() - now.keys():
        yield "major", f"{kind} {name} is gone"
    for name, about in now.items():
        if name not in was:
            yield "minor", f"{kind} {name} is new"
        elif was[name] != about:
            old = was[name]
            longer = isinstance(old, list) and isinstance(about, list) and set(old) <= set(about)
            yield "minor" if longer else "major", f"{kind} {name} {'has more' if longer else 'is another'}"


def _actions(about: Json) -> Json:
    def form(action: Json) -> str:
        return str([action["kind"], action["actor"], *((p["name"], p["type"]) for p in action["parameters"])])

    return {one["name"]: form(one) for one in about["actions"]}


def _choices(about: Json) -> Json:
    return {one["key"]: list(one["options"]) for one in about["choices"]}


def _defaults(about: Json) -> Json:
    return {one["key"]: one["default"] for one in about["choices"]}


def _data(text: str) -> Json:
    found: Json = json.loads(text.partition("export default ")[2].rstrip().removesuffix(";"))
    return found


def _same_table(was: Json, now: Json) -> bool:
    """Whether two scopes differ by how states lie in memory alone. How a game begins can be compared where that is
    equal."""

    def table(scope: Json) -> Json:
        fields = [
            {key: one[key] for key in ("name", "frame", "type", "low", "high")} for one in scope["state"]["fields"]
        ]
        return {key: scope[key] for key in TABLE} | {
            "fields": fields,
            "ways": [one["args"] for one in scope["initial"]],
        }

    return table(was) == table(now) and (was["state"] != now["state"] or was["initial"] == now["initial"])


def _fields(scopes: Mapping[str, str]) -> Json:
    """The fields of a state with their types, which are the same in all scopes."""
    fields = _data(next(iter(scopes.values())))["state"]["fields"] if scopes else ()
    return {f"{one['frame']}.{one['name']}".removeprefix("."): str(one["type"]) for one in fields}
