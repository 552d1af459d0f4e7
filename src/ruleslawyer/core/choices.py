"""Choices of a reading, as numbers for the core."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from ruleslawyer.ir.clauses import ways
from ruleslawyer.ir.system import System


def choice_value(system: System, key: tuple[str, ...], reading: Mapping[str, str], rulings: Collection[str]) -> int:
    """option: which of a question's is taken. ruled: whether a ruling settles it. gap: which option speaks where no
    answer does; -1: none. clash: whether it is decided for the second clause, of norms for the permit."""
    match key:
        case ("option", name):
            question = system.questions[name]
            return [option.name for option in question.options].index(reading.get(name, question.default))
        case ("ruled", name):
            return int(name in rulings)
        case ("gap", name):
            question = system.questions[name]
            names = [option.name for option in question.options]
            return -1 if question.at_gap is None else names.index(question.at_gap)
        case ("clash", name):
            return int(reading.get(name) == ways(system, name)[1])
    raise KeyError(key)
