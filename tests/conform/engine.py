"""The reference as another implementation: it speaks the protocol, follows a reading of its own, may keep fields and
actions back.

python engine.py PROJECT RULESET [QUESTION=OPTION …] [never=ACTION] [lists=nothing] [--without FIELD|ACTION …]
"""

from __future__ import annotations

import json
import sys
from typing import Any

from ruleslawyer.api import Engine, Project
from ruleslawyer.base.diagnostics import CodecError, UsageError

Json = dict[str, Any]


class Speaking:
    """A game, and what is asked of it."""

    def __init__(self, project: str, ruleset: str, choices: dict[str, str], without: list[str]) -> None:
        self.ruleset, self.choices, self.without = Project.load(project).ruleset(ruleset), choices, without
        self.engine: Engine | None = None
        self.never = choices.pop("never", "")
        """An action that it knows, and does not allow."""
        self.lists = choices.pop("lists", "") != "nothing"
        self.state: Json = {}

    def answer(self, request: Json) -> Json:
        if request["request"] == "hello":
            self.engine = self.ruleset.engine(request["scope"]["name"], self.choices, direct=False)
            system = self.ruleset.system
            names = [*(field.name for field in system.state.fields), *system.frames]
            fields = [name for name in names if name not in self.without]
            actions = [name for name in system.actions if name not in self.without]
            return {
                "protocol": 1, "name": "the reference", "actions": actions, "loads": True, "more": 1,
                **({"fields": fields} if self.lists else {}),
            }  # fmt: skip
        assert self.engine is not None
        match request["request"]:
            case "initial":
                begun = self.engine.system.begin(
                    self.engine.codec.parse_instance({"action": "initial", **request}, "args")
                )
                assert begun is not None and begun.state is not None
                self.state = self.engine.codec.state(begun.state)
            case "load":
                self.state = request["state"]
            case "step":
                if request["action"] in self.without:
                    raise UsageError("no such action", "step")
                self.state = self.engine.step(self.state, request)
            case "legal":
                return {"legal": [one for one in self.engine.legal(self.state) if one["action"] != self.never]}
            case "bye":
                return {}
        return {"state": {name: value for name, value in self.state.items() if name not in self.without}}


def main() -> None:
    project, ruleset, *rest = sys.argv[1:]
    at = rest.index("--without") if "--without" in rest else len(rest)
    choices = dict(word.split("=", 1) for word in rest[:at])
    speaking = Speaking(project, ruleset, choices, rest[at + 1 :])
    for line in sys.stdin:
        try:
            answer = speaking.answer(json.loads(line))
        except (UsageError, CodecError) as error:
            answer = {"error": str(error)}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
