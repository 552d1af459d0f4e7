"""Mere Mortals over JSON lines: `examples/second_engine.py` has the loop.

It follows the reading that `hello` names; where `hello` names none, its own, which --reading=question=option changes.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[1]))

from mere_mortals import NOT_PLAYED, READING, Game
from second_engine import Table, own, serve


def main() -> None:
    usual = own(READING)

    def new(scope: dict[str, Any], told: dict[str, str]) -> Game:
        reading = usual | told
        left_out = [question for question, option in NOT_PLAYED.items() if reading[question] == option]
        if left_out:
            raise ValueError(f"not played: {left_out[0]}={NOT_PLAYED[left_out[0]]}")
        return Game(scope, reading)

    serve(Table("mere_mortals", "Mere Mortals", new, {}))


if __name__ == "__main__":
    main()
