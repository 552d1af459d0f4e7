"""Recorded plays, as docs/vectors.md describes, held against the file: python vectors.py FOLDER RULESET VECTOR..."""

import json
import sys
from pathlib import Path

folder, name, files = Path(sys.argv[1]), sys.argv[2], sys.argv[3:]
sys.path.insert(0, str(folder))
from rulebook import Rulebook  # noqa: E402  (it lies in the folder)


def plain(told):
    match told:
        case {"#bigint": number}:
            return int(number)
        case {"#set": items}:
            return sorted(map(plain, items), key=str)
        case {"#map": pairs}:
            return {key: plain(value) for key, value in pairs}
        case {"tag": "None"}:
            return None
        case {"tag": "Some", "value": value}:
            return plain(value)
        case dict():
            return {key: plain(value) for key, value in told.items()}
        case list():
            return [plain(one) for one in told]
    return told


def agrees(told, value):
    """Whether a field of a vector is that of a state: a set is in any order, a frame that is closed is missing."""
    match told:
        case {"#set": _}:
            return plain(told) == sorted(value, key=str)
        case {"#map": pairs}:
            return all(agrees(one, value[key]) for key, one in pairs)
        case {"tag": "Some", "value": one}:
            return agrees(one, value)
        case {"tag": "None"} | {"#bigint": _}:
            return plain(told) == value
        case dict():
            return all(agrees(one, value[key]) for key, one in told.items())
    return told == value


rules, states = Rulebook(folder / f"{name}.json"), 0
for file in files:
    vector = json.loads(Path(file).read_text("utf-8"))
    about, state = vector["#meta"], None
    table = rules.open(about["scope"])
    for key, option in about["reading"].items():
        table.answer(key, option, ruled=key in about["rulings"])
    for number, one in enumerate(vector["states"]):
        meta, action, picks = one.pop("#meta"), one.pop("mbt::actionTaken"), one.pop("mbt::nondetPicks", {})
        if number:
            state = table.step(state, {"action": action, "args": plain(picks)})["state"]
        else:
            begun = (start["state"] for start in table.initial())
            state = next(s for s in begun if all(agrees(told, s.get(key)) for key, told in one.items()))
        said = table.legal(state), table.awaited(state), table.ended(state), table.winners(state)
        told = meta["legal"], meta["awaits"], meta["ended"], meta["winners"]
        fields = all(agrees(told, state.get(key)) for key, told in one.items())
        if not fields or [sorted(map(str, x)) if isinstance(x, list) else x for x in said] != [
            sorted(map(str, x)) if isinstance(x, list) else x for x in told
        ]:
            sys.exit(f"{file}, state {number}: {said} instead of {told}")
        states += 1
print(f"{len(files)} plays, {states} states: they agree")
