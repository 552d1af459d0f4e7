"""The table: a column for each model, and below it what is of the machine or of several models."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table

PHASES = ("import", "lower", "scoped", "emit", "compile", "search")
PARTS = {"expand": "expanding states", "insert": "taking what is new", "grow": "growing tables", "between": "between"}

Row = Callable[[dict[str, Any]], str]


def show(result: Mapping[str, Any]) -> None:
    console = Console(width=120)
    if result["models"]:
        console.print(_models(result))
    if rest := _rest(result):
        console.print(rest)
    for what, reason in result["skipped"].items():
        console.print(f"skipped: {what}: {reason}", soft_wrap=True, markup=False)
    load = ", ".join(f"{when} {result[f'load {when}'][0]:.1f}" for when in ("before", "after"))
    of = "; ".join(f"{name} {value}" for name, value in result["machine"].items())
    console.print(f"{of}; load {load}; {result['seconds']:.0f} s in all", soft_wrap=True, markup=False)


def _models(result: Mapping[str, Any]) -> Table:
    models: dict[str, dict[str, Any]] = result["models"]
    table = Table(title="medians; seconds unless said otherwise; M: millions of states a second")
    table.add_column("")
    for name in models:
        table.add_column(name, justify="right")

    def add(title: str, row: Row, *, last: bool = False) -> None:
        table.add_row(title, *(row(one) for one in models.values()), end_section=last)

    for title in ("states", "transitions", "depth", "bits", "words", "runs"):
        add(title, _whole(title), last=title == "runs")
    for phase in PHASES:
        add(f"cold: {phase}", _phase(phase))
    add("ready to search, cold", lambda m: f"{m['cold']:.2f}")
    add("ready to search, code from the cache (one run)", lambda m: f"{m['cached']:.2f}", last=True)
    add("one worker, first search, M", lambda m: _rate(m["states"] / m["first"]))
    add("one worker, M", lambda m: _rate(m["rate"]))
    add("two workers, M", lambda m: _rate(m["rate_two"]))
    add("two workers: times one", lambda m: f"{m['workers']:.2f}")
    add("one worker: transitions, M", lambda m: _rate(m["rate"] * m["transitions"] / m["states"]))
    if "limit" in result:
        update = median(result["limit"]["update"])
        add("share of the memory-bound limit", lambda m: f"{m['rate'] * update * m['transitions'] / m['states']:.1%}")
    for part, title in PARTS.items():
        add(f"of it: {title}", _part(part))
    add("bytes per state, with parents", lambda m: f"{m['bytes'] / m['states']:.1f}")
    add("peak memory, MiB", lambda m: _mebibytes(m["peak"]), last=True)
    for peer in ("SPIN", "Rumur"):
        _peer(add, peer)
    return table


def _whole(key: str) -> Row:
    return lambda m: f"{m[key]:,}".replace(",", " ")


def _phase(phase: str) -> Row:
    return lambda m: f"{m['phases'][phase]:.2f}"


def _part(part: str) -> Row:
    return lambda m: f"{m['parts'][part] / sum(m['parts'].values()):.0%}"


def _peer(add: Callable[..., None], peer: str) -> None:
    def of(show: Row) -> Row:
        return lambda m: show(m["peers"][peer]) if peer in m["peers"] else "–"

    add(f"{peer}, M", of(lambda p: _rate(p["rate"])))
    add(f"{peer}: runs, with", of(lambda p: f"{p['runs']}, {p['level']}"))
    if peer == "SPIN":
        add(f"{peer}: bytes per state, states and table", lambda m: of(lambda p: f"{p['bytes'] / m['states']:.1f}")(m))
    add(f"{peer}: peak memory, MiB", of(lambda p: _mebibytes(p["peak"])))
    add(f"times {peer}", of(lambda p: f"{p['ratio']:.1f}"))
    add(f"times {peer}, by processor time", of(lambda p: f"{p['ratio_cpu']:.1f}"), last=True)


def _rest(result: Mapping[str, Any]) -> Table | None:
    rows: list[tuple[str, str]] = []
    if limit := result.get("limit"):
        load, one, two = (median(limit[key]) for key in ("load", "update", "update_two"))
        rows += [
            ("a dependent load", f"{load * 1e9:.0f} ns"),
            (
                "a prefetched random read-modify-write",
                f"{one * 1e9:.1f} ns; {1e-6 / one:.0f} M/s, two threads {1e-6 / two:.0f}",
            ),
        ]
    for what, seconds in result.get("startup", {}).items():
        rows.append((what, f"{median(seconds):.2f} s"))
    if reference := result.get("networkx"):
        rate = reference["states"] / median(reference["seconds"])
        rows.append((f"networkx on {reference['scope']}", f"{rate:,.0f} states/s".replace(",", " ")))
    if family := result.get("family"):
        rows += [
            (f"{family['readings']} readings at once", f"{family['states']} states, {family['in_all']} one by one"),
            ("together, processor", f"{family['together']:.2f} s; {family['times']:.1f} times one of them"),
        ]
    if growth := result["growth"]:
        rows += [(f"growth: time by {by}, exponent", f"{exponent:.2f}") for by, exponent in growth.items()]
    if not rows:
        return None
    table = Table(show_header=False)
    for row in rows:
        table.add_row(*row)
    return table


def _rate(rate: float) -> str:
    return f"{rate / 1e6:.2f}"


def _mebibytes(size: float) -> str:
    return f"{size / (1 << 20):.0f}"
