"""What games of the bundled rulebooks showed, and the findings that come up most: from what is kept of them."""

from __future__ import annotations

from collections.abc import Iterator

from pages.markdown import ROOT, code, escape, table
from ruleslawyer.check.evidence.finding import load_findings
from ruleslawyer.project.config import Project
from ruleslawyer.studies.games.intervals import Share, share
from ruleslawyer.studies.games.kept import GAMES_FILE, GamesRecord, load_games

MOST = 10


def page() -> str:
    """A section for each rulebook of which games are kept."""
    parts: list[str] = []
    for name, config in Project.load(ROOT).rulesets.items():
        kept = load_games(ROOT, name)
        if kept is not None:
            titles = {finding.id: finding.title for finding in load_findings(config.findings)}
            parts += [f"## {escape(config.title)}\n", *_section(name, kept, titles)]
    return "\n".join(parts)


def _section(name: str, kept: GamesRecord, titles: dict[str, str]) -> Iterator[str]:
    yield f"From {code(f'checks/{name}/{GAMES_FILE}')}; scope {code(kept.scope)}.\n"
    rows = []
    for way, found in kept.plays.items():
        first = found["first_player_wins"]
        length, turns = (found[key] and f"{found[key]['mean']:.1f}" for key in ("length", "turns"))
        ended = f"{found['ended']} of {found['played']}"
        won = _percent(share(first["times"], first["of"])) if first["of"] else ""
        rows.append([way, ended, length or "", turns or "", won])
    yield table(["play", "games that ended", "actions", "turns", "first player's wins"], rows)
    if not kept.enough:
        yield "\nToo few games ended to say how often anything comes up.\n"
        return
    yield f"\nThe {MOST} findings that matter in most games, of those that ended:\n"
    rows = []
    for one in kept.first["findings"][:MOST]:
        found, came_up = share(one["times"], one["of"]), one["came_up"]["times"]
        title = escape(titles.get(one["finding"], one["title"]))
        rows.append([one["finding"], title, str(came_up), f"{one['times']} of {one['of']}", _percent(found)])
    yield table(["finding", "about", "came up in", "mattered in", "share"], rows)


def _percent(one: Share) -> str:
    return f"{one.share:.0%} ({one.low:.0%} to {one.high:.0%})"
