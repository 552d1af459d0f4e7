"""A question that is declared, as a verb of the command line: its options, what it writes, what is kept of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from inspect import Parameter, Signature, signature
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from ruleslawyer.api import Project, Ruleset
from ruleslawyer.base.diagnostics import UsageError
from ruleslawyer.base.files.content import expect_writable
from ruleslawyer.cli.options import Cluster, Name, Names, as_typer
from ruleslawyer.cli.output import progress
from ruleslawyer.cli.remote_verb import elsewhere
from ruleslawyer.cli.session import Session
from ruleslawyer.rulebook.answers.memo import Memo, Read
from ruleslawyer.rulebook.answers.store import users_answers
from ruleslawyer.rulebook.claims.limits import Limits, counting
from ruleslawyer.rulebook.declared import Asked, Told, evaluate_type, options

if TYPE_CHECKING:
    from ruleslawyer.exploration.explore import BoundedQuery

T = TypeVar("T")
K = TypeVar("K")
_WORDS: Mapping[Any, Any] = {
    Sequence[str] | None: list[str] | None,
    Mapping[str, str] | None: list[str] | None,
    Sequence[Path] | None: list[Path] | None,
}
"""The types of options that may be repeated, as typer is told them."""


def asking(
    question: type[Asked[Any]],
    *,
    names: Any = Name,
    on_cluster: bool = False,
    at_home: Mapping[str, str] = MappingProxyType({}),
    **before: str,
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The verb of a question, by a function that asks it and shows the answer: its options are the fields of the one,
    and then those of the other. before: which of the latter stand in the help before which of the former. names: how it
    names rulesets; None: it asks the project. at_home: why no cluster does what they ask for."""

    def verb(shows: Callable[..., None]) -> Callable[..., None]:
        fields = list(options(question))
        parameters = {"context": _option("context", typer.Context)}
        if names is not None:
            parameters["named"] = _option("named", names, None if names is Names else Parameter.empty)
        own, asks = {}, dict(signature(shows).parameters)
        for one in list(asks.values())[2:]:
            own[one.name] = _option(one.name, evaluate_type(one.annotation, shows.__globals__), one.default)
        for field, option in fields:
            parameters |= {name: own[name] for name, other in before.items() if other == field.name}
            type_: Any = _WORDS.get(field.type, field.type)
            parameters[field.name] = _option(field.name, Annotated[type_, as_typer(option)], field.default)
        for last in (one for one in own.values() if one.name not in before):
            if on_cluster and last.name == "fresh":
                parameters["cluster"] = _option("cluster", Cluster, None)
            parameters[last.name] = last

        def run(context: typer.Context, named: Any = None, **given: Any) -> None:
            cluster = given.pop("cluster", None) if on_cluster else None
            said = {field.name: given.pop(field.name) for field, _ in fields}
            for field, option in fields:
                if option.reads is not None:
                    said[field.name] = option.reads(said[field.name] or ())
            asked = question(**said)
            folders = asked.writes()
            for spelled, (folder, file) in folders.items():
                expect_writable(folder / file, spelled)
            session: Session = context.obj
            if names is not Name:
                shows(session.project if names is None else session.rulesets(named), asked, **given)
                return
            ruleset = session.ruleset(named)
            if cluster is not None:
                for here in (here for here in at_home if given[here]):
                    raise UsageError(at_home[here], f"--{here}", "leave out --cluster")
                elsewhere(context, cluster, ruleset, {spelled: folder for spelled, (folder, _) in folders.items()})
            shows(ruleset, asked.about(ruleset), **given)

        run.__doc__ = question.__doc__
        run.__signature__ = Signature([*parameters.values()])  # type: ignore[attr-defined]
        run.__annotations__ = {}
        return run

    return verb


def _option(name: str, type_: Any, default: Any = Parameter.empty) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=type_)


def ask_with_progress(of: Ruleset | Project, asked: Told[T], doing: str) -> T:
    """The answer, and while it is looked for how far that is."""
    with progress(f"{of.name}, {doing}" if isinstance(of, Ruleset) else doing) as tell:
        return replace(asked, progress=tell)(of)


def ask_within(ruleset: Ruleset, asked: BoundedQuery[T], limits: Limits) -> T:
    """The answer of a question about a scope, searched within limits; meanwhile it is told how much was seen."""
    with progress(f"{ruleset.name}, scope {asked.scope}") as tell:
        return replace(asked, limits=limits, progress=counting(tell))(ruleset)


def recall_or_ask(
    ruleset: Ruleset, asked: Told[T], doing: str, kind: type[K], whole: Callable[[K], bool], *reads: Read, fresh: bool,
    kept_as: Callable[[T], Any] = lambda found: found,
) -> tuple[K, bool]:  # fmt: skip
    """The answer as it is kept, and whether it was known. It is kept where it is `whole`: another run would not better
    it. reads: what it is made of, where that is more than the rules. One that writes files is asked anew, and not
    kept."""

    def make() -> K:
        found: K = kept_as(ask_with_progress(ruleset, asked, doing))
        return found

    if asked.writes():
        return make(), False
    kept = Memo(users_answers(fresh=fresh), ruleset, None, *reads)
    return kept.ask(kind, make, whole, *asked.key(ruleset)), kept.answers.reused > 0
