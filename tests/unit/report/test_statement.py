"""A statement's words with its values, as text and as a field of a page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from markupsafe import Markup

from ruleslawyer.report.statement import STATEMENTS, statements_about

statement = statements_about("tested")


@pytest.fixture(autouse=True)
def _as_it_was() -> Iterator[None]:
    known = dict(STATEMENTS)
    yield
    STATEMENTS.clear()
    STATEMENTS.update(known)


def test_words_follow_the_number() -> None:
    @statement("{n} {n:thing falls|things fall} short, worth {x:+.2f}")
    def short(n: int, x: float) -> dict[str, Any]:
        return {"n": n, "x": x}

    assert short.text(1, 0.5) == "1 thing falls short, worth +0.50"
    assert short.text(12_345, -1.0) == "12,345 things fall short, worth -1.00"


def test_a_field_has_its_source_and_no_markup_of_its_values() -> None:
    @statement("<strong>{what}</strong> leads to {link}")
    def leads(what: str) -> dict[str, Any]:
        return {"what": what, "link": Markup("<a>x</a>"), "about": '<"{what}'}

    field = leads.html("<b>{n}")
    assert field == (
        '<span data-source="tested.leads" data-about="&lt;&#34;{what}"><strong>&lt;b&gt;{n}</strong>'
        " leads to <a>x</a></span>"
    )
    assert leads.text("<b>").startswith("<b> leads to")


def test_nothing_to_say_is_nothing() -> None:
    @statement("{n} of them")
    def some(n: int) -> dict[str, Any] | None:
        return {"n": n} if n else None

    assert (some.text(0), some.html(0), some.text(3)) == ("", "", "3 of them")


def test_a_name_is_given_once() -> None:
    def twice() -> None:
        return None

    statement("once")(twice)
    with pytest.raises(AssertionError, match="said twice"):
        statement("again")(twice)
