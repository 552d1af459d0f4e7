"""The core of Memesis over JSON lines: `examples/second_engine.py` has the loop.

It follows the default answers to open questions.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[1]))

from memesis import ACTIONS, FIELDS, Game, left_out
from second_engine import Table, serve


def main() -> None:
    def new(scope: dict[str, Any], told: dict[str, str]) -> Game:
        if unknown := left_out(scope, told):
            raise ValueError(f"left out: {unknown}")
        return Game(scope)

    serve(Table("memesis", "The core of Memesis", new, {"fields": FIELDS, "actions": ACTIONS}))


if __name__ == "__main__":
    main()
