"""A play as a link: what is played and how, how it began, and what was done; not what else was tried."""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from dataclasses import asdict

from ruleslawyer.base.diagnostics import CodecError, UsageError
from ruleslawyer.base.files.content import Json, json_value
from ruleslawyer.bridges.web.play import Play, Sitting
from ruleslawyer.rulebook.rulesets.loaded import LoadedRuleset
from ruleslawyer.rulebook.table.view import View

LONGEST = 1_000_000
"""Bytes of a link, and of what is packed in it."""


def link(play: Play) -> str:
    """The play up to where it stands, in signs that an address may have."""
    rules, path = play.rules, [] if play.at is None else play.at.path
    packed = json.dumps({
        "ruleset": play.ruleset.name, "scope": play.scope, "reading": dict(rules.reading),
        "rulings": dict(rules.rulings), "sitting": asdict(play.sitting),
        "done": [rules.codec.instance(node.instance) for node in path], "own": [int(node.own) for node in path],
    }, separators=(",", ":"))  # fmt: skip
    return base64.urlsafe_b64encode(zlib.compress(packed.encode(), 9)).decode().rstrip("=")


def play_of_link(ruleset: LoadedRuleset, view: View, text: str) -> Play:
    """The play of a link, as far as it goes with the rules as they are now. A link to another ruleset, or of rules that
    have changed since, is a `UsageError`."""
    found = _unpack(text)
    if found["ruleset"] != ruleset.name:
        raise UsageError(f"the link is to a play of `{found['ruleset'][:60]}`", "link", f"this is {ruleset.name}")
    play = Play(ruleset, view, found["scope"], found["reading"], found["rulings"], Sitting(**found["sitting"]))
    codec = play.rules.codec
    try:
        done = [codec.parse_instance(one, f"link.done[{number}]") for number, one in enumerate(found["done"])]
    except CodecError as error:
        raise UsageError(f"the rules have changed since the link was made: {error}", "link") from None
    if done:
        play.replay(done, "With the rules as they are now", [bool(own) for own in found["own"]])
    return play


def _unpack(text: str) -> Json:
    wrong = UsageError("the link is damaged", "link", "copy all of it")
    if len(text) > LONGEST:
        raise wrong
    try:
        packed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        found: Json = json_value(zlib.decompressobj().decompress(packed, LONGEST))
    except (ValueError, binascii.Error, zlib.error):
        raise wrong from None
    kinds = {"ruleset": str, "scope": str, "reading": dict, "rulings": dict, "sitting": dict, "done": list, "own": list}
    fits = isinstance(found, dict) and found.keys() == kinds.keys()
    if not fits or not all(isinstance(found[key], kind) for key, kind in kinds.items()):
        raise wrong
    texts = [*found["reading"].values(), *found["rulings"].values()]
    sitting = {"seat": str | None, "opponent": str, "by_itself": bool, "seed": int}
    if not all(isinstance(one, str) for one in texts) or found["sitting"].keys() != sitting.keys():
        raise wrong
    if not all(isinstance(found["sitting"][key], kind) for key, kind in sitting.items()):
        raise wrong
    if len(found["own"]) != len(found["done"]):
        raise wrong
    return found
