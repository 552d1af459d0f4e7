"""A question that is declared, as a verb of the command line: its options, what it writes, what is kept of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from inspect import Parameter, Signature, signature
from types import MappingProxyType
from typing import Annotated, Any, Protocol, TypeVar

import typer

from ruleslawyer.api import Ruleset
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.write import expect_writable
from ruleslawyer.cli.called import elsewhere
from ruleslawyer.cli.options import Cluster, Name, as_typer
from ruleslawyer.cli.output import progress
from ruleslawyer.cli.session import ruleset_of
from ruleslawyer.rulebook.answers.memo import Memo
from ruleslawyer.rulebook.answers.store import users_answers
from ruleslawyer.rulebook.declared import Asked, Told, known, options


class Kept(Protocol):
    """An answer as it is kept. whole: whether another run would not better it."""

    @staticmethod
    def of(found: Any) -> Any: ...

    @property
    def whole(self) -> bool: ...


T = TypeVar("T")
K = TypeVar("K", bound=Kept)
_WORDS: Mapping[Any, Any] = dict.fromkeys((Sequence[str] | None, Mapping[str, str] | None), list[str] | None)
"""The types of options that may be repeated, as typer is told them."""


def asking(
    question: type[Asked[Any]],
    *,
    on_cluster: bool = False,
    at_home: Mapping[str, str] = MappingProxyType({}),
    **before: str,
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The verb of a question, by a function that asks it and shows the answer: its options are the fields of the one,
    and then those of the other. before: which of the latter stand in the help before which of the former. at_home: why
    no cluster does what they ask for."""

    def verb(shows: Callable[..., None]) -> Callable[..., None]:
        fields = list(options(question))
        parameters = {"context": _option("context", typer.Context), "name": _option("name", Name)}
        own = {}
        for one in list(signature(shows).parameters.values())[2:]:
            own[one.name] = _option(one.name, known(one.annotation, shows.__globals__), one.default)
        for field, option in fields:
            parameters |= {name: own[name] for name, other in before.items() if other == field.name}
            type_: Any = _WORDS.get(field.type, field.type)
            parameters[field.name] = _option(field.name, Annotated[type_, as_typer(option)], field.default)
        for last in (one for one in own.values() if one.name not in before):
            if on_cluster and last.name == "fresh":
                parameters["cluster"] = _option("cluster", Cluster, None)
            parameters[last.name] = last

        def run(context: typer.Context, name: str, **given: Any) -> None:
            cluster = given.pop("cluster", None) if on_cluster else None
            said = {field.name: given.pop(field.name) for field, _ in fields}
            for field, option in fields:
                if option.reads is not None:
                    said[field.name] = option.reads(said[field.name] or ())
            asked = question(**said)
            folders = asked.writes()
            for spelled, (folder, file) in folders.items():
                expect_writable(folder / file, spelled)
            ruleset = ruleset_of(context, name)
            if cluster is not None:
                for here in (here for here in at_home if given[here]):
                    raise UsageError(at_home[here], f"--{here}", "leave out --cluster")
                elsewhere(context, cluster, ruleset, {spelled: folder for spelled, (folder, _) in folders.items()})
            shows(ruleset, asked, **given)

        run.__doc__ = question.__doc__
        run.__signature__ = Signature([*parameters.values()])  # type: ignore[attr-defined]
        run.__annotations__ = {}
        return run

    return verb


def _option(name: str, type_: Any, default: Any = Parameter.empty) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=type_)


def told(ruleset: Ruleset, asked: Told[T], doing: str) -> T:
    """The answer, and while it is looked for how far that is."""
    with progress(f"{ruleset.name}, {doing}") as tell:
        return replace(asked, progress=tell)(ruleset)


def answered(
    ruleset: Ruleset, asked: Told[Any], doing: str, kind: type[K], *, fresh: bool
) -> tuple[K, bool]:  # fmt: skip
    """The answer as it is kept, and whether it was known. One that writes files is asked anew, and not kept."""

    def make() -> K:
        found: K = kind.of(told(ruleset, asked, doing))
        return found

    if asked.writes():
        return make(), False
    kept = Memo(users_answers(fresh=fresh), ruleset)
    found = kept.ask(kind, make, lambda found: found.whole, *asked.key(ruleset))
    return found, kept.answers.reused > 0
