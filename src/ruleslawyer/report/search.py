"""What the search of the site looks through: a script with one list, since a page from a file may fetch nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from ruleslawyer.report.visible import spoken, visible

Json = dict[str, Any]


def index(found: Json) -> str:
    """A script that leaves the entries where `search.js` finds them: kind, title, further words, page, and the
    rulebook where there are several."""
    alone = len(found["rulesets"]) == 1
    entries = [
        [visible(text) for text in (*entry, "" if alone else r["title"])] for r in found["rulesets"] for entry in _of(r)
    ]
    # As ASCII without `<`: whatever the texts are, the script can neither end early nor hold a line separator.
    return f"window.ruleslawyerIndex = {json.dumps(entries).replace('<', chr(92) + 'u003c')};\n"


def _of(r: Json) -> Iterator[list[str]]:
    folder = r["id"]
    for f in r["findings"]:
        words = " ".join((f["kind"], f["severity"], f["state"], *(c["id"] for c in f["clauses"])))
        yield ["finding", f"{f['id']} {f['title']}", words, f"{folder}/finding-{f['id']}.html"]
    for chapter in r["register"]["chapters"] if r["register"] else ():
        for line in chapter["lines"]:
            for c in line["clauses"]:
                yield ["clause", f"{c['id']} {c['says']}", c["kind"], f"{folder}/rulebook.html#c-{c['id']}"]
    for c in r["register"]["host"] if r["register"] else ():
        yield ["clause", f"{c['id']} {c['says']}", "assumed", f"{folder}/rulebook.html#c-{c['id']}"]
    for c in r["checks"]:
        yield ["property", spoken(c["property"]), c["says"], f"{folder}/proofs.html#p-{c['property']}"]
