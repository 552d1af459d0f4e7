"""Dataclasses that are made quickly do what those of the library do."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable
from dataclasses import field, fields
from functools import partial
from inspect import signature
from itertools import product
from typing import Any, ClassVar, Generic, TypeVar

import pytest

from ruleslawyer.base import quick_dataclass

T = TypeVar("T")
BOTH = (dataclasses.dataclass, quick_dataclass.dataclass)
SLOTS = (True, False)


def _classes(made_by: Callable[..., Any], slots: bool) -> list[Any]:
    made = made_by(frozen=True, slots=slots)

    @made
    class Empty:
        """No fields."""

    @made
    class One:
        only: object

    @made
    class Alike:
        only: object

    @made
    class Many(Generic[T]):
        least: ClassVar[int] = 3
        first: int
        second: tuple[int, ...] = (1, 2)
        third: list[int] = field(default_factory=list)
        seen: str = field(default="", compare=False, repr=False)
        fourth: int = field(default=4, kw_only=True)
        fixed: int = field(default=7, init=False)

    @made
    class Checked:
        low: int
        high: int

        def __post_init__(self) -> None:
            if self.low > self.high:
                raise ValueError("the lowest is the highest")

    return [Empty, One, Alike, Many, Checked]


def _objects(made_by: Callable[..., Any], slots: bool) -> list[Any]:
    empty, one, alike, many, checked = _classes(made_by, slots)
    return [
        empty(), one(1), one(True), one(1.5), one((1,)), one(empty()), alike(1), many(1), many(1, seen="x"),
        many(1, (1, 2), fourth=5), many(1, (1, 2), []), many(first=2, third=[1]), checked(1, 2), checked(low=1, high=2),
    ]  # fmt: skip


def _told(call: Callable[[], object]) -> object:
    try:
        return call()
    except Exception as error:
        return type(error), str(error)


def _asked(ones: list[Any]) -> list[object]:
    """All that may be seen of objects."""
    return [
        [[a == b for b in ones] for a in ones],
        [_told(partial(hash, one)) for one in ones],
        [repr(one).replace(type(one).__qualname__, "") for one in ones],
        [[copy.copy(one) == one, repr(dataclasses.replace(one)) == repr(one)] for one in ones],
        [[_told(partial(setattr, one, each.name, 2)) for each in fields(one)] for one in ones],
        [[_told(partial(delattr, one, each.name)) for each in fields(one)] for one in ones],
        [[(each.name, each.type, each.kw_only) for each in fields(one)] for one in ones],
        [type(one).__match_args__ for one in ones],
        [str(signature(type(one)).replace(return_annotation=None, parameters=[
            each.replace(annotation=each.empty, default=0 if each.default is not each.empty else each.empty)
            for each in signature(type(one)).parameters.values()
        ])) for one in ones],
        [hasattr(one, "__dict__") for one in ones],
    ]  # fmt: skip


@pytest.mark.parametrize("slots", SLOTS)
def test_objects_do_what_those_of_the_library_do(slots: bool) -> None:
    by_library, quick = (_asked(_objects(made_by, slots)) for made_by in BOTH)
    for library, found in zip(by_library, quick, strict=True):
        assert found == library


@pytest.mark.parametrize("slots", SLOTS)
def test_what_is_made_for_an_object_is_its_own(slots: bool) -> None:
    many = _classes(quick_dataclass.dataclass, slots)[3]
    assert many(1).third == [] and many(1).third is not many(1).third


def _refused(empty: Any, one: Any, alike: Any, many: Any, checked: Any) -> list[object]:
    calls: list[Callable[[], object]] = [
        lambda: empty(1), lambda: one(), lambda: one(1, only=2), lambda: many(1, other=2), lambda: checked(2, 1),
        lambda: many(1, (), [], "", 5), lambda: many(1, fixed=2),
    ]  # fmt: skip
    return [_told(call) for call in calls]


@pytest.mark.parametrize("slots", SLOTS)
def test_wrong_arguments_are_refused_alike(slots: bool) -> None:
    refused = [_refused(*_classes(made_by, slots)) for made_by in BOTH]
    assert refused[0] == refused[1]
    assert all(isinstance(one, tuple) and issubclass(one[0], Exception) for one in refused[1])


@pytest.mark.parametrize(("below", "above"), list(product(BOTH, BOTH)))
def test_one_kind_may_stand_above_the_other(below: Callable[..., Any], above: Callable[..., Any]) -> None:
    @below(frozen=True, slots=True)
    class Below:
        one: int

    @above(frozen=True)
    class Above(Below):
        two: int = 2

    made: Any = Above
    one = made(1)
    assert one == made(1, 2) != made(2)
    assert repr(one).endswith("Above(one=1, two=2)")
    with pytest.raises(dataclasses.FrozenInstanceError):
        one.one = 3


@quick_dataclass.dataclass(frozen=True, slots=True)
class Sent:
    """One that goes to another process."""

    name: str
    inside: Any = None


def test_what_is_sent_comes_as_it_was() -> None:
    there: Any = pickle.loads(pickle.dumps(Sent("a", Sent("b"))))
    assert there == Sent("a", Sent("b"))
    assert repr(there) == "Sent(name='a', inside=Sent(name='b', inside=None))"


def test_a_class_with_methods_of_its_own_keeps_them() -> None:
    @quick_dataclass.dataclass(frozen=True, slots=True)
    class Own:
        name: str

        def __eq__(self, other: object) -> bool:
            return True

        def __repr__(self) -> str:
            return "mine"

    assert Own("a") == Own("b")
    assert repr(Own("a")) == "mine"
    assert hash(Own("a")) == hash(("a",))
