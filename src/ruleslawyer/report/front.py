"""The front page of a rulebook, and that of several: three findings as pictures; and statements of both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ruleslawyer.base.files.content import Json
from ruleslawyer.check.evidence.finding import UNANSWERED
from ruleslawyer.report.agenda import WEIGHT, weights
from ruleslawyer.report.finding_layout import story_of
from ruleslawyer.report.games import frequency, often, share_of_games
from ruleslawyer.report.moment import moment
from ruleslawyer.report.scopes import by_word, proved_everywhere
from ruleslawyer.report.statement import Values, statements_about

PICTURES = 3


def pictures(r: Json) -> list[Json]:
    """The findings that the page opens with, each with the table where it shows: the most serious, no two of one kind
    while others are as serious, then those that come up most at tables, then the shortest plays of one move or more."""
    met, weight = often(r), weights(r)

    def rank(one: Json) -> tuple[Any, ...]:
        f = one["finding"]
        return *(-n for n in weight(f)), -share_of_games(met.get(f["id"])), one["moves"] < 1, one["moves"], f["id"]

    found = []
    for f in r["findings"]:
        drawn = next((e for e in f["evidence"] if e.get("frames")), None)
        frames = drawn["frames"] if drawn else ()
        tables = [frame for frame in frames if frame["table"]]
        if f["state"] in UNANSWERED and not f["withdrawn"] and drawn and tables:
            moves = sum(not frame["asked"] for frame in frames) - 1
            found.append({"finding": f, "frame": tables[-1], "moves": moves, "play": drawn["play"], "frames": frames})
    found.sort(key=rank)
    chosen: list[Json] = []
    for fresh in (True, False):  # first one of each kind
        for one in found:
            kinds = {other["finding"]["kind"] for other in chosen}
            if len(chosen) < PICTURES and one not in chosen and (not fresh or one["finding"]["kind"] not in kinds):
                chosen.append(one)
    return sorted(chosen, key=found.index)


def leading(r: Json) -> Json | None:
    """The finding that stands for a rulebook on the page of several: the one that its own page opens with, at the
    table; None where no finding is drawn."""
    first = next(iter(pictures(r)), None)
    if first is None:
        return None
    f, told = first["finding"], story_of(first["finding"])
    shown = moment(first["frames"], told) or {"table": first["frame"]["table"], "part": ()}
    return {
        **{key: f[key] for key in ("id", "title", "severity", "kind")},
        "crux": told["crux"], "ask": told["ask"], "answers": [answer["says"] for answer in told["answers"]],
        "table": shown["table"], "part": sorted(shown["part"]),
        "names": [seat["name"] for seat in shown["table"]["seats"]],
    }  # fmt: skip


def first_of_all(found: Json) -> list[Json]:
    """The findings that the page of several rulebooks opens with, no two of one book, the most serious first."""
    leads = [(r, r["leads"] if "leads" in r else leading(r)) for r in found["rulesets"]]
    shown = [{"book": {"id": r["id"], "title": r["title"]}, **one} for r, one in leads if one]
    return sorted(shown, key=lambda one: -WEIGHT[one["severity"]])[:PICTURES]


# --- statements -------------------------------------------------------------------------------------------------------


statement = statements_about("front")


def _open(findings: Sequence[Json]) -> list[Json]:
    return [f for f in findings if f["state"] in UNANSWERED and not f.get("withdrawn")]


@statement("The text has <strong>{open} open {open:finding|findings}</strong>")
def open_findings(findings: Sequence[Json]) -> Values | None:
    found = _open(findings)
    return {"open": len(found)} if found else None


@statement(", <strong>{high}</strong> of {open:it|them} of high severity")
def high(findings: Sequence[Json]) -> Values | None:
    found = _open(findings)
    worst = sum(f["severity"] == "high" for f in found)
    return {"open": len(found), "high": worst} if worst else None


@statement("{short} {short:thing falls|things fall} short of what the check expects")
def falls_short(r: Json) -> Values:
    return {"short": len(r["falls_short"])}


@statement("{modelled} of {clauses} clauses of the book are in the model.")
def clauses_in_model(r: Json) -> Values:
    return {key: r["coverage"][key] for key in ("modelled", "clauses")}


@statement("{n} {n:answer that saves|answers that save} most")
def first(walk: Json) -> Values | None:
    return {"n": len(walk["first"])} if walk["first"] else None


# --- the findings by number -------------------------------------------------------------------------------------------


@statement("{n}")
def number_of_findings(findings: Sequence[Json], severity: str, state: str) -> Values:
    found = [f for f in findings if f["severity"] == severity and f["state"] == state]
    return {"n": len(found), "about": f"{severity} {state}"}


@statement("{n}")
def having(findings: Sequence[Json], key: str, word: str) -> Values:
    return {"n": sum(f[key] == word for f in findings), "about": f"{key} {word}"}


@statement("{n} more")
def more(items: Sequence[object], shown: int) -> Values | None:
    return {"n": len(items) - shown} if len(items) > shown else None


@statement("{n} {n:finding that is|findings that are} no defect, or told by another one")
def withdrawn(findings: Sequence[Json]) -> Values:
    return {"n": len(findings)}


# --- what cannot all stand --------------------------------------------------------------------------------------------


@statement("{sets} smallest {sets:set|sets} of clauses cannot all stand")
def sets(r: Json) -> Values | None:
    found = _sets(r)
    return {"sets": sum(found.values())} if any(found.values()) else None


@statement(", {ends} of them because nobody may act")
def dead_ends(r: Json) -> Values | None:
    return {"ends": _sets(r)["deadlocks"]} if _sets(r)["deadlocks"] else None


def _sets(r: Json) -> dict[str, int]:
    return {kind: sum(len(one["cores"]) for one in r["cores"][kind]) for kind in ("clashes", "deadlocks")}


# --- what was checked, and what not -----------------------------------------------------------------------------------


@statement("{modelled} of {clauses} clauses of the book are written down as rules that a machine follows.")
def written_down(r: Json) -> Values | None:
    return clauses_in_model.values(r) if r["coverage"] else None


@statement(
    "{tables} small {tables:table was|tables were} played through, every move that the rules allow: "
    "{states} {states:situation|situations}."
)
def played_through(r: Json) -> Values | None:
    whole = [s for s in r["scopes"] if s["complete"]]
    return {"tables": len(whole), "states": sum(s["states"] for s in whole)} if whole else None


@statement(
    "{things} {things:thing|things} that the book promises, or that should hold, {things:was|were} asked of them."
)
def asked_of_each(r: Json) -> Values | None:
    return {"things": len(r["checks"])} if r["checks"] else None


@statement("{proved} {proved:property is|properties are} proved for every play, however long.")
def proved_for_every_play(r: Json) -> Values | None:
    return {"proved": len(proved_everywhere(r))} if r["proofs"] else None


@statement("{n} {n:property is|properties are} violated in some play, which is shown.")
def violations(r: Json) -> Values | None:
    found = by_word(r).get("VIOLATED", [])
    return {"n": len(found)} if found else None


@statement("{incomplete} {incomplete:table was|tables were} too large to be played through to the end.")
def too_large(r: Json) -> Values | None:
    found = sum(not s["complete"] for s in r["scopes"])
    return {"incomplete": found} if found else None


@statement("{n} {n:clause of the book is|clauses of the book are} not written down as rules: {parts}.")
def not_written_down(r: Json) -> Values | None:
    found = r["coverage"]
    if not found or found["clauses"] == found["modelled"]:
        return None
    reasons = ", ".join(map(str, found["reasons"]))
    parts = [f"{found['excluded']:,} for a reason ({reasons})"] if found["excluded"] else []
    parts += [f"{found['not_yet_modelled']:,} not yet"] if found["not_yet_modelled"] else []
    return {"n": found["clauses"] - found["modelled"], "parts": ", ".join(parts)}


@statement("{rules} {rules:rule|rules} never had anything to say on any of the tables.")
def idle(r: Json) -> Values | None:
    return {"rules": len(r["idle"])} if r["idle"] else None


# --- games ------------------------------------------------------------------------------------------------------------


@statement("{games} whole {games:game was|games were} played by the machine, and {ended} of them came to an end.")
def games(r: Json) -> Values | None:
    if not r.get("games"):
        return None
    first = next(iter(r["games"]["play"].values()))
    return {"games": first["played"], "ended": first["ended"]}


@statement("{times} of {of} games ({low:.0f} to {high:.0f} %)")
def met_in_games(r: Json, finding: str) -> Values | None:
    met = often(r).get(finding)
    return {**frequency(met), "about": finding} if share_of_games(met) and met else None


# --- several rulebooks ------------------------------------------------------------------------------------------------


@statement("{n} {n:rulebook|rulebooks}")
def rulebooks(found: Json) -> Values:
    return {"n": len(found["rulesets"])}


@statement("{open} open {open:finding|findings}")
def of_all(found: Json) -> Values:
    return {"open": sum(len(_open(r["findings"])) for r in found["rulesets"])}


@statement("{open} open {open:finding|findings}{words}")
def of_one(r: Json) -> Values:
    found = _open(r["findings"])
    counts = {word: sum(f["severity"] == word for f in found) for word in ("high", "medium", "low")}
    words = "".join(f" · {n:,} {word}" for word, n in counts.items() if n)
    return {"open": len(found), "words": words, "about": r["id"]}


@statement("{short} {short:falls|fall} short")
def short(r: Json) -> Values:
    return {"short": len(r["falls_short"]), "about": r["id"]}


@statement("{clauses} clauses, {modelled} modelled, {decisive} decisive")
def coverage(r: Json) -> Values:
    return {key: r["coverage"][key] for key in ("clauses", "modelled", "decisive")} | {"about": r["id"]}
