"""Values of options that are what they look like: typer has pydantic look at each, which takes as long to load as all
the rest of typer."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from enum import Enum
from pathlib import Path
from typing import Literal, Protocol, get_args, get_origin

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption
from typer.models import ParameterInfo

_WHOLE, _DECIMAL = re.compile(r"0|[1-9][0-9]{0,8}"), re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?")
"""Numbers that are written as everybody writes them."""


class _Conversion(Protocol):
    def coerce(self, value: object, param: TyperOption, ctx: typer.Context) -> object: ...


def take_plainly(command: TyperCommand | TyperGroup) -> None:
    """Let the options of a command take such values as they are; of any other typer says what it is, or what is wrong
    with it."""
    listed = command.get_params

    def plainly(ctx: typer.Context) -> Sequence[object]:
        params = listed(ctx)
        for param in params:
            usual = getattr(param, "get_runtime_param", None)
            if usual is not None:  # else it is another typer, and has no pydantic
                vars(param).setdefault("get_runtime_param", _Plain(usual))
        return params

    vars(command)["get_params"] = plainly


class _Plain:
    """An option that takes plain values as they are. usual: typer's way."""

    def __init__(self, usual: Callable[[], _Conversion]) -> None:
        self.usual = usual

    def __call__(self) -> _Plain:
        return self

    def coerce(self, value: object, param: TyperOption, ctx: typer.Context) -> object:
        if value is None:
            return None
        of, found = param.type_descriptor, None
        origin: object = get_origin(of.annotation)
        if not (param.multiple or param.nargs == -1):
            found = _plain_value(value, of.annotation, of.parameter_info)
        elif isinstance(value, (list, tuple)) and origin is list:
            each = [_plain_value(one, get_args(of.annotation)[0], of.parameter_info) for one in value]
            found = None if None in each else each
        return self.usual().coerce(value, param=param, ctx=ctx) if found is None else found


def _plain_value(value: object, type_: object, how: ParameterInfo) -> object:
    """The value; None where it is not plain."""
    if how.parser is not None:
        return None
    if type_ is int or type_ is float:
        return _number(value, type_, how)
    if type_ is str or type_ is bool:
        return value if type(value) is type_ else None
    if get_origin(type_) is Literal:
        return value if value in get_args(type_) else None
    if isinstance(type_, type) and issubclass(type_, Enum):
        return next((member for member in type_ if value is member or value == member.value), None)
    return Path(value) if type_ is Path and isinstance(value, str) and _is_plain_path(value, how) else None


def _number(value: object, type_: type[int] | type[float], how: ParameterInfo) -> int | float | None:
    if isinstance(value, str) and (_WHOLE if type_ is int else _DECIMAL).fullmatch(value):
        value = type_(value)
    if type(value) is not type_ or not isinstance(value, (int, float)):
        return None
    within = (how.min is None or how.min <= value) and (how.max is None or value <= how.max)
    return value if within else None


def _is_plain_path(value: str, how: ParameterInfo) -> bool:
    asks = how.exists or how.writable or how.resolve_path or how.allow_dash or how.path_type
    free = value and not asks and how.file_okay and how.dir_okay
    return bool(free) and (not os.path.exists(value) or os.access(value, os.R_OK))
