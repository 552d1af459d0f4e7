"""500 hostile strings, and a document of a report in which every text field holds each of them."""

from __future__ import annotations

from copy import deepcopy
from itertools import product
from typing import Any

Json = dict[str, Any]
_TAGS = (
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<svg/onload=alert(1)>", "<iframe src=//x.example>",
    "<style>*{display:none}</style>", "<base href=//x.example>", "<meta http-equiv=refresh content=0>",
    "<a href=javascript:alert(1)>x</a>", "<form action=//x.example><button>", "<math><mi xlink:href=data:x,1>",
    "<!--", "<![CDATA[", "<template>", "<details open ontoggle=x>", "{{ 7 * 7 }}{% raw %}", "${7*7}",
    "javascript:alert(1)", "data:text/html,<b>", "&lt;b&gt;&#60;b&#62;", "\u202egnirts\u202c",
)  # fmt: skip
_BEFORE = (
    "", '"', "'", '">', "'>", "</title>", "</script>", "</textarea>", "</table></section>", "`", "]]>", "--><",
    "\x00", "\x1b[2J", "\u2028", "\\", "\n\n# ", "|", "](x)", "=x y=", "&", "&#x3c;", "\u2066", "<", "%0a", "😀",
)  # fmt: skip
PAYLOADS = tuple(before + tag for before, tag in product(_BEFORE, _TAGS))
"""Each of some markup after each of what could end the place that it stands in."""

_CHOSEN = frozenset({"severity", "state", "format"})
"""Words that a page chooses by, and that a reader of findings has held against a list."""
_LISTS = (
    "findings", "events", "immaterial", "deadlocks", "properties", "proofs", "ledger", "scopes", "others", "questions",
    "falls_short",
)  # fmt: skip


def attacked(found: Json, one_in: int = 1) -> Json:
    """The document with 500 findings, clauses, events and so on: in each of them every text is another payload.
    one_in: each list has but one payload in so many, from another one on, and the lists together all of them."""
    changed = deepcopy(found)
    (r,) = changed["rulesets"]
    for first, key in enumerate(_LISTS):
        r[key] = _many(r[key], PAYLOADS[first % one_in :: one_in])
    for i, finding in enumerate(r["findings"]):
        finding["id"] = f"{i:03}"
    for key in ("title", "digest"):
        r[key] = PAYLOADS[1]
    for key in ("summary", "limits"):
        r[key] = list(PAYLOADS)
    if r["register"]:
        chapter = r["register"]["chapters"][0]
        chapter["lines"] = _many(chapter["lines"], PAYLOADS[::one_in])
        r["register"] |= {"title": PAYLOADS[2], "source": PAYLOADS[3], "digest": PAYLOADS[4]}
    if r["coverage"]:
        r["coverage"] = {
            **r["coverage"],
            "sections": _many(r["coverage"]["sections"], PAYLOADS[::one_in]),
            "decisive_from": list(PAYLOADS),
        }
    return changed


def _many(items: list[Any], payloads: tuple[str, ...]) -> list[Any]:
    return [_with(items[i % len(items)], payload) for i, payload in enumerate(payloads)] if items else []


def _with(value: Any, payload: str) -> Any:
    """A value in which every text is this payload, but for the words that pages choose by."""
    if isinstance(value, str):
        return payload
    if isinstance(value, list):
        return [_with(v, payload) for v in value]
    if isinstance(value, dict):
        kept = _CHOSEN | ({"kind"} if {"spans", "items", "text"} & set(value) else frozenset())
        return {k: v if k in kept and isinstance(v, str) else _with(v, payload) for k, v in value.items()}
    return value
