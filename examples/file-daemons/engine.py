"""The rulebook's file over JSON lines, as docs/conformance.md describes: python engine.py FOLDER RULESET"""

import json
import sys
from pathlib import Path

folder, name = Path(sys.argv[1]), sys.argv[2]
sys.path.insert(0, str(folder))
from rulebook import Rulebook  # noqa: E402  (it lies in the folder)

rules = Rulebook(folder / f"{name}.json")
table, state = None, None


def answered(request):
    global table, state
    match request["request"]:
        case "hello":
            table = rules.open(request["scope"]["name"])
            for key, option in (request.get("reading") or {}).items():
                table.answer(key, option, ruled=key in (request.get("rulings") or ()))
            return {"protocol": 1, "name": f"{name} as a file", "loads": True, "observes": True}
        case "initial":
            state = next(one["state"] for one in table.initial() if one["args"] == request["args"])
        case "load":
            table.bytes_of(request["state"])
            state = request["state"]
        case "legal":
            return {"legal": table.legal(state)}
        case "step":
            after = table.step(state, {"action": request["action"], "args": request["args"]})["state"]
            if after is None:
                return {"error": "it is not legal, or has no result"}
            state = after
        case "observe":
            return {"state": table.observe(state, request["player"])}
        case "bye":
            return {}
    return {"state": state}


for line in sys.stdin:
    asked = json.loads(line)
    try:
        answer = answered(asked)
    except (ValueError, KeyError, OverflowError) as error:
        answer = {"error": str(error)}
    print(json.dumps(answer), flush=True)
    if asked["request"] == "bye":
        break
