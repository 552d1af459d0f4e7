"""Knowledge learned from games, in a file: what was seen how often, and the states from which others go on."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from ruleslawyer.base.diagnostics import CodecError, UsageError
from ruleslawyer.base.files.content import Json, is_there, write_whole
from ruleslawyer.base.files.read import read_json
from ruleslawyer.semantics.codec import Codec
from ruleslawyer.studies.fuzz.corpus import Entry
from ruleslawyer.studies.fuzz.playing import Playing

MEND = "name another folder, or take the file away to begin anew"


class Saved:
    """`header`: what a run has to have in common with one that goes on: the rules, the scope, and the seed."""

    def __init__(self, file: Path, header: Mapping[str, object]) -> None:
        self.file, self.header = file, dict(header)
        self.before: Json | None = None
        if is_there(file):
            found = read_json(file, "file of games", MEND)
            if found.get("fuzz") != self.header:
                about = "this was learned from other games: rules, scope, seed or options differ"
                raise UsageError(about, file.as_posix(), MEND)
            self.before = found

    def give(self, playing: Playing) -> None:
        """Gives games the knowledge from before; they go on with the next number. A file of another form is a
        `UsageError`."""
        if self.before is None:
            return
        try:
            self._give(playing, self.before)
        except (KeyError, TypeError, ValueError, IndexError, AttributeError, CodecError) as error:
            raise UsageError("this is no file of games", self.file.as_posix(), MEND) from error

    def _give(self, playing: Playing, found: Json) -> None:
        codec = Codec(playing.system.system, playing.system.scope)
        playing.table.plays, playing.first = int(found["games"]), int(found["rounds"]) + 1
        numbers = {name: number for number, name in playing.reader.told.items()}
        for told, recording, answer, rounds in found["seen"]:
            playing.seen.rounds[numbers[tuple(told)], int(recording), int(answer)] = int(rounds)
        for name, times in found["taken"].items():
            playing.table.taken[name] += int(times)
        playing.table.live.update(map(str, found["live"]))
        entries: list[Entry] = []
        for one in found["states"]:
            tail = [codec.parse_instance(i, f"states[{len(entries)}]") for i in one["tail"]]
            parent = None if one["parent"] is None else entries[one["parent"]]
            start = parent.start if parent is not None else range(len(playing.starts))[one["start"]]
            before = playing.written[start] if parent is None else parent.written
            points = tuple((numbers[tuple(told)], int(r), int(a)) for told, r, a in one["points"])
            made = playing.games.encode(tail)
            took, _ = playing.games.follow(before, made, asking=False, stuck=False)
            if len(took) < len(tail):
                raise ValueError
            written = playing.games.state_bytes(len(tail))
            length = len(tail) + (parent.length if parent is not None else 0)
            entries.append(Entry(start, parent, made, written, length, points, int(one["chosen"])))
        playing.corpus.entries = [entry for entry, one in zip(entries, found["states"], strict=True) if one["drawn"]]

    def keep(self, playing: Playing) -> None:
        codec = Codec(playing.system.system, playing.system.scope)
        told = playing.reader.told
        entries = list(_with_parents(playing.corpus.entries))
        number = {id(entry): place for place, entry in enumerate(entries)}
        drawn = {id(entry) for entry in playing.corpus.entries}
        document = {
            "fuzz": self.header,
            "games": playing.table.plays,
            "rounds": playing.first + playing.played.rounds - 1,
            "seen": [[list(told[w]), r, a, times] for (w, r, a), times in playing.seen.rounds.items()],
            "taken": {name: times for name, times in playing.table.taken.items() if times},
            "live": sorted(playing.table.live),
            "states": [
                {
                    "start": entry.start,
                    "parent": None if entry.parent is None else number[id(entry.parent)],
                    "tail": [codec.instance(i) for i in playing.games.instances(entry.tail)],
                    "points": [[list(told[w]), r, a] for w, r, a in entry.points],
                    "chosen": entry.chosen,
                    "drawn": id(entry) in drawn,
                }
                for entry in entries
            ],
        }
        write_whole(self.file, json.dumps(document, ensure_ascii=False) + "\n")


def _with_parents(entries: list[Entry]) -> Iterator[Entry]:
    """Each behind the one that it goes on from."""
    done: set[int] = set()
    for entry in entries:
        chain = [entry]
        while chain[-1].parent is not None and id(chain[-1].parent) not in done:
            chain.append(chain[-1].parent)
        for one in reversed(chain):
            if id(one) not in done:
                done.add(id(one))
                yield one
