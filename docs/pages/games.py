"""What games of the bundled rulebooks showed, and the findings that come up most: from what is kept of them."""

from __future__ import annotations

from collections.abc import Iterator

from pages.markdown import ROOT, code, escape, table
from ruleslawyer.evidence.finding import load_findings
from ruleslawyer.project.config import Project
from ruleslawyer.statistics.intervals import Share, every, share
from ruleslawyer.statistics.kept import FILE, Kept, load_kept

MOST = 10


def page() -> str:
    """A section for each rulebook of which games are kept."""
    parts: list[str] = []
    for name, config in Project.load(ROOT).rulesets.items():
        kept = load_kept(ROOT, name)
        if kept is not None:
            titles = {finding.id: finding.title for finding in load_findings(config.findings)}
            parts += [f"## {escape(config.title)}\n", *_section(name, kept, titles)]
    return "\n".join(parts)


def _section(name: str, kept: Kept, titles: dict[str, str]) -> Iterator[str]:
    yield f"From {code(f'checks/{name}/{FILE}')}; scope {code(kept.scope)}.\n"
    rows = []
    for way, found in kept.plays.items():
        first = found["first_player_wins"]
        length, turns = (found[key] and f"{found[key]['mean']:.1f}" for key in ("length", "turns"))
        ended = share(found["ended"], found["games"])
        won = _percent(share(first["times"], first["of"])) if first["of"] else ""
        rows.append([way, str(found["games"]), _percent(ended), length or "", turns or "", won])
    yield table(["play", "games", "came to an end", "actions", "turns", "first player's wins"], rows)
    played = next(iter(kept.plays.values()))
    known = [one for one in played["findings"] if one["of"] <= played["ended"]]
    if not known:
        yield "\nHow often findings come up is not known: some of these games were given up.\n"
        return
    yield f"\nThe {min(MOST, len(known))} findings that come up most, where players choose evenly:\n"
    rows = []
    for one in known[:MOST]:
        found = share(one["times"], one["of"])
        rows.append([one["finding"], escape(titles.get(one["finding"], one["title"])), _percent(found), every(found)])
    yield table(["finding", "about", "games", "you will meet it"], rows)


def _percent(one: Share) -> str:
    return f"{one.share:.0%} ({one.low:.0%} to {one.high:.0%})"
