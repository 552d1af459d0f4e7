"""The statements on games and on best play, counted again from what is kept of them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tests.printed.fields import Node
from tests.printed.primary import Json, Primary
from tests.printed.recount import Numbers, about, recount, whole, wilson

# --- games and best play ----------------------------------------------------------------------------------------------


def played(p: Primary, field: Node) -> Json:
    return dict(p.kept("games.json")["play"][field.around("section").every("h2")[0].attributes["id"]])


@recount("games.extent", "games.endless_games")
def _played(p: Primary, page: str, field: Node) -> Numbers:
    f = played(p, field)
    games = sum(one["times"] for one in f["ends"])
    if field.attributes["data-source"].endswith("endless_games"):
        return [games - f["ended"], games]
    rest = [f["ended"], f["longest"]] if f["ended"] < games else []
    return [games, f["actions"], f["seed"], *rest]


def plotted(p: Primary, field: Node) -> list[Json]:
    """The shares of the kind of play, by what they are said of on the page."""
    f = played(p, field)
    told = [(one["end"], one) for one in f["ends"]]
    told += [(one["action"].replace("_", " "), one) for one in f["last"]]
    told += [("whoever had the first turn", f["first_player_wins"])]
    told += [(one["player"], one) for one in f["winners"]] + [(one["name"], one["used"]) for one in f["uses"]]
    told += [(p.findings.get(one["finding"], {"title": one["title"]})["title"], one) for one in f["findings"]]
    words = {
        "one player won": "somebody won", "nobody could do anything": "deadlocked", "given up: too long": "cut_off",
        "the rules broke off": "broke_off", "given up: too many choices": "lost", "not played": "beyond",
    }  # fmt: skip
    return [one for label, one in told if label == words.get(about(field), about(field))]


@recount("games.came_up")
def _came_up(p: Primary, page: str, field: Node) -> Sequence[Numbers]:
    return [[one["came_up"]["times"], one["came_up"]["of"]] for one in plotted(p, field)]


@recount("games.share", "games.percent", "games.interval")
def _share(p: Primary, page: str, field: Node) -> Sequence[Numbers]:
    what, found = field.attributes["data-source"].partition(".")[2], plotted(p, field)
    if what == "share":
        return [[one["times"], one["of"]] for one in found]
    if what == "percent":
        return [[round(100 * one["times"] / one["of"])] for one in found]
    return [whole(wilson(one["times"], one["of"])) for one in found]


@recount("games.meets")
def _meets(p: Primary, page: str, field: Node) -> Sequence[Numbers]:
    numbers = [float(n) for n in re.findall(r"\d+", p.findings[about(field)]["title"])]
    one = next(one for one in played(p, field)["findings"] if one["finding"] == about(field))
    return [numbers, [*numbers, round(one["of"] / one["times"])]]


@recount("games.lengths")
def _lengths(p: Primary, page: str, field: Node) -> Numbers:
    one = played(p, field)["length" if about(field) == "actions" else "turns"]
    exact = [one["least"], one["most"], one["quartiles"][0], one["quartiles"][2]]
    return [*(float(f"{one[key]:.1f}") for key in ("mean", "low", "high")), *(float(f"{n:g}") for n in exact)]


def bins(p: Primary, field: Node) -> list[list[int]]:
    f = played(p, field)
    return [one for key in ("length", "turns") if f[key] for one in f[key]["bins"]]


@recount("games.span")
def _span(p: Primary, page: str, field: Node) -> Numbers:
    first = field.numbers[0]
    assert first in [begin for begin, _ in bins(p, field)]
    return field.numbers


@recount("games.in_span")
def _in_span(p: Primary, page: str, field: Node) -> Sequence[Numbers]:
    begin = float(about(field).split()[0])
    return [[times] for first, times in bins(p, field) if first == begin]


@recount("games.level")
def _level(p: Primary, page: str, field: Node) -> Numbers:
    return [round(100 * played(p, field)["first_player_wins"]["level"])]


@recount("games.confidence")
def _confidence(p: Primary, page: str, field: Node) -> Numbers:
    return [95, 100]


def solved(p: Primary) -> Json:
    return dict(p.kept("solved.json"))


@recount("best_play.worked_out", "best_play.positions")
def _positions(p: Primary, page: str, field: Node) -> Numbers:
    return [solved(p)["solved"]["positions"]]


@recount("best_play.other_answers")
def _tried_readings(p: Primary, page: str, field: Node) -> Numbers:
    kept = solved(p)
    known = [one for one in kept["readings"] if one["positions"] is not None]
    counts = [kept["readings_unasked"], kept["readings_left"], sum(one["differs"] for one in known)]
    return [n for n in (len(kept["readings"]), *counts, len(kept["readings"]) - len(known)) if n]


def forced(one: Json) -> Numbers:
    moves = [n for n in one["forces"].values() if n]
    worth = list((one["worth"] or {}).values())
    told = [float(f"{x:.4f}") for x in worth]
    if len(one["forces"]) > 2:
        return moves + told
    return moves or ([] if not any(told) else told)


@recount("best_play.beginning")
def _beginning(p: Primary, page: str, field: Node) -> Numbers:
    return forced(next(one for one in solved(p)["solved"]["beginnings"] if one["beginning"] == about(field)))


@recount("best_play.reading")
def _reading(p: Primary, page: str, field: Node) -> Sequence[Numbers]:
    one = next(one for one in solved(p)["readings"] if f"{one['choice']} {one['option']}" == about(field))
    told = [forced(b) for b in one["beginnings"] or ()]
    return told if told and all(t == told[0] for t in told) else [[len(told)] if told else field.numbers]


@recount("best_play.worth")
def _worth(p: Primary, page: str, field: Node) -> Numbers:
    kept = solved(p)
    known = {f"{one['choice']} {one['option']}": one["first_turn"] for one in kept["readings"]}
    first = known[about(field)] if about(field) != "usual" else kept["solved"]["first_turn"]
    return [float(f"{first['worth']:.2f}")] if first and first["worth"] is not None and first["positions"] else []


@recount("best_play.first_turn")
def _first_turn(p: Primary, page: str, field: Node) -> Numbers:
    first = solved(p)["solved"]["first_turn"]
    counts = [first[key] for key in ("first_forces", "others_force", "nobody_forces")]
    return [sum(counts), *counts]


@recount("best_play.first_worth")
def _first_worth(p: Primary, page: str, field: Node) -> Numbers:
    return [float(f"{solved(p)['solved']['first_turn']['worth']:.2f}")]


@recount("best_play.more_beginnings", "best_play.nth")
def _beginnings(p: Primary, page: str, field: Node) -> Numbers:
    total = len(solved(p)["solved"]["beginnings"])
    return [total - 12] if field.text.startswith("and") else field.numbers if field.numbers[0] <= total else []


@recount("best_play.decides")
def _decides(p: Primary, page: str, field: Node) -> Numbers:
    return [next(one["positions"] for one in solved(p)["solved"]["decisive"] if one["member"] == about(field))]


@recount("best_play.games_of", "best_play.first_player_wins", "best_play.pumps")
def _of_bot(p: Primary, page: str, field: Node) -> Numbers:
    bot = next(one for one in solved(p)["bots"] if one["bot"] == about(field))
    first = bot["first_player_wins"]
    told = {
        "games_of": [bot["games"]], "first_player_wins": [first["times"], first["of"]] if first["of"] else [],
        "pumps": [len(bot["pumps"])] if bot["pumps"] else [],
    }  # fmt: skip
    return told[field.attributes["data-source"].partition(".")[2]]


@recount("best_play.games_of_pump")
def _pumped(p: Primary, page: str, field: Node) -> Sequence[Numbers]:
    return [[pump["games"]] for bot in solved(p)["bots"] for pump in bot["pumps"]]
